"""The Tour: totals, ties for first and second, money, play-offs of its own, and what is shown."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from fractions import Fraction

import pytest

from rules.grandchesstour.amounts import TOUR_PRIZES, Amounts
from rules.grandchesstour.awards import event_awards, tour_awards
from rules.grandchesstour.engine import ENGINE
from rules.grandchesstour.playoff import PlayOff
from rules.model import Value
from rules.reasons import render
from tests.rules.grandchesstour.play import by_strength, open_playoff, play_main, season, tour, watched, won_by
from tests.rules.runner import Event

NAMES = ["Ann", "Bob", "Cem", "Dov", "Eva"]
Order = Mapping[str, int]


def two_events(first: list[str], second: list[str], settings: Mapping[str, Value] | None = None) -> Event:
    """Two events whose final order is as given: everybody beats all below."""
    event = tour({"PAR": NAMES, "SIN": NAMES})
    for name, value in (settings or {}).items():
        event.set(name, value)
    for section, order in (("PAR", first), ("SIN", second)):
        play_main(event, section, by_strength({p: -i for i, p in enumerate(order)}))
        event.now += timedelta(hours=2)
    event.run()
    return event


def tour_rows(event: Event) -> dict[str, tuple[Value, Value, Value]]:
    """Place, total and prize by player."""
    return {str(r.cells["Player"]): (r.cells["Place"], r.cells["Total"], r.cells["Prize"]) for r in event.table("Tour")}


def tour_play(event: Event) -> PlayOff:
    """The play-off of the Tour."""
    found = season(event).tour
    assert found is not None
    assert found.play is not None
    return found.play


def finish(event: Event, favourite: str) -> None:
    """Play the Tour's play-off to its end: the favourite wins every game, others draw."""
    while not season(event).is_over:
        games = open_playoff(event)
        assert games
        for game in games:
            players = (game.white, str(game.black))
            won_by(event, game.id, favourite if favourite in players else min(players))


def test_one_clear_winner_and_second() -> None:
    """Alone first: $100,000; alone second: $50,000; nothing below (4, G27)."""
    event = two_events(NAMES, NAMES)
    assert tour_rows(event) == {
        "Ann": (1, Fraction(26), "$100,000"),
        "Bob": (2, Fraction(20), "$50,000"),
        "Cem": (3, Fraction(16), "$0"),
        "Dov": (4, Fraction(14), "$0"),
        "Eva": (5, Fraction(12), "$0"),
    }
    assert event.answer.state == "finished"


def test_three_tied_for_first() -> None:
    """The text's example 4.3: the winner has $100,000, the other two $25,000 each and are second together (G23)."""
    awards = tour_awards({p: Fraction(20) for p in "ABC"} | {"D": Fraction(3)}, TOUR_PRIZES, True, "B")
    assert [(a.player, a.place, a.prize) for a in awards] == [
        ("B", 1, Fraction(100_000)),
        ("A", 2, Fraction(25_000)),
        ("C", 2, Fraction(25_000)),
        ("D", 4, Fraction(0)),
    ]


def test_a_tie_for_first_is_played_off() -> None:
    """Two level on top: nothing is given to them before the play-off, which uses the Tour's own section (G23, G25)."""
    event = two_events(NAMES, ["Bob", "Ann", *NAMES[2:]])
    assert tour_rows(event)["Ann"] == (1, Fraction(23), None)
    assert tour_rows(event)["Cem"] == (3, Fraction(16), "$0")
    assert tour_play(event).section == "TOUR"
    assert "TOUR-P1" in event.rounds()
    assert "TOUR-P1-01.1" in [g.id for g in open_playoff(event)]
    finish(event, "Bob")
    assert tour_rows(event)["Bob"] == (1, Fraction(23), "$100,000")
    assert tour_rows(event)["Ann"] == (2, Fraction(23), "$50,000")
    assert event.answer.state == "finished"


