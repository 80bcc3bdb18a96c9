"""gspread's own calls, unpatched, over a loopback socket."""

from __future__ import annotations

import gspread
import pytest
from gspread.utils import InsertDataOption, MergeType, ValidationConditionType, ValueRenderOption

from tests.emulator.fixtures import DIRECTOR, WORKER, Emulated, client, emulator
from tests.emulator.service import Service

__all__ = ["client", "emulator"]
RAW_VALUES = ValueRenderOption.unformatted


@pytest.fixture
def book(emulator: Emulated, client: gspread.Client) -> gspread.Spreadsheet:
    """The shared spreadsheet."""
    return client.open_by_key(emulator.book_id)


def test_opening_costs_one_token_and_one_read(emulator: Emulated, book: gspread.Spreadsheet) -> None:
    """The log tells what was sent and by whom."""
    assert book.title == "Club ladder"
    assert [call.kind for call in emulator.service.log.calls] == ["token", "read"]
    assert emulator.service.log.calls[1].who == WORKER


def test_tabs_are_added_found_and_deleted(book: gspread.Spreadsheet) -> None:
    """By title, by id, hidden ones left out on wish, copies, order."""
    games = book.add_worksheet("Games", 50, 8)
    assert (games.row_count, games.col_count, games.index) == (50, 8, 1)
    assert book.get_worksheet_by_id(games.id).title == "Games"
    twin = book.duplicate_sheet(games.id, new_sheet_name="Twin")
    twin.hide()
    assert [tab.title for tab in book.worksheets(exclude_hidden=True)] == ["Sheet1", "Games"]
    book.reorder_worksheets([games, book.sheet1])
    assert [tab.title for tab in book.worksheets()][:1] == ["Games"]
    book.del_worksheet(twin)
    with pytest.raises(gspread.WorksheetNotFound):
        book.worksheet("Twin")
    with pytest.raises(gspread.exceptions.APIError, match="already exists"):
        book.add_worksheet("games", 5, 5)


def test_values_go_out_and_come_back(book: gspread.Spreadsheet) -> None:
    """RAW keeps texts; USER_ENTERED parses; trailing empties are cut; None leaves a cell alone."""
    tab = book.sheet1
    tab.update([["007", "1e5", "2-1", "=1+1", True, 3, 0.5, ""]], "A1")
    assert tab.get("A1:H1", value_render_option=RAW_VALUES) == [["007", "1e5", "2-1", "=1+1", True, 3, 0.5]]
    tab.update([["007", "1e5", "2-1", "=1+1", "true", "1-0", "1/2-1/2"]], "A2", raw=False)
    assert tab.get("A2:G2", value_render_option=RAW_VALUES) == [[7, 100000, 46054, 2, True, "1-0", "1/2-1/2"]]
    tab.update([[None, "changed"]], "A1:B1")
    assert tab.acell("A1").value == "007"
    assert tab.row_values(1)[:2] == ["007", "changed"]
    assert tab.col_values(1) == ["007", "7"]
    assert tab.get_all_values()[1][3] == "2"


def test_plain_text_cells_keep_what_is_typed(emulator: Emulated, book: gspread.Spreadsheet) -> None:
    """A result column formatted as plain text does not turn 2-1 into a date."""
    book.sheet1.format("A1:A9", {"numberFormat": {"type": "TEXT", "pattern": "@"}})
    emulator.director.type("Sheet1", "A1", "2-1")
    emulator.director.type("Sheet1", "B1", "2-1")
    assert book.sheet1.get("A1:B1", value_render_option=RAW_VALUES) == [["2-1", 46054]]


def test_many_ranges_at_once(book: gspread.Spreadsheet) -> None:
    """batch_get, batch_update, batch_clear, values_batch_get."""
    tab = book.sheet1
    tab.batch_update([{"range": "A1:B1", "values": [["a", "b"]]}, {"range": "D4", "values": [["d"]]}])
    assert tab.batch_get(["A1:B1", "D4", "F1:G2"]) == [[["a", "b"]], [["d"]], []]
    assert book.values_batch_get(["Sheet1!A1:B1"])["valueRanges"][0]["values"] == [["a", "b"]]
    tab.batch_clear(["A1", "D4"])
    assert tab.get_all_values() == [["", "b"]]
    tab.clear()
    assert tab.get_all_values() == [[]]


