"""Playing Hastings events in tests: from scripted match records, or at random."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from random import Random
from typing import Any
from zoneinfo import ZoneInfo

from rules.hastings.engine import ENGINE
from rules.hastings.event import Event as State
from rules.hastings.reading import read_event
from rules.model import Book, Game, Id, Lot, Recorded
from rules.parts.ids import ref
from tests.rules.runner import Event, drawn

LONDON = ZoneInfo("Europe/London")
OPENING = datetime(2004, 12, 27, 22, 0, tzinfo=LONDON)  # the Opening Party
Answers = Callable[[Lot], tuple[str, ...] | None]


@dataclass
class Hastings(Event):
    """An event whose lots can be given by the test."""

    lots: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # by id
    by_rule: Answers | None = None
    known: tuple[Book, datetime, State] | None = None

    def _answered(self, recorded: Recorded) -> Recorded:
        lot = recorded.fact
        if not isinstance(lot, Lot) or lot.answer is not None or not self.draw_lots:
            return recorded
        answer = self.lots.get(lot.id)
        if answer is None and self.by_rule is not None:
            answer = self.by_rule(lot)
        return replace(recorded, fact=replace(lot, answer=answer or drawn(lot, self.seed)))

    @property
    def state(self) -> State:
        """The event as the engine reads it."""
        if self.known is None or self.known[0] is not self.book or self.known[1] != self.now:
            self.known = (self.book, self.now, read_event(self.book, self.now))
        return self.known[2]

    def go_on(self) -> None:
        """Wait until the next draft may be shown, and let it out."""
        moments = [d.not_before for d in self.answer.drafts if d.not_before is not None]
        self.at(max([self.now, *moments]))

    def finish_challengers(self, dice: Random) -> None:
        """Random results for the open games of the Challengers."""
        for game in self.open_games():
            if game.id.startswith("C-"):
                self.reported(game.id, dice.choice(["1-0", "0-1", "1/2-1/2"]))

    def open_match_games(self) -> list[Game]:
        """Open games of the knock-out."""
        return [g for g in self.open_games() if g.id.startswith("K-")]


def opened(rated: Mapping[str, int] | int, settings: Mapping[str, Any] | None = None, **people: Any) -> Hastings:
    """An event one hour before the opening, with players `P001` … (strongest first) or the ones named with ratings."""
    event = Hastings(ENGINE, now=OPENING - timedelta(hours=1))
    event.set("Start", OPENING)
    for name, value in (settings or {}).items():
        event.set(name, value)
    table = {f"P{n:03d}": 2700 - 5 * n for n in range(1, rated + 1)} if isinstance(rated, int) else rated
    for name, rating in table.items():
        event.add(name, **{"Rating": rating, **people.get(name, {})})
    return event


def started(rated: Mapping[str, int] | int, white: bool = True, **more: Any) -> Hastings:
    """An event whose round 1 is shown; `white`: the higher-ranked player of board 1 drew White."""
    event = opened(rated, **more)
    event.by_rule = lambda lot: (lot.among[0 if white else 1],) if lot.id == "K-R1" else None
    event.at(OPENING)
    return event


def win(event: Hastings, game: Id, player: str) -> None:
    """The player wins that game."""
    fact = next(g for g in event.open_games() if g.id == game)
    event.reported(game, "1-0" if fact.white == player else "0-1")


def play_round(event: Hastings, dice: Random, words: tuple[str, ...] = ("1-0", "0-1", "1/2-1/2")) -> None:
    """Play everything that is open until the matches and games of the round are over."""
    while event.open_games():
        for game in event.open_games():
            event.reported(game.id, dice.choice(words))
        event.run()


def play_on(event: Hastings, dice: Random, words: tuple[str, ...] = ("1-0", "0-1", "1/2-1/2"), upto: int = 400) -> None:
    """Play to the end, or until a draft is held by something."""
    for _ in range(upto):
        if event.answer.state == "finished":
            return
        play_round(event, dice, words)
        before = len(event.book.record)
        event.go_on()
        if len(event.book.record) == before and not event.open_games():
            for trouble in event.answer.troubles:
                if trouble.code == "no-pairing":
                    event.decide("No round", trouble.about)
            event.run()
            if len(event.book.record) == before:
                return


def boards(event: Hastings, round_: Id) -> list[tuple[str, str]]:
    """White and Black of the first games of a round, in board order."""
    return [(w, b) for id_, w, b in event.games(round_) if not b.startswith("(") and (ref(id_).game or 1) == 1]
