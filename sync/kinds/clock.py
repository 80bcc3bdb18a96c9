"""Times of day, and the weekly slot: a weekday and a time of day."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime, timedelta

from sync.grid import Cell
from sync.kinds.signs import words
from sync.kinds.text import Misread, cell_text, typed_text
from sync.kinds.words import DAYS, WEEKDAYS

_HALF = r"(?P<half>[ap])\.? ?m\b\.?"
_TAIL = rf"(?: ?{_HALF}| ?(?:h|uhr)\b)"
_HOUR, _MINUTE = r"(?P<hour>\d{1,2})", r"(?P<minute>\d{2})"
SHAPES = tuple(
    re.compile(shape)
    for shape in (
        rf"{_HOUR}:{_MINUTE}(?::(?P<second>\d{{2}})(?:[.,]\d{{1,9}})?)?{_TAIL}?",
        rf"{_HOUR}\.{_MINUTE}(?!\d){_TAIL}?",
        rf"{_HOUR} ?h ?{_MINUTE}(?!\d)",
        rf"{_HOUR}{_TAIL}",
    )
)


@dataclass(frozen=True)
class Clock:
    """A time of day as written: `hour` goes to 24, which only 24:00 has. `length` is how much of the text it is."""

    hour: int
    minute: int
    second: int
    length: int
    has_seconds: bool


def clock_at_start(text: str) -> Clock | None:
    """The time of day a text in small letters begins with; None where it begins with none that exists."""
    for shape in SHAPES:
        found = shape.match(text)
        if found is None:
            continue
        groups = found.groupdict()
        hour, minute, second = int(groups["hour"]), int(groups.get("minute") or 0), int(groups.get("second") or 0)
        half = groups.get("half")
        if half is not None:
            if not 1 <= hour <= 12:
                return None
            hour = hour % 12 + (12 if half == "p" else 0)
        if minute > 59 or second > 59 or hour > 24 or (hour == 24 and (minute or second)):
            return None
        return Clock(hour, minute, second, found.end(), groups.get("second") is not None)
    return None


def read_slot(cell: Cell) -> str | Misread:
    """A weekly slot, written as `Sunday 18:00`."""
    text = words(cell_text(cell))
    found = re.match(r"(?P<day>[^\W\d_]+(?:-feira)?)[.,]? ", text)
    clock = clock_at_start(text[found.end() :]) if found else None
    day = WEEKDAYS.get(found["day"]) if found else None
    if (
        found is None
        or day is None
        or clock is None
        or clock.has_seconds
        or clock.hour == 24
        or found.end() + clock.length != len(text)
    ):
        return Misread("not-a-slot", typed_text(cell), "a weekday and time such as Sunday 18:00")
    return f"{DAYS[day]} {clock.hour:02d}:{clock.minute:02d}"


def next_slot(slot: str, at: datetime) -> datetime:
    """The first moment of a weekly slot at or after `at`, in the zone of `at`."""
    day, _, time = slot.partition(" ")
    hour, minute = (int(part) for part in time.split(":"))
    ahead = (DAYS.index(day) - at.weekday()) % 7
    found = (at + timedelta(days=ahead)).replace(hour=hour, minute=minute, second=0, microsecond=0, fold=0)
    return found if found >= at else found + timedelta(days=7)
