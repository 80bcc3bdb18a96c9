"""The order of the Ladder and Ranks (4(a), 4(d), 5(e), L3, L5, L16)."""

from __future__ import annotations

import random

import pytest

from rules.ladder.order import after_round, initial_order, ranks
from rules.ladder.scores import HalfWins, widest_paths
from rules.model import Person, Value
from tests.judges import ladder as judge
from tests.rules.ladder.test_scores import field


def listed(*rows: tuple[str, Value, Value]) -> list[str]:
    """Names in the initial order of people given as name, Seed, Rating."""
    people = [Person(name, {"Seed": seed, "Rating": rating}) for name, seed, rating in rows]
    return [person.name for person in initial_order(people)]


def moved(ladder: str, half_wins: HalfWins) -> str:
    """The Ladder after 5(e), as one-letter names."""
    order, _ = after_round(list(ladder), widest_paths(list(ladder), half_wins))
    return "".join(order)


def test_the_first_ladder_goes_by_seed_then_by_rating_then_as_listed() -> None:
    """4(a), L16: seeded players first, then rated ones, then the rest as listed."""
    assert listed(
        ("Late", None, None),
        ("Ada", 2, 900),
        ("Ben", None, 1500),
        ("Cem", 1, 800),
        ("Dov", None, 1600),
        ("Eva", None, None),
    ) == ["Cem", "Ada", "Dov", "Ben", "Late", "Eva"]


def test_equal_seeds_stand_as_listed() -> None:
    """L16: what the Seeds leave open is as listed."""
    assert listed(("Ada", 1, 900), ("Ben", 1, 1500), ("Cem", 1, None)) == ["Ada", "Ben", "Cem"]


def test_a_player_goes_directly_above_the_highest_they_out_score() -> None:
    """5(e): D beat B; so D out-scores B, and goes above B but not above A."""
    assert moved("ABCD", {("D", "B"): 2}) == "ADBC"


def test_equal_scores_move_nobody() -> None:
    """5(e): a higher Score is needed, an equal one is not enough."""
    assert moved("AB", {("A", "B"): 2, ("B", "A"): 2}) == "AB"


def test_players_are_taken_from_the_top_downwards() -> None:
    """L3: C beat B, D beat A and B: C goes above B, then D above A."""
    assert moved("ABCD", {("C", "B"): 2, ("D", "A"): 2, ("D", "B"): 2}) == "DACB"


def test_out_scoring_by_a_path_counts_like_a_win() -> None:
    """4(c), 5(e): C beat B, B beat A, so C has 25 against A, who has nothing back."""
    assert moved("ABC", {("C", "B"): 2, ("B", "A"): 2}) == "CBA"


@pytest.mark.parametrize("seed", range(40))
def test_afterwards_nobody_stands_below_a_player_they_out_score(seed: int) -> None:
    """L3, and the literal judge finds the same Ladder and the same Ranks."""
    names, half_wins = field(9, 12 + seed % 9, seed)
    random.Random(seed).shuffle(names)
    scores = widest_paths(names, half_wins)
    order, moves = after_round(names, scores)
    for i, upper in enumerate(order):
        for lower in order[i + 1 :]:
            assert scores.of(lower, upper) <= scores.of(upper, lower)
    theirs = {(a, b): scores.of(a, b) for a in names for b in names if a != b}
    assert list(order) == judge.reorder_5e(names, theirs)
    assert dict(ranks(order, scores)) == judge.ranks(order, theirs)
    for move in moves:
        assert move.score > move.against
        assert order.index(move.player) < order.index(move.over)
        assert (names[move.old - 1], order[move.new - 1]) == (move.player, move.player)


def test_ranks_compare_neighbours_only() -> None:
    """4(d), L5: A beat B, B and C drew, C and D have nothing: Ranks 1, 2, 2, 3."""
    scores = widest_paths(list("ABCD"), {("A", "B"): 2, ("B", "C"): 1, ("C", "B"): 1})
    assert list(ranks("ABCD", scores).values()) == [1, 2, 2, 3]


def test_equal_scores_of_0_do_not_tie() -> None:
    """4(d)(ii), L5: before any game everybody has their own Rank."""
    assert list(ranks("ABCD", widest_paths(list("ABCD"), {})).values()) == [1, 2, 3, 4]
