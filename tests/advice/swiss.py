"""Plays of what a Swiss tells."""

from __future__ import annotations

from collections.abc import Callable

from rules.swiss import systems
from sync.grid import Cell
from sync.pairing_systems import enable
from sync.problems import Problem
from tests.advice.books import SIX, a_poll, after, swiss
from tests.advice.play import play
from tests.sync.desk import Desk, desk

S = "swiss"


def draft(*lines: tuple[str, str, str], apart: bool = False) -> Callable[[], Desk]:
    """A Swiss whose round 2 is drafted and held; lines of Decisions typed for it, each seen by a pass of its own."""

    def made() -> Desk:
        d = swiss(Check_for="2 hours")
        d.results("R1").settle()
        for line in lines:
            d.decide(*line)
            if not apart:
                d.settle()
        d.settle()
        return d

    return made


def unpairable() -> Desk:
    """P1 is to be kept apart from everybody."""
    return draft(*(("Keep apart", "", f"P1 ; P{n}") for n in range(2, 7)), apart=True)()


def alone(d: Desk) -> None:
    """Everybody but one is paused."""
    for n in range(2, 7):
        d.status(f"P{n}", "Paused")
    d.results("R1")


def active(d: Desk, _problem: Problem) -> None:
    """All play again."""
    for n in range(2, 7):
        d.status(f"P{n}", "Active")


def late_player(d: Desk) -> None:
    """Somebody comes when the list is closed."""
    d.person.add_row("Players", {"Player": "Zoe", "Rating": 1500})


def paired(d: Desk, game: str = "R1-01") -> str:
    """Two names as paired in a game."""
    (white, black) = next((w, b) for g, w, b in d.table("Games", "Game", "White", "Black") if g == game)
    return f"{white} ; {black}"


def met() -> Desk:
    """A pair typed that has met."""
    d = draft()()
    d.decide("Pair", "R2", paired(d)).settle()
    return d


def few(rounds: int) -> Callable[[], Desk]:
    """Four players before their start."""

    def made() -> Desk:
        d = desk(SIX[:4], format=S, Rounds=rounds, Lots="drawn")
        d.settle()
        return d

    return made


def other_system() -> Desk:
    """A system that is not installed."""
    systems._REGISTERED.clear()
    d = desk(SIX, format=S, Pairing_system="dubov", Lots="drawn")
    d.settle()
    return d.start()


def gone(d: Desk) -> None:
    """The White of game 1 does not appear."""
    d.result("R1-01", "0-1F").results("R1")


def paused() -> Desk:
    """A bye for somebody who is paused."""
    d = draft()()
    d.status("P1", "Paused").decide("Bye", "R2", "P1").settle()
    return d


def asking(*lines: tuple[str, str, str], **settings: Cell) -> Callable[[], Desk]:
    """A Dutch Swiss under way, with lines of Decisions typed for it."""

    def made() -> Desk:
        enable()
        d = desk(SIX, format=S, started=False, Pairing_system="dutch", Lots="drawn", **settings)
        d.settle()
        d.start()
        for line in lines:
            d.decide(*line)
        d.settle()
        return d

    return made


HALF = "Half-point bye"


def all_play_all(*lines: tuple[str, str, str], start: bool = True, **settings: Cell) -> Callable[[], Desk]:
    """A round-robin of six, with lines of Decisions typed for it."""

    def made() -> Desk:
        d = desk(SIX, format=S, started=False, Pairing_system="round-robin", Lots="drawn", **settings)
        d.settle()
        if start:
            d.start()
        for line in lines:
            d.decide(*line)
        d.settle()
        return d

    return made


