"""Random events under all laws of the protocol, and large ones under the absolute rules."""

from __future__ import annotations

import os
import random

import pytest

from rules.swiss.engine import ENGINE
from tests.rules.laws import all_laws
from tests.rules.runner import BEGIN, Event

CAMPAIGN = int(os.environ.get("PAIRSHEET_CAMPAIGN", "1"))
WORDS = ("1-0", "1-0", "0-1", "1/2-1/2", "1/2-1/2", "1-0F", "0-1F", "0-0F", "Void")


def random_event(seed: int, laws: bool = True) -> Event:
    """An event with everything that people do: statuses, absences, excuses, typed pairs, corrections, withdrawals."""
    dice = random.Random(seed)
    event = Event(ENGINE, now=BEGIN, seed=str(seed))
    if laws:
        event.watch = lambda e: all_laws(e, seed)
    names = [f"P{n:02}" for n in range(dice.randint(3, 11))]
    event.set("Rounds", dice.randint(2, 5)).set("List closes", dice.choice(("R1", "R2", "R3")))
    event.set("Days per round", dice.choice((None, 5))).set("No-shows", dice.choice(("stay", "withdrawn")))
    event.set("Maxi", dice.choice(("yes", "no"))).set("Same federation", dice.choice(("yes", "no")))
    for name in names:
        event.add(
            name,
            Rating=dice.choice((None, 1900, 2000, 2000, 2100, 2200)),
            Estimate=dice.choice((None, 1800)),
            Federation=dice.choice(("GER", "FRA", "")),
            From_round=dice.choice((None, None, None, "R2", "R3")),
        )
    event.run()
    event.set("Start", "now").run()
    for _ in range(25):
        if event.answer.state == "finished":
            break
        _something(event, dice, names)
        for game in event.open_games():
            if dice.random() < 0.7:
                event.typed(game.id, dice.choice(WORDS))
        event.later(days=dice.choice((0, 1, 6)))
    return event


def _something(event: Event, dice: random.Random, names: list[str]) -> None:
    """One thing that a person may do at any moment."""
    round_ = f"R{len(event.rounds()) + dice.choice((0, 1))}"
    who, other = dice.sample(names, 2)
    rows = [row for row in event.table("Pairings") if row.cells["Game"]]
    act = dice.randrange(12)
    if act == 0:
        event.add(who, Status=dice.choice(("Withdrawn", "Paused", "Active", "Disqualified")))
    elif act == 1:
        event.decide("Absent", who, round_)
    elif act == 2:
        event.decide("Excuse", who, "")
    elif act == 3:
        event.decide("Pair", round_, f"{who} ; {other}")
    elif act == 4:
        event.decide("Keep apart", dice.choice(("", round_)), f"{who} ; {other}")
    elif act == 5:
        event.decide("Bye", round_, who)
    elif act == 6 and event.rounds():
        event.decide("Withdraw round", f"R{len(event.rounds())}")
    elif act == 7 and rows:
        game = dice.choice(rows).cells
        if not str(game["Black"]).startswith("(") and game["Decided by"] != "round withdrawn":
            event.typed(str(game["Game"]), dice.choice(WORDS))
    elif act == 8:
        event.drop(who)
    elif act == 9:
        event.add(who, Rating=dice.randint(1800, 2300))
    elif act == 10 and dice.random() < 0.2:
        event.decide("Finish", round_)


@pytest.mark.parametrize("seed", range(24 * CAMPAIGN))
def test_laws_hold_whatever_people_do(seed: int) -> None:
    """Same question, same answer; order of rows is nothing; nothing follows twice; reasons are whole."""
    event = random_event(seed)
    assert event.passes > 0
    ENGINE.report_file(event.book, event.now)
    for about in [*event.column("Standings", "Player"), *event.rounds(), "bye"]:
        assert event.said(str(about))


@pytest.mark.parametrize(("players", "rounds"), [(101, 9), *[(500, 11)] * (CAMPAIGN > 1)])
def test_large_events_through_the_engine(players: int, rounds: int) -> None:
    """Nobody meets twice, nobody has two byes or a third colour running, nobody is left over."""
    dice = random.Random(players)
    event = Event(ENGINE, now=BEGIN, seed="large")
    event.set("Rounds", rounds).set("Start", "now").set("No-shows", "stay")
    for n in range(players):
        event.add(f"P{n:03}", Rating=2500 - 3 * n)
    event.run()
    while event.answer.state != "finished":
        for game in event.open_games():
            event.reported(game.id, dice.choice(("1-0", "0-1", "1/2-1/2", "1/2-1/2")))
        event.run()
    met: set[frozenset[str]] = set()
    byes: set[str] = set()
    for round_ in event.rounds():
        seated: list[str] = []
        for _, white, black in event.games(round_):
            if black == "(bye)":
                assert white not in byes
                byes.add(white)
                seated.append(white)
                continue
            assert frozenset((white, black)) not in met
            met.add(frozenset((white, black)))
            seated += [white, black]
        assert len(seated) == len(set(seated)) == players
    for row in event.table("Colours and floats"):
        colours = str(row.cells["Colours"])[:-1]  # in the last round equals may break the limits
        assert "WWW" not in colours
        assert "BBB" not in colours
        assert all(abs(colours[:i].count("W") - colours[:i].count("B")) < 3 for i in range(len(colours)))
