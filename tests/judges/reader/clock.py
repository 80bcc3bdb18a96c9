"""Times of day, and moments of a zone's wall clock."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

END = re.compile(r"(?: ?(?P<half>[ap])\.? ?m(?![^\W_])\.?| ?(?P<word>h|uhr)(?![^\W_]))")


@dataclass(frozen=True)
class TimeOfDay:
    hour: int  # 24 only for the end of the day
    minute: int
    second: int
    with_seconds: bool


def number_at(text: str, at: int, least: int, most: int) -> tuple[int, int] | None:
    """A run of digits, all of it: its value and where it ends."""
    end = at
    while end < len(text) and text[end] in "0123456789":
        end += 1
    return (int(text[at:end]), end) if least <= end - at <= most else None


def times_of_day(text: str) -> list[tuple[TimeOfDay, str]]:
    """Each way in which the text begins with a time of day, with what is left behind it."""
    found: list[tuple[TimeOfDay, str]] = []
    first = number_at(text, 0, 1, 2)
    if first is None:
        return found
    hour, at = first
    two = number_at(text, at + 1, 2, 2)
    if text[at : at + 1] in (":", ".") and two is not None:
        found += after_minutes(text, hour, two, colon=text[at] == ":")
    for middle in ("h", " h", "h ", " h "):
        if text[at:].startswith(middle) and (behind := number_at(text, at + len(middle), 2, 2)) is not None:
            found += ended(hour, behind[0], 0, "", False, text[behind[1] :])
    if (end := END.match(text, at)) is not None:
        found += ended(hour, 0, 0, end["half"] or "", False, text[end.end() :])
    return found


def after_minutes(text: str, hour: int, two: tuple[int, int], colon: bool) -> list[tuple[TimeOfDay, str]]:
    minute, at = two
    second, with_seconds = 0, False
    if colon and text[at : at + 1] == ":" and (three := number_at(text, at + 1, 2, 2)) is not None:
        (second, at), with_seconds = three, True
        if text[at : at + 1] in (".", ",") and (part := number_at(text, at + 1, 1, 9)) is not None:
            at = part[1]
    if (end := END.match(text, at)) is not None:
        return ended(hour, minute, second, end["half"] or "", with_seconds, text[end.end() :])
    return ended(hour, minute, second, "", with_seconds, text[at:])


def ended(hour: int, minute: int, second: int, half: str, with_seconds: bool, rest: str) -> list[tuple[TimeOfDay, str]]:
    if half:
        if not 1 <= hour <= 12:
            return []
        hour = hour % 12 + (12 if half == "p" else 0)
    end_of_day = hour == 24 and minute == 0 and second == 0
    if minute > 59 or second > 59 or (hour > 23 and not end_of_day):
        return []
    return [(TimeOfDay(hour, minute, second, with_seconds), rest)]


def wall(day: datetime, time: TimeOfDay) -> datetime:
    return day + timedelta(hours=time.hour, minutes=time.minute, seconds=time.second)


def moments_of(clock: datetime, zone: ZoneInfo) -> list[datetime]:
    """The moments at which the zone's wall clock shows this: none in an hour left out, two in a doubled one."""
    found = []
    for fold in (0, 1):
        moment = clock.replace(tzinfo=zone, fold=fold).astimezone(UTC)
        if moment.astimezone(zone).replace(tzinfo=None) == clock and moment not in found:
            found.append(moment)
    return sorted(found)


def moment_of(clock: datetime, zone: ZoneInfo) -> datetime:
    """The earlier of a doubled hour; of an hour left out, the moment as far behind the gap as it lies in it."""
    return next(iter(moments_of(clock, zone)), clock.replace(tzinfo=zone, fold=0).astimezone(UTC))
