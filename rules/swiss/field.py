"""The event as the tie-breaks of C.07 see it, from what the record and the results say."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from rules.model import Empty, Id
from rules.parts.ids import ref
from rules.parts.median import Kind
from rules.swiss.director import finishes_after
from rules.swiss.roster import number_taken
from rules.swiss.season import Past, Season
from rules.swiss.terms import TABLES
from rules.swiss.tiebreaks.field import Field, Turn, What

_WHAT: Mapping[Kind, What] = {
    Kind.PLAYED: What.GAME,
    Kind.DEFAULT_WON: What.FORFEIT_WON,
    Kind.DEFAULT_LOST: What.FORFEIT_LOST,
    Kind.DOUBLE_DEFAULT: What.FORFEIT_LOST,
    Kind.BYE: What.PAIRING_BYE,
    Kind.HALF_BYE: What.HALF_BYE,
    Kind.ABSENT: What.ZERO_BYE,
}


def field_of(season: Season, rounds: int) -> Field:
    """Everybody's first rounds: as decided, still open where a game has no result, else missed.

    A round for which a player was not paired counts as a zero-point bye (C.07 16.1).
    """
    open_games = {
        (player, ref(o.id).number): o.opponent_of(player)
        for o in season.outcomes.values()
        if isinstance(o.black, str)
        for player in (o.white, o.black)
        if season.history.get(player, {}).get(ref(o.id).number) is None
    }
    numbers = season.numbers
    turns = {
        number: tuple(_turn(season, player, round_, open_games, numbers) for round_ in range(1, rounds + 1))
        for player, number in numbers.items()
    }
    ratings = {number: number_taken(season.entry(player), "rating") or None for player, number in numbers.items()}
    ends = finishes_after(season.decisions)
    total = season.terms.rounds if ends is None else max(1, min(season.terms.rounds, ends))
    free = 0
    if season.terms.system in TABLES and len(season.roster.at.get("R1", {})) % 2:
        free = rounds // len(season.roster.at["R1"])  # one round of each cycle is nobody's game
    return Field(turns, ratings, rounds, total, season.terms.edition, season.terms.unrated, free)


def _turn(
    season: Season, player: Id, round_: int, open_games: Mapping[tuple[Id, int], Id | Empty], numbers: Mapping[Id, int]
) -> Turn:
    past: Past | None = season.history.get(player, {}).get(round_)
    if player in season.annulled:
        return Turn(round_, What.ZERO_BYE)
    if past is not None and past.opponent in season.annulled:
        return Turn(round_, What.PAIRING_BYE)  # as a round in which nobody is to be met. Ruling: S66
    if past is None:
        other = open_games.get((player, round_))
        if isinstance(other, str) and other not in season.annulled:
            return Turn(round_, What.OPEN, opponent=numbers[other])
        return Turn(round_, What.ZERO_BYE)
    opponent = numbers[past.opponent] if past.opponent is not None else None
    white = past.colour == "W" if past.kind is Kind.PLAYED else None
    return Turn(round_, _WHAT[past.kind], Fraction(past.gained, 2), opponent, white)
