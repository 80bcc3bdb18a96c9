"""Section B, play-offs: who qualifies, preliminary matches, rounds of the highest seed left against the lowest.

Rule: seed 004, PO-pairing, PO-match; P30-P36.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rules.model import How, Id
from rules.pente.folds import fold, shared_places
from rules.pente.history import History
from rules.pente.regular import ROUND, opponents_wins, playoff_size, still_in, total_rounds, total_wins
from rules.pente.typed import order_of

PRELIMINARY = "preliminary"
PLAYOFF = "play-off"

Numbers = tuple[int, int, int]  # games won, opponents' games won, forfeit points


@dataclass(frozen=True)
class ForfeitPoints:
    """The three lists of a player's opponents. Rule: PO-pairing 1.2; P31."""

    to_others: tuple[Id, ...] = ()  # +1 each
    in_last_round: tuple[Id, ...] = ()  # -2 each
    before: tuple[Id, ...] = ()  # -1 each

    @property
    def total(self) -> int:
        """The higher ranks higher."""
        return len(self.to_others) - 2 * len(self.in_last_round) - len(self.before)


@dataclass(frozen=True)
class Seeding:
    """The order for the play-offs. `seeds` is None until every tie that matters is broken."""

    ordered: tuple[tuple[Id, ...], ...]  # groups, best first; more than one = tied
    seeds: tuple[Id, ...] | None
    pairs: tuple[tuple[Id, Id], ...] = ()  # to play a preliminary match
    undecided: tuple[tuple[Id, Id], ...] = ()  # who played one without a winner: the director's
    groups: tuple[tuple[Id, ...], ...] = ()  # three and more: the director's


def forfeit_points(history: History) -> Mapping[Id, ForfeitPoints]:
    """The lists of everybody, from the regular rounds. Rule: PO-pairing 1.2; P31: a double forfeit of two counts
    nothing for themselves, and puts each into the first list of the other opponents of that one."""
    last = total_rounds(history)
    regular = [m for m in history.matches(ROUND) if m.verdict.state == "decided"]
    opponents: dict[Id, set[Id]] = {p: set() for p in history.players}
    given: dict[Id, set[Id]] = {p: set() for p in history.players}  # loser -> to whom
    late: dict[Id, set[Id]] = {p: set() for p in history.players}  # winner -> losers of the last round
    early: dict[Id, set[Id]] = {p: set() for p in history.players}
    for m in regular:
        for player in m.players:
            other = m.other(player)
            assert other is not None
            opponents[player].add(other)
            if player in m.verdict.forfeited:
                given[player].add(other)
                if m.verdict.how is not How.DOUBLE_DEFAULT:
                    (late if m.number == last else early)[other].add(player)
    return {
        p: ForfeitPoints(
            tuple(sorted(o for o in opponents[p] if given[o] - {p})),
            tuple(sorted(late[p])),
            tuple(sorted(early[p])),
        )
        for p in history.players
    }


def numbers(history: History) -> Mapping[Id, Numbers]:
    """What ranks players after the regular rounds. Rule: B-format 2, PO-pairing 1; P30."""
    wins = total_wins(history)
    others = opponents_wins(history, wins)
    points = forfeit_points(history)
    return {p: (wins[p], others[p], points[p].total) for p in history.players}


def seeding(history: History, typed: Sequence[tuple[Id, ...]]) -> Seeding:
    """Seeds, or what is still needed for them. Rule: PO-pairing 1; P30, P32, P33."""
    rank_of = numbers(history)
    here = still_in(history)
    size = min(playoff_size(total_rounds(history)), len(here))
    groups = [
        tuple(sorted((p for p in here if rank_of[p] == key), key=history.number))
        for key in sorted({rank_of[p] for p in here}, reverse=True)
    ]
    order: list[Id] = []
    ordered: list[tuple[Id, ...]] = []
    pairs: list[tuple[Id, Id]] = []
    undecided: list[tuple[Id, Id]] = []
    many: list[tuple[Id, ...]] = []
    for group in groups:
        matters = len(order) < size and len(group) > 1
        settled: tuple[Id, ...] | None = group
        if matters:
            settled = order_of(typed, group) or _by_preliminary(history, group)
        if settled is None and len(group) == 2:
            (undecided if _was_played(history, group) else pairs).append((group[0], group[1]))
        elif settled is None:
            many.append(group)
        ordered.extend([(p,) for p in settled] if matters and settled else [group])
        order.extend(settled or group)
    needs = pairs or undecided or many
    seeds = None if needs else tuple(order[:size])
    return Seeding(tuple(ordered), seeds, tuple(pairs), tuple(undecided), tuple(many))


