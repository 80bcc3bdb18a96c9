"""Requests about filters: the tab's own one and the named ones."""

from __future__ import annotations

from copy import deepcopy

from tests.emulator.batch import Batch, kind
from tests.emulator.batch_cells import sort_rows
from tests.emulator.batch_objects import anchored, find, new_id, object_view
from tests.emulator.batch_sheets import needed_mask
from tests.emulator.cells import tidy
from tests.emulator.masks import assign
from tests.emulator.sheet import Json


@kind("setBasicFilter")
def set_basic_filter(batch: Batch, body: Json) -> None:
    """The tab's own filter."""
    given = anchored(tidy(body.get("filter") or {}))
    sheet, rect = batch.area(batch.place(given.get("range")), write=False)
    assert rect.bottom is not None
    # Open ends are closed at the edges of the grid.
    given["range"] = {
        "sheetId": sheet.id,
        "startRowIndex": rect.top,
        "endRowIndex": rect.bottom,
        "startColumnIndex": rect.left,
        "endColumnIndex": rect.right,
    }
    if given.get("sortSpecs"):
        body_rect = type(rect)(rect.top + 1, rect.left, rect.bottom, rect.right)
        sort_rows(batch, sheet, body_rect, given["sortSpecs"])
    sheet.basic_filter = {name: item for name, item in given.items() if item not in ({}, [])}


@kind("clearBasicFilter")
def clear_basic_filter(batch: Batch, body: Json) -> None:
    """No filter any more; none before is no mistake."""
    batch.book.sheet(body.get("sheetId")).basic_filter = None


@kind("addFilterView")
def add_filter_view(batch: Batch, body: Json) -> Json:
    """A named filter."""
    given = anchored(tidy(body.get("filter") or {}))
    number = new_id(batch, "filterViews", "filterViewId", given.get("filterViewId"))
    place = batch.place(given.get("range"))
    item = {"filterViewId": number, "title": f"Filter {number}", **given, "range": place}
    item["filterViewId"] = number
    batch.book.sheet(place["sheetId"]).parts["filterViews"].append(item)
    return {"filter": object_view(item)}


@kind("duplicateFilterView")
def duplicate_filter_view(batch: Batch, body: Json) -> Json:
    """A named filter once more, with an id and a name of its own."""
    sheet, at = find(batch, "filterViews", "filterViewId", body.get("filterId"))
    source = sheet.parts["filterViews"][at]
    number = new_id(batch, "filterViews", "filterViewId", None)
    item = {**deepcopy(source), "filterViewId": number, "title": f"Copy of {source['title']}"}
    sheet.parts["filterViews"].append(item)
    return {"filter": object_view(item)}


@kind("updateFilterView")
def update_filter_view(batch: Batch, body: Json) -> None:
    """Change a named filter."""
    given = anchored(tidy(body.get("filter") or {}))
    sheet, at = find(batch, "filterViews", "filterViewId", given.get("filterViewId"))
    assign(sheet.parts["filterViews"][at], given, needed_mask(body))


@kind("deleteFilterView")
def delete_filter_view(batch: Batch, body: Json) -> None:
    """A named filter goes."""
    sheet, at = find(batch, "filterViews", "filterViewId", body.get("filterId"))
    del sheet.parts["filterViews"][at]
