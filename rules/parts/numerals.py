"""Whole numbers that people type as text. Only 0-9 counts, and only so many digits that nothing can run away."""

from __future__ import annotations

import re
from fractions import Fraction

from rules.model import Value

MOST_DIGITS = 6
LONGEST_WAIT = 36_500  # days: a hundred years


def whole(text: str) -> int | None:
    """The number a text is, such as `12`; None for anything else, and for more than six digits."""
    found = re.fullmatch(rf"\s*([0-9]{{1,{MOST_DIGITS}}})\s*", text)
    return int(found[1]) if found else None


def leading(text: str) -> int | None:
    """The number a text opens with, such as 3 of `3 days`; None where there is none, or more than six digits."""
    found = re.match(rf"\s*([0-9]{{1,{MOST_DIGITS}}})(?![0-9])", text)
    return int(found[1]) if found else None


def whole_in(value: Value) -> int | None:
    """The whole number a cell holds or opens with (`3`, `3 days`), None where there is none."""
    if isinstance(value, bool):
        return None
    if isinstance(value, int):
        return value
    if isinstance(value, Fraction):
        return int(value)
    return leading(value) if isinstance(value, str) else None


def days_in(value: Value) -> int | None:
    """Days as a cell says them (`3`, `3 days`), a hundred years at most; None where it says none, or less than none."""
    if isinstance(value, bool):
        return None
    found = leading(value) if isinstance(value, str) else int(value) if isinstance(value, int) else None
    return None if found is None or found < 0 else min(found, LONGEST_WAIT)
