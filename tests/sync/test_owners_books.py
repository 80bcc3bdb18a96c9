"""Random workbooks of an owner's become books and are played on: nothing that the worker did not make differs.

`PAIRSHEET_CAMPAIGN=N` tries more of them.
"""

from __future__ import annotations

import os
from pathlib import Path
from random import Random
from typing import Any

import pytest
from openpyxl import Workbook, load_workbook
from openpyxl.chart import BarChart, Reference
from openpyxl.formatting.rule import CellIsRule
from openpyxl.styles import Font, PatternFill
from openpyxl.utils import quote_sheetname
from openpyxl.workbook.defined_name import DefinedName
from openpyxl.worksheet.datavalidation import DataValidation
from openpyxl.worksheet.table import Table
from openpyxl.xml.functions import tostring

from rules.model import Empty
from rules.registry import engine_of
from sync.backends.xlsx import XlsxBackend
from sync.grid import Cell
from sync.making.create import Carried, create
from sync.schema import Rows, workbook
from tests.backends.people import XlsxPerson
from tests.sync.desk import Desk
from tests.sync.rigs import GoogleRig

SEEDS = range(3 * int(os.environ.get("PAIRSHEET_CAMPAIGN") or 1))
FORMATS = ("ladder", "swiss")
OTHERS = ("Members", "Lists", "Money 2026", "Club's own", "_notes")
NAMES = ("PlayerNames", "List_Games_Result", "Prices", "List_Settings_Value")
PEOPLE: tuple[dict[str, Cell], ...] = tuple({"Player": n, "Rating": 2000 - 50 * i} for i, n in enumerate("ABCDEF"))


def _rows(dice: Random, format_name: str, title: str) -> list[list[Cell]]:
    """What people keep: a table of their own, the worker's headings with other things, next to nothing, or nothing."""
    tab = next((t for t in workbook(engine_of(format_name).sheet) if t.name == title), None)
    sort = dice.randrange(4)
    if tab is not None and tab.rows is Rows.VIEW and sort == 0:
        return [*[["mine"]] * (tab.heading_row - 1), list(tab.headings), [dice.randrange(9), "x"]]
    if sort == 1:
        return [["mine"]]
    heads = dice.sample(["Name", "Phone", "Paid", "Pos", "Game", "Value", "No", "Rating", "Club"], 4)
    return [list(heads), *[[dice.choice(["a", 7, 2.5, "=1+1", None, True]) for _ in heads] for _ in range(4)]]


def _owners(dice: Random, path: Path, format_name: str) -> None:
    """A workbook somebody made, with tabs called like anything and whatever people put onto them."""
    titles = [t.name for t in workbook(engine_of(format_name).sheet)]
    titles.remove("Form Responses")  # a tab of answers is read, whoever made it, and never written
    picked = dice.sample(titles, dice.randrange(2, 7)) + dice.sample(OTHERS, dice.randrange(1, 4))
    wb = Workbook()
    wb.remove(wb.worksheets[0])
    for number, title in enumerate(picked):
        ws: Any = wb.create_sheet(title.upper() if dice.random() < 0.2 else title)
        for row in _rows(dice, format_name, title):
            ws.append(row)
        _put_on(dice, wb, ws, number)
    hidden = wb.worksheets[-1]
    hidden.sheet_state = dice.choice(["visible", "hidden"]) if len(wb.worksheets) > 1 else "visible"
    wb.active = dice.randrange(len(wb.worksheets) - 1)
    for name in dice.sample(NAMES, 2):
        wb.defined_names[name] = DefinedName(name, attr_text=f"{quote_sheetname(picked[0])}!$A$1:$A$9")
    wb.save(path)


