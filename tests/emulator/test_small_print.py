"""Smaller habits of the service: what a bare range means, what metadata look-ups find, what protections guard."""

from __future__ import annotations

from typing import Any

import gspread
import pytest
from gspread.utils import ValueRenderOption

from tests.emulator.fixtures import WORKER, Emulated, in_process

__all__ = ["in_process"]
Json = dict[str, Any]
BASE = "https://sheets.googleapis.com/v4/spreadsheets"


@pytest.fixture
def sheet(in_process: Emulated) -> gspread.Spreadsheet:
    """The shared spreadsheet through gspread."""
    return in_process.quick_client().open_by_key(in_process.book_id)


def post(sheet: gspread.Spreadsheet, path: str, body: Json) -> Json:
    """The answer to a call that gspread has no name for."""
    answer: Json = sheet.client.request("post", f"{BASE}/{sheet.id}{path}", json=body).json()
    return answer


def refused(sheet: gspread.Spreadsheet, *requests: Json) -> str:
    """The message of a batch that must be refused."""
    with pytest.raises(gspread.exceptions.APIError) as caught:
        sheet.batch_update({"requests": list(requests)})
    return str(caught.value)


def test_a_range_without_a_tab_is_of_the_first_visible_one(sheet: gspread.Spreadsheet) -> None:
    """Hiding the first tab changes what A1 means; a bare word is a named range before it is a tab."""
    other = sheet.add_worksheet("Other", 5, 5)
    other.update([["there"]], "A1")
    assert sheet.values_get("A1")["range"] == "Sheet1!A1"
    sheet.sheet1.hide()
    assert sheet.values_get("A1")["values"] == [["there"]]
    other.define_named_range("A1:B2", "Sheet1")
    assert sheet.values_get("Sheet1")["range"] == "Other!A1:B2"
    assert sheet.values_get("'Sheet1'")["range"] == "Sheet1!A1:Z1000"
    assert sheet.values_get("Sheet1!A1:B1")["range"] == "Sheet1!A1:B1"
    assert sheet.values_get("Other!R1C1:R1C2")["range"] == "Other!A1:B1"


@pytest.mark.parametrize(
    ("title", "written"),
    [
        ("Sales", "Sales"),
        ("Sheet_1", "Sheet_1"),
        ("TRUE", "TRUE"),
        ("x.y", "x.y"),
        ("Probe Tab", "'Probe Tab'"),
        ("A1", "'A1'"),
        ("ABC1234", "'ABC1234'"),
        ("R1C1", "'R1C1'"),
        ("2026", "'2026'"),
        ("Ünï", "'Ünï'"),
        ("a-b", "'a-b'"),
        ("It's", "'It''s'"),
    ],
)
def test_titles_are_quoted_where_they_must_be(sheet: gspread.Spreadsheet, title: str, written: str) -> None:
    """As the service was seen to write them in front of the exclamation mark."""
    sheet.sheet1.update_title(title)
    quoted = title.replace("'", "''")
    assert sheet.values_get(f"'{quoted}'!A1")["range"] == f"{written}!A1"


def metadata(key: str, location: Json) -> Json:
    """A request for developer metadata."""
    note = {"metadataKey": key, "visibility": "DOCUMENT", "location": location}
    return {"createDeveloperMetadata": {"developerMetadata": note}}


def line(axis: str, at: int) -> Json:
    """The place of one row or column of the first tab."""
    return {"dimensionRange": {"sheetId": 0, "dimension": axis, "startIndex": at, "endIndex": at + 1}}


