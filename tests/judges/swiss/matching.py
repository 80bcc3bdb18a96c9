"""Who can be paired off: by trying everything in small sets, by a library's perfect matching in large ones."""

from collections.abc import Collection, Iterable

import networkx as nx

from tests.judges.swiss.cards import Field

TRY_EVERYTHING_UP_TO = 14


def most_pairs(field: Field, players: Iterable[int]) -> int:
    """The largest number of compatible pairs that can be made at the same time among the players."""
    who = tuple(sorted(players))
    if len(who) > TRY_EVERYTHING_UP_TO:
        left_over = len(who) % 2
        while not _perfect_with_jokers(field, who, left_over):
            left_over += 2
        return (len(who) - left_over) // 2
    if len(who) < 2:
        return 0
    if who not in field.most_pairs:
        first, rest = who[0], who[1:]
        best = 0
        for other in rest:
            if field.compatible(first, other):
                best = max(best, 1 + most_pairs(field, [p for p in rest if p != other]))
                if best == len(who) // 2:
                    break
        if best < len(who) // 2:
            best = max(best, most_pairs(field, rest))
        field.most_pairs[who] = best
    return field.most_pairs[who]


def _perfect_with_jokers(field: Field, who: tuple[int, ...], jokers: int) -> bool:
    """Whether all can be paired off if so many jokers, who may meet any player, join."""
    graph: nx.Graph[int] = nx.Graph()
    graph.add_nodes_from(who)
    graph.add_edges_from((a, b) for a in who for b in who if a < b and field.compatible(a, b))
    graph.add_edges_from((a, -joker) for a in who for joker in range(1, jokers + 1))
    return 2 * len(nx.max_weight_matching(graph, maxcardinality=True)) == len(who) + jokers


def can_be_paired_off(field: Field, players: Collection[int]) -> bool:
    """Whether all players can be put into compatible pairs at the same time."""
    return len(players) % 2 == 0 and 2 * most_pairs(field, players) == len(players)


def most_served(field: Field, seekers: list[int], hosts: Collection[int]) -> int:
    """How many of the seekers can have different compatible hosts at the same time."""
    host_of: dict[int, int] = {}

    def finds_a_host(seeker: int, asked: set[int]) -> bool:
        for host in hosts:
            if host not in asked and field.compatible(seeker, host):
                asked.add(host)
                if host not in host_of or finds_a_host(host_of[host], asked):
                    host_of[host] = seeker
                    return True
        return False

    return sum(finds_a_host(seeker, set()) for seeker in seekers)
