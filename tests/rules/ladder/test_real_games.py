"""Real results: 225 Chess960 games of 23 players, 2025-2026, as Wins of the ladder (4, 5(e))."""

from __future__ import annotations

import csv
from pathlib import Path

from rules.ladder.order import after_round, ranks
from rules.ladder.scores import widest_paths
from tests.judges import ladder as judge
from tests.rules.ladder.test_scores import prove

GAMES = Path(__file__).parents[2] / "data" / "chess960-games.csv"
HALVES = {"1-0": (2, 0), "0-1": (0, 2), "1/2-1/2": (1, 1)}


def test_scores_ladder_and_ranks_of_real_games_are_the_judges() -> None:
    """The same Scores for every two of the players, the same Ladder from the order of their ratings, the same Ranks."""
    half_wins: dict[tuple[str, str], int] = {}
    rating: dict[str, int] = {}
    with GAMES.open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    for row in rows:
        white, black = row["white"], row["black"]
        for player, elo in ((white, row["white_elo"]), (black, row["black_elo"])):
            rating[player] = max(rating.get(player, 0), int(elo or 0))
        for key, halves in zip(((white, black), (black, white)), HALVES[row["result"]], strict=True):
            half_wins[key] = half_wins.get(key, 0) + halves
    assert (len(rows), len(rating)) == (225, 23)
    names = sorted(rating, key=lambda p: (-rating[p], p))
    scores = widest_paths(names, half_wins)
    theirs = judge.scores_by_thresholds(half_wins, names)
    assert {(a, b): scores.of(a, b) for a in names for b in names if a != b} == theirs
    order, moves = after_round(names, scores)
    assert moves
    assert list(order) == judge.reorder_5e(names, theirs)
    assert dict(ranks(order, scores)) == judge.ranks(order, theirs)
    for other in order[1:]:
        prove(scores, order[0], other)
