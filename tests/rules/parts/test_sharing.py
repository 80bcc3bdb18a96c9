"""Sharing of places: the regulations' own examples, sums that never change, and how amounts are shown."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.parts.sharing import money_text, points_text, points_value, share

F = Fraction
PRIZES = [F(a) for a in (75_000, 50_000, 40_000, 30_000, 25_000, 20_000, 15_000, 15_000, 15_000, 15_000)]
POINTS = [F(a) for a in (12, 10, 8, 7, 6, 5, 4, 3, 2, 1)]


def test_four_tied_for_fourth() -> None:
    """The text's example (3.3): four tied for fourth have 22,500 dollars and 5.5 points each."""
    assert money_text(share(PRIZES, 4, 4).each) == "$22,500"
    assert points_text(share(POINTS, 4, 4).each) == "5.5"


def test_a_tie_beyond_the_paid_places() -> None:
    """Places without a prize count as nothing and are divided all the same (G6)."""
    found = share([F(100), F(50)], 2, 3)
    assert found.amounts == (F(50), F(0), F(0))
    assert found.each == F(50, 3)


@given(st.lists(st.integers(1, 6), min_size=1, max_size=8), st.lists(st.integers(0, 10**6), max_size=12))
def test_the_fund_is_paid_out_whoever_ties(sizes: list[int], table: list[int]) -> None:
    """However players tie, the parts add up to the amounts of as many places as there are players (G6)."""
    amounts = [F(a) for a in table]
    first, paid = 1, F(0)
    for size in sizes:
        paid += share(amounts, first, size).each * size
        first += size
    assert paid == sum(amounts[: sum(sizes)])


@pytest.mark.parametrize(
    ("amount", "shown"),
    [
        (F(22_500), "$22,500"),
        (F(95_000, 3), "$31,666.67"),
        (F(1, 200), "$0.01"),
        (F(1, 201), "$0"),
        (F(99_999, 1000), "$100"),
        (F(201, 2), "$100.50"),
        (F(0), "$0"),
        (F(1_234_567), "$1,234,567"),
    ],
)
def test_money_is_shown_in_dollars_or_cents(amount: Fraction, shown: str) -> None:
    """Whole dollars if whole after rounding, else two decimals, half a cent upward (G7)."""
    assert money_text(amount) == shown


@pytest.mark.parametrize(
    ("points", "shown"),
    [
        (F(12), "12"),
        (F(11, 2), "5.5"),
        (F(31, 4), "7.75"),
        (F(41, 8), "5.125"),
        (F(22, 3), "7 1/3"),
        (F(1, 3), "1/3"),
        (F(1, 16), "0.0625"),
        (F(36, 5), "7.2"),
        (F(50, 7), "7 1/7"),
        (F(0), "0"),
    ],
)
def test_points_are_shown_as_people_write_them(points: Fraction, shown: str) -> None:
    """A decimal if it ends, else whole number and fraction in lowest terms (G7)."""
    assert points_text(points) == shown


def test_points_in_a_cell_are_numbers_where_a_cell_shows_them() -> None:
    """Quarters stay numbers; thirds and sixteenths are the text of G7."""
    assert points_value(F(31, 4)) == F(31, 4)
    assert points_value(F(22, 3)) == "7 1/3"
    assert points_value(F(1, 16)) == "0.0625"


def test_nobody_cannot_share() -> None:
    """A share needs somebody on the place."""
    with pytest.raises(ValueError, match="somebody"):
        share(POINTS, 1, 0)
