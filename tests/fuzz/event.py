"""One event on a book in memory with everything checked after every pass."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from rules.model import Answer, Game, Noticed, Reason, Recorded, Round
from rules.parts.ids import ref
from rules.parts.record import WITHDRAWN
from rules.reasons import render
from rules.registry import engine_of
from sync.backends.base import Raced
from sync.backends.memory import MemoryBackend, MemoryBook
from sync.grid import Cell, Grid, is_blank, is_blank_row
from sync.making.create import Carried, create
from sync.problems import Urgency, wording
from sync.reading.gather import read_sheet
from sync.running.once import Pass, run_pass
from sync.schema import Rows, workbook
from tests.fuzz import pools
from tests.fuzz.meddler import Meddler

BEGIN = datetime(2026, 10, 24, 18, 0)
ZONES = ("Europe/Berlin", "America/New_York", "UTC", "Australia/Lord_Howe", "Asia/Kathmandu")
MOST_PASSES = 40


@dataclass
class Fault(AssertionError):
    """A promise broken."""

    what: str

    def __str__(self) -> str:
        return self.what


class Event:
    """A book, a worker or two, a clock that jumps, and somebody who meddles."""

    def __init__(self, format_name: str, seed: int) -> None:
        self.format = format_name
        self.seed = seed
        self.engine = engine_of(format_name)
        self.dice = random.Random(f"{format_name}:{seed}")
        self.zone = ZoneInfo(self.dice.choice(ZONES))
        self.now = BEGIN.replace(tzinfo=self.zone)
        self.book = MemoryBook(zone=self.dice.choice((None, str(self.zone), "Asia/Tokyo")))
        self.workers = (MemoryBackend(self.book), MemoryBackend(self.book))
        self.meddler = Meddler(self.book, self.engine, self.dice)
        self.passes = 0
        self.views = {t.name for t in workbook(self.engine.sheet) if t.rows is Rows.VIEW}
        self.gone: set[str] = set()
        self._make()

    def _make(self) -> None:
        count = self.dice.choice((0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 16))
        hostile = self.dice.random() < 0.4
        players: list[dict[str, Cell]] = []
        for number in range(count):
            name: Cell = f"P{number:02d}" if number >= len(pools.NAMES) else pools.NAMES[number]
            if hostile and self.dice.random() < 0.4:
                name = self.dice.choice(pools.HOSTILE_NAMES)
            row: dict[str, Cell] = {"Player": name, "Rating": 2400 - 17 * number}
            for column in self.engine.sheet.player_columns:
                if self.dice.random() < 0.2:
                    row[column.heading] = self.meddler.value(column.kind, column.choices)
            row = {h: c for h, c in row.items() if len(str(c)) < 30_000}
            players.append(row)
        settings: dict[tuple[str, str], Cell] = {
            ("Time zone", ""): str(self.zone), ("Check for", ""): self.dice.choice((0, 0, "2 hours")),
            ("Tournament", ""): self.dice.choice(("Open", "{event} '%s'", "=1+1")),
        }  # fmt: skip
        if self.format in ("ladder", "swiss"):
            settings["Rounds", ""] = self.dice.choice((1, 2, 3, 3, 5, 0, -1, 10**9))
        if self.format == "grand-chess-tour":
            settings["Events", ""] = self.dice.choice(("PAR", "PAR ; SIN", "", "PAR ; PAR", "{ ; R1", "TOOLONG"))
            if self.dice.random() < 0.5:
                settings["Kind", "PAR"] = self.dice.choice(self._choices("Kind"))
        if self.dice.random() < 0.3:
            for _ in range(3):
                spec = self.dice.choice(self.engine.sheet.settings)
                settings[spec.name, ""] = self.meddler.value(spec.kind, spec.choices)
        settings = {k: v for k, v in settings.items() if len(str(v)) < 1000}
        create(self.workers[0], self.engine, Carried(tuple(players), settings))

    def _choices(self, name: str) -> tuple[str, ...]:
        return next(s.choices for s in self.engine.sheet.settings if s.name == name)

    # going on
    def run(self, turns: int) -> None:
        """The whole story."""
        self.settle()
        if self.dice.random() < 0.3:
            for _ in range(5):
                self.meddler.strike()
            self.settle()
        self.meddler.set("Start", "now")
        self.settle()
        wild = self.dice.choice((0, 1, 1, 3, 6))
        for _ in range(turns):
            self.clock()
            self.meddler.play(self.dice.choice((0.3, 0.7, 1.0, 1.0)))
            if self.dice.random() < 0.5:
                self.meddler.lot(sound=True)
            for _ in range(self.dice.randint(0, wild)):
                self.meddler.strike()
            self.settle()

    def clock(self) -> None:
        """Time goes on, by minutes, days or months; now and then a little back."""
        step = self.dice.choice(
            (timedelta(minutes=10), timedelta(hours=3), timedelta(days=1), timedelta(days=3), timedelta(days=8), timedelta(days=15),
             timedelta(days=90), timedelta(minutes=-3))
        )  # fmt: skip
        if self.dice.random() < 0.1:
            self.now = self.dice.choice(
                (
                    datetime(2026, 10, 25, 2, 30),
                    datetime(2027, 3, 28, 2, 30),
                    datetime(2027, 4, 4, 2, 15),
                    datetime(2026, 11, 1, 1, 30),
                )
            ).replace(tzinfo=self.zone, fold=self.dice.choice((0, 1)))
        else:
            self.now = (self.now.replace(tzinfo=None) + step).replace(tzinfo=self.zone)
        self.now = self.now.astimezone(UTC).astimezone(self.zone)  # a clock never shows an hour that is left out
        self.meddler.now = self.now.replace(tzinfo=None)

    def settle(self) -> None:
        """Passes by either worker until nothing is written, each followed by one that must be quiet."""
        for _ in range(MOST_PASSES):
            if not self.careful_pass().wrote:
                return
        raise Fault("the passes never came to rest")

    def careful_pass(self) -> Pass:
        """One pass, and everything that must hold after it."""
        self.passes += 1
        worker = self.dice.choice(self.workers)
        before = worker.read()
        disturbed = self.dice.random() < 0.03
        if disturbed:
            real = worker.read

            def read() -> Grid:
                grid = real()
                del worker.read
                self.meddler.strike()
                return grid

            worker.read = read  # type: ignore[method-assign]
        token = f"p{self.passes}"
        try:
            done = run_pass(worker, lambda: self.now, token=lambda: token, seed=lambda: "seed")
        except Raced:
            if not disturbed:
                raise
            return self.careful_pass()
        self.check(before if not disturbed else None, worker.read(), done)
        return done

    # what must hold
    def check(self, before: Grid | None, after: Grid, done: Pass) -> None:
        """Every promise."""
        decided = done.decided
        if before is not None:
            self._nothing_of_people(before, after, {decided.plan.places.get(v, v) for v in self.views})
        for problem in decided.problems:
            if problem.code not in decided.catalogue:
                raise Fault(f"no words for {problem.code}")
            _, *texts = wording(problem, decided.catalogue)
            if not texts[0] or not texts[1] or not all(len(t) < 50000 for t in texts):
                raise Fault(f"{problem.code} says {texts}")
        answer = decided.answer
        if decided.stopped or answer is None or decided.gathered is None:
            return
        for trouble in [*answer.troubles, *(c for d in answer.drafts for c in d.checks)]:
            if trouble.code not in decided.catalogue:
                raise Fault(f"no words for trouble {trouble.code}")
        for reason in _reasons(answer):
            render(reason, self.engine.sheet.words)
        self._record(done, after)
        self._stuck(done, answer)

    def _nothing_of_people(self, before: Grid, after: Grid, own: set[str]) -> None:
        now = {t.key: t for t in after.tabs}
        for tab in before.tabs:
            if tab.key in own or tab.key in self.views:
                continue
            rows = list(tab.rows)
            while rows and is_blank_row(rows[-1]):
                rows.pop()
            if tab.key not in now:
                raise Fault(f"the tab {tab.key} is gone")
            for number, row in enumerate(rows):
                other = now[tab.key].rows[number] if number < len(now[tab.key].rows) else ()
                if [repr(c) for c in row] != [repr(c) for c in other]:
                    raise Fault(f"row {number + 1} of {tab.key} was changed: {row} -> {other}")

    def _record(self, done: Pass, after: Grid) -> None:
        known = done.decided.gathered
        assert known is not None
        _, journal, _ = read_sheet(after, self.engine.sheet)
        wanted = (*known.record, *done.decided.facts)
        if done.wrote and tuple(journal.facts) != wanted:
            short = [(a, b) for a, b in zip(journal.facts, wanted, strict=False) if a != b][:1]
            raise Fault(f"the Journal re-read holds another record: {short or (len(journal.facts), len(wanted))}")
        games = Counter(r.fact.id for r in wanted if isinstance(r.fact, Game))
        twice = [g for g, n in games.items() if n > 1]
        if twice:
            raise Fault(f"games published twice: {twice}")
        self._twice_in_round(done)
        self._paired_after_leaving(done, known.record)

    def _twice_in_round(self, done: Pass) -> None:
        fresh = [r.fact for r in done.decided.facts if isinstance(r.fact, Game)]
        kinds = {r.fact.id: r.fact.kind for r in done.decided.facts if isinstance(r.fact, Round)}
        back = {r.fact.about for r in done.decided.facts if isinstance(r.fact, Noticed) and r.fact.what == WITHDRAWN}
        for round_ in {ref(g.id).round for g in fresh} - back:
            if "tie" in kinds.get(round_, ""):
                continue  # everybody in it meets everybody
            seats: dict[str, set[str]] = {}
            for game in fresh:
                if ref(game.id).round == round_:
                    for side in (game.white, game.black):
                        if isinstance(side, str):
                            seats.setdefault(side, set()).add(ref(game.id).match)
            if self.format == "grand-chess-tour" and "-P" not in round_:
                continue
            doubled = {p: m for p, m in seats.items() if len(m) > 1}
            if doubled:
                raise Fault(f"twice in {round_}: {doubled}")

    def _paired_after_leaving(self, done: Pass, before: tuple[Recorded, ...]) -> None:
        if self.format not in ("ladder", "swiss"):
            return
        left: dict[str, object] = {}
        for recorded in before:
            if isinstance(recorded.fact, Noticed) and recorded.fact.what == "status":
                left[recorded.fact.about] = recorded.fact.value
        assert done.decided.gathered is not None
        now = {p.name: p.status for p in done.decided.gathered.who.people}
        rounds = {r.fact.id for r in done.decided.facts if isinstance(r.fact, Round)}
        for recorded in done.decided.facts:
            game = recorded.fact
            if isinstance(game, Game) and ref(game.id).round in rounds:
                for side in (game.white, game.black):
                    if left.get(str(side)) in ("Withdrawn", "Disqualified") and now.get(str(side)) in (
                        "Withdrawn",
                        "Disqualified",
                    ):
                        raise Fault(f"{side} left and was paired in {game.id}")

    def _stuck(self, done: Pass, answer: Answer) -> None:
        decided = done.decided
        if answer.state != "running" or decided.wake is not None or answer.wake is not None:
            return
        if any(h.goes_out is not None for h in decided.held):
            return
        open_ = [r for r in answer.tables.get("Pairings", ()) if is_blank(_cell(r.cells.get("Outcome")))]
        needs = [p for p in decided.problems if decided.catalogue[p.code].urgency is not Urgency.NOTE]
        if not open_ and not needs:
            raise Fault(f"stuck: nothing can ever happen and nobody is asked; waits {answer.waits}")


def _cell(value: object) -> Cell:
    return None if value is None else str(value)


def _reasons(answer: Answer) -> Iterator[Reason]:
    yield from answer.headline
    for rows in answer.tables.values():
        yield from (row.why for row in rows if row.why is not None)
    yield from (w.why for w in answer.waits if w.why is not None)
    yield from (r.why for r in answer.now)
    yield from (r.why for d in answer.drafts for r in d.facts)


def printed(book: MemoryBook) -> str:
    """The whole book as text, to compare two runs."""
    return repr([(t.key, t.title, t.rows) for t in book.tabs])
