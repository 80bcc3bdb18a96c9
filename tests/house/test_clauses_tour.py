"""The indexes of clauses and rulings of the tour point at things that exist, and miss none."""

from __future__ import annotations

from tests.house.clauses import DOCS, ROOT, check_cites, check_rows, check_rulings, python_files, rows

CLAUSES = DOCS / "clauses" / "002-grand-chess-tour.md"
RULINGS = DOCS / "rulings" / "002-grand-chess-tour.md"
ALL_CLAUSES = (
    "1", "2.1", "2.2", "2.3", "3", "3.1", "3.2", "3.3", "4", "4.1", "4.2", "4.3", "5", "6",
    *(f"6.{n}" for n in range(1, 6)),
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
        "G",
        RULINGS,
        python_files("rules/grandchesstour", "rules/parts"),
        python_files("tests/rules/grandchesstour", "tests/rules/parts"),
    )


def test_every_clause_and_ruling_is_seen_in_the_workbook() -> None:
    """Each is cited by a written tournament of the tour, on a Cites line that names only what there is."""
    check_cites(sorted((ROOT / "tests" / "tournaments").glob("tour_*.md")), CLAUSES, RULINGS)
