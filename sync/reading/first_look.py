"""What must be known of a book before it can be decoded: its format, and a few settings.

Nothing is looked for all over the grid: a text that a person can write is never taken for one of the record. The
tabs are found as the decoder finds them, and only the Journal's own line of the book, or the line of `Settings`, is
asked.
"""

from __future__ import annotations

import json
from collections.abc import Sequence

from rules.registry import formats
from rules.sheet import Cell as CellKind
from rules.sheet import Column, Kind
from sync.grid import Grid, Row, TabGrid, address, filled_rows, is_blank
from sync.journal import SEASON, known_tabs
from sync.journal_rows import MORE, read_rows
from sync.kinds import cell_text, clean
from sync.problems import At
from sync.reading.decode import columns_of, find_tabs, heading_row_of, journal_columns
from sync.schema import JOURNAL_TAB, Rows, Tab, normal

BEGINS = ("book", SEASON)  # the lines of the Journal that say which format the book is of
_SETTINGS = Tab(
    "Settings",
    tuple(Column(h, Kind.TEXT, CellKind.PERSON) for h in ("Setting", "Value", "For", "Help")),
    Rows.PEOPLE,
)
"""`Settings` as every format has it."""


def format_of(grid: Grid) -> str:
    """The format of the book: as its record began, else as the line Format of its Settings says; blank for neither."""
    return _recorded_format(journal_lines(grid)) or _format_named(setting_of(grid, "Format"))


def journal_lines(grid: Grid) -> Sequence[Row]:
    """The Journal's rows in the schema's order of columns, wherever people moved them; none without a Journal."""
    tab = find_tabs(grid, (JOURNAL_TAB,), {}).get("Journal")
    return rows_in_order(tab) if tab is not None else ()


def rows_in_order(tab: TabGrid) -> Sequence[Row]:
    """The rows of a Journal tab in the schema's order of columns; none where the columns cannot be told apart."""
    rows = tab.rows[JOURNAL_TAB.heading_row :]
    where = journal_columns(JOURNAL_TAB, tab)
    if where is None:
        return ()
    order = [where[h] for h in JOURNAL_TAB.headings]
    if order == list(range(len(order))):
        return rows
    return tuple(tuple(row[i] if i < len(row) else None for i in order) for row in rows)


def _recorded_format(rows: Sequence[Row]) -> str:
    wanted = [row for row in rows if len(row) > 4 and row[2] in (*BEGINS, MORE)]
    for copies in reversed(read_rows(wanted, 1).lines):
        for line in copies:
            try:
                detail = json.loads(line.detail)
            except ValueError:
                continue
            found = _format_named(str(detail.get("format", ""))) if isinstance(detail, dict) else ""
            if found:
                return found
    return ""


def _format_named(text: str) -> str:
    word = text.casefold()
    return word if word in formats() else ""


def setting_of(grid: Grid, name: str) -> str:
    """The text of a setting of the whole event as it is typed now; blank where there is none."""
    found = find_tabs(grid, (JOURNAL_TAB, _SETTINGS), known_tabs(journal_lines(grid)))
    tab = found.get("Settings")
    if tab is None:
        return ""
    where, _ = columns_of(_SETTINGS, tab, tab.title)
    setting, value, section = where.get("Setting", 0), where.get("Value", 1), where.get("For")
    for _, row in filled_rows(tab, heading_row_of(_SETTINGS, tab) + 1):
        if section is not None and len(row) > section and not is_blank(row[section]):
            continue
        if len(row) > setting and normal(row[setting]) == normal(name):
            return clean(cell_text(row[value])) if len(row) > value else ""
    return ""


def tabs_in(grid: Grid, layout: Sequence[Tab]) -> dict[str, TabGrid]:
    """The tabs of the schema that are the worker's or are read, by the keys the Journal of the grid remembers."""
    return find_tabs(grid, layout, known_tabs(journal_lines(grid)))


def book_began(grid: Grid) -> str:
    """The id of the book that the event began in, as the Journal says; blank before the first pass."""
    wanted = [row for row in journal_lines(grid) if len(row) > 4 and row[2] in (*BEGINS, MORE)]
    for copies in reversed(read_rows(wanted, 1).lines):
        for line in copies:
            try:
                detail = json.loads(line.detail)
            except ValueError:
                continue
            if isinstance(detail, dict) and detail.get("book"):
                return str(detail["book"])
    return ""


def setting_at(grid: Grid, name: str) -> At:
    """The cell of a setting of the whole event; the tab where there is none."""
    tab = find_tabs(grid, (JOURNAL_TAB, _SETTINGS), known_tabs(journal_lines(grid))).get("Settings")
    if tab is None:
        return At("Settings")
    where, _ = columns_of(_SETTINGS, tab, tab.title)
    setting, value = where.get("Setting", 0), where.get("Value", 1)
    for number, row in filled_rows(tab, heading_row_of(_SETTINGS, tab) + 1):
        if len(row) > setting and normal(row[setting]) == normal(name):
            return At(tab.title, address(number, value), "Value", number)
    return At(tab.title)
