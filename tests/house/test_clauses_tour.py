"""The indexes of clauses and rulings of the tour point at things that exist, and miss none."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
CLAUSES = ROOT / "docs" / "clauses" / "002-grand-chess-tour.md"
RULINGS = ROOT / "docs" / "rulings" / "002-grand-chess-tour.md"
LAST_RULING = 38
ALL_CLAUSES = (
    "1", "2.1", "2.2", "2.3", "3", "3.1", "3.2", "3.3", "4", "4.1", "4.2", "4.3", "5", "6",
    *(f"6.{n}" for n in range(1, 6)),
)  # fmt: skip


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
            fields = getattr(found, "__dataclass_fields__", {})
            if not hasattr(found, name) and name not in fields:
                return False
            found = getattr(found, name, None)
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
    """The index holds each clause once, in order."""
    assert [row[0] for row in rows(CLAUSES)] == list(ALL_CLAUSES)


def test_every_ruling_is_listed_and_cited() -> None:
    """Each number once, in order; cited in the code and in a case."""
    assert [row[0] for row in rows(RULINGS)] == [f"G{n}" for n in range(1, LAST_RULING + 1)]
    parts = ROOT / "rules" / "parts"
    code = cited([*(ROOT / "rules" / "grandchesstour").glob("*.py"), parts / "sharing.py", parts / "trees.py"])
    tests = ROOT / "tests" / "rules"
    named = ("test_sharing.py", "test_trees.py")
    case = cited([*(tests / "grandchesstour").glob("*.py"), *(tests / "parts" / name for name in named)])
    for number in range(1, LAST_RULING + 1):
        assert number in code, f"G{number} is cited nowhere in the code"
        assert number in case, f"G{number} is cited in no case"


def cited(paths: list[Path]) -> set[int]:
    """Numbers of the rulings named in these files. A room's whole span (`G1-G38`) names none by itself."""
    found: set[int] = set()
    for path in paths:
        text = path.read_text(encoding="utf-8").replace(f"G1-G{LAST_RULING}", "")
        for first, last in re.findall(r"\bG(\d{1,2})-G(\d{1,2})\b", text):
            found |= set(range(int(first), int(last) + 1))
        found |= {int(n) for n in re.findall(r"(?<!-)\bG(\d{1,2})\b", text)}
    return found
