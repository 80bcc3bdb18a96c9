"""Plays of results that were corrected, or lost, after something was made from them; alike in every format."""

from __future__ import annotations

from collections.abc import Callable

from sync.problems import Problem
from tests.advice import books
from tests.advice.play import play
from tests.sync.desk import Desk

SIXTEEN = tuple((f"P{n}", 2000 - 10 * n) for n in range(1, 17))
AGAIN = "{again}"


def level_tour() -> Desk:
    """A tour whose players are all level: a play-off is out."""
    d = books.tour()
    for game in d.open_games():
        d.result(game, "1/2-1/2")
    d.settle()
    d.later(hours=1).settle()
    return d


def was(game: str, made: Callable[[], Desk]) -> Callable[[Desk, Problem], str]:
    """The result a game has in the book before it is lost."""
    return lambda _d, _problem: made().outcome(game)


def other(d: Desk, game: str) -> Desk:
    """The other side won."""
    word = d.outcome(game)
    first, dash, second = word.partition("-")
    return d.result(game, f"{second}{dash}{first}")


MADE: dict[str, tuple[Callable[[], Desk], str]] = {
    "ladder": (lambda: books.ladder(3, Rounds=5), "R1-01"),
    "swiss": (lambda: books.swiss(3), "R1-01"),
    "pente": (lambda: books.pente(3), "A-R1-01"),
    "hastings": (lambda: books.hastings(2, SIXTEEN), "K-R1-01.1"),
    "grand-chess-tour": (level_tour, "PAR-R1-01"),
}

for name, (made, game) in MADE.items():
    play(
        name,
        "result-lost",
        books.after(made, lambda d, game=game: d.result(game, None)),  # type: ignore[misc]
        {AGAIN: was(game, made)},
    )
for name, (made, game) in MADE.items():
    swap = (
        (lambda d, game=game: d.result(game, "1-0"))
        if name == "grand-chess-tour"
        else (lambda d, game=game: other(d, game))
    )
    play(name, "correction", books.after(made, swap), changes=(game,))  # type: ignore[arg-type]
