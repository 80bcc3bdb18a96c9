"""The part with the looks: what each entry points at exists, and values are ones that Excel takes."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

from tests.ooxml.checker.finding import File, Finding, whole

_COLOUR = re.compile(r"[0-9A-Fa-f]{8}")


def looks(file: File) -> Iterator[Finding]:
    """Everything in the styles."""
    for part in file.of_kind(file.book, "styles") if file.book else ():
        if part in file.roots:
            yield from _styles(part, file.roots[part])
    for name, root in file.roots.items():
        for node in root.iter("{*}color", "{*}fgColor", "{*}bgColor", "{*}tabColor"):
            rgb = node.get("rgb")
            if rgb is not None and not _COLOUR.fullmatch(rgb):
                yield Finding("colour", name, rgb)


def _styles(part: str, root: Any) -> Iterator[Finding]:
    def table(word: str) -> list[Any]:
        node = root.find(f"{{*}}{word}")
        return [n for n in node if isinstance(n.tag, str)] if node is not None else []

    sizes = {word: len(table(word)) for word in ("fonts", "fills", "borders", "cellStyleXfs", "cellXfs", "dxfs")}
    for word, least in (("fonts", 1), ("fills", 2), ("borders", 1), ("cellStyleXfs", 1), ("cellXfs", 1)):
        if sizes[word] < least:
            yield Finding("style-table", part, f"{word} holds {sizes[word]}")
    if sizes["cellXfs"] > 65_490:
        yield Finding("styles-many", part, str(sizes["cellXfs"]))
    formats = Counter(n.get("numFmtId") for n in table("numFmts"))
    for node in table("numFmts"):
        number = whole(node.get("numFmtId"))
        if number is None or number < 164:
            yield Finding("number-format-id", part, str(node.get("numFmtId")))
        if not node.get("formatCode") or len(node.get("formatCode")) > 255:
            yield Finding("number-format", part, str(node.get("numFmtId")))
    yield from (Finding("number-format-twice", part, str(n)) for n, times in formats.items() if times > 1)
    for word in ("cellXfs", "cellStyleXfs"):
        for at, node in enumerate(table(word)):
            for attribute, many in (
                ("fontId", "fonts"),
                ("fillId", "fills"),
                ("borderId", "borders"),
                ("xfId", "cellStyleXfs"),
            ):
                said = node.get(attribute)
                if said is not None and (whole(said) is None or int(said) >= sizes[many]):
                    yield Finding("style-index", part, f"{word} {at}: {attribute} {said}")
            number = whole(node.get("numFmtId", "0"))
            if number is None or (number >= 164 and str(number) not in formats):
                yield Finding("style-index", part, f"{word} {at}: numFmtId {node.get('numFmtId')}")
    for node in table("cellStyles"):
        said = whole(node.get("xfId"))
        if said is None or said >= sizes["cellStyleXfs"]:
            yield Finding("style-index", part, f"cellStyle {node.get('name')}")
    names = Counter((n.get("name") or "").casefold() for n in table("cellStyles"))
    yield from (Finding("style-name-twice", part, name) for name, times in names.items() if times > 1)
    for node in root.iter("{*}sz"):
        if not 1 <= float(node.get("val", "0")) <= 409.55:
            yield Finding("font-size", part, str(node.get("val")))
    for word in ("tableStyleElement",):
        for node in root.iter(f"{{*}}{word}"):
            said = whole(node.get("dxfId", "0"))
            if said is None or said >= max(sizes["dxfs"], 1):
                yield Finding("style-index", part, f"table style: {node.get('dxfId')}")
