"""Persons, forms, formulas, and the list of changes in Drive."""

from __future__ import annotations

import random
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from tests.emulator.cells import Formula
from tests.emulator.entry import typed
from tests.emulator.fixtures import DIRECTOR, Emulated, in_process
from tests.emulator.forms import FORM_TABS, Form
from tests.emulator.numerals import moment, serial, show
from tests.emulator.refs import move_relative, rename_tab, shift_refs

__all__ = ["in_process"]
DAY = datetime(2026, 3, 1).date()


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("2-1", 46054),
        ("1-0", "1-0"),
        ("0-1", "0-1"),
        ("1/2-1/2", "1/2-1/2"),
        ("3/4/2026", 46085),
        ("2026-01-05", 46027),
        ("007", 7),
        ("1,500", 1500),
        ("1e5", 100000),
        ("12%", 0.12),
        ("12:30", 12.5 / 24),
        ("true", True),
        ("Jan 5", 46027),
        ("13-13", "13-13"),
        ("½-½", "½-½"),
        ("inf", "inf"),
        ("R1-02", "R1-02"),
    ],
)
def test_typed_texts_are_understood_as_the_service_does(text: str, value: object) -> None:
    """American locale: month first, dates from short pairs, numbers from digits."""
    assert typed(text, "en_US", DAY)[0] == value


def test_other_locales_read_otherwise() -> None:
    """Day first, decimal comma; and short pairs can be switched off."""
    assert typed("2-1", "fr_FR", DAY)[0] == serial(datetime(2026, 1, 2))
    assert typed("1,5", "de_DE", DAY)[0] == 1.5
    assert typed("1.500,25", "de_DE", DAY)[0] == 1500.25
    assert typed("2-1", "en_US", DAY, short_dates=False)[0] == "2-1"


def test_numbers_are_shown_through_formats() -> None:
    """Patterns of numbers and dates."""
    assert show(2000000.01, {"type": "NUMBER", "pattern": "#,##0.00"}) == "2,000,000.01"
    assert show(0.256, {"type": "PERCENT", "pattern": "0%"}) == "26%"
    assert show(1 / 3, {}) == "0.3333333333"
    assert show(46027.5, {"type": "DATE_TIME", "pattern": "yyyy-mm-dd hh:mm"}) == "2026-01-05 12:00"
    assert moment(serial(datetime(2026, 1, 5, 12, 0, 1))) == datetime(2026, 1, 5, 12, 0, 1)


def test_references_move_as_they_should() -> None:
    """Insertions, deletions, copies, renamed tabs; texts in quotes stay."""
    look = '=IFERROR(INDEX(Pairings!$E:$E,MATCH("Pairings!A1",Pairings!$A:$A,0)),"")'
    assert shift_refs(look, "Games", "Pairings", "ROWS", 0, 3) == look
    moved = shift_refs(look, "Games", "Pairings", "COLUMNS", 2, 1)
    assert moved == look.replace("$E:$E", "$F:$F")
    assert rename_tab(look, "Pairings", "The pairs").count("'The pairs'!$") == 2
    assert shift_refs("=A5+B$2", "T", "T", "ROWS", 2, -2) == "=A3+B$2"
    assert shift_refs("=A3", "T", "T", "ROWS", 2, -2) == "=#REF!"
    assert move_relative("=A1+$B$1+C$1", 2, 1) == "=B3+$B$1+D$1"


