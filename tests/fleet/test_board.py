"""Who works on which book: each once in the queue and once in work, and nobody with a ticket of the past."""

from __future__ import annotations

import random
from typing import Any

import pytest

from sync.fleet.board import Aside, Board, Entry, Failures, Ticket
from sync.fleet.trouble import KINDS, after

A, B, C = "book-a", "book-b", "book-c"


@pytest.fixture
def board(line: Any) -> Board:
    """A fleet of three books, two of them of the account north."""
    board = Board(line)
    board.become({A: Entry("a.xlsx"), B: Entry("b", "north"), C: Entry("c", "north")})
    return board


def taken(board: Board, leader: str, account: str, soon: int = 9, slow: int = 9, at_once: int = 9) -> dict[str, Ticket]:
    """What the leader takes into the queue."""
    found = board.dispatch(leader, account, soon, slow, at_once)
    assert found is not None
    return {one.label: one for one in found}


def test_a_new_book_is_due(board: Board) -> None:
    """Every book that comes is looked at once, by its own account; nothing is taken twice."""
    leader = board.lead("", 9)
    assert set(taken(board, leader, "")) == {A}
    assert set(taken(board, leader, "north")) == {B, C}
    assert taken(board, leader, "north") == {}


def test_each_once_in_work_and_one_more_for_a_change(board: Board) -> None:
    """Changes while it is queued need nothing more; changes during its pass make one more, however many they are."""
    leader = board.lead("", 9)
    ticket = taken(board, leader, "")[A]
    board.want([A])
    assert taken(board, leader, "") == {}
    assert board.begin(ticket, 9)
    assert not board.begin(ticket, 9), "delivered twice"
    for _ in range(3):
        board.want([A])
        assert taken(board, leader, "") == {}, "it is being worked on"
    assert board.finish(ticket, None, 900)
    (again,) = taken(board, leader, "").values()
    assert again.ticket != ticket.ticket
    assert not board.begin(ticket, 9), "a ticket of the past"
    assert board.begin(again, 9)
    assert board.finish(again, None, 900)
    assert taken(board, leader, "") == {}


def test_a_worker_that_is_gone(board: Board) -> None:
    """Its lease ends, the book is free, and what it still does counts for nothing."""
    leader = board.lead("", 9)
    ticket = taken(board, leader, "")[A]
    board.begin(ticket, 0.0)
    assert board.holds(ticket)
    assert board.lapsed(leader) == (A,)
    board.after(A, 0.0, Failures("lost", 1, board.now()), None)
    assert not board.holds(ticket)
    assert not board.renew(ticket, 9)
    (again,) = taken(board, leader, "").values()
    assert board.begin(again, 9)
    assert not board.finish(ticket, None, 900)
    assert board.holds(again)


def test_one_leads(board: Board) -> None:
    """Another one leads when the first is gone; the first, coming back, takes nothing."""
    first = board.lead("", 9)
    assert board.lead("", 9) == ""
    assert board.lead(first, 9) == first
    board.line.delete("pairsheet:leader")
    second = board.lead("", 9)
    assert second not in ("", first)
    assert board.lead(first, 9) == ""
    assert board.dispatch(first, "", 9, 9, 9) is None
    assert board.lapsed(first) == ()
    assert board.strays(first, 0) == ()
    assert set(taken(board, second, "")) == {A}


def test_a_lost_message(board: Board) -> None:
    """A book that is queued while its message is lost is queued again with the same ticket: only one counts."""
    leader = board.lead("", 9)
    ticket = taken(board, leader, "")[A]
    assert board.strays(leader, 60) == ()
    assert board.strays(leader, 0) == (ticket,)
    assert board.begin(ticket, 9)
    assert not board.begin(ticket, 9)
    assert board.strays(leader, 0) == ()


def test_a_redis_that_lost_everything(board: Board) -> None:
    """The list makes everything due again; a pass begun before neither counts nor holds the book."""
    leader = board.lead("", 9)
    ticket = taken(board, leader, "")[A]
    board.begin(ticket, 9)
    board.line.flushall()
    assert board.dispatch(leader, "", 9, 9, 9) is None, "the ticket of a lost past leads nobody"
    leader = board.lead(leader, 9)
    assert board.become({A: Entry("a.xlsx"), B: Entry("b", "north")}) == (2, 0)
    assert not board.finish(ticket, None, 900)
    fresh = taken(board, leader, "")[A]
    assert fresh.ticket.split(":")[0] != ticket.ticket.split(":")[0]
    assert board.begin(fresh, 9)


