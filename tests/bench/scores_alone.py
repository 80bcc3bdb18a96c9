"""One score matrix of a given size, in a process of its own: `python -m tests.bench.scores_alone PLAYERS GAMES`."""

from __future__ import annotations

import sys

from rules.ladder.scores import widest_paths
from tests.bench.scores import wins

if __name__ == "__main__":
    count, games = int(sys.argv[1]), int(sys.argv[2])
    widest_paths([f"P{number}" for number in range(count)], wins(count, games))
