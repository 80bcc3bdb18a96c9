"""Numbers in cells: what is read as which number, and what is a message."""

from __future__ import annotations

from datetime import datetime
from fractions import Fraction
from zoneinfo import ZoneInfo

import pytest

from rules.sheet import Kind
from sync.grid import Cell
from sync.kinds import Misread, read_cell

ZONE = ZoneInfo("Europe/Berlin")
RATINGS: list[tuple[Cell, int | None]] = [
    (1850, 1850), (1850.0, 1850), ("1850", 1850), (" 1850 ", 1850), ("1 850", 1850), ("1,850", 1850), ("1.850", 1850),
    ("1'850", 1850), ("1’850", 1850), ("1\u00a0850", 1850), ("1\u202f850", 1850), ("1\u2009850", 1850), ("1850.0", 1850),
    ("1850,00", 1850), ("１８５０", 1850), ("١٨٥٠", 1850), ("१८५०", 1850), ("1\u200b850", 1850), ("\u200e1850", 1850),
    ("1，850", 1850), ("١٬٨٥٠", 1850), (0, None), ("0", None),
]  # fmt: skip
NO_RATINGS: list[tuple[Cell, str]] = [
    ("1500 1600", "not-a-rating"), ("1640 N", "not-a-rating"), (1.85, "not-a-rating"), ("1.85", "not-a-rating"),
    ("1,85", "not-a-rating"), ("1850.5", "not-a-rating"), ("1850/1900", "not-a-rating"), ("~1850", "not-a-rating"),
    ("1850?", "not-a-rating"), ("1850 (est.)", "not-a-rating"), ("1e3", "not-a-rating"), ("18²0", "not-a-rating"),
    ("18٥0", "not-a-rating"), ("1\n850", "not-a-rating"), ("1\t850", "not-a-rating"), ("1  850", "not-a-rating"),
    ("1,850.000", "not-a-rating"), ("1 850 1", "not-a-rating"), ("1'8 50", "not-a-rating"), ("O850", "not-a-rating"),
    ("٫١٨٥٠", "not-a-rating"), ("Ⅳ", "not-a-rating"), ("一千八百", "not-a-rating"), (True, "not-a-rating"),
    (datetime(1850, 1, 1), "not-a-rating"), (datetime(2026, 1, 8), "not-a-rating"), ("1½", "not-a-rating"),
    (float("nan"), "not-a-rating"), (99, "rating-range"), (4001, "rating-range"), (-1850, "rating-range"),
    ("−1850", "rating-range"), ("185 000", "rating-range"), ("18500", "rating-range"), ("150 160", "rating-range"),
    ("#REF!", "error-cell"),
]  # fmt: skip
EXACT: list[tuple[Cell, Fraction]] = [
    ("3 1/2", Fraction(7, 2)), ("3½", Fraction(7, 2)), ("3 ½", Fraction(7, 2)), ("½", Fraction(1, 2)),
    ("1/2", Fraction(1, 2)), ("3/2", Fraction(3, 2)), ("1⁄3", Fraction(1, 3)), ("7,5", Fraction(15, 2)),
    ("7.75", Fraction(31, 4)), ("0.125", Fraction(1, 8)), ("0,125", Fraction(1, 8)), ("1.500", Fraction(1500)),
    ("1.3333", Fraction(13333, 10000)), ("1.234,5", Fraction(12345, 10)), ("1,234.5", Fraction(12345, 10)),
    ("1 234,56", Fraction(123456, 100)), ("1'234.5", Fraction(12345, 10)), ("1,234,567", Fraction(1234567)),
    ("-2", Fraction(-2)), ("−2,5", Fraction(-5, 2)), ("007", Fraction(7)), (7.75, Fraction(31, 4)), (1e-12, Fraction(0)),
]  # fmt: skip
NO_NUMBERS: list[Cell] = [
    "3 3/2", "3 5/5", "3 0/2", "1 2", "1/2 1/2", "2 3.5", "1 1", "1.234.5", "1,234.567", "1234.567", "10.5000000", ".5", "5.",
    "+5", "- 2", "1,00,000", "12 34", "1/0", "5%", "$5", "00.500", "0,1,2", "1 234 56", "1..5", "--5", "½½",
]  # fmt: skip
MONEY: list[tuple[Cell, Fraction]] = [
    ("10,000", Fraction(10000)), ("5 000", Fraction(5000)), ("12.50", Fraction(25, 2)), ("12,5", Fraction(25, 2)),
    ("1.234,56", Fraction(123456, 100)), (10000, Fraction(10000)), (12.5, Fraction(25, 2)),
]  # fmt: skip
NO_MONEY: list[tuple[Cell, str]] = [
    (12.505, "money-decimals"), ("1.2345", "money-decimals"), ("0.125", "money-decimals"), ("$10,000", "not-money"),
    ("10 000 €", "not-money"), ("EUR 500", "not-money"), ("10k", "not-money"), ("1/2", "not-money"), ("500-", "not-money"),
    ("1 500 2 000", "not-money"), (datetime(2026, 5, 1), "not-money"),
]  # fmt: skip


