"""What the file says of itself: when it was made, how many tabs it has."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from tests.ooxml.checker.finding import File, Finding
from tests.ooxml.vocabulary import local

_MOMENT = re.compile(
    r"[0-9]{4}(-[0-9]{2}(-[0-9]{2}(T[0-9]{2}:[0-9]{2}(:[0-9]{2}(\.[0-9]+)?)?(Z|[+-][0-9]{2}:[0-9]{2}))?)?)?"
)
_TYPE = "{http://www.w3.org/2001/XMLSchema-instance}type"


def properties(file: File) -> Iterator[Finding]:
    """The parts with properties."""
    cores = file.of_kind("", "core-properties")
    if len(cores) > 1:
        yield Finding("properties-twice", "_rels/.rels")
    for part in cores:
        root = file.roots.get(part)
        if root is None:
            continue
        yield from (
            Finding("property-twice", part, local(t)) for t, times in Counter(n.tag for n in root).items() if times > 1
        )
        for node in root:
            if local(node.tag) in ("created", "modified"):
                kind = node.get(_TYPE, "")
                if kind.rpartition(":")[2] != "W3CDTF" or not _MOMENT.fullmatch(node.text or ""):
                    yield Finding("property-moment", part, f"{local(node.tag)} = {node.text}")
    for part in file.of_kind("", "extended-properties") + file.of_kind("", "extendedProperties"):
        root = file.roots.get(part)
        if root is None:
            continue
        for node in root.iter("{*}vector"):
            if node.get("size") != str(len(node)):
                yield Finding("property-size", part, str(node.get("size")))
        titles = [n.text for n in root.findall("{*}TitlesOfParts/{*}vector/{*}lpstr")]
        if titles:
            named = [n.get("name") for n, _ in file.sheets()]
            counts = [int(n.text or 0) for n in root.findall("{*}HeadingPairs/{*}vector/{*}variant/{*}i4")]
            if sum(counts) != len(titles):
                yield Finding("property-counts", part, f"{counts} for {len(titles)}")
            if not set(named) <= set(titles):
                yield Finding("property-titles", part, str(sorted({str(n) for n in named} - {str(t) for t in titles})))
    for part in file.of_kind("", "custom-properties") + file.of_kind("", "customProperties"):
        root = file.roots.get(part)
        for id_, times in Counter(n.get("pid") for n in root if root is not None).items() if root is not None else ():
            if times > 1 or not id_ or int(id_) < 2:
                yield Finding("property-id", part, str(id_))
