"""A fleet on loopback: a real Redis, real processes that watch and work, and the emulator with people at its books."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from rules.model import Empty, Game, Round
from rules.registry import engine_of
from sync.backends.base import Backend
from sync.backends.google import GoogleBackend
from sync.backends.google_session import GoogleSession
from sync.backends.xlsx import XlsxBackend
from sync.decide import Outside, decide
from sync.fleet.board import Board, Entry
from sync.fleet.listing import TextListing
from sync.fleet.standing import fleet_now, troubles
from sync.grid import Cell, Grid
from sync.making.create import Carried, create
from sync.reading.gather import read_sheet
from tests.backends.google_rig import UNCOUNTED, GooglePerson
from tests.backends.people import Person, XlsxPerson
from tests.emulator.clock import Clock
from tests.emulator.fixtures import DIRECTOR, Emulated
from tests.emulator.server import LoopbackServer
from tests.emulator.service import Service
from tests.fleet.servers import RedisServer

ROOT = Path(__file__).resolve().parents[2]
PLAYERS = tuple((name, 2000 - 50 * number) for number, name in enumerate(("Ada", "Ben", "Eva", "Jan", "Ida", "Zoe")))


class WallClock(Clock):
    """The emulator's clock is the one on the wall."""

    def now(self) -> datetime:
        """The time now, in UTC."""
        return datetime.now(UTC)


@dataclass
class Event:
    """A book with the person who runs it, and what they typed."""

    format: str
    book: str
    account: str
    backend: Backend
    person: Person
    typed: dict[str, Cell] = field(default_factory=dict)

    def facts(self) -> list[object]:
        """What the Journal records."""
        return [r.fact for r in read_sheet(self.backend.read(), engine_of(self.format).sheet)[1].facts]

    def open_games(self) -> list[str]:
        """Games between two players without a result typed."""
        games = [f.id for f in self.facts() if isinstance(f, Game) and not isinstance(f.black, Empty)]
        return [game for game in games if game not in self.typed]

    def result(self, game: str, word: Cell) -> None:
        """Type a result and keep in mind that it was typed."""
        if self.book.endswith(".xlsx"):
            _typed_in_file(Path(self.book), game, word)
        else:
            self.person.type("Games", "Result", self.person.row_of("Games", "Game", game), word)
            self.person.flush()
        self.typed[game] = word

    def held(self) -> dict[str, Cell]:
        """What stands now in the cells that were typed."""
        column, rows = self.person.column("Games", "Result"), self.person.see("Games")
        return {game: rows[self.person.row_of("Games", "Game", game) - 1][column] for game in self.typed}

    def stands_whole(self) -> None:
        """Nothing typed was lost; the Journal without gap or double; views equal to a clean recomputation."""
        assert self.held() == self.typed, self.book
        grid, engine = self.backend.read(), engine_of(self.format)
        journal = read_sheet(grid, engine.sheet)[1]
        numbers = [line.no for line in journal.lines]
        assert numbers == list(range(numbers[0], numbers[0] + len(numbers))), self.book
        for kind in (Game, Round):
            ids = [r.fact.id for r in journal.facts if isinstance(r.fact, kind)]
            assert len(ids) == len(set(ids)), (self.book, ids)
        notes = [line.no for line in journal.lines]
        assert len(notes) == len(set(notes))
        again = decide(grid, engine, datetime.now(UTC), Outside("again", "again"))
        assert not again.stopped, self.book
        left = {getattr(step.tab, "name", step.tab) for step in again.plan.steps} - {"Status", "Problems"}
        assert not left, (self.book, left)

    def grid(self) -> Grid:
        """The book as it stands."""
        return self.backend.read()


