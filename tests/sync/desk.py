"""A small event on a book in memory: people type, time goes on, the worker passes. For tests of the pure middle."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from typing import Self
from zoneinfo import ZoneInfo

from rules.model import Game, Recorded, Round
from rules.registry import engine_of
from sync.backends.base import Backend
from sync.backends.cells import trimmed
from sync.backends.memory import MemoryBackend, MemoryBook
from sync.backends.xlsx import XlsxBackend
from sync.grid import Cell, Grid, is_blank
from sync.kinds import cell_text
from sync.making.create import Carried, create
from sync.problems import CATALOGUE, Problem, wording
from sync.running.happened import happened
from sync.running.once import Pass, Send, run_pass
from sync.schema import Rows, workbook
from tests.backends.people import MemoryPerson, Person, XlsxPerson

ZONE = ZoneInfo("Europe/Berlin")
BEGIN = datetime(2026, 11, 2, 18, 0, tzinfo=ZONE)  # a Monday
FIVE = (("Ada", 2000), ("Ben", 1950), ("Cem", 1900), ("Dov", 1850), ("Eva", 1800))


@dataclass
class Desk:
    """A book, a person at it, a worker and a clock."""

    backend: Backend
    person: Person
    format: str = "ladder"
    now: datetime = BEGIN
    done: list[Pass] = field(default_factory=list)
    send: Send | None = None

    @property
    def book(self) -> MemoryBook:
        """The book in memory."""
        assert isinstance(self.backend, MemoryBackend)
        return self.backend.book

    # the worker
    def sync(self, worker: Backend | None = None) -> Pass:
        """One pass."""
        number = len(self.done) + 1
        self.save()
        done = run_pass(worker or self.backend, lambda: self.now, token=lambda: f"pass{number}", send=self.send)
        self.done.append(done)
        odd = [bad for phrase in happened(done.decided) for bad in ("None", "{") if bad in phrase]
        if odd:  # unless somebody is called so
            names = " ".join(cell_text(row[0]) for row in self.person.see("Players") if row)
            assert all(bad in names for bad in odd), odd
        return done

    def settle(self, most: int = 12) -> Pass:
        """Passes until nothing is written."""
        for _ in range(most):
            done = self.sync()
            if not done.wrote:
                return done
        raise AssertionError("the passes never came to rest")

    def later(self, **time: float) -> Self:
        """Time goes on."""
        wall = self.now.replace(tzinfo=None) + timedelta(**time)
        self.now = wall.replace(tzinfo=self.now.tzinfo)
        return self

    # the person
    def save(self) -> Desk:
        """Save what was typed into a file."""
        if isinstance(self.person, XlsxPerson):
            self.person.flush()
        return self

    def set(self, name: str, value: Cell) -> Self:
        """Type a setting."""
        row = self.person.row_of("Settings", "Setting", name)
        self.person.type("Settings", "Value", row, value)
        return self

    def type(self, tab: str, row: str, heading: str, value: Cell) -> Self:
        """Type into the row whose first heading says so."""
        self.person.type(tab, heading, self.row(tab, row), value)
        return self

    def row(self, tab: str, row: str) -> int:
        """Number of the row of a game, round, lot, player or decision."""
        first = {"Games": "Game", "Rounds": "Round", "Lots": "Lot", "Players": "Player", "Decisions": "Decision"}[tab]
        return self.person.row_of(tab, first, row)

    def result(self, game: str, word: Cell) -> Self:
        """The director types a result."""
        return self.type("Games", game, "Result", word)

    def status(self, player: str, word: str) -> Self:
        """The director picks a status."""
        return self.type("Players", player, "Status", word)

    def decide(self, kind: str, about: str = "", value: str = "", **more: Cell) -> Self:
        """The director types a decision."""
        cells: dict[str, Cell] = {"Decision": kind, "About": about or None, "Value": value or None, **more}
        self.person.add_row("Decisions", {k: v for k, v in cells.items() if v is not None})
        return self

    def report(self, game: str, word: str, name: str = "", sent: datetime | None = None, **more: Cell) -> Self:
        """A player answers the form."""
        when = (sent or self.now).replace(tzinfo=None)
        cells: dict[str, Cell] = {"Timestamp": when, "Pairing": game, "Result": word, "Your name": name or None, **more}
        self.person.add_row("Form Responses", {k: v for k, v in cells.items() if v is not None})
        return self

    def start(self) -> Self:
        """The director starts; round 1 goes out."""
        self.set("Start", "now").settle()
        return self

    def results(self, round_: str, word: str = "1-0") -> Self:
        """The director types the same result for every game of a round that has none."""
        for game in self.open_games():
            if game.startswith(f"{round_}-"):
                self.result(game, word)
        return self

    # looking
    @property
    def last(self) -> Pass:
        """The last pass."""
        return self.done[-1]

    @property
    def problems(self) -> tuple[Problem, ...]:
        """Problems of the last pass."""
        return self.last.decided.problems

    def codes(self) -> list[str]:
        """Codes of the last pass's problems."""
        return [p.code for p in self.problems]

    def problem(self, code: str) -> Problem:
        """The problem with this code in the last pass."""
        found = [p for p in self.problems if p.code == code]
        assert found, f"no {code} among {self.codes()}"
        return found[0]

    def says(self, problem: Problem) -> str:
        """A problem in words."""
        return " | ".join(wording(problem, {**CATALOGUE, **self.last.decided.catalogue})[1:])

    def shown(self, tab: str) -> list[list[str]]:
        """A tab's rows as text, blanks left out at the ends."""
        rows = [[cell_text(c) for c in trimmed(row)] for row in self.person.see(tab)]
        return [row for row in rows if any(row)]

    def table(self, tab: str, *headings: str) -> list[tuple[str, ...]]:
        """Some columns of a tab."""
        above = self.person.heading_row(tab, headings[0])
        columns = [self.person.column(tab, h) for h in headings]
        rows = self.person.see(tab)[above:]
        found = [tuple(cell_text(r[c]) if c < len(r) else "" for c in columns) for r in rows]
        return [r for r in found if any(r)]

    def outcome(self, game: str) -> str:
        """The outcome of a game as Pairings shows it."""
        return next(o for g, o in self.table("Pairings", "Game", "Outcome") if g == game)

    def rounds(self) -> list[str]:
        """Rounds of the record, as often as they were written."""
        return [r.fact.id for r in self.record() if isinstance(r.fact, Round)]

    def record(self) -> tuple[Recorded, ...]:
        """All facts of the record."""
        from sync.reading.gather import read_sheet

        return read_sheet(self.backend.read(), engine_of(self.format).sheet)[1].facts

    def games(self) -> list[Game]:
        """Games of the record."""
        return [r.fact for r in self.record() if isinstance(r.fact, Game)]

    def open_games(self) -> list[str]:
        """Ids of games without an outcome, byes left out."""
        rows = self.table("Pairings", "Game", "Outcome", "Black")
        return [g for g, o, b in rows if not o and not b.startswith("(")]

    def views(self, *but: str) -> dict[str, list[list[str]]]:
        """Every tab of the worker's own, without its first line and what tells times and numbers of passes."""
        tabs = workbook(engine_of(self.format).sheet)
        skip = {"Status", "Notices", *but}
        return {t.name: self.shown(t.name)[1:] for t in tabs if t.rows is Rows.VIEW and t.name not in skip}


