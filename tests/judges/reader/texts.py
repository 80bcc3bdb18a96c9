"""Text, names, lists, links, words of a list, yes and no."""

from __future__ import annotations

from datetime import datetime, time

from tests.judges.reader.ground import BLANK, Cell, Event, Refused, clean, small
from tests.judges.reader.page import meanings


def as_text(cell: Cell) -> str:
    """A number as its digits, a tick as TRUE or FALSE, a date as 2026-11-30 18:00, or 2026-11-30 at midnight."""
    if isinstance(cell, bool):
        return "TRUE" if cell else "FALSE"
    if isinstance(cell, datetime):
        day = f"{cell.year:04d}-{cell.month:02d}-{cell.day:02d}"
        return day if cell.time() == time(0) else f"{day} {cell.hour:02d}:{cell.minute:02d}"
    if isinstance(cell, float) and cell.is_integer() and abs(cell) < 10**15:
        return str(int(cell))
    return str(cell)


def up_to(cell: Cell, most: int, code: str) -> object:
    words = clean(as_text(cell))
    if words == "":
        return BLANK
    if len(words) > most:
        raise Refused(code)
    return words


def text(cell: Cell) -> object:
    return up_to(cell, 1000, "text-too-long")


def link(cell: Cell) -> object:
    return up_to(cell, 2000, "text-too-long")


def name(cell: Cell) -> object:
    return up_to(cell, 100, "name-too-long")


def names(cell: Cell) -> object:
    whole = as_text(cell)
    if len(whole) > 15000:
        raise Refused
    listed = tuple(one for one in map(clean, whole.split(";")) if one)
    return listed or BLANK


def yes_or_no(cell: Cell) -> object:
    if isinstance(cell, bool):
        return cell
    if isinstance(cell, int | float) and cell in (0, 1):
        return cell == 1
    if isinstance(cell, str):
        word = small(cell, "not-yes-no")
        if word == "":
            return BLANK
        for answer, title in ((True, "Yes"), (False, "No")):
            if word in meanings(title):
                return answer
    raise Refused("not-yes-no")


def choice(cell: Cell, event: Event) -> object:
    if isinstance(cell, bool) and "yes" in event.choices:
        return "yes" if cell else "no"
    word = clean(as_text(cell))
    if word == "":
        return BLANK
    for one in event.choices:
        if one and one.lower() == word.lower():
            return one
    raise Refused("not-a-choice")
