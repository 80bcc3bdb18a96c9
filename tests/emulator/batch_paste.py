"""Requests that copy and move cells, and that paste text."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from typing import Any

from tests.emulator.a1 import Rect, parse_cells, range_name
from tests.emulator.batch import Batch, kind
from tests.emulator.batch_cells import check_point, moved_cell
from tests.emulator.cells import EMPTY, Cell
from tests.emulator.errors import invalid
from tests.emulator.formulas import calc_of
from tests.emulator.guards import may_write
from tests.emulator.refs import map_refs
from tests.emulator.sheet import Json, Sheet
from tests.emulator.values import entered


def _pasted(target: Cell, source: Cell, how: str, value: Any) -> Cell:
    """A cell after another was pasted over it in one of the ways."""
    if how == "PASTE_VALUES":
        return target.holding(None if value is None else value)
    if how == "PASTE_FORMAT":
        return Cell(target.entered, source.format, target.note, source.validation, target.runs)
    if how == "PASTE_FORMULA":
        return target.holding(source.entered)
    if how == "PASTE_DATA_VALIDATION":
        return Cell(target.entered, target.format, target.note, source.validation, target.runs)
    if how == "PASTE_CONDITIONAL_FORMATTING":
        return target
    if how == "PASTE_NO_BORDERS":
        look = {name: item for name, item in source.format.items() if name != "borders"}
        return Cell(source.entered, look, source.note, source.validation, source.runs)
    return source


@kind("copyPaste")
def copy_paste(batch: Batch, body: Json) -> None:
    """Copy a range; a larger destination is filled by repeating it."""
    source_sheet, source = batch.area(body.get("source"), write=False)
    sheet, target = batch.book.place(body.get("destination") or {})
    target = target.within(sheet.row_count, sheet.column_count)
    how = body.get("pasteType") or "PASTE_NORMAL"
    turned = body.get("pasteOrientation") == "TRANSPOSE"
    height, width = _size(source)
    if turned:
        height, width = width, height
    wanted = _size(target)
    rows, columns = max(wanted[0] // height, 1) * height, max(wanted[1] // width, 1) * width
    area = Rect(target.top, target.left, target.top + rows, target.left + columns)
    if target.top + rows > sheet.row_count or target.left + columns > sheet.column_count:
        raise batch.book.past_grid(sheet, area)
    may_write(batch.book, sheet, area, batch.setting)
    calc = calc_of(batch.book, batch.setting.now)
    new: dict[int, dict[int, Cell]] = {}
    for row in range(rows):
        line: dict[int, Cell] = {}
        for column in range(columns):
            down, right = row % height, column % width
            if turned:
                down, right = right, down
            from_row, from_column = source.top + down, source.left + right
            cell = source_sheet.cell(from_row, from_column)
            value = calc.value(source_sheet, from_row, from_column)
            to_row, to_column = target.top + row, target.left + column
            moved = moved_cell(cell, to_row - from_row, to_column - from_column)
            line[to_column] = _pasted(sheet.cell(to_row, to_column), moved, how, value)
        new[target.top + row] = line
    batch.book.calc = None
    for number, line in new.items():
        sheet.put(number, line)
    if how == "PASTE_NORMAL":
        _copy_merges(batch, source_sheet, source, sheet, area, turned=turned)
    if how in ("PASTE_NORMAL", "PASTE_FORMAT", "PASTE_CONDITIONAL_FORMATTING"):
        _copy_rules(batch, source_sheet, source, sheet, area)


def _size(rect: Rect) -> tuple[int, int]:
    assert rect.bottom is not None
    assert rect.right is not None
    return rect.bottom - rect.top, rect.right - rect.left


def _place(sheet: Sheet, rect: Rect) -> Json:
    return {
        "sheetId": sheet.id,
        "startRowIndex": rect.top,
        "endRowIndex": rect.bottom,
        "startColumnIndex": rect.left,
        "endColumnIndex": rect.right,
    }


def _copy_merges(batch: Batch, source_sheet: Sheet, source: Rect, sheet: Sheet, area: Rect, *, turned: bool) -> None:
    """Joined cells of the source are joined in each copy, and those under the copy part."""
    inside = [batch.book.place(merge)[1] for merge in source_sheet.parts["merges"]]
    inside = [rect for rect in inside if source.covers(rect)]
    kept = []
    for merge in sheet.parts["merges"]:
        rect = batch.book.place(merge)[1]
        if not rect.touches(area):
            kept.append(merge)
        elif not area.covers(rect):
            raise invalid("You must select all cells in a merged range to merge or unmerge them.")
    height, width = _size(source)[::-1] if turned else _size(source)
    rows, columns = _size(area)
    for down in range(0, rows, height):
        for right in range(0, columns, width):
            for rect in inside:
                top, left = rect.top - source.top, rect.left - source.left
                size = _size(rect)
                if turned:
                    top, left, size = left, top, size[::-1]
                corner = (area.top + down + top, area.left + right + left)
                kept.append(_place(sheet, Rect(*corner, corner[0] + size[0], corner[1] + size[1])))
    sheet.parts["merges"] = kept


def _copy_rules(batch: Batch, source_sheet: Sheet, source: Rect, sheet: Sheet, area: Rect) -> None:
    """Conditional formats over the whole source reach over the copy too."""
    if source_sheet is not sheet:
        return
    for rule in sheet.parts["conditionalFormats"]:
        places = [batch.book.place(one)[1] for one in rule["ranges"]]
        if any(rect.covers(source) for rect in places) and not any(rect.covers(area) for rect in places):
            rule["ranges"] = [*rule["ranges"], _place(sheet, area)]


@kind("cutPaste")
def cut_paste(batch: Batch, body: Json) -> None:
    """Move a range; the source is left empty, and formulas that point into it follow."""
    source_sheet, source = batch.area(body.get("source"))
    destination = body.get("destination") or {}
    sheet = batch.book.sheet(destination.get("sheetId"))
    top, left = destination.get("rowIndex") or 0, destination.get("columnIndex") or 0
    check_point(sheet, top, left)
    height, width = _size(source)
    area = Rect(top, left, top + height, left + width)
    if top + height > sheet.row_count or left + width > sheet.column_count:
        raise batch.book.past_grid(sheet, area)
    may_write(batch.book, sheet, area, batch.setting)
    calc = calc_of(batch.book, batch.setting.now)
    how = body.get("pasteType") or "PASTE_NORMAL"
    taken = {
        (row, column): (source_sheet.cell(row, column), calc.value(source_sheet, row, column))
        for row in range(source.top, source.top + height)
        for column in range(source.left, source.left + width)
    }
    batch.book.calc = None
    for row, column in taken:
        source_sheet.put(row, {column: EMPTY})
    for (row, column), (cell, value) in taken.items():
        to_row, to_column = top + row - source.top, left + column - source.left
        sheet.put(to_row, {to_column: _pasted(sheet.cell(to_row, to_column), cell, how, value)})
    if source_sheet is sheet and how in ("PASTE_NORMAL", "PASTE_NO_BORDERS"):
        _follow(batch, sheet, source, top - source.top, left - source.left)


def _follow(batch: Batch, sheet: Sheet, source: Rect, down: int, right: int) -> None:
    """References to cells that were moved point to where they are now."""

    def moved(home: str) -> Any:
        def one(tab: str | None, ref: str) -> str | None:
            rect = parse_cells(ref.replace("$", ""))
            here = (tab if tab is not None else home).lower() == sheet.title.lower()
            if not here or rect is None or rect.bottom is None or rect.right is None or not source.covers(rect):
                return None
            new = Rect(rect.top + down, rect.left + right, rect.bottom + down, rect.right + right)
            plain = range_name(sheet.title, new).rpartition("!")[2]
            return _dollars(ref, plain)

        return one

    batch.book.rewrite(lambda text, home: map_refs(text, moved(home.title)))


def _dollars(old: str, new: str) -> str:
    """A reference with the dollar signs of another."""
    out = []
    olds, news = old.split(":"), new.split(":")
    for at, part in enumerate(news):
        like = re.fullmatch(r"(\$?)[A-Za-z]+(\$?)\d+", olds[min(at, len(olds) - 1)])
        parts = re.fullmatch(r"([A-Z]+)(\d+)", part)
        assert like is not None
        assert parts is not None
        out.append(f"{like[1]}{parts[1]}{like[2]}{parts[2]}")
    return ":".join(out)


class _Cells(HTMLParser):
    """The texts of the cells of an HTML table."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[list[str]] = []
        self._open = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """A row or a cell begins; what it looks like is left aside."""
        del attrs
        if tag == "tr":
            self.lines.append([])
        elif tag in ("td", "th"):
            if not self.lines:
                self.lines.append([])
            self.lines[-1].append("")
            self._open = True
        elif tag == "br" and self._open:
            self.lines[-1][-1] += "\n"

    def handle_endtag(self, tag: str) -> None:
        """A cell ends."""
        if tag in ("td", "th"):
            self._open = False

    def handle_data(self, data: str) -> None:
        """Text of a cell."""
        if self._open:
            self.lines[-1][-1] += data


