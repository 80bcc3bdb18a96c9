"""The Spreadsheet message: what `spreadsheets.get` shows of a book."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from tests.emulator.a1 import Rect
from tests.emulator.book import Book
from tests.emulator.cells import Cell, Formula, cloned, shown, to_extended
from tests.emulator.formulas import Calc, calc_of, parse
from tests.emulator.masks import Mask, project
from tests.emulator.numerals import default_pattern
from tests.emulator.sheet import NO_ROW, Json, Sheet
from tests.emulator.values import formatted, seen


def sheet_properties(book: Book, sheet: Sheet) -> Json:
    """SheetProperties with the tab's place among the others."""
    given = cloned(sheet.properties)
    given.setdefault("sheetType", "GRID")
    if given["sheetType"] != "GRID":
        given.pop("gridProperties", None)
    at = next(number for number, one in enumerate(book.sheets) if one.id == sheet.id)
    out: Json = {"sheetId": given.pop("sheetId"), "title": given.pop("title"), "index": at}
    out.update(given)
    return out


def table_view(book: Book, sheet: Sheet, item: Json) -> Json:
    """A Table: every column is listed, named by its heading as it is now."""
    place = item["range"]
    top, left = place.get("startRowIndex", 0), place.get("startColumnIndex", 0)
    kept = {one["columnIndex"]: one for one in item["columnProperties"]}
    columns = []
    for at in range(place.get("endColumnIndex", sheet.column_count) - left):
        column: Json = {"columnIndex": at} if at else {}
        column["columnName"] = formatted(sheet.cell(top, left + at).entered, sheet.cell(top, left + at), book.locale)
        column.update({key: value for key, value in kept.get(at, {}).items() if key != "columnIndex"})
        columns.append(column)
    out: Json = shown({**item, "columnProperties": columns})
    return out


def post_view(post: Json, who: str) -> Json:
    """A Post of a comment, as somebody sees it."""
    author: Json = {"displayName": post["who"]}
    if post["who"] == who:
        author["me"] = True
    return {**{name: value for name, value in post.items() if name != "who" and value}, "author": author}


def thread_view(thread: Json, who: str) -> Json:
    """A CommentThread, as somebody sees it."""
    out = {**thread, "headPost": post_view(thread["headPost"], who)}
    replies = [post_view(post, who) for post in thread["replies"]]
    return {**out, "replies": replies} if replies else {name: value for name, value in out.items() if name != "replies"}


def sheet_view(
    book: Book, sheet: Sheet, who: str, calc: Calc, areas: list[Rect] | None, mask: Mask, *, comments: bool = False
) -> Json:
    """One Sheet message; with GridData for `areas` (None: no data)."""
    out: Json = {"properties": sheet_properties(book, sheet)}
    if areas is not None:
        below = mask.get("data", {})
        out["data"] = [grid_data(sheet, rect, calc, below) for rect in areas]
    for name, items in sheet.parts.items():
        if items and (not mask or name in mask or "*" in mask) and (comments or name != "commentAnchors"):
            out[name] = [table_view(book, sheet, item) for item in items] if name == "tables" else shown(items)
    for item in out.get("protectedRanges", ()):
        _editors(book, item, who)
    if sheet.basic_filter is not None:
        out["basicFilter"] = shown(sheet.basic_filter)
    notes = [item for item in book.metadata.values() if item["location"].get("sheetId") == sheet.id]
    if notes:
        out["developerMetadata"] = shown(sorted(notes, key=lambda item: item["metadataId"]))
    return out


def _editors(book: Book, item: Json, who: str) -> None:
    """Editors are shown to editors only; others learn that they may not edit."""
    users = (item.get("editors") or {}).get("users", ())
    allowed = who in users or who == book.owner or bool(item.get("warningOnly"))
    item["requestingUserCanEdit"] = allowed
    if not allowed:
        item.pop("requestingUserCanEdit")
        item.pop("editors", None)


def spreadsheet(
    book: Book,
    who: str,
    now: datetime,
    *,
    mask: Mask | None = None,
    grid: bool = False,
    areas: list[tuple[Sheet, Rect]] | None = None,
    comments: bool = False,
) -> Json:
    """The Spreadsheet message. Grid data come when asked for, or when a mask reaches into them."""
    mask = mask or {}
    wanted: Any = mask.get("sheets", {}) if mask else {}
    with_data = ("data" in wanted or "*" in wanted or (not wanted and "sheets" in mask)) if mask else grid
    calc = calc_of(book, now)
    sheets = book.sheets
    if areas:
        ids = [sheet.id for sheet, _ in areas]
        sheets = [sheet for sheet in book.sheets if sheet.id in ids]
    out: Json = {"spreadsheetId": book.id, "properties": cloned(book.properties), "sheets": []}
    for sheet in sheets:
        rects: list[Rect] | None = None
        if with_data and sheet.properties.get("sheetType") == "GRID":
            rects = [rect for one, rect in areas if one.id == sheet.id] if areas else [sheet.whole]
        out["sheets"].append(sheet_view(book, sheet, who, calc, rects, wanted, comments=comments))
    if book.named:
        out["namedRanges"] = shown(list(book.named.values()))
    out["spreadsheetUrl"] = book.url
    if comments:
        out["commentsViewMode"] = "COMMENTS_VIEW_MODE_INCLUDED"
        if book.comments:
            out["comments"] = [thread_view(thread, who) for thread in book.comments]
    notes = [item for item in book.metadata.values() if item["location"].get("spreadsheet")]
    if notes:
        out["developerMetadata"] = shown(sorted(notes, key=lambda item: item["metadataId"]))
    return project(out, mask)  # type: ignore[no-any-return]


