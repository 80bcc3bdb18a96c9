"""Tie-breaks made of ratings: the average of the opponents, performances, and their averages. Rule: C.07 10.

The tables are those of the FIDE Rating Regulations: they cannot be worked out by a formula.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from rules.swiss.tiebreaks.field import Field
from rules.swiss.tiebreaks.opponents import NO_CUTS, Cuts
from rules.swiss.tiebreaks.values import Part, Value, rounded

# The largest difference in rating at which the stronger player is expected to score .50, .51, … .99 a game.
_DIFFERENCES = (
    3, 10, 17, 25, 32, 39, 46, 53, 61, 68, 76, 83, 91, 98, 106, 113, 121, 129, 137, 145, 153, 162, 170, 179,
    188, 197, 206, 215, 225, 235, 245, 256, 267, 278, 290, 302, 315, 328, 344, 357, 374, 391, 411, 432, 456,
    484, 517, 559, 619, 735,
)  # fmt: skip
# The difference in rating that a score of .50, .51, … 1.00 a game stands for.
_PERFORMANCES = (
    0, 7, 14, 21, 29, 36, 43, 50, 57, 65, 72, 80, 87, 95, 102, 110, 117, 125, 133, 141, 149, 158, 166, 175, 184,
    193, 202, 211, 220, 230, 240, 251, 262, 273, 284, 296, 309, 322, 336, 351, 366, 383, 401, 422, 444, 470,
    501, 538, 589, 677, 800,
)  # fmt: skip


def expected_percent(difference: int) -> int:
    """What a player is expected to score a game, in percent, by own rating minus the opponent's. No cut at 400."""
    above = 50 + bisect_left(_DIFFERENCES, abs(difference))
    return above if difference >= 0 else 100 - above


def difference_of(score: Fraction) -> int:
    """The difference in rating that a score a game stands for, rounded to a hundredth first."""
    percent = int(rounded(score * 100))
    return _PERFORMANCES[percent - 50] if percent >= 50 else -_PERFORMANCES[50 - percent]


def average(ratings: Sequence[int]) -> int:
    """The average, rounded to a whole number, halves up."""
    return int(rounded(Fraction(sum(ratings), len(ratings))))


def performance(score: Fraction, ratings: Sequence[int]) -> int:
    """The average rating of the opponents, and the difference that the score stands for. Rule: 10.2."""
    return average(ratings) + difference_of(score / len(ratings))


def perfect_performance(score: Fraction, ratings: Sequence[int]) -> int:
    """The lowest whole rating that is expected to score as much; for 0 points 800 below the weakest. Rule: 10.3."""
    if score == 0:
        return min(ratings) - 800
    needed = 100 * score

    def enough(rating: int) -> bool:
        return sum(expected_percent(rating - other) for other in ratings) >= needed

    low, high = min(ratings) - 800, max(ratings) + 800  # not enough, enough
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if enough(middle) else (middle, high)
    return high


def _met(field: Field, player: int, cuts: Cuts) -> tuple[list[Part], Fraction]:
    """The opponents met over the board with their ratings, and the points against those that are not cut."""
    games = field.games(player)
    parts = [
        Part(t.round, Fraction(rating), "game", t.opponent)
        for t in games
        if t.opponent is not None and (rating := field.rating(t.opponent)) is not None
    ]
    rising = sorted(parts, key=lambda p: p.amount)
    gone = {p.round for p in rising[: cuts.low]} | {p.round for p in rising[max(len(rising) - cuts.high, 0) :]}
    points = {t.round: t.points for t in games}
    kept = [replace(p, cut=p.round in gone) for p in parts]
    return kept, sum((points[p.round] for p in kept if not p.cut), Fraction(0))


def _value(field: Field, player: int, cuts: Cuts, which: str) -> Value:
    if field.has_unknown_rating:
        return Value(None)
    parts, score = _met(field, player, cuts)
    ratings = [int(p.amount) for p in parts if not p.cut]
    if not ratings:
        return Value(None, tuple(parts))
    if which == "ARO":
        return Value(Fraction(average(ratings)), tuple(parts))
    made = performance if which == "TPR" else perfect_performance
    return Value(Fraction(made(score, ratings)), tuple(parts))


def average_rating(field: Field, player: int, cuts: Cuts = NO_CUTS) -> Value:
    """The average rating of the opponents met over the board. Rule: 10.1."""
    return _value(field, player, cuts, "ARO")


def performance_rating(field: Field, player: int) -> Value:
    """The tournament performance rating. Rule: 10.2."""
    return _value(field, player, NO_CUTS, "TPR")


def perfect_rating(field: Field, player: int) -> Value:
    """The perfect tournament performance. Rule: 10.3."""
    return _value(field, player, NO_CUTS, "PTP")


def average_of_opponents(field: Field, player: int, which: str) -> Value:
    """The average of the opponents' performances (`TPR` or `PTP`), halves up. Rule: 10.4, 10.5."""
    if field.has_unknown_rating:
        return Value(None)
    parts = []
    for turn in field.games(player):
        if turn.opponent is not None:
            found = _value(field, turn.opponent, NO_CUTS, which).amount
            if found is not None:
                parts.append(Part(turn.round, found, "game", turn.opponent))
    if not parts:
        return Value(None)
    return Value(rounded(sum((p.amount for p in parts), Fraction(0)) / len(parts)), tuple(parts))
