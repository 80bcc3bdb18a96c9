"""Cells of a tab: rows and places in order, kinds and values that fit, formulas, looks that exist."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from tests.ooxml.checker.book import text_findings
from tests.ooxml.checker.finding import LAST_COLUMN, LAST_ROW, File, Finding, area_of, whole

_ERRORS = frozenset(
    {
        "#NULL!",
        "#DIV/0!",
        "#VALUE!",
        "#REF!",
        "#NAME?",
        "#NUM!",
        "#N/A",
        "#GETTING_DATA",
        "#SPILL!",
        "#CALC!",
        "#FIELD!",
        "#BLOCKED!",
        "#CONNECT!",
        "#BUSY!",
        "#UNKNOWN!",
    }
)
_NUMBER = re.compile(r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?")
_DAY = re.compile(
    r"[0-9]{4}-[0-9]{2}-[0-9]{2}(T[0-9]{2}:[0-9]{2}(:[0-9]{2}(\.[0-9]+)?)?Z?)?|T?[0-9]{2}:[0-9]{2}(:[0-9]{2}(\.[0-9]+)?)?"
)
_KINDS = frozenset({"b", "d", "e", "inlineStr", "n", "s", "str"})


def cells(file: File) -> Iterator[Finding]:
    """Every cell of every tab."""
    texts = styles = meta = 0
    if file.book:
        for part in file.of_kind(file.book, "sharedStrings"):
            texts = len(list(file.roots[part].iter("{*}si"))) if part in file.roots else 0
        for part in file.of_kind(file.book, "styles"):
            table = file.roots[part].find("{*}cellXfs") if part in file.roots else None
            styles = len(table) if table is not None else 0
        for part in file.of_kind(file.book, "sheetMetadata"):
            listed = file.roots[part].find("{*}cellMetadata") if part in file.roots else None
            meta = len(listed) if listed is not None else 0
    for part in file.worksheets():
        data = file.roots[part].find("{*}sheetData")
        if data is None:
            yield Finding("element-missing", part, "sheetData")
            continue
        for node in file.roots[part].iter("{*}col", "{*}row"):
            style = whole(node.get("style", node.get("s", "0")))
            if style is None or style >= max(styles, 1):
                yield Finding(
                    "style-unknown", part, f"{node.tag.rpartition('}')[2]} {node.get('r') or node.get('min')}: {style}"
                )
        yield from _rows(part, data, texts, styles, meta)


def _rows(part: str, data: Any, texts: int, styles: int, meta: int) -> Iterator[Finding]:
    last_row = 0
    shared: dict[str, str] = {}  # numbers of formulas that are written once, and where
    followers: list[tuple[str, str]] = []
    for row in data:
        said = row.get("r")
        number = whole(said) if said is not None else last_row + 1
        if number is None or not 1 <= number <= LAST_ROW:
            yield Finding("row-number", part, str(said))
            continue
        if number <= last_row:
            yield Finding("row-twice" if number == last_row else "row-order", part, str(number))
        last_row = max(last_row, number)
        height = row.get("ht")
        if height is not None and not 0 <= float(height) <= 409.5:
            yield Finding("row-height", part, f"{number}: {height}")
        last_column = 0
        for cell in row:
            at = cell.get("r")
            area = area_of(at) if at is not None else (number, last_column + 1, number, last_column + 1)
            if area is None or ":" in (at or "") or area[1] > LAST_COLUMN:
                yield Finding("cell-place", part, str(at))
                continue
            if area[0] != number:
                yield Finding("cell-in-another-row", part, f"{at} in row {number}")
            if area[1] <= last_column:
                yield Finding("cell-twice" if area[1] == last_column else "cell-order", part, str(at))
            last_column = max(last_column, area[1])
            yield from _cell(part, cell, at or f"row {number}", texts, styles, meta)
            formula = cell.find("{*}f")
            if formula is not None:
                yield from _formula(part, at or "", formula, shared, followers)
    for at, number in followers:
        if number not in shared:
            yield Finding("formula-orphan", part, f"{at}: {number}")


def _cell(part: str, cell: Any, at: str, texts: int, styles: int, meta: int) -> Iterator[Finding]:
    kind, value = cell.get("t", "n"), cell.findtext("{*}v")
    style = whole(cell.get("s", "0"))
    if style is None or style >= max(styles, 1):
        yield Finding("style-unknown", part, f"{at}: {cell.get('s')}")
    said = cell.get("cm")
    if said is not None and (whole(said) is None or not 1 <= int(said) <= meta):
        yield Finding("cell-metadata", part, f"{at}: {said}")
    if kind not in _KINDS:
        yield Finding("cell-kind", part, f"{at}: {kind}")
    elif kind == "s" and (cell.find("{*}v") is not None) and (whole(value) is None or int(value or 0) >= texts):
        yield Finding("shared-index", part, f"{at}: {value} of {texts}")
    elif kind == "n" and value and not _NUMBER.fullmatch(value.strip()):
        yield Finding("cell-value", part, f"{at}: {value[:40]}")
    elif (
        (kind == "b" and value not in (None, "0", "1", "true", "false"))
        or (kind == "e" and value is not None and value not in _ERRORS)
        or (kind == "d" and value and not _DAY.fullmatch(value))
    ):
        yield Finding("cell-value", part, f"{at}: {value}")
    elif kind == "str" and value and len(value.encode("utf-16-le")) // 2 > 32_767:
        yield Finding("text-length", part, at)
    inside = cell.find("{*}is")
    if inside is not None:
        if kind != "inlineStr":
            yield Finding("cell-kind", part, f"{at}: a text of its own in a cell of kind {kind}")
        yield from text_findings(part, at, inside)
    elif kind == "inlineStr":
        yield Finding("cell-value", part, f"{at}: no text")


def _formula(
    part: str, at: str, node: Any, shared: dict[str, str], followers: list[tuple[str, str]]
) -> Iterator[Finding]:
    text, kind = node.text or "", node.get("t", "normal")
    if len(text.encode("utf-16-le")) // 2 > 8_192:
        yield Finding("formula-length", part, at)
    if text.startswith("="):
        yield Finding("formula-sign", part, at)
    if kind == "normal" and not text.strip():
        yield Finding("formula-empty", part, at)
    if text.count('"') % 2 or _depth(text):
        yield Finding("formula-open", part, at)
    if kind == "shared":
        number = node.get("si") or ""
        if text:
            if number in shared:
                yield Finding("formula-twice", part, f"{at} and {shared[number]}")
            shared[number] = at
            if area_of(node.get("ref", "")) is None:
                yield Finding("formula-area", part, at)
        else:
            followers.append((at, number))
    elif kind == "array" and area_of(node.get("ref", "")) is None:
        yield Finding("formula-area", part, at)


def _depth(text: str) -> int:
    """How many brackets stay open, texts and titles of tabs left out."""
    plain = re.sub(r"\"[^\"]*\"|'[^']*'", "", text)
    return plain.count("(") - plain.count(")")


def columns(file: File) -> Iterator[Finding]:
    """Columns: in order, none twice, no wider than can be."""
    for part in file.worksheets():
        last = 0
        for node in file.roots[part].iter("{*}col"):
            first, end = whole(node.get("min")), whole(node.get("max"))
            if first is None or end is None or not 1 <= first <= end <= LAST_COLUMN:
                yield Finding("column-range", part, f"{node.get('min')}-{node.get('max')}")
                continue
            if first <= last:
                yield Finding("columns-overlap", part, f"{first}-{end}")
            last = max(last, end)
            if not 0 <= float(node.get("width", "9")) <= 255:
                yield Finding("column-width", part, f"{first}: {node.get('width')}")
