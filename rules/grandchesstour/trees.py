"""Knock-out trees with fixed halves: first against last, the winner keeps the better number, nobody is ranked again.

Rule: seed 002, regulations 6.3 and 6.4; G18-G20.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

P = TypeVar("P")


@dataclass(frozen=True)
class TreeMatch(Generic[P]):
    """A place of the tree where two meet. `players` holds None for one not known yet.

    `name` gives the numbers as if the better one always won: `1-8`, then `1-4`, then `1-2`. `bye`: the second
    number does not exist, the first goes on without play.
    """

    round: int  # from 1
    board: int  # from 1 inside the round, byes counted
    name: str
    players: tuple[P | None, P | None]
    bye: bool
    winner: P | None


def tree_size(players: int) -> int:
    """The places of the smallest tree that holds so many: 2, 4, 8, 16, …."""
    size = 2
    while size < players:
        size *= 2
    return size


def match_name(pair: tuple[int, int]) -> str:
    """`1-8`."""
    return f"{pair[0]}-{pair[1]}"


def folded(size: int) -> tuple[tuple[int, int], ...]:
    """Numbers that meet in a round of so many places: 1 with the last, 2 with the last but one, …. Rule: G19."""
    return tuple((number, size + 1 - number) for number in range(1, size // 2 + 1))


def rounds_of(players: int) -> int:
    """How many rounds the tree has."""
    return tree_size(players).bit_length() - 1


def grow(ranked: Sequence[P], winners: Mapping[str, P]) -> tuple[TreeMatch[P], ...]:
    """Every match of the tree for players ranked best first, filled in as far as `winners` (by name) go.

    A winner that is not one of the two is not taken. With fewer players than places the best have a bye in the
    first round. Rule: G18-G20.
    """
    size = tree_size(len(ranked))
    here: list[P | None] = [*ranked, *([None] * (size - len(ranked)))]
    missing = set(range(len(ranked) + 1, size + 1))
    found: list[TreeMatch[P]] = []
    number = 0
    while size > 1:
        number += 1
        onward: list[P | None] = []
        for board, pair in enumerate(folded(size), start=1):
            first, second = here[pair[0] - 1], here[pair[1] - 1]
            bye = number == 1 and pair[1] in missing
            winner = first if bye else winners.get(match_name(pair))
            if winner is not None and winner not in (first, second):
                winner = None
            if not bye and (first is None or second is None):
                winner = None
            found.append(TreeMatch(number, board, match_name(pair), (first, second), bye, winner))
            onward.append(winner)
        here, size = onward, size // 2
    return tuple(found)