LOOK_UPS: list[tuple[Json, set[str]]] = [
    ({}, {"row", "column", "tab", "file"}),
    ({"metadataKey": "row"}, {"row"}),
    ({"locationType": "COLUMN"}, {"column"}),
    ({"locationType": "SPREADSHEET"}, {"file"}),
    ({"metadataLocation": {"spreadsheet": True}}, {"file"}),
    ({"metadataLocation": {"sheetId": 0}}, {"row", "column", "tab"}),
    ({"metadataLocation": {"sheetId": 0}, "locationMatchingStrategy": "EXACT_LOCATION"}, {"tab"}),
    ({"metadataLocation": line("ROWS", 2)}, {"row", "column"}),
    ({"metadataLocation": line("ROWS", 2), "locationMatchingStrategy": "EXACT_LOCATION"}, {"row"}),
    ({"metadataLocation": line("ROWS", 3), "locationType": "ROW"}, set()),
]


@pytest.mark.parametrize(("look_up", "found"), LOOK_UPS)
def test_metadata_is_found_at_a_place_or_across_it(sheet: gspread.Spreadsheet, look_up: Json, found: set[str]) -> None:
    """A row crosses every column, a tab holds its rows and columns, the file crosses nothing; each is found once."""
    sheet.batch_update(
        {
            "requests": [
                metadata("row", line("ROWS", 2)),
                metadata("column", line("COLUMNS", 1)),
                metadata("tab", {"sheetId": 0}),
                metadata("file", {"spreadsheet": True}),
            ]
        }
    )
    answer = post(sheet, "/developerMetadata:search", {"dataFilters": [{"developerMetadataLookup": look_up}]})
    keys = [one["developerMetadata"]["metadataKey"] for one in answer.get("matchedDeveloperMetadata", [])]
    assert (set(keys), len(keys)) == (found, len(found))


def test_metadata_of_rows_is_shown_with_the_rows(sheet: gspread.Spreadsheet) -> None:
    """Only where the grid is asked for; a look-up across the whole file is refused."""
    sheet.batch_update({"requests": [metadata("row", line("ROWS", 2))]})
    assert "developerMetadata" not in sheet.fetch_sheet_metadata()["sheets"][0]
    fields = "sheets.data(rowMetadata.developerMetadata.metadataKey)"
    got = sheet.fetch_sheet_metadata({"ranges": "A1:A4", "fields": fields})["sheets"][0]["data"][0]
    assert got["rowMetadata"] == [{}, {}, {"developerMetadata": [{"metadataKey": "row"}]}, {}]
    across = {"metadataLocation": {"spreadsheet": True}, "locationMatchingStrategy": "INTERSECTING_LOCATION"}
    with pytest.raises(gspread.exceptions.APIError, match="specified as INTERSECTING"):
        post(sheet, "/developerMetadata:search", {"dataFilters": [{"developerMetadataLookup": across}]})


def test_answers_to_filters_are_told_by_their_filters(sheet: gspread.Spreadsheet) -> None:
    """They come in another order than asked, each with its filter, whose noughts are left out."""
    sheet.sheet1.update([["a", "b"]], "A1")
    place = {"sheetId": 0, "startRowIndex": 0, "endRowIndex": 1, "startColumnIndex": 0, "endColumnIndex": 1}
    filters = [{"gridRange": place}, {"a1Range": "B1"}]
    first, second = post(sheet, "/values:batchGetByDataFilter", {"dataFilters": filters})["valueRanges"]
    assert (first["valueRange"]["values"], first["dataFilters"]) == ([["b"]], [{"a1Range": "B1"}])
    assert second["dataFilters"] == [{"gridRange": {"endRowIndex": 1, "endColumnIndex": 1}}]


def test_a_new_spreadsheet_may_come_with_its_contents(in_process: Emulated) -> None:
    """Tabs, cells, joins, names: the tabs given take the place of the usual one."""
    client = in_process.quick_client()
    cells = [{"values": [{"userEnteredValue": {"stringValue": "Name"}}, {"userEnteredValue": {"numberValue": 7}}]}]
    place = {"sheetId": 5, "startRowIndex": 0, "endRowIndex": 1, "startColumnIndex": 0, "endColumnIndex": 2}
    first = {"properties": {"title": "Players", "sheetId": 5}, "data": [{"startRow": 1, "rowData": cells}]}
    body = {
        "properties": {"title": "Cup", "locale": "de_DE", "timeZone": "Europe/Berlin"},
        "sheets": [{**first, "merges": [place]}, {"properties": {"title": "Games"}}],
        "namedRanges": [{"name": "head", "range": place}],
    }
    made = client.http_client.request("post", BASE, json=body).json()
    assert [tab["properties"]["title"] for tab in made["sheets"]] == ["Players", "Games"]
    assert (made["properties"]["locale"], made["namedRanges"][0]["name"]) == ("de_DE", "head")
    book = client.open_by_key(made["spreadsheetId"])
    assert book.values_get("Players!A2:B2")["values"] == [["Name", "7"]]
    assert len(made["sheets"][0]["merges"]) == 1


