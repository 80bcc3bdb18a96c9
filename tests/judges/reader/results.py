"""Words and signs that count for a result."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from functools import cache

from tests.judges.reader.ground import Refused, clean
from tests.judges.reader.page import DOCS, rows

FORMATS = {
    "ladder": "Ladder (`ladder`)",
    "swiss": "Swiss (`swiss`)",
    "pente": "Two-section championship (`pente`)",
    "hastings": "Knock-out with lucky losers and Challengers (`hastings`)",
    "grand-chess-tour": "Tour of events (`grand-chess-tour`)",
}
BY_FORFEIT = ("1-0F", "0-1F", "0-0F")
DASHES = "‐‑‒–—―−﹣－"
LIKE = {"ł": "l", "ø": "o", "đ": "d", "ı": "i"}
WITHOUT_PLAY = ("f", "ff", "k", "wo", "w.o", "w.o.", "wo.", "w/o", "forfeit", "forfait", "kampflos")
HALVES = (".5", "0.5", ",5", "0,5")
DIGITS = "0123456789"


def levelled(text: str) -> str:
    """The page's list of what makes no difference, in its order."""
    kept = ""
    for sign in unicodedata.normalize("NFKC", clean(text).replace("½", "1/2")):
        value = unicodedata.decimal(sign, None)
        kept += "-" if sign in DASHES else sign if value is None else str(value)
    kept = "".join(sign for sign in unicodedata.normalize("NFD", kept.casefold()) if not "\u0300" <= sign <= "\u036f")
    kept = "".join(LIKE.get(sign, sign) for sign in unicodedata.normalize("NFC", kept))
    bare = kept.rstrip(".!。！")
    if bare and bare[-1].isalnum() and bare[-1] not in DIGITS:
        kept = bare
    kept = decimals(closed(kept.replace(":", "-"), "-"))
    return without_play(closed(kept, "/"))


def closed(text: str, sign: str) -> str:
    """Without spaces around a sign."""
    return sign.join(part.strip() if 0 < n < text.count(sign) else part.rstrip() if n == 0 else part.lstrip()
                     for n, part in enumerate(text.split(sign))) if sign in text else text  # fmt: skip


def decimals(text: str) -> str:
    """`0.5` as `1/2`, then `1.0` as `1`, sign by sign from the left."""
    return replaced(replaced(text, half_at), whole_at)


def replaced(text: str, found_at: Callable[[str, int], tuple[int, str] | None]) -> str:
    kept, at = "", 0
    while at < len(text):
        found = found_at(text, at)
        kept += text[at] if found is None else found[1]
        at = at + 1 if found is None else found[0]
    return kept


def half_at(text: str, at: int) -> tuple[int, str] | None:
    for half in HALVES:
        end = at + len(half)
        if text.startswith(half, at) and before(text, at) not in DIGITS and text[end : end + 1] not in tuple(DIGITS):
            return end, "1/2"
    return None


def whole_at(text: str, at: int) -> tuple[int, str] | None:
    if before(text, at) in DIGITS + ".,":
        return None
    for length in (3, 2, 1):
        number, rest = text[at : at + length], text[at + length :]
        fits = len(number) == length and all(sign in DIGITS for sign in number)
        if fits and rest[:2] in (".0", ",0") and rest[2:3] not in tuple(DIGITS):
            return at + length + 2, number
    return None


def before(text: str, at: int) -> str:
    return text[at - 1] if at else "\0"


def without_play(text: str) -> str:
    for score in ("1-0", "0-1", "0-0", "1-1"):
        ends = {f"{space}{opened}{word}{closed_}" for word in WITHOUT_PLAY for space in ("", " ")
                for opened in ("", "(") for closed_ in ("", ")")}  # fmt: skip
        sides = f"{score[0]}f-{score[2]}f"
        if text == sides or (text.removeprefix(score) in ends and text.startswith(score)):
            return score + "f"
    signs = text.replace(" ", "")
    for one in "+-":
        for other in "+-":
            if signs in (one + other, f"{one}-{other}", f"{one}/{other}"):
                return one + other
    for word in ("f", "tie"):
        if text.endswith(" " + word) and text.removesuffix(" " + word)[-1:] in tuple(DIGITS):
            return text.removesuffix(" " + word) + word
    return text


@cache
def words_of(format_: str) -> dict[str, str]:
    """A format's own words: in its results' table, each with its other spellings."""
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


def is_near_another(word: str, format_: str) -> bool:
    """Whether a phrase is one letter away from a word of the format that means another result."""
    others = {levelled(one) for one in words_of(format_).values() if one != phrases().get(word)}
    return any(one.isalpha() and word.isalpha() and one_letter_away(word, one) for one in others)


def score(word: str) -> str | None:
    numbers, tie = word.removesuffix("tie"), word.endswith("tie")
    one, dash, other = (numbers.removesuffix(" ") if tie else numbers).partition("-")
    if dash and all(1 <= len(n) <= 3 and all(sign in DIGITS for sign in n) for n in (one, other)):
        return f"{int(one)}-{int(other)}" + (" tie" if tie else "")
    return None


def result(text: str, format_: str, director: bool) -> str:
    """The result's word in this format."""
    own, word = words_of(format_), levelled(text)
    if word in own:
        found: str | None = own[word]
    elif format_ == "pente" and word == "0-0":
        found = word
    elif word in asked() and clean(text) != "½":
        found = None
    else:
        everybody, typed = figures()
        found = everybody.get(word) or (typed.get(word) if director else None)
        if found is None and not is_near_another(word, format_):
            found = phrases().get(word)
        if found not in own.values() or (format_ == "pente" and found not in BY_FORFEIT):
            found = score(word) if format_ == "pente" else None
    if found is None or (not director and found in (*BY_FORFEIT, "Null", "Void", "Open")):
        raise Refused
    return found
