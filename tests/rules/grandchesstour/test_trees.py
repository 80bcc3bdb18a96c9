"""Trees with fixed halves: who meets whom, byes for the top, and winners that keep the better number."""

from __future__ import annotations

import pytest

from rules.grandchesstour.trees import grow, rounds_of, tree_size


def names(players: int, winners: dict[str, int] | None = None) -> list[list[str]]:
    """Names of the matches by round, byes left out."""
    found: dict[int, list[str]] = {}
    for match in grow(list(range(1, players + 1)), winners or {}):
        if not match.bye:
            found.setdefault(match.round, []).append(match.name)
    return list(found.values())


@pytest.mark.parametrize(
    ("players", "first"),
    [
        (4, ["1-4", "2-3"]),
        (5, ["4-5"]),
        (6, ["3-6", "4-5"]),
        (7, ["2-7", "3-6", "4-5"]),
        (8, ["1-8", "2-7", "3-6", "4-5"]),
        (9, ["8-9"]),
        (16, ["1-16", "2-15", "3-14", "4-13", "5-12", "6-11", "7-10", "8-9"]),
    ],
)
def test_first_round(players: int, first: list[str]) -> None:
    """Numbers that do not exist give the top a bye in the first round only (G18-G20)."""
    found = names(players)
    assert found[0] == first
    assert sum(len(r) for r in found) == players - 1


def test_halves_are_fixed() -> None:
    """The winner of 1-8 meets the winner of 4-5, whoever won: nobody is ranked again (G19)."""
    tree = grow(list("ABCDEFGH"), {"1-8": "H", "4-5": "E", "2-7": "B", "3-6": "F", "1-4": "H", "2-3": "F", "1-2": "F"})
    met = {m.name: m.players for m in tree}
    assert met["1-4"] == ("H", "E")
    assert met["2-3"] == ("B", "F")
    assert met["1-2"] == ("H", "F")
    assert tree[-1].winner == "F"


def test_five_players() -> None:
    """4-5; then 1 against its winner and 2-3; then the final (G19)."""
    tree = {m.name: m for m in grow(list("ABCDE"), {"4-5": "E"})}
    assert tree["1-8"].bye
    assert tree["1-8"].winner == "A"
    assert tree["1-4"].players == ("A", "E")
    assert tree["2-3"].players == ("B", "C")
    assert tree["1-2"].players == (None, None)


def test_a_stranger_wins_nothing() -> None:
    """A winner that is not one of the two is not taken; what is not known stays open."""
    tree = {m.name: m for m in grow(list("ABCD"), {"1-4": "B", "1-2": "A"})}
    assert tree["1-4"].winner is None
    assert tree["1-2"].winner is None


def test_sizes() -> None:
    """A tree has the next power of two places."""
    assert [tree_size(n) for n in (2, 3, 4, 5, 8, 9, 16)] == [2, 4, 4, 8, 8, 16, 16]
    assert [rounds_of(n) for n in (2, 4, 5, 8, 9)] == [1, 2, 3, 3, 4]
