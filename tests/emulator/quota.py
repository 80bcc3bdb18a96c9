"""Requests a minute, as the Sheets service counts them."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from datetime import datetime, timedelta

from tests.emulator.errors import ApiError

MINUTE = timedelta(minutes=1)


class Quota:
    """60 reads and 60 writes a minute for an account, 300 of each for the project. Times come from a given clock."""

    def __init__(self, now: Callable[[], datetime], *, per_user: int = 60, per_project: int = 300) -> None:
        self._now = now
        self.per_user = per_user
        self.per_project = per_project
        self._used: dict[tuple[str, str], deque[datetime]] = {}

    def used(self, who: str, kind: str) -> int:
        """Requests of an account in the last minute; `kind` is read or write."""
        return len(self._fresh(who, kind))

    def _fresh(self, who: str, kind: str) -> deque[datetime]:
        times = self._used.setdefault((who, kind), deque())
        while times and times[0] <= self._now() - MINUTE:
            times.popleft()
        return times

    def spend(self, who: str, kind: str) -> None:
        """Count one request. Problems: 429 when the minute is full; a refused request is not counted."""
        mine, all_of_us = self._fresh(who, kind), self._fresh("", kind)
        for times, limit, whose in ((mine, self.per_user, "user"), (all_of_us, self.per_project, "project")):
            if len(times) >= limit:
                name = f"{kind.capitalize()} requests"
                metric = f"{name} per minute" + (" per user" if whose == "user" else "")
                raise ApiError(
                    429,
                    f"Quota exceeded for quota metric '{name}' and limit '{metric}' of service "
                    "'sheets.googleapis.com' for consumer 'project_number:1'.",
                    [
                        {
                            "@type": "type.googleapis.com/google.rpc.ErrorInfo",
                            "reason": "RATE_LIMIT_EXCEEDED",
                            "domain": "googleapis.com",
                            "metadata": {
                                "service": "sheets.googleapis.com",
                                "quota_metric": f"sheets.googleapis.com/{kind}_requests",
                                "quota_limit_value": str(limit),
                            },
                        }
                    ],
                )
        mine.append(self._now())
        all_of_us.append(self._now())
