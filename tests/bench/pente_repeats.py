"""Repeat pairings in a double elimination: ours beside a fixed tree (PyPI: double-elimination 1.4.1).

A script, not a test. Both play fields of several sizes with the same chances (the better seed wins the more surely,
the further the two are apart) and count how often two players are paired for the second time or more.

    python -m tests.bench.pente_repeats [events for each size]
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Iterable

from double_elimination import Tournament  # type: ignore[import-untyped]

from rules.pente.elimination import OUT, brackets, make_bracket

SIZES = (8, 12, 16, 24, 32, 48, 64)
POINTS = 600  # between the first and the last seed


class Strengths:
    """Who wins. Seeds are names that sort: "00" is the strongest."""

    def __init__(self, size: int, seed: int) -> None:
        self.size = size
        self.dice = random.Random(seed)

    def winner(self, first: str, second: str) -> str:
        """One of the two."""
        apart = POINTS * (int(second) - int(first)) / self.size
        return first if self.dice.random() < 1 / (1 + 10 ** (-apart / 400)) else second


def repeats(pairs: Iterable[tuple[str, str]]) -> int:
    """Pairings beyond the first between the same two."""
    return sum(n - 1 for n in Counter(frozenset(p) for p in pairs).values())


def ours(size: int, seed: int) -> tuple[int, int]:
    """Repeats and matches of one event under pairing rule 4."""
    strengths = Strengths(size, seed)
    field = [f"{n:02}" for n in range(size)]
    losses = dict.fromkeys(field, 0)
    byes: Counter[str] = Counter()
    pairs: list[tuple[str, str]] = []
    while len(still := [p for p in field if losses[p] < OUT]) > 1:
        met = {frozenset(p) for p in pairs}
        made = [
            make_bracket(number, players, byes, met)
            for number, players in brackets(still, [p for p in still if not losses[p]])
        ]
        for bracket in made:
            byes.update([bracket.bye] if bracket.bye is not None else [])
            for upper, lower in bracket.arranged.pairs:
                pairs.append((upper, lower))
                losses[lower if strengths.winner(upper, lower) == upper else upper] += 1
    return repeats(pairs), len(pairs)


def fixed_tree(size: int, seed: int) -> tuple[int, int]:
    """The same of one event of the package, the second final included."""
    strengths = Strengths(size, seed)
    event = Tournament([f"{n:02}" for n in range(size)])
    pairs: list[tuple[str, str]] = []
    while matches := event.get_active_matches():
        match = matches[0]
        first, second = (p.get_competitor() for p in match.get_participants())
        pairs.append((first, second))
        event.add_win(match, strengths.winner(first, second))
    return repeats(pairs), len(pairs)


def main(events: int = 200) -> None:
    """Print means per event."""
    print(f"{events} events of each size; means per event")
    print(f"{'players':>8} {'repeats, re-seeded with rule 4':>31} {'repeats, fixed tree':>20} {'matches':>16}")
    for size in SIZES:
        here = [ours(size, seed) for seed in range(events)]
        there = [fixed_tree(size, seed) for seed in range(events)]

        def mean(found: list[tuple[int, int]], index: int) -> float:
            return sum(f[index] for f in found) / events

        print(
            f"{size:>8} {mean(here, 0):>31.2f} {mean(there, 0):>20.2f} {mean(here, 1):>7.1f} v {mean(there, 1):>6.1f}"
        )


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 200)
