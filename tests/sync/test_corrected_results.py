"""A result corrected after something was made from it is told, in the same note in every format."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.sync.desk import FIVE, Desk, desk
from tests.sync.test_contrary_lines import favoured

EIGHT = (*FIVE, ("Fay", 1750), ("Gus", 1700), ("Hal", 1650))


def next_round(format_: str) -> Callable[[], tuple[Desk, str, str]]:
    """Round 1 played and the next one published; the game to correct, and what was made from it."""

    def make() -> tuple[Desk, str, str]:
        d = desk(EIGHT, True, format_)
        (first, *_) = d.open_games()
        for game in d.open_games():
            d.result(game, favoured(d, game))
        d.settle()
        d.later(days=9).settle()
        made = {"hastings": "K-R2", "pente": "A-R2"}.get(format_, "R2")
        assert made in d.rounds()
        return d, first, made

    return make


def play_off() -> tuple[Desk, str, str]:
    """Three players of a tour, two of them level: the play-off is out."""
    d = desk(FIVE[:3], True, "grand-chess-tour")
    for game in d.open_games():
        white, black = next((g.white, str(g.black)) for g in d.games() if g.id == game)
        d.result(game, "1/2-1/2" if {white, black} == {"Ada", "Ben"} else "1-0" if black == "Cem" else "0-1")
    d.settle()
    assert "EV-P1" in d.rounds()
    game = next(g.id for g in d.games() if {g.white, g.black} == {"Ada", "Cem"})
    return d, game, "EV-P1"


def prize_money() -> tuple[Desk, str, str]:
    """An event of a tour that is over; the winner has the first prize."""
    d = desk(FIVE[:3], False, "grand-chess-tour")
    d.person.add_row("Prizes", {"Section": "EV", "Place": 1, "Prize": 75000})
    d.start()
    for game in d.open_games():
        d.result(game, favoured(d, game))
    d.settle()
    assert next(r for r in d.table("Prize money", "Player", "EV") if r[0] == "Ada")[1] == "$75,000"
    game = next(g.id for g in d.games() if {g.white, g.black} == {"Ada", "Ben"})
    return d, game, "prize money"


CASES = {
    "ladder": next_round("ladder"),
    "swiss": next_round("swiss"),
    "hastings": next_round("hastings"),
    "pente": next_round("pente"),
    "tour, play-off": play_off,
    "tour, money": prize_money,
}


@pytest.mark.parametrize("name", CASES)
def test_a_corrected_result_is_told_with_what_was_made_from_it(name: str) -> None:
    """One note at the cell of the result, with the old and the new one; typed back, it is gone."""
    d, game, made = CASES[name]()
    assert "correction" not in d.codes()
    row = d.row("Games", game)
    old = str(d.person.look("Games", "Result", row))
    new = "-".join(reversed(old.split("-")))
    d.result(game, new).settle()
    problem = d.problem("correction")
    assert problem.at.column == "Result"
    assert problem.at.row == row
    text = d.says(problem)
    assert f"was corrected: {old} → {new}." in text
    assert f"type {old} into Games → Result of {game}" in text
    assert (made if name != "ladder" else "Otherwise paired") in text
    d.result(game, old).settle()
    assert "correction" not in d.codes()


@pytest.mark.parametrize("format_", ["ladder", "swiss", "hastings", "pente"])
def test_the_next_round_takes_the_correction_in(format_: str) -> None:
    """What is made afterwards rests on the corrected result, and nothing is left to say."""
    d, game, _ = next_round(format_)()
    old = str(d.person.look("Games", "Result", d.row("Games", game)))
    d.result(game, "-".join(reversed(old.split("-")))).settle()
    assert "correction" in d.codes()
    rounds = len(d.rounds())
    for _ in range(4):
        for open_ in d.open_games():
            d.result(open_, favoured(d, open_))
        d.later(days=9).settle()
        if len(d.rounds()) > rounds:
            break
    assert len(d.rounds()) > rounds
    assert "correction" not in d.codes()
