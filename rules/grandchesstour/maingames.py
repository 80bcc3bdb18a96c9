"""The round-robin of an event: its games, what they gave, and who won how often.

Rule: 3, 5; G1, G2, G9, G12, G32. Scores are exact; wins are units (blitz 1, rapid and classical 2).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property

from rules.grandchesstour.awards import groups
from rules.grandchesstour.director import absent
from rules.grandchesstour.events import UNITS, Event
from rules.model import Empty, Entry, Game, How, Id
from rules.parts.berger import BergerRound, cycles
from rules.parts.ids import ref
from rules.parts.outcomes import Outcome
from rules.parts.record import Standing

ZERO, ONE = Fraction(0), Fraction(1)


@dataclass(frozen=True)
class Main:
    """The main games of an event. `numbers` in the order of pairing numbers; empty before it is drawn."""

    event: Event
    numbers: tuple[Id, ...]
    games: Mapping[Id, Outcome]  # byes included, leavers' games decided
    rates: Mapping[Id, str]
    score: Mapping[Id, Fraction]
    wins: Mapping[Id, int]  # in units (G9)
    won: Mapping[Id, int]  # games
    played: Mapping[Id, int]

    @property
    def is_drawn(self) -> bool:
        """Whether its rounds are published."""
        return bool(self.games)

    @cached_property
    def is_complete(self) -> bool:
        """Whether every main game is over."""
        return self.is_drawn and all(o.is_over for o in self.games.values())

    @cached_property
    def ranked(self) -> tuple[tuple[Id, ...], ...]:
        """Groups of equal score, best first. Rule: G2."""
        return groups(self.score)

    @property
    def top(self) -> tuple[Id, ...]:
        """All with the highest score. Rule: G2."""
        return self.ranked[0] if self.ranked else ()

    @cached_property
    def is_settled_at_top(self) -> bool:
        """Whether those level at the top have played all their games and nobody else can come up to them any more.

        Rule: G28, G39: who is still playing for other places does not delay the play-off.
        """
        if not self.top:
            return False
        reach = dict(self.score)
        for o in self.still:
            if o.white in self.top or o.black in self.top:
                return False
            for player in (o.white, o.black):
                if isinstance(player, str):
                    reach[player] += self.event.worth.get(self.rates[o.id], ONE)
        best = self.score[self.top[0]]
        return all(reach[p] < best for p in reach if p not in self.top)

    @property
    def still(self) -> tuple[Outcome, ...]:
        """Games without an outcome, in playing order."""
        return tuple(o for o in self.games.values() if not o.is_over)


def after_leaving(o: Outcome, left: Mapping[Id, float]) -> Outcome:
    """A game still due of somebody who has left: not attended. Rule: G12, G32."""
    if o.state != "open" or o.held or isinstance(o.black, Empty):
        return o
    gone = absent(o.white, o.black, left)
    if not any(gone):
        return o
    score = (ZERO if gone[0] else ONE, ZERO if gone[1] else ONE)
    how = How.DOUBLE_DEFAULT if all(gone) else How.DEFAULT
    return replace(o, state="decided", how=how, score=score, by="leaver")


def main_of(event: Event, stands: Standing, found: Mapping[Id, Outcome], left: Mapping[Id, float]) -> Main:
    """The main games of an event as they stand."""
    ids = [g for g in stands.games if ref(g).section == event.id and ref(g).stage == "R"]
    games = {g: after_leaving(found[g], left) for g in ids}
    rates = {g: stands.game(g).rate for g in ids}
    entries = [r.fact for (section, _), r in stands.entries.items() if section == event.id]
    numbers = tuple(e.player for e in sorted((e for e in entries if isinstance(e, Entry)), key=lambda e: e.number))
    if ids:
        playing = {p for g in ids for p in _sides(stands.game(g))}
        numbers = tuple(p for p in numbers if p in playing)
        named = {p for o in games.values() for p in (o.white, o.black) if isinstance(p, str)}
        numbers += tuple(sorted(named - set(numbers)))  # put in by a ruling
    else:
        numbers = ()
    score = dict.fromkeys(numbers, ZERO)
    wins, won, played = (dict.fromkeys(numbers, 0) for _ in range(3))
    for g, o in games.items():
        if o.state != "decided" or o.is_void or isinstance(o.black, Empty):
            continue
        for player in (o.white, o.black):
            gained = o.score_of(player)
            score[player] += event.worth.get(rates[g], ONE) * gained
            wins[player] += UNITS.get(rates[g], 1) if gained == ONE else 0
            won[player] += gained == ONE
            played[player] += 1
    return Main(event, numbers, games, rates, score, wins, won, played)


def _sides(game: Game) -> tuple[Id, ...]:
    return (game.white, game.black) if isinstance(game.black, str) else (game.white,)


def schedule(event: Event, players: int) -> tuple[tuple[str, BergerRound], ...]:
    """The rounds of an event: rate and Berger round. Rule: G29: each rate begins the table again."""
    return tuple((rate, r) for rate, count in event.stages for r in cycles(players, count))
