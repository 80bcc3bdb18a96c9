"""A book in one `.xlsx` or `.xlsm` file: read by calamine, edited part by part, replaced whole or not at all."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace as changed
from pathlib import Path

from sync.backends.base import Address, BackendError, Mark, Raced, Unreachable
from sync.backends.ooxml.zipped import lie_alike
from sync.backends.xlsx_back import Rewritten, refuse_changed
from sync.backends.xlsx_backups import Keep
from sync.backends.xlsx_beside import real_path
from sync.backends.xlsx_file import Seen, load, refuse_if_open, replace
from sync.backends.xlsx_guard import refuse_foreign, refuse_signed
from sync.backends.xlsx_lock import alone
from sync.backends.xlsx_mark import forget_mark, read_mark, write_mark
from sync.backends.xlsx_parts import Known, Parts, take_apart
from sync.backends.xlsx_read import read_again, read_book
from sync.backends.xlsx_strict import as_usual
from sync.grid import Grid
from sync.plan import OutRow, Plan
from sync.reading.first_look import tabs_in
from sync.reading.tabs import is_marked
from sync.schema import Tab
from sync.settings import operator

WRITERS = ("", "openpyxl")  # what edits a file: part by part, or for one release more the library that writes it anew


class XlsxBackend:
    """One workbook file."""

    def __init__(self, path: Path | str, keep: Keep | None = None, writer: str | None = None) -> None:
        """`writer`: one of WRITERS; by default as the operator says."""
        self.given = str(path)
        self._writer = operator().writer if writer is None else writer
        if self._writer not in WRITERS:
            raise BackendError(f"PAIRSHEET_WRITER says {self._writer[:40]!r}; it takes openpyxl, or is not set at all")
        self._keep = keep or Keep()
        self.path = Path(path)
        self._seen: Seen | None = None
        self._grid: Grid | None = None
        self._parts: Parts | None = None  # of the file that was seen
        self._of_grid = b""  # the bytes that the grid was read from
        self._aside: tuple[bytes, Grid] | None = None  # bytes that are not those that were seen, and what they hold

    @property
    def address(self) -> str:
        """The path as it was given."""
        return self.given

    def read(self) -> Grid:
        """Everything, in one go. Raises Unreachable."""
        path = real_path(self.path)
        data, seen = load(path)
        if self._grid is not None and seen == self._seen:
            return self._grid  # the very bytes that were read or written last
        usual = as_usual(data)
        parts = take_apart(usual, path.name)
        grid = read_book(path, usual, parts)
        self._seen, self._grid, self._parts, self._of_grid = seen, grid, parts, data
        return grid

    def typed(self, cells: Sequence[Address]) -> Mapping[Address, str]:
        """The formulas in these cells as their text; cells without one are left out. Raises Unreachable."""
        from sync.backends.ooxml.typed import formulas_in

        path = real_path(self.path)
        data, seen = load(path)
        if self._parts is None or seen != self._seen:
            return {}  # saved by somebody since it was read: the write would be refused
        titles = {key: title for title, key in self._parts.keys().items()}
        wanted = {(titles[key], row, column + 1): (key, row, column) for key, row, column in cells if key in titles}
        return {wanted[at]: text for at, text in formulas_in(data, wanted).items()}

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
            self._put(path, data, seen, parts, self._rewritten(path, data, parts, plan))

    def _rewritten(self, path: Path, data: bytes, parts: Parts, plan: Plan) -> Rewritten:
        if self._writer:
            from sync.backends import xlsx_write

            return xlsx_write.rewritten(as_usual(data), parts, plan, path.name)
        from sync.backends.ooxml.write import rewritten

        return rewritten(data, parts, plan, self._before(path, data), path.name)

    def prepare(self, tabs: Sequence[Tab], rows: Mapping[str, Sequence[OutRow]]) -> None:
        """Make what is missing: the file, tabs, headings. Nothing is written when nothing is missing."""
        path = real_path(self.path)
        if not path.parent.is_dir():
            raise Unreachable(f"There is no folder {path.parent}.")
        refuse_if_open(path)
        with alone(path):
            if not path.exists():
                made = _new(tabs, rows, path)
                if made is not None:
                    forget_mark(path)
                    self._seen, self._parts = replace(path, made.data, None, self._keep), None
                return
            data, seen, parts = self._checked(path)
            there = self._before(path, data)
            places = {name: tab.key for name, tab in tabs_in(there, tabs).items()}
            made = self._prepared(path, data, parts, tabs, rows, places)
            if made is not None:
                if not is_marked(there) and not places.keys() & {"Settings", "Journal"}:
                    forget_mark(path)  # of another book that had this name: nothing of it is in this file
                self._put(path, data, seen, parts, made)

    def _prepared(
        self,
        path: Path,
        data: bytes,
        parts: Parts,
        tabs: Sequence[Tab],
        rows: Mapping[str, Sequence[OutRow]],
        places: Mapping[str, str],
    ) -> Rewritten | None:
        if self._writer:
            from sync.backends import xlsx_write

            return xlsx_write.prepared(as_usual(data), parts, tabs, rows, path.name, places)
        from sync.backends.ooxml.write import prepared

        return prepared(data, parts, tabs, rows, self._before(path, data), path.name, places)

    def _before(self, path: Path, data: bytes) -> Grid:
        """What the file holds that is about to be written."""
        if self._grid is not None and self._of_grid is data:
            return self._grid
        if self._aside is None or self._aside[0] is not data:
            self._aside = data, read_book(path, as_usual(data))
        return self._aside[1]

    def _put(self, path: Path, data: bytes, seen: Seen, parts: Parts, made: Rewritten) -> None:
        """Put the new file in place of the one that was read, if everything else in it still reads as it did."""
        before, known = (
            self._before(path, data),
            Known(parts, _kept(parts, lie_alike(data, made.data, made.same), made.grown)),
        )
        after, parts = read_again(path, as_usual(made.data), before, known)
        refuse_changed(before, after, made.written, path.name)
        self._seen = replace(path, made.data, seen, self._keep)
        self._grid, self._parts, self._of_grid, self._aside = after, parts, made.data, None

    def _checked(self, path: Path) -> tuple[bytes, Seen, Parts]:
        data, seen = load(path)
        known = self._parts is not None and seen == self._seen
        parts = self._parts if known and self._parts is not None else take_apart(as_usual(data), path.name)
        if known:
            self._of_grid = data  # the same bytes, read again from the disk
        refuse_signed(parts, path.name)
        if self._writer:
            refuse_foreign(as_usual(data), parts, path.name)
        return data, seen, parts

    def ahead(self) -> float | None:
        """Seconds by which this machine's clock is ahead of one that answered lately; None where none did."""
        return None

    def mark(self) -> Mark | None:
        """The mark beside the file."""
        return read_mark(real_path(self.path))

    def set_mark(self, mark: Mark) -> None:
        """Keep this mark beside the file; without a fingerprint, that of the file as last read or written."""
        if not mark.fingerprint and self._seen is not None:
            mark = changed(mark, fingerprint=self._seen.digest)
        write_mark(real_path(self.path), mark)


def _kept(parts: Parts, same: frozenset[str], grown: frozenset[str]) -> frozenset[str]:
    """Parts of a file that need no second look after an edit: none where a part that all tabs lean on changed."""
    shared = ("sharedStrings", "styles", "theme")
    leaned_on = {name for name in parts.names if name.rpartition("/")[2].startswith(shared)}
    return same if leaned_on <= same | grown else frozenset()


def _new(tabs: Sequence[Tab], rows: Mapping[str, Sequence[OutRow]], path: Path) -> Rewritten | None:
    """A new workbook; one that may hold macros says so where its name does."""
    from sync.backends.xlsx_write import prepared

    made = prepared(None, None, tabs, rows, path.name, {})
    if made is None or path.suffix.casefold() != ".xlsm":
        return made
    from sync.backends.ooxml.macros import allowing_macros

    return changed(made, data=allowing_macros(made.data))
