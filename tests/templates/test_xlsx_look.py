"""The look on a workbook file, as a program that opens it finds it."""

from __future__ import annotations

import zipfile
from dataclasses import replace
from pathlib import Path
from typing import Any

import openpyxl
import pytest

from rules.sheet import Cell, Column, Kind
from sync.backends.xlsx import XlsxBackend
from sync.backends.xlsx_guard import foreign
from sync.backends.xlsx_parts import take_apart
from sync.plan import MakeTab, Plan, ReplaceRows
from sync.schema import Rows, Tab
from tests.backends.sample import BY_NAME, FIRST_ROWS, TABS


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A prepared workbook."""
    path = tmp_path_factory.mktemp("look") / "book.xlsx"
    XlsxBackend(path).prepare(TABS, FIRST_ROWS)
    return path


@pytest.fixture(scope="module")
def wb(path: Path) -> Any:
    """The workbook, opened."""
    return openpyxl.load_workbook(path)


def rules_at(ws: Any, cell: str) -> list[Any]:
    """Drop-downs and prompts at a cell."""
    return [v for v in ws.data_validations.dataValidation if cell in v.sqref]


def test_headings_are_frozen_and_have_notes(wb: Any) -> None:
    """Headings stay in sight, each with its help; a game's id stays beside the director's cells, on a phone too."""
    assert wb["Games"].freeze_panes == "B2"
    assert wb["Ladder"].freeze_panes == "A4"
    assert wb["Scores"].freeze_panes == "B4"
    assert "Director only" in wb["Games"]["K1"].comment.text or "Director only" in wb["Games"]["J1"].comment.text
    assert "strongest" in wb["Players"]["E1"].comment.text


def test_drop_downs_offer_and_never_forbid(wb: Any) -> None:
    """Results, names of players from Players, states; anything else may still be typed."""
    games, index = wb["Games"], BY_NAME["Games"].index
    result = openpyxl.utils.get_column_letter(index("Result") + 1)
    (rule,) = rules_at(games, f"{result}2")
    assert rule.formula1 == '"1-0,0-1,1/2-1/2"'
    assert rule.prompt.startswith("Director only")
    (rule,) = rules_at(games, "C2")
    assert rule.formula1 == "PlayerNames"
    assert wb.defined_names["PlayerNames"].attr_text == "'Players'!$A$2:$A$1000"
    for ws in wb.worksheets:
        assert not any(v.showErrorMessage for v in ws.data_validations.dataValidation)


def test_typed_results_and_names_stay_text(wb: Any) -> None:
    """The columns are plain text down to the last row."""
    index = BY_NAME["Games"].index
    letter = openpyxl.utils.get_column_letter(index("Result") + 1)
    assert wb["Games"].column_dimensions[letter].number_format == "@"
    assert wb["Players"].column_dimensions["A"].number_format == "@"
    assert wb["Players"].column_dimensions["D"].number_format == "General"


def test_only_worker_tabs_are_protected_and_leave_room_for_notes(wb: Any) -> None:
    """Views and the Journal are locked without a password; columns to their right are not."""
    protected = {ws.title for ws in wb.worksheets if ws.protection.sheet}
    assert protected == {t.name for t in TABS if t.rows is Rows.VIEW} | {"Journal"}
    assert all(not ws.protection.password for ws in wb.worksheets)
    ladder = wb["Ladder"]
    right = ladder.column_dimensions["G"]
    assert (right.min, right.max, right.protection.locked) == (7, 16384, False)
    assert ladder.column_dimensions["A"].protection.locked


def test_attention_has_colours(wb: Any) -> None:
    """Problems, states, outcomes and the heat map."""
    formulas = [f for r in wb["Problems"].conditional_formatting for rule in r.rules for f in rule.formula]
    assert '$A4="now"' in formulas
    kinds = [rule.type for r in wb["Scores"].conditional_formatting for rule in r.rules]
    assert "colorScale" in kinds
    assert wb["Ladder"].sheet_properties.tabColor.rgb != wb["Games"].sheet_properties.tabColor.rgb


def test_one_tab_is_open_and_it_is_the_first(wb: Any) -> None:
    """A book with two selected tabs would take typing into both."""
    assert wb.active.title == TABS[0].name
    assert [ws.title for ws in wb.worksheets if ws.sheet_view.tabSelected] == [TABS[0].name]


def test_the_open_tab_stays_open_when_a_tab_is_made_before_it(tmp_path: Path) -> None:
    """The director's place in the book is kept."""
    path = tmp_path / "book.xlsx"
    backend = XlsxBackend(path)
    backend.prepare(TABS, FIRST_ROWS)
    wb: Any = openpyxl.load_workbook(path)
    del wb["Why"]
    wb.active = wb.sheetnames.index("Players")
    for ws in wb.worksheets:
        ws.sheet_view.tabSelected = ws.title == "Players"
    wb.save(path)
    grid = backend.read()
    backend.write(Plan("p", grid.revision, (MakeTab(BY_NAME["Why"], ("Scores",)),), {}))
    wb = openpyxl.load_workbook(path)
    assert wb.active.title == "Players"
    assert [ws.title for ws in wb.worksheets if ws.sheet_view.tabSelected] == ["Players"]


