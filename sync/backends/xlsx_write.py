"""Carries a plan out on a workbook loaded by openpyxl. Imported only when something is written."""

from __future__ import annotations

import io
import re
import warnings
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from openpyxl import load_workbook
from openpyxl.styles import Font
from openpyxl.utils import quote_sheetname
from openpyxl.workbook import Workbook
from openpyxl.workbook.defined_name import DefinedName
from openpyxl.worksheet.hyperlink import Hyperlink
from openpyxl.worksheet.worksheet import Worksheet

from sheets_templates.look import MOMENT_FORMAT, TabLook, look_of
from sheets_templates.xlsx import (
    column_styles,
    dress,
    dress_column,
    dress_lines,
    fit_height,
    name_players,
    size_notes,
    wear,
    wrapping_columns,
)
from sync.backends.base import Raced, Refused, Unreachable
from sync.backends.cells import lacking, storable_out
from sync.backends.xlsx_back import Rewritten
from sync.backends.xlsx_charts import draw_chart, hint_of, keep_hint
from sync.backends.xlsx_guard import refuse_warnings
from sync.backends.xlsx_parts import KEY, REVISION, Parts, sheet_of
from sync.backends.xlsx_values import fill_values, kept_values, look_up_values, unveiled, veiled
from sync.grid import tidy
from sync.marks import LOOSE, free_title, key_of
from sync.plan import AppendRows, Formula, Link, MakeTab, Out, OutRow, Plan, RenewCells, ReplaceRows
from sync.schema import Rows, Tab, normal

_LAST_ROW = 1_048_576
_LONGEST_LINK = 2_000  # longer ones are text: Excel would call the file damaged
_ESCAPED = re.compile(r"_(?=x[0-9A-Fa-f]{4}_)")
_LINK_FONTS = {
    size: Font(name="Calibri", size=size, color="0B5CAD", underline="single") for size in (9, 11)
}  # small letters where the column has them


