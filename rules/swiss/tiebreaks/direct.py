"""Direct encounter: the standings of those tied among themselves. Rule: C.07 6."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from rules.swiss.tiebreaks.field import LOSS, WIN, Field, What

Met = dict[int, list[Fraction]]


def direct_encounter(field: Field, tied: Sequence[int], forfeits: bool = False) -> tuple[tuple[int, ...], ...]:
    """Those tied in groups, best first; one group where nothing is decided.

    Rule: 6.1-6.3: games over the board (with `forfeits` also those decided without play), the average of several
    games of the same two. Where not all have met, only who stays alone on top whatever the missing games bring is
    ranked, then the next, then the article is applied to the rest again.
    """
    if len(tied) < 2:
        return (tuple(tied),)
    met = {player: _met(field, player, tied, forfeits) for player in tied}
    score = {player: sum((sum(g, LOSS) / len(g) for g in met[player].values()), LOSS) for player in tied}
    missing = {player: len(tied) - 1 - len(met[player]) for player in tied}
    groups = _sure_first(tied, score, missing) if any(missing.values()) else _by_score(tied, score)
    if len(groups) == 1:
        return groups
    return tuple(part for group in groups for part in direct_encounter(field, group, forfeits))


def _met(field: Field, player: int, tied: Sequence[int], forfeits: bool) -> Met:
    others, found = set(tied), Met()
    for turn in field.turns[player]:
        counts = turn.what is What.GAME or (forfeits and turn.what in (What.FORFEIT_WON, What.FORFEIT_LOST))
        if counts and turn.opponent in others and turn.opponent is not None:
            found.setdefault(turn.opponent, []).append(turn.points)
    return found


def _by_score(tied: Sequence[int], score: dict[int, Fraction]) -> tuple[tuple[int, ...], ...]:
    return tuple(
        tuple(p for p in tied if score[p] == value) for value in sorted({score[p] for p in tied}, reverse=True)
    )


def _sure_first(
    tied: Sequence[int], score: dict[int, Fraction], missing: dict[int, int]
) -> tuple[tuple[int, ...], ...]:
    """Who stays ahead of everybody else whatever the missing games bring, one after the other; the rest last."""
    left, found = list(tied), []
    while len(left) > 1:
        best = max(left, key=lambda p: score[p])
        if any(score[p] + WIN * missing[p] >= score[best] for p in left if p != best):
            break
        found.append((best,))
        left.remove(best)
    return (*found, tuple(left)) if left else tuple(found)
