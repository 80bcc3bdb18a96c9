"""The order of work: groups above the median downward, groups below it upward, then the median."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field

from rules.parts.median.compatible import Field
from rules.parts.median.floaters import Group, Leaver, send_on_floaters, send_residents, send_the_lonely
from rules.parts.median.floats import LastFloat
from rules.parts.median.meeting import Pair, pair_off


@dataclass
class Side:
    """What became of one side of the median: pairs in the order made, and those waiting in the median."""

    pairs: list[Pair] = field(default_factory=list)
    leavers: list[Leaver] = field(default_factory=list)
    waiting: list[int] = field(default_factory=list)


def score_groups(players: Field) -> dict[int, list[int]]:
    """Players by score (half-points), each group in the order of numbers. Rule: 9.2."""
    groups: dict[int, list[int]] = defaultdict(list)
    for player, score in enumerate(players.scores):
        groups[score].append(player)
    return dict(groups)


def work_toward_median(players: Field, protected: Mapping[int, LastFloat]) -> tuple[Side, Side, list[int]]:
    """Both sides worked through, and the residents of the median. Rule: 9.2, 15; rulings S11, S12."""
    groups = score_groups(players)
    half = players.settings.half
    median = groups.get(half, [])
    upper = sorted((score for score in groups if score > half), reverse=True)
    lower = sorted(score for score in groups if score < half)
    nearest_below = groups[lower[-1]] if lower else []
    nearest_above = groups[upper[-1]] if upper else []
    shielded = {players.place[number]: one for number, one in protected.items() if number in players.place}

    above = _work(players, groups, upper, True, shielded, last_door=players.mask(median or nearest_below))
    door = players.mask([*median, *above.waiting]) or players.mask(nearest_above)
    below = _work(players, groups, lower, False, shielded, last_door=door)
    return above, below, median


def _work(
    players: Field,
    groups: Mapping[int, list[int]],
    scores: list[int],
    downward: bool,
    protected: Mapping[int, LastFloat],
    *,
    last_door: int,
) -> Side:
    """One side, group by group toward the median. `last_door` masks next door of the last group (S15)."""
    side = Side()
    arriving: list[int] = []
    for i, score in enumerate(scores):
        residents = list(groups[score]) if downward else list(reversed(groups[score]))
        door = players.mask(groups[scores[i + 1]]) if i + 1 < len(scores) else last_door
        group = Group(players, residents, [], downward, score, door, protected)
        group.arrived = sorted(arriving, key=group.rank)
        send_the_lonely(group)
        send_on_floaters(group)
        send_residents(group)
        side.pairs += pair_off(
            players, group.arrived, group.residents, downward=downward, median_or_above=downward, score=score
        )
        side.leavers += group.left
        arriving = [one.player for one in group.left]
    side.waiting = arriving
    return side
