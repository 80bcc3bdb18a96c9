"""Persons at the spreadsheet: they type, sort, insert, delete, rename, restore, and send in forms."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from tests.emulator import batch
from tests.emulator.a1 import Rect, parse_cells
from tests.emulator.book import Book
from tests.emulator.cells import EMPTY, Effective
from tests.emulator.errors import ApiError
from tests.emulator.formulas import calc_of
from tests.emulator.service import Service
from tests.emulator.sheet import Json, Sheet
from tests.emulator.values import Setting, entered, seen
from tests.emulator.world import File


class Person:
    """Somebody with the spreadsheet open. Tabs are named by title, cells by A1."""

    def __init__(self, service: Service, book_id: str, mail: str) -> None:
        self.service = service
        self.book_id = book_id
        self.mail = mail

    @property
    def _file(self) -> File:
        return self.service.world.files[self.book_id]

    @property
    def book(self) -> Book:
        """The spreadsheet now."""
        return self.service.world.book(self.book_id)

    @property
    def _setting(self) -> Setting:
        return Setting(self.mail, self.service.clock.now(), self.service.switches)

    def _sheet(self, tab: str, book: Book | None = None) -> Sheet:
        sheet = (book or self.book).titled(tab)
        if sheet is None:
            raise LookupError(f"no tab {tab!r}")
        return sheet

    def do(self, *requests: Json) -> list[Json]:
        """Any batchUpdate requests, as this person."""
        with self.service.world.lock:
            new, replies = batch.run(self.book, list(requests), self._setting)
            self.service.world.commit(self._file, new)
            return replies

    # Looking ----------------------------------------------------------------------------------------------------------

    def rows(self, tab: str) -> list[list[Effective]]:
        """What a tab holds, without formats; trailing empties cut."""
        book = self.book
        sheet = self._sheet(tab, book)
        calc = calc_of(book, self.service.clock.now())
        out: list[list[Effective]] = []
        for row in range(sheet.last_row()):
            width = max(sheet.rows.get(row, {}), default=-1) + 1
            line = [calc.value(sheet, row, column) for column in range(width)]
            while line and line[-1] is None:
                line.pop()
            out.append(line)
        return out

    def sees(self, tab: str, cell: str) -> str:
        """The text a cell shows."""
        book = self.book
        sheet = self._sheet(tab, book)
        return seen(calc_of(book, self.service.clock.now()), sheet, *_cell(cell))

    def column(self, tab: str, heading: str, heading_row: int = 0) -> int:
        """Number (from 0) of the column with a heading."""
        for column, cell in self._sheet(tab).rows.get(heading_row, {}).items():
            if str(cell.entered).strip().lower() == heading.strip().lower():
                return column
        raise LookupError(f"no column {heading!r} in {tab!r}")

    # Typing -----------------------------------------------------------------------------------------------------------

    def type(self, tab: str, cell: str, text: Any) -> None:
        """Type into a cell, as the service would understand it; `""` empties it."""
        self.type_at(tab, *_cell(cell), text)

    def type_at(self, tab: str, row: int, column: int, text: Any) -> None:
        """Type into a cell by numbers from 0; the grid grows when needed."""
        with self.service.world.lock:
            book = self.book.copy()
            sheet = self._sheet(tab, book)
            sheet.resize("ROWS", max(sheet.row_count, row + 1))
            sheet.resize("COLUMNS", max(sheet.column_count, column + 1))
            new = entered("" if text is None else text, sheet.cell(row, column), "USER_ENTERED", book, self._setting)
            sheet.put(row, {column: new})
            self.service.world.commit(self._file, book)

    def type_row(self, tab: str, texts: Sequence[Any], row: int | None = None) -> int:
        """Type a row of cells (below the last filled row unless told); gives its number from 0."""
        place = self._sheet(tab).last_row() if row is None else row
        for column, text in enumerate(texts):
            if text is not None:
                self.type_at(tab, place, column, text)
        return place

    def note(self, tab: str, cell: str, text: str) -> None:
        """Put a note on a cell."""
        row, column = _cell(cell)
        place = self._range(tab, Rect(row, column, row + 1, column + 1))
        self.do({"repeatCell": {"range": place, "cell": {"note": text}, "fields": "note"}})

    # Rows and columns -------------------------------------------------------------------------------------------------

    def _range(self, tab: str, rect: Rect) -> Json:
        return {
            "sheetId": self._sheet(tab).id,
            "startRowIndex": rect.top,
            "endRowIndex": rect.bottom,
            "startColumnIndex": rect.left,
            "endColumnIndex": rect.right,
        }

    def _span(self, tab: str, axis: str, start: int, count: int) -> Json:
        return {"sheetId": self._sheet(tab).id, "dimension": axis, "startIndex": start, "endIndex": start + count}

    def sort(self, tab: str, heading: str, *, descending: bool = False, heading_row: int = 0) -> None:
        """Sort all rows below the headings by a column."""
        sheet = self._sheet(tab)
        last = max(sheet.last_row(), heading_row + 2)
        place = self._range(tab, Rect(heading_row + 1, 0, last, sheet.column_count))
        order = "DESCENDING" if descending else "ASCENDING"
        spec = {"dimensionIndex": self.column(tab, heading, heading_row), "sortOrder": order}
        self.do({"sortRange": {"range": place, "sortSpecs": [spec]}})

    def shuffle(self, tab: str, dice: random.Random, heading_row: int = 0) -> None:
        """Put the rows below the headings into any order."""
        with self.service.world.lock:
            book = self.book.copy()
            sheet = self._sheet(tab, book)
            last = sheet.last_row()
            order = list(range(heading_row + 1, last))
            dice.shuffle(order)
            sheet.rearrange("ROWS", [*range(heading_row + 1), *order, *range(last, sheet.row_count)])
            self.service.world.commit(self._file, book)

    def insert_rows(self, tab: str, at: int, count: int = 1) -> None:
        """Empty rows before row `at` (from 0)."""
        self.do({"insertDimension": {"range": self._span(tab, "ROWS", at, count), "inheritFromBefore": at > 0}})

    def delete_rows(self, tab: str, at: int, count: int = 1) -> None:
        """Rows go."""
        self.do({"deleteDimension": {"range": self._span(tab, "ROWS", at, count)}})

    def move_rows(self, tab: str, at: int, count: int, to: int) -> None:
        """Rows go before row `to`."""
        self.do({"moveDimension": {"source": self._span(tab, "ROWS", at, count), "destinationIndex": to}})

    def insert_columns(self, tab: str, at: int, count: int = 1) -> None:
        """Empty columns before column `at` (from 0)."""
        self.do({"insertDimension": {"range": self._span(tab, "COLUMNS", at, count), "inheritFromBefore": at > 0}})

    def delete_columns(self, tab: str, at: int, count: int = 1) -> None:
        """Columns go."""
        self.do({"deleteDimension": {"range": self._span(tab, "COLUMNS", at, count)}})

    def move_columns(self, tab: str, at: int, count: int, to: int) -> None:
        """Columns go before column `to`."""
        self.do({"moveDimension": {"source": self._span(tab, "COLUMNS", at, count), "destinationIndex": to}})

    def clear(self, tab: str) -> None:
        """All contents of a tab go, formats stay."""
        with self.service.world.lock:
            book = self.book.copy()
            sheet = self._sheet(tab, book)
            sheet.change(sheet.whole, lambda cell: cell.holding(None) if cell is not EMPTY else cell)
            self.service.world.commit(self._file, book)

    # Tabs and file ----------------------------------------------------------------------------------------------------

    def add_tab(self, title: str, rows: int = 1000, columns: int = 26) -> int:
        """A new tab; its id."""
        grid = {"rowCount": rows, "columnCount": columns}
        reply = self.do({"addSheet": {"properties": {"title": title, "gridProperties": grid}}})[0]
        return int(reply["addSheet"]["properties"]["sheetId"])

    def rename_tab(self, tab: str, title: str) -> None:
        """Another title."""
        given = {"sheetId": self._sheet(tab).id, "title": title}
        self.do({"updateSheetProperties": {"properties": given, "fields": "title"}})

    def rename_heading(self, tab: str, heading: str, text: str, heading_row: int = 0) -> None:
        """Another heading over a column."""
        self.type_at(tab, heading_row, self.column(tab, heading, heading_row), text)

    def delete_tab(self, tab: str) -> None:
        """A tab goes."""
        self.do({"deleteSheet": {"sheetId": self._sheet(tab).id}})

    def duplicate_tab(self, tab: str, title: str) -> None:
        """A copy of a tab beside the others."""
        given = {"sourceSheetId": self._sheet(tab).id, "newSheetName": title, "insertSheetIndex": len(self.book.sheets)}
        self.do({"duplicateSheet": given})

    def set_zone(self, name: str) -> None:
        """Another time zone in the file's settings."""
        self.do({"updateSpreadsheetProperties": {"properties": {"timeZone": name}, "fields": "timeZone"}})

    def set_locale(self, name: str) -> None:
        """Another locale in the file's settings."""
        self.do({"updateSpreadsheetProperties": {"properties": {"locale": name}, "fields": "locale"}})

    def protect(self, tab: str, *, warning: bool = False, editors: Sequence[str] = ()) -> int:
        """Protect a whole tab; gives the number of the protection."""
        given: Json = {"range": {"sheetId": self._sheet(tab).id}, "warningOnly": warning}
        if not warning:
            given["editors"] = {"users": list(editors)}
        reply = self.do({"addProtectedRange": {"protectedRange": given}})[0]
        return int(reply["addProtectedRange"]["protectedRange"]["protectedRangeId"])

    def versions(self) -> int:
        """How many earlier versions there are to go back to."""
        return len(self._file.history)

    def undo(self, steps: int = 1) -> None:
        """Back by so many changes, whoever made them (as restoring an old version does)."""
        self.restore(self._file.history[-steps])

    def restore(self, version: Book) -> None:
        """Make an old version the current one."""
        with self.service.world.lock:
            self.service.world.commit(self._file, version.copy())

    def bin(self, *, out: bool = False) -> None:
        """Put the file into the bin, or take it out."""
        with self.service.world.lock:
            self._file.trashed = not out
            self.service.world.touch(self._file)

    def share(self, mail: str, role: str = "writer") -> None:
        """Share the file."""
        self.service.world.share(self.book_id, mail, role)

    def unshare(self, mail: str) -> None:
        """Share it with somebody no more."""
        with self.service.world.lock:
            self._file.roles.pop(mail, None)
            self.service.world.touch(self._file)

    def copy_file(self, title: str) -> str:
        """File, Make a copy: a new spreadsheet of this person; its id."""
        with self.service.world.lock:
            source = self.book
            file = self.service.world.create(title, self.mail)
            book = source.copy()
            book.id, book.owner = file.id, self.mail
            book.properties = {**book.properties, "title": title}
            file.book = book
            return file.id


def _cell(name: str) -> tuple[int, int]:
    rect = parse_cells(name)
    if rect is None:
        raise ApiError(400, f"Unable to parse range: {name}")
    return rect.top, rect.left
