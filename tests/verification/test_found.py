"""Games nobody reported: looked for before the deadline and put forward; the director decides."""

from __future__ import annotations

from datetime import timedelta

import requests

from tests.sync.desk import BEGIN
from tests.verification.desk import LinkDesk, link_desk
from tests.verification.site import Site

DUE = BEGIN + timedelta(days=7)


def forgotten(site: Site, result: str = "0-1") -> LinkDesk:
    """R1-02 is in; R1-01 was played on the fourth day and never reported; it is the last day."""
    d = link_desk(site, Find_games="yes")
    d.later(hours=3).link(d.played("R1-02")).settle()
    d.later(days=3)
    d.played("R1-01", result)
    d.now = DUE - timedelta(hours=23)
    d.settle()
    return d


def test_a_forgotten_game_is_put_forward_and_keeps_its_pairing_open(site: Site) -> None:
    """Problems shows who won and the link; past its deadline the game waits for the director instead of being Null."""
    d = forgotten(site)
    said = d.says(d.problem("game-found"))
    assert "Ben won" in said
    assert "https://www.chess.com/game/live/123000000001" in said
    assert d.outcome("R1-01") == "", "it never counts alone"
    d.now = DUE + timedelta(hours=5)
    d.settle()
    assert (d.outcome("R1-01"), d.rounds()) == ("", ["R1"])
    d.result("R1-01", "0-1").settle()
    assert (d.outcome("R1-01"), d.rounds()) == ("0-1", ["R1", "R2"])
    assert "game-found" not in d.codes()


def test_it_never_counts_alone(site: Site) -> None:
    """Three days after the deadline the game is Null, also where a silent director lets clear reports count."""
    d = forgotten(site)
    d.set("If the TD does not answer", "1").settle()
    d.now = DUE + timedelta(days=2, hours=23)
    d.settle()
    assert d.outcome("R1-01") == ""
    d.now = DUE + timedelta(days=3)
    d.settle()
    assert d.outcome("R1-01") == "Null"
    assert "game-found" not in d.codes()


def test_a_report_takes_its_place(site: Site) -> None:
    """A player reports the very game after all: it is verified and counts."""
    d = forgotten(site)
    d.later(hours=1).link("https://www.chess.com/game/live/123000000001").settle()
    assert d.outcome("R1-01") == "0-1"
    assert "game-found" not in d.codes()


def test_the_director_may_refuse_it(site: Site) -> None:
    """It was a friendly game: refused, nothing is held up and it is not put forward again."""
    d = forgotten(site)
    d.decide("Refuse claim", "R1-01").settle()
    assert "game-found" not in d.codes()
    d.now = DUE
    d.settle()
    assert d.outcome("R1-01") == "Null"


def test_only_fitting_games_are_put_forward(site: Site) -> None:
    """Another clock, another variant, before the announcement, or used already: nothing is proposed."""
    d = link_desk(site, (("Ada", 2000), ("Ben", 1900)), Find_games="yes")
    first, *_ = d.open_games()
    d.played(first, ended=BEGIN - timedelta(hours=1))
    d.later(hours=3).link(d.played(first)).settle()
    second, *_ = d.open_games()
    d.later(hours=3)
    d.played(second, time_control="600")
    d.played(second, rules="chess")
    d.later(days=6, hours=20).settle()
    assert "game-found" not in d.codes()
    assert d.outcome(second) == ""


def test_looking_is_rare_and_off_by_default(site: Site) -> None:
    """Six times before a deadline, woken for each; without the setting never."""
    d = link_desk(site, Find_games="yes")
    d.result("R1-02", "1-0").settle()
    site.clear()
    looked = []
    while d.now < DUE:
        d.later(minutes=5).sync()
        if site.log:
            looked.append(round((DUE - d.now).total_seconds() / 60))
        site.clear()
        wake = d.last.decided.wake
        if wake is not None and wake > d.now + timedelta(minutes=5):
            d.now = wake.astimezone(BEGIN.tzinfo) - timedelta(minutes=5)
    assert looked == [1440, 480, 180, 60, 20, 5]
    quiet = link_desk(site)
    site.clear()
    quiet.now = DUE - timedelta(hours=1)
    quiet.settle()
    assert site.log == []


def test_a_silent_site_is_no_obstacle(site: Site) -> None:
    """Nothing found, nothing held: the deadline counts."""
    d = link_desk(site, Find_games="yes")
    site.trouble = requests.ConnectionError("no route")
    d.played("R1-01")
    for hours in (24, 3, 1):
        d.now = DUE - timedelta(hours=hours)
        d.sync()
    d.now = DUE
    d.settle()
    assert d.outcome("R1-01") == "Null"
