"""Scores: initial scores, paths, widths (4(b), 4(c), L1, L2)."""

from __future__ import annotations

import random
import time
from fractions import Fraction
from itertools import pairwise
from math import floor

import pytest

from rules.ladder.scores import Scores, initial_score, widest_paths
from tests.judges import ladder as judge


def field(count: int, games: int, seed: int, near: int | None = None) -> tuple[list[str], dict[tuple[str, str], int]]:
    """So many players with Wins from so many games by chance; `near` keeps opponents close."""
    dice = random.Random(seed)
    names = [f"P{i}" for i in range(count)]
    half_wins: dict[tuple[str, str], int] = {}
    for _ in range(games):
        a = dice.randrange(count)
        b = dice.randrange(count) if near is None else max(0, min(count - 1, a + dice.randint(-near, near)))
        if a != b:
            gained = dice.choice((0, 0, 1, 2, 2))
            for key, value in (((names[a], names[b]), gained), ((names[b], names[a]), 2 - gained)):
                half_wins[key] = half_wins.get(key, 0) + value
    return names, half_wins


@pytest.mark.parametrize(
    ("wins", "against", "score"),
    [(1, 0, 25), (0, 1, 0), (2, 0, 40), (1, 1, 20), (Fraction(1, 2), Fraction(1, 2), 12), (Fraction(3, 2), 0, 33)],
)
def test_an_initial_score_is_100a_over_a_plus_b_plus_3_rounded_down(
    wins: Fraction | int, against: Fraction | int, score: int
) -> None:
    """4(c)(iii), L1: one win 25, two wins 40, one each 20, a draw 12 (from 12½)."""
    assert initial_score(int(2 * wins), int(2 * against)) == score


def test_an_initial_score_never_reaches_100() -> None:
    """4(c): a Score is an integer from 0 to 99, also after 297 wins and more."""
    assert initial_score(2 * 296, 0) == 98
    assert initial_score(2 * 297, 0) == 99
    assert initial_score(2 * 100_000, 0) == 99


def test_initial_scores_agree_with_exact_fractions() -> None:
    """L1: whole-number arithmetic gives what exact fractions give, for all halves up to 30 games."""
    for a in range(61):
        for b in range(61 - a):
            half_a, half_b = Fraction(a, 2), Fraction(b, 2)
            assert initial_score(a, b) == floor(100 * half_a / (half_a + half_b + 3))


def test_a_score_is_the_widest_of_all_paths() -> None:
    """4(c)(i)-(ii): Ada beat Ben once (25) and Cem twice (40), Cem beat Ben twice (40): Ada has 40 against Ben, by Cem."""
    scores = widest_paths(["Ada", "Ben", "Cem"], {("Ada", "Ben"): 2, ("Ada", "Cem"): 4, ("Cem", "Ben"): 4})
    assert scores.of("Ada", "Ben") == 40
    assert [link.second for link in scores.path("Ada", "Ben")] == ["Cem", "Ben"]
    assert scores.of("Ben", "Ada") == 0
    assert scores.path("Ben", "Ada") == ()


def test_both_directions_of_a_pair_keep_their_score() -> None:
    """L1: the election method drops the losing direction; here 2-1 is 33 against 16."""
    scores = widest_paths(["Ada", "Ben"], {("Ada", "Ben"): 4, ("Ben", "Ada"): 2})
    assert (scores.of("Ada", "Ben"), scores.of("Ben", "Ada")) == (33, 16)


def test_no_path_runs_through_somebody_outside() -> None:
    """L2: Wins against players who are not named count for nothing."""
    half_wins = {("Ada", "Cem"): 4, ("Cem", "Ben"): 4}
    assert widest_paths(["Ada", "Ben"], half_wins).of("Ada", "Ben") == 0
    assert widest_paths(["Ada", "Ben", "Cem"], half_wins).of("Ada", "Ben") == 40


@pytest.mark.parametrize("seed", range(25))
def test_scores_agree_with_every_path_tried(seed: int) -> None:
    """On six players with draws and rematches the literal judge, who walks all paths, finds the same."""
    names, half_wins = field(6, 4 + seed, seed)
    scores = widest_paths(names, half_wins)
    assert {(a, b): scores.of(a, b) for a in names for b in names if a != b} == judge.scores_by_paths(half_wins, names)


@pytest.mark.parametrize("seed", range(4))
def test_scores_of_a_larger_field_agree_with_reachability(seed: int) -> None:
    """On forty players the judge asks for each width who reaches whom, and finds the same."""
    names, half_wins = field(40, 160, seed, near=4)
    scores = widest_paths(names, half_wins)
    theirs = judge.scores_by_thresholds(half_wins, names)
    assert {(a, b): scores.of(a, b) for a in names for b in names if a != b} == theirs


@pytest.mark.parametrize("seed", range(6))
def test_every_path_proves_its_score(seed: int) -> None:
    """A path goes from the one to the other over links that are what the Wins say, the narrowest as wide as the Score."""
    names, half_wins = field(18, 50, seed, near=5)
    scores = widest_paths(names, half_wins)
    for a in names:
        for b in names:
            if a != b:
                prove(scores, a, b)


def prove(scores: Scores, a: str, b: str) -> None:
    """The path of two players is a proof of their Score."""
    path = scores.path(a, b)
    assert bool(path) == (scores.of(a, b) > 0)
    if not path:
        return
    assert (path[0].first, path[-1].second) == (a, b)
    assert all(first.second == second.first for first, second in pairwise(path))
    for link in path:
        assert link.half_wins == scores.half_wins.get((link.first, link.second), 0)
        assert link.width == initial_score(link.half_wins, scores.half_wins.get((link.second, link.first), 0))
    assert min(link.width for link in path) == scores.of(a, b)


def test_a_long_chain_needs_no_deep_stack() -> None:
    """Three thousand players, each of whom beat the next: the first reaches the last over all of them."""
    names = [f"P{i}" for i in range(3000)]
    scores = widest_paths(names, dict.fromkeys(pairwise(names), 2))
    assert scores.of("P0", "P2999") == 25
    assert scores.of("P2999", "P0") == 0


def test_a_thousand_players_take_less_than_a_second() -> None:
    """n = 1,000 with 5,000 games: processor time, so that a busy machine does not matter."""
    names, half_wins = field(1000, 5000, 1)
    began = time.process_time()
    widest_paths(names, half_wins)
    assert time.process_time() - began < 1
