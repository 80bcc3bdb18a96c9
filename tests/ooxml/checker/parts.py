"""The package: entries of the archive, kinds of content, relationships, XML and its vocabularies."""

from __future__ import annotations

import io
import posixpath
import zipfile
from collections import Counter
from collections.abc import Iterator

from tests.ooxml.checker.finding import File, Finding
from tests.ooxml.package import rels_of
from tests.ooxml.vocabulary import MAIN, MC, STRICT, STRICT_MAIN, STRICT_R, R, local

_TYPES = "[Content_Types].xml"
_FIRST = "application/vnd.openxmlformats-officedocument.spreadsheetml."
# What a part must be called where a relationship of this kind leads to it.
_WANTED = {
    "worksheet": (f"{_FIRST}worksheet+xml",),
    "chartsheet": (f"{_FIRST}chartsheet+xml",),
    "styles": (f"{_FIRST}styles+xml",),
    "sharedStrings": (f"{_FIRST}sharedStrings+xml",),
    "calcChain": (f"{_FIRST}calcChain+xml",),
    "table": (f"{_FIRST}table+xml",),
    "comments": (f"{_FIRST}comments+xml",),
    "externalLink": (f"{_FIRST}externalLink+xml",),
    "pivotTable": (f"{_FIRST}pivotTable+xml",),
    "pivotCacheDefinition": (f"{_FIRST}pivotCacheDefinition+xml",),
    "pivotCacheRecords": (f"{_FIRST}pivotCacheRecords+xml",),
    "drawing": ("application/vnd.openxmlformats-officedocument.drawing+xml",),
    "chart": ("application/vnd.openxmlformats-officedocument.drawingml.chart+xml",),
    "vmlDrawing": ("application/vnd.openxmlformats-officedocument.vmlDrawing",),
    "theme": ("application/vnd.openxmlformats-officedocument.theme+xml",),
    "officeDocument": (
        f"{_FIRST}sheet.main+xml",
        f"{_FIRST}template.main+xml",
        "application/vnd.ms-excel.sheet.macroEnabled.main+xml",
        "application/vnd.ms-excel.template.macroEnabled.main+xml",
    ),
}
_PLAIN = frozenset({"worksheet", "workbook", "styleSheet", "sst", "table", "comments"})
_KNOWN = frozenset({"", MAIN, STRICT_MAIN, R, STRICT_R, MC, "http://www.w3.org/XML/1998/namespace"})


def archive(data: bytes) -> Iterator[Finding]:
    """Entries of the archive."""
    with zipfile.ZipFile(io.BytesIO(data)) as opened:
        items = opened.infolist()
        for name, times in Counter(i.filename.lower() for i in items).items():
            if times > 1:
                yield Finding("entry-twice", name)
        for item in items:
            if "\\" in item.orig_filename or item.filename.startswith("/") or ".." in item.filename.split("/"):
                yield Finding("entry-name", item.orig_filename)
            if item.flag_bits & 1:
                yield Finding("entry-encrypted", item.filename)
            if item.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
                yield Finding("entry-compression", item.filename, str(item.compress_type))
        if not any(item.flag_bits & 1 for item in items):
            bad = opened.testzip()
            if bad is not None:
                yield Finding("entry-damaged", bad)


def contents(file: File) -> Iterator[Finding]:
    """Each part has a kind of content, and each kind a part."""
    root = file.roots.get(_TYPES)
    if root is None:
        yield Finding("content-types-missing", _TYPES)
        return
    defaults, overrides = Counter[str](), Counter[str]()
    called: dict[str, str] = {}
    for node in root:
        word = local(node.tag)
        if word == "Default":
            defaults[node.get("Extension", "").lower()] += 1
            called[node.get("Extension", "").lower()] = node.get("ContentType", "")
        elif word == "Override":
            overrides[node.get("PartName", "").lower()] += 1
            called[node.get("PartName", "").lower()] = node.get("ContentType", "")
    for name, times in (*defaults.items(), *overrides.items()):
        if times > 1:
            yield Finding("content-type-twice", name)
    lower = {f"/{name}".lower() for name in file.package.parts}
    for name in overrides:
        if name not in lower:
            yield Finding("content-type-of-nothing", name)
    kinds = {}
    for name in file.package.parts:
        if name == _TYPES or name.endswith("/"):
            continue
        ending = name.rpartition(".")[2].lower()
        kinds[name] = called.get(f"/{name}".lower()) or called.get(ending, "")
        if not kinds[name]:
            yield Finding("content-type-missing", name)
    for rels in [n for n in file.package.parts if n.endswith(".rels")]:
        for kind, target, outside in file.relations(_owner(rels)).values():
            wanted = _WANTED.get(kind)
            if not outside and wanted and kinds.get(target) and kinds[target] not in wanted:
                yield Finding("content-type-wrong", target, f"{kinds[target]} where {kind} leads to it")


