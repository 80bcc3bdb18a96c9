"""Plays of what a pente championship tells."""

from __future__ import annotations

from collections.abc import Callable

from sync.problems import Problem
from tests.advice.books import EIGHT, after, pente
from tests.advice.play import play, wall
from tests.sync.desk import Desk, desk

P = "pente"
GAME = "A-R1-01"


def typed(word: str) -> Callable[[], Desk]:
    """A score typed in round 1."""
    return after(pente, lambda d: d.result(GAME, word))


def before(act: Callable[[Desk], object]) -> Callable[[], Desk]:
    """A section A before its start."""

    def made() -> Desk:
        d = desk(EIGHT, format=P, Lots="drawn")
        for name, _ in EIGHT:
            d.type("Players", name, "Section", "A")
        act(d)
        d.settle()
        return d

    return made


def nobody() -> Desk:
    """One player, started."""
    d = desk(EIGHT[:1], format=P, Lots="drawn")
    return d.start()


def more(d: Desk, _problem: Problem) -> None:
    """Others of the section."""
    for name in ("Zoe", "Yul"):
        d.person.add_row("Players", {"Player": name, "Rating": 1500, "Section": "A"})
    d.type("Players", "P1", "Section", "A")


def late(d: Desk) -> None:
    """Somebody comes after round 1."""
    d.person.add_row("Players", {"Player": "Zoe", "Rating": 1500, "Section": "A"})


def b(act: Callable[[Desk], object]) -> Callable[[], Desk]:
    """A section B before its start."""

    def made() -> Desk:
        d = desk(EIGHT, format=P, Lots="drawn")
        for name, _ in EIGHT:
            d.type("Players", name, "Section", "B")
        act(d)
        d.settle()
        return d

    return made


def over(d: Desk) -> None:
    """Nothing is typed until the period is over."""
    d.later(days=40)


def each(d: Desk, problem: Problem) -> None:
    """A score for every open match."""
    for game in d.open_games():
        d.result(game, "3-1")
    del problem


play(P, "too-few-players", nobody, hand={0: more})
play(P, "bad-score-lead", typed("9-1"), {"the final score": "3-1"})
play(P, "tie-too-early", typed("2-2 tie"), {"the running score": "2-2", "6-6 tie or more": "6-6 tie"})
play(
    P,
    "no-rating",
    before(lambda d: d.type("Players", "P1", "Rating", None)),
    {"the rating collected": 1900, "a number": 1},
)
play(P, "seed-wrong", before(lambda d: d.type("Players", "P1", "Seed", 99)), {"the right number": 1})
play(P, "section-fixed", after(pente, lambda d: d.type("Players", "P1", "Section", "B")))
play(P, "late-entry", after(pente, late))
play(P, "paused", after(pente, lambda d: d.status("P1", "Paused")))
play(P, "paused-not-entered", before(lambda d: d.status("P1", "Paused")))
play(
    P,
    "half-bye-unknown",
    b(lambda d: d.decide("Half-bye", "P1", "B-R99")),
    {"B-R1 to B-R{rounds}, not the last": "B-R2"},
)
play(P, "not-in-section", before(lambda d: d.decide("Half-bye", "P1", "B-R2")))
play(P, "decision-too-late", after(pente, lambda d: d.decide("Bye", "A-R1", "P1")))
play(P, "withdraw-unknown", after(pente, lambda d: d.decide("Withdraw round", "A-R7")), {"the id of the latest round": "A-R1"},
     changes=("A-R1",))  # fmt: skip
play(P, "withdraw-not-last", after(lambda: pente(2), lambda d: d.decide("Withdraw round", "A-R1")), {"the later round": "A-R2"},
     comes=("withdraw-has-results",), changes=("A-R1", "A-R2"))  # fmt: skip
play(P, "withdraw-has-results", after(pente, lambda d: d.result(GAME, "3-1").decide("Withdraw round", "A-R1")))
play(P, "period-over", after(pente, over), {"a number": 3}, hand={0: each}, comes=("odd-weekday",))
play(P, "assigned-passed", after(pente, lambda d: d.decide("Assigned time", GAME, "", From=wall(d, hours=1)), hours=3),
     {"the score": "3-1"})  # fmt: skip
