"""The XML inside a workbook file, as far as values alone do not tell: names, tabs, formulas, errors, merges."""

from __future__ import annotations

import io
import posixpath
import re
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from xml.etree import ElementTree

from sync.backends.base import Unreachable
from sync.grid import address
from sync.marks import key_of as key_of

DAMAGE = (  # what the standard library raises for a broken file

    zipfile.BadZipFile, zlib.error, ElementTree.ParseError,
    KeyError, ValueError, EOFError, OSError, RuntimeError, OverflowError,
)  # fmt: skip

REVISION = "Pairsheet.revision"
KEY = "Pairsheet.tab."
CHART = "Pairsheet.chart."

_MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
_REL_ID = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"
_CELL = re.compile(rb"<(?:\w+:)?c\b([^>]*?)(?:/>|>(.*?)</(?:\w+:)?c>)", re.S)
_FORMULA = re.compile(rb"<(?:\w+:)?f\b")
_VALUE = re.compile(rb"<(?:\w+:)?v\b[^>]*?(?:/>|>(.*?)</(?:\w+:)?v>)", re.S)
_AT = re.compile(rb'\br="([A-Z]+[0-9]+)"')
_TYPE = re.compile(rb'\bt="(\w+)"')
_MERGE = re.compile(rb'<(?:\w+:)?mergeCell\b[^>]*?\bref="([A-Z0-9:]+)"')
_FILLED = re.compile(rb'<(?:\w+:)?c\b[^>]*?\br="([A-Z]{1,3})([0-9]{1,7})"[^>]*?(?<!/)>')
LARGEST = 300_000_000  # bytes of all parts unpacked; a book of thousands of games has some ten million
MOST_CELLS = 12_000_000  # of the area a tab's values span: all rows of eleven columns
_SHEET_OF_NAME = re.compile(r"^=?(?:'((?:[^']|'')+)'|([^'!]+))!")


@dataclass(frozen=True)
class Cached:
    """A formula's value as stored in the file: the cell's type and the text of the value."""

    kind: bytes
    value: bytes


@dataclass(frozen=True)
class SheetPart:
    """One sheet's XML, and what can be told from it."""

    title: str
    path: str
    xml: bytes = b""

    def formulas(self) -> dict[str, Cached | None]:
        """Every cell with a formula, with its stored value; None where there is none."""
        found: dict[str, Cached | None] = {}
        if b"f>" not in self.xml and b"<f" not in self.xml:
            return found
        for attributes, inner in _CELL.findall(self.xml):
            at = _AT.search(attributes)
            if not inner or at is None or not _FORMULA.search(inner):
                continue
            kind = _TYPE.search(attributes)
            value = _VALUE.search(inner)
            text = (value[1] or b"") if value is not None else b""
            word = kind[1] if kind is not None else b""
            found[at[1].decode()] = Cached(word, text) if text or word == b"str" else None
        return found

    def errors(self) -> dict[str, str]:
        """Cells that show an error, with its text."""
        if b't="e"' not in self.xml:
            return {}
        found: dict[str, str] = {}
        for attributes, inner in _CELL.findall(self.xml):
            at, value = _AT.search(attributes), _VALUE.search(inner)
            if b't="e"' in attributes and at is not None:
                found[at[1].decode()] = (value[1] or b"").decode() if value is not None else ""
        return found

    def far_out(self) -> str:
        """The cell that makes the area of the values too large to be read; blank where it is not."""
        at = [place_of(f"{letters.decode()}{row.decode()}") for letters, row in _FILLED.findall(self.xml)]
        row, column = max((r for r, _ in at), default=0), max((c for _, c in at), default=0)
        if row * (column + 1) <= MOST_CELLS:
            return ""
        far_row, far_column = max(at, key=lambda p: (p[1], p[0]) if column > 200 else p)
        return address(far_row, far_column)

    def merges(self) -> tuple[str, ...]:
        """Merged ranges."""
        return tuple(m.decode() for m in _MERGE.findall(self.xml)) if b"mergeCell" in self.xml else ()


