"""Building Swiss events for cases."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from rules.model import Lot, Reason, Recorded, Value
from rules.parts.record import standing
from rules.swiss.engine import ENGINE
from tests.rules.laws import all_laws
from tests.rules.runner import BEGIN, Event

RATING = 2400


def swiss(
    *names: str,
    rounds: int = 5,
    start: bool = True,
    laws: bool = True,
    hold: bool = False,
    lot: str = "W",
    people: Mapping[str, Mapping[str, Value]] | None = None,
    **settings: Value,
) -> Event:
    """A Swiss of these players, rated from 2400 down by ten, so that the first has number 1.

    Settings by name with `_` for spaces. All laws are watched at every pass. `lot` is the colour number 1 gets.
    """
    event = Event(ENGINE, now=BEGIN, hold=hold, draw_lots=False)
    event.set("Rounds", rounds)
    for place, name in enumerate(names):
        event.add(name, **{"Rating": RATING - 10 * place, **(people or {}).get(name, {})})
    for name, value in settings.items():
        event.set(name.replace("_", " "), value)
    if laws:
        event.watch = all_laws
    event.run()
    if start:
        event.set("Start", "now")
        begin(event, lot)
    return event


def begin(event: Event, lot: str = "W") -> Event:
    """Answer the colour lot of round 1 and go on."""
    event.run()
    answer_colour(event, lot)
    return event


def answer_colour(event: Event, lot: str) -> None:
    """Type who has White among the two of the colour lot, where it is asked for."""
    wait = next((w for w in event.answer.waits if w.on == "lot"), None)
    if wait is None or wait.what != ("R1 colour",):
        return
    among = _lot(event, "R1 colour").among
    answer_lot(event, "R1 colour", (among[0] if lot == "W" else among[1],))


def answer_lot(event: Event, id_: str, answer: tuple[str, ...]) -> None:
    """Answer a lot as typed."""
    fact = replace(_lot(event, id_), answer=answer)
    event.book = event.book.adding([Recorded(fact, event.now, Reason("14.2", "lot-typed", {"answer": answer}))])
    event.run()


def _lot(event: Event, id_: str) -> Lot:
    lot = standing(event.book).lot(id_)
    assert lot is not None
    return lot


def pairs(event: Event, round_: str) -> list[str]:
    """The games of a round: `Ben-Ada` is Ben with White against Ada."""
    return [f"{white}-{black}" for _, white, black in event.games(round_)]


def drafted(event: Event) -> list[str]:
    """The games of the draft."""
    return [f"{white}-{black}" for _, white, black in event.drafted()]


def play(event: Event, *results: str) -> Event:
    """Results typed for open games: `Ada>Ben` Ada beat Ben, `Ada=Ben` drew, `Ada+Ben` Ben did not appear; then a pass."""
    for text in results:
        mark = next(m for m in ">=+" if m in text)
        first, second = text.split(mark)
        for game in event.open_games():
            if {game.white, game.black} == {first, second}:
                word = "1/2-1/2" if mark == "=" else "1-0" if game.white == first else "0-1"
                event.typed(game.id, word + ("F" if mark == "+" else ""))
                break
        else:
            raise AssertionError(f"{text}: no open game between the two")
    event.run()
    return event


def higher_wins(event: Event) -> Event:
    """In every open game the player named first in the list wins; then a pass."""
    numbers = {str(row.cells["Player"]): int(str(row.cells["No"])) for row in event.table("Starting list")}
    for game in event.open_games():
        assert isinstance(game.black, str)
        event.typed(game.id, "1-0" if numbers[game.white] < numbers[game.black] else "0-1")
    event.run()
    return event