def test_look_ups_show_what_they_point_at(in_process: Emulated) -> None:
    """A view is rewritten, the look-up shows the new value; a missing id shows nothing; an unknown function nothing."""
    director = in_process.director
    director.add_tab("Pairings")
    director.type_row("Pairings", ["Game", "x", "Outcome"])
    director.type_row("Pairings", ["R3-02", "", "1-0"])
    look = '=IFERROR(INDEX(Pairings!$C:$C,MATCH("{}",Pairings!$A:$A,0)),"")'
    director.type("Sheet1", "A1", look.format("R3-02"))
    director.type("Sheet1", "A2", look.format("R3-09"))
    director.type("Sheet1", "A3", '=HYPERLINK("https://example.org","see")')
    director.type("Sheet1", "A4", '=SUM(1,2)*2&"!"')
    director.type("Sheet1", "A5", "=QUERY(A1:B2)")
    director.type("Sheet1", "A6", "=1/0")
    director.type("Sheet1", "A7", '=IF(NOW()>TODAY(),TEXT(TODAY(),"yyyy-mm-dd"),0)')
    assert director.rows("Sheet1") == [["1-0"], [""], ["see"], ["6!"], [], ["#DIV/0!"], ["2026-01-05"]]
    director.rename_tab("Pairings", "Paarungen")
    director.insert_columns("Paarungen", 1)
    director.type("Paarungen", "D2", "0-1")
    assert director.sees("Sheet1", "A1") == "0-1"
    kept = in_process.book.sheet(0).cell(4, 0).entered
    assert isinstance(kept, Formula)


def test_the_time_in_formulas_is_the_books_own(in_process: Emulated) -> None:
    """NOW moves with the clock and with the zone."""
    director = in_process.director
    director.type("Sheet1", "A1", '=TEXT(NOW(),"hh:mm")')
    assert director.sees("Sheet1", "A1") == "09:00"
    in_process.service.clock.advance(60)
    assert director.sees("Sheet1", "A1") == "09:01"
    director.set_zone("Europe/Paris")
    assert director.sees("Sheet1", "A1") == "10:01"


def test_a_person_works_on_rows(in_process: Emulated) -> None:
    """Sorting, shuffling, moving, inserting, deleting, renaming headings, going back."""
    director = in_process.director
    for line in (["Player", "Rating"], ["Carl", 1500], ["Ann", 1700], ["Bob", 1600]):
        director.type_row("Sheet1", line)
    director.sort("Sheet1", "Rating", descending=True)
    assert [row[0] for row in director.rows("Sheet1")[1:]] == ["Ann", "Bob", "Carl"]
    director.sort("Sheet1", "player")
    director.shuffle("Sheet1", random.Random(4))
    assert sorted(str(row[0]) for row in director.rows("Sheet1")[1:]) == ["Ann", "Bob", "Carl"]
    director.move_rows("Sheet1", 1, 1, 4)
    director.insert_rows("Sheet1", 2, 2)
    director.delete_rows("Sheet1", 1)
    director.rename_heading("Sheet1", "Rating", "Elo")
    assert director.column("Sheet1", "elo") == 1
    director.move_columns("Sheet1", 1, 1, 0)
    assert director.column("Sheet1", "elo") == 0
    before = in_process.book
    director.clear("Sheet1")
    director.add_tab("Extra")
    assert director.rows("Sheet1") == []
    director.undo(2)
    assert [sheet.title for sheet in in_process.book.sheets] == ["Sheet1"]
    assert in_process.book.sheet(0).rows == before.sheet(0).rows
    director.duplicate_tab("Sheet1", "Copy")
    director.delete_tab("Sheet1")
    assert [sheet.title for sheet in in_process.book.sheets] == ["Copy"]


