"""Rounds the director takes back. Rulings: S50, S67."""

from __future__ import annotations

from collections.abc import Collection

from rules.model import Id, Noticed, Trouble
from rules.parts.ids import ref
from rules.parts.record import WITHDRAWN
from rules.parts.withdrawal import taken_back
from rules.swiss.director import round_of
from rules.swiss.season import Season

WITH_RESULTS = "with results"  # the word in Value with which a round goes that has some (S67)


def withdrawals(season: Season) -> tuple[tuple[Noticed, ...], tuple[Trouble, ...]]:
    """Rounds taken back now, and what is wrong with other such words: only the latest round, with results only
    where the line says so.
    """

    def last_with(round_: Id) -> Collection[Id]:
        return (round_,) if round_ == season.rounds[-1] else ()

    def told(rounds: Collection[Id]) -> tuple[Id, ...]:
        found = season.outcomes.values()
        return tuple(o.id for o in found if ref(o.id).round in rounds and (o.state in ("decided", "frozen") or o.held))

    rounds, troubles = taken_back(
        season.book, season.stands, season.decisions, last_with, told, round_of, anyway=WITH_RESULTS
    )
    return tuple(Noticed(round_, WITHDRAWN, True) for round_ in rounds), troubles
