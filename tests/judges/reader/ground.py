"""What holds before the kind is looked at: blank cells, errors, clean text and plain text."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from datetime import datetime
from enum import Enum
from fractions import Fraction

Cell = None | str | bool | int | float | datetime

# Unicode's property White_Space, written out, and the four separators.
WHITE = frozenset(
    "\t\n\v\f\r \x85\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000"
    "\x1c\x1d\x1e\x1f"
)
ERRORS = frozenset(["#CALC!", "#DIV/0!", "#ERROR!", "#N/A", "#NAME?", "#NULL!", "#NUM!", "#REF!", "#SPILL!", "#VALUE!"])
GONE = frozenset("\u200b\ufeff\u2060\ufffe\uffff")
SIGNS = {"，": ",", "．": ".", "：": ":", "／": "/", "－": "-", "−": "-", "‐": "-", "‑": "-"}
SIGNS |= {"’": "'", "ʼ": "'", "＇": "'", "٬": "'"}


class Blank(Enum):
    BLANK = "blank"


BLANK = Blank.BLANK


class Refused(Exception):
    """No value: a message with one of these codes; without codes the page names none."""

    def __init__(self, *codes: str) -> None:
        super().__init__(*codes)
        self.codes = codes


@dataclass(frozen=True)
class Message:
    """A message. More than one code: the page leaves open which of them it is; none: any."""

    codes: tuple[str, ...]

    def __init__(self, *codes: str) -> None:
        object.__setattr__(self, "codes", codes)


@dataclass(frozen=True)
class Event:
    """What a cell's table asks of the event."""

    zone: str = "Europe/Berlin"
    file_zone: str | None = None
    dates: str = ""  # "day first", "month first", or blank
    end_of_day: bool = False  # a date alone in Deadline, To and Until
    ratings_from: int = 100
    ratings_to: int = 4000
    choices: tuple[str, ...] = ("no", "yes")


def trimmed(text: str) -> str:
    while text and text[0] in WHITE:
        text = text[1:]
    while text and text[-1] in WHITE:
        text = text[:-1]
    return text


def is_blank(cell: Cell) -> bool:
    if not isinstance(cell, str):
        return cell is None
    return all(sign in WHITE or unicodedata.category(sign) == "Cf" for sign in cell)


def is_error(cell: Cell) -> bool:
    return isinstance(cell, str) and trimmed(cell) in ERRORS


def clean(text: str) -> str:
    """The page's clean text."""
    kept = ""
    for sign in text:
        if sign in "\t\n\r":
            kept += " "
        elif unicodedata.category(sign) not in ("Cc", "Cs") and sign not in GONE:
            kept += sign
    words = "".join(" " if sign in WHITE else sign for sign in kept).split(" ")
    return unicodedata.normalize("NFC", " ".join(word for word in words if word))


def plain(text: str, code: str) -> str:
    """The page's plain text; digits of two rows of ten are a message with the kind's code."""
    kept = ""
    rows = set()
    for sign in trimmed(text):
        category = unicodedata.category(sign)
        if category == "Nd":
            value = unicodedata.decimal(sign)
            rows.add(ord(sign) - value)
            kept += str(value)
        elif category == "Zs":
            kept += " "
        elif category != "Cf":
            kept += SIGNS.get(sign, sign)
    if len(rows) > 1:
        raise Refused(code)
    return trimmed(unicodedata.normalize("NFC", kept))


def small(text: str, code: str) -> str:
    """Plain text in small letters, spaces side by side as one."""
    kept = ""
    for sign in plain(text, code).lower():
        if not (sign == " " and kept.endswith(" ")):
            kept += sign
    return kept


def exact(cell: float | int) -> Fraction:
    """A number in a cell: the shortest decimal number that is the same double; nearer to 0 than 10^-9, it is 0."""
    value = Fraction(repr(cell))
    return Fraction(0) if abs(value) < Fraction(1, 10**9) else value
