"""Two readers, one file: what the one that reads values saw must stand where the one that edits finds it.

Programs read damaged or odd files differently. A cell that is not understood alike is a cell that might be lost.
"""

from __future__ import annotations

import re
from datetime import datetime, timedelta

from sync.backends.base import Refused
from sync.backends.ooxml.cells import Held, moment_of
from sync.backends.ooxml.sheet import Sheet
from sync.grid import Cell, TabGrid, address
from sync.kinds import short_text

_CLOCK = re.compile(r"-?\d+:\d\d(:\d\d)?")


def refuse_different(sheet: Sheet, seen: TabGrid, called: str) -> None:
    """Raises Refused, naming the cell, where the tab's tree holds something else than was read."""
    rows, since_1904, cells = seen.rows, sheet.cells.since_1904, sheet.cells
    met = 0
    for row, line in sheet.places.items():
        cells_seen = rows[row - 1] if row <= len(rows) else ()
        for column, cell in line.items():
            if not len(cell):
                continue
            try:
                held: Held = cells.held(cell)
            except (ValueError, IndexError):
                held = None
            there = cells_seen[column - 1] if column <= len(cells_seen) else None
            if held is None and there is None:
                continue
            if held != there and not _same(held, there, since_1904, cell.get("t") or "n"):
                _refuse(sheet, row, column, there if there is not None else held, called)
            met += there is not None
    if met != sum(1 for line in rows for cell_seen in line if cell_seen is not None):
        for number, line_seen in enumerate(rows, start=1):
            for index, cell_seen in enumerate(line_seen, start=1):
                if cell_seen is not None and sheet.cell(number, index) is None:
                    _refuse(sheet, number, index, cell_seen, called)


def _refuse(sheet: Sheet, row: int, column: int, holds: object, called: str) -> None:
    text = short_text(str(holds)) if holds not in (None, "") else ""
    raise Refused(
        f"{called} was not written, so that nothing is lost: {sheet.title}!{address(row, column - 1)}"
        f"{f' (“{text}”)' if text else ''} is stored in a way that programs read differently. "
        "Type that cell anew, save the file, and the next pass will write."
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
