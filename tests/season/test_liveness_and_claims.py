"""Season walk 3 and 4: a line that is true, and no claim that holds a game hostage."""

from __future__ import annotations

import random
from datetime import UTC, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from sync.grid import Cell
from tests.emulator.formulas import calc_of
from tests.season.around import Maker
from tests.sync.desk import Desk, desk
from tests.verification.desk import link_desk
from tests.verification.site import Site


def seen(d: Desk) -> Cell:
    """When Status says that the worker was last there."""
    row = d.person.row_of("Status", "What", "Worker last seen")
    return d.person.look("Status", "Value", row)


def test_03_four_quiet_days_have_a_heartbeat_and_nothing_else(anywhere: Maker) -> None:
    """Status never is older than six hours; nothing but Status is written."""
    d = anywhere(started=True)
    zone = ZoneInfo(d.backend.read().zone or "Europe/Berlin")
    hours = 4 * 24 if anywhere.name == "memory" else 12
    for _ in range(hours):
        d.later(hours=1).sync()
        assert {s.tab for s in d.last.decided.plan.steps} <= {"Status"}
        at = seen(d)
        assert isinstance(at, datetime)
        assert d.now - at.replace(tzinfo=zone) <= timedelta(hours=6)
    assert sum(p.wrote for p in d.done[-hours:]) == hours // 6


def test_03_the_line_turns_by_itself_when_the_worker_is_gone(tmp_path: Path) -> None:
    """No pass happens any more: the Ladder's second line says since when, and that reports are safe."""
    d = Maker("google", tmp_path)(started=True)
    d.sync()
    book = d.person._at.book  # type: ignore[attr-defined]

    def line(after: timedelta) -> str:
        ladder = next(s for s in book.sheets if s.title == "Ladder")
        moment = (d.now + after).astimezone(UTC)
        return str(calc_of(book, moment).value(ladder, 1, 0))

    assert line(timedelta(hours=6, minutes=1)) == "Looked at by the worker 2026-11-02 18:00"
    assert line(timedelta(hours=13)).startswith("The worker was not seen since 2026-11-02 18:00")
    assert "Reports are safe" in line(timedelta(days=3))
    assert d.later(days=3).sync().wrote, "the worker is back"
    book = d.person._at.book  # type: ignore[attr-defined]
    assert line(timedelta(minutes=1)).startswith("Looked at by the worker 2026-11-05 18:00")


def test_04_rubbish_before_the_deadline_does_not_hold_the_game(anywhere: Maker) -> None:
    """Six days and 23 hours: strangers, nonsense, a game of last week. At seven days both games are Null."""
    d = anywhere(started=True)
    d.later(days=6, hours=23)
    d.report("R77-01", "White won", "Nobody").report("", "White won", "Somebody else")
    rubbish: list[dict[str, Cell]] = [
        {"Game URL": "hello"},
        {"Game URL": "https://www.chess.com/member/x"},
        {"Result": "?"},
    ]
    for cells in rubbish:
        d.person.add_row("Form Responses", {"Timestamp": d.now.replace(tzinfo=None), **cells})
    d.settle()
    d.later(hours=1).sync()
    assert (d.outcome("R1-01"), d.outcome("R1-02")) == ("Null", "Null")
    assert d.codes().count("claim-no-game") == 1


def test_04_a_report_that_fits_waits_three_days_and_no_longer() -> None:
    """Two contradict each other: the game stays open past its deadline, then it is Null."""
    d = desk(started=True)
    d.later(days=6, hours=23).report("R1-01", "White won", "Cem").report("R1-01", "Black won", "Ben").settle()
    d.later(days=3).settle()
    assert d.outcome("R1-01") == ""
    assert "held" in {s for g, s in d.table("Submissions", "Game", "State")}
    d.later(hours=1, minutes=1).settle()
    assert d.outcome("R1-01") == "Null"


def test_04_open_refuses_what_came_before_and_the_next_report_counts(anywhere: Maker) -> None:
    """The director types Open: play goes on, and the next report is accepted unaided."""
    d = anywhere(started=True)
    d.report("R1-01", "White won", "Cem").settle()
    d.later(hours=1).result("R1-01", "Open").settle()
    assert d.outcome("R1-01") == ""
    d.later(hours=1).report("R1-01", "Black won", "Ben").settle()
    assert d.outcome("R1-01") == "0-1"
    assert not any(c in d.codes() for c in ("claim-held", "claims-contradict"))


def test_04_the_right_players_with_a_wrong_clock_wait_and_then_are_null(site: Site) -> None:
    """It fits an open pairing, so it keeps it open for three days; the director says nothing: Null."""
    d = link_desk(site, Clock="15|10")
    d.later(days=6).link(d.played("R1-01", time_control="600")).settle()
    assert d.problem("claim-held")
    d.later(days=3, hours=23).settle()
    assert (d.outcome("R1-01"), d.outcome("R1-02")) == ("", "Null")
    d.later(hours=2).settle()
    assert d.outcome("R1-01") == "Null"


def test_04_a_wrong_link_followed_by_the_right_one_is_accepted_unaided(site: Site) -> None:
    """Last week's game first, a game of two strangers, then the right one: nobody is asked."""
    d = link_desk(site, Clock="15|10")
    d.later(days=1).link(site.play("stranger1", "stranger2", "1-0")).settle()
    assert (d.outcome("R1-01"), [c for c in d.codes() if c == "claim-held"]) == ("", [])
    d.later(hours=1).link(d.played("R1-01", "0-1")).settle()
    assert d.outcome("R1-01") == "0-1"


@pytest.mark.parametrize("seed", range(4))
def test_04_no_junk_ever_delays_a_season(seed: int) -> None:
    """Whatever strangers send, the event stands where it would without them."""
    quiet, loud = desk(started=True, Rounds=2), desk(started=True, Rounds=2)
    dice = random.Random(seed)
    for _ in range(12):
        game = dice.choice(quiet.open_games() or ["R1-01"])
        word = dice.choice(("White won", "Black won", "draw"))
        quiet.report(game, word)
        loud.report(game, word)
        for _ in range(dice.randrange(3)):
            loud.report(
                dice.choice(("R9-01", "F3-01.1", "x")), dice.choice(("1-0", "lol")), dice.choice(("", "Hacker"))
            )
        hours = dice.choice((5, 30, 80))
        quiet.later(hours=hours).settle()
        loud.later(hours=hours).settle()
    assert loud.table("Pairings", "Game", "White", "Black", "Outcome") == quiet.table(
        "Pairings", "Game", "White", "Black", "Outcome"
    )