def _put_on(dice: Random, wb: Workbook, ws: Any, number: int) -> None:
    del wb
    if dice.random() < 0.4:
        ws["B2"].font, ws["C3"].fill = Font(bold=True, color="FF0000"), PatternFill("solid", fgColor="00FF00")
    if dice.random() < 0.4:
        chart = BarChart()
        chart.title = dice.choice(["Position after each round", "Money"])
        chart.add_data(Reference(ws, min_col=1, min_row=1, max_row=4))
        ws.add_chart(chart, "H2")
    if dice.random() < 0.4:
        rule = DataValidation(type="list", formula1='"yes,no"')
        rule.add("D2:D9")
        ws.add_data_validation(rule)
    if dice.random() < 0.4:
        light: Any = CellIsRule  # typed loosely by the library
        ws.conditional_formatting.add(
            "A1:C9", light(operator="equal", formula=["7"], fill=PatternFill(bgColor="FFFF00"))
        )
    if dice.random() < 0.3:
        ws.merge_cells("J1:K2")
    if dice.random() < 0.3:
        ws.print_area, ws.print_title_rows, ws.page_setup.orientation = "A1:C9", "1:1", "landscape"
    if dice.random() < 0.3:
        ws.protection.sheet = True
    if dice.random() < 0.3:
        ws.auto_filter.ref = "A1:D9"
    elif dice.random() < 0.3 and ws.max_row > 1 and all(isinstance(c.value, str) for c in ws[1]) and ws.max_column == 4:
        ws.add_table(Table(displayName=f"Table{number}", ref="A1:D5"))
    if dice.random() < 0.4:
        ws.column_dimensions["B"].width, ws.row_dimensions[3].height, ws.freeze_panes = 33, 44, "B2"
    ws.sheet_properties.tabColor = dice.choice([None, "FF00FF"])


def _pictures(path: Path) -> tuple[dict[str, Any], dict[str, str], str]:
    """Every tab as it stands, part by part; every name; the tab the book opens at."""
    wb: Any = load_workbook(path)
    tabs = {ws.title: _picture(ws) for ws in wb.worksheets}
    return tabs, {n: d.attr_text for n, d in wb.defined_names.items()}, wb.active.title


def _picture(ws: Any) -> dict[str, Any]:
    return {
        "cells": {
            at: (c.value, c.number_format, repr(c.font), repr(c.fill), repr(c.protection), c.comment and c.comment.text)
            for at, c in ws._cells.items()
            if c.value is not None or c.has_style
        },
        "charts": [tostring(chart._write()) for chart in ws._charts],
        "rules": [tostring(rule.to_tree()) for rule in ws.data_validations.dataValidation],
        "lights": {str(r.sqref): [tostring(x.to_tree()) for x in r.rules] for r in ws.conditional_formatting},
        "merged": sorted(map(str, ws.merged_cells.ranges)),
        "tables": dict(ws.tables.items()),
        "print": (ws.print_area, ws.print_title_rows, ws.page_setup.orientation),
        "closed": ws.protection.sheet,
        "filter": ws.auto_filter.ref,
        "sizes": ({k: d.width for k, d in ws.column_dimensions.items()}, {k: d.height for k, d in ws.row_dimensions.items()}),
        "frozen": ws.freeze_panes,
        "colour": ws.sheet_properties.tabColor and ws.sheet_properties.tabColor.rgb,
        "state": ws.sheet_state,
    }  # fmt: skip


def _season(dice: Random, d: Desk) -> None:
    """Made ready, begun, rounds played with results as they come."""
    given: dict[tuple[str, str], Cell] = {("Time zone", ""): "Europe/Berlin", ("Check for", ""): "0"}
    create(d.backend, engine_of(d.format), Carried(PEOPLE, given))
    create(d.backend, engine_of(d.format), Carried())
    for _ in range(2):
        d.sync()
    titles = {t.name: d.last.decided.gathered.sheet.titles[t.name] for t in workbook(engine_of(d.format).sheet)}  # type: ignore[union-attr]
    row = d.person.row_of(titles["Settings"], "Setting", "Start")
    d.person.type(titles["Settings"], "Value", row, "now")
    for _ in range(2):
        d.sync()
        for game in d.games():
            if not isinstance(game.black, Empty) and dice.random() < 0.8:
                row = d.person.row_of(titles["Games"], "Game", game.id)
                d.person.type(titles["Games"], "Result", row, dice.choice(["1-0", "0-1"]))
        d.sync()
        d.later(days=dice.randrange(1, 9))
    assert d.games()


@pytest.mark.parametrize("seed", SEEDS)
def test_nothing_of_the_owners_differs_in_a_file(seed: int, tmp_path: Path) -> None:
    """Cells, looks, charts, lists, rules, names, order, the tab it opens at: as the owner left them."""
    dice = Random(seed)
    format_name = FORMATS[seed % len(FORMATS)]
    path = tmp_path / "book.xlsx"
    _owners(dice, path, format_name)
    tabs, names, active = _pictures(path)
    _season(dice, Desk(XlsxBackend(path), XlsxPerson(path, lazy=True), format_name))
    tabs_after, names_after, active_after = _pictures(path)
    for title, picture in tabs.items():
        for part, was in picture.items():
            assert tabs_after[title][part] == was, (title, part)
    assert {name: names_after.get(name) for name in names} == names
    assert [t for t in tabs_after if t in tabs] == list(tabs)
    assert active_after == active


