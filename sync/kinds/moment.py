"""Moments: a date and time in a cell, in the event's zone.

A real date cell is the wall clock of the file's zone where the file has one; text is read in the event's zone, unless
it says an offset or a zone of its own. A doubled hour is the earlier of the two, an hour left out the one after it.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime, time, timedelta, timezone, tzinfo
from zoneinfo import ZoneInfo

from sync.grid import Cell
from sync.kinds.dates import A_MOMENT, Stamp, stamps_in
from sync.kinds.signs import words
from sync.kinds.text import Misread, short_text, typed_text
from sync.kinds.zone import place_named

_EPOCH = datetime(1899, 12, 30)
FIRST_DAY, LAST_DAY = 20000, 110000  # day numbers of a spreadsheet: 1954 to 2201
END_OF_DAY = time(23, 59, 59)
OFFSET = re.compile(r"(?P<base>utc|gmt)? ?(?P<sign>[-+])(?P<hours>\d{1,2})(?::?(?P<minutes>\d{2}))?")
MOST_OFFSET = timedelta(hours=14)


def from_serial(serial: float) -> datetime:
    """A spreadsheet's day number as a naive time, to the second."""
    return _EPOCH + timedelta(seconds=round(serial * 86400))


def to_the_second(naive: datetime) -> datetime:
    """A date cell as programs make them, rounded: 17:59:59.999998 is 18:00."""
    return (naive + timedelta(microseconds=500_000)).replace(microsecond=0)


def to_serial(moment: datetime) -> float:
    """A naive time as a spreadsheet's day number."""
    return (moment - _EPOCH).total_seconds() / 86400


def in_zone(naive: datetime, zone: tzinfo) -> datetime:
    """A wall-clock time in a zone: the earlier one of a doubled hour, the one after the jump in an hour left out."""
    return naive.replace(tzinfo=zone, fold=0).astimezone(UTC).astimezone(zone)


def read_moment(
    cell: Cell,
    zone: ZoneInfo,
    end_of_day: bool = False,
    file_zone: ZoneInfo | None = None,
    order: str = "",
    now_too: bool = False,
) -> datetime | str | Misread:
    """A moment in the zone; with `now_too` also the word `now`.

    With `end_of_day` a date alone means the end of that day.

    `order` is what `Settings` → `Dates` says of a date such as 1/11/2027: `day first`, `month first`, or blank to have
    it asked about (a `Misread` with the code `date-two-ways`). `dates_possible` tells the readings of such a text.
    """
    if isinstance(cell, str):
        if now_too and words(cell) == "now":
            return "now"
        return _of_text(cell, zone, end_of_day, order)
    wrong = Misread("not-a-time", typed_text(cell), A_MOMENT)
    if isinstance(cell, datetime):
        naive = to_the_second(cell)
    elif isinstance(cell, int | float) and not isinstance(cell, bool) and FIRST_DAY <= cell <= LAST_DAY:
        naive = from_serial(cell)
    else:
        return wrong
    if not _in_range(naive):
        return wrong
    if end_of_day and naive.time() == time(0):
        naive = datetime.combine(naive.date(), END_OF_DAY)
    return in_zone(naive, file_zone or zone).astimezone(zone)


def _in_range(naive: datetime) -> bool:
    return FIRST_DAY <= to_serial(naive) <= LAST_DAY


def _of_text(text: str, zone: ZoneInfo, end_of_day: bool, order: str) -> datetime | Misread:
    found = stamps_in(text, order)
    if isinstance(found, Misread):
        return found
    if len(found) > 1:
        both = " or ".join(f"{stamp.day:%Y-%m-%d}" for stamp in found)
        return Misread("date-two-ways", short_text(text.strip()), both)
    return moment_of(found[0], zone, text, end_of_day)


def moment_of(stamp: Stamp, zone: ZoneInfo, typed: str = "", end_of_day: bool = False) -> datetime | Misread:
    """The moment of one reading, in the zone; or why what stands behind its time is no zone for certain."""
    if not _in_range(stamp.wall):
        return Misread("not-a-time", short_text(typed.strip()), A_MOMENT)
    naive = stamp.wall
    if stamp.date_only and end_of_day:
        naive = datetime.combine(naive.date(), END_OF_DAY)
    if not stamp.zone:
        return in_zone(naive, zone)
    named = _as_named_here(naive, zone, stamp.zone)
    if named is not None:
        return named
    own = _zone_behind(stamp)
    if own is None:
        code = "zone-letters" if re.fullmatch(r"[a-z]{1,6}", stamp.zone) else "not-a-time"
        return Misread(code, short_text(typed.strip()), A_MOMENT if code == "not-a-time" else stamp.zone.upper())
    return in_zone(naive, own).astimezone(zone)


def _as_named_here(naive: datetime, zone: ZoneInfo, letters: str) -> datetime | None:
    """The moment whose own name in the event's zone these letters are: `18:00 CET` in Berlin, in winter only.

    This is how the program itself writes a moment; of a doubled hour the letters say which one is meant.
    """
    for fold in (0, 1):
        there = naive.replace(tzinfo=zone, fold=fold)
        again = there.astimezone(UTC).astimezone(zone)
        if (there.tzname() or "").lower() == letters and again.replace(tzinfo=None, fold=0) == naive:
            return again
    return None


def _zone_behind(stamp: Stamp) -> tzinfo | None:
    """Z, UTC, GMT, an offset, or a place."""
    if stamp.zone in ("z", "utc", "gmt"):
        return UTC
    found = OFFSET.fullmatch(stamp.zone)
    if found is not None:
        minutes = int(found["minutes"] or 0)
        offset = timedelta(hours=int(found["hours"]), minutes=minutes)
        may_be_span = found["sign"] == "-" and not found["base"] and not stamp.sure_zone
        if minutes > 59 or offset > MOST_OFFSET or may_be_span:
            return None
        return timezone(-offset if found["sign"] == "-" else offset)
    place = place_named(stamp.zone)
    return ZoneInfo(place) if place else None
