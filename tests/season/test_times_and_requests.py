"""Season walk 21 and 22: times as people mean them; requests, pauses, no-shows."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest

from rules.model import Round
from rules.reasons import moment_text
from tests.season.around import Maker, at, until
from tests.sync.desk import FIVE, Desk, desk


def due_of(d: Desk, game: str) -> str:
    """What Pairings shows as Due."""
    return next(r[1] for r in d.table("Pairings", "Game", "Due") if r[0] == game)


def says(words: str) -> dict[str, Any]:
    """A message beside a report."""
    return {"Message to the director": words}


def test_21_a_date_alone_means_the_end_of_that_day(anywhere: Maker) -> None:
    """Typed as a date or as text, for a game, a round, a Decision, a pause."""
    d = anywhere(started=True)
    d.type("Games", "R1-01", "Deadline", datetime(2026, 11, 12)).settle()
    assert due_of(d, "R1-01") == "Thu 12 Nov 2026, 23:59 CET"
    d.now = at("2026-11-12 23:00", d)
    d.sync()
    assert d.outcome("R1-01") == ""
    d.now = at("2026-11-13 00:01", d)
    d.sync()
    assert d.outcome("R1-01") == "Null"


@pytest.mark.parametrize("typed", ["2026-11-12 20:00", "12 Nov 2026 20:00", "2026-11-12T20:00"])
def test_21_text_is_read_where_it_is_certain(typed: str) -> None:
    """As typed into a cell that holds text."""
    d = desk(started=True)
    d.type("Games", "R1-01", "Deadline", typed).settle()
    assert due_of(d, "R1-01") == "Thu 12 Nov 2026, 20:00 CET"
    assert d.codes() == []


@pytest.mark.parametrize("typed", ["tomorrow", "03/04/26", "soon", "31.11.2026"])
def test_21_what_is_not_certain_is_asked_and_the_announced_time_stays(typed: str) -> None:
    """Never a guess: the cell is named, the old Due counts."""
    d = desk(started=True)
    d.type("Games", "R1-01", "Deadline", typed).settle()
    problem = d.problem("not-a-time")
    assert problem.at.column == "Deadline"
    assert due_of(d, "R1-01") == moment_text(d.now + timedelta(days=7))


def test_21_a_past_date_ends_the_game_now_and_can_be_taken_back() -> None:
    """A deadline in the past is a deadline: Null as of then; cleared, the game is open again."""
    d = desk(started=True, Check_for="2 hours")
    d.later(days=2).type("Games", "R1-01", "Deadline", datetime(2026, 11, 3, 12)).settle()
    assert d.outcome("R1-01") == "Null"
    d.type("Games", "R1-01", "Deadline", None).settle()
    assert d.outcome("R1-01") == ""


def test_21_every_time_shown_has_weekday_and_zone(anywhere: Maker) -> None:
    """In This round, Pairings, Rounds, Next round and Notices; in UTC as well in messages."""
    d = anywhere(started=True, Check_for="2 hours")
    d.results("R1").settle()
    shown = [due_of(d, "R1-01"), d.shown("Next round")[1][0], str(d.table("Notices", "Text to paste"))]
    for text in shown:
        assert any(day in text for day in ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")), text
        assert "CET" in text, text
    assert "UTC" in shown[-1]


def test_21_the_zone_switched_in_mid_round_moves_no_recorded_moment() -> None:
    """The event's own zone changed in Settings: the same instants, shown in the new zone."""
    d = desk(started=True)
    (due_before,) = [r.fact.due for r in d.record() if isinstance(r.fact, Round)]
    d.set("Time zone", "America/New_York").settle()
    (due_after,) = [r.fact.due for r in d.record() if isinstance(r.fact, Round)]
    assert due_before is not None
    assert due_after is not None
    assert due_after.timestamp() == due_before.timestamp()
    assert "12:00 EST" in due_of(d, "R1-01")
    d.later(days=7).sync()
    assert d.outcome("R1-01") == "Null"


