"""The list of the fleet: a tab `Fleet` in a workbook or spreadsheet of the operator's own, a book a line.

The operator types the first two columns; the others are filled in now and then. It is written through the same backends
as every book, so a file that is open elsewhere waits, and whatever else stands in it stays.
"""

from __future__ import annotations

import os
import re
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from rules.sheet import Cell as Who
from rules.sheet import Column
from sync.backends.base import Backend, Refused, Unreachable
from sync.backends.books import is_file, is_google, open_book
from sync.backends.textfiles import NotText, text_of
from sync.fleet.accounts import OWN
from sync.fleet.board import Entry
from sync.grid import Cell, Grid, TabGrid
from sync.kinds import cell_text
from sync.marks import key_of, made_keys
from sync.plan import OutRow, Plan, changed_rows
from sync.running.health import label
from sync.schema import Rows, Tab, normal
from sync.settings import expanded

TYPED = (
    Column("Book", cell=Who.PERSON, width=60, help="A path ending .xlsx or .xlsm, or the link of a spreadsheet."),
    Column("Account", cell=Who.PERSON, width=16, help="Whose key opens it: the name of a key file. Blank for files."),
)
FILLED = (
    Column("Format", width=18),
    Column("State", width=14),
    Column("Last good pass", width=24),
    Column("Needs the director", width=18),
    Column("Last error", width=70),
)
FLEET = Tab("Fleet", (*TYPED, *FILLED), Rows.VIEW, help="Every book of the fleet.")


class NoList(Refused):
    """The workbook has no tab that could be the list."""


@dataclass(frozen=True)
class Line:
    """A line of the list: what was typed, and the row it stands in (from 1)."""

    entry: Entry
    row: int
    wrong: str = ""  # why it is no book, in words

    @property
    def label(self) -> str:
        """The book's fingerprint."""
        return label(self.entry.book)


@dataclass(frozen=True)
class Shown:
    """What is filled in beside a book."""

    format: str = ""
    state: str = ""
    good: str = ""
    needs: int = 0
    error: str = ""

    def cells(self) -> tuple[Cell, ...]:
        """From left to right."""
        texts = (self.format, self.state, self.good)
        return (*(text or None for text in texts), self.needs or None, self.error or None)


class Listing:
    """The list, through the backend of its book."""

    def __init__(self, book: Backend) -> None:
        self._book = book

    def lines(self) -> tuple[Line, ...]:
        """Every line that names a book. Raises NoList and what the backend raises."""
        return lines_of(_tab_of(self._book.read()))

    def add(self, entries: Sequence[Entry]) -> tuple[Entry, ...]:
        """Put books onto the list; those that were not on it come back, and those whose account is another now."""
        grid = self._made()
        tab = _tab_of(grid)
        there = {line.label: line for line in lines_of(tab)}
        rows, came = [list(row) for row in tab.rows], []
        book, account = _columns(tab)
        for entry in entries:
            old = there.get(label(entry.book))
            if old is not None and (old.entry.account == entry.account or not entry.account):
                continue
            came.append(entry)
            if old is None:
                rows.append([])
            at = old.row - 1 if old is not None else len(rows) - 1
            rows[at] += [None] * (max(book, account) + 1 - len(rows[at]))
            rows[at][book], rows[at][account] = entry.book, entry.account or None
        self._write(grid, tab, [tuple(row) for row in rows])
        return tuple(came)

    def _made(self) -> Grid:
        """The book with the list in it, made where there is none yet."""
        try:
            grid = self._book.read()
            _tab_of(grid)
        except (NoList, Unreachable):
            self._book.prepare((FLEET,), {})
            grid = self._book.read()
        return grid

    def remove(self, books: Sequence[str]) -> tuple[Entry, ...]:
        """Take books off the list; those that were on it come back. Their files and spreadsheets stay as they are."""
        grid = self._book.read()
        tab = _tab_of(grid)
        gone = [line for line in lines_of(tab) if line.label in {label(book) for book in books}]
        rows = [row for number, row in enumerate(tab.rows, 1) if number not in {line.row for line in gone}]
        self._write(grid, tab, rows)
        return tuple(line.entry for line in gone)

    def fill(self, shown: Mapping[str, Shown]) -> bool:
        """Fill in how each book stands; whether anything had to be written."""
        grid = self._book.read()
        tab = _tab_of(grid)
        heads = [normal(cell) for cell in tab.rows[0]]
        places = [heads.index(normal(c.heading)) for c in FILLED if normal(c.heading) in heads]
        missing = [c.heading for c in FILLED if normal(c.heading) not in heads]
        rows = [list(row) for row in tab.rows]
        if missing:
            places += list(range(len(heads), len(heads) + len(missing)))
            rows[0] += [*missing]
        for line in lines_of(tab):
            said = Shown(state="not a book", error=line.wrong) if line.wrong else shown.get(line.label)
            if said is None:
                continue
            row = rows[line.row - 1]
            row += [None] * (max(places) + 1 - len(row))
            for place, cell in zip(places, said.cells(), strict=True):
                row[place] = cell
        return self._write(grid, tab, [tuple(row) for row in rows])

    def _write(self, grid: Grid, tab: TabGrid, rows: Sequence[OutRow]) -> bool:
        width = max((len(row) for row in (*tab.rows, *rows)), default=0)
        steps = changed_rows(FLEET.name, tab, rows, width, same_mark=True)
        if steps:
            self._book.write(Plan(secrets.token_hex(6), grid.revision, steps, {FLEET.name: tab.key}))
        return bool(steps)


