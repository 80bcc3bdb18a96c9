"""The workbook part: tabs, names, views, caches; the order of formulas; shared texts."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

from tests.ooxml.checker.finding import LAST_ROW, File, Finding, area_of, column_of, whole
from tests.ooxml.vocabulary import local

_BAD_IN_TITLE = re.compile(r"[\[\]:*?/\\\x00-\x1f]")
_NAME = re.compile(r"[^\W\d][\w.\\?]*|\\[\w.\\?]*")
_LIKE_A_CELL = re.compile(r"(?i)([A-Z]{1,3})([0-9]{1,7})|R[0-9]*C[0-9]*|[RC]")
_TAB_OF = re.compile(r"(?:^|[,(+\-*/=<>&;^ ])(?:'((?:[^']|'')+)'|([A-Za-z_\u00c0-\uffff][\w.]*))!")
_BUILT_IN = frozenset(
    {
        "Print_Area",
        "Print_Titles",
        "_FilterDatabase",
        "Criteria",
        "Extract",
        "Consolidate_Area",
        "Database",
        "Sheet_Title",
    }
)


def tabs(file: File) -> Iterator[Finding]:
    """Titles, ids, and whether each tab leads to a part of its own that can be seen."""
    part = file.book
    if not part:
        return
    listed = list(file.sheets())
    if not listed:
        yield Finding("no-tabs", part)
        return
    for node, target in listed:
        title = node.get("name") or ""
        if not 1 <= len(title.encode("utf-16-le")) // 2 <= 31:
            yield Finding("tab-title-length", part, title)
        if _BAD_IN_TITLE.search(title) or title.startswith("'") or title.endswith("'"):
            yield Finding("tab-title", part, title)
        if not target or target not in file.package.parts:
            yield Finding("tab-without-part", part, title)
        id_ = whole(node.get("sheetId"))
        if id_ is None or not 1 <= id_ <= 65_534:
            yield Finding("tab-id", part, f"{title}: {node.get('sheetId')}")
    for what, values in (
        ("tab-title-twice", [(n.get("name") or "").casefold() for n, _ in listed]),
        ("tab-id-twice", [n.get("sheetId") for n, _ in listed]),
        ("tab-part-twice", [target for _, target in listed]),
    ):
        yield from (Finding(what, part, str(v)) for v, times in Counter(values).items() if times > 1)
    yield from _views(file, [n for n, _ in listed])


def _views(file: File, listed: list[Any]) -> Iterator[Finding]:
    part = file.book
    seen = [n.get("state", "visible") == "visible" for n in listed]
    if not any(seen):
        yield Finding("no-visible-tab", part)
        return
    views = list(file.roots[part].iter("{*}workbookView"))
    for view in views:
        active = whole(view.get("activeTab", "0"))
        if active is None or active >= len(listed):
            yield Finding("active-tab", part, str(view.get("activeTab")))
        elif not seen[active]:
            yield Finding("active-tab-hidden", part, str(active))
    selected = Counter[str]()
    for sheet in [target for _, target in file.sheets()]:
        for view in file.roots[sheet].iter("{*}sheetView") if sheet in file.roots else ():
            number = view.get("workbookViewId", "0")
            if views and (whole(number) is None or int(number) >= len(views)):
                yield Finding("view-of-no-window", sheet, number)
            if view.get("tabSelected") in ("1", "true"):
                selected[number] += 1
    for number, times in selected.items():
        if times > 1:
            yield Finding("tabs-grouped", part, f"{times} tabs are selected together in window {number}")


def names(file: File) -> Iterator[Finding]:
    """Defined names: how they are written, whether they are unique, whether they lead to a tab."""
    part = file.book
    if not part:
        return
    titles = [(n.get("name") or "").casefold() for n, _ in file.sheets()]
    links = len(list(file.roots[part].iter("{*}externalReference")))
    seen = Counter[tuple[str, str | None]]()
    for node in file.roots[part].iter("{*}definedName"):
        name, text, scope = node.get("name") or "", node.text or "", node.get("localSheetId")
        seen[name.casefold(), scope] += 1
        if scope is not None and (whole(scope) is None or int(scope) >= len(titles)):
            yield Finding("name-scope", part, f"{name}: {scope}")
        if name.startswith("_xlnm."):
            if name[6:] not in _BUILT_IN:
                yield Finding("name-built-in", part, name)
            if scope is None:
                yield Finding("name-scope", part, f"{name} has none")
        elif not name_is_sound(name):
            yield Finding("name", part, name)
        if not text.strip():
            yield Finding("name-of-nothing", part, name)
        if len(text) > 8_192:
            yield Finding("name-length", part, name)
        plain = re.sub(r'"[^"]*"', "", text)
        for quoted, bare in _TAB_OF.findall(plain):
            told = (quoted.replace("''", "'") if quoted else bare).casefold()
            if "[" not in told and not set(told.split(":")) <= set(titles):
                yield Finding("name-of-no-tab", part, f"{name}: {told}")
        for number in re.findall(r"\[([0-9]+)\]", plain):
            if not 1 <= int(number) <= links:
                yield Finding("name-of-no-book", part, f"{name}: [{number}]")
    yield from (Finding("name-twice", part, f"{name}, {scope}") for (name, scope), times in seen.items() if times > 1)


def name_is_sound(name: str) -> bool:
    """Whether Excel takes this for a name: letters first, no spaces, and not like a cell's address."""
    if not _NAME.fullmatch(name) or len(name) > 255:
        return False
    found = _LIKE_A_CELL.fullmatch(name)
    if found is None:
        return True
    return bool(found[1]) and not (column_of(found[1].upper()) <= 16_384 and 1 <= int(found[2]) <= LAST_ROW)


