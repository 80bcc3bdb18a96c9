"""One line a cause, one line a cell, and the first words of a book: what a director who is no programmer reads."""

from __future__ import annotations

import pytest

from rules.registry import formats
from tests.advice import books
from tests.sync.desk import FIVE, desk
from tests.sync.test_words import finished_ladder


@pytest.mark.parametrize("name", formats())
def test_an_empty_book_asks_for_players_first(name: str) -> None:
    """And for nothing that makes no sense before, whether Start is typed or not."""
    d = desk((), format=name)
    assert d.codes() == ["no-players"]
    assert str(d.problem("no-players").at) == "Players A2 (Player)"
    d.set("Start", "now").settle()
    assert d.codes() == ["no-players"]
    d.person.add_row("Players", {"Player": "Ada"})
    d.settle()
    assert "no-players" not in d.codes()


def test_a_line_that_comes_back_is_not_waited_for() -> None:
    """It says that nothing is to be done, and nothing else says the opposite."""
    d = desk(started=True)
    d.person.delete_rows("Games", 3)
    d.sync()
    assert d.codes() == ["row-missing"]


@pytest.mark.parametrize("heading", ["Game", "White", "Black", "Result", "Round", "Deadline"])
def test_one_renamed_heading_is_one_line(heading: str) -> None:
    """However many games stand under it."""
    d = books.ladder(2, books.EIGHT)
    at = d.person.column("Games", heading)
    d.person.type_at("Games", f"{'ABCDEFGHIJKLMNOP'[at]}1", "mine")
    d.settle()
    assert d.codes() == ["heading-missing"]


def test_two_things_about_one_cell_are_one_line() -> None:
    """A player with two Null games is contacted once, in one line of Problems, which counts as one."""
    d = books.ladder(1, FIVE[:2], Rounds=3, Check_for="0")
    d.later(days=8).settle()
    d.later(days=8).settle()
    contacts = [p for p in d.problems if p.code == "contact" and p.facts["player"] == "Ada"]
    assert len(contacts) > 1
    lines = [row for row in d.shown("Problems") if any("Players F2" in cell for cell in row)]
    assert len(lines) == 1
    assert all(str(p.facts["game"]) in str(lines[0]) for p in contacts)
    assert d.last.decided.needs == len({str(p.at) for p in d.problems})


def test_a_result_typed_on_a_bye_is_told() -> None:
    """It counts for nothing, and says what does."""
    d = desk(started=True).result("R1-03", "1-0")
    d.settle()
    assert str(d.problem("result-on-bye").at) == "Games J4 (Result)"
    d.result("R1-03", None).settle()
    assert d.codes() == []


@pytest.mark.parametrize("line", [("Refuse claim", "R3-02", ""), ("Pair", "R4", "P1 ; P2"), ("Winner", "R1-01", "P1")])
def test_an_id_of_another_formats_shape_is_told(line: tuple[str, str, str]) -> None:
    """`R3-02` names nothing where every id begins with a section."""
    d = books.hastings().decide(*line)
    d.settle()
    assert str(d.problem("decision-bad").at) == "Decisions B2 (About)"
    assert "ids begin with a section here" in d.says(d.problem("decision-bad"))


def test_a_wrong_event_is_named_at_its_own_cell() -> None:
    """In the line of the player who has it."""
    d = books.tour(start=False)
    d.type("Players", "Cem", "Events", "PRA").settle()
    at = d.problem("event-unknown").at
    assert (at.tab, at.column, at.row) == ("Players", "Events", d.row("Players", "Cem"))


def test_a_finished_ladder_is_led_by_its_champion() -> None:
    """Whatever position the Champion had before the Final."""
    d = finished_ladder()
    (first, second, *_) = d.table("Ladder", "Placement", "Player")
    assert (first[0], second[0]) == ("1", "2")
    assert f"{first[1]} is Champion" in d.shown("Ladder")[0][0]
