"""One catalogue turns reasons into sentences.

A sentence is a template with the names of the reason's data in braces: `{player} gets the Bye …`. A format's
own sentences stand in its `FormatSheet.words`; those that every format uses stand here.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from fractions import Fraction
from string import Formatter

from rules.model import NO_FIELDS, Empty, Reason, Value

WORDS: Mapping[str, str] = {
    "adopted": "Taken from the sheet, since the Journal had lost it.",
    "typed": "The director typed {value}.",
    "accepted": "Reported by form at {sent}: {value}.",
    "paired-by-director": "The director paired {first} with {second}.",
    "fewer-than-two": "Fewer than two players: nothing to pair.",
    "lot-drawn": "Drawn by lot: {answer}.",
    "lot-typed": "Typed by the director: {answer}.",
    "decision-noticed": "The director's entry was seen: {what} {value}.",
    "status-noticed": "Status {value} of {player} was seen.",
    "status-taken-back": "{player} is back: the entry before was taken back.",
}

_HALVES = {Fraction(1, 2): "½", Fraction(1, 3): "⅓", Fraction(2, 3): "⅔", Fraction(1, 4): "¼", Fraction(3, 4): "¾"}


def number_text(value: Fraction | int) -> str:
    """A number as people write it: `3`, `½`, `2½`, `7¾`, `7 3/5`."""
    whole, rest = divmod(Fraction(value), 1) if value >= 0 else (0, Fraction(value))
    if rest == 0:
        return str(whole)
    part = _HALVES.get(rest)
    if part is not None:
        return part if whole == 0 else f"{whole}{part}"
    return str(rest) if whole == 0 else f"{whole} {rest}"


def moment_text(value: datetime) -> str:
    """A time as people mean it, weekday and zone included: `Sun 9 Nov 2025, 18:00 CET`."""
    return f"{value:%a} {value.day} {value:%b %Y, %H:%M} {value.tzname() or ''}".rstrip()


def value_text(value: Value | Empty) -> str:
    """Any value of a reason's data in words."""
    if value is None:
        return "–"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int | Fraction):
        return number_text(value)
    if isinstance(value, datetime):
        return moment_text(value)
    if isinstance(value, tuple):
        return ", ".join(value_text(part) for part in value) or "–"
    if isinstance(value, Empty):
        return value.value
    return value


class _Words(Formatter):
    def get_value(self, key: int | str, args: object, kwargs: Mapping[str, Value]) -> str:
        del args  # templates name their data, they do not count
        return value_text(kwargs[str(key)])


_FORMATTER = _Words()


def sentence(template: str, data: Mapping[str, Value] = NO_FIELDS) -> str:
    """The template with its data filled in. Raises KeyError where the data lacks a name the template uses."""
    return _FORMATTER.vformat(template, (), data)


def render(reason: Reason, words: Mapping[str, str] = NO_FIELDS) -> str:  # type: ignore[assignment]
    """The reason as one paragraph: its sentence with the clause, then the sentences of its parts."""
    template = words.get(reason.code) or WORDS[reason.code]
    text = sentence(template, reason.data)
    if reason.rule:
        text = f"{text} [{reason.rule}]"
    return " ".join([text, *(render(part, words) for part in reason.parts)])
