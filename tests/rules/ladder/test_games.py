"""Games: colours, invitation, results, deadlines, reports that wait (1, 3(a), L9-L12, L14, L26)."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from fractions import Fraction

import pytest

from tests.rules.ladder.build import codes, draw_all, higher_wins, ladder, moment, order, pairs, reason, win


def test_the_lower_player_plays_white_first_and_invites() -> None:
    """1(b)(i)-(ii): Ben is lower."""
    event = ladder("Ada", "Ben")
    assert pairs(event, "R1") == ["Ben-Ada"]
    assert event.row("This round", "Player", "Ada")["Invites"] == "Ben"
    assert codes(reason(event, "R1-01"))[1:3] == ["colour-first", "inviter"]


def test_who_had_black_plays_white_next_and_the_lower_still_invites() -> None:
    """1(b)(iii), L9: Ada had Black; Ben, the lower, invites in both rounds."""
    event = higher_wins(ladder("Ada", "Ben"))
    assert pairs(event, "R2") == ["Ada-Ben"]
    assert event.row("This round", "Player", "Ada")["Invites"] == "Ben"


def test_lower_is_by_the_ladder_on_which_the_round_was_paired() -> None:
    """L9: Ben wins and overtakes Ada; in round 2 Ada is lower, but Ada had Black, so plays White for that reason."""
    event = win(ladder("Ada", "Ben"), "Ben>Ada")
    assert order(event) == "Ben Ada"
    assert event.row("This round", "Player", "Ben")["Invites"] == "Ada"
    assert pairs(event, "R2") == ["Ada-Ben"]


def test_a_null_game_was_not_played_so_the_colours_stay() -> None:
    """L9: round 1 is Null, so in round 2 it is still their first game."""
    event = ladder("Ada", "Ben")
    event.typed("R1-01", "Null").run()
    assert pairs(event, "R2") == ["Ben-Ada"]


def test_a_game_won_by_default_gave_nobody_a_colour() -> None:
    """L26: 1-0F is a Win and a Completed game, but the lower plays White again."""
    event = ladder("Ada", "Ben")
    event.typed("R1-01", "1-0F").run()
    assert order(event) == "Ben Ada"
    assert pairs(event, "R2") == ["Ada-Ben"]  # Ada is the lower now, and it is their first game with colours
    assert event.row("Ladder", "Player", "Ben")["Played"] == 1
    assert reason(event, "R2-01").data["games"] == 1


def test_a_double_default_is_a_null() -> None:
    """L26: nobody gains, nobody has completed a game."""
    event = ladder("Ada", "Ben")
    event.typed("R1-01", "0-0F").run()
    assert event.row("Ladder", "Player", "Ada")["Played"] == 0
    assert event.row("Ladder", "Player", "Ada")["Null"] == 1


def test_colours_agreed_otherwise_count_for_the_next_game() -> None:
    """1(b), L10: the game shows that Ada had White; so Ben plays White next. The result belongs to the players."""
    event = ladder("Ada", "Ben", hold=True)
    event.publish("R1")
    event.reported("R1-01", "0-1")
    event.book = replace(event.book, claims=(replace(event.book.claims[0], white="Ada"),))
    event.run()
    assert event.row("Ladder", "Player", "Ada")["Wins"] == 1
    event.publish("R2")
    assert pairs(event, "R2") == ["Ben-Ada"]


def test_a_draw_gives_half_a_win_each() -> None:
    """1(d): half a Win for both; initial scores 12."""
    event = draw_all(ladder("Ada", "Ben"))
    assert event.row("Ladder", "Player", "Ada")["Points"] == Fraction(1, 2)
    assert event.row("Scores", "Player", "Ada")["Ben"] == 12
    assert event.column("Ladder", "Rank") == [1, 1]


def test_a_game_without_a_result_is_null_at_its_deadline() -> None:
    """3(a), L12: seven days after the announcement, to the minute; then the next round is paired."""
    event = ladder("Ada", "Ben")
    event.at(moment(9) - timedelta(minutes=1))
    assert event.row("Pairings", "Game", "R1-01")["Outcome"] == ""
    event.at(moment(9))
    row = event.row("Pairings", "Game", "R1-01")
    assert (row["Outcome"], row["Decided by"]) == ("Null", "deadline")
    assert "R2" in event.rounds()


def test_a_report_at_the_very_instant_counts() -> None:
    """L11: sent at the deadline is in time."""
    event = ladder("Ada", "Ben", hold=True)
    event.publish("R1")
    event.now = moment(9)
    event.reported("R1-01", "1-0", sent=moment(9)).run()
    assert event.row("Pairings", "Game", "R1-01")["Outcome"] == "1-0"


def test_a_report_after_the_deadline_is_shown_and_changes_nothing() -> None:
    """L12: the game stays Null; the director is told."""
    event = ladder("Ada", "Ben")
    event.at(moment(9))
    event.later(hours=1)
    event.reported("R1-01", "1-0").run()
    assert event.row("Pairings", "Game", "R1-01")["Outcome"] == "Null"
    assert "late-report" in event.troubles()
    assert event.row("Pairings", "Game", "R1-01")["Remark"] == "a report came after the deadline"


def test_what_counts_is_when_the_form_was_sent_not_when_the_worker_ran() -> None:
    """L11: the worker was away for three days over the deadline; a report sent before it counts."""
    event = ladder("Ada", "Ben", hold=True)
    event.publish("R1")
    event.now = moment(12)
    event.reported("R1-01", "0-1", sent=moment(9, 17)).run()
    assert event.row("Pairings", "Game", "R1-01")["Outcome"] == "0-1"


def test_seven_days_end_at_the_same_wall_clock_time_across_a_clock_change() -> None:
    """L11: announced Sunday 22 March 2026 at 18:00; the clocks go forward on the 29th; due at 18:00 of that day."""
    event = ladder("Ada", "Ben", start=False)
    event.now = moment(2).replace(year=2026, month=3, day=22)
    event.set("Start", "now").run()
    due = event.row("Pairings", "Game", "R1-01")["Due"]
    assert str(due) == "2026-03-29 18:00:00+02:00"


def test_a_deadline_for_a_game_beats_one_for_its_round_and_that_beats_the_setting() -> None:
    """L11, L23: round to the 11th, one of its games to the 12th."""
    event = ladder("Ada", "Ben", "Cem", "Dov")
    event.decide("Deadline", "R1", end=moment(11)).decide("Deadline", "R1-02", end=moment(12)).run()
    assert [row.cells["Due"] for row in event.table("Pairings")] == [moment(11), moment(12)]
    event.at(moment(11))
    assert event.column("Pairings", "Outcome") == ["Null", ""]


def test_a_changed_setting_does_not_touch_a_round_that_is_out() -> None:
    """The deadline as announced is a fact: Days per game 5 counts from the next round on."""
    event = ladder("Ada", "Ben")
    event.set("Days per game", 5).run()
    assert event.row("Pairings", "Game", "R1-01")["Due"] == moment(9)
    event.at(moment(9))
    assert event.row("Pairings", "Game", "R2-01")["Due"] == moment(14)


def test_a_fitting_report_that_waits_keeps_the_game_open_for_three_days() -> None:
    """L11: nothing is decided at the deadline; three days later the game is Null."""
    event = ladder("Ada", "Ben")
    event.now = moment(8)
    event.reported("R1-01", "1-0", state="held").run()
    event.at(moment(10))
    assert event.row("Pairings", "Game", "R1-01")["Remark"] == "reported, waits for the director"
    assert "game-held" in event.troubles()
    event.at(moment(12))
    assert event.row("Pairings", "Game", "R1-01")["Outcome"] == "Null"


def test_a_report_checked_after_the_deadline_counts_from_when_it_was_sent() -> None:
    """L11: what counts is the sending, not when a site answered."""
    event = ladder("Ada", "Ben")
    event.now = moment(8)
    event.reported("R1-01", "0-1", state="waiting").run()
    event.at(moment(10))
    event.settled("R1-01", "accepted").run()
    assert event.row("Pairings", "Game", "R1-01")["Outcome"] == "0-1"


def test_a_refused_report_holds_nothing_up() -> None:
    """1(e), 4 of the season walk: refused on the 8th, the game is Null on the 9th."""
    event = ladder("Ada", "Ben")
    event.now = moment(8)
    event.reported("R1-01", "1-0", state="held").run()
    event.decide("Refuse claim", "R1-01").run()
    assert event.row("This round", "Player", "Ada")["State"] == "to be played"
    event.at(moment(9))
    assert event.row("Pairings", "Game", "R1-01")["Outcome"] == "Null"


def test_open_refuses_earlier_reports_and_the_next_one_counts() -> None:
    """L23: a game with the wrong clock is played again."""
    event = ladder("Ada", "Ben")
    event.reported("R1-01", "1-0", state="held").run()
    event.later(hours=1)
    event.typed("R1-01", "Open").run()
    event.later(hours=1)
    event.reported("R1-01", "0-1").run()
    assert event.row("Pairings", "Game", "R1-01")["Outcome"] == "0-1"


def test_the_directors_word_beats_a_report_and_is_taken_back_by_clearing_it() -> None:
    """L23, promise 4: typed 0-1 over a reported 1-0; cleared, the report counts again."""
    event = ladder("Ada", "Ben", "Cem", "Dov")
    event.reported("R1-01", "1-0").run()
    event.typed("R1-01", "0-1").run()
    assert event.row("Pairings", "Game", "R1-01")["Outcome"] == "0-1"
    event.typed("R1-01", "").run()
    assert event.row("Pairings", "Game", "R1-01")["Outcome"] == "1-0"


def test_after_a_null_the_director_is_asked_to_contact_both_and_ticks_them_off() -> None:
    """3(b), L14: two lines; Contacted for one player, then for the game."""
    event = ladder("Ada", "Ben")
    event.at(moment(9))
    asked = [t.about for t in event.answer.troubles if t.code == "contact"]
    assert asked == ["Ben", "Ada"]
    event.decide("Contacted", "Ada").run()
    assert [t.about for t in event.answer.troubles if t.code == "contact"] == ["Ben"]
    event.decide("Contacted", "R1-01").run()
    assert "contact" not in event.troubles()


def test_nobody_is_removed_by_itself() -> None:
    """L14: removal is a person's act."""
    event = ladder("Ada", "Ben", Rounds=2)
    event.at(moment(30))
    assert order(event) == "Ada Ben"


