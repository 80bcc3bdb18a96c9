"""Whom floaters meet and how the median opens, against the letter worked out by trying everything (S24-S26, S32-S34)."""

from __future__ import annotations

import os
import random
from collections.abc import Sequence
from itertools import combinations

import pytest

from rules.model import Reason
from rules.parts.median import Card, MedianSettings
from rules.parts.median.compatible import Field
from rules.parts.median.groups import Side
from rules.parts.median.median import pair_median
from rules.parts.median.meeting import Pair, pair_off
from tests.rules.median.boards import colours

CAMPAIGN = int(os.environ.get("PAIRSHEET_CAMPAIGN", "1"))


def can_pair_off(field: Field, players: Sequence[int]) -> bool:
    """Whether all of them can be in compatible pairs at once."""
    if not players:
        return True
    first, *rest = players
    return any(field.may_meet(first, two) and can_pair_off(field, [p for p in rest if p != two]) for two in rest)


def literal_floaters(
    field: Field, floaters: Sequence[int], rest: Sequence[int], *, downward: bool
) -> list[tuple[int, int]]:
    """S25, read aloud."""
    found: list[tuple[int, int]] = []
    left = [*floaters, *rest]
    for floater in floaters:
        if floater not in left:
            continue
        others = [p for p in left if p != floater]
        available = [
            p for p in others if field.may_meet(floater, p) and can_pair_off(field, [q for q in others if q != p])
        ]
        distance = {p: abs(field.scores[p] - field.scores[floater]) for p in available}
        near = [p for p in available if distance[p] == min(distance.values())]
        near.sort(key=lambda p: field.numbers[p], reverse=not downward)
        due = field.claims[floater].due
        good = [p for p in near if due is None or field.claims[p].due != due]
        if field.settings.maxi:
            good = [p for p in good if p == near[0] or abs(field.ratings[p] - field.ratings[near[0]]) <= 100]
        partner = good[0] if good else near[0]
        found.append((floater, partner))
        left = [p for p in left if p not in (floater, partner)]
    return found


def random_field(dice: random.Random, scores: Sequence[int], *, last: bool) -> Field:
    """Players with these scores by number, random meetings, colours and ratings."""
    size = len(scores)
    thick = dice.random() * 0.6
    met: dict[int, set[int]] = {number: set() for number in range(1, size + 1)}
    for a, b in combinations(met, 2):
        if dice.random() < thick:
            met[a].add(b)
    pasts = ("", "W", "B", "WB", "BW", "WW", "BB", "WBB", "BWW")
    cards = [
        Card(
            number,
            rating=2400 - dice.randint(0, 30) * 10,
            brought=score,
            brought_colours=colours(dice.choice(pasts)),
            met=frozenset(met[number]),
        )
        for number, score in enumerate(scores, start=1)
    ]
    return Field.of(cards, MedianSettings(6, 6 if last else 11, maxi=dice.random() < 0.3))


@pytest.mark.parametrize("seed", range(3))
def test_floaters_meet_whom_the_letter_says(seed: int) -> None:
    """In groups that can be paired off, downward and upward, with floaters of several scores."""
    dice = random.Random(seed)
    tried = 0
    for _ in range(250 * CAMPAIGN):
        size = dice.choice((4, 6, 8))
        downward = dice.random() < 0.5
        scores = [dice.choice((6, 6, 6, 7, 8) if downward else (6, 6, 6, 5, 4)) for _ in range(size)]
        field = random_field(dice, scores, last=dice.random() < 0.2)
        if not can_pair_off(field, range(size)):
            continue
        rest = [p for p in range(size) if scores[p] == 6]
        if not downward:
            rest.reverse()
        floaters = [p for p in range(size) if scores[p] != 6]
        floaters.sort(key=lambda p: (-scores[p], p) if downward else (scores[p], -p))
        got = pair_off(field, floaters, rest, downward=downward, median_or_above=downward, score=6)
        wanted = literal_floaters(field, floaters, rest, downward=downward)
        assert [(one.first, one.second) for one in got[: len(wanted)]] == wanted
        assert sorted(p for one in got for p in (one.first, one.second)) == list(range(size))
        tried += 1
    assert tried > 30


