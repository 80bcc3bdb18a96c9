"""Dates in report files, in the shapes that programs write."""

from __future__ import annotations

import re
from datetime import datetime, tzinfo

_YEAR_FIRST = re.compile(r"(\d{4}|\d{2})[/.-](\d{1,2})[/.-](\d{1,2})")
_DAY_FIRST = re.compile(r"(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})")


def day_in(text: str, zone: tzinfo | None) -> datetime | None:
    """The day of a date such as 2026/02/28, 26/02/28 or 28.02.2026 at noon; None for anything else."""
    text = text.strip()
    if found := _DAY_FIRST.fullmatch(text):
        day, month, year = found.groups()
    elif found := _YEAR_FIRST.fullmatch(text):
        year, month, day = found.groups()
    else:
        return None
    try:
        return datetime(int(year) + (2000 if len(year) == 2 else 0), int(month), int(day), 12, tzinfo=zone)
    except ValueError:
        return None


def days_of_rounds(text: str, zone: tzinfo | None) -> list[datetime | None]:
    """The days of the rounds from the text of a `132` line, in order; empty where it has none."""
    return [day_in(word, zone) for word in text.split()]
