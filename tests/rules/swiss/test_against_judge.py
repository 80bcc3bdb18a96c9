"""Whole random events played through the engine, each round and the final table held against the second judge.

The test keeps its own book of who met whom with which result; what the engine worked out never reaches the judge.
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest

from rules.model import Empty, Lot
from rules.parts.record import standing
from rules.swiss.engine import ENGINE
from tests.judges.swiss import Card, Entrant, Past, Round, Settings, judge_round, number_players, standings
from tests.rules.runner import BEGIN, Event

CAMPAIGN = int(os.environ.get("PAIRSHEET_CAMPAIGN", "1"))
BATCH = 20


@dataclass
class Player:
    """What the test knows of a player."""

    name: str
    rating: int | None
    estimate: int | None
    title: str
    local: int | None
    federation: str
    arrives: int
    history: list[tuple[str, str, str, int]] = field(default_factory=list)  # kind, opponent, colour, half-points


@dataclass
class Play:
    """A random event and the dice it is played with."""

    seed: int
    players: int = 12

    def __post_init__(self) -> None:
        self.dice = dice = random.Random(self.seed)
        count = dice.randint(4, self.players)
        self.rounds = dice.randint(2, min(count - 1, 7))
        self.settings = Settings(
            lot="W",
            maxi=dice.random() < 0.25,
            same_federation=dice.random() < 0.25,
            default_is_meeting=dice.random() < 0.2,
        )
        self.event = Event(ENGINE, now=BEGIN, hold=True, seed=str(self.seed))
        self.event.set("Rounds", self.rounds).set("No-shows", "stay").set("Start", "now")
        self.event.set("Maxi", "yes" if self.settings.maxi else "no")
        self.event.set("Same federation", "yes" if self.settings.same_federation else "no")
        self.event.set("Default games may be played again", "no" if self.settings.default_is_meeting else "yes")
        self.people: dict[str, Player] = {}
        used: set[int] = set()
        for n in range(count):
            late = n > 3 and dice.random() < 0.12
            strength = dice.randrange(1800, 2500, 1 if late else 40)
            while late and (strength in used or strength % 40 == 0):
                strength += 1  # late entrants tie with nobody: lots among newcomers have cases of their own
            used.add(strength)
            unrated = dice.random() < 0.15
            self.people[f"P{n}"] = Player(
                f"P{n}",
                None if unrated else strength,
                strength if unrated else None,
                dice.choice(("", "", "", "GM", "FM", "WFM")),
                dice.choice((None, None, 1900, 2000)),
                dice.choice(("AAA", "BBB", "")),
                dice.choice((2, 3)) if late else 1,
            )
        rows = list(self.people.values())
        dice.shuffle(rows)
        for p in rows:
            self.event.add(
                p.name, Rating=p.rating, Estimate=p.estimate, Title=p.title, Local_rating=p.local,
                Federation=p.federation, From_round=f"R{p.arrives}",
            )  # fmt: skip
        self.gone: set[str] = set()

    def play(self) -> Iterator[tuple[int, Round, Event, dict[str, int]]]:
        """Before each round: its number, the judge's answer, the event with the draft, and the judge's numbers."""
        for number in range(1, self.rounds + 1):
            away = self._away(number)
            self.event.run()
            if number == 1:
                lot = standing(self.event.book).lot("R1 colour")
                if lot is not None and lot.answer is not None:
                    colour = "W" if lot.answer[0] == lot.among[0] else "B"
                    self.settings = Settings(
                        colour, self.settings.maxi, self.settings.same_federation, self.settings.default_is_meeting
                    )
            numbers = self.numbers(number)
            if sum(name not in away and name not in self.gone for name in numbers) < 2:
                return
            cards = self.cards(numbers, number, away)
            answer = judge_round(cards, number, self.rounds, self.settings)
            yield number, answer, self.event, numbers
            if not answer.possible:
                return
            self.event.publish(f"R{number}")
            self._results(number)

    def _away(self, number: int) -> set[str]:
        away = set()
        for name, p in self.people.items():
            if p.arrives > number or name in self.gone:
                continue
            if self.dice.random() < 0.03:
                self.gone.add(name)
                self.event.add(name, Status=self.dice.choice(("Withdrawn", "Disqualified")))
            elif self.dice.random() < 0.06:
                away.add(name)
                self.event.decide("Absent", name, f"R{number}")
        return away

    def numbers(self, number: int) -> dict[str, int]:
        """Numbers by the judge's order. Who withdraws before ever being listed has none."""
        places: dict[str, int] = {}
        for recorded in standing(self.event.book).lots.values():
            lot = recorded.fact
            assert isinstance(lot, Lot)
            if lot.id.startswith("LIST-") and lot.answer is not None:
                places.update({name: place for place, name in enumerate(lot.answer)})
        listed = [p for p in self.people.values() if p.arrives <= number and (p.history or p.name not in self.gone)]
        order = number_players(
            [Entrant(p.name, p.rating, p.estimate, p.title, p.local, places.get(p.name, 0)) for p in listed]
        )
        return {entrant.name: place for place, entrant in enumerate(order, start=1)}

    def cards(self, numbers: dict[str, int], number: int, away: set[str]) -> list[Card]:
        """The judge's cards before a round."""
        cards = []
        for name, own in numbers.items():
            p = self.people[name]
            past = [Past(kind, numbers[foe] if foe else 0, colour, gained) for kind, foe, colour, gained in p.history]
            past = [Past("missed")] * (number - 1 - len(past)) + past
            here = name not in away and name not in self.gone
            points = sum(one.gained for one in past)
            cards.append(Card(own, points, tuple(past), here, p.federation, p.rating, p.estimate))
        return cards

    def _results(self, number: int) -> None:
        found = {}
        for game in standing(self.event.book).games_of(f"R{number}"):
            if isinstance(game.black, Empty):
                if game.black is Empty.BYE:
                    found[game.white] = ("bye", "", "", 2)
                continue
            if self.dice.random() < 0.08:
                white, black = self.dice.choice(((2, 0), (0, 2), (0, 0)))
                found[game.white] = ("default", game.black, "", white)
                found[game.black] = ("default", game.white, "", black)
                self.event.typed(game.id, {(2, 0): "1-0F", (0, 2): "0-1F", (0, 0): "0-0F"}[white, black])
            else:
                white, black = self.dice.choice(((2, 0), (2, 0), (0, 2), (1, 1)))
                found[game.white] = ("game", game.black, "W", white)
                found[game.black] = ("game", game.white, "B", black)
                word = {(2, 0): "1-0", (0, 2): "0-1", (1, 1): "1/2-1/2"}[white, black]
                if self.dice.random() < 0.5:
                    self.event.typed(game.id, word)
                else:
                    self.event.reported(game.id, word)
        for name, p in self.people.items():
            if name in found or p.history:
                p.history += [("missed", "", "", 0)] * (number - 1 - len(p.history))
                p.history.append(found.get(name, ("missed", "", "", 0)))
        self.event.run()


