"""Who floated in the round before: read from the record of that round alone."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from rules.parts.median.cards import PAIRED, Card


@dataclass(frozen=True, slots=True)
class LastFloat:
    """A float: `down` is the direction, the scores are those before that round in half-points."""

    number: int
    opponent: int
    down: bool
    score: int
    against: int


def floats_of(cards: Iterable[Card], round_number: int) -> dict[int, LastFloat]:
    """Those who floated in a round, by pairing number. Opponents whose card is missing make no float.

    Rule: 10.10; ruling S20: of two with different scores the one nearer the outside moved: the higher when both
    were at or above half of the rounds then played, the lower when both were at or below, both when on either side.
    """
    by_number = {card.number: card for card in cards}
    half = round_number - 1
    found: dict[int, LastFloat] = {}
    for card in by_number.values():
        slot = next((one for one in card.slots if one.round == round_number), None)
        if slot is None or slot.kind not in PAIRED or slot.opponent not in by_number:
            continue
        mine = card.score(round_number)
        theirs = by_number[slot.opponent].score(round_number)
        if mine == theirs:
            continue
        higher = mine > theirs
        outside = (mine > half and higher) or (mine < half and not higher)
        if outside:
            found[card.number] = LastFloat(card.number, slot.opponent, higher, mine, theirs)
    return found
