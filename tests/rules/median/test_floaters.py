"""Who floats: making even, types, protection, 11.4 with both cases, Maxi, and floaters' opponents (9.3, 10)."""

from __future__ import annotations

import pytest

from rules.parts.median import Card, Kind, MedianSettings, Slot, floats_of
from rules.parts.median.floaters import Group, send_on_floaters, send_residents, send_the_lonely
from rules.parts.median.floats import LastFloat
from tests.rules.median.boards import all_but, colours, field_of, group, paired, pairs, reasons

SETTINGS = MedianSettings(4, 9)  # three rounds played: half is 3 half-points
OUTSIDE = 90


def leavers(
    cards: list[Card],
    *,
    downward: bool = True,
    door: list[Card] | None = None,
    protected: tuple[int, ...] = (),
    arrived: tuple[int, ...] = (),
    settings: MedianSettings = SETTINGS,
) -> list[int]:
    """Who leaves a group, next door given; without `door` one stranger everybody may meet… thrice over."""
    door = group(3, first=OUTSIDE, score=3) if door is None else door
    field = field_of([*cards, *door], settings)
    residents = [field.place[card.number] for card in cards if card.number not in arrived]
    handled = Group(
        field,
        residents if downward else residents[::-1],
        [field.place[number] for number in arrived],
        downward,
        cards[-1].brought,
        field.mask(field.place[card.number] for card in door),
        {field.place[number]: LastFloat(number, 0, True, 0, 0) for number in protected},
    )
    handled.arrived.sort(key=handled.rank)
    send_the_lonely(handled)
    send_on_floaters(handled)
    send_residents(handled)
    return [field.numbers[one.player] for one in handled.left]


def test_majority_colour_makes_even() -> None:
    """Five due W B W W B: the lowest numbered of the majority floats down, the highest numbered up."""
    assert leavers(group(5, score=4, due="WBWWB")) == [4]
    assert leavers(group(5, score=2, due="WBWWB"), downward=False) == [1]


def test_maxi_guard_when_making_even() -> None:
    """Rated more than 100 above the last one, #4 does not count as due the majority colour: #5 goes."""
    settings = MedianSettings(4, 9, maxi=True)
    far = group(5, score=4, due="WBWWB", ratings={1: 2500, 2: 2450, 3: 2400, 4: 2350, 5: 2200})
    near = group(5, score=4, due="WBWWB", ratings={1: 2500, 2: 2450, 3: 2400, 4: 2300, 5: 2200})
    assert leavers(far, settings=settings) == [5]
    assert leavers(near, settings=settings) == [4]


def test_protection_and_types() -> None:
    """Nobody due: #5; protected #5: #4; #4 of type c: #3; all but #5 of type c: #5 after all."""
    five = group(5, score=4, due="-----")
    door = group(1, first=OUTSIDE, score=3)[0]

    def knows(*numbers: int) -> list[Card]:
        return [Card(OUTSIDE, brought=3, brought_colours=door.brought_colours, met=frozenset(numbers))]

    assert leavers(five) == [5]
    assert leavers(five, protected=(5,)) == [4]
    assert leavers(five, protected=(5,), door=knows(4)) == [3]
    assert leavers(five, protected=(5,), door=knows(1, 2, 3, 4)) == [5]


@pytest.mark.parametrize("due", ["WWWWWWW", "BBBBBBB", "WBWBWBW", "BWWWBBB"])
def test_11_4_a_seven_players(due: str) -> None:
    """#1 and #2 may only meet #6: of seven, all due some colour, #2 leaves whatever the colours."""
    met = [(a, b) for a in (1, 2) for b in range(1, 8) if b != 6 and a < b]
    assert leavers(group(7, score=4, due=due, apart=met)) == [2]


def test_11_4_b_six_players() -> None:
    """Of six #5 and #2 leave; 1-6 and 3-4 stay. The two cases a and b belong to 11.4 (S1)."""
    met = [(a, b) for a in (1, 2) for b in range(1, 7) if b != 6 and a < b]
    six = group(6, score=4, apart=met)
    assert leavers(six) == [5, 2]
    median = group(4, first=7, score=3)
    got = pairs(paired([*six, *median], SETTINGS))
    assert {(1, 6), (3, 4)} <= got


@pytest.mark.parametrize("due", ["---", "WBW"])
def test_group_of_three(due: str) -> None:
    """1 and 2 have met: 2 leaves and 1-3 play, whatever is due."""
    assert leavers(group(3, score=4, due=due, apart=[(1, 2)])) == [2]


def test_rival_takes_one_opponent() -> None:
    """Two leave by 9.3 and know only one door: the second of them has none left (S16)."""
    cards = group(2, score=4, apart=[(1, 2)])
    door = group(1, first=OUTSIDE, score=3)
    field = field_of([*cards, *door], SETTINGS)
    handled = Group(field, [0, 1], [], True, 4, field.mask([2]), {})
    send_the_lonely(handled)
    assert [one.kind for one in handled.left] == ["d", "c"]


