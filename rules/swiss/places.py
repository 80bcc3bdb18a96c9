"""The standings: points, then the tie-breaks that were set, or rule 16, and the reasons in names and points."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import groupby

from rules.model import NO_FIELDS, Fields, Id, Reason, Value
from rules.parts.swiss_tiebreaks import Score, Standing, score_of, standings
from rules.swiss.field import field_of
from rules.swiss.roster import number_taken
from rules.swiss.season import Season
from rules.swiss.tiebreaks.catalogue import RULE_16, TieBreak
from rules.swiss.tiebreaks.field import Field
from rules.swiss.tiebreaks.order import Groups, Placed, placed, value_of

PROGRESS = "16.b/S45"


@dataclass(frozen=True)
class Line:
    """A line of the standings. `place` is shared where several have it.

    terms: of the tie-break of rule 16 after each cut, rating points (16 a) or points (16 b), empty where nobody is
    level. further: the values of the tie-breaks that were set, by heading; None where a player has no value.
    """

    number: int
    place: int
    points: Fraction
    why: Reason
    terms: tuple[Fraction, ...] = ()
    further: Fields = field(default_factory=lambda: NO_FIELDS)


def places_of(season: Season, rounds: int | None = None) -> tuple[Line, ...]:
    """Everybody in order after so many rounds, or by what is decided now. Rule: 6, 16; rulings S44, S45, S59."""
    through = season.published if rounds is None else rounds
    numbers = season.numbers
    names = {number: player for player, number in numbers.items()}
    ratings = {number: number_taken(season.entry(player), "rating") for player, number in numbers.items()}
    scores = {card.number: score_of(card, through, ratings) for card in season.cards(numbers)}
    ties = season.terms.tie_breaks
    if not ties:
        return tuple(_by_rule_16(one, names) for one in standings(list(scores.values())))
    seen = field_of(season, through)
    order = placed(seen, ties, lambda tied: _groups_of_16(tied, scores))
    return tuple(_by_list(one, seen, ties, names) for one in order)


def _groups_of_16(tied: Sequence[int], scores: Mapping[int, Score]) -> Groups:
    lines = standings([scores[number] for number in tied])
    return tuple(tuple(one.number for one in level) for _, level in groupby(lines, key=lambda one: one.place))


def _by_rule_16(one: Standing, names: Mapping[int, Id]) -> Line:
    progress = one.why.rule == PROGRESS
    terms = tuple(Fraction(value, 2) if progress else Fraction(value) for value in one.values)
    return Line(one.number, one.place, Fraction(one.points, 2), _reason_of_16(one, names), terms)


def _reason_of_16(one: Standing, names: Mapping[int, Id]) -> Reason:
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


def _by_list(one: Placed, seen: Field, ties: Sequence[TieBreak], names: Mapping[int, Id]) -> Line:
    values = {tie.code: found for tie in ties if (found := value_of(seen, one.number, tie)) is not None}
    points = seen.score[one.number]
    data: dict[str, Value] = {"player": names[one.number], "place": one.place, "points": points}
    if one.shared:
        everybody = tuple(names[n] for n in sorted((one.number, *one.shared)))
        why = Reason("C.07/S59", "place-level", {**data, "players": everybody})
    elif one.by is None or one.neighbour is None:
        why = Reason("6", "place-by-points", data)
    else:
        tie = ties[one.by]
        data |= {"tie_break": tie.name, "neighbour": names[one.neighbour]}
        mine, theirs = value_of(seen, one.number, tie), value_of(seen, one.neighbour, tie)
        if mine is None or theirs is None:
            rule = "16/S44, S45" if tie.spec.code == RULE_16 else f"C.07 {tie.spec.rule}"
            why = Reason(rule, "place-by-encounter", data)
        else:
            data |= {"value": mine.amount, "neighbour_value": theirs.amount}
            why = Reason(f"C.07 {tie.spec.rule}", "place-by-tie-break", data)
    return Line(one.number, one.place, points, why, (), {code: found.amount for code, found in values.items()})


def taken_apart(season: Season, player: Id) -> tuple[Reason, ...]:
    """How each tie-break of a player came about, round by round; empty where none is set."""
    ties = season.terms.tie_breaks
    if not ties:
        return ()
    names = {number: name for name, number in season.numbers.items()}
    seen = field_of(season, season.published)
    number = season.numbers[player]
    found = []
    for tie in ties:
        value = value_of(seen, number, tie)
        if value is None:
            continue
        parts = []
        for part in value.parts:
            code = f"term-{part.kind}" + ("-cut" if part.cut else "")
            opponent = names[part.opponent] if part.opponent is not None else ""
            parts.append(Reason("", code, {"round": f"R{part.round}", "opponent": opponent, "value": part.amount}))
        data: dict[str, Value] = {"tie_break": tie.name, "value": value.amount}
        found.append(Reason(f"C.07 {tie.spec.rule}", "tie-break-is", data, tuple(parts)))
    return tuple(found)
