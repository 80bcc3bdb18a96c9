"""Repeat pairings: general pairing rule 4, exactly (P13-P17)."""

from collections.abc import Collection, Sequence

Pairing = tuple[str, str]


def moves_in_order(pairings: int, at: int) -> list[int]:
    """Moves that exist for a repeat at pairing number `at` (from 1) among `pairings`: +k is down, -k is up (P15)."""
    moves = []
    for k in range(1, pairings + 1):
        if at + k <= pairings:
            moves.append(k)
        if at - k >= 1:
            moves.append(-k)
    return moves


def moved(lower: Sequence[str], at: int, move: int) -> list[str]:
    """The lower players after the move: A goes to its new pairing, those it passes shift by one (P15)."""
    answer = list(lower)
    player_a = lower[at - 1]
    if move > 0:
        for number in range(at, at + move):  # each of i+1 … i+k goes up one
            answer[number - 1] = lower[number]
    else:
        for number in range(at, at + move, -1):  # each of i-1 … i-k goes down one
            answer[number - 1] = lower[number - 2]
    answer[at + move - 1] = player_a
    return answer


def avoid_repeats(pairings: Sequence[Pairing], met: Collection[frozenset[str]]) -> dict[str, list]:  # type: ignore[type-arg]
    """``{"pairings": […], "moves": [(pairing number, move), …], "left": [numbers still a repeat]}`` (P16, P17).

    `met`: every two who were put against each other before in this section, in any bracket (P14).
    """
    upper = [pairing[0] for pairing in pairings]
    lower = [pairing[1] for pairing in pairings]
    count = len(upper)
    made: list[tuple[int, int]] = []

    def is_repeat(low: Sequence[str], number: int) -> bool:
        return frozenset((upper[number - 1], low[number - 1])) in met

    def first_good_move() -> tuple[int, int] | None:
        """Of the topmost repeat that has one; good: none of the pairings it changes is a repeat."""
        for at in range(1, count + 1):
            if not is_repeat(lower, at):
                continue
            for move in moves_in_order(count, at):
                tried = moved(lower, at, move)
                changed = range(min(at, at + move), max(at, at + move) + 1)
                if not any(is_repeat(tried, number) for number in changed):
                    return at, move
        return None

    while (found := first_good_move()) is not None:
        lower = moved(lower, *found)
        made.append(found)
    return {
        "pairings": list(zip(upper, lower, strict=True)),
        "moves": made,
        "left": [number for number in range(1, count + 1) if is_repeat(lower, number)],
    }
