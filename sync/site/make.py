"""A website out of a book."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

from rules.model import Engine
from sync.grid import Grid
from sync.site.content import event_of
from sync.site.folder import Done, put
from sync.site.machines import files
from sync.site.render import pages

BEGINNING = datetime(2000, 1, 1, tzinfo=UTC)  # for what has no time of its own: a second pass gives the same bytes


def make_site(grid: Grid, engine: Engine, folder: Path) -> Done:
    """Write the website of a book as it stands. Raises NotASite and OSError."""
    event = event_of(grid, engine)
    return put(folder, {**files(event, BEGINNING), **pages(event)})
