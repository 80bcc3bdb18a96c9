"""Play-offs of every size, each with each way it can end. Lots, tosses and choices are typed."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from fractions import Fraction

import pytest

from rules.advice import Decide
from rules.grandchesstour.playoff import PlayOff
from rules.model import Game
from rules.parts.ends import RESULT, winner_typed
from rules.parts.record import standing
from tests.rules.grandchesstour.play import (
    DRAW,
    answer,
    asked,
    open_playoff,
    places,
    play_main,
    season,
    tour,
    watched,
    winners,
    won_by,
)
from tests.rules.runner import Event

NAMES = ["Ann", "Bob", "Cem", "Dov", "Eva", "Fay", "Gus", "Hal", "Ida", "Jon"]
HALF = Fraction(1, 2)


def level(count: int, extra: Sequence[tuple[str, str]] = (), others: int = 1) -> Event:
    """An event in which the first `count` players are level at the top and somebody else is last; lots are typed.

    Everybody at the top beats everybody else; among them all is drawn but `extra`.
    """
    top = NAMES[:count]
    rest = [f"Zoe{n}" for n in range(others)]
    event = tour({"PAR": [*top, *rest]})
    event.draw_lots = False
    event.run()
    answer(event, "PAR numbers", *top, *rest)
    return play_main(event, "PAR", winners(*((a, b) for a in top for b in rest), *extra))


def play(event: Event) -> PlayOff:
    """The play-off of PAR."""
    found = season(event).events[0].play
    assert found is not None
    return found


def due(event: Event) -> list[tuple[str, str, str, str]]:
    """Games that can be played: id, White, Black, rate."""
    return [(g.id, g.white, str(g.black), g.rate) for g in open_playoff(event)]


def match(event: Event, board: str, scores: Sequence[str | None], white_first: str = "") -> None:
    """Play the next games of a match: White of each pair of games by lot to the one named (or the first)."""
    for winner in scores:
        if board + ".1" in asked(event) or any(a.startswith(board) and " " not in a for a in asked(event)):
            lot_id = next(a for a in asked(event) if a.startswith(board))
            lot = standing(event.book).lot(lot_id)
            assert lot is not None
            if lot.kind == "toss":
                answer(event, lot_id, white_first or lot.among[0])
                answer(event, f"{lot_id} colour", "White")
            else:
                answer(event, lot_id, white_first or lot.among[0])
        (game,) = [g for g in open_playoff(event) if g.id.startswith(board)]
        won_by(event, game.id, winner)


# --- two players ------------------------------------------------------------------------------------------------------

RAPID = [None, None]


@pytest.mark.parametrize(
    ("games", "winner"),
    [
        (["Ann", None], "Ann"),
        ([None, "Bob"], "Bob"),
        (["Ann", "Ann"], "Ann"),
        (["Ann", "Bob", "Bob", None], "Bob"),
        ([None, None, None, "Ann"], "Ann"),
        ([None, None, None, None, "Ann"], "Ann"),
        ([None, None, "Ann", "Bob", "Bob"], "Bob"),
        ([None, None, None, None, None], "Bob"),  # Ann has White in the Armageddon game: a draw is Black's
    ],
)
def test_two_players(games: list[str | None], winner: str) -> None:
    """Two rapid games, two blitz games, Armageddon: 2, 4 or 5 games (G14). The winner takes the first prize whole (G5); the
    second game of a pair is played also after a win in the first (G11).
    """
    event = level(2)
    assert due(event) == []
    match(event, "PAR-P1-01", games)
    found = play(event)
    assert found.winner == winner
    rates = [g.rate for g in found.matches[0].games]
    assert rates == ["rapid", "rapid", "blitz", "blitz", "Armageddon"][: len(games)]
    loser = "Bob" if winner == "Ann" else "Ann"
    assert places(event, "PAR")[winner] == (1, "$75,000", Fraction(12))  # no bonus
    assert places(event, "PAR")[loser] == (2, "$50,000", Fraction(10))
    assert event.answer.state == "finished"


def test_colours_of_two_players() -> None:
    """A lot of its own for each pair of games; the second game has colours reversed; nothing is carried over (G10)."""
    event = level(2)
    assert asked(event) == ["PAR-P1-01.1"]
    answer(event, "PAR-P1-01.1", "Bob")
    assert due(event) == [("PAR-P1-01.1", "Bob", "Ann", "rapid")]
    won_by(event, "PAR-P1-01.1", None)
    assert due(event) == [("PAR-P1-01.2", "Ann", "Bob", "rapid")]
    won_by(event, "PAR-P1-01.2", None)
    assert due(event) == []
    answer(event, "PAR-P1-01.3", "Bob")
    assert due(event) == [("PAR-P1-01.3", "Bob", "Ann", "blitz")]


def test_toss_and_choice() -> None:
    """Armageddon has no colours before the toss is won and the colour chosen (G13)."""
    event = level(2)
    match(event, "PAR-P1-01", [None] * 4)
    assert asked(event) == ["PAR-P1-01.5"]
    answer(event, "PAR-P1-01.5", "Bob")
    assert asked(event) == ["PAR-P1-01.5 colour"]
    assert due(event) == []
    answer(event, "PAR-P1-01.5 colour", "Black")
    assert due(event) == [("PAR-P1-01.5", "Ann", "Bob", "Armageddon")]
    won_by(event, "PAR-P1-01.5", None)
    assert play(event).winner == "Bob"
    assert "drawn" in event.said("PAR-P1-01")


def test_a_choice_is_never_drawn() -> None:
    """Drawn lots draw the toss but not the choice: the worker asks for it."""
    event = level(2)
    event.draw_lots = True
    answer(event, "PAR-P1-01.1", "Ann")
    for number in (1, 2, 3, 4):
        won_by(event, f"PAR-P1-01.{number}", None)
    assert asked(event) == ["PAR-P1-01.5 colour"]


def test_both_miss_the_armageddon_game() -> None:
    """The director names the winner, the word is recorded, and the prizes follow (G12)."""
    event = level(2)
    match(event, "PAR-P1-01", [None] * 4)
    answer(event, "PAR-P1-01.5", "Ann")
    answer(event, "PAR-P1-01.5 colour", "White")
    event.typed("PAR-P1-01.5", "0-0F").run()
    assert play(event).winner is None
    (wait,) = [w for w in event.answer.waits if w.on == "director"]
    assert wait.ends_by == (winner_typed("PAR-P1-01"),)
    event.decide("Winner", "PAR-P1-01", "Ann").run()
    assert play(event).winner == "Ann"
    assert standing(event.book).notice("PAR-P1-01", "Winner") is not None


def test_a_leaver_loses_all_games_due() -> None:
    """Who leaves is absent in all games still due, no lot is drawn for them, and stays among the losers (G12)."""
    event = level(2)
    match(event, "PAR-P1-01", ["Bob"])
    event.decide("Leaves", "PAR-P1", "Bob").run()
    found = play(event)
    assert found.winner == "Ann"  # one game each, so the blitz games were due, too
    assert [g.id for g in found.matches[0].games] == ["PAR-P1-01.1", "PAR-P1-01.2", "", ""]
    assert asked(event) == []
    assert places(event, "PAR")["Bob"] == (2, "$50,000", Fraction(10))
    event.undecide("Leaves").run()
    assert [g[0] for g in due(event)] == ["PAR-P1-01.2"]


def test_both_leave() -> None:
    """Nobody attends anything: the Armageddon game has no winner either, and the director decides."""
    event = level(2)
    event.decide("Leaves", "PAR-P1", "Bob").decide("Leaves", "PAR", "Ann").run()
    assert play(event).matches[0].undecided
    event.decide("Winner", "PAR-P1", "Ann").run()
    assert play(event).winner == "Ann"


def test_who_left_first_loses_to_who_left_later() -> None:
    """The games due were entered when the first left and the other was still there: that stays (G32)."""
    event = level(2)
    event.decide("Leaves", "PAR-P1", "Bob").run()
    event.now += timedelta(minutes=5)
    event.decide("Leaves", "PAR-P1", "Ann").run()
    assert play(event).winner == "Ann"
    assert event.answer.state == "finished"


def test_blitz_for_rapid() -> None:
    """Only the rate changes: two blitz games, two more if level, then Armageddon (G21); too late once it has begun."""
    event = level(2)
    event.decide("Blitz for rapid", "PAR-P1").run()
    match(event, "PAR-P1-01", [None, None, None, None, "Ann"])
    assert [g.rate for g in play(event).matches[0].games] == ["blitz"] * 4 + ["Armageddon"]
    late = level(2)
    match(late, "PAR-P1-01", [None])
    late.decide("Blitz for rapid", "PAR-P1-01").run()
    assert "blitz-too-late" in late.troubles()
    match(late, "PAR-P1-01", ["Ann"])
    assert [g.rate for g in play(late).matches[0].games] == ["rapid", "rapid"]


def test_blitz_for_the_whole_play_off() -> None:
    """A word about PAR-P1 is about every match of the play-off that has not begun, later rounds included (G21)."""
    event = four()
    match(event, "PAR-P1-01", [None])  # one semi-final has begun in rapid
    event.decide("Blitz for rapid", "PAR-P1").run()
    assert "blitz-too-late" not in event.troubles()
    match(event, "PAR-P1-01", ["Ann"])
    match(event, "PAR-P1-02", ["Bob", None])
    match(event, "PAR-P2-01", ["Ann", None])
    rates = {m.id: {g.rate for g in m.games} for m in play(event).matches}
    assert rates == {"PAR-P1-01": {"rapid"}, "PAR-P1-02": {"blitz"}, "PAR-P2-01": {"blitz"}}
    assert "blitz-too-late" not in event.troubles()


def test_blitz_for_a_play_off_that_has_begun() -> None:
    """A word about the whole play-off that finds nothing left to change is said to be too late."""
    event = level(2)
    match(event, "PAR-P1-01", [None])
    event.decide("Blitz for rapid", "PAR-P1").run()
    assert "blitz-too-late" in event.troubles()


def test_blitz_of_three_is_written_beside_the_game() -> None:
    """The all-play-all set in rapid and put into blitz says so beside its games, played or not (G21)."""
    event = level(3)
    answer(event, "PAR-P1 numbers", "Ann", "Bob", "Cem")
    event.decide("Blitz for rapid", "PAR-P1").run()
    assert str(event.row("Pairings", "Game", "PAR-P1-01")["Remark"]).endswith("played in blitz")
    won_by(event, "PAR-P1-01", None)
    assert event.row("Pairings", "Game", "PAR-P1-01")["Remark"] == "played in blitz"


def test_blitz_said_while_the_first_game_is_set() -> None:
    """Said after the first game was set and before it is played, the word still counts; the game says so."""
    event = level(2)
    answer(event, "PAR-P1-01.1", "Ann")
    event.decide("Blitz for rapid", "PAR-P1-01").run()
    assert event.row("Pairings", "Game", "PAR-P1-01.1")["Remark"] == "starts 18:33; played in blitz"
    won_by(event, "PAR-P1-01.1", "Ann")
    event.undecide("Blitz for rapid").run()
    won_by(event, "PAR-P1-01.2", None)
    assert [g.rate for g in play(event).matches[0].games] == ["blitz", "blitz"]


def test_a_voided_game_is_set_again() -> None:
    """Void is as if never paired: the game is set again with the same colours under a new number."""
    event = level(2)
    match(event, "PAR-P1-01", [None])
    event.typed("PAR-P1-01.1", "Void").run()
    assert [d[0] for d in due(event)] == ["PAR-P1-01.2"]
    won_by(event, "PAR-P1-01.2", None)
    assert [d[0] for d in due(event)] == ["PAR-P1-01.3"]


# --- three players ----------------------------------------------------------------------------------------------------


def three(results: Sequence[str | None], extra: Sequence[tuple[str, str]] = (), others: int = 1) -> Event:
    """Ann, Bob and Cem (numbers 1, 2, 3) after the three games of the all-play-all: Bob-Cem, Ann-Bob, Cem-Ann."""
    event = level(3, extra, others)
    answer(event, "PAR-P1 numbers", "Ann", "Bob", "Cem")
    for number, winner in enumerate(results, start=1):
        assert [d[0] for d in due(event)] == [f"PAR-P1-0{number}"]  # one game at a time
        won_by(event, f"PAR-P1-0{number}", winner)
    return event


def test_three_players_order_and_colours() -> None:
    """2-3, 1-2, 3-1, the first named with White; all three are played (G15)."""
    event = three(["Bob", "Bob", None])
    games = [(g.white, g.black) for r, g in _games(event, "PAR-P1")]
    assert games == [("Bob", "Cem"), ("Ann", "Bob"), ("Cem", "Ann")]
    assert play(event).winner == "Bob"
    assert places(event, "PAR")["Ann"] == (2, "$45,000", Fraction(9))
    assert places(event, "PAR")["Cem"] == (2, "$45,000", Fraction(9))


def _games(event: Event, round_: str) -> list[tuple[str, Game]]:
    found = [(g.id, g) for g in standing(event.book).games_of(round_)]
    return [(id_, g) for id_, g in found if isinstance(g, Game)]


@pytest.mark.parametrize(
    ("games", "winner"), [(["Ann", None], "Ann"), ([None, None, "Bob"], "Bob"), (["Ann", "Bob", None], "Bob")]
)
def test_three_players_two_level(games: list[str | None], winner: str) -> None:
    """Two at the top: the third is out, two blitz games and, if level, Armageddon (G16)."""
    event = three(["Bob", None, "Ann"])
    match(event, "PAR-P2-01", games)
    found = play(event)
    assert found.matches[0].players == ("Ann", "Bob")
    assert found.winner == winner
    assert [g.rate for g in found.matches[0].games] == ["blitz", "blitz", "Armageddon"][: len(games)]
    assert places(event, "PAR")["Cem"][0] == 2


@pytest.mark.parametrize(
    ("semi", "last", "winner"),
    [
        (["Bob", None], [None, "Ann"], "Ann"),
        ([None, None, "Cem"], [None, None, "Cem"], "Cem"),
        (["Bob", "Bob"], ["Ann", "Bob", None], "Ann"),
    ],
)
def test_three_players_all_level(semi: list[str | None], last: list[str | None], winner: str) -> None:
    """All level: the bye to the final for the most wins in the main games (G17); two blitz matches (G16)."""
    event = level(3)
    answer(event, "PAR-P1 numbers", "Ann", "Bob", "Cem")
    for number in (1, 2, 3):
        won_by(event, f"PAR-P1-0{number}", None)
    assert asked(event) == ["PAR-P1 bye"]
    answer(event, "PAR-P1 bye", "Ann", "Cem", "Bob")
    assert ("PAR-P2-02", "Ann", "(bye)") in event.games("PAR-P2")
    match(event, "PAR-P2-01", semi)
    match(event, "PAR-P3-01", last)
    found = play(event)
    assert [m.name for m in found.matches] == ["semi", "last"]
    assert found.winner == winner
    assert event.rounds()["PAR-P2"] == "semi-final"
    assert event.rounds()["PAR-P3"] == "final"


def test_the_bye_goes_to_the_most_wins() -> None:
    """More wins in the main games: the bye without a lot. A circle of wins in the play-off changes nothing (G17)."""
    names = ["Ann", "Bob", "Cem", "Dov", "Eva"]
    event = tour({"PAR": names})
    event.draw_lots = False
    event.run()
    answer(event, "PAR numbers", *names)
    wins = [("Ann", "Dov"), ("Ann", "Eva"), ("Bob", "Ann"), ("Bob", "Eva"), ("Dov", "Bob"), ("Cem", "Dov")]
    play_main(event, "PAR", winners(*wins))
    found = play(event)
    assert found.players == ("Ann", "Bob", "Cem")
    assert dict(found.wins) == {"Ann": 4, "Bob": 4, "Cem": 2}
    answer(event, "PAR-P1 numbers", "Cem", "Ann", "Bob")
    for number, winner in ((1, "Ann"), (2, "Cem"), (3, "Bob")):
        won_by(event, f"PAR-P1-0{number}", winner)
    assert asked(event) == ["PAR-P1 bye"]
    lot = standing(event.book).lot("PAR-P1 bye")
    assert lot is not None
    assert lot.among == ("Ann", "Bob")  # Cem has fewer wins and is not in the lot


def test_one_of_three_leaves() -> None:
    """The games of the one who left are lost, the two others play theirs."""
    event = level(3)
    answer(event, "PAR-P1 numbers", "Ann", "Bob", "Cem")
    event.decide("Leaves", "PAR-P1", "Cem").run()
    assert [d[0] for d in due(event)] == ["PAR-P1-02"]  # Bob-Cem was set before and is not attended
    won_by(event, "PAR-P1-02", None)
    match(event, "PAR-P2-01", ["Bob", None])
    assert play(event).winner == "Bob"
    assert places(event, "PAR")["Cem"] == (2, "$45,000", Fraction(9))


# --- four and more ----------------------------------------------------------------------------------------------------


def four() -> Event:
    """Ann, Bob, Cem, Dov ranked in this order by lot (they have equal wins)."""
    event = level(4)
    assert asked(event) == ["PAR-P1 order 2"]
    answer(event, "PAR-P1 order 2", "Ann", "Bob", "Cem", "Dov")
    return event


@pytest.mark.parametrize("one", [["Ann", None], ["Ann", "Dov", "Ann"], [None, None, None]])
@pytest.mark.parametrize("two", [[None, "Cem"], [None, None, "Bob"]])
def test_four_players(one: list[str | None], two: list[str | None]) -> None:
    """1-4 and 2-3, then the winners: two rapid games, level: Armageddon at once, no blitz (G18)."""
    event = four()
    assert [(m.name, m.players) for m in play(event).matches] == [("1-4", ("Ann", "Dov")), ("2-3", ("Bob", "Cem"))]
    match(event, "PAR-P1-01", one, "Ann")
    match(event, "PAR-P1-02", two, "Bob")
    first = "Dov" if one == [None, None, None] else "Ann"
    second = "Cem" if "Cem" in two else "Bob"
    assert play(event).matches[2].players == (first, second)
    match(event, "PAR-P2-01", [None, first])
    found = play(event)
    assert found.winner == first
    assert {g.rate for m in found.matches for g in m.games} <= {"rapid", "Armageddon"}
    assert places(event, "PAR")[first][1:] == ("$75,000", Fraction(12))
    for loser in found.losers:
        assert places(event, "PAR")[loser] == (2, "$40,000", "8 1/3")
    assert event.rounds()["PAR-P1"] == "semi-final"


def test_four_players_side_by_side() -> None:
    """Both matches can be played at once; neither waits for the other (G28)."""
    event = four()
    answer(event, "PAR-P1-01.1", "Ann")
    answer(event, "PAR-P1-02.1", "Cem")
    assert [d[0] for d in due(event)] == ["PAR-P1-01.1", "PAR-P1-02.1"]


def test_four_ranked_by_wins() -> None:
    """More wins in the main games rank higher; only equals need a lot (G18)."""
    event = tour({"PAR": NAMES[:6]})
    event.draw_lots = False
    event.run()
    answer(event, "PAR numbers", *NAMES[:6])
    wins = [("Ann", "Fay"), ("Bob", "Fay"), ("Bob", "Eva"), ("Cem", "Bob"), ("Cem", "Fay"), ("Dov", "Cem")]
    play_main(event, "PAR", winners(*wins))
    assert dict(play(event).wins) == {"Ann": 2, "Bob": 4, "Cem": 4, "Dov": 2}
    assert asked(event) == ["PAR-P1 order 4", "PAR-P1 order 2"]
    answer(event, "PAR-P1 order 4", "Cem", "Bob")
    answer(event, "PAR-P1 order 2", "Dov", "Ann")
    assert play(event).order == ("Cem", "Bob", "Dov", "Ann")


@pytest.mark.parametrize(
    ("count", "byes", "first"),
    [
        (5, ["Ann", "Bob", "Cem"], ["4-5"]),
        (6, ["Ann", "Bob"], ["3-6", "4-5"]),
        (7, ["Ann"], ["2-7", "3-6", "4-5"]),
        (8, [], ["1-8", "2-7", "3-6", "4-5"]),
    ],
)
def test_five_to_eight(count: int, byes: list[str], first: list[str]) -> None:
    """Byes for the top in the first round only; fixed halves; n - 1 matches (G19)."""
    event = level(count)
    answer(event, "PAR-P1 order 2", *NAMES[:count])
    found = play(event)
    assert [b.player for b in found.byes] == byes
    assert [m.name for m in found.matches if m.id.startswith("PAR-P1")] == first
    assert [g[1] for g in event.games("PAR-P1") if g[2] == "(bye)"] == byes
    played = 0
    while not play(event).is_over:
        for m in [m for m in play(event).matches if m.winner is None]:
            played += 1
            last = m.players[1]  # the worse number always wins
            match(event, m.id, [last, last] if played % 2 else [None, None, last])
    found = play(event)
    assert played == count - 1
    assert len(found.matches) == count - 1
    names = {m.name: m for m in found.matches}
    final = names["1-2"]
    upper = {n for n in ("1-8", "4-5", "1-4") if n in names}
    assert {p for n in upper for p in names[n].players} & {final.players[0]}
    assert found.winner == final.players[1]
    shown = places(event, "PAR")
    prize = sum(Fraction(p) for p in (75, 50, 40, 30, 25, 20, 15, 15)[1:count]) * 1000 / (count - 1)
    assert all(shown[p][0] == 2 for p in found.losers)
    assert season(event).events[0].awards[1].prize == prize


def test_who_meets_whom_with_eight() -> None:
    """The winner of 1-8 meets the winner of 4-5, and what can be played is shown while another match waits."""
    event = level(8)
    answer(event, "PAR-P1 order 2", *NAMES[:8])
    match(event, "PAR-P1-01", ["Hal", None])
    match(event, "PAR-P1-04", ["Eva", None])
    found = {m.name: m.players for m in play(event).matches}
    assert found["1-4"] == ("Hal", "Eva")
    assert "2-3" not in found
    assert event.rounds()["PAR-P2"] == "semi-final"


def test_nine_wait_for_the_director() -> None:
    """More than eight: nothing is published, the wait names both ways on (G20)."""
    event = level(9)
    assert "PAR-P1" not in event.rounds()
    (wait,) = [w for w in event.answer.waits if w.on == "director"]
    assert wait.ends_by == (Decide("Tree of sixteen", "PAR-P1"), winner_typed("PAR-P1"))
    assert places(event, "PAR")["Ann"] == (1, None, None)
    assert places(event, "PAR")["Zoe0"] == (10, "$15,000", Fraction(1))
    event.decide("Winner", "PAR-P1", "Ida").run()
    assert play(event).winner == "Ida"
    assert places(event, "PAR")["Ida"] == (1, "$75,000", Fraction(12))
    assert event.answer.state == "finished"


def test_tree_of_sixteen() -> None:
    """Accepted by the director: i against 17 - i, byes for the top 16 - n (G20)."""
    event = level(10)
    event.decide("Tree of sixteen", "PAR-P1").run()
    answer(event, "PAR-P1 order 2", *NAMES)
    found = play(event)
    assert {m.name for m in found.matches} == {"7-10", "8-9", "3-6", "4-5"}  # byes meet in the second round
    assert [b.player for b in found.byes] == NAMES[:6]
    assert event.rounds()["PAR-P1"] == "round of 16"
    while not play(event).is_over:
        for m in [m for m in play(event).matches if m.winner is None]:
            match(event, m.id, [m.players[0], None])
    assert play(event).winner == "Ann"
    assert len(play(event).matches) == 9


# --- times ------------------------------------------------------------------------------------------------------------


def test_the_clock_of_play_off_games() -> None:
    """Players see what their clocks show: rapid 10 minutes and 5 seconds, Armageddon 6 minutes to 4."""
    event = level(2)
    answer(event, "PAR-P1-01.1", "Ann")
    assert event.row("This round", "Player", "Ann")["Clock"] == "10 minutes and 5 seconds a move"
    match(event, "PAR-P1-01", [None] * 4)
    answer(event, "PAR-P1-01.5", "Ann")
    answer(event, "PAR-P1-01.5 colour", "White")
    assert "White 6 minutes, Black 4" in str(event.row("This round", "Player", "Ann")["Clock"])


def test_a_winner_typed_for_no_match_or_for_another_is_told_of() -> None:
    """A line that finds no match, or a match that the player is not in, counts for nothing and says so."""
    event = four()
    event.decide("Winner", "PAR-P1-01", "Bob").run()  # Ann against Dov
    assert event.troubles() == ["decision-player"]
    event.undecide("Winner").decide("Winner", "PAR-P1-07", "Bob").run()
    assert event.troubles() == ["decision-about"]
    event.undecide("Winner").decide("Winner", "PAR-P1", "Zoe0").run()  # not in the play-off
    assert event.troubles() == ["decision-player"]
    event.undecide("Winner").decide("Winner", "PAR-P1-02", "Bob").run()
    assert event.troubles() == []
    assert play(event).matches[1].winner == "Bob"


def test_a_winner_typed_ends_any_play_off() -> None:
    """Also with eight or fewer the director may name the winner; taken back, play goes on where it was (G38)."""
    event = level(4)
    event.decide("Winner", "PAR", "Cem").run()
    assert play(event).winner == "Cem"
    assert event.answer.state == "finished"
    event.undecide("Winner").run()
    assert play(event).winner is None
    assert asked(event) == ["PAR-P1 order 2"]


def test_times_of_a_play_off() -> None:
    """30 minutes after the last main game of anyone in it, 10 between games; Start may move it, never below 5 (G28)."""
    event = level(2)
    last = event.now
    answer(event, "PAR-P1-01.1", "Ann")
    starts = {r.cells["Player"]: r.cells["Starts"] for r in event.table("This round")}
    main_ends = max(
        o.at for o in season(event).events[0].main.games.values() if o.at and {o.white, o.black} & {"Ann", "Bob"}
    )
    assert main_ends <= last
    assert starts["Ann"] == main_ends + timedelta(minutes=30)
    assert event.answer.wake == starts["Ann"]
    won_by(event, "PAR-P1-01.1", None)
    row = event.row("This round", "Game", "PAR-P1-01.2")
    assert row["Starts"] == event.now + timedelta(minutes=10)
    event.decide("Start", "PAR-P1-01.2", start=event.now + timedelta(minutes=2)).run()
    assert "start-too-early" in event.troubles()
    assert event.row("This round", "Game", "PAR-P1-01.2")["Starts"] == event.now + timedelta(minutes=5)
    event.undecide("Start").decide("Start", "PAR-P1-01.2", start=event.now + timedelta(hours=2)).run()
    assert event.row("This round", "Game", "PAR-P1-01.2")["Starts"] == event.now + timedelta(hours=2)


def test_typed_ends_count() -> None:
    """The end typed beside a game counts, not when its result was typed (G35)."""
    event = level(2)
    games = [o for o in season(event).events[0].main.games.values() if {o.white, o.black} & {"Ann", "Bob"}]
    moment = event.now + timedelta(hours=1)
    event.decide("Ended", games[0].id, end=moment).run()
    assert season(event).events[0].times.start == moment + timedelta(minutes=30)


def between(event: Event, *names: str) -> str:
    """The main game of these two."""
    found = season(event).events[0].main.games.values()
    return next(o.id for o in found if {o.white, o.black} == set(names))


def test_who_still_plays_for_other_places_does_not_delay() -> None:
    """Ann and Bob are through and out of reach: they play off while Zoe0 and Zoe1 still play (G28, G39)."""
    event = level(2, others=3)
    event.typed(between(event, "Zoe0", "Zoe1"), "Open").run()
    assert play(event).players == ("Ann", "Bob")
    assert [w.ends_by for w in event.answer.waits if w.holds == "PAR"] == [(RESULT,)]
    match(event, "PAR-P1-01", ["Ann", "Ann"])
    assert play(event).winner == "Ann"
    assert places(event, "PAR")["Ann"][1:] == (None, None), "nothing is given out while main games go on"
    event.typed(between(event, "Zoe0", "Zoe1"), DRAW).run()
    assert places(event, "PAR")["Ann"] == (1, "$75,000", Fraction(12))


def test_who_can_still_come_up_is_waited_for() -> None:
    """Cem still plays and would be level with a win: there is no play-off yet (G39)."""
    event = tour({"PAR": NAMES[:4]})
    event.run()
    play_main(event, "PAR", winners(("Ann", "Dov"), ("Bob", "Dov")))
    event.decide("Withdraw round", "PAR-P1").run()
    event.typed(between(event, "Cem", "Dov"), "Open").run()
    assert season(event).events[0].play is None
    event.typed(between(event, "Cem", "Dov"), DRAW).run()
    assert play(event).players == ("Ann", "Bob")


def test_a_game_put_off_counts_when_it_ended() -> None:
    """Ann's game of the first round was played last of all: the 30 minutes run from its end (G28, G35)."""
    event = tour({"PAR": ["Ann", "Bob", "Zoe"]})
    event.run()
    put_off = min(g.id for g in event.open_games() if "Ann" in (g.white, g.black))
    for game in event.open_games():
        if game.id != put_off:
            event.typed(game.id, DRAW)
    event.now += timedelta(hours=3)
    event.typed(put_off, DRAW).run()
    assert season(event).events[0].times.start == event.now + timedelta(minutes=30)


