"""A spreadsheet at the emulator with a worker and a person at it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from pathlib import Path
from typing import Any

import requests

from sync.backends.google import GoogleBackend
from sync.backends.google_session import GoogleSession, Limits
from sync.grid import Cell, address
from sync.plan import Formula
from tests.backends.contract import Rig
from tests.backends.people import CellMatrix, Person, place
from tests.backends.sample import FIRST_ROWS, TABS
from tests.emulator import cells as stored
from tests.emulator.book import Book
from tests.emulator.clock import START
from tests.emulator.fixtures import WORKER, Emulated, emulated
from tests.emulator.formulas import calc_of
from tests.emulator.numerals import moment, serial
from tests.emulator.server import LoopbackServer
from tests.emulator.sheet import NO_ROW, Row, Sheet
from tests.emulator.values import Setting, entered

UNCOUNTED = Limits(per_minute=0)


class Hands:
    """A clock that moves only when somebody sleeps; what was slept is kept."""

    def __init__(self) -> None:
        self.time = 1000.0
        self.slept: list[float] = []

    def now(self) -> float:
        """Seconds."""
        return self.time

    def sleep(self, seconds: float) -> None:
        """Let the clock move."""
        self.slept.append(seconds)
        self.time += seconds


@dataclass
class Desk:
    """The emulator, a worker's backend, and what is needed to make another."""

    emulated: Emulated
    state: Path
    hands: Hands

    def session(self, http: requests.Session | None = None, limits: Limits = UNCOUNTED) -> GoogleSession:
        """A line of the worker's account to the emulator; with a ready token unless `http` signs in."""
        http = http if http is not None else self.emulated.plain_session()
        return GoogleSession(http, WORKER, limits, self.hands.now, self.hands.sleep)

    def backend(self, state: str = "", session: GoogleSession | None = None) -> GoogleBackend:
        """A worker's hold on the spreadsheet; `state` names a folder of its own."""
        folder = self.state / state if state else self.state
        return GoogleBackend(self.emulated.book_id, session or self.session(), folder)

    @property
    def calls(self) -> list[str]:
        """Names of the calls so far, shortened: get, values.batchGet, batchUpdate."""
        log = self.emulated.service.log.calls
        return [c.name.removeprefix("sheets.spreadsheets.") for c in log if c.kind in ("read", "write")]

    @contextmanager
    def counted(self) -> Iterator[list[str]]:
        """Collects the calls made inside."""
        before, found = len(self.calls), list[str]()
        yield found
        found += self.calls[before:]


@lru_cache(maxsize=4096)
def lone_value(formula: str, now: datetime | None) -> Any:
    """What a formula shows that has no other cells to look at."""
    lone = Book("lone", "lone")
    lone.sheets[0].put(0, {0: stored.Cell(stored.Formula(formula))})
    return calc_of(lone, now or START).value(lone.sheets[0], 0, 0)


def asks_the_time(entered: Any) -> bool:
    """Whether it is a formula that shows something else later."""
    return isinstance(entered, stored.Formula) and ("NOW(" in entered.upper() or "TODAY(" in entered.upper())


