"""A fresh book with a worker and a person, by backend."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from sync.backends.memory import MemoryBackend, MemoryBook
from sync.backends.xlsx import XlsxBackend
from tests.backends.google_rig import GooglePerson, desk
from tests.backends.people import MemoryPerson, XlsxPerson
from tests.tournaments.play import Table


def in_memory(_: Path) -> Table:
    """A book in memory."""
    book = MemoryBook()
    return Table(MemoryBackend(book), MemoryPerson(book))


def in_a_file(folder: Path) -> Table:
    """A workbook in a file."""
    path = folder / "book.xlsx"
    return Table(XlsxBackend(path), XlsxPerson(path, lazy=True))


def at_google(folder: Path) -> Table:
    """A spreadsheet of the emulator."""
    mine = desk(folder)

    def settle(zone: str) -> None:
        mine.emulated.book.properties["timeZone"] = zone  # as the director sets it in File → Settings

    return Table(mine.backend(), GooglePerson(mine.emulated), settle)


BACKENDS: Mapping[str, Callable[[Path], Table]] = {"memory": in_memory, "xlsx": in_a_file, "google": at_google}
