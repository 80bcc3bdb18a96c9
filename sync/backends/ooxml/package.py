"""The parts of a workbook file: read as needed, changed as trees, and put together again around what did not change."""

from __future__ import annotations

import io
import posixpath
import re
import zipfile

from sync.backends.ooxml.space import CONTENT, CONTENT_TYPES, RELATIONS, Space
from sync.backends.ooxml.xml import Element, alone, drop, made, parsed, written
from sync.backends.ooxml.zipped import kept, packed, zipped
from sync.backends.xlsx_limits import opened

CONTENTS = "[Content_Types].xml"
_REL = f"{{{RELATIONS}}}Relationship"
_NUMBERED = re.compile(r"^(.*?)(\d*)(\.[^./]+)$")


class Package:
    """A zip file of parts, in the middle of being changed."""

    def __init__(self, data: bytes) -> None:
        """Raises BadZipFile, TooMuch."""
        self._data = data
        with opened(data) as archive:
            self._items = {item.filename: item for item in archive.infolist()}
            self._comment = archive.comment
        self._archive = zipfile.ZipFile(io.BytesIO(data))
        self._trees: dict[str, Element] = {}
        self._changed: set[str] = set()  # parts whose tree goes into the file
        self._put: dict[str, bytes] = {}
        self._gone: set[str] = set()

    # parts
    def __contains__(self, name: str) -> bool:
        there = name in self._items or name in self._put or name in self._trees
        return there and name not in self._gone

    def names(self) -> list[str]:
        """All parts as they stand now."""
        every = dict.fromkeys((*self._items, *self._put, *self._trees))
        return [name for name in every if name not in self._gone]

    def read(self, name: str) -> bytes:
        """A part's bytes as they stand. Raises KeyError."""
        if name in self._gone:
            raise KeyError(name)
        if name in self._changed:
            return written(self._trees[name])
        return self._put[name] if name in self._put else self._archive.read(name)

    def tree(self, name: str) -> Element:
        """A part's root; changes count once `touch` is called. Raises KeyError, ValueError."""
        if name not in self._trees:
            self._trees[name] = parsed(self.read(name))
        return self._trees[name]

    def touch(self, name: str) -> None:
        """The part's tree was changed."""
        self._changed.add(name)

    def settle(self, name: str) -> None:
        """Keep a part whose tree is done with as bytes; a tree that was not changed is let go."""
        if name in self._changed:
            self.put(name, written(self._trees[name]))
        else:
            self._trees.pop(name, None)

    def is_changed(self, name: str) -> bool:
        """Whether the part differs from the one in the file."""
        return name in self._changed or name in self._put or name in self._gone

    @property
    def has_changed(self) -> bool:
        """Whether any part differs."""
        return bool(self._changed or self._put or self._gone)

    def put(self, name: str, content: bytes) -> None:
        """A part with these bytes, new or in place of the one there is."""
        self._gone.discard(name)
        self._trees.pop(name, None)
        self._changed.discard(name)
        self._put[name] = content

    def put_tree(self, name: str, root: Element) -> None:
        """A part made of this tree."""
        self._gone.discard(name)
        self._put.pop(name, None)
        self._trees[name] = root
        self._changed.add(name)

    def remove(self, name: str) -> None:
        """Take a part out, with its relations and its content type."""
        for part in (name, _rels_path(name)):
            if part in self:
                self._gone.add(part)
                self._changed.discard(part)
                self._trees.pop(part, None)
                self._put.pop(part, None)
        for node in list(self.tree(CONTENTS)):
            if (node.get("PartName") or "").casefold() == f"/{name}".casefold():
                drop(node)
                self.touch(CONTENTS)

    def free_name(self, like: str) -> str:
        """A name that no part has: `xl/worksheets/sheet9.xml` for another `xl/worksheets/sheet1.xml`."""
        found = _NUMBERED.match(like)
        stem, end = (found[1], found[3]) if found else (like, "")
        taken = {name.casefold() for name in (*self._items, *self.names())}
        number = 1
        while f"{stem}{number}{end}".casefold() in taken:
            number += 1
        return f"{stem}{number}{end}"

    # content types
    def declare(self, name: str, kind: str) -> None:
        """Say in the file's list what sort of part this is; a drawing of notes goes by its ending."""
        root, content = self.tree(CONTENTS), CONTENT_TYPES[kind]
        if kind == "vmlDrawing":
            ending = name.rpartition(".")[2]
            for node in root:
                if (node.get("Extension") or "").casefold() == ending and node.get("ContentType") == content:
                    return
            if not any((node.get("Extension") or "").casefold() == ending for node in root):
                root.insert(0, alone(f"{{{CONTENT}}}Default", {"Extension": ending, "ContentType": content}))
                self.touch(CONTENTS)
                return
        made(root, f"{{{CONTENT}}}Override", {"PartName": f"/{name}", "ContentType": content})
        self.touch(CONTENTS)

    # relations
    def relations(self, name: str) -> list[Relation]:
        """Where a part leads; of the file itself for ""."""
        path = _rels_path(name)
        if path not in self:
            return []
        return [Relation(node, _target(name, node)) for node in self.tree(path) if node.tag == _REL]

    def leads(self, name: str, kind: str) -> list[Relation]:
        """The part's relations of this kind."""
        return [r for r in self.relations(name) if r.kind == kind]

    def lead(self, name: str, space: Space, kind: str, target: str, outside: bool = False) -> str:
        """A new relation of a part; its id comes back."""
        path = _rels_path(name)
        if path not in self:
            self.put_tree(path, alone(f"{{{RELATIONS}}}Relationships", nsmap={None: RELATIONS}))
        root = self.tree(path)
        taken = {node.get("Id") for node in root}
        number = len(taken) + 1
        while f"rId{number}" in taken:
            number += 1
        says = {"Id": f"rId{number}", "Type": space.kind(kind), "Target": target if outside else f"/{target}"}
        if outside:
            says["TargetMode"] = "External"
        made(root, _REL, says)
        self.touch(path)
        return f"rId{number}"

    def unlead(self, name: str, relation_id: str) -> None:
        """Take a relation out."""
        path = _rels_path(name)
        for node in list(self.tree(path)):
            if node.get("Id") == relation_id:
                drop(node)
                self.touch(path)

    # the end
    def original(self, name: str) -> bytes | None:
        """A part as it is in the file, whatever became of it; None where it is new."""
        return self._archive.read(name) if name in self._items else None

    def same(self) -> frozenset[str]:
        """Parts that lie in the file as they lay before."""
        return frozenset(name for name in self._items if not self.is_changed(name))

    def saved(self) -> bytes:
        """The file: what did not change keeps its bytes and its order, and what is new follows."""
        entries = []
        for name, item in self._items.items():
            if name in self._gone:
                continue
            if name in self._changed or name in self._put:
                entries.append(packed(name, self.read(name), item))
            else:
                entries.append(kept(self._data, item))
        fresh = (name for name in self.names() if name not in self._items and self.is_changed(name))
        entries += [packed(name, self.read(name)) for name in fresh]
        return zipped(entries, self._comment)


class Relation:
    """One line of a part's relations."""

    def __init__(self, node: Element, target: str) -> None:
        self.id = node.get("Id") or ""
        self.kind = (node.get("Type") or "").rpartition("/")[2]
        self.outside = node.get("TargetMode") == "External"
        self.target = target  # the name of the part, or the address outside


def _rels_path(name: str) -> str:
    folder, file = posixpath.split(name)
    return posixpath.join(folder, "_rels", f"{file}.rels")


def _target(name: str, node: Element) -> str:
    target = str(node.get("Target") or "")
    if node.get("TargetMode") == "External":
        return target
    if target.startswith("/"):
        return target.lstrip("/")
    return posixpath.normpath(posixpath.join(posixpath.dirname(name), target))
