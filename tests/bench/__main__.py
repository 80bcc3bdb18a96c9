"""`make bench`: each of our speeds beside a peer's in the same run, as ratios. Nothing here is a test."""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib import import_module

PARTS = ("scores", "passes", "files", "growth", "start", "swiss_peers", "pente_repeats", "ratings")


def main() -> None:
    """Run all parts, or those named on the command line."""
    wanted = [a for a in sys.argv[1:] if a != "QUICK"] or list(PARTS)  # QUICK: without peers that need minutes
    for name in wanted:
        print(f"== {name}", flush=True)
        part: Callable[[], None] = import_module(f"tests.bench.{name}").main
        part()


if __name__ == "__main__":
    main()
