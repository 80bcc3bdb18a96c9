"""Baku acceleration: virtual points that count for pairing only.

Rule: FIDE C.04.5.1 (C.04.7 from 2026): group A is the first half of the list, rounded up to an even number. The first
half of the rounds, rounded up, is accelerated; in the first half of these, rounded up, group A has one virtual point
more, in the others half a point. Ruling: S64.
"""

from __future__ import annotations

from collections.abc import Mapping

from rules.model import Id
from rules.parts.ids import ref


def virtual_points(number: int, rounds: int) -> int:
    """What group A has in a round of an event of so many rounds. Unit: half-points."""
    accelerated = (rounds + 1) // 2
    full = (accelerated + 1) // 2
    return 2 if number <= full else 1 if number <= accelerated else 0


def group_size(players: int) -> int:
    """How many players the first group has at the start."""
    return 2 * -(-players // 4)


def first_group(before_round_1: Mapping[Id, int], now: Mapping[Id, int]) -> frozenset[Id]:
    """Who is in group A under the numbers of now: as far down as whoever was last in it when round 1 was paired."""
    size = group_size(len(before_round_1))
    last = next((player for player, number in before_round_1.items() if number == size), None)
    end = now.get(last, size) if last is not None else size
    return frozenset(player for player, number in now.items() if number <= end)


def accelerations(
    lists: Mapping[Id, Mapping[Id, int]], numbers: Mapping[Id, int], round_: Id, rounds: int
) -> Mapping[int, tuple[int, ...]]:
    """Virtual points by pairing number, from round 1 to this one; only who has some. Unit: half-points.

    `lists` are the numbers by which earlier rounds were paired, by round; `numbers` those of now.
    """
    first = lists.get("R1", numbers)
    found: dict[int, tuple[int, ...]] = {}
    through = ref(round_).number
    groups = [first_group(first, lists.get(f"R{n}", numbers)) for n in range(1, through + 1)]
    for player, number in numbers.items():
        points = tuple(virtual_points(n, rounds) if player in group else 0 for n, group in enumerate(groups, start=1))
        if any(points):
            found[number] = points
    return found
