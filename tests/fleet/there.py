"""`python -m tests.fleet.there … fleet work …`: the real command, led to the emulator at PAIRSHEET_TEST_GOOGLE.

PAIRSHEET_TEST_SKEW moves its wall clock by so many seconds. A book whose name holds PAIRSHEET_TEST_POISON ends its pass
with a fault of ours, one with PAIRSHEET_TEST_DEADLY kills the process that reads it.
"""

from __future__ import annotations

import os
import signal
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any

import google.auth.transport.requests as transport

import sync.fleet.passes as passes
from sync.__main__ import main
from tests.emulator.adapter import LoopbackAdapter, mount


def lead_to(url: str) -> None:
    """Every session that signs in from now on asks the emulator."""
    begin = transport.AuthorizedSession.__init__

    def led(self: Any, *args: Any, **more: Any) -> None:
        begin(self, *args, **more)
        mount(self, LoopbackAdapter(url))

    transport.AuthorizedSession.__init__ = led  # type: ignore[method-assign]


def poison(word: str, deadly: str) -> None:
    """Books of these names do harm."""
    usual = passes.Books.plain

    def plain(self: passes.Books, name: str) -> Any:
        if word and word in name:
            raise ValueError("a poisonous book")
        if deadly and deadly in name:
            os.kill(os.getpid(), signal.SIGKILL)
        return usual(self, name)

    passes.Books.plain = plain  # type: ignore[method-assign]


if __name__ == "__main__":
    if os.environ.get("PAIRSHEET_TEST_GOOGLE"):
        lead_to(os.environ["PAIRSHEET_TEST_GOOGLE"])
    skew = timedelta(seconds=float(os.environ.get("PAIRSHEET_TEST_SKEW") or 0))
    passes.LEASE = float(os.environ.get("PAIRSHEET_TEST_LEASE") or passes.LEASE)
    passes.Work = partial(passes.Work, now=lambda: datetime.now(UTC) + skew)  # type: ignore[assignment,misc]
    poison(os.environ.get("PAIRSHEET_TEST_POISON", ""), os.environ.get("PAIRSHEET_TEST_DEADLY", ""))
    main()
