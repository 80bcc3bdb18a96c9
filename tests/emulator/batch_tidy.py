"""Requests that replace, trim, split and weed out what cells hold."""

from __future__ import annotations

import re
from typing import Any

from tests.emulator.a1 import Rect
from tests.emulator.batch import Batch, kind
from tests.emulator.cells import EMPTY, Effective, Formula
from tests.emulator.errors import invalid
from tests.emulator.formulas import calc_of
from tests.emulator.sheet import Json, Sheet
from tests.emulator.values import entered, seen


@kind("findReplace")
def find_replace(batch: Batch, body: Json) -> Json:
    """Replace text in cells; counts of what was found come back."""
    pattern = body.get("find") or ""
    if not pattern:
        raise invalid("FindReplaceRequest.find must be specified.")
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
    if any(not rect.left <= column < rect.right for column in columns):
        raise invalid("The comparison columns must lie inside of the range.")
    calc = calc_of(batch.book, batch.setting.now)
    known: set[tuple[Effective, ...]] = set()
    kept = []
    for row in range(rect.top, rect.bottom):
        # Letter cases, formats and formulas make no difference, values do.
        key = tuple(_folded(calc.value(sheet, row, column)) for column in columns)
        if key not in known:
            kept.append(row)
            known.add(key)
    gone = rect.bottom - rect.top - len(kept)
    lines = [{c: sheet.cell(row, c) for c in range(rect.left, rect.right)} for row in kept]
    lines += [dict.fromkeys(range(rect.left, rect.right), EMPTY)] * gone
    for row, line in enumerate(lines, start=rect.top):
        sheet.put(row, line)
    return {"duplicatesRemovedCount": gone} if gone else {}


def _folded(value: Effective) -> Effective:
    return value.lower() if isinstance(value, str) else f"flag {value}" if isinstance(value, bool) else value


@kind("textToColumns")
def text_to_columns(batch: Batch, body: Json) -> None:
    """Split the texts of one column at a delimiter."""
    sheet, rect = batch.area(body.get("source"))
    marks = {"COMMA": ",", "SEMICOLON": ";", "PERIOD": ".", "SPACE": " ", "CUSTOM": body.get("delimiter") or ","}
    if rect.right != rect.left + 1:
        raise invalid("The source of a text to columns request must span exactly one column.")
    kind_of_mark = body.get("delimiterType") or ""
    if kind_of_mark in ("", "DELIMITER_TYPE_UNSPECIFIED"):
        raise invalid("No delimiter type was specified.")
    texts = [cell.entered for row, column, cell in sheet.filled() if rect.holds(row, column)]
    mark = _likely(texts) if kind_of_mark == "AUTODETECT" else marks[kind_of_mark]
    for row, column, cell in list(sheet.filled()):
        if rect.holds(row, column) and isinstance(cell.entered, str) and mark in cell.entered:
            parts = [part.strip() for part in cell.entered.split(mark)]
            sheet.resize("COLUMNS", max(sheet.column_count, column + len(parts)))
            sheet.put(
                row,
                {
                    column + at: entered(part, sheet.cell(row, column + at), "USER_ENTERED", batch.book, batch.setting)
                    for at, part in enumerate(parts)
                },
            )


def _likely(texts: list[Any]) -> str:
    """The mark that stands in most of the texts."""
    words = [text for text in texts if isinstance(text, str)]
    return max((",", ";", "\t", "|", ".", " "), key=lambda mark: sum(mark in word for word in words))
