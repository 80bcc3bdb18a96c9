"""The writer that edits part by part beside the one that writes all anew: the same cells and looks over random books.

Both carry the same plan out on the same book; whatever openpyxl and calamine can tell of the two results must be equal.
`PAIRSHEET_CAMPAIGN` multiplies the books: 250 of it make a thousand.
"""

from __future__ import annotations

import io
import os
import random
import re
import zipfile
from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from openpyxl.comments import Comment
from openpyxl.styles import Alignment, Border, Font, PatternFill, Protection, Side
from openpyxl.worksheet.datavalidation import DataValidation

from sync.backends.xlsx import XlsxBackend
from sync.grid import Grid, address
from sync.plan import AppendRows, Formula, Link, MakeTab, Out, OutRow, Plan, RenewCells, ReplaceRows, Step
from sync.reading.first_look import tabs_in
from sync.schema import Rows, Tab
from tests.backends.sample import FIRST_ROWS, TABS
from tests.ooxml.checker import check

BOOKS = 4 * int(os.environ.get("PAIRSHEET_CAMPAIGN", "1"))
VIEWS = tuple(t for t in TABS if t.rows is Rows.VIEW)
APPENDED = tuple(t for t in TABS if t.name in ("Games", "Journal", "Rounds"))
TEXTS = (
    "Ada", "007", "=1+1", " edges ", "two\nlines", "tab\there", "<a> & \"b\" 'c'", "½-½", "😀", "x" * 400,
    "1e5", "TRUE", "#N/A", "\u202eleft", "'quoted", "-", "https://example.org/?a=1&b=2", "long words in a row " * 12,
)  # fmt: skip
IDS = ("R1-01", "R1-02", "R2-01")


def random_out(dice: random.Random, view: bool) -> Out:
    """Something that a plan may write. Look-ups stand where people type, links in views."""
    made: list[Callable[[], Out]] = [
        lambda: None,
        lambda: dice.choice(TEXTS),
        lambda: dice.choice(IDS),
        lambda: dice.randrange(-5, 3000),
        lambda: dice.choice((0.5, 1 / 3, 1e-7, 123456.75, -2.25)),
        lambda: dice.random() < 0.5,
    ]
    if not view:  # a look-up of a moment showed its words in the older writer, and shows its number now
        made += [
            lambda: look_up(dice),
            lambda: datetime(2026, 3, 1) + timedelta(minutes=dice.randrange(400_000)),
        ]
    else:
        made += [
            lambda: Link(dice.choice(TEXTS), url=dice.choice(("https://lichess.org/abc", "javascript:x", "http://x.org/" + "y" * 2100))),
            lambda: Link("there", tab=dice.choice(("Games", "Ladder", "Nowhere")), cell="B3"),
        ]  # fmt: skip
    return dice.choice(made)()


def look_up(dice: random.Random) -> Formula:
    """A look-up as the worker writes it, and others."""
    tail = dice.choice(("", '&""'))
    column, id_ = dice.choice("BCDE"), dice.choice(IDS)
    text = f"=IFERROR(INDEX('Pairings'!${column}:${column},MATCH(\"{id_}\",'Pairings'!$A:$A,0)){tail},\"\")"
    return Formula(text)


