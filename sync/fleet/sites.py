"""The chess sites asked by a whole fleet as politely as by one worker: one request at a time to each site, one memory.

The memory holds a site's wish for quiet (Retry-After) as well, so that one refusal quiets every worker.
"""

from __future__ import annotations

import hashlib
import json
import secrets
import time
import zlib
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

import requests

from sync.chesssites.answers import PlainSession
from sync.chesssites.cache import Kept, packed, unpacked
from sync.fleet.line import key
from sync.jsontext import read_json

KEPT_FOR = 45 * 86_400  # seconds without being put down anew
LONGEST_REQUEST = 40_000  # milliseconds after which a worker that asked is taken for gone
LONGEST_WAIT = 20.0  # seconds for a turn; then the book's next pass asks
_RELEASE = "if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end return 0"


class RedisCache:
    """What the sites answered, for all workers. One that cannot be reached costs requests, never a result."""

    def __init__(self, line: Any) -> None:
        self._line = line

    def get(self, address: str) -> Kept | None:
        """What is remembered under a key."""
        from redis.exceptions import RedisError

        try:
            text = self._line.get(_place(address))
            return unpacked(read_json(text)) if text is not None else None
        except (RedisError, OSError, ValueError, KeyError, TypeError, AttributeError, zlib.error):
            return None

    def put(self, address: str, kept: Kept) -> None:
        """Remember it, in place of what was there."""
        self._tried("set", _place(address), json.dumps(packed(kept)), KEPT_FOR)

    def forget(self, address: str) -> None:
        """Drop it."""
        self._tried("delete", _place(address))

    def save(self) -> None:
        """Every answer was put down when it came."""

    def _tried(self, command: str, *words: Any) -> None:
        from redis.exceptions import RedisError

        try:
            getattr(self._line, command)(*words)
        except (RedisError, OSError):
            return


def _place(address: str) -> str:
    return key("site", hashlib.sha256(address.encode("utf-8", "surrogateescape")).hexdigest()[:32])


class InTurn(PlainSession):
    """A session that asks each site only while nobody else of the fleet does."""

    def __init__(
        self,
        line: Any,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        super().__init__()
        self._line, self._clock, self._sleep = line, clock, sleep

    def request(self, method: str | bytes, url: str | bytes, *args: Any, **more: Any) -> requests.Response:
        """The answer; the turn ends when it is closed. Raises requests' ConnectionError where no turn came."""
        place = key("turn", urlsplit(str(url)).hostname or "")
        mine = self._my_turn(place)
        try:
            response = super().request(method, url, *args, **more)
        except BaseException:
            self._done(place, mine)
            raise
        closing = response.close

        def close() -> None:
            closing()
            self._done(place, mine)

        response.close = close  # type: ignore[method-assign]
        return response

    def _my_turn(self, place: str) -> str:
        from redis.exceptions import RedisError

        mine, until = secrets.token_hex(8), self._clock() + LONGEST_WAIT
        try:
            while not self._line.set(place, mine, nx=True, px=LONGEST_REQUEST):
                if self._clock() > until:
                    raise requests.exceptions.ConnectionError("no turn came")
                self._sleep(0.1)
        except RedisError:
            raise requests.exceptions.ConnectionError("nobody tells whose turn it is") from None
        return mine

    def _done(self, place: str, mine: str) -> None:
        from redis.exceptions import RedisError

        try:
            self._line.eval(_RELEASE, 1, place, mine)
        except RedisError:  # the turn ends by itself
            return
