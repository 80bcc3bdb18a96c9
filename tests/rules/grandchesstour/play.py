"""Playing a tour in tests: events set up in a line, main games by a rule, play-offs game by game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from datetime import timedelta

from rules.grandchesstour.amounts import PRIZES, TOUR_PRIZES
from rules.grandchesstour.engine import ENGINE
from rules.grandchesstour.events import TOUR
from rules.grandchesstour.season import Season, season_of
from rules.model import Fields, Game, Lot, Value
from rules.parts.ids import ref
from rules.parts.record import standing
from tests.rules.laws import all_laws
from tests.rules.runner import Event

Rule = Callable[[Game], str]
DRAW = "1/2-1/2"


def watched(event: Event) -> None:
    """The laws of the protocol after every tenth pass (they cost much with hundreds of games)."""
    if event.passes % 10 == 1:
        all_laws(event)


def tour(events: Mapping[str, Iterable[str]], kind: str = "classical", laws: bool = True, **kinds: str) -> Event:
    """A tour of these events with their players; every event may be drawn at once. `PAR="blitz"` gives one kind."""
    event = Event(ENGINE, watch=watched if laws else None)
    event.set("Start", "now").set("Events", tuple(events)).set("Kind", kind)
    names: dict[str, list[str]] = {}
    for id_, players in events.items():
        event.set("Start", "now", id_)
        if id_ in kinds:
            event.set("Kind", kinds[id_], id_)
        for player in players:
            names.setdefault(player, []).append(id_)
    for player, ids in names.items():
        event.add(player, Events=tuple(ids))
    classical = [e for e in events if kinds.get(e, kind) == "classical"]
    event.book = replace(event.book, prizes=printed_prizes(classical))
    return event


def printed_prizes(events: Iterable[str]) -> tuple[Fields, ...]:
    """The amounts that 3 and 4 print, as a director types them into Prizes."""
    tables = {**dict.fromkeys(events, PRIZES), TOUR: TOUR_PRIZES}
    return tuple(
        {"Section": section, "Place": str(place), "Prize": prize}
        for section, table in tables.items()
        for place, prize in enumerate(table, start=1)
    )


def season(event: Event) -> Season:
    """The book as the engine reads it."""
    return season_of(event.book, event.now)


def open_main(event: Event, section: str) -> list[Game]:
    """Main games of an event without a result, in playing order."""
    return [g for g in event.open_games() if ref(g.id).section == section and ref(g.id).stage == "R"]


def play_main(event: Event, section: str, rule: Rule) -> Event:
    """Play all main games of an event by a rule: one result a minute, the last pass at the end."""
    event.run()
    for game in open_main(event, section):
        event.now += timedelta(minutes=1)
        event.typed(game.id, rule(game))
    event.run()
    return event


def winners(*wins: tuple[str, str]) -> Rule:
    """Everything is drawn but these: the first beats the second."""
    beaten = set(wins)

    def result(game: Game) -> str:
        if (game.white, game.black) in beaten:
            return "1-0"
        return "0-1" if (game.black, game.white) in beaten else DRAW

    return result


def by_strength(strength: Mapping[str, int]) -> Rule:
    """The stronger one wins, equals draw."""

    def result(game: Game) -> str:
        white, black = strength[game.white], strength[str(game.black)]
        return DRAW if white == black else "1-0" if white > black else "0-1"

    return result


def open_playoff(event: Event) -> list[Game]:
    """Play-off games without a result."""
    return [g for g in event.open_games() if ref(g.id).stage == "P"]


def answer(event: Event, lot_id: str, *names: str) -> Event:
    """Type the answer of a lot that waits, and let the worker pass."""
    recorded = standing(event.book).lots[lot_id]
    lot = recorded.fact
    assert isinstance(lot, Lot)
    assert lot.answer is None, f"{lot_id} is answered already"
    event.book = event.book.adding([replace(recorded, fact=replace(lot, answer=names), at=event.now)])
    event.run()
    return event


def asked(event: Event) -> list[str]:
    """Lots that wait for an answer."""
    found = standing(event.book).lots.values()
    return [r.fact.id for r in found if isinstance(r.fact, Lot) and r.fact.answer is None]


def won_by(event: Event, game_id: str, winner: str | None) -> Event:
    """A play-off game ends ten minutes later: won by one, or drawn."""
    game = standing(event.book).game(game_id)
    word = DRAW if winner is None else "1-0" if winner == game.white else "0-1"
    event.now += timedelta(minutes=10)
    event.typed(game_id, word)
    event.run()
    return event


def places(event: Event, section: str) -> dict[str, tuple[Value, Value, Value]]:
    """Place, prize and Tour points by player, as shown in Standings."""
    rows = [r.cells for r in event.table("Standings") if r.cells["Event"] == section]
    return {str(c["Player"]): (c["Place"], c["Prize"], c["Tour points"]) for c in rows}
