"""The exchange columns: the printed tables, upwards too, and exchanges for colours (11, 12, S27-S31)."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import combinations

import pytest

from rules.parts.median import MedianSettings
from rules.parts.median.columns import choose_column, first_column, order_of_tries
from rules.parts.median.existence import Pairable
from tests.rules.median.boards import field_of, group, paired, pairs, reasons

FIRST_PLAYER = [
    ((), "1-4 2-5 3-6"),
    ((4,), "1-5 2-4 3-6"),
    ((4, 5), "1-6 2-4 3-5"),
    ((4, 5, 6), "1-3 2-5 4-6"),
    ((4, 5, 6, 3), "1-2 3-5 4-6"),
]
SECOND_PLAYER = [
    ((), "1-6 2-4 3-5"),
    ((4,), "1-6 2-5 3-4"),
    ((4, 5), "1-6 2-3 4-5"),
    ((4, 5, 3), "1-3 2-6 4-5"),
    ((4, 5, 3, 6), "1-2 3-5 4-6"),
]


def column(text: str) -> set[tuple[int, int]]:
    """`"1-4 2-5"` as pairs."""
    found = [sorted(int(number) for number in pair.split("-")) for pair in text.split()]
    return {(a, b) for a, b in found}


@pytest.mark.parametrize(("met", "wanted"), FIRST_PLAYER)
def test_first_player_printed_columns(met: tuple[int, ...], wanted: str) -> None:
    """#1 tries 4, 5, 6, 3, 2; the printed pairing comes out each time."""
    cards = group(6, apart=[(1, other) for other in met])
    assert pairs(paired(cards, MedianSettings(1, 9))) == column(wanted)


@pytest.mark.parametrize(("met", "wanted"), SECOND_PLAYER)
def test_second_player_printed_columns(met: tuple[int, ...], wanted: str) -> None:
    """With #1 kept from 4 and 5, #2 tries on; the printed pairing comes out each time."""
    cards = group(6, apart=[(1, 4), (1, 5), *((2, other) for other in met)])
    assert pairs(paired(cards, MedianSettings(1, 9))) == column(wanted)


@pytest.mark.parametrize(
    ("met", "wanted"),
    [([(1, o) for o in met], text) for met, text in FIRST_PLAYER]
    + [([(1, 4), (1, 5), *((2, o) for o in met)], text) for met, text in SECOND_PLAYER],
)
def test_upwards_is_the_mirror(met: list[tuple[int, int]], wanted: str) -> None:
    """Below the median the lowest numbered is scrutinised first: 7 minus the number throughout."""
    cards = group(6, apart=[(7 - a, 7 - b) for a, b in met])  # nobody has scored after two rounds
    got = pairs(paired(cards, MedianSettings(3, 9)))
    assert got == {(7 - b, 7 - a) for a, b in column(wanted)}


def test_the_column_is_named() -> None:
    """The reason says the place among all fifteen columns of six players, and what the first scrutiny did."""
    answer = paired(group(6, apart=[(1, 4), (1, 5)]), MedianSettings(1, 9))
    why = reasons(answer, 1)["exchanged"]
    assert (why.rule, why.data["column"], why.data["tried"], why.data["proposed"]) == ("11.1/S29", 7, 3, 4)
    assert reasons(answer, 2)["follows-exchange"].data["opponent"] == 4


def columns_of(players: Sequence[int]) -> Iterator[list[tuple[int, int]]]:
    """Every column in the order of S27, by plain enumeration."""
    if not players:
        yield []
        return
    for position in order_of_tries(len(players)):
        rest = [one for i, one in enumerate(players) if i not in (0, position)]
        for more in columns_of(rest):
            yield [(players[0], players[position]), *more]


def test_every_column_comes_once_and_is_numbered() -> None:
    """Eight players have 105 columns; each is the first one when all other pairs have met, and knows its number."""
    every = list(columns_of(range(8)))
    assert len({tuple(sorted(one)) for one in every}) == len(every) == 105
    for number, wanted in enumerate(every, start=1):
        masks = [0] * 8
        for a, b in wanted:
            masks[a], masks[b] = 1 << b, 1 << a
        found = first_column(Pairable(masks), range(8))
        assert list(found.pairs) == wanted
        assert found.number == number


