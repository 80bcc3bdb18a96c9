"""What a person put into a workbook is the same after the worker wrote: values, formulas, looks, other tabs."""

from __future__ import annotations

import json
import shutil
import subprocess
import time
import zipfile
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from openpyxl.styles import Font, PatternFill

from sync.backends.xlsx import XlsxBackend
from sync.backends.xlsx_parts import take_apart
from sync.grid import TabGrid
from sync.plan import AppendRows, Formula, Link, OutRow, Plan, ReplaceRows
from tests.backends.contract import GAME, named, plan
from tests.backends.people import XlsxPerson
from tests.backends.sample import BY_NAME, FIRST_ROWS, TABS
from tests.backends.test_xlsx_file import add_part


def look_up(game: str, letter: str, tail: str = "") -> Formula:
    """A look-up as the worker writes it."""
    return Formula(f"=IFERROR(INDEX('Pairings'!${letter}:${letter},MATCH(\"{game}\",'Pairings'!$A:$A,0)){tail},\"\")")


def put_cached(path: Path, tab: str, at: str, formula: str, kind: str, value: str) -> None:
    """A formula with its value, as a program that calculates saves it."""
    wb = openpyxl.load_workbook(path)
    wb[tab][at] = f"={formula}"
    wb.save(path)
    part = next(s for s in take_apart(path.read_bytes(), "x").sheets if s.title == tab)
    with zipfile.ZipFile(path) as archive:
        xml = archive.read(part.path)
    start = xml.index(f'<c r="{at}"'.encode())
    old = xml[start : xml.index(b"</c>", start) + 4]
    new = old.replace(b">", f' t="{kind}">'.encode() if kind else b">", 1)
    new = new.replace(b"<v />", f"<v>{value}</v>".encode()).replace(b"<v></v>", f"<v>{value}</v>".encode())
    add_part(path, part.path, old=old, new=new)


def tab_of(path: Path, title: str) -> TabGrid:
    """The tab as read afresh."""
    return named(XlsxBackend(path).read(), title)


@pytest.mark.parametrize(
    ("formula", "kind", "stored", "seen"),
    [
        ("1900+5", "", "1905", 1905),
        ('"A"&amp;"da"', "str", "Ada &lt;1&gt;", "Ada <1>"),
        ("1&gt;0", "b", "1", True),
        ("1/0", "e", "#DIV/0!", "#DIV/0!"),
        ('""', "str", "", None),
    ],
)
def test_formulas_of_people_keep_their_values(book: Path, formula: str, kind: str, stored: str, seen: Any) -> None:
    """A write by the worker does not turn what a formula shows into a blank."""
    put_cached(book, "Players", "C2", formula.replace("&amp;", "&").replace("&gt;", ">"), kind, stored)
    assert tab_of(book, "Players").cell(2, 2) == seen
    assert tab_of(book, "Players").lost_formulas == ()
    backend = XlsxBackend(book)
    for number in range(2):
        backend.write(plan(backend.read(), AppendRows("Journal", ((number, "x"),))))
        assert tab_of(book, "Players").cell(2, 2) == seen
        assert tab_of(book, "Players").lost_formulas == ()
    assert str(openpyxl.load_workbook(book)["Players"]["C2"].value).startswith("=")


def test_a_formula_the_worker_writes_over_keeps_nothing(book: Path) -> None:
    """An old value does not stick to a new formula."""
    put_cached(book, "Why", "A4", "1+1", "", "2")
    backend = XlsxBackend(book)
    backend.write(plan(backend.read(), ReplaceRows("Why", 4, ((Formula("=NOW()"),),), 2)))
    assert tab_of(book, "Why").cell(4, 0) is None


@pytest.mark.parametrize("tail", ["", '&""'])
def test_look_ups_show_the_views_cell_at_once(book: Path, tail: str) -> None:
    """Programs that do not calculate see what Pairings says now, not what it said when the row was added."""
    backend = XlsxBackend(book)
    pairing = (*GAME, "1-0", "players", None, Link("lichess.org/x", url="https://lichess.org/x"))
    row = (*GAME, look_up("R1-01", "E", tail), look_up("R1-01", "H", tail), look_up("R9-09", "E", tail))
    backend.write(plan(backend.read(), AppendRows("Games", (row,)), ReplaceRows("Pairings", 4, (pairing,), 9)))
    assert tab_of(book, "Games").rows[1] == (*GAME, "1-0", "lichess.org/x")
    assert tab_of(book, "Games").lost_formulas == ()
    backend.write(plan(backend.read(), ReplaceRows("Pairings", 4, ((*GAME, "Null"),), 9)))
    assert tab_of(book, "Games").cell(2, 4) == "Null"
    assert tab_of(book, "Games").cell(2, 5) == (None if tail else 0)