def grid_data(sheet: Sheet, rect: Rect, calc: Calc, mask: Mask) -> Json:
    """GridData of a rectangle. Rows end at the last cell that holds anything."""
    assert rect.bottom is not None
    assert rect.right is not None
    out: Json = {}
    if rect.top:
        out["startRow"] = rect.top
    if rect.left:
        out["startColumn"] = rect.left
    pinned = _pinned(calc.book, sheet)
    last = max((row for row, cells in sheet.rows.items() if rect.top <= row < rect.bottom and cells), default=-1)
    if last >= rect.top and (not mask or "rowData" in mask):
        rows = []
        for row in range(rect.top, last + 1):
            cells = sheet.rows.get(row, NO_ROW)
            edge = max((column for column in cells if rect.left <= column < rect.right), default=rect.left - 1)
            line = [cell_data(calc, sheet, row, column, cells.get(column)) for column in range(rect.left, edge + 1)]
            rows.append({"values": line} if line else {})
        while rows and not rows[-1]:
            rows.pop()
        if rows:
            out["rowData"] = rows
    if not mask or "rowMetadata" in mask:
        out["rowMetadata"] = [
            {**sheet.dimension("ROWS", at), **pinned.get(("ROWS", at), {})} for at in range(rect.top, rect.bottom)
        ]
    if not mask or "columnMetadata" in mask:
        out["columnMetadata"] = [
            {**sheet.dimension("COLUMNS", at), **pinned.get(("COLUMNS", at), {})} for at in range(rect.left, rect.right)
        ]
    return out


def _pinned(book: Book, sheet: Sheet) -> dict[tuple[str, int], Json]:
    """The developer metadata of single rows and columns, by axis and number."""
    out: dict[tuple[str, int], Json] = {}
    for _, item in sorted(book.metadata.items()):
        span = item["location"].get("dimensionRange")
        if span and span.get("sheetId", 0) == sheet.id:
            key = (span["dimension"], span.get("startIndex", 0))
            out.setdefault(key, {"developerMetadata": []})["developerMetadata"].append(shown(item))
    return out


def cell_data(calc: Calc, sheet: Sheet, row: int, column: int, cell: Cell | None) -> Json:
    """CellData of one cell."""
    if cell is None:
        return {}
    out: Json = {}
    if cell.entered is not None:
        out["userEnteredValue"] = to_extended(cell.entered)
        value = calc.value(sheet, row, column)
        if value is not None:
            out["effectiveValue"] = to_extended(value)
            out["formattedValue"] = seen(calc, sheet, row, column)
    if cell.format:
        out["userEnteredFormat"] = dict(cell.format)
    if cell.entered is not None or cell.format:
        out["effectiveFormat"] = effective_format(calc.book, cell)
        look = calc.look(sheet, row, column)
        if look and not cell.number_format:
            kind = look["type"]
            pattern = look.get("pattern") or default_pattern(kind, calc.book.locale)
            out["effectiveFormat"]["numberFormat"] = {"type": kind, "pattern": pattern}
    if isinstance(cell.entered, Formula):
        link = _link(cell.entered)
        if link:
            out["hyperlink"] = link
    if cell.note:
        out["note"] = cell.note
    if cell.runs:
        out["textFormatRuns"] = list(cell.runs)
    if cell.validation is not None:
        out["dataValidation"] = dict(cell.validation)
    return out


def effective_format(book: Book, cell: Cell) -> Json:
    """The cell's format over the spreadsheet's default one."""
    out = cloned(book.properties["defaultFormat"])
    for name, value in cell.format.items():
        if isinstance(value, dict) and isinstance(out.get(name), dict) and name in ("textFormat", "padding"):
            out[name] = {**out[name], **value}
        else:
            out[name] = value
    out.setdefault("hyperlinkDisplayType", "PLAIN_TEXT")
    return out  # type: ignore[no-any-return]


def _link(text: str) -> str:
    try:
        tree = parse(text)
    except Exception:
        return ""
    if tree[0] == "call" and tree[1] == "HYPERLINK" and tree[2] and tree[2][0][0] == "value":
        return str(tree[2][0][1])
    return ""