class OpenBook:
    """A workbook in the middle of being written."""

    def __init__(self, data: bytes | None, parts: Parts | None, called: str) -> None:
        self.called = called
        self.before = parts
        self.written: set[tuple[str, str]] = set()
        self.made: dict[str, str] = {}  # names in the schema to titles, of tabs made now
        self.touched = False
        self._styles: dict[str, dict[int, Any]] = {}
        self._active: Any = None  # the tab the book opens at
        if data is None:
            self.wb = Workbook()
            self.wb.properties.creator = "Pairsheet"
            self.wb.remove(self.wb.worksheets[0])
            return
        with warnings.catch_warnings(record=True) as said:
            warnings.simplefilter("always")
            try:
                self.wb = load_workbook(io.BytesIO(veiled(data)), rich_text=True)
            except Exception as error:  # damaged looks raise nearly anything
                raise Unreachable(
                    f"{called} can be read but not written: its looks are damaged ({error!r})."
                ) from error
        if parts is not None and any(sheet.facts.days for sheet in parts.sheets):
            _blank_days(self.wb)
        self._active = self.wb.active
        refuse_warnings([str(w.message) for w in said if issubclass(w.category, UserWarning)], called)

    # finding
    def by_key(self, key: str) -> Worksheet | None:
        """The tab with this key."""
        if key.startswith(LOOSE):
            return self.by_title(key[len(LOOSE) :])
        name = self.wb.defined_names.get(KEY + key)
        return self.by_title(sheet_of(name.attr_text or "")) if name is not None else None

    def by_title(self, title: str) -> Worksheet | None:
        """The tab with exactly this title."""
        return next((ws for ws in self.wb.worksheets if ws.title == title), None)

    def of(self, name: str, places: Mapping[str, str]) -> Worksheet:
        """The tab a step means. Raises Raced when it is gone."""
        if name in self.made:
            ws = self.by_title(self.made[name])
        else:
            ws = self.by_key(places[name]) if name in places else self.by_title(name)
        if ws is None:
            raise Raced(f"The tab {name} is gone: it was there when the book was read.")
        return ws

    def ours(self, tab: Tab, key: str) -> Worksheet | None:
        """The tab with this key; one of our title that is empty, or holds answers of a form, is taken for it."""
        there = self.by_key(key) if key and tab.rows is not Rows.FORM else None
        if there is None and tab.rows is Rows.FORM:
            there = self.by_key(key_of(tab.name))
        titled = next((s for s in self.wb.worksheets if normal(s.title) == normal(tab.name)), None)
        if there is None and titled is not None and (tab.rows is Rows.FORM or is_untouched(titled)):
            return titled
        return there

    # making
    def make(self, tab: Tab, index: int, rows: Sequence[OutRow] = (), title: str = "") -> Worksheet:
        """A new tab as the schema describes it, with first rows below the headings."""
        title = free_title(title or tab.name, self.wb.sheetnames)
        ws: Worksheet = self.wb.create_sheet(title, index)
        self.made[tab.name] = title
        self.fill(ws, tab, rows)
        return ws

    def fill(self, ws: Worksheet, tab: Tab, rows: Sequence[OutRow] = ()) -> None:
        """Give an empty tab its headings, look and first rows."""
        look = look_of(tab)
        self.touched = True
        dress(self.wb, ws, look)
        for number, row in enumerate(rows, start=look.first_row):
            for column, out in enumerate(row, start=1):
                self.put(ws, number, column, out)
        if look.lines:
            dress_lines(self.wb, ws, look, look.first_row)
        self.written |= {(ws.title, cell.coordinate) for cell in ws._cells.values()}
        self._remember(ws, look)

    def give_key(self, ws: Worksheet, name: str) -> None:
        """Name the tab so that it is found again when people rename it."""
        key = KEY + key_of(name)
        text = f"{quote_sheetname(ws.title)}!$1:${_LAST_ROW}"
        there = self.wb.defined_names.get(key)
        if there is None or there.attr_text != text:
            self.wb.defined_names[key] = DefinedName(key, attr_text=text, hidden=True)
            self.touched = True

    def add_headings(self, ws: Worksheet, tab: Tab) -> None:
        """Put headings that a tab of people's lacks to the right of those it has."""
        line = [tidy(ws.cell(tab.heading_row, c).value) for c in range(1, ws.max_column + 1)]
        last = max((c for c, value in enumerate(line, start=1) if value is not None), default=0)
        looked = look_of(tab)
        by_heading = {c.heading: c for c in looked.columns}
        for index, column in enumerate(lacking(tab, line), start=last):
            self.touched = True
            if any(ws.cell(r, index + 1).value is not None for r in range(1, ws.max_row + 1)):
                continue  # somebody writes there without a heading
            dress_column(self.wb, ws, looked, index, by_heading[column.heading])
            self.written.add((ws.title, ws.cell(tab.heading_row, index + 1).coordinate))

    def _remember(self, ws: Worksheet, look: TabLook) -> None:
        self.give_key(ws, look.tab.name)
        if look.tab.name == "Players":
            name_players(self.wb, ws, look.first_row, look.tab.index("Player") + 1)
        if look.chart is not None:
            keep_hint(self.wb, key_of(look.tab.name), look.tab.heading_row, look.chart)

    # writing
    def put(self, ws: Worksheet, row: int, column: int, out: Out) -> None:
        """Write one cell, both counted from 1. A blank leaves no cell where there was none."""
        if row > _LAST_ROW:
            raise Refused(f"The tab {ws.title} is full: its last row is {row - 1}.")
        value = storable_out(out)
        there = ws._cells.get((row, column))
        if value is None:
            if there is not None:
                self._clear(ws, there)
            return
        cell = ws.cell(row, column)
        if there is None or cell.hyperlink is not None:
            cell.hyperlink = None
            wear(cell, self._styles_of(ws))
        self.written.add((ws.title, cell.coordinate))
        if isinstance(value, Formula):
            cell.value = value.text
        elif isinstance(value, Link):
            _put_text(cell, value.text)
            self._lead(cell, value)
        elif isinstance(value, str):
            _put_text(cell, value)
        else:
            form = cell.number_format
            cell.value = value
            if isinstance(value, datetime):
                cell.number_format = form if any(c in form.lower() for c in "yh") else MOMENT_FORMAT

    def _clear(self, ws: Worksheet, cell: Any) -> None:
        self.written.add((ws.title, cell.coordinate))
        cell.value = None
        if cell.hyperlink is not None:
            cell.hyperlink = None
            wear(cell, self._styles_of(ws))

    def _lead(self, cell: Any, link: Link) -> None:
        """Make a cell lead to a web address or to a cell of this book; other addresses stay text."""
        if link.tab:
            named = self.wb.defined_names.get(KEY + key_of(link.tab))
            title = self.made.get(link.tab) or (sheet_of(named.attr_text or "") if named is not None else link.tab)
            if title not in self.wb.sheetnames:
                return
            cell.hyperlink = Hyperlink(ref="", location=f"{quote_sheetname(title)}!{link.cell or 'A1'}")
        elif link.url.lower().startswith(("https://", "http://")) and len(link.url) <= _LONGEST_LINK:
            cell.hyperlink = link.url
        else:
            return
        cell.font = _LINK_FONTS.get(cell.font.sz, _LINK_FONTS[11])

    def _styles_of(self, ws: Worksheet) -> dict[int, Any]:
        if ws.title not in self._styles:
            self._styles[ws.title] = column_styles(ws)
        return self._styles[ws.title]

    def carry_out(self, plan: Plan) -> None:
        """Every step of the plan, then the next revision."""
        drawn: dict[str, Worksheet] = {}
        for step in plan.steps:
            if isinstance(step, MakeTab):
                self._styles.pop(self.make(step.tab, self._index(step.before), (), step.title).title, None)
                continue
            ws = self.of(step.tab, plan.places)
            if isinstance(step, AppendRows):
                self._append(ws, step)
            elif isinstance(step, RenewCells):
                for row, column, out in step.cells:
                    self.put(ws, row, column + 1, out)
            else:
                self._replace(ws, step)
                drawn[ws.title] = ws
        for ws in drawn.values():
            self._draw(ws)
        self.set_revision(plan.base + 1)

    def _append(self, ws: Worksheet, step: AppendRows) -> None:
        filled = (row for (row, _), cell in ws._cells.items() if cell.value is not None and cell.value != "")
        for number, row in enumerate(step.rows, start=max(filled, default=0) + 1):
            for column, out in enumerate(row, start=1):
                if out is not None:
                    self.put(ws, number, column, out)

    def _replace(self, ws: Worksheet, step: ReplaceRows) -> None:
        wrapping = wrapping_columns(ws)
        for number, row in enumerate(step.rows, start=step.first):
            for column in range(step.width):
                self.put(ws, number, column + 1, row[column] if column < len(row) else None)
            if wrapping and number >= self._first_row(ws):
                fit_height(ws, number, wrapping)

    def _first_row(self, ws: Worksheet) -> int:
        """The first row that scrolls: the ones above, banner and headings, keep their height."""
        frozen = re.sub("[A-Z]", "", ws.freeze_panes or "")
        return int(frozen) if frozen else 1

    def _index(self, before: Sequence[str]) -> int:
        found = [self.by_key(key_of(name)) or self.by_title(name) for name in before]
        return min((self.wb.index(ws) for ws in found if ws is not None), default=len(self.wb.sheetnames))

    def _draw(self, ws: Worksheet) -> None:
        for name in list(self.wb.defined_names):
            if name.startswith(KEY) and sheet_of(self.wb.defined_names[name].attr_text or "") == ws.title:
                hint = hint_of(self.wb, name[len(KEY) :])
                if hint is not None:
                    draw_chart(ws, hint)

    def set_revision(self, revision: int) -> None:
        """The guard's number, as a hidden name of the book."""
        self.wb.defined_names[REVISION] = DefinedName(REVISION, attr_text=str(revision), hidden=True)
        self.touched = True

    def _select_one(self) -> None:
        """Open at the tab that was open, and only at it: with two selected, typing would go into both."""
        shown = [ws for ws in self.wb.worksheets if ws.sheet_state == "visible"]
        active: Any = self._active if any(ws is self._active for ws in shown) else (shown or self.wb.worksheets)[0]
        self.wb.active = self.wb.index(active)
        for ws in self.wb.worksheets:
            for view in ws.views.sheetView:
                view.tabSelected = ws is active

    def done(self) -> Rewritten:
        """The workbook as a file, and what was written of it."""
        data = self.saved()
        return Rewritten(data, frozenset(self.written))

    def saved(self) -> bytes:
        """The workbook as a file, formulas with the values they had or show now."""
        self._select_one()
        for ws in self.wb.worksheets:
            size_notes(ws)
        self.wb.calculation.fullCalcOnLoad = True
        out = io.BytesIO()
        self.wb.save(out)
        data = out.getvalue()
        values, written = look_up_values(self.wb), set(self.written)
        self.written |= {(title, at) for title, cells in values.items() for at in cells}  # they show other values now
        if self.before is not None:
            for title, kept in kept_values(self.before, written).items():
                for at, cached in kept.items():
                    values.setdefault(title, {}).setdefault(at, cached)
        return fill_values(unveiled(data), values)


