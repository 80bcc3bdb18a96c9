"""The table of what is read holds: its examples are read so, what it refuses is refused, its words mean one thing."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from rules.sheet import Kind
from sync.grid import Cell
from sync.kinds import Misread, read_cell
from sync.kinds.grammar import GRAMMARS
from sync.kinds.words import NO_WORDS, YES_WORDS, languages_of

ZONE = ZoneInfo("Europe/Berlin")
EXAMPLES = [(k, c, v) for g in GRAMMARS for k in g.kinds for s in g.shapes for c, v in s.examples]
REFUSED = [(k, c, code) for g in GRAMMARS for k in g.kinds for c, code in g.refused]


def shown(value: object, kind: Kind) -> str:
    """A value as the table writes it."""
    if value is None:
        return "blank"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, datetime):
        return value.isoformat()
    if isinstance(value, tuple):
        return " ; ".join(value)
    return f"{value} seconds" if kind is Kind.DURATION else str(value)


def test_every_kind_has_a_grammar() -> None:
    """And one only."""
    kinds = [kind for grammar in GRAMMARS for kind in grammar.kinds]
    assert sorted(k.name for k in kinds) == sorted(k.name for k in Kind)


@pytest.mark.parametrize(("kind", "typed", "value"), EXAMPLES)
def test_an_example_is_read_as_it_says(kind: Kind, typed: Cell, value: str) -> None:
    """Every example of every kind."""
    assert shown(read_cell(typed, kind, ZONE, ("no", "yes")), kind) == value


@pytest.mark.parametrize(("kind", "typed", "code"), REFUSED)
def test_what_it_refuses_is_refused(kind: Kind, typed: Cell, code: str) -> None:
    """With the message that the table names."""
    found = read_cell(typed, kind, ZONE, ("no", "yes"))
    assert isinstance(found, Misread)
    assert found.code == code


def test_a_word_means_one_thing_in_every_language() -> None:
    """So that nobody has to say in which language a cell is typed."""
    for name, table in languages_of():
        meaning: dict[str, object] = {}
        for language, groups in table.items():
            for number, group in enumerate(groups):
                key = group.partition(":")[0] if name == "units" else number
                for word in group.partition(":")[2].split() if name == "units" else group.split():
                    assert meaning.setdefault(word, key) == key, (name, word, language)
                    assert word == word.lower()
    assert not YES_WORDS & NO_WORDS
