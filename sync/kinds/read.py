"""Reading a cell by its column's kind."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from zoneinfo import ZoneInfo

from rules.model import Value
from rules.sheet import Kind
from sync.grid import ERRORS, Cell, is_blank
from sync.kinds.clock import read_slot
from sync.kinds.duration import read_duration
from sync.kinds.moment import read_moment
from sync.kinds.number import RATINGS, read_money, read_number, read_place, read_rating, read_whole
from sync.kinds.picked import read_check, read_choice, read_id
from sync.kinds.signs import plain
from sync.kinds.text import (
    LONGEST_LINK,
    LONGEST_LIST,
    LONGEST_NAME,
    LONGEST_TEXT,
    Misread,
    cell_text,
    clean,
    join_names,
    short_text,
    split_names,
)
from sync.kinds.zone import read_zone


@dataclass(frozen=True)
class Ways:
    """What reading a book's cells depends on: zones, how slashed dates are meant, which ratings there are."""

    zone: ZoneInfo
    file_zone: ZoneInfo | None = None
    order: str = ""
    ratings: tuple[int, int] = RATINGS


_FRACTION, _WHOLE = re.compile(r"-?[0-9]{1,20}(/[1-9][0-9]{0,19})?"), re.compile(r"-?[0-9]{1,20}")
AS_TEXT = (Kind.TEXT, Kind.PLAYER, Kind.URL, Kind.RESULT)
AS_WORDS = (Kind.PLAYERS, Kind.ZONE, Kind.CHOICE, Kind.GAME_ID, Kind.ROUND_ID)  # read from clean text, too


def read_cell(
    cell: Cell,
    kind: Kind,
    zone: ZoneInfo,
    choices: tuple[str, ...] = (),
    ratings: tuple[int, int] = RATINGS,
    order: str = "",
) -> Value | Misread:
    """The value of a cell, None for a blank, or why it could not be read.

    `ratings` are the lowest and the highest rating, `order` says how a date such as 1/11/2027 is meant.
    """
    if nothing_seen(cell):
        return None
    if is_error(cell):
        return Misread("error-cell", str(cell).strip())
    if kind in AS_TEXT:
        return _text(cell, kind)
    if kind in AS_WORDS and not clean(cell_text(cell)):
        return None
    match kind:
        case Kind.PLAYERS:
            text = cell_text(cell)
            return split_names(text) if len(text) <= LONGEST_LIST else Misread("text-too-long", short_text(text, 30))
        case Kind.INTEGER:
            return read_whole(cell)
        case Kind.NUMBER:
            return read_number(cell)
        case Kind.RATING | Kind.DECIMAL_RATING:
            return read_rating(cell, ratings, kind is Kind.DECIMAL_RATING)
        case Kind.SEED:
            return read_place(cell)
        case Kind.MONEY:
            return read_money(cell)
        case Kind.CHECK:
            return read_check(cell)
        case Kind.MOMENT:
            return read_moment(cell, zone, order=order)
        case Kind.DURATION:
            return read_duration(cell)
        case Kind.SLOT:
            return read_slot(cell)
        case Kind.ZONE:
            return read_zone(cell)
        case Kind.CHOICE:
            return read_choice(cell, choices)
        case Kind.GAME_ID | Kind.ROUND_ID:
            return read_id(cell, kind)
    raise AssertionError(kind)


def read_time(cell: Cell, ways: Ways, end_of_day: bool = False, now_too: bool = False) -> Value | Misread:
    """The same for a moment, in the file's zone too; see `read_moment`."""
    if nothing_seen(cell):
        return None
    if is_error(cell):
        return Misread("error-cell", str(cell).strip())
    return read_moment(cell, ways.zone, end_of_day, ways.file_zone, ways.order, now_too)


def nothing_seen(cell: Cell) -> bool:
    """A blank, or text in which nothing can be seen."""
    return is_blank(cell) or (isinstance(cell, str) and not plain(cell))


def is_error(cell: Cell) -> bool:
    """What a spreadsheet shows in place of a value."""
    return isinstance(cell, str) and cell.strip() in ERRORS


def _text(cell: Cell, kind: Kind) -> Value | Misread:
    text = clean(cell_text(cell))
    if kind is Kind.PLAYER and len(text) > LONGEST_NAME:
        return Misread("name-too-long", text[:30] + "…")
    if len(text) > (LONGEST_LINK if kind is Kind.URL else LONGEST_TEXT):
        return Misread("text-too-long", short_text(text, 30))
    return text or None


def noted_text(value: Value) -> str:
    """A value as the Journal notes what stood in a setting."""
    if value is None:
        return ""
    return join_names([str(v) for v in value]) if isinstance(value, tuple) else str(value)


def read_noted(text: str, kind: Kind, zone: ZoneInfo, choices: tuple[str, ...] = ()) -> Value | Misread:
    """A value as `noted_text` wrote it: numbers as fractions, lengths of time in seconds, all else as it is typed."""
    if text and kind in (Kind.NUMBER, Kind.RATING, Kind.DECIMAL_RATING, Kind.SEED, Kind.MONEY):
        return Fraction(text) if _FRACTION.fullmatch(text) else Misread("not-a-number", short_text(text), "a number")
    if text and kind in (Kind.DURATION, Kind.INTEGER):
        return int(text) if _WHOLE.fullmatch(text) else Misread("not-whole", short_text(text), "a whole number")
    if kind is Kind.CHECK and text in ("True", "False"):
        return text == "True"
    if kind is Kind.MOMENT and text:
        return read_moment(text, zone, now_too=True)
    return read_cell(text or None, kind, zone, choices)
