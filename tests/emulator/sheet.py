"""One tab: its grid, its rows and columns, and the objects that lie on it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from tests.emulator.a1 import Rect
from tests.emulator.cells import EMPTY, Cell, cloned, is_place

Json = dict[str, Any]
Row = Mapping[int, Cell]
NO_ROW: Row = {}


class Sheet:
    """A tab. Rows are shared between versions of a book and replaced, never changed in place."""

    def __init__(self, sheet_id: int, title: str, rows: int = 1000, columns: int = 26) -> None:
        self.properties: Json = {
            "sheetId": sheet_id,
            "title": title,
            "sheetType": "GRID",
            "gridProperties": {"rowCount": rows, "columnCount": columns},
        }
        self.rows: dict[int, Row] = {}
        #: Everything else the API shows beside `properties` and `data`, by its field name.
        self.parts: dict[str, list[Json]] = {
            name: []
            for name in (
                "merges",
                "protectedRanges",
                "conditionalFormats",
                "charts",
                "bandedRanges",
                "filterViews",
                "slicers",
                "rowGroups",
                "columnGroups",
                "tables",
                "commentAnchors",
            )
        }
        self.basic_filter: Json | None = None
        self.dimensions: dict[str, dict[int, Json]] = {"ROWS": {}, "COLUMNS": {}}
        #: Rows as they were last read, each beside the row it was made from; see `tests.emulator.values`.
        self.lines: dict[int, tuple[Row, list[Any]]] = {}

    def copy(self) -> Sheet:
        """An independent version; rows are shared until replaced."""
        twin = Sheet.__new__(Sheet)
        twin.properties = cloned(self.properties)
        twin.rows = dict(self.rows)
        twin.parts = {name: cloned(items) if items else [] for name, items in self.parts.items()}
        twin.basic_filter = cloned(self.basic_filter)
        twin.dimensions = {axis: dict(given) for axis, given in self.dimensions.items()}
        twin.lines = self.lines
        return twin

    @property
    def id(self) -> int:
        """The numeric id of the tab."""
        return int(self.properties["sheetId"])

    @property
    def title(self) -> str:
        """The tab's title."""
        return str(self.properties["title"])

    @property
    def row_count(self) -> int:
        """Rows of the grid."""
        return int(self.properties["gridProperties"]["rowCount"])

    @property
    def column_count(self) -> int:
        """Columns of the grid."""
        return int(self.properties["gridProperties"]["columnCount"])

    @property
    def whole(self) -> Rect:
        """The whole grid."""
        return Rect(0, 0, self.row_count, self.column_count)

    def cell(self, row: int, column: int) -> Cell:
        """The cell at a place; an empty one where nothing is kept."""
        return self.rows.get(row, NO_ROW).get(column, EMPTY)

    def put(self, row: int, cells: Mapping[int, Cell]) -> None:
        """Replace some cells of one row."""
        new = dict(self.rows.get(row, NO_ROW))
        for column, cell in cells.items():
            if cell.blank:
                new.pop(column, None)
            else:
                new[column] = cell
        if new:
            self.rows[row] = new
        else:
            self.rows.pop(row, None)

    def change(self, rect: Rect, how: Callable[[Cell], Cell]) -> None:
        """Pass every cell of a rectangle through a function."""
        area = rect.within(self.row_count, self.column_count)
        assert area.bottom is not None
        assert area.right is not None
        columns = range(area.left, area.right)
        for row in range(area.top, area.bottom):
            self.put(row, {column: how(self.cell(row, column)) for column in columns})

    def filled(self) -> Iterator[tuple[int, int, Cell]]:
        """Cells that hold a value."""
        for row in sorted(self.rows):
            for column, cell in sorted(self.rows[row].items()):
                if cell.entered is not None:
                    yield row, column, cell

    def last_row(self, any_content: bool = False) -> int:
        """Number of the row after the last one with a value (or with anything at all)."""
        for row in sorted(self.rows, reverse=True):
            if any(any_content or cell.entered is not None for cell in self.rows[row].values()):
                return row + 1
        return 0

    def dimension(self, axis: str, index: int) -> Json:
        """Properties of one row or column, as shown."""
        return {"pixelSize": 21 if axis == "ROWS" else 100, **self.dimensions[axis].get(index, {})}

    def count(self, axis: str) -> int:
        """Rows or columns of the grid."""
        return self.row_count if axis == "ROWS" else self.column_count

    def resize(self, axis: str, count: int) -> None:
        """Set the number of rows or columns; what lies outside is gone."""
        name = "rowCount" if axis == "ROWS" else "columnCount"
        before = self.count(axis)
        self.properties["gridProperties"][name] = count
        if count >= before:
            return
        if axis == "ROWS":
            self.rows = {row: cells for row, cells in self.rows.items() if row < count}
        else:
            for row, cells in list(self.rows.items()):
                if any(column >= count for column in cells):
                    self.put(row, {column: EMPTY for column in cells if column >= count})
        self.dimensions[axis] = {at: given for at, given in self.dimensions[axis].items() if at < count}

    def insert(self, axis: str, start: int, count: int, inherit_from_before: bool = False) -> None:
        """Insert empty rows or columns; they take the format of the neighbour."""
        pattern = start - 1 if inherit_from_before else start

        def moved(at: int) -> int:
            return at + count if at >= start else at

        if axis == "ROWS":
            like = self.rows.get(pattern, NO_ROW)
            self.rows = {moved(row): cells for row, cells in self.rows.items()}
            fresh = {c: _look(cell) for c, cell in like.items() if not _look(cell).blank}
            for row in range(start, start + count):
                self.put(row, fresh)
        else:
            for row, cells in list(self.rows.items()):
                new = {moved(column): cell for column, cell in cells.items()}
                look = _look(cells.get(pattern, EMPTY))
                if not look.blank:
                    new.update(dict.fromkeys(range(start, start + count), look))
                self.rows[row] = new
        self.dimensions[axis] = {moved(at): given for at, given in self.dimensions[axis].items()}
        name = "rowCount" if axis == "ROWS" else "columnCount"
        self.properties["gridProperties"][name] += count

    def delete(self, axis: str, start: int, end: int) -> None:
        """Delete rows or columns."""
        count = end - start

        def kept(items: Mapping[int, Any]) -> dict[int, Any]:
            return {(at - count if at >= end else at): item for at, item in items.items() if not start <= at < end}

        if axis == "ROWS":
            self.rows = kept(self.rows)
        else:
            self.rows = {row: left for row, cells in self.rows.items() if (left := kept(cells))}
        self.dimensions[axis] = kept(self.dimensions[axis])
        name = "rowCount" if axis == "ROWS" else "columnCount"
        self.properties["gridProperties"][name] -= count

    def rearrange(self, axis: str, order: list[int]) -> None:
        """Put rows or columns into another order: the new place n shows what was at `order[n]`."""
        place = {old: new for new, old in enumerate(order)}
        if axis == "ROWS":
            self.rows = {place[row]: cells for row, cells in self.rows.items()}
        else:
            self.rows = {row: {place[c]: cell for c, cell in cells.items()} for row, cells in self.rows.items()}
        self.dimensions[axis] = {place[at]: given for at, given in self.dimensions[axis].items()}


