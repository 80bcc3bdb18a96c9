"""`spreadsheets.batchUpdate`: all or nothing, fixed ids, objects that follow their rows."""

from __future__ import annotations

import threading
from typing import Any

import gspread
import pytest
from gspread.utils import ValueRenderOption

from tests.emulator.fixtures import WORKER, Emulated, emulator, in_process
from tests.emulator.traffic import Call

__all__ = ["emulator", "in_process"]
Json = dict[str, Any]


@pytest.fixture
def sheet(in_process: Emulated) -> gspread.Spreadsheet:
    """The shared spreadsheet through gspread."""
    return in_process.client().open_by_key(in_process.book_id)


def named(number: int) -> Json:
    """A guard: a named range with a fixed id."""
    place = {"sheetId": 0, "startRowIndex": 0, "endRowIndex": 1, "startColumnIndex": 0, "endColumnIndex": 1}
    return {"addNamedRange": {"namedRange": {"namedRangeId": f"rev{number}", "name": f"rev_{number}", "range": place}}}


def text(value: str) -> Json:
    """A cell's data with a text."""
    return {"userEnteredValue": {"stringValue": value}}


def rows(*lines: list[str]) -> list[Json]:
    """RowData of texts."""
    return [{"values": [text(value) for value in line]} for line in lines]


def append(*lines: list[str]) -> Json:
    """An appendCells request for the first tab."""
    return {"appendCells": {"sheetId": 0, "rows": rows(*lines), "fields": "userEnteredValue"}}


def refused(sheet: gspread.Spreadsheet, *requests: Json) -> str:
    """The message of a batch that must be refused with 400."""
    with pytest.raises(gspread.exceptions.APIError) as caught:
        sheet.batch_update({"requests": list(requests)})
    assert caught.value.code == 400
    return str(caught.value)


def test_a_taken_guard_id_refuses_the_whole_batch(in_process: Emulated, sheet: gspread.Spreadsheet) -> None:
    """The loser of a race gets 400 and nothing of its batch is there."""
    sheet.batch_update({"requests": [named(1), append(["first"])]})
    before = in_process.book
    message = refused(sheet, append(["lost"]), {"addSheet": {"properties": {"title": "Lost"}}}, named(1))
    assert "requests[2].addNamedRange" in message
    assert in_process.book is before
    assert in_process.director.rows("Sheet1") == [["first"]]


def test_a_refusal_anywhere_leaves_nothing(in_process: Emulated, sheet: gspread.Spreadsheet) -> None:
    """Whatever stands before the refused request, it has not happened."""
    before = in_process.book
    bad = {"deleteSheet": {"sheetId": 99}}
    for good in (
        append(["x"]),
        named(7),
        {"addSheet": {"properties": {"sheetId": 5, "title": "New"}}},
        {"updateSheetProperties": {"properties": {"sheetId": 0, "title": "Other"}, "fields": "title"}},
        {"appendDimension": {"sheetId": 0, "dimension": "ROWS", "length": 5}},
    ):
        assert "requests[1].deleteSheet" in refused(sheet, good, bad)
    assert in_process.book is before
    assert in_process.service.world.files[in_process.book_id].history == []


def test_fixed_ids_are_refused_when_taken(sheet: gspread.Spreadsheet) -> None:
    """Tabs, named ranges, protections, charts, banding, metadata."""
    place = {"sheetId": 0, "startRowIndex": 0, "endRowIndex": 2, "startColumnIndex": 0, "endColumnIndex": 2}
    note = {"metadataId": 4, "metadataKey": "k", "visibility": "DOCUMENT", "location": {"spreadsheet": True}}
    for one in (
        {"addSheet": {"properties": {"sheetId": 11, "title": "Eleven"}}},
        {"addProtectedRange": {"protectedRange": {"protectedRangeId": 4, "range": place, "warningOnly": True}}},
        {"addChart": {"chart": {"chartId": 4, "spec": {"title": "History", "orgChart": {}}}}},
        {"addBanding": {"bandedRange": {"bandedRangeId": 4, "range": place, "rowProperties": {}}}},
        {"createDeveloperMetadata": {"developerMetadata": note}},
        named(3),
    ):
        sheet.batch_update({"requests": [one]})
        assert "already" in refused(sheet, one)


