"""Keeping repeat pairings away as long as possible, by moving lower players only.

Rule: seed 004, match and pairings issues 4 (all six items); P13-P17. A pairing is (upper, lower); the first
pairing is the top. "Down" is towards the last pairing, "up" towards the first.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

P = TypeVar("P")


@dataclass(frozen=True)
class Move(Generic[P]):
    """A move that was made: the lower player of pairing `at` (from 0) went `by` pairings down (up where negative)."""

    at: int
    by: int
    player: P
    instead_of: P  # the upper player met before
    now_with: P  # the upper player met after the move


@dataclass(frozen=True)
class Arranged(Generic[P]):
    """The pairings after all moves, the moves in the order made, and the repeats that no move could help."""

    pairs: tuple[tuple[P, P], ...]
    moves: tuple[Move[P], ...] = ()
    left: tuple[int, ...] = ()


def moves_at(pairings: int, at: int) -> Iterator[int]:
    """The moves to be tried for pairing `at` of so many: +1, -1, +2, -2, …; those beyond an end do not exist.

    Rule: pairing rule 4.1-4.5; P15.
    """
    for by in range(1, pairings):
        if at + by < pairings:
            yield by
        if at - by >= 0:
            yield -by


def shifted(lower: Sequence[P], at: int, by: int) -> tuple[P, ...]:
    """The lower players after the move: one goes `by` pairings, those passed go one the other way.

    Rule: pairing rule 4.3-4.4; P15. With one pairing this is the plain swap.
    """
    rest = [*lower[:at], *lower[at + 1 :]]
    rest.insert(at + by, lower[at])
    return tuple(rest)


def keep_repeats_away(pairs: Sequence[tuple[P, P]], met: Collection[frozenset[P]]) -> Arranged[P]:
    """The pairings with repeats moved away as far as the rule can.

    Rule: pairing rule 4; P16: the topmost repeat that has a good move makes its first good one, then all is
    looked at again from the top. A move is good where none of the pairings it changes is a repeat. P17: a
    repeat without a good move stays. Every move lowers the number of repeats, so this ends.
    """
    upper = tuple(pair[0] for pair in pairs)
    lower = tuple(pair[1] for pair in pairs)
    made: list[Move[P]] = []

    def is_repeat(players: Sequence[P], number: int) -> bool:
        return frozenset((upper[number], players[number])) in met

    def first_good() -> tuple[int, int, tuple[P, ...]] | None:
        for at in range(len(upper)):
            if not is_repeat(lower, at):
                continue
            for by in moves_at(len(upper), at):
                moved = shifted(lower, at, by)
                if not any(is_repeat(moved, n) for n in range(min(at, at + by), max(at, at + by) + 1)):
                    return at, by, moved
        return None

    while (found := first_good()) is not None:
        at, by, moved = found
        made.append(Move(at, by, lower[at], upper[at], upper[at + by]))
        lower = moved
    left = tuple(n for n in range(len(upper)) if is_repeat(lower, n))
    return Arranged(tuple(zip(upper, lower, strict=True)), tuple(made), left)
