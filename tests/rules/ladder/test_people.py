"""Start, leavers, returns, late players, missing rows, the last one left (3(b), L8, L15, L16, L24, L25)."""

from __future__ import annotations

from datetime import timedelta

import pytest

from rules.advice import ways
from rules.model import Entry, Noticed
from tests.rules.ladder.build import codes, higher_wins, ladder, moment, order, pairs, reason, win
from tests.rules.runner import Event


def test_nothing_is_published_before_the_start() -> None:
    """L25: players are typed one by one; round 1 is only a draft, the Ladder a preview."""
    event = ladder(start=False)
    for seed, name in enumerate(("Ada", "Ben", "Cem"), start=1):
        event.add(name, Seed=seed).later(hours=1)
    assert event.state() == "before"
    assert event.rounds() == {}
    assert event.book.record == ()
    assert order(event) == "Ada Ben Cem"
    assert [ways(w.ends_by) for w in event.answer.waits] == ["type now or a time into Settings → Start"]


def test_the_event_starts_at_the_time_typed() -> None:
    """L25: a date and time in Start; the engine asks to be woken then."""
    event = ladder("Ada", "Ben", start=False)
    event.set("Start", moment(5)).run()
    assert event.answer.wake == moment(5)
    event.at(moment(5) - timedelta(minutes=1))
    assert event.rounds() == {}
    event.at(moment(5))
    assert event.rounds() == {"R1": "round"}


def test_the_initial_order_is_recorded_at_the_start_and_a_later_sort_changes_nothing() -> None:
    """L16, L25: ratings and Seeds typed afterwards do not touch the Ladder."""
    event = ladder("Ada", "Ben", "Cem")
    event.add("Ada", Seed=9, Rating=100).add("Cem", Seed=1, Rating=2800).run()
    assert order(event) == "Ada Ben Cem"
    entries = [r.fact for r in event.book.record if isinstance(r.fact, Entry)]
    assert [(e.player, e.number) for e in entries] == [("Ada", 1), ("Ben", 2), ("Cem", 3)]
    assert entries[0].taken["seed"] == 1


def test_one_player_cannot_start() -> None:
    """L24, L25: the director is told; with a second player the event starts."""
    event = ladder("Ada")
    assert event.state() == "before"
    assert event.troubles() == ["too-few-players"]
    event.add("Ben", Seed=2).run()
    assert event.state() == "running"


def test_two_players_have_rounds_as_usual() -> None:
    """L24: two from the start."""
    event = ladder("Ada", "Ben")
    for _ in range(4):
        higher_wins(event)
    assert list(event.rounds()) == ["R1", "R2", "R3", "R4", "R5"]


@pytest.mark.parametrize("status", ["Withdrawn", "Disqualified"])
def test_a_leaver_is_out_at_once_and_open_games_are_null(status: str) -> None:
    """3(b), L15: Ben leaves in mid-round; Ada's game is Null, Ben is not in the Ladder, past rounds stay."""
    event = ladder("Ada", "Ben", "Cem", "Dov")
    event.later(days=1)
    event.add("Ben", Status=status).run()
    assert order(event) == "Ada Cem Dov"
    row = event.row("Pairings", "Game", "R1-01")
    assert (row["Outcome"], row["Decided by"], row["Remark"]) == ("Null", "player left", "Ben left")
    assert event.row("History", "Player", "Ben")["Start"] == 2
    assert codes(reason(event, "R1-01"))[-1] == "null-left"


def test_no_path_runs_through_a_leaver_unless_kept() -> None:
    """L15: Cem beat Ben, Ben beat Ada. Ben leaves: ignored, Cem has nothing against Ada; kept, 25 as before."""
    scores = {}
    for kept in ("ignored", "kept"):
        event = ladder("Ada", "Ben", "Cem", "Dov", hold=True)
        event.set("Removed players' games", kept)
        event.decide("Pair", "R1", "Ada ; Ben").run()
        event.publish("R1")
        win(event, "Ben>Ada", "Cem>Dov")
        event.decide("Pair", "R2", "Cem ; Ben").run()
        event.publish("R2")
        win(event, "Cem>Ben")
        before = event.row("Scores", "Player", "Cem")["Ada"]
        event.later(minutes=1)
        event.add("Ben", Status="Withdrawn").run()
        scores[kept] = (before, event.row("Scores", "Player", "Cem")["Ada"])
    assert scores == {"ignored": (25, 0), "kept": (25, 25)}


