"""Pairing a round: the Bye, the matches, the colours and who invites (5(b), 5(c), 1(b))."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeVar

import numpy as np
import rustworkx as rx
from numpy.typing import NDArray

from rules.model import Id

Pair = frozenset[Id]
Whole = TypeVar("Whole", int, NDArray[np.int64])
Met = Mapping[Id, Mapping[Id, int]]  # player -> opponent -> Completed games between them


@dataclass(frozen=True)
class Candidate:
    """A player under consideration for a match: what clause 5(c)(iv) compares, in its order."""

    player: Id
    cost: int
    games: int
    distance: int


@dataclass(frozen=True)
class Match:
    """A match made by 5(c): the chosen player, from which end, and the candidates, best first."""

    chosen: Id
    opponent: Id
    end: Literal["top", "bottom"]
    candidates: tuple[Candidate, ...]
    considered: int  # how many there were; `candidates` may hold only the best of them
    passed_over: tuple[Id, ...] = ()  # better candidates who are to be kept apart, or whose match would force that
    apart_broken: bool = False


@dataclass(frozen=True)
class Bye:
    """The player who takes the Bye, the number of Completed games that counts, and all who have it."""

    player: Id
    games: int
    among: tuple[Id, ...]
    end: Literal["top", "bottom"]


def choose_bye(participants: Sequence[Id], completed: Mapping[Id, int], round_number: int) -> Bye | None:
    """Who takes the Bye; None where the number of participants is even.

    Rule: ladder 5(b), L6. `participants` in Ladder order, top first. Among those with the most Completed
    games the highest in an odd round, the lowest in an even one.
    """
    if len(participants) % 2 == 0:
        return None
    most = max(completed.get(p, 0) for p in participants)
    among = tuple(p for p in participants if completed.get(p, 0) == most)
    odd = round_number % 2 == 1
    return Bye(among[0] if odd else among[-1], most, among, "top" if odd else "bottom")


def match_cost(games: Whole, rank: Whole, other_rank: Whole) -> Whole:
    """G + D(D-1)/2, of one match or of many at once.

    Rule: ladder 5(c)(iv), L7: D is the absolute difference, so 0 and 1 cost the same.
    """
    gap: Whole = abs(rank - other_rank)
    cost: Whole = games + gap * (gap - 1) // 2
    return cost


def match_all(
    participants: Sequence[Id],
    positions: Mapping[Id, int],
    ranks: Mapping[Id, int],
    met: Met,
    round_number: int,
    apart: Collection[Pair] = (),
    keep: int | None = None,
) -> tuple[Match, ...]:
    """The matches of a round, in the order made. `participants` in Ladder order and even in number.

    Rule: ladder 5(c), L7. Pairs to be kept apart (a director's word) are avoided wherever the rest can still
    be matched. `keep` limits how many candidates each match remembers.
    """
    count = len(participants)
    index = {player: i for i, player in enumerate(participants)}
    place = np.array([positions[p] for p in participants], dtype=np.int64)
    rank = np.array([ranks[p] for p in participants], dtype=np.int64)
    free = np.ones(count, dtype=bool)
    from_top = round_number % 2 == 1
    made = []
    for _ in range(count // 2):
        open_ones = np.flatnonzero(free)
        me = int(open_ones[0] if from_top else open_ones[-1])
        others = open_ones[1:] if from_top else open_ones[:-1]
        games = np.zeros(count, dtype=np.int64)
        for opponent, number in met.get(participants[me], {}).items():
            if opponent in index:
                games[index[opponent]] = number
        cost = match_cost(games[others], rank[others], rank[me])
        distance = np.abs(place[others] - place[me])
        best = [int(i) for i in np.lexsort((distance, games[others], cost))]
        chosen = participants[me]
        taken, broken = 0, False
        passed: list[Id] = []
        if apart:
            ranked = [participants[int(others[i])] for i in best]
            left = {participants[int(i)] for i in open_ones} - {chosen}
            allowed = [i for i, p in enumerate(ranked) if frozenset((chosen, p)) not in apart]
            taken = next((i for i in allowed if can_match(left - {ranked[i]}, apart)), -1)
            broken = taken < 0
            if broken:  # nothing fits any more: avoid at least this pair, if that can be had
                taken = allowed[0] if allowed else 0
            passed = ranked[:taken]
        other = int(others[best[taken]])
        kept = best if keep is None else [*best[:keep], *([best[taken]] if taken >= keep else [])]
        candidates = tuple(
            Candidate(participants[int(others[i])], int(cost[i]), int(games[others[i]]), int(distance[i])) for i in kept
        )
        free[me] = free[other] = False
        made.append(
            Match(
                chosen=chosen,
                opponent=participants[other],
                end="top" if from_top else "bottom",
                candidates=candidates,
                considered=len(others),
                passed_over=tuple(passed),
                apart_broken=broken and frozenset({chosen, participants[other]}) in apart,
            )
        )
        from_top = not from_top
    return tuple(made)


def can_match(players: Collection[Id], apart: Collection[Pair]) -> bool:
    """Whether these players can all be matched without a pair to be kept apart."""
    if len(players) % 2:
        return False
    barred: dict[Id, int] = dict.fromkeys(players, 0)
    for pair in apart:
        if len(pair) == 2 and all(p in barred for p in pair):
            for p in pair:
                barred[p] += 1
    if all(len(barred) - 1 - number >= len(barred) / 2 for number in barred.values()):
        return True  # everybody may meet at least half of the field: a full matching exists (Dirac)
    order = sorted(barred)
    graph: rx.PyGraph[Id, None] = rx.PyGraph(multigraph=False)
    graph.add_nodes_from(order)
    size = range(len(order))
    graph.add_edges_from(
        [(a, b, None) for a in size for b in size[a + 1 :] if frozenset((order[a], order[b])) not in apart]
    )
    return 2 * len(rx.max_weight_matching(graph, max_cardinality=True)) == len(order)


def all_pairs(players: Sequence[Id]) -> tuple[tuple[Id, Id], ...]:
    """Everybody against everybody once, higher player first, in the order of a round-robin's rounds."""
    ring: list[Id | None] = list(players)
    if len(ring) % 2:
        ring.append(None)
    place = {player: i for i, player in enumerate(players)}
    pairs = []
    for _ in range(len(ring) - 1):
        for a, b in zip(ring[: len(ring) // 2], reversed(ring[len(ring) // 2 :]), strict=True):
            if a is not None and b is not None:
                pairs.append((a, b) if place[a] < place[b] else (b, a))
        ring.insert(1, ring.pop())
    return tuple(pairs)
