"""Time zones, named by a place: Europe/Berlin.

Letters such as EST, CET or MST7MDT are refused: they name no place, and some of them know no summer time or mean
different hours in different countries. So are names such as Etc/GMT+1, whose sign means the opposite of what it says.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from zoneinfo import ZoneInfo, available_timezones

from sync.grid import Cell
from sync.kinds.text import Misread, cell_text, clean, typed_text

UNIVERSAL = ("UTC", "GMT", "Z")
NOT_PLACES = ("Etc/", "SystemV/", "posix/", "right/")
A_PLACE = "a place, such as Europe/Berlin or America/New_York"


def zone_named(name: str | None) -> ZoneInfo | None:
    """The zone of that name; None where there is none."""
    if not name:
        return None
    try:
        return ZoneInfo(name)
    except (KeyError, ValueError, OSError):
        return None


@lru_cache(maxsize=1)
def places() -> Mapping[str, str]:
    """Every zone that is a place, by its name in small letters."""
    names = (n for n in available_timezones() if "/" in n and not n.startswith(NOT_PLACES))
    return {name.lower(): name for name in names}


@lru_cache(maxsize=1)
def _towns() -> Mapping[str, tuple[str, ...]]:
    towns: dict[str, tuple[str, ...]] = {}
    for key, name in sorted(places().items()):
        town = key.rpartition("/")[2]
        towns[town] = (*towns.get(town, ()), name)
    return towns


def place_named(text: str) -> str | None:
    """The zone of a place written in full, case and spaces forgiven; None where there is none."""
    return places().get(text.replace(" ", "_").lower())


def read_zone(cell: Cell) -> str | Misread:
    """A zone: UTC, or the name of a place, in full or its last part alone where only one zone has it."""
    text = clean(cell_text(cell))
    if text.upper() in UNIVERSAL:
        return "UTC"
    if text in ("Etc/UTC", "Etc/GMT"):
        return text
    found = place_named(text)
    if found is not None:
        return found
    towns = _towns().get(text.replace(" ", "_").lower(), ())
    if len(towns) == 1:
        return towns[0]
    return Misread("not-a-zone", typed_text(cell), " or ".join(towns[:4]) if towns else A_PLACE)
