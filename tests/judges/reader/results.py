"""Words and signs that count for a result."""

from __future__ import annotations

import unicodedata
from functools import cache

from tests.judges.reader.ground import Refused, clean
from tests.judges.reader.page import rows

FORMATS = {
    "ladder": "Ladder (`ladder`)",
    "swiss": "Swiss (`swiss`)",
    "pente": "Two-section championship (`pente`)",
    "hastings": "Knock-out with lucky losers and Challengers (`hastings`)",
    "grand-chess-tour": "Tour of events (`grand-chess-tour`)",
}
BY_FORFEIT = ("1-0F", "0-1F", "0-0F")
DASHES = "-‐‑‒–—―−－﹣"


def levelled(text: str) -> str:
    """Without what makes no difference: case, accents, the kind of dash, a full stop or exclamation mark at the end."""
    kept = ""
    for sign in clean(text).casefold():
        if unicodedata.category(sign) == "Nd":
            kept += str(unicodedata.decimal(sign))
        else:
            kept += "-" if sign in DASHES or sign in ":：" else sign
    kept = "".join(sign for sign in unicodedata.normalize("NFD", kept) if unicodedata.category(sign) != "Mn")
    kept = unicodedata.normalize("NFC", kept)
    if kept[-1:] in (".", "!") and kept[-2:-1].isalpha():
        kept = kept[:-1]
    return kept.strip()


@cache
def words_of(format_: str) -> dict[str, str]:
    """A format's own words: in its results' table, each with its other spellings."""
    from tests.judges.reader.page import DOCS

    page = (DOCS / "sheets.md").read_text(encoding="utf-8")
    part = page.split(f"## {FORMATS[format_]}", 1)[1].split("### Results", 1)[1].split("###", 1)[0]
    found: dict[str, str] = {}
    for line in part.strip().splitlines()[2:]:
        word, also, _ = (cell.strip() for cell in line.strip("|").split(" | "))
        for one in (word, *(spelling.strip() for spelling in also.split(",") if spelling.strip())):
            found[levelled(one)] = word
    return found


@cache
def figures() -> tuple[dict[str, str], dict[str, str]]:
    """Figures and signs from everybody, and those that only the director may type."""
    everybody: dict[str, str] = {}
    director: dict[str, str] = {}
    for result, also, typed in rows("result-words.md", "Figures and signs"):
        for into, listed in ((everybody, f"{result}, {also}"), (director, typed)):
            for sign in listed.split(", "):
                if sign.strip("` "):
                    into[levelled(sign.strip("` "))] = result.strip("`")
    return everybody, director


@cache
def phrases() -> dict[str, str]:
    results = ("1-0", "0-1", "1/2-1/2", "1-0F", "0-1F", "0-0F")
    found: dict[str, str] = {}
    for _, *cells in rows("result-words.md", "Phrases"):
        for result, cell in zip(results, cells, strict=True):
            for phrase in cell.split(", "):
                if phrase.strip():
                    assert found.setdefault(levelled(phrase), result) == result, f"{phrase} means two results"
    return found


@cache
def asked() -> frozenset[str]:
    return frozenset(levelled(row[0].strip("`")) for row in rows("result-words.md", "Asked about"))


def one_letter_away(a: str, b: str) -> bool:
    if a == b or abs(len(a) - len(b)) > 1:
        return False
    if len(a) == len(b):
        return sum(x != y for x, y in zip(a, b, strict=True)) == 1
    long, short = (a, b) if len(a) > len(b) else (b, a)
    return any(long[:n] + long[n + 1 :] == short for n in range(len(long)))


def result(text: str, format_: str, director: bool, bye: bool = False) -> str:
    """The result's word in this format."""
    own = words_of(format_)
    results = set(own.values())
    word = levelled(text)
    everybody, typed = figures()
    found = own.get(word)
    if found is None and format_ != "pente":
        found = everybody.get(word) or (typed.get(word) if director else None)
        if found is None and not any(one_letter_away(word, one) and own[one] != phrases().get(word) for one in own):
            found = phrases().get(word)
    if word in asked() and word not in own:
        found = None
    if bye and word == levelled("½"):
        found = None
    if found not in results or (not director and found in BY_FORFEIT):
        raise Refused
    return str(found)
