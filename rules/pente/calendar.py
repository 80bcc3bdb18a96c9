"""A round every two weeks: periods of play, holiday weeks, outages, the last days.

Rule: seed 004, general rules 4 and 7; P37-P41. Days are whole days in the zone of the event.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from typing import Literal
from zoneinfo import ZoneInfo

EASTERN = ZoneInfo("America/New_York")
DAY = timedelta(days=1)
WEEK = timedelta(weeks=1)
FORTNIGHT = timedelta(weeks=2)
MONDAY, THURSDAY, FRIDAY = 0, 3, 4
SHORT, LONG, EVENINGS = timedelta(hours=6), timedelta(hours=30), timedelta(hours=3)

Extension = Literal["", "day", "week"]


@dataclass(frozen=True)
class Outage:
    """The site was down from `begin` to `end` (aware moments)."""

    begin: datetime
    end: datetime


@dataclass(frozen=True)
class Period:
    """The days of a round. `start` and `close` are both days of play."""

    start: date
    close: date
    plain_close: date
    holiday: bool
    typed_weeks: int
    outage: Extension
    zone: tzinfo

    @property
    def opens(self) -> datetime:
        """The first instant of the first day."""
        return midnight(self.start, self.zone)

    @property
    def closes(self) -> datetime:
        """The first instant after the last day."""
        return midnight(self.close + DAY, self.zone)

    @property
    def due(self) -> datetime:
        """The last minute of the last day, as people write it."""
        return datetime.combine(self.close, time(23, 59), self.zone)

    @property
    def weeks(self) -> int:
        """Whole weeks by which the round was extended."""
        return int(self.holiday) + self.typed_weeks + int(self.outage == "week")

    @property
    def next_start(self) -> date:
        """The day on which the next round starts. The single day of an outage does not move it. Rule: P37, P41."""
        return self.start + FORTNIGHT + WEEK * self.weeks

    @property
    def odd_weekday(self) -> bool:
        """Whether the start is neither a Thursday nor a Friday. Rule: general rule 4; P37."""
        return self.start.weekday() not in (THURSDAY, FRIDAY)

    def last_days(self, count: int) -> datetime:
        """The first instant of the last `count` days of the period, the closing day included. Rule: P38."""
        return midnight(self.close - DAY * (count - 1), self.zone)


def midnight(day: date, zone: tzinfo) -> datetime:
    """The first instant of a day."""
    return datetime.combine(day, time(0), zone)


def plain_close(start: date) -> date:
    """The last Monday before the day two weeks after the start. Rule: general rule 4; P37."""
    last = start + FORTNIGHT - DAY
    return last - DAY * ((last.weekday() - MONDAY) % 7)


def thanksgiving(year: int) -> date:
    """The fourth Thursday of November."""
    first = date(year, 11, 1)
    return first + DAY * ((THURSDAY - first.weekday()) % 7) + 3 * WEEK


def has_holiday(start: date, close: date) -> bool:
    """Whether a day of the period lies in the Monday-to-Sunday week of Thanksgiving or Christmas. Rule: P39."""
    holidays = [day for year in (start.year, close.year) for day in (thanksgiving(year), date(year, 12, 25))]
    mondays = [day - DAY * day.weekday() for day in holidays]
    return any(start <= monday + 6 * DAY and monday <= close for monday in mondays)


def joined(outages: Iterable[Outage]) -> tuple[Outage, ...]:
    """The continuous outages: those that touch or overlap are one. Rule: P40, P45."""
    found: list[Outage] = []
    # in UTC: two moments of one zone compare by the clock on the wall, which turns back in autumn
    plain = [Outage(_utc(o.begin), _utc(o.end)) for o in outages]
    for outage in sorted(plain, key=lambda o: (o.begin, o.end)):
        if found and outage.begin <= found[-1].end:
            found[-1] = Outage(found[-1].begin, max(found[-1].end, outage.end))
        else:
            found.append(outage)
    return tuple(found)


def evening_time(begin: datetime, end: datetime) -> timedelta:
    """How much of the span lies between 18:00 and 24:00 US Eastern, summed over its evenings. Rule: P40."""
    total = timedelta()
    day = begin.astimezone(EASTERN).date() - DAY
    while day <= end.astimezone(EASTERN).date():
        evening = datetime.combine(day, time(18), EASTERN), midnight(day + DAY, EASTERN)
        total += max(timedelta(), _elapsed(max(begin, evening[0], key=_utc), min(end, evening[1], key=_utc)))
        day += DAY
    return total


def outage_extension(outages: Iterable[Outage], opens: datetime, closes: datetime) -> Extension:
    """What the outages inside the period earn: nothing, one day or one week; several earn the longest, once.

    Rule: general rule 7.1-7.3; P40. Elapsed hours: under 6 nothing, from 6 to under 30 a day where at least 3
    of them are evening hours, from 30 a week.
    """
    earned: set[str] = set()
    for outage in joined(outages):
        begin, end = max(outage.begin, opens, key=_utc), min(outage.end, closes, key=_utc)
        length = _elapsed(begin, end)
        if length >= LONG:
            earned.add("week")
        elif length >= SHORT and evening_time(begin, end) >= EVENINGS:
            earned.add("day")
    return "week" if "week" in earned else "day" if "day" in earned else ""


def period(start: date, zone: tzinfo, typed_weeks: int = 0, outages: Sequence[Outage] = ()) -> Period:
    """The days of a round that starts on `start`. Rule: general rules 4, 7; P37, P39-P41."""
    plain = plain_close(start)
    holiday = has_holiday(start, plain)
    before_outage = plain + WEEK * (int(holiday) + typed_weeks)
    earned = outage_extension(outages, midnight(start, zone), midnight(before_outage + DAY, zone))
    close = before_outage + {"": timedelta(), "day": DAY, "week": WEEK}[earned]
    return Period(start, close, plain, holiday, typed_weeks, earned, zone)


def first_day_from(earliest: date, weekdays: Iterable[int]) -> date:
    """The first day not before `earliest` that is one of the weekdays (Monday is 0)."""
    wanted = set(weekdays)
    return next(day for n in range(7) if (day := earliest + DAY * n).weekday() in wanted)


def _utc(moment: datetime) -> datetime:
    return moment.astimezone(UTC)


def _elapsed(begin: datetime, end: datetime) -> timedelta:
    return _utc(end) - _utc(begin)