def test_a_tie_for_second_is_played_off() -> None:
    """The leader has $100,000 at once; the play-off names the second; the money is halved all the same (G24)."""
    event = two_events(NAMES, ["Ann", "Cem", "Bob", *NAMES[3:]])
    assert tour_rows(event)["Ann"] == (1, Fraction(26), "$100,000")
    assert tour_rows(event)["Bob"] == (2, Fraction(18), "$25,000")
    assert event.answer.state == "running"
    finish(event, "Cem")
    assert tour_rows(event)["Cem"] == (2, Fraction(18), "$25,000")
    assert tour_rows(event)["Bob"] == (3, Fraction(18), "$25,000")


def test_the_second_place_play_off_may_be_left_out() -> None:
    """Then all stay second; the money is the same (G24)."""
    event = two_events(NAMES, ["Ann", "Cem", "Bob", *NAMES[3:]], {"Second place play-off": "no"})
    assert tour_rows(event)["Bob"] == tour_rows(event)["Cem"] == (2, Fraction(18), "$25,000")
    assert event.answer.state == "finished"


def test_the_best_events_count() -> None:
    """A setting limits the count to the best so many events; wins of all events still rank (G22, G26)."""
    event = two_events(NAMES, ["Bob", "Ann", *NAMES[2:]], {"Best events": 1})
    assert tour_rows(event)["Ann"][1] == Fraction(13)
    assert dict(tour_play(event).wins) == {"Ann": 14, "Bob": 14}


def test_event_points_of_play_offs_count() -> None:
    """12 without the bonus after a play-off; thirds are compared exactly and shown as 8 1/3 (G7, G22)."""
    event = tour({"PAR": NAMES, "SIN": NAMES[:2]})
    play_main(event, "PAR", by_strength({"Ann": 2, "Bob": 2, "Cem": 2, "Dov": 2, "Eva": 1}))
    while games := open_playoff(event):
        won_by(
            event,
            games[0].id,
            "Dov" if "Dov" in (games[0].white, games[0].black) else min(games[0].white, str(games[0].black)),
        )
    shown = tour_rows(event)
    assert shown["Dov"][1] == Fraction(12)
    assert shown["Ann"][1] == "8 1/3"
    assert "Eva" in shown


def test_who_has_no_points_is_listed() -> None:
    """Everybody who played is in the final standings, points or not (G36); the losers share a place."""
    many = [f"P{n:02d}" for n in range(1, 13)]
    event = tour({"PAR": many, "SIN": many[:3]})
    play_main(event, "PAR", by_strength({p: -i for i, p in enumerate(many)}))
    play_main(event, "SIN", by_strength({p: -i for i, p in enumerate(many)}))
    event.run()
    shown = tour_rows(event)
    assert shown["P11"] == shown["P12"] == (11, Fraction(0), "$0")


def test_one_event_is_no_tour() -> None:
    """A single event has no Tour (G37); the view stays empty."""
    event = tour({"EV": NAMES})
    play_main(event, "EV", by_strength({p: -i for i, p in enumerate(NAMES)}))
    assert event.table("Tour") == ()
    assert event.answer.state == "finished"


def test_times_of_the_tour_play_off() -> None:
    """30 minutes after the last game of any of them, play-offs of events included (G28)."""
    event = two_events(NAMES, ["Bob", "Ann", *NAMES[2:]])
    games = season(event).events[1].main.games.values()
    last = max(o.at for o in games if o.at and {"Ann", "Bob"} & {o.white, str(o.black)})
    found = season(event).tour
    assert found is not None
    assert found.times.start == last + timedelta(minutes=30)


def test_money_of_everybody() -> None:
    """Prize money adds up event by event, the Tour's own included."""
    event = two_events(NAMES, NAMES)
    row = event.row("Prize money", "Player", "Ann")
    assert (row["PAR"], row["SIN"], row["TOUR"], row["Sum"]) == ("$75,000", "$75,000", "$100,000", "$250,000")


