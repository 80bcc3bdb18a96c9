"""Places by a list of tie-breaks: those level on points are parted by the first, those still level by the next."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from rules.swiss.tiebreaks import opponents, own, ratings
from rules.swiss.tiebreaks.catalogue import RULE_16, TieBreak
from rules.swiss.tiebreaks.direct import direct_encounter
from rules.swiss.tiebreaks.field import Field
from rules.swiss.tiebreaks.opponents import Cuts
from rules.swiss.tiebreaks.values import Value

Groups = tuple[tuple[int, ...], ...]
Rule16 = Callable[[Sequence[int]], Groups]


@dataclass(frozen=True)
class Placed:
    """A player's place, shared with those in `shared`.

    by: the tie-break, counted from 0, that parted the player from `neighbour`, the nearest on the same points; None
    where points alone decided, or nothing does.
    """

    number: int
    place: int
    by: int | None = None
    neighbour: int | None = None
    shared: tuple[int, ...] = ()


def value_of(field: Field, player: int, tie: TieBreak) -> Value | None:
    """A player's value, None for what is no value of one player alone (direct encounter, rule 16)."""
    cuts = Cuts(tie.low, tie.high)
    match tie.spec.code:
        case "BH" | "FB":
            fore = tie.spec.code == "FB"
            return opponents.buchholz(field, player, cuts, fore=fore, forfeits=tie.forfeits)
        case "SB":
            return opponents.sonneborn_berger(field, player, cuts, forfeits=tie.forfeits)
        case "AOB":
            return opponents.average_buchholz(field, player, fore=tie.fore)
        case "ARO":
            return ratings.average_rating(field, player, cuts)
        case "APRO" | "APPO":
            return ratings.average_of_opponents(field, player, "TPR" if tie.spec.code == "APRO" else "PTP")
        case "PS":
            return own.progressive(field, player, tie.low)
        case "KS":
            return own.koya(field, player, tie.limit)
        case "TPN":
            return Value(Fraction(player))
        case "RTNG":
            rating = None if field.has_unknown_rating else field.rating(player)
            return Value(None if rating is None else Fraction(rating))
    plain = _PLAIN.get(tie.spec.code)
    return None if plain is None else plain(field, player)


_PLAIN: Mapping[str, Callable[[Field, int], Value]] = {
    "WIN": own.wins, "WON": own.games_won, "BPG": own.black_games, "BWG": own.black_wins, "REP": own.elected,
    "STD": own.standard_points, "TPR": ratings.performance_rating, "PTP": ratings.perfect_rating,
}  # fmt: skip


def parted(field: Field, tied: Sequence[int], tie: TieBreak, rule_16: Rule16) -> Groups:
    """Those tied in groups by one tie-break, best first. Who has no value comes last."""
    if tie.spec.code == "DE":
        return direct_encounter(field, tied, tie.forfeits)
    if tie.spec.code == RULE_16:
        return rule_16(tied)
    values = {player: found.amount if (found := value_of(field, player, tie)) else None for player in tied}
    known = sorted({v for v in values.values() if v is not None}, reverse=not tie.lower_is_better)
    groups = [tuple(p for p in tied if values[p] == value) for value in known]
    without = tuple(p for p in tied if values[p] is None)
    return (*groups, without) if without else tuple(groups)


@dataclass(frozen=True)
class _Group:
    """Players nothing has parted yet; `by`: the tie-break that set them apart from the group above."""

    players: tuple[int, ...]
    by: int | None = None


def placed(field: Field, ties: Sequence[TieBreak], rule_16: Rule16) -> tuple[Placed, ...]:
    """Everybody in order: points, then the tie-breaks one after the other; whom none of them parts share a place."""
    found: list[Placed] = []
    for points in sorted(set(field.score.values()), reverse=True):
        groups = [_Group(tuple(sorted(n for n in field.turns if field.score[n] == points)))]
        for at, tie in enumerate(ties):
            groups = [part for group in groups for part in _split(field, group, tie, at, rule_16)]
        found += _lines(groups, len(found) + 1)
    return tuple(found)


def _split(field: Field, group: _Group, tie: TieBreak, at: int, rule_16: Rule16) -> list[_Group]:
    if len(group.players) == 1:
        return [group]
    parts = parted(field, group.players, tie, rule_16)
    return [_Group(part, at if index else group.by) for index, part in enumerate(parts)]


def _lines(groups: Sequence[_Group], first_place: int) -> list[Placed]:
    lines: list[Placed] = []
    for index, group in enumerate(groups):
        place = first_place + len(lines)
        by, neighbour = group.by, groups[index - 1].players[-1] if index else None
        if not index and len(groups) > 1:
            by, neighbour = groups[1].by, groups[1].players[0]
        for number in sorted(group.players):
            shared = tuple(n for n in sorted(group.players) if n != number)
            lines.append(Placed(number, place, by, neighbour, shared))
    return lines
