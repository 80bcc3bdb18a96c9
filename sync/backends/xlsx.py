"""A book in one `.xlsx` file: read by calamine, written by openpyxl, replaced whole or not at all."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace as changed
from pathlib import Path

from sync.backends.base import Mark, Raced, Unreachable
from sync.backends.xlsx_file import Seen, alone, forget_mark, load, read_mark, refuse_if_open, replace, write_mark
from sync.backends.xlsx_guard import refuse_foreign
from sync.backends.xlsx_parts import Parts, take_apart
from sync.backends.xlsx_read import read_book
from sync.grid import Grid
from sync.plan import OutRow, Plan
from sync.schema import Tab


class XlsxBackend:
    """One workbook file."""

    def __init__(self, path: Path | str) -> None:
        self.given = str(path)
        self.path = Path(path).expanduser()
        self._seen: Seen | None = None

    @property
    def address(self) -> str:
        """The path as it was given."""
        return self.given

    def read(self) -> Grid:
        """Everything, in one go. Raises Unreachable."""
        path = self.path.resolve()
        data, seen = load(path)
        grid = read_book(path, data)
        self._seen = seen
        return grid

    def write(self, plan: Plan) -> None:
        """Carry the plan out whole or not at all, if the file is still the one that was read.

        Raises Raced, Refused or Unreachable; then the file is as it was. The file before the write stays as `.bak`.
        """
        if plan.is_empty:
            return
        path = self.path.resolve()
        refuse_if_open(path)
        with alone(path):
            data, seen, parts = self._checked(path)
            if self._seen is not None and seen != self._seen:
                raise Raced(f"{path.name} was saved by somebody since it was read.")
            if parts.revision != plan.base:
                raise Raced(f"Revision {parts.revision} stands in {path.name} where {plan.base} was read.")
            from sync.backends.xlsx_write import rewritten

            self._seen = replace(path, rewritten(data, parts, plan, path.name), seen)

    def prepare(self, tabs: Sequence[Tab], rows: Mapping[str, Sequence[OutRow]]) -> None:
        """Make what is missing: the file, tabs, headings. Nothing is written when nothing is missing."""
        from sync.backends.xlsx_write import prepared

        path = self.path.resolve()
        if not path.parent.is_dir():
            raise Unreachable(f"There is no folder {path.parent}.")
        refuse_if_open(path)
        with alone(path):
            if not path.exists():
                made = prepared(None, None, tabs, rows, path.name)
                if made is not None:
                    forget_mark(path)
                    self._seen = replace(path, made, None)
                return
            data, seen, parts = self._checked(path)
            made = prepared(data, parts, tabs, rows, path.name)
            if made is not None:
                self._seen = replace(path, made, seen)

    def _checked(self, path: Path) -> tuple[bytes, Seen, Parts]:
        data, seen = load(path)
        parts = take_apart(data, path.name)
        refuse_foreign(data, parts, path.name)
        return data, seen, parts

    def mark(self) -> Mark | None:
        """The mark beside the file."""
        return read_mark(self.path.resolve())

    def set_mark(self, mark: Mark) -> None:
        """Keep this mark beside the file; without a fingerprint, that of the file as last read or written."""
        if not mark.fingerprint and self._seen is not None:
            mark = changed(mark, fingerprint=self._seen.digest)
        write_mark(self.path.resolve(), mark)