def test_what_pointed_to_a_deleted_tab_points_nowhere(in_process: Emulated, sheet: gspread.Spreadsheet) -> None:
    """A later tab of the same title does not bring it back."""
    other = sheet.add_worksheet("Other", 5, 5)
    sheet.sheet1.update([["=Other!A1&Sheet1!B1"]], "A1", raw=False)
    sheet.del_worksheet(other)
    sheet.add_worksheet("Other", 5, 5)
    assert sheet.sheet1.acell("A1", value_render_option=ValueRenderOption.formula).value == "=#REF!&Sheet1!B1"
    assert in_process.director.sees("Sheet1", "A1") == "#REF!"


def test_a_protected_tab_keeps_its_shape(in_process: Emulated, sheet: gspread.Spreadsheet) -> None:
    """Nobody but its editors renames, deletes or reshapes it; a protected block is not parted from within."""
    sheet.add_worksheet("Other", 5, 5)
    number = in_process.director.protect("Sheet1")
    rows = {"sheetId": 0, "dimension": "ROWS", "startIndex": 3, "endIndex": 4}
    for one in (
        {"updateSheetProperties": {"properties": {"sheetId": 0, "title": "Mine"}, "fields": "title"}},
        {"deleteSheet": {"sheetId": 0}},
        {"insertDimension": {"range": rows, "inheritFromBefore": True}},
        {"appendDimension": {"sheetId": 0, "dimension": "ROWS", "length": 1}},
        {"updateDimensionProperties": {"range": rows, "properties": {"pixelSize": 40}, "fields": "pixelSize"}},
    ):
        assert "You are trying to edit a protected cell or object." in refused(sheet, one)
    block = {"sheetId": 0, "startRowIndex": 2, "endRowIndex": 5}
    change = {"protectedRangeId": number, "range": block}
    in_process.director.do({"updateProtectedRange": {"protectedRange": change, "fields": "range"}})
    assert "protected" in refused(sheet, {"insertDimension": {"range": rows, "inheritFromBefore": True}})
    assert "protected" in refused(sheet, {"deleteSheet": {"sheetId": 0}})
    above = {**rows, "startIndex": 2, "endIndex": 3}
    sheet.batch_update({"requests": [{"insertDimension": {"range": above}}]})
    assert in_process.book.sheet(0).parts["protectedRanges"][0]["range"]["startRowIndex"] == 3
    editors = {"protectedRangeId": number, "editors": {"users": [WORKER]}}
    in_process.director.do({"updateProtectedRange": {"protectedRange": editors, "fields": "editors"}})
    sheet.batch_update({"requests": [{"deleteSheet": {"sheetId": 0}}]})


def test_what_is_not_kept_is_not_pretended(sheet: gspread.Spreadsheet) -> None:
    """Pivot tables and chips are refused with 501 instead of being dropped in silence; odd locales with 400."""
    cell = {"pivotTable": {"source": {"sheetId": 0}}}
    start = {"sheetId": 0, "rowIndex": 0, "columnIndex": 0}
    update = {"updateCells": {"start": start, "rows": [{"values": [cell]}], "fields": "pivotTable"}}
    assert "[501]" in refused(sheet, update)
    with pytest.raises(gspread.exceptions.APIError, match="Invalid locale"):
        sheet.update_locale("klingon")
