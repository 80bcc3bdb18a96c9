"""How cost grows: with players and rounds, lines of the Journal, cells of a file, books in a folder.

Processor seconds, each line one size, and by how much the cost grew against by how much the data grew. Deciding is
measured on a book in memory, so the file has no part in it.
"""

from __future__ import annotations

import random
import resource
import sys
import tempfile
import time
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

from rules.registry import engine_of
from sync.backends.memory import MemoryBackend
from sync.backends.xlsx import XlsxBackend
from sync.grid import Cell
from sync.journal import Line
from sync.making.create import Carried, create
from sync.running.collecting import seldom
from sync.running.once import Pass, run_pass
from sync.running.service import pass_over

ZONE = ZoneInfo("Europe/Berlin")
SIZES = ((250, 3), (500, 3), (1000, 3), (2000, 3), (250, 11), (500, 11), (1000, 11), (2000, 11))
LINES = (10_000, 30_000, 100_000)
CELLS = (100_000, 300_000, 1_000_000)
BOOKS = (5, 15, 45)
RESULTS = ("1-0", "0-1", "1/2-1/2")


@dataclass
class Event:
    """A Swiss in memory, as it goes on."""

    backend: MemoryBackend
    now: datetime
    done: Pass | None = None

    def a_pass(self) -> float:
        """Processor seconds of one pass, by a worker that remembers the one before."""
        begun = time.process_time()
        self.done = run_pass(self.backend, lambda: self.now, last=self.done)
        assert not self.done.decided.stopped
        return time.process_time() - begun

    def type_results(self, luck: random.Random) -> None:
        """Type a result on every board that has none."""
        tab = self.backend.book.by_title("Games")
        assert tab is not None
        headings = [str(cell) for cell in tab.rows[0]]
        result, black = headings.index("Result"), headings.index("Black")
        for number, row in enumerate(tab.rows[1:], start=2):
            if str(row[black]).startswith("("):
                continue
            if len(row) <= result or row[result] in (None, ""):
                tab.put(number, result, luck.choice(RESULTS))
        self.now += timedelta(days=1)
        self.backend.book.revision += 1


def begin(players: int, rounds: int) -> Event:
    """A new event whose first round goes out at the first pass."""
    backend = MemoryBackend()
    people: tuple[dict[str, Cell], ...] = tuple(
        {"Player": f"Player {number:04d}", "Rating": 2600 - number // 2} for number in range(players)
    )
    settings: dict[tuple[str, str], Cell] = {
        ("Time zone", ""): str(ZONE), ("Check for", ""): "0", ("Start", ""): "now", ("Rounds", ""): rounds,
    }  # fmt: skip
    create(backend, engine_of("swiss"), Carried(people, settings))
    return Event(backend, datetime(2026, 1, 5, 18, tzinfo=ZONE))


def play(players: int, rounds: int) -> tuple[float, float, float]:
    """Processor seconds of the pass that publishes the last round, of the first quiet one, and of those after it."""
    event, luck = begin(players, rounds), random.Random(1)
    wrote = event.a_pass()
    for _ in range(rounds - 1):
        event.type_results(luck)
        wrote = event.a_pass()
    assert event.done is not None
    assert event.done.wrote
    first = event.a_pass()
    while event.done.wrote:
        first = event.a_pass()
    return wrote, first, event.a_pass()


def journal(lines: int) -> float:
    """Processor seconds of a pass over a small event whose Journal is this long."""
    event = begin(20, 3)
    event.a_pass()
    tab = event.backend.book.by_title("Journal")
    assert tab is not None
    for no in range(len(tab.rows), lines):
        line = Line(no, event.now, "notice", f"kind {no}", {"kind": "note", "text": f"A notice {no}"}, "", "bench")
        tab.rows.extend(list(row) for row in line.rows())
    event.done = None
    return event.a_pass()


def cells(path: Path, count: int) -> float:
    """Processor seconds of reading a file of this many cells, half of them texts."""
    from openpyxl import Workbook

    book = Workbook(write_only=True)
    for _ in range(4):
        sheet = book.create_sheet()
        for number in range(count // 4 // 20):
            sheet.append([number * 20 + k if k % 2 else f"Text {number} {k}" for k in range(20)])
    book.save(path)
    begun = time.process_time()
    XlsxBackend(path).read()
    return time.process_time() - begun


def folder(path: Path, books: int) -> float:
    """Processor seconds of a round of quiet passes over a club's books, by one worker."""
    names = []
    for number in range(books):
        name = path / f"club {number}.xlsx"
        people: tuple[dict[str, Cell], ...] = tuple({"Player": f"P{k:02d}", "Rating": 2000 - k} for k in range(20))
        settings: dict[tuple[str, str], Cell] = {("Time zone", ""): str(ZONE), ("Start", ""): "now"}
        create(XlsxBackend(name), engine_of("swiss"), Carried(people, settings))
        names.append(str(name))
    over = pass_over(lambda: datetime(2026, 1, 5, 18, tzinfo=ZONE))
    for name in names * 3:
        over(name)
    begun = time.process_time()
    for name in names:
        assert not over(name).wrote
    return time.process_time() - begun


def curve(what: str, sizes: Iterable[tuple[int, float]]) -> None:
    """A line a size: the cost, and how the cost grew where the data did."""
    before: tuple[int, float] | None = None
    for size, seconds in sizes:
        grew = f"data x {size / before[0]:4.1f}   cost x {seconds / before[1]:4.1f}" if before and before[1] else ""
        print(f"  {what:24} {size:9,d}   {seconds:8.3f} s   {grew}", flush=True)
        before = size, seconds


def main() -> None:
    """The curves."""
    seldom()  # as the command does
    for players, rounds in SIZES:
        wrote, first, quiet = play(players, rounds)
        print(
            f"  {players:5d} players x {rounds:2d} rounds: writes {wrote:6.2f} s   "
            f"finds nothing to do {first:6.2f} s   goes on finding nothing {quiet:6.2f} s",
            flush=True,
        )
    curve("lines of the Journal", ((lines, journal(lines)) for lines in LINES))
    with tempfile.TemporaryDirectory() as there:
        curve("cells read", ((count, cells(Path(there) / f"{count}.xlsx", count)) for count in CELLS))
        for books in BOOKS:
            (Path(there) / str(books)).mkdir()
        curve("books in a folder", ((books, folder(Path(there) / str(books), books)) for books in BOOKS))
    print(f"  memory at most {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB")


if __name__ == "__main__":
    sys.exit(main())