def is_untouched(ws: Any) -> bool:
    """Whether nobody put anything onto a tab: no value, look, note, chart, rule, list, filter or protection."""
    bare = all(c.value is None and not c.has_style and c.comment is None for c in ws._cells.values())
    things: tuple[Any, ...] = (
        ws._charts, ws._images, ws.tables, ws._pivots, ws.merged_cells.ranges, ws.data_validations.dataValidation,
        ws.conditional_formatting, ws.defined_names, ws.print_area, ws.print_title_rows, ws.print_title_cols,
        ws.auto_filter.ref, ws.scenarios.scenario, ws.column_dimensions, ws.row_dimensions,
    )  # fmt: skip
    return bare and not any(len(t) if t is not None else 0 for t in things) and not ws.protection.sheet


def _put_text(cell: Any, text: str) -> None:
    """Text as text, whatever it begins with; a literal `_x0041_` is kept from being read as a letter."""
    cell.value = _ESCAPED.sub("_x005F_", text)
    cell.data_type = "s"


def rewritten(data: bytes, parts: Parts, plan: Plan, called: str) -> Rewritten:
    """The file after the plan."""
    book = OpenBook(data, parts, called)
    book.carry_out(plan)
    return book.done()


def prepared(
    data: bytes | None,
    parts: Parts | None,
    tabs: Sequence[Tab],
    rows: Mapping[str, Sequence[OutRow]],
    called: str,
    places: Mapping[str, str],
) -> Rewritten | None:
    """The file with everything that was missing; None when nothing was. `places`: keys of the tabs that are ours."""
    book = OpenBook(data, parts, called)
    at = 0
    for tab in tabs:
        ws = book.ours(tab, places.get(tab.name, ""))
        if ws is None:
            ws = book.make(tab, at, rows.get(tab.name, ()))
        elif all(cell.value is None for cell in ws._cells.values()):
            book.fill(ws, tab, rows.get(tab.name, ()))
        else:
            book.add_headings(ws, tab)
            book.give_key(ws, tab.name)
        at = book.wb.index(ws) + 1
    if data is None:
        book.set_revision(0)
    return book.done() if book.touched else None


def _blank_days(wb: Workbook) -> None:
    """Cells that say they hold a day and hold nothing are blank: as a day the library could not write them."""
    for ws in wb.worksheets:
        for cell in ws._cells.values():
            if cell.data_type == "d" and cell.value is None:
                cell.data_type = "n"