def test_rows_are_appended_below_the_table(book: gspread.Spreadsheet) -> None:
    """The documented example with two tables on a tab."""
    tab = book.sheet1
    tab.update([["x", "y", "z"], ["x", "y", "z"], [], ["", "x", "y"], ["", "", "y", "z"], ["", "x", "y", "z"]], "A1")
    for text, place in [
        ("Sheet1", "B7"),
        ("Sheet1!B4", "B7"),
        ("Sheet1!C5:D5", "B7"),
        ("Sheet1!B2:D4", "B7"),
        ("Sheet1!A3:G10", "B7"),
        ("Sheet1!A1", "A3"),
        ("Sheet1!E4", "E4"),
        ("Sheet1!A4", "A4"),
    ]:
        answer = book.values_append(text, {"valueInputOption": "RAW"}, {"values": [["new"]]})
        assert answer["updates"]["updatedRange"] == f"Sheet1!{place}", text
        tab.batch_clear([place])
    assert (
        tab.append_rows([["p"], ["q"]], insert_data_option=InsertDataOption.insert_rows)["updates"]["updatedRows"] == 2
    )


def test_rows_and_columns_come_and_go(book: gspread.Spreadsheet) -> None:
    """insert, delete, resize, add, freeze, sort, group, hide."""
    tab = book.sheet1
    tab.update([["Name", "Rating"], ["B", 2], ["A", 10], ["C", ""]], "A1")
    tab.insert_row(["X", 5], 2)
    tab.delete_rows(3)
    assert tab.get_all_values() == [["Name", "Rating"], ["X", "5"], ["A", "10"], ["C", ""]]
    tab.sort((2, "des"), range="A2:B4")
    assert tab.col_values(1) == ["Name", "A", "X", "C"]
    tab.insert_cols([["k", "1", "2", "3"]], 1)
    assert tab.cell(2, 2).value == "A"
    tab.delete_columns(1)
    tab.freeze(rows=1, cols=1)
    assert (tab.frozen_row_count, tab.frozen_col_count) == (1, 1)
    tab.resize(20, 5)
    tab.add_rows(2)
    assert book.get_worksheet_by_id(tab.id).row_count == 22
    tab.hide_columns(0, 1)
    tab.add_dimension_group_rows(1, 3)
    assert tab.list_dimension_group_rows()[0]["depth"] == 1
    tab.delete_dimension_group_rows(1, 3)


def test_formats_notes_merges_and_validation(book: gspread.Spreadsheet) -> None:
    """What a template sets up."""
    tab = book.sheet1
    tab.format(["A1:B1", "C1"], {"textFormat": {"bold": True}, "backgroundColor": {"red": 1}})
    tab.insert_note("A1", "read me")
    assert tab.get_note("A1") == "read me"
    tab.update_note("A1", "read me twice")
    tab.clear_note("A1")
    assert tab.get_note("A1") == ""
    tab.merge_cells("A3:B4", MergeType.merge_all)
    assert book.fetch_sheet_metadata()["sheets"][0]["merges"][0]["endRowIndex"] == 4
    tab.unmerge_cells("A3:B4")
    tab.add_validation("A2:A9", ValidationConditionType.one_of_list, ["1-0", "0-1"], strict=True, showCustomUi=True)
    fields = "sheets.data.rowData.values(dataValidation,userEnteredFormat.textFormat.bold)"
    got = book.fetch_sheet_metadata({"ranges": "Sheet1!A1:A2", "fields": fields})["sheets"][0]["data"][0]["rowData"]
    assert got[0]["values"][0]["userEnteredFormat"] == {"textFormat": {"bold": True}}
    assert got[1]["values"][0]["dataValidation"]["condition"]["type"] == "ONE_OF_LIST"
    tab.update_tab_color("#ff0000")
    tab.set_basic_filter("A1:B5")
    tab.copy_range("A1:B1", "A9:B9")
    tab.cut_range("A9:B9", "A10")


def test_protections_and_names(book: gspread.Spreadsheet) -> None:
    """Editors come back on reading; names are ranges."""
    tab = book.sheet1
    reply = tab.add_protected_range("A1:B2", editor_users_emails=[WORKER], description="facts")
    number = reply["replies"][0]["addProtectedRange"]["protectedRange"]["protectedRangeId"]
    assert book.list_protected_ranges(tab.id)[0]["editors"]["users"] == sorted([DIRECTOR, WORKER])
    tab.delete_protected_range(number)
    tab.update([["x"], ["y"]], "B2")
    made = tab.define_named_range("B2:B3", "box")
    assert tab.get("box") == [["x"], ["y"]]
    assert len(book.list_named_ranges()) == 1
    tab.delete_named_range(made["replies"][0]["addNamedRange"]["namedRange"]["namedRangeId"])


