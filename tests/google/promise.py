"""The first promise, looked at write by write: no cell that was there is changed in a tab where people type."""

from __future__ import annotations

from collections import Counter

from rules.registry import engine_of
from sync.backends.google_known import NOTE_TABS, tab_ids
from sync.reading.look_ups import own_look_up
from sync.schema import Rows, workbook
from tests.emulator.book import Book
from tests.emulator.fixtures import Emulated
from tests.emulator.sheet import Row, Sheet

TABS = workbook(engine_of("ladder").sheet)
NAMES: dict[int, str] = {id_: tab.name for tab in TABS for id_ in tab_ids(tab.name)}
VIEWS = frozenset(tab.name for tab in TABS if tab.rows is Rows.VIEW)


def name_of(sheet_id: int) -> str:
    """Name in the schema of the tab with this number; blank for a tab of somebody's own."""
    return NAMES.get(sheet_id, "")


def is_peoples(sheet: Sheet) -> bool:
    """Whether a tab is not the worker's own."""
    return sheet.id not in NOTE_TABS and name_of(sheet.id) not in VIEWS


class Watch:
    """Holds a book against what it was before a worker's write."""

    def __init__(self, at: Emulated) -> None:
        self.at = at
        self.before: Book | None = None
        self.looked = 0
        self.put_right = 0  # lines of the worker's own that came to stand under the right headings
        self._written: set[object] = set()  # what workers wrote into new lines

    def stand_by(self) -> None:
        """A worker is about to write."""
        self.before = self.at.book

    def look(self) -> None:
        """Raises AssertionError where the write that may have come since changed a row of people's tabs."""
        before, now = self.before, self.at.book
        self.before = None
        if before is None or before is now:
            return
        self.looked += 1
        for was in before.sheets:
            if not is_peoples(was):
                continue
            sheet = next((s for s in now.sheets if s.id == was.id), None)
            assert sheet is not None, f"{was.title} is gone"
            assert sheet.title == was.title
            for number, row in was.rows.items():
                kept = sheet.rows.get(number)
                if kept is not row and _values(row):
                    assert kept is not None
                    if _values(kept) != _values(row):
                        if self._is_renewed(_values(row), _values(kept)):
                            continue
                        assert self._is_put_right(_values(row), _values(kept)), f"{was.title}, row {number + 1}"
                        self.put_right += 1
            last = was.last_row()
            for number in sheet.rows:
                if number < last and number not in was.rows:
                    assert not _values(sheet.rows[number]), f"{was.title}, row {number + 1} was blank"
                elif number >= last:
                    self._written.update(_values(sheet.rows[number]).values())

    def _is_put_right(self, before: dict[int, object], after: dict[int, object]) -> bool:
        """Whether nothing but the worker's own cells went to other places of the same line, and none was lost.

        That happens where columns were moved between a read and the write on it.
        """
        moved = [cell for column, cell in before.items() if after.get(column) != cell]
        same = Counter(map(str, before.values())) == Counter(map(str, after.values()))
        return same and all(cell in self._written for cell in moved)

    @staticmethod
    def _is_renewed(before: dict[int, object], after: dict[int, object]) -> bool:
        """Whether nothing changed but look-ups of the worker's own that led nowhere: the same ones lead somewhere now."""
        changed = [c for c in {*before, *after} if before.get(c) != after.get(c)]
        return all(
            (was := own_look_up(str(before.get(c)))) is not None and was == own_look_up(str(after.get(c)))
            for c in changed
        )


def _values(row: Row) -> dict[int, object]:
    return {column: cell.entered for column, cell in row.items() if cell.entered is not None}