def test_a_prepared_book_holds_nothing_that_writing_would_lose(path: Path) -> None:
    """Our own looks pass our own guard."""
    data = path.read_bytes()
    assert foreign(data, take_apart(data, "book")) == ()


def test_the_chart_follows_the_data(path: Path, tmp_path: Path) -> None:
    """One chart, a line a player, drawn over as many rounds as there are; none for an empty History."""
    book = tmp_path / "book.xlsx"
    book.write_bytes(path.read_bytes())
    backend = XlsxBackend(book)

    def lines() -> list[tuple[str, str]]:
        ws: Any = openpyxl.load_workbook(book)["History"]
        charts = ws._charts
        assert len(charts) <= 1
        return [(s.tx.strRef.f, s.val.numRef.f) for c in charts for s in c.series]

    def write(*rows: tuple[Any, ...]) -> None:
        grid = backend.read()
        places = {t.title: t.key for t in grid.tabs}
        backend.write(Plan("p", grid.revision, (ReplaceRows("History", 3, rows, 4),), places))

    assert lines() == []
    write(("Player", "R1", "R2"), ("Ada", 1, 2), ("Ben", 2, 1))
    assert lines() == [("'History'!$A$4", "'History'!$B$4:$C$4"), ("'History'!$A$5", "'History'!$B$5:$C$5")]
    write(("Player", "R1", "R2", "R3"), ("Ada", 1, 2, 2), ("Ben", 2, 1, 1))
    assert [v for _, v in lines()] == ["'History'!$B$4:$D$4", "'History'!$B$5:$D$5"]
    write(("Player",), (), ())
    assert lines() == []


def test_a_long_list_gets_a_hidden_tab_of_its_own(tmp_path: Path) -> None:
    """More than a rule holds, or words with commas: the drop-down points at a named list."""
    words = tuple(f"Decision number {n}, with a comma" for n in range(30))
    tab = Tab("Decisions", (Column("Decision", Kind.CHOICE, Cell.PERSON, choices=words),), Rows.PEOPLE)
    path = tmp_path / "book.xlsx"
    XlsxBackend(path).prepare((tab,), {})
    wb = openpyxl.load_workbook(path)
    assert wb["Lists"].sheet_state == "hidden"
    (rule,) = rules_at(wb["Decisions"], "A2")
    assert wb.defined_names[rule.formula1].attr_text == "'Lists'!$A$2:$A$31"
    assert wb["Lists"]["A31"].value == words[-1]
    before = path.read_bytes()
    XlsxBackend(path).prepare((tab,), {})
    assert path.read_bytes() == before


def test_a_band_stands_above_the_directors_columns_where_there_is_a_row_for_it(tmp_path: Path) -> None:
    """With headings in row 2, row 1 says whose columns these are."""
    games = replace(BY_NAME["Games"], heading_row=2)
    path = tmp_path / "book.xlsx"
    XlsxBackend(path).prepare((games,), {})
    ws = openpyxl.load_workbook(path)["Games"]
    assert ws.cell(1, games.index("Result") + 1).value == "director only"
    assert ws.cell(2, 1).value == "Game"
    assert ws.freeze_panes == "B3"


def test_notes_are_large_enough_for_their_text(path: Path, tmp_path: Path) -> None:
    """Also after the book was written again."""
    book = tmp_path / "book.xlsx"
    book.write_bytes(path.read_bytes())
    backend = XlsxBackend(book)
    grid = backend.read()
    backend.write(Plan("p", grid.revision, (ReplaceRows("Why", 4, (("a", "b"),), 2),), {"Why": "Why"}))
    with zipfile.ZipFile(book) as archive:
        drawings = [archive.read(n).decode() for n in archive.namelist() if n.endswith(".vml")]
    assert drawings
    assert all("width:260px" in d and "width:144px" not in d for d in drawings)