def test_a_void_game_is_as_if_never_paired() -> None:
    """L23: nobody gains, no Null is counted, the round goes on."""
    event = ladder("Ada", "Ben")
    event.typed("R1-01", "Void").run()
    row = event.row("Ladder", "Player", "Ada")
    assert (row["Played"], row["Null"]) == (0, 0)
    assert "R2" in event.rounds()


@pytest.mark.parametrize(("said", "outcome"), [(("1-0",), "1-0"), (("1-0", "1-0"), "1-0"), (("1-0", "0-1"), "Null")])
def test_defaults_when_the_director_does_not_answer(said: tuple[str, ...], outcome: str) -> None:
    """Season walk 11: a single clear report counts after so many days, contradicting ones end Null at their time."""
    event = ladder("Ada", "Ben", If_the_TD_does_not_answer="2 days")
    for n, word in enumerate(said):
        event.now = moment(8, 10 + n)
        event.reported("R1-01", word, state="held").run()
    event.at(moment(13))
    assert event.row("Pairings", "Game", "R1-01")["Outcome"] == outcome
    if outcome != "Null":
        assert "result-unanswered" in codes(reason(event, "R1-01"))


def test_a_frozen_game_decides_nothing_and_waits_for_the_director() -> None:
    """Promise 6: its row is damaged; no round is drafted, the others go on."""
    event = ladder("Ada", "Ben", "Cem", "Dov")
    event.reported("R1-01", "1-0", state="frozen")
    event.book = replace(event.book, claims=tuple(replace(c, score=None) for c in event.book.claims))
    event.reported("R1-02", "1-0").run()
    event.at(moment(15))
    assert "R2" not in event.rounds()
    assert [w.what for w in event.answer.waits if w.on == "director"] == [("R1-01",)]


