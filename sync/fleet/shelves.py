"""What is kept outside the books, in Redis: the same bodies by the same names as in a folder, for all workers."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from sync.fleet.line import key
from sync.jsontext import read_json


class RedisStore:
    """A hash a sort of bodies. Trouble of Redis is an OSError where something is put, and nothing where it is asked."""

    def __init__(self, line: Any) -> None:
        self._line = line

    def get(self, name: str) -> dict[str, Any] | None:
        """The body; None when there is none, or none that can be read."""
        from redis.exceptions import RedisError

        sort, rest = _parted(name)
        try:
            text = self._line.hget(sort, rest)
            found = read_json(text) if text is not None else None
        except (RedisError, OSError, ValueError):
            return None
        return found if isinstance(found, dict) else None

    def put(self, name: str, body: Mapping[str, Any], shown: bool = False) -> None:
        """Keep this body in one step, in place of the one before. Raises OSError."""
        del shown  # whoever may ask this Redis sees everything in it
        sort, rest = _parted(name)
        self._sent("hset", sort, rest, json.dumps(body))

    def drop(self, name: str) -> None:
        """Forget it. Raises OSError."""
        self._sent("hdel", *_parted(name))

    def names(self, sort: str) -> tuple[str, ...]:
        """Names of all bodies of a sort, in order; none while Redis cannot be reached."""
        from redis.exceptions import RedisError

        try:
            return tuple(sorted(f"{sort}/{rest}" for rest in self._line.hkeys(key("kept", sort))))
        except (RedisError, OSError):
            return ()

    def where(self, name: str) -> str:
        """Where it is kept, for the operator's eyes."""
        sort, rest = _parted(name)
        return f"{rest} of {sort} in Redis"

    def _sent(self, command: str, *words: str) -> None:
        from redis.exceptions import RedisError

        try:
            getattr(self._line, command)(*words)
        except RedisError as trouble:
            raise ConnectionError(f"Redis could not be reached: {type(trouble).__name__}") from None


def _parted(name: str) -> tuple[str, str]:
    sort, _, rest = name.partition("/")
    return key("kept", sort), rest
