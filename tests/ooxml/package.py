"""A workbook's package taken apart, changed and put together again, as a program that knows every kind of part would."""

from __future__ import annotations

import io
import posixpath
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from lxml import etree

from tests.ooxml.vocabulary import MAIN, ORDERS, REL_TYPE, RELS, SHEET, TYPES, R, local

_SAFE: Any = etree.XMLParser(resolve_entities=False, no_network=True, huge_tree=False)


def parsed(data: bytes) -> Any:
    """The root of a part. Raises etree.XMLSyntaxError."""
    return etree.fromstring(data, _SAFE)


def printed(root: Any) -> bytes:
    """A part as programs write it."""
    out: bytes = etree.tostring(root, xml_declaration=True, encoding="UTF-8", standalone=True)
    return out


def rels_of(part: str) -> str:
    """Where the relationships of a part lie; of the package itself for a blank name."""
    folder, name = posixpath.split(part)
    return posixpath.join(folder, "_rels", f"{name}.rels")


def target_of(part: str, target: str) -> str:
    """The part that a target names, as seen from `part`."""
    return (
        target.lstrip("/")
        if target.startswith("/")
        else posixpath.normpath(posixpath.join(posixpath.dirname(part), target))
    )


@dataclass
class Package:
    """Parts by name, in the order of the file."""

    parts: dict[str, bytes] = field(default_factory=dict)

    @classmethod
    def opened(cls, data: bytes) -> Package:
        """The parts of a file."""
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            return cls({name: archive.read(name) for name in archive.namelist()})

    def saved(self, compression: int = zipfile.ZIP_DEFLATED) -> bytes:
        """The file, the list of contents first."""
        first = "[Content_Types].xml"
        out = io.BytesIO()
        with zipfile.ZipFile(out, "w", compression) as archive:
            for name in sorted(self.parts, key=lambda n: n != first):
                archive.writestr(name, self.parts[name])
        return out.getvalue()

    # relationships and kinds of content
    def relations(self, part: str) -> Iterator[tuple[str, str, str]]:
        """Id, kind (its last word) and part of each relationship that leads to a part."""
        data = self.parts.get(rels_of(part))
        for node in parsed(data) if data is not None else ():
            if node.get("TargetMode") != "External":
                yield node.get("Id"), node.get("Type").rpartition("/")[2], target_of(part, node.get("Target"))

    def relate(self, part: str, kind: str, target: str, external: bool = False, relative: bool = False) -> str:
        """A new relationship; its id comes back. `kind` is the last word of the usual ones, or the whole address."""
        name = rels_of(part)
        root = (
            parsed(self.parts[name])
            if name in self.parts
            else etree.Element(f"{{{RELS}}}Relationships", nsmap={None: RELS})
        )
        ids = {node.get("Id") for node in root}
        id_ = next(f"rId{n}" for n in range(1, 10_000) if f"rId{n}" not in ids)
        node = etree.SubElement(root, f"{{{RELS}}}Relationship", Id=id_, Type=kind if "/" in kind else REL_TYPE + kind)
        if external:
            node.set("Target", target)
            node.set("TargetMode", "External")
        else:
            node.set("Target", posixpath.relpath(target, posixpath.dirname(part) or ".") if relative else f"/{target}")
        self.parts[name] = printed(root)
        return id_

    def content(self, name: str, kind: str) -> None:
        """Say what a part holds."""
        root = parsed(self.parts["[Content_Types].xml"])
        etree.SubElement(root, f"{{{TYPES}}}Override", PartName=f"/{name}", ContentType=kind)
        self.parts["[Content_Types].xml"] = printed(root)

    def default(self, ending: str, kind: str) -> None:
        """Say what parts of an ending hold."""
        root = parsed(self.parts["[Content_Types].xml"])
        if not any(node.get("Extension", "").lower() == ending for node in root):
            root.insert(0, etree.Element(f"{{{TYPES}}}Default", Extension=ending, ContentType=kind))
            self.parts["[Content_Types].xml"] = printed(root)

    def add(self, name: str, data: bytes | str, kind: str = "") -> str:
        """A new part; its name comes back. `kind` of content where the ending does not say it."""
        assert name not in self.parts, name
        self.parts[name] = data.encode() if isinstance(data, str) else data
        if kind:
            self.content(name, SHEET + kind if "/" not in kind else kind)
        return name

    # the workbook
    @property
    def book(self) -> str:
        """The name of the workbook part."""
        return next(part for _, kind, part in self.relations("") if kind == "officeDocument")

    def sheets(self) -> dict[str, str]:
        """Parts of the tabs by title."""
        root = parsed(self.parts[self.book])
        parts = {id_: part for id_, _, part in self.relations(self.book)}
        attribute = next((a for node in root.iter("{*}sheet") for a in node.attrib if a.endswith("}id")), f"{{{R}}}id")
        return {
            node.get("name"): parts[node.get(attribute)]
            for node in root.iter("{*}sheet")
            if node.get(attribute) in parts
        }

    def insert(self, part: str, *children: str) -> None:
        """Put children into a part's root, each where the schema wants it. They may use r:, mc:, x14:, xm:, xdr:."""
        root = parsed(self.parts[part])
        for text in children:
            place(root, element(text))
        self.parts[part] = printed(root)

    def name(self, name: str, text: str, **attributes: str) -> None:
        """A defined name."""
        root = parsed(self.parts[self.book])
        names = root.find(f"{{{MAIN}}}definedNames")
        if names is None:
            names = etree.Element(f"{{{MAIN}}}definedNames")
            place(root, names)
        node = etree.SubElement(names, f"{{{MAIN}}}definedName", name=name, **attributes)
        node.text = text
        self.parts[self.book] = printed(root)

    def tab(self, title: str, xml: str, name: str = "", state: str = "") -> str:
        """A new tab at the end; its part comes back."""
        part = name or next(p for n in range(1, 1000) if (p := f"xl/worksheets/sheet{n}.xml") not in self.parts)
        self.add(part, xml, "worksheet+xml")
        id_ = self.relate(self.book, "worksheet", part)
        root = parsed(self.parts[self.book])
        sheets = root.find(f"{{{MAIN}}}sheets")
        number = max(int(node.get("sheetId")) for node in sheets) + 1
        node = etree.SubElement(sheets, f"{{{MAIN}}}sheet", name=title, sheetId=str(number))
        if state:
            node.set("state", state)
        node.set(f"{{{R}}}id", id_)
        self.parts[self.book] = printed(root)
        return part


