"""From the bytes of a workbook to a grid: values by calamine, the rest from the XML."""

from __future__ import annotations

import io
from dataclasses import replace
from datetime import date, datetime, time, timedelta
from pathlib import Path
from typing import Any

from sync.backends.base import Unreachable
from sync.backends.cells import trimmed, trimmed_rows
from sync.backends.xlsx_file import book_id
from sync.backends.xlsx_parts import Known, Parts, SheetPart, place_of, take_apart
from sync.grid import Cell, Grid, Row, TabGrid, tidy
from sync.marks import LOOSE


def read_book(path: Path, data: bytes, parts: Parts | None = None) -> Grid:
    """The whole book; `parts` where it was taken apart before. Raises Unreachable when it is no workbook."""
    parts = parts or take_apart(data, path.name)
    values = _values(data, path.name)
    keys = parts.keys()
    tabs = tuple(
        _tab(sheet, keys.get(sheet.title, f"{LOOSE}{sheet.title}"), *values[sheet.title]) for sheet in parts.sheets
    )
    return Grid(book_id(path), path.stem, tabs, None, parts.revision, other_titles=parts.other_titles)


def read_again(path: Path, data: bytes, before: Grid, known: Known) -> tuple[Grid, Parts]:
    """The book after an edit. Tabs whose part is the same, in a book with the same looks and texts, are as they were.

    Raises Unreachable.
    """
    parts = take_apart(data, path.name, known)
    there = {tab.title: tab for tab in before.tabs}
    kept = {s.title: there[s.title] for s in parts.sheets if s.path in known.same and s.title in there}
    values, keys = _values(data, path.name, frozenset(kept)), parts.keys()
    tabs = []
    for sheet in parts.sheets:
        key, (cells, hidden) = keys.get(sheet.title, f"{LOOSE}{sheet.title}"), values[sheet.title]
        old = kept.get(sheet.title)
        tabs.append(replace(old, key=key, hidden=hidden) if old is not None else _tab(sheet, key, cells, hidden))
    return Grid(book_id(path), path.stem, tuple(tabs), None, parts.revision, other_titles=parts.other_titles), parts


def _values(data: bytes, called: str, but: frozenset[str] = frozenset()) -> dict[str, tuple[list[list[Any]], bool]]:
    """Cells and whether the tab is hidden, by title; no cells for the tabs in `but`."""
    from python_calamine import CalamineError, CalamineWorkbook, SheetTypeEnum, SheetVisibleEnum

    try:
        with CalamineWorkbook.from_filelike(io.BytesIO(data)) as book:
            return {
                sheet.name: (
                    [] if sheet.name in but else book.get_sheet_by_name(sheet.name).to_python(skip_empty_area=False),
                    sheet.visible is not SheetVisibleEnum.Visible,
                )
                for sheet in book.sheets_metadata
                if sheet.typ is SheetTypeEnum.WorkSheet
            }
    except BaseException as error:
        # A panic inside the library is no Exception; what is not about the file goes through.
        ours = isinstance(error, CalamineError | OSError | ValueError | KeyError)
        if not ours and type(error).__name__ != "PanicException":
            raise
        raise Unreachable(f"{called} is not a workbook that can be read (damaged, or another kind of file).") from error


def _tab(sheet: SheetPart, key: str, values: list[list[Any]], hidden: bool) -> TabGrid:
    rows: list[Row] = [trimmed([cell_of(v) for v in row]) for row in values]
    for at, text in sheet.facts.errors.items():
        _overlay(rows, at, text)
    lost = tuple(at for at, cached in sheet.facts.formulas.items() if cached is None)
    return TabGrid(key, sheet.title, trimmed_rows(rows), hidden, tuple(sheet.facts.merges), lost)


def _overlay(rows: list[Row], at: str, text: str) -> None:
    """Put an error's text where it stands: calamine shows such cells as blank."""
    row, column = place_of(at)
    while len(rows) < row:
        rows.append(())
    cells = list(rows[row - 1])
    cells += [None] * (column + 1 - len(cells))
    cells[column] = text or "#ERROR!"
    rows[row - 1] = tuple(cells)


def cell_of(value: Any) -> Cell:
    """calamine's value as one of ours: whole floats as ints, days as moments, times and spans as text."""
    if isinstance(value, str):
        return value or None
    if isinstance(value, datetime):
        return _to_the_second(value)
    if isinstance(value, date):
        return datetime(value.year, value.month, value.day)
    if isinstance(value, time):
        return value.isoformat("seconds" if value.second else "minutes")
    if isinstance(value, timedelta):
        minutes, seconds = divmod(round(value.total_seconds()), 60)
        text = f"{minutes // 60}:{minutes % 60:02d}"
        return f"{text}:{seconds:02d}" if seconds else text
    return tidy(value)


def _to_the_second(moment: datetime) -> datetime:
    """Days are stored as fractions, which fall a hair short of the second."""
    whole = moment.replace(microsecond=0, tzinfo=None)
    return whole + timedelta(seconds=1) if moment.microsecond >= 500_000 else whole
