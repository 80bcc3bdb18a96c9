"""The calls of gspread that no recording makes, unpatched; and that none of its public calls is left undriven."""

from __future__ import annotations

import ast
import csv
import io
import re
import zipfile
from pathlib import Path
from typing import Any

import gspread
import openpyxl
import pytest
from gspread.utils import (
    DateTimeOption,
    Dimension,
    ExportFormat,
    InsertDataOption,
    MergeType,
    PasteOrientation,
    PasteType,
    TableDirection,
    ValueInputOption,
    ValueRenderOption,
)

from tests.emulator.fixtures import DIRECTOR, WORKER, Emulated, in_process

__all__ = ["in_process"]
RAW_VALUES = ValueRenderOption.unformatted
HERE = Path(__file__).parent
#: Names that need no service.
OFFLINE = {"expiry", "login", "session", "auth", "timeout", "client", "spreadsheet_id"}


@pytest.fixture
def client(in_process: Emulated) -> gspread.Client:
    """gspread without a socket."""
    return in_process.quick_client()


@pytest.fixture
def book(client: gspread.Client) -> gspread.Spreadsheet:
    """A spreadsheet of the worker's own."""
    return client.create("Mine")


def test_no_public_call_is_left_undriven() -> None:
    """Every public name of gspread's classes is used in one of the two files about it."""
    used = {
        node.attr
        for name in ("test_gspread.py", "test_gspread_rest.py")
        for node in ast.walk(ast.parse((HERE / name).read_text(encoding="utf-8")))
        if isinstance(node, ast.Attribute)
    }
    kinds = (gspread.Client, gspread.Spreadsheet, gspread.Worksheet, gspread.Cell, gspread.http_client.HTTPClient)
    public = {name for kind in kinds for name in dir(kind) if not name.startswith("_")}
    assert public - used - OFFLINE == set()


# Spreadsheet and file -------------------------------------------------------------------------------------------------


def test_files_are_found_by_title_address_and_folder(in_process: Emulated, client: gspread.Client) -> None:
    """openall, open_by_url, list_spreadsheet_files, folders; a folder that is not there is refused."""
    client.set_timeout(5)
    folder = in_process.service.world.create("Season", WORKER, "application/vnd.google-apps.folder").id
    made = client.create("In a folder", folder_id=folder)
    client.create("Elsewhere")
    assert client.open_by_url(made.url).id == made.id
    assert [one["name"] for one in client.list_spreadsheet_files(folder_id=folder)] == ["In a folder"]
    assert {one.title for one in client.openall()} == {"Club ladder", "In a folder", "Elsewhere"}
    assert [one.id for one in client.openall("In a folder")] == [made.id]
    assert client.open("In a folder", folder_id=folder).id == made.id
    with pytest.raises(gspread.SpreadsheetNotFound):
        client.open("Elsewhere", folder_id=folder)
    with pytest.raises(gspread.exceptions.APIError, match="File not found: nowhere"):
        client.create("Lost", folder_id="nowhere")


def test_a_file_tells_of_itself(client: gspread.Client, book: gspread.Spreadsheet) -> None:
    """Times, locale, zone, title; what is set is kept."""
    metadata = client.get_file_drive_metadata(book.id)
    assert (metadata["name"], metadata["id"]) == ("Mine", book.id)
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", metadata["createdTime"])
    assert client.http_client.get_file_drive_metadata(book.id) == metadata
    assert book.creationTime == metadata["createdTime"]
    with pytest.warns(DeprecationWarning, match="lastUpdateTime"):
        assert book.lastUpdateTime >= book.creationTime
    book.update_title("Renamed")
    book.update_drive_metadata()
    assert book.title == "Renamed" == client.get_file_drive_metadata(book.id)["name"]
    assert (book.locale, book.timezone) == ("en_US", "Etc/GMT")
    book.update_locale("fr_FR")
    book.update_timezone("Europe/Paris")
    again = client.open_by_key(book.id)
    assert (again.locale, again.timezone) == ("fr_FR", "Europe/Paris")
    with pytest.raises(gspread.exceptions.APIError, match="time zone"):
        book.update_timezone("Nowhere/Else")


