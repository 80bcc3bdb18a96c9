"""The repeated pass: one after another over one or many books, until told to stop.

One bad book never stops the others. A signal ends the work after the pass that is running.
"""

from __future__ import annotations

import signal
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from types import FrameType

import schedule

from sync.backends.base import BackendError, Refused
from sync.backends.books import NoSuchBook
from sync.running.once import Pass

PassOver = Callable[[str], Pass]


@dataclass(frozen=True)
class Report:
    """One book's last pass: what it did, or the one line of why not."""

    book: str
    at: datetime
    done: Pass | None
    error: str = ""
    code: int = 0  # it would end with: 0 done, 1 needs the TD, 2 wrong use, 3 unreachable, 4 refused


def report_of(book: str, pass_over: PassOver) -> Report:
    """Run one pass over one book; a backend's trouble becomes a line, a bug stays an exception."""
    at = datetime.now(UTC)
    try:
        done = pass_over(book)
    except Refused as trouble:
        return Report(book, at, None, str(trouble), 4)
    except NoSuchBook as trouble:
        return Report(book, at, None, str(trouble), 2)
    except BackendError as trouble:
        return Report(book, at, None, str(trouble), 3)
    return Report(book, at, done, "", 1 if done.decided.needs else 0)


class Worker:
    """Passes over books every so many seconds; `tell` hears of each. Due books only, when `is_due` is given.

    `nudged` gives the books that somebody asked to look at: they are looked at within a second or two.
    """

    def __init__(
        self,
        books: Sequence[str],
        pass_over: PassOver,
        tell: Callable[[Report], None],
        every: int,
        is_due: Callable[[str, datetime], bool] | None = None,
        sleep: Callable[[float], None] = time.sleep,
        nudged: Callable[[], Sequence[str]] | None = None,
    ) -> None:
        self._books = tuple(books)
        self._pass_over = pass_over
        self._tell = tell
        self._every = every
        self._is_due = is_due
        self._sleep = sleep
        self._nudged = nudged
        self._stopping = False
        self._scheduler = schedule.Scheduler()

    def stop(self, *_: object) -> None:
        """End after the pass that is running."""
        self._stopping = True

    def round(self) -> None:
        """One pass over every book that is due."""
        for book in self._books:
            if self._stopping:
                return
            if self._is_due is not None and not self._is_due(book, datetime.now(UTC)):
                continue
            self._visit(book)

    def answer_nudges(self) -> None:
        """A pass over each book that somebody asked to look at since the last time."""
        for book in self._nudged() if self._nudged is not None else ():
            if self._stopping:
                return
            self._visit(book)

    def _visit(self, book: str) -> None:
        try:
            self._tell(report_of(book, self._pass_over))
        except Exception as bug:  # one book's bug must not stop the others; it is told in full
            self._tell(Report(book, datetime.now(UTC), None, f"{type(bug).__name__}: {bug}", 3))

    def run(self) -> None:
        """Until stopped by `stop`, Ctrl-C or SIGTERM."""
        previous = {s: signal.getsignal(s) for s in (signal.SIGINT, signal.SIGTERM)}

        def on_signal(number: int, frame: FrameType | None) -> None:
            del number, frame
            self.stop()

        for number in previous:
            signal.signal(number, on_signal)
        try:
            self._scheduler.every(self._every).seconds.do(self.round)
            self.round()
            while not self._stopping:
                idle = self._scheduler.idle_seconds or 0.0
                self._sleep(min(1.0, max(0.05, idle)))
                self.answer_nudges()
                self._scheduler.run_pending()
        finally:
            for number, handler in previous.items():
                signal.signal(number, handler)
