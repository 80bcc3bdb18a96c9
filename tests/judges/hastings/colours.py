"""Pairings and colours from round 2 to the final (H20-H28)."""

from collections.abc import Callable, Sequence
from typing import Any

from tests.judges.hastings.draw import halves, undo_forbidden
from tests.judges.hastings.lucky import seeks
from tests.judges.hastings.match import STAGES


def sides_of(ranking: Sequence[str], colours: dict[str, str]) -> dict[str, str]:
    """H21: the side, W or B, of every player to be paired; who seeks nothing joins the smaller side, from the top."""
    side = {}
    for player in ranking:
        sought = seeks(colours[player])
        if sought is not None:
            side[player] = sought
    for player in ranking:
        if player not in side:
            count = list(side.values())
            side[player] = "B" if count.count("B") < count.count("W") else "W"
    return side


def pair_by_sides(ranking: Sequence[str], side: dict[str, str]) -> list[tuple[str, str]]:
    """H22: first and second player of every board; ``ranking`` has nobody in it who is held back."""
    whites = [player for player in ranking if side[player] == "W"]
    blacks = [player for player in ranking if side[player] == "B"]
    more = whites if len(whites) > len(blacks) else blacks
    surplus = abs(len(whites) - len(blacks))
    if surplus % 2:
        raise ValueError("an odd number of players cannot be paired")
    set_aside = more[len(more) - surplus :]
    stay, moved = set_aside[: surplus // 2], set_aside[surplus // 2 :]

    others = [player for player in ranking if player not in set_aside]
    upper, lower = others[: len(others) // 2], others[len(others) // 2 :]
    pairs = []
    for mine, theirs in (("W", "B"), ("B", "W")):
        above = [player for player in upper if side[player] == mine]
        below = [player for player in lower if side[player] == theirs]
        pairs += list(zip(above, below, strict=True))
    pairs.sort(key=lambda pair: ranking.index(pair[0]))
    return pairs + list(zip(stay, moved, strict=True))


def who_gets_it(
    one: str, two: str, colours: dict[str, str], stage: dict[str, str], use_stage: bool = True
) -> tuple[str | None, str]:
    """H23 (1)-(3): who of two who seek the same colour gets it, and by what; None if all three are silent.

    ``stage`` says how each came through the last round. ``use_stage`` False stops after (2), as H28 wants.
    """
    past = {}
    for player in (one, two):
        past[player] = [colour for colour in colours[player] if colour != "-"]
    gap = {player: abs(past[player].count("W") - past[player].count("B")) for player in past}
    if gap[one] != gap[two]:
        return (one if gap[one] > gap[two] else two), "H23.1"
    sought = seeks(colours[one]) or seeks(colours[two]) or "W"
    for mine, theirs in zip(reversed(past[one]), reversed(past[two]), strict=False):
        if mine != theirs:
            return (one if mine != sought else two), "H23.2"
    if use_stage and stage[one] != stage[two]:
        return min(one, two, key=lambda player: STAGES.index(stage[player])), "H23.3"
    return None, ""


def settle_colours(
    pairs: Sequence[tuple[str, str]],
    wants: dict[str, str | None],
    colours: dict[str, str],
    stage: dict[str, str],
    position: dict[str, int],
    premier_lots: dict[int, str] | None = None,
) -> list[dict[str, Any]]:
    """H23-H28: the boards with White in the (first) slow game.

    ``wants`` is the side of H21 in round 2 and the colour of H19 later. ``premier_lots`` (None outside the Premier)
    maps a board to the colour of its first player; a lot that is needed and missing leaves White None.
    """
    boards = []
    counted = {"W": 0, "B": 0}
    for number, (first, second) in enumerate(pairs, start=1):
        white: str | None
        want_first, want_second = wants[first], wants[second]
        lot_decides = False
        if want_first != want_second:
            why = "sought" if want_first and want_second else "only one seeks"
            white = first if want_first == "W" or want_second == "B" else second
        elif want_first is None and premier_lots is not None:
            lot_decides = True
        else:
            colour = want_first or "W"
            getter, why = who_gets_it(first, second, colours, stage, use_stage=premier_lots is None)
            if getter is None and premier_lots is not None:
                lot_decides = True
            elif getter is None:
                counted[colour] += 1
                lower = max(first, second, key=lambda player: position[player])
                higher = min(first, second, key=lambda player: position[player])
                getter, why = (lower if counted[colour] % 2 == 1 else higher), "H24"
            loser = second if getter == first else first
            white = getter if colour == "W" else loser
        if lot_decides:
            assert premier_lots is not None
            drawn = premier_lots.get(number)
            white = {"W": first, "B": second, None: None}[drawn]
            why = "lot H28"
        boards.append(
            {
                "board": number,
                "first": first,
                "second": second,
                "white": white,
                "why": why,
                "rank": min(position[first], position[second]),
            }
        )
    return boards


def pair_round_two(
    ranking: Sequence[str],
    places: int,
    colours: dict[str, str],
    stage: dict[str, str],
    have_met: Callable[[str, str], bool],
) -> dict[str, Any]:
    """H20-H25: round 2 where it has more than 8 places."""
    position = {player: place for place, player in enumerate(ranking, start=1)}
    _, held_back = halves(ranking, places)
    playing = [player for player in ranking if player not in held_back]
    side = sides_of(playing, colours)
    pairs, left = undo_forbidden(
        pair_by_sides(playing, side),
        lambda one, two: not have_met(one, two),
        position,
        kind=lambda first, second: (side[first], side[second]),
    )
    wants: dict[str, str | None] = dict(side)
    return {
        "boards": settle_colours(pairs, wants, colours, stage, position),
        "held_back": held_back,
        "forbidden_left": left,
    }


def pair_by_position(
    ranking: Sequence[str],
    places: int,
    colours: dict[str, str],
    stage: dict[str, str],
    have_met: Callable[[str, str], bool],
    final: bool = False,
    premier_lots: dict[int, str] | None = None,
) -> dict[str, Any]:
    """H26-H28: every other round; ``premier_lots`` is None above 8 places."""
    position = {player: place for place, player in enumerate(ranking, start=1)}
    pairs, held_back = halves(ranking, places)
    pairs, left = undo_forbidden(pairs, lambda one, two: final or not have_met(one, two), position)
    wants = {player: seeks(colours[player]) for player in ranking}
    return {
        "boards": settle_colours(pairs, wants, colours, stage, position, premier_lots),
        "held_back": held_back,
        "forbidden_left": left,
    }
