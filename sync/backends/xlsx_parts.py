"""The XML inside a workbook file, as far as values alone do not tell: names, tabs, formulas, errors, merges."""

from __future__ import annotations

import contextlib
import posixpath
import re
import struct
import zipfile
import zlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import TypeVar
from xml.etree import ElementTree
from xml.parsers.expat import ExpatError

from sync.backends.base import Unreachable
from sync.backends.xlsx_limits import MOST_NAMES, Tally, TooMuch, Walk, opened, unpacked
from sync.backends.xlsx_sheet import Cached as Cached
from sync.backends.xlsx_sheet import SheetFacts, facts_of, shared_lengths
from sync.backends.xlsx_sheet import place_of as place_of
from sync.marks import key_of as key_of

DAMAGE = (  # what the standard library raises for a broken file
    zipfile.BadZipFile, zlib.error, struct.error, ElementTree.ParseError, ExpatError,
    KeyError, ValueError, EOFError, OSError, RuntimeError, OverflowError,
)  # fmt: skip

T = TypeVar("T")

REVISION = "Pairsheet.revision"
KEY = "Pairsheet.tab."
CHART = "Pairsheet.chart."

_MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
_REL_ID = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"
_SHEET_OF_NAME = re.compile(r"^=?(?:'((?:[^']|'')+)'|([^'!]+))!")
_LONGEST_TITLE = 200  # of a tab, with its quotes doubled; Excel takes 31 letters


@dataclass(frozen=True)
class SheetPart:
    """One sheet of the file, and what its XML tells."""

    title: str
    path: str
    facts: SheetFacts = field(default_factory=SheetFacts)


@dataclass(frozen=True)
class Parts:
    """A workbook file taken apart."""

    names: tuple[str, ...]  # of all parts in the file
    sheets: tuple[SheetPart, ...]
    defined: Mapping[str, str] = field(default_factory=dict)
    other_titles: tuple[str, ...] = ()  # of tabs that are charts or macros
    counted: Mapping[str, Tally] = field(default_factory=dict)  # what each part adds to the limits
    shared: tuple[int, ...] = ()  # lengths of the texts that cells share

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
    found = _SHEET_OF_NAME.match(text[:_LONGEST_TITLE].replace("$'", "'"))
    return (found[1].replace("''", "'") if found[1] else found[2].lstrip("$")) if found else ""


@dataclass(frozen=True)
class Known:
    """A file that was taken apart before, and the names of parts whose bytes another one shares with it.

    Its list of shared texts is among them: what cells hold follows from it.
    """

    parts: Parts
    same: frozenset[str] = frozenset()

    def facts(self, title: str, path: str) -> SheetFacts | None:
        """What is known of a tab; None where it is another one, or its texts may be."""
        return next((s.facts for s in self.parts.sheets if s.path == path and s.title == title), None)


def take_apart(data: bytes, called: str, known: Known | None = None) -> Parts:
    """The parts of a workbook file. Raises Unreachable for anything else, and for what is beyond the limits.

    Parts that are `known` are counted, and not looked at again.
    """
    if data[:8] == b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1":
        raise Unreachable(f"{called} is protected by a password or in the old .xls format: save it as plain .xlsx.")
    try:
        with opened(data) as archive:
            return _parts(archive, data, known or Known(Parts((), ())))
    except TooMuch as limit:
        raise Unreachable(f"{called} {limit}. It is not read.") from limit
    except DAMAGE as error:
        raise Unreachable(f"{called} is not a workbook that can be read (damaged, or another kind of file).") from error


def sheet_paths(data: bytes) -> dict[str, str]:
    """The tabs of a workbook that was written here: their titles by where they lie in the file."""
    with opened(data) as archive:
        return {path: title for title, path in _sheets(archive)[1]}


