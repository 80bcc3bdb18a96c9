"""A book as read: tabs of raw cells, before anything is understood.

Backends turn their own values into these few: text, whole numbers, floats that are not whole, yes/no, naive
date-times (the wall clock of the book's zone), and None for a blank. Error cells arrive as their text (`#REF!`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import lru_cache
from typing import TypeAlias

Cell: TypeAlias = "str | int | float | bool | datetime | None"
Row: TypeAlias = tuple[Cell, ...]

ERRORS = frozenset({"#REF!", "#N/A", "#VALUE!", "#DIV/0!", "#NAME?", "#NUM!", "#NULL!", "#ERROR!", "#SPILL!", "#CALC!"})


@dataclass(frozen=True)
class TabGrid:
    """One tab. `key` stays when the tab is renamed; row 1 of the sheet is `rows[0]`."""

    key: str
    title: str
    rows: tuple[Row, ...] = ()
    hidden: bool = False
    merges: tuple[str, ...] = ()  # ranges such as "A3:C3", where the backend knows them
    lost_formulas: tuple[str, ...] = ()  # cells whose formula had no value to read, where the backend knows them

    def cell(self, row: int, column: int) -> Cell:
        """The cell in sheet row `row` (from 1) and column `column` (from 0); None beyond the edge."""
        if not 1 <= row <= len(self.rows):
            return None
        cells = self.rows[row - 1]
        return cells[column] if column < len(cells) else None


@dataclass(frozen=True)
class Shut:
    """One of the worker's tabs that it may not write now. `why`: protected, table, full or refused."""

    key: str
    why: str
    words: str = ""  # the service's own


@dataclass(frozen=True)
class Grid:
    """A whole book as read in one go. `revision` is what the guard compares at the write."""

    book: str  # the book's own id: a path's fingerprint, or the spreadsheet's id
    title: str
    tabs: tuple[TabGrid, ...] = ()
    zone: str | None = None  # the file's own zone, where it has one
    revision: int = 0
    facts: tuple[tuple[str, str], ...] = field(default=())  # what a backend wants remembered (kept as it came)
    other_titles: tuple[str, ...] = ()  # of tabs without cells, such as charts
    binned: bool = False  # whether the file is known to lie in the bin
    shut: tuple[Shut, ...] = ()  # views that a write was refused for, until they are tried again

    @property
    def titles(self) -> tuple[str, ...]:
        """All titles in use."""
        return (*(t.title for t in self.tabs), *self.other_titles)

    def tab(self, key: str) -> TabGrid | None:
        """The tab with this key."""
        return next((t for t in self.tabs if t.key == key), None)

    def is_shut(self, key: str) -> bool:
        """Whether the worker leaves this tab alone for now."""
        return any(s.key == key for s in self.shut)


def is_blank(cell: Cell) -> bool:
    """Nothing, or only white space."""
    return cell is None or (isinstance(cell, str) and not cell.strip())


def is_blank_row(row: Sequence[Cell]) -> bool:
    """Whether every cell of the row is blank."""
    return all(is_blank(c) for c in row)


@lru_cache(maxsize=16_384)
def column_letters(index: int) -> str:
    """Letters of a column counted from 0: A, …, Z, AA, …"""
    letters = ""
    index += 1
    while index:
        index, rest = divmod(index - 1, 26)
        letters = chr(65 + rest) + letters
    return letters


def address(row: int, column: int) -> str:
    """`B14` for row 14, column 1."""
    return f"{column_letters(column)}{row}"


def row_and_letters(at: str) -> tuple[int, str]:
    """14 and `B` of `B14`."""
    letters = at.rstrip("0123456789")
    return int(at[len(letters) :]), letters


def filled_rows(tab: TabGrid, first: int) -> Iterator[tuple[int, Row]]:
    """Row number and cells of every row from `first` (counted from 1) on that is not blank."""
    for number, row in enumerate(tab.rows[first - 1 :], start=first):
        if not is_blank_row(row):
            yield number, row


def tidy(cell: object) -> Cell:
    """A backend's value as one of ours: whole floats become ints, empty text becomes None."""
    if cell is None or cell == "":
        return None
    if isinstance(cell, bool | str | datetime):
        return cell
    if isinstance(cell, int):
        return cell
    if isinstance(cell, float):
        return int(cell) if cell.is_integer() and abs(cell) < 1e15 else cell
    return str(cell)