def test_the_laws_hold_with_a_tour() -> None:
    """Every law of the protocol at the end of a tour."""
    event = two_events(NAMES, ["Bob", "Ann", *NAMES[2:]])
    finish(event, "Ann")
    event.passes = 1
    watched(event)
    assert event.answer.state == "finished"


@pytest.mark.parametrize(
    "about", ["PAR", "SIN-R1", "SIN-R1-01", "TOUR", "TOUR-P1", "TOUR-P1-01", "TOUR-P1-01.1", "Ann", "SIN numbers"]
)
def test_everything_can_be_explained(about: str) -> None:
    """A game, match, round, event, player, lot: each has its sentence."""
    event = two_events(NAMES, ["Bob", "Ann", *NAMES[2:]])
    finish(event, "Ann")
    assert len(event.said(about)) > 20


def test_an_event_is_explained_whole() -> None:
    """How far it is, its play-off, and what everybody has of it; the Tour likewise."""
    event = two_events(NAMES, ["Bob", "Ann", *NAMES[2:]])
    finish(event, "Ann")
    assert event.said("PAR").startswith("PAR (PAR): ")
    assert all(name in event.said("PAR") for name in NAMES)
    assert "The Tour: 2 of 2 events over." in event.said("TOUR")
    assert "They play off for first place." in event.said("TOUR")
    assert all(name in event.said("TOUR") for name in NAMES)


def test_a_match_and_a_lot_are_explained_with_what_came_of_them() -> None:
    """A match lists its games; a lot says what was drawn."""
    event = two_events(NAMES, ["Bob", "Ann", *NAMES[2:]])
    finish(event, "Ann")
    assert event.said("TOUR-P1-01").count("the director's word") == len(event.games("TOUR-P1"))
    assert "Lot SIN numbers among" in event.said("SIN numbers")


def test_the_unknown_is_not_explained() -> None:
    """Nothing is known of a stranger."""
    event = two_events(NAMES, NAMES)
    for about in ("Nobody", "PAR-R99", "PAR-R1-99", "XYZ"):
        with pytest.raises(KeyError):
            event.said(about)


def test_one_who_lost_a_play_off_of_two_is_spoken_of_as_one() -> None:
    """Two tied for first: the loser has second place and its prize whole; nothing is `divided` among one."""
    amounts = Amounts(
        (Fraction(10), Fraction(7), Fraction(5)), (Fraction(3), Fraction(1), Fraction(0)), Fraction(1), True
    )
    awards = event_awards((("Ann", "Bob"), ("Cid",)), amounts, True, "Ann")
    said = [render(a.why, ENGINE.sheet.words, clauses=False) for a in awards]
    assert said[1] == "Bob lost the play-off to Ann and has place 2: 1 point. Prize: $7."
    tour = tour_awards({"Ann": Fraction(9), "Bob": Fraction(9)}, amounts.prizes, True, "Ann", named=True)
    assert render(tour[1].why, ENGINE.sheet.words, clauses=False) == (
        "Bob lost the play-off for first place to Ann and is second. Prize: $7."
    )
    running = event_awards((("Ann",), ("Bob", "Cid")), amounts, False, None)
    said = [render(a.why, ENGINE.sheet.words, clauses=False) for a in running]
    assert said[0].startswith("Ann is on place 1; prizes")
    assert said[1].startswith("Bob is on place 2, one of 2 on the same score;")


def test_the_headline_of_a_tour_is_short() -> None:
    """The Tour and what is on or comes next; events that are over stand in Standings."""
    event = tour({"PAR": NAMES, "SIN": NAMES, "LON": NAMES})
    event.set("Start", None, "SIN").set("Start", None, "LON")
    event.run()
    assert [r.code for r in event.answer.headline] == ["head-event", "head-event-waits"]
    play_main(event, "PAR", by_strength({name: 9 - i for i, name in enumerate(NAMES)}))
    assert [r.code for r in event.answer.headline] == ["head-tour", "head-event-waits"]
    done = two_events(NAMES, NAMES)
    finish(done, "Ann")
    assert [r.code for r in done.answer.headline] == ["head-tour-over"]