def disorder(path: Path, dice: random.Random) -> None:
    """What people do to a book between two passes, in a program that knows most of a workbook."""
    wb = openpyxl.load_workbook(path)
    for _ in range(dice.randrange(12)):
        ws = wb[dice.choice(wb.sheetnames)]
        # Beside the Journal's last column the older writer stretched a heading's looks over all the others.
        row, column = dice.randrange(2 if ws.title == "Journal" else 1, 12), dice.randrange(1, 9)
        cell = ws.cell(row, column)
        match dice.randrange(13):
            case 0:
                cell.value = dice.choice(TEXTS)
                cell.data_type = "s"
            case 1:
                cell.value = dice.choice((3, 2.5, True, datetime(2026, 5, 1, 12, 30), "=A1&B1", "=SUM(A1:A3)"))
            case 2:
                cell.font = Font(name="Arial", size=dice.choice((9, 12)), italic=True, color="00FF00")
            case 3:
                cell.fill, cell.border = PatternFill("solid", fgColor="FFFF00"), Border(left=Side(style="thick"))
            case 4:
                cell.number_format = dice.choice(("0.00", "d/m/yy", "[h]:mm", '"#"0'))
            case 5:
                cell.alignment = Alignment(wrap_text=True, vertical="bottom")
            case 6:
                cell.comment = Comment("mine", "a person")
            case 7:
                ws.row_dimensions[row].height = dice.choice((9, 33.5))
            case 8:
                ws.column_dimensions[cell.column_letter].width = dice.choice((4, 44))
            case 9:
                cell.value, cell.hyperlink = "a link", dice.choice(("https://example.org/", "https://example.org/2"))
            case 10:
                rule = DataValidation(type="whole", operator="between", formula1="1", formula2="9")
                rule.add(cell.coordinate)
                ws.add_data_validation(rule)
            case 11:
                cell.protection = Protection(locked=False)
            case 12:
                ws.merge_cells(start_row=40, end_row=41, start_column=column, end_column=column + 1)
    if dice.random() < 0.4:
        wb.remove(wb[dice.choice([t for t in ("Why", "Scores", "Status", "History") if t in wb.sheetnames])])
    if dice.random() < 0.3:
        wb[dice.choice([t for t in ("Pairings", "Ladder", "Games") if t in wb.sheetnames])].title = "It's mine"
    if dice.random() < 0.3:
        wb.create_sheet("Notes", dice.randrange(4))["A1"] = "a person's"
    linked = any(cell.hyperlink for row in wb["Players"].iter_rows() for cell in row)
    if dice.random() < 0.3 and not linked:  # openpyxl leaves links behind where a column was
        wb["Players"].delete_cols(dice.choice((3, 4)))
        for letter in "IJKL":
            wb["Players"].column_dimensions.pop(letter, None)
    if dice.random() < 0.3:
        wb.active = dice.randrange(len(wb.sheetnames))
    if wb.active is None:
        wb.active = 0
    for ws in wb.worksheets:
        ws.sheet_view.tabSelected = ws is wb.active
    wb.save(path)
    if dice.random() < 0.6:
        path.write_bytes(sharing_texts(path.read_bytes()))


_INLINE = re.compile(rb'<c ([^>]*?)t="inlineStr"([^>]*)><is><t(?: xml:space="preserve")?>([^<]*)</t></is></c>')


def sharing_texts(data: bytes) -> bytes:
    """The workbook with its texts in one list, as most programs keep them."""
    texts: dict[bytes, int] = {}

    def share(found: re.Match[bytes]) -> bytes:
        number = texts.setdefault(found[3], len(texts))
        return b'<c %bt="s"%b><v>%d</v></c>' % (found[1], found[2], number)

    kind = b"http://schemas.openxmlformats.org/officeDocument/2006/relationships/sharedStrings"
    sort = b"application/vnd.openxmlformats-officedocument.spreadsheetml.sharedStrings+xml"
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            part = old.read(name)
            if name.startswith("xl/worksheets/sheet"):
                part = _INLINE.sub(share, part)
            elif name == "xl/_rels/workbook.xml.rels":
                relation = b'<Relationship Id="rId990" Type="%b" Target="sharedStrings.xml"/></Relationships>' % kind
                part = part.replace(b"</Relationships>", relation)
            elif name == "[Content_Types].xml":
                listed = b'<Override PartName="/xl/sharedStrings.xml" ContentType="%b"/></Types>' % sort
                part = part.replace(b"</Types>", listed)
            if name != "xl/sharedStrings.xml":
                new.writestr(name, part)
        items = b"".join(b'<si><t xml:space="preserve">%b</t></si>' % text for text in texts)
        main = b"http://schemas.openxmlformats.org/spreadsheetml/2006/main"
        new.writestr("xl/sharedStrings.xml", b'<sst xmlns="%b" uniqueCount="%d">%b</sst>' % (main, len(texts), items))
    return out.getvalue()


def random_plan(grid: Grid, dice: random.Random) -> Plan:
    """A pass's writes: tabs made, lines appended, views replaced, look-ups renewed."""
    places = {name: tab.key for name, tab in tabs_in(grid, TABS).items()}
    missing = [tab for tab in TABS if tab.name not in places and dice.random() < 0.8]
    steps: list[Step] = [MakeTab(tab, (dice.choice(("Ladder", "Games", "Nowhere")),)) for tab in missing]
    there = {s.tab.name for s in steps if isinstance(s, MakeTab)} | places.keys()
    for tab in APPENDED:
        if tab.name in there and dice.random() < 0.6:
            rows = tuple(_row(tab, dice) for _ in range(dice.randrange(1, 5)))
            steps.append(AppendRows(tab.name, rows))
    for tab in VIEWS:
        if tab.name in there and dice.random() < 0.5:
            width = len(tab.columns) + (dice.randrange(4) if tab.open_ended else 0)
            rows = tuple(_row(tab, dice, width) for _ in range(dice.randrange(1, 7)))
            steps.append(ReplaceRows(tab.name, dice.randrange(max(1, tab.heading_row - 1), 7), rows, width))
    if "Games" in there and dice.random() < 0.3:
        steps.append(RenewCells("Games", ((2, 4, look_up(dice)), (3, 5, look_up(dice)))))
    return Plan("p", grid.revision, tuple(steps) or (AppendRows("Journal", ((1,),)),), places)


