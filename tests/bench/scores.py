"""The score matrix: ours against pref_voting's beat paths and votelib's widest paths, and its growth.

The peers drop the losing direction of each pair before they look for paths (the election method), so they are
given fields without one: there the answers are the same, and are compared.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Mapping

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


def one_way(half: dict[tuple[str, str], int]) -> dict[tuple[str, str], int]:
    """The pairs that one of the two leads, with the loser's Wins left out: here both readings of the paths agree."""
    return {(a, b): wins for (a, b), wins in half.items() if wins > half.get((b, a), 0)}


def main() -> None:
    """Side by side at 50, 200 and 1,000 players; ours alone up to 10,000 players with 50,000 games.

    The peers need minutes at 1,000 players; QUICK on the command line leaves them out there.
    """
    from pref_voting.margin_based_methods import beat_path  # type: ignore[import-not-found]
    from pref_voting.weighted_majority_graphs import MarginGraph  # type: ignore[import-not-found]
    from votelib.evaluate.condorcet import Schulze  # type: ignore[import-not-found]

    from rules.ladder.scores import initial_score, widest_paths

    for players in (50, 200, 1000):
        half = one_way(wins(players, players * 3))
        names = [f"P{number}" for number in range(players)]
        ours = median_seconds(lambda half=half, names=names: widest_paths(names, half))
        if players > 200 and "QUICK" in sys.argv:
            print(f"Scores, {players} players: ours {ours:.4f} s; the peers were left out")
            continue
        links = {pair: initial_score(h, 0) for pair, h in half.items()}
        graph = MarginGraph(list(range(players)), [(int(a[1:]), int(b[1:]), width) for (a, b), width in links.items()])
        theirs = median_seconds(lambda graph=graph: beat_path(graph), runs=3)
        title = f"Scores, {players} players"
        side_by_side(title, ours, "pref_voting beat_path", theirs)
        full = {(a, b): links.get((a, b), 0) for a in names for b in names if a != b}
        found: list[Mapping[tuple[str, str], int]] = []
        other = median_seconds(lambda full=full, found=found: found.append(Schulze.widest_paths(full)), runs=3)
        side_by_side(title, ours, "votelib widest_paths ", other)
        scores = widest_paths(names, half)
        differ = sum(scores.of(a, b) != found[0].get((a, b), 0) for a in names for b in names if a != b)
        print(f"{title}: {differ} of {players * (players - 1)} Scores differ from votelib's", flush=True)
    for players, games in ((2000, 10_000), (5000, 25_000), (10_000, 50_000)):
        seconds, megabytes = peak_memory("-m", "tests.bench.scores_alone", str(players), str(games))
        print(f"Scores, {players:6} players {games:6} games: {seconds:6.2f} s, {megabytes:6.0f} MB (whole process)")