def test_a_correction_does_not_move_the_start() -> None:
    """A result put right after the play-off was announced is no end of a game: the announced start stands (G40)."""
    event = level(2)
    start = season(event).events[0].times.start
    id_ = between(event, "Ann", "Zoe0")
    word = "1-0" if standing(event.book).game(id_).white == "Ann" else "0-1"
    event.now += timedelta(minutes=7)
    event.typed(id_, DRAW).run()
    event.now += timedelta(minutes=1)
    event.typed(id_, word).run()
    assert play(event).stale == ()
    assert season(event).events[0].times.start == start


# --- corrections ------------------------------------------------------------------------------------------------------


def test_a_corrected_main_result_stops_the_play_off() -> None:
    """Other players are level now: the published play-off waits for the director, who can take it back (G34)."""
    event = level(2)
    game = next(o for o in season(event).events[0].main.games.values() if {o.white, o.black} == {"Ann", "Zoe0"})
    event.typed(game.id, DRAW).run()
    assert season(event).events[0].play is None  # Bob is alone at the top now
    assert places(event, "PAR")["Bob"] == (1, "$75,000", Fraction(13))
    event.typed(game.id, "1-0" if game.white == "Ann" else "0-1").run()
    assert play(event).stale == ()


def test_a_play_off_nobody_needs_any_more_is_told_of() -> None:
    """A corrected result leaves Bob alone at the top: told until the result is put right or the games are void (G34)."""
    event = level(2)
    match(event, "PAR-P1-01", ["Ann"])
    game = between(event, "Ann", "Zoe0")
    right = "1-0" if standing(event.book).game(game).white == "Ann" else "0-1"
    event.typed(game, DRAW).run()
    assert "play-off-needless" in event.troubles()
    event.typed(game, right).run()
    assert "play-off-needless" not in event.troubles()
    event.typed(game, DRAW).run()
    for id_, _, _ in event.games("PAR-P1"):
        event.typed(id_, "Void").run()
    assert set(event.troubles()) == {"correction"}, "a note of each changed result stays"
    assert places(event, "PAR")["Bob"] == (1, "$75,000", Fraction(13))