class TextListing:
    """The list as a text file: a book a line, its account after a tab or two spaces. Nothing is filled in there."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def lines(self) -> tuple[Line, ...]:
        """Every line that names a book; none where the file is not there. Raises NoList."""
        found: dict[str, Line] = {}
        for number, text in enumerate(self._texts(), 1):
            if text.strip() and not text.lstrip().startswith("#"):
                name, whose = _parted(text)
                line = line_of(name, whose, number)
                found.setdefault(line.label, line)
        return tuple(found.values())

    def add(self, entries: Sequence[Entry]) -> tuple[Entry, ...]:
        """Put books onto the list; those that were not on it come back, and those whose account is another now."""
        there, texts, came = {line.label: line for line in self.lines()}, self._texts(), []
        for entry in entries:
            old = there.get(label(entry.book))
            if old is not None and (old.entry.account == entry.account or not entry.account):
                continue
            came.append(entry)
            text = f"{entry.book}\t{entry.account}".rstrip()
            if old is None:
                texts.append(text)
            else:
                texts[old.row - 1] = text
        self._write(texts)
        return tuple(came)

    def remove(self, books: Sequence[str]) -> tuple[Entry, ...]:
        """Take books off the list; those that were on it come back."""
        gone = [line for line in self.lines() if line.label in {label(book) for book in books}]
        rows = {line.row for line in gone}
        self._write([text for number, text in enumerate(self._texts(), 1) if number not in rows])
        return tuple(line.entry for line in gone)

    def fill(self, shown: Mapping[str, Shown]) -> bool:
        """A text file has no place for it: `pairsheet fleet list` shows it."""
        del shown
        return False

    def _texts(self) -> list[str]:
        try:
            return text_of(self._path.read_bytes()).splitlines()
        except FileNotFoundError:
            return []
        except NotText as wrong:
            raise NoList(f"{self._path}: {wrong}") from None

    def _write(self, texts: Sequence[str]) -> None:
        scrap = self._path.with_name(f".{self._path.name}.{secrets.token_hex(4)}.tmp")
        scrap.write_text("".join(f"{text}\n" for text in texts), encoding="utf-8")
        os.replace(scrap, self._path)


def _parted(text: str) -> tuple[str, str]:
    name, *rest = re.split(r"\t+|  +", text.strip(), maxsplit=1)
    return name.strip(), rest[0].strip() if rest else ""


def listing_at(place: str) -> Listing | TextListing:
    """The list at a place: a workbook, a spreadsheet, else a text file. Raises what opening raises."""
    return Listing(open_book(place)) if is_file(place) or is_google(place) else TextListing(expanded(place))


def _tab_of(grid: Grid) -> TabGrid:
    """The list: the tab that was made for it, else the one with its title and a heading Book. Raises NoList."""
    made = [tab for tab in grid.tabs if tab.key in made_keys(FLEET.name) | {key_of(FLEET.name)}]
    for tab in (*made, *(tab for tab in grid.tabs if normal(tab.title) == normal(FLEET.name))):
        if tab.rows and "book" in {normal(cell) for cell in tab.rows[0]}:
            return tab
    raise NoList(f"{grid.title} has no tab Fleet with a heading Book in its first row: pairsheet fleet add makes it.")


def _columns(tab: TabGrid) -> tuple[int, int]:
    heads = [normal(cell) for cell in tab.rows[0]]
    return heads.index("book"), heads.index("account") if "account" in heads else len(heads)


def lines_of(tab: TabGrid) -> tuple[Line, ...]:
    """The lines of a list. A book named twice counts once, in its first line."""
    book, account = _columns(tab)
    found: dict[str, Line] = {}
    for number in range(2, len(tab.rows) + 1):
        name, whose = cell_text(tab.cell(number, book)).strip(), cell_text(tab.cell(number, account)).strip()
        if not name:
            continue
        line = line_of(name, whose, number)
        found.setdefault(line.label, line)
    return tuple(found.values())


def line_of(name: str, whose: str, row: int) -> Line:
    """A line as it was typed, with the account filled in, or why it is no book."""
    if is_google(name):
        return Line(Entry(name, whose or OWN), row)
    if is_file(name):
        return Line(Entry(name, ""), row)
    return Line(Entry(name, whose), row, "neither a path ending .xlsx or .xlsm nor the link of a Google spreadsheet")