def test_21_a_changed_file_zone_moves_nothing_and_asks() -> None:
    """Dates typed from now on would mean something else: nothing goes out before the director says so."""
    d = desk(started=True)
    before = d.views("Problems")
    d.book.zone = "Asia/Tokyo"
    d.settle()
    assert "zone-changed" in d.codes()
    assert {k: v for k, v in d.views("Problems").items() if k != "Next round"} == {
        k: v for k, v in before.items() if k != "Next round"
    }


def test_21_the_doubled_hour_counts_for_the_player() -> None:
    """Autumn, 02:30 comes twice: a report with that time is read as the earlier one, and the deadline is not twice."""
    players = FIVE[:2]
    d = desk(players)
    d.now = datetime(2026, 10, 18, 2, 45, tzinfo=d.now.tzinfo)
    d.start()
    (due,) = [r.fact.due for r in d.record() if isinstance(r.fact, Round)]
    assert due is not None
    assert (due.hour, due.minute) == (2, 45)
    d.now = datetime(2026, 10, 25, 4, 0, tzinfo=d.now.tzinfo)
    d.report("R1-01", "White won", "Ben", sent=datetime(2026, 10, 25, 2, 30)).settle()
    assert d.outcome("R1-01") == "1-0"


def test_22_a_message_lands_in_the_list_until_it_is_answered(anywhere: Maker) -> None:
    """Cannot reach X, a dispute, leave: shown with who and what, ticked off by its id, also after sorting."""
    d = anywhere(started=True)
    d.later(hours=1).report("", "", "Ben", **says("I cannot reach Cem"))
    d.report("R1-02", "White won", "Eva", **says("He was very kind")).settle()
    messages = {str(p.facts["who"]): p for p in d.problems if p.code == "message"}
    assert set(messages) == {"Ben", "Eva"}
    assert "I cannot reach Cem" in d.says(messages["Ben"])
    assert d.outcome("R1-02") == "1-0", "a report with a message counts as any"
    d.decide("Answered", str(messages["Ben"].facts["row"])).settle()
    d.person.sort("Form Responses", "Your name", reverse=True)
    d.settle()
    assert [str(p.facts["who"]) for p in d.problems if p.code == "message"] == ["Eva"]


def test_22_a_pause_over_an_open_game_leaves_it_and_ends_by_itself(anywhere: Maker) -> None:
    """Paused with Until: plays the running game, sits out the next round, and is back on the day after."""
    d = anywhere(FIVE[:4], started=True)
    d.status("Ben", "Paused").type("Players", "Ben", "Until", datetime(2026, 11, 12)).settle()
    assert d.outcome(next(g.id for g in d.games() if "Ben" in (g.white, g.black))) == ""
    d.later(days=1).results("R1").settle()
    assert "R2" in d.rounds()
    assert "Ben" not in {n for g, w, b in d.table("Games", "Game", "White", "Black") if g[:2] == "R2" for n in (w, b)}
    states = {row[0]: row[1] for row in d.table("This round", "Player", "State")}
    assert states["Ben"] == "paused"
    d.now = at("2026-11-13 09:00", d)
    d.results("R2").settle()
    assert "Ben" in {n for g, w, b in d.table("Games", "Game", "White", "Black") if g[:2] == "R3" for n in (w, b)}


def test_22_a_default_and_then_a_rematch() -> None:
    """1-0F is a Win and a Completed game, nobody had a colour in it: the rematch is coloured as a first game."""
    d = desk(FIVE[:2], True, "ladder", Rounds=3)
    d.result("R1-01", "1-0F").settle()
    rows = {r[0]: r for r in d.table("Ladder", "Player", "Wins", "Played")}
    winner = next(g.white for g in d.games() if g.id == "R1-01")
    assert rows[winner][1:] == ("1", "1")
    (again,) = [g for g in d.games() if g.id == "R2-01"]
    order = [p for (p,) in d.table("Ladder", "Player")]
    assert again.white == order[-1], "the lower has White in a first game"
    d.result("R2-01", "0-0F").settle()
    rows = {r[0]: r for r in d.table("Ladder", "Player", "Wins", "Played", "Null")}
    assert {r[2:] for r in rows.values()} == {("1", "1")}
    until(d, lambda o: "R3" in o.rounds())
