"""What one pass writes: tabs to make, rows to append, rows to replace in tabs that are its own.

A plan is data. Backends carry it out whole or not at all.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import zip_longest
from typing import TypeAlias

from sync.grid import Cell, Grid, Row, TabGrid
from sync.schema import Tab

# What XML cannot hold, and halves of characters outside the basic plane.
_FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff\ufffe\uffff]")


def kept(text: str) -> str:
    """The text as a cell gives it back: without control characters, with one kind of line end."""
    return _FORBIDDEN.sub("", text.replace("\r\n", "\n").replace("\r", "\n"))


def units(text: str) -> int:
    """How long a spreadsheet takes a text to be: in UTF-16, where some characters are two."""
    return len(text) if text.isascii() else len(text.encode("utf-16-le", "surrogatepass")) // 2


def fitting(text: str, most: int) -> str:
    """The beginning of the text that is at most so long."""
    kept_so_far = text[:most]
    while units(kept_so_far) > most:
        kept_so_far = kept_so_far[: len(kept_so_far) - max(1, (units(kept_so_far) - most) // 2)]
    return kept_so_far


@dataclass(frozen=True)
class Formula:
    """A formula that the worker made, without a value: `=IFERROR(…)`."""

    text: str


@dataclass(frozen=True)
class Link:
    """Text that leads somewhere: a web address, or a cell of this book (`tab` and `cell`)."""

    text: str
    url: str = ""
    tab: str = ""  # name in the schema
    cell: str = ""  # B14


Out: TypeAlias = "Cell | Formula | Link"
OutRow: TypeAlias = tuple[Out, ...]


@dataclass(frozen=True)
class MakeTab:
    """Make a tab that is missing, as the schema describes it. Replaces nothing.

    It stands before the first tab that is titled as one of `before`, or at the end. `title`: where somebody's own tab
    has its name.
    """

    tab: Tab
    before: tuple[str, ...] = ()
    title: str = ""


@dataclass(frozen=True)
class AppendRows:
    """Rows below the last filled row of a tab where the worker only appends."""

    tab: str  # name in the schema
    rows: tuple[OutRow, ...]


@dataclass(frozen=True)
class ReplaceRows:
    """Whole rows of a worker's tab, from row `first` (counted from 1); short rows are filled up with blanks."""

    tab: str
    first: int
    rows: tuple[OutRow, ...]
    width: int


@dataclass(frozen=True)
class RenewCells:
    """Single cells: the worker's own look-ups that led nowhere, blank cells that a person asked to fill from a list.

    Row from 1, column from 0.
    """

    tab: str
    cells: tuple[tuple[int, int, Out], ...]


Step: TypeAlias = MakeTab | AppendRows | ReplaceRows | RenewCells


@dataclass(frozen=True)
class Plan:
    """One atomic write. `places` maps names in the schema to keys of tabs in the grid that was read."""

    token: str
    base: int  # the revision it was decided on
    steps: tuple[Step, ...]
    places: Mapping[str, str]

    @property
    def is_empty(self) -> bool:
        """Nothing to write."""
        return not self.steps


def value_of(out: Out) -> Cell:
    """What reading the written cell back gives (a formula's value is not known)."""
    if isinstance(out, Formula):
        return None
    return out.text if isinstance(out, Link) else out


def view_mark(rows: Sequence[OutRow]) -> str:
    """A short fingerprint of what a plain read does not show: formulas and where links lead."""
    hidden = [
        (r, c, out.text, getattr(out, "url", ""), getattr(out, "tab", ""), getattr(out, "cell", ""))
        for r, row in enumerate(rows)
        for c, out in enumerate(row)
        if isinstance(out, Formula | Link)
    ]
    return hashlib.sha256(repr(hidden).encode()).hexdigest()[:12] if hidden else ""


def changed_rows(
    name: str, now: TabGrid, wanted: Sequence[OutRow], width: int, same_mark: bool
) -> tuple[ReplaceRows, ...]:
    """Rows to replace so that the tab (`name` in the schema) becomes `wanted`; rows left over below are blanked.

    With `same_mark` formulas and links count as standing where they stood; otherwise every row that holds one
    is written again. Cells right of `width` belong to people and are left alone.
    """
    runs: list[tuple[int, list[OutRow]]] = []
    for number, (old, new) in enumerate(zip_longest(now.rows, wanted, fillvalue=()), start=1):
        if not _differs(old, new, width, same_mark):
            continue
        row = tuple(new) + (None,) * (width - len(new))
        if runs and runs[-1][0] + len(runs[-1][1]) == number:
            runs[-1][1].append(row)
        else:
            runs.append((number, [row]))
    return tuple(ReplaceRows(name, first, tuple(rows), width) for first, rows in runs)


def _differs(old: Row, new: OutRow, width: int, same_mark: bool) -> bool:
    for column in range(width):
        was = old[column] if column < len(old) else None
        out = new[column] if column < len(new) else None
        if isinstance(out, Formula):
            if not same_mark:
                return True
            continue
        if isinstance(out, Link) and not same_mark:
            return True
        wanted = value_of(out)
        if was != wanted and not (was in (None, "") and wanted in (None, "")):
            return True
        if isinstance(was, bool) is not isinstance(wanted, bool) and was is not None:
            return True
    return False


def wall_clock(moment: datetime) -> datetime:
    """An aware moment as the naive wall-clock time a cell holds, to the second."""
    return moment.replace(tzinfo=None, microsecond=0)


def places_of(grid: Grid, found: Mapping[str, TabGrid]) -> Mapping[str, str]:
    """Names in the schema to keys of tabs, for the tabs that are there."""
    keys = {t.key for t in grid.tabs}
    return {name: tab.key for name, tab in found.items() if tab.key in keys}