def _parts(archive: zipfile.ZipFile, data: bytes, known: Known) -> Parts:
    items = {item.filename: item for item in archive.infolist()}
    counts = _Counts(known)

    def pieces(name: str) -> Iterator[bytes]:
        return unpacked(data, items[name], counts.tally)

    def walk(name: str) -> None:
        Walk(counts.tally).over(pieces(name))

    lists = [name for name in items if name.endswith(".rels")]
    for name in lists:
        counts.of(name, walk)
    book_path = _book_path(archive)
    counts.of(book_path, walk)
    book, titles, others = _sheets(archive)
    wanted = dict.fromkeys((path for _, path in titles), "")
    if len(wanted) < len(titles):
        raise ValueError("two tabs of one sheet")
    texts = next((path for kind, path in _typed(archive, book_path) if kind == "sharedStrings"), "")
    shared = known.parts.shared
    if texts in items and not counts.knows(texts):
        shared = tuple(counts.of(texts, lambda name: shared_lengths(pieces(name), counts.tally)))
    aside = items.keys() - wanted.keys() - {*lists, book_path, texts}
    for name in (name for name in items if name in aside and not counts.knows(name)):
        counts.of(name, lambda name: _walk_aside(name, pieces(name), counts.tally))
    sheets = []
    for title, path in titles:
        facts = known.facts(title, path)
        if facts is None or not counts.knows(path):
            facts = counts.of(path, lambda path, title=title: facts_of(pieces(path), title, shared, counts.tally))  # type: ignore[misc]
        sheets.append(SheetPart(title, path, facts))
    # Names of one sheet only (localSheetId) are copies that programs make along with a tab.
    names = list(book.iter(f"{_MAIN}definedName"))
    if len(names) > MOST_NAMES:
        raise TooMuch(f"holds more than {MOST_NAMES:,} names of ranges")
    defined = {n.get("name", ""): n.text or "" for n in names if n.get("localSheetId") is None}
    return Parts(tuple(archive.namelist()), tuple(sheets), defined, others, counts.by_part, shared)


class _Counts:
    """What was counted, of all parts together and of each."""

    def __init__(self, known: Known) -> None:
        self.tally = Tally()
        self.by_part: dict[str, Tally] = {}
        self._known = known

    def knows(self, name: str) -> bool:
        """Whether the part was looked at before; then it is counted as it was then."""
        there = self._known.parts.counted.get(name) if name in self._known.same else None
        if there is None:
            return False
        self.tally.add(there)
        self.by_part[name] = there
        return True

    def of(self, name: str, look: Callable[[str], T]) -> T:
        """Look at a part, and keep what it adds."""
        before = replace(self.tally)
        seen = look(name)
        self.by_part[name] = self.tally.since(before)
        return seen


def _walk_aside(name: str, pieces: Iterator[bytes], tally: Tally) -> None:
    """Count what a part that we do not read ourselves holds. A damaged one is left to whoever reads it."""
    first = next(pieces, b"")
    if name.endswith((".xml", ".vml")) or b"<" in first[:8] or first[:2] in (b"\xff\xfe", b"\xfe\xff"):
        with contextlib.suppress(ExpatError):  # drawings of notes are not always well formed
            Walk(tally).over(chain((first,), pieces))
    for _ in pieces:  # the rest is inflated all the same: what it unpacks to counts
        pass


def _sheets(archive: zipfile.ZipFile) -> tuple[ElementTree.Element, list[tuple[str, str]], tuple[str, ...]]:
    """The workbook part, titles and places of the tabs with cells, and titles of the others. Raises ValueError."""
    book_path = _book_path(archive)
    book = ElementTree.fromstring(archive.read(book_path))
    targets = dict(_relations(archive, book_path))
    sheets, others = [], []
    for node in book.iter(f"{_MAIN}sheet"):
        path = targets.get(node.get(_REL_ID, ""), "")
        if "/worksheets/" in f"/{path}":
            sheets.append((node.get("name", ""), path))
        else:
            others.append(node.get("name", ""))
    if not sheets:
        raise ValueError("no sheets")
    return book, sheets, tuple(others)


def _book_path(archive: zipfile.ZipFile) -> str:
    for node in ElementTree.fromstring(archive.read("_rels/.rels")):
        if node.get("Type", "").endswith("/officeDocument"):
            return node.get("Target", "").lstrip("/")
    raise ValueError("no workbook")


def _relations(archive: zipfile.ZipFile, path: str) -> Iterator[tuple[str, str]]:
    for node, target in _targets(archive, path):
        yield node.get("Id", ""), target


def _typed(archive: zipfile.ZipFile, path: str) -> Iterator[tuple[str, str]]:
    for node, target in _targets(archive, path):
        yield node.get("Type", "").rpartition("/")[2], target


def _targets(archive: zipfile.ZipFile, path: str) -> Iterator[tuple[ElementTree.Element, str]]:
    folder, name = posixpath.split(path)
    for node in ElementTree.fromstring(archive.read(f"{folder}/_rels/{name}.rels")):
        target = node.get("Target", "")
        yield node, target.lstrip("/") if target.startswith("/") else posixpath.normpath(f"{folder}/{target}")
