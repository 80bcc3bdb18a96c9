"""When an event starts: `Settings` → `Start` holds `now` or a moment, and nothing is published before."""

from __future__ import annotations

from datetime import datetime

from rules.model import Book, Value


def start_moment(book: Book) -> datetime | None:
    """The start where it is a moment, past or to come."""
    start = book.setting("Start")
    return start if isinstance(start, datetime) else None


def has_started(book: Book, now: datetime) -> bool:
    """Whether the start has come."""
    return has_come(book.setting("Start"), now)


def has_come(start: Value, now: datetime) -> bool:
    """Whether a cell that holds a start says that it has come: `now`, or a moment that is past."""
    if isinstance(start, datetime):
        return start <= now
    return isinstance(start, str) and start.strip().casefold() == "now"
