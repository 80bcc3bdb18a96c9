"""Form answers: which game each fits, what counts, what merges, what waits for the director and why."""

from __future__ import annotations

from datetime import timedelta

import pytest

from sync.grid import Cell
from tests.sync.desk import Desk, desk


def states(d: Desk) -> list[tuple[str, str]]:
    """Game and state of every answer as Submissions shows them."""
    return [(g, s) for g, s in d.table("Submissions", "Game", "State")]


def running() -> Desk:
    """R1: Cem–Ben, Eva–Dov; Ada has the Bye."""
    return desk(started=True)


@pytest.mark.parametrize(
    ("answer", "game"),
    [
        ({"Pairing": "r1-1", "Result": "White won"}, "R1-01"),
        ({"White": "Cem", "Black": "Ben", "Result": "1-0"}, "R1-01"),
        ({"White": "cem ", "Black": "BEN", "Result": "White won the game"}, "R1-01"),
        ({"Your name": "Dov", "Result": "Black won"}, "R1-02"),
        ({"White": "Eva", "Result": "draw"}, "R1-02"),
        ({"Pairing": "R1-01", "White": "Eva", "Result": "1-0"}, ""),
        ({"Your name": "Ada", "Result": "1-0"}, ""),
        ({"White": "Ada", "Black": "Ben", "Result": "1-0"}, ""),
        ({"White": "Nobody", "Black": "Ben", "Result": "1-0"}, ""),
        ({"Pairing": "R4-09", "Result": "1-0"}, ""),
        ({"Result": "1-0"}, ""),
    ],
)
def test_which_game_an_answer_is_about(answer: dict[str, str], game: str) -> None:
    """By its id, by both players, by the only open game of one of them; else none, and it says why."""
    d = running()
    d.person.add_row("Form Responses", {"Timestamp": d.now.replace(tzinfo=None), **answer})
    d.settle()
    assert states(d) == [(game, "accepted" if game else "no game")]
    assert d.table("Submissions", "Why") != [("",)] or game


def test_colours_the_other_way_round_count_for_the_players() -> None:
    """Agreed otherwise: the result belongs to the players, and who really had White is kept (L10, L9)."""
    d = running()
    d.report("", "White won", "Ben", White="Ben", Black="Cem").settle()
    assert d.outcome("R1-01") == "0-1"
    d.result("R1-02", "1-0").settle()
    d.later(hours=1)
    claim = next(c for c in d.last.decided.reading.claims if c.about == "R1-01")  # type: ignore[union-attr]
    assert claim.white == "Ben"


def test_duplicates_merge() -> None:
    """Both players say the same: one result, no problem."""
    d = running()
    d.report("R1-01", "White won", "Cem").report("R1-01", "White won", "Ben", d.now + timedelta(minutes=5)).settle()
    assert states(d) == [("R1-01", "accepted"), ("R1-01", "merged")]
    assert d.codes() == []


def test_a_contradiction_waits_for_the_director() -> None:
    """Held, with both rows named; the director's word ends it."""
    d = running()
    d.report("R1-01", "White won", "Cem").settle()
    d.report("R1-01", "Black won", "Ben").settle()
    assert "row 2 says 1-0 against row 3 says 0-1" in d.says(d.problem("claims-contradict"))
    assert d.outcome("R1-01") == ""
    d.result("R1-01", "0-1").settle()
    assert d.outcome("R1-01") == "0-1"


def test_the_other_players_newer_answer_does_not_replace() -> None:
    """Only the same person's does."""
    d = running()
    d.report("R1-01", "White won", "Cem").report("R1-01", "draw", "Ben", d.now + timedelta(minutes=1)).settle()
    assert {s for _, s in states(d)} == {"held"}


def test_an_edited_answer_replaces_and_a_deleted_one_stays() -> None:
    """A form's row edited in place is a newer answer; an accepted one is a fact when its row is gone."""
    d = running()
    d.report("R1-01", "White won", "Cem").settle()
    d.person.type("Form Responses", "Result", 2, "Black won")
    d.settle()
    assert d.outcome("R1-01") == "0-1"
    d.person.delete_rows("Form Responses", 2)
    d.settle()
    assert d.outcome("R1-01") == "0-1"


def test_a_late_answer_is_shown_as_late() -> None:
    """Sent after the deadline it changes nothing by itself; sent in time and read late, it counts."""
    d = desk(started=True, Publish="R1")
    due = d.now + timedelta(days=7)
    d.now = due + timedelta(hours=2)
    d.report("R1-01", "White won", "Cem", due).report("R1-02", "White won", "Eva", due + timedelta(seconds=1))
    d.settle()
    assert d.outcome("R1-01") == "1-0"
    assert d.outcome("R1-02") == "Null"
    assert states(d)[1] == ("R1-02", "late")
    assert "late-report" in d.codes()


def test_an_answer_before_the_announcement_fits_nothing() -> None:
    """Sent before its game was announced."""
    d = running()
    d.report("R1-01", "White won", "Cem", d.now - timedelta(minutes=1)).settle()
    assert states(d) == [("", "no game")]
    assert "before R1-01 was announced" in d.table("Submissions", "Why")[0][0]


