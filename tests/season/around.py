"""An event on every backend, for the tests of a season: a book, a worker, a person, a clock."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

from rules.model import Answer
from rules.registry import engine_of
from sync.backends.base import Backend
from sync.backends.memory import MemoryBackend
from sync.backends.xlsx import XlsxBackend
from sync.grid import Cell, is_blank
from sync.kinds import cell_text
from sync.making.create import Carried, create
from sync.running.once import Pass
from tests.backends.google_rig import GooglePerson
from tests.backends.google_rig import desk as google_desk
from tests.backends.people import MemoryPerson, XlsxPerson
from tests.emulator.book import Book
from tests.sync.desk import FIVE, Desk, desk

EVERYWHERE = ("memory", "xlsx", "google")
BLANK = Carried((), {("Time zone", ""): "Europe/Berlin"})
_FILE: list[bytes] = []
_SHEET: list[Book] = []


class OpenDesk(Desk):
    """A desk whose person leaves the program open between edits, and saves before the worker looks."""

    def sync(self, worker: Backend | None = None) -> Pass:
        """One pass."""
        self.person.flush()
        return super().sync(worker)


@dataclass(frozen=True)
class Maker:
    """Makes events on one backend."""

    name: str
    folder: Path

    def __call__(self, players: tuple[tuple[str, int], ...] = FIVE, started: bool = False, **settings: Cell) -> Desk:
        """An event with these players; `Check_for` is the setting `Check for`."""
        if self.name == "memory":
            return desk(players, started, "ladder", **settings)
        made = self._in_a_file() if self.name == "xlsx" else self._at_google()
        for name, rating in players:
            made.person.add_row("Players", {"Player": name, "Rating": rating})
        for setting, value in {"Check for": "0", **settings}.items():
            made.set(setting.replace("_", " "), value)
        made.settle()
        return made.start() if started else made

    def _in_a_file(self) -> Desk:
        """A workbook that is made once and then copied, for speed."""
        path = self.folder / "book.xlsx"
        if not _FILE:
            create(XlsxBackend(path), engine_of("ladder"), BLANK)
            _FILE.append(path.read_bytes())
        path.write_bytes(_FILE[0])
        return OpenDesk(XlsxBackend(path), XlsxPerson(path, lazy=True))

    def _at_google(self) -> Desk:
        """A spreadsheet of the emulator, prepared once and then copied."""
        made = google_desk(self.folder)
        if not _SHEET:
            create(made.backend("first"), engine_of("ladder"), BLANK)
            _SHEET.append(made.emulated.book)
        book = _SHEET[0].copy()
        book.id = made.emulated.book_id
        book.properties["timeZone"] = "Europe/Berlin"
        made.emulated.service.world.files[made.emulated.book_id].book = book
        return Desk(made.backend(), GooglePerson(made.emulated))


def answer(d: Desk) -> Answer:
    """What the engine said at the last pass."""
    found = d.last.decided.answer
    assert found is not None, d.codes()
    return found


def is_over(d: Desk) -> bool:
    """Whether the event is finished."""
    return answer(d).state == "finished"


def due(d: Desk, most: timedelta = timedelta(days=60)) -> bool:
    """Go on to the next moment at which something is due, and pass. False where nothing is."""
    wake = d.last.decided.wake
    if wake is None or wake > d.now + most:
        return False
    d.now = max(d.now, wake)
    d.settle()
    return True


def until(d: Desk, done: Callable[[Desk], bool], most: int = 60) -> None:
    """Go from due time to due time until something is so."""
    for _ in range(most):
        if done(d):
            return
        assert due(d), f"nothing is due: {d.codes()}"
    raise AssertionError(f"it never came: {d.codes()}")


def next_round(d: Desk) -> None:
    """Go on until one more round, or the Final, is out."""
    before = len(d.rounds())
    until(d, lambda one: len(one.rounds()) > before)


def copied(d: Desk) -> Desk:
    """The same book in memory once more, to see what would become of it."""
    book = d.book.copy()
    return Desk(MemoryBackend(book), MemoryPerson(book), d.format, d.now, list(d.done))


def shown_everywhere(d: Desk) -> Iterator[tuple[str, str]]:
    """Every filled cell of every tab, hidden ones too: title and text."""
    for title in d.person.titles():
        for row in d.person.see(title):
            yield from ((title, cell_text(c)) for c in row if not is_blank(c))


def needs(d: Desk) -> int:
    """How many things need the director, as the last pass counted."""
    return d.last.decided.needs


def at(text: str, d: Desk) -> datetime:
    """A wall-clock time of the event."""
    return datetime.fromisoformat(text).replace(tzinfo=d.now.tzinfo)
