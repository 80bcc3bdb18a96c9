"""The repeated pass: one after another over one or many books, until told to stop.

One bad book never stops the others, nor does a fault of our own in one pass. A signal ends the work after the pass
that is running.
"""

from __future__ import annotations

import logging
import signal
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from types import FrameType

from sync.backends.base import BackendError, Refused, WrongUse
from sync.clocks import Jumps, Pace, Steady, TimesOfDay, steady
from sync.running.faults import in_one_line, place_of
from sync.running.once import Pass

DONE, NEEDS_TD, WRONG_USE, UNREACHABLE, REFUSED, FAULT = 0, 1, 2, 3, 4, 5
A_JUMP = 60.0  # seconds by which the wall clock may drift unsaid
log = logging.getLogger("pairsheet.worker")
logging.getLogger("pairsheet").addHandler(logging.NullHandler())  # nothing on the console unless it is asked for


@dataclass(frozen=True)
class Told:
    """What is to be said of a pass that another process made: plain texts, which cross over as they are."""

    out: str
    err: str
    line: str  # for the log
    event: str = ""
    fault: str = ""  # the file name of a fault's report


@dataclass(frozen=True)
class Report:
    """One book's last pass: what it did, or the one line of why not."""

    book: str
    at: datetime
    done: Pass | None
    error: str = ""
    code: int = 0  # it would end with: 0 done, 1 needs the TD, 2 wrong use, 3 unreachable, 4 refused, 5 a fault of ours
    seconds: float = 0.0
    fault: BaseException | None = field(default=None, repr=False, compare=False)
    told: Told | None = None  # of a pass in another process; then there is no `done`


PassOver = Callable[[str], Pass | Report]


def report_of(book: str, pass_over: PassOver, clock: Steady = steady) -> Report:
    """Run one pass over one book. Nothing is raised: a backend's trouble and a fault of ours are a line and a code."""
    at, began = datetime.now(UTC), clock()

    def failed(error: str, code: int, fault: BaseException | None = None) -> Report:
        return Report(book, at, None, error, code, clock() - began, fault)

    try:
        done = pass_over(book)
    except Refused as trouble:
        return failed(str(trouble), REFUSED)
    except WrongUse as trouble:
        return failed(str(trouble), WRONG_USE)
    except BackendError as trouble:
        return failed(str(trouble), UNREACHABLE)
    except OSError as trouble:  # a disk or a right that nobody foresaw
        log.debug("unforeseen: %s", place_of(trouble))
        return failed(in_one_line(trouble), UNREACHABLE)
    except MemoryError:
        return failed("The pass needs more memory than it may have.", UNREACHABLE)
    except Exception as fault:  # one book's fault must not stop the others
        return failed(f"A fault of Pairsheet ended this pass: {place_of(fault)}.", FAULT, fault)
    if isinstance(done, Report):
        return done
    code = NEEDS_TD if done.decided.needs or done.unmarked else DONE
    return Report(book, at, done, "", code, clock() - began)


class Worker:
    """Passes over books every so many seconds; `tell` hears of each. Due books only, when `is_due` is given.

    `nudged` gives the books that somebody asked to look at: they are looked at within a second or two. `daily` are
    times of day at which every book is looked at besides; without `every` they are the only ones.
    """

    def __init__(
        self,
        books: Sequence[str],
        pass_over: PassOver,
        tell: Callable[[Report], None],
        every: int | None,
        is_due: Callable[[str, datetime], bool] | None = None,
        sleep: Callable[[float], None] = time.sleep,
        nudged: Callable[[], Sequence[str]] | None = None,
        clock: Steady = steady,
        wall: Callable[[], datetime] = lambda: datetime.now(UTC),
        daily: Sequence[str] = (),
    ) -> None:
        self._books = tuple(books)
        self._pass_over = pass_over
        self._tell = tell
        self._every = every
        self._is_due = is_due
        self._sleep = sleep
        self._nudged = nudged
        self._clock, self._wall = clock, wall
        self._times = tuple(daily)
        self._stopping = False

    def stop(self, *_: object) -> None:
        """End after the pass that is running."""
        self._stopping = True

    def round(self) -> None:
        """One pass over every book that is due."""
        for book in self._books:
            if self._stopping:
                return
            if self._is_due is not None and not self._is_due(book, self._wall()):
                continue
            self._visit(book)

    def round_of_all(self) -> None:
        """One pass over every book."""
        for book in self._books:
            if not self._stopping:
                self._visit(book)

    def answer_nudges(self) -> None:
        """A pass over each book that somebody asked to look at since the last time."""
        for book in self._nudged() if self._nudged is not None else ():
            if self._stopping:
                return
            self._visit(book)

    def _visit(self, book: str) -> None:
        report = report_of(book, self._pass_over, self._clock)
        try:
            self._tell(report)
        except Exception as fault:  # whoever listens must not stop the passes either
            log.error("a pass could not be reported: %s", place_of(fault))

    def run(self) -> None:
        """Until stopped by `stop`, Ctrl-C or SIGTERM."""
        previous = {s: signal.getsignal(s) for s in (signal.SIGINT, signal.SIGTERM)}

        def on_signal(number: int, frame: FrameType | None) -> None:
            del number, frame
            self.stop()

        for number in previous:
            signal.signal(number, on_signal)
        log.info("begins: books=%d every=%s daily=%s", len(self._books), self._every, ",".join(self._times) or "-")
        try:
            self._go_on()
        finally:
            log.info("ends")
            for number, handler in previous.items():
                signal.signal(number, handler)

    def _go_on(self) -> None:
        pace = Pace(self._every, self._clock) if self._every is not None else None
        times = TimesOfDay(self._times, self.round_of_all)
        jumps = Jumps(self._clock, self._wall)
        while not self._stopping:
            moved = jumps.since_last()
            if abs(moved) > A_JUMP:
                log.warning("the clock of this machine was moved by %+.0f seconds; the pace stays", moved)
            if pace is not None and pace.idle <= 0.0:
                self.round()
                pace.done()
            self.answer_nudges()
            if self._times:
                times.run_pending()
            if not self._stopping:
                self._sleep(min(1.0, max(0.05, pace.idle if pace is not None else times.idle)))