@pytest.mark.parametrize(("typed", "value"), RATINGS)
def test_ratings(typed: Cell, value: int | None) -> None:
    """One whole number, however its thousands are marked; 0 is no rating."""
    assert read_cell(typed, Kind.RATING, ZONE) == value
    assert read_cell(typed, Kind.DECIMAL_RATING, ZONE) == value


@pytest.mark.parametrize(("typed", "code"), NO_RATINGS)
def test_no_ratings(typed: Cell, code: str) -> None:
    """Anything else is asked about."""
    found = read_cell(typed, Kind.RATING, ZONE)
    assert isinstance(found, Misread)
    assert found.code == code


def test_a_rating_with_decimals_where_the_rules_look_at_them() -> None:
    """The decimals break ties of seeds; one that lost its thousands is out of the range."""
    assert read_cell("1655.25", Kind.DECIMAL_RATING, ZONE) == Fraction(165525, 100)
    assert read_cell(1655.25, Kind.DECIMAL_RATING, ZONE) == Fraction(165525, 100)
    for typed in (1.85, "1.85", "1,6"):
        found = read_cell(typed, Kind.DECIMAL_RATING, ZONE)
        assert isinstance(found, Misread)
        assert found.code == "rating-range"


def test_the_range_is_a_setting() -> None:
    """Inside it counts, outside it is asked about."""
    assert read_cell(50, Kind.RATING, ZONE, ratings=(1, 60)) == 50
    assert isinstance(read_cell(61, Kind.RATING, ZONE, ratings=(1, 60)), Misread)


@pytest.mark.parametrize(("typed", "value"), EXACT)
def test_exact_numbers(typed: Cell, value: Fraction) -> None:
    """A second part is a proper fraction; a separator before exactly three digits marks thousands."""
    assert read_cell(typed, Kind.NUMBER, ZONE) == value


@pytest.mark.parametrize("typed", NO_NUMBERS)
def test_no_numbers(typed: Cell) -> None:
    """No two numbers are added, and nothing is read from the middle."""
    assert isinstance(read_cell(typed, Kind.NUMBER, ZONE), Misread)


@pytest.mark.parametrize(("typed", "value"), MONEY)
def test_money(typed: Cell, value: Fraction) -> None:
    """An amount alone."""
    assert read_cell(typed, Kind.MONEY, ZONE) == value


@pytest.mark.parametrize(("typed", "code"), NO_MONEY)
def test_no_money(typed: Cell, code: str) -> None:
    """A currency belongs into Settings; more than two decimals may be thousands that a file turned into decimals."""
    found = read_cell(typed, Kind.MONEY, ZONE)
    assert isinstance(found, Misread)
    assert found.code == code


@pytest.mark.parametrize("typed", [1.5, "1.5", 0, -1, "1 2", "first", "2 000 000"])
def test_a_seed_is_a_place(typed: Cell) -> None:
    """A whole number from 1 on, which no half and no 0 is."""
    assert isinstance(read_cell(typed, Kind.SEED, ZONE), Misread)
    assert read_cell("12", Kind.SEED, ZONE) == 12
