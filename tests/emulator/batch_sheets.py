"""Requests about the spreadsheet and its tabs."""

from __future__ import annotations

import re
from copy import deepcopy
from typing import Any

from tests.emulator.batch import Batch, kind
from tests.emulator.book import check_title
from tests.emulator.cells import tidy
from tests.emulator.errors import invalid
from tests.emulator.guards import may_shape
from tests.emulator.masks import Mask, assign, parse
from tests.emulator.refs import drop_tab
from tests.emulator.sheet import Json, Sheet
from tests.emulator.view import sheet_properties

CELL_LIMIT = 10_000_000
#: ZZZ is the last column there can be.
COLUMN_LIMIT = 18_278


def needed_mask(body: Json) -> Mask:
    """The parsed `fields`. Problems: 400 when there are none."""
    if not body.get("fields"):
        raise invalid("At least one field must be listed in 'fields'. (Use '*' to indicate all fields.)")
    mask = parse(body["fields"])
    return mask or {"*": {}}


def check_size(batch: Batch) -> None:
    if any(sheet.column_count > COLUMN_LIMIT for sheet in batch.book.sheets):
        raise invalid(
            f"This action would increase the number of columns in the sheet above the limit of {COLUMN_LIMIT} columns."
        )
    if sum(sheet.row_count * sheet.column_count for sheet in batch.book.sheets) > CELL_LIMIT:
        raise invalid(
            f"This action would increase the number of cells in the workbook above the limit of {CELL_LIMIT} cells."
        )


@kind("updateSpreadsheetProperties")
def update_spreadsheet_properties(batch: Batch, body: Json) -> None:
    """Title, locale, zone and the like."""
    mask = needed_mask(body)
    new = deepcopy(batch.book.properties)
    assign(new, tidy(body.get("properties") or {}), mask)
    if "title" in mask and not new.get("title"):
        raise invalid("Spreadsheet title cannot be empty.")
    if "timeZone" in mask and not _zone(new.get("timeZone", "")):
        raise invalid(f"Invalid time zone: {new.get('timeZone', '')}")
    if "locale" in mask and not re.fullmatch(r"[a-z]{2,3}(_[A-Z]{2})?", new.get("locale", "")):
        raise invalid(f"Invalid locale: {new.get('locale', '')}")
    batch.book.properties = new


def _zone(name: str) -> bool:
    from zoneinfo import ZoneInfo

    if name.startswith("GMT"):
        return True
    try:
        ZoneInfo(name)
    except (KeyError, ValueError, OSError):
        return False
    return True


@kind("addSheet")
def add_sheet(batch: Batch, body: Json) -> Json:
    """A new tab, at `index` or last."""
    book = batch.book
    given = tidy(body.get("properties") or {})
    sheet_id = given.get("sheetId")
    if sheet_id is None:
        sheet_id = book.fresh_id(lambda number: any(sheet.id == number for sheet in book.sheets))
    elif any(sheet.id == sheet_id for sheet in book.sheets):
        raise invalid(f"Sheet with id {sheet_id} already exists.")
    elif sheet_id < 0:
        raise invalid("Sheet id must be non-negative.")
    title = given.get("title") or _free_title(batch)
    check_title(title)
    if book.titled(title) is not None:
        raise invalid(f'A sheet with the name "{title}" already exists. Please enter another name.')
    grid = given.get("gridProperties") or {}
    sheet = Sheet(sheet_id, title)
    for name, value in given.items():
        if name not in ("index", "sheetId", "title", "gridProperties", "sheetType"):
            sheet.properties[name] = value
    sheet.properties["gridProperties"].update(grid)
    _check_grid(sheet)
    at = given.get("index")
    book.sheets.insert(len(book.sheets) if at is None else min(at, len(book.sheets)), sheet)
    check_size(batch)
    return {"properties": sheet_properties(book, sheet)}


def _free_title(batch: Batch) -> str:
    number = len(batch.book.sheets) + 1
    while batch.book.titled(f"Sheet{number}") is not None:
        number += 1
    return f"Sheet{number}"


def _check_grid(sheet: Sheet) -> None:
    grid = sheet.properties["gridProperties"]
    for name in ("rowCount", "columnCount"):
        if not isinstance(grid.get(name), int) or grid[name] < 1:
            raise invalid(f"Invalid value for {name}: {grid.get(name)}")
    if grid.get("frozenRowCount", 0) >= grid["rowCount"]:
        raise invalid("You can't freeze all visible rows on the sheet.")
    if grid.get("frozenColumnCount", 0) >= grid["columnCount"]:
        raise invalid("You can't freeze all visible columns on the sheet.")


@kind("deleteSheet")
def delete_sheet(batch: Batch, body: Json) -> None:
    """A tab and all that lies on it. The last visible one cannot go."""
    book = batch.book
    gone = _sheet(batch, body.get("sheetId"))
    may_shape(book, gone, batch.setting, any_part=True)
    left = [sheet for sheet in book.sheets if sheet is not gone]
    if not left:
        raise invalid("You can't remove all the sheets in a document.")
    if not any(not sheet.properties.get("hidden") for sheet in left):
        raise invalid("You can't remove all the visible sheets in a document.")
    book.sheets = left
    book.map_objects(lambda place: None if place.get("sheetId", 0) == gone.id else place)
    book.rewrite(lambda text, home: drop_tab(text, home.title, gone.title))
    book.metadata = {
        number: item for number, item in book.metadata.items() if item["location"].get("sheetId") != gone.id
    }


