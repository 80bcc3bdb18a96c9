"""Passes that found nothing to do, kept for large books until something changes: deciding costs most there."""

from __future__ import annotations

from sync.running.once import Pass

LARGE = 2_000  # rows of a book; below it deciding takes no time that matters, and memory is worth more
MOST = 8  # books


class Quiet:
    """The last quiet pass of each of the few large books that were passed over last."""

    def __init__(self) -> None:
        self._kept: dict[str, Pass] = {}

    def of(self, book: str) -> Pass | None:
        """The last pass over the book, if it found nothing to do."""
        return self._kept.get(book)

    def keep(self, book: str, done: Pass) -> None:
        """Remember the pass, and forget the one before; the book seen longest ago makes room."""
        self._kept.pop(book, None)
        if done.wrote or not done.decided.plan.is_empty or sum(len(tab.rows) for tab in done.grid.tabs) < LARGE:
            return
        while len(self._kept) >= MOST:
            del self._kept[next(iter(self._kept))]
        self._kept[book] = done
