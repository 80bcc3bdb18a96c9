"""Entry into the Challengers, the comparison of two draws, and prizes (H32-H39)."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

PRINTED_PREMIER = {"winner": 1500, "runner_up": 1000, "semi_final": 400}


def entry_order(cards: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """H33: by score, the highest first, then by the list."""
    return sorted(cards, key=lambda card: (-card["score"], card["number"]))


def half_bye_is_granted(in_knock_out: bool) -> bool | None:
    """H37: False in the knock-out; None outside it, where this rulebook has no say."""
    return False if in_knock_out else None


def compare_draws(mine: dict[str, Any], theirs: dict[str, Any]) -> list[str]:
    """H35: where two draws of one round differ, in words; empty when they may be shown.

    Each has ``lucky``, ``ranking``, ``held_back``, and ``boards`` with ``first``, ``second`` and ``white``.
    """
    differences = [
        f"{key}: {list(mine[key])} and {list(theirs[key])}"
        for key in ("lucky", "ranking", "held_back")
        if list(mine[key]) != list(theirs[key])
    ]
    if len(mine["boards"]) != len(theirs["boards"]):
        differences.append(f"boards: {len(mine['boards'])} and {len(theirs['boards'])}")
    for number, (one, two) in enumerate(zip(mine["boards"], theirs["boards"], strict=False), start=1):
        differences += [
            f"board {number}, {key}: {one[key]} and {two[key]}"
            for key in ("first", "second", "white")
            if one[key] != two[key]
        ]
    return differences


def premier_prizes(
    played: dict[str, Any], amounts: dict[str, int] | None = None
) -> tuple[dict[str, int], dict[str, int]]:
    """H29, H38, H39: who receives how much in the Premier, and what waits for the director (by prize or player).

    ``played`` is the answer of ``replay`` with the final over.
    """
    amounts = PRINTED_PREMIER if amounts is None else amounts
    due = [(played["winner"], "winner"), (played["runner_up"], "runner_up")]
    due += [(player, "semi_final") for player in played["semi_final_losers"]]
    paid, waiting = {}, {}
    for player, prize in due:
        if player is None:
            waiting[prize] = amounts[prize]
        elif player in played["no_prize"]:
            waiting[player] = amounts[prize]
        else:
            paid[player] = amounts[prize]
    return paid, waiting


def challengers_prizes(
    scores: dict[str, int], amounts: Sequence[int], no_prize: Sequence[str] = ()
) -> dict[str, Fraction]:
    """H38, H39: everybody's share, equal for equal scores: the sum of the prizes of their places, divided.

    ``scores`` in half-points, ``amounts`` by place from the first. A marked player's share is withheld (0).
    """
    share = {}
    for player, score in scores.items():
        above = sum(1 for other in scores.values() if other > score)
        equal = sum(1 for other in scores.values() if other == score)
        total = sum(amounts[above : above + equal])
        share[player] = Fraction(0) if player in no_prize else Fraction(total, equal)
    return share