class GooglePerson(Person):
    """A person with the spreadsheet open: its owner."""

    def __init__(self, desk: Emulated) -> None:
        self._at = desk
        self._looked: dict[int, tuple[Row, list[Cell]]] = {}  # the row is kept, so that its id stays its own

    @property
    def _book(self) -> Book:
        return self._at.book

    def _sheet(self, title: str, book: Book | None = None) -> Sheet:
        sheet = next((s for s in (book or self._book).sheets if s.title == title), None)
        if sheet is None:
            raise KeyError(title)
        return sheet

    def titles(self) -> list[str]:
        """Titles of the tabs a person sees."""
        return [s.title for s in self._book.sheets if s.title != "_pairsheet"]

    def take_up(self, title: str) -> CellMatrix:
        """The cells of a tab, formats and drop-downs included."""
        sheet = self._sheet(title)
        tall = max(sheet.rows, default=-1) + 1
        return [
            [row.get(c) for c in range(max(row, default=-1) + 1)]
            for row in (sheet.rows.get(r, {}) for r in range(tall))
        ]

    def see(self, title: str) -> list[list[Cell]]:
        """All values of a tab down to the last one: rows that only have a look show nothing."""
        sheet = self._sheet(title)
        rows = [list(self._seen(sheet.rows.get(r, NO_ROW))) for r in range(max(sheet.rows, default=-1) + 1)]
        while rows and all(cell is None for cell in rows[-1]):
            rows.pop()
        return rows

    def _seen(self, row: Row) -> list[Cell]:
        """A row as it shows; rows are never changed in place, so what was seen of one holds."""
        if (kept := self._looked.get(id(row))) is not None:
            return kept[1]
        shown = [self.shown(row.get(c)) for c in range(max(row, default=-1) + 1)]
        if not any(asks_the_time(cell.entered) for cell in row.values()):
            self._looked[id(row)] = (row, shown)
        return shown

    def type_at(self, title: str, cell: str, value: Cell | Formula) -> None:
        """Type into a cell by its address; None clears it."""
        row, column = place(cell)
        service = self._at.service
        with service.world.lock:
            book = self._book.copy()
            sheet = self._sheet(title, book)
            sheet.resize("ROWS", max(sheet.row_count, row))
            sheet.resize("COLUMNS", max(sheet.column_count, column + 1))
            sheet.put(row - 1, {column: self.typed(value, sheet.cell(row - 1, column))})
            service.world.commit(service.world.files[self._at.book_id], book)

    def put_down(self, title: str, cells: CellMatrix) -> None:
        """Make the tab hold these cells; its grid grows as needed."""
        service = self._at.service
        with service.world.lock:
            book = self._book.copy()
            sheet = self._sheet(title, book)
            sheet.resize("ROWS", max(sheet.row_count, len(cells)))
            sheet.resize("COLUMNS", max(sheet.column_count, max((len(r) for r in cells), default=0)))
            sheet.rows = {
                number: kept
                for number, row in enumerate(cells)
                if (kept := {c: cell for c, cell in enumerate(row) if cell is not None and not cell.blank})
            }
            service.world.commit(service.world.files[self._at.book_id], book)

    def shown(self, cell: Any) -> Cell:
        """What a cell shows; a formula that leads to other cells shows as nothing here."""
        if cell is None or cell.entered is None:
            return None
        value: Any = cell.entered
        if isinstance(value, stored.Formula):
            value = lone_value(value, self._at.service.clock.now() if asks_the_time(value) else None)
            return None if isinstance(value, stored.Fault) or value == "" else value
        if isinstance(value, int | float) and not isinstance(value, bool):
            if cell.number_format.get("type") in ("DATE", "DATE_TIME"):
                return moment(value)
            return stored.plain_number(value)
        return str(value) if isinstance(value, str) else value

    def typed(self, value: Cell | Formula, before: Any) -> Any:
        """A cell after typing, as the service understands what is typed."""
        cell = before if before is not None else stored.EMPTY
        if isinstance(value, Formula):
            return cell.holding(stored.Formula(value.text))
        if isinstance(value, datetime):
            return cell.holding(serial(value)).formatted({"type": "DATE_TIME", "pattern": "yyyy-mm-dd hh:mm"})
        setting = Setting("director@example.org", self._at.service.clock.now(), self._at.service.switches)
        return entered("" if value is None else value, cell, "USER_ENTERED", self._book, setting)

    def insert_rows(self, title: str, before: int, count: int = 1) -> None:
        """Blank rows above row `before`."""
        at = min(before - 1, self._sheet(title).row_count)
        self._at.director.insert_rows(title, at, count)

    def delete_rows(self, title: str, first: int, count: int = 1) -> None:
        """Take rows out; the last row of a tab cannot go, so there is a blank one below."""
        sheet = self._sheet(title)
        count = min(count, sheet.row_count - first + 1)
        if count < 1:
            return
        if count == sheet.row_count:
            self._at.director.do({"appendDimension": {"sheetId": sheet.id, "dimension": "ROWS", "length": 1}})
        self._at.director.delete_rows(title, first - 1, count)

    def sort(self, title: str, heading: str, reverse: bool = False) -> None:
        """Sort the rows below the headings, as the service sorts."""
        above, sheet = self.heading_row(title, heading), self._sheet(title)
        where = {
            "sheetId": sheet.id, "startRowIndex": above, "endRowIndex": max(sheet.last_row(), above + 1),
            "startColumnIndex": 0, "endColumnIndex": sheet.column_count,
        }  # fmt: skip
        order = "DESCENDING" if reverse else "ASCENDING"
        spec = {"dimensionIndex": self.column(title, heading), "sortOrder": order}
        if above < sheet.row_count:
            self._at.director.do({"sortRange": {"range": where, "sortSpecs": [spec]}})

    def insert_column(self, title: str, before: int, heading: Cell = None) -> None:
        """A new column before position `before` (from 0), perhaps with a heading beside the others."""
        above = self._heading_line(title)
        self._at.director.insert_columns(title, min(before, self._sheet(title).column_count))
        if heading is not None:
            self.type_at(title, address(above, before), heading)

    def delete_column(self, title: str, heading: str) -> None:
        """Take a column out."""
        self._at.director.delete_columns(title, self.column(title, heading))

    def move_column(self, title: str, heading: str, to: int) -> None:
        """Drag a column to another position, counted from 0 without it."""
        column = self.column(title, heading)
        target = to if to <= column else to + 1
        self._at.director.move_columns(title, column, 1, min(target, self._sheet(title).column_count))

    def rename_tab(self, title: str, new: str) -> None:
        """Give a tab another title."""
        self._at.director.rename_tab(title, new)

    def delete_tab(self, title: str) -> None:
        """Delete a tab."""
        self._at.director.delete_tab(title)

    def add_tab(self, title: str, rows: Sequence[Sequence[Cell]] = ()) -> None:
        """A new tab at the end."""
        self._at.director.add_tab(title, 50, 12)
        self.put_down(title, [[None if v is None else self.typed(v, None) for v in row] for row in rows])

    def hide_tab(self, title: str) -> None:
        """Hide a tab."""
        given = {"sheetId": self._sheet(title).id, "hidden": True}
        self._at.director.do({"updateSheetProperties": {"properties": given, "fields": "hidden"}})

    def move_tab(self, title: str, to: int) -> None:
        """Drag a tab."""
        given = {"sheetId": self._sheet(title).id, "index": to}
        self._at.director.do({"updateSheetProperties": {"properties": given, "fields": "index"}})


_PREPARED: list[Book] = []


def desk(state: Path, server: LoopbackServer | None = None) -> Desk:
    """An emulator with a blank spreadsheet."""
    return Desk(emulated(server=server), state, Hands())


def prepared(state: Path, server: LoopbackServer | None = None) -> Desk:
    """An emulator with the sample format's book. It is prepared once and then copied, for speed."""
    made = desk(state, server)
    if not _PREPARED:
        made.backend("first").prepare(TABS, FIRST_ROWS)
        made.emulated.service.judge.raise_violations()
        _PREPARED.append(made.emulated.book)
    book = _PREPARED[0].copy()
    book.id = made.emulated.book_id
    made.emulated.service.world.files[made.emulated.book_id].book = book
    return made


def rig_of(made: Desk) -> Rig:
    """The rig of the contract: two workers beside each other and a person."""
    return Rig(made.backend(), GooglePerson(made.emulated), made.backend())