def _sheet(batch: Batch, sheet_id: int | None) -> Sheet:
    for sheet in batch.book.sheets:
        if sheet.id == (sheet_id or 0):
            return sheet
    raise invalid(f"No sheet with id: {sheet_id or 0}")


@kind("updateSheetProperties")
def update_sheet_properties(batch: Batch, body: Json) -> None:
    """Title, place, size, colour, frozen rows, hidden or not."""
    book = batch.book
    given: dict[str, Any] = tidy(body.get("properties") or {})
    mask = needed_mask(body)
    sheet = _sheet(batch, given.get("sheetId"))
    may_shape(book, sheet, batch.setting)
    if "*" in mask:
        mask = {name: {} for name in given if name != "sheetId"}
    new = deepcopy(sheet.properties)
    before = dict(new)
    rest = {name: below for name, below in mask.items() if name not in ("index", "sheetId", "title")}
    if rest:
        assign(new, given, rest)
    new["sheetId"] = sheet.id
    new["sheetType"] = before["sheetType"]
    if "tabColorStyle" in mask or "tabColor" in mask:
        new.pop("tabColor" if "tabColorStyle" in mask else "tabColorStyle", None)
        new = tidy(new)
        if not (new.get("tabColorStyle") or {}):
            new.pop("tabColorStyle", None)
            new.pop("tabColor", None)
    grid = new.setdefault("gridProperties", {})
    rows, columns = grid.get("rowCount"), grid.get("columnCount")
    if "gridProperties" in mask and not mask["gridProperties"]:
        for name in ("rowCount", "columnCount"):
            grid.setdefault(name, before["gridProperties"][name])
        rows, columns = grid["rowCount"], grid["columnCount"]
    old_rows, old_columns = sheet.row_count, sheet.column_count
    sheet.properties = new
    _check_grid(sheet)
    grid.update(rowCount=old_rows, columnCount=old_columns)
    assert isinstance(rows, int)
    assert isinstance(columns, int)
    for axis, old, count in (("ROWS", old_rows, rows), ("COLUMNS", old_columns, columns)):
        sheet.resize(axis, count)
        if count < old:
            book.shift(sheet, axis, count, count - old)
    if "title" in mask:
        book.rename(sheet, given.get("title") or "")
    if "hidden" in mask and all(one.properties.get("hidden") for one in book.sheets):
        raise invalid("You can't hide all the sheets in a document.")
    if "index" in mask:
        _move(batch, sheet, given.get("index") or 0)
    check_size(batch)


def _move(batch: Batch, sheet: Sheet, index: int) -> None:
    """The index counts places before the move, so a tab going right lands one place earlier."""
    sheets = batch.book.sheets
    now = sheets.index(sheet)
    if index > len(sheets) or index < 0:
        raise invalid(f"Invalid index: {index}")
    sheets.remove(sheet)
    sheets.insert(index - 1 if index > now else index, sheet)


@kind("duplicateSheet")
def duplicate_sheet(batch: Batch, body: Json) -> Json:
    """A copy of a tab with new ids."""
    book = batch.book
    source = _sheet(batch, body.get("sourceSheetId"))
    new_id = body.get("newSheetId")
    if new_id is None:
        new_id = book.fresh_id(lambda number: any(sheet.id == number for sheet in book.sheets))
    elif any(sheet.id == new_id for sheet in book.sheets):
        raise invalid(f"Sheet with id {new_id} already exists.")
    title = body.get("newSheetName")
    if not title:
        title, number = f"Copy of {source.title}", 2
        while book.titled(title) is not None:
            title, number = f"Copy of {source.title} {number}", number + 1
    elif book.titled(title) is not None:
        raise invalid(f'A sheet with the name "{title}" already exists. Please enter another name.')
    twin = copied(batch, source, new_id, title)
    at = body.get("insertSheetIndex")
    book.sheets.insert(min(at or 0, len(book.sheets)), twin)
    check_size(batch)
    return {"properties": sheet_properties(book, twin)}


def copied(batch: Batch, source: Sheet, new_id: int, title: str) -> Sheet:
    """A tab's copy: places on it point to itself, its objects have ids of their own."""
    from tests.emulator.sheet import map_places

    def here(place: Json) -> Json:
        return {**place, "sheetId": new_id} if place.get("sheetId", 0) == source.id else place

    twin = source.copy()
    twin.properties.update(sheetId=new_id, title=title)
    twin.properties.pop("hidden", None)
    taken = {item[key] for sheet in batch.book.sheets for name, key in IDS for item in sheet.parts[name]}
    for name, items in twin.parts.items():
        twin.parts[name] = [map_places(item, here) for item in items]
    for name, key in IDS:
        for item in twin.parts[name]:
            item[key] = batch.book.fresh_id(lambda number: number in taken)
    if twin.basic_filter is not None:
        twin.basic_filter = map_places(twin.basic_filter, here)
    return twin


IDS = (
    ("protectedRanges", "protectedRangeId"),
    ("charts", "chartId"),
    ("bandedRanges", "bandedRangeId"),
    ("filterViews", "filterViewId"),
    ("slicers", "slicerId"),
)