def test_looks_and_cells_of_people_are_unchanged(book: Path) -> None:
    """Every cell that was there has the same value, format, colour, note, width, height, drop-down and protection."""
    wb = openpyxl.load_workbook(book)
    ws = wb["Players"]
    for row, values in enumerate([("Ada", "ada960", None, 1900.5), ("007", "1e5"), ("=x", None)], start=2):
        for column, value in enumerate(values, start=1):
            cell = ws.cell(row, column, value)
            if isinstance(value, str):
                cell.data_type = "s"
    ws["A2"].font, ws["B2"].fill = Font(bold=True, color="FF0000"), PatternFill("solid", fgColor="00FF00")
    ws["D2"].number_format = "0.00"
    ws.row_dimensions[3].height = 40
    ws.column_dimensions["B"].width = 33
    ws.merge_cells("F8:G9")
    wb["Ladder"]["J4"], wb["Ladder"]["J4"].font = "mine", Font(italic=True)
    mine = wb.create_sheet("Mine")
    mine["A1"], mine["A2"] = "x", "=A1"
    mine.auto_filter.ref = "A1:B9"
    wb.save(book)
    before = _described(book)
    backend = XlsxBackend(book)
    steps = (AppendRows("Games", (GAME,)), ReplaceRows("Ladder", 4, ((1, "Ada"), (2, "Ben")), 6))
    backend.write(plan(backend.read(), *steps))
    after = _described(book)
    fresh = {("Games", f"{c}2") for c in "ABCD"} | {("Ladder", f"{c}{r}") for c in "AB" for r in (4, 5)}
    assert {k: v for k, v in after["cells"].items() if k not in fresh} == before["cells"]
    assert {k: v for k, v in after.items() if k != "cells"} == {k: v for k, v in before.items() if k != "cells"}


def _described(path: Path) -> dict[str, Any]:
    """Everything openpyxl can tell of a book."""
    wb = openpyxl.load_workbook(path, rich_text=True)
    cells: dict[tuple[str, str], Any] = {}
    tabs: dict[str, Any] = {}
    for ws in wb.worksheets:
        for cell in ws._cells.values():
            note = cell.comment.text if cell.comment else None
            look = (cell.number_format, repr(cell.font), repr(cell.fill), repr(cell.border), repr(cell.alignment))
            cells[ws.title, cell.coordinate] = (cell.value, cell.data_type, look, cell.protection.locked, note)
        tabs[ws.title] = (
            {k: (d.width, d.min, d.max, d.number_format) for k, d in ws.column_dimensions.items()},
            {k: d.height for k, d in ws.row_dimensions.items() if d.height},
            [str(r) for r in ws.merged_cells.ranges],
            sorted((str(v.sqref), v.type, v.formula1, v.prompt) for v in ws.data_validations.dataValidation),
            [(str(r.sqref), [x.type for x in r.rules]) for r in ws.conditional_formatting],
            (ws.protection.sheet, ws.freeze_panes, ws.sheet_state, ws.sheet_properties.tabColor, ws.auto_filter.ref),
        )
    names = {k: v.attr_text for k, v in wb.defined_names.items() if k != "Pairsheet.revision"}
    return {"cells": cells, "tabs": repr(tabs), "names": names, "order": wb.sheetnames}


def test_rich_text_in_a_cell_keeps_its_runs(book: Path) -> None:
    """One bold word in a note of a person's stays bold."""
    from openpyxl.cell.rich_text import CellRichText, TextBlock
    from openpyxl.cell.text import InlineFont

    wb = openpyxl.load_workbook(book, rich_text=True)
    wb["Players"]["J2"] = CellRichText("very ", TextBlock(InlineFont(b=True), "important"))
    wb.save(book)
    backend = XlsxBackend(book)
    assert named(backend.read(), "Players").cell(2, 9) == "very important"
    backend.write(plan(backend.read(), AppendRows("Journal", ((1, "x"),))))
    kept = openpyxl.load_workbook(book, rich_text=True)["Players"]["J2"].value
    assert isinstance(kept, CellRichText)
    assert isinstance(kept[1], TextBlock)


