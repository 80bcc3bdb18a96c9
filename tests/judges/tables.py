"""A second opinion on round-robins: tables as printed, and points after a withdrawal, from the text alone."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from fractions import Fraction

# As printed; an odd number plays by the table of one more, and whoever meets the highest number is free.
PRINTED = {
    4: "1-4 2-3; 4-3 1-2; 2-4 3-1",
    6: "1-6 2-5 3-4; 6-4 5-3 1-2; 2-6 3-1 4-5; 6-5 1-4 2-3; 3-6 4-2 5-1",
    8: "1-8 2-7 3-6 4-5; 8-5 6-4 7-3 1-2; 2-8 3-1 4-7 5-6; 8-6 7-5 1-4 2-3; 3-8 4-2 5-1 6-7; 8-7 1-6 2-5 3-4; "
    "4-8 5-3 6-2 7-1",
    10: "1-10 2-9 3-8 4-7 5-6; 10-6 7-5 8-4 9-3 1-2; 2-10 3-1 4-9 5-8 6-7; 10-7 8-6 9-5 1-4 2-3; 3-10 4-2 5-1 6-9 7-8; "
    "10-8 9-7 1-6 2-5 3-4; 4-10 5-3 6-2 7-1 8-9; 10-9 1-8 2-7 3-6 4-5; 5-10 6-4 7-3 8-2 9-1",
    2: "1-2",
}


def printed_rounds(players: int, cycles: int) -> list[list[tuple[int, int]]]:
    """The games of each round by number, 0 in Black's place for who is free."""
    top = players + players % 2
    single = []
    for text in PRINTED[top].split(";"):
        pairs = [(int(a), int(b)) for a, b in (pair.split("-") for pair in text.split())]
        single.append([(min(p), 0) if max(p) > players else p for p in pairs])
    if cycles == 1:
        return single
    turned = [[(b, a) if b else (a, 0) for a, b in one] for one in single]
    if len(single) > 2:
        single = [*single[:-2], single[-1], single[-2]]
    return [*single, *turned]


def places(
    players: Sequence[str], played: Sequence[tuple[str, str, str]], leaver: str, present: Collection[str]
) -> dict[str, Fraction]:
    """Points of everybody when one has left. Who left before half of the games counts for nobody.

    Otherwise games that were not published any more are wins for the others.
    """
    real = [g for g in played if leaver in g[:2] and not g[2].endswith("F")]
    annulled = 2 * len(real) < len(players) - 1
    points = dict.fromkeys(present, Fraction(0))
    met = {leaver}
    for white, black, word in played:
        if leaver in (white, black):
            met |= {white, black}
            if annulled:
                continue
        one, two = {"1-0": (1, 0), "0-1": (0, 1), "1-0F": (1, 0), "0-1F": (0, 1)}.get(word, (0, 0))
        half = Fraction(word == "1/2-1/2", 2)
        points[white] += one + half
        points[black] += two + half
    if not annulled:
        for player in set(players) - met:
            points[player] += 1
    return points
