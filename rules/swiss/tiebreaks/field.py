"""An event as tie-breaks see it: every round of every player, played or not."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from functools import cached_property

WIN, DRAW, LOSS = Fraction(1), Fraction(1, 2), Fraction(0)


class What(Enum):
    """What a round was for a player. Rule: C.07 16.1, 16.2."""

    GAME = "game"  # played over the board
    FORFEIT_WON = "forfeit won"
    FORFEIT_LOST = "forfeit lost"
    PAIRING_BYE = "pairing-allocated bye"
    HALF_BYE = "half-point bye"
    ZERO_BYE = "zero-point bye"
    OPEN = "not decided yet"


FORFEITS = frozenset({What.FORFEIT_WON, What.FORFEIT_LOST})
REQUESTED = frozenset({What.HALF_BYE, What.ZERO_BYE})
VOLUNTARY = REQUESTED | {What.FORFEIT_LOST}
"""Voluntarily unplayed rounds: requested byes and forfeit losses. Rule: 16.1."""


@dataclass(frozen=True, slots=True)
class Turn:
    """One round of one player. `points` as awarded; `opponent` also of a forfeit; `white` only of a game."""

    round: int
    what: What
    points: Fraction = LOSS
    opponent: int | None = None
    white: bool | None = None


@dataclass(frozen=True)
class Field:
    """Everybody's rounds by pairing number, each player's from round 1 on without a gap.

    rounds: how many there are so far; total: how many the event has. rating: by number, None for an unrated player,
    with `unrated` in its place where the director set one. edition: year of the text, 2024 or 2026.
    """

    turns: Mapping[int, tuple[Turn, ...]]
    ratings: Mapping[int, int | None]
    rounds: int
    total: int
    edition: int = 2026
    unrated: int | None = None
    free: int = 0  # rounds of a table in which nobody of an odd number plays, so far

    @cached_property
    def score(self) -> Mapping[int, Fraction]:
        """Points of everybody."""
        return {n: sum((t.points for t in turns), LOSS) for n, turns in self.turns.items()}

    def games(self, player: int) -> tuple[Turn, ...]:
        """Rounds played over the board."""
        return tuple(t for t in self.turns[player] if t.what is What.GAME)

    def rating(self, player: int) -> int | None:
        """The rating that counts: the listed one, else the one set for the unrated."""
        own = self.ratings.get(player)
        return self.unrated if own is None else own

    @cached_property
    def has_unknown_rating(self) -> bool:
        """Whether somebody is unrated and no rating is set for the unrated: no tie-break of ratings can be used."""
        return any(self.rating(player) is None for player in self.turns)
