"""A season under fire: two workers on a bad line, people with busy hands, a form; all of it from one seed.

When an event is over another spreadsheet is begun, so that every phase is met. What people typed is kept in a
ledger by row and heading, and every write of a worker is looked at as it lands.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping
from datetime import datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

from rules.model import Round
from rules.registry import engine_of
from sync.backends.base import BackendError, Refused
from sync.backends.google import GoogleBackend
from sync.backends.google_session import GoogleSession
from sync.backends.google_signin import SHEETS
from sync.grid import Cell, Grid
from sync.making.create import Carried, create
from sync.running.once import Pass, run_pass
from tests.backends.google_rig import UNCOUNTED, Hands
from tests.emulator.book import Book
from tests.emulator.faults import Trouble
from tests.emulator.fixtures import WORKER, Emulated, emulated
from tests.emulator.traffic import Call
from tests.google.crowd import Crowd
from tests.google.promise import Watch

ZONE = ZoneInfo("Europe/Berlin")
BEGIN = datetime(2026, 3, 2, 18, 0, tzinfo=ZONE)  # summer time begins four weeks later
NAMES = ("Ada", "Ben", "Cem", "Dov", "Eva", "Fay")
HINDRANCES = (
    Trouble.TOO_MANY, Trouble.SERVER_ERROR, Trouble.UNAVAILABLE, Trouble.USAGE_LIMITS, Trouble.UNAUTHORISED,
    Trouble.HTML, Trouble.HANG, Trouble.CUT_BEFORE, Trouble.CUT_AFTER, Trouble.TRUNCATED, Trouble.SLOW,
)  # fmt: skip
TOKEN_HINDRANCES = (Trouble.SERVER_ERROR, Trouble.UNAVAILABLE, Trouble.HANG, Trouble.CUT_BEFORE, Trouble.CUT_AFTER)
_BLANK: list[Book] = []


def blank_book() -> Book:
    """A prepared ladder of six; it is made once and then copied."""
    if not _BLANK:
        here = emulated()
        here.director.set_zone(str(ZONE))
        session = GoogleSession(here.plain_session(), WORKER, UNCOUNTED)
        given: Mapping[tuple[str, str], Cell] = {
            ("Rounds", ""): "2",
            ("Check for", ""): "0",
            ("If the TD does not answer", ""): "2",
        }
        players: tuple[Mapping[str, Cell], ...] = tuple(
            {"Player": name, "Rating": 2000 - 50 * n} for n, name in enumerate(NAMES)
        )
        create(GoogleBackend(here.book_id, session, Path("/nonexistent")), engine_of("ladder"), Carried(players, given))
        here.service.judge.raise_violations()
        _BLANK.append(here.book)
    return _BLANK[0].copy()


class Event:
    """One spreadsheet of the season: the people at it, and a watch over what workers write."""

    def __init__(self, here: Emulated, dice: random.Random, number: int) -> None:
        book_id = here.book_id if number == 1 else here.new_book(f"Ladder {number}")
        self.at = Emulated(here.service, book_id)
        book = blank_book()
        book.id, book.owner = book_id, self.at.book.owner
        here.service.world.files[book_id].book = book
        self.number = number
        self.crowd = Crowd(self.at, dice, rounds=dice.choice((2, 3)))
        self.watch = Watch(self.at)
        self.phases: Counter[str] = Counter()
        self.grid: Grid | None = None  # as it came to rest, at that time
        self.rested = BEGIN


class Season:
    """So many passes. Everything random comes from the seed."""

    def __init__(self, seed: int, folder: Path) -> None:
        self.dice = random.Random(f"season {seed}")
        self.folder = folder
        self.here = emulated()
        self.hands = Hands()
        self.now = BEGIN
        self.passes = 0
        self.outcomes: Counter[str] = Counter()
        self.met: Counter[str] = Counter()  # troubles, by kind of call and by phase
        self.said: list[str] = []  # lines of passes that were given up
        self.finished: list[Event] = []
        self.burst = 0
        self.at_work, self.racing = 0, False
        self.stirred = 0  # hands between a read and the write that follows it
        self.event = Event(self.here, self.dice, 1)
        self.workers = [self.worker("a"), self.worker("b")]
        self.last: Pass | None = None
        self.here.service.clock.set(self.now)
        self.here.service.before.append(self.between)
        self.here.service.faults.by_chance(self.trouble)

    # the workers
    def worker(self, name: str) -> GoogleBackend:
        """A worker that signs in by its key; `name` is its folder."""
        http = self.here.session(WORKER, (SHEETS,))
        session = GoogleSession(http, WORKER, UNCOUNTED, self.hands.now, self.hands.sleep, random.Random(name))
        folder = self.folder / f"{name}{self.event.number}"
        return GoogleBackend(self.event.at.book_id, session, folder, lambda: self.now.timestamp())

    def one_pass(self, at: int) -> None:
        """A pass of a worker; now and then it is a new process, or its token has run out."""
        if self.dice.random() < 0.04:
            self.workers[at] = self.worker("ab"[at] if self.dice.random() < 0.7 else f"new{self.passes}-")
        elif self.dice.random() < 0.03:
            self.workers[at]._session._client.session.credentials.expiry = datetime(2020, 1, 1)  # type: ignore[attr-defined]
        self.passes += 1
        token = f"pass{self.passes}"
        try:
            self.last = run_pass(self.workers[at], lambda: self.now, token=lambda: token, seed=lambda: "a fixed seed")
            self.outcomes["wrote" if self.last.wrote else "quiet"] += 1
            self.outcomes["decided again"] += self.last.tries > 1
        except Refused as trouble:
            self.outcomes["refused"] += 1
            self.said.append(str(trouble))
        except BackendError as trouble:
            self.outcomes[type(trouble).__name__] += 1
            self.said.append(str(trouble))
        self.event.watch.look()
        self.event.phases[self.phase] += 1

    @property
    def phase(self) -> str:
        """Where the event stands as the last pass saw it."""
        decided = self.last.decided if self.last is not None else None
        if decided is None or decided.answer is None or decided.gathered is None:
            return "no pass yet" if decided is None else "stopped"
        if decided.answer.state != "running":
            return decided.answer.state
        record = (*decided.gathered.record, *decided.facts)
        stages = [r.fact.id for r in record if isinstance(r.fact, Round)]
        return "in the Final" if stages and stages[-1].startswith("F") else "in a round"

    # the line
    def trouble(self, call: Call) -> Trouble | None:
        """A trouble at one request in nine, the requests for a token among them; 429 comes in bursts."""
        if self.burst > 0:
            self.burst -= 1
            return self.count(call, Trouble.TOO_MANY)
        if self.dice.random() >= 0.11:
            return None
        if call.kind == "token":
            return self.count(call, self.dice.choice(TOKEN_HINDRANCES))
        trouble = self.dice.choice(HINDRANCES)
        if trouble is Trouble.TOO_MANY and self.dice.random() < 0.4:
            self.burst = self.dice.randint(2, 9)
        if trouble is Trouble.SLOW:
            self.now += timedelta(seconds=self.dice.choice((2, 40, 400)))
        return self.count(call, trouble)

    def count(self, call: Call, trouble: Trouble) -> Trouble:
        """Keep count."""
        self.met[f"{call.kind}: {trouble}"] += 1
        self.met[self.phase] += 1
        return trouble

    def between(self, call: Call) -> None:
        """Before every request the last write is looked at, and people may use their hands: mostly before a write.

        The other worker may also come with a whole pass of its own.
        """
        self.event.watch.look()
        writes = call.name.endswith("batchUpdate")
        if self.dice.random() < (0.3 if writes else 0.04):
            self.event.crowd.act(self.now)
            self.stirred += 1
        if not writes:
            return
        if not self.racing and self.dice.random() < 0.12:
            self.racing = True
            self.one_pass(1 - self.at_work)
            self.racing = False
        self.event.watch.stand_by()

    # the season
    def play(self, passes: int) -> None:
        """Passes with people's acts and time in between."""
        while self.passes < passes:
            self.now += timedelta(minutes=self.dice.choice((1, 5, 20, 60, 300)))
            wake = self.last.decided.wake if self.last is not None else None
            if wake is not None and self.dice.random() < 0.12:
                self.now = max(self.now, min(wake, self.now + timedelta(days=8)))
            self.here.service.clock.set(self.now)
            for _ in range(self.dice.choice((0, 1, 1, 2))):
                self.event.crowd.act(self.now)
            self.at_work = self.dice.randrange(2)
            self.one_pass(self.at_work)
            if self.phase == "finished" and self.event.phases["finished"] >= 12:
                self.next_event()
        self.come_to_rest()

    def next_event(self) -> None:
        """The champion is known: the book is brought to rest, and another one is begun."""
        self.come_to_rest()
        self.finished.append(self.event)
        self.event = Event(self.here, self.dice, self.event.number + 1)
        self.last = None
        self.workers = [self.worker("a"), self.worker("b")]
        self.here.service.faults.by_chance(self.trouble)
        self.here.service.before.append(self.between)

    def come_to_rest(self) -> None:
        """People put headings back, the line is good, and passes go on until nothing is written."""
        self.here.service.faults.clear()
        self.here.service.before.clear()
        self.burst = 0
        self.event.crowd.tidy_up()
        for number in range(20):
            token = f"rest{self.passes}-{number}"
            self.event.watch.stand_by()
            done = run_pass(self.workers[0], lambda: self.now, token=lambda token=token: token)  # type: ignore[misc]
            self.event.watch.look()
            self.last = done
            if not done.wrote and not self.event.crowd.tidy_up():
                self.event.grid, self.event.rested = self.workers[0].read(), self.now
                return
        raise AssertionError("it never comes to rest")

    @property
    def events(self) -> list[Event]:
        """All books so far."""
        return [*self.finished, self.event]