class Rig:
    """Everything of a fleet in a folder."""

    def __init__(self, folder: Path, redis: RedisServer, accounts: int = 1) -> None:
        self.folder, self.redis = folder, redis
        self.server = LoopbackServer(Service(clock=WallClock())).start()
        self.service = self.server.service
        self.keys = folder / "keys"
        self.keys.mkdir()
        self.accounts = tuple(f"north{n}" for n in range(accounts))
        for name in self.accounts:
            self.add_account(name)
        self.list = folder / "fleet.txt"
        self.events: list[Event] = []
        self.processes: list[subprocess.Popen[bytes]] = []

    @staticmethod
    def mail(account: str) -> str:
        """The account's address."""
        return f"{account}@pairsheet-test.iam.gserviceaccount.com"

    def add_account(self, name: str) -> None:
        """One more key file is one more account."""
        key = self.service.tokens.service_account(self.mail(name), self.server.token_uri)
        (self.keys / f"{name}.json").write_text(json.dumps(key))

    @property
    def board(self) -> Board:
        """The state of the fleet."""
        return Board(self.redis.line())

    def env(self, **more: str) -> dict[str, str]:
        """What the processes of the fleet are told."""
        return {
            **os.environ,
            "PYTHONPATH": str(ROOT),
            "PAIRSHEET_STATE": str(self.folder / "state"),
            "PAIRSHEET_ACCOUNTS": str(self.keys),
            "PAIRSHEET_REDIS": self.redis.url,
            "PAIRSHEET_FLEET": str(self.list),
            "PAIRSHEET_TEST_GOOGLE": self.server.url,
            "PAIRSHEET_LIMITS": "60 0",
            "PAIRSHEET_REQUESTS_PER_MINUTE": "0",
            "PAIRSHEET_PROJECT_REQUESTS_PER_MINUTE": "0",
            "PAIRSHEET_TEST_LEASE": "4",
            "NO_PROXY": "127.0.0.1",
            **more,
        }

    def start(self, *words: str, **more: str) -> subprocess.Popen[bytes]:
        """Start a command of the fleet, in a group of its own; its log is kept."""
        log = (self.folder / f"{words[0]}-{len(self.processes)}.log").open("wb")
        command = [sys.executable, "-m", "tests.fleet.there", "--log", "-", "fleet", *words]
        found = subprocess.Popen(command, env=self.env(**more), stdout=log, stderr=log, start_new_session=True)
        log.close()
        self.processes.append(found)
        return found

    def watch(self, **more: str) -> subprocess.Popen[bytes]:
        """One more who watches."""
        return self.start("watch", "--ask-every", "0.5", **more)

    def work(self, processes: int = 1, **more: str) -> subprocess.Popen[bytes]:
        """One more who works."""
        return self.start("work", "--processes", str(processes), **more)

    def command(self, *words: str, **more: str) -> subprocess.CompletedProcess[str]:
        """A command that ends by itself."""
        command = [sys.executable, "-m", "tests.fleet.there", "fleet", *words]
        return subprocess.run(command, env=self.env(**more), capture_output=True, text=True, timeout=60, check=False)

    def add(self, *events: Event) -> None:
        """Put them onto the list."""
        self.events += events
        TextListing(self.list).add([Entry(event.book, event.account) for event in events])

    def spreadsheet(self, format_name: str, account: str = "", started: bool = True) -> Event:
        """An event in a spreadsheet that is shared with an account."""
        account = account or self.accounts[0]
        id_ = self.service.world.create(f"Event {len(self.events)}", DIRECTOR).id
        self.service.world.share(id_, self.mail(account))
        desk = Emulated(self.service, id_)
        state = self.folder / "looking"
        backend = GoogleBackend(id_, GoogleSession(desk.plain_session(self.mail(account)), "", UNCOUNTED), state)
        return _made(Event(format_name, id_, account, backend, GooglePerson(desk)), started)

    def file(self, format_name: str, started: bool = True) -> Event:
        """An event in a workbook file."""
        path = self.folder / f"{format_name}-{len(list(self.folder.glob('*.xlsx')))}.xlsx"
        return _made(Event(format_name, str(path), "", XlsxBackend(path), XlsxPerson(path)), started)

    def wait(self, true: Callable[[], bool], seconds: float = 180, what: str = "") -> float:
        """Until it is true; how many seconds it took. Fails with the logs otherwise."""
        began = time.monotonic()
        while time.monotonic() - began < seconds:
            if true():
                return time.monotonic() - began
            time.sleep(0.4)
        raise AssertionError(f"{what or 'it'} never came\n{self.logs()}")

    def at_rest(self) -> bool:
        """Whether every book was looked at, nothing is queued, and nothing waits but for its time."""
        now = fleet_now(self.board)
        looked = all(book.place in ("waits", "set aside") and book.shown.state for book in now.books)
        changed = any(book.changed_since is not None and book.place == "waits" for book in now.books)
        return looked and not changed and not now.queue and len(now.books) == len(self.events) and not troubles(now)

    def logs(self) -> str:
        """What the processes said last."""
        texts = (f"--- {path.name}\n{path.read_text()[-3000:]}" for path in sorted(self.folder.glob("*.log")))
        return "\n".join(texts)

    def end(self) -> None:
        """Kill everything that is still there."""
        for process in self.processes:
            kill(process)
        self.server.stop()


def kill(process: subprocess.Popen[bytes], number: int = signal.SIGKILL) -> None:
    """The process with all of its children at once: nobody cleans up."""
    if process.poll() is None:
        os.killpg(process.pid, number)
    process.wait(timeout=30)


def _typed_in_file(path: Path, game: str, word: Cell) -> None:
    """As a program that saves at once what it has just opened: again where a worker wrote in between."""
    copy = path.with_name(f"typing-{path.name}")
    while True:
        seen = path.read_bytes()
        copy.write_bytes(seen)
        person = XlsxPerson(copy)
        person.type("Games", "Result", person.row_of("Games", "Game", game), word)
        if path.read_bytes() == seen:
            copy.replace(path)
            return


def _made(event: Event, started: bool) -> Event:
    settings: dict[tuple[str, str], Cell] = {("Time zone", ""): "Europe/Berlin", ("Check for", ""): "0"}
    if started:
        settings["Start", ""] = "now"
    players: tuple[dict[str, Cell], ...] = tuple({"Player": name, "Rating": rating} for name, rating in PLAYERS)
    create(event.backend, engine_of(event.format), Carried(players, settings))
    return event


@contextmanager
def rig(folder: Path, redis: RedisServer, accounts: int = 1) -> Iterator[Rig]:
    """A fleet for the time of a test."""
    made = Rig(folder, redis, accounts)
    try:
        yield made
    finally:
        made.end()
