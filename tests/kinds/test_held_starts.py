"""From the cell to the Ladder: what cannot be read holds the first round, and later that entry alone."""

from __future__ import annotations

import pytest

from rules.model import Entry
from sync.grid import Cell
from tests.sync.desk import Desk, desk, fill
from tests.sync.rigs import RIGS, Rig

TYPED: tuple[tuple[str, Cell], ...] = (
    ("Strong", "2,100"), ("Second", "1 950"), ("Third", "1.900"), ("Two numbers", "1500 1600"), ("Weak", 1200),
    ("Weaker", 1100),
)  # fmt: skip
"""As they are typed where thousands are marked by a comma, a space or a point."""
FORMATS = ("ladder", "swiss", "hastings", "grand-chess-tour", "pente")


def begun(format_name: str, typed: tuple[tuple[str, Cell], ...] = TYPED) -> Desk:
    """An event of these players for which the director typed `now`."""
    more = {"Events": "PAR"} if format_name == "grand-chess-tour" else {}
    d = desk(typed, format=format_name, **more)  # type: ignore[arg-type]
    for name, _ in typed if format_name == "pente" else ():
        d.type("Players", name, "Wants A", True)
    return d.start()


def entries(d: Desk) -> list[Entry]:
    """Who is entered, with which number and what was taken."""
    return [r.fact for r in d.record() if isinstance(r.fact, Entry)]


@pytest.mark.parametrize("format_name", FORMATS)
def test_a_rating_that_cannot_be_read_holds_the_first_round(format_name: str) -> None:
    """Nothing is recorded of the event before the cell is mended; then it begins by itself."""
    d = begun(format_name)
    assert not d.record()
    problem = d.problem("not-a-rating")
    assert (problem.at.cell, problem.facts["typed"]) == ("D5", "1500 1600")
    assert "Round 1 is not published" in d.says(problem)
    d.type("Players", "Two numbers", "Rating", "1 500").settle()
    assert "not-a-rating" not in d.codes()
    assert len(d.rounds()) >= 1


@pytest.mark.parametrize("name", RIGS)
def test_thousands_are_read_from_cell_to_ladder(name: str, tmp_path_factory: pytest.TempPathFactory) -> None:
    """On every backend: 2,100 and 1 950 and 1.900 are above 1200, and 1500 1600 is asked about."""
    rig: Rig = RIGS[name](tmp_path_factory.mktemp(name))
    d = fill(rig.blank(), TYPED, True)  # type: ignore[arg-type]
    assert d.rounds() == []
    assert "not-a-rating" in d.codes()
    d.type("Players", "Two numbers", "Rating", None).settle()
    ladder = [row[1] for row in d.shown("Ladder")[2:]]
    assert ladder == ["Strong", "Second", "Third", "Weak", "Weaker", "Two numbers"]
    rig.check()


@pytest.mark.parametrize("format_name", ["ladder", "swiss"])
def test_a_late_player_whose_rating_cannot_be_read_waits_alone(format_name: str) -> None:
    """The event goes on without the player; once the cell is mended the next round takes the player in."""
    d = begun(format_name, TYPED[:3] + TYPED[4:5])
    d.person.add_row("Players", {"Player": "Late", "Rating": "1640 N"})
    d.results("R1").settle()
    assert d.rounds() == ["R1", "R2"]
    assert "Late is not entered before" in d.says(d.problem("not-a-rating"))
    assert all("Late" not in (g.white, g.black) for g in d.games())
    d.type("Players", "Late", "Rating", 1640).settle()
    d.results("R2").settle()
    assert any("Late" in (g.white, g.black) for g in d.games())


@pytest.mark.parametrize("format_name", FORMATS)
def test_who_is_entered_keeps_what_was_recorded(format_name: str) -> None:
    """A cell spoilt afterwards changes no fact and no view: only a message comes."""
    d = begun(format_name, TYPED[:3] + TYPED[4:5])
    facts, views = [r.fact for r in d.record()], d.views("Problems")
    d.type("Players", "Strong", "Rating", "2100 N").settle()
    assert "What was recorded" in d.says(d.problem("not-a-rating"))
    assert [r.fact for r in d.record()] == facts
    assert d.views("Problems") == views


@pytest.mark.parametrize("format_name", ["ladder", "swiss"])
def test_the_next_round_is_as_if_the_cell_were_sound(format_name: str) -> None:
    """Who cannot be read any more is paired by what was recorded."""
    sound, spoilt = (begun(format_name, TYPED[:3] + TYPED[4:5]) for _ in range(2))
    spoilt.type("Players", "Strong", "Rating", "2100 N").settle()
    for d in (sound, spoilt):
        d.results("R1").settle()
    assert spoilt.rounds() == sound.rounds() == ["R1", "R2"]
    assert entries(spoilt) == entries(sound)


def test_a_range_of_ratings_of_ones_own() -> None:
    """Ratings below the default range count once the setting says so."""
    d = desk((("Ada", 12), ("Ben", 11), ("Cem", 10)), started=True)
    assert d.codes().count("rating-range") == 3
    assert not d.record()
    d.set("Ratings from", 1).settle()
    assert d.rounds() == ["R1"]
    d.set("Ratings to", 0).settle()
    assert "ratings-crossed" in d.codes()


