"""A pause ends by itself at `Until`, as the tab promises, in every format."""

from __future__ import annotations

from datetime import timedelta

import pytest

from rules.model import Entry
from tests.sync.desk import FIVE, desk

EIGHT = (*FIVE, ("Fay", 1750), ("Gus", 1700), ("Hal", 1650))
FORMATS = ("ladder", "swiss", "grand-chess-tour", "hastings", "pente")


@pytest.mark.parametrize("format_", FORMATS)
@pytest.mark.parametrize(("days", "plays"), [(2, True), (9, False)])
def test_a_pause_that_ends_before_the_start_is_over(format_: str, days: int, plays: bool) -> None:
    """Paused until then; whoever is back at the start is paired in round 1, whoever is not is not."""
    d = desk(EIGHT, False, format_)
    d.status("Hal", "Paused").type("Players", "Hal", "Until", (d.now + timedelta(days=days)).replace(tzinfo=None))
    d.set("Start", (d.now + timedelta(days=4)).replace(tzinfo=None)).settle()
    ends = d.now + timedelta(days=days)
    if plays:
        wake = d.last.decided.wake
        assert wake is not None
        assert wake <= ends, "the end of the pause is looked for"
    d.later(days=5).settle()
    first = [g for g in d.games() if isinstance(g.black, str) and "R1" in g.id]
    assert first
    if format_ == "hastings":  # a pause does not keep anybody out of the knock-out: the director is told
        assert ("paused-in-knock-out" in d.codes()) is not plays
    else:
        assert any("Hal" in (g.white, g.black) for g in first) is plays


@pytest.mark.parametrize("format_", ["grand-chess-tour", "pente"])
def test_whoever_is_back_too_late_is_told_as_a_late_entry(format_: str) -> None:
    """When the pause ends the tab no longer speaks of a pause."""
    d = desk(EIGHT, False, format_)
    d.status("Hal", "Paused").type("Players", "Hal", "Until", (d.now + timedelta(days=3)).replace(tzinfo=None))
    d.set("Start", "now").settle()
    assert not [r for r in d.record() if isinstance(r.fact, Entry) and r.fact.player == "Hal"]
    before = "paused-not-entered" in d.codes()
    assert before is (format_ == "pente")
    d.later(days=4).settle()
    assert "paused-not-entered" not in d.codes()
    assert ("late-entry" in d.codes()) is (format_ == "pente")  # at a tour nobody is late who names no event
