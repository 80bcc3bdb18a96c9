"""The bye, rule 22, the director's own pairs, rounds that cannot be paired, and sameness."""

from __future__ import annotations

import random

import pytest

from rules.parts.median import Card, Kind, MedianSettings, NoPairing, RoundPairing, Slot, pair_round
from rules.parts.median.pairing import Board
from rules.parts.median.words import MEDIAN_WORDS
from rules.reasons import render
from tests.rules.median.boards import all_but, blocked, colours, group, paired, pairs, reasons


def test_bye_in_round_one_goes_to_the_lowest_numbered() -> None:
    """14.1: the last of the list sits out."""
    answer = paired(group(9), MedianSettings(1, 9))
    assert answer.bye == 9
    assert answer.bye_why is not None
    assert answer.bye_why.code == "bye"


def test_bye_climbs_out_of_a_barred_group() -> None:
    """The only one without points has had the bye: the lowest numbered of the next score who is free gets it (S9)."""
    cards = [
        Card(1, brought=4, brought_colours=colours("WB"), met=frozenset({2, 3})),
        Card(2, brought=2, brought_colours=colours("BW"), met=frozenset({1})),
        Card(3, brought=2, brought_colours=colours("BW"), met=frozenset({1})),
        Card(4, (Slot(1, Kind.DEFAULT_WON, 5, gained=2),), brought_colours=colours("W")),
        Card(5, (Slot(2, Kind.BYE, gained=2),), brought=-2, brought_colours=colours("B")),
    ]
    answer = paired(cards, MedianSettings(3, 9))
    assert answer.bye == 3
    assert answer.bye_why is not None
    assert [(part.code, part.data["player"], part.data["because"]) for part in answer.bye_why.parts] == [
        ("bye-barred", 5, "bye"),
        ("bye-barred", 4, "default won"),
    ]


def test_bye_passes_over_who_is_needed() -> None:
    """#5 would be next, but #4 may meet nobody else: #4 sits out."""
    cards = group(5, apart=[(4, 1), (4, 2), (4, 3)])
    assert paired(cards, MedianSettings(1, 9)).bye == 5 - 1


def test_foreign_half_point_does_not_bar_the_bye_but_the_flag_does() -> None:
    """H33: the half point for missing round 1 bars nothing; who was held back may not have it."""
    cards = [*group(2, score=2), Card(3, (Slot(1, Kind.HALF_BYE, gained=1),))]
    assert paired(cards, MedianSettings(2, 9)).bye == 3
    assert paired([*cards[:2], Card(3, may_have_bye=False)], MedianSettings(2, 9)).bye == 2


def _federations(round_number: int, nations: str, apart: tuple[tuple[int, int], ...] = ()) -> set[tuple[int, int]]:
    cards = [
        Card(card.number, brought=card.brought, federation=nation, met=card.met)
        for card, nation in zip(group(4, score=2 * round_number, apart=apart), nations, strict=True)
    ]
    answer = pair_round(cards, MedianSettings(round_number, 9, separate_federations=True))
    assert isinstance(answer, RoundPairing)
    return pairs(answer)


def test_rule_22_in_the_last_three_rounds_only() -> None:
    """1 and 3 are of one federation: kept apart from the seventh of nine rounds on (S38)."""
    assert _federations(6, "ABAC") == {(1, 3), (2, 4)}
    assert _federations(7, "ABAC") == {(1, 4), (2, 3)}


def test_rule_22_is_set_aside_when_nothing_is_left() -> None:
    """All of one federation: the rule is set aside for the round, and this is said."""
    cards = [Card(n, brought=16, federation="A") for n in range(1, 5)]
    answer = paired(cards, MedianSettings(8, 9, separate_federations=True))
    assert [note.code for note in answer.notes] == ["federations-set-aside"]


def test_director_pairs_and_keeps_apart() -> None:
    """Typed pairs stand as typed, pairs kept apart do not meet, the rest goes by the rules (S46)."""
    answer = pair_round(group(8), MedianSettings(1, 9), fixed=[(8, 1)], keep_apart=[(2, 5)])
    assert isinstance(answer, RoundPairing)
    assert Board(8, 1, answer.boards[0].why) == answer.boards[0]
    assert answer.boards[0].why[0].code == "paired-by-director"
    assert pairs(answer) == {(1, 8), (2, 6), (3, 5), (4, 7)}


def test_director_types_the_bye() -> None:
    """The typed bye is taken, and no other is given."""
    answer = pair_round(group(5), MedianSettings(1, 9), fixed_bye=1)
    assert isinstance(answer, RoundPairing)
    assert answer.bye == 1
    assert pairs(answer) == {(2, 4), (3, 5)}
    assert isinstance(pair_round(group(4), MedianSettings(1, 9), fixed_bye=1), NoPairing)


