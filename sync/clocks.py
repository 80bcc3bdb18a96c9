"""Two clocks: a steady one for everything that waits, the wall clock for times of day.

A wall clock is set back when summer time ends, jumps when a machine that booted with a wrong time asks the network,
and moves when somebody travels. No wait may hang on it.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from datetime import UTC, datetime

import schedule

Steady = Callable[[], float]
A_DAY_AND_MORE = 26 * 3600.0  # seconds; a day is 25 hours long when summer time ends


def steady() -> float:
    """Seconds that only grow, whatever the wall clock is set to. A machine's sleep counts where the system tells it."""
    if hasattr(time, "CLOCK_BOOTTIME"):
        try:
            return time.clock_gettime(time.CLOCK_BOOTTIME)
        except OSError:  # a kernel without it
            pass
    return time.monotonic()


class Pace:
    """A round every so many seconds, counted from the end of the one before. The first is due at once."""

    def __init__(self, every: float, clock: Steady) -> None:
        self._every, self._clock = every, clock
        self._next = clock()

    @property
    def idle(self) -> float:
        """Seconds until the next round; 0 when it is due. However long a machine slept, one round is due, not many."""
        return max(0.0, self._next - self._clock())

    def done(self) -> None:
        """A round ended."""
        self._next = self._clock() + self._every


class TimesOfDay:
    """A round at each of these times of day (`18:00`), by this machine's own clock."""

    def __init__(self, times: Sequence[str], do: Callable[[], None]) -> None:
        self._times, self._do = tuple(times), do
        self._scheduler = self._made()

    def _made(self) -> schedule.Scheduler:
        scheduler = schedule.Scheduler()
        for time_ in self._times:
            scheduler.every().day.at(time_).do(self._do)
        return scheduler

    @property
    def idle(self) -> float:
        """Seconds until the next of them."""
        if (self._scheduler.idle_seconds or 0.0) > A_DAY_AND_MORE:  # the clock was ahead, and has been set back
            self._scheduler = self._made()
        return max(0.0, self._scheduler.idle_seconds or 0.0)

    def run_pending(self) -> None:
        """The rounds whose time has come. A time slept through is made up for once."""
        if self.idle <= 0.0:
            self._scheduler.run_pending()


class Jumps:
    """Notices when the wall clock moved by something else than the time that went by."""

    def __init__(self, clock: Steady, wall: Callable[[], datetime] = lambda: datetime.now(UTC)) -> None:
        self._clock, self._wall = clock, wall
        self._before = clock(), wall()

    def since_last(self) -> float:
        """Seconds by which the wall clock was moved since the last question: ahead, or back (negative)."""
        now = self._clock(), self._wall()
        gone, shown = now[0] - self._before[0], (now[1] - self._before[1]).total_seconds()
        self._before = now
        return shown - gone
