"""The median, paired last: blocked or not, opened step by step, then paired downward."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rules.model import Reason
from rules.parts.median.compatible import Field
from rules.parts.median.existence import Pairable
from rules.parts.median.groups import Side
from rules.parts.median.meeting import Pair, pair_off


@dataclass(frozen=True)
class Median:
    """The pairs of the median and, in order, what was cracked for them."""

    pairs: tuple[Pair, ...]
    cracked: tuple[Reason, ...]


def pair_median(field: Field, above: Side, below: Side, residents: Sequence[int]) -> Median:
    """The median's pairs. Pairs that had to be cracked are taken out of their side.

    Rule: 9.6, 10.6; rulings S24, S32-S34. The field can be paired off, so this ends at the latest when every
    pairing is open (S35).
    """
    down, up = list(above.waiting), list(below.waiting)
    cracked: list[Reason] = []
    members = [*down, *up, *residents]
    mates: list[int] | None = None
    while members:
        question = Pairable(field.graph(members), mates=mates, independent=field.independent(members))
        if question.complete:
            break
        from_below = len(down) > len(up)
        side = below if (from_below and below.pairs) or not above.pairs else above
        assert side.pairs, "the median is blocked though the field can be paired off"
        pair = side.pairs.pop()
        cracked.append(_crack_reason(field, pair, down, up, lower=side is below))
        (up if side is below else down).extend((pair.first, pair.second))
        mates = [*question.mate, len(members) + 1, len(members)]
        members += [pair.first, pair.second]
    down.sort(key=lambda player: (-field.scores[player], field.numbers[player]))
    up.sort(key=lambda player: (field.scores[player], -field.numbers[player]))
    pairs = pair_off(
        field,
        [*down, *up],
        residents,
        downward=True,
        median_or_above=True,
        score=field.settings.half,
    )
    return Median(tuple(pairs), tuple(cracked))


def _crack_reason(field: Field, pair: Pair, down: Sequence[int], up: Sequence[int], *, lower: bool) -> Reason:
    return Reason(
        "9.6/S33",
        "cracked",
        {
            "player": field.numbers[pair.first],
            "opponent": field.numbers[pair.second],
            "lower": lower,
            "from_above": len(down),
            "from_below": len(up),
        },
    )
