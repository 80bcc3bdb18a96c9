"""Seasons nobody looks after: reports late, twice, contradicting or never, and a director who is away (season walk 11)."""

from __future__ import annotations

import os
import random
from datetime import timedelta

import pytest

from rules.ladder.engine import ENGINE
from tests.rules.laws import all_laws
from tests.rules.runner import BEGIN, Event

SEASONS = 12 * int(os.environ.get("PAIRSHEET_CAMPAIGN", "1"))


def careless_week(event: Event, dice: random.Random) -> None:
    """Players of every open game report as people do, in the week to come; then the week is over."""
    games = event.open_games()
    moments = []
    for game in games:
        assert game.due is not None or event.answer.wake is not None
        for _ in range(dice.choice((0, 1, 1, 1, 2))):
            state = dice.choice(("accepted", "accepted", "held", "waiting"))
            word = dice.choice(("1-0", "0-1", "1/2-1/2"))
            moments.append((event.now + timedelta(hours=dice.randint(1, 190)), game.id, word, state))
    for moment, id_, word, state in sorted(moments):
        event.at(max(moment, event.now))
        event.reported(id_, word, state=state).run()
    event.later(days=3)


@pytest.mark.parametrize("seed", range(SEASONS))
def test_a_season_without_one_edit_after_the_start_reaches_a_champion(seed: int) -> None:
    """Whatever the players do, with days set for the director's answers every wait ends by itself."""
    dice = random.Random(seed)
    event = Event(ENGINE, now=BEGIN)
    event.set("If the TD does not answer", dice.choice(("1 day", "2", "4 days"))).set("Rounds", dice.choice((2, 5)))
    event.set("Before the Final", dice.choice(("ask", "go on"))).set("Start", "now")
    for i in range(dice.randint(2, 9)):
        event.add(f"P{i}", Seed=i)
    event.run()
    for week in range(200):
        if event.state() == "finished":
            break
        careless_week(event, dice)
        if week % 5 == 0:
            all_laws(event, seed)
        assert event.answer.wake is not None or event.answer.drafts or event.state() == "finished", (
            "it would sleep for ever"
        )
    assert event.state() == "finished"
    placements = event.column("Ladder", "Placement")
    assert placements.count(1) == 1
    assert placements.count(2) == 1


def test_an_empty_list_of_waits_on_the_director_means_that_the_event_goes_on() -> None:
    """Season walk 9: with nothing for the director, the next due time advances the season."""
    event = Event(ENGINE, now=BEGIN).set("Start", "now")
    for name in ("Ada", "Ben", "Cem"):
        event.add(name)
    event.run()
    for _ in range(5):
        assert not [w for w in event.answer.waits if w.on == "director"]
        rounds, wake = set(event.rounds()), event.answer.wake
        assert wake is not None
        event.at(wake)
        assert set(event.rounds()) > rounds
