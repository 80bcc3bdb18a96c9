"""What must hold of a file before and after a pass: foreign parts as they were, readers that agree."""

from __future__ import annotations

import io
import math
import warnings
from datetime import date, datetime, time, timedelta
from typing import Any

from lxml import etree

from sync.backends.xlsx_read import cell_of
from tests.ooxml.corpus import Kind
from tests.ooxml.hand import split
from tests.ooxml.package import Package, parsed, rels_of
from tests.ooxml.vocabulary import local

# Parts that say what there is: they follow new tabs, texts, looks and names. The rest of them is compared by their children.
_LISTS = frozenset({"[Content_Types].xml", "docProps/app.xml", "docProps/core.xml", "xl/calcChain.xml"})
_LISTED_KINDS = frozenset({"sharedStrings", "styles", "officeDocument"})
_KEY, _CHART = "Pairsheet.tab.", "Pairsheet.chart."
# Children of a tab that follow its rows: with the ranges they are for left out of the comparison.
_FOLLOW = frozenset({"conditionalFormatting", "dataValidations", "autoFilter"})
_WRITTEN = frozenset({"sheetData", "dimension", "hyperlinks"})


def own_sheets(package: Package) -> dict[str, str]:
    """Parts of the tabs that bear a key of the worker's, by title, and of its lists."""
    titles = set()
    for node in parsed(package.parts[package.book]).iter("{*}definedName"):
        if node.get("name", "").startswith(_KEY) and node.text:
            titles.add(node.text.rpartition("!")[0].strip("'").replace("''", "'"))
    return {t: p for t, p in package.sheets().items() if t in titles or t.startswith("Pairsheet lists") or t == "Lists"}


def own_charts(package: Package) -> set[str]:
    """Parts of the charts that the worker draws anew: on tabs for which a name of its own keeps what to draw."""
    names = [n.get("name", "") for n in parsed(package.parts[package.book]).iter("{*}definedName")]
    drawn = {n.removeprefix(_CHART).replace("_", " ") for n in names if n.startswith(_CHART)}
    parts = set()
    for title, sheet in package.sheets().items():
        for _, kind, drawing in package.relations(sheet) if title in drawn else ():
            if kind == "drawing":
                parts |= {drawing, *(part for _, _, part in package.relations(drawing))}
    return parts


def changed_parts(before: bytes, after: bytes, kind: Kind) -> list[str]:
    """What is not as it was of all that is not the worker's own, in words."""
    old, new = Package.opened(before), Package.opened(after)
    found = []
    sheets = own_sheets(old)
    listed = {part for _, word, part in [*old.relations(""), *old.relations(old.book)] if word in _LISTED_KINDS}
    listed |= {rels_of(old.book), rels_of("")} | own_charts(old)
    for name, data in old.parts.items():
        if name in _LISTS or name in listed or name in kind.grows or name.endswith("/"):
            continue
        if name in sheets.values():
            found += [f"{name}: {what}" for what in _changed_sheet(data, new.parts.get(name, b""))]
        elif name not in new.parts:
            found.append(f"{name} is gone")
        elif new.parts[name] != data and not (
            name in map(rels_of, sheets.values()) and _grown_rels(data, new.parts[name])
        ):
            found.append(f"{name} has other bytes")
    found += _changed_book(old.parts[old.book], new.parts[new.book])
    found += _lost_relations(old, new)
    found += _changed_styles(old, new)
    return found


def _canonical(node: Any, without: frozenset[str] = frozenset()) -> bytes:
    copy = etree.fromstring(etree.tostring(node))
    for inner in copy.iter():
        for attribute in without & set(inner.attrib):
            del inner.attrib[attribute]
    out = io.BytesIO()
    etree.ElementTree(copy).write_c14n(out, exclusive=True, with_comments=False)
    return out.getvalue()


def _grown_rels(old: bytes, new: bytes) -> bool:
    """Whether every relationship that is not a link of the worker's stands as it did."""

    def told(data: bytes) -> dict[str, tuple[str, ...]]:
        return {
            n.get("Id"): tuple(sorted(n.attrib.values()))
            for n in parsed(data)
            if not n.get("Type").endswith("/hyperlink")
        }

    here, there = told(old), told(new)
    return all(there.get(id_) == what for id_, what in here.items())


