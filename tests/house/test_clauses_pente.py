"""The indexes of clauses and rulings of the two-section championship point at things that exist, and miss none."""

from __future__ import annotations

from tests.house.clauses import DOCS, check_rows, check_rulings, python_files, rows

CLAUSES = DOCS / "clauses" / "004-pente.md"
RULINGS = DOCS / "rulings" / "004-pente.md"
ALL_CLAUSES = (
    "A-eligibility",
    *(f"A-format {n}" for n in ("1", "2", "3", "4.1", "4.2", "5", "6", "7", "8")),
    *(f"A-match {n}" for n in ("1", "2", "3", "4", "4.1", "4.2")),
    "B-eligibility 1",
    "B-eligibility 2",
    "B-format 1",
    "B-format 2",
    *(f"B-pairing {n}" for n in range(1, 6)),
    *(f"B-match {n}" for n in range(1, 4)),
    *(f"PO-pairing {n}" for n in ("1.1", "1.2", "1.3", "2")),
    *(f"PO-match {n}" for n in range(1, 6)),
    *(f"pairing rule {n}" for n in ("1", "2", "2.1", "2.2", "2.3", "3", "3.1", "3.2", "3.3")),
    *(f"pairing rule 4.{n}" for n in range(1, 7)),
    *(f"info {n}" for n in range(1, 17)),
    *(f"tip {n}" for n in range(1, 7)),
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
    check_rulings(
        "P", RULINGS, python_files("rules/pente", "rules/parts"), python_files("tests/rules/pente", "tests/rules/parts")
    )
