"""Places, prize money and Tour points of an event, and places and money of the Tour. Pure and exact.

Rule: 3, 4; G2-G8, G22-G24, G27.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from rules.grandchesstour.amounts import Amounts
from rules.model import Id, Reason, Value
from rules.parts.sharing import amount_of, money_text, points_text, share

ZERO = Fraction(0)


@dataclass(frozen=True)
class Award:
    """What a player comes to. `prize` and `points` are None while they are not given out.

    `place` is the first place covered; `tied` how many share it.
    """

    player: Id
    place: int
    tied: int
    prize: Fraction | None
    points: Fraction | None
    why: Reason
    named: bool = False

    @property
    def shown(self) -> Fraction | None:
        """The prize as people see it: none before the director typed prizes. Ruling: G42."""
        return self.prize if self.named else None


def name_key(name: str) -> tuple[str, str]:
    """Names in the order of a list."""
    return name.casefold(), name


def groups(score: Mapping[Id, Fraction]) -> tuple[tuple[Id, ...], ...]:
    """Players of equal score, best first, by name inside a group. Rule: G2, G8."""
    values = sorted(set(score.values()), reverse=True)
    return tuple(tuple(sorted((p for p in score if score[p] == v), key=name_key)) for v in values)


ASKED = "award-asked"


def event_awards(
    ranked: Sequence[Sequence[Id]], amounts: Amounts, complete: bool, winner: Id | None, currency: str = "$"
) -> tuple[Award, ...]:
    """Places, prizes and points of an event, best first.

    `ranked`: groups of equal players after the main games; `winner`: of the play-off for first, if it is over.
    Rule: 3, 3.1, 3.2; G3-G6, G8: the bonus only for one who stood alone; the losers of the play-off share places
    2 to k; nothing of the tied places is given out while the play-off is open, and nothing at all by a table that
    cannot be meant.
    """
    found: list[Award] = []
    place = 1
    for group in ranked:
        size = len(group)
        if not complete:
            facts: dict[str, Value] = {"place": place, "tied": size}
            found += [
                Award(p, place, size, None, None, Reason("G8", _later(size), {"player": p, **facts})) for p in group
            ]
        elif not amounts.sure:
            asked: dict[str, Value] = {"place": place, "tied": size}
            found += [Award(p, place, size, None, None, Reason("G8", ASKED, {"player": p, **asked})) for p in group]
        elif place > 1 or size == 1:
            found += [_shared(p, place, size, amounts, currency, "") for p in group]
        elif winner is None:
            data: dict[str, Value] = {"tied": size, "last": size}
            found += [Award(p, 1, size, None, None, Reason("G8", "award-open", {"player": p, **data})) for p in group]
        else:
            found.append(_won(winner, size, amounts, currency))
            found += [_shared(p, 2, size - 1, amounts, currency, winner) for p in group if p != winner]
        place += size
    return tuple(found)


def _later(size: int) -> str:
    return "award-later" if size > 1 else "award-later-alone"


def _won(player: Id, size: int, amounts: Amounts, currency: str) -> Award:
    prize, points = amount_of(amounts.prizes, 1), amount_of(amounts.points, 1)
    data: dict[str, Value] = {"player": player, "tied": size, "points": points_text(points)}
    money = _money(prize, currency) if amounts.named else ()
    return Award(player, 1, 1, prize, points, Reason("3, 3.1, G3", "award-play-off", data, money), amounts.named)


def _shared(player: Id, place: int, size: int, amounts: Amounts, currency: str, lost_to: Id) -> Award:
    prize, points = share(amounts.prizes, place, size), share(amounts.points, place, size)
    each = points.each
    data: dict[str, Value] = {
        "player": player,
        "place": place,
        "last": prize.last,
        "tied": size,
        "all_points": tuple(points_text(a) for a in points.amounts),
    }
    money = _money(prize.each, currency, prize.amounts) if amounts.named else ()
    if place == 1:
        each += amounts.bonus
        data |= {"points": points_text(each), "bonus": points_text(amounts.bonus)}
        why = Reason("3.1, G3", "award-alone", data, money)
        return Award(player, 1, 1, prize.each, each, why, amounts.named)
    data["points"] = points_text(each)
    if lost_to:
        data["winner"] = lost_to
        code = "award-lost" if size > 1 else "award-lost-alone"
        return Award(player, place, size, prize.each, each, Reason("3.2, G5", code, data, money), amounts.named)
    code = "award-shared" if size > 1 else "award-place"
    why = Reason("3.2, G4" if size > 1 else "3", code, data, money)
    return Award(player, place, size, prize.each, each, why, amounts.named)


def _money(each: Fraction, currency: str, divided: Sequence[Fraction] = ()) -> tuple[Reason, ...]:
    """The sentence about the money."""
    data: dict[str, Value] = {"prize": money_text(each, currency)}
    if len(divided) < 2:
        return (Reason("", "money", data),)
    return (Reason("", "money-shared", {**data, "prizes": tuple(money_text(a, currency) for a in divided)}),)


def tour_awards(
    total: Mapping[Id, Fraction],
    prizes: Sequence[Fraction],
    complete: bool,
    winner: Id | None,
    currency: str = "$",
    named: bool = False,
) -> tuple[Award, ...]:
    """Places and prizes of the Tour, best first; `points` is the total.

    `winner`: of the play-off of those tied for first, or, where one player is first alone, of those tied for
    second. Rule: 4.1-4.3; G23: losers of the play-off for first are second together; G24: a play-off for second
    names the second, the losers are third, and the money is divided among all of them alike; G27.
    """
    found: list[Award] = []
    place = 1
    for group in groups(total):
        size = len(group)
        each = share(prizes, place, size).each if complete else None
        for player in group:
            data: dict[str, Value] = {"player": player, "place": place, "tied": size}
            data |= {"total": points_text(total[player])}
            at, tied, prize, code, rule = place, size, each, "tour-place", "4, G27"
            if not complete:
                code, rule = "tour-so-far", "G22"
            elif place == 1 and size > 1:
                rule, lost = "4.1, 4.2, G23", share(prizes, 2, size - 1).each
                if winner is None:
                    prize, code = None, "tour-open"
                elif player == winner:
                    at, tied, prize, code = 1, 1, amount_of(prizes, 1), "tour-won"
                else:
                    at, tied, prize, code = 2, size - 1, lost, "tour-lost" if size > 2 else "tour-lost-alone"
            elif place == 2 and size > 1:
                rule, code = "4.2, G24", "tour-second-tied"
                if winner is not None:
                    at, tied = (2, 1) if player == winner else (3, size - 1)
                    code = "tour-second" if player == winner else "tour-third"
            data |= {"place": at, "winner": winner}
            money = () if prize is None or not named else _money(prize, currency)
            found.append(Award(player, at, tied, prize, total[player], Reason(rule, code, data, money), named))
        place += size
    return tuple(sorted(found, key=lambda a: a.place))