def test_a_stale_play_off_is_taken_back() -> None:
    """Three are level instead of two: a wait on the director; taken back, the right one is published."""
    event = tour({"PAR": NAMES[:4]})
    event.run()
    play_main(event, "PAR", winners(("Ann", "Dov"), ("Bob", "Dov")))
    assert play(event).players == ("Ann", "Bob")
    game = next(o for o in season(event).events[0].main.games.values() if {o.white, o.black} == {"Cem", "Dov"})
    event.typed(game.id, "1-0" if game.white == "Cem" else "0-1").run()
    assert play(event).stale == ("Ann", "Bob")
    assert any(w.on == "director" and Decide("Withdraw round", "PAR-P1") in w.ends_by for w in event.answer.waits)
    assert places(event, "PAR")["Ann"] == (1, None, None)
    event.now += timedelta(minutes=1)
    event.decide("Withdraw round", "PAR-P1").run()
    assert play(event).players == ("Ann", "Bob", "Cem")
    assert play(event).stale == ()
    assert event.rounds()["PAR-P1"] == "all-play-all"
    assert [d[0] for d in due(event)] == ["PAR-P1-02"]  # board 1 is used up


def test_a_corrected_play_off_result() -> None:
    """A corrected semi-final makes the final's games outdated: nothing goes on until they are void (G34)."""
    event = four()
    match(event, "PAR-P1-01", ["Ann", None])
    match(event, "PAR-P1-02", ["Bob", None])
    match(event, "PAR-P2-01", ["Ann"])
    event.typed("PAR-P1-02.1", "0-1" if event.games("PAR-P1")[2][1] == "Bob" else "1-0").run()
    final = play(event).matches[2]
    assert final.players == ("Ann", "Cem")
    assert final.outdated == ("PAR-P2-01.1", "PAR-P2-01.2")
    assert any(w.on == "director" for w in event.answer.waits)
    event.typed("PAR-P2-01.1", "Void").typed("PAR-P2-01.2", "Void").run()
    assert asked(event) == ["PAR-P2-01.3"]
    match(event, "PAR-P2-01", ["Cem", None])
    assert play(event).winner == "Cem"


def test_games_after_the_end_are_surplus() -> None:
    """A corrected result ends a match earlier: later games count for nothing and are named."""
    event = level(2)
    match(event, "PAR-P1-01", [None, None, "Bob"])
    game = standing(event.book).game("PAR-P1-01.2")
    event.typed("PAR-P1-01.2", "1-0" if game.white == "Ann" else "0-1").run()
    assert play(event).winner == "Ann"
    assert play(event).matches[0].surplus == ("PAR-P1-01.3", "PAR-P1-01.4")
    assert event.troubles().count("surplus-game") == 2


def test_laws_hold_after_the_whole() -> None:
    """The laws of the protocol hold at the end, too."""
    event = four()
    watched(event)
    assert event.answer.now == ()
