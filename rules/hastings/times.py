"""Days and earliest times: when rounds start, when the next game may, when pairings may be shown."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, time, timedelta
from fractions import Fraction

from rules.hastings.match import ARMAGEDDON, QUICK
from rules.model import Book, Id, Value
from rules.parts.decisions import of_kind
from rules.parts.ids import parse_ref
from rules.parts.start import start_moment

DAY = timedelta(days=1)
TIMES: Mapping[str, str] = {
    "Play starts": "14:15",
    "Earliest mini-match": "18:30",
    "Earliest Armageddon": "20:00",
    "Earliest pairings": "21:30",
}
BREAKS: Mapping[str, int] = {  # minutes
    "Break before mini-match": 30,
    "Break between quick games": 10,
    "Break before Armageddon": 15,
}


def time_in(value: Value) -> time | None:
    """A time of the day as typed: `18:30`, `6.30pm`, or the fraction of a day a spreadsheet makes of it."""
    text = "" if value is None else str(value).strip().casefold()
    found = re.fullmatch(r"(\d{1,2})(?:[:.](\d{2}))?(?::\d{2})?\s*(am|pm)?", text)
    if found and (found[2] or found[3]):
        hour, minute = int(found[1]), int(found[2] or 0)
        if found[3] and 1 <= hour <= 12:
            hour = hour % 12 + (12 if found[3] == "pm" else 0)
        return time(hour, minute) if hour < 24 and minute < 60 else None
    if not re.fullmatch(r"[0-9]{1,6}/[1-9][0-9]{0,5}|[0-9]?\.[0-9]{1,18}|0", text):
        return None  # no power of ten either: 1e999999999 would never be worked out
    share = Fraction(text)
    minutes = round(share * 1440)
    return time(minutes // 60, minutes % 60) if 0 <= share < 1 and minutes < 1440 else None


@dataclass(frozen=True)
class Hours:
    """The times of the day and breaks as set; `wrong` names settings that cannot be read: the printed one counts."""

    play: time
    mini_match: time
    armageddon: time
    pairings: time
    before_mini_match: timedelta
    between_quick: timedelta
    before_armageddon: timedelta
    wrong: tuple[str, ...] = ()


def hours_of(book: Book) -> Hours:
    """The printed times, or those set. Rule: 8-10, 18; ruling H31."""
    wrong = []
    read: dict[str, time] = {}
    for name, printed in TIMES.items():
        typed = book.setting(name, "K")
        found = time_in(typed)
        if typed is not None and found is None:
            wrong.append(name)
        printed_time = time_in(printed)
        assert printed_time is not None
        read[name] = found or printed_time
    breaks = {}
    for name, minutes in BREAKS.items():
        seconds = book.setting(name, "K")
        ok = isinstance(seconds, int) and not isinstance(seconds, bool)
        breaks[name] = timedelta(seconds=seconds) if ok and isinstance(seconds, int) else timedelta(minutes=minutes)
    return Hours(
        read["Play starts"],
        read["Earliest mini-match"],
        read["Earliest Armageddon"],
        read["Earliest pairings"],
        breaks["Break before mini-match"],
        breaks["Break between quick games"],
        breaks["Break before Armageddon"],
        tuple(wrong),
    )


def on_day(moment: datetime, at: time) -> datetime:
    """That time on the day of a moment, in its zone."""
    return datetime.combine(moment.date(), at, moment.tzinfo)


def earliest_start(hours: Hours, rate: str, first_of_stage: bool, ended: datetime, day: datetime) -> datetime:
    """When a play-off game may begin unless all agree otherwise: both limits hold, the later counts.

    Rule: 8-10; ruling H31. `ended`: the game before; `day`: the day of play.
    """
    if rate == QUICK and not first_of_stage:
        return ended + hours.between_quick
    if rate == QUICK:
        return max(ended + hours.before_mini_match, on_day(day, hours.mini_match))
    assert rate == ARMAGEDDON
    return max(ended + hours.before_armageddon, on_day(day, hours.armageddon))


def day_after(start: datetime, hours: Hours, days: int = 1) -> datetime:
    """The usual hour of play so many days later."""
    return on_day(start + days * DAY, hours.play)


def pairings_from(day: datetime | None, hours: Hours) -> datetime | None:
    """The moment before which the next pairings are not shown. Rule: 18; ruling H31."""
    return None if day is None else on_day(day, hours.pairings)


def first_start(book: Book, hours: Hours) -> datetime | None:
    """When round 1 starts: as set, else the day after the opening; None before anything fixes the day."""
    typed = book.setting("Round 1 starts", "K")
    if isinstance(typed, datetime):
        return typed
    opening = start_moment(book) or (book.record[0].at if book.record else None)
    return None if opening is None else day_after(opening, hours)


def slot_of(about: str) -> str:
    """The slot a round is about: both tournaments play theirs at one hour."""
    found = parse_ref(about)
    return str(found.number) if found is not None else about


def typed_start(book: Book, *rounds: Id) -> datetime | None:
    """A start typed for one of these rounds; the last word counts."""
    found = [d for d in of_kind(book.decisions, "Start") if d.about in rounds and d.start is not None]
    return found[-1].start if found else None