@pytest.mark.parametrize("seed", SEEDS)
def test_nothing_of_the_owners_differs_in_a_spreadsheet(seed: int, tmp_path: Path) -> None:
    """Cells with their looks and notes, charts, bandings, rules, protections, filters, named ranges, order."""
    dice = Random(seed)
    rig = GoogleRig(tmp_path)
    d = rig.blank()
    d.format = FORMATS[seed % len(FORMATS)]
    titles = [t.name for t in workbook(engine_of(d.format).sheet) if t.name != "Form Responses"]
    for title in dice.sample(titles, dice.randrange(2, 7)) + dice.sample(OTHERS, 2):
        rows = [[c if c != "=1+1" else 2 for c in row] for row in _rows(dice, d.format, title)]
        d.person.add_tab(title, rows if dice.random() < 0.8 else [])
        _put_on_spreadsheet(dice, d, title)
    before = _sheets(rig)
    _season(dice, d)
    after = _sheets(rig)
    for title, was in before.items():
        assert after[title] == was, title
    assert [t for t in after if t in before] == list(before)
    rig.check()


def _put_on_spreadsheet(dice: Random, d: Desk, title: str) -> None:
    at: Any = d.person
    id_ = at._sheet(title).id
    area = {"sheetId": id_, "startRowIndex": 0, "endRowIndex": 5, "startColumnIndex": 0, "endColumnIndex": 3}
    requests = (
        {"addNamedRange": {"namedRange": {"name": f"own_{id_}", "range": area}}},
        {"addProtectedRange": {"protectedRange": {"range": area, "description": "mine", "warningOnly": True}}},
        {"addBanding": {"bandedRange": {"range": area, "rowProperties": {"firstBandColor": {"red": 1}, "secondBandColor": {"blue": 1}}}}},
        {"setBasicFilter": {"filter": {"range": area}}},
        {"mergeCells": {"range": {**area, "startColumnIndex": 5, "endColumnIndex": 7}, "mergeType": "MERGE_ALL"}},
        {"repeatCell": {"range": area, "cell": {"userEnteredFormat": {"textFormat": {"bold": True}}}, "fields": "userEnteredFormat.textFormat.bold"}},
        {"setDataValidation": {"range": area, "rule": {"condition": {"type": "BOOLEAN"}}}},
    )  # fmt: skip
    for request in requests:
        if dice.random() < 0.3:
            at._at.director.do(request)


def _sheets(rig: GoogleRig) -> dict[str, Any]:
    """Every tab with its cells, its properties but for the place, what stands on it, and the named ranges of it."""
    book: Any = rig.at.emulated.book
    return {
        s.title: (
            {r: dict(row) for r, row in s.rows.items() if row},
            {k: v for k, v in s.properties.items() if k != "index"},
            {k: v for k, v in s.parts.items() if v},
            [str(n) for n in book.named.values() if n["range"].get("sheetId") == s.id],
        )
        for s in book.sheets
        if s.title != "Sheet1"
    }


@pytest.mark.parametrize("format_name", ["ladder", "grand-chess-tour"])
def test_an_owners_hidden_tab_called_lists_is_left_alone(format_name: str, tmp_path: Path) -> None:
    """Formulas that no program has worked out yet, and a name of the owner's that begins like those of the worker."""
    path = tmp_path / "book.xlsx"
    wb = Workbook()
    wb.worksheets[0].title = "Members"
    lists: Any = wb.create_sheet("Lists")
    for row in (["Sizes", "Sum"], ["S", "=1+1"], ["M", "=A1&A2"]):
        lists.append(row)
    lists.sheet_state = "hidden"
    wb.defined_names["List_Sizes"] = DefinedName("List_Sizes", attr_text="Lists!$A$2:$A$3")
    wb.defined_names["List_of_all"] = DefinedName("List_of_all", attr_text="Lists!$A$1:$B$3")
    wb.save(path)
    tabs, names, _ = _pictures(path)
    for _ in range(2):
        create(XlsxBackend(path), engine_of(format_name), Carried(PEOPLE))
    tabs_after, names_after, _ = _pictures(path)
    assert tabs_after["Lists"] == tabs["Lists"]
    assert {name: names_after[name] for name in names} == names
