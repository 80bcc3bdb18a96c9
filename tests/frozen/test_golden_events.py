"""Events played by random people come out as the frozen version played them: facts, tables, reasons, problems, state.

A few seeds are kept in full, so that what differs can be read and listed (`differences.md`, `Seen: events`); of the others
there is a fingerprint a section, and a difference is called `digest: SECTION`. In a campaign every stored seed is played.
"""

from __future__ import annotations

import os

import pytest

from rules.registry import formats
from tests.frozen.differences import Change, Found, changes, judge, read_list
from tests.frozen.random_events import Event, digests, stored

CAMPAIGN = int(os.environ.get("PAIRSHEET_CAMPAIGN", "1")) > 1
EVERY_DAY = 3
APART = frozenset({"words", "lines"})  # whose fingerprints say nothing: wording, settings noted


@pytest.mark.parametrize("format_name", formats())
def test_random_events_come_out_as_they_did(format_name: str) -> None:
    """What differs is listed."""
    golden, found = stored(format_name), Found(format_name, events=True)
    for seed in list(golden["digests"])[: None if CAMPAIGN else EVERY_DAY]:
        told = Event(format_name, int(seed)).told()
        if seed in golden["full"]:
            found.add(f"seed {seed}", changes(golden["full"][seed], told))
            continue
        was, now = golden["digests"][seed], digests(told)
        found.add(
            f"seed {seed}", [Change(f"digest: {s}", was[s], now[s]) for s in was if s not in APART and was[s] != now[s]]
        )
    judge(found, read_list(), CAMPAIGN)