@pytest.mark.parametrize(("fixed", "bye"), [([(1, 9)], None), ([(1, 2), (2, 3)], None), ([(1, 2)], 1)])
def test_impossible_typing_is_refused(fixed: list[tuple[int, int]], bye: int | None) -> None:
    """Unknown or doubled numbers are the caller's mistake."""
    with pytest.raises(ValueError, match="director"):
        pair_round(group(4), MedianSettings(1, 9), fixed=fixed, fixed_bye=bye)


def test_no_pairing_names_the_stuck_and_what_helps() -> None:
    """Two triangles: whoever plays, one of each is left; only a second meeting would help."""
    triangles = all_but(6, [(1, 2), (1, 3), (2, 3), (4, 5), (4, 6), (5, 6)])
    why = {reason.code: reason for reason in blocked(group(6, apart=triangles), MedianSettings(1, 9)).why}
    assert why["blocked-groups-alone"].data["groups"] == ((1, 2, 3), (4, 5, 6))
    text = render(why["blocked-groups-alone"], MEDIAN_WORDS, clauses=False)
    assert text == "These groups can only be paired within themselves: (1, 2, 3), (4, 5, 6). 2 would be left over."
    assert why["could-relax"].data["rules"] == ("meetings",)


def test_no_pairing_names_a_colour_limit() -> None:
    """Both can only have White, with different scores: lifting the colour limits would do."""
    cards = [Card(1, brought=3, brought_colours=colours("BB")), Card(2, brought=1, brought_colours=colours("BB"))]
    why = blocked(cards, MedianSettings(3, 9)).why
    assert [(one.code, one.rule) for one in why if one.code == "blocked-player"] == [("blocked-player", "12.1")] * 2
    said = [render(one, MEDIAN_WORDS, clauses=False) for one in why if one.code in ("blocked-player", "could-relax")]
    assert said[0] == "1 can meet nobody. Could only have the same colour as: 2."
    assert said[-1] == "A pairing exists if the director sets aside the colour limits."
    assert [one.data["rules"] for one in why if one.code == "could-relax"] == [("colours",)]


def test_no_pairing_names_the_bye() -> None:
    """Everybody has had the bye."""
    cards = [Card(n, (Slot(n, Kind.BYE, gained=2),)) for n in range(1, 4)]
    why = blocked(cards, MedianSettings(4, 9)).why
    assert why[0].code == "blocked-bye"
    assert [one.data["rules"] for one in why if one.code == "could-relax"] == [("bye",)]


def test_order_of_cards_does_not_matter() -> None:
    """Same cards in any order: the same round, reasons included."""
    cards = group(21, score=2, due="WB-WBWBBWWB-WBWBWWBBB", apart=[(1, 11), (2, 12), (3, 4)])
    wanted = pair_round(cards, MedianSettings(3, 9))
    for seed in range(5):
        shuffled = list(cards)
        random.Random(seed).shuffle(shuffled)
        assert pair_round(shuffled, MedianSettings(3, 9)) == wanted


@pytest.mark.parametrize("wrong", [(0, 9), (10, 9)])
def test_settings_refuse_rounds_that_do_not_exist(wrong: tuple[int, int]) -> None:
    """Round 0 and a round beyond the total cannot be paired."""
    with pytest.raises(ValueError, match="cannot be paired"):
        MedianSettings(*wrong)


def test_players_from_elsewhere_bring_score_colours_and_meetings() -> None:
    """H33: three knock-out losers enter with round 3. They are paired by what they bring, as if always here.

    1½ points have #1, #2, #4, and #1 has met #4. #4 floated in round 2 and is protected; #2 is due the majority
    colour, but without #2 the others could not be paired; so #1, who brings no float, leaves and meets #3.
    """
    entrants = [
        Card(1, brought=3, brought_colours=colours("WB"), met=frozenset({4})),
        Card(2, brought=3, brought_colours=colours("BW")),
        Card(3, brought=2, brought_colours=colours("WB")),
    ]
    here = [
        Card(4, (Slot(1, Kind.PLAYED, 5, "B", 2), Slot(2, Kind.PLAYED, 6, "W", 1)), met=frozenset({1})),
        Card(5, (Slot(1, Kind.PLAYED, 4, "W", 0), Slot(2, Kind.HALF_BYE, gained=1))),
        Card(6, (Slot(1, Kind.HALF_BYE, gained=1), Slot(2, Kind.PLAYED, 4, "B", 1))),
    ]
    answer = paired([*entrants, *here], MedianSettings(3, 10))
    assert pairs(answer) == {(1, 3), (2, 4), (5, 6)}
    why = reasons(answer, 1)["float-instead"]
    assert (why.rule, why.data["passed_over"], why.data["shielded"]) == ("11.4.a/S21", 2, (4,))
    assert answer.bye is None