def test_searching_and_records(book: gspread.Spreadsheet) -> None:
    """find, findall, get_all_records."""
    tab = book.sheet1
    tab.update([["Game", "Result"], ["R1-01", "1-0"], ["R1-02", "0-1"]], "A1")
    found = tab.find("R1-02")
    assert found is not None
    assert (found.row, found.col) == (3, 1)
    assert len(tab.findall("1-0")) == 1
    assert tab.get_all_records()[0] == {"Game": "R1-01", "Result": "1-0"}


def test_drive_calls(emulator: Emulated, client: gspread.Client, book: gspread.Spreadsheet) -> None:
    """create, open by title, copy, share, export, delete, last update."""
    made = client.create("Mine")
    made.sheet1.update([["a", "b,c"], ["", 'say "x"']], "A1")
    assert client.open("Mine").id == made.id
    assert made.export(gspread.utils.ExportFormat.CSV) == b'a,"b,c"\r\n,"say ""x"""'
    twin = client.copy(made.id, title="Twin", copy_comments=True)
    assert twin.sheet1.acell("A1").value == "a"
    made.share("friend@example.org", perm_type="user", role="reader", notify=False)
    assert {one["role"] for one in made.list_permissions()} == {"owner", "reader"}
    made.remove_permissions("friend@example.org")
    before = book.get_lastUpdateTime()
    emulator.director.type("Sheet1", "A1", "x")
    assert book.get_lastUpdateTime() > before
    client.import_csv(made.id, b"p,q\n1,2")
    assert client.open_by_key(made.id).sheet1.get_all_values() == [["p", "q"], ["1", "2"]]
    client.del_spreadsheet(twin.id)
    with pytest.raises(gspread.SpreadsheetNotFound):
        client.open_by_key(twin.id)


def test_foreign_sheets_are_refused(emulator: Emulated, client: gspread.Client) -> None:
    """Not shared: 403; read-only: reading works, writing does not."""
    closed = emulator.new_book("Private", share=False)
    with pytest.raises(PermissionError):
        client.open_by_key(closed)
    emulator.service.world.share(closed, "anyone", "reader")
    sheet = client.open_by_key(closed)
    with pytest.raises(gspread.exceptions.APIError, match="permission"):
        sheet.sheet1.update([["x"]], "A1")


def test_ranges_are_read_as_the_service_reads_them(book: gspread.Spreadsheet) -> None:
    """Ends are cut at the grid, starts are not; odd titles are quoted; a bare text is a range before it is a title."""
    tab = book.add_worksheet("Bob's tab", 10, 3)
    assert book.values_get("Sheet1!A1:AA5")["range"] == "Sheet1!A1:Z5"
    assert book.values_get("'Bob''s tab'")["range"] == "'Bob''s tab'!A1:C10"
    assert book.values_get("sheet1!2:3")["range"] == "Sheet1!A2:Z3"
    tab.update_title("A1")
    assert book.values_get("A1")["range"] == "Sheet1!A1"
    assert book.values_get("'A1'")["range"] == "'A1'!A1:C10"
    for text, words in [
        ("Sheet1!AA1:AB2", r"Range \(Sheet1!AA1:AB2\) exceeds grid limits. Max rows: 1000, max columns: 26"),
        ("Sheet1!ZZ:ZZ", r"Range \(Sheet1!ZZ\) exceeds grid limits"),
        ("Nobody!A1", "Unable to parse range: Nobody!A1"),
        ("Sheet1!", "Unable to parse range: Sheet1!"),
    ]:
        with pytest.raises(gspread.exceptions.APIError, match=words):
            book.values_get(text)
    with pytest.raises(gspread.exceptions.APIError, match=r"tried writing to row \[3\]"):
        book.sheet1.update([["a"], ["b"], ["c"]], "A1:A2")
    with pytest.raises(gspread.exceptions.APIError, match="exceeds grid limits"):
        book.sheet1.update([["a"]], "A1001")


def test_an_unknown_address_is_a_page_not_found(emulator: Emulated, client: gspread.Client) -> None:
    """Paths that nobody serves answer HTML, as the real host does."""
    with pytest.raises(gspread.exceptions.APIError) as caught:
        client.http_client.request("get", "https://sheets.googleapis.com/v5/nothing")
    assert caught.value.code == -1
    assert isinstance(emulator.service, Service)