def _owner(rels: str) -> str:
    folder, name = posixpath.split(rels)
    return posixpath.join(posixpath.dirname(folder), name.removesuffix(".rels"))


def relationships(file: File) -> Iterator[Finding]:
    """Each relationship leads to a part, and each id that a part uses is one of its relationships."""
    if "_rels/.rels" not in file.roots or not file.book:
        yield Finding("no-workbook", "_rels/.rels")
    for name, root in file.roots.items():
        if name.endswith(".rels"):
            owner = _owner(name)
            if owner and owner not in file.package.parts:
                yield Finding("relationships-of-nothing", name)
            for id_, times in Counter(node.get("Id") for node in root).items():
                if times > 1:
                    yield Finding("relationship-id-twice", name, str(id_))
                if not id_ or id_[0].isdecimal():
                    yield Finding("relationship-id", name, str(id_))
            for id_, (kind, target, outside) in file.relations(owner).items():
                if not outside and not target.startswith("#") and target.partition("#")[0] not in file.package.parts:
                    yield Finding("relationship-to-nothing", name, f"{id_} ({kind}) → {target}")
            continue
        known = file.relations(name)
        for node in root.iter("*"):
            for attribute, value in node.attrib.items():
                used = attribute.startswith((f"{{{R}}}", f"{{{STRICT_R}}}")) or attribute.endswith("office}relid")
                if (
                    used
                    and value
                    and value not in known
                    and local(attribute) in ("id", "embed", "link", "pict", "relid", "dm", "lo", "qs", "cs")
                ):
                    yield Finding("relationship-unknown", name, f"{local(node.tag)} uses {value}")
        if rels_of(name) in file.broken:
            yield Finding("xml", rels_of(name))


def texts(file: File) -> Iterator[Finding]:
    """Parts that are no XML; prefixes that are said to be ignorable and not declared; what nobody said may be ignored."""
    for name, why in file.broken.items():
        if not name.endswith(".vml"):
            yield Finding("xml", name, why)
    usual, strict = set(), set()
    for name, root in file.roots.items():
        space = root.tag.rpartition("}")[0].lstrip("{")
        if space == MAIN:
            usual.add(name)
        elif space == STRICT_MAIN:
            strict.add(name)
        for node in root.iter("*"):
            for word in (node.get(f"{{{MC}}}Ignorable") or "").split():
                if word not in node.nsmap:
                    yield Finding("ignorable-undeclared", name, word)
            if node.tag == f"{{{MC}}}Choice":
                for word in (node.get("Requires") or "").split():
                    if word not in node.nsmap:
                        yield Finding("choice-undeclared", name, word)
        if local(root.tag) in _PLAIN and not name.endswith(".rels"):
            yield from _foreign(name, root)
    for name in strict if usual else ():
        yield Finding("strict-mixed", name)
    book = file.roots.get(file.book)
    if book is not None:
        said = book.get("conformance") == "strict"
        of_rels = any(STRICT in (n.get("Type") or "") for n in file.roots.get("_rels/.rels", ()))
        if said != (file.book in strict) or (file.book in strict) != of_rels:
            yield Finding("strict-mixed", file.book, "what it says of itself")


def _foreign(name: str, root: object) -> Iterator[Finding]:
    """Tags and attributes of other vocabularies, outside extensions, that are not said to be ignorable."""
    seen = set()

    def walk(node: object, ignorable: frozenset[str]) -> None:
        words = (node.get(f"{{{MC}}}Ignorable") or "").split()  # type: ignore[attr-defined]
        ignorable = ignorable | {node.nsmap[w] for w in words if w in node.nsmap}  # type: ignore[attr-defined]
        for attribute in node.attrib:  # type: ignore[attr-defined]
            space = attribute.rpartition("}")[0].lstrip("{")
            if space not in _KNOWN and space not in ignorable:
                seen.add(space)
        for child in node:  # type: ignore[attr-defined]
            space = child.tag.rpartition("}")[0].lstrip("{") if isinstance(child.tag, str) else ""
            if local(child.tag) == "ext" or space == MC:
                continue
            if space not in _KNOWN and space not in ignorable:
                seen.add(space)
            walk(child, ignorable)

    walk(root, frozenset())
    for space in sorted(seen):
        yield Finding("foreign-not-ignorable", name, space)