def test_a_seed_in_two_parts_holds_the_first_round() -> None:
    """Every column that the order is made from, not ratings alone."""
    d = desk(started=False)
    d.type("Players", "Ada", "Seed", "1 2").start()
    assert "not-a-seed" in d.codes()
    assert not d.record()
    d.type("Players", "Ada", "Seed", 1).settle()
    assert d.rounds() == ["R1"]


def test_one_who_left_holds_nothing() -> None:
    """What stands in the line of somebody who does not play matters to nobody."""
    d = begun("ladder", TYPED[:3] + TYPED[4:5])
    d2 = desk(TYPED, format="ladder")  # type: ignore[arg-type]
    d2.status("Two numbers", "Withdrawn").start()
    assert d2.rounds() == d.rounds() == ["R1"]


@pytest.mark.parametrize(
    ("heading", "typed", "code"),
    [("Prize", "$10,000", "not-money"), ("Prize", 12.505, "money-decimals"), ("Points", "1 2", "not-a-number")],
)
def test_a_prize_that_cannot_be_read_holds_its_event(heading: str, typed: Cell, code: str) -> None:
    """And no other: an event whose prizes are sound begins."""
    d = desk(TYPED[:3], format="grand-chess-tour", Events="PAR ; LEU")  # type: ignore[arg-type]
    d.person.add_row("Prizes", {"Section": "PAR", "Place": 1, heading: typed})
    d.start()
    assert d.rounds() == []
    assert "Round 1 is not published" in d.says(d.problem(code))
    d.person.type("Prizes", heading, 2, 100)
    d.settle()
    assert {r.partition("-")[0] for r in d.rounds()} == {"PAR"}


PRIZES: tuple[tuple[str, int, Cell], ...] = (("PAR", 1, "10,000"), ("PAR", 2, "5 000"))


@pytest.mark.parametrize("name", RIGS)
def test_prizes_in_thousands_are_paid_in_full(name: str, tmp_path_factory: pytest.TempPathFactory) -> None:
    """On every backend, from the cell to the standings: 10000 and 5000, never 10 or 5."""
    rig: Rig = RIGS[name](tmp_path_factory.mktemp(name))
    blank = rig.blank()
    blank.format = "grand-chess-tour"
    d = fill(blank, (("Ada", 2000), ("Ben", 1900)), False, Events="PAR")
    for section, place, prize in PRIZES:
        d.person.add_row("Prizes", {"Section": section, "Place": place, "Prize": prize})
    d.start()
    for game in d.open_games():
        d.result(game, "1-0")
    d.settle()
    paid = [prize for _, prize in d.table("Standings", "Player", "Prize")]
    assert paid == ["$10,000", "$5,000"]


def test_a_higher_place_that_gets_less_is_asked_about() -> None:
    """1.900 that a file turned into 1.9: the event waits, and once it is over nothing is given out by that table."""
    d = desk((("Ada", 2000), ("Ben", 1900)), format="grand-chess-tour", Events="PAR")
    d.person.add_row("Prizes", {"Section": "PAR", "Place": 1, "Prize": 1.9})
    d.person.add_row("Prizes", {"Section": "PAR", "Place": 2, "Prize": 900})
    d.start()
    assert d.rounds() == []
    assert str(d.problem("prize-rises").at) == "Prizes C2 (Prize)"
    assert d.codes().count("prize-rises") == 1
    d.person.type("Prizes", "Prize", 2, 1900)
    d.settle()
    assert d.rounds() == ["PAR-R1"]
    d.person.type("Prizes", "Prize", 2, 1.9)
    d.result("PAR-R1-01", "1-0").settle()
    assert [p for _, p in d.table("Standings", "Player", "Prize")] == ["", ""]
    assert "prize-rises" in d.codes()
    d.person.type("Prizes", "Prize", 2, "1 900 900")
    d.person.type("Prizes", "Prize", 3, "$900")
    d.settle()
    assert [p for _, p in d.table("Standings", "Player", "Prize")] == ["", ""]
    assert "No prize is shown for PAR" in d.says(d.problem("not-money"))
    d.person.type("Prizes", "Prize", 2, "1,900")
    d.person.type("Prizes", "Prize", 3, 900)
    d.settle()
    assert [p for _, p in d.table("Standings", "Player", "Prize")] == ["$1,900", "$900"]


def test_hastings_asks_about_prizes_too() -> None:
    """In the tab, or in the settings where the tab has none for the section."""
    d = desk(TYPED[:3], format="hastings")  # type: ignore[arg-type]
    d.set("Prize: Premier winner", 1.5).set("Prize: Premier runner-up", 900).start()
    assert d.rounds() == []
    assert d.problem("prize-rises").at.tab == "Settings"
    d.set("Prize: Premier winner", "1,500").settle()
    assert "K-R1" in d.rounds()