def test_rubbish_holds_nothing_up() -> None:
    """Only what fits an open pairing keeps it open; three hundred junk answers make one line."""
    d = desk(started=True, Publish="R1")
    for n in range(300):
        d.book.by_title("Form Responses").rows.append([d.now.replace(tzinfo=None), f"junk {n}"])  # type: ignore[union-attr]
    d.later(days=7, minutes=1).settle()
    assert d.outcome("R1-01") == "Null"
    assert d.codes().count("claim-no-game") == 1


def test_a_held_answer_keeps_its_game_open_for_three_days() -> None:
    """A fitting answer without a readable result: open past the deadline, then Null."""
    d = desk(started=True, Publish="R1")
    d.later(days=6).report("R1-01", "hmm", "Cem").settle()
    d.later(days=3).settle()
    assert d.outcome("R1-01") == ""
    assert d.outcome("R1-02") == "Null"
    d.later(days=2).settle()
    assert d.outcome("R1-01") == "Null"


def test_a_refused_answer_counts_no_more_and_play_goes_on() -> None:
    """`Refuse claim`: what was sent before is out, what is sent after counts."""
    d = running()
    d.report("R1-01", "White won", "Cem").settle()
    d.later(minutes=1).decide("Refuse claim", "R1-01").settle()
    assert d.outcome("R1-01") == ""
    assert states(d) == [("R1-01", "refused")]
    d.later(minutes=1).report("R1-01", "draw", "Ben").settle()
    assert d.outcome("R1-01") == "1/2-1/2"


def test_open_typed_as_a_result_refuses_what_was_sent_before() -> None:
    """The same by the Result column."""
    d = running()
    d.report("R1-01", "White won", "Cem").settle()
    d.later(minutes=1).result("R1-01", "Open").settle()
    assert d.outcome("R1-01") == ""
    d.later(minutes=1).report("R1-01", "Black won", "Ben").settle()
    assert d.outcome("R1-01") == "0-1"


@pytest.mark.parametrize("sort_first", [False, True])
def test_a_message_is_ticked_off(sort_first: bool) -> None:
    """It stays in the list until `Answered` is typed with its id, which stays the same when the tab is sorted."""
    d = running()
    sent = d.now.replace(tzinfo=None)
    message: dict[str, Cell] = {
        "Timestamp": sent,
        "Your name": "Ada",
        "Message to the director": "I am away until Friday",
    }
    d.person.add_row("Form Responses", message)
    d.report("R1-01", "White won", "Cem")
    d.settle()
    problem = d.problem("message")
    assert "I am away" in d.says(problem)
    if sort_first:
        d.person.sort("Form Responses", "Result", reverse=True)
    d.decide("Answered", str(problem.facts["row"])).settle()
    assert "message" not in d.codes()


def in_the_final() -> Desk:
    """A Final of two players under way."""
    d = desk((("Ada", 2000), ("Ben", 1900)), Rounds=1).start()
    d.result("R1-01", "0-1").settle()
    return d.later(hours=1)


def test_a_report_by_names_is_about_one_game_of_a_match() -> None:
    """The next game is announced in the very second the report was sent: it does not wander on from game to game."""
    d = in_the_final()
    d.report("", "draw", "Ada", White="Ada", Black="Ben").settle()
    d.settle()
    assert [g for g, o in d.table("Pairings", "Game", "Outcome") if g.startswith("F") and o] == ["F1-01.1"]
    assert states(d) == [("F1-01.1", "accepted")]


def test_the_opponents_report_after_the_next_game_was_announced_is_about_the_game_before() -> None:
    """Both report; between the two the next game came out. The same again is no result of the next game."""
    d = in_the_final()
    d.report("", "White won", "Ada", White="Ada", Black="Ben").later(minutes=1).settle()
    d.later(minutes=4).report("", "White won", "Ben", White="Ada", Black="Ben").settle()
    assert states(d) == [("F1-01.1", "accepted"), ("F1-01.1", "merged")]
    assert d.outcome("F1-01.2") == ""
    d.later(hours=3).report("", "White won", "Ben", White="Ada", Black="Ben").settle()
    assert d.outcome("F1-01.2") != "", "hours later it is the next game's"


def test_a_name_alone_finds_the_game_of_this_round() -> None:
    """Earlier games, reported or Null, are not in the way; after the report the same person may correct it."""
    d = running()
    d.report("", "White won", "Cem").report("", "draw", "Eva").settle()
    assert d.rounds() == ["R1", "R2"]
    d.later(days=1)
    (game,) = [g for g, w, b in d.table("Games", "Game", "White", "Black") if g[:2] == "R2" and "Cem" in (w, b)]
    d.report("", "White won", "Cem").settle()
    assert d.outcome(game) == "1-0"
    d.later(minutes=5).report("", "Black won", "Cem").settle()
    assert d.outcome(game) == "0-1"


