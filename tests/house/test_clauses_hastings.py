"""The indexes of clauses and rulings of the knock-out with lucky losers point at things that exist, and miss none."""

from __future__ import annotations

from tests.house.clauses import DOCS, check_rows, check_rulings, python_files, rows

CLAUSES = DOCS / "clauses" / "003-hastings.md"
RULINGS = DOCS / "rulings" / "003-hastings.md"
NOTES = ("(6)", "(7)", "(13)", "(23)")
ALL_CLAUSES = (
    *(str(n) for n in range(1, 35)),
    *(f"note {n}" for n in NOTES),
    "note, prizes",
    "note, amendments",
)


def test_every_row_names_code_and_case_that_exist() -> None:
    """Each code object can be imported; each case stands in its file."""
    check_rows(CLAUSES)
    check_rows(RULINGS)


def test_every_clause_is_listed() -> None:
    """The index holds each clause once, in order."""
    assert [row[0] for row in rows(CLAUSES)] == list(ALL_CLAUSES)


def test_every_ruling_is_listed_and_cited() -> None:
    """Each number once, in order; cited in the code and in a case."""
    check_rulings("H", RULINGS, python_files("rules/hastings"), python_files("tests/rules/hastings"))
