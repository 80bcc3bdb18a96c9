"""An event that nobody disturbs has no trouble and no note at any moment, in every format.

Everybody is rated and there, every result is typed in time, and the director does nothing else. What Problems may say
then is that the event has not started, that it is finished, and the questions that a rulebook has.
"""

from __future__ import annotations

import random

import pytest

from rules.registry import formats
from tests.sync.desk import Desk, desk

MOST = 120
ASKED = {
    "ladder": {"additional-question"},  # rule 2: the director may add rounds before the Final
    "hastings": {"draws-agree"},  # rule 16: the second draw is shown beside the first while the draft is held
}
WORDS = ("1-0", "0-1", "1-0", "0-1", "1/2-1/2")
MATCHES = ("3-1", "1-3", "2-0", "0-2", "4-2")


def players(count: int) -> tuple[tuple[str, int], ...]:
    """Rated players, no two alike."""
    return tuple((f"P{n:02d}", 2100 - 13 * n) for n in range(1, count + 1))


def opened(name: str, count: int) -> Desk:
    """A book before its start, in which everything that is wanted is typed."""
    d = desk(
        players(count),
        format=name,
        Lots="drawn",
        **({"Events": "PAR", "Tour": "no"} if name == "grand-chess-tour" else {}),
    )
    d.set("Check for", "2 hours")
    for player, _ in players(count) if name in ("pente", "grand-chess-tour") else ():
        d.type("Players", player, *(("Section", "A") if name == "pente" else ("Events", "PAR")))
    d.settle()
    return d


def told(d: Desk, allowed: set[str]) -> None:
    """Nothing is in Problems that is not allowed."""
    extra = [f"{d.now:%d %b %H:%M} {d.says(p)}" for p in d.problems if p.code not in allowed]
    assert not extra, extra


SIZES = {"hastings": (9, 12)}  # six Challengers meet again before their last round, and that is told


@pytest.mark.parametrize(("name", "count"), [(name, n) for name in formats() for n in SIZES.get(name, (6, 9))])
def test_nothing_is_told_of_an_event_that_nobody_disturbs(name: str, count: int) -> None:
    """From the first pass to the end: not while a draft is held, not when it goes out, not when a result comes."""
    dice = random.Random(count)
    d = opened(name, count)
    allowed = ASKED.get(name, set())
    told(d, allowed | {"not-started"})
    d.set("Start", "now")
    for _ in range(MOST):
        d.settle()
        over = d.last.decided.answer is not None and d.last.decided.answer.state == "finished"
        told(d, allowed | ({"finished"} if over else set()))
        if over:
            return
        games = d.open_games()
        for game in games[: max(1, len(games) // 2)]:
            d.result(game, dice.choice(MATCHES if name == "pente" else WORDS))
        d.later(hours=3)
    raise AssertionError(f"{name} never ended: {d.rounds()} {d.open_games()}")