def _changed_sheet(old: bytes, new: bytes) -> list[str]:
    if old == new:
        return []
    if not new:
        return ["the tab is gone"]
    one, other = parsed(old), parsed(new)
    found = []
    if dict(one.attrib) != dict(other.attrib) or one.tag != other.tag:
        found.append("its root has other attributes")
    for prefix, space in one.nsmap.items():
        if other.nsmap.get(prefix) != space:
            found.append(f"the prefix {prefix} is not declared any more")
    kinds = {local(n.tag) for n in one} - _WRITTEN
    for word in sorted(kinds):
        without = frozenset({"ref", "sqref"}) if word in _FOLLOW else frozenset()
        was = [_canonical(n, without) for n in one if local(n.tag) == word]
        now = [_canonical(n, without) for n in other if local(n.tag) == word]
        if was != now:
            found.append(f"<{word}> is not as it was")
    return found


def _changed_book(old: bytes, new: bytes) -> list[str]:
    """What of the book's own part changed but its tabs, names and the request to work out formulas."""
    one, other = parsed(old), parsed(new)
    words = {local(n.tag) for n in one} - {
        "sheets",
        "definedNames",
        "calcPr",
        "workbookPr",
        "fileVersion",
        "bookViews",
        "",
    }
    found = []
    for word in sorted(words):
        was, now = ([_canonical(n) for n in root if local(n.tag) == word] for root in (one, other))
        if was != now:
            found.append(f"workbook: <{word}> is not as it was")

    def names(root: Any) -> dict[tuple[str, str | None], tuple[str | None, str]]:
        titles = [n.get("name") for n in root.iter("{*}sheet")]
        return {
            (n.get("name"), titles[int(n.get("localSheetId"))] if n.get("localSheetId") else None): (
                n.text,
                str(sorted((k, v) for k, v in n.attrib.items() if k != "localSheetId")),
            )
            for n in root.iter("{*}definedName")
            if not n.get("name", "").startswith("Pairsheet.")
        }

    was_named, now_named = names(one), names(other)
    for key, told in was_named.items():
        if now_named.get(key) != told and not (key[0] or "").startswith(
            ("_xlnm._FilterDatabase", "List_", "PlayerNames")
        ):
            found.append(f"workbook: the name {key} reads {now_named.get(key)}, was {told}")
    for attribute in ("codeName", "date1904"):
        was, now = (
            next((n.get(attribute) for n in root if local(n.tag) == "workbookPr"), None) for root in (one, other)
        )
        if was != now:
            found.append(f"workbook: {attribute} was {was}, is {now}")
    tabs = [(n.get("name"), n.get("state"), n.get("sheetId")) for n in one.iter("{*}sheet")]
    still = [(n.get("name"), n.get("state"), n.get("sheetId")) for n in other.iter("{*}sheet")]
    if [t for t in still if t in tabs] != tabs:
        found.append(f"workbook: tabs were {tabs}, are {still}")
    return found


def _lost_relations(old: Package, new: Package) -> list[str]:
    found = []
    for part in ("", old.book):
        there = {(word, target) for _, word, target in new.relations(part)}
        found += [
            f"{part or 'the package'} does not lead to {target} any more"
            for _, word, target in old.relations(part)
            if (word, target) not in there and word != "calcChain"
        ]
    kinds = {
        n.get("PartName") or n.get("Extension"): n.get("ContentType") for n in parsed(new.parts["[Content_Types].xml"])
    }
    for node in parsed(old.parts["[Content_Types].xml"]):
        key = node.get("PartName") or node.get("Extension")
        if kinds.get(key) != node.get("ContentType") and not key.endswith("calcChain.xml"):
            found.append(f"the content of {key} is called {kinds.get(key)}")
    return found


def _changed_styles(old: Package, new: Package) -> list[str]:
    """Looks are only ever added: each that was there stands where it stood."""

    def tables(package: Package) -> dict[str, list[bytes]]:
        part = next((p for _, word, p in package.relations(package.book) if word == "styles"), "")
        if not part:
            return {}
        return {
            local(t.tag): [_canonical(n) for n in t if local(n.tag)]
            for t in parsed(package.parts[part])
            if local(t.tag)
        }

    now = tables(new)
    return [
        f"styles: <{word}> is not as it was"
        for word, rows in tables(old).items()
        if now.get(word, [])[: len(rows)] != rows
    ]


