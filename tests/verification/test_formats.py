"""Every format: the same links, with clock, variant and site as the event sets them."""

from __future__ import annotations

from datetime import timedelta

import pytest

from rules.model import Empty
from sync.chesssites.model import Clock
from sync.chesssites.model import Site as Where
from sync.claims.checks import Conditions, clocks_of
from sync.grid import Cell
from tests.sync.desk import BEGIN
from tests.verification.desk import LinkDesk, link_desk
from tests.verification.season import dice
from tests.verification.site import Site

SIX = (("Ada", 2000), ("Ben", 1950), ("Cem", 1900), ("Dov", 1850), ("Eva", 1800), ("Fil", 1750))
POINTS = {"swiss": "Points", "grand-chess-tour": "Score"}


def by_links(d: LinkDesk, game: str, word: str) -> None:
    """The two play standard chess at the clock of the game; some with swapped colours."""
    swapped = d.format != "swiss" and dice("swap", game) % 2 == 0  # there colours decide who meets next
    real = {"1-0": "0-1", "0-1": "1-0"}.get(word, word) if swapped else word
    d.link(d.played(game, real, swapped, rules="chess", time_control="5400+30"))


def by_typing(d: LinkDesk, game: str, word: str) -> None:
    """The director types it."""
    d.result(game, word)


def event(site: Site, format: str, verify: str) -> LinkDesk:
    """Six players, all classical."""
    given: dict[str, Cell] = {"Verify_games": verify, "Variant": "Standard"}
    if format == "swiss":
        given |= {"Clock": "90|30", "Rounds": 3}
    else:
        given |= {"Clock": "classical 90|30 ; rapid 25|10", "Events": "PAR", "Tour": "no"}
    return link_desk(site, SIX, format, True, **given)


def main_games(d: LinkDesk) -> list[str]:
    """Games of rounds that are still to be played, with their results settled by the two players' names."""
    return [g.id for g in d.games() if g.id in set(d.open_games()) and not isinstance(g.black, Empty)]


@pytest.mark.parametrize("format", sorted(POINTS))
def test_links_do_what_typing_does(format: str, site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every result from a link alone: standings and games as with results typed by hand, the same lots drawn."""
    monkeypatch.setattr("secrets.token_hex", lambda size: "5e" * size)
    ends = []
    for verify, report in (("no", by_typing), ("yes", by_links)):
        d = event(site, format, verify)
        while todo := [g for g in main_games(d) if "P" not in g.split("-")[-2]]:
            for game in todo:
                strong = min(d.pair(game)) == d.pair(game)[0]
                report(d, game, "1-0" if strong else "0-1")
            d.later(hours=6).settle()
        games = set()
        for white, black, word in d.table("Pairings", "White", "Black", "Outcome"):
            games.add((*sorted((white, black)), (word == "1-0") == (white < black)))
        ends.append((sorted(d.table("Standings", "Player", POINTS[format])), games))
        assert len(games) == (9 if format == "swiss" else 15)
    assert ends[0] == ends[1]
    assert {by for (by,) in d.table("Pairings", "Decided by")} == {"form"}


def test_another_clock_than_the_events_needs_the_director(site: Site) -> None:
    """A rapid game is none of a classical round."""
    d = event(site, "grand-chess-tour", "yes")
    game = main_games(d)[0]
    d.later(hours=2).link(d.played(game, rules="chess", time_control="1500+10")).settle()
    assert d.outcome(game) == ""
    assert "The clock was 25|10; this event plays 90|30." in d.submission()[3]


def test_a_match_format_that_reports_scores_is_not_verified(site: Site) -> None:
    """One link cannot tell the score of a match of pente: the setting changes nothing there."""
    d = link_desk(site, SIX, "pente")
    site.clear()
    d.later(hours=1).link("https://www.chess.com/game/live/123456789").settle()
    assert site.log == []


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("15|10", {"": Clock(900, 10)}),
        ("15+10", {"": Clock(900, 10)}),
        ("rapid 25|10 ; blitz: 5+3", {"rapid": Clock(1500, 10), "blitz": Clock(300, 3)}),
        ("classical any; rapid 10", {"classical": None, "rapid": Clock(600, 0)}),
        ("slow", None),
        ("900+10", None),
        ("15|10 ; nonsense", None),
    ],
)
def test_clocks_as_typed(typed: str, found: object) -> None:
    """One clock, or one by rate."""
    assert clocks_of(typed) == found


def test_conditions_by_section_and_rate() -> None:
    """What stands for a section beats what stands for the event; a rate nobody named has any clock."""
    settings = {
        ("Clock", ""): "rapid 25|10 ; blitz 5|3",
        ("Clock", "LEU"): "any",
        ("Variant", ""): "any",
        ("Variant", "SIN"): "Chess960",
        ("Site", ""): "Lichess",
        ("Site patience", ""): 6,
    }
    rates = {"PAR-R1-01": "Rapid", "PAR-P1-01.1": "Armageddon", "LEU-R1-01": "Rapid"}
    conditions = Conditions(settings, rates)
    assert conditions.clock("PAR-R1-01") == Clock(1500, 10)
    assert conditions.clock("PAR-P1-01.1") is None
    assert conditions.clock("LEU-R1-01") is None
    assert (conditions.variant("PAR-R1-01"), conditions.variant("SIN-R1-01")) == (None, "chess960")
    assert conditions.sites("SIN-R1-01") == frozenset({Where.LICHESS})
    assert conditions.patience == timedelta(hours=24), "never less than a day"
    assert BEGIN.tzinfo is not None
