"""What a newcomer read and stumbled over: sentences of the worker's tabs, as they stand in the book."""

from __future__ import annotations

import pytest

from rules.registry import formats
from tests.sync.desk import FIVE, Desk, desk


def finished_ladder() -> Desk:
    """Three players, one round, a Final won three to nothing."""
    d = desk(FIVE[:3], started=True, Rounds=1)
    d.results("R1").settle()
    for number in range(1, 6):
        d.later(hours=1).settle()
        game = f"F1-01.{number}"
        if game not in [g for g, *_ in d.table("Games", "Game")]:
            break
        d.result(game, "1-0" if number % 2 else "0-1").settle()
    return d


def test_after_the_final_nobody_is_told_that_it_is_being_played() -> None:
    """Who was no Finalist reads that the event is over."""
    d = finished_ladder()
    assert "Champion" in d.shown("Ladder")[0][0]
    states = dict(d.table("This round", "Player", "State"))
    assert "the event is over" in states.values()
    assert "the Final is being played" not in states.values()


def test_one_win_and_one_game_stand_in_the_singular() -> None:
    """No `1 Wins`, no `1 completed games` anywhere in the book."""
    d = desk(FIVE[:3], started=True, Rounds=5)
    for round_ in ("R1", "R2", "R3"):
        d.results(round_).later(hours=1).settle()
    everything = str([d.shown(tab) for tab in d.person.titles()])
    assert "1 completed game together" in everything
    for wrong in ("1 Wins", "1 completed games", "1 games", "1 players", "1 places"):
        assert f" {wrong}" not in everything, wrong


def started(format_name: str) -> Desk:
    """Six players in a format, started as far as it goes by itself."""
    d = desk(tuple((f"Player {n}", 1700 - n) for n in range(1, 7)), format=format_name)
    if format_name == "grand-chess-tour":
        d.set("Events", "PAR")
        for n in range(1, 7):
            d.type("Players", f"Player {n}", "Events", "PAR")
    return d.start()


@pytest.mark.parametrize("name", formats())
def test_the_first_line_of_a_view_holds_no_clause(name: str) -> None:
    """A headline says where the event stands; clauses belong to Why."""
    d = started(name)
    for tab in ("This round", "Next round", "Why"):
        assert "[" not in d.shown(tab)[0][0], d.shown(tab)[0][0]


def test_what_to_type_for_a_lot_is_said() -> None:
    """A lot that waits says which answer it takes, whatever is asked: an order here."""
    d = desk(FIVE, format="grand-chess-tour")
    d.set("Events", "PAR").set("Lots", "typed")
    d.start()
    (line,) = [line for line in d.shown("Problems") if "waits for you" in str(line)]
    assert "all the names of Among in the order drawn" in str(line)
    assert "Lots: Typed" not in str(line)


def test_a_mistake_in_prizes_has_its_cell() -> None:
    """The line that cannot be used is named, and its column."""
    d = desk(FIVE, format="grand-chess-tour")
    d.set("Events", "PAR")
    d.person.add_row("Prizes", {"Section": "PAR", "Place": "1", "Prize": 100})
    d.person.add_row("Prizes", {"Section": "PAR", "Place": "best", "Prize": 50})
    d.person.add_row("Prizes", {"Section": "PAR", "Place": "2", "Points": -3})
    d.start()
    assert str(d.problem("prize-place").at) == "Prizes B3 (Place)"
    assert str(d.problem("prize-negative").at) == "Prizes D4 (Points)"
