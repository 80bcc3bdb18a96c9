"""Single cells of a list of players: what they mean, or that they cannot be read."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

NONE_WORDS = frozenset(
    {"", "-", "–", "—", "0", "unr", "unrated", "nc", "n/a", "none", "ohne", "x", "?", "0000", "----"}
)
MEN = frozenset(
    (
        "m",
        "male",
        "man",
        "men",
        "h",
        "homme",
        "hombre",
        "mann",
        "männlich",
        "maschio",
        "masculino",
        "м",
        "муж",
        "e",
        "erkek",
        "ч",
        "男",
        "남",
        "herr",
        "v1",
    )
)
WOMEN = frozenset(
    (
        "f",
        "w",
        "d",
        "female",
        "woman",
        "women",
        "femme",
        "mujer",
        "frau",
        "weiblich",
        "femmina",
        "feminino",
        "ж",
        "жен",
        "k",
        "kadın",
        "kobieta",
        "n",
        "nő",
        "女",
        "여",
        "dame",
    )
)
TITLES = {
    "g": "GM", "m": "IM", "f": "FM", "c": "CM", "wg": "WGM", "wm": "WIM", "wf": "WFM", "wc": "WCM", "ff": "WFM",
    "gf": "WGM", "mf": "WIM", "igm": "GM", "wigm": "WGM",
}  # fmt: skip
KNOWN_TITLES = frozenset(("GM", "IM", "FM", "CM", "WGM", "WIM", "WFM", "WCM", "NM", "AGM", "AIM", "AFM", "ACM"))
_LINK = re.compile(r"^(?:https?://)?(?:www\.)?(?:lichess\.org/@/|chess\.com/member/)([\w\-]+)/?$", re.IGNORECASE)


@dataclass(frozen=True)
class Got:
    """A value, blank for none; `note`: what was done to read it; `bad`: it cannot be read."""

    value: str = ""
    note: str = ""
    bad: bool = False


def tidy(text: str) -> str:
    """Text with one kind of space, none outside."""
    return " ".join(unicodedata.normalize("NFC", text).replace("\xa0", " ").split())


def rating_of(text: str) -> Got:
    """A rating: digits, or digits with the letters of its kind (`1640 N`, `1234P7`); 0 and its like are none."""
    word = tidy(text)
    digits = "".join(str(unicodedata.digit(c)) if c.isdigit() and not c.isascii() else c for c in word)
    if digits.casefold() in NONE_WORDS:
        return Got()
    if re.fullmatch(r"\d{2,4}", digits):
        return Got(digits)
    if re.fullmatch(r"\d[ .,’']\d{3}", digits):
        return Got(re.sub(r"\D", "", digits), f"“{word}” is taken as {re.sub(chr(92) + 'D', '', digits)}")
    if found := re.fullmatch(r"(\d{3,4})(?:[.,]0+)", digits):
        return Got(found[1])
    if found := re.fullmatch(r"(\d{3,4}) ?[A-Za-z]{1,2}\d{0,2}|(\d{3,4})/\d{1,2}", digits):
        number = found[1] or found[2]
        return Got(number, f"“{word}” is taken as {number}")
    return Got(word, bad=True)


def title_of(text: str) -> Got:
    """A title in capitals; letters of older lists are spelled out. What is no title is left."""
    word = tidy(text)
    if word.casefold() in NONE_WORDS:
        return Got()
    found = TITLES.get(word.casefold(), word.upper())
    return Got(found) if found in KNOWN_TITLES else Got(word, bad=True)


def sex_of(text: str, column: frozenset[str] = frozenset()) -> Got:
    """`m` or `w`. Beside `h` (hombre) `m` is a woman; `v` is one in Dutch and a man in Spanish: it is not read."""
    word = tidy(text).casefold().rstrip(".")
    if word in NONE_WORDS:
        return Got()
    if word == "m" and "h" in column:
        return Got("w")
    if word == "m" and "v" in column:
        return Got(word, bad=True)
    if word in MEN:
        return Got("m")
    return Got("w") if word in WOMEN else Got(word, bad=True)


def federation_of(text: str) -> Got:
    """Three letters."""
    word = tidy(text)
    if word.casefold() in NONE_WORDS:
        return Got()
    return Got(word.upper()) if re.fullmatch(r"[A-Za-z]{3}", word) else Got(word, bad=True)


def id_of(text: str) -> Got:
    """A number kept as text; 0 is none."""
    word = tidy(text).removesuffix(".0")
    return Got() if word.casefold() in NONE_WORDS or not word.strip("0") else Got(word)


def username_of(text: str) -> Got:
    """An account's name: as it stands, after an @, or out of the link of a player's page."""
    word = tidy(text)
    if word.casefold() in NONE_WORDS:
        return Got()
    link = _LINK.match(word)
    name = link[1] if link else word.removeprefix("@")
    return Got(name) if re.fullmatch(r"[\w\-]{2,40}", name) else Got(word, bad=True)


_ORDERS = {"day first": (2, 1, 0), "month first": (2, 0, 1)}  # where year, month and day stand among three numbers


def born_of(text: str, order: str) -> Got:
    """A year, or a day as 1978/03/21. `order` says how 3/4/2001 is meant; without it such a day cannot be read."""
    word = tidy(text)
    if word.casefold() in NONE_WORDS or not re.sub(r"[0.\-/]", "", word):
        return Got()
    if found := re.fullmatch(r"(\d{4})", word):
        return Got(found[1])
    if found := re.fullmatch(r"(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?: .*)?", word):
        return _day(word, int(found[1]), int(found[2]), int(found[3]))
    if found := re.fullmatch(r"(\d{1,2})[-/. ]+(\d{1,2})[-/. ]+(\d{4})", word):
        one, two, year = int(found[1]), int(found[2]), int(found[3])
        if "." in word or one > 12 or (one == two):
            return _day(word, year, two, one)
        if two > 12 or order == "month first":
            return _day(word, year, one, two)
        return _day(word, year, two, one) if order else Got(word, bad=True)
    return Got(word, bad=True)


def _day(word: str, year: int, month: int, day: int) -> Got:
    if month == 0 or day == 0:
        return Got(str(year))
    try:
        return Got(f"{date(year, month, day):%Y/%m/%d}")
    except ValueError:
        return Got(word, bad=True)


def order_in(texts: Sequence[str]) -> str:
    """How the days of a column are meant, by those that can be read one way only; blank where none says so."""
    found = set()
    for text in texts:
        parts = re.fullmatch(r"(\d{1,2})[-/](\d{1,2})[-/]\d{4}", tidy(text))
        if parts and int(parts[1]) > 12:
            found.add("day first")
        elif parts and int(parts[2]) > 12:
            found.add("month first")
    return found.pop() if len(found) == 1 else ""