# readers
def by_calamine(data: bytes) -> dict[str, dict[tuple[int, int], Any]]:
    """Filled cells of each tab with cells, by calamine; errors and formulas without values are blank."""
    from python_calamine import CalamineWorkbook, SheetTypeEnum

    with CalamineWorkbook.from_filelike(io.BytesIO(data)) as book:
        return {
            s.name: {
                (row, column): cell_of(value)
                for row, cells in enumerate(book.get_sheet_by_name(s.name).to_python(skip_empty_area=False), start=1)
                for column, value in enumerate(cells, start=1)
                if cell_of(value) is not None
            }
            for s in book.sheets_metadata
            if s.typ is SheetTypeEnum.WorkSheet
        }


def by_openpyxl(data: bytes) -> dict[str, dict[tuple[int, int], Any]]:
    """The same by openpyxl."""
    from openpyxl import load_workbook

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        book = load_workbook(io.BytesIO(data), data_only=True)
    return {
        ws.title: {
            at: cell_of(cell.value)
            for at, cell in ws._cells.items()
            if cell.value is not None and cell.value != "" and cell.data_type != "e"
        }
        for ws in book.worksheets
    }


def by_hand(data: bytes) -> dict[str, dict[tuple[int, int], Any]]:
    """The same by our own eyes: texts and kinds of cells as the XML has them, days as numbers."""
    package = Package.opened(data)
    texts = next((p for _, word, p in package.relations(package.book) if word == "sharedStrings"), "")
    table = [_text(si) for si in parsed(package.parts[texts])] if texts else []
    seen: dict[str, dict[tuple[int, int], Any]] = {}
    for title, part in package.sheets().items():
        root = parsed(package.parts[part])
        if local(root.tag) != "worksheet":
            continue
        cells = seen.setdefault(title, {})
        row = 0
        for line in root.iter("{*}row"):
            row = int(line.get("r") or row + 1)
            column = 0
            for cell in line:
                column = split(cell.get("r"))[1] if cell.get("r") else column + 1
                kind, value = cell.get("t", "n"), cell.findtext("{*}v")
                if kind == "inlineStr":
                    value = _text(cell.find("{*}is"))
                elif kind == "s" and value:
                    value = table[int(value)]
                if value and kind != "e":
                    cells[row, column] = value
    return seen


def _text(node: Any) -> str:
    return (
        "".join(t.text or "" for t in node.iter("{*}t") if local(t.getparent().tag) != "rPh")
        if node is not None
        else ""
    )


def disagreements(data: bytes) -> list[str]:
    """Cells that two readers see otherwise, and cells that one of them does not see at all."""
    one, third = by_calamine(data), by_hand(data)
    strict = b"purl.oclc.org/ooxml/" in Package.opened(data).parts["_rels/.rels"]
    other = one if strict else by_openpyxl(data)  # which knows the usual vocabulary alone
    found = [f"tabs: {list(one)} and {list(other)}"] if list(one) != list(other) else []
    for title, cells in one.items():
        others = other.get(title, {})
        found += [
            f"{title} {at}: calamine {cells.get(at)!r}, openpyxl {others.get(at)!r}"
            for at in sorted(cells.keys() | others.keys())
            if not _alike(cells.get(at), others.get(at))
        ]
        unseen = third.get(title, {}).keys() ^ set(cells)
        found += [f"{title} {at}: seen by one reader only" for at in sorted(unseen)]
    return found


def _alike(one: Any, other: Any) -> bool:
    if isinstance(one, str) and isinstance(other, str):
        return _plain(one) == _plain(other)
    if isinstance(one, int | float) and isinstance(other, int | float):
        return math.isclose(one, other, rel_tol=1e-12, abs_tol=1e-9)
    if isinstance(one, datetime) and isinstance(other, datetime):
        return abs(one - other) < timedelta(seconds=2)
    if isinstance(one, date | time) or isinstance(other, date | time):
        return str(one) == str(other)
    return bool(one == other)


def _plain(text: str) -> str:
    """Line ends as one of them: readers differ in what they make of the carriage return."""
    import re

    text = re.sub(r"_x([0-9A-Fa-f]{4})_", lambda m: chr(int(m[1], 16)), text)
    return text.replace("\r\n", "\n").replace("\r", "\n")
