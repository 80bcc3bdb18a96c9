"""The calendar of both sections, in the zone of the event (P37-P41).

Dates are `datetime.date`; instants are aware `datetime`; `zone` is a name such as "America/New_York". Spans of time
are measured between instants in UTC, so that a change of clocks inside one counts as what it lasts.
"""

from collections.abc import Sequence
from datetime import UTC, date, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

Outage = tuple[datetime, datetime]
DAY = timedelta(days=1)
EASTERN = ZoneInfo("America/New_York")


def plain_close(start: date) -> date:
    """The last Monday before the day 14 days after the start (P37)."""
    day = start + 14 * DAY - DAY
    while day.weekday() != 0:
        day -= DAY
    return day


def weekday_warning(start: date) -> bool:
    """Whether a start is neither a Thursday nor a Friday (P37)."""
    return start.weekday() not in (3, 4)


def _thanksgiving(year: int) -> date:
    thursdays = [date(year, 11, n) for n in range(1, 31) if date(year, 11, n).weekday() == 3]
    return thursdays[3]


def holiday_week(start: date) -> bool:
    """Whether a day of the plain period lies in the Monday-to-Sunday week of Thanksgiving or Christmas Day (P39)."""
    period = [start + n * DAY for n in range((plain_close(start) - start).days + 1)]
    for year in range(start.year - 1, start.year + 2):
        for holiday in (_thanksgiving(year), date(year, 12, 25)):
            monday = holiday - holiday.weekday() * DAY
            if any(monday <= day <= monday + 6 * DAY for day in period):
                return True
    return False


def midnight(day: date, zone: str) -> datetime:
    """The instant at which a day begins in the zone, told in UTC."""
    return datetime.combine(day, time(0), ZoneInfo(zone)).astimezone(UTC)


def _overlap(a: Outage, b: Outage) -> timedelta:
    return max(timedelta(0), min(a[1], b[1]) - max(a[0], b[0]))


def _continuous(outages: Sequence[Outage]) -> list[Outage]:
    """Outages that overlap or touch are one continuous outage."""
    answer: list[Outage] = []
    for begin, end in sorted((begin.astimezone(UTC), end.astimezone(UTC)) for begin, end in outages):
        if answer and begin <= answer[-1][1]:
            answer[-1] = (answer[-1][0], max(end, answer[-1][1]))
        else:
            answer.append((begin, end))
    return answer


def _evening_time(begin: datetime, end: datetime) -> timedelta:
    """How much of a span lies between 18:00 and 24:00 US Eastern, all its evenings summed."""
    total = timedelta(0)
    day = begin.astimezone(EASTERN).date() - DAY
    while day <= end.astimezone(EASTERN).date() + DAY:
        evening = (
            datetime.combine(day, time(18), EASTERN).astimezone(UTC),
            datetime.combine(day + DAY, time(0), EASTERN).astimezone(UTC),
        )
        total += _overlap((begin, end), evening)
        day += DAY
    return total


def outage_extension(outages: Sequence[Outage], opens: datetime, closes: datetime) -> str:
    """ "none", "day" or "week": the longest extension any one outage gives (P40).

    `opens` and `closes`: the instants between which the period runs, holiday and typed weeks included.
    """
    found = {"none"}
    for outage_begin, outage_end in _continuous(outages):
        begin, end = max(outage_begin, opens.astimezone(UTC)), min(outage_end, closes.astimezone(UTC))
        length = max(end - begin, timedelta(0))
        if length >= timedelta(hours=30):
            found.add("week")
        elif length >= timedelta(hours=6) and _evening_time(begin, end) >= timedelta(hours=3):
            found.add("day")
    return "week" if "week" in found else "day" if "day" in found else "none"


def round_days(start: date, zone: str, typed_weeks: int = 0, outages: Sequence[Outage] = ()) -> dict[str, Any]:
    """One round's calendar: ``start``, ``plain_close``, ``warning``, ``holiday`` (bool), ``outage``, ``close`` (date),
    ``opens`` and ``closes`` (instants in UTC, the second the midnight after the closing day), ``next_start`` (P37-P41).
    """
    plain = plain_close(start)
    holiday = holiday_week(start)
    before_outages = plain + 7 * (int(holiday) + typed_weeks) * DAY
    opens = midnight(start, zone)
    outage = outage_extension(outages, opens, midnight(before_outages + DAY, zone))
    weeks = int(holiday) + typed_weeks + int(outage == "week")
    close = plain + 7 * weeks * DAY + (DAY if outage == "day" else timedelta(0))
    return {
        "start": start,
        "plain_close": plain,
        "warning": weekday_warning(start),
        "holiday": holiday,
        "outage": outage,
        "close": close,
        "opens": opens,
        "closes": midnight(close + DAY, zone),
        "next_start": start + 14 * DAY + 7 * weeks * DAY,
    }


def season_days(
    first_start: date, zone: str, typed_weeks: Sequence[int], outages: Sequence[Outage] = ()
) -> list[dict[str, Any]]:
    """The calendars of consecutive rounds, one for each entry of `typed_weeks`; every outage is held to each round."""
    answer: list[dict[str, Any]] = []
    start = first_start
    for weeks in typed_weeks:
        answer.append(round_days(start, zone, weeks, outages))
        start = answer[-1]["next_start"]
    return answer


def last_days(close: date, count: int) -> list[date]:
    """The last `count` days of a period, the closing day after all extensions included (P38)."""
    return [close - n * DAY for n in range(count - 1, -1, -1)]
