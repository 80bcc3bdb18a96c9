"""Dates and times."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from tests.judges.reader.clock import TimeOfDay, moment_of, moments_of, times_of_day, wall
from tests.judges.reader.ground import BLANK, Cell, Event, Refused, exact, small
from tests.judges.reader.page import meanings
from tests.judges.reader.zones import in_full

CODE = "not-a-time"
FIRST, LAST = 20000, 110000
DAY_NOUGHT = datetime(1899, 12, 30)

YEAR_FIRST = re.compile(r"([0-9]{4})([-/.])([0-9]{1,2})\2([0-9]{1,2})(?![0-9])")
POINTS = re.compile(r"([0-9]{1,2})\. ?([0-9]{1,2})\. ?([0-9]{4})(?![0-9])")
TWO = re.compile(r"([0-9]{1,2})([-/])([0-9]{1,2})\2([0-9]{4})(?![0-9])")
DAY_WORD = re.compile(
    r"([0-9]{1,2})(?:st|nd|rd|th|\.)?([ -]) ?(?:de )?([^\W\d_]+)\.?,?(?:\2| ) ?(?:de )?([0-9]{4})(?![0-9])"
)
WORD_DAY = re.compile(r"([^\W\d_]+)\.? ([0-9]{1,2})(?:st|nd|rd|th)?,? ([0-9]{4})(?![0-9])")
WEEKDAY = re.compile(r"([^\W\d_]+(?:-feira)?)[.,]{0,2} ")
OFFSET = re.compile(r"(utc|gmt)? ?([-+])([0-9]{1,2})(?::?([0-9]{2}))?")


@dataclass(frozen=True)
class Dated:
    """The days that a written date may be, the day first and the month first apart, and what is left behind it."""

    day_first: datetime | None
    month_first: datetime | None
    rest: str
    year_first: bool = False


def on(year: str, month: int, day: str) -> datetime | None:
    try:
        return datetime(int(year), month, int(day))
    except ValueError:
        return None


def dates_in(text: str) -> Iterator[Dated]:
    """Each row of dates that the text begins with."""
    if match := YEAR_FIRST.match(text):
        day = on(match[1], int(match[3]), match[4])
        yield Dated(day, day, text[match.end() :], year_first=True)
    if match := POINTS.match(text):
        day = on(match[3], int(match[2]), match[1])
        yield Dated(day, day, text[match.end() :])
    if match := TWO.match(text):
        yield two_numbers(match[1], match[3], match[4], text[match.end() :])
    for pattern, at in ((DAY_WORD, (4, 3, 1)), (WORD_DAY, (3, 1, 2))):
        if (match := pattern.match(text)) and (month := meanings("Months").get(match[at[1]])) is not None:
            day = on(match[at[0]], int(month) + 1, match[at[2]])
            yield Dated(day, day, text[match.end() :])


def two_numbers(one: str, two: str, year: str, rest: str) -> Dated:
    first_may, second_may = 1 <= int(one) <= 12, 1 <= int(two) <= 12
    if first_may and second_may and int(one) != int(two):
        return Dated(on(year, int(two), one), on(year, int(one), two), rest)
    if first_may and second_may:  # both are the same
        return Dated(on(year, int(one), two), on(year, int(one), two), rest)
    if second_may:
        return Dated(on(year, int(two), one), None, rest)
    return Dated(None, on(year, int(one), two) if first_may else None, rest)


def chosen(dated: Dated, weekday: int | None, dates: str) -> datetime:
    """The one day that is meant."""
    days = [day for day in (dated.day_first, dated.month_first) if day is not None]
    if len(set(days)) == 2 and dates:
        days = [days[0] if dates == "day first" else days[1]]
    if not days:
        raise Refused(CODE)
    if weekday is not None:
        days = [day for day in days if day.weekday() == weekday]
        if not days:
            raise Refused("weekday-wrong")
    if len(set(days)) > 1:
        raise Refused("date-two-ways")
    return days[0]


@dataclass(frozen=True)
class Clocked:
    """A time of day behind a date, how it was joined to it, and what is left."""

    time: TimeOfDay | None
    after_t: bool
    rest: str


def clocks_in(dated: Dated) -> Iterator[Clocked]:
    if dated.rest == "":
        yield Clocked(None, False, "")
    for joint in (" ", ", ", "t"):
        if not dated.rest.startswith(joint) or (joint == "t" and not dated.year_first):
            continue
        for time, left in times_of_day(dated.rest[len(joint) :]):
            yield Clocked(time, joint == "t", left)


def zoned(clock: datetime, clocked: Clocked, event: Event) -> datetime:
    """The moment that the wall clock and the words behind it name."""
    own = ZoneInfo(event.zone)
    rest = clocked.rest
    if rest == "":
        return moment_of(clock, own)
    bare = rest.removeprefix(" ")
    if bare == "z" or rest in (" utc", " gmt"):
        return clock.replace(tzinfo=UTC)
    if (offset := OFFSET.fullmatch(bare)) is not None and (offset[1] is None or rest.startswith(" ")):
        return shifted(clock, clocked, offset)
    if not rest.startswith(" "):
        raise Refused(CODE)
    place = in_full(bare)
    if place is not None:
        return moment_of(clock, ZoneInfo(place))
    right = [one for one in moments_of(clock, own) if one.astimezone(own).tzname().lower() == bare]  # type: ignore[union-attr]
    if len(right) == 1:
        return right[0]
    raise Refused("zone-letters") if few_letters(bare) else Refused(CODE)


def few_letters(text: str) -> bool:
    return 1 <= len(text) <= 6 and all("a" <= sign <= "z" for sign in text)


def shifted(clock: datetime, clocked: Clocked, offset: re.Match[str]) -> datetime:
    assert clocked.time is not None
    span = timedelta(hours=int(offset[3]), minutes=int(offset[4] or 0))
    minus_may = clocked.after_t or clocked.time.with_seconds or offset[1] is not None
    if int(offset[4] or 0) > 59 or span > timedelta(hours=14) or (offset[2] == "-" and not minus_may):
        raise Refused(CODE)
    return (clock - span if offset[2] == "+" else clock + span).replace(tzinfo=UTC)


def readings(text: str) -> Iterator[tuple[int | None, Dated, Clocked]]:
    """Each way in which the rows of the table make up the whole text, but for what stands behind the time."""
    starts: list[tuple[int | None, str]] = [(None, text)]
    if (match := WEEKDAY.match(text)) and (day := meanings("Weekdays").get(match[1])) is not None:
        starts.append((int(day), text[match.end() :]))
    for weekday, rest in starts:
        for dated in dates_in(rest):
            for clocked in clocks_in(dated):
                yield weekday, dated, clocked


def moment(cell: Cell, event: Event) -> object:
    if not isinstance(cell, str):
        return of_spreadsheet(cell, event)
    if len(cell) > 100:
        raise Refused(CODE)
    text = small(cell, CODE)
    if text == "":
        return BLANK
    found: set[datetime] = set()
    codes: list[tuple[str, ...]] = []
    for weekday, dated, clocked in readings(text):
        try:
            found.add(one_moment(weekday, dated, clocked, event))
        except Refused as refused:
            codes.append(refused.codes)
    if len(found) == 1:
        return found.pop()
    raise Refused(*(codes[0] if len(codes) == 1 else {CODE, *(code for some in codes for code in some)}))


def one_moment(weekday: int | None, dated: Dated, clocked: Clocked, event: Event) -> datetime:
    """The moment of one reading. Where more than one thing is wrong, the message may name any of them."""
    try:
        day = chosen(dated, weekday, event.dates)
    except Refused as refused:
        raise Refused(*refused.codes, *also_wrong(dated, clocked, event)) from None
    clock = day if clocked.time is None else wall(day, clocked.time)
    if not in_range(clock):
        raise Refused(CODE)
    if clocked.time is None and event.end_of_day:
        clock = day + timedelta(hours=24, seconds=-1)
    return zoned(clock, clocked, event).astimezone(UTC)


def also_wrong(dated: Dated, clocked: Clocked, event: Event) -> tuple[str, ...]:
    """What is wrong with the time or the zone of a text whose day is no one day."""
    codes: tuple[str, ...] = ()
    for day in (dated.day_first, dated.month_first):
        if day is None or clocked.time is None:
            continue
        try:
            zoned(wall(day, clocked.time), clocked, event)
        except Refused as refused:
            codes += refused.codes
        codes += () if in_range(day) else (CODE,)
    return codes


def in_range(clock: datetime) -> bool:
    """From 1954-10-03 to the beginning of 2201-03-02."""
    return datetime(1954, 10, 3) <= clock <= datetime(2201, 3, 2)


def of_spreadsheet(cell: Cell, event: Event) -> datetime:
    """A date cell, or a day number: the wall clock of the file's zone, else of the event's."""
    if isinstance(cell, datetime):
        clock = cell
    elif isinstance(cell, bool) or not isinstance(cell, int | float) or not FIRST <= cell <= LAST:
        raise Refused(CODE)
    else:
        clock = DAY_NOUGHT + timedelta(microseconds=round(exact(cell) * 86400 * 10**6))
    clock = (clock + timedelta(microseconds=500000)).replace(microsecond=0)
    if not in_range(clock):
        raise Refused(CODE)
    if event.end_of_day and (clock.hour, clock.minute, clock.second) == (0, 0, 0):
        clock += timedelta(hours=24, seconds=-1)
    return moment_of(clock, ZoneInfo(event.file_zone or event.zone)).astimezone(UTC)
