"""The line to Redis: bounded in time, tried again, and told in one plain line when it cannot be had."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Any

from sync.backends.base import Unreachable, WrongUse

DEFAULT = "redis://127.0.0.1:6379/0"
PREFIX = "pairsheet:"
_CONNECT, _ANSWER, _CHECK = 3.0, 10.0, 30  # seconds


class NotInstalled(WrongUse):
    """The libraries of the fleet are an extra that is not there."""


def key(*parts: str) -> str:
    """The name of something of ours in Redis."""
    return PREFIX + ":".join(parts)


def line_to(url: str) -> Any:
    """A client; nothing is sent yet. Raises NotInstalled and WrongUse."""
    try:
        from redis import Redis
        from redis.backoff import ExponentialBackoff
        from redis.retry import Retry
    except ImportError:
        raise NotInstalled("A fleet needs more libraries: pip install 'pairsheet[fleet]'") from None
    try:
        return Redis.from_url(
            url,
            decode_responses=True,
            socket_connect_timeout=_CONNECT,
            socket_timeout=_ANSWER,
            socket_keepalive=True,
            health_check_interval=_CHECK,
            retry=Retry(ExponentialBackoff(cap=1.0, base=0.1), 3),
        )
    except ValueError:
        raise WrongUse("PAIRSHEET_REDIS is no address of a Redis, such as redis://127.0.0.1:6379/0") from None


@contextlib.contextmanager
def asking() -> Iterator[None]:
    """Within it, trouble of Redis becomes Unreachable. Its text names no password."""
    from redis.exceptions import RedisError

    try:
        yield
    except (RedisError, OSError) as trouble:
        raise Unreachable(f"Redis could not be reached ({type(trouble).__name__}).") from None