def test_deleting_an_unknown_named_range_is_a_switch(in_process: Emulated, sheet: gspread.Spreadsheet) -> None:
    """Refused by default; ignored when the switch is turned over."""
    delete = {"deleteNamedRange": {"namedRangeId": "rev9"}}
    assert "rev9" in refused(sheet, delete)
    in_process.service.switches.unknown_named_range_delete_refused = False
    assert sheet.batch_update({"requests": [delete]})["replies"] == [{}]


def test_duplicates_are_let_through_when_the_switches_say_so(in_process: Emulated, sheet: gspread.Spreadsheet) -> None:
    """The other answer of the service can be tried too."""
    in_process.service.switches.duplicate_named_range_id_refused = False
    in_process.service.switches.duplicate_named_range_name_refused = False
    sheet.batch_update({"requests": [named(1), named(1)]})
    assert list(in_process.book.named) == ["rev1"]


def test_append_cells_goes_below_the_last_value(in_process: Emulated, sheet: gspread.Spreadsheet) -> None:
    """Formats and drop-downs further down do not matter by default; the grid grows; wide rows are refused."""
    sheet.sheet1.resize(5, 3)
    place = {"sheetId": 0, "startRowIndex": 0, "endRowIndex": 5, "startColumnIndex": 0, "endColumnIndex": 3}
    look = {
        "cell": {"userEnteredFormat": {"textFormat": {"bold": True}}},
        "fields": "userEnteredFormat.textFormat.bold",
    }
    sheet.batch_update({"requests": [{"repeatCell": {"range": place, **look}}, append(["a"], ["b"])]})
    assert in_process.director.rows("Sheet1") == [["a"], ["b"]]
    sheet.batch_update({"requests": [append(*[[str(number)] for number in range(6)])]})
    assert in_process.book.sheet(0).row_count == 8
    assert "beyond the last requested column of: 2" in refused(sheet, append(["1", "2", "3", "4"]))
    in_process.service.switches.append_cells_after_last_value = False
    sheet.sheet1.resize(9, 3)
    sheet.batch_update({"requests": [{"repeatCell": {"range": {"sheetId": 0, "startRowIndex": 8}, **look}}]})
    sheet.batch_update({"requests": [append(["last"])]})
    assert in_process.book.sheet(0).cell(9, 0).entered == "last"


def test_update_cells_writes_values_and_clears_the_rest_of_a_range(
    in_process: Emulated, sheet: gspread.Spreadsheet
) -> None:
    """Texts stay texts whatever they look like; a range without data is cleared in the masked fields only."""
    sheet.sheet1.update([["x", "y"], ["z", "w"]], "A1")
    sheet.sheet1.format("A1:B2", {"textFormat": {"bold": True}})
    place = {"sheetId": 0, "startRowIndex": 0, "endRowIndex": 2, "startColumnIndex": 0, "endColumnIndex": 2}
    given = {"range": place, "rows": rows(["=1+1"]), "fields": "userEnteredValue"}
    sheet.batch_update({"requests": [{"updateCells": given}]})
    assert in_process.director.rows("Sheet1") == [["=1+1"]]
    assert in_process.book.sheet(0).cell(1, 1).format["textFormat"] == {"bold": True}
    start = {"sheetId": 0, "rowIndex": 4, "columnIndex": 1}
    formula = {"userEnteredValue": {"formulaValue": '=HYPERLINK("https://lichess.org/x","game")'}}
    sheet.batch_update(
        {"requests": [{"updateCells": {"start": start, "rows": [{"values": [formula]}], "fields": "userEnteredValue"}}]}
    )
    assert in_process.director.sees("Sheet1", "B5") == "game"
    too_long = {"updateCells": {"range": {**place, "endRowIndex": 1}, "rows": rows(["a"], ["b"]), "fields": "note"}}
    assert "beyond the last requested row" in refused(sheet, too_long)


