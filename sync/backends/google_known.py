"""What is known of a spreadsheet besides its cells, and where that and the mark are kept beside the worker."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from sync.backends.base import Mark, Unreachable
from sync.backends.google_session import Json
from sync.grid import Shut
from sync.jsontext import whole
from sync.keeping import Store, store_of
from sync.marks import tab_ids as tab_ids
from sync.schema import normal

GUARD = "pairsheet_rev_"  # and a number: id and name of the named range that a revision creates
KEPT_GUARDS = 20
SHAPE = (
    "properties(title,timeZone),namedRanges(namedRangeId),"
    "sheets(properties(sheetId,title,hidden,sheetType,gridProperties(rowCount,columnCount)))"
)
_FORMAT = 1


# A hidden tab that says the revision in a cell, for the one read of a pass.
NOTE_TABS = tab_ids("pairsheet:revision")
NOTE_TITLE = "_pairsheet"


@dataclass(frozen=True)
class Sheet:
    """A tab without its cells."""

    id: int
    title: str
    hidden: bool = False
    rows: int = 1000
    columns: int = 26
    cells: bool = True  # false for a tab that is a chart


@dataclass(frozen=True)
class Known:
    """A spreadsheet without its cells, as last looked up (`at`: seconds since 1970).

    `note` is what the note's cell held when it was last held against the named ranges; while it does not change,
    nobody else has written.
    """

    title: str
    zone: str | None
    sheets: tuple[Sheet, ...]
    guards: tuple[int, ...] = ()
    floor: int = 0  # a revision that was found taken although no list shows it
    note: int | None = None
    at: float = 0.0
    shut: tuple[Shut, ...] = ()  # views that a write was refused for
    shut_at: float = 0.0
    binned: bool = False  # whether Drive said that the file is in the bin, when it was last asked
    bin_at: float = 0.0

    @property
    def revision(self) -> int:
        """The number of the last guarded write."""
        return max((self.floor, *self.guards))

    def by_id(self, id_: int | str) -> Sheet | None:
        """The tab with this id."""
        return next((s for s in self.sheets if str(s.id) == str(id_)), None)

    def by_title(self, title: str) -> Sheet | None:
        """The tab with this title, case and spaces forgiven."""
        return next((s for s in self.sheets if normal(s.title) == normal(title) and s.id not in NOTE_TABS), None)

    @property
    def note_tab(self) -> int | None:
        """Id of the hidden tab with the revision; None when it is not there."""
        return next((s.id for s in self.sheets if s.id in NOTE_TABS), None)


def known_from(answer: Mapping[str, Any], at: float, before: Known | None = None) -> Known:
    """What a `Spreadsheet` message says."""
    properties = answer.get("properties", {})
    sheets = []
    for item in answer.get("sheets", ()):
        p = item["properties"]
        grid = p.get("gridProperties", {})
        sheets.append(
            Sheet(
                int(p.get("sheetId", 0)),
                str(p["title"]),
                bool(p.get("hidden")),
                int(grid.get("rowCount", 0)),
                int(grid.get("columnCount", 0)),
                p.get("sheetType", "GRID") == "GRID",
            )
        )
    guards = sorted(
        int(found[1])
        for item in answer.get("namedRanges", ())
        if (found := re.fullmatch(GUARD + r"(\d+)", str(item.get("namedRangeId", ""))))
    )
    zone = properties.get("timeZone")
    known = Known(str(properties.get("title", "")), zone, tuple(sheets), tuple(guards), at=at)
    if before is None:
        return known
    shut = tuple(s for s in before.shut if known.by_id(s.key) is not None)
    known = replace(known, floor=before.floor, note=before.note, shut=shut, shut_at=before.shut_at)
    return replace(known, binned=before.binned, bin_at=before.bin_at)


class Shelf:
    """What is kept of one spreadsheet outside it: what is known of it, its mark, what landed last."""

    def __init__(self, place: Path | Store, book: str) -> None:
        name = re.sub(r"[^A-Za-z0-9_-]", "_", book)
        self._store = store_of(place)
        self._known, self._mark, self._landed = (f"google/{name}.{what}" for what in ("known", "mark", "landed"))

    def known(self) -> Known | None:
        """What was known at an earlier pass; None when there is nothing that can be read."""
        try:
            data = self._store.get(self._known)
            if data is None or data.pop("format") != _FORMAT:
                return None
            data["sheets"] = tuple(Sheet(**s) for s in data["sheets"])
            data["guards"] = tuple(whole(g) for g in data["guards"])
            data["shut"] = tuple(Shut(**s) for s in data.get("shut", ()))
            return Known(**data)
        except (ValueError, KeyError, TypeError):
            return None

    def keep(self, known: Known) -> None:
        """Keep what is known. It can be had again for one request, so a store that refuses does no harm."""
        with contextlib.suppress(OSError):
            self._store.put(self._known, {"format": _FORMAT, **asdict(known)})

    def landed(self) -> Any:
        """The rows appended last, as kept; an empty list when there is nothing that can be read."""
        return (self._store.get(self._landed) or {}).get("rows", [])

    def keep_landed(self, rows: Sequence[Json]) -> None:
        """Keep them, where the store allows."""
        with contextlib.suppress(OSError):
            self._store.put(self._landed, {"rows": list(rows)})

    def mark(self) -> Mark | None:
        """The mark; None when there is none, or none that can be read."""
        try:
            data = self._store.get(self._mark) or {}
            return Mark(whole(data["revision"]), whole(data["last_no"]), str(data["fingerprint"]))
        except (ValueError, KeyError, TypeError):
            return None

    def set_mark(self, mark: Mark) -> None:
        """Keep the mark. Raises Unreachable."""
        try:
            self._store.put(self._mark, asdict(mark))
        except OSError as error:
            said = error.strerror or str(error)
            raise Unreachable(f"{self._store.where(self._mark)} could not be written ({said}).") from None


def fresh_id(name: str, taken: Collection[int], skip: int = 0) -> int:
    """An id for a new tab of this name. `skip` passes over some, when Google refused the first."""
    return [i for i in tab_ids(name) if i not in taken][skip]


def titles_taken(sheets: Sequence[Sheet]) -> set[str]:
    """Titles in use, as the service compares them."""
    return {s.title.casefold() for s in sheets}
