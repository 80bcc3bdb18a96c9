"""The worker's real listener on a free port, for the script's tests: prints its port, then every book it is asked for."""

from __future__ import annotations

import sys
import time

from sync.running.nudge import Listener, Nudges


def main(book: str, secret: str) -> None:
    """Until the input is closed."""
    nudges = Nudges([book], secret)
    with Listener(nudges, 0) as listener:
        print(listener.port, flush=True)
        for line in sys.stdin:  # each line asks: what came in?
            deadline = time.monotonic() + float(line or 0)
            taken = nudges.take()
            while not taken and time.monotonic() < deadline:
                time.sleep(0.02)
                taken = nudges.take()
            print(" ".join(taken) or "-", flush=True)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
