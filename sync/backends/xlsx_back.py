"""The new file read back before it takes the old one's place: what the plan does not write must read as before.

Two libraries read and write the file; where they understand a damaged cell differently, its text would vanish.
"""

from __future__ import annotations

from collections.abc import Set
from dataclasses import dataclass
from itertools import zip_longest

from sync.backends.base import Refused
from sync.grid import Grid, Row, TabGrid, address
from sync.kinds import cell_text, short_text

Place = tuple[str, str]  # title of the tab, address of the cell


@dataclass(frozen=True)
class Rewritten:
    """A workbook after a write: its bytes, and the cells, by title and address, that may read differently."""

    data: bytes
    written: frozenset[Place]
    same: frozenset[str] = frozenset()  # names of parts that lie in it byte for byte as they lay before
    grown: frozenset[str] = frozenset()  # names of parts that hold more, and under the same numbers what they held


def refuse_changed(before: Grid, after: Grid, written: Set[Place], called: str) -> None:
    """Raises Refused, naming the cell, where anything but the cells `written` reads otherwise than before."""
    there = {tab.title: tab for tab in after.tabs}
    for tab in before.tabs:
        if tab.title not in there:
            raise Refused(f"{called} was not written: the tab {tab.title} would have been lost.")
        changed = _changed(tab, there[tab.title], written)
        if changed is not None:
            at, text = changed
            holds = f" (“{short_text(text)}”)" if text else ""
            raise Refused(
                f"{called} was not written, so that nothing is lost: {tab.title}!{at}{holds} is stored in a way that "
                "programs read differently. Type that cell again, save the file, and the next pass will write."
            )


def _changed(before: TabGrid, after: TabGrid, written: Set[Place]) -> tuple[str, str] | None:
    """The first cell that differs and was not written, with what it held."""
    nothing: Row = ()
    for number, (old, new) in enumerate(zip_longest(before.rows, after.rows, fillvalue=nothing), start=1):
        if old == new:
            continue
        for column, (was, now) in enumerate(zip_longest(old, new)):
            at = address(number, column)
            if was != now and (before.title, at) not in written:
                return at, cell_text(was)
    return None
