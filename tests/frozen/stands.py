"""Where a frozen book lies and how it is set up again: a workbook file, or a spreadsheet at the emulator."""

from __future__ import annotations

import gzip
import io
import json
import re
import zipfile
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import Any

from sync.backends.base import Backend, Mark
from sync.backends.google import GoogleBackend
from sync.backends.xlsx import XlsxBackend
from sync.grid import Grid
from tests.backends.google_rig import GooglePerson, desk
from tests.backends.people import Person, XlsxPerson
from tests.emulator.book import Book
from tests.emulator.cells import Cell, Fault, Formula
from tests.emulator.sheet import Sheet

DATA = Path(__file__).resolve().parents[1] / "data" / "frozen"
BOOK_ID = "frozen"
NOON = (2026, 1, 1, 12, 0, 0)  # of every part of a stored file, so that the same book is the same bytes


@dataclass
class Stand:
    """A book with a worker and a person at it. `store` is the book as it stands, to be kept."""

    backend: Backend
    person: Person
    store: Callable[[], bytes]


class Kind(ABC):
    """Books of one backend; `clock` tells the worker's time."""

    name: str
    ending: str

    @abstractmethod
    def blank(self, folder: Path, zone: str, clock: Callable[[], datetime]) -> Stand:
        """A new book."""

    @abstractmethod
    def opened(self, folder: Path, stored: bytes, mark: Mark, clock: Callable[[], datetime]) -> Stand:
        """A stored book with the mark that the worker kept beside it."""

    def path(self, format_name: str, moment: str) -> Path:
        """Where a frozen book is stored."""
        return DATA / format_name / f"{moment}{self.ending}"


class _SamePlace(XlsxBackend):
    """A workbook that is taken to lie where it always lay, or its worker would wait for a word about the copy."""

    def read(self) -> Grid:
        """Everything, under the one id."""
        return replace(super().read(), book=BOOK_ID)


class Files(Kind):
    """Workbook files."""

    name, ending = "xlsx", ".xlsx"

    def blank(self, folder: Path, zone: str, clock: Callable[[], datetime]) -> Stand:
        """A path without a file."""
        del zone, clock
        path = folder / "book.xlsx"
        return Stand(_SamePlace(path), XlsxPerson(path, lazy=True), lambda: timeless(path.read_bytes()))

    def opened(self, folder: Path, stored: bytes, mark: Mark, clock: Callable[[], datetime]) -> Stand:
        """The file, with the mark beside it."""
        (folder / "book.xlsx").write_bytes(stored)
        made = self.blank(folder, "", clock)
        made.backend.read()  # the mark bears the fingerprint of what was read
        made.backend.set_mark(mark)
        return made


def timeless(data: bytes) -> bytes:
    """A workbook without the time of its making."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new:
        for part in sorted(old.namelist()):
            body = old.read(part)
            if part == "docProps/core.xml":
                body = re.sub(rb">\d{4}-\d\d-\d\dT[\d:.]+Z?<", b">2026-01-01T12:00:00Z<", body)
            info = zipfile.ZipInfo(part, NOON)
            info.compress_type = zipfile.ZIP_DEFLATED
            new.writestr(info, body, compresslevel=9)
    return out.getvalue()


class Spreadsheets(Kind):
    """Spreadsheets at the emulator."""

    name, ending = "google", ".google.json.gz"

    def blank(self, folder: Path, zone: str, clock: Callable[[], datetime]) -> Stand:
        """A spreadsheet as Google makes it, in the event's zone."""
        made = desk(folder / "worker")
        made.emulated.book.properties["timeZone"] = zone
        backend = GoogleBackend(made.emulated.book_id, made.session(), made.state, lambda: clock().timestamp())
        return Stand(backend, GooglePerson(made.emulated), lambda: packed(book_to_json(made.emulated.book)))

    def opened(self, folder: Path, stored: bytes, mark: Mark, clock: Callable[[], datetime]) -> Stand:
        """The spreadsheet, with the mark in the worker's folder."""
        made = desk(folder / "worker")
        file = made.emulated.service.world.files[made.emulated.book_id]
        owner = made.emulated.book.owner
        file.book = book_from_json(made.emulated.book_id, unpacked(stored))
        file.book.owner = owner
        backend = GoogleBackend(made.emulated.book_id, made.session(), made.state, lambda: clock().timestamp())
        backend.read()
        backend.set_mark(mark)
        return Stand(backend, GooglePerson(made.emulated), lambda: packed(book_to_json(made.emulated.book)))


