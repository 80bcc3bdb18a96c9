"""Whatever the wall clock does, passes keep their pace; times of day keep to the wall clock."""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import datetime, timedelta
from itertools import pairwise

import pytest

from sync.backends.base import Unreachable
from sync.backends.google_watch import SLOW_ROUND, Due
from sync.clocks import Pace, TimesOfDay, steady
from sync.running.once import Pass
from sync.running.worker import Worker
from tests.running.hands import BEGIN, Clocks

EVERY = 60
HOUR = timedelta(hours=1)


def passes(clocks: Clocks, count: int, happens: Callable[[int], None] = lambda _: None) -> list[float]:
    """When each pass began, on the clock that only grows; `happens` after each of them."""
    began: list[float] = []

    def over(book: str) -> Pass:
        began.append(clocks.gone)
        if len(began) == count:
            worker.stop()
        happens(len(began))
        raise Unreachable(book)

    worker = Worker(["a.xlsx"], over, lambda _: None, EVERY, sleep=clocks.sleep, clock=clocks.steady, wall=clocks.wall)
    worker.run()
    return began


def gaps(began: list[float]) -> list[float]:
    """Seconds between passes."""
    return [round(b - a, 3) for a, b in pairwise(began)]


@pytest.mark.parametrize(
    "moved",
    [-HOUR, HOUR, timedelta(hours=9), timedelta(hours=-16), timedelta(days=-365 * 50), timedelta(days=365 * 6)],
    ids=["summer time ends", "summer time begins", "a flight east", "a flight west", "boots in 1976", "NTP comes late"],
)
def test_passes_keep_their_pace_when_the_wall_clock_moves(moved: timedelta) -> None:
    """Seen at the end of summer time: no pass for an hour. Now the gap is the same before and after."""
    clocks = Clocks()
    found = gaps(passes(clocks, 6, lambda number: clocks.set_wall(moved) if number == 3 else None))
    assert all(EVERY <= gap <= EVERY + 1 for gap in found), found


def test_a_long_sleep_is_made_up_for_by_one_pass() -> None:
    """The lid was closed for eight hours: one pass at once, then the pace again."""
    clocks = Clocks()

    def lid(number: int) -> None:
        if number == 2:
            clocks.gone += 8 * 3600

    found = gaps(passes(clocks, 5, lid))
    assert found[1] == pytest.approx(8 * 3600 + EVERY, abs=1.1)
    assert all(EVERY <= gap <= EVERY + 1 for gap in (found[0], *found[2:]))


def test_sleeping_between_passes_ends_at_once_when_the_machine_wakes() -> None:
    """The pace counts a sleeping machine's time: what is overdue is due now, not after the rest of the wait."""
    clocks = Clocks()
    pace = Pace(3600, clocks.steady)
    pace.done()
    clocks.gone += 8 * 3600
    assert pace.idle == 0.0


def test_a_moved_clock_is_in_the_log(caplog: pytest.LogCaptureFixture) -> None:
    """An operator who wonders about times finds the jump with its size."""
    clocks = Clocks()
    logger = logging.getLogger("pairsheet")
    logger.addHandler(caplog.handler)
    try:
        passes(clocks, 3, lambda number: clocks.set_wall(-HOUR) if number == 1 else None)
    finally:
        logger.removeHandler(caplog.handler)
    assert [r.getMessage() for r in caplog.records if "moved by -3600 seconds" in r.getMessage()]


def test_a_slow_round_does_not_wait_for_the_wall_clock() -> None:
    """A spreadsheet nobody changed is read again after the slow round, also when the clock was set back in between."""
    clocks = Clocks()
    due = Due({"a": "1"}, None, lambda: 0, 60, clocks.steady)
    due.seen("a", clocks.wall(), None)
    clocks.set_wall(-HOUR)
    assert not due.is_due("a", clocks.wall())
    clocks.gone += SLOW_ROUND.total_seconds()
    assert due.is_due("a", clocks.wall())


def test_an_engine_wakes_by_the_wall_clock() -> None:
    """A deadline at six is at six, whatever the steady clock counts."""
    clocks = Clocks()
    due = Due({"a": "1"}, None, lambda: 0, 60, clocks.steady)
    due.seen("a", clocks.wall(), BEGIN + 2 * HOUR)
    clocks.gone += 20
    assert not due.is_due("a", clocks.wall())
    clocks.set_wall(2 * HOUR)
    assert due.is_due("a", clocks.wall())


def test_the_steady_clock_of_this_machine_only_grows() -> None:
    """Twice asked, never less."""
    assert steady() <= steady()


class Wall(datetime):
    """The wall clock as the scheduler reads it."""

    shown = datetime(2026, 10, 24, 17, 0)

    @classmethod
    def now(cls, tz: object = None) -> datetime:
        """What it shows."""
        del tz
        return cls.shown


@pytest.fixture
def wall(monkeypatch: pytest.MonkeyPatch) -> type[Wall]:
    """A wall clock in the test's hands."""
    Wall.shown = datetime(2026, 10, 24, 17, 0)
    monkeypatch.setattr("schedule.datetime.datetime", Wall)
    return Wall


def test_a_time_of_day_is_a_time_of_day(wall: type[Wall]) -> None:
    """Once a day at six in the evening, across the end of summer time; a sleeping machine makes up for one of them."""
    seen: list[datetime] = []
    times = TimesOfDay(["18:00"], lambda: seen.append(wall.shown))
    for shown in (
        datetime(2026, 10, 24, 17, 59), datetime(2026, 10, 24, 18, 0), datetime(2026, 10, 24, 18, 1),
        datetime(2026, 10, 25, 2, 59), datetime(2026, 10, 25, 2, 0), datetime(2026, 10, 25, 18, 0, 30),
        datetime(2026, 10, 29, 9, 0), datetime(2026, 10, 29, 9, 1),
    ):  # fmt: skip
        wall.shown = shown
        times.run_pending()
    assert seen == [datetime(2026, 10, 24, 18, 0), datetime(2026, 10, 25, 18, 0, 30), datetime(2026, 10, 29, 9, 0)]


def test_a_clock_that_was_years_ahead_holds_no_time_of_day(wall: type[Wall]) -> None:
    """A machine booted in 2038 and was set right: the next six o'clock counts, not the one in twelve years."""
    seen: list[datetime] = []
    wall.shown = datetime(2038, 1, 1, 12, 0)
    times = TimesOfDay(["18:00"], lambda: seen.append(wall.shown))
    for shown in (datetime(2026, 10, 24, 17, 0), datetime(2026, 10, 24, 18, 0)):
        wall.shown = shown
        times.run_pending()
    assert seen == [datetime(2026, 10, 24, 18, 0)]


def test_without_a_pace_only_times_of_day_count(wall: type[Wall]) -> None:
    """`--daily 18:00` alone: nothing at the start, a pass over each book when it is six."""
    clocks = Clocks()
    seen: list[str] = []

    def over(book: str) -> Pass:
        seen.append(book)
        if len(seen) == 2:
            worker.stop()
        raise Unreachable(book)

    def sleep(seconds: float) -> None:
        clocks.sleep(seconds)
        wall.shown += timedelta(minutes=10)
        assert wall.shown < datetime(2026, 10, 25, 1, 0), "nobody looked at six"

    worker = Worker(
        ["a.xlsx", "b.xlsx"], over, lambda _: None, None, sleep=sleep, clock=clocks.steady, wall=clocks.wall,
        daily=["18:00"],
    )  # fmt: skip
    worker.run()
    assert seen == ["a.xlsx", "b.xlsx"]
    assert wall.shown == datetime(2026, 10, 24, 18, 0)
