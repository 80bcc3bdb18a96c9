"""The workbook of real results in the documentation shows the judge's Scores (4(c), 5(e))."""

from __future__ import annotations

from pathlib import Path

from sync.backends.xlsx import XlsxBackend
from tests.data.real_workbook import ratings, rounds
from tests.judges import ladder as judge

BOOK = Path(__file__).parents[3] / "docs" / "samples" / "real-games.xlsx"
HALVES = {"1-0": (2, 0), "0-1": (0, 2), "1/2-1/2": (1, 1)}


def test_the_sample_workbook_shows_the_judges_scores_and_ranks() -> None:
    """Every Score between two of the 23 players, and every Rank of the Ladder as it stands there."""
    half_wins: dict[tuple[str, str], int] = {}
    for games in rounds():
        for game in games:
            pair = (game["white"], game["black"])
            for key, halves in zip((pair, pair[::-1]), HALVES[game["result"]], strict=True):
                half_wins[key] = half_wins.get(key, 0) + halves
    theirs = judge.scores_by_thresholds(half_wins, sorted(ratings()))
    grid = XlsxBackend(BOOK).read()
    tabs = {tab.title: tab.rows for tab in grid.tabs}
    headings = [str(c) for c in tabs["Scores"][2]]
    shown = {}
    for row in tabs["Scores"][3:]:
        player = row[headings.index("Player")]
        for heading, cell in zip(headings, row, strict=False):
            if heading in ratings() and heading != player and player is not None:
                shown[player, heading] = cell
    assert shown == theirs
    ladder = [str(row[1]) for row in tabs["Ladder"][3:] if row[1]]
    ranks = judge.ranks(ladder, theirs)
    assert {str(row[1]): row[2] for row in tabs["Ladder"][3:] if row[1]} == ranks
    assert sum(row[9] in HALVES for row in tabs["Games"][1:]) == 225
