"""Plays of what a knock-out with Challengers tells."""

from __future__ import annotations

from collections.abc import Callable

from sync.problems import Problem
from tests.advice.books import after, hastings
from tests.advice.play import play
from tests.sync.desk import Desk, desk

H = "hastings"
SIXTEEN = tuple((f"P{n}", 2000 - 10 * n) for n in range(1, 17))
GAME = "K-R1-01.1"


def line(*cells: str, rounds: int = 1) -> Callable[[], Desk]:
    """A line of Decisions in an event that runs."""
    return after(lambda: hastings(rounds, SIXTEEN), lambda d: d.decide(*cells))


def white(d: Desk) -> str:
    """White of board 1."""
    return next(w for g, w in d.table("Games", "Game", "White") if g == GAME)


def alone() -> Desk:
    """Started with one player."""
    return desk((("Ada", 2000),), format=H, Lots="drawn").start()


def more(d: Desk, _problem: Problem) -> None:
    """Others."""
    for n in range(2, 9):
        d.person.add_row("Players", {"Player": f"P{n}", "Rating": 1900 - n})


play(H, "half-point-refused", line("Misses round", "P1", "K-R2"))
play(H, "paused-in-knock-out", after(lambda: hastings(1, SIXTEEN), lambda d: d.status("P1", "Paused")))
play(H, "winner-not-usable", after(lambda: hastings(1, SIXTEEN), lambda d: d.decide("Winner", "K-R1-02", white(d))),
     {"one of its players": lambda d, _p: next(w for g, w in d.table("Games", "Game", "White") if g == "K-R1-02.1")})  # fmt: skip
play(H, "game-void", after(lambda: hastings(1, SIXTEEN), lambda d: d.result(GAME, "Void")),
     {"the result": "1-0", "the match": "K-R1-01", "a name": lambda d, _p: white(d)}, changes=(GAME,))  # fmt: skip
play(H, "withdraw-unknown", line("Withdraw round", "K-R7"), {"the id of the latest round": "K-R1"}, changes=("K-R1",))
play(H, "withdraw-not-last", line("Withdraw round", "K-R1", rounds=2), {"the later round": "K-R2"},
     comes=("withdraw-has-results",), changes=("K-R1", "K-R2", "C-R2"))  # fmt: skip
play(H, "withdraw-has-results",
     after(lambda: hastings(1, SIXTEEN), lambda d: d.result(GAME, "1-0").decide("Withdraw round", "K-R1")))  # fmt: skip
play(H, "defaulted", after(lambda: hastings(1, SIXTEEN), lambda d: d.result(GAME, "0-1F")), {"the reason": "ill"})
