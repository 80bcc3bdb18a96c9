"""Books begun with an earlier version play on as they would have: facts, tables, reasons, problems and their cells.

Each frozen book is opened where it was frozen, where nothing may be written unasked. Then it plays on by its script, at
one of the backends to the moment at which the next one was frozen, the middle one to the end; in a campaign
(`PAIRSHEET_CAMPAIGN` above 1) all of them to the end. What differs must be listed in `differences.md`.
"""

from __future__ import annotations

import os

import pytest

from rules.registry import formats
from tests.frozen.differences import judge, read_list
from tests.frozen.play import played
from tests.frozen.stands import KINDS
from tests.frozen.story import moments, script_of

CAMPAIGN = int(os.environ.get("PAIRSHEET_CAMPAIGN", "1")) > 1


@pytest.mark.parametrize("format_name", formats())
def test_books_begun_before_play_on(format_name: str) -> None:
    """Nothing is written unasked, no cell of people's changes, and all that differs is listed."""
    judge(played(format_name, CAMPAIGN), read_list(), CAMPAIGN)


@pytest.mark.parametrize("format_name", formats())
def test_every_moment_is_frozen_on_every_backend(format_name: str) -> None:
    """Ten moments or more of each format lie there (a script without marks would pass silently)."""
    names = [m.name for m in moments(script_of(format_name))]
    assert len(names) >= 10
    for kind in KINDS.values():
        for name in names:
            assert kind.path(format_name, name).is_file()
