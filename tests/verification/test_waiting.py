"""Sites that are late, slow, silent or strict: only the check waits, and what was sent in time counts."""

from __future__ import annotations

from datetime import datetime, timedelta
from pathlib import Path

import pytest
import requests

from rules.model import Engine
from sync.chesssites.cache import FileCache
from sync.grid import Grid
from sync.running.once import Lookups
from tests.sync.desk import BEGIN
from tests.verification.desk import LinkDesk, link_desk
from tests.verification.site import Site

DUE = BEGIN + timedelta(days=7)
DOWN = requests.ConnectionError("no route")


def reported(site: Site, lag: timedelta, sent: datetime = BEGIN + timedelta(hours=3), name: str = "") -> LinkDesk:
    """R1-02 is decided; the link of R1-01 was just sent and its site lists it after `lag`."""
    d = link_desk(site)
    d.later(hours=1).link(d.played("R1-02")).settle()
    d.now = sent
    d.link(d.played("R1-01", ended=sent - timedelta(minutes=5), listed=sent + lag), name=name).sync()
    return d


def test_a_game_not_listed_yet_is_asked_for_again_with_growing_pauses(site: Site) -> None:
    """Between the planned moments nobody is asked and nothing is written; the worker knows when to wake."""
    d = reported(site, timedelta(minutes=25))
    assert d.submission()[1] == "waiting"
    assert "does not list the game yet" in d.submission()[3]
    asked: list[int] = []
    for minute in range(60):
        wake = d.last.decided.wake
        assert wake is not None
        site.clear()
        done = d.later(minutes=1).sync()
        if site.log:
            asked.append(minute + 1)
            assert wake <= d.now, "woken in time, not before"
        if d.outcome("R1-01"):
            break
        assert not done.wrote
    assert asked == [2, 5, 10, 20, 30]
    assert d.outcome("R1-01") == "1-0"
    link = "https://www.chess.com/game/live/123000000001"
    assert d.checks()[-2:] == [(link, "waiting"), ("R1-01", "verified")]


def test_a_site_that_is_down_delays_only_the_check(site: Site) -> None:
    """The director's result of the other game counts in the same pass, and the next round's draft waits for one game."""
    d = link_desk(site)
    site.trouble = DOWN
    d.later(hours=3).link(d.played("R1-01")).result("R1-02", "0-1").settle()
    assert d.outcome("R1-02") == "0-1"
    assert "Chess.com does not answer." in d.submission()[3]
    site.trouble = None
    d.later(minutes=10).settle()
    assert d.outcome("R1-01") == "1-0"


def test_the_deadline_runs_to_the_time_of_sending(site: Site) -> None:
    """A bare link sent minutes before the deadline, listed twenty hours later: no Null, no round on one in between."""
    d = reported(site, timedelta(hours=20), sent=DUE - timedelta(minutes=10))
    d.now = DUE + timedelta(hours=12)
    d.settle()
    assert (d.outcome("R1-01"), d.rounds()) == ("", ["R1"])
    assert ("R1-01", "reported, being checked") in d.table("Pairings", "Game", "Remark")
    d.now = DUE + timedelta(hours=24)
    d.settle()
    assert (d.outcome("R1-01"), d.rounds()) == ("1-0", ["R1", "R2"])


def test_a_link_sent_too_late_holds_nothing(site: Site) -> None:
    """Nor does one sent in time for a game that somebody else reported."""
    d = reported(site, timedelta(hours=20), sent=DUE + timedelta(seconds=30))
    d.later(minutes=1).settle()
    assert d.outcome("R1-01") == "Null"


