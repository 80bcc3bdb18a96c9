"""What a rulebook's text says of itself, and each of its clauses in our own words, for readers without the text."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

_BETWEEN = re.compile(r"/|, ")
_SPAN = re.compile(r"(?P<words>.*?)(?P<first>\d+)-(?P<last>\d+)")


@dataclass(frozen=True)
class Rulebook:
    """A text that a format follows. What the text does not say of itself is `not known …`, never a guess."""

    title: str = "not known"
    edition: str = "not known"
    publisher: str = "not known"
    found: str = "not known"
    page: str = ""  # name of its pages in `docs/clauses`, `docs/rulings` and `docs/rulebooks`
    clauses: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))  # each in a sentence or two

    def cited(self, rule: str) -> tuple[str, ...]:
        """The clauses that a reason's `rule` names, spans such as `26-27` taken apart; rulings are left out."""
        return tuple(dict.fromkeys(name for name in self._named(rule) if name in self.clauses))

    def _named(self, rule: str) -> Iterator[str]:
        if rule in self.clauses:
            yield rule
            return
        words = ""  # `A-format 3, 5` names two clauses of A-format
        for part in _BETWEEN.split(rule):
            for name in _spread(part):
                yield name if name in self.clauses else f"{words}{name}"
            words = part[: part.rindex(" ") + 1] if " " in part else words


def _spread(part: str) -> list[str]:
    """`A-format 1-2` as its two names; what is no span as it stands."""
    span = _SPAN.fullmatch(part)
    if span is None:
        return [part]
    return [f"{span['words']}{number}" for number in range(int(span["first"]), int(span["last"]) + 1)]


NO_BOOK = Rulebook()
