"""Drawings and notes: parts that belong together agree."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from tests.ooxml.checker.finding import LAST_COLUMN, LAST_ROW, File, Finding, area_of, whole
from tests.ooxml.vocabulary import XDR, local

_NOTE = re.compile(rb'ObjectType="Note".*?</(?:[\w.-]+:)?ClientData>', re.DOTALL)
_PLACE = re.compile(rb"<(?:[\w.-]+:)?(Row|Column)(?:\s[^>]*)?>\s*([0-9]+)\s*</")


def drawings(file: File) -> Iterator[Finding]:
    """Anchors that stand on the tab, shapes with ids of their own, a drawing that is asked for."""
    for name, root in file.roots.items():
        if root.tag != f"{{{XDR}}}wsDr":
            continue
        for node in root.iter(f"{{{XDR}}}from", f"{{{XDR}}}to"):
            column, row = whole(node.findtext(f"{{{XDR}}}col")), whole(node.findtext(f"{{{XDR}}}row"))
            if column is None or row is None or column >= LAST_COLUMN or row >= LAST_ROW:
                yield Finding("anchor", name, f"{row}, {column}")
        for node in root:
            if local(node.tag).endswith("Anchor") and node.find(f"{{{XDR}}}clientData") is None:
                yield Finding("anchor", name, "no client data")
    for sheet in file.worksheets():
        for word, kind in (
            ("drawing", "drawing"),
            ("legacyDrawing", "vmlDrawing"),
            ("legacyDrawingHF", "vmlDrawing"),
            ("picture", "image"),
        ):
            there = file.relations(sheet)
            for node in file.roots[sheet].iterchildren(f"{{*}}{word}"):
                id_ = next((v for k, v in node.attrib.items() if k.endswith("}id")), "")
                if id_ in there and there[id_][0] != kind:
                    yield Finding("drawing-kind", sheet, f"{word} leads to {there[id_][0]}")
        if len(file.of_kind(sheet, "drawing")) > 1:
            yield Finding("drawings-many", sheet)


def notes(file: File) -> Iterator[Finding]:
    """Each note has its box in the old drawing, each comment with replies its note and its people."""
    people = {
        n.get("id")
        for part in (file.of_kind(file.book, "person") if file.book else ())
        if part in file.roots
        for n in file.roots[part]
    }
    for sheet in file.worksheets():
        cells: list[str] = []
        authors: list[str] = []
        for part in file.of_kind(sheet, "comments"):
            if part not in file.roots:
                continue
            root = file.roots[part]
            listed = [n.text or "" for n in root.iter("{*}author")]
            for node in root.iter("{*}comment"):
                cells.append(node.get("ref", ""))
                number = whole(node.get("authorId"))
                if area_of(node.get("ref", "")) is None:
                    yield Finding("note-place", part, node.get("ref", ""))
                if number is None or number >= len(listed):
                    yield Finding("note-author", part, str(node.get("authorId")))
                else:
                    authors.append(listed[number])
            yield from (Finding("note-twice", part, at) for at, times in Counter(cells).items() if times > 1)
        yield from _boxes(file, sheet, cells)
        yield from _threads(file, sheet, authors, people)


def _boxes(file: File, sheet: str, cells: list[str]) -> Iterator[Finding]:
    told = file.roots[sheet].find("{*}legacyDrawing")
    if cells and told is None:
        yield Finding("notes-without-drawing", sheet)
        return
    if told is None:
        return
    id_ = next((v for k, v in told.attrib.items() if k.endswith("}id")), "")
    part = file.relations(sheet).get(id_, ("", "", False))[1]
    boxes = set()
    for box in _NOTE.findall(file.package.parts.get(part, b"")):
        place = {word: int(number) for word, number in _PLACE.findall(box)}
        boxes.add((place.get(b"Row", -1) + 1, place.get(b"Column", -1) + 1))
    wanted = {area[:2] for at in cells if (area := area_of(at)) is not None}
    for row, column in sorted(wanted ^ boxes):
        yield Finding(
            "note-box", sheet, f"row {row}, column {column}: {'no box' if (row, column) in wanted else 'no note'}"
        )


def _threads(file: File, sheet: str, authors: list[str], people: set[str | None]) -> Iterator[Finding]:
    threads = set()
    for part in file.of_kind(sheet, "threadedComment"):
        for node in file.roots.get(part, ()):
            if node.get("personId") not in people:
                yield Finding("thread-person", part, str(node.get("personId")))
            if node.get("parentId") is None:
                threads.add(f"tc={node.get('id')}")
    noted = {a for a in authors if a.startswith("tc=")}
    for id_ in sorted(threads ^ noted):
        yield Finding("thread-note", sheet, id_)
