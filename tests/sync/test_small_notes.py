"""Notes that said too much, too little, or the same cell twice."""

from __future__ import annotations

import pytest

from sync.cli.said import summary
from tests.sync.desk import FIVE, Desk, desk
from tests.sync.test_contrary_lines import said

FORMATS = ("ladder", "swiss", "grand-chess-tour", "hastings", "pente")


@pytest.mark.parametrize("format_", FORMATS)
def test_a_book_without_a_time_zone_is_not_running(format_: str) -> None:
    """Start is typed and the zone is not: the line of the pass says what it waits for."""
    d = desk(FIVE, False, format_, Time_zone="")
    d.set("Start", "now").sync()
    assert "no-zone" in d.codes()
    assert d.rounds() == []
    line = summary(d.last, dry=False)
    assert "running" not in line
    assert "time zone" in line


def test_a_match_explained_names_its_games_and_their_rates() -> None:
    """A play-off of two: each game with its id and how it was played."""
    d = desk(FIVE[:2], True, "grand-chess-tour")
    d.results("EV-R1", "1/2-1/2").settle()
    d.result("EV-P1-01.1", "1/2-1/2").settle()
    d.result("EV-P1-01.2", "1-0").settle()
    text = said(d, "EV-P1-01")
    assert "EV-P1-01.1, rapid: " in text
    assert "EV-P1-01.2, rapid: " in text


def swiss(*left: str) -> tuple[Desk, str]:
    """A Swiss with days for its games, past their deadline; some of the players of the first game have left."""
    d = desk(FIVE[:4], True, "swiss", Days_per_round=3)
    game = d.games()[0]
    for player in left:
        d.status({"white": game.white, "black": str(game.black)}[player], "Withdrawn")
    d.later(days=4).settle()
    return d, game.id


@pytest.mark.parametrize(
    ("left", "code", "word"),
    [((), "overdue", ""), (("white",), "leaver-open", "0-1F"), (("black",), "leaver-open", "1-0F"),
     (("white", "black"), "leaver-open", "0-0F")],
)  # fmt: skip
def test_one_cell_has_one_line_of_problems(left: tuple[str, ...], code: str, word: str) -> None:
    """An overdue game of leavers: the likely reason is said once, with the word that fits both."""
    d, game = swiss(*left)
    mine = [p for p in d.problems if p.facts.get("game") == game]
    assert [p.code for p in mine] == [code]
    if word:
        assert f"type {word} into Games → Result of {game}" in d.says(mine[0])


@pytest.mark.parametrize("mark", ["(half bye)", "(bye)"])
def test_a_game_changed_into_a_bye_is_no_second_meeting(mark: str) -> None:
    """The note says what it was and what it is."""
    d = desk(FIVE[:4], True, "swiss")
    game = d.games()[0]
    d.type("Games", game.id, "Black", mark).settle()
    text = d.says(d.problem("bye-changed"))
    assert "meeting" not in text
    assert f"{game.id} was published as {game.white} – {game.black} and is {game.white} – {mark} now." in text
    d.later(hours=1).type("Games", game.id, "Black", str(game.black)).settle()
    assert "bye-changed" not in d.codes()


def test_a_meeting_changed_is_told_with_the_rule() -> None:
    """Two others in a game: a published pairing is changed only if it is a second meeting."""
    d = desk(FIVE[:4], True, "swiss")
    one, two = d.games()[:2]
    d.type("Games", one.id, "Black", str(two.black)).type("Games", two.id, "Black", str(one.black)).settle()
    assert "second meeting" in d.says(d.problem("published-changed"))
