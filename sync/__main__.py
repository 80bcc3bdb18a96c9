"""`python -m sync` is `pairsheet`: the entry point, which hears of an end before anything large is imported."""

from __future__ import annotations

import signal
import sys
from types import FrameType
from typing import NoReturn

TERMINATED = 128 + 15  # as a shell reports SIGTERM


def main() -> None:
    """The command. The first process of a container hears no SIGTERM that it did not ask for, so it asks at once.

    A worker that goes on asks again, and ends after the pass that is running.
    """
    signal.signal(signal.SIGTERM, _terminated)
    from sync.cli import main as command

    command()


def _terminated(number: int, frame: FrameType | None) -> NoReturn:
    del number, frame
    sys.exit(TERMINATED)


if __name__ == "__main__":
    main()
