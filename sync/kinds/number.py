"""Numbers: whole ones, exact ones, ratings, places in an order, money.

A separator before exactly three digits is a thousands mark, any other one a decimal sign. Two parts are one number
only where the second is a proper fraction.
"""

from __future__ import annotations

import re
from datetime import datetime
from fractions import Fraction

from sync.grid import Cell
from sync.kinds.signs import plain
from sync.kinds.text import Misread, typed_text

LARGEST_WHOLE = 1_000_000
BEYOND = 10**15  # a number in a cell is smaller
SMALLEST = 1e-9  # a number in a cell that is nearer to 0 is 0
RATINGS = (100, 4000)  # the lowest and the highest rating, where Settings say nothing else
DECIMALS_OF_MONEY = 2
VULGAR = {
    "½": Fraction(1, 2), "⅓": Fraction(1, 3), "⅔": Fraction(2, 3), "¼": Fraction(1, 4), "¾": Fraction(3, 4),
    "⅕": Fraction(1, 5), "⅖": Fraction(2, 5), "⅗": Fraction(3, 5), "⅘": Fraction(4, 5), "⅙": Fraction(1, 6),
    "⅚": Fraction(5, 6), "⅛": Fraction(1, 8), "⅜": Fraction(3, 8), "⅝": Fraction(5, 8), "⅞": Fraction(7, 8),
}  # fmt: skip
PLAIN = r"[0-9]{1,12}"
GROUPED = r"[1-9][0-9]{0,2}(?P<mark>[ ,.'])[0-9]{3}(?:(?P=mark)[0-9]{3}){0,2}"
WHOLE = re.compile(rf"(?P<sign>-?)(?P<whole>{GROUPED}|{PLAIN})(?P<point>[.,])?(?P<rest>(?(point)0{{1,2}}))")
DECIMAL = re.compile(
    rf"(?P<sign>-?)(?P<whole>{GROUPED}|{PLAIN})(?:(?P<point>[.,])(?P<rest>[0-9]{{1,2}}|[0-9]{{4,6}}|(?:(?<=^0[.,])|(?<=^-0[.,]))[0-9]{{3}}))?"
)
FRACTION = re.compile(r"(?:(?P<whole>[0-9]{1,6}) )?(?P<above>[0-9]{1,6})[/⁄](?P<below>[1-9][0-9]{0,5})")
VULGAR_SHAPE = re.compile(rf"(?P<whole>[0-9]{{1,6}})? ?(?P<part>[{''.join(VULGAR)}])")

A_NUMBER = "a number such as 7.5 or 7 1/2"
A_WHOLE = "a whole number"
A_RATING = "one whole number such as 1850"
A_DECIMAL_RATING = "one number such as 1850 or 1655.25"
A_PLACE = "a whole number from 1 on"
AN_AMOUNT = "the amount alone, such as 10000 or 12.50"


def _of_cell(cell: Cell) -> Fraction | None:
    """The number a cell holds as a number: the shortest decimal number that is the same to the spreadsheet."""
    if isinstance(cell, bool) or not isinstance(cell, int | float) or cell != cell or abs(cell) >= BEYOND:
        return None
    return Fraction(str(cell)) if abs(cell) >= SMALLEST else Fraction(0)


def _of_match(found: re.Match[str] | None) -> Fraction | None:
    if found is None:
        return None
    mark, point, rest = found["mark"], found["point"], found["rest"] or "0"
    if mark is not None and mark == point:
        return None
    digits = found["whole"].replace(mark or "\0", "")
    value = Fraction(f"{digits}.{rest}")
    return -value if found["sign"] else value


def decimal(cell: Cell) -> Fraction | None:
    """A number without a fraction: what a cell holds, or digits with marks and decimals; None for anything else."""
    return _of_match(DECIMAL.fullmatch(plain(cell))) if isinstance(cell, str) else _of_cell(cell)


def fraction(text: str) -> Fraction | None:
    """`1/2`, `7 1/3`, `½`, `7½`: alone any fraction, behind a whole number only one below 1; None for anything else."""
    text = plain(text)
    vulgar = VULGAR_SHAPE.fullmatch(text)
    if vulgar is not None:
        return int(vulgar["whole"] or 0) + VULGAR[vulgar["part"]]
    found = FRACTION.fullmatch(text)
    if found is None:
        return None
    part = Fraction(int(found["above"]), int(found["below"]))
    if found["whole"] is None:
        return part
    return int(found["whole"]) + part if 0 < part < 1 else None


def whole_of(cell: Cell) -> Fraction | None:
    value = _of_match(WHOLE.fullmatch(plain(cell))) if isinstance(cell, str) else _of_cell(cell)
    return value if value is not None and value.denominator == 1 else None


def read_number(cell: Cell) -> Fraction | Misread:
    """An exact number."""
    value = decimal(cell)
    if value is None and isinstance(cell, str):
        value = fraction(cell)
    return Misread("not-a-number", typed_text(cell), A_NUMBER) if value is None else value


def read_whole(cell: Cell) -> int | Misread:
    """A whole number, at most a million to either side."""
    value = whole_of(cell)
    return int(value) if value is not None and abs(value) <= LARGEST_WHOLE else _not_whole(cell)


def _not_whole(cell: Cell) -> Misread:
    return Misread("not-whole", typed_text(cell), A_WHOLE)


def read_rating(cell: Cell, limits: tuple[int, int] = RATINGS, decimals: bool = False) -> Fraction | Misread | None:
    """A rating inside the limits; None for 0, which lists write for no rating. `decimals`: it may have some."""
    value = decimal(cell) if decimals else whole_of(cell)
    if value is None:
        return Misread("not-a-rating", typed_text(cell), _in_words(cell, A_DECIMAL_RATING if decimals else A_RATING))
    if value == 0:
        return None
    least, most = limits
    return value if least <= value <= most else Misread("rating-range", typed_text(cell), f"{least} to {most}")


def _in_words(cell: Cell, wanted: str) -> str:
    """What to type; a date in a column of numbers comes from the cell's format."""
    return f"{wanted}, when the cell's format is Number and no longer a date" if isinstance(cell, datetime) else wanted


def read_place(cell: Cell) -> Fraction | Misread:
    """A place in an order: a whole number from 1 on."""
    value = whole_of(cell)
    if value is None or not 1 <= value <= LARGEST_WHOLE:
        return Misread("not-a-seed", typed_text(cell), _in_words(cell, A_PLACE))
    return value


def read_money(cell: Cell) -> Fraction | Misread:
    """An amount of money: no sign of a currency, at most two decimals."""
    value = decimal(cell)
    if value is None:
        return Misread("not-money", typed_text(cell), _in_words(cell, AN_AMOUNT))
    if (value * 10**DECIMALS_OF_MONEY).denominator != 1:
        return Misread("money-decimals", typed_text(cell), AN_AMOUNT)
    return value
