"""A book in memory: the same manners as a real one, nothing on disk. For trying things out and for tests."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from sync.backends.base import Address, Mark, Raced, Refused
from sync.backends.cells import lacking, storable_out, trimmed, trimmed_rows
from sync.grid import Cell, Grid, Shut, TabGrid
from sync.kinds import cell_text
from sync.marks import free_title
from sync.plan import AppendRows, Formula, MakeTab, Out, OutRow, Plan, RenewCells, Step, value_of
from sync.reading.first_look import tabs_in
from sync.schema import Rows, Tab, normal


@dataclass
class MemoryTab:
    """A tab: cells as written, links and formulas included."""

    key: str
    title: str
    rows: list[list[Out]] = field(default_factory=list)
    hidden: bool = False
    shut: str = ""  # why the worker may not write it (as `sync.grid.Shut` has it)

    def last_filled(self) -> int:
        """Number of the last row with anything in it, counted from 1; 0 for an empty tab."""
        for number in range(len(self.rows), 0, -1):
            if any(cell not in (None, "") for cell in self.rows[number - 1]):
                return number
        return 0

    def put(self, row: int, column: int, out: Out) -> None:
        """Write one cell; the tab grows as needed."""
        while len(self.rows) < row:
            self.rows.append([])
        cells = self.rows[row - 1]
        while len(cells) <= column:
            cells.append(None)
        cells[column] = out

    def copy(self) -> MemoryTab:
        """The same tab, apart from this one."""
        return MemoryTab(self.key, self.title, [list(r) for r in self.rows], self.hidden, self.shut)


@dataclass
class MemoryBook:
    """A spreadsheet that several workers and people share."""

    id: str = "memory"
    title: str = "Memory"
    zone: str | None = None
    tabs: list[MemoryTab] = field(default_factory=list)
    revision: int = 0
    made: int = 0
    mark: Mark | None = None
    binned: bool = False

    def by_title(self, title: str) -> MemoryTab | None:
        """The tab with this title, case and spaces forgiven."""
        return next((t for t in self.tabs if normal(t.title) == normal(title)), None)

    def by_key(self, key: str) -> MemoryTab | None:
        """The tab with this key."""
        return next((t for t in self.tabs if t.key == key), None)

    def add(self, title: str, rows: Sequence[Sequence[Out]] = (), hidden: bool = False, key: str = "") -> MemoryTab:
        """A new tab at the end; a title or key already in use gets a number."""
        title = free_title(title, (t.title for t in self.tabs))
        self.made += 1
        if not key or self.by_key(key) is not None:
            key = f"t{self.made}"
        tab = MemoryTab(key, title, [list(r) for r in rows], hidden)
        self.tabs.append(tab)
        return tab

    def copy(self) -> MemoryBook:
        """The same book, apart from this one: a version that can be put back."""
        return MemoryBook(
            self.id, self.title, self.zone, [t.copy() for t in self.tabs], self.revision, self.made, self.mark
        )

    def restore(self, version: MemoryBook) -> None:
        """Put an older version back, as a version history does. The mark lies outside and stays."""
        self.tabs = [t.copy() for t in version.tabs]
        self.revision, self.made = version.revision, version.made


class MemoryBackend:
    """A worker's hold on a book in memory.

    `before_landing` and `after_landing` are called just before and just after a write takes effect; what they
    raise comes out of `write`, so that a test can have the worker die at that instant.
    """

    def __init__(self, book: MemoryBook | None = None) -> None:
        self.book = book if book is not None else MemoryBook()
        self.before_landing: Callable[[], None] | None = None
        self.after_landing: Callable[[], None] | None = None
        self.writes = 0

    @property
    def address(self) -> str:
        """How people call this book."""
        return f"memory:{self.book.id}"

    def read(self) -> Grid:
        """Everything, in one go."""
        tabs = tuple(
            TabGrid(t.key, t.title, trimmed_rows([trimmed([_seen(c) for c in row]) for row in t.rows]), t.hidden)
            for t in self.book.tabs
        )
        shut = tuple(Shut(t.key, t.shut, "no reason") for t in self.book.tabs if t.shut)
        return Grid(
            self.book.id, self.book.title, tabs, self.book.zone, self.book.revision, binned=self.book.binned, shut=shut
        )

    def typed(self, cells: Sequence[Address]) -> Mapping[Address, str]:
        """What stands in these cells as it was typed."""
        found = {}
        for key, row, column in cells:
            tab = self.book.by_key(key)
            line = tab.rows[row - 1] if tab is not None and row <= len(tab.rows) else []
            out = line[column] if column < len(line) else None
            found[key, row, column] = out.text if isinstance(out, Formula) else cell_text(value_of(out))
        return found

    def write(self, plan: Plan) -> None:
        """Carry the plan out whole or not at all."""
        if plan.is_empty:
            return
        if plan.base != self.book.revision:
            raise Raced(f"Revision {self.book.revision} stands where {plan.base} was read: somebody wrote in between.")
        after = self.book.copy()
        made: dict[str, str] = {}
        for step in plan.steps:
            _carry_out(after, step, plan.places, made)
        if self.before_landing is not None:
            self.before_landing()
        self.book.tabs, self.book.made = after.tabs, after.made
        self.book.revision += 1
        self.writes += 1
        if self.after_landing is not None:
            self.after_landing()

    def prepare(self, tabs: Sequence[Tab], rows: Mapping[str, Sequence[OutRow]]) -> None:
        """Make the tabs that are missing, in this order, and the headings people's tabs lack."""
        at = 0
        ours = tabs_in(self.read(), tabs)
        for tab in tabs:
            there = self._of(tab, ours)
            if there is None:
                there = _make(self.book, tab, rows.get(tab.name, ()))
                self.book.tabs.remove(there)
                self.book.tabs.insert(at, there)
            elif not there.last_filled():
                _fill(there, tab, rows.get(tab.name, ()))
            else:
                headings = [_seen(c) for c in there.rows[tab.heading_row - 1]]
                for column, lacks in enumerate(lacking(tab, headings), start=len(trimmed(headings))):
                    there.put(tab.heading_row, column, lacks.heading)
            at = self.book.tabs.index(there) + 1

    def _of(self, tab: Tab, ours: Mapping[str, TabGrid]) -> MemoryTab | None:
        """The tab that is ours; one of our title that is empty, or holds answers of a form, is taken for it."""
        there = self.book.by_key(ours[tab.name].key) if tab.name in ours and tab.rows is not Rows.FORM else None
        titled = self.book.by_key(tab.name) or self.book.by_title(tab.name)
        if there is None and titled is not None and (tab.rows is Rows.FORM or not titled.last_filled()):
            return titled
        return there

    def ahead(self) -> float | None:
        """Seconds by which this machine's clock is ahead of one that answered lately; None where none did."""
        return None

    def mark(self) -> Mark | None:
        """The mark kept outside the book."""
        return self.book.mark

    def set_mark(self, mark: Mark) -> None:
        """Keep this mark outside the book."""
        self.book.mark = mark


