"""Can they all be paired off? Maximum matching with a certificate that is kept up to date.

Whether a perfect matching exists is decided by rustworkx (general-graph maximum matching in Rust; on 400 players it
answers in about 5 ms, some hundred times faster than the same algorithm in Python). Most questions never
reach it: a pairing found once is a certificate, and "may these two meet?" is mostly answered by re-linking
a pair or two of it. Sets of players are bit masks, bit i for the i-th player given.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import rustworkx as rx

if TYPE_CHECKING:
    import numpy as np

FREE = -1


def bits(mask: int) -> Iterator[int]:
    """Places of the ones of a mask, lowest first."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def as_matrix(masks: Sequence[int], size: int) -> np.ndarray[tuple[int, int], np.dtype[np.uint8]]:
    """The masks as rows of zeros and ones."""
    import numpy as np  # here and below: numpy takes longer to import than most questions take to answer

    width = (size + 7) // 8
    raw = np.frombuffer(b"".join(mask.to_bytes(width, "little") for mask in masks), dtype=np.uint8)
    return np.unpackbits(raw.reshape(len(masks), width), axis=1, bitorder="little")[:, :size]


def maximum_matching(adjacent: Sequence[int], among: int) -> dict[int, int]:
    """As many disjoint compatible pairs among the given players as there can be, both directions."""
    import numpy as np

    nodes = list(bits(among))
    if not nodes:
        return {}
    matrix = as_matrix([adjacent[node] & among for node in nodes], len(adjacent))[:, nodes]
    graph: rx.PyGraph[None, None] = rx.PyGraph(multigraph=False)
    graph.add_nodes_from([None] * len(nodes))
    graph.add_edges_from_no_data([(a, b) for a, b in np.argwhere(np.triu(matrix)).tolist()])
    found: dict[int, int] = {}
    for a, b in rx.max_weight_matching(graph, max_cardinality=True):
        found[nodes[a]], found[nodes[b]] = nodes[b], nodes[a]
    return found


def has_dirac_degree(adjacent: Sequence[int]) -> bool:
    """Whether everybody may meet so many that the rest can be paired off whoever sits out.

    Dirac: with degrees of at least half there is a cycle through all, hence a pairing; one more degree covers
    the player who sits out of an odd number. True is certain, False says nothing.
    """
    need = len(adjacent) // 2 + 1
    return len(adjacent) > 3 and all(mask.bit_count() >= need for mask in adjacent)


class Pairable:
    """Players still to be paired, with as large a set of pairs among them as there can be.

    `active` masks those still here, `loose` those whom the kept pairing leaves over. `independent` are masks
    of players no two of whom may meet: when one makes up more than half of those left, the answer is no.
    """

    def __init__(
        self, adjacent: Sequence[int], *, mates: Sequence[int] | None = None, independent: Sequence[int] = ()
    ) -> None:
        self.adjacent = adjacent
        size = len(adjacent)
        self.active = (1 << size) - 1
        self.independent = independent
        self.mate = list(mates) if mates is not None else [FREE] * size
        self.loose = sum(1 << i for i, mate in enumerate(self.mate) if mate == FREE)
        self._grow()

    @property
    def complete(self) -> bool:
        """Whether all those here can be paired off."""
        return not self.loose

    @property
    def deficit(self) -> int:
        """How many are left over at best."""
        return self.loose.bit_count()

    def _link(self, a: int, b: int) -> None:
        self.mate[a], self.mate[b] = b, a

    def _grow(self) -> None:
        size = len(self.adjacent)
        half = size // 2
        for i in range(half if self.loose.bit_count() == size else 0):  # the proposed pairs, where they are allowed
            if self.adjacent[i] >> (i + half) & 1:
                self._link(i, i + half)
                self.loose &= ~(1 << i | 1 << (i + half))
        for a in bits(self.loose):
            if self.loose >> a & 1:
                self._settle(a)
        if self.loose.bit_count() > 1:
            found = maximum_matching(self.adjacent, self.active)
            self.mate = [found.get(i, FREE) for i in range(size)]
            self.loose = sum(1 << i for i in bits(self.active) if self.mate[i] == FREE)

    def _settle(self, a: int) -> bool:
        """Find a mate for a loose player: another loose one, or through one kept pair. Cheap; may miss a way."""
        direct = self.adjacent[a] & self.loose
        if direct:
            b = (direct & -direct).bit_length() - 1
            self._link(a, b)
            self.loose &= ~(1 << a | 1 << b)
            return True
        for x in bits(self.adjacent[a] & self.active):
            y = self.mate[x]
            ends = self.adjacent[y] & self.loose & ~(1 << a)
            if ends:
                b = (ends & -ends).bit_length() - 1
                self._link(a, x)
                self._link(y, b)
                self.loose &= ~(1 << a | 1 << b)
                return True
        return False

    def can_pair(self, u: int, v: int) -> bool:
        """Whether u and v may meet and all others here can still be paired off. All must be paired off before."""
        if self.mate[u] == v:
            return True
        if not self.adjacent[u] >> v & 1:
            return False
        a, b = self.mate[u], self.mate[v]
        rest = self.active & ~(1 << u | 1 << v)
        if self.adjacent[a] >> b & 1:
            self._link(u, v)
            self._link(a, b)
            return True
        left = rest.bit_count()
        if any((group & rest).bit_count() * 2 > left for group in self.independent):
            return False
        for x in bits(self.adjacent[a] & rest):
            y = self.mate[x]
            if self.adjacent[y] >> b & 1:
                self._link(u, v)
                self._link(a, x)
                self._link(y, b)
                return True
        found = maximum_matching(self.adjacent, rest)
        if len(found) < left:
            return False
        for i, mate in found.items():
            self.mate[i] = mate
        self._link(u, v)
        return True

    def take(self, u: int, v: int) -> None:
        """u and v are paired (`can_pair` was true) and leave the question."""
        assert self.mate[u] == v
        self.active &= ~(1 << u | 1 << v)

    def can_spare(self, x: int) -> bool:
        """Whether without x as many pairs are possible as with x."""
        y = self.mate[x]
        if y == FREE:
            return True
        if not self.loose:
            return False
        self.active &= ~(1 << x)
        self.mate[y] = FREE
        self.loose |= 1 << y
        loose_before = self.loose.bit_count()
        settled = self._settle(y)
        self.active |= 1 << x
        if settled:
            self.mate[x] = FREE
            self.loose |= 1 << x
            return True
        found = maximum_matching(self.adjacent, self.active & ~(1 << x))
        if self.active.bit_count() - 1 - len(found) >= loose_before:
            self._link(x, y)
            self.loose &= ~(1 << y)
            return False
        for i in bits(self.active):
            self.mate[i] = found.get(i, FREE)
        self.loose = sum(1 << i for i in bits(self.active) if self.mate[i] == FREE)
        return True

    def remove(self, x: int) -> None:
        """x leaves (`can_spare` was true)."""
        assert self.mate[x] == FREE
        self.active &= ~(1 << x)
        self.loose &= ~(1 << x)


