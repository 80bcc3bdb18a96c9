"""Inside a group whose members can all be paired off: floaters first, then the columns of the rest."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from rules.model import Reason, Value
from rules.parts.median.colours import clash
from rules.parts.median.columns import GUARD, Choice, choose_column
from rules.parts.median.compatible import Field
from rules.parts.median.existence import Pairable


@dataclass(frozen=True)
class Pair:
    """Two players (places of the field) who meet, where they were paired and why. `first` was served first."""

    first: int
    second: int
    median_or_above: bool
    why: Reason


def pair_off(
    field: Field,
    floaters: Sequence[int],
    rest: Sequence[int],
    *,
    downward: bool,
    median_or_above: bool,
    score: int,
) -> list[Pair]:
    """All pairs of a group, in the order made. `floaters` in the order of S24, `rest` in scrutiny order.

    Rule: 9.4, 9.5, 10.6-10.8, 11; rulings S24-S31.
    """
    members = [*floaters, *rest]
    if not members:
        return []
    pairs: list[Pair] = []
    left = list(rest)
    if floaters:
        question = Pairable(field.graph(members), independent=field.independent(members))
        assert question.complete, "asked to pair off a group that cannot be"
        at = {player: i for i, player in enumerate(members)}
        waiting = list(floaters)
        while waiting:
            floater = waiting.pop(0)
            partner, why = _partner(field, question, at, floater, [*waiting, *left], downward=downward, score=score)
            question.take(at[floater], at[partner])
            (waiting if partner in waiting else left).remove(partner)
            pairs.append(Pair(floater, partner, median_or_above, why))
    if left:
        choice = choose_column(field, left)
        pairs.extend(
            _column_pairs(field, left, choice, median_or_above=median_or_above, score=score, downward=downward)
        )
    return pairs


def _partner(
    field: Field,
    question: Pairable,
    at: dict[int, int],
    floater: int,
    others: Sequence[int],
    *,
    downward: bool,
    score: int,
) -> tuple[int, Reason]:
    """Whom a floater meets. Rule: 10.8; ruling S25."""
    mine = field.scores[floater]

    def far(player: int) -> int:
        return abs(field.scores[player] - mine)

    def in_turn(player: int) -> int:
        return field.numbers[player] if downward else -field.numbers[player]

    candidates = sorted((p for p in others if field.may_meet(floater, p)), key=lambda p: (far(p), in_turn(p)))
    for _, near in groupby(candidates, key=far):
        first: int | None = None
        passed: list[int] = []
        for player in near:
            if first is not None and clash(field.claims[floater], field.claims[player]):
                continue  # only the first may clash
            guarded = first is not None and field.settings.maxi
            if guarded and abs(field.ratings[player] - field.ratings[first or 0]) > GUARD:
                continue
            if not question.can_pair(at[floater], at[player]):
                continue
            if first is None:
                first = player
                if clash(field.claims[floater], field.claims[player]):
                    passed.append(player)
                    continue
            return player, _floater_reason(field, floater, player, passed, score=score)
        if first is not None:
            question.can_pair(at[floater], at[first])  # back to a kept pairing with these two
            return first, _floater_reason(field, floater, first, [], score=score)
    raise AssertionError("a floater without opponent in a group that can be paired off")


def _floater_reason(field: Field, floater: int, partner: int, passed: Sequence[int], *, score: int) -> Reason:
    claim = field.claims[floater]
    data: dict[str, Value] = {
        "player": field.numbers[floater],
        "opponent": field.numbers[partner],
        "due": claim.due,
        "opponent_due": field.claims[partner].due,
        "clash": clash(claim, field.claims[partner]),
        "group": score,
    }
    if passed:
        data["passed_over"] = field.numbers[passed[0]]
        return Reason("10.8/S25", "meets-for-colour", data)
    return Reason("10.8/S25", "meets-first-available", data)


def _column_pairs(
    field: Field, players: Sequence[int], choice: Choice, *, median_or_above: bool, score: int, downward: bool
) -> list[Pair]:
    """The pairs of the column taken, each with what the two scrutinies did to it."""
    size = len(players)
    proposed = dict.fromkeys((i, i + size // 2) for i in range(size // 2))
    first = dict(choice.first.pairs)
    pairs = []
    for (a, b), tried in zip(choice.taken.pairs, choice.taken.tries, strict=True):
        data: dict[str, Value] = {
            "player": field.numbers[players[a]],
            "opponent": field.numbers[players[b]],
            "group": score,
            "group_size": size,
            "downward": downward,
            "tried": tried,
        }
        if size <= 20:  # beyond that the number of columns says nothing to anybody
            data["column"] = choice.taken.number
        if first.get(a) != b:
            rule, code = "12.2/S30", "exchanged-for-colour"
            data["clashes_before"], data["clashes"] = choice.clashes_first, choice.clashes
            if choice.breaks:
                data["breaks"] = choice.breaks
            if a in first:
                data["first_scrutiny"] = field.numbers[players[first[a]]]
        elif (a, b) in proposed:
            rule, code = "9.4", "proposed"
        elif tried == 1:
            rule, code = "11.1/S29", "follows-exchange"
        else:
            rule, code = "11.1/S29", "exchanged"
            if a < size // 2:
                data["proposed"] = field.numbers[players[a + size // 2]]
        pairs.append(Pair(players[a], players[b], median_or_above, Reason(rule, code, data)))
    return pairs
