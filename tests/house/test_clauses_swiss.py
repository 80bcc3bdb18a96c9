"""The indexes of clauses and rulings of the Swiss point at things that exist, and miss none."""

from __future__ import annotations

from tests.house.clauses import DOCS, check_rows, check_rulings, python_files, rows

CLAUSES = DOCS / "clauses" / "001-swiss.md"
RULINGS = DOCS / "rulings" / "001-swiss.md"
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


def test_every_row_names_code_and_case_that_exist() -> None:
    """Each code object can be imported; each case stands in its file."""
    check_rows(CLAUSES)
    check_rows(RULINGS)


def test_every_clause_is_listed() -> None:
    """The index holds each clause once, in order."""
    assert [row[0] for row in rows(CLAUSES)] == list(ALL_CLAUSES)


def test_every_ruling_is_listed_and_cited() -> None:
    """Each number once, in order; cited in the code and in a case."""
    check_rulings(
        "S",
        RULINGS,
        python_files("rules/swiss", "rules/parts/median", "rules/parts/trf") + python_files("rules/parts"),
        python_files("tests/rules/median", "tests/rules/swiss", "tests/rules/trf"),
    )