class Cheapest:
    """Like a complete Pairable, but for pairings of the least cost: `can_pair` asks whether the least stays the least.

    `levels` are masks of pairs with a price each: a pair costs the sum of the prices of the masks it is in.
    """

    def __init__(self, adjacent: Sequence[int], levels: Sequence[tuple[int, Sequence[int]]]) -> None:
        self.adjacent = adjacent
        self.active = (1 << len(adjacent)) - 1
        self.levels = levels
        found = self._solve(self.active)
        assert len(found) == len(adjacent), "asked for the cheapest pairing of players who cannot be paired off"
        self.mate = [found[i] for i in range(len(adjacent))]
        self.cost = self._total(found)

    def price(self, a: int, b: int) -> int:
        """What this pair costs."""
        return sum(price for price, masks in self.levels if masks[a] >> b & 1)

    def _total(self, mates: dict[int, int]) -> int:
        return sum(self.price(a, b) for a, b in mates.items() if a < b)

    def _solve(self, among: int) -> dict[int, int]:
        import numpy as np

        nodes = list(bits(among))
        if not nodes:
            return {}
        size = len(self.adjacent)
        allowed = np.triu(as_matrix([self.adjacent[node] & among for node in nodes], size)[:, nodes])
        top = 1 + sum(price for price, _ in self.levels)
        weights = np.full(allowed.shape, top, dtype=np.int64)
        for price, masks in self.levels:
            weights -= price * as_matrix([masks[node] & among for node in nodes], size)[:, nodes].astype(np.int64)
        graph: rx.PyGraph[None, int] = rx.PyGraph(multigraph=False)
        graph.add_nodes_from([None] * len(nodes))
        graph.add_edges_from([(a, b, int(weights[a, b])) for a, b in np.argwhere(allowed).tolist()])
        found: dict[int, int] = {}
        for a, b in rx.max_weight_matching(graph, max_cardinality=True, weight_fn=int):
            found[nodes[a]], found[nodes[b]] = nodes[b], nodes[a]
        return found

    def can_pair(self, u: int, v: int) -> bool:
        """Whether u and v may meet and all others here be paired off at no more than the least cost of all."""
        if self.mate[u] == v:
            return True
        if not self.adjacent[u] >> v & 1:
            return False
        a, b = self.mate[u], self.mate[v]
        here = self.price(u, v)
        if self.adjacent[a] >> b & 1 and here + self.price(a, b) == self.price(u, a) + self.price(v, b):
            self._link(u, v)
            self._link(a, b)
            return True
        rest = self.active & ~(1 << u | 1 << v)
        found = self._solve(rest)
        if len(found) < rest.bit_count() or here + self._total(found) > self.cost:
            return False
        for i, mate in found.items():
            self.mate[i] = mate
        self._link(u, v)
        return True

    def _link(self, a: int, b: int) -> None:
        self.mate[a], self.mate[b] = b, a

    def take(self, u: int, v: int) -> None:
        """u and v are paired (`can_pair` was true) and leave the question."""
        assert self.mate[u] == v
        self.active &= ~(1 << u | 1 << v)
        self.cost -= self.price(u, v)


def distinct_choices(options: Sequence[int]) -> int:
    """How many of these players can each have a different one of their options, at the same time.

    Whoever has at least as many options as there are players can be served last, so only the rest need a look.
    """
    rows = [mask for mask in options if mask]
    served = 0
    while True:
        tight = [mask for mask in rows if mask.bit_count() < len(rows)]
        served += len(rows) - len(tight)
        if len(tight) == len(rows):
            break
        rows = tight
    if not rows:
        return served
    columns: dict[int, int] = {}
    edges = [
        (row, columns.setdefault(bit, len(rows) + len(columns))) for row, mask in enumerate(rows) for bit in bits(mask)
    ]
    graph: rx.PyGraph[None, None] = rx.PyGraph(multigraph=False)
    graph.add_nodes_from([None] * (len(rows) + len(columns)))
    graph.add_edges_from_no_data(edges)
    return served + len(rx.max_weight_matching(graph, max_cardinality=True))
