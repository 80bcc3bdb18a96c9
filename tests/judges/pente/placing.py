"""Placing into the sections (P1, P2) and seeds of section A (P3-P5)."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

Entrant = Mapping[str, Any]


def place_entrant(entrant: Entrant) -> tuple[str, str]:
    """Section ("A" or "B") and the condition that decided, asked in the order of P1.

    Conditions: "wish", "rating", "established", "games", "information", "neither". The rating asked is the one
    collected; a best rating counts only with 20 or more rated games (P2).
    """
    if entrant.get("wish_a"):
        return "A", "wish"
    if Fraction(entrant["rating"]) >= 1600:
        return "A", "rating"
    best = entrant.get("best")
    if best is not None and entrant["games"] >= 20 and Fraction(best) >= 1750:
        return "A", "established"
    if entrant["games"] >= 10 and entrant.get("opponents", 0) >= 3:
        return "B", "games"
    if entrant.get("accepted"):
        return "B", "information"
    return "A", "neither"


def place_sections(entrants: Sequence[Entrant]) -> dict[str, list[str]]:
    """Names of each section, in the order of entry."""
    sections: dict[str, list[str]] = {"A": [], "B": []}
    for entrant in entrants:
        sections[place_entrant(entrant)[0]].append(entrant["name"])
    return sections


def seeding_number(rating: str, games: int) -> int:
    """Whole part of the rating, 20 lower for each game short of 20 (P3)."""
    whole = int(Fraction(rating))  # int() cuts off, it does not round
    if games < 20:
        return whole - 20 * (20 - games)
    return whole


def decimal_part(rating: str) -> Fraction:
    """What stands after the point, exactly as typed; nothing typed is 0 (P4)."""
    value = Fraction(rating)
    return abs(value - int(value))


def _exit_key(exit_round: Any) -> tuple[int, int]:
    """The champion of the last event comes after every round."""
    return (1, 0) if exit_round == "champion" else (0, exit_round)


def _split(group: list[Entrant], key: Any) -> list[list[Entrant]]:
    """The group cut into pieces of equal keys, the highest key first."""
    keys = sorted({key(entrant) for entrant in group}, reverse=True)
    return [[entrant for entrant in group if key(entrant) == wanted] for wanted in keys]


def _break(group: list[Entrant], used: frozenset[str]) -> list[list[Entrant]]:
    """The group as an ordered list of pieces that no tool of P4 can part any more."""
    if len(group) == 1:
        return [group]
    all_took_part = all(entrant.get("exit") is not None for entrant in group)
    if all_took_part and "exit" not in used:
        tool, pieces = "exit", _split(group, lambda entrant: _exit_key(entrant["exit"]))
    elif "decimals" not in used:
        tool, pieces = "decimals", _split(group, lambda entrant: decimal_part(entrant["rating"]))
    else:
        return [group]
    return [last for piece in pieces for last in _break(piece, used | {tool})]


def seed_order(
    entrants: Sequence[Entrant],
    typed: Sequence[Sequence[str]] = (),
    lot: Sequence[str] | None = None,
) -> dict[str, Any]:
    """``{"order": names by seed, "tied": []}``, or ``{"order": None, "tied": groups}`` while round 1 waits (P3, P4).

    `typed`: orders the director typed, in the order of typing; one settles a group if it holds the whole of it, the
    last such counts. `lot`: the recorded lot of the section, or None. Tied groups come in the order of their places,
    the names in each sorted.
    """
    order: list[str] = []
    tied: list[list[str]] = []
    for equal in _split(list(entrants), lambda entrant: seeding_number(entrant["rating"], entrant["games"])):
        for group in _break(equal, frozenset()):
            names = [entrant["name"] for entrant in group]
            holding = [list(words) for words in typed if set(names) <= set(words)]
            if len(names) == 1:
                order += names
            elif holding:
                order += sorted(names, key=holding[-1].index)
            elif lot is not None:
                order += sorted(names, key=list(lot).index)
            else:
                tied.append(sorted(names))
    if tied:
        return {"order": None, "tied": tied}
    return {"order": order, "tied": []}
