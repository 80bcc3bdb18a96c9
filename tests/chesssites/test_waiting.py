"""Pauses grow, a day is the least patience, and downtime loses nobody a chance."""

from datetime import UTC, datetime, timedelta
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from sync.chesssites.waiting import LEAST_PATIENCE, Next, moments, next_ask, pause, step

FIRST = datetime(2026, 3, 12, 20, 31, tzinfo=UTC)
PATIENCE = st.integers(0, 100).map(lambda hours: timedelta(hours=hours))


@given(PATIENCE)
def test_pauses_grow_and_the_patience_is_at_least_a_day(patience: timedelta) -> None:
    """Whatever is set, the first ask is at once, no pause but the last is shorter than the one before it."""
    planned = list(moments(FIRST, patience))
    assert planned[0] == FIRST
    assert planned[-1] - FIRST == max(patience, LEAST_PATIENCE)
    gaps = [later - earlier for earlier, later in pairwise(planned)]
    assert all(gap > timedelta(0) for gap in gaps)
    assert all(a <= b for a, b in pairwise(gaps[:-1]))
    assert len(planned) < 60


def test_the_number_of_attempts_gives_the_next_moment() -> None:
    """Attempt by attempt until all were made."""
    assert next_ask(FIRST, 0) == FIRST
    assert next_ask(FIRST, 1) == FIRST + pause(1) == FIRST + timedelta(minutes=2)
    assert next_ask(FIRST, 10_000) is None


def test_the_site_wish_comes_first() -> None:
    """A pause the site asked for moves the next attempt back."""
    quiet = FIRST + timedelta(minutes=40)
    assert step(FIRST, FIRST, None, not_before=quiet).what is Next.WAIT
    assert step(quiet, FIRST, None, not_before=quiet).what is Next.ASK


def test_giving_up_needs_a_question_at_the_end() -> None:
    """After a week without the worker one more question is asked before anything is given up."""
    late = FIRST + timedelta(days=7)
    assert step(late, FIRST, FIRST + timedelta(hours=1)).what is Next.ASK
    assert step(late, FIRST, late).what is Next.GIVE_UP


@given(PATIENCE, st.lists(st.integers(1, 400), max_size=60))
def test_a_worker_that_comes_and_goes_asks_no_more_than_planned(patience: timedelta, minutes: list[int]) -> None:
    """Missed moments are made up for once: never more attempts than moments that have passed."""
    now, last, asked = FIRST, None, 0
    for gap in minutes:
        doing = step(now, FIRST, last, patience)
        if doing.what is Next.ASK:
            asked, last = asked + 1, now
            after = step(now, FIRST, last, patience)
            assert after.what is not Next.ASK
            assert after.at is None or after.at > now
        assert asked <= sum(moment <= now for moment in moments(FIRST, patience))
        now += timedelta(minutes=gap)
