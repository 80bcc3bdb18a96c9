"""Rating change: the table, the cut at 400, K, rounding, and the columns of Standings."""

from __future__ import annotations

from fractions import Fraction

import pytest

from rules.swiss.rating_change import BOUNDS, change_of, difference_of, expectation, k_of
from tests.rules.swiss.build import play, swiss

WIN, DRAW, LOSS = Fraction(1), Fraction(1, 2), Fraction(0)


def test_the_table_has_a_bound_for_each_hundredth() -> None:
    """From .50 at 0 to 3 points to 1 above 735; the lower side is the rest to 1."""
    assert len(BOUNDS) == 50
    assert list(BOUNDS) == sorted(set(BOUNDS))
    for step, bound in enumerate(BOUNDS):
        assert expectation(bound) == Fraction(50 + step, 100)
        assert expectation(bound + 1) == Fraction(51 + step, 100)
        assert expectation(-bound) == 1 - expectation(bound)


@pytest.mark.parametrize(
    ("own", "met", "k", "change"),
    [
        (1650, [(1500, WIN), (2100, DRAW), (1655, LOSS)], 20, 5),  # .30 + .42 - .49 = .23
        (2700, [(2100, DRAW)], 10, -5),  # from 2650 on the real difference counts: .98
        (2600, [(2100, DRAW)], 10, -4),  # below it is cut at 400: .92
        (2000, [(2000, WIN)], 10, 5),
        (2000, [(2000, LOSS)], 1, -1),  # half a point is rounded away from zero
    ],
)
def test_examples(own: int, met: list[tuple[int, Fraction]], k: int, change: int) -> None:
    """Worked by hand from the table."""
    assert change_of(own, met, k).change == change


def test_many_games_lower_k() -> None:
    """K times games is at most 700: twenty games of a newcomer count with 35."""
    assert change_of(1500, [(1500, DRAW)] * 20, 40).k == 35
    assert change_of(1500, [(1500, DRAW)] * 17, 40).k == 40


def test_k_as_typed_or_by_rating_and_age() -> None:
    """What is typed counts; else 10 from 2400, 40 for the young below 2300, 20 for the others."""
    assert [k_of(2400, 15, None), k_of(2300, 15, None), k_of(2299, 18, None), k_of(2299, 19, None)] == [10, 20, 40, 20]
    assert k_of(2000, None, None) == 20
    assert k_of(2350, None, 10) == 10
    assert difference_of(2000, 2500) == -400


def test_columns_and_reasons_where_the_setting_asks_for_them() -> None:
    """S68: games over the board against rated players; a default and an unrated opponent change nothing."""
    people = {
        "Dov": {"Rating": None},
        "Ada": {"Rating": 2300},
        "Ben": {"Rating": 2250},
        "Cem": {"Rating": 2200},
    }
    event = swiss("Ada", "Ben", "Cem", "Dov", rounds=3, people=people, Rating_change="yes")
    event.decide("Rating K", "Ben", "40")
    play(event, "Ada>Cem", "Ben>Dov")
    row = event.row("Standings", "Player", "Ada")
    assert (row["Rated games"], row["Expected"], row["K"], row["Rating change"]) == (1, Fraction(64, 100), 20, 7)
    assert event.row("Standings", "Player", "Ben")["Rating change"] is None
    assert "Cem (2200): 1 scored, 0.64 expected" in event.said("Ada")
    play(event, "Ben>Ada", "Dov>Cem")
    assert event.row("Standings", "Player", "Ben")["Rating change"] == 23  # 40 times .57
    assert event.row("Standings", "Player", "Cem")["Rating change"] == -7


def test_without_the_setting_nothing_is_shown() -> None:
    """Standings stay as they are."""
    event = swiss("Ada", "Ben", "Cem", "Dov", rounds=3)
    assert "Rating change" not in event.row("Standings", "Player", "Ada")
