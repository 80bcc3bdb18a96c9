"""Reading what people type for a result: the words of the format and whole known phrases, nothing else.

Dates, numbers and every other text are refused, never searched for a result.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from difflib import get_close_matches
from fractions import Fraction

from rules.model import How
from rules.sheet import FormatSheet, ResultWord
from sync.grid import ERRORS, Cell
from sync.kinds import cell_text, clean, nothing_seen
from sync.reading.phrases import Meaning, is_near, meaning_of, phrase_key

OPEN = "Open"
_FORFEITS = (Meaning.WHITE_FORFEIT, Meaning.BLACK_FORFEIT, Meaning.BOTH_FORFEIT)
_HALF = ("1/2", "1-2", "1/2-", "half")
_MATCH = re.compile(r"(\d{1,3})-(\d{1,3})(?: ?(tie))?")


@dataclass(frozen=True)
class Said:
    """A result as understood: the word as shown, what it gives (first, second), and how it came about."""

    word: str
    score: tuple[Fraction, Fraction] | None
    how: How


@dataclass(frozen=True)
class NoResult:
    """Why a cell is no result: `result-is-a-date` or `bad-result`, and a near word."""

    code: str
    typed: str
    near: str = ""


def plain_result(text: str) -> str:
    """A result as compared: one kind of dash, no spaces around it, halves as 1/2."""
    return re.sub(r"(\d)\s+(f|tie)$", r"\1\2", phrase_key(text))


def read_result(cell: Cell, sheet: FormatSheet, director: bool = True) -> Said | NoResult | None:
    """The result in a cell; None for a blank. `director`: in the director's own cell; else in an answer of a form."""
    if nothing_seen(cell):
        return None
    if isinstance(cell, datetime):
        return NoResult("result-is-a-date", cell_text(cell))
    if isinstance(cell, int | float) and not isinstance(cell, bool):
        code = "result-is-a-date" if 20000 <= cell <= 110000 else "bad-result"
        return NoResult(code, cell_text(cell), _near(cell_text(cell), sheet.results))
    text = cell_text(cell)
    if text.strip() in ERRORS:
        return NoResult("bad-result", text.strip())
    if re.fullmatch(r"\s*\d{4}-\d{2}-\d{2}.*", text):
        return NoResult("result-is-a-date", clean(text))
    wanted = plain_result(text)
    for word in sheet.results:
        if wanted in {plain_result(word.word), *(plain_result(a) for a in word.aliases)}:
            return Said(word.word, word.score, word.how)
    phrase = _phrase(text, sheet, director)
    if phrase is not None:
        return phrase
    if sheet.reports == "match":
        found = _MATCH.fullmatch(wanted)
        if found:
            how = How.TIE_DECLARED if found[3] else How.PLAYED
            shown = f"{int(found[1])}-{int(found[2])}" + (" tie" if found[3] else "")
            return Said(shown, (Fraction(found[1]), Fraction(found[2])), how)
    return NoResult("bad-result", clean(text)[:40], _near(text, sheet.results))


def _phrase(text: str, sheet: FormatSheet, director: bool) -> Said | NoResult | None:
    """The result that a known phrase means in this format; none where it is one slip away from another word of it."""
    meaning = meaning_of(text, director)
    if meaning is None or (sheet.reports == "match" and meaning not in _FORFEITS):
        return None
    word = next((w for w in sheet.results if w.word == meaning.value), None)
    if word is None:
        return None
    slip = next((w.word for w in sheet.results if w is not word and is_near(text, w.word)), None)
    if slip is not None:
        return NoResult("bad-result", clean(text)[:40], f" Did you mean {word.word} or {slip}?")
    return Said(word.word, word.score, word.how)


def _near(text: str, words: Sequence[ResultWord]) -> str:
    """The result that was clearly meant: the same figures with something around them, or a word with a slip in it.

    One figure more or less is another result, so nothing is proposed for `2-1`.
    """
    known = {plain_result(n): w.word for w in words for n in (w.word, *w.aliases)}
    wanted = plain_result(text)
    if wanted in _HALF:
        wanted = "1/2-1/2"
    bare = _bare(wanted)
    found = next((word for name, word in known.items() if bare and _bare(name) == bare), None)
    if found is None and bare.isalpha():
        slips = get_close_matches(wanted, [n for n in known if n.isalpha()], n=1, cutoff=0.7)
        found = known[slips[0]] if slips else None
    return f" Did you mean {found}?" if found else ""


def _bare(text: str) -> str:
    return "".join(c for c in text if c.isalnum())


def turned(said: Said, sheet: FormatSheet) -> Said:
    """The same result seen from the other side."""
    if said.score is None:
        return said
    score = (said.score[1], said.score[0])
    word = next((w.word for w in sheet.results if w.score == score and w.how is said.how), said.word)
    if sheet.reports == "match" and said.how in (How.PLAYED, How.TIE_DECLARED):
        word = f"{score[0]}-{score[1]}" + (" tie" if said.how is How.TIE_DECLARED else "")
    return Said(word, score, said.how)
