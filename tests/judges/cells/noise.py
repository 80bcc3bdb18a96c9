"""What happens to a text on its way into a cell: slips, look-alikes, other scripts, spaces, and what spreadsheets do."""

from __future__ import annotations

import random
from datetime import datetime, timedelta

ZEROS = [0x660, 0x6F0, 0x966, 0x9E6, 0xE50, 0xFF10, 0x1D7CE, 0x1D7EC, 0x104A0]
SPACES = "\u00a0\u1680\u2000\u2002\u2003\u2007\u2009\u200a\u202f\u205f\u3000"
BREAKS = "\t\n\r\v\f\x1c\x1f\x85\u2028\u2029"
UNSEEN = "\u200b\u200c\u200d\u200e\u200f\u202a\u202c\u2060\u2066\ufeff\u00ad\u180e\ufffe\x00\x07"
LIKE = {
    "-": "‐‑‒–—―−－﹣ー", "'": "’ʼ＇٬‘`´′", ".": "．。․٫·", ",": "，،‚٫", ":": "：︓﹕∶ː", "/": "／⁄∕÷", ";": "；;؛",
    "0": "OoОо〇", "1": "lIі¹١", "2": "²", "3": "З³", "5": "S", "a": "аａ", "o": "оο0", "e": "е", "i": "ıіi", "s": "ſѕ", "k": "K",
    "R": "Ｒ", "F": "Ｆ", "P": "РＰ", "x": "×х", "½": "1/2", "h": "һ", "A": "ÅÅА", "+": "＋⁺",
}  # fmt: skip
ANY = "0123456789 .,:;-+/'ahmrstxzRFPTZ½¼%€$#@()[]!?&=°eE_"
BETWEEN = ["", " ", ", ", "-", " - ", "/", " / ", ";", " ; ", "\n", " or ", " and ", "+", "."]
ENDS = [
    " N",
    "?",
    "!",
    ".",
    ",",
    "%",
    " €",
    "$",
    "h",
    " pm",
    "Z",
    " UTC",
    "+1",
    " (",
    ")",
    "*",
    "F",
    "k",
    "-",
    " x",
    "=",
    "…",
    "'",
]
ERRORS = [
    "#REF!",
    "#N/A",
    "#VALUE!",
    "#DIV/0!",
    "#NAME?",
    "#NUM!",
    "#NULL!",
    "#ERROR!",
    "#SPILL!",
    "#CALC!",
    "#REF",
    "#ref!",
]


def noisy(text: str, rng: random.Random) -> str:
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        text = rng.choice(STEPS)(text, rng)
    return text


def at_random(text: str, rng: random.Random) -> int:
    return rng.randrange(len(text) + 1)


def slip(text: str, rng: random.Random) -> str:
    """One letter more, less, twice, swapped or another one."""
    if not text:
        return text
    at = rng.randrange(len(text))
    end = text[at + 1 :]
    swapped = text[:at] + end[:1] + text[at] + end[1:]
    return rng.choice((text[:at] + end, text[: at + 1] + text[at:], swapped, text[:at] + rng.choice(ANY) + end))


def put(text: str, rng: random.Random) -> str:
    at = at_random(text, rng)
    return text[:at] + rng.choice(ANY) + text[at:]


def other_digits(text: str, rng: random.Random) -> str:
    """The digits of another script: all of them, or one."""
    zero = rng.choice(ZEROS)
    only = rng.randrange(len(text) + 1) if rng.random() < 0.25 else None
    return "".join(chr(zero + int(c)) if c in "0123456789" and only in (None, n) else c for n, c in enumerate(text))


def full_width(text: str, _: random.Random) -> str:
    return "".join(chr(ord(c) + 0xFEE0) if "!" <= c <= "~" else "\u3000" if c == " " else c for c in text)


def look_alike(text: str, rng: random.Random) -> str:
    places = [n for n, c in enumerate(text) if c in LIKE]
    if not places:
        return text
    at = rng.choice(places)
    new = rng.choice(LIKE[text[at]])
    return text.replace(text[at], new) if rng.random() < 0.4 else text[:at] + new + text[at + 1 :]


def other_space(text: str, rng: random.Random) -> str:
    """Another space for one or all, more than one, or none."""
    new = rng.choice((*SPACES, "  ", "", "\u00a0 ", *BREAKS))
    places = [n for n, c in enumerate(text) if c == " "]
    if not places:
        at = at_random(text, rng)
        return text[:at] + new + text[at:]
    at = rng.choice(places)
    return text.replace(" ", new) if rng.random() < 0.5 else text[:at] + new + text[at + 1 :]


def outer_space(text: str, rng: random.Random) -> str:
    white = " " + SPACES + BREAKS + UNSEEN
    around = "".join(rng.choices(white, k=rng.randrange(3))), "".join(rng.choices(white, k=rng.randrange(3)))
    return around[0] + text + around[1]


def unseen(text: str, rng: random.Random) -> str:
    at = at_random(text, rng)
    return text[:at] + rng.choice(UNSEEN) + text[at:]


def other_case(text: str, rng: random.Random) -> str:
    return rng.choice((text.upper(), text.lower(), text.title(), text.swapcase()))


def ended(text: str, rng: random.Random) -> str:
    return text + rng.choice(ENDS) if rng.random() < 0.8 else rng.choice(ENDS) + text


def accent(text: str, rng: random.Random) -> str:
    """A combining sign behind a letter, or composed letters taken apart."""
    import unicodedata

    at = at_random(text, rng)
    return rng.choice((unicodedata.normalize("NFD", text), text[:at] + "\u0301" + text[at:]))


STEPS = (slip, slip, put, other_digits, full_width, look_alike, look_alike, other_space, other_space, outer_space)
STEPS += (unseen, other_case, ended, accent)


def concatenated(one: str, other: str, rng: random.Random) -> str:
    return one + rng.choice(BETWEEN) + other


def converted(text: str, rng: random.Random) -> str | bool | int | float | datetime | None:
    """What a spreadsheet makes of a text: a number, a date, a tick, an error, nothing."""
    at = rng.random()
    digits = "".join(c for c in text if c in "0123456789")[:9]
    if at < 0.25 and digits:
        value = int(digits) * rng.choice((1, 1, -1))
        return value / rng.choice((10, 100, 1000, 4, 3)) if rng.random() < 0.6 else value
    if at < 0.40:
        return rng.choice(
            (0, 1, 2, 5, 7.5, 0.1 + 0.2, 1e-10, 1e15, 1e20, 1.85, -3, 1850, 99.99, 1 / 3, 12.505, 999999, 1000001)
        )
    if at < 0.50:
        day = rng.choice((19999, 20000, 36000, 46356, 109999, 110000, 110001, 46000 + rng.randrange(2000)))
        return day + rng.choice((0, 0, 0.75, 0.5, rng.random(), 0.999999999))
    if at < 0.75:
        day_ = datetime(rng.choice((1900, 1954, 2026, 2026, 2027, 2201)), rng.randint(1, 12), rng.randint(1, 28))
        within = timedelta(
            seconds=rng.choice((0, 0, 64800, rng.randrange(86400))), microseconds=rng.choice((0, 0, 499999, 500000))
        )
        return day_ + within
    if at < 0.85:
        return rng.random() < 0.5
    if at < 0.95:
        return rng.choice(ERRORS) if rng.random() < 0.8 else outer_space(rng.choice(ERRORS), rng)
    return rng.choice((None, "", " ", "\u00a0", "\u200b", "\n", "\u3000\u2003", "\u200e"))
