"""The columns of 11: all complete pairings of a group in their order, and the walk through them (S27-S31, S36)."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from tests.judges.swiss.cards import Field
from tests.judges.swiss.matching import TRY_EVERYTHING_UP_TO, can_be_paired_off

Column = list[tuple[int, int]]


@dataclass(frozen=True)
class Walk:
    """What a walk found: the pairs, each with the member earlier in scrutiny order first."""

    first_compatible: Column
    result: Column
    place_first: int
    place_result: int


def tries(players: Sequence[int], upward: bool) -> tuple[int, list[int]]:
    """Who is scrutinised first among the players (sorted by number), and whom they try, in order (S27, S28)."""
    n = len(players)
    half = n // 2
    if upward:
        places = [*range(half, 0, -1), *range(half + 1, n)]
        return players[n - 1], [players[place - 1] for place in places]
    places = [*range(half + 1, n + 1), *range(half, 1, -1)]
    return players[0], [players[place - 1] for place in places]


def all_columns(players: Sequence[int], upward: bool) -> Iterator[Column]:
    """Every column of the group, in order, without looking at compatibility. `players` sorted by number, even."""
    if not players:
        yield []
        return
    first, others = tries(players, upward)
    for other in others:
        for rest in all_columns([p for p in players if p not in (first, other)], upward):
            yield [(first, other), *rest]


def place_of(column: Column, upward: bool) -> int:
    """The place of the column in the list of all columns, from 1, without writing the list."""
    place = 1
    left = sorted(player for pair in column for player in pair)
    for first, other in column:
        expected, others = tries(left, upward)
        if expected != first:
            raise ValueError(f"not a column: {column}")
        below = 1
        for odd in range(len(left) - 3, 1, -2):
            below *= odd
        place += others.index(other) * below
        left = [p for p in left if p not in (first, other)]
    return place


def walk(field: Field, players: Sequence[int], upward: bool) -> Walk:
    """Go through the columns: the first compatible one (S29), then the first with the fewest troubles (S30, S36)."""
    order = sorted(players)
    first = _first_within(field, order, upward, field.compatible, None)
    if first is None:
        raise ValueError(f"these cannot be paired off: {order}")
    opponent = {a: b for pair in first for a, b in (pair, pair[::-1])}

    def is_open(a: int, b: int) -> bool:
        # S31, with `a` the member earlier in scrutiny order.
        if not field.compatible(a, b):
            return False
        return not field.settings.maxi or b == opponent[a] or field.within_100(b, opponent[a])

    # The clash budget is out of reach while only broken limits are counted; these exist in the last round only.
    broken = 0
    while _first_within(field, order, upward, is_open, (broken, len(order))) is None:
        broken += 1
    clashes = 0
    while (result := _first_within(field, order, upward, is_open, (broken, clashes))) is None:
        clashes += 1
    return Walk(first, result, place_of(first, upward), place_of(result, upward))


def _first_within(
    field: Field,
    players: Sequence[int],
    upward: bool,
    may_meet: Callable[[int, int], bool],
    budget: tuple[int, int] | None,
) -> Column | None:
    """The first column of pairs that may meet with at most so many (broken limits, clashes); None if there is none.

    Beginnings that cannot be completed are remembered, so that they are tried once.
    """
    hopeless: set[tuple[tuple[int, ...], tuple[int, int] | None]] = set()

    def go(left: tuple[int, ...], budget: tuple[int, int] | None) -> Column | None:
        if not left:
            return []
        if budget is not None and _clashes_at_least(field, left) > budget[1]:
            return None
        if (left, budget) in hopeless:
            return None
        if len(left) > TRY_EVERYTHING_UP_TO and not can_be_paired_off(field, left):
            return None
        first, others = tries(left, upward)
        for other in others:
            if not may_meet(first, other):
                continue
            rest = tuple(p for p in left if p not in (first, other))
            rest_budget = budget
            if budget is not None:
                rest_budget = (
                    budget[0] - field.breaks_limit(first, other),
                    budget[1] - field.clash(first, other),
                )
                if min(rest_budget) < 0:
                    continue
            found = go(rest, rest_budget)
            if found is not None:
                return [(first, other), *found]
        hopeless.add((left, budget))
        return None

    return go(tuple(players), budget)


def _clashes_at_least(field: Field, players: Sequence[int]) -> int:
    """A number of clashes no column of the players can stay below, from counting dues alone."""
    dues = [field.due(player) for player in players]
    surplus = abs(dues.count("W") - dues.count("B")) - dues.count("")
    return max(0, (surplus + 1) // 2)
