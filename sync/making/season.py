"""From one season to the next: what a new book takes from an old one."""

from __future__ import annotations

from rules.model import Engine
from sync.backends.base import Backend
from sync.making.create import Carried, carry
from sync.reading.places import last_places


def carried_from(old: Backend, engine: Engine) -> Carried:
    """Players, seeds by the last ladder or standings, and settings; nothing else. Raises Unreachable."""
    grid = old.read()
    return carry(grid, engine, last_places(grid, engine))