_SPACES = (
    f'xmlns="{MAIN}" xmlns:r="{R}" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" '
    'xmlns:x14="http://schemas.microsoft.com/office/spreadsheetml/2009/9/main" '
    'xmlns:xm="http://schemas.microsoft.com/office/excel/2006/main" '
    'xmlns:x15="http://schemas.microsoft.com/office/spreadsheetml/2010/11/main"'
)


def element(text: str) -> Any:
    """An element written with the usual prefixes."""
    holder = parsed(f"<holder {_SPACES}>{text}</holder>".encode())
    child = holder[0]
    etree.cleanup_namespaces(holder)
    return child


def place(root: Any, child: Any) -> None:
    """Put a child into a root where the schema wants it; last among its equals."""
    order = ORDERS[local(root.tag)]
    at = order.index(local(child.tag))
    for index, there in enumerate(root):
        if local(there.tag) in order and order.index(local(there.tag)) > at:
            root.insert(index, child)
            return
    root.append(child)


def sheet_xml(rows: str = "", after: str = "", before: str = "", spaces: str = "") -> str:
    """A tab's XML around its rows."""
    return (
        f'<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<worksheet {_SPACES}{spaces}>'
        f"{before}<sheetData>{rows}</sheetData>{after}</worksheet>"
    )
