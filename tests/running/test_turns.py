"""A run over many spreadsheets goes on where the last one ended, changed ones first, inside budget and time."""

from __future__ import annotations

from collections import Counter
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from sync.backends.google_session import A_BOOK, Budget
from sync.running.health import note
from sync.running.turns import PENDING, Turns
from sync.running.worker import Report
from tests.newcomer.person import run

START = datetime(2026, 1, 5, 9, tzinfo=UTC)


def book(number: int) -> str:
    """The link of a spreadsheet."""
    return f"https://docs.google.com/spreadsheets/d/{id_(number)}/edit"


def id_(number: int) -> str:
    """Its id."""
    return f"1sheet{number:034d}abcd"


def passed(name: str, at: datetime, state: Path) -> None:
    """A pass over a book was noted."""
    note(Report(name, at, None, "not reached", 3), state)


class Time:
    """A clock that only sleeping moves."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        """Wait."""
        self.now += seconds


def test_who_was_not_looked_at_for_longest_comes_first(tmp_path: Path) -> None:
    for number, minutes in ((1, 5), (2, 50), (3, 20)):
        passed(book(number), START - timedelta(minutes=minutes), tmp_path)
    names = ["club.xlsx", *map(book, range(1, 5))]
    assert Turns(names, tmp_path).order() == ("club.xlsx", book(4), book(2), book(3), book(1))


def test_a_changed_book_comes_before_all_and_is_remembered_until_it_was_looked_at(tmp_path: Path) -> None:
    for number, minutes in ((1, 5), (2, 50), (3, 20)):
        passed(book(number), START - timedelta(minutes=minutes), tmp_path)
    names = list(map(book, range(1, 4)))
    first = Turns(names, tmp_path, changed=lambda: frozenset({id_(1), "somebody else's"}))
    assert first.order() == (book(1), book(2), book(3))
    again = Turns(names, tmp_path)
    assert again.order()[0] == book(1), "the run before did not reach it"
    again.done(book(1))
    assert Turns(names, tmp_path).order() == (book(2), book(3), book(1))
    assert not list(tmp_path.glob(f"{PENDING}*bad*"))


def test_no_book_begins_after_the_time_and_the_next_run_begins_there(tmp_path: Path) -> None:
    time = Time()
    turns = Turns(list(map(book, range(6))), tmp_path, within=10, clock=time)
    served = []
    for name in turns:
        served.append(name)
        time.sleep(4)
        passed(name, START + timedelta(seconds=time.now), tmp_path)
    assert served == [book(0), book(1), book(2)]
    assert turns.left == (book(3), book(4), book(5))
    assert Turns(list(map(book, range(6))), tmp_path).order()[:3] == (book(3), book(4), book(5))


@pytest.mark.parametrize("within", [60.0, 600.0])
def test_two_hundred_books_are_all_served_inside_one_accounts_budget(within: float, tmp_path: Path) -> None:
    """Runs of a timer every quarter of an hour: nobody is starved, nobody twice before everybody once."""
    time = Time()
    names = list(map(book, range(200)))
    served: Counter[str] = Counter()
    longest = 0
    while len(served) < len(names):
        budget = Budget(60, time, time.sleep)
        begun = time.now
        for name in Turns(names, tmp_path, within, room=budget.wait_for, clock=time):
            for _ in range(A_BOOK):
                budget.spend(time.now + 1)  # never refused: there was room
                time.sleep(0.1)
            served[name] += 1
            passed(name, START + timedelta(seconds=time.now), tmp_path)
            longest = max(longest, served[name])
        assert time.now - begun <= within + 1
        time.now = begun + 900
    assert longest <= 2
    assert time.now - 1000 <= 900 * (2 if within > 60 else 15)


def test_room_is_waited_for_and_not_taken() -> None:
    time = Time()
    budget = Budget(10, time, time.sleep)
    for _ in range(8):
        budget.spend(time.now)
    assert budget.wait_for(time.now + 90, 4)
    assert time.now == 1060.0
    assert budget.used == 0
    for _ in range(8):
        budget.spend(time.now)
    assert not budget.wait_for(time.now + 30, 4)
    assert Budget(0, time, time.sleep).wait_for(None)
    assert Budget(2, time, time.sleep).wait_for(time.now, 99), (
        "a budget smaller than a pass is no reason to wait for ever"
    )


def test_the_time_of_a_run_is_for_a_single_run_alone() -> None:
    assert run("sync", "a.xlsx", "--every", "5", "--within", "9").exit_code == 2
    assert run("sync", "a.xlsx", "--within", "0").exit_code == 2
