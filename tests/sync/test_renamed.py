"""Somebody gets another name: one question with its cell, then new lines under the new name, and no ruling from it."""

from __future__ import annotations

import pytest

from rules.registry import formats
from tests.sync.desk import FIVE, Desk, desk


def renamed() -> Desk:
    """Cem of R1 is called Cem Yilmaz from then on; R2 is published."""
    d = desk(started=True, Rounds=6)
    d.type("Players", "Cem", "Player", "Cem Yilmaz").type("Players", "Cem Yilmaz", "Also known as", "Cem").settle()
    d.results("R1").settle()
    return d


def pairs(d: Desk) -> list[tuple[str, ...]]:
    """Lines of Games with their names as they stand."""
    return d.table("Games", "Game", "White", "Black")


def rulings(d: Desk) -> list[list[str]]:
    """Lines of the Journal that say White or Black was changed by hand."""
    return [r for r in d.shown("Journal") if r[2] == "seen" and ("White" in r[4] or "Black" in r[4])]


@pytest.mark.parametrize("name", [f for f in formats() if f != "grand-chess-tour"])
def test_a_new_name_is_one_question_with_its_cell(name: str) -> None:
    """Not a second line from the engine that somebody has no row."""
    d = desk(FIVE, started=True, format=name)
    d.type("Players", "Cem", "Player", "Cem Yilmaz").settle()
    urgent = [(u, w) for u, w in d.table("Problems", "Urgency", "Where") if u in ("now", "soon")]
    assert urgent == [("now", "Players A4 (Player)")]
    assert d.problem("maybe-renamed").holds


def test_new_lines_carry_the_name_people_see() -> None:
    """Old lines stand as they are; both are read as the same player, and nothing counts as typed by hand."""
    d = renamed()
    names = {n for game, *both in pairs(d) for n in both if game.startswith("R1")}
    assert "Cem" in names
    later = {n for game, *both in pairs(d) for n in both if game.startswith("R2")}
    assert "Cem Yilmaz" in later
    assert "Cem" not in later
    d.results("R2").settle()
    assert d.rounds() == ["R1", "R2", "R3"]
    assert rulings(d) == []
    assert d.codes() == []
    assert {"Cem"} == {n for g in d.games() for n in (g.white, g.black) if str(n).startswith("Cem")}


def test_a_line_may_say_either_name() -> None:
    """The director types the other name of the same player: still no ruling; another player's name is one."""
    d = renamed()
    game, white, black = next(p for p in pairs(d) if p[0].startswith("R2") and "Cem Yilmaz" in p)
    heading = "White" if white == "Cem Yilmaz" else "Black"
    d.type("Games", game, heading, "Cem").settle()
    assert rulings(d) == []
    d.type("Games", game, "White", black).type("Games", game, "Black", white).settle()
    assert [r[3] for r in rulings(d)] == [game]
    assert "now" not in [u for u, *_ in d.table("Problems", "Urgency", "Where")]


def test_a_name_that_somebody_else_takes_later_makes_no_ruling() -> None:
    """Renamed back, and a newcomer is called what Cem was called for a while: Cem's games stay Cem's."""
    d = renamed()
    d.type("Players", "Cem Yilmaz", "Also known as", None).type("Players", "Cem Yilmaz", "Player", "Cem").settle()
    d.person.add_row("Players", {"Player": "Cem Yilmaz", "From round": "R3"})
    d.results("R2").settle()
    assert rulings(d) == []
    played = [g for g in d.games() if g.id.startswith("R2")]
    assert any("Cem" in (g.white, g.black) for g in played)
    assert "twice-in-round" not in d.codes()
    shown = [r for r in d.table("Pairings", "Game", "White", "Black") if r[0].startswith("R2")]
    assert any("Cem" in row for row in shown)


def test_a_deleted_line_comes_back_under_the_name_of_today() -> None:
    """A line of R1, written under the old name, comes back under the new one and is the same game."""
    d = renamed()
    game = next(g for g, *both in pairs(d) if g.startswith("R1") and "Cem" in both)
    d.person.delete_rows("Games", d.row("Games", game))
    d.settle()
    again = next(p for p in pairs(d) if p[0] == game)
    assert "Cem Yilmaz" in again
    assert rulings(d) == []
    assert d.outcome(game) == "1-0"


def confirmed(d: Desk, code: str) -> Desk:
    """The director types the code the problem names."""
    d.set("Confirm", str(d.problem(code).facts["code"])).settle()
    return d


def test_lines_under_a_new_name_are_taken_for_the_record_when_the_journal_lost_them() -> None:
    """The games belong to the recorded player; nobody is entered a second time."""
    d = renamed()
    rows = d.person.see("Journal")
    lost = [n for n, r in enumerate(rows, start=1) if len(r) > 3 and r[2] in ("game", "round") and "R2" in str(r[3])]
    for number in reversed(lost):
        d.person.delete_rows("Journal", number)
    d.sync()
    confirmed(d, "journal-gap")
    players = {n for g in d.games() for n in (g.white, g.black)}
    assert "Cem Yilmaz" not in players
    assert sum(r[2] == "entry" and str(r[3]).startswith("Cem") for r in d.shown("Journal")) == 1
    assert rulings(d) == []
    d.results("R2").settle()
    assert "R3" in d.rounds()


def test_a_whole_journal_lost_is_rebuilt_under_the_name_of_today() -> None:
    """Old lines say Cem, Players say Cem Yilmaz, also known as Cem: one player."""
    d = renamed()
    d.person.delete_rows("Journal", 2, 500)
    d.sync()
    confirmed(d, "journal-gap")
    players = {n for g in d.games() for n in (g.white, g.black)}
    assert "Cem" not in players
    assert "Cem Yilmaz" in players
    d.results("R2").settle()
    assert "R3" in d.rounds()
    assert rulings(d) == []
