"""Random events of every format with random people at the sheet: every promise holds after every pass.

`PAIRSHEET_CAMPAIGN` multiplies the number of events.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from pathlib import Path

import pytest

from rules.registry import formats
from tests.fuzz.event import Event, printed

TIMES = int(os.environ.get("PAIRSHEET_CAMPAIGN", "1"))
EACH = 5 * TIMES
TURNS = 8
ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize("format_name", formats())
def test_nothing_people_do_breaks_a_promise(format_name: str) -> None:
    """No exception, no changed cell, no lost fact, no silent standstill, words for everything."""
    for seed in range(EACH):
        event = Event(format_name, seed)
        try:
            event.run(TURNS)
        except Exception as error:
            raise AssertionError(f"{format_name} {seed}: {event.meddler.log[-12:]}") from error
        assert event.passes > TURNS


def digest(seed: int) -> str:
    """A fingerprint of one book of each format after its story."""
    text = ""
    for format_name in formats():
        event = Event(format_name, seed)
        event.run(3)
        text += printed(event.book)
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def test_the_same_story_makes_the_same_book_in_every_process() -> None:
    """Whatever the order of sets and the salt of hashes."""
    seen = set()
    for salt in ("1", "2"):
        environment = {**os.environ, "PYTHONHASHSEED": salt, "PYTHONPATH": str(ROOT)}
        code = "from tests.fuzz.test_events import digest; print(digest(7))"
        done = subprocess.run(
            [sys.executable, "-c", code], cwd=ROOT, env=environment, capture_output=True, text=True, timeout=120, check=False
        )  # fmt: skip
        assert done.returncode == 0, done.stderr[-2000:]
        seen.add(done.stdout.strip())
    assert len(seen) == 1
