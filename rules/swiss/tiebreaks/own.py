"""Tie-breaks made of a player's own results: wins, Blacks, progress, rounds played, Koya. Rule: C.07 7, 9.2."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from rules.swiss.tiebreaks.field import DRAW, REQUESTED, WIN, Field, Turn, What
from rules.swiss.tiebreaks.values import Part, Value, total

ONE, NONE = Fraction(1), Fraction(0)


def _count(field: Field, player: int, counts: Callable[[Turn], bool]) -> Value:
    return total([Part(t.round, ONE, "round", t.opponent) for t in field.turns[player] if counts(t)])


def wins(field: Field, player: int) -> Value:
    """Rounds with as many points as a win gives, played or not. Rule: 7.1."""
    return _count(field, player, lambda t: t.points == WIN)


def games_won(field: Field, player: int) -> Value:
    """Games won over the board. Rule: 7.2."""
    return _count(field, player, lambda t: t.what is What.GAME and t.points == WIN)


def black_games(field: Field, player: int) -> Value:
    """Games played over the board with Black. Rule: 7.3."""
    return _count(field, player, lambda t: t.what is What.GAME and t.white is False)


def black_wins(field: Field, player: int) -> Value:
    """Games won over the board with Black. Rule: 7.4."""
    return _count(field, player, lambda t: t.what is What.GAME and t.white is False and t.points == WIN)


def progressive(field: Field, player: int, cut: int = 0) -> Value:
    """The sum of the scores after each round, without those of the first `cut` rounds. Rule: 7.5."""
    parts, so_far = [], NONE
    for turn in field.turns[player]:
        so_far += turn.points
        parts.append(Part(turn.round, so_far, "round", cut=turn.round <= cut))
    return total(parts)


def elected(field: Field, player: int) -> Value:
    """Rounds the player elected to play: all but requested byes and forfeit losses. Rule: 7.6."""
    return _count(field, player, lambda t: t.what not in REQUESTED and t.what not in (What.FORFEIT_LOST, What.OPEN))


def standard_points(field: Field, player: int) -> Value:
    """Points as if a win gave 1 and a draw ½. Rule: 7.7."""
    parts = []
    for turn in field.turns[player]:
        worth = ONE if turn.points > DRAW else DRAW if turn.points == DRAW else NONE
        parts.append(Part(turn.round, worth, "round", turn.opponent))
    return total(parts)


def koya(field: Field, player: int, more: Fraction = NONE) -> Value:
    """Points against everybody with at least half of the most one can have. Rule: 9.2.

    `more` moves the limit by so many points.
    """
    limit = WIN * (field.rounds - field.free) / 2 + more
    return total(
        [
            Part(t.round, t.points, "game", t.opponent, cut=field.score[t.opponent] < limit)
            for t in field.turns[player]
            if t.opponent is not None and t.what is not What.OPEN
        ]
    )
