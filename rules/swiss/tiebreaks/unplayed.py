"""Rounds without a game, in the tie-breaks of the opponents and in one's own. Rule: C.07 16."""

from __future__ import annotations

from fractions import Fraction

from rules.swiss.tiebreaks.field import DRAW, FORFEITS, REQUESTED, VOLUNTARY, Field, Turn, What


def last_in(turns: tuple[Turn, ...]) -> int:
    """The last round that was not left unplayed by the player's own will, 0 where there is none. Rule: 16.2."""
    return max((t.round for t in turns if t.what not in VOLUNTARY), default=0)


def is_fore(field: Field, turn: Turn) -> bool:
    """Whether fore Buchholz takes this round as drawn: paired, and the last one of the event. Rule: 8.3."""
    return turn.round == field.total and turn.opponent is not None


def adjusted(field: Field, player: int, fore: bool = False) -> Fraction:
    """A player's score as it counts for the opponents.

    Rule: 16.3: requested byes after which nothing but voluntarily unplayed rounds came count as draws, all other
    rounds as awarded. With `fore` the paired games of the last round are draws (8.3).
    """
    turns = field.turns[player]
    last = last_in(turns)
    if fore and any(is_fore(field, t) for t in turns):
        last = field.total
    return sum((_adjusted(field, t, last, fore) for t in turns), Fraction(0))


def _adjusted(field: Field, turn: Turn, last: int, fore: bool) -> Fraction:
    if fore and is_fore(field, turn):
        return DRAW
    return DRAW if turn.what in REQUESTED and turn.round > last else turn.points


def own_score(field: Field, player: int, fore: bool = False) -> Fraction:
    """The final score as the dummy opponent has it; with `fore` the paired game of the last round is a draw."""
    turns = field.turns[player]
    return sum((DRAW if fore and is_fore(field, t) else t.points for t in turns), Fraction(0))


def dummy(field: Field, player: int, turn: Turn, fore: bool = False) -> Fraction:
    """The score of the dummy opponent of an unplayed round.

    Rule: 16.4: as many points as the player; at most, of a forfeit, the adjusted score of the opponent who was
    paired, of anything else a draw a round. The text of 2024 knows no such limit.
    """
    own = own_score(field, player, fore)
    if field.edition < 2026:
        return own
    if turn.what in FORFEITS and turn.opponent is not None:
        return min(own, adjusted(field, turn.opponent, fore))
    return min(own, DRAW * field.rounds)


def is_voluntary(turn: Turn) -> bool:
    """Whether the round was left unplayed by the player's own will. Rule: 16.1."""
    return turn.what in VOLUNTARY


def is_played(field: Field, turn: Turn, forfeits: bool, fore: bool) -> bool:
    """Whether the round counts as one against its opponent: a game, with `forfeits` a forfeit too."""
    if turn.what is What.GAME:
        return True
    if turn.opponent is None or turn.what is What.OPEN:
        return False
    return forfeits or (fore and is_fore(field, turn))
