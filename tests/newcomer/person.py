"""A person at a spreadsheet program: opens the workbook, types into cells found by heading, saves."""

from __future__ import annotations

from pathlib import Path
from types import TracebackType
from typing import Any, Self

from openpyxl import Workbook, load_workbook
from typer.testing import CliRunner, Result

from sync.cli import app


def run(*words: str) -> Result:
    """One command."""
    return CliRunner().invoke(app, list(words))


class Typist:
    """Typing happens inside `with`; leaving it saves."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._book: Workbook | None = None

    def __enter__(self) -> Self:
        self._book = load_workbook(self.path)
        return self

    def __exit__(self, kind: type[BaseException] | None, fault: BaseException | None, at: TracebackType | None) -> None:
        assert self._book is not None
        if kind is None:
            self._book.save(self.path)
        self._book = None

    def add(self, tab: str, **values: Any) -> None:
        """A new line below the last filled one."""
        sheet, top, columns = self._sheet(tab)
        row = top + 1
        while any(sheet.cell(row, c).value is not None for c in columns.values()):
            row += 1
        for heading, value in values.items():
            sheet.cell(row, columns[heading]).value = value

    def cell(self, tab: str, line: str, heading: str, value: Any) -> None:
        """A cell of the line whose first column says `line`."""
        sheet, top, columns = self._sheet(tab)
        row = next(r for r in range(top + 1, sheet.max_row + 1) if sheet.cell(r, 1).value == line)
        sheet.cell(row, columns[heading]).value = value

    def setting(self, name: str, value: Any) -> None:
        """A line of Settings."""
        self.cell("Settings", name, "Value", value)

    def column(self, tab: str, heading: str) -> list[Any]:
        """Filled cells below a heading, as saved."""
        self._book = load_workbook(self.path)
        sheet, top, columns = self._sheet(tab)
        self._book = None
        cells = (sheet.cell(r, columns[heading]).value for r in range(top + 1, sheet.max_row + 1))
        return [c for c in cells if c is not None]

    def top(self, tab: str) -> list[Any]:
        """First cells of the lines above the headings, as saved."""
        self._book = load_workbook(self.path)
        sheet, top, _ = self._sheet(tab)
        self._book = None
        return [sheet.cell(r, 1).value for r in range(1, top)]

    def _sheet(self, tab: str) -> tuple[Any, int, dict[str, int]]:
        assert self._book is not None, "typing needs an open workbook"
        sheet = self._book[tab]
        for row in range(1, 5):
            headings = {str(c.value): int(c.column) for c in sheet[row] if c.value is not None}
            if len(headings) > 1:
                return sheet, row, headings
        raise AssertionError(f"{tab} has no headings")
