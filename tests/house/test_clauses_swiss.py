"""The indexes of clauses and rulings of the Swiss point at things that exist, and miss none."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
CLAUSES = ROOT / "docs" / "clauses" / "001-swiss.md"
RULINGS = ROOT / "docs" / "rulings" / "001-swiss.md"
LAST_RULING = 56
SCOPE = ("systems", "accelerated", "norms", "late", "unplayed", "ranking", "changing", "withdrawals")
ALL_CLAUSES = (
    *(f"scope-{name}" for name in SCOPE),
    *map(str, range(1, 8)),
    *(f"8.{n}" for n in range(1, 4)),
    *(f"9.{n}" for n in range(1, 7)),
    *(f"10.{n}" for n in range(1, 11)),
    *(f"11.{n}" for n in range(1, 5)),
    *(f"12.{n}" for n in range(1, 8)),
    "13", "14.1", "14.2", "14.3", "15.1", "15.2", "15.3", "16.a", "16.b", "17.a", "17.b", "17.closing", "18", "19",
    "20.1", "20.2", "20.3", "21", "22",
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
    assert [row[0] for row in rows(RULINGS)] == [f"S{n}" for n in range(1, LAST_RULING + 1)]
    parts = ROOT / "rules" / "parts"
    rooms = [ROOT / "rules" / "swiss", parts / "median", parts / "trf"]
    code = cited([*(file for room in rooms for file in room.glob("*.py")), *parts.glob("swiss_*.py")])
    tests = ROOT / "tests" / "rules"
    case = cited([file for room in ("median", "swiss", "trf") for file in (tests / room).glob("*.py")])
    missing = [f"S{n}" for n in range(1, LAST_RULING + 1) if n not in code]
    assert not missing, f"cited nowhere in the code: {missing}"
    missing = [f"S{n}" for n in range(1, LAST_RULING + 1) if n not in case]
    assert not missing, f"cited in no case: {missing}"


def cited(paths: list[Path]) -> set[int]:
    """Numbers of the rulings named in these files, spans such as `S27-S31` included."""
    found: set[int] = set()
    for path in paths:
        text = path.read_text(encoding="utf-8")
        for first, last in re.findall(r"\bS(\d{1,2})-S(\d{1,2})\b", text):
            found |= set(range(int(first), int(last) + 1))
        found |= {int(n) for n in re.findall(r"\bS(\d{1,2})\b", text)}
    return found