def test_a_deadline_from_before_the_announcement_counts_for_nothing() -> None:
    """L42: the year was mistyped; the game stays open until the deadline announced, and a later one counts."""
    event = ladder("Ada", "Ben")
    due = event.row("Pairings", "Game", "R1-01")["Due"]
    event.decide("Deadline", "R1", end=event.now - timedelta(days=365)).run()
    assert event.row("Pairings", "Game", "R1-01")["Outcome"] == ""
    assert event.row("Pairings", "Game", "R1-01")["Due"] == due
    later = event.now + timedelta(days=9)
    event.decide("Deadline", "R1", end=later).run()
    assert event.row("Pairings", "Game", "R1-01")["Due"] == later


def test_a_held_report_without_a_result_never_counts_by_itself() -> None:
    """L43, L40: a win without play is claimed by form; the director is silent, and the game ends Null in the end."""
    event = ladder("Ada", "Ben", If_the_TD_does_not_answer="2 days")
    event.reported("R1-01", "1-0", state="held")
    event.book = replace(event.book, claims=tuple(replace(c, score=None) for c in event.book.claims))
    event.later(days=9)
    assert event.row("Pairings", "Game", "R1-01")["Outcome"] == ""
    event.later(days=2)
    assert event.row("Pairings", "Game", "R1-01")["Outcome"] == "Null"
