"""Colours: what a player is due, what the limits still allow, and who gets what."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rules.model import Reason
from rules.parts.median.cards import Colour, other


@dataclass(frozen=True, slots=True)
class Claim:
    """A player's side in the matter of colours. `balance` is Whites minus Blacks; `step` says where the due is from."""

    number: int
    history: tuple[Colour, ...]
    balance: int
    due: Colour | None
    step: str
    white_allowed: bool
    black_allowed: bool


def claim_of(number: int, history: tuple[Colour, ...]) -> Claim:
    """What a player with these colours (oldest first) is due, and what the limits allow.

    Rule: 12.1-12.6; rulings S5, S52. The first that speaks: last two the same, unequal counts, the last colour. A
    colour that brings the counts nearer to each other breaks no limit, even where they are far apart already.
    """
    balance = sum(1 if colour == "W" else -1 for colour in history)
    due: Colour | None
    if len(history) >= 2 and history[-1] == history[-2]:
        due, step = other(history[-1]), "same twice"
    elif balance:
        due, step = ("B" if balance > 0 else "W"), "equalising"
    elif history:
        due, step = other(history[-1]), "alternating"
    else:
        due, step = None, "no colour yet"
    twice = history[-1] if len(history) >= 2 and history[-1] == history[-2] else None
    return Claim(
        number,
        history,
        balance,
        due,
        step,
        white_allowed=twice != "W" and balance < 2,
        black_allowed=twice != "B" and balance > -2,
    )


def clash(one: Claim, two: Claim) -> bool:
    """Whether both are due the same colour."""
    return one.due is not None and one.due == two.due


def lot_colour(place: int, lot: Colour) -> Colour:
    """Colour of the higher numbered of two without any colour, by the place (from 1) in the list being paired.

    Rule: 14.2; ruling S8: odd places have what was drawn for number 1, even places the other.
    """
    return lot if place % 2 else other(lot)


def _reason(rule: str, step: str, one: Claim, two: Claim, white: int) -> Reason:
    return Reason(
        rule,
        f"colour-{step}",
        {
            "white": white,
            "black": two.number if white == one.number else one.number,
            "higher": one.number,
            "lower_numbered": two.number,
            "higher_history": "".join(one.history),
            "lower_history": "".join(two.history),
        },
    )


def allocate(
    one: Claim, two: Claim, *, median_or_above: bool, lot: Colour, place_of: Sequence[int]
) -> tuple[int, int, Reason]:
    """White, Black, and the step that decided it, for a pair made in the median or above it, or below it.

    `place_of` lists the numbers of all to be paired this round in order (S8). Rule: 12.2-12.6, 13; ruling S7.
    In the last round two equals may be unable to keep the limits; then the steps begin with the second (S36).
    """
    if one.number > two.number:
        one, two = two, one
    one_white = one.white_allowed and two.black_allowed
    two_white = one.black_allowed and two.white_allowed

    def white(holder: Claim, gets: Colour, rule: str, step: str) -> tuple[int, int, Reason]:
        rival = two if holder is one else one
        first = holder if gets == "W" else rival
        return first.number, (rival if first is holder else holder).number, _reason(rule, step, one, two, first.number)

    if one_white != two_white:
        return white(one if one_white else two, "W", "12.3/S7(1)", "limit")
    if one.due is None and two.due is None:
        place = place_of.index(one.number) + 1
        return white(one, lot_colour(place, lot), "14.2/S8", "lot")
    if one.due is None or two.due is None or one.due != two.due:
        holder = one if one.due is not None else two
        assert holder.due is not None
        return white(holder, holder.due, "12.1/S7(2)", "due")
    if abs(one.balance) != abs(two.balance):
        return white(one if abs(one.balance) > abs(two.balance) else two, one.due, "12.6/S7(3)", "balance")
    for mine, theirs in zip(reversed(one.history), reversed(two.history), strict=False):
        if mine != theirs:
            return white(one, other(mine), "12.4/S7(4)", "history")
    if median_or_above:
        return white(one, one.due, "12.4/S7(5)", "higher")
    return white(two, one.due, "12.4/S7(5)", "lower")
