"""Lengths of time: amounts with their units, the largest unit first. Only 0 needs no unit."""

from __future__ import annotations

import re
from fractions import Fraction

from sync.grid import Cell
from sync.kinds.number import VULGAR, fraction
from sync.kinds.signs import words
from sync.kinds.text import Misread, cell_text, typed_text
from sync.kinds.words import AND, UNITS

LONGEST_TIME = 36_500 * 86400  # seconds: a hundred years
LONGEST_TYPED = 100  # characters
A_LENGTH = "a length of time with its unit, such as 2 hours, 30 min or 3 days"
_AMOUNT = (
    rf"(?P<amount>(?:[0-9]{{1,6}} ?)?[{''.join(VULGAR)}]"
    r"|(?:[0-9]{1,6} )?[0-9]{1,6}[/⁄][0-9]{1,6}"
    r"|[0-9]{1,9}(?:[.,][0-9]{1,2})?(?![0-9./,]))"
)
PART = re.compile(rf"{_AMOUNT} ?(?P<unit>[^\W\d_{''.join(VULGAR)}]+)\.?")
_BETWEEN = re.compile(rf",? ?(?:(?:{'|'.join(sorted(set(AND.values())))}) )?")


def read_duration(cell: Cell) -> int | Misread:
    """Seconds."""
    wrong = Misread("not-a-duration", typed_text(cell), A_LENGTH)
    if isinstance(cell, bool):
        return wrong
    text = words(cell_text(cell))
    if text == "0" or (isinstance(cell, int | float) and cell == 0):
        return 0
    if len(text) > LONGEST_TYPED:
        return wrong
    seconds, at, smallest = Fraction(0), 0, LONGEST_TIME
    while True:
        found = PART.match(text, at)
        unit = UNITS.get(found["unit"]) if found else None
        amount = _amount(found["amount"]) if found else None
        if found is None or unit is None or amount is None or unit >= smallest:
            return wrong
        seconds, smallest, at = seconds + amount * unit, unit, found.end()
        if at == len(text):
            break
        between = _BETWEEN.match(text, at)
        assert between is not None  # it may be nothing
        at = between.end()
    return int(seconds) if seconds.denominator == 1 and seconds <= LONGEST_TIME else wrong


def _amount(text: str) -> Fraction | None:
    if re.fullmatch(r"[0-9]+(?:[.,][0-9]+)?", text):
        return Fraction(text.replace(",", "."))
    return fraction(text)
