"""Sentences: what stands in braces, singular and plural, and data that looks like a template."""

from __future__ import annotations

from fractions import Fraction
from string import Formatter

import pytest

from rules.model import Reason, Value
from rules.reasons import WORDS, render, sentence
from rules.registry import engine_of, formats
from sync.problems import CATALOGUE

HOSTILE = ("{player}", "{0}", "}{", "{games:a|b}", "{player.__class__}", "Ann {games!r}", "{{", "%s")


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0, "0 games are over"),
        (1, "1 game is over"),
        (2, "2 games are over"),
        (Fraction(1), "1 game is over"),
        (Fraction(1, 2), "½ game is over"),
        (Fraction(3, 2), "1½ games are over"),
        ("1", "1 game is over"),
        ("21", "21 games are over"),
        (("R1-01",), "R1-01 game is over"),
        (("R1-01", "R1-02"), "R1-01, R1-02 games are over"),
        (("So, Wesley", "Giri, Anish"), "So, Wesley; Giri, Anish games are over"),
        (("$30,000", "$25,000"), "$30,000, $25,000 games are over"),
        ((), "– games are over"),
        (None, "– games are over"),
    ],
)
def test_singular_and_plural(value: Value, text: str) -> None:
    """One, a half and a list of one are singular; none and more are plural."""
    assert sentence("{n} {n:game|games} {n:is|are} over", {"n": value}) == text


@pytest.mark.parametrize("name", HOSTILE)
def test_data_is_never_a_template(name: str) -> None:
    """A name with braces stands as it was typed, alone, in a list and beside a plural."""
    assert sentence("{player} has {games} {games:Win|Wins}.", {"player": name, "games": 1}) == f"{name} has 1 Win."
    assert sentence("{players} {players:is|are} in", {"players": (name, name)}) == f"{name}, {name} are in"
    reason = Reason("3(b)", "x", {"player": name}, (Reason("", "x", {"player": name}),))
    assert render(reason, {"x": "{player} plays."}) == f"{name} plays. [3(b)] {name} plays."


@pytest.mark.parametrize("template", ["{player.x}", "{player[0]}", "{player!r}", "{player:>9}", "{player", "{other}"])
def test_a_template_reaches_nothing_but_its_data(template: str) -> None:
    """No attribute, item, conversion or width: somebody's own wording with them is refused."""
    with pytest.raises((KeyError, ValueError)):
        sentence(template, {"player": "Ann"})


def test_headlines_go_without_clauses() -> None:
    """The clause belongs to Why, not to the line on top."""
    reason = Reason("3", "x", {}, (Reason("4", "x"),))
    assert render(reason, {"x": "Over."}, clauses=False) == "Over. Over."


def _templates() -> dict[str, str]:
    found = dict(WORDS)
    for name in formats():
        spec = engine_of(name).sheet
        found |= {f"{name}: {code}": text for code, text in spec.words.items()}
        for code, words in spec.troubles.items():
            _, wrong, advice, otherwise = words
            found |= {f"{name}: {code} {i}": text for i, text in enumerate((wrong, advice.words, otherwise))}
    for code, sort in CATALOGUE.items():
        found |= {f"{code} {i}": text for i, text in enumerate((sort.wording, sort.advice.words, sort.otherwise))}
    return found


def test_every_choice_of_words_is_one_of_two() -> None:
    """Every sentence of every format can be filled in: names in braces, or two words."""
    templates = _templates()
    assert len(templates) > 900
    for code, template in templates.items():
        names = {name for _, name, _, _ in Formatter().parse(template) if name}
        one = sentence(template, dict.fromkeys(names, 1))
        assert "{" not in one, code


@pytest.mark.parametrize(
    ("count", "text"), [(0, "–"), (2, "P1, P2"), (6, "P1, P2, P3, P4, P5, P6"), (7, "P1, P2, P3, P4, P5 and 2 more")]
)
def test_a_long_list_is_shortened_where_the_sentence_says_so(count: int, text: str) -> None:
    """The first five and how many more; a list that would only lose one name stands whole."""
    assert sentence("{players:few}", {"players": tuple(f"P{n}" for n in range(1, count + 1))}) == text


def test_lists_inside_a_list_stand_in_brackets() -> None:
    """Groups of players are told apart."""
    assert sentence("{groups}", {"groups": (("A", "B"), ("C",))}) == "(A, B), C"
