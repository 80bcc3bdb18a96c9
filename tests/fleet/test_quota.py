"""Requests counted over all workers: an account's, the project's, and what a 429 does to everybody."""

from __future__ import annotations

from typing import Any

import pytest

from sync.backends.google_errors import Limited
from sync.fleet.line import line_to
from sync.fleet.quota import Counter, Grant, SharedBudget
from tests.backends.google_rig import Hands


def test_one_count_for_all_workers(line: Any) -> None:
    """Two workers take from the same minute; another account has its own, the project's minute is everybody's."""
    one, other = Counter(line, Grant(4, 6)), Counter(line, Grant(4, 6))
    assert [one.take("north") for _ in range(3)] == [0.0] * 3
    assert other.take("north") == 0.0
    assert 50 < other.take("north") <= 60
    assert [one.take("south"), other.take("south")] == [0.0, 0.0]
    assert one.take("south") > 0, "the project's share is used up"
    assert (one.left("north"), one.left("south")) == (0, 0)


def test_nothing_is_counted_where_the_operator_says_so(line: Any) -> None:
    """0 stands for no limit."""
    counter = Counter(line, Grant(0, 0))
    assert [counter.take("north") for _ in range(100)] == [0.0] * 100


def test_a_refusal_slows_everybody(line: Any) -> None:
    """The account is closed for as long as Google asks, everybody else for a moment."""
    one, other = Counter(line, Grant()), Counter(line, Grant())
    one.close("north", 30.0)
    assert 25 < other.take("north") <= 30
    assert 0 < other.take("south") <= 5
    assert other.left("north") == 0


def test_a_worker_waits_a_little_and_then_takes_another_book(line: Any) -> None:
    """Room that comes soon is waited for; room that does not ends the pass with the kind that is tried again."""
    hands = Hands()
    counter = Counter(line, Grant(1, 0))
    budget = SharedBudget(counter, "north", hands.now, hands.sleep)
    budget.spend(hands.now() + 40)
    with pytest.raises(Limited):
        budget.spend(hands.now() + 40)
    assert hands.slept == []
    assert budget.used == 1


def test_without_redis_each_counts_for_itself() -> None:
    """A Redis that is gone stops no pass: the worker's own minute counts."""
    hands = Hands()
    budget = SharedBudget(Counter(line_to("redis://127.0.0.1:1/0"), Grant(2, 0)), "north", hands.now, hands.sleep)
    budget.spend(hands.now() + 1)
    budget.spend(hands.now() + 1)
    with pytest.raises(Exception, match="budget of 2"):
        budget.spend(hands.now() + 1)
