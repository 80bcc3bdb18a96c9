"""The rarer kinds of batchUpdate: filling, pasting, tidying, tables, comments, and that every kind is answered."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import gspread
import pytest
from gspread.utils import ValueRenderOption

from tests.emulator import batch
from tests.emulator.discovery import document
from tests.emulator.fixtures import DIRECTOR, Emulated, in_process

__all__ = ["in_process"]
Json = dict[str, Any]
FORMULA = ValueRenderOption.formula


@pytest.fixture
def sheet(in_process: Emulated) -> gspread.Spreadsheet:
    """The shared spreadsheet through gspread."""
    return in_process.quick_client().open_by_key(in_process.book_id)


def place(top: int, left: int, bottom: int, right: int, tab: int = 0) -> Json:
    """A GridRange."""
    rows = {"startRowIndex": top, "endRowIndex": bottom}
    return {"sheetId": tab, **rows, "startColumnIndex": left, "endColumnIndex": right}


def send(sheet: gspread.Spreadsheet, *requests: Json) -> list[Json]:
    """The replies to a batch."""
    replies: list[Json] = sheet.batch_update({"requests": list(requests)})["replies"]
    return replies


def refused(sheet: gspread.Spreadsheet, *requests: Json) -> str:
    """The message of a batch that must be refused."""
    with pytest.raises(gspread.exceptions.APIError) as caught:
        send(sheet, *requests)
    return str(caught.value)


def test_every_kind_of_request_is_answered() -> None:
    """Nothing in the discovery document is left without a handler."""
    for family in batch.FAMILIES:
        import_module(f"tests.emulator.batch_{family}")
    assert set(document("sheets")["schemas"]["Request"]["properties"]) == set(batch.HANDLERS)


# Filling --------------------------------------------------------------------------------------------------------------

SERIES: list[tuple[list[Any], bool, list[Any]]] = [
    ([5], False, ["5", "5", "5"]),
    ([5], True, ["6", "7", "8"]),
    ([1, 3], False, ["5", "7", "9"]),
    ([10, 7.5], False, ["5", "2.5", "0"]),
    (["2026-01-30"], False, ["2026-01-31", "2026-02-01", "2026-02-02"]),
    (["2026-01-05", "2026-01-12"], False, ["2026-01-19", "2026-01-26", "2026-02-02"]),
    (["Round 1"], False, ["Round 2", "Round 3", "Round 4"]),
    (["R09", "R11"], False, ["R13", "R15", "R17"]),
    (["Monday"], False, ["Tuesday", "Wednesday", "Thursday"]),
    (["Jan", "Mar"], False, ["May", "Jul", "Sep"]),
    (["a", "b"], False, ["a", "b", "a"]),
    (["=C1*2"], False, ["=C2*2", "=C3*2", "=C4*2"]),
]


@pytest.mark.parametrize(("start", "alternate", "more"), SERIES)
def test_a_series_goes_on(sheet: gspread.Spreadsheet, start: list[Any], alternate: bool, more: list[Any]) -> None:
    """Numbers along their line, days by the day, texts by their number, names by their order, the rest repeated."""
    tab = sheet.sheet1
    tab.update([[value] for value in start], "A1", raw=False)
    given = {"source": place(0, 0, len(start), 1), "dimension": "ROWS", "fillLength": 3}
    send(sheet, {"autoFill": {"sourceAndDestination": given, "useAlternateSeries": alternate}})
    shown = FORMULA if str(start[0]).startswith("=") else ValueRenderOption.formatted
    got = tab.get(f"A{len(start) + 1}:A9", value_render_option=shown)
    assert got == [[value] for value in more]


def test_a_range_fills_itself(sheet: gspread.Spreadsheet) -> None:
    """What holds data goes on to the end of the range, with its formats; backwards on wish; not past the grid."""
    tab = sheet.sheet1
    tab.update([[1, "x"], [2, "y"]], "B2")
    tab.format("B2", {"textFormat": {"bold": True}})
    send(sheet, {"autoFill": {"range": place(1, 1, 5, 3)}})
    assert tab.get("B2:C5") == [["1", "x"], ["2", "y"], ["3", "x"], ["4", "y"]]
    before = {"source": place(1, 1, 3, 2), "dimension": "COLUMNS", "fillLength": -1}
    send(sheet, {"autoFill": {"sourceAndDestination": before}})
    assert tab.get("A2:A3") == [["1"], ["2"]]
    far = {"source": place(1, 1, 3, 2), "dimension": "ROWS", "fillLength": 2000}
    assert "exceeds grid limits" in refused(sheet, {"autoFill": {"sourceAndDestination": far}})


# Pasting --------------------------------------------------------------------------------------------------------------


def test_each_way_of_pasting_carries_its_part(in_process: Emulated, sheet: gspread.Spreadsheet) -> None:
    """Values, formulas, formats with drop-downs, drop-downs alone, all without lines, conditional formats, joins."""
    tab = sheet.sheet1
    tab.update([["=1+1", "5"], ["x", "y"]], "A1", raw=False)
    rule = {"condition": {"type": "BOOLEAN"}}
    line = {"style": "SOLID"}
    heat = {"ranges": [place(0, 0, 2, 2)], "booleanRule": {"condition": {"type": "NOT_BLANK"}, "format": {}}}
    bold = {"userEnteredFormat": {"textFormat": {"bold": True}}}
    send(
        sheet,
        {"repeatCell": {"range": place(0, 0, 1, 1), "cell": bold, "fields": "userEnteredFormat.textFormat.bold"}},
        {"updateBorders": {"range": place(0, 0, 1, 1), "top": line}},
        {"setDataValidation": {"range": place(0, 0, 1, 1), "rule": rule}},
        {"addConditionalFormatRule": {"rule": heat}},
        {"mergeCells": {"range": place(1, 0, 2, 2), "mergeType": "MERGE_ALL"}},
    )
    kinds = ["NORMAL", "VALUES", "FORMAT", "NO_BORDERS", "FORMULA", "DATA_VALIDATION", "CONDITIONAL_FORMATTING"]
    for at, name in enumerate(kinds):
        target = place(5 * (at + 1), 0, 5 * (at + 1) + 2, 2)
        paste = {"source": place(0, 0, 2, 2), "destination": target, "pasteType": f"PASTE_{name}"}
        send(sheet, {"copyPaste": paste})
    grid = in_process.book.sheet(0)
    seen = {}
    for at, name in enumerate(kinds):
        cell = grid.cell(5 * (at + 1), 0)
        seen[name] = (cell.entered, "textFormat" in cell.format, "borders" in cell.format, cell.validation is not None)
    assert seen == {
        "NORMAL": ("=1+1", True, True, True),
        "VALUES": (2, False, False, False),
        "FORMAT": (None, True, True, True),
        "NO_BORDERS": ("=1+1", True, False, True),
        "FORMULA": ("=1+1", False, False, False),
        "DATA_VALIDATION": (None, False, False, True),
        "CONDITIONAL_FORMATTING": (None, False, False, False),
    }
    assert [merge["startRowIndex"] for merge in grid.parts["merges"]] == [1, 6]
    assert [one["startRowIndex"] for one in grid.parts["conditionalFormats"][0]["ranges"]] == [0, 5, 15, 35]


def test_a_larger_destination_is_filled_and_a_turned_one_turned(sheet: gspread.Spreadsheet) -> None:
    """The source is repeated as often as it goes in whole."""
    tab = sheet.sheet1
    tab.update([["a", "b"]], "A1")
    send(sheet, {"copyPaste": {"source": place(0, 0, 1, 2), "destination": place(2, 0, 4, 5)}})
    assert tab.get("A3:E4") == [["a", "b", "a", "b"], ["a", "b", "a", "b"]]
    turned = {"source": place(0, 0, 1, 2), "destination": place(6, 0, 7, 1), "pasteOrientation": "TRANSPOSE"}
    send(sheet, {"copyPaste": turned})
    assert tab.get("A7:A8") == [["a"], ["b"]]


def test_formulas_follow_cells_that_are_cut(sheet: gspread.Spreadsheet) -> None:
    """Whatever pointed to them points to where they are now; what is moved keeps its own references."""
    tab = sheet.sheet1
    tab.update([[1, "=A1*2"], [2, "=SUM($A$1:A2)"], ["", "=SUM(A:A)"]], "A1", raw=False)
    send(
        sheet,
        {"cutPaste": {"source": place(0, 0, 2, 1), "destination": {"sheetId": 0, "rowIndex": 4, "columnIndex": 3}}},
    )
    got = tab.get("B1:B3", value_render_option=FORMULA)
    assert got == [["=D5*2"], ["=SUM($D$5:D6)"], ["=SUM(A:A)"]]
    assert tab.get("D5:D6") == [["1"], ["2"]]


def test_text_is_pasted_as_a_person_pastes_it(in_process: Emulated, sheet: gspread.Spreadsheet) -> None:
    """By a delimiter or as a table of HTML; texts are understood as typed; the grid grows."""
    sheet.sheet1.resize(3, 2)
    start = {"sheetId": 0, "rowIndex": 1, "columnIndex": 1}
    send(sheet, {"pasteData": {"coordinate": start, "data": "a;007\n2-1", "delimiter": ";"}})
    table = "<table><tr><td>x</td><th>y</th></tr><tr><td>1<br>2</td></tr></table>"
    send(sheet, {"pasteData": {"coordinate": {**start, "rowIndex": 2}, "data": table, "html": True}})
    assert in_process.director.rows("Sheet1") == [[], [None, "a", 7], [None, "x", "y"], [None, "1\n2"]]
    assert "No delimiter" in refused(sheet, {"pasteData": {"coordinate": start, "data": "x"}})


# Tidying --------------------------------------------------------------------------------------------------------------


def test_texts_are_found_and_replaced(sheet: gspread.Spreadsheet) -> None:
    """Anywhere or in a range, whole cells, by pattern with groups, in formulas on wish; counts come back."""
    tab = sheet.sheet1
    tab.update([["Karpov", "karpov-2"], ["=A1&A1", "won 1-0"]], "A1", raw=False)
    (reply,) = send(
        sheet, {"findReplace": {"find": "Karpov", "replacement": "Kasparov", "sheetId": 0, "matchCase": True}}
    )
    assert reply["findReplace"] == {"valuesChanged": 1, "occurrencesChanged": 1, "rowsChanged": 1, "sheetsChanged": 1}
    pattern = {"find": r"(\d)-(\d)", "replacement": "$2:$1", "searchByRegex": True, "range": place(1, 0, 2, 2)}
    send(sheet, {"findReplace": pattern})
    assert tab.acell("B2").value == "won 0:1"
    (reply,) = send(sheet, {"findReplace": {"find": "a1", "replacement": "B1", "sheetId": 0, "includeFormulas": True}})
    assert reply["findReplace"]["formulasChanged"] == 1
    assert tab.acell("A2", value_render_option=FORMULA).value == "=B1&B1"
    (reply,) = send(sheet, {"findReplace": {"find": "kasp", "matchEntireCell": True, "sheetId": 0}})
    assert reply == {"findReplace": {}}


def test_blanks_are_trimmed_and_doubles_weeded_out(sheet: gspread.Spreadsheet) -> None:
    """Cases make no difference to doubles; the first one stays; beside the range nothing moves."""
    tab = sheet.sheet1
    tab.update([[" Anna  K. ", 1, "p"], ["ANNA K.", 1, "q"], ["Bert", 2, "r"], ["anna k.", 3, "s"]], "A1")
    (reply,) = send(sheet, {"trimWhitespace": {"range": place(0, 0, 4, 1)}})
    assert reply == {"trimWhitespace": {"cellsChangedCount": 1}}
    (reply,) = send(sheet, {"deleteDuplicates": {"range": place(0, 0, 4, 2)}})
    assert reply == {"deleteDuplicates": {"duplicatesRemovedCount": 1}}
    assert tab.get_all_values() == [["Anna K.", "1", "p"], ["Bert", "2", "q"], ["anna k.", "3", "r"], ["", "", "s"]]
    names = {"sheetId": 0, "dimension": "COLUMNS", "startIndex": 0, "endIndex": 1}
    (reply,) = send(sheet, {"deleteDuplicates": {"range": place(0, 0, 3, 2), "comparisonColumns": [names]}})
    assert reply["deleteDuplicates"] == {"duplicatesRemovedCount": 1}


def test_texts_are_split_into_columns(sheet: gspread.Spreadsheet) -> None:
    """At a mark that is given or found; one column at a time."""
    tab = sheet.sheet1
    tab.update([["a,b"], ["c"], ["1, 2"]], "A1")
    send(sheet, {"textToColumns": {"source": place(0, 0, 3, 1), "delimiterType": "COMMA"}})
    assert tab.get_all_values() == [["a", "b"], ["c", ""], ["1", "2"]]
    tab.update([["x|y|z"]], "A5")
    send(sheet, {"textToColumns": {"source": place(4, 0, 5, 1), "delimiterType": "AUTODETECT"}})
    assert tab.get("A5:C5") == [["x", "y", "z"]]
    wide = {"source": place(0, 0, 3, 2), "delimiterType": "COMMA"}
    assert "exactly one column" in refused(sheet, {"textToColumns": wide})


def test_rows_are_shuffled_whole(sheet: gspread.Spreadsheet) -> None:
    """Every row is still there, with its cells together."""
    rows = [[number, f"row {number}"] for number in range(20)]
    sheet.sheet1.update(rows, "A1")
    send(sheet, {"randomizeRange": {"range": place(0, 0, 20, 2)}})
    got = sheet.sheet1.get("A1:B20", value_render_option=ValueRenderOption.unformatted)
    assert got != rows
    assert sorted(got) == rows


# Objects --------------------------------------------------------------------------------------------------------------


def test_a_table_names_its_columns_by_their_headings(sheet: gspread.Spreadsheet) -> None:
    """Types are kept, blank headings are written, a heading typed later renames its column."""
    tab = sheet.sheet1
    tab.update([["Player", ""], ["Anna", ""], ["Bert", ""]], "A1")
    chosen = {"condition": {"type": "ONE_OF_LIST", "values": [{"userEnteredValue": "1-0"}]}}
    column = {"columnIndex": 1, "columnType": "DROPDOWN", "dataValidationRule": chosen}
    given = {"name": "Results", "range": place(0, 0, 3, 2), "columnProperties": [column]}
    (reply,) = send(sheet, {"addTable": {"table": given}})
    table = reply["addTable"]["table"]
    assert table["columnProperties"] == [
        {"columnName": "Player"},
        {"columnIndex": 1, "columnName": "Column 2", "columnType": "DROPDOWN", "dataValidationRule": chosen},
    ]
    assert tab.acell("B1").value == "Column 2"
    tab.update([["Name"]], "A1")
    (shown,) = sheet.fetch_sheet_metadata()["sheets"][0]["tables"]
    assert (shown["tableId"], shown["columnProperties"][0]) == (table["tableId"], {"columnName": "Name"})
    untyped = {"range": place(0, 3, 3, 4), "columnProperties": [{"columnType": "DROPDOWN"}]}
    assert "Condition must be set for dropdown column type." in refused(sheet, {"addTable": {"table": untyped}})
    listed = {"range": place(0, 3, 3, 4), "columnProperties": [{"columnType": "TEXT", "dataValidationRule": chosen}]}
    assert "Cannot set condition for non-dropdown" in refused(sheet, {"addTable": {"table": listed}})
    rule = {"condition": {"type": "BOOLEAN"}}
    assert "not allowed on cells in typed columns" in refused(
        sheet, {"setDataValidation": {"range": place(1, 1, 2, 2), "rule": rule}}
    )


def test_a_table_grows_changes_and_goes(in_process: Emulated, sheet: gspread.Spreadsheet) -> None:
    """Rows are appended inside of it, pushing down what lies below; its conditional formats go with it."""
    tab = sheet.sheet1
    tab.update([["Player", "Paid"], ["Anna", "yes"], [], ["below"]], "A1")
    heat = {"ranges": [place(1, 0, 2, 2)], "booleanRule": {"condition": {"type": "NOT_BLANK"}, "format": {}}}
    send(
        sheet,
        {"addTable": {"table": {"tableId": "t1", "range": place(0, 0, 2, 2)}}},
        {"addConditionalFormatRule": {"rule": heat}},
    )
    rows = [{"values": [{"userEnteredValue": {"stringValue": name}}]} for name in ("Bert", "Cara")]
    send(sheet, {"appendCells": {"tableId": "t1", "rows": rows, "fields": "userEnteredValue"}})
    assert tab.col_values(1) == ["Player", "Anna", "Bert", "Cara", "", "below"]
    table = in_process.book.sheet(0).parts["tables"][0]
    assert (table["name"], table["range"]["endRowIndex"]) == ("Table1", 4)
    columns = [{"columnName": "Player"}, {"columnIndex": 1, "columnName": "Paid", "columnType": "BOOLEAN"}]
    change = {"tableId": "t1", "name": "Dues", "columnProperties": columns}
    send(sheet, {"updateTable": {"table": change, "fields": "name,columnProperties"}})
    assert tab.col_values(2) == ["Paid", "FALSE", "FALSE", "FALSE"]
    nameless = {"tableId": "t1", "columnProperties": [{"columnType": "TEXT"}]}
    words = refused(sheet, {"updateTable": {"table": nameless, "fields": "columnProperties"}})
    assert "Table header row cell must have a value." in words
    send(sheet, {"deleteTable": {"tableId": "t1"}})
    (shown,) = sheet.fetch_sheet_metadata()["sheets"]
    assert set(shown) == {"properties"}
    assert tab.acell("A2").value == "Anna"


def test_a_comment_is_answered_settled_and_removed(in_process: Emulated, sheet: gspread.Spreadsheet) -> None:
    """Threads are shown when asked for; only their authors change them; what is missing is 404."""
    sheet.sheet1.update([["1-0"]], "B2")
    point = {"sheetId": 0, "rowIndex": 1, "columnIndex": 1}
    (reply,) = send(sheet, {"insertComment": {"coordinate": point, "content": "Sure?"}})
    thread = reply["insertComment"]["commentThread"]
    assert (thread["status"], thread["plainTextQuote"], thread["headPost"]["author"]["me"]) == ("OPEN", "1-0", True)
    number = thread["commentId"]
    answer = {"commentId": number, "post": {"content": "Yes.", "commentAction": "RESOLVE"}}
    in_process.director.do({"addCommentReply": answer})
    post = {"commentId": number, "postId": thread["headPost"]["postId"], "content": "Really sure?"}
    send(sheet, {"updateCommentPost": post})
    assert "comments" not in sheet.fetch_sheet_metadata()
    shown = sheet.fetch_sheet_metadata({"commentsViewMode": "COMMENTS_VIEW_MODE_INCLUDED"})
    (listed,) = shown["comments"]
    assert (listed["status"], listed["headPost"]["content"]) == ("RESOLVED", "Really sure?")
    assert listed["replies"][0]["author"] == {"displayName": DIRECTOR}
    (anchor,) = shown["sheets"][0]["commentAnchors"]
    assert anchor == {"anchorId": thread["anchorId"], "range": {k: v for k, v in place(1, 1, 2, 2).items() if v}}
    gone = {"commentId": number, "postId": listed["replies"][0]["postId"]}
    assert "not the author of the post" in refused(sheet, {"deleteCommentReply": gone})
    assert "[404]" in refused(sheet, {"deleteComment": {"commentId": "none"}})
    assert "non-empty" in refused(sheet, {"insertComment": {"coordinate": point}})
    send(sheet, {"deleteComment": {"commentId": number}})
    assert in_process.book.comments == []


def test_filters_borders_and_chart_tabs(sheet: gspread.Spreadsheet) -> None:
    """A filter view is copied under a name of its own; a chart has a border and may fill a tab, which has no grid."""
    view: Json = {"title": "Open games", "range": place(0, 0, 5, 2)}
    (reply,) = send(sheet, {"addFilterView": {"filter": view}})
    number = reply["addFilterView"]["filter"]["filterViewId"]
    (copy,) = send(sheet, {"duplicateFilterView": {"filterId": number}})
    twin = copy["duplicateFilterView"]["filter"]
    assert (twin["title"], twin["range"]) == (
        "Copy of Open games",
        {k: v for k, v in view["range"].items() if k != "sheetId"},
    )
    assert twin["filterViewId"] != number
    chart = {"chartId": 3, "spec": {"orgChart": {}}, "position": {"newSheet": True}}
    border = {"objectId": 3, "border": {"colorStyle": {"rgbColor": {"red": 1}}}, "fields": "colorStyle"}
    send(sheet, {"addChart": {"chart": chart}}, {"updateEmbeddedObjectBorder": border})
    tab = sheet.fetch_sheet_metadata()["sheets"][1]
    assert tab["properties"] | {"sheetId": 1} == {"sheetId": 1, "title": "Chart1", "index": 1, "sheetType": "OBJECT"}
    assert tab["charts"][0]["border"]["color"] == {"red": 1}


SCALES = [
    ({"minpoint": {"type": "MIN"}}, "No interpolationPointType specified."),
    ({"minpoint": {"value": "1"}, "maxpoint": {"type": "MAX"}}, "No interpolationPointType specified."),
    ({"minpoint": {"type": "NUMBER"}, "maxpoint": {"type": "MAX"}}, "InterpolationPoint.value is required."),
    ({"minpoint": {"type": "NUMBER", "value": "x"}, "maxpoint": {"type": "MAX"}}, "Invalid InterpolationPoint.value: x"),
]  # fmt: skip


@pytest.mark.parametrize(("scale", "words"), SCALES)
def test_a_colour_scale_says_enough(sheet: gspread.Spreadsheet, scale: Json, words: str) -> None:
    """Each point has a kind, and a number where its kind asks for one."""
    rule = {"ranges": [place(0, 0, 2, 2)], "gradientRule": scale}
    assert f"addConditionalFormatRule: {words}" in refused(sheet, {"addConditionalFormatRule": {"rule": rule}})


def test_a_colour_scale_follows_the_locale(in_process: Emulated, sheet: gspread.Spreadsheet) -> None:
    """In a German file 1,5 is a number and 1.5 a day; a point at the least value keeps no number."""
    sheet.update_locale("de_DE")
    scale = {"minpoint": {"type": "MIN", "value": "2"}, "maxpoint": {"type": "NUMBER", "value": "1,5"}}
    rule = {"ranges": [place(0, 0, 2, 2)], "gradientRule": scale}
    send(sheet, {"addConditionalFormatRule": {"rule": rule}})
    (kept,) = in_process.book.sheet(0).parts["conditionalFormats"]
    assert kept["gradientRule"]["minpoint"] == {"type": "MIN"}
    scale["maxpoint"]["value"] = "1.5"
    assert "Invalid InterpolationPoint.value: 1.5" in refused(sheet, {"addConditionalFormatRule": {"rule": rule}})


def test_connected_sheets_are_out_of_reach(sheet: gspread.Spreadsheet) -> None:
    """Adding one asks for another scope; there is none to change; refreshing none is nothing."""
    assert "bigquery.readonly" in refused(sheet, {"addDataSource": {"dataSource": {}}})
    assert "The data source ID doesn't exist." in refused(sheet, {"deleteDataSource": {"dataSourceId": "x"}})
    assert send(sheet, {"refreshDataSource": {"isAll": True}}) == [{"refreshDataSource": {}}]
