"""One tab's tree: its rows and cells by place, columns, and the ranges around them.

Rows or cells out of order, without a place, or stored twice are put in order when a tab is opened for editing: what
was said last counts, as readers take it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Protocol

from sync.backends.ooxml.areas import Area
from sync.backends.ooxml.cells import Cells
from sync.backends.ooxml.space import WORKSHEET, Space
from sync.backends.ooxml.xml import Element, alone, child, children, drop, made, place_in_order
from sync.backends.xlsx_sheet import place_of
from sync.grid import address

WIDEST_SPAN = 600  # columns of one range of looks that are told apart
_PLAIN_WIDTH = 13.0


class Meet(Protocol):
    """Looks at the cells of a tab, one after the other."""

    def start(self) -> None:
        """The first cell comes next; forget what was met before."""

    def meet(self, row: int, column: int, cell: Element) -> None:
        """A cell of the tab."""


class Sheet:
    """A tab that is read cell by cell, and may be changed. Only lines that are asked for are taken apart."""

    def __init__(self, title: str, path: str, root: Element, cells: Cells, meet: Meet | None = None) -> None:
        """`meet` sees every cell, in order. Raises ValueError where a cell has no place."""
        self.title, self.path, self.root, self.cells = title, path, root, cells
        self.space: Space = cells.space
        self._row_tag, self._cell_tag = self.space.tag("row"), self.space.tag("c")
        data = child(root, "sheetData")
        if data is None:
            data = alone(self.space.tag("sheetData"))
            place_in_order(root, data, WORKSHEET)
        self.data = data
        self.rows: dict[int, Element] = {}
        self._lines: dict[int, dict[int, Element]] = {}  # cells by row and column, of the rows that were asked for
        self._letters: dict[str, int] = {}
        if not self._is_in_order(meet):
            self._put_in_order()
            if meet is not None:
                meet.start()
                for row, column, cell in self.all_cells():
                    meet.meet(row, column, cell)
        self._last_row = max(self.rows, default=0)
        self._column_styles: dict[int, int] | None = None
        self._extent: Area | None = None  # of what was put

    # finding
    def line(self, row: int) -> dict[int, Element]:
        """The cells of a row by their columns, from left to right."""
        line = self._lines.get(row)
        if line is None:
            parent, end = self.rows.get(row), len(str(row))
            cells = () if parent is None else parent.iterchildren(self._cell_tag)
            line = self._lines[row] = {self._letters[cell.get("r")[:-end]]: cell for cell in cells}
        return line

    def cell(self, row: int, column: int) -> Element | None:
        """The cell element at a place."""
        return self.line(row).get(column)

    def all_cells(self) -> Iterator[tuple[int, int, Element]]:
        """Every cell with its row and column."""
        letters, tag = self._letters, self._cell_tag
        for row, parent in self.rows.items():
            end = len(str(row))
            for cell in parent.iterchildren(tag):
                yield row, letters[cell.get("r")[:-end]], cell

    def formulas(self) -> Iterator[tuple[int, int, Element, Element]]:
        """Every cell that holds a formula: row, column, the cell and the formula."""
        for formula in self.data.iter(self.space.tag("f")):
            cell = formula.getparent()
            if cell.tag == self._cell_tag:
                row, column = place_of(cell.get("r"))
                yield row, column + 1, cell, formula

    def held(self, row: int, column: int) -> Any:
        """What a cell holds; None where there is none."""
        cell = self.cell(row, column)
        return None if cell is None else self.cells.held(cell)

    def last_filled(self) -> int:
        """The last row that holds anything; 0 for none."""
        for row in sorted(self.rows, reverse=True):
            if any(self.cells.is_filled(cell) for cell in self.line(row).values()):
                return row
        return 0

    def is_blank(self) -> bool:
        """Whether no cell holds anything."""
        return not any(self.cells.has_content(cell) for _, _, cell in self.all_cells())

    def _is_in_order(self, meet: Meet | None) -> bool:
        """Whether rows and cells follow each other as they should; what leaves its place out is told it."""
        number, letters = 0, self._letters
        met = meet.meet if meet is not None else None
        for row in self.data.iterchildren(self._row_tag):
            said = row.get("r")
            mine = place_of(f"A{said}")[0] if said else number + 1
            if mine <= number:
                return False
            text = str(mine)
            if said != text:
                row.set("r", text)
            number, column, end = mine, 0, len(text)
            self.rows[mine] = row
            for cell in row.iterchildren(self._cell_tag):
                at = cell.get("r")
                if at is None:
                    at = address(mine, column)
                    cell.set("r", at)
                here = letters.get(at[:-end])
                if here is None:
                    place = place_of(at)
                    if place[0] != mine:
                        return False
                    here = letters[at[:-end]] = place[1] + 1
                    if at != address(*place):
                        cell.set("r", address(*place))
                        letters[address(*place)[:-end]] = here
                if here <= column or at[-end:] != text:
                    return False
                column = here
                if met is not None:
                    met(mine, here, cell)
        return True

    def _put_in_order(self) -> None:
        """Put rows and cells in order; what was said last of a place counts."""
        number = 0
        lines: dict[int, dict[int, Element]] = {}
        rows: dict[int, Element] = {}
        for row in list(self.data.iterchildren(self._row_tag)):
            said = row.get("r")
            number = place_of(f"A{said}")[0] if said else number + 1
            rows.setdefault(number, row)
            column = 0
            for cell in list(row.iterchildren(self._cell_tag)):
                if cell.get("r"):
                    number, place = place_of(cell.get("r"))
                    column = place + 1
                else:
                    column += 1
                lines.setdefault(number, {})[column] = cell
                row.remove(cell)
            self.data.remove(row)
        self.rows, self._lines = {}, {}
        for number in sorted(lines.keys() | rows.keys()):
            row = rows.get(number)
            if row is None:
                row = alone(self._row_tag)
            row.set("r", str(number))
            row.attrib.pop("spans", None)
            line = dict(sorted(lines.get(number, {}).items()))
            for column, cell in line.items():
                at = address(number, column - 1)
                cell.set("r", at)
                self._letters[at[: -len(str(number))]] = column
            row[:0] = list(line.values())
            self.data.append(row)
            self.rows[number] = row

    # making
    def made_cell(self, row: int, column: int) -> Element:
        """The cell at a place; a new one without looks where there is none."""
        if row not in self.rows:
            self._made_row(row)
        line = self.line(row)
        there = line.get(column)
        if there is not None:
            return there
        parent, at = self.rows[row], address(row, column - 1)
        last = next(reversed(line)) if line else 0
        if last < column and len(parent) == len(line):
            cell = made(parent, self._cell_tag, {"r": at})
            line[column] = cell
        else:
            cell = alone(self._cell_tag, {"r": at})
            after = next((c for c in line if c > column), None)
            if after is not None:
                line[after].addprevious(cell)
            elif line:
                line[last].addnext(cell)
            else:
                parent.insert(0, cell)
            line[column] = cell
            self._lines[row] = dict(sorted(line.items()))
        self._letters[at[: -len(str(row))]] = column
        if "spans" in parent.attrib:
            del parent.attrib["spans"]
        mine = Area(row, column, row, column)
        self._extent = mine if self._extent is None else self._extent.over(mine)
        return cell

    def made_row(self, number: int) -> Element:
        """The row of this number; a new one where there is none."""
        if number not in self.rows:
            self._made_row(number)
        return self.rows[number]

    def _made_row(self, number: int) -> None:
        at = {"r": str(number)}
        self._lines.pop(number, None)
        if number > self._last_row:
            row, self._last_row = made(self.data, self._row_tag, at), number
        else:
            row = alone(self._row_tag, at)
            self.rows[min(n for n in self.rows if n > number)].addprevious(row)
        self.rows[number] = row

    # columns
    def columns(self) -> list[Element]:
        """The elements that say how columns look."""
        return children(child(self.root, "cols"), "col")

    def column_style(self, column: int) -> int:
        """The style that a column gives to new cells; 0 for none."""
        if self._column_styles is None:
            self._column_styles = {}
            for node in self.columns():
                style = int(node.get("style") or 0)
                first, last = int(node.get("min")), int(node.get("max"))
                if style:
                    self._column_styles |= dict.fromkeys(range(first, min(last, first + WIDEST_SPAN) + 1), style)
        return self._column_styles.get(column, 0)

    def widths(self) -> dict[int, tuple[float, int]]:
        """Width and style of the columns that have looks of their own."""
        found: dict[int, tuple[float, int]] = {}
        for node in self.columns():
            style, first, last = int(node.get("style") or 0), int(node.get("min")), int(node.get("max"))
            if style:
                width = float(node.get("width") or _PLAIN_WIDTH)
                found |= dict.fromkeys(range(first, min(last, first + WIDEST_SPAN) + 1), (width, style))
        return found

    def put_column(self, node: Element) -> None:
        """Let a column look as this element says: one that was part of a range of others leaves it."""
        number, last = int(node.get("min")), int(node.get("max"))
        there = child(self.root, "cols")
        if there is None:
            there = alone(self.space.tag("cols"))
            place_in_order(self.root, there, WORKSHEET)
        for other in list(there):
            first, end = int(other.get("min")), int(other.get("max"))
            if end < number or first > last:
                continue
            if first < number:
                before = _copied(other)
                before.set("max", str(number - 1))
                other.addprevious(before)
            if end > last:
                other.set("min", str(last + 1))
            else:
                there.remove(other)
        node.tail = None
        at = sum(1 for other in there if int(other.get("min")) < number)
        there.insert(at, node)
        self._column_styles = None

    # around the cells
    def ensure(self, name: str) -> Element:
        """The part of the tab of this name, made in its place where there is none."""
        there = child(self.root, name)
        if there is None:
            there = alone(self.space.tag(name))
            place_in_order(self.root, there, WORKSHEET)
        return there

    def first_scrolling_row(self) -> int:
        """The first row below those that stay in sight."""
        views = child(self.root, "sheetViews")
        for view in children(views, "sheetView"):
            pane = child(view, "pane")
            corner = pane.get("topLeftCell") if pane is not None else None
            return place_of(corner)[0] if corner else 1
        return 1

    def fit_dimension(self) -> None:
        """Let what the tab says of its own extent cover what was put into it."""
        there = child(self.root, "dimension")
        if there is None or self._extent is None:
            return
        try:
            there.set("ref", Area.of(there.get("ref") or "").over(self._extent).ref)
        except ValueError:
            drop(there)


def _copied(node: Element) -> Element:
    return alone(node.tag, dict(node.attrib))
