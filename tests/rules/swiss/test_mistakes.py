"""Mistakes of an evening: a round made again although games of it are over."""

from __future__ import annotations

from tests.rules.runner import Event
from tests.rules.swiss.build import pairs, play, swiss

SIX = ("Ada", "Ben", "Cem", "Dov", "Eva", "Fay")


def two_rounds() -> Event:
    """Round 2 is out and has a result."""
    event = swiss(*SIX)
    higher = [f"{min(g.white, str(g.black))}>{max(g.white, str(g.black))}" for g in event.open_games()]
    play(event, *higher)
    event.typed("R2-01", "1-0").run()
    return event


def test_a_round_with_results_stays_unless_the_line_says_so() -> None:
    """S50: the bare line is told, with what to type."""
    event = two_rounds()
    event.decide("Withdraw round", "R2").run()
    assert "withdraw-has-results" in event.troubles()
    assert list(event.rounds()) == ["R1", "R2"]


def test_a_round_goes_with_its_results() -> None:
    """S67: it is drafted again on new boards and the old result counts for nothing; the line counts once."""
    event = two_rounds()
    before = pairs(event, "R2")
    points = {row.cells["Player"]: row.cells["Points"] for row in event.table("Standings")}
    event.decide("Withdraw round", "R2", "with results").run()
    assert pairs(event, "R2") == before
    assert [id_ for id_, _, _ in event.games("R2")] == ["R2-04", "R2-05", "R2-06"]
    after = {row.cells["Player"]: row.cells["Points"] for row in event.table("Standings")}
    assert after != points
    assert sum(float(str(v)) for v in after.values()) == 3
    assert len(event.open_games()) == 3
    assert event.troubles() == []


def test_a_corrected_result_shapes_the_round_that_is_made_again() -> None:
    """S67: round 2 was made on a wrong result; corrected and taken back, it is made on the right one."""
    event = two_rounds()
    game = event.games("R1")[0]
    before = {frozenset(g[1:]) for g in event.games("R2")}
    event.typed(game[0], "0-1" if game[1] < game[2] else "1-0").run()
    event.decide("Withdraw round", "R2", "with results").run()
    assert {frozenset(g[1:]) for g in event.games("R2")} != before