def test_a_link_nobody_can_find_holds_no_longer_than_its_patience(site: Site) -> None:
    """After 48 hours the director is told, and the game is Null as of its deadline."""
    d = reported(site, timedelta(days=90), sent=DUE - timedelta(minutes=10))
    for _ in range(60):
        wake = d.last.decided.wake
        d.now = min(wake or DUE + timedelta(days=9), DUE + timedelta(days=9)).astimezone(BEGIN.tzinfo)
        d.sync()
        if d.submission()[1] != "waiting":
            break
    assert d.now <= DUE + timedelta(hours=48)
    assert d.submission()[1] == "no game"
    assert "has not listed the game for 48 hours" in d.submission()[3]
    d.settle()
    assert d.outcome("R1-01") == "Null"
    due = next(due for game, due in d.table("Pairings", "Game", "Due") if game == "R1-01")
    assert "2026-11-09 18:00" in due or "9 Nov" in due


def test_given_up_with_a_name_goes_to_the_director_and_can_be_sent_again(site: Site) -> None:
    """The name tells the pairing: the report is held for the director; the same link sent anew is asked for anew."""
    d = reported(site, timedelta(days=4), name="Cem")
    assert d.submission()[:2] == ("R1-01", "waiting")
    d.later(hours=50).settle()
    assert "claim-held" in d.codes()
    site.clear()
    d.later(hours=10).settle()
    assert site.log == [], "given up"
    d.later(hours=60)
    d.link("https://www.chess.com/game/live/123000000001", name="Ben").settle()
    assert d.outcome("R1-01") == "1-0"


def test_verified_only_after_the_game_was_null(site: Site) -> None:
    """The worker was away and the site down: the Null is corrected, as of sending; what was published stays (L22)."""
    d = link_desk(site)
    d.later(hours=1).link(d.played("R1-02")).settle()
    d.now = DUE - timedelta(hours=1)
    d.link(d.played("R1-01"))
    site.trouble = DOWN
    d.now = DUE + timedelta(days=5)
    d.settle()
    assert d.outcome("R1-01") == "Null"
    assert d.rounds() == ["R1", "R2"]
    paired = d.table("Games", "Game", "White", "Black")
    site.trouble = None
    d.later(minutes=30).settle()
    assert d.outcome("R1-01") == "1-0"
    assert "correction" in d.codes()
    assert d.table("Games", "Game", "White", "Black")[: len(paired)] == paired


@pytest.mark.parametrize(
    ("status", "words"), [(503, "does not answer"), (403, "refuses the request"), (429, "to wait")]
)
def test_every_trouble_is_told_in_words_and_passes(site: Site, status: int, words: str) -> None:
    """Server errors, a refusal, too many requests: the report waits with the reason, and counts afterwards."""
    d = link_desk(site)
    site.trouble = status
    d.later(hours=3).link(d.played("R1-01")).settle()
    assert words in d.submission()[3]
    site.trouble = None
    d.later(minutes=40).settle()
    assert d.outcome("R1-01") == "1-0"


def test_a_new_process_keeps_the_pauses(site: Site, tmp_path: Path) -> None:
    """A worker started by a timer for each pass asks no more often than one that runs on."""
    d = link_desk(site)
    d.cache = FileCache(tmp_path / "sites.json")
    d.new_process().later(hours=3).link(d.played("R1-01", listed=BEGIN + timedelta(days=3))).sync()
    asked = []
    for minute in range(1, 31):
        d.cache = FileCache(tmp_path / "sites.json")
        site.clear()
        d.new_process().later(minutes=1).sync()
        asked += [minute] if site.log else []
    assert asked == [2, 5, 10, 20, 30]


def test_somebody_writes_in_between(site: Site) -> None:
    """The pass is decided anew; what the site said is not lost and the site not asked twice."""
    d = link_desk(site)
    d.later(hours=3).link(d.played("R1-01"))
    site.clear()
    inner, calls = d.look_up, []
    assert inner is not None

    def raced(grid: Grid, engine: Engine, now: datetime) -> Lookups:
        said = inner(grid, engine, now)
        calls.append(now)
        if len(calls) == 1:
            d.book.revision += 1
        return said

    d.look_up = raced
    done = d.sync()
    assert done.tries == 2
    assert d.outcome("R1-01") == "1-0"
    assert len(site.log) == 2
