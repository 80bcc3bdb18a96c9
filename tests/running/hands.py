"""Clocks in a test's hands: one that only grows, one on the wall that people set."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

BEGIN = datetime(2026, 10, 25, 0, 30, tzinfo=UTC)  # half an hour before summer time ends in Europe


class Clocks:
    """`sleep` lets both go on; `set_wall` moves the wall alone, as people, networks and seasons do."""

    def __init__(self) -> None:
        self.gone = 1000.0
        self.set_by = timedelta()

    def steady(self) -> float:
        """Seconds that only grow."""
        return self.gone

    def wall(self) -> datetime:
        """What the wall shows."""
        return BEGIN + timedelta(seconds=self.gone - 1000.0) + self.set_by

    def sleep(self, seconds: float) -> None:
        """Time goes by."""
        assert 0 < seconds <= 1.0, "a nudge is heard within a second"
        self.gone += seconds

    def set_wall(self, by: timedelta) -> None:
        """The wall clock is moved."""
        self.set_by += by
