"""Random events played through the engine, with everything that happened written down for the second judge."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from datetime import timedelta
from fractions import Fraction
from typing import Any

from rules.model import Book, Empty, Entry, Lot, Round
from rules.parts.ids import ref
from rules.parts.record import standing
from rules.pente.engine import ENGINE
from rules.pente.history import History, Match, Stage, read_event
from tests.rules.runner import Event

LEADS = [(2, 0), (0, 2), (3, 1), (1, 3), (4, 2), (2, 4), (5, 3), (7, 9)]
FOURS = [(4, 0), (3, 1), (2, 2), (1, 3), (0, 4)]


@dataclass
class Chances:
    """How often things happen, from 0 to 1."""

    forfeit: float = 0.06
    double: float = 0.03
    tie: float = 0.05
    named: float = 0.03
    leaver: float = 0.25  # a round in which somebody leaves
    correction: float = 0.2  # a round with a corrected result
    typed_pair: float = 0.05
    half_bye: float = 0.1


@dataclass
class Script:
    """What happened, as the judge reads it. Stages: numbers in section A, R1, T1, P1 … in section B."""

    outcomes: dict[Any, dict[tuple[str, str], Any]] = field(default_factory=dict)
    withdrawals: dict[Any, list[list[str]]] = field(default_factory=dict)
    corrections: dict[Any, list[tuple[Any, str, str, Any]]] = field(default_factory=dict)
    typed_rounds: dict[Any, dict[str, Any]] = field(default_factory=dict)
    typed_orders: dict[Any, list[list[str]]] = field(default_factory=dict)
    declared: dict[Any, list[str]] = field(default_factory=dict)
    half_byes: dict[str, list[int]] = field(default_factory=dict)
    refused: list[tuple[Any, str]] = field(default_factory=list)


class Played:
    """One section played to its end by random people."""

    def __init__(self, section: str, players: int, seed: int, chances: Chances | None = None) -> None:
        self.section = section
        self.dice = random.Random(f"{section}{players}{seed}")
        self.chances = chances or Chances()
        self.script = Script()
        self._read: tuple[Book, History] | None = None
        self.event = Event(ENGINE, hold=True, seed=str(seed))
        self.event.set("Start", "now")
        self.names = [f"p{n:03}" for n in range(players)]
        self.dice.shuffle(self.names)
        for name in self.names:
            self.enter(name)
        if section == "B":
            self.ask_for_half_byes()

    def enter(self, name: str) -> None:
        """A player with everything that placing and seeding ask for."""
        dice = self.dice
        rating = Fraction(dice.randrange(140000, 200000 if self.section == "A" else 159900), 100)
        if dice.random() < 0.5:
            rating = Fraction(dice.choice([1500, 1550, 1590]) * 100 + dice.choice([0, 25, 50]), 100)
        games = dice.choice([12, 19, 25, 300])
        exits = dice.choice([None, None, "R3", "R7", "champion", "4"])
        fields = {"Rating": rating, "Rated games": games, "Opponents": dice.choice([3, 40]), "Last exit": exits}
        self.event.add(name, **{k.replace(" ", "_"): v for k, v in fields.items()}, Wants_A=self.section == "A")

    def ask_for_half_byes(self) -> None:
        """Some ask for one round, some for too much."""
        for name in sorted(self.names):
            if self.dice.random() < self.chances.half_bye:
                rounds = [self.dice.randrange(1, 8) for _ in range(self.dice.choice([1, 1, 1, 2]))]
                self.script.half_byes[name] = rounds
                for number in rounds:
                    self.event.decide("Half-bye", name, f"B-R{number}")

    # --- looking --------------------------------------------------------------------------------------------------

    @property
    def history(self) -> History:
        """The section as the engine reads it."""
        if self._read is None or self._read[0] is not self.event.book:
            self._read = (self.event.book, read_event(self.event.book, self.event.now).sections[self.section])
        return self._read[1]

    def stage_name(self, stage: Stage) -> Any:
        """The judge's name of a round."""
        if self.section == "A":
            return stage.number
        number = [s.id for s in self.history.of_kind(stage.kind)].index(stage.id) + 1
        return f"{ {'round': 'R', 'preliminary': 'T', 'play-off': 'P'}[stage.kind] }{number}"

    @property
    def seeds(self) -> list[str]:
        """Everybody entered, by number."""
        return list(self.history.players)

    @property
    def lots(self) -> dict[int, list[str]]:
        """The lots of section B by round."""
        found = {}
        for id_, recorded in standing(self.event.book).lots.items():
            if id_.startswith("B-R") and isinstance(recorded.fact, Lot):
                answer = list(recorded.fact.answer or ())
                found[ref(id_).number] = answer + [p for p in sorted(self.names) if p not in answer]
        return found

    def entry(self, name: str) -> Entry:
        """A player as taken."""
        return self.history.entry(name)

    # --- playing --------------------------------------------------------------------------------------------------

    def play(self) -> Played:
        """To the champion."""
        event = self.event
        for _ in range(400):
            event.now += timedelta(minutes=1)
            event.run()
            if event.answer.state == "finished":
                return self
            mine = [d for d in event.answer.drafts if d.id.startswith(f"{self.section}-")]
            if mine:
                self.publish(mine[0].id)
                self.one_round()
            elif any(w.on == "director" for w in event.answer.waits):
                self.order_the_tied()
            elif self.history.stages:
                raise AssertionError(f"stuck: {event.answer.waits}")
        raise AssertionError("endless")

    def publish(self, id_: str) -> None:
        """Publish a draft, sometimes with a pair that the director typed."""
        typed = False
        stage = ref(id_)
        if self.dice.random() < self.chances.typed_pair and stage.number > 1 and stage.stage == "R":
            there = [p for p in self.still_in() if p not in self.away(id_)]
            if len(there) >= 2:
                self.event.decide("Pair", id_, " ; ".join(self.dice.sample(there, 2)))
                self.event.run()
                typed = True
        self.event.publish(id_)
        if typed:
            last = self.history.last
            assert last is not None
            byes = [m.upper for m in last.matches if m.lower is Empty.BYE]
            pairs = [(m.upper, str(m.lower)) for m in last.matches if not m.is_bye]
            self.script.typed_rounds[self.stage_name(last)] = {"byes": byes, "pairings": pairs}

    def still_in(self) -> list[str]:
        """As the next round's draft takes it."""
        (draft,) = [d for d in self.event.answer.drafts if d.id.startswith(f"{self.section}-")]
        found = next(r.fact.taken["in"] for r in draft.facts if isinstance(r.fact, Round))
        return [str(p) for p in found] if isinstance(found, tuple) else []

    def away(self, id_: str) -> list[str]:
        """Players with a half-bye in that round."""
        number = ref(id_).number
        return [p for p, rounds in self.script.half_byes.items() if number in rounds]

    def one_round(self) -> None:
        """Results come in, some are corrected, some players leave."""
        stage = self.history.last
        assert stage is not None
        name = self.stage_name(stage)
        batches = self.batches(stage)
        leavers = {p for batch in batches for p in batch}
        results = self.script.outcomes.setdefault(name, {})
        for match in stage.matches:
            if match.is_bye or (leavers & set(match.players) and self.dice.random() < 0.6):
                continue
            results[match.upper, str(match.lower)] = self.result(match, stage)
        self.tick()
        if self.dice.random() < self.chances.correction:
            self.correct(name)
        for batch in batches:
            self.leave(name, batch)
        left_open = () if self.event.answer.state == "finished" else self.history.stages
        for match in (m for s in left_open for m in s.open):
            results[match.upper, str(match.lower)] = self.result(match, stage)
        self.tick()
        self.maybe_declare(name)

    def tick(self) -> None:
        """A minute passes, and the worker looks."""
        self.event.now += timedelta(minutes=1)
        self.event.run()

    def batches(self, stage: Stage) -> list[list[str]]:
        """Who will leave in this round, together or one after the other."""
        if self.dice.random() >= self.chances.leaver:
            return []
        here = list(stage.still_in)
        count = min(len(here), self.dice.choice([1, 1, 2, 3]))
        chosen = self.dice.sample(here, count)
        if count > 1 and self.dice.random() < 0.5:
            return [chosen]
        return [[p] for p in chosen]

    def leave(self, name: Any, batch: list[str]) -> None:
        """Status Withdrawn for all of a batch, then a pass."""
        for player in batch:
            self.event.add(player, Status=self.dice.choice(["Withdrawn", "Disqualified"]))
        self.tick()
        self.script.withdrawals.setdefault(name, []).append(list(batch))
        for player in batch:
            if player not in self.history.left:
                self.script.refused.append((name, player))
                self.event.add(player, Status="Active")

    def correct(self, name: Any) -> None:
        """A result of any round so far becomes another one."""
        stage = self.dice.choice(self.history.stages)
        played = [m for m in stage.matches if not m.is_bye and m.verdict.state == "decided"]
        if played:
            match = self.dice.choice(played)
            outcome = self.result(match, stage)
            line = (self.stage_name(stage), match.upper, str(match.lower), outcome)
            self.script.corrections.setdefault(name, []).append(line)
            self.tick()

    def result(self, match: Match, stage: Stage) -> Any:
        """Type a random result, and say it as the judge reads it."""
        upper, lower = match.upper, str(match.lower)
        self.event.book = _without_winner(self.event.book, match.id)
        roll = self.dice.random()
        c = self.chances
        if roll < c.forfeit:
            who = self.dice.choice((upper, lower))
            self.event.typed(match.id, "0-1F" if who == upper else "1-0F")
            return ("forfeit", who)
        if roll < c.forfeit + c.double:
            self.event.typed(match.id, "0-0F")
            return ("double",)
        elimination = self.section == "A" or stage.kind != "round"
        if elimination and self.section == "A" and roll < c.forfeit + c.double + c.tie:
            self.event.typed(match.id, self.dice.choice(["6-6 tie", "7-7 tie"]))
            return ("tie",)
        if elimination and roll > 1 - c.named:
            winner = self.dice.choice((upper, lower))
            self.event.typed(match.id, "")
            self.event.decide("Winner", match.id, winner)
            return ("win", winner)
        a, b = self.dice.choice(LEADS if elimination else FOURS)
        if elimination and self.dice.random() < 0.4:
            a, b = max(a, b), min(a, b)  # the better one wins a little more often
        self.event.typed(match.id, f"{a}-{b}")
        return ("games", {upper: a, lower: b})

    def order_the_tied(self) -> None:
        """The director types the order of a tied group, or one order that holds everybody."""
        last = self.history.last
        assert last is not None
        group = list(next(w.what for w in self.event.answer.waits if w.on == "director"))
        if self.dice.random() < 0.3:
            group = sorted(self.names)
        self.dice.shuffle(group)
        self.event.decide("Order", "B", " ; ".join(group))
        self.script.typed_orders.setdefault(self.stage_name(last), []).append(group)

    def maybe_declare(self, name: Any) -> None:
        """Nobody left, or two who tie again and again: sometimes the director names champions."""
        answer = self.event.answer
        if answer.state == "finished" and len(answer.headline) and self.dice.random() < 0.3:
            champions = self.champions()
            if len(champions) > 1:
                chosen = [self.dice.choice(champions)]
                self.event.decide("Champion", self.section, " ; ".join(chosen))
                self.script.declared[name] = chosen
                self.tick()

    def champions(self) -> list[str]:
        """Champions by the engine's headline."""
        line = self.event.answer.headline["AB".index(self.section)]
        found = line.data.get("champions", ())
        return [str(p) for p in found] if isinstance(found, tuple) else []

    def places(self) -> list[tuple[int, list[str]]]:
        """Places with the names that share each, sorted."""
        found: dict[int, list[str]] = {}
        for row in self.event.table(f"Standings {self.section}"):
            place, player = row.cells["Place"], str(row.cells["Player"])
            assert isinstance(place, int)
            found.setdefault(place, []).append(player)
        return [(place, sorted(names)) for place, names in sorted(found.items())]


def _without_winner(book: Any, match: str) -> Any:
    kept = tuple(d for d in book.decisions if not (d.kind == "Winner" and d.about == match))
    return type(book)(book.settings, book.people, kept, book.claims, book.record, book.prizes)
