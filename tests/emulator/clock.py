"""The emulator's time: it stands still until a test moves it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

START = datetime(2026, 1, 5, 9, 0, tzinfo=UTC)


class Clock:
    """A settable time with a zone."""

    def __init__(self, start: datetime = START) -> None:
        self._now = start

    def now(self) -> datetime:
        """The time now, in UTC."""
        return self._now

    def advance(self, seconds: float) -> datetime:
        """Let time pass."""
        self._now += timedelta(seconds=seconds)
        return self._now

    def set(self, moment: datetime) -> None:
        """Jump to a time."""
        self._now = moment.astimezone(UTC)


def stamp(moment: datetime) -> str:
    """RFC 3339 with milliseconds, as Drive writes times."""
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.") + f"{moment.microsecond // 1000:03d}Z"
