"""Servers for the tests of the fleet."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.fleet.servers import RedisServer, served


@pytest.fixture(scope="module")
def redis_of_module(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RedisServer]:
    """One redis-server for the tests of a module."""
    yield from served(tmp_path_factory.mktemp("redis"))


@pytest.fixture
def line(redis_of_module: RedisServer) -> Any:
    """A client of an empty Redis."""
    client = redis_of_module.line()
    client.flushall()
    return client


@pytest.fixture
def own_redis(tmp_path: Path) -> Iterator[RedisServer]:
    """A redis-server that the test may kill."""
    yield from served(tmp_path / "redis")
