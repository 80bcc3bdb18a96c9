"""The request log: what the sites are asked, and above all what they are not."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import requests

from rules.registry import engine_of
from tests.sync.desk import BEGIN
from tests.verification.desk import link_desk
from tests.verification.site import Site

MANY = tuple((f"P{n:02d}", 2400 - 10 * n) for n in range(40))


def test_one_archive_serves_all_games_of_a_player_in_a_pass(site: Site) -> None:
    """Three links of the same two: one list of months and one month."""
    d = link_desk(site)
    site.clear()
    d.later(hours=3)
    for result in ("1-0", "0-1", "1/2-1/2"):
        d.link(d.played("R1-01", result))
    d.sync()
    assert site.asked() == ["cem/games/archives", "cem/games/2026/11"]


def test_an_unchanged_month_costs_a_304(site: Site) -> None:
    """A game not listed yet is asked for again; what did not change is not sent again."""
    d = link_desk(site)
    d.later(hours=1).link(d.played("R1-01")).settle()
    d.later(hours=1).link(d.played("R1-02", listed=BEGIN + timedelta(days=2)), name="Eva").sync()
    site.clear()
    d.later(minutes=2).sync()
    assert site.log
    assert {status for path, status in site.log if "archives" in path or "2026" in path} == {304}


def test_nothing_is_asked_for_decided_games(site: Site) -> None:
    """A round in, its players are left alone: neither later passes nor the other game's link ask about them."""
    d = link_desk(site)
    d.later(hours=1).link(d.played("R1-01")).settle()
    site.clear()
    d.later(hours=1).link(d.played("R1-02")).settle()
    assert site.asked() == ["eva/games/archives", "eva/games/2026/11"]
    site.clear()
    for _ in range(20):
        d.later(hours=1).sync()
    assert site.log == []


def test_a_typed_result_ends_the_asking(site: Site) -> None:
    """The director decides while the site is silent: the link is looked for among open games only."""
    d = link_desk(site)
    d.later(hours=1).link(d.played("R1-01", listed=BEGIN + timedelta(days=9)), name="Cem").sync()
    d.result("R1-01", "1-0").result("R1-02", "1-0").set("Publish", "R1").settle()
    site.clear()
    for _ in range(12):
        d.later(hours=1).sync()
    assert site.log == []


def test_a_link_of_nobody_knows_does_not_starve_the_others(site: Site) -> None:
    """Forty players: a foreign link is looked for at one player a game first, and every real link still counts."""
    d = link_desk(site, MANY)
    games = d.open_games()
    assert len(games) == 20
    d.later(hours=2).link("https://www.chess.com/game/live/999999999999")
    for game in games[::3]:
        d.link(d.played(game))
    site.clear()
    d.sync()
    assert [d.outcome(g) for g in games[::3]] == ["1-0"] * 7
    assert len(site.log) <= 80
    whites = {d.pair(g)[0].lower() for g in games}
    first = list(dict.fromkeys(p.split("/")[0] for p in site.asked()))[:20]
    assert set(first) == whites


def test_two_hundred_books_leave_a_silent_site_alone(site: Site) -> None:
    """The first book finds out; the others do not ask for a while."""
    d = link_desk(site)
    d.later(hours=3).link(d.played("R1-01"))
    site.trouble = requests.ConnectionError("no route")
    grid, engine = d.backend.read(), engine_of("ladder")
    site.clear()
    assert d.look_up is not None
    for number in range(200):
        said = d.look_up(replace(grid, book=f"book-{number}"), engine, d.now)
        assert said.wake is not None
    assert len(site.log) == 3


def test_two_hundred_quiet_books_ask_nothing(site: Site) -> None:
    """Nothing reported, nothing asked."""
    d = link_desk(site)
    grid, engine = d.backend.read(), engine_of("ladder")
    site.clear()
    assert d.look_up is not None
    for number in range(200):
        d.look_up(replace(grid, book=f"book-{number}"), engine, d.now)
    assert site.log == []
