"""A workbook in the middle of being edited: tabs opened as they are needed, cells put, all else left unchanged."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from math import ceil

from sheets_templates.look import MOMENT_FORMAT
from sync.backends.base import Raced, Refused
from sync.backends.cells import storable_out
from sync.backends.ooxml.agree import Agreement
from sync.backends.ooxml.book import LAST_ROW, Book, quoted
from sync.backends.ooxml.cells import Cells
from sync.backends.ooxml.formulas import part_with
from sync.backends.ooxml.links import Links
from sync.backends.ooxml.package import Package
from sync.backends.ooxml.sheet import Sheet
from sync.backends.ooxml.strings import SharedTexts
from sync.backends.ooxml.styles import Styles
from sync.backends.ooxml.tables import follow
from sync.backends.ooxml.xml import Element, alone, made
from sync.backends.xlsx_parts import KEY, REVISION, sheet_of
from sync.grid import Grid, TabGrid, address
from sync.marks import LOOSE, key_of
from sync.plan import Formula, Link, Out

_LONGEST_LINK = 2_000  # longer ones are text: Excel would call the file damaged
_LINK_COLOUR = "000B5CAD"
_PLAIN_SIZE = 11.0
_SMALL_SIZE = 9.0


class Editor:
    """One workbook file being edited."""

    def __init__(self, data: bytes, before: Grid, called: str) -> None:
        """`before` is what was read of the same bytes. Raises ValueError and others for damage."""
        self.called = called
        self.package = Package(data)
        self.book = Book(self.package)
        self.space = self.book.space
        self.cells = Cells(self.space, SharedTexts(self.package, self.book.path), self.book.since_1904)
        self.styles = Styles(self.package, self.book.path, self.space)
        self.before: dict[str, TabGrid] = {tab.title: tab for tab in before.tabs}
        self._cellular = frozenset(self.before)
        self.written: set[tuple[str, str]] = set()  # titles and addresses of cells that came about otherwise
        self.made: dict[str, str] = {}  # names in the schema to titles, of tabs made now
        self._sheets: dict[str, Sheet] = {}
        self._links: dict[str, Links] = {}
        self._put: dict[str, set[tuple[int, int]]] = {}  # cells that were put, by title
        self._broken: bool = False  # whether a formula was put, or written over

    # finding
    def titles(self) -> list[str]:
        """Titles of the tabs that hold cells, from left to right."""
        return [title for title in self.book.titles() if title in self._cellular or title in self.made.values()]

    def by_key(self, key: str) -> str | None:
        """Title of the tab with this key."""
        if key.startswith(LOOSE):
            title = key[len(LOOSE) :]
        else:
            text = self.book.names().get(KEY + key)
            title = sheet_of(text) if text is not None else ""
        return title if title in self.titles() else None

    def of(self, name: str, places: Mapping[str, str]) -> Sheet:
        """The tab a step means. Raises Raced when it is gone."""
        if name in self.made:
            title: str | None = self.made[name]
        elif name in places:
            title = self.by_key(places[name])
        else:
            title = name if name in self.titles() else None
        if title is None:
            raise Raced(f"The tab {name} is gone: it was there when the book was read.")
        return self.sheet(title)

    def sheet(self, title: str) -> Sheet:
        """A tab's tree. Raises Refused where it does not read as it was read."""
        if title not in self._sheets:
            path = self.book.path_of(title)
            seen = self.before.pop(title, None)  # held against the tree once: later it holds what was put
            meet = Agreement(title, self.cells, seen, self.called) if seen is not None else None
            sheet = Sheet(title, path, self.package.tree(path), self.cells, meet)
            if meet is not None:
                meet.finish(sheet)
            self._sheets[title] = sheet
        return self._sheets[title]

    def is_open(self, title: str) -> bool:
        """Whether something was put into the tab."""
        return bool(self._put.get(title)) or title in self.made.values()

    def links(self, sheet: Sheet) -> Links:
        """The links of a tab."""
        if sheet.title not in self._links:
            self._links[sheet.title] = Links(self.package, sheet)
        return self._links[sheet.title]

    # writing
    def put(self, sheet: Sheet, row: int, column: int, out: Out) -> None:
        """Write one cell, both counted from 1. A blank leaves no cell where there was none."""
        if row > LAST_ROW:
            raise Refused(f"The tab {sheet.title} is full: its last row is {row - 1}.")
        value = storable_out(out)
        cell = sheet.cell(row, column)
        fresh = cell is None
        if cell is None:
            if value is None:
                return
            cell = sheet.made_cell(row, column)
        links = self.links(sheet)
        linked = links.has(row, column)
        if not fresh and not linked and self.cells.stands(cell, value):
            return
        if len(cell):
            self._part_with(sheet, cell, row, column)
        if linked:
            links.remove(row, column)
        if fresh or linked:
            style = sheet.column_style(column)
            if style:
                cell.set("s", str(style))
        self._note(sheet, row, column)
        if value is None:
            self.cells.clear(cell)
        elif isinstance(value, Formula):
            self.cells.put_formula(cell, value.text)
            self._broken = True
        elif isinstance(value, Link):
            self.cells.put_text(cell, value.text)
            self._lead(links, cell, (row, column), value)
        elif isinstance(value, str):
            self.cells.put_text(cell, value)
        elif isinstance(value, bool):
            self.cells.put_yes_no(cell, value)
        elif isinstance(value, datetime):
            self.cells.put_moment(cell, value)
            style = int(cell.get("s") or 0)
            if not any(c in self.styles.format_of(style).lower() for c in "yh"):
                cell.set("s", str(self.styles.with_format(style, MOMENT_FORMAT)))
        else:
            self.cells.put_number(cell, value)

    def _part_with(self, sheet: Sheet, cell: Element, row: int, column: int) -> None:
        if self.cells.formula(cell) is not None:
            part_with(sheet, cell, row, column)
            self._broken = True

    def _note(self, sheet: Sheet, row: int, column: int) -> None:
        self._put.setdefault(sheet.title, set()).add((row, column))
        self.package.touch(sheet.path)

    def _lead(self, links: Links, cell: Element, at: tuple[int, int], link: Link) -> None:
        """Make a cell lead to a web address or to a cell of this book; other addresses stay text."""
        if link.tab:
            title = self.made.get(link.tab) or self.by_key(key_of(link.tab)) or link.tab
            if title not in self.titles():
                return
            links.lead_to(*at, f"{quoted(title)}!{link.cell or 'A1'}")
        elif link.url.lower().startswith(("https://", "http://")) and len(link.url) <= _LONGEST_LINK:
            links.lead_out(*at, link.url)
        else:
            return
        style = int(cell.get("s") or 0)
        size = _SMALL_SIZE if self.styles.size_of(style) == _SMALL_SIZE else _PLAIN_SIZE
        cell.set("s", str(self.styles.with_font(style, self._link_font(size))))

    def _link_font(self, size: float) -> Element:
        font = alone(self.space.tag("font"), nsmap={None: self.space.main})
        for name, value in (("u", "single"), ("sz", f"{size:g}"), ("color", _LINK_COLOUR), ("name", "Calibri")):
            made(font, self.space.tag(name), {"rgb" if name == "color" else "val": value})
        return font

    def fit_height(self, sheet: Sheet, row: int, wrapping: Mapping[int, float]) -> None:
        """Make a row as tall as its longest text needs; programs do not do it on their own when they open a file."""
        height = 0.0
        for column, width in wrapping.items():
            cell = sheet.cell(row, column)
            if cell is None or not len(cell) or cell.get("t") not in ("inlineStr", "s", "str"):
                continue
            text = self.cells.held(cell)
            if isinstance(text, str):
                size = self.styles.size_of(int(cell.get("s") or 0)) or _PLAIN_SIZE
                fits = max(width * 1.05 * _PLAIN_SIZE / size, 5)
                lines = sum(max(1, ceil(len(part) / fits)) for part in text.split("\n"))
                if lines > 1:
                    height = max(height, 1.41 * size * min(lines, 12))
        line = sheet.rows.get(row)
        if height:
            line = sheet.made_row(row)
            line.set("ht", f"{round(height, 1):g}")
            line.set("customHeight", "1")
        elif line is not None and "ht" in line.attrib:
            del line.attrib["ht"]
            line.attrib.pop("customHeight", None)

    def wrapping(self, sheet: Sheet) -> dict[int, float]:
        """Columns (counted from 1) that break long text into lines, with their width in characters."""
        return {c: width for c, (width, style) in sheet.widths().items() if self.styles.wraps(style)}

    # the end
    def all_written(self) -> frozenset[tuple[str, str]]:
        """Titles and addresses of all cells that may read otherwise now."""
        put = {(title, address(row, column - 1)) for title, cells in self._put.items() for row, column in cells}
        return frozenset(put | self.written)

    def set_revision(self, revision: int) -> None:
        """The guard's number, as a hidden name of the book."""
        self.book.name(REVISION, str(revision), hidden=True)

    def give_key(self, title: str, name: str) -> None:
        """Name the tab so that it is found again when people rename it."""
        key, text = KEY + key_of(name), f"{quoted(title)}!$1:${LAST_ROW}"
        if self.book.names().get(key) != text:
            self.book.name(key, text, hidden=True)

    def close(self, title: str) -> None:
        """Put a tab that is done back among the parts, so that not all of them are in memory at once."""
        sheet = self._sheets.pop(title)
        self._links.pop(title, None)
        if self._put.get(title):
            follow(self.package, sheet, self._put[title], self.called)
            sheet.fit_dimension()
        self.package.settle(sheet.path)

    def saved(self) -> bytes:
        """The file with every change in it."""
        for title in list(self._sheets):
            self.close(title)
        if self._broken:
            self.book.forget_chain()
        self.book.work_out_anew()
        return self.package.saved()
