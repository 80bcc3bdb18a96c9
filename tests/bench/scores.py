"""The score matrix: ours against pref_voting's beat paths and votelib's widest paths, and its growth.

The peers drop the losing direction of each pair before they look for paths (the election method), so this
compares speed on the same graph, not answers.
"""

from __future__ import annotations

import random
import sys

from tests.bench.timing import median_seconds, peak_memory, side_by_side


def wins(players: int, games: int, seed: int = 1) -> dict[tuple[str, str], int]:
    """Half Wins of a sparse field: `games` games between near neighbours in strength, one in ten drawn."""
    luck = random.Random(seed)
    names = [f"P{number}" for number in range(players)]
    found: dict[tuple[str, str], int] = {}
    for _ in range(games):
        first = luck.randrange(players)
        second = (first + luck.randint(1, max(1, min(players - 1, 40)))) % players
        drawn = luck.random() < 0.1
        a, b = names[first], names[second]
        if drawn:
            found[a, b] = found.get((a, b), 0) + 1
            found[b, a] = found.get((b, a), 0) + 1
        elif luck.random() < 0.6:
            found[a, b] = found.get((a, b), 0) + 2
        else:
            found[b, a] = found.get((b, a), 0) + 2
    return found


def main() -> None:
    """Side by side at 50, 200 and 1,000 players; ours alone up to 10,000 players with 50,000 games."""
    from pref_voting.margin_based_methods import beat_path  # type: ignore[import-not-found]
    from pref_voting.weighted_majority_graphs import MarginGraph  # type: ignore[import-not-found]
    from votelib.evaluate.condorcet import Schulze  # type: ignore[import-not-found]

    from rules.ladder.scores import initial_score, widest_paths

    for players in (50, 200, 1000):
        half = wins(players, players * 3)
        names = [f"P{number}" for number in range(players)]
        ours = median_seconds(lambda half=half, names=names: widest_paths(names, half))
        score = {pair: initial_score(h, half.get((pair[1], pair[0]), 0)) for pair, h in half.items()}
        edges = [
            (int(a[1:]), int(b[1:]), s - score.get((b, a), 0))
            for (a, b), s in score.items()
            if s > score.get((b, a), 0)
        ]
        graph = MarginGraph(list(range(players)), edges)
        if players <= 200:
            theirs = median_seconds(lambda graph=graph: beat_path(graph), runs=3)
            side_by_side(f"Scores, {players} players", ours, "pref_voting beat_path", theirs)
        full = {(a, b): score.get((a, b), 0) for a in names for b in names if a != b}
        if players <= 200:
            other = median_seconds(lambda full=full: Schulze.widest_paths(full), runs=3)
            side_by_side(f"Scores, {players} players", ours, "votelib widest_paths ", other)
        else:
            print(
                f"Scores, {players} players: ours {ours:.4f} s (the peers need minutes: run with SLOW to wait for them)"
            )
            if "SLOW" in sys.argv:
                side_by_side(
                    f"Scores, {players} players",
                    ours,
                    "pref_voting beat_path",
                    median_seconds(lambda graph=graph: beat_path(graph), runs=1),
                )
                side_by_side(
                    f"Scores, {players} players",
                    ours,
                    "votelib widest_paths ",
                    median_seconds(lambda full=full: Schulze.widest_paths(full), runs=1),
                )
    for players, games in ((2000, 10_000), (5000, 25_000), (10_000, 50_000)):
        seconds, megabytes = peak_memory("-m", "tests.bench.scores_alone", str(players), str(games))
        print(f"Scores, {players:6} players {games:6} games: {seconds:6.2f} s, {megabytes:6.0f} MB (whole process)")
