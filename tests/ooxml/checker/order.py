"""The order of children that the schema fixes, and the counts that are written beside lists."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tests.ooxml.checker.finding import File, Finding
from tests.ooxml.vocabulary import MAIN, ORDERS, REPEATED, STRICT_MAIN, local

_INNER = {
    "xf": ("alignment", "protection", "extLst"),
    "dxf": ("font", "numFmt", "fill", "alignment", "border", "protection", "extLst"),
    "border": ("start", "left", "end", "right", "top", "bottom", "diagonal", "vertical", "horizontal"),
    "cfRule": ("formula", "colorScale", "dataBar", "iconSet", "extLst"),
    "dataValidation": ("formula1", "formula2"),
    "sheetView": ("pane", "selection", "pivotSelection", "extLst"),
    "sheetPr": ("tabColor", "outlinePr", "pageSetUpPr"),
    "c": ("f", "v", "is", "extLst"),
    "comments": ("authors", "commentList", "extLst"),
    "tableColumn": ("calculatedColumnFormula", "totalsRowFormula", "xmlColumnPr", "extLst"),
    "headerFooter": ("oddHeader", "oddFooter", "evenHeader", "evenFooter", "firstHeader", "firstFooter"),
}
_ONCE = frozenset({"worksheet", "workbook", "styleSheet", "table"})
_COUNTED = frozenset(
    {
        "mergeCells", "dataValidations", "tableParts", "fonts", "fills", "borders", "cellXfs", "cellStyleXfs", "cellStyles", "dxfs",
        "numFmts", "tableColumns", "pivotFields", "items", "rowItems", "cacheFields", "rowBreaks", "colBreaks", "sharedItems",
    }
)  # fmt: skip
_NEVER_EMPTY = frozenset(
    {
        "cols", "mergeCells", "dataValidations", "hyperlinks", "tableParts", "conditionalFormatting", "definedNames", "sheets",
        "bookViews", "sheetViews", "protectedRanges", "ignoredErrors", "customSheetViews", "tableColumns", "pivotCaches",
        "externalReferences", "calcChain", "controls", "oleObjects", "cellWatches", "scenarios",
    }
)  # fmt: skip


def order(file: File) -> Iterator[Finding]:
    """Children out of order, unknown or twice; lists that are empty or counted wrongly."""
    for name, root in file.roots.items():
        space = root.tag.rpartition("}")[0].lstrip("{")
        if space not in (MAIN, STRICT_MAIN):
            continue
        wanted = ORDERS.get(local(root.tag))
        if wanted is not None:
            yield from _sequence(name, root, wanted)
        for node in root.iter("*"):
            if node.tag.rpartition("}")[0].lstrip("{") != space:
                continue
            word = local(node.tag)
            if word in _INNER:
                yield from _sequence(name, node, _INNER[word])
            if word in _NEVER_EMPTY and not any(isinstance(n.tag, str) for n in node):
                yield Finding("empty-list", name, word)
            count = node.get("count")
            if word in _COUNTED and count is not None:
                there = sum(isinstance(n.tag, str) for n in node)
                if there != int(count) and not (word == "sharedItems" and there == 0):
                    yield Finding("count", name, f"{word} says {count} and holds {there}")


def _sequence(name: str, node: Any, wanted: tuple[str, ...]) -> Iterator[Finding]:
    last, seen = -1, set()
    space = node.tag.rpartition("}")[0]
    for child in node:
        word = local(child.tag)
        if not word or child.tag.rpartition("}")[0] != space:
            continue
        if word not in wanted:
            yield Finding("element-unknown", name, f"{word} in {local(node.tag)}")
            continue
        at = wanted.index(word)
        if at < last:
            yield Finding("element-order", name, f"{word} comes too late in {local(node.tag)}")
        last = max(last, at)
        if word in seen and local(node.tag) in _ONCE and word not in REPEATED:
            yield Finding("element-twice", name, word)
        seen.add(word)
