"""One thing that Excel would repair or refuse."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from lxml import etree

from tests.ooxml.package import Package, parsed, rels_of, target_of
from tests.ooxml.vocabulary import local

LAST_ROW, LAST_COLUMN = 1_048_576, 16_384
_AREA = re.compile(r"\$?([A-Z]{1,3})\$?([0-9]{1,7})(?::\$?([A-Z]{1,3})\$?([0-9]{1,7}))?")
Area = tuple[int, int, int, int]  # top, left, bottom, right, all from 1


@dataclass(frozen=True, order=True)
class Finding:
    """What is wrong, by a code that cases name, where, and the details."""

    code: str
    part: str
    detail: str = ""

    def __str__(self) -> str:
        return f"{self.code} in {self.part}: {self.detail}"


@dataclass
class File:
    """A package under the check: its parts, parsed once, and what leads where."""

    package: Package
    roots: dict[str, Any] = field(default_factory=dict)
    broken: dict[str, str] = field(default_factory=dict)  # parts that are no XML, and why

    def __post_init__(self) -> None:
        for name, data in self.package.parts.items():
            if name.endswith((".xml", ".rels", ".vml")) and data:
                try:
                    self.roots[name] = parsed(data)
                except etree.XMLSyntaxError as error:
                    self.broken[name] = str(error)

    def relations(self, part: str) -> dict[str, tuple[str, str, bool]]:
        """By id: the last word of the kind, the part or address, whether it lies outside."""
        root = self.roots.get(rels_of(part))
        found: dict[str, tuple[str, str, bool]] = {}
        for node in root if root is not None else ():
            outside = node.get("TargetMode") == "External"
            target = node.get("Target", "")
            found[node.get("Id", "")] = (
                node.get("Type", "").rpartition("/")[2],
                target if outside else target_of(part, target),
                outside,
            )
        return found

    def of_kind(self, part: str, kind: str) -> list[str]:
        """Parts that a part leads to, by the last word of the kind."""
        return [target for word, target, outside in self.relations(part).values() if word == kind and not outside]

    @property
    def book(self) -> str:
        """The workbook part; blank where there is none."""
        return next((p for p in self.of_kind("", "officeDocument") if p in self.roots), "")

    def sheets(self) -> Iterator[tuple[Any, str]]:
        """Each tab as the workbook lists it, with its part; blank where it leads nowhere."""
        if not self.book:
            return
        there = self.relations(self.book)
        for node in self.roots[self.book].iter("{*}sheet"):
            id_ = next((value for name, value in node.attrib.items() if name.endswith("}id")), "")
            yield node, there.get(id_, ("", "", True))[1]

    def worksheets(self) -> list[str]:
        """Parts of the tabs with cells."""
        return [part for _, part in self.sheets() if part in self.roots and local(self.roots[part].tag) == "worksheet"]


def area_of(text: str) -> Area | None:
    """A range; None where it is none, or reaches beyond the last row or column."""
    found = _AREA.fullmatch(text or "")
    if found is None:
        return None
    left, top = column_of(found[1]), int(found[2])
    right, bottom = (column_of(found[3]), int(found[4])) if found[3] else (left, top)
    sound = 1 <= top <= bottom <= LAST_ROW and 1 <= left <= right <= LAST_COLUMN
    return (top, left, bottom, right) if sound else None


def column_of(letters: str) -> int:
    """A column's number, from 1."""
    total = 0
    for letter in letters:
        total = total * 26 + ord(letter) - 64
    return total


def overlap(one: Area, other: Area) -> bool:
    """Whether two ranges share a cell."""
    return one[0] <= other[2] and other[0] <= one[2] and one[1] <= other[3] and other[1] <= one[3]


def whole(text: str | None) -> int | None:
    """A whole number of at least 0; None for anything else."""
    return int(text) if text is not None and text.isdecimal() else None
