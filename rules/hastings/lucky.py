"""How many lucky losers there are, who they are, and the ranking of the next round."""

from __future__ import annotations

from collections.abc import Mapping

from rules.hastings.colours import sought_by
from rules.hastings.field import Colour, Last, Lucky
from rules.model import Id, Reason, Value


def places_of_round_two(entered: int) -> int:
    """Places of round 2: the smallest power of two that is at least half of those in the round-1 ranking.

    Rule: 13; ruling H14.
    """
    places = 1
    while 2 * places < entered:
        places *= 2
    return places


def board_ranks(last: Last) -> dict[Id, int]:
    """For everybody of the round the rank of their board: the better position on it, from 1. Rulings: H8, H16, H18."""
    position = {p: i for i, p in enumerate(last.ranking, start=1)}
    far = len(last.ranking) + 1
    ranks = {p: position.get(p, far) for p in last.held}
    for result in last.results:
        best = min(position.get(result.first, far), position.get(result.second, far))
        ranks[result.first] = ranks[result.second] = best
    return ranks


def going_on(last: Last, out: frozenset[Id]) -> tuple[Id, ...]:
    """Those who go on, in ranking order: winners and held back, less who withdrew. Rulings: H14, H18."""
    ranks = board_ranks(last)
    through = [r.winner for r in last.results if r.winner is not None] + list(last.held)
    return tuple(sorted((p for p in through if p not in out), key=lambda p: ranks[p]))


def lucky_losers(
    last: Last, out: frozenset[Id], places: int, colours: Mapping[Id, str], is_final: bool
) -> tuple[Lucky, ...]:
    """Lucky losers in the order chosen. Rule: 13, 33; rulings H14-H17."""
    on = list(going_on(last, out))
    wanted = 0 if is_final else places - len(on)
    ranks = board_ranks(last)
    classes: list[list[Id]] = [[], []]
    for result in last.results:
        for player in result.losers:
            if player not in result.defaulted and player not in out:
                classes[0 if result.level else 1].append(player)
    for group in classes:
        # both of a board nobody won of can stand in one class only by default, and who defaulted is not in it
        group.sort(key=lambda p: ranks[p])
    chosen: list[Lucky] = []
    for number in range(1, wanted + 1):
        level = bool(classes[0])
        group = classes[0] or classes[1]
        if not group:
            break
        sought = [sought_by(colours.get(p, "")) for p in (*on, *(one.player for one in chosen))]
        white, black = sought.count("W"), sought.count("B")
        need: Colour | None = None if white == black else "B" if white > black else "W"
        fitting = [p for p in group if need and sought_by(colours.get(p, "")) == need]
        player = (fitting or group)[0]
        group.remove(player)
        data: dict[str, Value] = {
            "player": player,
            "number": number,
            "of": wanted,
            "board_rank": ranks[player],
            "white": white,
            "black": black,
            "needed": {"W": "White", "B": "Black", None: "nothing"}[need],
            "class": "drew the slow part" if level else "lost the slow part",
        }
        code = "lucky-colour" if fitting else "lucky-no-such" if need else "lucky-level"
        chosen.append(Lucky(player, Reason("13/H16", code, data)))
    return tuple(chosen)


def next_ranking(last: Last, out: frozenset[Id], lucky: tuple[Id, ...], order: tuple[Id, ...]) -> tuple[Id, ...]:
    """The ranking of the next round. Rule: 14, 15, 23; ruling H18."""
    place = {p: i for i, p in enumerate(order)}
    return (*going_on(last, out), *sorted(lucky, key=lambda p: place[p]))
