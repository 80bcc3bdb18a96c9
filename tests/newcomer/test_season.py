"""What a director does in a season, and what must not be said to them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.newcomer.person import Typist, run


def problems(at: str) -> str:
    """A pass at this time, and what is wrong after it."""
    run("sync", "club.xlsx", "--at", at)
    return run("check", "club.xlsx").output


def test_a_round_taken_back_and_out_again_blames_nobody(club: Typist) -> None:
    """The line of the round in Rounds still says when it first went out; nobody changed it."""
    with club:
        club.add("Decisions", Decision="Withdraw round", About="R1")
    run("sync", "club.xlsx", "--at", "2027-01-03 12:10")
    run("sync", "club.xlsx", "--at", "2027-01-03 15:10")
    assert club.column("Games", "Game") == ["R1-01", "R1-02", "R1-03", "R1-04"]
    assert "was changed here" not in problems("2027-01-03 15:20")
    with club:
        club.cell("Rounds", "R1", "Kind", "a tea party")
    assert "was changed here" in problems("2027-01-03 15:30")


@pytest.mark.parametrize(
    ("typed", "shown"), [("White won", "1-0"), ("black wins", "0-1"), ("draw", "1/2-1/2"), ("1 – 0", "1-0")]
)
def test_a_result_may_be_typed_as_it_is_spoken(club: Typist, typed: str, shown: str) -> None:
    """The words of the form are words of the sheet."""
    with club:
        club.cell("Games", "R1-01", "Result", typed)
    assert "is not a result" not in problems("2027-01-03 13:00")
    assert club.column("Pairings", "Outcome") == [shown]


def test_words_of_a_chess_game_are_no_score_of_a_match(at_home: Path) -> None:
    """In the match format nobody has White."""
    run("new", "pente", "club.xlsx")
    typist = Typist(at_home / "club.xlsx")
    with typist:
        for number in range(4):
            typist.add("Players", Player=f"Player {number}", Rating=1900 - 50 * number)
        typist.setting("Time zone", "UTC")
        typist.setting("Start", "now")
    run("sync", "club.xlsx", "--at", "2027-01-03 12:00")
    with typist:
        typist.cell("Games", "A-R1-01", "Result", "White won")
    assert "is not a result" in problems("2027-01-08 12:00")
