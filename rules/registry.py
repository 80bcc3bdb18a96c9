"""The rulebooks by name. Imported when asked for, so that `pairsheet --help` starts in a blink."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module

from rules.model import Engine

ROOMS: Mapping[str, str] = {
    "ladder": "rules.ladder.engine",
    "swiss": "rules.swiss.engine",
    "pente": "rules.pente.engine",
    "hastings": "rules.hastings.engine",
    "grand-chess-tour": "rules.grandchesstour.engine",
}


def formats() -> tuple[str, ...]:
    """Names of all formats, as typed after `pairsheet new`."""
    return tuple(ROOMS)


def engine_of(name: str) -> Engine:
    """The engine of a format. Raises KeyError for a name there is no rulebook of."""
    engine: Engine = import_module(ROOMS[name.strip().casefold()]).ENGINE
    return engine
