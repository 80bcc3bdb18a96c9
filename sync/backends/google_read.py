"""One read: values of all tabs as a grid. Numbers stay numbers, dates become dates, text is never touched."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import quote_plus

from gspread.urls import SPREADSHEET_URL, SPREADSHEET_VALUES_BATCH_URL

from rules.sheet import NUMBER_KINDS
from sync.backends.base import Address
from sync.backends.cells import trimmed, trimmed_rows
from sync.backends.google_known import NOTE_TABS, SHAPE, Known, Sheet, known_from
from sync.backends.google_session import GoogleSession
from sync.grid import Cell, Grid, Row, TabGrid, address, tidy
from sync.kinds import from_serial
from sync.schema import PLAYERS, PRIZES, normal

_LONGEST_QUERY = 6_000
_EARLIEST, _LATEST = 36_526, 73_051  # 2000 to 2100 as day numbers
_NUMBER_HEADINGS = {normal(c.heading) for c in (*PLAYERS, *PRIZES) if c.kind in NUMBER_KINDS}
_HEADING_ROWS = 3


def look_up(session: GoogleSession, book: str, at: float, before: Known | None = None) -> Known:
    """Everything but the cells, in one request. Raises Unreachable."""
    return known_from(session.get(SPREADSHEET_URL % book, [("fields", SHAPE)]), at, before)


def range_of(title: str) -> str:
    """A whole tab as a range; quoted, so that no title is taken for a cell or a name."""
    return "'" + title.replace("'", "''") + "'"


def read_values(session: GoogleSession, book: str, known: Known) -> tuple[int | None, dict[int, list[Row]]]:
    """What the note says, and the rows of every tab by its id. Raises Rejected when a tab was renamed or deleted.

    One request, unless the titles do not fit into an address. The note is asked for first, so that the cells are at
    least as new as it says.
    """
    sheets = sorted((s for s in known.sheets if s.cells), key=lambda s: s.id not in NOTE_TABS)
    note: int | None = None
    rows: dict[int, list[Row]] = {}
    for some in _portions(sheets):
        params = [("valueRenderOption", "UNFORMATTED_VALUE"), ("dateTimeRenderOption", "SERIAL_NUMBER")]
        params += [("ranges", range_of(s.title)) for s in some]
        answer = session.get(SPREADSHEET_VALUES_BATCH_URL % book, params)
        for sheet, found in zip(some, answer.get("valueRanges", ()), strict=True):
            values = found.get("values", [])
            if sheet.id in NOTE_TABS:
                cell = tidy(values[0][0]) if values and values[0] else None
                note = cell if isinstance(cell, int) else None
            else:
                rows[sheet.id] = rows_of(values)
    return note, rows


def read_typed(session: GoogleSession, book: str, known: Known, cells: Sequence[Address]) -> dict[Address, str]:
    """What stands in cells as it was typed, formulas as their text: one request. Raises Rejected as `read_values`.

    Each tab is asked for as the one rectangle around its cells.
    """
    wanted: dict[str, list[Address]] = {}
    for one in cells:
        if known.by_id(one[0]) is not None:
            wanted.setdefault(one[0], []).append(one)
    params = [("valueRenderOption", "FORMULA"), ("dateTimeRenderOption", "SERIAL_NUMBER")]
    corners: dict[str, tuple[int, int]] = {}
    for key, some in wanted.items():
        sheet = known.by_id(key)
        assert sheet is not None
        rows, columns = [c[1] for c in some], [c[2] for c in some]
        corners[key] = (min(rows), min(columns))
        area = f"{address(min(rows), min(columns))}:{address(max(rows), max(columns))}"
        params.append(("ranges", f"{range_of(sheet.title)}!{area}"))
    if not wanted:
        return {}
    answer = session.get(SPREADSHEET_VALUES_BATCH_URL % book, params)
    found: dict[Address, str] = {}
    for (key, some), part in zip(wanted.items(), answer.get("valueRanges", ()), strict=True):
        values, (top, left) = part.get("values", []), corners[key]
        for one in some:
            line = values[one[1] - top] if one[1] - top < len(values) else []
            found[one] = str(line[one[2] - left]) if one[2] - left < len(line) else ""
    return found


def _portions(sheets: Sequence[Sheet]) -> list[list[Sheet]]:
    found: list[list[Sheet]] = []
    length = _LONGEST_QUERY
    for sheet in sheets:
        size = len(quote_plus(range_of(sheet.title))) + 8
        if length + size > _LONGEST_QUERY:
            found.append([])
            length = 0
        found[-1].append(sheet)
        length += size
    return found


def rows_of(values: Sequence[Sequence[Any]]) -> list[Row]:
    """Rows of a value range as cells, without the blanks at their ends."""
    numbers = _number_columns(values)
    rows = [trimmed([_cell(v, column in numbers) for column, v in enumerate(line)]) if line else () for line in values]
    return list(trimmed_rows(rows))


def _number_columns(values: Sequence[Sequence[Any]]) -> frozenset[int]:
    """Columns that hold numbers by their heading: there 45000.50 is money, not a day."""
    return frozenset(
        column
        for line in values[:_HEADING_ROWS]
        for column, value in enumerate(line)
        if isinstance(value, str) and normal(value) in _NUMBER_HEADINGS
    )


def _cell(value: Any, is_number: bool) -> Cell:
    """A value as a cell. Google does not say which numbers are dates.

    A day number with a time of day is taken for one; a whole number stays a number, and the columns where a date is
    expected read it as a day (`sync.kinds.read_moment`).
    """
    if isinstance(value, float) and not is_number and not value.is_integer() and _EARLIEST <= value < _LATEST:
        return from_serial(value)
    return tidy(value)


def grid_of(book: str, known: Known, rows: Mapping[int, Sequence[Row]], revision: int) -> Grid:
    """The whole book as a grid; the worker's own note is no tab of it."""
    tabs = tuple(
        TabGrid(str(s.id), s.title, tuple(rows.get(s.id, ())), s.hidden)
        for s in known.sheets
        if s.cells and s.id not in NOTE_TABS
    )
    others = tuple(s.title for s in known.sheets if not s.cells or s.id in NOTE_TABS)
    return Grid(
        book, known.title, tabs, known.zone, revision, other_titles=others, binned=known.binned, shut=known.shut
    )
