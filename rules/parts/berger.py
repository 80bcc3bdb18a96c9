"""Berger tables: everybody meets everybody, with colours as even as they can be.

With an odd number of players the highest number stands for nobody: whoever would meet it is free.
"""

from __future__ import annotations

from dataclasses import dataclass

MOST = 16  # as far as the printed tables go


@dataclass(frozen=True)
class BergerRound:
    """A round of pairing numbers from 1: (White, Black) by board, and who is free (None where nobody is)."""

    games: tuple[tuple[int, int], ...]
    free: int | None = None


def berger_table(players: int) -> tuple[BergerRound, ...]:
    """The rounds of a single all-play-all, colours as printed in the Berger tables.

    Two numbers meet in the round that their sum gives, counted in a ring of all numbers but the highest. An odd
    sum gives White to the smaller number, an even one to the greater. The highest number meets the one whose
    double falls on the round; the lower half has White against it. Raises ValueError for fewer than two players
    or more than `MOST`.
    """
    if not 2 <= players <= MOST:
        raise ValueError(f"no Berger table for {players} players")
    top = players + players % 2
    ring = top - 1
    rounds = []
    for number in range(1, top):
        # The one whose double is the sum of the round meets the highest number on the first board.
        lead = next(i for i in range(1, top) if (2 * i - number - 1) % ring == 0)
        pairs = [(lead, top) if lead <= top // 2 else (top, lead)]
        for step in range(1, top // 2):
            one, other = (lead - 1 + step) % ring + 1, (lead - 1 - step) % ring + 1
            small, great = min(one, other), max(one, other)
            pairs.append((small, great) if (small + great) % 2 else (great, small))
        free = next((min(p) for p in pairs if max(p) > players), None)
        rounds.append(BergerRound(tuple(p for p in pairs if max(p) <= players), free))
    return tuple(rounds)


def cycles(players: int, count: int) -> tuple[BergerRound, ...]:
    """So many all-play-alls one after another; every second one has all colours reversed."""
    single = berger_table(players)
    back = tuple(BergerRound(tuple((black, white) for white, black in r.games), r.free) for r in single)
    return tuple(r for number in range(count) for r in (back if number % 2 else single))
