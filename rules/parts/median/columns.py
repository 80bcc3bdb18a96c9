"""The exchange columns: in which order opponents are tried, and which complete pairing is taken.

A column is a complete pairing of the players left in a score-group. Positions count from 0 in scrutiny order
(downward 1, 2, 3…; upward from the lowest numbered up), which makes the upward order the mirror of the other (S28).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Protocol

from rules.parts.median.compatible import Field
from rules.parts.median.existence import Cheapest, Pairable

GUARD = 100  # rating points of the Maxi guards


@dataclass(frozen=True)
class Column:
    """A complete pairing. `pairs` in scrutiny order, earlier member first; `tries[i]` counts which opponent,
    in the order of exchanges, pair i is (1: the proposed one), `left[i]` how many players were left then."""

    pairs: tuple[tuple[int, int], ...]
    tries: tuple[int, ...]
    left: tuple[int, ...]

    @property
    def number(self) -> int:
        """Place of the column among all columns of the group, from 1. Rule: 11; ruling S27."""
        number = 0
        for tried, left in zip(self.tries, self.left, strict=True):
            ways = 1  # columns of the players left after this pair
            for k in range(left - 3, 1, -2):
                ways *= k
            number += (tried - 1) * ways
        return number + 1


class _Question(Protocol):
    def can_pair(self, u: int, v: int) -> bool: ...

    def take(self, u: int, v: int) -> None: ...


def order_of_tries(left: int) -> Iterator[int]:
    """Positions the first of `left` players tries: from the middle to the end, then from the middle back.

    Rule: 11.1-11.3 with its tables; ruling S27.
    """
    return chain(range(left // 2, left), range(left // 2 - 1, 0, -1))


def first_column(question: _Question, players: Sequence[int]) -> Column:
    """The first column, in the order of exchanges, all pairs of which the question allows.

    It must allow at least one. Ruling: S27: the latest possible pair changes first; to take for each player the
    first opponent that leaves the rest pairable comes to the same.
    """
    left = list(players)
    pairs, tries, sizes = [], [], []
    while left:
        u = left[0]
        ways = enumerate(order_of_tries(len(left)), start=1)
        tried, position = next((one for one in ways if question.can_pair(u, left[one[1]])), (0, 0))
        assert tried, "asked for a column of players who cannot be paired off"
        v = left[position]
        question.take(u, v)
        pairs.append((u, v))
        tries.append(tried)
        sizes.append(len(left))
        del left[position], left[0]
    return Column(tuple(pairs), tuple(tries), tuple(sizes))


@dataclass(frozen=True)
class Choice:
    """The column of the first scrutiny, the one taken after the second, and what each costs."""

    first: Column
    taken: Column
    clashes_first: int
    clashes: int
    breaks: int  # pairs of the column taken that cannot keep the colour limits; last round only


def choose_column(field: Field, players: Sequence[int]) -> Choice:
    """Columns of these players (places of the field, in scrutiny order), who can all be paired off.

    Rule: 9.5, 11.1, 12.2, 12.7, 13; rulings S29-S31, S36. The first scrutiny takes the first column of compatible
    pairs; the second the first one with as few broken limits, then clashes, as any open column has.
    Pairs are given as positions in `players`.
    """
    size = len(players)
    positions = range(size)
    adjacent = field.graph(players)
    first = first_column(Pairable(adjacent, independent=field.independent(players)), positions)
    white, black = field.due_masks(players)
    clash = [(white if white >> i & 1 else 0) | (black if black >> i & 1 else 0) for i in positions]
    breaks = field.breaking(players) if field.settings.is_last else [0] * size

    def count(column: Column, masks: Sequence[int]) -> int:
        return sum(masks[a] >> b & 1 for a, b in column.pairs)

    now, broken = count(first, clash), count(first, breaks)
    most_due = white if white.bit_count() >= black.bit_count() else black
    least = max(0, most_due.bit_count() - size // 2)  # so many pairs of one colour due remain however they are dealt
    if not broken and now <= least:
        return Choice(first, first, now, now, 0)
    open_pairs = _open(field, players, first, adjacent) if field.settings.maxi else adjacent
    tight = _without_needless_clashes(open_pairs, breaks, white, black, most_due)
    forced = (white, black) if least == 0 else (((1 << size) - 1) & ~most_due,)
    groups = [*field.independent(players), *forced]
    pairable = Pairable(tight, independent=groups)
    if pairable.complete:
        taken = first_column(pairable, positions)
    else:
        cheapest = Cheapest(open_pairs, ((1, clash), (size + 1, breaks)))
        if cheapest.cost >= now + broken * (size + 1):
            return Choice(first, first, now, now, broken)
        taken = first_column(cheapest, positions)
    return Choice(first, taken, now, count(taken, clash), count(taken, breaks))


def _without_needless_clashes(
    adjacent: Sequence[int], breaks: Sequence[int], white: int, black: int, most: int
) -> list[int]:
    """Pairs of which every complete pairing has exactly the number of clashes the dues force.

    With a colour due to half of the players or more, every pair must hold one of them; with less, nobody clashes.
    Pairs that break a limit are left out.
    """
    size = len(adjacent)
    everybody = (1 << size) - 1
    masks = []
    for i in range(size):
        mine = 1 << i
        allowed = everybody
        if most.bit_count() * 2 > size:
            allowed = everybody if mine & most else most
        else:
            if most.bit_count() * 2 == size:
                allowed = everybody & ~most if mine & most else most
            if mine & white:
                allowed &= ~white
            elif mine & black:
                allowed &= ~black
        masks.append(adjacent[i] & allowed & ~breaks[i])
    return masks


def _open(field: Field, players: Sequence[int], first: Column, adjacent: Sequence[int]) -> list[int]:
    """Pairs in which the earlier member keeps the opponent of the first column, or has one rated within 100 of that.

    Rule: 12.7; ruling S31.
    """
    met_first = {}
    for a, b in first.pairs:
        met_first[a], met_first[b] = b, a
    ratings = [field.ratings[player] for player in players]
    masks = [0] * len(players)
    for i, mask in enumerate(adjacent):
        expected = ratings[met_first[i]]
        for j in range(i + 1, len(players)):
            if mask >> j & 1 and (j == met_first[i] or abs(ratings[j] - expected) <= GUARD):
                masks[i] |= 1 << j
                masks[j] |= 1 << i
    return masks