def test_links_lead_where_they_say(book: Path) -> None:
    """Web links and links to cells; other addresses are plain text; a text in a link's place is no link."""
    backend = XlsxBackend(book)
    XlsxPerson(book).rename_tab("Games", "Spiele 'neu'")
    row = (
        Link("game", url="https://lichess.org/abcdefgh"),
        Link("Games B14", tab="Games", cell="B14"),
        Link("bad", url="javascript:alert(1)"),
        Link("file", url="file:///etc/passwd"),
        Link("far", url="https://example.org/" + "x" * 3000),
    )
    backend.write(plan(backend.read(), ReplaceRows("Why", 4, (row,), 5)))
    ws = openpyxl.load_workbook(book)["Why"]
    assert ws["A4"].hyperlink.target == "https://lichess.org/abcdefgh"
    assert ws["B4"].hyperlink.location == "'Spiele ''neu'''!B14"
    assert [ws[f"{c}4"].hyperlink for c in "CDE"] == [None, None, None]
    backend.write(plan(backend.read(), ReplaceRows("Why", 4, (("text",),), 5)))
    ws = openpyxl.load_workbook(book)["Why"]
    assert ws["A4"].hyperlink is None
    assert ws["A4"].font.underline is None


def test_new_cells_wear_the_look_of_their_column(book: Path) -> None:
    """Ids and results are plain text; a moment has a date format; new rows look like the column."""
    from datetime import datetime

    backend = XlsxBackend(book)
    index = BY_NAME["Games"].index("Deadline")
    row: OutRow = (*GAME, *(None,) * (index - 4), datetime(2026, 3, 8, 18, 0))
    backend.write(plan(backend.read(), AppendRows("Games", (row,))))
    ws = openpyxl.load_workbook(book)["Games"]
    assert [ws.cell(2, c).number_format for c in (1, 2, 3, 4)] == ["@"] * 4
    assert ws.cell(2, index + 1).number_format == "yyyy-mm-dd hh:mm"
    assert ws["A2"].fill.fgColor.rgb == ws.column_dimensions["A"].fill.fgColor.rgb


def test_tabs_people_made_twice_or_emptied_do_no_harm(book: Path) -> None:
    """A copy of a tab is a tab of people's; the names still point at the first."""
    wb = openpyxl.load_workbook(book)
    copy = wb.copy_worksheet(wb["Games"])
    copy.title = "Games Copy"
    wb.save(book)
    backend = XlsxBackend(book)
    grid = backend.read()
    assert named(grid, "Games").key == "Games"
    assert named(grid, "Games Copy").key == "title:Games Copy"
    backend.write(plan(grid, AppendRows("Games", (GAME,))))
    assert len(tab_of(book, "Games").rows) == 2
    assert len(tab_of(book, "Games Copy").rows) == 1


def test_a_literal_escape_of_another_program_survives(book: Path) -> None:
    """`_x005F_x0041_` in the file is the text `_x0041_`, before and after."""
    XlsxPerson(book).type_at("Players", "A2", "placeholder")
    part = next(s for s in take_apart(book.read_bytes(), "x").sheets if s.title == "Players")
    add_part(book, part.path, old=b"placeholder", new=b"_x005F_x0041_")
    backend = XlsxBackend(book)
    for number in range(2):
        assert named(backend.read(), "Players").cell(2, 0) == "_x0041_"
        backend.write(plan(backend.read(), AppendRows("Journal", ((number, "x"),))))
    assert named(backend.read(), "Players").cell(2, 0) == "_x0041_"