def pairs_of(event: Event) -> tuple[list[tuple[str, str]], list[str]]:
    """Games (White, Black) and byes of the draft, in board order."""
    rows = event.drafted()
    games = [(white, black) for _, white, black in rows if not black.startswith("(")]
    return games, [white for _, white, black in rows if black == "(bye)"]


@pytest.mark.parametrize("batch", range(6 * CAMPAIGN))
def test_every_round_is_the_judges(batch: int) -> None:
    """Late entries, absences, withdrawals, defaults, lots, unrated players, Maxi, rule 22: the same boards and byes."""
    rounds = 0
    for seed in range(batch * BATCH, (batch + 1) * BATCH):
        play = Play(seed)
        for number, answer, event, numbers in play.play():
            if not answer.possible:
                assert event.answer.drafts == (), (seed, number)
                assert "no-pairing" in event.troubles(), (seed, number)
                continue
            name = {place: player for player, place in numbers.items()}
            games, byes = pairs_of(event)
            assert games == [(name[p.white], name[p.black]) for p in answer.pairs], (seed, number)
            assert byes == ([name[answer.bye]] if answer.bye else []), (seed, number)
            rounds += 1
        _same_standings(play)
    assert rounds > 2 * BATCH


def _same_standings(play: Play) -> None:
    """The table as it stands is the judge's, with the same numbers, places and terms."""
    event = play.event
    done = len(event.rounds())
    if not done:
        return
    shown = [(row.cells["Place"], row.cells["Player"], row.cells["Points"]) for row in event.table("Standings")]
    order = [str(row.cells["Player"]) for row in event.table("Starting list")]
    numbers = {name: place for place, name in enumerate(order, start=1)}
    lines = standings(play.cards(numbers, done + 1, set()))
    assert [(p, n, int(2 * points)) for p, n, points in shown] == [  # type: ignore[operator, call-overload]
        (line.place, order[line.number - 1], line.half_points) for line in lines
    ], play.seed
