"""The Swiss of the median score-group, on pairing cards. Values in, values out.

`pair_round` is the whole of it: cards and settings in, a round or the reason why there is none out.
"""

from rules.parts.median.cards import Card, Colour, Kind, Slot
from rules.parts.median.floats import LastFloat, floats_of
from rules.parts.median.pairing import Board, NoPairing, RoundPairing, in_board_order, pair_round
from rules.parts.median.settings import MedianSettings

__all__ = [
    "Board",
    "Card",
    "Colour",
    "Kind",
    "LastFloat",
    "MedianSettings",
    "NoPairing",
    "RoundPairing",
    "Slot",
    "floats_of",
    "in_board_order",
    "pair_round",
]
