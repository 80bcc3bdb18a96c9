"""One tab's tree: its rows and cells by place, columns, and the ranges around them.

Rows or cells out of order, without a place, or stored twice are put in order when a tab is opened for editing: what
was said last counts, as readers take it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sync.backends.ooxml.cells import Cells
from sync.backends.ooxml.space import WORKSHEET, Space
from sync.backends.ooxml.xml import Element, alone, child, children, drop, made, place_in_order
from sync.backends.xlsx_sheet import place_of
from sync.grid import address

WIDEST_SPAN = 600  # columns of one range of looks that are told apart
_PLAIN_WIDTH = 13.0


class Sheet:
    """A tab that is read cell by cell, and may be changed."""

    def __init__(self, title: str, path: str, root: Element, cells: Cells) -> None:
        """Raises ValueError where a cell has no place."""
        self.title, self.path, self.root, self.cells = title, path, root, cells
        self.space: Space = cells.space
        self._row_tag, self._cell_tag = self.space.tag("row"), self.space.tag("c")
        data = child(root, "sheetData")
        if data is None:
            data = alone(self.space.tag("sheetData"))
            place_in_order(root, data, WORKSHEET)
        self.data = data
        self.rows: dict[int, Element] = {}
        self.places: dict[int, dict[int, Element]] = {}  # cells by row and column
        self._last_row = 0
        self._letters: dict[str, int] = {}
        self._index()
        self._column_styles: dict[int, int] | None = None
        self.low, self.right = 0, 0  # how far down and right anything was put

    # finding
    def cell(self, row: int, column: int) -> Element | None:
        """The cell element at a place."""
        return self.places.get(row, {}).get(column)

    def all_cells(self) -> Iterator[tuple[int, int, Element]]:
        """Every cell with its row and column."""
        for row, line in self.places.items():
            for column, cell in line.items():
                yield row, column, cell

    def held(self, row: int, column: int) -> Any:
        """What a cell holds; None where there is none."""
        cell = self.cell(row, column)
        return None if cell is None else self.cells.held(cell)

    def last_filled(self) -> int:
        """The last row that holds anything; 0 for none."""
        for row in sorted(self.places, reverse=True):
            if any(self.cells.is_filled(cell) for cell in self.places[row].values()):
                return row
        return 0

    def is_blank(self) -> bool:
        """Whether no cell holds anything."""
        return all(self.cells.formula(c) is None and self.cells.held(c) is None for _, _, c in self.all_cells())

    def _index(self) -> None:
        """Find every cell; raises ValueError for a place that is none."""
        sorted_so_far, number = True, 0
        for row in self.data.iterchildren(self._row_tag):
            said = row.get("r")
            mine = place_of(f"A{said}")[0] if said else number + 1
            if not said:
                row.set("r", str(mine))
            if mine <= number or mine in self.rows:
                sorted_so_far = False
            number = mine
            line, column, text = self.places.setdefault(mine, {}), 0, str(mine)
            self.rows.setdefault(mine, row)
            for cell in row.iterchildren(self._cell_tag):
                at, here = cell.get("r"), column + 1
                if at:
                    letters = at.removesuffix(text)
                    known = self._letters.get(letters)
                    if known is None or letters == at:
                        where, known = place_of(at)
                        known += 1
                        if where != number:
                            number, text, sorted_so_far = where, str(where), False
                            line = self.places.setdefault(where, {})
                        self._letters[at.removesuffix(text)] = known
                    here = known
                else:
                    cell.set("r", address(number, here - 1))
                if here <= column or here in line:
                    sorted_so_far = False
                line[here], column = cell, here
        if not sorted_so_far:
            self._put_in_order()
        self._last_row = max(self.rows, default=0)

    def _put_in_order(self) -> None:
        first_of: dict[int, Element] = {}
        for row in list(self.data.iterchildren(self._row_tag)):
            first_of.setdefault(int(row.get("r")), row)
            self.data.remove(row)
        for number in sorted(self.places.keys() | first_of.keys()):
            row = first_of.get(number)
            if row is None:
                row = alone(self._row_tag, {"r": str(number)})
            for cell in list(row.iterchildren(self._cell_tag)):
                row.remove(cell)
            row.attrib.pop("spans", None)
            line = dict(sorted(self.places.get(number, {}).items()))
            row[:0] = list(line.values())
            self.data.append(row)
            self.rows[number], self.places[number] = row, line

    # making
    def made_cell(self, row: int, column: int) -> Element:
        """The cell at a place; a new one without looks where there is none."""
        line = self.places.get(row)
        if line is None or row not in self.rows:
            line = self.places.setdefault(row, {})
            self._made_row(row)
        there = line.get(column)
        if there is not None:
            return there
        parent, at = self.rows[row], {"r": address(row, column - 1)}
        after = next((c for c in line if c > column), None) if line and next(reversed(line)) > column else None
        if after is None and (not line or len(parent) == len(line)):
            cell = made(parent, self._cell_tag, at)
            line[column] = cell
        else:
            cell = alone(self._cell_tag, at)
            if after is None:
                line[next(reversed(line))].addnext(cell)
            else:
                line[after].addprevious(cell)
            line[column] = cell
            self.places[row] = dict(sorted(line.items()))
        if "spans" in parent.attrib:
            del parent.attrib["spans"]
        self.low, self.right = max(self.low, row), max(self.right, column)
        return cell

    def made_row(self, number: int) -> Element:
        """The row of this number; a new one where there is none."""
        if number not in self.rows:
            self.places.setdefault(number, {})
            self._made_row(number)
        return self.rows[number]

    def _made_row(self, number: int) -> None:
        at = {"r": str(number)}
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

    def drop_if_empty(self, name: str) -> None:
        """Take a part of the tab out that holds nothing any more: an empty one counts as damage."""
        there = child(self.root, name)
        if there is not None and not len(there):
            drop(there)

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
        if there is None or not self.low:
            return
        first, _, last = (there.get("ref") or "A1").partition(":")
        try:
            (top, left), (bottom, right) = place_of(first), place_of(last or first)
        except ValueError:
            there.getparent().remove(there)
            return
        bottom, right = max(bottom, self.low), max(right, self.right - 1)
        low = min((r for r, line in self.places.items() if line), default=1)
        left = min((next(iter(line)) - 1 for line in self.places.values() if line), default=left)
        there.set("ref", f"{address(min(top, low), left)}:{address(bottom, right)}")


def _copied(node: Element) -> Element:
    return alone(node.tag, dict(node.attrib))