def caches(file: File) -> Iterator[Finding]:
    """Pivot tables point at caches of the workbook, whose fields are as many; ids are unique."""
    part = file.book
    if not part:
        return
    known = {}
    there = file.relations(part)
    for node in file.roots[part].iter("{*}pivotCache"):
        id_ = next((v for k, v in node.attrib.items() if k.endswith("}id")), "")
        if node.get("cacheId") in known:
            yield Finding("pivot-cache-twice", part, str(node.get("cacheId")))
        known[node.get("cacheId")] = there.get(id_, ("", "", False))[1]
    for name, root in file.roots.items():
        if local(root.tag) == "pivotTableDefinition":
            cache = file.roots.get(known.get(root.get("cacheId"), ""))
            if cache is None:
                yield Finding("pivot-cache-missing", name, str(root.get("cacheId")))
            elif len(list(cache.iter("{*}cacheField"))) != len(list(root.iter("{*}pivotField"))):
                yield Finding("pivot-fields", name)
            if area_of(next((n.get("ref") for n in root.iter("{*}location")), "")) is None:
                yield Finding("pivot-location", name)


def chain(file: File) -> Iterator[Finding]:
    """The order of formulas names cells that hold a formula."""
    formulas: dict[str, set[str]] = {}
    for node, part in file.sheets():
        if part in file.roots:
            formulas[node.get("sheetId")] = {
                c.get("r") for c in file.roots[part].iter("{*}c") if c.find("{*}f") is not None
            }
    for part in file.of_kind(file.book, "calcChain") if file.book else ():
        at = "0"
        for node in file.roots.get(part, ()):
            at = node.get("i", at)
            if node.get("r") not in formulas.get(at, set()):
                yield Finding("chain-without-formula", part, f"{node.get('r')} of tab {at}")


def shared_texts(file: File) -> Iterator[Finding]:
    """Shared texts: how many there are, how long, which escapes they hold."""
    if not file.book:
        return
    for part in file.of_kind(file.book, "sharedStrings"):
        root = file.roots.get(part)
        if root is None:
            continue
        items = [n for n in root if local(n.tag) == "si"]
        said = root.get("uniqueCount")
        if said is not None and whole(said) != len(items):
            yield Finding("shared-count", part, f"says {said}, holds {len(items)}")
        used = sum(c.get("t") == "s" for sheet in file.worksheets() for c in file.roots[sheet].iter("{*}c"))
        told = root.get("count")
        if told is not None and (whole(told) is None or int(told) < used):
            yield Finding("shared-count", part, f"says {told} cells, {used} show one")
        for number, item in enumerate(items):
            yield from text_findings(part, f"text {number}", item)


def text_findings(part: str, at: str, node: Any) -> Iterator[Finding]:
    """A text that is too long, loses its spaces, or escapes what is no letter."""
    whole_text = "".join(t.text or "" for t in node.iter("{*}t") if local(t.getparent().tag) != "rPh")
    plain = re.sub(r"_x([0-9A-Fa-f]{4})_", "?", whole_text)
    if len(plain.encode("utf-16-le")) // 2 > 32_767:
        yield Finding("text-length", part, at)
    for code in re.findall(r"_x([0-9A-Fa-f]{4})_", whole_text):
        if 0xD800 <= int(code, 16) <= 0xDFFF or int(code, 16) >= 0xFFFE:
            yield Finding("text-escape", part, f"{at}: {code}")
    for t in node.iter("{*}t"):
        text = t.text or ""
        if text != text.strip(" \t\n\r") and t.get("{http://www.w3.org/XML/1998/namespace}space") != "preserve":
            yield Finding("text-spaces", part, at)
