"""Requests to Google counted across all workers: so many a minute for each account, so many for the project.

Counted in Redis by a moving window, on Redis' own clock. A 429 anywhere closes the account for everybody for a while,
as Google counts by the minute. Without Redis each worker counts for itself, and Google's refusals do the rest.
"""

from __future__ import annotations

import contextlib
import os
import random
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from sync.backends.base import Unreachable
from sync.backends.google_errors import Limited
from sync.backends.google_session import Budget, GoogleSession
from sync.fleet.line import asking, key

A_MINUTE = 60
PROJECT_A_MINUTE = 300  # what Google grants a project, however many accounts it has
CLOSED_FOR = 20.0  # seconds after a 429 that asks for no other time
ALL_CLOSED_FOR = 5.0  # seconds for which everybody pauses then: it may be the project's share that is used up
LONGEST_WAIT = 10.0  # seconds a worker waits for room before it takes another book


def _whole_setting(said: str | None, usual: int) -> int:
    try:
        return int(said or usual)
    except ValueError:
        return usual


@dataclass(frozen=True)
class Grant:
    """Requests a minute; 0 counts nothing."""

    account: int = 60
    project: int = PROJECT_A_MINUTE

    @classmethod
    def of_operator(cls) -> Grant:
        """As the operator says."""
        account = _whole_setting(os.environ.get("PAIRSHEET_REQUESTS_PER_MINUTE"), cls.account)
        return cls(account, _whole_setting(os.environ.get("PAIRSHEET_PROJECT_REQUESTS_PER_MINUTE"), cls.project))


class Counter:
    """What was sent in the last minute by everybody, and who is closed."""

    def __init__(self, line: Any, grant: Grant) -> None:
        from limits import RateLimitItemPerMinute

        self.grant = grant
        self._line = line
        self._window = _windows(line)
        self._items = {what: RateLimitItemPerMinute(n) for what, n in self._granted().items() if n > 0}

    def _granted(self) -> dict[str, int]:
        return {"account": self.grant.account, "project": self.grant.project}

    def take(self, account: str) -> float:
        """Take one request: 0 where there was room for it, else seconds until it is worth asking again.

        Raises Unreachable where Redis cannot be reached.
        """
        with asking():
            closed = max(self._line.pttl(key("closed", account)), self._line.pttl(key("closed", "")))
            if closed > 0:
                return float(closed) / 1000
            for what, item in self._items.items():
                if not self._window.test(item, *_named(what, account)):
                    return self._free_in(item, _named(what, account))
            for what, item in self._items.items():
                if not self._window.hit(item, *_named(what, account)):
                    return self._free_in(item, _named(what, account))
        return 0.0

    def _free_in(self, item: Any, named: tuple[str, ...]) -> float:
        seconds, micros = self._line.time()
        reset: float = self._window.get_window_stats(item, *named).reset_time
        return min(float(A_MINUTE), max(0.1, reset - float(seconds) - float(micros) / 1e6))

    def left(self, account: str) -> int:
        """Requests left in this minute, of the account's and of the project's. Raises Unreachable."""
        with asking():
            if max(self._line.pttl(key("closed", account)), self._line.pttl(key("closed", ""))) > 0:
                return 0
            found = [self._window.get_window_stats(i, *_named(w, account)).remaining for w, i in self._items.items()]
        return min(found, default=1000)

    def close(self, account: str, seconds: float) -> None:
        """Nobody asks with this account for so long, and nobody at all for a moment. Raises Unreachable."""
        with asking():
            for name, long in ((account, seconds), ("", min(seconds, ALL_CLOSED_FOR))):
                self._line.set(key("closed", name), "429", px=max(1, int(long * 1000)))


def _named(what: str, account: str) -> tuple[str, ...]:
    return ("pairsheet", what, account) if what == "account" else ("pairsheet", what)


def _windows(line: Any) -> Any:
    """The moving window of the library, on Redis' clock: a worker whose clock is wrong counts as the others do."""
    from limits.storage import RedisStorage
    from limits.strategies import MovingWindowRateLimiter

    class OnRedisClock(RedisStorage):
        """The same storage, but asked at the time Redis says."""

        def _time(self) -> float:
            seconds, micros = line.time()
            return float(seconds) + float(micros) / 1e6

        def acquire_entry(self, key: str, limit: int, expiry: int, amount: int = 1) -> bool:
            """Whether there was room."""
            arguments = [self._time(), limit, expiry, amount]
            return bool(self.lua_acquire_moving_window([self.prefixed_key(key)], arguments))

        def get_moving_window(self, key: str, limit: int, expiry: int) -> tuple[float, int]:
            """When the oldest entry that counts was taken, and how many there are."""
            now = self._time()
            found = self.lua_moving_window([self.prefixed_key(key)], [now - expiry, limit])
            return (float(found[0]), int(found[1])) if found else (now, 0)

    return MovingWindowRateLimiter(OnRedisClock("redis://", connection_pool=line.connection_pool))


class SharedBudget(Budget):
    """The budget of a session whose requests are counted with everybody else's."""

    def __init__(
        self,
        counter: Counter,
        account: str,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
        dice: random.Random | None = None,
    ) -> None:
        super().__init__(counter.grant.account, clock, sleep)
        self._counter, self._account = counter, account
        self._dice = dice or random.Random()

    def spend(self, until: float) -> None:
        """Take one, waiting for it a little. Raises Limited when it would not come soon."""
        latest = min(until, self._clock() + LONGEST_WAIT)
        while True:
            try:
                wait = self._counter.take(self._account)
            except Unreachable:
                super().spend(until)
                return
            if wait <= 0.0:
                return
            if self._clock() + wait > latest:
                raise Limited("This minute's requests to Google are used up by the fleet; the next pass goes on.")
            self._sleep(min(wait, LONGEST_WAIT) * (1 + self._dice.random() / 10))

    @property
    def used(self) -> int:
        """Requests sent in the last sixty seconds, by everybody."""
        try:
            return self.counter_grant() - self._counter.left(self._account)
        except Unreachable:
            return super().used

    def counter_grant(self) -> int:
        """Requests a minute that the account has."""
        return self._counter.grant.account

    def refused(self, seconds: float | None) -> None:
        """Google said there were too many: the account is closed for everybody."""
        with contextlib.suppress(Unreachable):
            self._counter.close(self._account, seconds if seconds is not None else CLOSED_FOR)


class SharedSession(GoogleSession):
    """An account's line to Google, counted with those of all other workers; a 429 slows them all."""

    def share(self, budget: SharedBudget) -> SharedSession:
        """Count with this budget."""
        self.budget = self._shared = budget
        return self

    def _refused(self, response: Any) -> Exception:
        trouble = super()._refused(response)
        if getattr(trouble, "limit", False):
            self._shared.refused(getattr(trouble, "wait", None))
        return trouble
