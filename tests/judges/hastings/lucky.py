"""What a player seeks, lucky losers and the ranking of the next round (H14-H19)."""

from collections.abc import Sequence
from typing import Any


def seeks(colours: Sequence[str]) -> str | None:
    """H19: the colour sought after these slow games, None where none was played."""
    played = [colour for colour in colours if colour != "-"]
    if not played:
        return None
    opposite = "B" if played[-1] == "W" else "W"
    if len(played) >= 2 and played[-1] == played[-2]:
        return opposite
    whites, blacks = played.count("W"), played.count("B")
    if whites < blacks:
        return "W"
    if blacks < whites:
        return "B"
    return opposite


def how_many_lucky(places: int, going_on: int, final: bool) -> int:
    """H14: how many free places the next round has for lucky losers."""
    return 0 if final else places - going_on


def choose_lucky(
    wanted: int,
    going_on: Sequence[str],
    candidates: Sequence[dict[str, Any]],
    colours: dict[str, str],
) -> list[str]:
    """H15-H17: the lucky losers in the order in which they are chosen, at most ``wanted``.

    A candidate is a dict ``id``, ``rank`` (of the board) and ``level`` (the slow part of the match was level); those
    whom H15 shuts out are not among them.
    """
    chosen: list[str] = []
    left = list(candidates)
    while len(chosen) < wanted and left:
        white_seekers = black_seekers = 0
        for player in [*going_on, *chosen]:
            if seeks(colours[player]) == "W":
                white_seekers += 1
            if seeks(colours[player]) == "B":
                black_seekers += 1
        required = None
        if white_seekers > black_seekers:
            required = "B"
        if black_seekers > white_seekers:
            required = "W"
        choice = [candidate for candidate in left if candidate["level"]] or left
        choice = sorted(choice, key=lambda candidate: candidate["rank"])
        fitting = [candidate for candidate in choice if required and seeks(colours[candidate["id"]]) == required]
        taken = (fitting or choice)[0]
        chosen.append(taken["id"])
        left.remove(taken)
    return chosen


def next_ranking(going_on: dict[str, int], lucky: Sequence[str], whole_list: Sequence[str]) -> list[str]:
    """H18: who goes on, by the rank of their board (their own position if held back); lucky losers by the list."""
    ranking = sorted(going_on, key=lambda player: going_on[player])
    return ranking + [player for player in whole_list if player in lucky]
