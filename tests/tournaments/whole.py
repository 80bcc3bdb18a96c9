"""A whole event played through a book in memory by people who type: results in Games or by form, lots in Lots.

Nothing but the sheet is touched: what is open is read from the Pairings tab, as a director would.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from rules.model import Answer, Book, Game, Lot, Round, Wait
from rules.parts.ids import ref
from rules.parts.record import standing
from rules.registry import engine_of
from sync.backends.memory import MemoryBackend, MemoryBook
from sync.grid import Cell
from sync.making.create import Carried, create
from sync.running.once import Pass, run_pass
from tests.backends.people import MemoryPerson

ZONE = ZoneInfo("Europe/Berlin")
BEGIN = datetime(2026, 11, 2, 18, 0, tzinfo=ZONE)
MOST_PASSES = 600
Choose = Callable[[random.Random, Game], str]


@dataclass
class Whole:
    """One event. `by_form` is the share of results that players report instead of the director."""

    format: str
    players: Sequence[Mapping[str, Cell]]
    settings: Mapping[str, Cell]
    choose: Choose
    seed: int = 1
    by_form: float = 0.0
    typed: dict[str, str] = field(default_factory=dict)  # result word by game
    ended: dict[str, datetime] = field(default_factory=dict)
    director: Callable[[Whole, Wait], None] | None = None  # what the director does when something waits for him
    now: datetime = BEGIN
    passes: int = 0

    def __post_init__(self) -> None:
        self.dice = random.Random(f"{self.format} {self.seed}")
        book = MemoryBook(zone=str(ZONE))
        self.backend, self.person = MemoryBackend(book), MemoryPerson(book)
        given: dict[tuple[str, str], Cell] = {("Time zone", ""): str(ZONE), ("Check for", ""): "0"}
        for name, value in self.settings.items():
            heading, _, section = name.partition("@")
            given[heading, section] = value
        create(self.backend, engine_of(self.format), Carried(tuple(self.players), given))
        self.done = self.sync()

    def sync(self) -> Pass:
        """One pass of the worker."""
        self.passes += 1
        token, seed = f"p{self.passes}", f"{self.format}{self.seed}"
        self.done = run_pass(self.backend, lambda: self.now, token=lambda: token, seed=lambda: seed)
        return self.done

    @property
    def answer(self) -> Answer:
        """What the engine said in the last pass."""
        assert self.done.decided.answer is not None, [str(p) for p in self.done.decided.problems]
        return self.done.decided.answer

    @property
    def book(self) -> Book:
        """The book as the last pass left it: read from the sheet, with the facts that followed."""
        decided = self.done.decided
        assert decided.gathered is not None
        assert decided.reading is not None
        return decided.gathered.book(decided.reading.claims).adding(decided.facts)

    def shown(self, tab: str, *headings: str) -> list[tuple[Cell, ...]]:
        """Columns of a tab, row by row; empty rows left out."""
        above = self.person.heading_row(tab, headings[0])
        columns = [self.person.column(tab, h) for h in headings]
        rows = [tuple(r[c] if c < len(r) else None for c in columns) for r in self.person.see(tab)[above:]]
        return [r for r in rows if any(c not in (None, "") for c in r)]

    def open_games(self) -> list[str]:
        """Games that the Pairings tab shows without an outcome, byes left out."""
        rows = self.shown("Pairings", "Game", "Outcome", "Black")
        return [str(g) for g, outcome, black in rows if not outcome and not str(black or "(").startswith("(")]

    def play(self) -> Whole:
        """To the end: the director starts, people play what is due, the worker passes."""
        self.person.type("Settings", "Value", self.person.row_of("Settings", "Setting", "Start"), "now")
        self.sync()
        for _ in range(MOST_PASSES):
            if self.answer.state == "finished":
                self.sync()
                return self
            self._step()
            self.sync()
        raise AssertionError(f"not over after {MOST_PASSES} passes: {self.answer.waits}")

    def _step(self) -> None:
        asked = [lot for lot in self._lots() if lot.answer is None]
        games = self.open_games()
        waits = [w for w in self.answer.waits if w.on == "director"]
        if waits and self.director is not None:
            self.director(self, waits[0])
        elif asked:
            for lot in asked:
                self._type_lot(lot)
        elif games:
            self._play(games)
        else:
            wake = self.done.decided.wake
            assert wake is not None, f"stuck: {self.answer.waits}"
            self.now = max(wake, self.now + timedelta(minutes=1))

    def _lots(self) -> list[Lot]:
        found = standing(self.book).lots.values()
        return [r.fact for r in found if isinstance(r.fact, Lot)]

    def _type_lot(self, lot: Lot) -> None:
        if lot.kind == "choice":
            answer = self.dice.choice(("White", "Black"))
        else:
            answer = " ; ".join(self.dice.sample(lot.among, len(lot.among) if lot.kind == "order" else 1))
        self.person.type("Lots", "Typed", self.person.row_of("Lots", "Lot", lot.id), answer)

    def _play(self, games: Sequence[str]) -> None:
        stands = standing(self.book)
        starts = [stands.round(ref(g).round) for g in games]
        begin = max((r.starts for r in starts if isinstance(r, Round) and r.starts is not None), default=self.now)
        self.now = max(self.now, begin) + timedelta(hours=2)
        rows = {str(row[0]): n for n, row in enumerate(self.person.see("Games"), start=1) if row}
        for id_ in games:
            game = stands.game(id_)
            word = self.choose(self.dice, game)
            self.typed[id_], self.ended[id_] = word, self.now
            if self.dice.random() < self.by_form and "F" not in word:
                name = self.dice.choice((game.white, str(game.black)))
                row: dict[str, Cell] = {
                    "Timestamp": self.now.replace(tzinfo=None),
                    "Pairing": id_,
                    "Result": word,
                    "Your name": name,
                }
                self.person.add_row("Form Responses", row)
            else:
                self.person.type("Games", "Result", rows[id_], word)
