"""A book on each backend for the tests that damage it: made, kept as a version, and put back by an undo."""

from __future__ import annotations

import shutil
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import Any

from rules.registry import engine_of
from sync.backends.base import Backend
from sync.backends.google import GoogleBackend
from sync.backends.google_known import tab_ids
from sync.backends.memory import MemoryBackend, MemoryBook
from sync.backends.xlsx import XlsxBackend
from sync.backends.xlsx_backups import Keep
from sync.backends.xlsx_parts import key_of
from sync.grid import Cell, is_blank
from sync.running.once import Pass
from sync.schema import Rows, Tab, workbook
from tests.backends.google_rig import Desk as Emulator
from tests.backends.google_rig import GooglePerson
from tests.backends.google_rig import desk as emulator
from tests.backends.people import CellMatrix, MemoryPerson, XlsxPerson
from tests.emulator.book import Book
from tests.sync.desk import BEGIN, FIVE, Desk, fill

TABS: tuple[Tab, ...] = workbook(engine_of("ladder").sheet)
VIEWS = frozenset(t.name for t in TABS if t.rows is Rows.VIEW)
_NAMES: dict[str, str] = {
    key: tab.name for tab in TABS for key in (tab.name, key_of(tab.name), *(str(i) for i in tab_ids(tab.name)))
}


def name_of(key: str) -> str:
    """Name in the schema of the tab with this key, on whatever backend; the key itself for a tab of somebody's own."""
    return _NAMES.get(key, key)


NO_BACKUPS = Keep(0, 0)  # they have tests of their own


@dataclass
class Version:
    """A book as it stood: `pages` for an undo (title and cells of each tab, as the backend keeps them), `whole` for
    putting all of it back, worker's memory included."""

    pages: dict[str, tuple[str, CellMatrix]]
    whole: Any
    now: datetime
    passes: int


class Rig(ABC):
    """Books of one backend. `folder` is theirs alone."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        self._started: dict[str, tuple[Version, tuple[Pass, ...]]] = {}

    @abstractmethod
    def blank(self) -> Desk:
        """A desk whose book is not made yet."""

    @abstractmethod
    def worker(self, d: Desk) -> Backend:
        """Another worker's hold on the book of a desk."""

    @abstractmethod
    def keep(self, d: Desk) -> Any:
        """The whole book, with what the worker keeps beside it."""

    @abstractmethod
    def put_back(self, d: Desk, whole: Any) -> None:
        """Put the whole book back, as if nothing had been done since."""

    @abstractmethod
    def lay(self, d: Desk, title: str, rows: CellMatrix, version: Any) -> None:
        """Make the tab of this title hold these rows; made again from the version where it was deleted."""

    def desk(self, **settings: Cell) -> Desk:
        """A ladder of five that has started. It is started once for these settings, and then put back, for speed."""
        key = str(sorted(settings.items()))
        if key not in self._started:
            made = fill(self.blank(), FIVE, True, **settings)
            self._started[key] = (self.version(made), tuple(made.done))
            return made
        version, done = self._started[key]
        made = self.blank()
        made.done = list(done)
        self.rewind(made, version)
        return made

    def check(self) -> None:  # noqa: B027 - only some have anything to look at
        """Raises AssertionError where something was wrong all along, whatever the sheet shows."""

    def pages(self, d: Desk) -> dict[str, tuple[str, CellMatrix]]:
        """Title and cells of every tab, by its name in the schema."""
        d.save()
        return {name_of(t.key): (t.title, d.person.take_up(t.title)) for t in d.backend.read().tabs}

    def version(self, d: Desk) -> Version:
        """The book as it stands."""
        pages = self.pages(d)
        return Version(pages, self.keep(d), d.now, len(d.done))

    def rewind(self, d: Desk, version: Version) -> None:
        """As if nothing had been done since: the book, the clock, the passes."""
        d.now = version.now
        del d.done[version.passes :]
        self.put_back(d, version.whole)

    def undo(self, d: Desk, version: Version) -> None:
        """What an undo does: people's tabs as they were, with the lines of the Journal since still below them.

        The worker's own tabs stay as they are, under the titles they had; tabs added since go.
        """
        now = self.pages(d)
        for name, (title, _) in now.items():
            if name not in version.pages and name not in VIEWS:
                d.person.delete_tab(title)
        for name, (title, rows) in version.pages.items():
            if name in VIEWS:
                if name in now and now[name][0] != title:
                    d.person.rename_tab(now[name][0], title)
                continue
            kept = [list(row) for row in rows]
            if name == "Journal" and name in now:
                have = {self._text(d, row, 0) for row in kept}
                kept += [r for r in now[name][1] if self._text(d, r, 0) not in have and self._is_ours(d, r)]
            if name in now and now[name][0] != title:
                d.person.rename_tab(now[name][0], title)
            self.lay(d, title, kept, version.whole)
        d.save()

    @staticmethod
    def _text(d: Desk, row: Sequence[Any], column: int) -> str:
        shown = d.person.shown(row[column]) if column < len(row) else None
        return "" if is_blank(shown) else str(shown)

    def _is_ours(self, d: Desk, row: Sequence[Any]) -> bool:
        """Whether the worker wrote a row: the Journal's last cell is a pass."""
        return self._text(d, row, 6).startswith("pass")