def test_the_after_state_comes_back_when_asked(in_process: Emulated, sheet: gspread.Spreadsheet) -> None:
    """includeSpreadsheetInResponse with ranges and grid data."""
    body = {
        "requests": [append(["a", "b"])],
        "includeSpreadsheetInResponse": True,
        "responseRanges": ["Sheet1!A1:B2"],
        "responseIncludeGridData": True,
    }
    answer = sheet.batch_update(body)["updatedSpreadsheet"]
    (data,) = answer["sheets"][0]["data"]
    assert [cell["formattedValue"] for cell in data["rowData"][0]["values"]] == ["a", "b"]
    assert answer["spreadsheetId"] == in_process.book_id


def test_objects_and_formulas_follow_rows_and_columns(in_process: Emulated, sheet: gspread.Spreadsheet) -> None:
    """Named and protected ranges, conditional formats, merges, charts, formulas of other tabs."""
    place = {"sheetId": 0, "startRowIndex": 2, "endRowIndex": 5, "startColumnIndex": 1, "endColumnIndex": 3}
    rule = {"ranges": [place], "booleanRule": {"condition": {"type": "NOT_BLANK"}, "format": {}}}
    sheet.add_worksheet("Other", 20, 5)
    sheet.worksheet("Other").update([["=SUM(Sheet1!B3:C5)", "=Sheet1!$B$3"]], "A1", raw=False)
    sheet.batch_update(
        {
            "requests": [
                {"addNamedRange": {"namedRange": {"name": "box", "range": place}}},
                {"addProtectedRange": {"protectedRange": {"range": place, "warningOnly": True}}},
                {"addConditionalFormatRule": {"rule": rule, "index": 0}},
                {"mergeCells": {"range": {**place, "endRowIndex": 3}, "mergeType": "MERGE_ALL"}},
            ]
        }
    )
    sheet.sheet1.insert_rows([["new"]], 1)
    in_process.director.insert_columns("Sheet1", 0)
    book = in_process.book
    moved = {"sheetId": 0, "startRowIndex": 3, "endRowIndex": 6, "startColumnIndex": 2, "endColumnIndex": 4}
    assert [item["range"] for item in book.named.values()] == [moved]
    parts = book.sheet(0).parts
    assert parts["protectedRanges"][0]["range"] == moved
    assert parts["conditionalFormats"][0]["ranges"] == [moved]
    assert parts["merges"] == [{**moved, "endRowIndex": 4}]
    other = sheet.worksheet("Other").get("A1:B1", value_render_option=ValueRenderOption.formula)
    assert other == [["=SUM(Sheet1!C4:D6)", "=Sheet1!$C$4"]]
    in_process.director.delete_rows("Sheet1", 3, 3)
    assert in_process.book.named == {}
    assert in_process.book.sheet(0).parts["conditionalFormats"] == []
    assert sheet.worksheet("Other").get("A1", value_render_option=ValueRenderOption.formula) == [["=SUM(#REF!)"]]


def test_protection_stops_strangers_and_not_editors(in_process: Emulated, sheet: gspread.Spreadsheet) -> None:
    """A tab the director protects refuses the worker until it is an editor; a warning stops no program."""
    director = in_process.director
    number = director.protect("Sheet1")
    assert "protected cell" in refused(sheet, append(["x"]))
    with pytest.raises(gspread.exceptions.APIError, match="protected cell"):
        sheet.sheet1.update([["x"]], "A1")
    change = {"protectedRangeId": number, "editors": {"users": [WORKER]}}
    director.do({"updateProtectedRange": {"protectedRange": change, "fields": "editors"}})
    sheet.sheet1.update([["x"]], "A1")
    director.do({"deleteProtectedRange": {"protectedRangeId": number}})
    director.protect("Sheet1", warning=True)
    sheet.sheet1.update([["y"]], "A1")
    assert director.rows("Sheet1") == [["y"]]


