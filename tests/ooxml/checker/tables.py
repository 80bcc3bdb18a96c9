"""Tables: names and ids of their own, headings that stand in their cells, ranges that do not meet."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from tests.ooxml.checker.book import name_is_sound
from tests.ooxml.checker.finding import Area, File, Finding, area_of, overlap, whole
from tests.ooxml.checker.ranges import filter_findings
from tests.ooxml.hand import split
from tests.ooxml.vocabulary import local


def tables(file: File) -> Iterator[Finding]:
    """Every table of every tab."""
    ids, names = Counter[str](), Counter[str]()
    defined = {
        (n.get("name") or "").casefold() for n in (file.roots[file.book].iter("{*}definedName") if file.book else ())
    }
    for sheet in file.worksheets():
        listed = {v for n in file.roots[sheet].iter("{*}tablePart") for k, v in n.attrib.items() if k.endswith("}id")}
        there = {id_: target for id_, (kind, target, _) in file.relations(sheet).items() if kind == "table"}
        if listed != set(there):
            yield Finding("table-parts", sheet, f"lists {sorted(listed)}, leads to {sorted(there)}")
        areas: list[tuple[str, Area]] = []
        for part in there.values():
            if part not in file.roots:
                continue
            root = file.roots[part]
            ids[root.get("id", "")] += 1
            name = root.get("displayName", "")
            names[name.casefold()] += 1
            if not name_is_sound(name):
                yield Finding("table-name", part, name)
            if name.casefold() in defined:
                yield Finding("table-name-taken", part, name)
            area = area_of(root.get("ref", ""))
            if area is None:
                yield Finding("table-range", part, root.get("ref", ""))
                continue
            for other, its in areas:
                if overlap(area, its):
                    yield Finding("tables-overlap", part, other)
            areas.append((part, area))
            yield from _table(file, sheet, part, area)
    yield from (Finding("table-id-twice", "tables", id_) for id_, times in ids.items() if times > 1)
    yield from (Finding("table-name-twice", "tables", name) for name, times in names.items() if times > 1)


def _table(file: File, sheet: str, part: str, area: Area) -> Iterator[Finding]:
    root = file.roots[part]
    heads = int(root.get("headerRowCount", "1"))
    totals = int(root.get("totalsRowCount", "0"))
    if area[2] - area[0] + 1 < heads + totals + 1:
        yield Finding("table-rows", part, root.get("ref", ""))
    columns = list(root.iter("{*}tableColumn"))
    if len(columns) != area[3] - area[1] + 1:
        yield Finding("table-columns", part, f"{len(columns)} for {root.get('ref')}")
    titles = [_plain(n.get("name", "")) for n in columns]
    yield from (
        Finding("table-column-twice", part, t)
        for t, times in Counter(t.casefold() for t in titles).items()
        if times > 1
    )
    yield from (
        Finding("table-column-id", part, str(i))
        for i, times in Counter(n.get("id") for n in columns).items()
        if times > 1 or not whole(i)
    )
    if heads:
        shown = _row(file, sheet, area[0])
        for number, title in enumerate(titles):
            if shown.get(area[1] + number) != title:
                yield Finding("table-heading", part, f"{title!r} over {shown.get(area[1] + number)!r}")
    for node in root.iterchildren("{*}autoFilter"):
        over = area_of(node.get("ref", ""))
        if over is None or over[:2] != area[:2] or over[3] != area[3] or over[2] != area[2] - totals:
            yield Finding("table-filter", part, f"{node.get('ref')} in {root.get('ref')}")
        yield from filter_findings(part, node)


def _plain(text: str) -> str:
    return re.sub(r"_x([0-9A-Fa-f]{4})_", lambda m: chr(int(m[1], 16)), text).replace("\r\n", "\n")


def _row(file: File, sheet: str, number: int) -> dict[int, str]:
    """Texts of a row by column; numbers count for nothing, as a heading has to be text."""
    texts = [
        "".join(t.text or "" for t in si.iter("{*}t") if local(t.getparent().tag) != "rPh")
        for part in file.of_kind(file.book, "sharedStrings")
        if part in file.roots
        for si in file.roots[part].iter("{*}si")
    ]
    found: dict[int, str] = {}
    row = 0
    for line in file.roots[sheet].iter("{*}row"):
        row = int(line.get("r") or row + 1)
        if row != number:
            continue
        column = 0
        for cell in line:
            column = split(cell.get("r"))[1] if cell.get("r") else column + 1
            value = cell.findtext("{*}v")
            if cell.get("t") == "s" and value and int(value) < len(texts):
                found[column] = _plain(texts[int(value)])
            elif cell.get("t") == "inlineStr":
                found[column] = _plain(
                    "".join(t.text or "" for t in cell.iter("{*}t") if local(t.getparent().tag) != "rPh")
                )
            elif cell.get("t") == "str" and value:
                found[column] = _plain(value)
    return found
