"""Scores: from Wins to initial scores to the widest path between every two players (rule 4(b)-(c)).

Initial scores are whole numbers from 0 to 99, and few different ones occur. So the widest paths are found
one width at a time: who can reach whom over links at least that wide. Reachability of one width is the
condensation into strongly connected groups with sets of players as bits, which takes milliseconds where the
cubic algorithm takes seconds; 10,000 players with 50,000 games fit one byte a pair.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from rules.model import Id

HalfWins = Mapping[tuple[Id, Id], int]  # (player, opponent) -> Wins of the player against them, in half Wins


@dataclass(frozen=True)
class Link:
    """One step of a path: the two players, their Wins against each other in half Wins, and its width."""

    first: Id
    second: Id
    half_wins: int
    half_wins_against: int
    width: int


def initial_score(half_wins: int, half_wins_against: int) -> int:
    """The initial score of a player with so many half Wins against one with so many against them: 0-99.

    Rule: ladder 4(c)(iii), L1. 100A/(A+B+3) rounded down, in whole numbers: twice above and below the line.
    """
    return 100 * half_wins // (half_wins + half_wins_against + 6)


@dataclass(frozen=True, eq=False)
class Scores:
    """The Score of every player against every other. `width[i, j]` is that of player i against player j.

    Rule: ladder 4(c), L1, L2. The diagonal carries no meaning (0).
    """

    players: tuple[Id, ...]
    index: Mapping[Id, int]
    width: NDArray[np.uint8]
    half_wins: HalfWins

    def of(self, player: Id, against: Id) -> int:
        """The Score of a player against another: the width of the widest path, 0 where every path has a 0."""
        return int(self.width[self.index[player], self.index[against]])

    def path(self, player: Id, against: Id) -> tuple[Link, ...]:
        """A widest path from one player to another, as few links as possible; empty where the Score is 0.

        Its narrowest link is as wide as the Score. Among equals, the one that is first in the players' order.
        """
        wanted = self.of(player, against)
        if wanted == 0:
            return ()
        came: dict[Id, Link] = {}
        leaving: dict[Id, list[Link]] = {}
        for a, b in self.half_wins:
            if a in self.index and b in self.index:
                link = _link(self.half_wins, a, b)
                if link.width >= wanted:
                    leaving.setdefault(a, []).append(link)
        layer = [player]
        while against not in came:
            following = []
            for at in layer:
                for link in sorted(leaving.get(at, ()), key=lambda link: self.index[link.second]):
                    if link.second != player and link.second not in came:
                        came[link.second] = link
                        following.append(link.second)
            layer = following
        steps = [came[against]]
        while steps[-1].first != player:
            steps.append(came[steps[-1].first])
        return tuple(reversed(steps))


def widest_paths(players: Sequence[Id], half_wins: HalfWins) -> Scores:
    """The Scores among these players. Wins against others do not count: no path runs through them.

    Rule: ladder 4(c), L2.
    """
    index = {player: i for i, player in enumerate(players)}
    links = [
        (index[a], index[b], initial_score(wins, half_wins.get((b, a), 0)))
        for (a, b), wins in half_wins.items()
        if a in index and b in index and a != b
    ]
    width = np.zeros((len(players), len(players)), dtype=np.uint8)
    before = 0
    for level in sorted({w for _, _, w in links if w > 0}):
        successors: list[list[int]] = [[] for _ in players]
        for a, b, w in links:
            if w >= level:
                successors[a].append(b)
        for members, reached in _groups(successors):
            if reached.bit_count() > 1:
                row = _bits(reached, len(players)) * np.uint8(level - before)
                if len(members) == 1:
                    width[members[0]] += row
                else:
                    width[members] += row
        before = level
    np.fill_diagonal(width, 0)
    return Scores(tuple(players), index, width, half_wins)


def _link(half_wins: HalfWins, first: Id, second: Id) -> Link:
    wins, against = half_wins.get((first, second), 0), half_wins.get((second, first), 0)
    return Link(first, second, wins, against, initial_score(wins, against))


def _bits(bits: int, count: int) -> NDArray[np.uint8]:
    raw = np.frombuffer(bits.to_bytes((count + 7) // 8, "little"), dtype=np.uint8)
    return np.unpackbits(raw, count=count, bitorder="little")


def _groups(successors: Sequence[Sequence[int]]) -> Iterator[tuple[list[int], int]]:
    """Strongly connected groups, sinks first, each with all that can be reached from it (itself included) as bits.

    Tarjan's algorithm without recursion: a ladder of thousands would be deeper than the stack.
    """
    count = len(successors)
    number = [0] * count  # 0: not seen yet
    low = [0] * count
    group = [-1] * count
    reach: list[int] = []
    stack: list[int] = []
    seen = 0
    for root in range(count):
        if number[root]:
            continue
        seen += 1
        number[root] = low[root] = seen
        stack.append(root)
        work = [(root, iter(successors[root]))]
        while work:
            at, following = work[-1]
            deeper = False
            for to in following:
                if not number[to]:
                    seen += 1
                    number[to] = low[to] = seen
                    stack.append(to)
                    work.append((to, iter(successors[to])))
                    deeper = True
                    break
                if group[to] < 0:
                    low[at] = min(low[at], number[to])
            if deeper:
                continue
            work.pop()
            if work:
                low[work[-1][0]] = min(low[work[-1][0]], low[at])
            if low[at] == number[at]:
                cut = stack.index(at) if stack[-1] != at else len(stack) - 1
                members = stack[cut:]
                del stack[cut:]
                bits = 0
                for member in members:
                    group[member] = len(reach)
                    bits |= 1 << member
                for member in members:
                    for to in successors[member]:
                        if group[to] != len(reach):
                            bits |= reach[group[to]]
                reach.append(bits)
                yield members, bits
