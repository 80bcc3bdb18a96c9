"""Byes and the fold: who sits out of an odd bracket, and who meets whom in an even one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeVar

P = TypeVar("P")


def fold(players: Sequence[P]) -> tuple[tuple[P, P], ...]:
    """First with last, second with last but one, …, in the order of the upper halves.

    Raises ValueError for an odd number: the bye is settled before the fold.
    """
    if len(players) % 2:
        raise ValueError("an odd number of players cannot be folded")
    return tuple((players[i], players[-1 - i]) for i in range(len(players) // 2))


def neighbours(players: Sequence[P]) -> tuple[tuple[P, P], ...]:
    """First with second, third with fourth, …. Raises ValueError for an odd number."""
    if len(players) % 2:
        raise ValueError("an odd number of players leaves one without a neighbour")
    return tuple(zip(players[::2], players[1::2], strict=True))


def first_with_fewest(players: Sequence[P], byes: Mapping[P, int]) -> P | None:
    """The first of those with the fewest byes so far; None where nobody is there.

    Who has had none comes before who has had one, these before who has had two, and so on without end.
    """
    return min(players, key=lambda p: byes.get(p, 0), default=None)


def shared_places(ordered: Sequence[tuple[P, object]], first: int = 1) -> tuple[tuple[int, P], ...]:
    """Places of players listed best first with what ranks them: equals share the better place (1, 2, 3, 3, 5)."""
    places: list[tuple[int, P]] = []
    for index, (player, key) in enumerate(ordered):
        same = index > 0 and ordered[index - 1][1] == key
        places.append((places[-1][0] if same else first + index, player))
    return tuple(places)