@kind("pasteData")
def paste_data(batch: Batch, body: Json) -> None:
    """Text with a delimiter, or an HTML table, as if a person had pasted it; the grid grows when it has to."""
    start = body.get("coordinate") or {}
    sheet = batch.book.sheet(start.get("sheetId"))
    top, left = start.get("rowIndex") or 0, start.get("columnIndex") or 0
    check_point(sheet, top, left)
    data = str(body.get("data") or "")
    if body.get("html"):
        reader = _Cells()
        reader.feed(data)
        lines = reader.lines
    elif body.get("delimiter"):
        lines = [line.split(body["delimiter"]) for line in data.split("\n")]
    else:
        raise invalid("No delimiter was specified.")
    height, width = len(lines), max((len(line) for line in lines), default=0)
    if not width:
        return
    how = body.get("type") or "PASTE_NORMAL"
    may_write(batch.book, sheet, Rect(top, left, top + height, left + width), batch.setting)
    sheet.resize("ROWS", max(sheet.row_count, top + height))
    sheet.resize("COLUMNS", max(sheet.column_count, left + width))
    if how in ("PASTE_FORMAT", "PASTE_DATA_VALIDATION", "PASTE_CONDITIONAL_FORMATTING"):
        return
    for row, parts in enumerate(lines, start=top):
        cells = {
            at: entered(part, sheet.cell(row, at), "USER_ENTERED", batch.book, batch.setting)
            for at, part in enumerate(parts, start=left)
        }
        sheet.put(row, cells)
