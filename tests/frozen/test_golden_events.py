"""Events played by random people come out as the frozen version played them: facts, tables, reasons, problems, state.

A few seeds are kept in full, so that what differs can be read and listed (`differences_of_events.md`); of the others there
is a fingerprint a section, and a difference is called `digest: SECTION`. In a campaign every stored seed is played.
"""

from __future__ import annotations

import os

import pytest

from rules.registry import formats
from tests.frozen.differences import EVENTS, judge, read_list
from tests.frozen.random_events import compared

CAMPAIGN = int(os.environ.get("PAIRSHEET_CAMPAIGN", "1")) > 1


@pytest.mark.parametrize("format_name", formats())
def test_random_events_come_out_as_they_did(format_name: str) -> None:
    """What differs is listed."""
    judge(compared(format_name, CAMPAIGN), read_list(path=EVENTS), CAMPAIGN)
