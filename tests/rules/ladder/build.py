"""Building ladder events for cases."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from rules.ladder.engine import ENGINE
from rules.model import Reason, Value
from tests.rules.laws import all_laws
from tests.rules.runner import BEGIN, Event


def ladder(*names: str, start: bool = True, laws: bool = True, hold: bool = False, **settings: Any) -> Event:
    """A ladder of these players, the first at the top. Started, unless told otherwise, on Sunday 2 Nov 2025, 18:00.

    Settings by name with `_` for spaces, such as `Days_per_game=5`. All laws are watched at every pass.
    """
    event = Event(ENGINE, now=BEGIN, hold=hold)
    for seed, name in enumerate(names, start=1):
        event.add(name, Seed=seed)
    for name, value in settings.items():
        event.set(name.replace("_", " "), value)
    if laws:
        event.watch = all_laws
    if start:
        event.set("Start", "now")
    event.run()
    return event


def names_of(event: Event) -> list[Value]:
    """The Ladder from the top."""
    return event.column("Ladder", "Player")


def order(event: Event) -> str:
    """The Ladder from the top, names joined: `Ada Ben Cem`."""
    return " ".join(str(name) for name in names_of(event))


def ranks(event: Event) -> list[Value]:
    """The Ranks from the top of the Ladder."""
    return event.column("Ladder", "Rank")


def pairs(event: Event, round_: str) -> list[str]:
    """The games of a round: `Ben-Ada` is Ben with White against Ada."""
    return [f"{white}-{black}" for _, white, black in event.games(round_)]


def drafted(event: Event) -> list[str]:
    """The games of the draft."""
    return [f"{white}-{black}" for _, white, black in event.drafted()]


def win(event: Event, *results: str) -> Event:
    """Accepted reports of the open games: `Ada>Ben` Ada beat Ben, `Ada=Ben` drew; then a pass."""
    for text in results:
        mark = ">" if ">" in text else "="
        first, second = text.split(mark)
        game = next(g for g in event.open_games() if {g.white, g.black} == {first, second})
        word = "1/2-1/2" if mark == "=" else "1-0" if game.white == first else "0-1"
        event.reported(game.id, word)
    event.run()
    return event


def higher_wins(event: Event) -> Event:
    """In every open game the higher in the Ladder wins; then a pass."""
    place = {name: i for i, name in enumerate(names_of(event))}
    for game in event.open_games():
        event.reported(game.id, "1-0" if place[game.white] < place[str(game.black)] else "0-1")
    event.run()
    return event


def draw_all(event: Event) -> Event:
    """All open games are drawn; then a pass."""
    for game in event.open_games():
        event.reported(game.id, "1/2-1/2")
    event.run()
    return event


def game_between(event: Event, first: str, second: str, round_: str) -> str:
    """The id of the game of two players in a round."""
    return next(id_ for id_, white, black in event.games(round_) if {white, black} == {first, second})


def reason(event: Event, about: str) -> Reason:
    """The explanation of something as data."""
    return ENGINE.explain(event.book, event.now, about)


def codes(why: Reason) -> list[str]:
    """All codes of a reason, in order."""
    return [part.code for part in why.walk()]


def moment(day: int, hour: int = 18, month: int = 11) -> datetime:
    """A moment of November 2025 in the event's zone."""
    return BEGIN.replace(month=month, day=day, hour=hour)
