"""Plays of what a tour of events tells."""

from __future__ import annotations

from collections.abc import Callable

from sync.grid import Cell
from tests.advice.books import after, tour
from tests.advice.play import play
from tests.advice.results import level_tour
from tests.sync.desk import Desk

T = "grand-chess-tour"


def prize(**cells: Cell) -> Callable[[], Desk]:
    """A line of Prizes, after a first one that can be used."""

    def act(d: Desk) -> None:
        d.person.add_row("Prizes", {"Section": "PAR", "Place": "1", "Prize": 100})
        d.person.add_row("Prizes", dict(cells))

    return after(tour, act)


def line(*cells: str) -> Callable[[], Desk]:
    """A line of Decisions in an event that is drawn."""
    return after(tour, lambda d: d.decide(*cells))


def late(d: Desk) -> None:
    """Somebody names the event when it is drawn."""
    d.person.add_row("Players", {"Player": "Zoe", "Rating": 1500, "Events": "PAR"})


def decided_after_all(d: Desk) -> None:
    """A result of the round-robin is changed when the play-off is out."""
    d.result("PAR-R1-01", "0-1")


play(T, "event-unknown", after(lambda: tour(start=False), lambda d: d.type("Players", "Cem", "Events", "PRA")),
     {"the right event": "PAR", "all events": "PAR ; PRA"}, comes=("setting-changed", "too-few-players"))  # fmt: skip
play(T, "event-id", after(lambda: tour(start=False), lambda d: d.set("Events", "Paris!")), {"one to four capital letters": "PAR"},
     comes=("setting-changed",))  # fmt: skip
play(T, "late-entry", after(tour, late), changes=("PAR",))
play(
    T,
    "prize-section",
    prize(Section="XYZ", Place="2", Prize=50),
    {"the id of an event, TOUR, or nothing for all events": "PAR"},
)
play(T, "prize-place", prize(Section="PAR", Place="best", Prize=50), {"1, 2, 3 … or bonus": "2"})
play(T, "prize-twice", prize(Section="PAR", Place="1", Prize=50))
play(T, "prize-negative", prize(Section="PAR", Place="2", Prize=-50), {"a positive number": 50})
play(T, "interval-short", after(tour, lambda d: d.set("Interval", "1 min")), comes=("setting-changed",))
play(T, "decision-about", line("Winner", "XYZ-P1", "Ada"), {"an id such as PAR, PAR-P1 or PAR-P1-01": "PAR-P1"})
play(T, "decision-player", after(tour, lambda d: (late(d), d.type("Players", "Zoe", "Events", None), d.decide("Leaves", "PAR-P1", "Zoe"))),
     {"the name of one who does": "Ada"})  # fmt: skip
play(T, "withdraw-unknown", line("Withdraw round", "XYZ"), {"the id of an event, or of the last round of a play-off": "PAR"},
     changes=("PAR",))  # fmt: skip
play(T, "withdraw-not-last", after(level_tour, lambda d: d.decide("Withdraw round", "PAR")), changes=("PAR-P1",),
     comes=("withdraw-has-results",))  # fmt: skip
play(T, "withdraw-has-results", after(tour, lambda d: d.result("PAR-R1-01", "1-0").decide("Withdraw round", "PAR")))
play(T, "play-off-needless", after(level_tour, decided_after_all), {"the right one": "1/2-1/2"}, changes=("PAR",),
     hand={0: lambda d, _p: d.result("PAR-R1-01", "1/2-1/2"),
           1: lambda d, _p: d.decide("Withdraw round", "PAR-P1")})  # fmt: skip