def test_a_book_that_waits_nowhere(board: Board) -> None:
    """Whatever was lost of it, a book of the list comes back into the slow round."""
    leader = board.lead("", 9)
    taken(board, leader, "north")
    board.line.delete("pairsheet:queued")
    assert board.reconcile([A, B, C]) == 2
    assert set(taken(board, leader, "north")) == {B, C}


def test_nobody_starves(board: Board) -> None:
    """A book that changes all the time comes behind those that waited longer; the slow round takes what is left over."""
    leader = board.lead("", 9)
    for _ in range(2):
        board.line.zadd("pairsheet:soon:north", {C: board.now() - 1, B: board.now() - 2})
        (ticket,) = taken(board, leader, "north", soon=1, slow=0).values()
        assert ticket.label == B
        board.begin(ticket, 9)
        board.finish(ticket, 0, 900)
        (ticket,) = taken(board, leader, "north", soon=1, slow=0).values()
        assert ticket.label == C
        board.begin(ticket, 9)
        board.finish(ticket, 900, 900)
        board.line.delete("pairsheet:soon:north")


def test_one_account_holds_only_so_many(board: Board) -> None:
    """A slow account does not take every worker."""
    leader = board.lead("", 9)
    (first,) = taken(board, leader, "north", at_once=1).values()
    assert taken(board, leader, "north", at_once=1) == {}
    board.begin(first, 9)
    assert taken(board, leader, "north", at_once=1) == {}
    board.finish(first, None, 900)
    assert len(taken(board, leader, "north", at_once=1)) == 1


def test_books_that_leave(board: Board) -> None:
    """A book taken off the list is not queued again, though its pass is under way."""
    leader = board.lead("", 9)
    ticket = taken(board, leader, "")[A]
    board.begin(ticket, 9)
    assert board.become({B: Entry("b", "south")}) == (0, 2)
    assert board.finish(ticket, 0, 0)
    assert taken(board, leader, "") == {}
    assert board.want([A, B]) == 1
    assert taken(board, leader, "north") == {}
    assert set(taken(board, leader, "south")) == {B}


def test_a_book_set_aside(board: Board) -> None:
    """It waits for hours, for five minutes where it changed, and not at all once it is pardoned."""
    leader = board.lead("", 9)
    ticket = taken(board, leader, "")[A]
    board.begin(ticket, 9)
    board.finish(ticket, None, 3600, Failures("bug", 4, board.now(), "x"), Aside("x", board.now()))
    board.want([A])
    assert taken(board, leader, "") == {}
    assert 290 < board.line.zscore("pairsheet:soon:", A) - board.now() <= 300
    board.pardon([A])
    assert set(taken(board, leader, "")) == {A}
    assert board.failures(A) is None


def test_tries_are_bounded_by_kind() -> None:
    """Waits grow with jitter up to the kind's longest; a fault sets a book aside, a file that is open never does."""
    dice = random.Random(1)
    for kind, rule in KINDS.items():
        before, waits = None, []
        for _ in range(30):
            then = after(kind, "no", before, 1000.0, 2000.0, dice)
            before = then.failures
            if then.aside:
                break
            waits.append(then.delay)
        assert all(0 < wait <= rule.longest for wait in waits)
        assert len(waits) == (rule.most - 1 if rule.most else 30)
        assert waits[0] <= rule.first
        assert len(set(waits)) == len(waits), "no two workers wait alike"


def test_a_network_that_is_down_sets_no_book_aside() -> None:
    """As long as no other book of the account went well since, it is not this book's fault."""
    before = None
    for _ in range(50):
        then = after("network", "no", before, 1000.0, 999.0, random.Random(1))
        assert then.aside is None
        before = then.failures
    assert after("network", "no", before, 1000.0, 1001.0, random.Random(1)).aside is not None


def test_another_kind_counts_anew() -> None:
    """A fault after seven broken lines is the first of its kind."""
    then = after("bug", "no", Failures("network", 7, 5.0), 1000.0, 0.0, random.Random(1))
    assert (then.failures.count, then.failures.since, then.aside) == (1, 1000.0, None)
