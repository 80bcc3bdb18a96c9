"""A public mirror: a second book that shows the tabs players may see, and nothing else.

Notes, form answers, problems and the Journal never reach it. It is the worker's own: nobody types there. It bears the
code of the book it shows as the title of a tab; the worker makes that tab where the mirror is empty, and writes into no
other book.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from rules.model import Engine
from rules.sheet import Column
from sync.backends.base import Backend, BackendError
from sync.backends.google_known import NOTE_TITLE
from sync.grid import Grid, TabGrid, is_blank
from sync.marks import made_keys
from sync.plan import Formula, Link, MakeTab, Out, OutRow, Plan, Step, changed_rows
from sync.problems import Problem
from sync.reading.first_look import setting_of, tabs_in
from sync.running.beside import NotAllowed, OpenBook, code_of, codes_on, open_beside, told
from sync.running.once import Pass, engine_for
from sync.schema import Rows, Tab, workbook

HIDDEN = frozenset({"Next round", "Problems", "Submissions", "Notices", "Status", "Journal"})

MARK = (Column("This mirror shows the book of this code", width=40),)


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


def is_ours(grid: Grid, engine: Engine, code: str, views: Mapping[str, Sequence[OutRow]]) -> bool:
    """Whether a mirror bears this book's code; False where the code is still to be put there. Raises NotAllowed.

    It may be put there where nothing stands, or where a mirror stands that an earlier version wrote for this event.
    """
    if any(t.key in made_keys("Journal") | made_keys("Settings") for t in grid.tabs):
        raise NotAllowed("mirror-not-ours", mark=code, why="is the book of an event itself")
    codes = codes_on(grid)
    if codes - {code}:
        raise NotAllowed("mirror-not-ours", mark=code, why="shows another event already")
    if code in codes:
        return True
    others = [t for t in grid.other_titles if not t.startswith(NOTE_TITLE)]
    empty = not others and all(is_blank(cell) for tab in grid.tabs for row in tab.rows for cell in row)
    if not empty and not _is_of_before(grid, engine, views):
        raise NotAllowed("mirror-not-ours", mark=code, why="is not empty")
    return False


def _is_of_before(grid: Grid, engine: Engine, views: Mapping[str, Sequence[OutRow]]) -> bool:
    """Whether an earlier version wrote it: it holds the public tabs alone, with the worker's keys, under our banner."""
    tabs = public_tabs(engine)
    keys = frozenset[str]().union(*(made_keys(t.name) for t in tabs))
    filled = [t for t in grid.tabs if t.rows]
    first = next((t for t in filled if t.key in made_keys(tabs[0].name)), None)
    wanted = views.get(tabs[0].name, ())
    if first is None or not wanted or not all(t.key in keys for t in filled):
        return False
    ours, theirs = str(wanted[0][0]).split(" · ")[0], str(first.cell(1, 0)).split(" · ")[0]
    return ours == theirs


def update(mirror: Backend, engine: Engine, views: Mapping[str, Sequence[OutRow]], token: str, code: str) -> bool:
    """Bring the mirror up to date; whether anything was written. Raises NotAllowed, and what the backend raises."""
    grid = mirror.read()
    steps: list[Step] = []
    places: dict[str, str] = {}
    if not is_ours(grid, engine, code, views):
        steps.append(MakeTab(Tab(code, MARK, Rows.VIEW, hidden=True)))
    for tab in public_tabs(engine):
        found = next((t for t in grid.tabs if t.key in made_keys(tab.name)), None)
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


class Mirror:
    """The public mirror that a book names in Settings, if it names one. `name`: of the book."""

    def __init__(self, name: str, open_book: OpenBook) -> None:
        self._name, self._open = name, open_book
        self._there: dict[str, Backend] = {}
        self._well: set[str] = set()  # mirrors that were this book's at the last look or write
        self._trouble: tuple[str, Problem] | None = None

    def look(self, grid: Grid, engine: Engine) -> tuple[Problem, ...]:
        """What there is to say of it before anything is decided."""
        where = setting_of(grid, "Public sheet")
        if where and where not in self._well:
            self._try(grid, where, lambda mirror: self._judge(mirror, grid, engine))
        said = self._trouble
        return (said[1],) if said is not None and said[0] == where else ()

    def _judge(self, mirror: Backend, grid: Grid, engine: Engine) -> None:
        kept = {name: tab.rows for name, tab in tabs_in(grid, public_tabs(engine)).items()}
        is_ours(mirror.read(), engine, code_of(grid), kept)

    def follow(self, done: Pass) -> None:
        """Bring it up to date after a pass; the event goes on where that is not possible."""
        where = setting_of(done.grid, "Public sheet")
        if not where or not (done.wrote or where not in self._well):
            return
        decided, engine = done.decided, engine_for(done.grid)
        code = code_of(done.grid)
        if self._try(done.grid, where, lambda there: update(there, engine, decided.views, decided.plan.token, code)):
            self._well.add(where)

    def _try(self, grid: Grid, where: str, act: Callable[[Backend], object]) -> bool:
        self._trouble = None
        try:
            if where not in self._there:
                self._there[where] = open_beside(self._name, where, self._open)
            act(self._there[where])
        except NotAllowed as refused:
            self._trouble = where, told(grid, "Public sheet", refused.code, refused.facts)
        except BackendError as trouble:  # the mirror is a convenience
            self._trouble = where, told(grid, "Public sheet", "mirror-unreachable", {"why": str(trouble).rstrip(".")})
        self._well.discard(where)
        return self._trouble is None
