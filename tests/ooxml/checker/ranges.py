"""What lies over the cells of a tab: merges, rules, drop-downs, links, filters, panes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from tests.ooxml.checker.finding import Area, File, Finding, area_of, overlap, whole
from tests.ooxml.vocabulary import MAIN, STRICT_MAIN, X14, local

_MOST_COMPARED = 2_000  # ranges, each with each


def areas(text: str) -> list[Area | None]:
    """Each range of a list of ranges."""
    return [area_of(piece) for piece in text.split()]


def merges(file: File) -> Iterator[Finding]:
    """Merged ranges: real, of more than one cell, apart from each other and from tables."""
    for part in file.worksheets():
        there: list[tuple[str, Area]] = []
        for node in file.roots[part].iter("{*}mergeCell"):
            ref = node.get("ref", "")
            area = area_of(ref)
            if area is None:
                yield Finding("merge-range", part, ref)
                continue
            if area[:2] == area[2:]:
                yield Finding("merge-of-one", part, ref)
            there.append((ref, area))
        there.sort(key=lambda entry: entry[1])
        for at, (ref, area) in enumerate(there):
            for other, its in there[at + 1 :]:
                if its[0] > area[2]:
                    break
                if overlap(area, its):
                    yield Finding("merges-overlap", part, f"{ref} and {other}")
        for table in file.of_kind(part, "table"):
            over = area_of(file.roots[table].get("ref", "")) if table in file.roots else None
            yield from (Finding("merge-in-table", part, ref) for ref, area in there if over and overlap(over, area))


def rules(file: File) -> Iterator[Finding]:
    """Conditional formats: real ranges, formats that exist, ranks that differ, pairs that are whole."""
    formats = 0
    for styles in file.of_kind(file.book, "styles") if file.book else ():
        table = file.roots[styles].find("{*}dxfs") if styles in file.roots else None
        formats = len(table) if table is not None else 0
    for part in file.worksheets():
        ranks = Counter[str]()
        paired = set()
        for holder in file.roots[part].iterchildren("{*}conditionalFormatting"):
            if None in areas(holder.get("sqref", "")) or not holder.get("sqref"):
                yield Finding("rule-range", part, holder.get("sqref", ""))
            for rule in holder.iterchildren("{*}cfRule"):
                ranks[rule.get("priority", "")] += 1
                number = rule.get("dxfId")
                if number is not None and (whole(number) is None or int(number) >= formats):
                    yield Finding("rule-format", part, f"{number} of {formats}")
                yield from _scale(part, rule)
                paired |= {n.text for n in rule.iter(f"{{{X14}}}id")}
        yield from (
            Finding("rule-rank", part, rank) for rank, times in ranks.items() if times > 1 or not rank.isdecimal()
        )
        newer = {n.get("id") for n in file.roots[part].iter(f"{{{X14}}}cfRule")}
        yield from (Finding("rule-pair", part, str(id_)) for id_ in sorted(paired - newer))


def _scale(part: str, rule: Any) -> Iterator[Finding]:
    for holder in rule:
        points = [n for n in holder if local(n.tag) == "cfvo"]
        colours = [n for n in holder if local(n.tag) == "color"]
        if local(holder.tag) == "colorScale" and not 2 <= len(points) == len(colours) <= 3:
            yield Finding("rule-scale", part, f"{len(points)} points, {len(colours)} colours")
        if local(holder.tag) == "dataBar" and (len(points), len(colours)) != (2, 1):
            yield Finding("rule-scale", part, "data bar")
        for point in points:
            if point.get("type") in ("num", "percent", "percentile", "formula") and not point.get("val"):
                yield Finding("rule-scale", part, f"{point.get('type')} without a value")


def drop_downs(file: File) -> Iterator[Finding]:
    """Validations: real ranges, texts no longer than can be, cells that have one only."""
    for part in file.worksheets():
        listed = file.roots[part].find("{*}dataValidations")
        taken: list[Area] = []
        if listed is not None and len(listed) > 65_534:
            yield Finding("validations-many", part, str(len(listed)))
        for node in listed if listed is not None else ():
            over = areas(node.get("sqref", ""))
            if not over or None in over:
                yield Finding("validation-range", part, node.get("sqref", ""))
            for area in over:
                if area is not None:
                    if len(taken) < _MOST_COMPARED and any(overlap(area, other) for other in taken):
                        yield Finding("validations-overlap", part, node.get("sqref", ""))
                    taken.append(area)
            for word in ("formula1", "formula2"):
                text = node.findtext(f"{{*}}{word}") or ""
                if text.startswith('"') and len(text.strip('"')) > 255:
                    yield Finding("validation-list", part, node.get("sqref", ""))
                if text.startswith("=") or len(text) > 8_192:
                    yield Finding("validation-formula", part, node.get("sqref", ""))
            if node.get("type") == "list" and not node.findtext("{*}formula1"):
                yield Finding("validation-formula", part, f"{node.get('sqref')}: a list of nothing")
            for word, most in (("promptTitle", 32), ("errorTitle", 32), ("prompt", 255), ("error", 255)):
                if len(node.get(word, "")) > most:
                    yield Finding("validation-words", part, f"{node.get('sqref')}: {word}")


def links(file: File) -> Iterator[Finding]:
    """Links: each leads somewhere, and addresses are no longer than can be."""
    for part in file.worksheets():
        there = file.relations(part)
        every = list(file.roots[part].iter("{*}hyperlink"))
        if len(every) > 65_530:
            yield Finding("links-many", part, str(len(every)))
        for node in every:
            id_ = next((v for k, v in node.attrib.items() if k.endswith("}id")), None)
            if area_of(node.get("ref", "")) is None:
                yield Finding("link-range", part, node.get("ref", ""))
            if id_ is None and node.get("location") is None:
                yield Finding("link-to-nothing", part, node.get("ref", ""))
            if id_ in there and (there[id_][0] != "hyperlink" or not there[id_][2]):
                yield Finding("link-kind", part, node.get("ref", ""))
            if id_ in there and len(there[id_][1]) > 2_079:
                yield Finding("link-length", part, node.get("ref", ""))
            if len(node.get("location", "")) > 2_079 or len(node.get("tooltip", "")) > 255:
                yield Finding("link-length", part, node.get("ref", ""))
        for times in (Counter(n.get("ref") for n in every),):
            yield from (Finding("link-twice", part, str(ref)) for ref, count in times.items() if count > 1)


def filters(file: File) -> Iterator[Finding]:
    """A filter of a tab: a real range, columns within it, apart from tables."""
    for part in file.worksheets():
        own = [n for n in file.roots[part] if local(n.tag) == "autoFilter"]
        for node in own:
            yield from filter_findings(part, node)
            area = area_of(node.get("ref", ""))
            for table in file.of_kind(part, "table"):
                over = area_of(file.roots[table].get("ref", "")) if table in file.roots else None
                if area and over and overlap(area, over):
                    yield Finding("filter-over-table", part, node.get("ref", ""))


def filter_findings(part: str, node: Any) -> Iterator[Finding]:
    """A filter's range and columns."""
    area = area_of(node.get("ref", ""))
    if area is None:
        yield Finding("filter-range", part, node.get("ref", ""))
        return
    seen = set()
    for column in node.iterchildren("{*}filterColumn"):
        number = whole(column.get("colId"))
        if number is None or number > area[3] - area[1] or number in seen:
            yield Finding("filter-column", part, str(column.get("colId")))
        seen.add(number)


