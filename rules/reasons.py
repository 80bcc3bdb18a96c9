"""One catalogue turns reasons into sentences.

A sentence is a template with the names of the reason's data in braces: `{player} gets the Bye …`. Two words after a
colon are one of them, by the number it follows: `{games} {games:game|games}`, `{players:is|are}` (a list counts
its members); `{players:few}` names the first of a long list and counts the rest. Data is never a template: braces in a
name stay braces. A format's own sentences stand in its `FormatSheet.words`; those that every format uses stand here.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from fractions import Fraction
from functools import lru_cache
from string import Formatter
from types import MappingProxyType

from rules.model import NO_FIELDS, Empty, Reason, Value

NO_WORDS: Mapping[str, str] = MappingProxyType({})

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

FEW = 5

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
        between = "; " if any(isinstance(p, str) and ", " in p for p in value) else ", "  # "So, Wesley" is one name
        return between.join(_member(part) for part in value) or "–"
    if isinstance(value, Empty):
        return value.value
    return value


def _member(part: Value) -> str:
    """A member of a list; a list inside a list stands in brackets."""
    return f"({value_text(part)})" if isinstance(part, tuple) and len(part) > 1 else value_text(part)


def few_text(value: Value | Empty) -> str:
    """A list of names short enough for a line that many read: the first `FEW`, then how many more there are."""
    if not isinstance(value, tuple) or len(value) <= FEW + 1:  # "and 1 more" would save nothing
        return value_text(value)
    return f"{value_text(value[:FEW])} and {len(value) - FEW} more"


def is_one(value: Value | Empty) -> bool:
    """Whether a noun or verb beside this value stands in the singular: 1, a half, a list of one, a text "1"."""
    if isinstance(value, tuple):
        return len(value) == 1
    if isinstance(value, int | Fraction):
        return 0 < value <= 1
    return value == "1"


class _Words(Formatter):
    """Fills templates in. Braces hold the name of a value, and after a colon the two words to choose from."""

    def get_field(self, field_name: str, args: object, kwargs: Mapping[str, Value]) -> tuple[Value, str]:
        del args  # templates name their data, they do not count
        return kwargs[field_name], field_name  # never an attribute or an item of it

    def convert_field(self, value: Value, conversion: str | None) -> Value:
        if conversion:
            raise ValueError(f"no conversion “{conversion}”")
        return value

    def format_field(self, value: Value, format_spec: str) -> str:
        if not format_spec:
            return value_text(value)
        if format_spec == "few":
            return few_text(value)
        one, bar, more = format_spec.partition("|")
        if not bar:
            raise ValueError(f"“{format_spec}” is not two words with | between")
        return one if is_one(value) else more


_FORMATTER = _Words()


def sentence(template: str, data: Mapping[str, Value] = NO_FIELDS) -> str:
    """The template with its data filled in. Raises KeyError where the data lacks a name the template uses, and
    ValueError where its braces cannot be read."""
    pieces = _pieces(template)
    if pieces is None:
        return _FORMATTER.vformat(template, (), data)
    return "".join(
        text if name is None else text + _FORMATTER.format_field(data[name], spec) for text, name, spec in pieces
    )


@lru_cache(maxsize=4096)
def _pieces(template: str) -> tuple[tuple[str, str | None, str], ...] | None:
    """A template taken apart once, however often it is filled in: text, and the name and words behind it.

    None where it needs more than names and words, or cannot be read.
    """
    try:
        pieces = tuple(_FORMATTER.parse(template))
    except ValueError:
        return None
    if any(sign or "{" in (words or "") or name == "" or (name or "").isdecimal() for _, name, words, sign in pieces):
        return None
    return tuple((text, name, words or "") for text, name, words, _ in pieces)


def render(reason: Reason, words: Mapping[str, str] = NO_WORDS, clauses: bool = True) -> str:
    """The reason as one paragraph: its sentence with the clause, then the sentences of its parts.

    Without `clauses` the sentences alone, for headlines.
    """
    template = words.get(reason.code) or WORDS[reason.code]
    text = sentence(template, reason.data).strip()
    if reason.rule and clauses:
        text = f"{text} [{reason.rule}]"
    return " ".join([text, *(render(part, words, clauses) for part in reason.parts)])
