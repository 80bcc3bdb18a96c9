"""Somebody who means no harm and does it all the same: random damage to a sheet, the same for every backend."""

from __future__ import annotations

import random
from collections.abc import Callable
from datetime import datetime

from rules.registry import engine_of
from sync.backends.cells import trimmed
from sync.backends.google_known import tab_ids
from sync.backends.xlsx_parts import key_of
from sync.grid import Cell, Grid, address, is_blank_row
from sync.schema import Rows, workbook
from tests.backends.people import Person

PEOPLES = ("Settings", "Players", "Decisions", "Games", "Rounds", "Form Responses")
VIEWS = ("Ladder", "Pairings", "Why", "Problems", "This round", "Scores", "Status", "Notices")
RUBBISH: tuple[Cell, ...] = (
    None, None, "", " ", "#REF!", "#N/A", 42, 3.7, -1, True, False, datetime(2026, 11, 4, 12, 0), datetime(2026, 1, 2),
    "x" * 300, "Ada", "Ben", "1-0", "2-1", "won", "R1-01", "R2-02", "R99", "=1+1", "=SUM(A1:A9)", "(bye)", ";", "¯\\_(ツ)_/¯",
    "Active", "Withdrawn", "2026-13-45", "now", "1e5", "007", "\u202eabc", "{", "{x}", "%s", "'", "\t", "a\nb", "Null", "Void",
)  # fmt: skip


class Vandal:
    """Does one random thing to a book."""

    def __init__(self, person: Person, dice: random.Random, journal: bool = False) -> None:
        self.person = person
        self.dice = dice
        self.tabs = (*PEOPLES, *VIEWS, *(("Journal",) if journal else ()))
        self.log: list[str] = []

    def strike(self) -> None:
        """Something happens; what is impossible just now does not."""
        acts: list[tuple[int, Callable[[str], None]]] = [
            (8, self._type), (3, self._sort), (3, self._insert_rows), (3, self._delete_rows), (3, self._copy_row),
            (2, self._insert_column), (2, self._move_column), (2, self._rename_heading), (1, self._rename_tab),
            (1, self._delete_view), (1, self._half_a_row), (1, self._strange_tab), (1, self._clear_row),
        ]  # fmt: skip
        (_, act) = self.dice.choices(acts, [w for w, _ in acts])[0]
        tab = self.dice.choice(self.tabs)
        if tab not in self.person.titles():
            return
        self.log.append(f"{act.__name__} {tab}")
        act(tab)

    def _size(self, tab: str) -> tuple[int, int]:
        rows = self.person.see(tab)
        return max(1, len(rows)), max(1, max((len(r) for r in rows), default=1))

    def _row(self, tab: str) -> int:
        return self.dice.randint(2, max(2, self._size(tab)[0]))

    def _type(self, tab: str) -> None:
        _, wide = self._size(tab)
        cell = address(self._row(tab), self.dice.randrange(wide))
        value = self.dice.choice(RUBBISH)
        self.log[-1] += f" {cell} {value!r}"
        self.person.type_at(tab, cell, value)

    def _heading(self, tab: str) -> str | None:
        for row in self.person.see(tab)[:5]:
            texts = [c for c in row if isinstance(c, str) and c.strip()]
            if len(texts) > 1:
                return self.dice.choice(texts)
        return None

    def _sort(self, tab: str) -> None:
        heading = self._heading(tab)
        if heading:
            self.person.sort(tab, heading, reverse=self.dice.random() < 0.5)

    def _insert_rows(self, tab: str) -> None:
        self.person.insert_rows(tab, self.dice.randint(1, self._size(tab)[0]), self.dice.randint(1, 2))

    def _delete_rows(self, tab: str) -> None:
        self.person.delete_rows(tab, self._row(tab), self.dice.choice((1, 1, 1, 2, 50)))

    def _clear_row(self, tab: str) -> None:
        row = self._row(tab)
        for column in range(self._size(tab)[1]):
            self.person.type_at(tab, address(row, column), None)

    def _copy_row(self, tab: str) -> None:
        self.person.copy_row(tab, self._row(tab), self._size(tab)[0] + 1)

    def _insert_column(self, tab: str) -> None:
        self.person.insert_column(
            tab, self.dice.randrange(self._size(tab)[1]), self.dice.choice((None, "Mine", "Note"))
        )

    def _move_column(self, tab: str) -> None:
        heading = self._heading(tab)
        if heading:
            self.person.move_column(tab, heading, self.dice.randrange(self._size(tab)[1]))

    def _rename_heading(self, tab: str) -> None:
        heading = self._heading(tab)
        if heading:
            row = self.person.heading_row(tab, heading)
            self.person.type_at(tab, address(row, self.person.column(tab, heading)), self.dice.choice(RUBBISH))

    def _rename_tab(self, tab: str) -> None:
        self.person.rename_tab(tab, f"{tab} {self.dice.randrange(99)}")

    def _delete_view(self, tab: str) -> None:
        self.person.delete_tab(tab)

    def _half_a_row(self, tab: str) -> None:
        rows, wide = self._size(tab)
        self.person.type_at(tab, address(rows + 1, self.dice.randrange(wide)), self.dice.choice(RUBBISH))

    def _strange_tab(self, tab: str) -> None:
        self.person.add_tab(f"{tab} copy {self.dice.randrange(999)}", self.person.see(tab)[:8])


def rows_of_people(person: Person, grid: Grid, format_name: str = "ladder") -> dict[str, list[tuple[Cell, ...]]]:
    """Rows of every tab that is not the worker's own, by title, as typed (a formula shows nothing), blank ends left out.

    A copy of a view may be taken for it once the view itself is gone.
    """
    own = {t.name for t in workbook(engine_of(format_name).sheet) if t.rows is Rows.VIEW}
    own |= {str(key) for name in own for key in (key_of(name), *tab_ids(name))}
    found: dict[str, list[tuple[Cell, ...]]] = {}
    for tab in grid.tabs:
        if tab.key in own or " copy " in tab.title:
            continue
        rows = [trimmed(list(row)) for row in person.see(tab.title)]
        while rows and is_blank_row(rows[-1]):
            rows.pop()
        found[tab.title] = rows
    return found


def assert_nothing_of_people_changed(
    was: dict[str, list[tuple[Cell, ...]]], now: dict[str, list[tuple[Cell, ...]]]
) -> None:
    """Promise 1: what differs is in tabs of the worker's or in rows that were not there before."""
    for title, rows in was.items():
        assert title in now, f"the tab {title} is gone"
        assert now[title][: len(rows)] == rows, f"a row of {title} was changed"
