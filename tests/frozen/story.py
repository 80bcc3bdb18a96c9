"""One event told in a script: what people type and report, when the worker looks, at which moments a book is frozen.

The scripts under `tests/frozen/events/` use the acts of written tournaments (`tests/tournaments/play.py`), and

    freeze NAME                 the book as it stands here is (or was) stored
    own tab TITLE               the director adds a tab of his own
    own note TITLE B2 = TEXT    and types into it
    own column TAB HEADING      a column of the director's own at the right of a tab

At the end of every `##` moment the worker passes until nothing more is written.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from zoneinfo import ZoneInfo

from rules.registry import engine_of
from sync.backends.base import Mark
from sync.grid import Grid, is_blank, is_blank_row
from sync.plan import MakeTab, Step
from sync.running.once import Pass, run_pass
from sync.schema import Rows, workbook
from tests.frozen.snapshot import LOOK_UPS, Snapshot, snapshot
from tests.frozen.stands import Stand
from tests.tournaments.play import Player, Table
from tests.tournaments.script import Case, read_case

HERE = Path(__file__).parent
EVENTS = HERE / "events"
MOST_PASSES = 30


@dataclass(frozen=True)
class Moment:
    """A step of a script, counted from 0, at whose end a book is frozen."""

    name: str
    step: int


@dataclass(frozen=True)
class Shown:
    """What a book said at the end of a step."""

    step: str
    what: Snapshot


@dataclass
class Opened:
    """What became of a frozen book when it was looked at again: tabs that were written though nothing was due."""

    wrote: tuple[str, ...] = ()
    what: Snapshot = field(default_factory=dict)


def script_of(format_name: str) -> Case:
    """The script of a format's event."""
    return read_case(EVENTS / f"{format_name}.md")


def moments(case: Case) -> list[Moment]:
    """Moments at which books are frozen, in order: each is the last act of its step."""
    return [
        Moment(step.acts[-1].removeprefix("freeze "), number)
        for number, step in enumerate(case.steps)
        if step.acts and step.acts[-1].startswith("freeze ")
    ]


def times(case: Case) -> list[datetime]:
    """When each step begins. Scripts tell it by date and hour."""
    return [datetime.fromisoformat(step.at).replace(tzinfo=ZoneInfo(case.zone)) for step in case.steps]


class Story(Player):
    """Plays a script on a book, from its beginning or from a moment on."""

    def __init__(self, case: Case, stand: Stand) -> None:
        super().__init__(case, Table(stand.backend, stand.person))
        self.stand = stand
        self.engine = engine_of(case.format)
        self.on_freeze: Callable[[str], None] = lambda _: None
        self._at = self._token = ""
        self._own = {t.name for t in workbook(self.engine.sheet) if t.rows is Rows.VIEW}

    def go_to(self, moment: Moment) -> None:
        """Set the clock and the numbers of passes as they were when the book was frozen there."""
        self.now = times(self.case)[moment.step]
        self._begin(moment.step)
        self._token += " again"

    def _begin(self, number: int) -> None:
        self._at, self._count = f"step {number + 1}, {self.case.steps[number].at}", 0
        self._token = f"s{number + 1}"

    def run_pass(self) -> Pass:
        """One pass of the worker; its token is the same wherever the script began."""
        self._count += 1
        self.table.person.flush()
        token, seed = f"{self._token}.{self._count}", self.case.format
        done = run_pass(self.table.backend, lambda: self.now, token=lambda: token, seed=lambda: seed)
        self.passes.append(done)
        return done

    def act(self, act: str) -> None:
        """Do what one line says."""
        person = self.table.person
        if act.startswith("freeze "):
            self.settle()
            self.on_freeze(act.removeprefix("freeze "))
        elif act == "pass":
            self.settle()
        elif found := re.fullmatch(r"own tab (.+)", act):
            person.add_tab(found[1], [["Shopping list", "How many"], ["Biscuits", 12]])
        elif found := re.fullmatch(r"own note (\w+) ([A-Z]+\d+) = (.+)", act):
            person.type_at(found[1], found[2], found[3])
        elif found := re.fullmatch(r"own column (\w+) (.+)", act):
            headings = person.see(found[1])[0]
            width = max(n for n, cell in enumerate(headings, start=1) if not is_blank(cell))
            person.insert_column(found[1], width, found[2])
        else:
            super().act(act)

    def settle(self) -> Pass:
        """Passes until nothing is written. Raises AssertionError where a pass changed a cell of people's tabs."""
        before: Grid | None = None
        for _ in range(MOST_PASSES):
            done = self.run_pass()
            if before is not None:
                unchanged(before, done.grid, self._own, done)
            if not done.wrote:
                return done
            before = done.grid
        raise AssertionError(f"{self._at}: the passes never came to rest")

    def open(self) -> Opened:
        """Look at a frozen book once more, a minute after it was frozen: nothing is due."""
        self.now = self._moment("+1m")
        done = self.run_pass()
        wrote = tuple(dict.fromkeys(_tab_of(step) for step in done.decided.plan.steps)) if done.wrote else ()
        if done.wrote:
            done = self.settle()
        return Opened(wrote, snapshot(done, self.engine, 0))

    def tell(self, after: Moment | None = None, until: Moment | None = None) -> Iterator[Shown]:
        """The script from its beginning, or after a moment: what the book says at the end of every step."""
        first = after.step + 1 if after is not None else 0
        last = until.step + 1 if until is not None else len(self.case.steps)
        for number in range(first, last):
            step = self.case.steps[number]
            self.now = times(self.case)[number]
            self._begin(number)
            since = self._last_no()
            for act in step.acts:
                self.act(act)
            yield Shown(self._at, snapshot(self.settle(), self.engine, since))

    def _last_no(self) -> int:
        mark = self.table.backend.mark()
        return mark.last_no if mark is not None else 0

    def mark(self) -> Mark:
        """The mark beside the book, without its fingerprint."""
        kept = self.table.backend.mark()
        return Mark(kept.revision, kept.last_no) if kept is not None else Mark(0, 0)


def _tab_of(step: Step) -> str:
    return step.tab.name if isinstance(step, MakeTab) else step.tab


def unchanged(before: Grid, after: Grid, own: set[str], done: Pass) -> None:
    """Raises AssertionError where a cell that stood in a tab of people's, or of the record, is another one now."""
    places = {done.decided.plan.places.get(name, name) for name in own}
    titles = {t.title: t for t in after.tabs}
    for tab in before.tabs:
        if tab.key in places or tab.title in own:
            continue
        shown = {n for n, heading in enumerate(tab.rows[0] if tab.rows else ()) if heading in LOOK_UPS}
        now = titles.get(tab.title)
        assert now is not None, f"the tab {tab.title} is gone"
        rows = list(tab.rows)
        while rows and is_blank_row(rows[-1]):
            rows.pop()
        for number, row in enumerate(rows, start=1):
            for column, cell in enumerate(row):
                new = now.cell(number, column)
                same = column in shown or new == cell or (is_blank(new) and is_blank(cell))
                assert same, f"{tab.title}, row {number}, column {column + 1}: {cell!r} became {new!r}"
