"""Standings of a Swiss: points, then rule 16 a or b with its cuts, down to a decision or a shared place."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from rules.model import Reason, Value
from rules.parts.median.cards import Card, Kind


@dataclass(frozen=True)
class Score:
    """What standings need of a player. Half-points throughout.

    opponents: listed FIDE ratings of opponents of games played, None for an unrated one; any order.
    reached: the score after each round, missed rounds repeating the old one.
    """

    number: int
    points: int
    opponents: tuple[int | None, ...]
    reached: tuple[int, ...]


@dataclass(frozen=True)
class Standing:
    """A line of the standings. `place` is shared where `shared`; `values` are the tie-break's terms after each cut.

    Terms of 16 a in rating points, of 16 b in half-points; empty where no tie had to be broken.
    """

    number: int
    place: int
    points: int
    shared: bool
    values: tuple[int, ...]
    why: Reason


def score_of(
    card: Card,
    rounds: int,
    ratings: Mapping[int, int | None],
    *,
    earlier_opponents: Sequence[int | None] = (),
    earlier_reached: Sequence[int] = (),
) -> Score:
    """A player's score after so many rounds, `ratings` being the FIDE ratings listed at the start, by number.

    For play before the first slot hand in the ratings met and the scores reached after those rounds; they stand
    for the first rounds. Rulings: S44, S45, S53.
    """
    met = [
        ratings.get(slot.opponent)
        for slot in card.past(rounds + 1)
        if slot.kind is Kind.PLAYED and slot.opponent is not None
    ]
    first = len(earlier_reached) + 1
    reached = [card.score(number + 1) for number in range(first, rounds + 1)]
    return Score(card.number, card.score(rounds + 1), (*earlier_opponents, *met), (*earlier_reached, *reached))


def ratings_cut(opponents: Sequence[int | None], length: int) -> tuple[int, ...]:
    """Sums of opponents' ratings without the lowest, the two lowest, and so on, `length` terms.

    Rule: 16 a; ruling S44: who has none left counts 0.
    """
    rising = sorted(rating or 0 for rating in opponents)
    return tuple(sum(rising[cut:]) for cut in range(1, length + 1))


def progress_cut(reached: Sequence[int], length: int) -> tuple[int, ...]:
    """Sums of the scores reached: all, without the first round's, without the first two, and so on, `length` terms.

    Rule: 16 b; ruling S45.
    """
    return tuple(sum(reached[cut:]) for cut in range(length))


def standings(scores: Collection[Score]) -> tuple[Standing, ...]:
    """Everybody in order: points, then 16 a if all opponents of the tied were rated, else 16 b.

    Rule: 6, 16; rulings S44, S45. Equal after every cut: the place is shared, listed by number.
    """
    lines: list[Standing] = []
    ordered = sorted(scores, key=lambda one: (-one.points, one.number))
    for _, tied in groupby(ordered, key=lambda one: one.points):
        lines.extend(_rank_tied(list(tied), first_place=len(lines) + 1))
    return tuple(lines)


def _rank_tied(tied: Sequence[Score], first_place: int) -> list[Standing]:
    if len(tied) == 1:
        one = tied[0]
        return [Standing(one.number, first_place, one.points, False, (), Reason("6", "place-by-points", _data(one)))]
    rated = all(rating is not None for one in tied for rating in one.opponents)
    if rated:
        length = max(1, *(len(one.opponents) for one in tied))
        values = {one.number: ratings_cut(one.opponents, length) for one in tied}
    else:
        length = max(1, *(len(one.reached) for one in tied))
        values = {one.number: progress_cut(one.reached, length) for one in tied}
    order = sorted(tied, key=lambda one: ([-value for value in values[one.number]], one.number))
    rule, code = ("16.a/S44", "place-by-ratings") if rated else ("16.b/S45", "place-by-progress")
    lines: list[Standing] = []
    for place, one in enumerate(order, start=first_place):
        terms = values[one.number]
        same = [other for other in order if values[other.number] == terms]
        if len(same) > 1:
            place = first_place + order.index(same[0])
            numbers = tuple(other.number for other in same)
            why = Reason(rule, "place-shared", {**_data(one), "with_numbers": numbers})
        else:
            why = Reason(rule, code, {**_data(one), **_decided(order, values, one)})
        lines.append(Standing(one.number, place, one.points, len(same) > 1, terms, why))
    return lines


def _data(one: Score) -> dict[str, Value]:
    return {"number": one.number, "half_points": one.points}


def _decided(order: Sequence[Score], values: Mapping[int, Sequence[int]], one: Score) -> dict[str, Value]:
    """The term that sets a player apart from the neighbour: below the one above, or above the one below."""
    at = order.index(one)
    neighbour = order[at - 1] if at else order[1]
    mine, theirs = values[one.number], values[neighbour.number]
    cut = next(i for i, (a, b) in enumerate(zip(mine, theirs, strict=True)) if a != b)
    return {"term": cut + 1, "value": mine[cut], "neighbour": neighbour.number, "neighbour_value": theirs[cut]}


STANDING_WORDS = {
    "place-by-points": "Placed by points.",
    "place-by-ratings": "Equal points: sum of opponents' ratings {value} against {neighbour_value} (cut {term}).",
    "place-by-progress": "Equal points: progressive score, in half-points, {value} against {neighbour_value} "
    "(term {term}).",
    "place-shared": "Equal points and equal after every cut: the place is shared.",
}