@dataclass(frozen=True)
class Parts:
    """A workbook file taken apart."""

    names: tuple[str, ...]  # of all parts in the file
    sheets: tuple[SheetPart, ...]
    defined: Mapping[str, str] = field(default_factory=dict)
    other_titles: tuple[str, ...] = ()  # of tabs that are charts or macros

    @property
    def revision(self) -> int:
        """The guard's number as stored in the book; 0 where there is none."""
        text = self.defined.get(REVISION, "0").lstrip("=").strip()
        return int(text) if text.isdecimal() and len(text) < 16 else 0

    def keys(self) -> dict[str, str]:
        """Keys of tabs by title, for the tabs that have one."""
        titles = {s.title for s in self.sheets}
        keys: dict[str, str] = {}
        for name, text in self.defined.items():
            title = sheet_of(text)
            if name.startswith(KEY) and title in titles and title not in keys:
                keys[title] = name[len(KEY) :]
        return keys


def sheet_of(text: str) -> str:
    """Title of the tab that the text of a name points at; blank if it points at none."""
    found = _SHEET_OF_NAME.match(text.replace("$'", "'"))
    return (found[1].replace("''", "'") if found[1] else found[2].lstrip("$")) if found else ""


def place_of(at: str) -> tuple[int, int]:
    """Row (from 1) and column (from 0) of an address such as B14."""
    letters = at.rstrip("0123456789")
    column = 0
    for letter in letters:
        column = column * 26 + ord(letter) - 64
    return int(at[len(letters) :]), column - 1


def take_apart(data: bytes, called: str) -> Parts:
    """The parts of a workbook file. Raises Unreachable for anything else."""
    if data[:8] == b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1":
        raise Unreachable(f"{called} is protected by a password or in the old .xls format: save it as plain .xlsx.")
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            if sum(part.file_size for part in archive.infolist()) > LARGEST:
                raise Unreachable(f"{called} unpacks to more than {LARGEST // 1_000_000} MB: it is not read.")
            parts = _parts(archive)
    except DAMAGE as error:
        raise Unreachable(f"{called} is not a workbook that can be read (damaged, or another kind of file).") from error
    for sheet in parts.sheets:
        if far := sheet.far_out():
            raise Unreachable(f"{called}: in the tab {sheet.title} something stands far out at {far}. Delete it there.")
    return parts


def _parts(archive: zipfile.ZipFile) -> Parts:
    book_path = _book_path(archive)
    book = ElementTree.fromstring(archive.read(book_path))
    targets = dict(_relations(archive, book_path))
    sheets, others = [], []
    for node in book.iter(f"{_MAIN}sheet"):
        path = targets.get(node.get(_REL_ID, ""), "")
        if "/worksheets/" in f"/{path}":
            sheets.append(SheetPart(node.get("name", ""), path, archive.read(path)))
        else:
            others.append(node.get("name", ""))
    if not sheets:
        raise ValueError("no sheets")
    # Names of one sheet only (localSheetId) are copies that programs make along with a tab.
    defined = {
        n.get("name", ""): n.text or "" for n in book.iter(f"{_MAIN}definedName") if n.get("localSheetId") is None
    }
    return Parts(tuple(archive.namelist()), tuple(sheets), defined, tuple(others))


def _book_path(archive: zipfile.ZipFile) -> str:
    for node in ElementTree.fromstring(archive.read("_rels/.rels")):
        if node.get("Type", "").endswith("/officeDocument"):
            return node.get("Target", "").lstrip("/")
    raise ValueError("no workbook")


def _relations(archive: zipfile.ZipFile, path: str) -> Iterator[tuple[str, str]]:
    folder, name = posixpath.split(path)
    for node in ElementTree.fromstring(archive.read(f"{folder}/_rels/{name}.rels")):
        target = node.get("Target", "")
        yield (
            node.get("Id", ""),
            target.lstrip("/") if target.startswith("/") else posixpath.normpath(f"{folder}/{target}"),
        )
