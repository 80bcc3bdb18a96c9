"""Form answers that arrive in another book: a private spreadsheet that only the directors and the worker can open."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from rules.model import Fields
from sync.backends.base import Address, Backend, BackendError, Mark
from sync.grid import Grid, Row, TabGrid, filled_rows
from sync.kinds import in_zone, zone_named
from sync.plan import OutRow, Plan
from sync.problems import Problem
from sync.reading.decode import ELSEWHERE
from sync.reading.first_look import setting_of
from sync.reading.stamps import StampColumn, stamp_column
from sync.running.beside import NotAllowed, OpenBook, code_of, may_read, open_beside, told
from sync.schema import Tab, normal


def answer_tabs(private: Grid, book: Grid) -> tuple[TabGrid, ...]:
    """The tabs of a private grid that begin with time stamps, as tabs of the book: with keys and titles of their own.

    Their stamps are turned to the clock of the book's own zone, where the two files have different ones.
    """
    titles = {normal(t.title) for t in book.tabs}
    found = []
    for tab in private.tabs:
        stamp = stamp_column(tab.rows[0], [row for _, row in filled_rows(tab, 2)]) if tab.rows else None
        if stamp is not None:
            title = f"{tab.title} (private)" if normal(tab.title) in titles else tab.title
            rows = tuple(_on_the_books_clock(row, stamp, private.zone, book.zone) for row in tab.rows)
            found.append(replace(tab, key=f"{ELSEWHERE}{tab.key}", title=title, rows=rows))
    return tuple(found)


def _on_the_books_clock(row: Row, stamp: StampColumn, theirs: str | None, ours: str | None) -> Row:
    there, here = zone_named(theirs), zone_named(ours)
    cell = row[stamp.index] if stamp.index < len(row) else None
    if there is None or here is None or theirs == ours or not isinstance(cell, datetime):
        return row
    moment = in_zone(cell, there).astimezone(here).replace(tzinfo=None)
    return (*row[: stamp.index], moment, *row[stamp.index + 1 :])


class WithAnswers:
    """A book whose form answers may stand in another one (Settings → Form answers)."""

    def __init__(self, book: Backend, open_book: OpenBook) -> None:
        self._book = book
        self._open = open_book
        self._private: dict[str, Backend] = {}
        self.problems: tuple[Problem, ...] = ()  # of the last read

    @property
    def address(self) -> str:
        """How people call this book."""
        return self._book.address

    def read(self) -> Grid:
        """The book, with the tabs of the private one that hold answers behind its own."""
        grid = self._book.read()
        self.problems = ()
        where = setting_of(grid, "Form answers")
        if not where:
            return grid
        try:
            if where not in self._private:
                self._private[where] = open_beside(self._book.address, where, self._open)
            private = self._private[where].read()
            note = may_read(grid, private)
        except NotAllowed as refused:
            self._tell(grid, refused.code, refused.facts)
            return grid
        except BackendError as trouble:
            self._tell(grid, "answers-unreachable", {"why": str(trouble).rstrip(".")})
            return grid
        if note:
            self._tell(grid, note, {"mark": code_of(grid)})
        found = answer_tabs(private, grid)
        if not found:
            self._tell(grid, "answers-unreachable", {"why": "it has no tab of form answers"})
        return replace(grid, tabs=(*grid.tabs, *found))

    def _tell(self, grid: Grid, code: str, facts: Fields) -> None:
        self.problems = (*self.problems, told(grid, "Form answers", code, facts))

    def typed(self, cells: Sequence[Address]) -> Mapping[Address, str]:
        """What stands in these cells of the book itself, as it was typed."""
        return self._book.typed(cells)

    def write(self, plan: Plan) -> None:
        """Into the book itself; the private one is never written."""
        self._book.write(plan)

    def prepare(self, tabs: Sequence[Tab], rows: Mapping[str, Sequence[OutRow]]) -> None:
        """Make what is missing of the book itself."""
        self._book.prepare(tabs, rows)

    def ahead(self) -> float | None:
        """Seconds by which this machine's clock is ahead of another one."""
        return self._book.ahead()

    def mark(self) -> Mark | None:
        """The mark kept outside the book."""
        return self._book.mark()

    def set_mark(self, mark: Mark) -> None:
        """Keep this mark outside the book."""
        self._book.set_mark(mark)
