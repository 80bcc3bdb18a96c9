"""Playing a written case on a book: people type, the worker passes, views are compared.

Acts (each a list line under a moment):

    pass                                    one pass of the worker
    pass until quiet                        passes until nothing is written (at most 30)
    quiet pass                              a pass that must write nothing
    Settings NAME = VALUE                   also `Settings NAME @A = VALUE` for a section
    Games R1-01: Result = 1-0               a cell of the row whose first column says so (any tab)
    Games R1-01 ; R2-*: Result = draw       the same in several rows; a * stands for anything, and then only blank
                                            cells are filled, byes left out
    Players + Ada | Rating = 2000           a new row: first column, then heading = value …
    Decisions + Bye | About = R2 | Value = Ada
    form: Pairing = R1-01; Result = White won; Your name = Ada
    sort Games by White                     and: delete row Games R1-01, insert row Games R1-01,
                                            copy row Games R1-01, insert column Games 2, move column Games Result 0,
                                            rename tab Games Spiele, delete tab Ladder, rename heading Players Rating Elo

What a case expects of `Explain WHAT` is the answer of `pairsheet explain BOOK WHAT` (a game, a player, a Score `Ada>Ben`).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from fnmatch import fnmatchcase
from zoneinfo import ZoneInfo

from rules.registry import engine_of
from sync.backends.base import Backend
from sync.grid import Cell, is_blank
from sync.kinds import cell_text
from sync.making.create import create
from sync.running.once import Pass, run_pass
from sync.running.service import explained_in
from tests.backends.people import Person
from tests.tournaments.script import Case, Expected

UNTIL_QUIET = 30
EXPLAIN = "Explain "


@dataclass
class Table:
    """A book with a worker and a person at it, as a backend's rig gives them."""

    backend: Backend
    person: Person
    settle: Callable[[str], None] | None = None  # gives the file itself a zone, where it has one


class Mismatch(AssertionError):
    """A view shows something else than the case says."""


