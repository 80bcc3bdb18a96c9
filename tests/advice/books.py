"""Small events of every format on a book in memory, for plays."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.sync.desk import FIVE, Desk, desk

SIX = tuple((f"P{n}", 2000 - 10 * n) for n in range(1, 7))
EIGHT = tuple((f"P{n}", 2000 - 10 * n) for n in range(1, 9))


def kept(d: Desk) -> Desk:
    """The desk, with the version that Undo brings back."""
    d.version = d.book.copy()  # type: ignore[attr-defined]
    return d


def after(made: Callable[[], Desk], act: Callable[[Desk], object], **time: float) -> Callable[[], Desk]:
    """A book on which something was done, seen by a pass; what stood there before is kept for Undo."""

    def there() -> Desk:
        d = kept(made())
        act(d)
        if time:
            d.later(**time)
        d.settle()
        return d

    return there


def a_poll(d: Desk) -> None:
    """A tab that looks like answers of a form, with a result that names no game."""
    d.person.add_tab("Poll", [["Timestamp", "Your favourite"], [d.now.replace(tzinfo=None), "1-0"]])


def ladder(rounds: int = 1, players: tuple[tuple[str, int], ...] = FIVE, **settings: Any) -> Desk:
    """A ladder with this many rounds published, all but the last played."""
    d = desk(players, started=True, **settings)
    return played(d, rounds)


def swiss(rounds: int = 1, players: tuple[tuple[str, int], ...] = SIX, **settings: Any) -> Desk:
    """A Swiss with this many rounds published, all but the last played."""
    d = desk(players, started=True, format="swiss", **{"Lots": "drawn", **settings})
    return played(d, rounds)


def played(d: Desk, rounds: int, section: str = "", word: str = "1-0") -> Desk:
    """Rounds played until this many are published."""
    for number in range(1, rounds):
        d.results(f"{section}R{number}", word).settle()
        d.later(hours=1).settle()
    return d


def pente(rounds: int = 1, players: tuple[tuple[str, int], ...] = EIGHT, begin: Callable[[Desk], object] | None = None,
          **settings: Any) -> Desk:  # fmt: skip
    """A section A with this many rounds published, all but the last played."""
    d = desk(players, format="pente", **{"Lots": "drawn", **settings})
    for name, _ in players:
        d.type("Players", name, "Section", "A")
    if begin is not None:
        begin(d)
    d.start()
    for number in range(1, rounds):
        onward(d, f"A-R{number}", "3-1", f"A-R{number + 1}")
    return d


def hastings(rounds: int = 1, players: tuple[tuple[str, int], ...] = EIGHT, **settings: Any) -> Desk:
    """A knock-out (and Challengers) with this many rounds published, all but the last played."""
    d = desk(players, format="hastings", **{"Lots": "drawn", **settings}).start()
    for number in range(1, rounds):
        onward(d, f"K-R{number}", "1-0", f"K-R{number + 1}", everything=True)
    return d


def tour(
    events: str = "PAR", players: tuple[tuple[str, int], ...] = FIVE[:4], start: bool = True, **settings: Any
) -> Desk:
    """A tour of one event, drawn."""
    d = desk(players, format="grand-chess-tour", **{"Lots": "drawn", "Events": events, "Tour": "no", **settings})
    for name, _ in players:
        d.type("Players", name, "Events", events.split(" ; ")[0])
    d.settle()
    return d.start() if start else d


def onward(d: Desk, round_: str, word: str, wanted: str, everything: bool = False) -> Desk:
    """Results typed and time let go until a round is out."""
    for step in range(80):
        if wanted in d.rounds():
            return d
        for game in d.open_games():
            if everything or game.startswith(f"{round_}-"):
                first = sum(map(ord, game.rpartition(".")[0] or game)) % 2
                swap = word if (first or word != "1-0") else "0-1"
                d.result(game, swap)
        d.settle()
        d.later(hours=6 if step < 40 else 24).settle()
    raise AssertionError(f"{wanted} never came: {d.codes()} {d.open_games()}")
