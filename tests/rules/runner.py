"""A small event to play in tests, for every format: it asks the engine, records what follows, publishes drafts.

The loop is the one of the worker: answer, add what follows at once (answering lots), ask again until nothing
follows, publish the drafts that may go out, and again. Time only moves when a test says so.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from fractions import Fraction
from zoneinfo import ZoneInfo

from rules.model import (
    Answer,
    Book,
    Claim,
    Decision,
    Draft,
    Empty,
    Engine,
    Fields,
    Game,
    How,
    Lot,
    Person,
    Recorded,
    Round,
    Row,
    Value,
)
from rules.parts.record import standing
from rules.reasons import render

ZONE = ZoneInfo("Europe/Berlin")
BEGIN = datetime(2025, 11, 2, 18, 0, tzinfo=ZONE)  # a Sunday
ENOUGH = 500  # rounds of asking after which an engine is endless


class Endless(AssertionError):
    """The engine went on finding new facts."""


def drawn(lot: Lot, seed: str) -> tuple[str, ...]:
    """The answer chance gives to a lot: each name's ticket depends on the seed, the lot and the name alone."""
    ranked = sorted(lot.among, key=lambda p: hmac.new(seed.encode(), f"{lot.id}|{p}".encode(), hashlib.sha256).digest())
    return tuple(ranked) if lot.kind == "order" else (ranked[0],)


