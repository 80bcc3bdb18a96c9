"""A pass that found nothing to do stands for the next ones, until anything changes that a pass goes by."""

from __future__ import annotations

import os
import random
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from rules.registry import formats
from sync.problems import At, Problem
from sync.running import once, quiet
from sync.running.once import GOOD_FOR, Lookups, NotABook, Pass, run_pass
from sync.running.quiet import Quiet
from sync.running.service import pass_over
from tests.fuzz.event import Event
from tests.sync.desk import Desk, desk, file_desk

EVENTS = 3 * int(os.environ.get("PAIRSHEET_CAMPAIGN", "1"))


def settled(**settings: str) -> tuple[Desk, Pass]:
    """An event at rest, and its last pass."""
    d = desk(started=True, **settings)
    return d, d.settle()


def again(d: Desk, last: Pass, lookups: Lookups = once.NO_LOOKUPS) -> Pass:
    """A pass that knows the one before."""
    return run_pass(d.backend, lambda: d.now, lambda *_: lookups, last=last)


def test_nothing_is_decided_where_nothing_changed() -> None:
    """The very same pass comes back, for a few minutes."""
    d, last = settled()
    assert again(d, last) is last
    assert again(d.later(minutes=4), last) is last


def test_a_pass_stands_for_some_minutes_alone() -> None:
    """What changes by the clock and is no moment of the engine's is told then."""
    d, last = settled()
    d.now += GOOD_FOR
    assert again(d, last) is not last


def test_a_clock_set_back_is_looked_at() -> None:
    """A pass stands for later ones, not for earlier ones."""
    d, last = settled()
    assert again(d.later(minutes=-1), last) is not last


def test_what_falls_due_is_decided_on_time() -> None:
    """Though nobody touched the sheet: the draft that stood for two minutes goes out after two minutes."""
    d = desk(started=True, Check_for="2 minutes")
    d.results("R1").sync()
    last = d.settle()
    assert last.decided.wake is not None
    assert last.decided.wake - d.now < GOOD_FOR
    d.now = last.decided.wake - timedelta(seconds=1)
    assert again(d, last) is last
    d.now = last.decided.wake
    assert again(d, last).wrote
    assert d.rounds()[-1] == "R2"


def test_whatever_is_typed_is_seen() -> None:
    """In any tab, the worker's own included."""
    d, last = settled()
    d.results("R1")
    d.save()
    assert again(d, last).wrote


def test_a_mark_that_moved_is_seen() -> None:
    """An older version put back is told by the mark beside the book, not by a cell."""
    d, last = settled()
    mark = d.backend.mark()
    assert mark is not None
    d.backend.set_mark(replace(mark, last_no=mark.last_no + 50))
    assert again(d, last).decided.stopped


def test_what_the_shell_found_is_told() -> None:
    """A chess site answered, or another book cannot be read any more."""
    d, last = settled()
    found = Lookups({}, (), (Problem("contact-missing", At("Settings")),))
    assert again(d, last, found).wrote


def test_a_pass_that_wrote_stands_for_none() -> None:
    """What it wrote has not been read."""
    d = desk(started=True)
    wrote = d.results("R1").sync()
    assert wrote.wrote
    assert again(d, wrote) is not wrote


@pytest.mark.parametrize("format_name", formats())
def test_until_it_wakes_nothing_would_have_been_written(format_name: str) -> None:
    """In random events: whatever pass stands for another, the other would have found nothing to write either."""
    for seed in range(EVENTS):
        event, dice = Event(format_name, seed), random.Random(f"until {format_name} {seed}")
        event.meddler.set("Start", "now")
        for _ in range(6):
            event.clock()
            event.meddler.play(dice.choice((0.3, 0.7, 1.0)))
            for _ in range(dice.choice((0, 1, 3))):
                event.meddler.strike()
            try:
                event.settle()
                last = _one(event, event.now)
            except NotABook:
                break
            later = (last.at or event.now) + dice.random() * GOOD_FOR
            if last.stands_for(last.grid, last.outside or once.Outside("", ""), later):
                other = _one(event, later)
                assert not other.wrote, (format_name, seed, [str(s)[:300] for s in other.decided.plan.steps])


def _one(event: Event, now: datetime) -> Pass:
    return run_pass(event.workers[0], lambda: now, seed=lambda: "seed", dry=True)


def test_only_large_books_are_kept_and_few_of_them(monkeypatch: pytest.MonkeyPatch) -> None:
    """A pass over a club's book costs nothing that matters; what was decided of a large one takes memory."""
    d, last = settled()
    kept = Quiet()
    kept.keep("club", last)
    assert kept.of("club") is None
    monkeypatch.setattr(quiet, "LARGE", 1)
    for number in range(quiet.MOST + 1):
        kept.keep(f"book {number}", last)
    assert kept.of("book 0") is None
    assert kept.of("book 1") is last
    d.results("R1")
    kept.keep("book 1", d.sync())
    assert kept.of("book 1") is None


def test_a_worker_over_a_file_decides_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Pass after pass over a workbook that nobody saves."""
    monkeypatch.setattr(quiet, "LARGE", 1)
    d = file_desk(tmp_path / "club.xlsx", started=True)
    d.settle()
    over, book = pass_over(lambda: d.now), d.backend.address  # type: ignore[attr-defined]
    last = over(book)
    d.later(minutes=1)
    assert over(book) is last
    d.results("R1").save()
    assert over(book).wrote
