"""Functions of texts."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from tests.emulator.cells import Effective, Fault
from tests.emulator.formulas import Calc, Function, Given, number, text
from tests.emulator.sheet import Sheet


def on_texts(how: Callable[..., Any]) -> Function:
    """A function of single texts and numbers: each argument comes as it is, errors come back."""

    def run(calc: Calc, given: Given, home: Sheet) -> Any:
        values = [calc.one(node, home) for node in given]
        wrong = next((value for value in values if isinstance(value, Fault)), None)
        if wrong is not None:
            return wrong
        try:
            return how(*values)
        except (TypeError, ValueError, re.error):
            return Fault("#VALUE!")

    return run


def _size(value: Effective) -> int:
    amount = number(value)
    if isinstance(amount, Fault) or amount < 0:
        raise ValueError
    return int(amount)


def _left(value: Effective, size: Effective = 1) -> str:
    return text(value)[: _size(size)]


def _right(value: Effective, size: Effective = 1) -> str:
    count = _size(size)
    return text(value)[-count:] if count else ""


def _mid(value: Effective, start: Effective, size: Effective) -> str:
    first = _size(start)
    if first < 1:
        raise ValueError
    return text(value)[first - 1 : first - 1 + _size(size)]


def _find(fold: bool) -> Callable[..., Any]:
    def how(wanted: Effective, value: Effective, start: Effective = 1) -> int:
        needle, hay = text(wanted), text(value)
        if fold:
            needle, hay = needle.lower(), hay.lower()
        return hay.index(needle, _size(start) - 1) + 1

    return how


def _substitute(value: Effective, old: Effective, new: Effective, which: Effective = None) -> str:
    whole, needle = text(value), text(old)
    if not needle:
        return whole
    if which is None:
        return whole.replace(needle, text(new))
    at = -1
    for _ in range(_size(which)):
        at = whole.find(needle, at + 1)
        if at < 0:
            return whole
    return whole[:at] + text(new) + whole[at + len(needle) :]


def _replace(value: Effective, start: Effective, size: Effective, new: Effective) -> str:
    whole, first = text(value), _size(start) - 1
    return whole[:first] + text(new) + whole[first + _size(size) :]


def _joined(mark: str, values: list[Effective], *, blanks: bool) -> Any:
    wrong = next((value for value in values if isinstance(value, Fault)), None)
    if wrong is not None:
        return wrong
    return mark.join(text(value) for value in values if blanks or value not in (None, ""))


def _concatenate(calc: Calc, given: Given, home: Sheet) -> Any:
    return _joined("", [value for node in given for value in calc.flat(calc.any(node, home))], blanks=True)


def _join(calc: Calc, given: Given, home: Sheet) -> Any:
    values = [value for node in given[1:] for value in calc.flat(calc.any(node, home))]
    return _joined(text(calc.one(given[0], home)), values, blanks=True)


def _textjoin(calc: Calc, given: Given, home: Sheet) -> Any:
    values = [value for node in given[2:] for value in calc.flat(calc.any(node, home))]
    return _joined(text(calc.one(given[0], home)), values, blanks=not calc.one(given[1], home))


def _text(calc: Calc, given: Given, home: Sheet) -> Any:
    """TEXT: a number through a pattern."""
    from tests.emulator.numerals import show, show_entered_text
    from tests.emulator.patterns import sections

    value, pattern = calc.one(given[0], home), text(calc.one(given[1], home))
    if isinstance(value, Fault):
        return value
    if isinstance(value, bool):
        return text(value)
    if isinstance(value, str):
        amount = number(value)
        if isinstance(amount, Fault):
            return show_entered_text(value, {"pattern": pattern})
        value = amount
    dated = sections(pattern)[0].has("date", "elapsed", "half")
    return show(value or 0, {"type": "DATE_TIME" if dated else "NUMBER", "pattern": pattern}, calc.book.locale)


def _regex(how: Callable[[re.Pattern[str], str, str], Any]) -> Function:
    def run(value: Effective, pattern: Effective, new: Effective = "") -> Any:
        if not isinstance(value, str):
            raise TypeError
        return how(re.compile(text(pattern)), value, re.sub(r"\$(\d)", r"\\\1", text(new)))

    return on_texts(run)


def _extract(pattern: re.Pattern[str], value: str, _new: str) -> Any:
    found = pattern.search(value)
    if found is None:
        return Fault("#N/A")
    return found[1] if pattern.groups else found[0]


def _proper(value: Effective) -> str:
    return re.sub(r"[^\W\d_]+", lambda got: got[0][:1].upper() + got[0][1:].lower(), text(value))


TEXTS: dict[str, Function] = {
    "LEN": on_texts(lambda value: len(text(value))),
    "UPPER": on_texts(lambda value: text(value).upper()),
    "LOWER": on_texts(lambda value: text(value).lower()),
    "PROPER": on_texts(_proper),
    "TRIM": on_texts(lambda value: " ".join(part for part in text(value).split(" ") if part)),
    "CLEAN": on_texts(lambda value: "".join(letter for letter in text(value) if ord(letter) > 31)),
    "LEFT": on_texts(_left),
    "RIGHT": on_texts(_right),
    "MID": on_texts(_mid),
    "FIND": on_texts(_find(fold=False)),
    "SEARCH": on_texts(_find(fold=True)),
    "SUBSTITUTE": on_texts(_substitute),
    "REPLACE": on_texts(_replace),
    "REPT": on_texts(lambda value, times: text(value) * _size(times)),
    "EXACT": on_texts(lambda one, two: text(one) == text(two)),
    "CHAR": on_texts(lambda code: chr(_size(code))),
    "CODE": on_texts(lambda value: ord(text(value)[0])),
    "UNICHAR": on_texts(lambda code: chr(_size(code))),
    "UNICODE": on_texts(lambda value: ord(text(value)[0])),
    "T": on_texts(lambda value: value if isinstance(value, str) else ""),
    "TO_TEXT": on_texts(text),
    "CONCAT": on_texts(lambda one, two: text(one) + text(two)),
    "CONCATENATE": _concatenate,
    "JOIN": _join,
    "TEXTJOIN": _textjoin,
    "TEXT": _text,
    "REGEXMATCH": _regex(lambda pattern, value, _new: pattern.search(value) is not None),
    "REGEXEXTRACT": _regex(_extract),
    "REGEXREPLACE": _regex(lambda pattern, value, new: pattern.sub(new, value)),
    "ENCODEURL": on_texts(lambda value: __import__("urllib.parse").parse.quote(text(value), safe="")),
}
