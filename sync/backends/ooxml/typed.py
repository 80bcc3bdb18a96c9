"""Formulas in cells as somebody would type them."""

from __future__ import annotations

from collections.abc import Collection

from sync.backends.ooxml.book import Book
from sync.backends.ooxml.cells import Cells
from sync.backends.ooxml.formulas import text_at
from sync.backends.ooxml.package import Package
from sync.backends.ooxml.sheet import Sheet
from sync.backends.ooxml.strings import SharedTexts
from sync.backends.xlsx_limits import TooMuch
from sync.backends.xlsx_parts import DAMAGE


def formulas_in(data: bytes, cells: Collection[tuple[str, int, int]]) -> dict[tuple[str, int, int], str]:
    """The text of the formulas in these cells of a file (title, row and column from 1); none where it is damaged."""
    found: dict[tuple[str, int, int], str] = {}
    try:
        package = Package(data)
        book = Book(package)
        reader = Cells(book.space, SharedTexts(package, book.path), book.since_1904)
        for title in {title for title, _, _ in cells}:
            path = book.path_of(title)
            sheet = Sheet(title, path, package.tree(path), reader)
            for at in (at for at in cells if at[0] == title):
                text = text_at(sheet, at[1], at[2])
                if text is not None:
                    found[at] = text
    except (TooMuch, *DAMAGE):
        return {}  # the write says what is wrong
    return found
