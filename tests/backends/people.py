"""What people do to a sheet, the same on every backend.

A person sees titles, headings and addresses, never keys. Whole-row moves are done on the cells as they are, so a
formula, a link or a style travels along. Each backend says how its tab is taken up and put down again.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Sequence
from copy import copy
from datetime import datetime
from pathlib import Path
from typing import Any

from openpyxl.comments import Comment

from sync.backends.memory import MemoryBook
from sync.grid import Cell, address, is_blank, tidy
from sync.plan import Formula, value_of
from sync.schema import normal

CellMatrix = list[list[Any]]  # a backend's own cells


def place(cell: str) -> tuple[int, int]:
    """Row (from 1) and column (from 0) of an address such as B14."""
    found = re.fullmatch(r"([A-Z]+)([0-9]+)", cell)
    assert found is not None, cell
    column = 0
    for letter in found[1]:
        column = column * 26 + ord(letter) - 64
    return int(found[2]), column - 1


class Person(ABC):
    """Somebody with edit rights."""

    @abstractmethod
    def titles(self) -> list[str]:
        """Titles of all tabs, from left to right."""

    @abstractmethod
    def take_up(self, title: str) -> CellMatrix:
        """The cells of a tab, each as the backend keeps it; row 1 comes first."""

    @abstractmethod
    def put_down(self, title: str, cells: CellMatrix) -> None:
        """Make the tab hold these cells and no others."""

    @abstractmethod
    def shown(self, cell: Any) -> Cell:
        """What a person sees in a cell."""

    @abstractmethod
    def typed(self, value: Cell | Formula, before: Any) -> Any:
        """A cell after typing a value into it."""

    @abstractmethod
    def rename_tab(self, title: str, new: str) -> None:
        """Give a tab another title."""

    @abstractmethod
    def delete_tab(self, title: str) -> None:
        """Delete a tab."""

    @abstractmethod
    def add_tab(self, title: str, rows: Sequence[Sequence[Cell]] = ()) -> None:
        """A new tab at the end."""

    @abstractmethod
    def hide_tab(self, title: str) -> None:
        """Hide a tab."""

    @abstractmethod
    def move_tab(self, title: str, to: int) -> None:
        """Drag a tab to another place, counted from 0."""

    def flush(self) -> None:  # noqa: B027 - nothing to do for most
        """Put down whatever is still in hand: only a person at a file has anything to save."""

    # seeing
    def see(self, title: str) -> list[list[Cell]]:
        """All values of a tab, blanks as None."""
        return [[self.shown(c) for c in row] for row in self.take_up(title)]

    def heading_row(self, title: str, heading: str) -> int:
        """Number of the row the heading stands in, among the first five."""
        for number, row in enumerate(self.see(title)[:5], start=1):
            if any(normal(c) == normal(heading) for c in row if not is_blank(c)):
                return number
        raise KeyError(f"{title}: {heading}")

    def column(self, title: str, heading: str) -> int:
        """Position of a heading, from 0."""
        row = self.see(title)[self.heading_row(title, heading) - 1]
        return next(i for i, c in enumerate(row) if normal(c) == normal(heading))

    def row_of(self, title: str, heading: str, value: Cell) -> int:
        """Number of the first row that shows this value under the heading."""
        column, above = self.column(title, heading), self.heading_row(title, heading)
        for number, row in enumerate(self.see(title), start=1):
            if number > above and column < len(row) and row[column] == value:
                return number
        raise KeyError(f"{title}: {heading} = {value!r}")

    def look(self, title: str, heading: str, row: int) -> Cell:
        """What stands under a heading in a row."""
        rows, column = self.see(title), self.column(title, heading)
        cells = rows[row - 1] if row <= len(rows) else []
        return cells[column] if column < len(cells) else None

    # typing
    def type_at(self, title: str, cell: str, value: Cell | Formula) -> None:
        """Type into a cell by its address; None clears it."""
        row, column = place(cell)

        def change(rows: CellMatrix) -> CellMatrix:
            _grow(rows, row, column)
            rows[row - 1][column] = self.typed(value, rows[row - 1][column])
            return rows

        self._change(title, change)

    def type(self, title: str, heading: str, row: int, value: Cell | Formula) -> None:
        """Type under a heading in a row; None clears the cell."""
        column = self.column(title, heading)
        self.type_at(title, address(row, column), value)

    def fill(self, title: str, heading: str, numbers: Collection[int], value: Cell) -> None:
        """Type the same value under a heading in several rows at once, as by filling down."""
        column = self.column(title, heading)

        def change(rows: CellMatrix) -> CellMatrix:
            for number in numbers:
                _grow(rows, number, column)
                rows[number - 1][column] = self.typed(value, rows[number - 1][column])
            return rows

        self._change(title, change)

    def add_row(self, title: str, values: dict[str, Cell]) -> int:
        """Type a new row below the last one: values by heading. Its number comes back."""
        seen = self.see(title)
        last = max((n for n, row in enumerate(seen, start=1) if any(not is_blank(c) for c in row)), default=0)
        for heading, value in values.items():
            self.type(title, heading, last + 1, value)
        return last + 1

    # moving
    def insert_rows(self, title: str, before: int, count: int = 1) -> None:
        """Blank rows above row `before`."""
        self._change(title, lambda rows: [*rows[: before - 1], *([] for _ in range(count)), *rows[before - 1 :]])

    def delete_rows(self, title: str, first: int, count: int = 1) -> None:
        """Take rows out."""
        self._change(title, lambda rows: [*rows[: first - 1], *rows[first - 1 + count :]])

    def copy_row(self, title: str, row: int, to: int) -> None:
        """Copy a whole row over another one."""

        def change(rows: CellMatrix) -> CellMatrix:
            _grow(rows, max(row, to), 0)
            rows[to - 1] = list(rows[row - 1])
            return rows

        self._change(title, change)

    def sort(self, title: str, heading: str, reverse: bool = False) -> None:
        """Sort all rows below the headings by what they show under one of them; blanks last."""
        column, above = self.column(title, heading), self.heading_row(title, heading)

        def shown(row: list[Any]) -> Cell:
            return self.shown(row[column]) if column < len(row) else None

        def change(rows: CellMatrix) -> CellMatrix:
            filled = [r for r in rows[above:] if not is_blank(shown(r))]
            blank = [r for r in rows[above:] if is_blank(shown(r))]
            return [*rows[:above], *sorted(filled, key=lambda r: str(shown(r)), reverse=reverse), *blank]

        self._change(title, change)

    def arrange(self, title: str, first: int, order: Sequence[int]) -> None:
        """Put the rows from `first` on into another order: `order` holds positions counted from 0."""
        self._change(title, lambda rows: [*rows[: first - 1], *[rows[first - 1 + i] for i in order]])

    def insert_column(self, title: str, before: int, heading: Cell = None) -> None:
        """A new column before position `before` (from 0), perhaps with a heading beside the others."""
        above = self._heading_line(title)

        def change(rows: CellMatrix) -> CellMatrix:
            for number, row in enumerate(rows, start=1):
                if len(row) >= before or number == above:
                    _grow([row], 1, before - 1)
                    row.insert(before, self.typed(heading if number == above else None, None))
            return rows

        self._change(title, change)

    def delete_column(self, title: str, heading: str) -> None:
        """Take a column out."""
        column = self.column(title, heading)
        self._change(title, lambda rows: [[*row[:column], *row[column + 1 :]] for row in rows])

    def move_column(self, title: str, heading: str, to: int) -> None:
        """Drag a column to another position, counted from 0 without it."""
        column = self.column(title, heading)

        def change(rows: CellMatrix) -> CellMatrix:
            for row in rows:
                _grow([row], 1, max(column, to))
                row.insert(to, row.pop(column))
            return rows

        self._change(title, change)

    def _heading_line(self, title: str) -> int:
        rows = self.see(title)[:5]
        filled = [sum(not is_blank(c) for c in row) for row in rows]
        return filled.index(max(filled)) + 1 if filled else 1

    def _change(self, title: str, change: Callable[[CellMatrix], CellMatrix]) -> None:
        self.put_down(title, change(self.take_up(title)))


def _grow(rows: CellMatrix, row: int, column: int) -> None:
    while len(rows) < row:
        rows.append([])
    while len(rows[row - 1]) <= column:
        rows[row - 1].append(None)


class MemoryPerson(Person):
    """A person at a book in memory."""

    def __init__(self, book: MemoryBook) -> None:
        self.book = book

    def titles(self) -> list[str]:
        """Titles of all tabs."""
        return [t.title for t in self.book.tabs]

    def take_up(self, title: str) -> CellMatrix:
        """The cells of a tab."""
        return [list(row) for row in self._tab(title).rows]

    def put_down(self, title: str, cells: CellMatrix) -> None:
        """Make the tab hold these cells."""
        self._tab(title).rows = cells

    def shown(self, cell: Any) -> Cell:
        """What a person sees."""
        return None if cell == "" else value_of(cell)

    def typed(self, value: Cell | Formula, before: Any) -> Any:  # noqa: ARG002 - cells here have no style to keep
        """The value itself."""
        return value

    def rename_tab(self, title: str, new: str) -> None:
        """Give a tab another title."""
        self._tab(title).title = new

    def delete_tab(self, title: str) -> None:
        """Delete a tab."""
        self.book.tabs.remove(self._tab(title))

    def add_tab(self, title: str, rows: Sequence[Sequence[Cell]] = ()) -> None:
        """A new tab at the end."""
        self.book.add(title, rows)

    def hide_tab(self, title: str) -> None:
        """Hide a tab."""
        self._tab(title).hidden = True

    def move_tab(self, title: str, to: int) -> None:
        """Drag a tab."""
        tab = self._tab(title)
        self.book.tabs.remove(tab)
        self.book.tabs.insert(to, tab)

    def _tab(self, title: str) -> Any:
        tab = next((t for t in self.book.tabs if t.title == title), None)
        if tab is None:
            raise KeyError(title)
        return tab


class XlsxPerson(Person):
    """A person who opens the file in a program, changes something, saves and closes it.

    Names that point at a tab follow when it is renamed, as in every spreadsheet program. Columns and rows move
    with their cells; looks of whole columns do not.
    """

    def __init__(self, path: Path, lazy: bool = False) -> None:
        """`lazy`: the program stays open between edits, and `flush` saves them together."""
        self.path = path
        self.lazy = lazy
        self._book: Any = None
        self._stat: tuple[int, int] | None = None
        self._unsaved = False

    def _open(self) -> Any:
        from openpyxl import load_workbook

        stat = self.path.stat()
        if self._book is None or (not self._unsaved and self._stat != (stat.st_mtime_ns, stat.st_size)):
            book = load_workbook(self.path, rich_text=True)
            if not self.lazy:
                return book
            self._book, self._stat = book, (stat.st_mtime_ns, stat.st_size)
        return self._book

    def _save(self, book: Any) -> None:
        if self.lazy:
            self._unsaved = True
        else:
            book.save(self.path)

    def flush(self) -> None:
        """Save and close what is open, where something was changed."""
        if self._unsaved:
            self._book.save(self.path)
            self._book, self._unsaved = None, False

    def titles(self) -> list[str]:
        """Titles of all tabs."""
        return list(self._open().sheetnames)

    def see(self, title: str) -> list[list[Cell]]:
        """All values of a tab. Looks and links are left where they are, which is quicker than taking them up."""
        ws = self._open()[title]
        width = ws.max_column
        rows: list[list[Cell]] = [[None] * width for _ in range(ws.max_row)]
        for (row, column), cell in ws._cells.items():
            rows[row - 1][column - 1] = self.shown((cell.value, cell.data_type))
        return rows

    def take_up(self, title: str) -> CellMatrix:
        """Value, type, style and link of every cell."""
        ws = self._open()[title]
        width = ws.max_column
        rows: CellMatrix = [[None] * width for _ in range(ws.max_row)]
        for (row, column), cell in ws._cells.items():
            rows[row - 1][column - 1] = (cell.value, cell.data_type, copy(cell._style), copy(cell.hyperlink))
        return rows

    def put_down(self, title: str, cells: CellMatrix) -> None:
        """Write all cells back and save."""
        from openpyxl.cell.cell import Cell as XlsxCell

        wb = self._open()
        ws = wb[title]
        notes = {c.coordinate: c.comment for c in ws._cells.values() if c.comment}
        ws._cells.clear()
        for number, row in enumerate(cells, start=1):
            for column, kept in enumerate(row, start=1):
                if kept is None:
                    continue
                value, data_type, style, link = kept
                cell: Any = XlsxCell(ws, row=number, column=column)
                if link is not None:
                    cell.hyperlink = link
                cell.value = value
                cell.data_type = data_type
                if style is not None:
                    cell._style = style
                if cell.coordinate in notes:
                    cell.comment = Comment(notes[cell.coordinate].text, "Pairsheet")
                ws._cells[(number, column)] = cell
        self._save(wb)

    def shown(self, cell: Any) -> Cell:
        """What a person sees; a formula shows nothing here."""
        if cell is None or cell[1] == "f" or cell[0] == "":
            return None
        return str(cell[0]) if cell[1] == "s" else tidy(cell[0])

    def typed(self, value: Cell | Formula, before: Any) -> Any:
        """The value in the style the cell had."""
        style = before[2] if before is not None else None
        if value is None:
            return (None, "n", style, None) if style is not None else None
        if isinstance(value, Formula):
            return (value.text, "f", style, None)
        kinds = {str: "s", bool: "b", datetime: "d"}
        return (value, kinds.get(type(value), "n"), style, None)

    def rename_tab(self, title: str, new: str) -> None:
        """Give a tab another title; names that point at it follow."""
        from openpyxl.utils import quote_sheetname

        wb = self._open()
        wb[title].title = new
        for name in wb.defined_names.values():
            for old in (quote_sheetname(title), title):
                if name.attr_text.startswith(f"{old}!"):
                    name.attr_text = quote_sheetname(new) + name.attr_text[len(old) :]
                    break
        self._save(wb)

    def delete_tab(self, title: str) -> None:
        """Delete a tab."""
        wb = self._open()
        del wb[title]
        self._save(wb)

    def add_tab(self, title: str, rows: Sequence[Sequence[Cell]] = ()) -> None:
        """A new tab at the end."""
        wb = self._open()
        ws = wb.create_sheet(title)
        for row in rows:
            ws.append(list(row))
        self._save(wb)

    def hide_tab(self, title: str) -> None:
        """Hide a tab."""
        wb = self._open()
        wb[title].sheet_state = "hidden"
        self._save(wb)

    def move_tab(self, title: str, to: int) -> None:
        """Drag a tab."""
        wb = self._open()
        wb.move_sheet(title, to - wb.sheetnames.index(title))
        self._save(wb)