def test_tabs_are_reached_in_every_way(client: gspread.Client, book: gspread.Spreadsheet) -> None:
    """By place and id, moved, hidden, coloured, copied inside and to another file."""
    games = book.add_worksheet("Games", 20, 5, index=0)
    assert book.get_worksheet(0).id == games.id
    games.update_index(2)
    assert [tab.title for tab in book.worksheets()] == ["Sheet1", "Games"]
    games.hide()
    assert book.worksheet("Games").isSheetHidden
    games.show()
    assert not book.worksheet("Games").isSheetHidden
    games.update_tab_color("#8000FF")
    assert games.tab_color == book.worksheet("Games").get_tab_color() == "#8000FF"
    games.clear_tab_color()
    assert book.worksheet("Games").get_tab_color() is None
    games.hide_gridlines()
    assert book.worksheet("Games").is_gridlines_hidden
    games.show_gridlines()
    assert not book.worksheet("Games").is_gridlines_hidden
    games.update([["x"]], "A1")
    twin = games.duplicate(insert_sheet_index=0, new_sheet_id=77, new_sheet_name="Twin")
    assert (twin.id, twin.index, twin.title, twin.acell("A1").value) == (77, 0, "Twin", "x")
    assert games.duplicate().title == "Copy of Games"
    other = client.create("Other")
    copied = games.copy_to(other.id)
    assert (copied["title"], copied["index"]) == ("Copy of Games", 1)
    again = client.http_client.spreadsheets_sheets_copy_to(book.id, games.id, other.id)
    assert again["title"] == "Copy of Games 2"
    book.del_worksheet_by_id(77)
    assert "Twin" not in [tab.title for tab in book.worksheets()]
    assert games.url.endswith(f"#gid={games.id}")
    assert games.spreadsheet.url == book.url


def test_sharing_is_listed_changed_and_handed_over(in_process: Emulated, client: gspread.Client) -> None:
    """Persons, groups, domains, everybody; the next owner accepts; the owner stays."""
    made = client.create("Shared")
    made.share("friend@example.org", perm_type="user", role="writer", email_message="hello")
    made.share("club@example.org", perm_type="group", role="reader", notify=False)
    made.share("example.com", perm_type="domain", role="reader")
    client.insert_permission(made.id, None, perm_type="anyone", role="reader", with_link=True)
    listed = {one.get("emailAddress") or one.get("domain") or one["id"]: one for one in made.list_permissions()}
    assert {name: (one["type"], one["role"]) for name, one in listed.items()} == {
        WORKER: ("user", "owner"),
        "friend@example.org": ("user", "writer"),
        "club@example.org": ("group", "reader"),
        "example.com": ("domain", "reader"),
        "anyoneWithLink": ("anyone", "reader"),
    }
    friend = str(listed["friend@example.org"]["id"])
    with pytest.raises(gspread.exceptions.APIError, match="sufficient permissions"):
        in_process.quick_client("friend@example.org").open_by_key(made.id).accept_ownership(friend)
    made.transfer_ownership(friend)
    assert [one["pendingOwner"] for one in made.list_permissions() if one["id"] == friend] == [True]
    in_process.quick_client("friend@example.org").open_by_key(made.id).accept_ownership(friend)
    roles = {one.get("emailAddress"): one["role"] for one in made.list_permissions()}
    assert (roles["friend@example.org"], roles[WORKER]) == ("owner", "writer")
    assert made.remove_permissions("example.com") == [listed["example.com"]["id"]]
    client.remove_permission(made.id, "anyoneWithLink")
    with pytest.raises(gspread.exceptions.APIError, match="owner"):
        client.remove_permission(made.id, friend)
    with pytest.raises(gspread.exceptions.APIError, match="Permission not found"):
        client.remove_permission(made.id, "12345")


