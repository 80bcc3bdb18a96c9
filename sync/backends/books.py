"""What people call a book, and the backend that opens it: a path to an .xlsx or .xlsm, or a spreadsheet's URL or id."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from sync.backends.base import Backend, BackendError, WrongUse
from sync.settings import operator

if TYPE_CHECKING:
    from sync.backends.xlsx_backups import Keep

_URL = re.compile(r"https?://docs\.google\.com/spreadsheets/(?:u/\d+/)?d/([A-Za-z0-9_-]{20,})")
FILES = (".xlsx", ".xlsm")  # what names of workbook files end with; the latter may hold macros, which stay as they are
_ID = re.compile(r"[A-Za-z0-9_-]{30,}")


class NoSuchBook(WrongUse):
    """The text names neither a workbook nor a spreadsheet."""


def spreadsheet_id(book: str) -> str | None:
    """The id in a spreadsheet's URL, or the id itself; None for anything else."""
    found = _URL.search(book)
    if found:
        return found[1]
    return book if _ID.fullmatch(book) and not is_file(book) else None


def is_file(book: str) -> bool:
    """Whether the text names a workbook file."""
    return book.casefold().endswith(FILES)


def is_google(book: str) -> bool:
    """Whether the book lives at Google."""
    return not is_file(book) and spreadsheet_id(book) is not None


def open_book(book: str) -> Backend:
    """The backend of a book. Raises NoSuchBook with a plain line; opening itself happens at the first read."""
    if is_file(book):
        from sync.backends.xlsx import XlsxBackend

        return XlsxBackend(Path(book), backups_kept())
    id_ = spreadsheet_id(book)
    if id_ is None:
        called = book.strip() or "A blank name"
        raise NoSuchBook(f"{called} is neither a path ending .xlsx or .xlsm nor the link or id of a Google spreadsheet")
    from sync.backends.google import open_google

    return open_google(id_)


def backups_kept() -> Keep:
    """How many earlier versions of a workbook stay, as the operator says. Raises BackendError for a bad setting."""
    from sync.backends.xlsx_backups import Keep

    typed = operator().backups
    try:
        return Keep.of(typed) if typed else Keep()
    except ValueError as error:
        raise BackendError(f"PAIRSHEET_BACKUPS says {typed[:40]!r}; it takes {error}, such as 10 14") from error