class QuickXlsxPerson(XlsxPerson):
    """A person at a file who remembers what was seen while nobody has saved it; every edit is saved at once."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self._remembered: dict[tuple[str, int, int], list[list[Cell]]] = {}

    def see(self, title: str) -> list[list[Cell]]:
        """All values of a tab."""
        stat = self.path.stat()
        key = (title, stat.st_mtime_ns, stat.st_size)
        if key not in self._remembered:
            self._remembered = {k: v for k, v in self._remembered.items() if k[1:] == key[1:]}
            self._remembered[key] = super().see(title)
        return [list(row) for row in self._remembered[key]]


def desk(
    players: tuple[tuple[str, int], ...] = FIVE, started: bool = False, format: str = "ladder", **settings: Cell
) -> Desk:
    """An event with these players in memory; nothing is checked for long before it goes out."""
    book = MemoryBook(zone="Europe/Berlin")
    made = Desk(MemoryBackend(book), MemoryPerson(book), format)
    return fill(made, players, started, **settings)


def file_desk(
    path: Path,
    players: tuple[tuple[str, int], ...] = FIVE,
    started: bool = False,
    lazy: bool = False,
    **settings: Cell,
) -> Desk:
    """The same in a workbook file. `lazy`: edits are saved together, by `save` or before the desk's own pass."""
    person = XlsxPerson(path, lazy=True) if lazy else QuickXlsxPerson(path)
    return fill(Desk(XlsxBackend(path), person), players, started, **settings)


def fill(made: Desk, players: tuple[tuple[str, int], ...], started: bool, **settings: Cell) -> Desk:
    """Make the book and pass once; `Check_for` is the setting `Check for`."""
    given: dict[tuple[str, str], Cell] = {("Time zone", ""): "Europe/Berlin", ("Check for", ""): "0"}
    given |= {(name.replace("_", " "), ""): value for name, value in settings.items()}
    create(made.backend, engine_of(made.format), Carried(tuple({"Player": n, "Rating": r} for n, r in players), given))
    made.settle()
    return made.start() if started else made


def people_cells(grid: Grid, format_name: str = "ladder") -> dict[tuple[str, int, int], Cell]:
    """Every filled cell of tabs that are not the worker's own, by tab key, row and column."""
    own = {t.name for t in workbook(engine_of(format_name).sheet) if t.rows is Rows.VIEW}
    return {
        (tab.key, r, c): cell
        for tab in grid.tabs
        if tab.key not in own
        for r, row in enumerate(tab.rows)
        for c, cell in enumerate(row)
        if not is_blank(cell)
    }
