"""Requests that copy, move, replace and tidy cells."""

from __future__ import annotations

import re
from typing import Any

from tests.emulator.a1 import Rect
from tests.emulator.batch import Batch, kind
from tests.emulator.batch_cells import moved_cell
from tests.emulator.cells import EMPTY, Cell, Formula, to_extended
from tests.emulator.formulas import calc_of
from tests.emulator.guards import may_write
from tests.emulator.sheet import Json, Sheet
from tests.emulator.values import entered, seen


def _pasted(target: Cell, source: Cell, how: str, value: Any) -> Cell:
    if how == "PASTE_VALUES":
        return target.holding(None if value is None else value)
    if how == "PASTE_FORMAT":
        return Cell(target.entered, source.format, target.note, target.validation, target.runs)
    if how == "PASTE_FORMULA":
        return target.holding(source.entered)
    if how == "PASTE_DATA_VALIDATION":
        return Cell(target.entered, target.format, target.note, source.validation, target.runs)
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
    assert source.bottom is not None
    assert source.right is not None
    assert target.bottom is not None
    assert target.right is not None
    height, width = source.bottom - source.top, source.right - source.left
    if turned:
        height, width = width, height
    rows = max((target.bottom - target.top) // height, 1) * height
    columns = max((target.right - target.left) // width, 1) * width
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


@kind("cutPaste")
def cut_paste(batch: Batch, body: Json) -> None:
    """Move a range; the source is left empty."""
    source_sheet, source = batch.area(body.get("source"))
    destination = body.get("destination") or {}
    sheet = batch.book.sheet(destination.get("sheetId"))
    top, left = destination.get("rowIndex") or 0, destination.get("columnIndex") or 0
    assert source.bottom is not None
    assert source.right is not None
    area = Rect(top, left, top + source.bottom - source.top, left + source.right - source.left)
    assert area.bottom is not None
    assert area.right is not None
    if area.bottom > sheet.row_count or area.right > sheet.column_count:
        raise batch.book.past_grid(sheet, area)
    may_write(batch.book, sheet, area, batch.setting)
    calc = calc_of(batch.book, batch.setting.now)
    how = body.get("pasteType") or "PASTE_NORMAL"
    taken = {
        (row, column): (source_sheet.cell(row, column), calc.value(source_sheet, row, column))
        for row in range(source.top, source.bottom)
        for column in range(source.left, source.right)
    }
    batch.book.calc = None
    for row, column in taken:
        source_sheet.put(row, {column: EMPTY})
    for (row, column), (cell, value) in taken.items():
        to_row, to_column = top + row - source.top, left + column - source.left
        sheet.put(to_row, {to_column: _pasted(sheet.cell(to_row, to_column), cell, how, value)})


@kind("pasteData")
def paste_data(batch: Batch, body: Json) -> None:
    """Text with a delimiter, as if a person had pasted it."""
    start = body.get("coordinate") or {}
    sheet = batch.book.sheet(start.get("sheetId"))
    top, left = start.get("rowIndex") or 0, start.get("columnIndex") or 0
    mark = body.get("delimiter") or "\t"
    for row, line in enumerate(str(body.get("data") or "").split("\n"), start=top):
        parts = line.split(mark)
        if row >= sheet.row_count or left + len(parts) > sheet.column_count:
            raise batch.book.past_grid(sheet, Rect(row, left, row + 1, left + len(parts)))
        may_write(batch.book, sheet, Rect(row, left, row + 1, left + len(parts)), batch.setting)
        sheet.put(
            row,
            {
                at: entered(part, sheet.cell(row, at), "USER_ENTERED", batch.book, batch.setting)
                for at, part in enumerate(parts, start=left)
            },
        )


@kind("findReplace")
def find_replace(batch: Batch, body: Json) -> Json:
    """Replace text in cells; counts of what was found come back."""
    pattern = body.get("find") or ""
    if not body.get("searchByRegex"):
        pattern = re.escape(pattern)
    if body.get("matchEntireCell"):
        pattern = f"^(?:{pattern})$"
    finder = re.compile(pattern, 0 if body.get("matchCase") else re.IGNORECASE)
    replacement = body.get("replacement") or ""
    areas: list[tuple[Sheet, Rect]]
    if body.get("range") is not None:
        areas = [batch.area(body["range"])]
    elif body.get("allSheets"):
        areas = [(sheet, sheet.whole) for sheet in batch.book.sheets]
    else:
        sheet = batch.book.sheet(body.get("sheetId"))
        areas = [(sheet, sheet.whole)]
    calc = calc_of(batch.book, batch.setting.now)
    counts = {"valuesChanged": 0, "formulasChanged": 0, "occurrencesChanged": 0}
    rows: set[tuple[int, int]] = set()
    sheets: set[int] = set()
    for sheet, rect in areas:
        for row, column, cell in list(sheet.filled()):
            if not rect.holds(row, column):
                continue
            is_formula = isinstance(cell.entered, Formula)
            if is_formula and not body.get("includeFormulas"):
                continue
            text = str(cell.entered) if is_formula else seen(calc, sheet, row, column)
            swap = replacement if body.get("searchByRegex") else replacement.replace("\\", "\\\\")
            new, found = finder.subn(re.sub(r"\$(\d)", r"\\\1", swap), text)
            if not found:
                continue
            counts["formulasChanged" if is_formula else "valuesChanged"] += 1
            counts["occurrencesChanged"] += found
            rows.add((sheet.id, row))
            sheets.add(sheet.id)
            sheet.put(row, {column: entered(new, cell, "USER_ENTERED", batch.book, batch.setting)})
    counts.update(rowsChanged=len(rows), sheetsChanged=len(sheets))
    return {name: count for name, count in counts.items() if count}


@kind("trimWhitespace")
def trim_whitespace(batch: Batch, body: Json) -> Json:
    """Blanks at the ends and doubled inside go."""
    sheet, rect = batch.area(body.get("range"))
    changed = 0
    for row, column, cell in list(sheet.filled()):
        if rect.holds(row, column) and isinstance(cell.entered, str) and not isinstance(cell.entered, Formula):
            new = " ".join(cell.entered.split())
            if new != cell.entered:
                changed += 1
                sheet.put(row, {column: cell.holding(new)})
    return {"cellsChangedCount": changed} if changed else {}


@kind("deleteDuplicates")
def delete_duplicates(batch: Batch, body: Json) -> Json:
    """Rows of a range that repeat an earlier one go; the rest moves up."""
    sheet, rect = batch.area(body.get("range"))
    assert rect.bottom is not None
    assert rect.right is not None
    spans = body.get("comparisonColumns") or []
    columns = [c for span in spans for c in range(span.get("startIndex") or 0, span["endIndex"])]
    columns = columns or list(range(rect.left, rect.right))
    seen: set[tuple[str, ...]] = set()
    kept = []
    for row in range(rect.top, rect.bottom):
        key = tuple(str(to_extended(sheet.cell(row, column).entered)) for column in columns)
        if key not in seen:
            kept.append(row)
            seen.add(key)
    gone = rect.bottom - rect.top - len(kept)
    lines = [{c: sheet.cell(row, c) for c in range(rect.left, rect.right)} for row in kept]
    lines += [dict.fromkeys(range(rect.left, rect.right), EMPTY)] * gone
    for row, line in enumerate(lines, start=rect.top):
        sheet.put(row, line)
    return {"duplicatesRemovedCount": gone} if gone else {}


@kind("textToColumns")
def text_to_columns(batch: Batch, body: Json) -> None:
    """Split the texts of one column at a delimiter."""
    sheet, rect = batch.area(body.get("source"))
    marks = {"COMMA": ",", "SEMICOLON": ";", "PERIOD": ".", "SPACE": " ", "CUSTOM": body.get("delimiter") or ","}
    mark = marks.get(body.get("delimiterType") or "COMMA", ",")
    for row, column, cell in list(sheet.filled()):
        if rect.holds(row, column) and isinstance(cell.entered, str):
            parts = cell.entered.split(mark)
            sheet.put(
                row,
                {
                    column + at: entered(part, sheet.cell(row, column + at), "USER_ENTERED", batch.book, batch.setting)
                    for at, part in enumerate(parts)
                },
            )
