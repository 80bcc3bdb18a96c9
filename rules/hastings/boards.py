"""Boards: top half against second half, rule 16 for any imbalance, and exchanges where a pair may not be."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from rules.hastings.field import Colour, Pair
from rules.model import Id, Reason, Value

Forbidden = Callable[[Id, Id], bool]
KindOf = Callable[[Id, Id], object]


def halves(ranking: Sequence[Id], places: int) -> tuple[list[Pair], list[Id]]:
    """Position i meets position i + h; who has nobody there is held back.

    Rule: 2; rulings H3, H17. `places` is even; positions without a player are the last ones.
    """
    half = places // 2
    pairs = [(ranking[i], ranking[i + half]) for i in range(half) if i + half < len(ranking)]
    held = [ranking[i] for i in range(min(half, len(ranking))) if i + half >= len(ranking)]
    return pairs, held


@dataclass(frozen=True)
class Mended:
    """Boards after all exchanges; what was exchanged; the boards nothing could help."""

    pairs: tuple[Pair, ...]
    notes: tuple[Reason, ...]
    left: tuple[Pair, ...]


def mend(pairs: Sequence[Pair], rank: Mapping[Id, int], forbidden: Forbidden, kind: KindOf | None = None) -> Mended:
    """Boards without forbidden pairs as far as any dealing of the second players allows.

    Rule: 5, 22, 26; rulings H6, H25. `rank` is the ranking of the round; `kind` tells boards of one kind, which
    are tried first.
    """
    firsts = [first for first, _ in pairs]
    seconds = [second for _, second in pairs]
    notes: list[Reason] = []
    while (found := _first_exchange(firsts, seconds, forbidden, kind)) is not None:
        at, other = found
        data: dict[str, Value] = {
            "first": firsts[at],
            "second": seconds[at],
            "now": seconds[other],
            "board": at + 1,
            "other": other + 1,
            "other_first": firsts[other],
        }
        notes.append(Reason("H25" if kind else "H6", "second-exchanged", data))
        seconds[at], seconds[other] = seconds[other], seconds[at]
    if any(forbidden(f, s) for f, s in zip(firsts, seconds, strict=True)):
        seconds = _dealt(firsts, sorted((s for _, s in pairs), key=lambda p: rank[p]), forbidden)
        notes = [Reason("H6", "dealt-anew", {"boards": len(pairs)})]
    mended = tuple(zip(firsts, seconds, strict=True))
    left = tuple(pair for pair in mended if forbidden(*pair))
    return Mended(mended, tuple(notes), left)


def distances(boards: int, at: int) -> Iterator[int]:
    """Boards in the order they are tried: one below, one above, two below, …"""
    for by in range(1, boards):
        if at + by < boards:
            yield at + by
        if at - by >= 0:
            yield at - by


def _first_exchange(
    firsts: Sequence[Id], seconds: Sequence[Id], forbidden: Forbidden, kind: KindOf | None
) -> tuple[int, int] | None:
    for at in range(len(firsts)):
        if not forbidden(firsts[at], seconds[at]):
            continue
        order = list(distances(len(firsts), at))
        if kind is not None:
            mine = kind(firsts[at], seconds[at])
            own = [other for other in order if kind(firsts[other], seconds[other]) == mine]
            order = own + [other for other in order if other not in own]
        for other in order:
            if not forbidden(firsts[at], seconds[other]) and not forbidden(firsts[other], seconds[at]):
                return at, other
    return None


def _dealt(firsts: Sequence[Id], seconds: Sequence[Id], forbidden: Forbidden) -> list[Id]:
    """The dealing with fewest forbidden boards; from the top each first gets the highest-ranked second that keeps it.

    Ruling: H6 (3). `seconds` come in ranking order.
    """
    allowed = {first: {s for s in seconds if not forbidden(first, s)} for first in firsts}
    free = list(seconds)
    budget = len(firsts) - _most_allowed(firsts, free, allowed)
    dealt: list[Id] = []
    for place, first in enumerate(firsts):
        for second in free:
            cost = second not in allowed[first]
            rest = [s for s in free if s != second]
            later = firsts[place + 1 :]
            if cost + len(later) - _most_allowed(later, rest, allowed) <= budget:
                dealt.append(second)
                free = rest
                budget -= cost
                break
    return dealt


def _most_allowed(firsts: Sequence[Id], seconds: Sequence[Id], allowed: Mapping[Id, set[Id]]) -> int:
    """How many of the firsts can have an allowed second at the same time."""
    free = set(seconds)
    held: dict[Id, Id] = {}

    def finds(first: Id, seen: set[Id]) -> bool:
        for second in allowed[first] & free:
            if second in seen:
                continue
            seen.add(second)
            if second not in held or finds(held[second], seen):
                held[second] = first
                return True
        return False

    return sum(finds(first, set()) for first in firsts)


@dataclass(frozen=True)
class Sides:
    """Who counts as seeking White and who as seeking Black, everybody on one side. `joined`: who sought nothing."""

    side: Mapping[Id, Colour]
    joined: tuple[Id, ...]

    def of(self, colour: Colour) -> int:
        """How many stand on a side."""
        return sum(one == colour for one in self.side.values())


def sides_of(ranking: Sequence[Id], sought: Mapping[Id, Colour | None]) -> Sides:
    """Each player's side; who seeks nothing joins, from the top, the side with fewer, White's if equal. Ruling: H21."""
    side: dict[Id, Colour] = {p: colour for p in ranking if (colour := sought[p]) is not None}
    joined = []
    for player in ranking:
        if player not in side:
            whites = sum(colour == "W" for colour in side.values())
            side[player] = "W" if whites <= len(side) - whites else "B"
            joined.append(player)
    return Sides(side, tuple(joined))


@dataclass(frozen=True)
class Sixteen:
    """Boards of rule 16. `surplus`: the side with more; its set-aside players stay or were moved opposite."""

    pairs: tuple[Pair, ...]
    bottom: tuple[Pair, ...]
    surplus: Colour | None
    stay: tuple[Id, ...] = ()
    moved: tuple[Id, ...] = ()


def by_seekers(ranking: Sequence[Id], side: Mapping[Id, Colour]) -> Sixteen:
    """Boards by colours sought, for any imbalance of an even number of players.

    Rule: 16; ruling H22. With 2m more on one side its 2m lowest are set aside, the m higher of them meeting the
    m lower; the others are halved by position and meet across.
    """
    white = [p for p in ranking if side[p] == "W"]
    black = [p for p in ranking if side[p] == "B"]
    more, fewer = (white, black) if len(white) >= len(black) else (black, white)
    count = (len(more) - len(fewer)) // 2
    aside = more[len(more) - 2 * count :]
    stay, moved = aside[:count], aside[count:]
    others = [p for p in ranking if p not in aside]
    upper, lower = others[: len(others) // 2], others[len(others) // 2 :]
    pairs: list[Pair] = []
    for colour in ("W", "B"):
        tops = [p for p in upper if side[p] == colour]
        opposite = [p for p in lower if side[p] != colour]
        pairs += zip(tops, opposite, strict=True)
    place = {p: i for i, p in enumerate(ranking)}
    pairs.sort(key=lambda pair: place[pair[0]])
    surplus: Colour | None = None if not count else "W" if more is white else "B"
    return Sixteen(tuple(pairs), tuple(zip(stay, moved, strict=True)), surplus, tuple(stay), tuple(moved))


def by_exchange(pairs: Sequence[Pair], typed: Sequence[Pair]) -> tuple[tuple[Pair, ...], tuple[Pair, ...]]:
    """Boards with the director's pairs brought together, and those of them that could be. Ruling: H51."""
    boards = [list(pair) for pair in pairs]
    done = []
    for one, two in typed:
        place = {player: (at, seat) for at, board in enumerate(boards) for seat, player in enumerate(board)}
        if one not in place or two not in place or one == two:
            continue
        at, seat = place[one]
        there, seat_there = place[two]
        if at != there:
            boards[there][seat_there], boards[at][1 - seat] = boards[at][1 - seat], two
        done.append((one, two))
    return tuple((board[0], board[1]) for board in boards), tuple(done)
