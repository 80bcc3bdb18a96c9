"""A value of a tie-break, with the parts it is made of."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True, slots=True)
class Part:
    """What one round brings. `kind`: game, forfeit, dummy (no game was played), or round (it adds up rounds)."""

    round: int
    amount: Fraction
    kind: str = "game"
    opponent: int | None = None
    cut: bool = False


@dataclass(frozen=True, slots=True)
class Value:
    """The value, None where there is none, and how it came about."""

    amount: Fraction | None
    parts: tuple[Part, ...] = ()


def total(parts: tuple[Part, ...] | list[Part]) -> Value:
    """The sum of all parts that are not cut."""
    return Value(sum((p.amount for p in parts if not p.cut), Fraction(0)), tuple(parts))


def rounded(value: Fraction, digits: int = 0) -> Fraction:
    """Rounded to so many decimals, halves up."""
    scale = 10**digits
    return Fraction((value * scale + Fraction(1, 2)).__floor__(), scale)