def panes(file: File) -> Iterator[Finding]:
    """Views: panes and selections that belong together; size of the tab as it says."""
    for part in file.worksheets():
        for view in file.roots[part].iter("{*}sheetView", "{*}customSheetView"):
            if view.tag.rpartition("}")[0].lstrip("{") not in (MAIN, STRICT_MAIN):
                continue
            pane = view.find("{*}pane")
            if pane is not None:
                if area_of(pane.get("topLeftCell", "A1")) is None:
                    yield Finding("pane-corner", part, pane.get("topLeftCell", ""))
                across, down = float(pane.get("xSplit", "0")), float(pane.get("ySplit", "0"))
                allowed = {
                    (True, True): {"bottomRight", "topRight", "bottomLeft", "topLeft"},
                    (True, False): {"topRight", "topLeft"},
                    (False, True): {"bottomLeft", "topLeft"},
                }
                known = allowed.get((across > 0, down > 0), set())
                if pane.get("activePane", "topLeft") not in known:
                    yield Finding("pane-active", part, str(pane.get("activePane")))
            else:
                known = {"topLeft"}
            seen = Counter(n.get("pane", "topLeft") for n in view.iterchildren("{*}selection"))
            yield from (
                Finding("selection-pane", part, name) for name, times in seen.items() if times > 1 or name not in known
            )
            for node in view.iterchildren("{*}selection"):
                active, over = area_of(node.get("activeCell", "A1")), areas(node.get("sqref", "A1"))
                if active is None or None in over or not any(a and overlap(a, active) for a in over):
                    yield Finding("selection-range", part, f"{node.get('activeCell')} in {node.get('sqref')}")
            if not 10 <= int(view.get("zoomScale", view.get("scale", "100"))) <= 400:
                yield Finding("zoom", part, str(view.get("zoomScale")))
        size = file.roots[part].find("{*}dimension")
        if size is not None and area_of(size.get("ref", "")) is None:
            yield Finding("dimension", part, size.get("ref", ""))
        for word, most in (("rowBreaks", 1_026), ("colBreaks", 1_026)):
            node = file.roots[part].find(f"{{*}}{word}")
            if node is not None and len(node) > most:
                yield Finding("breaks-many", part, word)
