"""Whole numbers, numbers, ratings, places and money."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction

from tests.judges.reader.ground import BLANK, Cell, Event, Refused, exact, plain

MARKS = (" ", ",", ".", "'")
PARTS = {"½": (1, 2), "⅓": (1, 3), "⅔": (2, 3), "¼": (1, 4), "¾": (3, 4), "⅕": (1, 5), "⅖": (2, 5), "⅗": (3, 5)}
PARTS |= {"⅘": (4, 5), "⅙": (1, 6), "⅚": (5, 6), "⅛": (1, 8), "⅜": (3, 8), "⅝": (5, 8), "⅞": (7, 8)}


def digits(text: str, least: int, most: int) -> bool:
    return least <= len(text) <= most and all(sign in "0123456789" for sign in text)


def whole_part(text: str) -> tuple[int, str] | None:
    """One to twelve digits, or thousands: the number and the thousands' mark that it used, if any."""
    if digits(text, 1, 12):
        return int(text), ""
    for mark in MARKS:
        first, *groups = text.split(mark)
        fits = digits(first, 1, 3) and first[0] != "0" and 1 <= len(groups) <= 3
        if fits and all(digits(group, 3, 3) for group in groups):
            return int(first + "".join(groups)), mark
    return None


def zeros(_: str, rest: str) -> bool:
    """Behind the sign of a whole number stand one or two zeros."""
    return rest in ("0", "00")


def decimals(whole: str, rest: str) -> bool:
    """Behind the sign of a number: one, two, four, five or six digits; three only behind a single 0."""
    return digits(rest, 1, 6) and (len(rest) != 3 or whole == "0")


def decimal(text: str, code: str, fits: Callable[[str, str], bool]) -> Fraction:
    """A minus or nothing, digits or thousands, and a decimal sign that is not the thousands' mark."""
    minus = text.startswith("-")
    body = text[1:] if minus else text
    for at, sign in [(len(body), ""), *((n, c) for n, c in enumerate(body) if c in ".,")]:
        whole = whole_part(body[:at])
        rest = body[at + 1 :] if sign else ""
        if whole is None or (sign and (sign == whole[1] or not fits(body[:at], rest))):
            continue
        value = Fraction(whole[0]) + (Fraction(int(rest), 10 ** len(rest)) if rest else 0)
        return -value if minus else value
    raise Refused(code)


def proper(above: str, below: str, code: str) -> Fraction:
    """A fraction of one to six digits each; the lower ones do not begin with 0."""
    if digits(above, 1, 6) and digits(below, 1, 6) and below[0] != "0":
        return Fraction(int(above), int(below))
    raise Refused(code)


def mixed(text: str, code: str) -> Fraction:
    """A fraction alone, a mixed number, or a sign such as ½."""
    if text[-1:] in PARTS and text:
        part = Fraction(*PARTS[text[-1]])
        before = text[:-1]
        if before == "":
            return part
        before = before[:-1] if before.endswith(" ") else before
        if digits(before, 1, 6):
            return Fraction(int(before)) + part
        raise Refused(code)
    whole, space, fraction = text.rpartition(" ")
    above, slash, below = fraction.replace("⁄", "/").partition("/")
    if not slash:
        raise Refused(code)
    value = proper(above, below, code)
    if not space:
        return value
    if digits(whole, 1, 6) and 0 < value < 1:
        return Fraction(int(whole)) + value
    raise Refused(code)


def typed_number(cell: Cell, code: str) -> Fraction:
    """A number that the cell holds as one. Ticks and dates are none."""
    if isinstance(cell, bool) or not isinstance(cell, int | float):
        raise Refused(code)
    if not math.isfinite(cell) or abs(cell) >= 10**15:
        raise Refused(code)
    return exact(cell)


def a_number(cell: Cell, code: str, fractions: bool) -> Fraction | None:
    if not isinstance(cell, str):
        return typed_number(cell, code)
    text = plain(cell, code)
    if text == "":
        return None
    if fractions:
        try:
            return mixed(text, code)
        except Refused:
            pass
    return decimal(text, code, decimals)


def a_whole(cell: Cell, code: str) -> Fraction | None:
    if not isinstance(cell, str):
        value = typed_number(cell, code)
    else:
        text = plain(cell, code)
        if text == "":
            return None
        value = decimal(text, code, zeros)
    if value.denominator != 1:
        raise Refused(code)
    return value


def whole_number(cell: Cell) -> object:
    value = a_whole(cell, "not-whole")
    if value is None:
        return BLANK
    if abs(value) > 1000000:
        raise Refused
    return int(value)


def number(cell: Cell) -> object:
    value = a_number(cell, "not-a-number", fractions=True)
    return BLANK if value is None else value


def in_range(value: Fraction | None, event: Event) -> object:
    if value is None or value == 0:
        return BLANK
    if not event.ratings_from <= value <= event.ratings_to:
        raise Refused("rating-range")
    return value


def rating(cell: Cell, event: Event) -> object:
    return in_range(a_whole(cell, "not-a-rating"), event)


def rating_with_decimals(cell: Cell, event: Event) -> object:
    return in_range(a_number(cell, "not-a-rating", fractions=False), event)


def place(cell: Cell) -> object:
    value = a_whole(cell, "not-a-seed")
    if value is None:
        return BLANK
    if not 1 <= value <= 1000000:
        raise Refused("not-a-seed")
    return int(value)


def money(cell: Cell) -> object:
    value = a_number(cell, "not-money", fractions=False)
    if value is None:
        return BLANK
    if (value * 100).denominator != 1:
        raise Refused("money-decimals")
    return value
