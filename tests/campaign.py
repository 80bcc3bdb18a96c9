"""How much of a random campaign runs, and where it begins.

`PAIRSHEET_CAMPAIGN=N` runs N times as much as the default suite does. `PAIRSHEET_CAMPAIGN_FROM=K` begins at case K, so
that a campaign that was stopped goes on where it ended: each case is made from its number alone.
"""

from __future__ import annotations

import os

TIMES = int(os.environ.get("PAIRSHEET_CAMPAIGN") or 1)
FROM = int(os.environ.get("PAIRSHEET_CAMPAIGN_FROM") or 0)


def numbers(by_default: int) -> range:
    """The numbers of the cases to run."""
    return range(FROM, FROM + by_default * TIMES)
