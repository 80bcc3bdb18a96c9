"""The indexes of clauses and rulings of the knock-out with lucky losers point at things that exist, and miss none."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
CLAUSES = ROOT / "docs" / "clauses" / "003-hastings.md"
RULINGS = ROOT / "docs" / "rulings" / "003-hastings.md"
LAST_RULING = 52
NOTES = ("(6)", "(7)", "(13)", "(23)")
ALL_CLAUSES = (
    *(str(n) for n in range(1, 35)),
    *(f"note {n}" for n in NOTES),
    "note, prizes",
    "note, amendments",
)


def rows(path: Path) -> list[list[str]]:
    """The cells of every row of the table."""
    lines = [line for line in path.read_text(encoding="utf-8").splitlines() if line.startswith("| ")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[1:]]


def exists(dotted: str) -> bool:
    """Whether a module, and what is named inside it, is there."""
    parts = dotted.split(".")
    for cut in range(len(parts), 0, -1):
        try:
            found: object = import_module(".".join(parts[:cut]))
        except ModuleNotFoundError:
            continue
        for name in parts[cut:]:
            if not hasattr(found, name):
                return False
            found = getattr(found, name)
        return True
    return False


@pytest.mark.parametrize("path", [CLAUSES, RULINGS], ids=["clauses", "rulings"])
def test_every_row_names_code_and_case_that_exist(path: Path) -> None:
    """Each code object can be imported; each case stands in its file."""
    for row in rows(path):
        named = [n for cell in row for n in re.findall(r"`(rules\.[\w.]+)`", cell)]
        cases = [c for cell in row for c in re.findall(r"`(tests/[\w/.]+)::(\w+)`", cell)]
        assert named, row[0]
        assert cases, row[0]
        for name in named:
            assert exists(name), f"{row[0]}: {name}"
        for file, case in cases:
            assert f"def {case}(" in (ROOT / file).read_text(encoding="utf-8"), f"{row[0]}: {case}"


def test_every_clause_is_listed() -> None:
    """The index holds each clause once."""
    assert [row[0] for row in rows(CLAUSES)] == list(ALL_CLAUSES)


def test_every_ruling_is_listed_and_cited() -> None:
    """Each number once, in order; cited in the code and in a case."""
    assert [row[0] for row in rows(RULINGS)] == [f"H{n}" for n in range(1, LAST_RULING + 1)]
    code = cited((ROOT / "rules" / "hastings").glob("*.py"))
    case = cited((ROOT / "tests" / "rules" / "hastings").glob("*.py"))
    wanted = set(range(1, LAST_RULING + 1))
    assert wanted - code == set()
    assert wanted - case == set()


def cited(paths: object) -> set[int]:
    """Numbers of the rulings named in these files; a span names all in it."""
    found: set[int] = set()
    for path in paths:  # type: ignore[attr-defined]
        text = path.read_text(encoding="utf-8")
        for first, last in re.findall(r"\bH(\d{1,2})-H(\d{1,2})\b", text):
            found |= set(range(int(first), int(last) + 1))
        found |= {int(n) for n in re.findall(r"\bH(\d{1,2})\b", text)}
    return found