KINDS: dict[str, Kind] = {kind.name: kind for kind in (Files(), Spreadsheets())}


def packed(data: Any) -> bytes:
    """JSON, compressed, the same bytes for the same data."""
    text = json.dumps(data, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return gzip.compress(text.encode("utf-8", "surrogatepass"), 9, mtime=0)


def unpacked(data: bytes) -> Any:
    """The data again."""
    return json.loads(gzip.decompress(data).decode("utf-8", "surrogatepass"))


# --- a spreadsheet of the emulator as JSON --------------------------------------------------------------------------


def book_to_json(book: Book) -> dict[str, Any]:
    """A spreadsheet as data. Cells that look alike share their look."""
    looks: list[Any] = []
    known: dict[str, int] = {}

    def look(cell: Cell) -> int:
        data = [dict(cell.format), cell.note, cell.validation, list(cell.runs)]
        key = json.dumps(data, sort_keys=True, default=dict)
        if key not in known:
            known[key] = len(looks)
            looks.append(json.loads(key))
        return known[key]

    sheets = [
        {
            "properties": sheet.properties,
            "rows": {
                str(number): {str(column): [_entered(cell.entered), look(cell)] for column, cell in row.items()}
                for number, row in sheet.rows.items()
            },
            "parts": {name: items for name, items in sheet.parts.items() if items},
            "filter": sheet.basic_filter,
            "dimensions": {axis: {str(at): d for at, d in given.items()} for axis, given in sheet.dimensions.items()},
        }
        for sheet in book.sheets
    ]
    properties = {name: value for name, value in book.properties.items() if name not in _SAME_IN_ALL}
    metadata = {str(key): item for key, item in book.metadata.items()}
    return {"properties": properties, "sheets": sheets, "named": book.named, "metadata": metadata, "looks": looks}


_SAME_IN_ALL = ("defaultFormat", "spreadsheetTheme")


def _entered(value: Any) -> Any:
    if isinstance(value, Formula):
        return {"formula": str(value)}
    if isinstance(value, Fault):
        return {"fault": str(value), "words": value.words}
    return value


def book_from_json(book_id: str, data: dict[str, Any]) -> Book:
    """The spreadsheet again."""
    book = Book(book_id, str(data["properties"]["title"]))
    book.properties |= data["properties"]
    looks = data["looks"]

    def cell(kept: list[Any]) -> Cell:
        value, (look, note, validation, runs) = kept[0], looks[kept[1]]
        if isinstance(value, dict):
            value = Formula(value["formula"]) if "formula" in value else Fault(value["fault"], value["words"])
        return Cell(value, look, note, validation, tuple(runs))

    book.sheets = []
    for kept in data["sheets"]:
        sheet = Sheet(0, "")
        sheet.properties = kept["properties"]
        sheet.rows = {int(n): {int(c): cell(v) for c, v in row.items()} for n, row in kept["rows"].items()}
        sheet.parts |= kept["parts"]
        sheet.basic_filter = kept["filter"]
        sheet.dimensions |= {
            axis: {int(at): d for at, d in given.items()} for axis, given in kept["dimensions"].items()
        }
        book.sheets.append(sheet)
    book.named = data["named"]
    book.metadata = {int(key): item for key, item in data["metadata"].items()}
    return book
