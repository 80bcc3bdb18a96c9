"""Both draws of the product against the judge, over hundreds of random fields: boards, colours, lucky losers, ranking.

Rulings: H3-H6, H14-H28, H35.
"""

from __future__ import annotations

import os
from random import Random
from typing import Any

import pytest

from rules.hastings.boards import by_seekers, mend, sides_of
from rules.hastings.draw import draw_round
from rules.hastings.field import DrawInput, Last, Result, Stage
from rules.hastings.second_draw import differences, draw_again
from tests.judges.hastings import replay, undo_forbidden
from tests.judges.hastings.campaign import random_event

CAMPAIGN = int(os.environ.get("PAIRSHEET_CAMPAIGN", "1"))
EVENTS = 200 * CAMPAIGN
STAGES: dict[str, Stage] = {"slow": "slow", "mini": "mini", "armageddon": "Armageddon"}


def result_of(board: dict[str, Any], match: dict[str, Any]) -> Result:
    """A match as the judge tells it, for the draw."""
    stage = STAGES[match["stage"][board["first"]].split()[1]]
    defaulted = frozenset(match["defaulted"])
    return Result(board["first"], board["second"], match["winner"], stage, match["slow_level"], defaulted)


def inputs_of(event: dict[str, Any], truth: dict[str, Any]) -> list[tuple[DrawInput, dict[str, Any]]]:
    """The question of every round after the first, and the judge's answer."""
    colours = dict.fromkeys(truth["list"], "")
    met: set[frozenset[str]] = set()
    found = []
    for before, after in zip(truth["rounds"], truth["rounds"][1:], strict=False):
        for board, match in zip(before["boards"], before["matches"], strict=True):
            for player, word in match["colours"].items():
                colours[player] += word.replace("-", "")
            if match["met"]:
                met.add(frozenset((board["first"], board["second"])))
        results = tuple(result_of(b, m) for b, m in zip(before["boards"], before["matches"], strict=True))
        kind = "premier" if after["places"] <= 8 else "seekers" if after["round"] == 2 else "positions"
        data = DrawInput(
            kind=kind,  # type: ignore[arg-type]
            places=after["places"],
            order=tuple(truth["list"]),
            last=Last(tuple(before["ranking"]), results, tuple(before["held_back"])),
            out=frozenset(event["withdrawn"].get(after["round"], ())),
            colours=dict(colours),
            met=frozenset(met),
            is_final=after["final"],
        )
        found.append((data, after))
    return found


def first_input(event: dict[str, Any], truth: dict[str, Any]) -> DrawInput:
    """The question of round 1, without late entries."""
    ranking = tuple(truth["rounds"][0]["ranking"])
    return DrawInput(
        kind="first",
        places=len(ranking) + len(ranking) % 2,
        order=tuple(truth["list"]),
        ranking=ranking,
        is_final=len(ranking) <= 2,
        lot=event["lot"],
        federation={p["id"]: p["federation"] or "" for p in event["players"]},
        family={p["id"]: p["family"] or "" for p in event["players"]},
        kept_apart=frozenset(event["named_federations"]),
    )


def agrees(data: DrawInput, truth: dict[str, Any]) -> None:
    """The first draw is the judge's, and the second draw is the first."""
    draw = draw_round(data)
    assert list(draw.ranking) == truth["ranking"]
    assert [one.player for one in draw.lucky] == truth["lucky"]
    assert [(b.first, b.second) for b in draw.boards] == [(b["first"], b["second"]) for b in truth["boards"]]
    white = [None if b["why"] == "lot H28" else b["white"] for b in truth["boards"]]
    assert [b.white for b in draw.boards] == white
    assert list(draw.held) == truth["held_back"]
    assert list(draw.forbidden) == truth["forbidden_left"]
    assert differences(draw, draw_again(data)) == ()


@pytest.mark.parametrize("block", range(10))
def test_draws_agree_with_the_judge(block: int) -> None:
    """Every round of random events of 2 to 200 players: three independent answers, one truth."""
    rounds = 0
    for seed in range(block, EVENTS, 10):
        rng = Random(seed)
        size = rng.choice([rng.randrange(2, 40), rng.randrange(2, 40), rng.randrange(2, 200)])
        event, results = random_event(
            rng, size, defaults=rng.choice([0.0, 0.04, 0.2]), leaving=rng.choice([0, 0.03, 0.2])
        )
        truth = replay(event, results)
        if truth["rounds"] and not event["late"]:
            agrees(first_input(event, truth), truth["rounds"][0])
        for data, after in inputs_of(event, truth):
            agrees(data, after)
            rounds += 1
    assert rounds > 20


def test_crowded_bars_agree_with_the_judge() -> None:
    """Where most pairs are barred, exchanges and the complete search give the judge's boards in both draws."""
    dealt = 0
    for seed in range(200 * CAMPAIGN):
        rng = Random(seed)
        count = rng.randrange(1, 9)
        ranking = [f"p{n:02d}" for n in range(2 * count)]
        chance = rng.choice([0.2, 0.5, 0.8, 1.0])
        met = {frozenset((a, b)) for a in ranking for b in ranking if a < b and rng.random() < chance}
        position = {p: n for n, p in enumerate(ranking, start=1)}
        colours = {p: rng.choice(["W", "B", ""]) for p in ranking}
        kinds = rng.random() < 0.5
        if kinds:
            sought = {"W": "B", "B": "W", "": None}
            side = sides_of(ranking, {p: sought[colours[p]] for p in ranking}).side  # type: ignore[misc]
            made = by_seekers(ranking, side)
            pairs = [*made.pairs, *made.bottom]
        else:
            pairs = list(zip(ranking[:count], ranking[count:], strict=True))

        def barred(one: str, two: str, met: set[frozenset[str]] = met) -> bool:
            return frozenset((one, two)) in met

        def kind(one: str, two: str, side: Any = side if kinds else None) -> object:
            return side[one], side[two]

        mine = mend(pairs, position, barred, kind if kinds else None)
        truth, left = undo_forbidden(pairs, lambda a, b: not barred(a, b), position, kind if kinds else None)
        assert list(mine.pairs) == list(truth)
        assert list(mine.left) == list(left)
        dealt += any(note.code == "dealt-anew" for note in mine.notes)
        results = tuple(Result(p, f"x{p}", p, "slow") for p in ranking)
        data = DrawInput(
            kind="seekers" if kinds else "positions",
            places=2 * count,
            order=tuple(ranking),
            last=Last(tuple(p for p in ranking), results),
            colours=colours,
            met=frozenset(met),
        )
        assert differences(draw_round(data), draw_again(data)) == ()
    assert dealt > 20
