"""Many spreadsheets and one worker: who is read when, and what it costs."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from sync.backends.base import Unreachable
from sync.backends.google import GoogleBackend
from sync.backends.google_session import GoogleSession, Limits
from sync.backends.google_signin import DRIVE_LOOK, SHEETS
from sync.backends.google_watch import SLOW_ROUND, Due, Watch
from tests.backends.google_rig import UNCOUNTED, Hands
from tests.emulator.faults import Trouble
from tests.emulator.fixtures import DIRECTOR, WORKER, Emulated, emulated
from tests.emulator.people import Person

START = datetime(2026, 1, 5, 9, tzinfo=UTC)


def watch(at: Emulated, state: Path, scope: str = DRIVE_LOOK) -> Watch:
    """A watch with a sign-in of its own."""
    hands = Hands()
    session = GoogleSession(at.session(WORKER, (scope,)), WORKER, UNCOUNTED, hands.now, hands.sleep)
    return Watch(session, state)


def test_the_list_tells_which_books_changed_and_goes_on_from_there(tmp_path: Path) -> None:
    """Nothing known at first; then exactly what changed since, also in the next process."""
    at = emulated()
    other = at.new_book()
    mine = watch(at, tmp_path)
    assert mine.changed() is None
    assert mine.changed() == frozenset()
    Person(at.service, other, DIRECTOR).type("Sheet1", "A1", "x")
    assert mine.changed() == {other}
    at.director.type("Sheet1", "A1", "x")
    assert watch(at, tmp_path).changed() == {at.book_id}
    assert mine.changed() == {at.book_id}
    at.service.judge.raise_violations()


def test_a_token_that_is_too_old_begins_anew(tmp_path: Path) -> None:
    """A refused token is forgotten; nothing is known once, then everything again."""
    at = emulated()
    (tmp_path / "google").mkdir()
    (tmp_path / "google" / "changes.json").write_text('{"token": "stale"}')
    mine = watch(at, tmp_path)
    assert mine.changed() is None
    assert mine.changed() is None
    assert mine.changed() == frozenset()


def test_without_the_right_it_says_why_and_stops_asking(tmp_path: Path) -> None:
    """The narrow scope is not enough: one line, and no further request."""
    at = emulated()
    mine = watch(at, tmp_path, SHEETS)
    assert mine.changed() is None
    assert "in turn" in mine.why_not
    before = len(at.service.log.calls)
    assert mine.changed() is None
    assert len(at.service.log.calls) == before


def test_a_trouble_of_drive_is_no_trouble_of_the_worker(tmp_path: Path) -> None:
    """Not well for a while: nothing is known then, and nothing is lost afterwards."""
    at = emulated()
    mine = watch(at, tmp_path)
    mine.changed()
    at.director.type("Sheet1", "A1", "x")
    at.service.faults.add(Trouble.UNAVAILABLE, lambda call: call.kind == "drive", times=5)
    assert mine.changed() is None
    assert mine.why_not == ""
    assert mine.changed() == {at.book_id}


def test_a_book_is_due_when_it_wakes_when_it_failed_and_once_in_a_slow_round() -> None:
    """Without a change; and one nobody watches always is."""
    due = Due({"a": "1"}, None, lambda: 0, 60)
    assert due.is_due("a", START)
    due.seen("a", START, START + timedelta(seconds=20))
    assert not due.is_due("a", START + timedelta(seconds=10))
    assert due.is_due("a", START + timedelta(seconds=20))
    due.seen("a", START, None, failed=True)
    assert due.is_due("a", START + timedelta(seconds=1))
    due.seen("a", START, None)
    assert not due.is_due("a", START + timedelta(seconds=30))
    assert due.is_due("a", START + SLOW_ROUND)
    assert due.is_due("/home/td/book.xlsx", START)


def test_new_private_answers_make_their_book_due(tmp_path: Path) -> None:
    """The form writes into another spreadsheet: its change concerns the book that reads it."""
    at = emulated()
    private = at.new_book("Answers")
    due = Due({"my ladder": at.book_id}, watch(at, tmp_path), lambda: 0, 60)
    assert due.is_due("my ladder", START)
    due.seen("my ladder", START, None, also=(private,))
    assert not due.is_due("my ladder", START + timedelta(seconds=30))
    Person(at.service, private, DIRECTOR).type("Sheet1", "A1", "an answer")
    assert due.is_due("my ladder", START + timedelta(seconds=60))


def test_a_changed_book_never_waits_behind_unseen_ones() -> None:
    """With most of the budget spent only what changed or wakes is read."""
    due = Due({"a": "1", "b": "2"}, None, lambda: 40, 60)
    due.seen("a", START, START + timedelta(seconds=1))
    assert due.is_due("a", START + timedelta(seconds=2))
    assert not due.is_due("b", START + timedelta(seconds=2))


@pytest.mark.parametrize(("told", "count"), [(True, 200), (False, 80)], ids=["Drive tells", "Drive does not tell"])
def test_many_quiet_sheets_stay_inside_one_accounts_quota(tmp_path: Path, told: bool, count: int) -> None:
    """An hour of passes every 30 seconds: Google never says no, all are seen, a changed one within a minute."""
    at = emulated()
    ids = [at.book_id, *(at.new_book(f"Book {n}") for n in range(count - 1))]
    clock = at.service.clock
    at.service.limit()
    state = tmp_path

    def sleep(seconds: float) -> None:
        clock.advance(seconds)

    def now() -> float:
        return clock.now().timestamp()

    session = GoogleSession(at.plain_session(), WORKER, Limits(), now, sleep)
    scope = DRIVE_LOOK if told else SHEETS
    looker = Watch(GoogleSession(at.session(WORKER, (scope,)), WORKER, UNCOUNTED, now, sleep), state)
    due = Due({id_: id_ for id_ in ids}, looker, lambda: session.budget.used, 60)
    backends = {id_: GoogleBackend(id_, session, state, now) for id_ in ids}
    read: dict[str, list[datetime]] = {id_: [] for id_ in ids}
    typed: dict[str, datetime] = {}
    begin = clock.now()
    while clock.now() - begin < timedelta(minutes=70):
        minute = int((clock.now() - begin).total_seconds() // 60)
        if minute >= 30 and minute % 5 == 0 and ids[minute] not in typed:
            Person(at.service, ids[minute], DIRECTOR).type("Sheet1", "A1", minute)
            typed[ids[minute]] = clock.now()
        start = clock.now()
        for id_ in ids:
            if due.is_due(id_, clock.now()):
                try:
                    backends[id_].read()
                    due.seen(id_, clock.now(), None)
                    read[id_].append(clock.now())
                except Unreachable:
                    due.seen(id_, clock.now(), None, failed=True)
        clock.advance(max(1.0, 30 - (clock.now() - start).total_seconds()))
    assert all(read.values())
    refused = [c for c in at.service.log.calls if c.status == 429]
    assert refused == []
    waits = [min(r for r in read[id_] if r >= when) - when for id_, when in typed.items()]
    assert len(waits) == 8
    assert max(waits) <= (timedelta(seconds=60) if told else timedelta(minutes=5))
