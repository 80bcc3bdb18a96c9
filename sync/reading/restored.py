"""Rows of Games, Rounds and Lots that are gone and come back in this pass: read as they will stand.

So that what people had typed in them is named, and counts, in this pass as in the next.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.model import Recorded
from rules.sheet import FormatSheet
from sync.encode import NOBODY, ledger_cells, placed
from sync.grid import Row, TabGrid
from sync.journal import Journal
from sync.kinds import zone_named
from sync.plan import Out, value_of
from sync.problems import Problem
from sync.reading.decode import Sheet, TypedRow, columns_of, heading_row_of, read_rows

Key = tuple[str, str]  # tab and id


def cells_as_typed(
    recorded: Recorded, key: Key, sheet: Sheet, spec: FormatSheet, journal: Journal, shown: Mapping[str, str] = NOBODY
) -> dict[str, Out]:
    """The cells of a row that comes back, by heading: as recorded, with what people last typed there."""
    cells = ledger_cells(recorded, spec, sheet.titles, shown, zone_named(sheet.grid.zone))
    noted: Mapping[str, str] = {}
    for line in journal.of("seen"):
        if (str(line.detail.get("tab", "Games")), line.subject) == key:
            noted = dict(line.detail.get("cells", {}))
    return cells | dict(noted)


def restored_rows(
    sheet: Sheet, spec: FormatSheet, journal: Journal, latest: Mapping[Key, Recorded], keys: Sequence[Key]
) -> tuple[dict[Key, TypedRow], list[Problem]]:
    """The rows with these keys where they will be appended, and what cannot be read in them."""
    found: dict[Key, TypedRow] = {}
    problems: list[Problem] = []
    for name in dict.fromkeys(tab for tab, _ in keys):
        layout, grid = sheet.layout[name], tab_as_read(sheet, name)
        where, _ = columns_of(layout, grid, "")
        mine = [key for key in keys if key[0] == name]
        new: list[Row] = []
        for key in mine:
            row = placed(cells_as_typed(latest[key], key, sheet, spec, journal), where, layout)
            new.append(tuple(value_of(out) for out in row))
        above = max(last_filled(grid), heading_row_of(layout, grid))
        blank: list[Row] = [()] * max(0, above - len(grid.rows))
        grid = TabGrid(grid.key, grid.title, (*grid.rows[:above], *blank, *new))
        rows, wrong = read_rows(layout, grid, sheet.ways)
        by_number = {row.number: row for row in rows}
        found |= {key: by_number[above + n] for n, key in enumerate(mine, start=1)}
        problems += [p for p in wrong if p.at.row > above]
    return found, problems


def tab_as_read(sheet: Sheet, name: str) -> TabGrid:
    """A tab as it is, or as it will be made where it is gone."""
    if name in sheet.tabs:
        return sheet.tabs[name]
    layout = sheet.layout[name]
    return TabGrid("", sheet.titles.get(name, name), (*([()] * (layout.heading_row - 1)), layout.headings))


def last_filled(tab: TabGrid) -> int:
    """The last row with anything in it: new ones go below."""
    filled = (n for n, row in enumerate(tab.rows, start=1) if any(cell not in (None, "") for cell in row))
    return max(filled, default=0)
