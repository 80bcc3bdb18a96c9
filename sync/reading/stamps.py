"""Which column of a tab holds the time each answer was sent, and what its cells say.

A real date cell is the wall clock of the file; text is read in the event's zone, unless it says a zone of its own or
its heading says UTC. A date that can be two days is meant as the stamps of the same column that can be read one way
only; else as `Settings` → `Dates` says; else it is asked about.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, time
from typing import TypeAlias
from zoneinfo import ZoneInfo

from sync.grid import Cell, Row, is_blank
from sync.kinds import (
    FIRST_DAY,
    LAST_DAY,
    Misread,
    cell_text,
    clean,
    dates_possible,
    from_serial,
    in_zone,
    moment_of,
    stamps_in,
    to_serial,
)
from sync.reading.questions import BEGUN_RANK, numbers_answers, stamp_rank

UTC_ZONE = ZoneInfo("UTC")


@dataclass(frozen=True)
class StampColumn:
    """Where the time stamps stand. `order` is what the column itself shows about dates that can be two days."""

    index: int
    heading: str
    known: bool  # by its heading; else only because every cell is a moment
    order: str = ""

    def zone(self, zone: ZoneInfo) -> ZoneInfo:
        """The zone its text is in."""
        return UTC_ZONE if "utc" in self.heading.casefold() else zone


@dataclass(frozen=True)
class TwoWays:
    """A stamp that can be two moments, both of them."""

    typed: str
    moments: tuple[datetime, ...]


@dataclass(frozen=True)
class DayAlone:
    """A day without a time, and when it ends."""

    end: datetime


Stamped: TypeAlias = "datetime | DayAlone | TwoWays | None"
END_OF_DAY = time(23, 59, 59)
NO_DATE = (date(1970, 1, 1), date(1980, 1, 1))
"""Days that makers of forms write at 0 o'clock where they keep no time: LimeSurvey 1980, clocks of computers 1970."""


def stamp_column(headings: Row, rows: Sequence[Row]) -> StampColumn | None:
    """The column of the time stamps: the best by its heading, else the first that is all moments behind mere ids."""
    texts = [cell_text(h) for h in headings]
    named = _by_heading(texts, rows)
    if named is not None:
        return _column(named, texts[named], rows, known=True)
    width = max((len(row) for row in (headings, *rows)), default=0)
    texts += [""] * (width - len(texts))
    for index in range(width):
        cells = _cells(rows, index)
        if _all_moments(cells):
            last = _ended(rows, index, width) if index else index
            return _column(last, texts[last], rows, known=False)
        if not (numbers_answers(texts[index]) or _is_numbering(cells)):
            return None
    return None


def _by_heading(texts: Sequence[str], rows: Sequence[Row]) -> int | None:
    """The column that the best heading names; a weak heading wants moments alone below it."""
    ranks = ((stamp_rank(text), index) for index, text in enumerate(texts))
    named = [(rank, -index if rank == BEGUN_RANK else index, index) for rank, index in ranks if rank is not None]
    for rank, _, index in sorted(named):
        cells = _cells(rows, index)
        if _all_moments(cells) if rank == BEGUN_RANK else index == 0 or any(is_moment(c, True) for c in cells):
            return index
    return None


def _ended(rows: Sequence[Row], index: int, width: int) -> int:
    """Behind ids, the last of several moments side by side that follow each other in every row: begun, then sent."""
    while index + 1 < width and _all_moments(_cells(rows, index + 1)):
        pairs = [(row[index], row[index + 1]) for row in rows if index + 1 < len(row)]
        if not all(_wall(one) <= _wall(other) for one, other in pairs):
            break
        index += 1
    return index


def _wall(cell: Cell) -> datetime:
    """A moment on the wall clock, the first reading of it."""
    if isinstance(cell, datetime):
        return cell
    if isinstance(cell, int | float) and FIRST_DAY <= cell <= LAST_DAY:
        return from_serial(cell)
    found = dates_possible(cell) if isinstance(cell, str) else ()
    return found[0].wall if found else datetime.max


def _column(index: int, heading: str, rows: Sequence[Row], known: bool) -> StampColumn:
    orders = set()
    for cell in _cells(rows, index):
        found = dates_possible(cell) if isinstance(cell, str) else ()
        if len(found) == 1 and found[0].order:
            orders.add(found[0].order)
    return StampColumn(index, heading, known, orders.pop() if len(orders) == 1 else "")


def _cells(rows: Sequence[Row], index: int) -> list[Cell]:
    return [row[index] for row in rows if index < len(row) and not is_blank(row[index])]


def _all_moments(cells: Sequence[Cell]) -> bool:
    return bool(cells) and all(is_moment(c, True) for c in cells) and any(is_moment(c) for c in cells)


def _is_numbering(cells: Sequence[Cell]) -> bool:
    """Whether a column holds mere ids: whole numbers, or single words with a figure in them, each once."""
    texts = [clean(cell_text(c)) for c in cells]
    plain = all(isinstance(c, int | str) and not isinstance(c, bool) for c in cells)
    return plain and len(set(texts)) == len(texts) and all(" " not in t and any(x.isdigit() for x in t) for t in texts)


def is_moment(cell: Cell, date_alone: bool = False) -> bool:
    """Whether a cell is a moment with a time of day; with `date_alone` a day will do."""
    if isinstance(cell, datetime):
        return date_alone or cell.time() != time(0)
    if isinstance(cell, int | float) and not isinstance(cell, bool):
        return FIRST_DAY <= cell <= LAST_DAY and (date_alone or not float(cell).is_integer())
    return isinstance(cell, str) and any(date_alone or not stamp.date_only for stamp in dates_possible(cell))


def read_stamp(cell: Cell, column: StampColumn, zone: ZoneInfo, file_zone: ZoneInfo | None, order: str) -> Stamped:
    """When an answer was sent; None where that cannot be read. `order`: what `Settings` → `Dates` says."""
    if isinstance(cell, datetime):
        naive = cell
    elif isinstance(cell, int | float) and not isinstance(cell, bool) and FIRST_DAY <= cell <= LAST_DAY:
        naive = from_serial(cell)
    elif _is_no_date(cell):
        return None
    elif isinstance(cell, str):
        return _of_text(cell, column, zone, order)
    else:
        return None
    kept_no_time = naive.time() == time(0) and naive.date() in NO_DATE
    if kept_no_time or not FIRST_DAY <= to_serial(naive) <= LAST_DAY:
        return None
    local = column.zone(file_zone or zone)
    if naive.time() == time(0):
        return DayAlone(in_zone(datetime.combine(naive.date(), END_OF_DAY), local).astimezone(zone))
    return in_zone(naive, local).astimezone(zone)


def _is_no_date(cell: Cell) -> bool:
    """Whether a text is one of the moments that stand for none."""
    walls = {stamp.wall for stamp in dates_possible(cell)} if isinstance(cell, str) else set()
    return bool(walls) and walls <= {datetime.combine(day, time(0)) for day in NO_DATE}


def _of_text(text: str, column: StampColumn, zone: ZoneInfo, order: str) -> Stamped:
    found = stamps_in(text, column.order or order)
    if isinstance(found, Misread):
        return None
    read = [moment_of(stamp, column.zone(zone), text, end_of_day=True) for stamp in found]
    moments = tuple(m.astimezone(zone) for m in read if not isinstance(m, Misread))
    if len(found) == 1 and moments:
        return DayAlone(moments[0]) if found[0].date_only else moments[0]
    return TwoWays(clean(text)[:40], moments) if moments else None