def test_in_the_median_floaters_from_above_come_first() -> None:
    """10.6: who came down chooses before who came up, the higher score and the lower number first; those who came up
    begin with the lowest score and the highest number."""
    scores = {1: 9, 2: 8, 3: 8, 4: 6, 5: 6, 6: 6, 7: 6, 8: 6, 9: 5, 10: 4, 11: 4, 12: 6}
    field = Field.of([Card(number, brought=score) for number, score in scores.items()], MedianSettings(7, 9))
    place = field.place
    above = Side(waiting=[place[n] for n in (3, 1, 2)])
    below = Side(waiting=[place[n] for n in (10, 9, 11)])
    made = pair_median(field, above, below, [place[n] for n in (4, 5, 6, 7, 8, 12)])
    assert [(field.numbers[p.first], field.numbers[p.second]) for p in made.pairs] == [
        (1, 2), (3, 4), (11, 10), (9, 5), (6, 8), (7, 12),
    ]  # fmt: skip


def literal_cracking(
    field: Field, down: list[int], up: list[int], upper: list[Pair], lower: list[Pair], median: list[int]
) -> list[tuple[int, int]]:
    """S32-S33, read aloud: what is cracked, in order. The lists are changed as it goes."""
    cracked = []
    while not can_pair_off(field, [*down, *up, *median]):
        wants_lower = len(down) > len(up)
        side = lower if (wants_lower and lower) or not upper else upper
        pair = side.pop()
        cracked.append((pair.first, pair.second))
        (up if side is lower else down).extend((pair.first, pair.second))
    return cracked


@pytest.mark.parametrize("seed", range(3))
def test_the_median_opens_step_by_step(seed: int) -> None:
    """Blocked medians open the pairs the letter names, and are then paired by S25 with the cracked as floaters."""
    dice = random.Random(seed)
    opened = 0
    for _ in range(300 * CAMPAIGN):
        scores = [dice.choice((3, 4, 5, 5, 6, 7)) for _ in range(10)]
        field = random_field(dice, scores, last=False)
        if not can_pair_off(field, range(10)):
            continue
        nothing = Reason("", "made")
        sides: dict[bool, list[Pair]] = {True: [], False: []}
        waiting: dict[bool, list[int]] = {True: [], False: []}
        for is_upper in (True, False):
            free = [p for p in range(10) if (scores[p] > 5 if is_upper else scores[p] < 5)]
            while free:
                first = free.pop(0)
                second = next((p for p in free if field.may_meet(first, p)), None)
                if second is None or dice.random() < 0.2:
                    waiting[is_upper].append(first)
                else:
                    free.remove(second)
                    sides[is_upper].append(Pair(first, second, is_upper, nothing))
        median = [p for p in range(10) if scores[p] == 5]
        down, up = list(waiting[True]), list(waiting[False])
        upper, lower = list(sides[True]), list(sides[False])
        cracked = literal_cracking(field, down, up, upper, lower, median)
        down.sort(key=lambda p: (-scores[p], p))
        up.sort(key=lambda p: (scores[p], -p))
        wanted = literal_floaters(field, [*down, *up], median, downward=True)

        above, below = Side(list(sides[True]), [], waiting[True]), Side(list(sides[False]), [], waiting[False])
        got = pair_median(field, above, below, median)
        named = [(note.data["player"], note.data["opponent"]) for note in got.cracked]
        assert named == [(field.numbers[a], field.numbers[b]) for a, b in cracked]
        assert (above.pairs, below.pairs) == (upper, lower)
        assert [(one.first, one.second) for one in got.pairs[: len(wanted)]] == wanted
        opened += bool(cracked)
    assert opened > 10