@dataclass
class Event:
    """One event as a test plays it. `hold` keeps drafts from going out until `publish` is called."""

    engine: Engine
    book: Book = field(default_factory=Book)
    now: datetime = BEGIN
    hold: bool = False
    seed: str = "lots"
    draw_lots: bool = True
    answer: Answer = field(default_factory=Answer)
    watch: Callable[[Event], None] | None = None  # called after every pass: the place for laws
    passes: int = 0

    # --- the sheet ------------------------------------------------------------------------------------------------

    def set(self, name: str, value: Value, section: str = "") -> Event:
        """Type a setting."""
        self.book = replace(self.book, settings={**self.book.settings, (name, section): value})
        return self

    def add(self, name: str, **fields: Value) -> Event:
        """Add or change a row of Players; `From_round=2` is the column `From round`."""
        new: dict[str, Value] = {key.replace("_", " "): value for key, value in fields.items()}
        people = list(self.book.people)
        for i, person in enumerate(people):
            if person.name == name:
                people[i] = Person(name, {**person.fields, **new})
                break
        else:
            people.append(Person(name, new))
        self.book = replace(self.book, people=tuple(people))
        return self

    def drop(self, name: str) -> Event:
        """Delete a row of Players."""
        self.book = replace(self.book, people=tuple(p for p in self.book.people if p.name != name))
        return self

    def decide(self, kind: str, about: str = "", value: str = "", end: datetime | None = None, **more: object) -> Event:
        """Type a line of Decisions; it is first seen now."""
        key = f"Decisions!{len(self.book.decisions) + 2}"
        line = Decision(kind, about, value, end=end, key=key, seen=self.now)
        self.book = replace(self.book, decisions=(*self.book.decisions, replace(line, **more)))  # type: ignore[arg-type]
        return self

    def undecide(self, kind: str) -> Event:
        """Delete all lines of a kind."""
        self.book = replace(self.book, decisions=tuple(d for d in self.book.decisions if d.kind != kind))
        return self

    def typed(self, game: str, word: str, note: str = "") -> Event:
        """Type a word into Result; blank takes it back."""
        self.book = replace(
            self.book,
            claims=tuple(c for c in self.book.claims if not (c.about == game and c.state in ("ruled", "reopened"))),
        )
        if word:
            state = "reopened" if word == "Open" else "ruled"
            self._claim(game, word, state, note=note)
        return self

    def reported(self, game: str, word: str, state: str = "accepted", sent: datetime | None = None) -> Event:
        """A form answer about a game: accepted, waiting (for a site) or held (for the director)."""
        self._claim(game, word, state, sent)
        return self

    def settled(self, game: str, state: str) -> Event:
        """The waiting or held reports of a game get another state."""
        self.book = replace(
            self.book,
            claims=tuple(
                replace(c, state=state) if c.about == game and c.state in ("waiting", "held") else c  # type: ignore[arg-type]
                for c in self.book.claims
            ),
        )
        return self

    def _claim(self, game: str, word: str, state: str, sent: datetime | None = None, note: str = "") -> None:
        score: tuple[Fraction, Fraction] | None
        found = next((r for r in self.engine.sheet.results if word in (r.word, *r.aliases)), None)
        if found is not None:
            score, how = found.score, found.how
        else:
            first, _, second = word.partition("-")
            score, how = (Fraction(first), Fraction(second)), How.PLAYED
        fact = standing(self.book).game(game)
        assert isinstance(fact.black, str)
        source = f"{state}:{len(self.book.claims)}"
        players = (fact.white, fact.black)
        claim = Claim(game, players, score, how, state, sent or self.now, source=source, note=note)  # type: ignore[arg-type]
        self.book = replace(self.book, claims=(*self.book.claims, claim))

    # --- the worker -----------------------------------------------------------------------------------------------

    def run(self) -> Answer:
        """One pass: everything that follows is recorded, drafts that may go out are published."""
        for _ in range(ENOUGH):
            self.answer = self.engine.answer(self.book, self.now)
            if self.answer.now:
                self.book = self.book.adding(self._answered(r) for r in self.answer.now)
                continue
            ready = None if self.hold else next((d for d in self.answer.drafts if self.may_go_out(d)), None)
            if ready is None:
                self.passes += 1
                if self.watch is not None:
                    self.watch(self)
                return self.answer
            self._publish(ready)
        raise Endless(f"still going on after {ENOUGH} rounds of asking")

    def publish(self, id_: str) -> Answer:
        """Publish a held draft and go on."""
        self._publish(next(d for d in self.answer.drafts if d.id == id_))
        return self.run()

    def may_go_out(self, draft: Draft) -> bool:
        """Whether a draft may be published now."""
        if self.answer.state == "before" or any(check.blocks for check in draft.checks):
            return False
        return draft.not_before is None or draft.not_before <= self.now

    def _publish(self, draft: Draft) -> None:
        self.book = self.book.adding(self._answered(r) for r in draft.facts)

    def _answered(self, recorded: Recorded) -> Recorded:
        lot = recorded.fact
        if isinstance(lot, Lot) and lot.answer is None and self.draw_lots and lot.kind != "choice":
            return replace(recorded, fact=replace(lot, answer=drawn(lot, self.seed)))
        return recorded

    def later(self, **span: float) -> Answer:
        """Let time go by: `later(days=3)`. Whatever the clock decides is decided on the minute."""
        return self.at(self.now + timedelta(**span))

    def at(self, moment: datetime) -> Answer:
        """Go to a moment, waking whenever the engine asked for it."""
        self.run()
        while self.answer.wake is not None and self.answer.wake <= moment:
            assert self.answer.wake > self.now, "a wake must lie ahead"
            self.now = self.answer.wake
            self.run()
        self.now = moment
        return self.run()

    # --- looking --------------------------------------------------------------------------------------------------

    def table(self, title: str) -> tuple[Row, ...]:
        """The rows of a view."""
        return self.answer.tables[title]

    def column(self, title: str, heading: str) -> list[Value]:
        """One column of a view."""
        return [row.cells.get(heading) for row in self.table(title)]

    def row(self, title: str, heading: str, value: Value) -> Fields:
        """The cells of the first row of a view with this value."""
        return next(row.cells for row in self.table(title) if row.cells.get(heading) == value)

    def games(self, round_: str) -> list[tuple[str, str, str]]:
        """Id, White and Black of each game and bye of a published round."""
        found = standing(self.book).games_of(round_)
        return [(g.id, g.white, g.black.value if isinstance(g.black, Empty) else g.black) for g in found]

    def open_games(self) -> list[Game]:
        """Published games without an outcome."""
        blank = {
            str(row.cells["Game"]) for row in self.table("Pairings") if not row.cells["Outcome"] and row.cells["Game"]
        }
        facts = standing(self.book).games.values()
        return [f for r in facts if isinstance(f := r.fact, Game) and f.id in blank and isinstance(f.black, str)]

    def rounds(self) -> dict[str, str]:
        """Kind by id of the rounds that stand."""
        facts = standing(self.book).rounds.values()
        return {f.id: f.kind for r in facts if isinstance(f := r.fact, Round)}

    def draft(self) -> Draft:
        """The one draft."""
        (found,) = self.answer.drafts
        return found

    def drafted(self) -> list[tuple[str, str, str]]:
        """Id, White and Black of the games of the one draft."""
        facts = [r.fact for r in self.draft().facts if isinstance(r.fact, Game)]
        return [(g.id, g.white, g.black.value if isinstance(g.black, Empty) else g.black) for g in facts]

    def state(self) -> str:
        """before, running or finished."""
        return self.answer.state

    def troubles(self) -> list[str]:
        """Codes of what is wrong."""
        return [t.code for t in self.answer.troubles]

    def said(self, about: str) -> str:
        """The explanation of something, in words."""
        return render(self.engine.explain(self.book, self.now, about), self.engine.sheet.words)

    def play(self, results: Mapping[str, str] | Iterable[tuple[str, str]]) -> Event:
        """Accepted reports, by game."""
        for game, word in dict(results).items():
            self.reported(game, word)
        return self