def test_floater_without_opponent_next_door_stays_first() -> None:
    """Both arrived floaters can only meet #3. #2 has nobody next door, so #2 stays and #1 goes on (S14)."""
    cards = [*group(2, score=6), *group(3, first=3, score=4)]
    met = {1: {2, 4, 5}, 2: {1, 4, 5, 90, 91, 92}}
    cards = [Card(c.number, brought=c.brought, met=frozenset(met.get(c.number, ()))) for c in cards]
    assert leavers(cards, arrived=(1, 2)) == [1]


def test_protection_counts_defaults_and_sides() -> None:
    """S20: above the half the higher floated, below it the lower, across it both; a defaulted pairing too."""

    def card(number: int, before: int, opponent: int, kind: Kind = Kind.PLAYED) -> Card:
        return Card(number, (Slot(3, kind, opponent, "W" if kind is Kind.PLAYED else None, 0),), brought=before)

    cards = [
        card(1, 4, 2), card(2, 3, 1),
        card(3, 1, 4), card(4, 0, 3),
        card(5, 3, 6, Kind.DEFAULT_WON), card(6, 1, 5, Kind.DEFAULT_LOST),
        card(7, 2, 8), card(8, 2, 7),
        card(9, 3, 10), card(10, 2, 9),
    ]  # fmt: skip
    found = floats_of(cards, 3)
    assert sorted(found) == [1, 4, 5, 6, 9]
    assert [found[number].down for number in (1, 4, 5, 6, 9)] == [True, False, True, False, True]


def test_floater_meets_the_first_who_is_due_the_other_colour() -> None:
    """Downward the highest numbered with the other colour due; in the group's reasons the one passed over (10.8)."""
    cards = [*group(1, score=4, due="W"), *group(3, first=2, score=3, due="WWB")]
    answer = paired(cards, SETTINGS)
    assert pairs(answer) == {(1, 4), (2, 3)}
    why = reasons(answer, 1)
    assert why["meets-for-colour"].data["passed_over"] == 2
    assert why["float-alone"].data["type"] == "d"


def test_maxi_guard_for_a_floaters_opponent() -> None:
    """In a Maxi-tournament the first may be passed over only for one rated within 100 points."""
    ratings = {1: 2500, 2: 2400, 3: 2300, 4: 2250}
    cards = [*group(1, score=4, due="W", ratings=ratings), *group(3, first=2, score=3, due="WWB", ratings=ratings)]
    assert pairs(paired(cards, MedianSettings(4, 9, maxi=True))) == {(1, 2), (3, 4)}
    near = [*cards[:3], *group(1, first=4, score=3, due="B", ratings={4: 2300})]
    assert pairs(paired(near, MedianSettings(4, 9, maxi=True))) == {(1, 4), (2, 3)}


@pytest.mark.parametrize(("apart", "passed"), [(100, True), (101, False), (200, False), (-100, True), (-101, False)])
def test_maxi_guard_for_a_floaters_opponent_stands_at_100(apart: int, passed: bool) -> None:
    """10.8: the first, #2, is due the same colour as the floater; #4 is taken where rated within 100 of #2."""
    ratings = {1: 2500, 2: 2400, 3: 2300, 4: 2400 - apart}
    cards = [*group(1, score=4, due="W", ratings=ratings), *group(3, first=2, score=3, due="WWB", ratings=ratings)]
    wanted = {(1, 4), (2, 3)} if passed else {(1, 2), (3, 4)}
    assert pairs(paired(cards, MedianSettings(4, 9, maxi=True))) == wanted
    assert pairs(paired(cards, MedianSettings(4, 9))) == {(1, 4), (2, 3)}


@pytest.mark.parametrize(("score_of_4", "cracked"), [(2, [True]), (1, [False, True])])
def test_blocked_median_is_cracked(score_of_4: int, cracked: list[bool]) -> None:
    """9.6: three leaders have met #4. With #4 in the median 5-6 is cracked; with #4 come up from below the count is
    even, so 1-2 goes first (S33). Either way 1-2, 3-6, 4-5."""
    scores = {1: 4, 2: 4, 3: 4, 4: score_of_4, 5: 0, 6: 0}
    history = {1: "WB", 2: "BW", 3: "WB", 4: "BW", 5: "WB", 6: "BW"}
    met = {1: {4}, 2: {4}, 3: {4}, 4: {1, 2, 3}}
    cards = [
        Card(n, brought=scores[n], brought_colours=colours(history[n]), met=frozenset(met.get(n, ()))) for n in scores
    ]
    answer = paired(cards, MedianSettings(3, 9))
    assert pairs(answer) == {(1, 2), (3, 6), (4, 5)}
    assert [(note.rule, note.code) for note in answer.notes] == [("9.6/S33", "cracked")] * len(cracked)
    assert [note.data["lower"] for note in answer.notes] == cracked


def test_all_but_helper_bars_the_rest() -> None:
    """Only the listed pairs may still meet, and they do."""
    only = [(1, 4), (2, 3), (5, 6)]
    assert pairs(paired(group(6, apart=all_but(6, only)), MedianSettings(1, 9))) == set(only)