@pytest.mark.parametrize(
    ("due", "met", "wanted"),
    [
        ("WWBWBB", (), "1-5 2-6 3-4"),
        ("BWWWWB", (), "1-4 2-5 3-6"),
        ("WBBWWB", ((1, 6),), "1-3 2-5 4-6"),
    ],
)
def test_exchanges_for_colours(due: str, met: tuple[tuple[int, int], ...], wanted: str) -> None:
    """The fewest clashes win; among those the first column; nothing moves when no clash can be avoided."""
    cards = group(6, score=1, due=due, apart=met)
    assert pairs(paired(cards, MedianSettings(2, 9))) == column(wanted)


def test_maxi_guard_on_exchanges() -> None:
    """In a Maxi-tournament an opponent is exchanged for colour only against one rated within 100 points."""
    ratings = {1: 2500, 2: 2400, 3: 2300, 4: 2000}
    cards = group(4, score=1, due="WBWB", ratings=ratings)
    assert pairs(paired(cards, MedianSettings(2, 9, maxi=True))) == column("1-3 2-4")
    near = group(4, score=1, due="WBWB", ratings={**ratings, 4: 2200})
    assert pairs(paired(near, MedianSettings(2, 9, maxi=True))) == column("1-4 2-3")
    assert pairs(paired(cards, MedianSettings(2, 9))) == column("1-4 2-3")


@pytest.mark.parametrize(("apart", "exchanged"), [(0, True), (100, True), (101, False), (150, False), (200, False)])
def test_maxi_guard_stands_at_100(apart: int, exchanged: bool) -> None:
    """12.7: within 100 points of the opponent of the first scrutiny, and not one point more; below or above it."""
    for sign in (1, -1):
        ratings = {1: 2700, 2: 2650, 3: 2300, 4: 2300 + sign * apart}
        cards = group(4, score=1, due="WBWB", ratings=ratings)
        wanted = "1-4 2-3" if exchanged else "1-3 2-4"
        assert pairs(paired(cards, MedianSettings(2, 9, maxi=True))) == column(wanted)


@pytest.mark.parametrize("seed", range(150))
def test_choice_agrees_with_plain_enumeration(seed: int) -> None:
    """On random groups the chosen column is the one that going through all columns in order finds.

    Without a guard, with the Maxi guard, and in the last round with its broken limits."""
    dice = random.Random(seed)
    size = dice.choice((4, 6, 8))
    maxi, last = dice.random() < 0.3, dice.random() < 0.3
    pasts = ("", "W", "B", "WB", "BW", "WW", "BB", "WBB", "BWW")
    cards = group(
        size,
        score=6,
        history={i: dice.choice(pasts) for i in range(1, size + 1)},
        apart=[pair for pair in combinations(range(1, size + 1), 2) if dice.random() < 0.3],
        ratings={i: 2400 - 40 * i for i in range(1, size + 1)},
    )
    field = field_of(cards, MedianSettings(5, 5 if last else 9, maxi=maxi))
    players = list(range(size))
    legal = [one for one in columns_of(players) if all(field.may_meet(a, b) for a, b in one)]
    if not legal:
        assert not Pairable(field.graph(players)).complete
        return
    first = dict(legal[0])
    first.update({b: a for a, b in legal[0]})

    def is_open(pair: tuple[int, int]) -> bool:
        a, b = pair
        return not maxi or b == first[a] or abs(field.ratings[b] - field.ratings[first[a]]) <= 100

    def alone(white: int, black: int) -> bool:
        return field.claims[white].white_allowed and field.claims[black].black_allowed

    def cost(one: Sequence[tuple[int, int]]) -> tuple[int, int]:
        broken = sum(not (alone(a, b) or alone(b, a)) for a, b in one)
        dues = [(field.claims[a].due, field.claims[b].due) for a, b in one]
        return broken, sum(x is not None and x == y for x, y in dues)

    allowed = [one for one in legal if all(is_open(pair) for pair in one)]
    best = min(cost(one) for one in allowed)
    wanted = next(one for one in allowed if cost(one) == best)
    choice = choose_column(field, players)
    assert list(choice.first.pairs) == legal[0]
    assert list(choice.taken.pairs) == wanted
    assert (choice.breaks, choice.clashes) == best
