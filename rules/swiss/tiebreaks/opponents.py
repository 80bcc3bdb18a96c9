"""Sums over the opponents' scores: Buchholz, fore Buchholz, their average, Sonneborn-Berger. Rule: C.07 8, 9.1."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from rules.swiss.tiebreaks.field import Field, What
from rules.swiss.tiebreaks.unplayed import adjusted, dummy, is_played, is_voluntary
from rules.swiss.tiebreaks.values import Part, Value, total


@dataclass(frozen=True)
class Cuts:
    """How many of the lowest and of the highest contributions are left out. Rule: 14."""

    low: int = 0
    high: int = 0


NO_CUTS = Cuts()


@dataclass(frozen=True)
class _Term:
    part: Part
    score: Fraction  # of the opponent, or of the dummy
    voluntary: bool


def buchholz(
    field: Field,
    player: int,
    cuts: Cuts = NO_CUTS,
    *,
    fore: bool = False,
    forfeits: bool = False,
) -> Value:
    """The sum of the opponents' adjusted scores. Rule: 8.1, 8.3, 14, 16."""
    return _cut(_terms(field, player, False, fore, forfeits), cuts)


def sonneborn_berger(field: Field, player: int, cuts: Cuts = NO_CUTS, *, forfeits: bool = False) -> Value:
    """The sum of each opponent's adjusted score times the own result against them. Rule: 9.1, 14, 16."""
    return _cut(_terms(field, player, True, False, forfeits), cuts)


def average_buchholz(field: Field, player: int, *, fore: bool = False) -> Value:
    """The average Buchholz of the opponents met over the board; none without a game. Rule: 8.2."""
    parts = [
        Part(t.round, buchholz(field, t.opponent, fore=fore).amount or Fraction(0), "game", t.opponent)
        for t in field.games(player)
        if t.opponent is not None
    ]
    if not parts:
        return Value(None)
    return Value(sum((p.amount for p in parts), Fraction(0)) / len(parts), tuple(parts))


def _terms(field: Field, player: int, times_result: bool, fore: bool, forfeits: bool) -> list[_Term]:
    found = []
    for turn in field.turns[player]:
        if turn.what is What.OPEN:
            continue
        if is_played(field, turn, forfeits, fore) and turn.opponent is not None:
            score, voluntary = adjusted(field, turn.opponent, fore), False
            kind = "game" if turn.what is What.GAME else "forfeit"
        else:
            score, kind, voluntary = dummy(field, player, turn, fore), "dummy", is_voluntary(turn)
        amount = score * turn.points if times_result else score
        found.append(_Term(Part(turn.round, amount, kind, turn.opponent), score, voluntary))
    return found


def _cut(terms: Sequence[_Term], cuts: Cuts) -> Value:
    """Rule: 14.1, 16.5: a voluntarily unplayed round is cut first, unless that would take less away than the rule."""
    left, gone = list(terms), set()
    for _ in range(min(cuts.low, len(terms))):
        victim = min(left, key=lambda t: (t.score, t.part.amount))
        own = [t for t in left if t.voluntary]
        if own:
            lowest = min(own, key=lambda t: (t.part.amount, t.score))
            victim = lowest if lowest.part.amount >= victim.part.amount else victim
        left.remove(victim)
        gone.add(victim.part.round)
    for _ in range(min(cuts.high, len(left))):
        victim = max(left, key=lambda t: (t.score, t.part.amount))
        left.remove(victim)
        gone.add(victim.part.round)
    return total([replace(t.part, cut=t.part.round in gone) for t in terms])
