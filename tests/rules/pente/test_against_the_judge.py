"""Random events of 2 to 200 players, played to the champion, are what the second judge makes of the same record.

`PAIRSHEET_CAMPAIGN` multiplies the number of events.
"""

from __future__ import annotations

import os
import random
from typing import Any

import pytest

from rules.model import Empty
from rules.parts.record import standing
from rules.reasons import number_text
from tests.judges.pente import play_a_seeded, play_b, seed_order
from tests.rules.pente.campaign import Chances, Played

TIMES = int(os.environ.get("PAIRSHEET_CAMPAIGN", "1"))
BATCHES = 12
SIZES = [*range(2, 13), *range(2, 13), 13, 14, 15, 16, 17, 18, 20, 24, 29, 31, 32, 33, 40]


def size_of(dice: random.Random, number: int) -> int:
    """Mostly small fields, where ties and repeats crowd; now and then a large one."""
    return dice.choice([63, 64, 65, 100, 131, 200]) if number % 60 == 59 else dice.choice(SIZES)


def judged_places(places: list[tuple[int, list[str]]]) -> list[tuple[int, list[str]]]:
    """Places with names sorted: no order inside a shared place is laid down."""
    return [(place, sorted(names)) for place, names in places]


def rows(played: Played) -> list[dict[str, Any]]:
    """Every published round of the engine: pairings, byes, who was still in."""
    return [
        {
            "name": played.stage_name(stage),
            "pairings": [(m.upper, m.lower) for m in stage.matches if not m.is_bye],
            "byes": [m.upper for m in stage.matches if m.lower is Empty.BYE],
            "half": [m.upper for m in stage.matches if m.lower is Empty.HALF_BYE],
            "still_in": list(stage.still_in),
        }
        for stage in played.history.stages
    ]


def hold_a(played: Played) -> None:
    """Section A: seeds, pairings, byes, refusals, champions, places."""
    script = played.script
    entrants = []
    for person in played.event.book.people:
        fields = person.fields
        exit_ = fields.get("Last exit")
        entrants.append(
            {
                "name": person.name,
                "rating": _decimal(fields["Rating"]),
                "games": fields["Rated games"],
                "exit": {"R3": 3, "R7": 7, "4": 4}.get(str(exit_), exit_),
            }
        )
    groups = seed_order(entrants)
    if groups["order"] is not None:
        assert played.seeds == groups["order"]
    else:
        lots = [list(r.fact.answer or ()) for r in standing(played.event.book).lots.values()]  # type: ignore[union-attr]
        assert sorted(map(sorted, lots)) == sorted(groups["tied"])
        assert played.seeds == seed_order(entrants, lots)["order"]
    judged = play_a_seeded(
        played.seeds,
        script.outcomes,
        withdrawals=script.withdrawals,
        corrections=script.corrections,
        typed_rounds=script.typed_rounds,
        declared=script.declared,
    )
    for ours, theirs in zip(rows(played), judged["rounds"], strict=True):
        assert sorted(ours["still_in"]) == sorted(theirs["still_in"])
        if ours["name"] in script.typed_rounds:
            continue
        assert ours["pairings"] == theirs["pairings"], ours["name"]
        assert ours["byes"] == theirs["byes"], ours["name"]
    assert judged["refused"] == script.refused
    assert judged["over"]
    assert sorted(judged["champions"]) == sorted(played.champions())
    assert judged_places(judged["places"]) == played.places()


def hold_b(played: Played) -> None:
    """Section B: half-byes, places, pairings, byes, seeds, champions, places."""
    script = played.script
    judged = play_b(
        played.seeds,
        played.lots,
        script.outcomes,
        half_bye_requests=script.half_byes,
        withdrawals=script.withdrawals,
        corrections=script.corrections,
        typed_orders=script.typed_orders,
        typed_rounds=script.typed_rounds,
        declared=script.declared,
    )
    taken = {p: n for p in played.seeds if (n := played.entry(p).taken.get("half-bye")) is not None}
    assert taken == judged["half_byes"]
    for ours, theirs in zip(rows(played), judged["stages"], strict=True):
        assert ours["name"] == theirs["stage"]
        assert sorted(ours["still_in"]) == sorted(theirs["still_in"])
        if ours["name"] in script.typed_rounds:
            continue
        if ours["name"][0] == "T":
            assert {frozenset(p) for p in ours["pairings"]} == {frozenset(p) for p in theirs["pairings"]}
            continue
        assert ours["pairings"] == theirs["pairings"], ours["name"]
        assert ours["byes"] == theirs["byes"], ours["name"]
        assert sorted(ours["half"]) == sorted(theirs["half"])
    assert judged["refused"] == script.refused
    assert judged["over"]
    assert sorted(judged["champions"]) == sorted(played.champions())
    assert judged_places(judged["places"]) == played.places()


def _decimal(value: object) -> str:
    whole, rest = divmod(value * 100, 100)  # type: ignore[operator]
    return f"{number_text(whole)}.{int(rest):02}"


@pytest.mark.parametrize("batch", range(BATCHES))
@pytest.mark.parametrize("section", ["A", "B"])
def test_events(section: str, batch: int) -> None:
    """Forfeits, double forfeits, ties, drop-outs, corrections, typed pairs: everything as the judge has it."""
    hold = hold_a if section == "A" else hold_b
    for number in range(batch, batch + 3 * BATCHES * TIMES, BATCHES):
        dice = random.Random(f"{section}-{number}")
        calm = Chances(0.02, 0, 0.01, 0, 0.02, 0.05, 0.02, 0.03)
        rough = Chances(0.15, 0.15, 0.1, 0.05, 0.5, 0.5, 0.05, 0.2)
        chances = dice.choice([calm, Chances(), rough])
        hold(Played(section, size_of(dice, number), number, chances).play())
