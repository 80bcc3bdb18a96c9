"""The note of a correction stays where something is made from the corrected result in the same pass."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.advice import books
from tests.advice.results import SIXTEEN, other
from tests.sync.desk import FIVE, Desk, desk


def rest(d: Desk) -> Desk:
    """All open games but one played, so that the next result completes the round."""
    for game in d.open_games()[1:]:
        d.result(game, "3-1" if d.format == "pente" else "1-0")
    d.settle()
    return d


CASES: dict[str, tuple[Callable[[], Desk], str]] = {
    "ladder": (lambda: books.ladder(2, Rounds=6), "R1-01"),
    "swiss": (lambda: books.swiss(2), "R1-01"),
    "pente": (lambda: books.pente(2), "A-R1-01"),
    "hastings": (lambda: books.hastings(2, SIXTEEN), "K-R1-01.1"),
}


def onward(d: Desk) -> list[str]:
    """Everything open is played; rounds that came."""
    before = d.rounds()
    for _ in range(12):
        for game in d.open_games():
            d.result(game, "3-1" if d.format == "pente" else "1-0")
        d.settle()
        if d.rounds() != before:
            break
        d.later(hours=12).settle()
    return [r for r in d.rounds() if r not in before]


@pytest.mark.parametrize("format_", CASES)
def test_a_correction_typed_with_the_last_result_is_told_although_the_next_round_goes_out(format_: str) -> None:
    """One pass sees the correction and the last result: the note stands there, stays, and goes with the round after."""
    made, game = CASES[format_]
    d = rest(made())
    d.later(hours=30).settle()
    old = d.outcome(game)
    before = d.rounds()
    other(d, game)
    for open_ in d.open_games():
        d.result(open_, "3-1" if format_ == "pente" else "1-0")
    d.settle()
    assert d.rounds() != before, "a round goes out in that pass"
    assert d.outcome(game) != old
    assert f"{old} → {d.outcome(game)}" in d.says(d.problem("correction"))
    d.later(hours=1).settle()
    assert "correction" in d.codes(), "a later pass, and the note still stands"
    d.later(hours=1)
    if onward(d):
        assert "correction" not in d.codes()


def test_a_correction_typed_with_the_last_result_of_a_ladder_is_told_although_the_final_goes_out() -> None:
    """The Final is made from the new result in the pass that sees it, and nothing is made after it: the note stays."""
    d = desk(FIVE[:4], started=True, Rounds=2)
    d.results("R1").settle()
    d.later(hours=1).settle()
    (first, *others) = d.open_games()
    for game in others:
        d.result(game, "1-0")
    d.later(days=9).result("R1-01", "0-1").result(first, "1-0").settle()
    assert "F1" in d.rounds()
    assert "R1-01" in d.says(d.problem("correction"))
    d.later(hours=1).settle()
    assert "correction" in d.codes()


def test_corrections_of_a_tour_typed_with_the_end_of_a_play_off_are_told() -> None:
    """Three results are typed anew, all stay level, and the next part of the play-off goes out in the same pass."""
    d = books.tour(players=FIVE[:3])
    for _ in range(3):  # the round-robin, and two games of the first play-off
        for game in d.open_games():
            d.result(game, "1/2-1/2")
        d.settle()
        d.later(hours=1).settle()
    assert d.open_games() == ["PAR-P1-03"]
    won = (("Ada", "Ben"), ("Ben", "Cem"), ("Cem", "Ada"))
    for game, white, black in d.table("Games", "Game", "White", "Black"):
        if game.startswith("PAR-R") and not black.startswith("("):
            d.result(game, "1-0" if (white, black) in won else "0-1")
    d.result("PAR-P1-03", "1/2-1/2").settle()
    assert "PAR-P2" in d.rounds()
    assert d.codes() == ["correction"] * 3
    d.later(hours=1).settle()
    assert d.codes().count("correction") == 3
