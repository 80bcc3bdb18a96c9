"""Somebody who edits the file in a program that keeps everything, as Excel does: cells of one tab, nothing else."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

from lxml import etree

from sync.grid import Cell, address
from sync.schema import normal
from tests.ooxml.package import Package, element, parsed, printed
from tests.ooxml.vocabulary import MAIN, local


def number_of(letters: str) -> int:
    """A column's number, from 1, by its letters."""
    total = 0
    for letter in letters:
        total = total * 26 + ord(letter) - 64
    return total


def split(at: str) -> tuple[int, int]:
    """Row and column, both from 1, of an address."""
    letters = at.rstrip("0123456789")
    return int(at[len(letters) :]), number_of(letters)


class Hand:
    """The file open in a program; `save` writes it. Only the tabs that were typed into get new bytes."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.package = Package.opened(path.read_bytes())
        self._sheets = self.package.sheets()
        self._open: dict[str, Any] = {}
        texts = next((p for _, kind, p in self.package.relations(self.package.book) if kind == "sharedStrings"), "")
        self._texts = (
            [
                "".join(t.text or "" for t in si.iter("{*}t") if local(t.getparent().tag) != "rPh")
                for si in parsed(self.package.parts[texts])
            ]
            if texts
            else []
        )

    def titles(self) -> list[str]:
        """All tabs."""
        return list(self._sheets)

    def look(self, dice: random.Random) -> int:
        """A new look among the others: its number comes back."""
        part = next(p for _, kind, p in self.package.relations(self.package.book) if kind == "styles")
        root = parsed(self.package.parts[part])

        def added(table: str, xml: str) -> int:
            node = root.find(f"{{{MAIN}}}{table}")
            node.append(element(xml))
            node.set("count", str(len(node)))
            return len(node) - 1

        tone = f"FF{dice.randrange(0xFFFFFF):06X}"
        font = added(
            "fonts", f'<font><b/><sz val="{dice.choice((8, 12, 15))}"/><color rgb="{tone}"/><name val="Arial"/></font>'
        )
        fill = added("fills", f'<fill><patternFill patternType="solid"><fgColor rgb="{tone}"/></patternFill></fill>')
        number = dice.choice((0, 2, 10, 14, 49))
        xf = f'<xf numFmtId="{number}" fontId="{font}" fillId="{fill}" borderId="0" xfId="0" applyFont="1" applyFill="1" applyNumberFormat="1" applyAlignment="1"><alignment horizontal="center" wrapText="1"/></xf>'
        at = added("cellXfs", xf)
        self.package.parts[part] = printed(root)
        return at

    def root(self, title: str) -> Any:
        """A tab's XML."""
        if title not in self._open:
            self._open[title] = parsed(self.package.parts[self._sheets[title]])
        return self._open[title]

    def rows(self, title: str) -> dict[int, dict[int, Any]]:
        """Cells of a tab by row and column, both from 1."""
        found: dict[int, dict[int, Any]] = {}
        row = 0
        for node in self.root(title).iter("{*}row"):
            row = int(node.get("r") or row + 1)
            column = 0
            for cell in node:
                column = split(cell.get("r"))[1] if cell.get("r") else column + 1
                found.setdefault(row, {})[column] = cell
        return found

    def shown(self, cell: Any) -> Cell:
        """What a cell shows."""
        kind = cell.get("t", "n")
        if kind == "inlineStr":
            return "".join(t.text or "" for t in cell.iter("{*}t") if local(t.getparent().tag) != "rPh") or None
        value = cell.findtext("{*}v")
        if value is None or value == "":
            return None
        if kind == "s":
            return self._texts[int(value)]
        if kind in ("str", "e", "d"):
            return str(value)
        number = float(value)
        return int(number) if number.is_integer() else number

    def see(self, title: str) -> dict[int, dict[int, Cell]]:
        """Values of a tab by row and column, blanks left out."""
        return {
            row: {column: value for column, cell in cells.items() if (value := self.shown(cell)) is not None}
            for row, cells in self.rows(title).items()
        }

    def heading(self, title: str, heading: str) -> tuple[int, int]:
        """Row and column, both from 1, of a heading."""
        seen = self.see(title)
        for row in range(1, 6):
            for column, value in seen.get(row, {}).items():
                if normal(value) == normal(heading):
                    return row, column
        raise KeyError(f"{title}: {heading}")

    def type_at(self, title: str, row: int, column: int, value: Cell) -> None:
        """Type into a cell. It keeps the looks that it had."""
        root = self.root(title)
        space = root.tag.partition("}")[0] + "}"
        data = root.find(f"{space}sheetData")
        numbered: list[tuple[int, Any]] = []
        for node in data:
            numbered.append((int(node.get("r") or (numbered[-1][0] if numbered else 0) + 1), node))
        line = next((node for number, node in numbered if number == row), None)
        if line is None:
            line = etree.Element(f"{space}row", r=str(row))
            data.insert(sum(number < row for number, _ in numbered), line)
        cells = self.rows(title).get(row, {})
        cell = cells.get(column)
        if cell is None:
            cell = etree.Element(f"{space}c", r=address(row, column - 1))
            line.insert(sum(there < column for there in cells), cell)
        for child in list(cell):
            cell.remove(child)
        cell.attrib.pop("t", None)
        if isinstance(value, str):
            cell.set("t", "inlineStr")
            text = etree.SubElement(etree.SubElement(cell, f"{space}is"), f"{space}t")
            text.text = value
            text.set("{http://www.w3.org/XML/1998/namespace}space", "preserve")
        elif value is not None:
            etree.SubElement(cell, f"{space}v").text = str(value)

    def type(self, title: str, heading: str, row: int, value: Cell) -> None:
        """Type under a heading."""
        self.type_at(title, row, self.heading(title, heading)[1], value)

    def row_of(self, title: str, heading: str, value: Cell) -> int:
        """The first row that shows this value under the heading."""
        top, column = self.heading(title, heading)
        return next(row for row, cells in sorted(self.see(title).items()) if row > top and cells.get(column) == value)

    def add(self, title: str, **values: Cell) -> int:
        """A new row below the last one that holds something."""
        row = max((row for row, cells in self.see(title).items() if cells), default=1) + 1
        for heading, value in values.items():
            self.type(title, heading, row, value)
        return row

    def save(self) -> None:
        """Write the file."""
        for title, root in self._open.items():
            self.package.parts[self._sheets[title]] = printed(root)
        self.path.write_bytes(self.package.saved())
