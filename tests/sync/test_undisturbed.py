"""An event that nobody disturbs has no trouble and no note at any moment, in any format."""

from __future__ import annotations

import pytest

from tests.sync.desk import FIVE, desk
from tests.sync.test_contrary_lines import favoured

EIGHT = (*FIVE, ("Fay", 1750), ("Gus", 1700), ("Hal", 1650))
FIELDS = {"ladder": 6, "swiss": 7, "grand-chess-tour": 4, "hastings": 2, "pente": 6}


@pytest.mark.parametrize("format_", FIELDS)
def test_nothing_is_said_of_an_event_that_goes_well(format_: str) -> None:
    """Results come in by twos, the rounds follow, somebody wins; the first line that appears is that it is over."""
    d = desk(EIGHT[: FIELDS[format_]], True, format_)
    for _ in range(80):
        over = d.last.decided.answer is not None and d.last.decided.answer.state == "finished"
        assert d.codes() == (["finished"] if over else []), [d.says(p) for p in d.problems]
        if over:
            return
        for game in d.open_games()[:2]:
            d.result(game, favoured(d, game))
        d.later(hours=30 if format_ == "hastings" else 2).settle()
    raise AssertionError("the event never came to its end")