def big_steps(players: int, rounds: int) -> tuple[Any, ...]:
    """A whole event's rows."""
    games: list[OutRow] = [
        (f"R{r}-{b:03d}", f"R{r}", f"Player {b}", f"Player {b + 1}", *[look_up(f"R{r}-{b:03d}", c) for c in "EGHI"])
        for r in range(1, rounds + 1)
        for b in range(1, players // 2 + 1)
    ]
    pairings: list[OutRow] = [(g[0], g[1], g[2], g[3], "1-0", "players", "Sun 8 Mar 18:00") for g in games]
    detail = json.dumps({"white": "Player 1", "black": "Player 2", "deadline": "2026-03-08T18:00:00+01:00"})
    journal: list[OutRow] = [
        (n, "2026-03-01T18:00:00+01:00", "game", g[0], detail * 2, "", "p1") for n, g in enumerate(games * 2)
    ]
    matrix: list[OutRow] = [(f"Player {i}", *((i * j) % 100 for j in range(players))) for i in range(players)]
    ladder: list[OutRow] = [(i, f"Player {i}", i, 0, rounds, 4.5) for i in range(1, players + 1)]
    return (
        AppendRows("Games", tuple(games)),
        ReplaceRows("Pairings", 4, tuple(pairings), 9),
        AppendRows("Journal", tuple(journal)),
        ReplaceRows("Scores", 4, tuple(matrix), players + 1),
        ReplaceRows("Ladder", 4, tuple(ladder), 6),
    )


def test_a_book_of_two_hundred_players_and_nine_rounds(book: Path) -> None:
    """Read and saved in good time (the bounds are wide: the machine may be busy)."""
    backend = XlsxBackend(book)
    backend.write(plan(backend.read(), *big_steps(200, 9)))
    start = time.process_time()
    grid = backend.read()
    read = time.process_time() - start
    start = time.process_time()
    backend.write(plan(grid, AppendRows("Journal", ((9999, "x"),))))
    saved = time.process_time() - start
    assert len(named(grid, "Games").rows) == 901
    assert read < 3
    assert saved < 20


@pytest.mark.skipif(shutil.which("soffice") is None, reason="LibreOffice is not installed here")
def test_a_save_in_libreoffice_keeps_keys_values_and_leaves_no_hindrance(book: Path, tmp_path: Path) -> None:
    """After another program saved the whole book, tabs are still known, look-ups calculated, and it can be written."""
    backend = XlsxBackend(book)
    row = (*GAME, look_up("R1-01", "E"))
    history = (("Player", "R1", "R2"), ("Ada", 1, 2), ("Ben", 2, 1))
    steps = (
        AppendRows("Games", (row,)),
        ReplaceRows("Pairings", 4, ((*GAME, "1-0"),), 9),
        ReplaceRows("History", 3, history, 3),
        ReplaceRows("Why", 4, ((Link("x", tab="Games", cell="A2"), "=1+1"),), 2),
    )
    backend.write(plan(backend.read(), *steps))
    before = backend.read()
    command = ["soffice", "--headless", f"-env:UserInstallation=file://{tmp_path}/profile"]
    command += ["--convert-to", "xlsx:Calc MS Excel 2007 XML", "--outdir", str(tmp_path / "out"), str(book)]
    subprocess.run(command, check=True, capture_output=True, timeout=120)
    shutil.copy(tmp_path / "out" / book.name, book)
    after = backend.read()
    assert [(t.key, t.title, t.rows) for t in after.tabs] == [(t.key, t.title, t.rows) for t in before.tabs]
    assert after.revision == before.revision
    backend.write(plan(after, AppendRows("Journal", ((1, "x"),)), ReplaceRows("History", 6, (("Cem", 3, 3),), 3)))
    again = backend.read()
    assert named(again, "Games").rows == named(before, "Games").rows
    assert named(again, "Journal").rows[-1] == (1, "x")
    backend.prepare(TABS, FIRST_ROWS)
    with zipfile.ZipFile(book) as archive:
        charts = [n for n in archive.namelist() if n.startswith("xl/charts/chart")]
    assert len(charts) == 1


def test_a_plan_may_name_tabs_by_key_only(book: Path) -> None:
    """Places map names to keys; titles do not matter."""
    backend = XlsxBackend(book)
    XlsxPerson(book).rename_tab("Why", "Warum")
    grid = backend.read()
    backend.write(Plan("p", grid.revision, (ReplaceRows("Why", 4, (("a", "b"),), 2),), {"Why": "Why"}))
    assert tab_of(book, "Warum").rows[3] == ("a", "b")