def _preliminary_of(history: History, group: Sequence[Id]) -> tuple[Id | None, bool]:
    """The winner of the last preliminary match of two, and whether there was one that stood."""
    found: tuple[Id | None, bool] = (None, False)
    for m in history.matches(PRELIMINARY):
        if set(m.players) == set(group) and m.verdict.state != "void":
            found = (m.verdict.winner, True)
    return found


def _was_played(history: History, group: Sequence[Id]) -> bool:
    return _preliminary_of(history, group)[1]


def _by_preliminary(history: History, group: Sequence[Id]) -> tuple[Id, ...] | None:
    winner, _ = _preliminary_of(history, group)
    if len(group) != 2 or winner is None:
        return None
    return (winner, group[1] if winner == group[0] else group[0])


def seeds_taken(history: History) -> tuple[Id, ...]:
    """The seeds as recorded with play-off round 1; empty before."""
    stages = history.of_kind(PLAYOFF)
    taken = stages[0].round.taken.get("seeds") if stages else None
    return tuple(str(p) for p in taken) if isinstance(taken, tuple) else ()


def exits(history: History) -> Mapping[Id, int]:
    """Round of exit from the play-offs, by the section's count of rounds. Rule: PO-match 1; P34, P43."""
    seeds = seeds_taken(history)
    first = history.of_kind(PLAYOFF)[0].number if seeds else 0
    found: dict[Id, int] = {}
    for player in seeds:
        lost = [m.number for m in history.matches(PLAYOFF) if player in m.verdict.losers]
        if player in history.left and history.left[player] >= first:
            lost.append(history.left[player])
        if lost:
            found[player] = min(lost)
    return found


def remaining(history: History) -> tuple[Id, ...]:
    """Who is still in: seeds without a lost play-off match, or everybody who has not left before the play-offs."""
    seeds = seeds_taken(history)
    if not seeds:
        return still_in(history)
    gone = exits(history)
    return tuple(p for p in seeds if p not in gone)


def make_round(left: Sequence[Id]) -> tuple[Id | None, tuple[tuple[Id, Id], ...]]:
    """Who goes through without a match, and the fold of the others. Rule: PO-pairing 2; P34."""
    through = left[0] if len(left) % 2 else None
    return through, fold([p for p in left if p != through])


def champions(history: History) -> tuple[tuple[Id, ...], bool]:
    """The champion or champions, and whether the title is shared for want of anybody left.

    Rule: B-format 2, PO-match 1; P12, P23, P34.
    """
    if history.last is None:
        return (), False
    if history.champions and history.is_complete:
        return history.champions, False
    left = remaining(history)
    if len(left) == 1:
        return left, False
    return ((), False) if left else (history.last.still_in, True)


def places(history: History) -> tuple[tuple[int | None, Id], ...]:
    """Places, best first; None for those still in the play-offs. Rule: P36."""
    titled, _ = champions(history)
    gone = exits(history)
    seeds = seeds_taken(history)
    rank_of = numbers(history)
    left = [p for p in seeds if p not in gone and p not in titled]
    out = sorted((p for p in seeds if p in gone and p not in titled), key=lambda p: (-gone[p], seeds.index(p)))
    others = sorted(
        (p for p in history.players if p not in seeds and p not in titled),
        key=lambda p: (tuple(-n for n in rank_of[p]), history.number(p)),
    )
    found: list[tuple[int | None, Id]] = [(1, p) for p in history.players if p in titled]
    found += [(len(titled) + 1 if titled else None, p) for p in left]
    found += shared_places([(p, gone[p]) for p in out], first=len(found) + 1)
    found += shared_places([(p, rank_of[p]) for p in others], first=len(found) + 1)
    return tuple(found)
