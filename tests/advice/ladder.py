"""Plays of what a ladder tells."""

from __future__ import annotations

from collections.abc import Callable

from sync.problems import Problem
from tests.advice.books import a_poll, after, kept, ladder
from tests.advice.play import play, wall
from tests.sync.desk import FIVE, Desk, desk

L = "ladder"
TWO, FOUR = FIVE[:2], FIVE[:4]


def draft(*lines: tuple[str, str, str], first: Callable[[Desk], object] = lambda _d: None) -> Callable[[], Desk]:
    """A ladder whose round 2 is drafted and held; lines of Decisions typed for it, each seen by a pass of its own."""

    def made() -> Desk:
        d = ladder(Check_for="2 hours")
        first(d)
        d.results("R1").settle()
        for one in lines:
            d.decide(*one).settle()
        return d

    return made


def line(kind: str, about: str = "", value: str = "", rounds: int = 1, **settings: object) -> Callable[[], Desk]:
    """A started ladder with one line of Decisions."""
    return after(lambda: ladder(rounds, **settings), lambda d: d.decide(kind, about, value))


def final(players: tuple[tuple[str, int], ...] = TWO, **settings: object) -> Desk:
    """A ladder at its Final."""
    d = desk(players, started=True, Rounds=1, **settings)  # type: ignore[arg-type]
    d.results("R1").settle()
    for _ in range(40):
        if "F1" in d.rounds():
            return kept(d)
        d.later(hours=6).settle()
    raise AssertionError(d.codes())


def stopped() -> Desk:
    """A Final that stands still after two Null games."""
    d = final()
    return _null(_null(d))


def _null(d: Desk) -> Desk:
    d.later(days=8).settle()
    return d


def few() -> Desk:
    """Started with one player."""
    return desk((("Ada", 2000),)).start()


def more(d: Desk, _problem: Problem) -> None:
    """Another player."""
    d.person.add_row("Players", {"Player": "Ben", "Rating": 1900})


def seeds() -> Desk:
    """Two players with the same Seed, before the start."""
    d = desk()
    d.type("Players", "Ada", "Seed", 1).type("Players", "Ben", "Seed", 1)
    d.settle()
    return d


def late() -> Desk:
    """A report after the deadline."""
    d = ladder(Check_for="2 hours")
    d.later(days=7, minutes=1).settle()
    d.report("R1-01", "White won", "Cem").settle()
    return d


def nulls() -> Desk:
    """A Null game."""
    return after(lambda: ladder(1, FIVE, Check_for="3 days"), lambda _d: None, days=7, minutes=1)()


def held() -> Desk:
    """A line of a poll that may be the report of any game, whose deadline is over."""
    return after(lambda: ladder(Check_for="2 hours"), a_poll, days=7, minutes=1)()


def all_but_one_paused(d: Desk) -> None:
    """Nobody is left to be paired."""
    for name in ("Ben", "Cem", "Dov", "Eva"):
        d.status(name, "Paused")
    d.results("R1")


play(L, "too-few-players", few, hand={0: more}, comes=("not-started",))
play(L, "seed-twice", seeds, {"another Seed": 2})
play(L, "contact", nulls, comes=("contact",))
play(L, "game-held", held, {"the result": "1-0"}, comes=("contact",))
play(L, "late-report", late, {"the result": "1-0"}, comes=("correction",), changes=("R1-01",))
play(L, "decision-two-names", draft(("Pair", "R2", "Ada ; Ben ; Cem")), {"two names with ; between them": "Ada ; Ben"})
play(L, "decision-not-paired", draft(("Bye", "R2", "Ada"), first=lambda d: d.status("Ada", "Paused")))
play(L, "decision-too-late", line("Bye", "R1", "Ada"))
play(L, "withdraw-unknown", line("Withdraw round", "R7"), {"the id of the latest round": "R1"}, changes=("R1",))
play(L, "champion-too-early", line("Champion", "", "Ada"))
play(L, "champion-unknown", after(lambda: final(FOUR), lambda d: d.decide("Champion", "F1", "Dov")),
     {"one of the two Finalists": lambda d, _p: d.table("Games", "Game", "White")[-1][1]}, comes=("finished",),
     changes=("F1",))  # fmt: skip
play(L, "final-stopped", stopped, {"{first} or {second}": "Ada"}, comes=("finished",))
play(L, "withdraw-not-last", line("Withdraw round", "R1", rounds=2, Rounds=5), {"the later round": "R2"}, changes=("R1", "R2"),
     comes=("withdraw-has-results",))  # fmt: skip
play(
    L,
    "withdraw-has-results",
    after(lambda: ladder(1), lambda d: d.result("R1-01", "1-0").decide("Withdraw round", "R1")),
)
play(L, "finalists-too-late", after(lambda: final(FOUR), lambda d: d.decide("Finalists", "", "Cem ; Dov")), changes=("F1",),
     comes=("additional-question",))  # fmt: skip
play(
    L,
    "additional-too-late",
    after(lambda: final(FOUR), lambda d: d.decide("Additional rounds", "", "1")),
    changes=("F1",),
)
assert wall


def back(d: Desk, _problem: Problem) -> None:
    """They play again."""
    d.status("Ada", "Active").status("Ben", "Active")


play(L, "too-few-paired", after(ladder, all_but_one_paused), hand={0: back})


def named_twice() -> Desk:
    """A pair and a bye typed for round 2, the bye of one of the two."""
    d = ladder(Check_for="2 hours")
    d.results("R1").decide("Pair", "R2", "Ada ; Cem").settle()
    d.later(minutes=5).decide("Bye", "R2", "Ada").settle()
    return d


play(L, "decision-twice", named_twice)