def _seen(out: Out) -> Cell:
    value = value_of(out)
    return None if value == "" else value


def _fill(there: MemoryTab, tab: Tab, rows: Sequence[Sequence[Out]]) -> None:
    for column, heading in enumerate(tab.headings):
        there.put(tab.heading_row, column, heading)
    for number, row in enumerate(rows, start=tab.heading_row + 1):
        for column, out in enumerate(row):
            there.put(number, column, storable_out(out))


def _make(book: MemoryBook, tab: Tab, rows: Sequence[Sequence[Out]], title: str = "") -> MemoryTab:
    there = book.add(title or tab.name, hidden=tab.hidden, key=tab.name)
    _fill(there, tab, rows)
    return there


def _carry_out(
    book: MemoryBook,
    step: Step,
    places: Mapping[str, str],
    made: dict[str, str],
) -> None:
    if isinstance(step, MakeTab):
        there = _make(book, step.tab, (), step.title)
        made[step.tab.name] = there.key
        index = min((i for i, t in enumerate(book.tabs) if t.title in step.before), default=None)
        if index is not None:
            book.tabs.remove(there)
            book.tabs.insert(index, there)
        return
    key = made.get(step.tab) or places.get(step.tab)
    tab = book.by_key(key) if key is not None else book.by_title(step.tab)
    if tab is None:
        raise Raced(f"The tab {step.tab} is gone: it was there when the book was read.")
    if tab.shut:
        raise Refused(f"The tab {tab.title} may not be written.")
    if isinstance(step, AppendRows):
        first = tab.last_filled() + 1
        for number, row in enumerate(step.rows, start=first):
            for column, out in enumerate(row):
                if out is not None:
                    tab.put(number, column, storable_out(out))
        return
    if isinstance(step, RenewCells):
        for number, column, out in step.cells:
            tab.put(number, column, storable_out(out))
        return
    for number, row in enumerate(step.rows, start=step.first):
        for column in range(step.width):
            tab.put(number, column, storable_out(row[column]) if column < len(row) else None)
