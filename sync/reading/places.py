"""Where everybody ended up: the first view of a book, read as the seeds of the next event."""

from __future__ import annotations

from collections.abc import Mapping

from rules.model import Engine
from sync.grid import Grid, TabGrid
from sync.kinds import cell_text
from sync.reading.first_look import tabs_in
from sync.schema import normal, workbook


def last_places(grid: Grid, engine: Engine) -> Mapping[str, int]:
    """Each player's place in the first view of the old book (Placement where there is one, else Position or Place)."""
    first = workbook(engine.sheet)[0]
    titled = next((t for t in grid.tabs if normal(t.title) == normal(first.name)), None)
    tab = tabs_in(grid, workbook(engine.sheet)).get(first.name, titled)
    if tab is None or len(tab.rows) < first.heading_row:
        return {}
    return _places(tab, first.heading_row)


def _places(tab: TabGrid, heading_row: int) -> Mapping[str, int]:
    headings = [normal(c) for c in tab.rows[heading_row - 1]]
    columns = [headings.index(h) for h in ("placement", "position", "place") if h in headings]
    if "player" not in headings or not columns:
        return {}
    ranked = []
    for order, row in enumerate(tab.rows[heading_row:]):
        name = cell_text(row[headings.index("player")]) if len(row) > headings.index("player") else ""
        place = next((row[c] for c in columns if c < len(row) and isinstance(row[c], int)), None)
        if name:
            ranked.append((place if isinstance(place, int) else 10**6, order, name))
    return {name: number for number, (_, _, name) in enumerate(sorted(ranked), start=1)}