def _row(tab: Tab, dice: random.Random, width: int | None = None) -> OutRow:
    count = len(tab.columns) if width is None else width
    view = tab.rows is Rows.VIEW
    return tuple(random_out(dice, view) if n else dice.choice(IDS) for n in range(count))


def described(path: Path) -> dict[str, Any]:
    """Everything that openpyxl can tell of a book, formulas and what they show."""
    wb, shown = openpyxl.load_workbook(path, rich_text=True), openpyxl.load_workbook(path, data_only=True)
    cells: dict[tuple[str, str], Any] = {}
    tabs: dict[str, Any] = {}
    for ws in wb.worksheets:
        for cell in ws._cells.values():
            look = [
                repr(getattr(cell, n)) for n in ("font", "fill", "border", "alignment", "protection", "number_format")
            ]
            link = (cell.hyperlink.target, cell.hyperlink.location) if cell.hyperlink else None
            note = cell.comment.text if cell.comment else None
            held = shown[ws.title][cell.coordinate].value
            if cell.value is None and not cell.has_style and note is None:
                continue
            cells[ws.title, cell.coordinate] = (cell.value, cell.data_type, look, link, note, held)
        tabs[ws.title] = {
            "columns": {
                n: (d.width, d.number_format, repr(d.font), repr(d.fill), repr(d.alignment), d.protection.locked)
                for d in ws.column_dimensions.values()
                for n in range(d.min or 1, min(d.max or 1, 60) + 1)
            },
            "heights": {k: d.height for k, d in ws.row_dimensions.items() if d.height},
            "merges": sorted(str(r) for r in ws.merged_cells.ranges),
            "offers": sorted(repr((str(v.sqref), v.type, v.formula1, v.prompt)) for v in ws.data_validations.dataValidation),
            "rules": [
                (str(r.sqref), [(x.type, x.formula, repr(x.dxf)) for x in r.rules]) for r in ws.conditional_formatting
            ],
            "rest": (
                repr(ws.protection), ws.freeze_panes, ws.sheet_state, repr(ws.sheet_properties.tabColor), ws.print_title_rows,
                repr(ws.page_setup.orientation), ws.sheet_view.zoomScale,
            ),
            "charts": [_chart(c) for c in ws._charts],
        }  # fmt: skip
    names = {k: v.attr_text for k, v in wb.defined_names.items()}
    selected = [ws.title for ws in wb.worksheets if ws.sheet_view.tabSelected]
    return {
        "cells": cells,
        "tabs": tabs,
        "names": names,
        "order": wb.sheetnames,
        "active": wb.active.title,
        "open": selected,
    }


def _chart(chart: Any) -> str:
    from lxml import etree

    at = chart.anchor._from
    return f"{at.col},{at.row} {etree.tostring(chart._write(), method='c14n')!r}"


def damage(data: bytes) -> set[str]:
    """What would make Excel repair the book; people's other programs leave some of it."""
    return {finding.code for finding in check(data)}


def assert_equal(one: Any, other: Any, where: str = "") -> None:
    """Name the first difference, deep inside."""
    __tracebackhide__ = True
    if isinstance(one, dict) and isinstance(other, dict):
        for key in one.keys() | other.keys():
            assert_equal(one.get(key), other.get(key), f"{where} {key}")
    else:
        assert one == other, f"{where}: {one!r} != {other!r}"


@pytest.mark.parametrize("seed", range(BOOKS))
def test_both_writers_make_the_same_book(tmp_path: Path, seed: int) -> None:
    """Three rounds of people's edits and passes: after each, cells, looks, names, order and charts are equal."""
    dice = random.Random(seed)
    new, old = tmp_path / "new" / "book.xlsx", tmp_path / "old" / "book.xlsx"
    new.parent.mkdir()
    old.parent.mkdir()
    XlsxBackend(new).prepare(TABS, FIRST_ROWS)
    for _ in range(3):
        disorder(new, dice)
        old.write_bytes(new.read_bytes())
        backends = (XlsxBackend(new), XlsxBackend(old, writer="openpyxl"))
        if dice.random() < 0.4:
            for backend in backends:
                backend.prepare(TABS, FIRST_ROWS)
        old_bytes = new.read_bytes()
        grids = [backend.read() for backend in backends]
        plan = random_plan(grids[0], dice)
        for backend in backends:
            backend.write(plan)
        assert_equal(described(new), described(old))
        assert damage(new.read_bytes()) <= damage(old_bytes)
        seen = [[(t.key, t.title, t.rows, t.hidden) for t in backend.read().tabs] for backend in backends]
        assert seen[0] == seen[1], [address(0, 0)]
        assert backends[0].read().revision == grids[0].revision + 1
