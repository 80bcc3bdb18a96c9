"""A round taken back and published again with another start keeps its row in Rounds, whose start is the first one."""

from __future__ import annotations

from tests.sync.desk import Desk, desk


def level() -> Desk:
    """Two players level after the main games of a tour's event: their play-off is out."""
    d = desk((("Ada", 2000), ("Ben", 1900)), format="grand-chess-tour", Events="PAR", Tour="no")
    d.start()
    for game in d.open_games():
        d.result(game, "1/2-1/2")
    d.later(hours=4).settle()
    assert d.table("Rounds", "Round", "Starts")[-1][0] == "PAR-P1"
    return d


def taken_back_and_again() -> Desk:
    """The main game ended later than it was typed: the play-off is taken back and comes again, later too."""
    d = level()
    main = d.table("Games", "Game")[0][0]
    d.later(minutes=10).type("Games", main, "Ended", d.now.replace(tzinfo=None)).decide("Withdraw round", "PAR-P1")
    d.settle()
    return d


def starts(d: Desk) -> list[str]:
    """The start of each game to be played, as players see it."""
    return [s for g, s in d.table("This round", "Game", "Starts") if g.startswith("PAR-P1")]


def test_the_start_of_the_first_publication_is_nobodys_word() -> None:
    """The row still shows the old start; nobody typed it, so nothing is moved and nothing is said."""
    d = taken_back_and_again()
    assert d.rounds().count("PAR-P1") == 2
    row = dict(d.table("Rounds", "Round", "Starts"))["PAR-P1"]
    assert row.endswith("22:30")
    assert starts(d) == ["Mon 2 Nov 2026, 22:40 CET"] * 2
    assert not {"start-too-early", "start-refused"} & set(d.codes()), d.codes()


def test_a_start_typed_over_it_counts() -> None:
    """The director's own start is their word, also where they then type the first one again."""
    d = taken_back_and_again()
    d.type("Rounds", "PAR-P1", "Starts", d.now.replace(tzinfo=None, hour=23, minute=30)).settle()
    assert all("23:30" in s for s in starts(d))
