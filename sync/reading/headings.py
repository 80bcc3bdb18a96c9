"""Where the headings of a tab stand, and which column of the schema is which."""

from __future__ import annotations

from rules.sheet import Cell as CellKind
from rules.sheet import Column
from sync.grid import Row, TabGrid, address, is_blank
from sync.problems import At, Problem
from sync.schema import Rows, Tab, normal

KEY_HEADINGS = {
    "Games": ("Game",), "Rounds": ("Round",), "Lots": ("Lot",), "Players": ("Player",), "Decisions": ("Decision",),
    "Settings": ("Setting", "Value"),
}  # fmt: skip
"""Without these the rows of a tab cannot be told apart."""
FAR_DOWN = 200  # rows in which headings that were moved are looked for


def heading_cells(tab: TabGrid, row: int) -> Row:
    """The cells of a row, counted from 1; none beyond the last."""
    return tab.rows[row - 1] if len(tab.rows) >= row else ()


def heading_row_of(tab: Tab, grid_tab: TabGrid) -> int:
    """The row the headings stand in: where the schema has them, unless most of them are found lower down."""
    wanted = {normal(n) for c in tab.columns for n in (c.heading, *c.aliases)}

    def score(row: Row) -> int:
        return len(wanted & {normal(c) for c in row if isinstance(c, str)})

    enough = (len(tab.columns) + 1) // 2
    if tab.rows is Rows.FORM or score(heading_cells(grid_tab, tab.heading_row)) >= enough:
        return tab.heading_row
    best = max(range(1, min(len(grid_tab.rows), FAR_DOWN) + 1), key=lambda n: score(grid_tab.rows[n - 1]), default=0)
    return best if best and score(grid_tab.rows[best - 1]) >= enough else tab.heading_row


def columns_of(tab: Tab, grid_tab: TabGrid, title: str) -> tuple[dict[str, int], list[Problem]]:
    """Where each column of the schema stands, by heading; missing and doubled headings as problems."""
    heading_row = heading_row_of(tab, grid_tab)
    cells = heading_cells(grid_tab, heading_row)
    where: dict[str, list[int]] = {}
    for index, cell in enumerate(cells):
        if not is_blank(cell):
            where.setdefault(normal(cell), []).append(index)
    found: dict[str, int] = {}
    problems: list[Problem] = []
    for column in tab.columns:
        own = where.get(normal(column.heading), [])
        places = own or [i for name in column.aliases for i in where.get(normal(name), [])]
        if not places:
            if tab.rows is not Rows.FORM:
                at = At(title, f"A{heading_row}", "", heading_row)
                facts = {"heading": column.heading, "tab": title, "then": _then(column)}
                problems.append(Problem("heading-missing", at, facts, _matters(column)))
            continue
        if len(own) > 1 and tab.rows is not Rows.FORM:
            first, second = (address(heading_row, i) for i in sorted(own)[:2])
            at = At(title, second, "", heading_row)
            facts = {"heading": column.heading, "first": first, "second": second, "then": _then(column)}
            problems.append(Problem("heading-twice", at, facts, _matters(column)))
        found[column.heading] = min(places)
    return found, problems


def journal_columns(tab: Tab, grid_tab: TabGrid) -> dict[str, int] | None:
    """Where the Journal's columns stand. With a heading gone, where they were made, if the others still stand there.

    None where it cannot be told: nothing is read from it then, and nothing written.
    """
    where, _ = columns_of(tab, grid_tab, "")
    made = {heading: index for index, heading in enumerate(tab.headings)}
    if len(where) == len(made):
        return where
    return made if where and all(made[h] == i for h, i in where.items()) else None


def _matters(column: Column) -> bool:
    """Whether a column is read at all, so that nothing may be published without it."""
    return column.cell is not CellKind.LOOK_UP and column.heading not in ("Note", "Help")


def _then(column: Column) -> str:
    return "; no round is published" if _matters(column) else ""