def test_a_file_is_exported_in_every_kind(client: gspread.Client, book: gspread.Spreadsheet) -> None:
    """Texts as shown; the workbook with its formulas; a page a tab."""
    book.sheet1.update([["Name", "Points"], ['Anna "A"', 0.5], ["Bert, B.", "=B2*2"]], "A1", raw=False)
    book.sheet1.format("B2", {"numberFormat": {"type": "PERCENT"}})
    book.add_worksheet("Second", 5, 5)
    lines = list(csv.reader(io.StringIO(book.export(ExportFormat.CSV).decode())))
    assert lines == [["Name", "Points"], ['Anna "A"', "50.00%"], ["Bert, B.", "100.00%"]]
    assert book.export(ExportFormat.TSV).decode().splitlines()[1] == 'Anna "A"\t50.00%'
    made = openpyxl.load_workbook(io.BytesIO(book.export(ExportFormat.EXCEL)))
    assert made.sheetnames == ["Sheet1", "Second"]
    assert (made["Sheet1"]["A2"].value, made["Sheet1"]["B3"].value) == ('Anna "A"', "=B2*2")
    pages = zipfile.ZipFile(io.BytesIO(book.export(ExportFormat.ZIPPED_HTML)))
    assert pages.namelist() == ["Sheet1.html", "Second.html"]
    assert b"Anna &quot;A&quot;" in pages.read("Sheet1.html")
    open_document = zipfile.ZipFile(io.BytesIO(client.export(book.id, ExportFormat.OPEN_OFFICE_SHEET)))
    assert b"Bert, B." in open_document.read("content.xml")
    paper = client.export(book.id)
    assert paper.startswith(b"%PDF-")
    assert b"(Bert, B.   100.00%)" in paper


# Cells ----------------------------------------------------------------------------------------------------------------


def test_single_cells_and_lists_of_cells(book: gspread.Spreadsheet) -> None:
    """range, update_cell, update_acell, update_cells, find, cells with their addresses and numbers."""
    tab = book.sheet1
    tab.resize(4, 3)
    tab.update_cell(1, 2, "0042")
    assert (tab.cell(1, 2).value, tab.acell("B1").numeric_value) == ("42", 42)
    tab.update_acell("C1", "= 1 / 1024")
    assert tab.acell("C1").numeric_value == 1 / 1024
    cells = tab.range("A2:C3")
    for number, cell in enumerate(cells):
        cell.value = f"v{number}"
    tab.update_cells([cells[0], cells[5], gspread.Cell.from_address("A1", "new")])
    assert tab.get_all_values() == [["new", "42", "0.0009765625"], ["v0", "", ""], ["", "", "v5"]]
    tab.update_cells([gspread.Cell(4, 1, "=1+1")], value_input_option=ValueInputOption.user_entered)
    assert [(one.address, one.value) for one in tab.range(4, 1, 4, 2)] == [("A4", "2"), ("B4", "")]
    assert len(tab.get_all_cells()) == 12
    tab.define_named_range("A2:B3", "box")
    assert [one.address for one in book.named_range("box")] == ["A2", "B2", "A3", "B3"]
    assert [one.address for one in tab.findall(re.compile("^v"))] == ["A2", "C3"]
    assert tab.find("NEW", case_sensitive=False).address == "A1"  # type: ignore[union-attr]
    assert (tab.find("v0", in_column=2), tab.find("none")) == (None, None)


