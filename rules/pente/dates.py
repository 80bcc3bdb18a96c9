"""The days of this championship's rounds: the calendar, with what the director typed on top.

Rule: seed 004, info 4 and 7; P37-P41, P56, P48.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, timedelta

from rules.model import Book, Id
from rules.pente.calendar import FRIDAY, THURSDAY, WEEK, Period, first_day_from, period
from rules.pente.history import Event, History, Match, Stage
from rules.pente.typed import extra_weeks, outages, typed_deadline, typed_start

FIRST_START = "First start"
LAST_DAYS_TIE, LAST_DAYS = 3, 2  # A-match 4.1; pairing rules 2-3


@dataclass(frozen=True)
class Days:
    """When a round is played. `due` is the last minute of play, a typed deadline included."""

    period: Period
    due: datetime
    typed: bool  # the deadline was typed

    @property
    def starts(self) -> datetime:
        """The first instant."""
        return self.period.opens

    @property
    def last_two(self) -> datetime:
        """From here on it is the last two days of the period. Rule: pairing rules 2-3; P38."""
        return self._back(LAST_DAYS)

    @property
    def last_three(self) -> datetime:
        """From here on it is the last three days of the period. Rule: A-match 4.1; P38."""
        return self._back(LAST_DAYS_TIE)

    def _back(self, count: int) -> datetime:
        if not self.typed:
            return self.period.last_days(count)
        day = self.due.date() - timedelta(days=count - 1)
        return datetime(day.year, day.month, day.day, tzinfo=self.period.zone)

    @property
    def next_start(self) -> date:
        """When the next round starts; a typed deadline moves it by whole weeks until it comes after. Rule: P37, P48."""
        day = self.period.next_start
        while self.typed and day <= self.due.date():
            day += WEEK
        return day


def days_of(book: Book, round_: Id, start: date, now: datetime) -> Days:
    """The days of a round that starts on `start`."""
    assert now.tzinfo is not None
    at = period(start, now.tzinfo, extra_weeks(book, round_), outages(book))
    typed = typed_deadline(book, round_)
    return Days(at, at.due if typed is None else typed, typed is not None)


def days(event: Event, stage: Stage) -> Days:
    """The days of a published round, with what was typed since."""
    typed = typed_start(event.book, stage.id) or stage.round.starts or stage.published.at
    return days_of(event.book, stage.id, typed.astimezone(event.now.tzinfo).date(), event.now)


def due_of(event: Event, at: Days, match: Match) -> datetime | None:
    """Until when a match of a round with these days may be played."""
    return None if match.is_bye else typed_deadline(event.book, match.id) or at.due


def planned_start(event: Event, history: History) -> date | None:
    """The day on which the section's next round should start; None where no first start is typed. Rule: P37."""
    if history.last is not None:
        return days(event, history.last).next_start
    value = event.book.setting(FIRST_START, history.section)
    return value.astimezone(event.now.tzinfo).date() if isinstance(value, datetime) else None


def start_of_next(event: Event, history: History, round_: Id) -> date:
    """The day on which the next round starts, were it published now.

    Rule: P37; P56: never before its publication. A round published after its day starts on the next day that is a
    Thursday, a Friday, or the weekday it was planned for; so does a first round whose start nobody typed (there
    a Thursday or Friday).
    """
    typed = typed_start(event.book, round_)
    if typed is not None:
        return typed.astimezone(event.now.tzinfo).date()
    planned, today = planned_start(event, history), event.now.date()
    if planned is not None and planned >= today:
        return planned
    weekdays = {THURSDAY, FRIDAY} if planned is None else {THURSDAY, FRIDAY, planned.weekday()}
    return first_day_from(today, weekdays)
