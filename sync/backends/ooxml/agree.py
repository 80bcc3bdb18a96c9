"""Two readers, one file: what the one that reads values saw must stand where the one that edits finds it.

Programs read damaged or odd files differently. A cell that is not understood alike is a cell that might be lost.
"""

from __future__ import annotations

import re
from datetime import datetime, timedelta

from sync.backends.base import Refused
from sync.backends.ooxml.cells import Cells, Held, moment_of
from sync.backends.ooxml.sheet import Sheet
from sync.backends.ooxml.xml import Element
from sync.grid import Cell, TabGrid, address
from sync.kinds import short_text

_CLOCK = re.compile(r"-?\d+:\d\d(:\d\d)?")


class Agreement:
    """Meets every cell of a tab: whether the tree holds what was read."""

    def __init__(self, title: str, cells: Cells, seen: TabGrid, called: str) -> None:
        self._title, self._cells, self._rows, self._called = title, cells, seen.rows, called
        self._since_1904 = cells.since_1904
        self._met = 0
        self._different: tuple[int, int, object] | None = None  # the first cell that differs

    def start(self) -> None:
        """Meet every cell again, as they are in order now."""
        self._met, self._different = 0, None

    def meet(self, row: int, column: int, cell: Element) -> None:
        """A cell of the tree."""
        if not len(cell):
            return
        try:
            held: Held = self._cells.held(cell)
        except (ValueError, IndexError):
            held = None
        line = self._rows[row - 1] if row <= len(self._rows) else ()
        there = line[column - 1] if column <= len(line) else None
        if there is not None:
            self._met += 1
        if held != there and not _same(held, there, self._since_1904, cell.get("t") or "n"):
            self._different = self._different or (row, column, there if there is not None else held)

    def finish(self, sheet: Sheet) -> None:
        """Raises Refused, naming the cell, for one that differs, and where something was read that no cell holds."""
        if self._different is not None:
            self._refuse(*self._different)
        if self._met == sum(1 for line in self._rows for cell in line if cell is not None):
            return
        for number, line in enumerate(self._rows, start=1):
            for column, cell in enumerate(line, start=1):
                there = sheet.cell(number, column) if cell is not None else None
                if cell is not None and (there is None or not len(there)):
                    self._refuse(number, column, cell)

    def _refuse(self, row: int, column: int, holds: object) -> None:
        text = short_text(str(holds)) if holds not in (None, "") else ""
        raise Refused(
            f"{self._called} was not written, so that nothing is lost: {self._title}!{address(row, column - 1)}"
            f"{f' (“{text}”)' if text else ''} is stored in a way that programs read differently. "
            "Type that cell again, save the file, and the next pass will write."
        )


def _same(held: Held, there: Cell, since_1904: bool, kind: str) -> bool:
    """Whether what is stored and what was read are one value, in the shapes each reader gives it."""
    if held in (None, ""):
        return there in (None, "") or kind == "e"
    if there is None:
        return kind in ("e", "d")  # no moment, no error that has a name
    if isinstance(held, bool) or isinstance(there, bool):
        return held is there
    if isinstance(there, datetime):
        if isinstance(held, float):
            moment = moment_of(held, since_1904)
            return moment is not None and abs(moment - there) <= timedelta(seconds=1, days=1 if held < 61 else 0)
        return isinstance(held, str) and kind == "d"
    if isinstance(held, float):
        if isinstance(there, str):
            return bool(_CLOCK.fullmatch(there)) or _number(there) == held
        return there == held
    return isinstance(there, str) and (there == held or kind in ("d", "e"))


def _number(text: str) -> float | None:
    try:
        return float(text)
    except ValueError:
        return None
