"""Berger tables against the printed ones, and what every table must keep."""

from __future__ import annotations

from collections import Counter

import pytest

from rules.parts.berger import MOST, berger_table, cycles

PRINTED = {
    4: "1-4 2-3 / 4-3 1-2 / 2-4 3-1",
    6: "1-6 2-5 3-4 / 6-4 5-3 1-2 / 2-6 3-1 4-5 / 6-5 1-4 2-3 / 3-6 4-2 5-1",
    8: "1-8 2-7 3-6 4-5 / 8-5 6-4 7-3 1-2 / 2-8 3-1 4-7 5-6 / 8-6 7-5 1-4 2-3 / 3-8 4-2 5-1 6-7 / "
    "8-7 1-6 2-5 3-4 / 4-8 5-3 6-2 7-1",
    10: "1-10 2-9 3-8 4-7 5-6 / 10-6 7-5 8-4 9-3 1-2 / 2-10 3-1 4-9 5-8 6-7 / 10-7 8-6 9-5 1-4 2-3 / "
    "3-10 4-2 5-1 6-9 7-8 / 10-8 9-7 1-6 2-5 3-4 / 4-10 5-3 6-2 7-1 8-9 / 10-9 1-8 2-7 3-6 4-5 / "
    "5-10 6-4 7-3 8-2 9-1",
}  # fmt: skip


@pytest.mark.parametrize("players", sorted(PRINTED))
def test_tables_are_the_printed_ones(players: int) -> None:
    """Rounds, boards and colours stand as in the printed tables."""
    shown = " / ".join(" ".join(f"{w}-{b}" for w, b in r.games) for r in berger_table(players))
    assert shown == PRINTED[players]


@pytest.mark.parametrize("players", range(2, MOST + 1))
def test_everybody_meets_everybody_once(players: int) -> None:
    """Each pair meets once, nobody plays twice in a round, and colours differ by at most one."""
    table = berger_table(players)
    met = Counter(frozenset(game) for r in table for game in r.games)
    assert set(met.values()) == {1}
    assert len(met) == players * (players - 1) // 2
    for r in table:
        busy = [p for game in r.games for p in game] + ([r.free] if r.free else [])
        assert sorted(busy) == list(range(1, players + 1))
    for p in range(1, players + 1):
        white = sum(w == p for r in table for w, _ in r.games)
        black = sum(b == p for r in table for _, b in r.games)
        assert abs(white - black) <= 1
        assert players % 2 == 0 or white == black


def test_an_odd_number_leaves_one_free_each_round() -> None:
    """Whoever would meet the number above is free, each player once."""
    assert sorted(r.free or 0 for r in berger_table(7)) == [1, 2, 3, 4, 5, 6, 7]


def test_second_cycle_has_colours_reversed() -> None:
    """After two cycles everybody had each colour equally often, once against each opponent."""
    games = Counter(game for r in cycles(6, 2) for game in r.games)
    assert set(games.values()) == {1}
    assert len(games) == 30


@pytest.mark.parametrize("players", [0, 1, MOST + 1])
def test_sizes_without_a_table_are_refused(players: int) -> None:
    """One player has nobody to meet; more than the printed tables hold is no Berger table."""
    with pytest.raises(ValueError, match="no Berger table"):
        berger_table(players)
