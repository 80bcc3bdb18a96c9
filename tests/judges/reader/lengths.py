"""Lengths of time, and a weekday with a time of day."""

from __future__ import annotations

from fractions import Fraction

from tests.judges.reader.clock import times_of_day
from tests.judges.reader.ground import BLANK, Cell, Refused, small
from tests.judges.reader.numbers import digits, mixed
from tests.judges.reader.page import and_words, meanings

CODE = "not-a-duration"
SECONDS = {"minutes": 60, "hours": 3600, "days": 86400, "weeks": 604800}


def length_of_time(cell: Cell) -> object:
    if isinstance(cell, bool) or not isinstance(cell, str):
        if isinstance(cell, int | float) and not isinstance(cell, bool) and cell == 0:
            return 0
        raise Refused(CODE)
    if len(cell) > 100:
        raise Refused(CODE)
    text = small(cell, CODE)
    if text == "":
        return BLANK
    if text == "0":
        return 0
    found = sums(text, None)
    if len(set(found)) != 1 or found[0].denominator != 1 or found[0] > 100 * 365 * 86400:
        raise Refused(CODE)
    return int(found[0])


def sums(text: str, larger: int | None) -> list[Fraction]:
    """The length of the parts that the whole text is made of, in each way it can be cut into them."""
    found: list[Fraction] = []
    for end in range(1, len(text) + 1):
        part = one_part(text[:end])
        if part is None or (larger is not None and part[1] >= larger):
            continue
        if end < len(text) and text[end].isalpha() and text[end - 1].isalpha():
            continue  # the middle of a word is no unit
        length = part[0] * part[1]
        if end == len(text):
            found.append(length)
        for rest in behind(text[end:]):
            found += [length + other for other in sums(rest, part[1])]
    return found


def behind(text: str) -> list[str]:
    """What may follow a comma or none, a space or none, a word for `and` with a space behind it or none."""
    rests = set()
    for comma in ("", ","):
        for space in ("", " "):
            for word in ("", *(f"{one} " for one in and_words())):
                if text.startswith(comma + space + word):
                    rests.add(text[len(comma + space + word) :])
    return sorted(rest for rest in rests if rest)


def one_part(text: str) -> tuple[Fraction, int] | None:
    """An amount and the seconds of its unit."""
    text = text[:-1] if text.endswith(".") else text
    word = ""
    while text and text[-1].isalpha():
        text, word = text[:-1], text[-1] + word
    unit = meanings("Units").get(word)
    if unit is None:
        return None
    amount = amount_of(text[:-1] if text.endswith(" ") else text)
    return None if amount is None else (amount, SECONDS[str(unit)])


def amount_of(text: str) -> Fraction | None:
    whole, sign, rest = text.replace(",", ".").partition(".")
    if digits(whole, 1, 9) and (not sign or digits(rest, 1, 2)):
        return Fraction(whole) + (Fraction(int(rest), 10 ** len(rest)) if sign else 0)
    try:
        return mixed(text, CODE)
    except Refused:
        return None


def weekday_and_time(cell: Cell) -> object:
    if not isinstance(cell, str):
        raise Refused("not-a-slot")
    text = small(cell, "not-a-slot")
    if text == "":
        return BLANK
    word, space, rest = text.partition(" ")
    word = word[:-1] if word.endswith((".", ",")) else word
    day = meanings("Weekdays").get(word)
    whole = {time for time, left in times_of_day(rest) if left == "" and not time.with_seconds and time.hour < 24}
    if day is None or not space or len(whole) != 1:
        raise Refused("not-a-slot")
    time = whole.pop()
    return day, time.hour, time.minute
