"""Tables of prizes that cannot be meant: an amount that cannot be read, or a higher place with less than a lower one.

Nothing is given out by such a table before it is mended.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from itertools import pairwise

from rules.model import Fields

UNREAD = "Unread"
"""Under this name a row lists the headings whose cells hold something that cannot be read."""


def is_unread(rows: Iterable[Fields], heading: str) -> bool:
    """Whether a cell of that column holds something that cannot be read."""
    return any(isinstance(bad := row.get(UNREAD), tuple) and heading in bad for row in rows)


def too_little(amounts: Mapping[int, Fraction]) -> int | None:
    """The first place of those listed that gets less than the next one listed below it; None where there is none."""
    places = sorted(amounts)
    return next((a for a, b in pairwise(places) if amounts[a] < amounts[b]), None)
