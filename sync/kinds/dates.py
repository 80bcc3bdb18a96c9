"""Dates and times written as text: which moments of the wall clock a text can mean, one or two.

A date with slashes or dashes that begins with the day or the month (1/11/2027) can be two days. Which of the two is
meant is said by `Settings` → `Dates`, by a weekday before it, or by nobody: then it is asked about, never guessed.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from sync.kinds.clock import Clock, clock_at_start
from sync.kinds.signs import words
from sync.kinds.text import Misread, short_text
from sync.kinds.words import DAYS, MONTHS, WEEKDAYS

DAY_FIRST, MONTH_FIRST = "day first", "month first"
ORDERS = (DAY_FIRST, MONTH_FIRST)
A_MOMENT = "a date and time such as 2026-11-30 18:00"
YEAR_FIRST = re.compile(r"(?P<year>\d{4})(?P<mark>[-/.])(?P<month>\d{1,2})(?P=mark)(?P<day>\d{1,2})(?!\d)")
DOTTED = re.compile(r"(?P<day>\d{1,2})\. ?(?P<month>\d{1,2})\. ?(?P<year>\d{4})(?!\d)")
SLASHED = re.compile(r"(?P<one>\d{1,2})(?P<mark>[-/])(?P<two>\d{1,2})(?P=mark)(?P<year>\d{4})(?!\d)")
DAY_WORD = re.compile(
    r"(?P<day>\d{1,2})(?:st|nd|rd|th|\.)?(?P<mark>[ -]) ?(?:de )?"
    r"(?P<month>[^\W\d_]+)\.?,?(?:(?P=mark)| ) ?(?:de )?(?P<year>\d{4})(?!\d)"
)
WORD_DAY = re.compile(r"(?P<month>[^\W\d_]+)\.? (?P<day>\d{1,2})(?:st|nd|rd|th)?,? (?P<year>\d{4})(?!\d)")
WEEKDAY = re.compile(r"(?P<word>[^\W\d_]+(?:-feira)?)[.,]{0,2} ")
_BETWEEN = re.compile(r",? ")


@dataclass(frozen=True)
class Stamp:
    """What a text says on the wall clock. `zone` is what stands behind the time, as written, in small letters.

    `order` says how day and month of a date with slashes were taken; blank where a date can be read one way only by
    the way it is written, or is the same both ways.
    """

    day: date  # as written: 24:00 belongs to the day it ends
    wall: datetime
    date_only: bool
    order: str = ""
    zone: str = ""
    sure_zone: bool = True  # whether a minus behind the time can only be an offset, and no span of time


def dates_possible(text: str) -> tuple[Stamp, ...]:
    """The readings of a date typed or stamped as text: none, one, or two of which a person or a setting must choose.

    Two come back only for dates such as 1/11/2027, the day first before the month first; each says its `order`. Where
    only one day exists (13/1/2027, or 1/13/2027) one comes back, which says its `order` too: a column whose stamps all
    come from one form is of one order, so such a stamp tells how its neighbours are meant.
    """
    found = stamps_in(text)
    return () if isinstance(found, Misread) else found


def stamps_in(text: str, order: str = "") -> tuple[Stamp, ...] | Misread:
    """The same, or why the text is no date. `order` says which of two days is meant; a weekday must fit that one."""
    said = words(text)
    wrong = Misread("not-a-time", short_text(text.strip()), A_MOMENT)
    if len(said) > 100:
        return wrong
    found = _ordered(_dated(said, wrong), order)
    if found is not wrong:
        return found
    before = WEEKDAY.match(said)
    weekday = WEEKDAYS.get(before["word"]) if before else None
    if before is None or weekday is None:
        return wrong
    found = _ordered(_dated(said[before.end() :], wrong), order)
    if isinstance(found, Misread):
        return found
    right = tuple(stamp for stamp in found if stamp.day.weekday() == weekday)
    if right:
        return right
    days = " or ".join(dict.fromkeys(f"{s.day:%Y-%m-%d} (a {DAYS[s.day.weekday()]})" for s in found))
    return Misread("weekday-wrong", short_text(text.strip()), days)


def _dated(said: str, wrong: Misread) -> tuple[Stamp, ...] | Misread:
    days, length = _days_at_start(said)
    if not days:
        return wrong
    rest = said[length:]
    if not rest:
        return tuple(Stamp(day, _wall(day, None), True, order) for day, order in days)
    joined = _BETWEEN.match(rest)
    sure = False
    if joined is not None:
        rest = rest[joined.end() :]
    elif rest[0] == "t" and YEAR_FIRST.fullmatch(said[:length]):
        rest, sure = rest[1:], True
    else:
        return wrong
    clock = clock_at_start(rest)
    if clock is None:
        return wrong
    zone = rest[clock.length :]
    if zone and not re.fullmatch(r" ?(?:z|[-+].*)| .+", zone):
        return wrong
    return tuple(
        Stamp(day, _wall(day, clock), False, order, zone.strip(), sure or clock.has_seconds) for day, order in days
    )


def _ordered(found: tuple[Stamp, ...] | Misread, order: str) -> tuple[Stamp, ...] | Misread:
    if isinstance(found, Misread) or len(found) < 2 or order not in ORDERS:
        return found
    return tuple(stamp for stamp in found if stamp.order == order)


def _wall(day: date, clock: Clock | None) -> datetime:
    start = datetime(day.year, day.month, day.day)
    return start + timedelta(hours=clock.hour, minutes=clock.minute, seconds=clock.second) if clock else start


def _days_at_start(said: str) -> tuple[list[tuple[date, str]], int]:
    """The days the text begins with, each with its order, and how much of the text they are."""
    for shape in (YEAR_FIRST, DOTTED, DAY_WORD, WORD_DAY):
        found = shape.match(said)
        if found is not None:
            month = found["month"]
            number = int(month) if month.isdecimal() else MONTHS.get(month, 0)
            day = _day(int(found["year"]), number, int(found["day"]))
            return ([(day, "")] if day else []), found.end()
    found = SLASHED.match(said)
    if found is None:
        return [], 0
    one, two, year = int(found["one"]), int(found["two"]), int(found["year"])
    both = [(_day(year, two, one), DAY_FIRST), (_day(year, one, two), MONTH_FIRST)]
    days = [(day, order) for day, order in both if day is not None]
    return ([(days[0][0], "")] if one == two and days else days), found.end()


def _day(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None
