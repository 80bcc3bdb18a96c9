"""Small events for the cases of the two-section championship."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from fractions import Fraction

from rules.model import Value
from rules.pente.engine import ENGINE
from tests.rules.runner import ZONE, Event

NAMES = ("Ann", "Bob", "Cem", "Dov", "Eva", "Fay", "Gus", "Hal", "Ida", "Jan", "Kay", "Lou", "Moe", "Ned", "Oto", "Pat")
FIRST_DAY = datetime(2025, 11, 6, tzinfo=ZONE)  # a Thursday; the runner's clock begins on the Sunday before


def names(count: int) -> list[str]:
    """So many players, the strongest first."""
    return [*NAMES, *(f"Player {n}" for n in range(len(NAMES) + 1, 200))][:count]


def section_a(count: int, **more: Value) -> Event:
    """Section A with seeds in the order of the names."""
    event = Event(ENGINE)
    for number, name in enumerate(names(count)):
        event.add(name, Rating=Fraction(1900 - number), Rated_games=100, Opponents=30, **more)
    return event.set("Start", "now")


def section_b(count: int) -> Event:
    """Section B: too low for A, games enough. Lots give the order of the names."""
    event = Event(ENGINE)
    for number, name in enumerate(names(count)):
        event.add(name, Rating=Fraction(1500 - number), Rated_games=100, Opponents=30)
    return event.set("Start", "now")


def pairs(event: Event, round_: str) -> list[tuple[str, str]]:
    """Who is paired with whom, byes included."""
    return [(white, black) for _, white, black in event.games(round_)]


def results(event: Event, round_: str, words: Mapping[str, str] | str) -> Event:
    """Type results by match number (`01`), or one word for every open match; then a pass."""
    for id_, _, black in event.games(round_):
        word = words if isinstance(words, str) else words.get(id_[-2:])
        if word and not black.startswith("("):
            event.typed(id_, word)
    event.run()
    return event


def favourites(event: Event, section: str, rounds: Iterable[str], word: str = "2-0") -> Event:
    """The upper player wins every match of these rounds."""
    for round_ in rounds:
        results(event, f"{section}-{round_}", word)
    return event


def champions(event: Event, section: str) -> tuple[str, ...]:
    """Champions as the headline names them."""
    found = event.answer.headline["AB".index(section)].data.get("champions", ())
    return tuple(str(p) for p in found) if isinstance(found, tuple) else ()


def places(event: Event, section: str) -> list[tuple[int, str]]:
    """Places with names, as the standings show them."""
    return [(int(str(r.cells["Place"])), str(r.cells["Player"])) for r in event.table(f"Standings {section}")]
