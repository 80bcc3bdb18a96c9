"""A public mirror: a second book that shows the tabs players may see, and nothing else.

Notes, form answers, problems and the Journal never reach it. It is the worker's own: nobody types there.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.model import Engine
from sync.backends.base import Backend
from sync.grid import TabGrid
from sync.plan import Formula, Link, MakeTab, Out, OutRow, Plan, Step, changed_rows
from sync.schema import Tab, normal, workbook

HIDDEN = frozenset({"Next round", "Problems", "Submissions", "Notices", "Status", "Journal"})


def public_tabs(engine: Engine) -> tuple[Tab, ...]:
    """Tabs that a mirror shows, from left to right."""
    views = {v.title for v in engine.sheet.views if v.people or v.title == "Pairings"} - HIDDEN
    return tuple(tab for tab in workbook(engine.sheet) if tab.name in views)


def plain(out: Out) -> Out:
    """A cell as the mirror shows it: no formula, no link into the director's book."""
    if isinstance(out, Formula):
        return None
    if isinstance(out, Link):
        return out if out.url.startswith("https://") else out.text
    return out


def update(mirror: Backend, engine: Engine, views: Mapping[str, Sequence[OutRow]], token: str) -> bool:
    """Bring the mirror up to date; whether anything was written. Raises what the backend raises."""
    grid = mirror.read()
    steps: list[Step] = []
    places: dict[str, str] = {}
    for tab in public_tabs(engine):
        found = next((t for t in grid.tabs if normal(t.title) == normal(tab.name)), None)
        if found is None:
            steps.append(MakeTab(tab))
            found = TabGrid("", tab.name)
        else:
            places[tab.name] = found.key
        rows = [tuple(plain(c) for c in row) for row in views.get(tab.name, ())]
        width = max([len(tab.columns), *(len(r) for r in rows)])
        steps += changed_rows(tab.name, found, rows, width, True)
    if not steps:
        return False
    mirror.write(Plan(token, grid.revision, tuple(steps), places))
    return True
