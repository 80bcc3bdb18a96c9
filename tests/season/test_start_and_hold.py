"""Season walk 1 and 2: nothing goes out before Start, and nothing unseen."""

from __future__ import annotations

from datetime import timedelta

import pytest

from rules.model import Round
from rules.reasons import moment_text
from tests.season.around import Maker, answer, until
from tests.sync.desk import Desk, desk

SIX = (("Ada", 2000), ("Ben", 1950), ("Cem", 1900), ("Dov", 1850), ("Eva", 1800), ("Fay", 1750))


def test_01_players_typed_one_by_one_publish_nothing(anywhere: Maker) -> None:
    """Twenty passes, each finding one more name, rounds going out automatically: none goes out, the draft grows."""
    d = anywhere((), Publish="automatically")
    for number in range(20 if anywhere.name == "memory" else 4):
        d.person.add_row("Players", {"Player": f"Player {number + 1:02}", "Rating": 1500 + number})
        d.later(minutes=7).sync()
        assert d.table("Rounds", "Round") == []
        assert d.table("Games", "Game") == []
        assert answer(d).state == "before"
    assert len(d.table("Ladder", "Player")) == number + 1
    assert d.table("Next round", "Board", "White"), "the draft of round 1 is there to be looked at"
    assert "do not play" in str(d.shown("Next round")).casefold()
    assert d.codes() == ["not-started"]


def test_01_the_order_is_recorded_at_the_start_and_a_later_sort_changes_nothing(anywhere: Maker) -> None:
    """As listed means as listed when it began."""
    names = (("Zoe", 1500), ("Ada", 1500), ("Moe", 1500))
    d = anywhere(names, started=True)
    assert [p for (p,) in d.table("Ladder", "Player")] == ["Zoe", "Ada", "Moe"]
    before = d.views()
    d.person.sort("Players", "Player")
    assert not d.sync().wrote
    assert d.views() == before


def test_01_a_time_in_start_begins_at_that_time() -> None:
    """A date and time: the pass at that moment starts, no earlier one."""
    d = desk()
    d.set("Start", (d.now + timedelta(hours=5)).replace(tzinfo=None)).settle()
    assert d.last.decided.wake == d.now + timedelta(hours=5)
    assert "not-started" not in d.codes(), "it starts by itself: nothing needs the director"
    d.later(hours=4, minutes=59).settle()
    assert d.rounds() == []
    d.later(minutes=1).settle()
    assert d.rounds() == ["R1"]


def test_02_a_slip_put_right_within_the_hold_leaves_no_trace(anywhere: Maker) -> None:
    """A wrong result and a wrong Status: Rounds and Games are those of an event without them, counted from then."""
    d, steady = anywhere(started=True, Check_for="2 hours"), desk(started=True, Check_for="2 hours")
    for one in (d, steady):
        one.result("R1-01", "1-0").result("R1-02", "0-1").settle()
    d.result("R1-01", "0-1").status("Eva", "Withdrawn").later(minutes=50).settle()
    assert d.rounds() == ["R1"]
    d.result("R1-01", "1-0").status("Eva", "Active").settle()
    for one in (d, steady):
        until(one, lambda o: "R2" in o.rounds())
    for tab, headings in (("Games", ("Game", "White", "Black")), ("Rounds", ("Round", "Kind"))):
        assert d.table(tab, *headings) == steady.table(tab, *headings)
    assert d.views("Why", "Pairings", "This round", "Problems", "Submissions")["Ladder"] == steady.views()["Ladder"]
    assert d.now > steady.now, "the wait began anew when it was put right"


def test_02_every_due_counts_from_publication(anywhere: Maker) -> None:
    """Seven days from the moment it went out, not from its draft."""
    d = anywhere(started=True, Check_for="90 minutes")
    d.results("R1").later(minutes=1).settle()
    drafted = d.now
    until(d, lambda o: "R2" in o.rounds())
    assert d.now == drafted + timedelta(minutes=90)
    (round_,) = [r for r in d.record() if isinstance(r.fact, Round) and r.fact.id == "R2"]
    assert isinstance(round_.fact, Round)
    assert (round_.at, round_.fact.due) == (d.now, d.now + timedelta(days=7))
    shown = {due for game, due, black in d.table("Pairings", "Game", "Due", "Black") if game[:2] == "R2" and due}
    assert shown == {moment_text(d.now + timedelta(days=7))}


def test_02_publish_at_waits_for_its_weekday_and_time() -> None:
    """Sundays at 18:00, whenever the last result came; Next round says when."""
    d = desk(started=True, Check_for="2 hours", Publish_at="Sunday 18:00")
    d.later(days=2, hours=9, minutes=12).results("R1").settle()
    assert "Sun 8 Nov 2026, 18:00" in str(d.shown("Next round"))
    until(d, lambda o: "R2" in o.rounds())
    assert f"{d.now:%A %H:%M}" == "Sunday 18:00"


@pytest.mark.parametrize(("players", "kind"), [(SIX[:2], "F1"), (SIX, "R4")])
def test_02_tie_breaks_and_the_first_game_of_a_final_are_held_too(
    players: tuple[tuple[str, int], ...], kind: str
) -> None:
    """Two hours in Next round first; the next games of a running Final follow at once."""
    d: Desk = desk(players, started=True, Rounds=3 if kind == "R4" else 1)
    for round_ in ("R1", "R2", "R3")[: 3 if kind == "R4" else 1]:
        if round_ == d.rounds()[-1]:
            before = d.rounds()
            d.set("Check for", "2 hours").results(round_, "1/2-1/2" if kind == "R4" else "1-0").settle()
            if round_ != ("R3" if kind == "R4" else "R1"):
                until(d, lambda o, before=before: o.rounds() != before)  # type: ignore[misc]
    before = d.rounds()
    assert d.last.decided.wake == d.now + timedelta(hours=2)
    until(d, lambda o: len(o.rounds()) > len(before))
    assert d.rounds() == [*before, kind]
    if kind == "F1":
        d.later(hours=1).result("F1-01.1", "1-0").settle()
        assert "F1-01.2" in [g.id for g in d.games()]
    else:
        assert d.table("Rounds", "Round", "Kind")[-1] == ("R4", "tie-break")