def test_values_by_columns_rendered_and_padded(book: gspread.Spreadsheet) -> None:
    """Both dimensions, all renderings, dates as numbers or texts, what was written in the answer."""
    tab = book.sheet1
    body = {"majorDimension": "COLUMNS", "values": [["a", "b"], ["1", "2"]]}
    how: dict[str, Any] = {
        "valueInputOption": "USER_ENTERED",
        "includeValuesInResponse": "true",
        "responseValueRenderOption": "FORMULA",
    }
    answer = book.values_update("A1", params=how, body=body)
    assert answer["updatedRange"] == "Sheet1!A1:B2"
    assert answer["updatedData"] == {
        "range": "Sheet1!A1:B2",
        "majorDimension": "COLUMNS",
        "values": [["a", "b"], [1, 2]],
    }
    assert tab.get("A1:B2", major_dimension=Dimension.cols) == [["a", "b"], ["1", "2"]]
    assert tab.col_values(2, value_render_option=RAW_VALUES) == [1, 2]
    tab.update([["2026-01-05", "=A4&1"]], "A4", raw=False)
    dates = tab.get("A4", value_render_option=RAW_VALUES, date_time_render_option=DateTimeOption.formatted_string)
    assert dates == [["2026-01-05"]]
    assert tab.get("A4:B4", value_render_option=ValueRenderOption.formula) == [[46027, "=A4&1"]]
    assert tab.get("A4:B4", value_render_option=RAW_VALUES) == [[46027, "460271"]]
    assert tab.get_values("A1:C3") == [["a", "1"], ["b", "2"]]
    assert tab.get("A1:C3", pad_values=True) == [["a", "1"], ["b", "2"]]
    assert tab.expand("A1", TableDirection.table) == [["a", "1"], ["b", "2"]]
    assert tab.expand("A1", TableDirection.down) == [["a"], ["b"]]
    assert tab.expand("A1", TableDirection.right) == [["a", "1"]]
    got: Any = tab.get("A1:B2")
    assert got.range == "Sheet1!A1:B2"


def test_many_ranges_of_the_spreadsheet(client: gspread.Client, book: gspread.Spreadsheet) -> None:
    """values_batch_update, values_clear, values_batch_clear, and the same through the HTTP client."""
    data = [{"range": "Sheet1!A1:B1", "values": [["a", "b"]]}, {"range": "Sheet1!A3", "values": [[1], [2]]}]
    answer = book.values_batch_update({"valueInputOption": "RAW", "data": data})
    totals = {name: answer[name] for name in answer if name.startswith("total")}
    assert totals == {
        "totalUpdatedRows": 3,
        "totalUpdatedColumns": 2,
        "totalUpdatedCells": 4,
        "totalUpdatedSheets": 1,
    }
    assert [one["updatedRange"] for one in answer["responses"]] == ["Sheet1!A1:B1", "Sheet1!A3:A4"]
    assert book.values_clear("Sheet1!A1")["clearedRange"] == "Sheet1!A1"
    assert book.values_batch_clear(body={"ranges": ["B1", "Sheet1!A3:A"]})["clearedRanges"] == [
        "Sheet1!B1",
        "Sheet1!A3:A1000",
    ]
    http = client.http_client
    http.set_timeout(3)
    http.values_update(book.id, "A1", {"valueInputOption": "RAW"}, {"values": [["x"]]})
    http.values_batch_update(book.id, {"valueInputOption": "RAW", "data": [{"range": "A2", "values": [["y"]]}]})
    assert http.values_get(book.id, "A1:A2")["values"] == [["x"], ["y"]]
    assert "values" not in http.values_batch_get(book.id, ["C1"])["valueRanges"][0]
    http.values_clear(book.id, "A1")
    http.values_batch_clear(book.id, body={"ranges": ["A2"]})
    assert http.spreadsheets_get(book.id, {"fields": "properties.title"}) == {"properties": {"title": "Mine"}}
    http.insert_permission(book.id, "a@example.org", "user", "reader", notify=False)
    number = next(
        str(one["id"]) for one in http.list_permissions(book.id) if one.get("emailAddress") == "a@example.org"
    )
    http.remove_permission(book.id, number)


APPENDS: list[tuple[str, InsertDataOption, str, str]] = [
    ("A1", InsertDataOption.overwrite, "A1:B3", "A4:B5"),
    ("A1", InsertDataOption.insert_rows, "A1:B3", "A4:B5"),
    ("A6", InsertDataOption.insert_rows, "A6:B7", "A8:B9"),
    ("", InsertDataOption.insert_rows, "A6:B7", "A8:B9"),
]


