"""Other books a director names in Settings: which may be opened, and how one says that this book may use it.

A link is typed by whoever can edit Settings, and the worker opens far more than they can. So the other book itself has
to name this one: by a tab whose title is this book's code. Answers of a form or typed cells cannot make one.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable
from pathlib import Path

from rules.model import Fields
from sync.backends.base import Backend, BackendError
from sync.backends.books import is_file, is_google
from sync.grid import Grid
from sync.journal import known_tabs
from sync.problems import Problem
from sync.reading.decode import ELSEWHERE
from sync.reading.first_look import book_began, journal_lines, setting_at
from sync.schema import FORM_TAB, normal

OpenBook = Callable[[str], Backend]
CODE = re.compile(r"for-[0-9a-f]{8}")


class NotAllowed(BackendError):
    """What is typed may not be opened, or does not name this book. `code` and `facts` tell it as a problem."""

    def __init__(self, code: str, **facts: str) -> None:
        super().__init__(facts.get("why", code))
        self.code, self.facts = code, dict(facts)


def code_of(grid: Grid) -> str:
    """This book's code: the same for as long as its event goes on, also where the file is moved."""
    began = book_began(grid) or grid.book
    return f"for-{hashlib.sha256(f'pairsheet beside {began}'.encode()).hexdigest()[:8]}"


def codes_on(target: Grid) -> frozenset[str]:
    """Codes of the books that may use this one: titles of its tabs."""
    return frozenset(normal(title) for title in target.titles if CODE.fullmatch(normal(title)))


def open_beside(book: str, where: str, open_book: OpenBook) -> Backend:
    """The other book named in Settings: a file only beside the own one, none from a spreadsheet. Raises NotAllowed."""
    if not is_file(where):
        if is_google(book) and is_google(where) and _id(where) == _id(book):
            raise NotAllowed("link-not-allowed", why="it is this book itself")
        return open_book(where)
    if not is_file(book):
        raise NotAllowed("link-not-allowed", why="a spreadsheet may not name files of the worker's machine")
    own = Path(book).expanduser().resolve()
    for path in ((own.parent / where).resolve(), Path(where).expanduser().resolve()):
        if path == own:
            raise NotAllowed("link-not-allowed", why="it is this book itself")
        if path.parent == own.parent and path.exists():
            return open_book(str(path))
    raise NotAllowed("link-not-allowed", why="there is no such file in the folder of this book")


def _id(book: str) -> str | None:
    from sync.backends.books import spreadsheet_id

    return spreadsheet_id(book)


def was_read_before(grid: Grid, target: Grid) -> bool:
    """Whether an earlier version read its answers there: the Journal remembers the tab."""
    key = known_tabs(journal_lines(grid)).get(FORM_TAB.name, "")
    return key.startswith(ELSEWHERE) and target.tab(key.removeprefix(ELSEWHERE)) is not None


def may_read(grid: Grid, target: Grid) -> str:
    """Blank where the other book names this one; the code of a note where it was read before. Raises NotAllowed."""
    if code_of(grid) in codes_on(target):
        return ""
    if was_read_before(grid, target):
        return "answers-unnamed"
    raise NotAllowed("answers-not-ours", mark=code_of(grid))


def told(grid: Grid, setting: str, code: str, facts: Fields) -> Problem:
    """A problem at the cell of a setting."""
    return Problem(code, setting_at(grid, setting), facts)
