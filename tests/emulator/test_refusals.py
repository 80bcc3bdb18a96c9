"""What is refused, with the service's own words and the JSON shape of its errors."""

from __future__ import annotations

from typing import Any

import gspread
import pytest

from tests.emulator.fixtures import DIRECTOR, WORKER, Emulated, in_process
from tests.emulator.traffic import Request
from tests.emulator.world import OFFICE

__all__ = ["in_process"]
Json = dict[str, Any]
BASE = "https://sheets.googleapis.com/v4/spreadsheets/"
DRIVE = "https://www.googleapis.com/drive/v3/files/"


@pytest.fixture
def sheet(in_process: Emulated) -> gspread.Spreadsheet:
    """The shared spreadsheet through gspread."""
    return in_process.quick_client().open_by_key(in_process.book_id)


def error_of(in_process: Emulated, method: str, url: str, body: Json | str | None = None, who: str = WORKER) -> Json:
    """The error of a call that must be refused."""
    session = in_process.plain_session(who)
    with in_process.service.judge.pardon():
        if isinstance(body, str):
            answer = session.request(method, url, data=body)
        else:
            answer = session.request(method, url, json=body)
    error: Json = answer.json()["error"]
    assert error["code"] == answer.status_code
    return error


def place(top: int, left: int, bottom: int, right: int, tab: int = 0) -> Json:
    """A GridRange."""
    return {
        "sheetId": tab,
        "startRowIndex": top,
        "endRowIndex": bottom,
        "startColumnIndex": left,
        "endColumnIndex": right,
    }


def span(axis: str, start: int, end: int) -> Json:
    """A DimensionRange of the first tab."""
    return {"sheetId": 0, "dimension": axis, "startIndex": start, "endIndex": end}


def tab(**given: Any) -> Json:
    """An addSheet request."""
    return {"addSheet": {"properties": given}}


def change(fields: str, **given: Any) -> Json:
    """An updateSheetProperties request for the first tab."""
    return {"updateSheetProperties": {"properties": {"sheetId": 0, **given}, "fields": fields}}


