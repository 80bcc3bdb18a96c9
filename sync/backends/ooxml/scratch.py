"""A workbook beside the real one in which new tabs are made, so that they look as in a new book. Needs openpyxl."""

from __future__ import annotations

import io
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from openpyxl.workbook.defined_name import DefinedName

from sheets_templates.xlsx import size_notes
from sync.backends.ooxml.package import Package
from sync.backends.ooxml.space import Space, in_space
from sync.backends.ooxml.xml import Element, child, children, parsed
from sync.backends.xlsx_write import OpenBook
from sync.plan import OutRow
from sync.schema import Tab

Standing = tuple[int, int, Any]  # row, column, value of a cell that is there


class Scratch:
    """Empty tabs with the real ones' titles, the real names of ranges, and the cells that matter."""

    def __init__(
        self,
        titles: Sequence[str],
        names: Mapping[str, str],
        standing: Mapping[str, Iterable[Standing]],
        hidden: Iterable[str],
        called: str,
    ) -> None:
        self._open = OpenBook(None, None, called)
        wb = self._open.wb
        self._standing: dict[str, set[str]] = {}
        for title in titles:
            ws = wb.create_sheet(title)
            for row, column, value in standing.get(title, ()):
                cell = ws.cell(row, column, value)
                if isinstance(value, str):
                    cell.data_type = "s"
                self._standing.setdefault(title, set()).add(cell.coordinate)
            if title in hidden:
                ws.sheet_state = "hidden"
        for name, text in names.items():
            wb.defined_names[name] = DefinedName(name, attr_text=text)
        self._open.written.clear()

    def make(self, tab: Tab, rows: Sequence[OutRow], title: str) -> str:
        """A new tab; the title it got comes back."""
        return str(self._open.make(tab, 0, rows, title).title)

    def fill(self, title: str, tab: Tab, rows: Sequence[OutRow]) -> None:
        """Headings, looks and first rows on an empty tab."""
        self._open.fill(self._open.wb[title], tab, rows)

    def add_headings(self, title: str, tab: Tab) -> None:
        """Headings that a tab lacks."""
        self._open.add_headings(self._open.wb[title], tab)

    def stood(self, title: str) -> set[str]:
        """Addresses of the cells that were there."""
        return self._standing.get(title, set())

    @property
    def touched(self) -> bool:
        """Whether anything was made."""
        return self._open.touched

    @property
    def written(self) -> set[tuple[str, str]]:
        """Titles and addresses of cells that were put."""
        return self._open.written

    def made(self, space: Space) -> Made:
        """What was made, in the vocabulary of the real workbook."""
        wb = self._open.wb
        for ws in wb.worksheets:
            size_notes(ws)
        out = io.BytesIO()
        wb.save(out)
        return Made(out.getvalue(), space)


class Made:
    """The parts of what was made in a scratch workbook."""

    def __init__(self, data: bytes, space: Space) -> None:
        self.package, self._space = Package(data), space
        book = next(r.target for r in self.package.relations("") if r.kind == "officeDocument")
        self._root = self._tree(book)
        targets = {r.id: r.target for r in self.package.relations(book)}
        self._sheets = {
            node.get("name"): (targets[node.get(space.id)], node.get("state") == "hidden", index)
            for index, node in enumerate(children(child(self._root, "sheets"), "sheet"))
        }
        self.styles = self._tree(next(r.target for r in self.package.relations(book) if r.kind == "styles"))

    def _tree(self, name: str) -> Element:
        return parsed(in_space(self.package.read(name), self._space))

    def titles(self) -> list[str]:
        """Titles of all its tabs."""
        return list(self._sheets)

    def path(self, title: str) -> str:
        """Where a tab lies in the scratch workbook."""
        return self._sheets[title][0]

    def is_hidden(self, title: str) -> bool:
        """Whether a tab is hidden."""
        return bool(self._sheets[title][1])

    def sheet(self, title: str) -> Element:
        """A tab's tree."""
        return self._tree(self.path(title))

    def part(self, name: str) -> Element:
        """Another part's tree."""
        return self._tree(name)

    def names(self) -> dict[str, tuple[str, bool]]:
        """Names of the whole workbook: what they stand for, and whether they are hidden."""
        nodes = children(child(self._root, "definedNames"), "definedName")
        return {
            n.get("name"): (n.text or "", n.get("hidden") in ("1", "true"))
            for n in nodes
            if n.get("localSheetId") is None
        }

    def names_of(self, title: str) -> dict[str, str]:
        """Names that belong to one tab, such as the rows that are printed on every page."""
        index = str(self._sheets[title][2])
        nodes = children(child(self._root, "definedNames"), "definedName")
        return {n.get("name"): n.text or "" for n in nodes if n.get("localSheetId") == index}
