"""What an event does to ratings: expected score, performance, change. Only games over the board between rated players.

Rule: FIDE Rating Regulations (B.02) in force from 1 March 2024, with the change of 1 October 2025. Ruling: S68.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

# The largest difference for an expectation of .50, .51 … .99; above the last it is 1.
BOUNDS = (
    3, 10, 17, 25, 32, 39, 46, 53, 61, 68, 76, 83, 91, 98, 106, 113, 121, 129, 137, 145, 153, 162, 170, 179, 188, 197,
    206, 215, 225, 235, 245, 256, 267, 278, 290, 302, 315, 328, 344, 357, 374, 391, 411, 432, 456, 484, 517, 559, 619,
    735,
)  # fmt: skip
CAP, FREE_FROM = 400, 2650  # differences are cut at 400 below 2650
MOST = 700  # games times K in one period


@dataclass(frozen=True)
class Change:
    """What the rated games of a player come to. `change` is whole rating points; `k` as it was used."""

    games: int
    score: Fraction
    expected: Fraction
    k: int
    change: int


def expectation(difference: int) -> Fraction:
    """The expected score of a player so many points above (below where negative) the opponent, by the table."""
    share = Fraction(50 + bisect_left(BOUNDS, abs(difference)), 100)
    return share if difference >= 0 else 1 - share


def difference_of(own: int, opponent: int) -> int:
    """The difference that counts: cut at 400 for players below 2650."""
    real = own - opponent
    return real if own >= FREE_FROM else max(-CAP, min(CAP, real))


def k_of(rating: int, age_at_the_end_of_the_year: int | None, typed: int | None) -> int:
    """The development coefficient: as typed; else 10 from 2400 on, 40 up to 18 years and below 2300, else 20."""
    if typed:
        return typed
    if rating >= 2400:
        return 10
    young = age_at_the_end_of_the_year is not None and age_at_the_end_of_the_year <= 18
    return 40 if young and rating < 2300 else 20


def change_of(own: int, met: Sequence[tuple[int, Fraction]], k: int) -> Change:
    """The change from games against opponents of these ratings with these results, rounded half away from zero."""
    score = sum((gained for _, gained in met), Fraction(0))
    expected = sum((expectation(difference_of(own, other)) for other, _ in met), Fraction(0))
    used = MOST // len(met) if met and len(met) * k > MOST else k
    raw = used * (score - expected)
    whole = int(abs(raw) + Fraction(1, 2))
    return Change(len(met), score, expected, used, whole if raw >= 0 else -whole)