def test_the_ladder_of_a_round_that_was_over_keeps_what_the_leaver_did_in_it() -> None:
    """L15: round 1 was over when Ben left, so who moved over whom by then stays; the next 5(e) goes without Ben."""
    event = ladder("Ada", "Ben", "Cem", hold=True)
    event.publish("R1")
    win(event, "Cem>Ben")
    assert order(event) == "Ada Cem Ben"
    event.later(hours=1)
    event.add("Ben", Status="Withdrawn").run()
    assert order(event) == "Ada Cem"
    assert event.row("History", "Player", "Cem")["R1"] == 2


def test_a_slip_is_taken_back_without_a_trace() -> None:
    """L15: Disqualified by mistake, Active again before anything was published: the game is open, with its old deadline."""
    event = ladder("Ada", "Ben", "Cem", "Dov")
    event.later(days=1)
    event.add("Ben", Status="Disqualified").run()
    event.later(minutes=2)
    event.add("Ben", Status="Active").run()
    assert order(event) == "Ada Ben Cem Dov"
    row = event.row("Pairings", "Game", "R1-01")
    assert (row["Outcome"], row["Due"]) == ("", moment(9))
    win(event, "Ben>Ada")
    assert event.row("Pairings", "Game", "R1-01")["Outcome"] == "1-0"


def test_who_comes_back_after_a_publication_enters_at_the_bottom() -> None:
    """L15, L16: round 2 was paired without Ben; back for round 3, at the bottom, with all Wins."""
    event = ladder("Ada", "Ben", "Cem", "Dov")
    win(event, "Ben>Ada")
    event.later(minutes=1)
    event.add("Ben", Status="Withdrawn").run()
    win(event, "Cem>Dov")
    assert "R2" in event.rounds()
    event.add("Ben", Status="Active").run()
    assert order(event) == "Ada Cem Dov"
    higher_wins(event)
    assert "Ben" in order(event)
    assert "entered-again" in [row.why.code for row in event.table("Why") if row.why]
    assert event.row("Ladder", "Player", "Ben")["Wins"] == 1


def test_a_late_player_enters_at_the_bottom_when_the_next_round_is_drafted() -> None:
    """L16: added in mid-round."""
    event = ladder("Ada", "Ben", "Cem", "Dov")
    event.add("Eva", Seed=1).run()
    assert order(event) == "Ada Ben Cem Dov"
    higher_wins(event)
    assert order(event) == "Ada Ben Cem Dov Eva"
    assert event.row("Ladder", "Player", "Eva")["Change"] is None
    entry = next(r.fact for r in event.book.record if isinstance(r.fact, Entry) and r.fact.player == "Eva")
    assert (entry.at, entry.number) == ("R2", 5)


def test_from_round_says_when_a_late_player_comes() -> None:
    """Players, From round R3: not in the first Ladder and not in round 2."""
    event = ladder("Ada", "Ben", "Cem", "Dov", start=False)
    event.add("Eva", Seed=3, From_round="R3").set("Start", "now").run()
    assert "Eva" not in order(event)
    higher_wins(event)
    assert "Eva" not in order(event)
    higher_wins(event)
    assert order(event).endswith("Eva")


def test_a_deleted_row_is_no_removal() -> None:
    """Season walk 12: the player stays in the Ladder, counts as Paused, and the director is told."""
    event = ladder("Ada", "Ben", "Cem", "Dov")
    event.drop("Ben").run()
    assert order(event) == "Ada Ben Cem Dov"
    assert event.troubles() == ["player-row-missing"]
    higher_wins(event)
    assert "Ben" not in " ".join(pairs(event, "R2"))


def test_the_last_one_left_is_champion() -> None:
    """L24: Ben leaves; and comes back, since nothing was published in between."""
    event = ladder("Ada", "Ben")
    event.later(hours=1)
    event.add("Ben", Status="Withdrawn").run()
    assert event.state() == "finished"
    assert event.row("Ladder", "Player", "Ada")["Placement"] == 1
    assert reason(event, "champion").code == "champion-alone"
    event.add("Ben", Status="Active").run()
    assert event.state() == "running"


def test_when_nobody_is_left_there_is_no_champion() -> None:
    """L24: both leave."""
    event = ladder("Ada", "Ben")
    event.add("Ada", Status="Withdrawn").add("Ben", Status="Withdrawn").run()
    assert event.state() == "finished"
    assert [r.code for r in event.answer.headline] == ["head-nobody"]


