"""Passes over files in a child process, with a limit of time and memory: one book that hangs never holds the others.

One child serves all books, one after another, and keeps what it knows between passes. One that runs over is killed,
the book is set aside, and the next book gets a new child. A write is one step, so nothing is left half written.
"""

from __future__ import annotations

import contextlib
import faulthandler
import multiprocessing
import os
import signal
from collections.abc import Callable
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from multiprocessing.util import Finalize
from pathlib import Path
from typing import Any

from sync.backends.base import BackendError, Unreachable
from sync.clocks import Steady, steady
from sync.running.collecting import seldom
from sync.running.worker import Report

Make = Callable[..., Callable[[str], Report]]
STARTING = 60.0  # seconds a child may take to begin, on a machine that is busy
FIRST_PAUSE, LONGEST_PAUSE = 300.0, 21_600.0  # seconds a book is set aside: five minutes, twice as long each time
DEFAULT_SECONDS, DEFAULT_MEGABYTES = 120, 4_000


@dataclass(frozen=True)
class Limits:
    """What one pass may take; 0 stands for no limit. Without a limit of time there is no child."""

    seconds: float = DEFAULT_SECONDS
    megabytes: int = DEFAULT_MEGABYTES

    @classmethod
    def of(cls, typed: str) -> Limits:
        """From the operator's setting such as `120 4000`. Raises BackendError."""
        words = typed.split()
        if len(words) > 2 or not all(word.isdecimal() and word.isascii() and len(word) < 7 for word in words):
            raise BackendError(
                f"PAIRSHEET_LIMITS says {typed[:40]!r}; it takes seconds and megabytes of one pass, such as 120 4000"
            )
        numbers = [int(word) for word in words]
        return cls(*numbers) if numbers else cls()


class RanOver(Unreachable):
    """A pass took more than its share: nothing of it was half written, and the book is set aside."""


class Passes:
    """Passes in a child. `make(*args)`, called there, gives what runs a pass; both have to cross into it."""

    def __init__(self, make: Make, args: tuple[Any, ...], limits: Limits) -> None:
        self._made = make, args
        self._limits = limits
        self._child: multiprocessing.process.BaseProcess | None = None
        self._line: Connection | None = None
        Finalize(None, self.end, exitpriority=10)  # before this process waits for its children

    def __call__(self, book: str) -> Report:
        """One pass. Raises RanOver."""
        line = self._started()
        try:
            line.send(book)
            if not line.poll(self._limits.seconds):
                self.end()
                raise RanOver(f"The pass over {book} took longer than {self._limits.seconds:g} seconds and was ended.")
            report: Report = line.recv()
        except (EOFError, OSError) as gone:
            self.end()
            raise RanOver(f"The pass over {book} died, perhaps for want of memory.") from gone
        return report

    def _started(self) -> Connection:
        if self._line is not None and self._child is not None and self._child.is_alive():
            return self._line
        self.end()
        spawn = multiprocessing.get_context("spawn")
        here, there = spawn.Pipe()
        child = spawn.Process(target=_serve, args=(there, *self._made, self._limits), daemon=True)
        child.start()
        there.close()
        self._child, self._line = child, here
        try:
            if here.poll(STARTING) and here.recv() == "ready":
                return here
        except (EOFError, OSError):
            pass
        self.end()
        raise RanOver("The process for the passes did not begin.")

    def end(self) -> None:
        """End the child, whatever it is doing."""
        if self._line is not None:
            self._line.close()
        if self._child is not None:
            self._child.kill()
            self._child.join()
        self._child = self._line = None


def _serve(line: Connection, make: Make, args: tuple[Any, ...], limits: Limits) -> None:
    """In the child: a pass for each name that comes, until the line is closed."""
    for number in (signal.SIGINT, signal.SIGTERM):  # the parent decides; it closes the line, or is gone
        signal.signal(number, signal.SIG_IGN)
    bound_memory(limits.megabytes)
    seldom()
    with contextlib.suppress(EOFError, OSError), open(os.devnull, "w", encoding="utf-8") as nowhere:
        run = make(*args)
        line.send("ready")
        while True:
            book = line.recv()
            # Should the parent be gone, nobody else would end a pass that hangs.
            faulthandler.dump_traceback_later(limits.seconds * 2 + 1, exit=True, file=nowhere)
            report = run(book)
            faulthandler.cancel_dump_traceback_later()
            line.send(report)


def bound_memory(megabytes: int) -> None:
    """Let this process have no more, where the system can hold it to that."""
    if not megabytes:
        return
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (megabytes << 20, megabytes << 20))


@dataclass
class _Aside:
    until: float
    pause: float
    stamp: object


@dataclass
class SetAside:
    """Books whose last pass ran over: each is tried again after a while, and at once where its file was saved."""

    clock: Steady = steady
    _books: dict[str, _Aside] = field(default_factory=dict)

    def may(self, book: str) -> bool:
        """Whether to pass over the book now."""
        aside = self._books.get(book)
        return aside is None or self.clock() >= aside.until or _stamp(book) != aside.stamp

    def ran_over(self, book: str) -> float:
        """Set it aside; for how many seconds comes back."""
        before = self._books.get(book)
        pause = min(before.pause * 2, LONGEST_PAUSE) if before is not None else FIRST_PAUSE
        self._books[book] = _Aside(self.clock() + pause, pause, _stamp(book))
        return pause

    def went_well(self, book: str) -> None:
        """Its pass came to an end."""
        self._books.pop(book, None)


def _stamp(book: str) -> object:
    try:
        seen = Path(book).stat()
    except (OSError, ValueError):
        return None
    return seen.st_mtime_ns, seen.st_size, seen.st_ino