play(S, "table-fixed", all_play_all(("Keep apart", "", "P1 ; P2")))
play(S, "table-rounds", all_play_all(start=False, Rounds=9))
play(S, "table-closed", after(all_play_all(), late_player))
play(S, "half-bye-none", asking((HALF, "P1", "R2")))
play(S, "half-bye-limit", asking((HALF, "P1", "R2 ; R3"), **{"Half-point_byes": 1}))
play(
    S,
    "half-bye-round",
    asking((HALF, "P1", "R3"), **{"Half-point_byes": 1, "Half-point_byes_until": "R2"}),
    {"a later round": "R4"},
    comes=("setting-changed",),
)
play(S, "half-bye-late", asking((HALF, "P1", "R1"), **{"Half-point_byes": 1}))
play(S, "half-bye-absent", asking((HALF, "P1", "R3"), ("Absent", "P1", "R3"), **{"Half-point_byes": 1}))
play(S, "half-bye-until-idle", asking(**{"Half-point_byes_until": "R2"}), comes=("setting-changed",))
TWO = "two names with ; between them"
play(
    S,
    "no-pairing",
    unpairable,
    {"two names": "P1 ; P2", "a name": "P1", "the last round played": "R1"},
    comes=("finished",),
)
play(S, "system-missing", other_system, hand={0: lambda _d, _p: enable()})
play(S, "too-few-paired", after(swiss, alone), {"the last round played": "R1"}, hand={0: active}, comes=("finished",))
play(S, "many-rounds", lambda: few(5)().start())
play(
    S,
    "list-closed",
    after(lambda: swiss(3, List_closes="R2"), late_player),
    {"a later round": "R5"},
    comes=("setting-changed",),
)
play(
    S,
    "game-held",
    after(lambda: swiss(Days_per_round=7), a_poll, days=7, minutes=1),
    {"the result": "1-0"},
    comes=("overdue",),
)
play(S, "leaver-open", after(swiss, lambda d: d.status("P1", "Withdrawn")), {"the result": "1-0"}, comes=("no-show",))
play(S, "decision-two-names", draft(("Pair", "R2", "P1 ; P2 ; P3")), {TWO: "P1 ; P2"}, comes=("pair-met",))
play(S, "decision-not-paired", paused, comes=("bye-even",))
play(S, "decision-too-late", after(swiss, lambda d: d.decide("Bye", "R1", "P1")))
play(S, "pair-met", met, hand={0: lambda d, _p: d.person.delete_rows("Decisions", 2)})
play(S, "bye-even", draft(("Bye", "R2", "P1")))
play(S, "absent-no-round", after(swiss, lambda d: d.decide("Absent", "P1", "soon")), {"rounds": "R2"})
play(S, "excuse-idle", after(swiss, lambda d: d.results("R1").decide("Excuse", "P1", "R1")), {"the right round": ""})
play(S, "withdraw-unknown", after(swiss, lambda d: d.decide("Withdraw round", "R7")), {"the id of the latest round": "R1"},
     changes=("R1",))  # fmt: skip
play(S, "withdraw-not-last", after(lambda: swiss(2), lambda d: d.decide("Withdraw round", "R1")), {"the later round": "R2"},
     comes=("withdraw-has-results",), changes=("R1", "R2"))  # fmt: skip
play(
    S,
    "withdraw-has-results",
    after(swiss, lambda d: d.result("R1-01", "1-0").decide("Withdraw round", "R1")),
    changes=("R1",),
)


def with_list(ties: str) -> Callable[[], Desk]:
    """A Swiss after its first round with a list of tie-breaks."""

    def made() -> Desk:
        d = swiss(**{"Tie-breaks": ties})
        d.results("R1").settle()
        return d

    return made


def one_unrated() -> Desk:
    """Somebody has no rating, and a tie-break needs one of everybody."""
    d = desk(SIX[:5], format="swiss", **{"Lots": "drawn", "Tie-breaks": "ARO"})
    d.person.add_row("Players", {"Player": "P6"})
    return d.start()


play(
    S,
    "tie-break-unknown",
    with_list("BH ; Bucholz"),
    {"the tie-breaks with ; between them, such as BH-C1 ; BH ; SB": "BH ; SB"},
    comes=("setting-changed",),
)
play(
    S,
    "tie-break-unrated",
    after(one_unrated, lambda d: d.results("R1")),
    {"the rating that unrated players count with": 1500, "other tie-breaks": "BH"},
    comes=("setting-changed",),
)


def absent() -> Desk:
    """Black of board 1 did not appear, and round 1 is over."""
    d = swiss(Check_for="2 days")
    d.result("R1-01", "1-0F").settle()
    d.results("R1").settle()
    return d


def named_twice() -> Desk:
    """Two pairs typed for round 2 one after the other, both with P1."""
    d = draft(("Pair", "R2", "P1 ; P5"))()
    d.later(minutes=5).decide("Pair", "R2", "P1 ; P6").settle()
    return d


play(S, "no-show", absent, comes=("decision-incomplete",))
play(S, "decision-twice", named_twice, hand={0: lambda d, _p: d.person.delete_rows("Decisions", 2)})
