"""The ladder's clause index is complete and true: every clause listed, every object and case named exists."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path

import pytest

from tests.house.clauses import without_link

ROOT = Path(__file__).parents[2]
INDEX = ROOT / "docs" / "clauses" / "000-ladder.md"
CASES = ROOT / "tests" / "rules" / "ladder"

CLAUSES = [
    "1(a)",
    "1(b)",
    "1(b)(i)",
    "1(b)(ii)",
    "1(b)(iii)",
    "1(b)(iv)",
    "1(c)",
    "1(d)",
    "1(e)",
    "2(a)",
    "2(b)(i)",
    "2(b)(ii)",
    "2(b)(iii)",
    "2(c)",
    "3",
    "3(a)(i)",
    "3(a)(ii)",
    "3(a)(iii)",
    "3(b)",
    "4(a)",
    "4(b)",
    "4(c)",
    "4(c)(i)",
    "4(c)(ii)",
    "4(c)(iii)",
    "4(d)(i)",
    "4(d)(ii)",
    "4(d)(iii)",
    "5(a)",
    "5(b)",
    "5(c)(i)",
    "5(c)(ii)",
    "5(c)(iii)",
    "5(c)(iv)",
    "5(c)(v)",
    "5(d)",
    "5(e)",
    "5(f)(i)",
    "5(f)(ii)",
    "5(f)(iii)",
    "5(f)(iv)",
    "5(f)(v)",
]
RULINGS = [f"L{number}" for number in range(1, 44)]


def lines() -> dict[str, list[str]]:
    """Cells of each line of the tables by its first cell."""
    found = {}
    for line in INDEX.read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        cells[0] = without_link(cells[0])
        if line.startswith("| ") and cells[0] not in ("Clause", "Ruling"):
            assert cells[0] not in found, f"{cells[0]} is listed twice"
            found[cells[0]] = cells
    return found


def named(cell: str) -> list[str]:
    """What a cell names in backticks."""
    return re.findall(r"`([^`]+)`", cell)


def test_every_clause_and_every_ruling_is_listed() -> None:
    """Nothing of the rules is forgotten, and nothing is listed that they do not have."""
    assert set(lines()) == {*CLAUSES, "note 5", *RULINGS}


@pytest.mark.parametrize("key", list(lines()))
def test_what_a_line_names_exists(key: str) -> None:
    """Code objects can be imported; cases are functions of the test files; a line without code is a duty of people."""
    cells = lines()[key]
    code, cases = named(cells[-2]), named(cells[-1])
    if not code:
        assert cells[2].startswith("duty of people"), f"{key} is followed by nobody"
        return
    for name in code:
        module, *path = name.split(".")
        found = import_module(f"rules.ladder.{module}")
        for part in path:
            found = getattr(found, part)
    assert cases, f"no case shows {key}"
    for name in cases:
        file, _, case = name.partition("::")
        text = (CASES / f"test_{file}.py").read_text(encoding="utf-8")
        assert f"def test_{case}(" in text, f"{key}: {name}"


def test_every_rule_cited_in_a_reason_is_in_the_index() -> None:
    """Reasons name clauses and rulings that a reader finds here."""
    cited = set()
    for file in (ROOT / "rules" / "ladder").glob("*.py"):
        cited |= set(re.findall(r"Reason\(\s*\"([^\"]+)\"", file.read_text(encoding="utf-8")))
    known = lines()
    unknown = {rule for rule in cited if rule not in known and not any(key.startswith(f"{rule}(") for key in known)}
    assert unknown == set()
