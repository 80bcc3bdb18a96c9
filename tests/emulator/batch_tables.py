"""Requests about tables: named blocks with typed columns under a heading row."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tests.emulator.a1 import Rect
from tests.emulator.batch import Batch, kind
from tests.emulator.batch_objects import anchored
from tests.emulator.batch_sheets import needed_mask
from tests.emulator.cells import Formula, tidy
from tests.emulator.errors import invalid
from tests.emulator.masks import assign
from tests.emulator.sheet import Json, Sheet
from tests.emulator.view import table_view


def find_table(batch: Batch, table_id: str | None) -> tuple[Sheet, int]:
    """The tab of a table and its place there. Problems: 400."""
    for sheet in batch.book.sheets:
        for at, item in enumerate(sheet.parts["tables"]):
            if item["tableId"] == table_id:
                return sheet, at
    raise invalid(f"No table with id: {table_id or ''}")


def body_of(sheet: Sheet, item: Json) -> Rect:
    """The rows of a table below its headings; the footer is left out."""
    place = item["range"]
    footer = 1 if (item.get("rowsProperties") or {}).get("footerColorStyle") else 0
    top = place.get("startRowIndex", 0) + 1
    bottom = place.get("endRowIndex", sheet.row_count) - footer
    return Rect(top, place.get("startColumnIndex", 0), bottom, place.get("endColumnIndex", sheet.column_count))


@kind("addTable")
def add_table(batch: Batch, body: Json) -> Json:
    """A table over a range; headings that are missing are written."""
    given = anchored(tidy(body.get("table") or {}))
    book = batch.book
    taken = {item["tableId"]: item["name"] for sheet in book.sheets for item in sheet.parts["tables"]}
    table_id = given.get("tableId") or str(book.fresh_id(lambda number: str(number) in taken))
    if table_id in taken:
        raise invalid(f"Table with id {table_id} already exists.")
    name = given.get("name") or next(f"Table{n}" for n in range(1, 10_000) if f"Table{n}" not in taken.values())
    _free_name(name, taken.values())
    place = batch.place(given.get("range"))
    sheet, rect = batch.area(place)
    assert rect.bottom is not None
    if rect.bottom - rect.top < 2:
        raise invalid("A table must have a header row and at least one more row.")
    _alone(batch, sheet, rect)
    item: Json = {"tableId": table_id, "name": name, "range": place, "columnProperties": []}
    if given.get("rowsProperties"):
        item["rowsProperties"] = given["rowsProperties"]
    columns = {one.get("columnIndex") or 0: one for one in given.get("columnProperties") or []}
    _set_columns(sheet, item, columns)
    sheet.parts["tables"].append(item)
    return {"table": table_view(book, sheet, item)}


def _free_name(name: str, others: Any) -> None:
    if name.lower() in {other.lower() for other in others}:
        raise invalid(f'A table with the name "{name}" already exists.')


def _alone(batch: Batch, sheet: Sheet, rect: Rect) -> None:
    for other in sheet.parts["tables"]:
        if batch.book.place(other["range"])[1].touches(rect):
            raise invalid("A table cannot overlap another table.")
    for other in sheet.parts["bandedRanges"]:
        if batch.book.place(other["range"])[1].touches(rect):
            raise invalid(
                "You cannot add alternating background colors to a range that already has alternating background colors."
            )


def _set_columns(sheet: Sheet, item: Json, columns: Mapping[int, Json]) -> None:
    """Types by column; a name that is given goes into the heading, a blank heading becomes `Column 1`."""
    place = item["range"]
    top, left = place.get("startRowIndex", 0), place.get("startColumnIndex", 0)
    width = place.get("endColumnIndex", sheet.column_count) - left
    kept: list[Json] = []
    for at in sorted(columns):
        if not 0 <= at < width:
            raise invalid(f"Column index {at} is outside of the table.")
        given = columns[at]
        rule = (given.get("dataValidationRule") or {}).get("condition")
        if given.get("columnType") == "DROPDOWN":
            if not rule:
                raise invalid("Condition must be set for dropdown column type.")
        elif rule:
            raise invalid("Cannot set condition for non-dropdown column type.")
        entry = {key: given[key] for key in ("columnType", "dataValidationRule") if given.get(key)}
        if entry:
            kept.append({"columnIndex": at, **entry})
    item["columnProperties"] = kept
    for at in range(width):
        cell = sheet.cell(top, left + at)
        name = columns.get(at, {}).get("columnName")
        if name:
            sheet.put(top, {left + at: cell.holding(name)})
        elif cell.entered is None or isinstance(cell.entered, Formula):
            # A heading is a text of its own: a formula there is replaced by the column's place.
            sheet.put(top, {left + at: cell.holding(f"Column {at + 1}")})
    _make_booleans(sheet, item)


def _make_booleans(sheet: Sheet, item: Json) -> None:
    """In a column of yes or no everything else becomes no."""
    rect = body_of(sheet, item)
    for one in item["columnProperties"]:
        if one.get("columnType") != "BOOLEAN":
            continue
        column = rect.left + one["columnIndex"]
        for row in range(rect.top, rect.bottom or rect.top):
            cell = sheet.cell(row, column)
            if not isinstance(cell.entered, (bool, Formula)):
                sheet.put(row, {column: cell.holding(False)})


@kind("updateTable")
def update_table(batch: Batch, body: Json) -> None:
    """Another name, range, colours, or other columns: these are replaced as a whole."""
    given = anchored(tidy(body.get("table") or {}))
    mask = needed_mask(body)
    sheet, at = find_table(batch, given.get("tableId"))
    item = dict(sheet.parts["tables"][at])
    others = [
        one["name"] for tab in batch.book.sheets for one in tab.parts["tables"] if one is not tab.parts["tables"][at]
    ]
    if "name" in mask or "*" in mask:
        _free_name(given.get("name") or "", [name for name in others if name != item["name"]])
    simple = {name: below for name, below in mask.items() if name in ("name", "range", "rowsProperties")}
    assign(item, given, simple or {"tableId": {}})
    item["tableId"] = given["tableId"]
    item["range"] = batch.place(item["range"])
    if "columnProperties" in mask or "*" in mask:
        columns = {one.get("columnIndex") or 0: one for one in given.get("columnProperties") or []}
        if any(not one.get("columnName") for one in columns.values()):
            raise invalid("Table header row cell must have a value.")
        _set_columns(sheet, item, columns)
    sheet.parts["tables"][at] = item


@kind("deleteTable")
def delete_table(batch: Batch, body: Json) -> None:
    """A table goes, and with it the conditional formats over its range; what its cells hold is believed to stay."""
    sheet, at = find_table(batch, body.get("tableId"))
    item = sheet.parts["tables"].pop(at)
    rect = batch.book.place(item["range"])[1]
    sheet.parts["conditionalFormats"] = [
        rule
        for rule in sheet.parts["conditionalFormats"]
        if not all(rect.covers(batch.book.place(one)[1]) for one in rule["ranges"])
    ]
