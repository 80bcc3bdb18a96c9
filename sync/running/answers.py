"""Form answers that arrive in another book: a private spreadsheet that only the directors and the worker can open."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from sync.backends.base import Backend, BackendError, Mark
from sync.grid import Grid, TabGrid
from sync.plan import OutRow, Plan
from sync.reading.decode import looks_like_form
from sync.reading.first_look import setting_of
from sync.schema import FORM_TAB, Tab, normal

OpenBook = Callable[[str], Backend]


def form_tab(grid: Grid) -> TabGrid | None:
    """The tab of a grid that holds form answers, by its content; the one with most rows where there are several."""
    found = [tab for tab in grid.tabs if looks_like_form(tab, FORM_TAB)]
    return max(found, key=lambda t: len(t.rows), default=None)


class WithAnswers:
    """A book whose form answers may stand in another one (Settings → Form answers)."""

    def __init__(self, book: Backend, open_book: OpenBook) -> None:
        self._book = book
        self._open = open_book
        self._private: dict[str, Backend] = {}
        self.trouble = ""

    @property
    def address(self) -> str:
        """How people call this book."""
        return self._book.address

    def read(self) -> Grid:
        """The book, with the answers of the private one in place of its own form tab."""
        grid = self._book.read()
        self.trouble = ""
        where = setting_of(grid, "Form answers")
        if not where:
            return grid
        try:
            if where not in self._private:
                self._private[where] = self._open(where)
            answers = form_tab(self._private[where].read())
        except BackendError as trouble:
            self.trouble = str(trouble)
            return grid
        if answers is None:
            self.trouble = "it has no tab of form answers"
            return grid
        own = [t for t in grid.tabs if normal(t.title) != normal(FORM_TAB.name)]
        return replace(grid, tabs=(*own, replace(answers, key=f"answers:{answers.key}", title=FORM_TAB.name)))

    def write(self, plan: Plan) -> None:
        """Into the book itself; the private one is never written."""
        self._book.write(plan)

    def prepare(self, tabs: Sequence[Tab], rows: Mapping[str, Sequence[OutRow]]) -> None:
        """Make what is missing of the book itself."""
        self._book.prepare(tabs, rows)

    def mark(self) -> Mark | None:
        """The mark kept outside the book."""
        return self._book.mark()

    def set_mark(self, mark: Mark) -> None:
        """Keep this mark outside the book."""
        self._book.set_mark(mark)