def test_the_same_link_is_one_game() -> None:
    """A link accepted for one game is not the next one's result."""
    d = in_the_final()
    link: dict[str, Cell] = {
        "Game URL": "https://lichess.org/abcdefgh",
        "White": "Ada",
        "Black": "Ben",
        "Result": "1-0",
    }
    d.person.add_row("Form Responses", {"Timestamp": d.now.replace(tzinfo=None), "Your name": "Ada", **link})
    d.later(minutes=2).settle()
    d.later(hours=5)
    d.person.add_row("Form Responses", {"Timestamp": d.now.replace(tzinfo=None), "Your name": "Ben", **link})
    d.settle()
    assert states(d) == [("F1-01.1", "accepted"), ("F1-01.1", "merged")]
    assert d.outcome("F1-01.2") == ""


@pytest.mark.parametrize("about", ["all", "F2"])
def test_reports_that_fit_no_game_are_ticked_off(about: str) -> None:
    """`Answered` with the row, or with all: they leave Problems; one that comes later is told of again."""
    d = running()
    d.report("R7-01", "White won", "Cem").settle()
    assert "1 report fits no open game (the first: row 2 of the form)." in d.says(d.problem("claim-no-game"))
    d.later(minutes=5).decide("Answered", about).settle()
    assert "claim-no-game" not in d.codes()
    assert states(d) == [("", "no game")]
    d.later(minutes=5).report("R8-01", "White won", "Cem").report("R9-01", "White won", "Cem").settle()
    assert "2 reports fit no open game (the first: row 3" in d.says(d.problem("claim-no-game"))


def test_a_held_report_that_agrees_with_the_director_is_held_no_more() -> None:
    """The ruling ends the wait: who said the same is merged, who said otherwise is overruled."""
    d = running()
    d.report("R1-01", "White won", "Cem").report("R1-01", "Black won", "Ben", d.now + timedelta(minutes=1)).settle()
    assert {s for _, s in states(d)} == {"held"}
    d.result("R1-01", "0-1").settle()
    assert [s for _, s in states(d)] == ["overruled", "merged"]
    d.result("R1-01", None).settle()
    assert {s for _, s in states(d)} == {"held"}


def test_a_misspelt_name_in_a_report_is_guessed_at() -> None:
    """Submissions say which name was perhaps meant."""
    d = running()
    d.report("", "1-0", White="Cemm", Black="Ben").settle()
    (why,) = d.table("Submissions", "Why")
    assert why == ("Nobody called “Cemm” is in Players. Did you mean “Cem”?",)


def standing_at_two_one() -> tuple[Desk, str]:
    """A pente match of section A in which the director typed the running score 2-1."""
    d = desk((("Ada", 2000), ("Ben", 1900), ("Cem", 1800), ("Dov", 1700)), format="pente", Lots="drawn")
    for person in ("Ada", "Ben", "Cem", "Dov"):
        d.type("Players", person, "Wants A", True)
    d.start()
    game = d.open_games()[0]
    d.result(game, "2-1").settle()
    return d, game


def test_a_running_score_typed_in_games_is_taken_further_by_the_form() -> None:
    """The director wrote 2-1 where the match stands; the players report 2-4 later, and nobody has to clear the cell."""
    d, game = standing_at_two_one()
    d.later(hours=2).report(game, "2-1", "Ada").settle()
    assert game in d.open_games()
    d.later(hours=2).report(game, "3-1", "Dov").settle()
    assert "claims-contradict" not in d.codes()
    assert d.outcome(game) == "3-1"


def test_a_report_that_contradicts_a_running_score_typed_is_told() -> None:
    """What was typed counts; somebody must say which is right."""
    d, game = standing_at_two_one()
    d.later(hours=2).report(game, "0-2", "Ada").settle()
    assert game in d.open_games()
    assert "a report says 0-2" in d.says(d.problem("typed-running"))
    d.result(game, None).settle()
    assert d.outcome(game) == "0-2"


@pytest.mark.parametrize("passes", [1, 2])
def test_a_link_given_for_one_pairing_is_no_evidence_for_another(passes: int) -> None:
    """The second report is about the game it names and waits for the director, in the same pass or a later one."""
    d = running()
    link: dict[str, Cell] = {"Game URL": "https://www.chess.com/game/live/1001"}
    d.report("R1-01", "White won", "Cem", d.now, **link)
    if passes == 2:
        d.settle()
    d.report("R1-02", "White won", "Eva", d.now + timedelta(minutes=5), **link).settle()
    assert states(d) == [("R1-01", "accepted"), ("R1-02", "held")]
    assert "given for R1-01 already" in d.says(d.problem("claim-held"))
    assert (d.outcome("R1-01"), d.outcome("R1-02")) == ("1-0", "")


@pytest.mark.parametrize("word", ["1-0F", "0-1F", "0-0F", "Null"])
def test_a_game_without_play_is_for_the_director(word: str) -> None:
    """A player who claims the point, or a Null, gets neither by a form (L26, L43)."""
    d = running()
    d.report("R1-01", word, "Cem").settle()
    assert states(d) == [("R1-01", "held")]
    assert d.outcome("R1-01") == ""
    d.result("R1-01", word).settle()
    assert d.outcome("R1-01") == ("Null" if word == "0-0F" else word)