BOLD = {"cell": {"userEnteredFormat": {"textFormat": {"bold": True}}}, "fields": "userEnteredFormat.textFormat.bold"}
NO_FIELDS = "At least one field must be listed in 'fields'. (Use '*' to indicate all fields.)"
REQUESTS: list[tuple[Json, str]] = [
    ({"repeatCell": {"range": {"sheetId": 77}, **BOLD}}, "No grid with id: 77"),
    ({"deleteSheet": {"sheetId": 77}}, "No sheet with id: 77"),
    ({"deleteSheet": {"sheetId": 0}}, "You can't remove all the sheets in a document."),
    (change("title", title=""), "The sheet name cannot be empty."),
    (change("title", title="x" * 101), "The sheet name cannot be greater than 100 characters."),
    (change("hidden", hidden=True), "You can't hide all the sheets in a document."),
    (change("", title="x"), NO_FIELDS),
    (
        change("gridProperties.frozenRowCount", gridProperties={"frozenRowCount": 1000}),
        "You can't freeze all visible rows on the sheet.",
    ),
    (
        change("gridProperties.rowCount", gridProperties={"rowCount": 400_000}),
        "This action would increase the number of cells in the workbook above the limit of 10000000 cells.",
    ),
    (
        tab(gridProperties={"rowCount": 1, "columnCount": 18_279}),
        "This action would increase the number of columns in the sheet above the limit of 18278 columns.",
    ),
    (tab(title="sheet1"), 'A sheet with the name "sheet1" already exists. Please enter another name.'),
    (tab(title="x", sheetId=0), "Sheet with id 0 already exists."),
    (tab(title="x", sheetId=-1), "Sheet id must be non-negative."),
    ({"repeatCell": {"range": place(0, 0, 1, 1), "cell": {}}}, NO_FIELDS),
    (
        {"repeatCell": {"range": place(0, 25, 1, 27), **BOLD}},
        "Range (Sheet1!Z1:AA1) exceeds grid limits. Max rows: 1000, max columns: 26",
    ),
    (
        {"updateCells": {"start": {"sheetId": 0, "rowIndex": 1000}, "rows": [{"values": [{}]}], "fields": "note"}},
        "GridCoordinate.rowIndex[1000] is after last row in grid[999]",
    ),
    (
        {"deleteDimension": {"range": span("ROWS", 1372, 1373)}},
        "Cannot delete a row that doesn't exist. Tried to delete row index 1372 but there are only 1000 rows.",
    ),
    ({"deleteDimension": {"range": span("COLUMNS", 0, 26)}}, "You can't delete all the columns on the sheet."),
    (
        {"insertDimension": {"range": span("ROWS", 1000, 1001)}},
        "range.startIndex must be less than the grid size (1000) if inheritFromBefore is false.",
    ),
    (
        {"insertDimension": {"range": span("ROWS", 1001, 1002)}},
        "range.startIndex is larger than current grid size (1000)",
    ),
    (
        {"addNamedRange": {"namedRange": {"name": "two words", "range": place(0, 0, 1, 1)}}},
        "The name given to this range is invalid.",
    ),
    (
        {"addNamedRange": {"namedRange": {"name": "taken", "range": place(0, 0, 1, 1)}}},
        "Cannot add named range with name taken, a named range with that name already exists.",
    ),
    ({"deleteEmbeddedObject": {"objectId": 5}}, "No embedded object with id: 5"),
    (
        {"addChart": {"chart": {"spec": {"title": "of no kind"}}}},
        "One of basicChart, pieChart, bubbleChart, candelstickChart, histogramChart, or orgChart "
        "must be set on chartSpec",
    ),
    (
        {"mergeCells": {"range": place(2, 0, 4, 1), "mergeType": "MERGE_ALL"}},
        "You must select all cells in a merged range to merge or unmerge them.",
    ),
    (
        {"mergeCells": {"range": place(0, 0, 2, 1), "mergeType": "MERGE_ALL"}},
        "You can't merge frozen and non-frozen rows.",
    ),
    (
        {"createDeveloperMetadata": {"developerMetadata": {
            "metadataKey": "k", "visibility": "DOCUMENT", "location": {"dimensionRange": span("ROWS", 0, 2)}}}},
        "DimensionRange must represent a single row or column",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("request_", "words"), REQUESTS, ids=[f"{next(iter(one))}-{at}" for at, (one, _) in enumerate(REQUESTS)])  # fmt: skip
def test_a_request_is_refused_in_the_services_words(
    in_process: Emulated, sheet: gspread.Spreadsheet, request_: Json, words: str
) -> None:
    """400 INVALID_ARGUMENT with the number and kind of the request in front; nothing of the batch has happened."""
    sheet.batch_update(
        {
            "requests": [
                change("gridProperties.frozenRowCount", gridProperties={"frozenRowCount": 1}),
                {"mergeCells": {"range": place(3, 0, 5, 2), "mergeType": "MERGE_ALL"}},
                {"addNamedRange": {"namedRange": {"name": "taken", "range": place(0, 0, 1, 1)}}},
            ]
        }
    )
    before = in_process.book
    (kind,) = request_
    error = error_of(in_process, "POST", BASE + in_process.book_id + ":batchUpdate", {"requests": [request_]})
    assert error == {"code": 400, "message": f"Invalid requests[0].{kind}: {words}", "status": "INVALID_ARGUMENT"}
    assert in_process.book is before


def test_a_tab_keeps_one_row_that_is_not_frozen(in_process: Emulated, sheet: gspread.Spreadsheet) -> None:
    """The rows below the frozen ones cannot all be deleted; all but one of them can."""
    sheet.sheet1.resize(3, 3)
    sheet.sheet1.freeze(rows=1)
    with pytest.raises(gspread.exceptions.APIError, match="it is not possible to delete all non-frozen rows"):
        sheet.sheet1.delete_rows(2, 3)
    sheet.sheet1.delete_rows(3)
    assert in_process.book.sheet(0).row_count == 2


def test_a_chart_that_shows_nothing_is_an_internal_error(in_process: Emulated) -> None:
    """500 for a basic chart with neither domains nor series: odd, and so of the service."""
    chart = {"addChart": {"chart": {"spec": {"basicChart": {"chartType": "LINE"}}}}}
    error = error_of(in_process, "POST", BASE + in_process.book_id + ":batchUpdate", {"requests": [chart]})
    assert error == {"code": 500, "message": "Internal error encountered.", "status": "INTERNAL"}


SHAPES: list[tuple[Any, str, str]] = [
    ({"requests": []}, "Must specify at least one request.", ""),
    ({"requests": [{}]}, "Invalid requests[0]: No request set.", ""),
    (
        {"requests": [{"deleteSheet": {"sheetId": 1}, "addSheet": {}}]},
        "Invalid value at 'requests[0]' (oneof), oneof field 'kind' is already set. Cannot set 'addSheet'",
        "requests[0]",
    ),
    (
        {"requests": [{"frobnicate": {}}]},
        "Invalid JSON payload received. Unknown name \"frobnicate\" at 'requests[0]': Cannot find field.",
        "requests[0]",
    ),
    (
        {"requests": ["repeatCell"]},
        "Invalid value at 'requests[0]' "
        '(type.googleapis.com/google.apps.sheets.v4.BatchUpdateSpreadsheetRequest.Request), "repeatCell"',
        "requests[0]",
    ),
    (
        {"requests": [{"mergeCells": {"range": {"sheetId": 0}, "mergeType": "MERGE_SOME"}}]},
        "Invalid value at 'requests[0].merge_cells.merge_type' "
        '(type.googleapis.com/google.apps.sheets.v4.MergeCellsRequest.MergeType), "MERGE_SOME"',
        "requests[0].merge_cells.merge_type",
    ),
    (
        {"requests": [{"deleteSheet": {"sheetId": "none"}}]},
        "Invalid value at 'requests[0].delete_sheet.sheet_id' (TYPE_INT32), \"none\"",
        "requests[0].delete_sheet.sheet_id",
    ),
]


@pytest.mark.parametrize(("body", "words", "field"), SHAPES)
def test_a_body_of_the_wrong_shape_is_refused(in_process: Emulated, body: Any, words: str, field: str) -> None:
    """The field is named as it is spelt inside the service, and again among the details."""
    error = error_of(in_process, "POST", BASE + in_process.book_id + ":batchUpdate", body)
    assert (error["message"], error["status"]) == (words, "INVALID_ARGUMENT")
    if field:
        (detail,) = error["details"]
        assert detail["@type"] == "type.googleapis.com/google.rpc.BadRequest"
        assert detail["fieldViolations"] == [{"field": field, "description": words}]


def test_what_is_no_json_is_told_with_the_place(in_process: Emulated) -> None:
    """The token that was not expected is pointed at."""
    error = error_of(in_process, "POST", BASE + in_process.book_id + ":batchUpdate", '{"requests": oops}')
    assert error["message"].startswith("Invalid JSON payload received. Unexpected token.")
    assert error["status"] == "INVALID_ARGUMENT"


VALUES: list[tuple[str, str, Any, str]] = [
    ("GET", "/values/Nobody!A1", None, "Unable to parse range: Nobody!A1"),
    ("GET", "/values/Sheet1!A1:B2:C3", None, "Unable to parse range: Sheet1!A1:B2:C3"),
    ("GET", "/values/Sheet1!AAAA1", None, "Unable to parse range: Sheet1!AAAA1"),
    ("GET", "/values/!!!", None, "Unable to parse range: !!!"),
    (
        "GET",
        "/values/Sheet1!A5000:B5001",
        None,
        "Range (Sheet1!A5000:B5001) exceeds grid limits. Max rows: 1000, max columns: 26",
    ),
    ("PUT", "/values/A1", {"values": [["x"]]}, "'valueInputOption' is required but not specified"),
    (
        "PUT",
        "/values/A1?valueInputOption=TEXT",
        {"values": [["x"]]},
        "Invalid value at 'value_input_option' "
        '(type.googleapis.com/google.apps.sheets.v4.ValueInputOption), "TEXT"',
    ),
    (
        "GET",
        "/values/A1?valueRenderOption=PRETTY",
        None,
        "Invalid value at 'value_render_option' "
        '(type.googleapis.com/google.apps.sheets.v4.ValueRenderOption), "PRETTY"',
    ),
    (
        "GET",
        "/values/A1?majorDimension=DIAGONALS",
        None,
        "Invalid value at 'major_dimension' (type.googleapis.com/google.apps.sheets.v4.Dimension), \"DIAGONALS\"",
    ),
    (
        "GET",
        "?includeGridData=maybe",
        None,
        "Invalid value at 'include_grid_data' (TYPE_BOOL), \"maybe\"",
    ),
    (
        "GET",
        "?colour=red",
        None,
        'Invalid JSON payload received. Unknown name "colour": Cannot bind query parameter. '
        "Field 'colour' could not be found in request message.",
    ),
    (
        "PUT",
        "/values/Sheet1!A1:B1?valueInputOption=RAW",
        {"values": [["a", "b", "c"]]},
        "Requested writing within range [Sheet1!A1:B1], but tried writing to column [C]",
    ),
    (
        "PUT",
        "/values/Sheet1!A1:B1?valueInputOption=RAW",
        {"values": [["a"], ["b"]]},
        "Requested writing within range [Sheet1!A1:B1], but tried writing to row [2]",
    ),
    (
        "PUT",
        "/values/Sheet1!A1?valueInputOption=RAW",
        {"range": "Sheet1!A2", "values": [["a"]]},
        "Request range[Sheet1!A1] does not match value's range[Sheet1!A2]",
    ),
    (
        "PUT",
        "/values/A1?valueInputOption=RAW",
        {"values": ["x"]},
        "Invalid value at 'data.values[0]' (type.googleapis.com/google.protobuf.ListValue), \"x\"",
    ),
    (
        "POST",
        "/values/A1:append?valueInputOption=RAW",
        {"values": [["a"], [[1]]]},
        "Invalid values[1][0]: list_value {\n  values {\n    number_value: 1.0\n  }\n}\n",
    ),
    (
        "POST",
        "/values:batchUpdate",
        {"valueInputOption": "RAW", "data": [{"range": "A1", "values": [["x"]]}, {"range": "Nobody!A1"}]},
        "Invalid data[1]: Unable to parse range: Nobody!A1",
    ),
    (
        "POST",
        "/values:batchUpdate",
        {"valueInputOption": "RAW", "data": [{"range": "A2000", "values": [["x"]]}]},
        "Invalid data[0]: Range (Sheet1!A2000) exceeds grid limits. Max rows: 1000, max columns: 26",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("method", "path", "body", "words"), VALUES)
def test_values_are_refused_in_the_services_words(
    in_process: Emulated, method: str, path: str, body: Any, words: str
) -> None:
    """Ranges that cannot be read or lie outside, options that are none, values of the wrong shape; nothing is written."""
    before = in_process.book
    error = error_of(in_process, method, BASE + in_process.book_id + path, body)
    assert (error["code"], error["message"], error["status"]) == (400, words, "INVALID_ARGUMENT")
    assert in_process.book is before


def test_too_long_a_text_is_refused_whichever_way_it_comes(sheet: gspread.Spreadsheet) -> None:
    """50,000 characters are the most that a cell holds."""
    sheet.sheet1.update([["x" * 50_000]], "A1")
    for raw in (True, False):
        with pytest.raises(gspread.exceptions.APIError, match="more than the maximum of 50000 characters in a single"):
            sheet.sheet1.update([["x" * 50_001]], "A1", raw=raw)


def test_a_mask_that_leads_nowhere_hides_its_cause_in_the_details(in_process: Emulated) -> None:
    """The message is the general one; Drive names the field instead."""
    error = error_of(in_process, "GET", BASE + in_process.book_id + "?fields=sheets.sheetProperties")
    assert error["message"] == "Request contains an invalid argument."
    words = "Error expanding 'fields' parameter. Cannot find matching fields for path 'sheets.sheetProperties'."
    assert error["details"][0]["fieldViolations"] == [{"field": "sheets.sheetProperties", "description": words}]
    drive = error_of(in_process, "GET", DRIVE + in_process.book_id + "?fields=id,colour")
    assert drive["message"] == "Invalid field selection colour"
    assert drive["errors"][0] | {"message": ""} == {
        "domain": "global",
        "reason": "invalidParameter",
        "message": "",
        "locationType": "parameter",
        "location": "fields",
    }


def test_a_protected_range_keeps_others_out(in_process: Emulated) -> None:
    """400, not 403, whichever call it is; the batch calls say which part."""
    in_process.director.protect("Sheet1")
    words = (
        "You are trying to edit a protected cell or object. "
        "Please contact the spreadsheet owner to remove protection if you need to edit."
    )
    url = BASE + in_process.book_id
    value = {"range": "Sheet1!A1", "values": [["x"]]}
    cells = {"range": place(0, 0, 1, 1), "fields": "userEnteredValue"}
    for path, method, body, front in [
        ("/values/Sheet1!A1?valueInputOption=RAW", "PUT", value, ""),
        ("/values/Sheet1!A1:clear", "POST", None, ""),
        ("/values:batchUpdate", "POST", {"valueInputOption": "RAW", "data": [value]}, "Invalid data[0]: "),
        (":batchUpdate", "POST", {"requests": [{"updateCells": cells}]}, "Invalid requests[0].updateCells: "),
    ]:
        error = error_of(in_process, method, url + path, body)
        assert (error["code"], error["message"]) == (400, front + words)


def test_spreadsheets_that_cannot_be_opened(in_process: Emulated) -> None:
    """Unknown: 404; not shared: 403; shared to read only: 403 on writing; an Office file: 400; a document of another kind: 404."""
    assert error_of(in_process, "GET", BASE + "nothing") == {
        "code": 404,
        "message": "Requested entity was not found.",
        "status": "NOT_FOUND",
    }
    denied = {"code": 403, "message": "The caller does not have permission", "status": "PERMISSION_DENIED"}
    closed = in_process.new_book("Private", share=False)
    assert error_of(in_process, "GET", BASE + closed) == denied
    in_process.service.world.share(closed, WORKER, "reader")
    put = {"values": [["x"]]}
    assert error_of(in_process, "PUT", BASE + closed + "/values/A1?valueInputOption=RAW", put) == denied
    other = in_process.service.world.create("Notes", DIRECTOR, "application/vnd.google-apps.document").id
    in_process.service.world.share(other, WORKER)
    assert error_of(in_process, "GET", BASE + other)["code"] == 404
    office = in_process.service.world.create("Ladder.xlsx", DIRECTOR, next(iter(OFFICE))).id
    in_process.service.world.share(office, WORKER)
    error = error_of(in_process, "GET", BASE + office)
    assert error == {
        "code": 400,
        "message": "This operation is not supported for this document. The document must not be an Office file.",
        "status": "FAILED_PRECONDITION",
    }


def test_drive_names_the_parameter_that_is_wrong(in_process: Emulated) -> None:
    """404 with reason, domain and location; the owner cannot be removed; what is not mine cannot be deleted."""
    error = error_of(in_process, "GET", DRIVE + "nothing")
    assert error == {
        "code": 404,
        "message": "File not found: nothing.",
        "errors": [
            {
                "message": "File not found: nothing.",
                "domain": "global",
                "reason": "notFound",
                "location": "fileId",
                "locationType": "parameter",
            }
        ],
    }
    wrong = error_of(in_process, "DELETE", DRIVE + in_process.book_id + "/permissions/5")
    assert (wrong["message"], wrong["errors"][0]["location"]) == ("Permission not found: 5.", "permissionId")
    mine = error_of(in_process, "DELETE", DRIVE + in_process.book_id)
    assert (mine["code"], mine["errors"][0]["reason"]) == (403, "insufficientFilePermissions")
    bad = error_of(in_process, "GET", DRIVE[:-1] + "?q=name sounds 'x'")
    assert (bad["code"], bad["errors"][0]["location"]) == (400, "q")


def test_calls_without_a_token_are_refused(in_process: Emulated) -> None:
    """401 with the reason among the details."""
    answer = in_process.service.handle(Request.of("GET", BASE + in_process.book_id, {}, b""))
    assert answer.status == 401
    assert b"Request is missing required authentication credential" in answer.body
    assert b"CREDENTIALS_MISSING" in answer.body