def _look(cell: Cell) -> Cell:
    return Cell(format=cell.format, validation=cell.validation)


def map_places(message: Any, how: Callable[[Json], Json | None]) -> Any:
    """A message with every place in it passed through a function; where it answers None, the place is dropped."""
    if isinstance(message, list):
        return [new for item in message if (new := map_places(item, how)) is not None]
    if not isinstance(message, dict):
        return message
    if is_place(message):
        return how(message)
    out: Json = {}
    for name, value in message.items():
        new = map_places(value, how)
        if new is None and value is not None:
            if name == "range":
                return None
            continue
        out[name] = new
    return out


def shift_place(place: Json, axis: str, start: int, count: int) -> Json | None:
    """A place after `count` rows or columns came in at `start`; with a negative count, after they went from there."""
    out = dict(place)
    if "dimension" in place:
        if place["dimension"] != axis:
            return out
        names = ("startIndex", "endIndex")
    elif "rowIndex" in place or "columnIndex" in place:
        name = "rowIndex" if axis == "ROWS" else "columnIndex"
        moved = shift_index(out.get(name, 0), start, count)
        out[name] = start if moved is None else moved
        return out
    else:
        names = ("startRowIndex", "endRowIndex") if axis == "ROWS" else ("startColumnIndex", "endColumnIndex")
    first, last = out.get(names[0]), out.get(names[1])
    if count > 0:
        if first is not None and first >= start:
            out[names[0]] = first + count
        if last is not None and last > start:
            out[names[1]] = last + count
        return out
    gone = start - count
    if first is not None:
        out[names[0]] = first if first < start else max(start, first + count) if first < gone else first + count
    if last is not None:
        out[names[1]] = last if last <= start else max(start, last + count) if last < gone else last + count
        if out[names[1]] <= out.get(names[0], 0):
            return None
    return out


def shift_index(at: int, start: int, count: int) -> int | None:
    """One row or column number after an insertion or a deletion; None when it is gone."""
    if at < start:
        return at
    if count > 0:
        return at + count
    return None if at < start - count else at + count
