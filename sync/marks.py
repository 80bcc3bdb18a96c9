"""The worker's mark on a tab: the keys it makes tabs with, and titles that are free for it.

Each backend's key of a tab stays when the tab is renamed. One that the worker made has a key of its own choosing, so
that no other tab is taken for it, not even one with its title or its headings.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterable
from functools import lru_cache

from sync.schema import normal

LOOSE = "title:"  # begins the key of a tab that bears no mark: only its title tells it from others
_LONGEST_TITLE = 31  # of a tab in a workbook file


def key_of(name: str) -> str:
    """The key of a tab of the schema in a workbook file."""
    return re.sub(r"[^A-Za-z0-9]+", "_", name)


@lru_cache(maxsize=256)
def tab_ids(name: str) -> tuple[int, ...]:
    """Ids a tab of this name is made with at Google: always the same ones, so that a renamed tab is known again.

    The first is used; the others are for one that was deleted and made again, where the id may be refused.
    """
    return tuple(zlib.crc32(f"pairsheet {name} {n}".encode()) & 0x7FFFFFFF or 1 for n in range(8))


@lru_cache(maxsize=256)
def made_keys(name: str) -> frozenset[str]:
    """Keys that only a tab has which the worker made for this name of the schema."""
    return frozenset((name, key_of(name), *map(str, tab_ids(name))))


def is_loose(key: str) -> bool:
    """Whether a key is only the title a tab has now."""
    return key.startswith(LOOSE)


def free_title(name: str, taken: Iterable[str]) -> str:
    """A title for the worker's tab of this name: the name, or `Ladder (Pairsheet)` where somebody's tab has it."""
    there = {normal(title) for title in taken}
    title, number = name, 1
    while normal(title) in there:
        end = " (Pairsheet)" if number == 1 else f" (Pairsheet {number})"
        title, number = f"{name[: _LONGEST_TITLE - len(end)]}{end}", number + 1
    return title
