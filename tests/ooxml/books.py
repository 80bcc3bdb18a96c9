"""A kind of the corpus as a file on the disk, ready for a first pass."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from rules.registry import engine_of
from sync.backends.xlsx import XlsxBackend
from sync.backends.xlsx_backups import Keep
from sync.grid import Cell
from sync.making.create import Carried, create
from tests.ooxml.corpus import Kind
from tests.ooxml.package import Package

PLAYERS = ("Ada", "Ben", "Cem", "Dov", "Eva", "Fay")
NO_BACKUPS = Keep(0, 0)


def entries(format_name: str) -> Carried:
    """Six players, three rounds, no hold."""
    settings: dict[tuple[str, str], Cell] = {
        ("Tournament", ""): "Corpus Open",
        ("Time zone", ""): "Europe/Berlin",
        ("Check for", ""): "0",
    }
    if format_name in ("ladder", "swiss"):
        settings["Rounds", ""] = 3
    players: tuple[dict[str, Cell], ...] = tuple(
        {"Player": name, "Rating": 2000 - 10 * n} for n, name in enumerate(PLAYERS)
    )
    return Carried(players, settings)


@cache
def new_book(format_name: str, begin: bytes = b"") -> bytes:
    """A new book, alone or added to a file that was there."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "book.xlsx"
        if begin:
            path.write_bytes(begin)
        create(XlsxBackend(path, NO_BACKUPS), engine_of(format_name), entries(format_name))
        return path.read_bytes()


def book_of(kind: Kind, format_name: str, folder: Path) -> Path:
    """The file of this kind in the folder."""
    data = new_book(format_name, kind.begin() if kind.begin is not None else b"")
    if kind.lay is not None:
        package = Package.opened(data)
        kind.lay(package)
        data = package.saved()
    if kind.finish is not None:
        data = kind.finish(data)
    path = folder / f"book{kind.ending}"
    path.write_bytes(data)
    return path
