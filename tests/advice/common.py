"""Plays of what every format tells: mistakes in cells, tabs, names, rows, settings, the record, reports."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from sync.grid import Cell
from sync.problems import Problem
from tests.advice.play import COMMON, Hand, play
from tests.sync.desk import Desk, desk
from tests.sync.test_bad_input import CASES


def damaged(code: str) -> Callable[[], Desk]:
    """A started ladder with the damage of the case that provokes a code, and the version from before it."""

    def made() -> Desk:
        d = desk(started=True)
        d.version = d.book.copy()  # type: ignore[attr-defined]
        CASES[code][0](d)
        d.sync()
        return d

    return made


def case(
    code: str,
    pick: Mapping[str, Cell | Callable[[Desk, Problem], Cell]] | None = None,
    hand: Mapping[int, Hand] | None = None,
    comes: tuple[str, ...] = (),
    **more: object,
) -> None:
    """A play on the book of the case that provokes a code."""
    play(COMMON, code, damaged(code), pick, hand, comes, **more)  # type: ignore[arg-type]


def address(d: Desk, problem: Problem, value: Cell) -> None:
    """Type into the cell the problem points at."""
    d.person.type_at(problem.at.tab, problem.at.cell, value)


EXPECTED = "{expected}"
case("error-cell", {"the value itself": 2000})
case("not-a-rating", {EXPECTED: 1950})
case(
    "rating-range",
    {"the right rating": 1950, "a lower number": 50, "a higher number": 20_000},
    hand={1: lambda d, _: (d.type("Players", "Ben", "Rating", 60), d.set("Ratings from", 50))},
)
case("not-a-seed", {EXPECTED: 2})
case("ratings-crossed", {"the lowest rating": 100, "the highest rating": 6000}, comes=("rating-range",))
case(
    "date-two-ways",
    {"the right one of the two, with its time": "2027-01-11 18:00", "how such dates are meant": "day first"},
)
case("weekday-wrong", {"the date without the weekday, such as 2026-11-30 18:00": "2027-11-01 18:00"})
case("zone-letters", {"the time of the event's zone without letters": "2027-11-01 18:00"})
case("not-whole", {EXPECTED: 7}, comes=())
case("not-a-time", {EXPECTED: "2026-11-20 18:00"})
case("not-a-duration", {EXPECTED: "2 hours"}, comes=("setting-changed",))
case("not-a-slot", {EXPECTED: "Sunday 18:00"}, comes=("setting-changed",))
case("not-a-zone", {EXPECTED: "Europe/Berlin"})
case("not-a-choice", {"one of the list": "Withdrawn"})
case("not-an-id", {"the id as Games and Rounds show it": "R2"})
case("name-too-long", {"a name of at most 100 characters": "Fay"})
case("text-too-long", {"at most 1000 characters": "Club ladder"})
case("name-with-separator", {"the name without the semicolon": "Fay"})
case(
    "username-unreadable",
    {"the name as the chess site shows it, or the link of the player's page there": "https://lichess.org/@/ben960"},
)
case("name-is-a-mark", {"the name without brackets": "Fay"})
case("own-tab")
case("own-tab-unread")