@pytest.mark.parametrize(("where", "how", "table", "written"), APPENDS)
def test_rows_are_appended_after_the_block_the_range_lies_in(
    book: gspread.Spreadsheet, where: str, how: InsertDataOption, table: str, written: str
) -> None:
    """The range chooses the block, the whole tab the last one; inserted rows push down what lies below."""
    tab = book.sheet1
    tab.update([["a", 1], ["b", 2], ["c", 3], [], [], ["d", 4], ["e", 5]], "A1")
    answer = tab.append_rows([["x", 8], ["y", 9]], insert_data_option=how, table_range=where or None)
    assert (answer["tableRange"], answer["updates"]["updatedRange"]) == (f"Sheet1!{table}", f"Sheet1!{written}")
    below = "8" if (where, how) == ("A1", InsertDataOption.insert_rows) else "6"
    assert tab.acell(f"A{below}").value == "d"
    assert tab.append_row(["z"], table_range="D1")["updates"]["updatedRange"] == "Sheet1!D1"


def test_rows_and_columns_grow_shrink_and_hide(book: gspread.Spreadsheet) -> None:
    """Added, deleted, grouped, hidden, sized; inserted ones take the look of a neighbour."""
    tab = book.sheet1
    tab.resize(5, 4)
    tab.add_rows(1)
    tab.add_cols(2)
    assert (tab.row_count, tab.column_count) == (6, 6)
    tab.delete_dimension(Dimension.cols, 5, 6)
    assert book.sheet1.col_count == 4
    tab.format("A1", {"textFormat": {"bold": True}})
    tab.insert_rows([["x"]], 2, inherit_from_before=True)
    assert tab.insert_cols([["c"]], 1, inherit_from_before=False)["updates"]["updatedRange"] == "Sheet1!A1"
    fields = "sheets.data.rowData.values.userEnteredFormat.textFormat"
    got = book.fetch_sheet_metadata({"ranges": "Sheet1!A1:B3", "fields": fields})["sheets"][0]["data"][0]["rowData"]
    bold = {"userEnteredFormat": {"textFormat": {"bold": True}}}
    # The column came in before the bold one and took its look; the row took that of the row above.
    assert got[:2] == [{"values": [bold, bold]}] * 2
    tab.add_dimension_group_columns(0, 3)
    assert tab.list_dimension_group_columns()[0]["range"]["endIndex"] == 3
    tab.delete_dimension_group_columns(0, 3)
    assert tab.list_dimension_group_columns() == []
    tab.hide_rows(1, 2)
    tab.hide_columns(0, 1)
    mask = "sheets.data(rowMetadata.hiddenByUser,columnMetadata.hiddenByUser)"
    hidden = book.fetch_sheet_metadata({"fields": mask})["sheets"][0]["data"][0]
    assert [one.get("hiddenByUser", False) for one in hidden["rowMetadata"][:3]] == [False, True, False]
    tab.unhide_rows(1, 2)
    tab.unhide_columns(0, 1)
    shown = book.fetch_sheet_metadata({"fields": mask})["sheets"][0]["data"][0]
    assert not any(one.get("hiddenByUser") for one in shown["rowMetadata"] + shown["columnMetadata"])
    tab.update([["W" * 60]], "A1")
    tab.columns_auto_resize(0, 1)
    tab.rows_auto_resize(0, 2)
    widths = book.fetch_sheet_metadata({"fields": "sheets.data.columnMetadata.pixelSize"})
    assert widths["sheets"][0]["data"][0]["columnMetadata"][0]["pixelSize"] > 200