def test_when_all_but_one_are_paused_the_director_is_asked() -> None:
    """L8: no round can be made; the wait names what ends it."""
    event = ladder("Ada", "Ben", "Cem")
    event.add("Ada", Status="Paused").add("Ben", Status="Paused").run()
    higher_wins(event)
    assert "too-few-paired" in event.troubles()
    assert [w.on for w in event.answer.waits] == ["director"]
    event.add("Ada", Status="Active").run()
    assert "R2" in event.rounds()


def status_of(event: Event, player: str) -> object:
    """What This round says of a player."""
    return event.row("This round", "Player", player)["State"]


def test_a_paused_player_plays_the_running_game() -> None:
    """L8: a pause is about pairing; the open game goes on."""
    event = ladder("Ada", "Ben")
    event.add("Ben", Status="Paused").run()
    assert status_of(event, "Ben") == "to be played"
    win(event, "Ben>Ada")
    assert event.row("Pairings", "Game", "R1-01")["Outcome"] == "1-0"


def test_a_report_sent_before_the_removal_counts() -> None:
    """L11, L31: the form was sent an hour before Ben left; the worker sees both in one pass."""
    event = ladder("Ada", "Ben", "Cem", "Dov")
    event.later(days=1)
    event.add("Ben", Status="Withdrawn").reported("R1-01", "0-1", sent=event.now - timedelta(hours=1)).run()
    assert event.row("Pairings", "Game", "R1-01")["Outcome"] == "0-1"
    assert order(event) == "Ada Cem Dov"


def test_a_later_correction_does_not_undo_the_ladder_a_leaver_was_part_of() -> None:
    """L30: round 1 was over when Ben left; its results are typed anew afterwards, and Ben's part in its 5(e) stays."""
    event = ladder("Ada", "Ben", "Cem", hold=True)
    event.publish("R1")
    event.typed("R1-01", "1-0").run()
    assert order(event) == "Ada Cem Ben"
    event.later(hours=1)
    event.add("Ben", Status="Withdrawn").run()
    event.later(hours=1)
    event.typed("R1-01", "1/2-1/2").run()
    assert event.row("History", "Player", "Ben")["R1"] == 2
    assert "round-over" in [row.why.code for row in event.table("Why") if row.why]


def test_a_clear_report_that_waits_counts_three_days_after_the_removal_at_the_latest() -> None:
    """L31, L40: Ben leaves on the 3rd, the director has five days to answer; the report counts on the 6th."""
    event = ladder("Ada", "Ben", "Cem", "Dov", If_the_TD_does_not_answer="5 days")
    event.at(moment(3))
    event.reported("R1-01", "1-0", state="held").run()
    event.later(hours=1)
    event.add("Ben", Status="Withdrawn").run()
    over = event.now + timedelta(days=3)
    event.at(over - timedelta(minutes=1))
    assert event.row("Pairings", "Game", "R1-01")["Outcome"] == ""
    event.at(over)
    assert event.row("Pairings", "Game", "R1-01")["Outcome"] == "1-0"


def test_a_report_that_waits_says_until_when_after_the_removal() -> None:
    """L31: the director is told the moment at which the game is really Null, three days after Ben left."""
    event = ladder("Ada", "Ben", "Cem", "Dov")
    event.at(moment(3))
    event.reported("R1-01", "1-0", state="held").run()
    event.later(hours=1)
    event.add("Ben", Status="Withdrawn").run()
    over = event.now + timedelta(days=3)
    (wait,) = [w for w in event.answer.waits if w.on == "director"]
    assert wait.until == over
    event.at(over)
    assert event.row("Pairings", "Game", "R1-01")["Decided by"] == "player left"


@pytest.mark.parametrize("status", ["Withdrawn", "Disqualified"])
def test_a_leaver_whose_row_is_deleted_stays_out(status: str) -> None:
    """L15: a row that is gone says nothing, so nobody comes back by it; typed again as Active, the removal was a slip."""
    event = ladder("Ada", "Ben", "Cem", "Dov")
    event.add("Dov", Status=status).run()
    assert order(event) == "Ada Ben Cem"
    noticed = [r for r in event.book.record if isinstance(r.fact, Noticed) and r.fact.what == "status"]
    event.drop("Dov").run()
    assert order(event) == "Ada Ben Cem"
    assert [r for r in event.book.record if isinstance(r.fact, Noticed) and r.fact.what == "status"] == noticed
    event.add("Dov", Status="Active").run()
    assert "Dov" in order(event)