class MemoryRig(Rig):
    """Books in memory."""

    def blank(self) -> Desk:
        """An empty book."""
        book = MemoryBook(zone="Europe/Berlin")
        return Desk(MemoryBackend(book), MemoryPerson(book))

    def worker(self, d: Desk) -> Backend:
        """The same book."""
        return MemoryBackend(d.book)

    def keep(self, d: Desk) -> MemoryBook:
        """A copy."""
        return d.book.copy()

    def put_back(self, d: Desk, whole: MemoryBook) -> None:
        """The copy's tabs, revision and mark."""
        d.book.restore(whole)
        d.book.mark = whole.mark

    def lay(self, d: Desk, title: str, rows: CellMatrix, version: MemoryBook) -> None:
        """Rows of the tab, or the tab itself."""
        if title not in d.person.titles():
            gone = version.by_title(title)
            assert gone is not None
            d.book.tabs.append(replace(gone))
        d.person.put_down(title, rows)


class XlsxRig(Rig):
    """Workbook files. What is typed is saved together, before the next pass."""

    @property
    def path(self) -> Path:
        """The file."""
        return self.folder / "book.xlsx"

    def blank(self) -> Desk:
        """A path without a file."""
        for left in self.folder.iterdir():
            left.unlink()
        return Desk(XlsxBackend(self.path, NO_BACKUPS), XlsxPerson(self.path, lazy=True))

    def worker(self, d: Desk) -> Backend:  # noqa: ARG002 - the rig knows its one book
        """The same file."""
        return XlsxBackend(self.path, NO_BACKUPS)

    def keep(self, d: Desk) -> dict[str, bytes]:
        """The file and those beside it."""
        d.save()
        return {p.name: p.read_bytes() for p in self.folder.iterdir()}

    def put_back(self, d: Desk, whole: dict[str, bytes]) -> None:
        """The files as they were."""
        for left in self.folder.iterdir():
            left.unlink()
        for name, data in whole.items():
            (self.folder / name).write_bytes(data)
        d.backend, d.person = XlsxBackend(self.path, NO_BACKUPS), XlsxPerson(self.path, lazy=True)

    def lay(self, d: Desk, title: str, rows: CellMatrix, version: dict[str, bytes]) -> None:  # noqa: ARG002
        """Cells of the tab, or of a new tab of that title."""
        if title not in d.person.titles():
            d.person.add_tab(title)
        d.person.put_down(title, rows)


class GoogleRig(Rig):
    """Spreadsheets at the emulator."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self._states = 0
        self._clock: Callable[[], datetime] = lambda: BEGIN
        self.at: Emulator = emulator(self._state())

    def blank(self) -> Desk:
        """A spreadsheet as Google makes it."""
        book = Book(self.at.emulated.book_id, "Club ladder", time_zone="Europe/Berlin")
        book.owner = self.at.emulated.book.owner
        self._set(book)
        self.at.state = self._state()
        self.at.emulated.service.log.clear()
        made = Desk(self._backend(), GooglePerson(self.at.emulated))
        self._clock = lambda: made.now
        return made

    def _state(self) -> Path:
        self._states += 1
        return self.folder / f"worker{self._states}"

    def _set(self, book: Book) -> None:
        self.at.emulated.service.world.files[self.at.emulated.book_id].book = book

    def _backend(self) -> GoogleBackend:
        at = self.at
        return GoogleBackend(at.emulated.book_id, at.session(), at.state, lambda: self._clock().timestamp())

    def worker(self, d: Desk) -> Backend:  # noqa: ARG002 - the rig knows its one book
        """The same spreadsheet, the same folder."""
        return self._backend()

    def keep(self, d: Desk) -> tuple[Book, Path]:  # noqa: ARG002 - the rig knows its one book
        """A copy of the spreadsheet and of the worker's folder."""
        kept = self._state()
        with suppress(FileNotFoundError):
            shutil.copytree(self.at.state, kept)
        return self.at.emulated.book.copy(), kept

    def put_back(self, d: Desk, whole: tuple[Book, Path]) -> None:
        """The spreadsheet and the folder as they were."""
        book, kept = whole
        self.at.state = self._state()
        if kept.exists():
            shutil.copytree(kept, self.at.state)
        self._set(book.copy())
        d.backend = self._backend()

    def lay(self, d: Desk, title: str, rows: CellMatrix, version: tuple[Book, Path]) -> None:
        """Rows of the tab, or the tab itself with its number."""
        if title not in d.person.titles():
            gone = version[0].titled(title)
            assert gone is not None
            with_it = self.at.emulated.book.copy()
            with_it.sheets.append(gone.copy())
            self._set(with_it)
        d.person.put_down(title, rows)

    def check(self) -> None:
        """Every request and answer followed Google's documents."""
        self.at.emulated.service.judge.raise_violations()


RIGS: dict[str, type[Rig]] = {"memory": MemoryRig, "xlsx": XlsxRig, "google": GoogleRig}