def test_formats_notes_joins_and_filters(book: gspread.Spreadsheet) -> None:
    """batch_format, notes of a tab, batch_merge, merged cells read as one, filters on and off, copies by kind."""
    tab = book.sheet1
    tab.batch_format(
        [
            {"range": "A1:B1", "format": {"horizontalAlignment": "CENTER", "wrapStrategy": "WRAP"}},
            {"range": "B1", "format": {"backgroundColor": {"red": 1}, "textRotation": {"angle": 45}}},
        ]
    )
    mask: dict[str, Any] = {"ranges": "Sheet1!A1:B1", "fields": "sheets.data.rowData.values.userEnteredFormat"}
    first, second = book.fetch_sheet_metadata(mask)["sheets"][0]["data"][0]["rowData"][0]["values"]
    assert first["userEnteredFormat"] == {"horizontalAlignment": "CENTER", "wrapStrategy": "WRAP"}
    assert second["userEnteredFormat"] == {
        **first["userEnteredFormat"],
        "backgroundColor": {"red": 1},
        "backgroundColorStyle": {"rgbColor": {"red": 1}},
        "textRotation": {"angle": 45},
    }
    tab.insert_notes({"A1": "one", "C2": "two"})
    assert tab.get_notes() == [["one", ""], ["", "", "two"]]
    tab.update_notes({"A1": "ONE"})
    assert tab.get_notes(grid_range="A1:A1") == [["ONE"]]
    tab.clear_notes(["A1", "C2"])
    assert tab.get_notes() == [["", ""]]
    tab.update([["joined", "", "x"], ["", "", "y"]], "A5")
    tab.batch_merge([{"range": "A5:B6"}, {"range": "D5:E6", "mergeType": MergeType.merge_rows}])
    assert tab.get("A5:C6", combine_merged_cells=True) == [["joined", "joined", "x"], ["joined", "joined", "y"]]
    assert len(book.fetch_sheet_metadata()["sheets"][0]["merges"]) == 3
    tab.set_basic_filter("B1:C2")
    tab.set_basic_filter(1, 2, 2, 3)
    place = book.fetch_sheet_metadata()["sheets"][0]["basicFilter"]["range"]
    assert place == {"endRowIndex": 2, "startRowIndex": 0, "startColumnIndex": 1, "endColumnIndex": 3} | (
        {"sheetId": tab.id} if tab.id else {}
    )
    tab.clear_basic_filter()
    assert "basicFilter" not in book.fetch_sheet_metadata()["sheets"][0]
    tab.update([["p", "=1+1"]], "A9", raw=False)
    tab.copy_range("A9:B9", "A11:B11", PasteType.values)
    tab.copy_range("A9:B9", "D9:D10", PasteType.normal, PasteOrientation.transpose)
    assert tab.get("A11:B11", value_render_option=ValueRenderOption.formula) == [["p", 2]]
    assert tab.get("D9:D10", value_render_option=ValueRenderOption.formula) == [["p"], ["=1+1"]]
    tab.cut_range("A9:B9", "F9", PasteType.values)
    assert tab.get("A9:G9", value_render_option=ValueRenderOption.formula) == [["", "", "", "p", "", "p", 2]]


def test_copies_take_comments_and_rights_along(in_process: Emulated, client: gspread.Client) -> None:
    """A copy belongs to whoever made it; comments and shares are copied on wish."""
    source = client.open_by_key(in_process.book_id)
    point = {"sheetId": 0, "rowIndex": 0, "columnIndex": 0}
    source.batch_update({"requests": [{"insertComment": {"coordinate": point, "content": "A word"}}]})
    copied = client.copy(source.id, title="Again", copy_permissions=False, copy_comments=True)
    (comment,) = in_process.service.world.files[copied.id].comments
    assert comment["content"] == "A word"
    source.share("friend@example.org", perm_type="user", role="reader", notify=False)
    in_process.service.world.files[source.id].roles.pop(DIRECTOR)
    shared = client.copy(source.id, copy_permissions=True, copy_comments=False)
    assert shared.title == "Copy of Club ladder"
    roles: dict[Any, Any] = {one.get("emailAddress"): one["role"] for one in shared.list_permissions()}
    assert roles["friend@example.org"] == "reader"
