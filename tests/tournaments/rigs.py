"""A fresh book with a worker and a person, by backend."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from sync.backends.memory import MemoryBackend, MemoryBook
from tests.backends.people import MemoryPerson
from tests.tournaments.play import Table


def in_memory(_: Path) -> Table:
    """A book in memory."""
    book = MemoryBook()
    return Table(MemoryBackend(book), MemoryPerson(book))


BACKENDS: Mapping[str, Callable[[Path], Table]] = {"memory": in_memory}
