"""The standings: points, rule 16, and the reasons in names and points."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from rules.model import Id, Reason, Value
from rules.parts.swiss_tiebreaks import Standing, score_of, standings
from rules.swiss.roster import number_taken
from rules.swiss.season import Season

PROGRESS = "16.b/S45"


def places_of(season: Season, rounds: int | None = None) -> tuple[Standing, ...]:
    """Everybody in order after so many rounds, or by what is decided now. Rule: 6, 16; rulings S44, S45."""
    through = season.published if rounds is None else rounds
    numbers = season.numbers
    ratings = {number: number_taken(season.entry(player), "rating") for player, number in numbers.items()}
    cards = season.cards(numbers)
    return standings([score_of(card, through, ratings) for card in cards])


def place_reason(one: Standing, names: Mapping[int, Id]) -> Reason:
    """Why a player has the place: names for numbers, points for half-points."""
    data: dict[str, Value] = {"player": names[one.number], "place": one.place, "points": Fraction(one.points, 2)}
    facts = one.why.data
    progress = one.why.rule == PROGRESS
    for key in ("value", "neighbour_value"):
        value = facts.get(key)
        if isinstance(value, int):
            data[key] = Fraction(value, 2) if progress else value
    if "term" in facts:
        data["term"] = facts["term"]
        neighbour = facts["neighbour"]
        assert isinstance(neighbour, int)
        data["neighbour"] = names[neighbour]
    shared = facts.get("with_numbers")
    if isinstance(shared, tuple):
        data["players"] = tuple(names[n] for n in shared if isinstance(n, int))
    return Reason(one.why.rule, one.why.code, data)


def tie_break_terms(one: Standing) -> tuple[Fraction, ...]:
    """The terms of the tie-break after each cut: rating points (16 a) or points (16 b); empty where nobody is level."""
    progress = one.why.rule == PROGRESS
    return tuple(Fraction(value, 2) if progress else Fraction(value) for value in one.values)
