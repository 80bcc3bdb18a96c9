"""Other pairing systems, as plain functions over the text of a report file.

This room knows only their names. Whoever runs the program registers the functions (they need a library); the median
Swiss needs none of it. Setting: `Pairing system`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

PairReport: TypeAlias = "Callable[[str], tuple[tuple[int, int], ...]]"  # report text -> (White, Black), 0 = the bye

_REGISTERED: dict[str, PairReport] = {}


class SystemMissing(LookupError):
    """The system's library is not installed here."""


class NoSystemPairing(ValueError):
    """The system finds no pairing; the message says what its library said."""


def register(name: str, function: PairReport) -> None:
    """Make a system known. The function must be pure, raising SystemMissing and NoSystemPairing."""
    _REGISTERED[name.casefold()] = function


def pairs_of(name: str, report: str) -> tuple[tuple[int, int], ...]:
    """The next round's pairs by starting number. Raises SystemMissing and NoSystemPairing."""
    if name not in _REGISTERED:
        raise SystemMissing(name)
    return _REGISTERED[name](report)