def test_conditional_formats_charts_and_banding_live_and_go(sheet: gspread.Spreadsheet) -> None:
    """Added, changed, shown, deleted."""
    place = {"sheetId": 0, "startRowIndex": 0, "endRowIndex": 4, "startColumnIndex": 0, "endColumnIndex": 4}
    points = [
        ("minpoint", {"type": "NUMBER", "value": "0", "color": {"red": 1}}),
        ("maxpoint", {"type": "NUMBER", "value": "100", "colorStyle": {"rgbColor": {"green": 1}}}),
    ]
    heat = {"ranges": [place], "gradientRule": dict(points)}
    source = {"sourceRange": {"sources": [place]}}
    spec = {"title": "Positions", "basicChart": {"chartType": "LINE", "domains": [{"domain": source}], "series": []}}
    anchor = {"overlayPosition": {"anchorCell": {"sheetId": 0, "rowIndex": 1, "columnIndex": 6}}}
    sheet.batch_update(
        {
            "requests": [
                {"addConditionalFormatRule": {"rule": heat}},
                {"addChart": {"chart": {"chartId": 8, "spec": spec, "position": anchor}}},
                {
                    "addBanding": {
                        "bandedRange": {
                            "bandedRangeId": 8,
                            "range": place,
                            "rowProperties": {"firstBandColor": {"red": 0.5}},
                        }
                    }
                },
                {"updateChartSpec": {"chartId": 8, "spec": {**spec, "title": "Better"}}},
            ]
        }
    )
    (tab,) = sheet.fetch_sheet_metadata()["sheets"]
    assert tab["charts"][0]["spec"]["title"] == "Better"
    assert tab["conditionalFormats"][0]["gradientRule"]["minpoint"]["colorStyle"] == {"rgbColor": {"red": 1}}
    assert tab["bandedRanges"][0]["bandedRangeId"] == 8
    sheet.batch_update(
        {
            "requests": [
                {"deleteConditionalFormatRule": {"sheetId": 0, "index": 0}},
                {"deleteEmbeddedObject": {"objectId": 8}},
                {"deleteBanding": {"bandedRangeId": 8}},
            ]
        }
    )
    (tab,) = sheet.fetch_sheet_metadata()["sheets"]
    assert set(tab) == {"properties"}


def test_metadata_is_found_by_filters(in_process: Emulated, sheet: gspread.Spreadsheet) -> None:
    """Created on a row, found by key after rows moved, values read through a DataFilter, deleted."""
    sheet.sheet1.update([["a"], ["b"], ["c"]], "A1")
    spot = {"dimensionRange": {"sheetId": 0, "dimension": "ROWS", "startIndex": 1, "endIndex": 2}}
    note = {"metadataKey": "row", "metadataValue": "b", "visibility": "DOCUMENT", "location": spot}
    sheet.batch_update({"requests": [{"createDeveloperMetadata": {"developerMetadata": note}}]})
    in_process.director.insert_rows("Sheet1", 0)
    url = f"https://sheets.googleapis.com/v4/spreadsheets/{in_process.book_id}"
    look = {"developerMetadataLookup": {"metadataKey": "row"}}
    got = sheet.client.request("post", url + "/values:batchGetByDataFilter", json={"dataFilters": [look]}).json()
    assert got["valueRanges"][0]["valueRange"]["values"] == [["b"]]
    found = sheet.client.request("post", url + "/developerMetadata:search", json={"dataFilters": [look]}).json()
    assert found["matchedDeveloperMetadata"][0]["developerMetadata"]["location"]["locationType"] == "ROW"
    sheet.batch_update({"requests": [{"deleteDeveloperMetadata": {"dataFilter": look}}]})
    assert in_process.book.metadata == {}


def test_moving_replacing_and_filtering(in_process: Emulated, sheet: gspread.Spreadsheet) -> None:
    """moveDimension counts places before the move; findReplace tells counts; a basic filter spans the grid."""
    sheet.sheet1.update([["a"], ["b"], ["c"], ["a1"]], "A1")
    in_process.director.move_rows("Sheet1", 0, 1, 3)
    assert in_process.director.rows("Sheet1") == [["b"], ["c"], ["a"], ["a1"]]
    change = {"find": "a", "replacement": "z", "allSheets": True}
    reply = sheet.batch_update({"requests": [{"findReplace": change}]})["replies"][0]["findReplace"]
    assert reply == {"valuesChanged": 2, "occurrencesChanged": 2, "rowsChanged": 2, "sheetsChanged": 1}
    sheet.sheet1.set_basic_filter()
    (tab,) = sheet.fetch_sheet_metadata()["sheets"]
    assert tab["basicFilter"]["range"]["endRowIndex"] == 1000
    sheet.sheet1.clear_basic_filter()
    assert "basicFilter" not in sheet.fetch_sheet_metadata()["sheets"][0]


