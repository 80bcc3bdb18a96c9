"""Sharing what belongs to places among players who are equal: exact, and shown as people write it.

Rule: seed 002, regulation 3.2; G4, G6, G7. Amounts are exact fractions (dollars, points); rounding happens only
when an amount is shown.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from rules.model import Value

ZERO = Fraction(0)


@dataclass(frozen=True)
class Share:
    """What one of several equal players gets: the places covered, their amounts, and the equal part."""

    first: int
    last: int
    amounts: tuple[Fraction, ...]
    each: Fraction


def amount_of(table: Sequence[Fraction], place: int) -> Fraction:
    """The amount of a place from 1; places beyond the table have none. Rule: G6."""
    return table[place - 1] if place <= len(table) else ZERO


def share(table: Sequence[Fraction], first: int, members: int) -> Share:
    """The equal part of `members` players who cover the places from `first` on.

    Rule: 3.2, G4, G6. Raises ValueError where nobody shares.
    """
    if members < 1 or first < 1:
        raise ValueError("a share needs a place and somebody on it")
    last = first + members - 1
    amounts = tuple(amount_of(table, place) for place in range(first, last + 1))
    return Share(first, last, amounts, sum(amounts, ZERO) / members)


def money_text(amount: Fraction, currency: str = "$") -> str:
    """Money as shown: `$22,500`, `$31,666.67`. Rule: G7: whole if whole after rounding to cents, half a cent up."""
    cents = (amount * 200 + 1) // 2
    whole, rest = divmod(cents, 100)
    return f"{currency}{whole:,}" if rest == 0 else f"{currency}{whole:,}.{rest:02d}"


def points_text(points: Fraction) -> str:
    """Points as shown: `12`, `5.5`, `5.125`, `7 1/3`. Rule: G7: a decimal if it ends, else a fraction."""
    if points.denominator == 1:
        return str(points.numerator)
    digits = _digits(points.denominator)
    whole, rest = divmod(points, 1)
    if digits:
        return f"{whole}.{int(rest * 10**digits):0{digits}d}"
    return f"{whole} {rest}" if whole else str(rest)


def points_value(points: Fraction) -> Value:
    """Points as a cell of a view: a number where the sheet shows it as it is, else the text of G7."""
    return points if points.denominator in (1, 2, 4, 8) else points_text(points)


def _digits(denominator: int) -> int:
    """How many decimals a fraction with this denominator has; 0 where they never end."""
    twos = fives = 0
    while denominator % 2 == 0:
        denominator, twos = denominator // 2, twos + 1
    while denominator % 5 == 0:
        denominator, fives = denominator // 5, fives + 1
    return max(twos, fives) if denominator == 1 else 0
