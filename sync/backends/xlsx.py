"""A book in one `.xlsx` file: read by calamine, written by openpyxl, replaced whole or not at all."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace as changed
from pathlib import Path
from typing import TYPE_CHECKING

from sync.backends.base import Address, Mark, Raced, Unreachable
from sync.backends.xlsx_back import refuse_changed
from sync.backends.xlsx_backups import Keep
from sync.backends.xlsx_beside import real_path
from sync.backends.xlsx_file import Seen, load, refuse_if_open, replace
from sync.backends.xlsx_guard import refuse_foreign
from sync.backends.xlsx_lock import alone
from sync.backends.xlsx_mark import forget_mark, read_mark, write_mark
from sync.backends.xlsx_parts import Parts, take_apart
from sync.backends.xlsx_read import read_book
from sync.backends.xlsx_strict import as_usual
from sync.grid import Grid
from sync.plan import OutRow, Plan
from sync.reading.first_look import tabs_in
from sync.reading.tabs import is_marked
from sync.schema import Tab

if TYPE_CHECKING:
    from sync.backends.xlsx_write import Rewritten


class XlsxBackend:
    """One workbook file."""

    def __init__(self, path: Path | str, keep: Keep | None = None) -> None:
        self.given = str(path)
        self._keep = keep or Keep()
        self.path = Path(path)
        self._seen: Seen | None = None
        self._grid: Grid | None = None
        self._parts: Parts | None = None  # of the file that was seen

    @property
    def address(self) -> str:
        """The path as it was given."""
        return self.given

    def read(self) -> Grid:
        """Everything, in one go. Raises Unreachable."""
        path = real_path(self.path)
        data, seen = load(path)
        data = as_usual(data)
        parts = take_apart(data, path.name)
        grid = read_book(path, data, parts)
        self._seen, self._grid, self._parts = seen, grid, parts
        return grid

    def typed(self, cells: Sequence[Address]) -> Mapping[Address, str]:
        """The formulas in these cells as their text; cells without one are left out. Raises Unreachable."""
        from sync.backends.xlsx_values import formulas_in

        path = real_path(self.path)
        data, seen = load(path)
        if self._parts is None or seen != self._seen:
            return {}  # saved by somebody since it was read: the write would be refused
        titles = {key: title for title, key in self._parts.keys().items()}
        wanted = {(titles[key], row, column + 1): (key, row, column) for key, row, column in cells if key in titles}
        return {wanted[at]: text for at, text in formulas_in(as_usual(data), wanted).items()}

    def write(self, plan: Plan) -> None:
        """Carry the plan out whole or not at all, if the file is still the one that was read.

        Raises Raced, Refused or Unreachable; then the file is as it was. The file before the write is kept as a backup.
        """
        if plan.is_empty:
            return
        path = real_path(self.path)
        refuse_if_open(path)
        with alone(path):
            data, seen, parts = self._checked(path)
            if self._seen is not None and seen != self._seen:
                raise Raced(f"{path.name} was saved by somebody since it was read.")
            if parts.revision != plan.base:
                raise Raced(f"Revision {parts.revision} stands in {path.name} where {plan.base} was read.")
            from sync.backends.xlsx_write import rewritten

            self._put(path, data, seen, rewritten(data, parts, plan, path.name))

    def prepare(self, tabs: Sequence[Tab], rows: Mapping[str, Sequence[OutRow]]) -> None:
        """Make what is missing: the file, tabs, headings. Nothing is written when nothing is missing."""
        from sync.backends.xlsx_write import prepared

        path = real_path(self.path)
        if not path.parent.is_dir():
            raise Unreachable(f"There is no folder {path.parent}.")
        refuse_if_open(path)
        with alone(path):
            if not path.exists():
                made = prepared(None, None, tabs, rows, path.name, {})
                if made is not None:
                    forget_mark(path)
                    self._seen, self._parts = replace(path, made.data, None, self._keep), None
                return
            data, seen, parts = self._checked(path)
            there = read_book(path, data)
            places = {name: tab.key for name, tab in tabs_in(there, tabs).items()}
            made = prepared(data, parts, tabs, rows, path.name, places)
            if made is not None:
                if not is_marked(there) and not places.keys() & {"Settings", "Journal"}:
                    forget_mark(path)  # of another book that had this name: nothing of it is in this file
                self._put(path, data, seen, made)

    def _put(self, path: Path, data: bytes, seen: Seen, made: Rewritten) -> None:
        """Put the new file in place of the one that was read, if everything else in it still reads as it did."""
        before = self._grid if self._grid is not None and seen == self._seen else read_book(path, data)
        refuse_changed(before, read_book(path, made.data), made.written, path.name)
        self._seen, self._grid, self._parts = replace(path, made.data, seen, self._keep), None, None

    def _checked(self, path: Path) -> tuple[bytes, Seen, Parts]:
        data, seen = load(path)
        data = as_usual(data)
        parts = self._parts if self._parts is not None and seen == self._seen else take_apart(data, path.name)
        refuse_foreign(data, parts, path.name)
        return data, seen, parts

    def mark(self) -> Mark | None:
        """The mark beside the file."""
        return read_mark(real_path(self.path))

    def set_mark(self, mark: Mark) -> None:
        """Keep this mark beside the file; without a fingerprint, that of the file as last read or written."""
        if not mark.fingerprint and self._seen is not None:
            mark = changed(mark, fingerprint=self._seen.digest)
        write_mark(real_path(self.path), mark)