class Player:
    """Plays one case. A pass's token and the seed of its lots are the same at every run."""

    def __init__(self, case: Case, table: Table) -> None:
        self.case = case
        self.table = table
        self.zone = ZoneInfo(case.zone)
        self.now = datetime(2026, 1, 1, tzinfo=self.zone)
        self.passes: list[Pass] = []
        self._count = 0

    def set_up(self) -> None:
        """Make the book and type what is given."""
        if self.table.settle is not None:
            self.table.settle(self.case.zone)
        create(self.table.backend, engine_of(self.case.format))
        self.setting("Time zone", self.case.zone)
        self.setting("Tournament", self.case.title[:60])
        for given in self.case.given:
            if given.tab == "Settings":
                for row in given.rows:
                    name, _, section = row[0].partition("@")
                    self.setting(name.strip(), row[1], section.strip())
                continue
            for row in given.rows:
                values = {h: _typed(h, v) for h, v in zip(given.headings, row, strict=False) if v}
                self.table.person.add_row(given.tab, values)

    def setting(self, name: str, value: str, section: str = "") -> None:
        """Type a setting; a line for a section is added where it is missing."""
        person = self.table.person
        if section:
            person.add_row("Settings", {"Setting": name, "Value": value, "For": section})
            return
        person.type("Settings", "Value", person.row_of("Settings", "Setting", name), value or None)

    def play(self, check: Callable[[Expected, list[list[str]]], None]) -> None:
        """All moments in order; `check` is given each expectation with what is shown."""
        for step in self.case.steps:
            self.now = self._moment(step.at)
            for act in step.acts:
                self.act(act)
            for expected in step.expected:
                check(expected, self.shown(expected))

    def _moment(self, text: str) -> datetime:
        if text.startswith("+"):
            found = re.fullmatch(r"\+(\d+) ?([mhdw])\w*", text)
            assert found, text
            unit = {"m": "minutes", "h": "hours", "d": "days", "w": "weeks"}[found[2]]
            return (self.now.replace(tzinfo=None) + timedelta(**{unit: int(found[1])})).replace(tzinfo=self.zone)
        return datetime.fromisoformat(text).replace(tzinfo=self.zone)

    def run_pass(self) -> Pass:
        """One pass of the worker."""
        self._count += 1
        self.table.person.flush()
        token, seed = f"pass{self._count}", self.case.path.stem
        done = run_pass(self.table.backend, lambda: self.now, token=lambda: token, seed=lambda: seed)
        self.passes.append(done)
        return done

    def act(self, act: str) -> None:
        """Do what one line says."""
        person = self.table.person
        if act == "pass":
            self.run_pass()
        elif act == "quiet pass":
            assert not self.run_pass().wrote, "this pass should have written nothing"
        elif act == "pass until quiet":
            for _ in range(UNTIL_QUIET):
                if not self.run_pass().wrote:
                    return
            raise AssertionError("the passes never came to rest")
        elif found := re.fullmatch(r"Settings (.+?)(?: @([A-Z]+))? = ?(.*)", act):
            self.setting(found[1], found[3], found[2] or "")
        elif act.startswith("form: "):
            self._form(act[6:])
        elif found := re.fullmatch(r"(\w[\w ]*?) \+ (.+)", act):
            self._add_row(found[1], found[2])
        elif found := re.fullmatch(r"sort (.+) by (.+)", act):
            person.sort(found[1], found[2])
        elif found := re.fullmatch(r"(delete|insert|copy) row (\w[\w ]*?) (\S+)", act):
            self._row_move(found[1], found[2], found[3])
        elif found := re.fullmatch(r"insert column (\w[\w ]*?) (\d+)", act):
            person.insert_column(found[1], int(found[2]))
        elif found := re.fullmatch(r"move column (\w+) (.+) (\d+)", act):
            person.move_column(found[1], found[2], int(found[3]))
        elif found := re.fullmatch(r"rename tab (\w+) (.+)", act):
            person.rename_tab(found[1], found[2])
        elif found := re.fullmatch(r"delete tab (.+)", act):
            person.delete_tab(found[1])
        elif found := re.fullmatch(r"rename heading (\w+) (.+?) to (.+)", act):
            row = person.heading_row(found[1], found[2])
            person.type(found[1], found[2], row, found[3])
        elif found := re.fullmatch(r"(\w[\w ]*?) ([^:]+): (.+?) = ?(.*)", act):
            self._type(found[1], found[2], found[3], found[4])
        else:
            raise ValueError(f"{self.case.path.name}: no such act: {act}")

    def _first_heading(self, tab: str) -> str:
        person = self.table.person
        return next(str(c) for c in person.see(tab)[0] if not is_blank(c))

    def _row(self, tab: str, value: str) -> int:
        if re.fullmatch(r"#\d+", value):
            return int(value[1:])
        return self.table.person.row_of(
            tab,
            {"Games": "Game", "Rounds": "Round", "Lots": "Lot", "Players": "Player"}.get(tab, self._first_heading(tab)),
            value,
        )

    def _type(self, tab: str, row: str, heading: str, value: str) -> None:
        if " ; " in row or "*" in row:
            self._fill(tab, row, heading, value)
            return
        number = self._row(tab, row)
        self.table.person.type(tab, heading, number, _typed(heading, value) if value else None)

    def _fill(self, tab: str, names: str, heading: str, value: str) -> None:
        person = self.table.person
        to, seen = person.column(tab, heading), person.see(tab)
        numbers: list[int] = []
        for name in names.split(" ; "):
            if "*" not in name:
                numbers.append(self._row(tab, name))
                continue
            blank = [n for n, row in enumerate(seen, 1) if (to >= len(row) or is_blank(row[to])) and "(bye)" not in row]
            found = [n for n in blank if any(fnmatchcase(str(cell), name) for cell in seen[n - 1][:1])]
            assert found, f"{self.case.path.name}: no row of {tab} is called {name}"
            numbers += found
        person.fill(tab, heading, numbers, _typed(heading, value))

    def _add_row(self, tab: str, text: str) -> None:
        first, *rest = [part.strip() for part in text.split(" | ")]
        values: dict[str, Cell] = {self._first_heading(tab): first}
        for part in rest:
            heading, _, value = part.partition(" = ")
            values[heading.strip()] = _typed(heading.strip(), value.strip())
        self.table.person.add_row(tab, values)

    def _form(self, text: str) -> None:
        values: dict[str, Cell] = {"Timestamp": self.now.replace(tzinfo=None)}
        for part in text.split("; "):
            heading, _, value = part.partition(" = ")
            values[heading.strip()] = value.strip()
        self.table.person.add_row("Form Responses", values)

    def _row_move(self, what: str, tab: str, value: str) -> None:
        person = self.table.person
        number = self._row(tab, value)
        if what == "delete":
            person.delete_rows(tab, number)
        elif what == "insert":
            person.insert_rows(tab, number)
        else:
            person.copy_row(tab, number, len(person.see(tab)) + 1)

    def shown(self, expected: Expected) -> list[list[str]]:
        """What the tab shows now: the columns named, or whole rows where lines are asked for."""
        if expected.tab.startswith(EXPLAIN):
            self.table.person.flush()
            grid = self.table.backend.read()
            answer = explained_in(
                grid, engine_of(self.case.format), expected.tab.removeprefix(EXPLAIN), lambda: self.now
            )
            return [[line.strip()] for line in answer.splitlines()]
        rows = self.table.person.see(expected.tab)
        if expected.kind != "table":
            return [[" · ".join(_text(c) for c in row if not is_blank(c))] for row in rows]
        heading = expected.headings[0]
        person = self.table.person
        above = person.heading_row(expected.tab, heading)
        columns = [person.column(expected.tab, h) for h in expected.headings]
        body = [[_text(row[c]) if c < len(row) else "" for c in columns] for row in rows[above:]]
        return [row for row in body if any(row)]


def _text(cell: Cell) -> str:
    return " ".join(cell_text(cell).split())


def _typed(heading: str, value: str) -> Cell:
    """A value as a person's typing leaves it in the cell: numbers as numbers, times as times, text as text."""
    if value.startswith('"') and value.endswith('"') and len(value) > 1:
        return value[1:-1]
    if heading in (
        "Rating",
        "Seed",
        "Prize",
        "Points",
        "Rated games",
        "Opponents",
        "Best rating",
        "Estimate",
        "Local rating",
    ):
        return float(value) if "." in value else int(value)
    if heading in ("Deadline", "To", "From", "Until", "Ended", "Starts", "Timestamp") and re.match(r"\d{4}-", value):
        return datetime.fromisoformat(value)
    return value