def test_the_last_tab_cannot_go_or_hide(sheet: gspread.Spreadsheet) -> None:
    """One visible tab is always left."""
    assert "remove all the sheets" in refused(sheet, {"deleteSheet": {"sheetId": 0}})
    hide = {"updateSheetProperties": {"properties": {"sheetId": 0, "hidden": True}, "fields": "hidden"}}
    assert "hide all the sheets" in refused(sheet, hide)


def test_columns_move_with_what_points_at_them(in_process: Emulated, sheet: gspread.Spreadsheet) -> None:
    """A look-up and a protected column follow a column that a person drags; a sort leaves row metadata or takes it."""
    sheet.sheet1.update([["a", "b", "c"]], "A1")
    sheet.add_worksheet("Other", 5, 5).update([["=INDEX(Sheet1!$C:$C,1)", "=Sheet1!A1"]], "A1", raw=False)
    place = {"sheetId": 0, "startColumnIndex": 2, "endColumnIndex": 3}
    sheet.batch_update({"requests": [{"addProtectedRange": {"protectedRange": {"range": place, "warningOnly": True}}}]})
    in_process.director.move_columns("Sheet1", 2, 1, 0)
    assert in_process.director.rows("Sheet1") == [["c", "a", "b"]]
    assert in_process.director.rows("Other") == [["c", "a"]]
    moved = in_process.book.sheet(0).parts["protectedRanges"][0]["range"]
    assert (moved["startColumnIndex"], moved["endColumnIndex"]) == (0, 1)


@pytest.mark.parametrize(("stays", "row"), [(True, 1), (False, 2)])
def test_row_metadata_under_a_sort_is_a_switch(
    in_process: Emulated, sheet: gspread.Spreadsheet, stays: bool, row: int
) -> None:
    """It stays at its row by default, or goes with the contents."""
    in_process.service.switches.metadata_stays_when_sorted = stays
    sheet.sheet1.update([["head"], ["a"], ["b"]], "A1")
    spot = {"dimensionRange": {"sheetId": 0, "dimension": "ROWS", "startIndex": 1, "endIndex": 2}}
    note = {"metadataId": 5, "metadataKey": "k", "visibility": "DOCUMENT", "location": spot}
    sheet.batch_update({"requests": [{"createDeveloperMetadata": {"developerMetadata": note}}]})
    in_process.director.sort("Sheet1", "head", descending=True)
    assert in_process.book.metadata[5]["location"]["dimensionRange"]["startIndex"] == row


def test_a_person_edits_between_read_and_write(in_process: Emulated, sheet: gspread.Spreadsheet) -> None:
    """A hook runs before a call is served, so an edit can fall exactly between two of them."""
    director = in_process.director
    edits: list[str] = []

    def meddle(call: Call) -> None:
        if call.kind == "write" and not edits:
            edits.append(call.name)
            director.insert_rows("Sheet1", 0)
            director.type("Sheet1", "A1", "me first")

    in_process.service.before.append(meddle)
    sheet.batch_update({"requests": [append(["worker"])]})
    assert director.rows("Sheet1") == [["me first"], ["worker"]]


def test_of_two_workers_exactly_one_gets_the_revision(emulator: Emulated) -> None:
    """Many threads over the socket, one guard: one 200, the rest 400, one row."""
    books = [emulator.client().open_by_key(emulator.book_id) for _ in range(4)]
    outcomes: list[int] = []

    def write(book: gspread.Spreadsheet) -> None:
        try:
            book.batch_update({"requests": [append(["won"]), named(1)]})
            outcomes.append(200)
        except gspread.exceptions.APIError as refusal:
            outcomes.append(refusal.code)

    threads = [threading.Thread(target=write, args=(book,)) for book in books]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(outcomes) == [200, 400, 400, 400]
    assert emulator.director.rows("Sheet1") == [["won"]]
