"""No message ends with two marks."""

from __future__ import annotations

from sync.problems import CATALOGUE, At, Problem, wording
from tests.advice.play import entries


def test_a_name_that_ends_with_a_full_stop_needs_no_second_one() -> None:
    """`Ada B.` at the end of a sentence."""
    facts = {"holds": "R2", "why": "R2 waits for Ada B.", "ends": "Lots, Typed: Ada B."}
    _, wrong, advice, _ = wording(Problem("waits", At(""), facts), CATALOGUE)
    assert wrong == "R2 waits for you: R2 waits for Ada B."
    assert advice == "Lots, Typed: Ada B."


def test_dots_that_are_meant_stay() -> None:
    """Three of them are an ellipsis."""
    facts = {"holds": "R2", "why": "and so on...", "ends": "wait"}
    assert wording(Problem("waits", At(""), facts), CATALOGUE)[1] == "R2 waits for you: and so on..."


def test_no_advice_doubles_its_marks() -> None:
    """Neither a full stop nor a semicolon comes before the full stop of a sentence."""
    for _, code, advice in entries():
        assert not {";.", "..", ",.", ":."} & {advice.words[i : i + 2] for i in range(len(advice.words))}, code