@pytest.mark.parametrize("language", sorted(FORM_TABS))
def test_forms_arrive_in_a_tab_in_the_makers_language(in_process: Emulated, language: str) -> None:
    """New answers below, an edited one in place with a new time, a deleted row stays away."""
    form = Form(in_process.service, in_process.book_id, ["Game URL", "Note"], language=language)
    director = in_process.director
    first = form.submit({"Game URL": "https://lichess.org/abcdefgh", "Note": "007"})
    in_process.service.clock.advance(3600)
    second = form.submit({"Game URL": "=IMPORTDATA(1)", "Note": "2-1"})
    rows = director.rows(form.tab)
    assert rows[0] == [FORM_TABS[language][1], "Game URL", "Note"]
    assert rows[1][1:] == ["https://lichess.org/abcdefgh", 7]
    assert rows[2][1:] == ["=IMPORTDATA(1)", 46054]
    in_process.service.clock.advance(3600)
    form.edit(first, {"Note": "better"})
    changed = director.rows(form.tab)
    assert changed[1][1:] == ["https://lichess.org/abcdefgh", "better"]
    assert changed[1][0] == pytest.approx(serial(datetime(2026, 1, 5, 11, 0)))
    director.insert_rows(form.tab, 1)
    form.delete_row(second)
    assert len(director.rows(form.tab)) == 3
    third = form.submit({"Game URL": "x"}, at=datetime(2026, 1, 6, 12, tzinfo=ZoneInfo("America/New_York")))
    assert third == 3
    assert director.rows(form.tab)[3][0] == serial(datetime(2026, 1, 6, 17))


def test_forms_with_the_switches_turned_over(in_process: Emulated) -> None:
    """Unparsed answers, and an edit that comes as a second row."""
    in_process.service.switches.form_answers_parsed = False
    in_process.service.switches.form_edit_changes_row = False
    in_process.service.switches.form_answer_inserts_row = False
    form = Form(in_process.service, in_process.book_id, ["Result"])
    number = form.submit({"Result": "2-1"})
    form.edit(number, {"Result": "1-2"})
    assert [row[1] for row in in_process.director.rows(form.tab)[1:]] == ["2-1", "1-2"]


def test_questions_are_reworded_and_added(in_process: Emulated) -> None:
    """A heading changes, a column comes after the last question, old answers stay where they were."""
    form = Form(in_process.service, in_process.book_id, ["Game URL", "Result"])
    form.submit({"Game URL": "a", "Result": "1-0"})
    form.rename_question("Result", "Outcome")
    form.add_question("Note")
    form.submit({"Game URL": "b", "Outcome": "0-1", "Note": "late"})
    rows = in_process.director.rows(form.tab)
    assert rows[0][1:] == ["Game URL", "Outcome", "Note"]
    assert [row[1:] for row in rows[1:]] == [["a", "1-0"], ["b", "0-1", "late"]]


def test_drive_tells_what_changed(in_process: Emulated) -> None:
    """Two tokens' worth of changes; version and time grow; the bin and a lost share show."""
    session = in_process.plain_session()
    base = "https://www.googleapis.com/drive/v3/"
    token = session.get(base + "changes/startPageToken", timeout=5).json()["startPageToken"]
    other = in_process.new_book("Other")
    in_process.director.type("Sheet1", "A1", "x")
    in_process.director.type("Sheet1", "A1", "y")
    fields = "newStartPageToken,changes(fileId,removed,file(version,modifiedTime,trashed))"
    query = {"pageToken": token, "fields": fields}
    got = session.get(base + "changes", params=query, timeout=5).json()
    assert [one["fileId"] for one in got["changes"]] == [other, in_process.book_id]
    assert int(got["changes"][1]["file"]["version"]) > int(got["changes"][0]["file"]["version"])
    query["pageToken"] = got["newStartPageToken"]
    assert session.get(base + "changes", params=query, timeout=5).json()["changes"] == []
    in_process.director.bin()
    got = session.get(base + "changes", params=query, timeout=5).json()
    assert got["changes"][0]["file"]["trashed"] is True
    since = (in_process.service.clock.now() + timedelta(seconds=1)).strftime("%Y-%m-%dT%H:%M:%S")
    search = f"mimeType='application/vnd.google-apps.spreadsheet' and modifiedTime > '{since}' and trashed = false"
    assert session.get(base + "files", params={"q": search}, timeout=5).json()["files"] == []
    search = f"name contains 'club' and '{DIRECTOR}' in owners"
    assert len(session.get(base + "files", params={"q": search}, timeout=5).json()["files"]) == 1
