"""A script of troubles: which request meets which one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from tests.emulator.traffic import Call


class Trouble(StrEnum):
    """What can happen to a request."""

    TOO_MANY = "429"
    SERVER_ERROR = "500"
    UNAVAILABLE = "503"
    USAGE_LIMITS = "403 usageLimits"
    UNAUTHORISED = "401"
    HTML = "an HTML error page"
    HANG = "no answer at all"
    CUT_BEFORE = "connection cut before anything was done"
    CUT_AFTER = "connection cut after the change was kept"
    SLOW = "a late answer"
    TRUNCATED = "half an answer"


#: Troubles after which the request has been carried out all the same.
DONE_ANYWAY = frozenset((Trouble.CUT_AFTER, Trouble.SLOW, Trouble.TRUNCATED))

Matcher = Callable[[Call], bool]


def anything(_call: Call) -> bool:
    """Matches every call of the Sheets and Drive services and of the token service."""
    return True


def writes(call: Call) -> bool:
    """Matches calls that change a spreadsheet."""
    return call.kind == "write"


def reads(call: Call) -> bool:
    """Matches calls that read a spreadsheet."""
    return call.kind == "read"


def batch_updates(call: Call) -> bool:
    """Matches `spreadsheets.batchUpdate`."""
    return call.name == "sheets.spreadsheets.batchUpdate"


def tokens(call: Call) -> bool:
    """Matches token exchanges."""
    return call.kind == "token"


@dataclass(slots=True)
class _Entry:
    trouble: Trouble
    where: Matcher
    skip: int
    times: int
    seconds: float


class Faults:
    """The script. Entries are tried in the order they were added; the first that fits is used up by one."""

    def __init__(self) -> None:
        self._entries: list[_Entry] = []
        self._chance: Callable[[Call], Trouble | None] | None = None
        self.met: list[tuple[int, Trouble]] = []

    def add(
        self, trouble: Trouble, where: Matcher = anything, *, skip: int = 0, times: int = 1, seconds: float = 0.05
    ) -> None:
        """Let the next `times` calls that fit meet a trouble, after `skip` that fit go well.

        `seconds` is how long a hang or a slow answer lasts over a real socket.
        """
        self._entries.append(_Entry(trouble, where, skip, times, seconds))

    def by_chance(self, choose: Callable[[Call], Trouble | None] | None) -> None:
        """Ask a function at every call (for seeded campaigns); None stops asking."""
        self._chance = choose

    def clear(self) -> None:
        """No troubles any more."""
        self._entries.clear()
        self._chance = None

    def meet(self, call: Call) -> tuple[Trouble, float] | None:
        """What this call meets, if anything."""
        for entry in self._entries:
            if entry.times <= 0 or not entry.where(call):
                continue
            if entry.skip > 0:
                entry.skip -= 1
                continue
            entry.times -= 1
            self.met.append((call.number, entry.trouble))
            return entry.trouble, entry.seconds
        if self._chance is not None and (chosen := self._chance(call)) is not None:
            self.met.append((call.number, chosen))
            return chosen, 0.02
        return None
