"""The order of the Ladder: how it begins, how players move after a round, and their Ranks (4(a), 4(d), 5(e))."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from rules.ladder.scores import Scores
from rules.model import Id, Person, Value


@dataclass(frozen=True)
class Move:
    """A player who went up after a round: directly above `over`, with the two Scores that allowed it."""

    player: Id
    over: Id
    score: int
    against: int
    old: int  # position in the Ladder before anybody moved, from 1
    new: int  # position when all had moved


def initial_order(people: Sequence[Person]) -> tuple[Person, ...]:
    """Players from the top of the first Ladder downwards.

    Rule: ladder 4(a), L16: Seed ascending; then those without a Seed by Rating descending; then as listed.
    """

    def key(person: Person) -> tuple[bool, Fraction, bool, Fraction]:
        seed, rating = number_of(person.fields.get("Seed")), number_of(person.fields.get("Rating"))
        if seed is not None:
            return (False, seed, False, Fraction(0))
        return (True, Fraction(0), rating is None, -(rating or Fraction(0)))

    return tuple(sorted(people, key=key))


def number_of(value: Value) -> Fraction | None:
    """A number typed into a cell, or None where it is none."""
    if isinstance(value, bool) or not isinstance(value, int | Fraction | str):
        return None
    try:
        return Fraction(value)
    except (ValueError, ZeroDivisionError):
        return None


def after_round(ladder: Sequence[Id], scores: Scores) -> tuple[tuple[Id, ...], tuple[Move, ...]]:
    """The Ladder after a round, and who moved up.

    Rule: ladder 5(e), L3. From the top downwards, each player goes directly above the highest player above
    them whom they out-score. Out-scoring is transitive, so nobody stands below a player they out-score.
    """
    order: list[int] = []
    raised: dict[int, int] = {}
    width = scores.width
    for player in (scores.index[p] for p in ladder):
        above = np.array(order, dtype=np.intp)
        beaten = width[player, above] > width[above, player]
        if beaten.any():
            at = int(beaten.argmax())
            raised[player] = order[at]
            order.insert(at, player)
        else:
            order.append(player)
    names = tuple(scores.players[i] for i in order)
    old = {name: i for i, name in enumerate(ladder, start=1)}
    new = {name: i for i, name in enumerate(names, start=1)}
    moves = []
    for player, over in raised.items():
        name, other = scores.players[player], scores.players[over]
        up, down = scores.of(name, other), scores.of(other, name)
        moves.append(Move(name, other, up, down, old[name], new[name]))
    return names, tuple(moves)


def ranks(ladder: Sequence[Id], scores: Scores) -> Mapping[Id, int]:
    """The Rank of every player of the Ladder.

    Rule: ladder 4(d), L5. Neighbours only: equal Scores against each other, and not 0, share the Rank.
    """
    found: dict[Id, int] = {}
    above = None
    for player in ladder:
        if above is None:
            found[player] = 1
        else:
            score = scores.of(player, above)
            shares = score != 0 and score == scores.of(above, player)
            found[player] = found[above] + (0 if shares else 1)
        above = player
    return found
