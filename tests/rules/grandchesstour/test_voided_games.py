"""A voided game of a play-off is set again in its place: the lot that was drawn for it serves again (G34)."""

from __future__ import annotations

import pytest

from tests.rules.grandchesstour.play import answer, asked, won_by
from tests.rules.grandchesstour.test_playoffs import due, level, match


@pytest.mark.parametrize("white", ["Ann", "Bob"])
def test_the_first_game_keeps_its_colours(white: str) -> None:
    """No second lot for the same pair of games; the second game is reversed as ever."""
    event = level(2)
    answer(event, "PAR-P1-01.1", white)
    black = "Bob" if white == "Ann" else "Ann"
    event.typed("PAR-P1-01.1", "Void").run()
    assert asked(event) == []
    assert due(event) == [("PAR-P1-01.2", white, black, "rapid")]
    event.typed("PAR-P1-01.2", "Void").run()
    assert due(event) == [("PAR-P1-01.3", white, black, "rapid")]
    won_by(event, "PAR-P1-01.3", None)
    assert due(event) == [("PAR-P1-01.4", black, white, "rapid")]
    won_by(event, "PAR-P1-01.4", None)
    assert asked(event) == ["PAR-P1-01.5"]  # the blitz games have a lot of their own


def test_the_armageddon_game_keeps_toss_and_choice() -> None:
    """Who won the toss and what that player chose stands."""
    event = level(2)
    match(event, "PAR-P1-01", [None] * 4)
    answer(event, "PAR-P1-01.5", "Bob")
    answer(event, "PAR-P1-01.5 colour", "Black")
    event.typed("PAR-P1-01.5", "Void").run()
    assert asked(event) == []
    assert due(event) == [("PAR-P1-01.6", "Ann", "Bob", "Armageddon")]
