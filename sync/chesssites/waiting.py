"""When to ask a site again for a game it does not list yet.

Pure and without memory: the moments follow from when a link was sent, so nothing has to be written down between
passes. Pauses grow; a game is given up only after a settable patience of at least a day, and only after somebody
really asked at its end, however long the worker was away.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import Enum

LEAST_PATIENCE = timedelta(hours=24)
USUAL_PATIENCE = timedelta(hours=48)
# Observers saw archives refreshed after minutes to about an hour; the documentation promises half a day or a day.
_PAUSES = tuple(timedelta(minutes=m) for m in (2, 3, 5, 10, 10, 15, 15, 30, 30, 60, 60, 120))
_LAST_PAUSE = timedelta(hours=3)


class Next(Enum):
    """What to do about a link now."""

    ASK = "ask"
    WAIT = "wait"
    GIVE_UP = "give up"


@dataclass(frozen=True)
class Step:
    """What to do, and when to look again (None once given up)."""

    what: Next
    at: datetime | None


def pause(attempts: int) -> timedelta:
    """The pause after so many attempts; never shorter than the one before."""
    return _PAUSES[attempts - 1] if 1 <= attempts <= len(_PAUSES) else (_LAST_PAUSE if attempts else timedelta(0))


def patient(wish: timedelta) -> timedelta:
    """The patience a setting gives: at least a day."""
    return max(wish, LEAST_PATIENCE)


def moments(first: datetime, patience: timedelta = USUAL_PATIENCE) -> Iterator[datetime]:
    """Every planned moment to ask, from `first` to the very end of the patience."""
    end = first + patient(patience)
    moment, attempts = first, 0
    while moment < end:
        yield moment
        attempts += 1
        moment += pause(attempts)
    yield end


def step(
    now: datetime,
    first: datetime,
    last_asked: datetime | None,
    patience: timedelta = USUAL_PATIENCE,
    not_before: datetime | None = None,
) -> Step:
    """What to do now about a link sent at `first` that was asked for last at `last_asked`.

    A missed moment is made up for once, not once each. `not_before` is the site's own wish (429) and comes first.
    """
    end = first + patient(patience)
    if last_asked is not None and last_asked >= end:
        return Step(Next.GIVE_UP, None)
    planned = first if last_asked is None else next((m for m in moments(first, patience) if m > last_asked), end)
    at = planned if not_before is None else max(planned, not_before)
    return Step(Next.ASK, at) if at <= now else Step(Next.WAIT, at)


def next_ask(first: datetime, attempts: int, patience: timedelta = USUAL_PATIENCE) -> datetime | None:
    """The planned moment of the next attempt after so many; None when all were made."""
    for number, moment in enumerate(moments(first, patience)):
        if number == attempts:
            return moment
    return None
