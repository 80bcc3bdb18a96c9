"""Developer metadata: hidden notes on a spreadsheet, a tab, rows or columns."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tests.emulator.batch import Batch, kind
from tests.emulator.batch_dimensions import span
from tests.emulator.batch_sheets import needed_mask
from tests.emulator.book import Book
from tests.emulator.cells import shown
from tests.emulator.errors import invalid
from tests.emulator.masks import assign
from tests.emulator.sheet import Json


def view(item: Json) -> Json:
    """A DeveloperMetadata as shown."""
    out: Json = shown(item)
    return out


def _location(batch: Batch, given: Mapping[str, Any] | None) -> Json:
    given = {name: value for name, value in (given or {}).items() if value is not None and name != "locationType"}
    if len(given) != 1:
        raise invalid("The location of developer metadata must be exactly one of spreadsheet, sheetId, dimensionRange.")
    if given.get("spreadsheet"):
        return {"locationType": "SPREADSHEET", "spreadsheet": True}
    if "sheetId" in given:
        sheet = batch.book.sheet(given["sheetId"])
        return {"locationType": "SHEET", "sheetId": sheet.id}
    wanted = given["dimensionRange"] or {}
    if wanted.get("endIndex") is None:
        raise invalid("DimensionRange must specify both a startIndex and an endIndex")
    sheet, axis, start, end = span(batch, wanted)
    if end - start != 1:
        raise invalid("DimensionRange must represent a single row or column")
    place = {"sheetId": sheet.id, "dimension": axis, "startIndex": start, "endIndex": end}
    return {"locationType": axis[:-1], "dimensionRange": place}


@kind("createDeveloperMetadata")
def create(batch: Batch, body: Json) -> Json:
    """A new note; a chosen id must be free."""
    given = body.get("developerMetadata") or {}
    book = batch.book
    if not given.get("metadataKey"):
        raise invalid("developerMetadata.metadataKey must be specified.")
    if given.get("visibility") not in ("DOCUMENT", "PROJECT"):
        raise invalid("developerMetadata.visibility must be specified.")
    number = given.get("metadataId")
    if not number:
        number = book.fresh_id(lambda one: one in book.metadata)
    elif number in book.metadata and batch.setting.switches.duplicate_metadata_id_refused:
        raise invalid(
            f"Cannot add developer metadata with ID [{number}]. Developer metadata with that ID already exists."
        )
    item: Json = {"metadataId": number, "metadataKey": given["metadataKey"]}
    if given.get("metadataValue"):
        item["metadataValue"] = given["metadataValue"]
    item["location"] = _location(batch, given.get("location"))
    item["visibility"] = given["visibility"]
    book.metadata[number] = item
    return {"developerMetadata": view(item)}


def look_up(book: Book, lookup: Mapping[str, Any]) -> list[Json]:
    """The notes that a DeveloperMetadataLookup selects, by id; an empty look-up selects all."""
    found = []
    wanted = lookup.get("metadataLocation")
    exact = lookup.get("locationMatchingStrategy") == "EXACT_LOCATION"
    if wanted is not None and wanted.get("spreadsheet"):
        if lookup.get("locationMatchingStrategy") == "INTERSECTING_LOCATION":
            raise invalid(
                "DeveloperMetadataLookup.spreadsheet is true, but locationMatchingStrategy was specified as INTERSECTING"
            )
        exact = True
    for _, item in sorted(book.metadata.items()):
        place = item["location"]
        if lookup.get("metadataId") is not None and item["metadataId"] != lookup["metadataId"]:
            continue
        if lookup.get("metadataKey") is not None and item["metadataKey"] != lookup["metadataKey"]:
            continue
        if lookup.get("metadataValue") is not None and item.get("metadataValue", "") != lookup["metadataValue"]:
            continue
        if lookup.get("visibility") is not None and item["visibility"] != lookup["visibility"]:
            continue
        if lookup.get("locationType") is not None and place["locationType"] != lookup["locationType"]:
            continue
        if wanted is not None and not (_at(place, wanted) or (not exact and _meets(place, wanted))):
            continue
        found.append(item)
    return found


def _at(place: Json, wanted: Mapping[str, Any]) -> bool:
    if wanted.get("spreadsheet"):
        return bool(place["locationType"] == "SPREADSHEET")
    if wanted.get("sheetId") is not None:
        return bool(place.get("sheetId") == wanted["sheetId"])
    one, two = place.get("dimensionRange"), wanted.get("dimensionRange") or {}
    return one is not None and all(
        one.get(name, 0) == (two.get(name) or 0) for name in ("sheetId", "dimension", "startIndex", "endIndex")
    )


def _meets(place: Json, wanted: Mapping[str, Any]) -> bool:
    """Whether two places cross: a tab with its rows and columns, a row with every column of its tab."""
    span = place.get("dimensionRange")
    if wanted.get("sheetId") is not None:
        return span is not None and bool(span.get("sheetId", 0) == wanted["sheetId"])
    other = wanted.get("dimensionRange")
    if span is None or other is None or span.get("sheetId", 0) != (other.get("sheetId") or 0):
        return False
    if span["dimension"] != other.get("dimension"):
        return True
    first, end = other.get("startIndex") or 0, other.get("endIndex")
    return bool(first < span["endIndex"] and (end is None or span.get("startIndex", 0) < end))


def _chosen(batch: Batch, body: Json) -> list[Json]:
    filters = body.get("dataFilters") or ([body["dataFilter"]] if body.get("dataFilter") else [])
    chosen: dict[int, Json] = {}
    for one in filters:
        for item in look_up(batch.book, one.get("developerMetadataLookup") or {}):
            chosen[item["metadataId"]] = item
    return list(chosen.values())


@kind("updateDeveloperMetadata")
def update(batch: Batch, body: Json) -> Json:
    """Change the notes that filters select."""
    mask = needed_mask(body)
    given = body.get("developerMetadata") or {}
    out = []
    for item in _chosen(batch, body):
        new = dict(item)
        assign(
            new, {k: v for k, v in given.items() if k != "location"}, {k: v for k, v in mask.items() if k != "location"}
        )
        if "location" in mask:
            new["location"] = _location(batch, given.get("location"))
        new["metadataId"] = item["metadataId"]
        batch.book.metadata[item["metadataId"]] = new
        out.append(view(new))
    return {"developerMetadata": out} if out else {}


@kind("deleteDeveloperMetadata")
def delete(batch: Batch, body: Json) -> Json:
    """Remove the notes that a filter selects; none found is no mistake."""
    out = []
    for item in _chosen(batch, body):
        del batch.book.metadata[item["metadataId"]]
        out.append(view(item))
    return {"deletedDeveloperMetadata": out} if out else {}
