"""A book that is a Google spreadsheet: one request to read it, one to write it, nothing to leave it as it is.

What a pass needs besides the cells (ids and titles of tabs, the zone, the revision) is looked up once and kept. A
renamed tab, another worker's write or ten minutes make it looked up again.
"""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from gspread.urls import DRIVE_FILES_API_V3_URL, SPREADSHEET_BATCH_UPDATE_URL, SPREADSHEET_URL

from sync.backends.base import Address, BackendError, Mark, Raced, Refused, Uncertain, Unreachable
from sync.backends.google_closed import CLOSED_SHAPE, closed_in, ids_in, listed, place_named, shut_by, to_open
from sync.backends.google_errors import Denied, Rejected, viewer
from sync.backends.google_known import KEPT_GUARDS, SHAPE, Known, Sheet, Shelf, known_from
from sync.backends.google_landed import Landed, from_json, landed_of, put_right, to_json
from sync.backends.google_prepare import (
    LOOKS,
    SHAPE_WITH_PROTECTIONS,
    Preparation,
    descriptions,
    made_and_dressed,
    names_of_players,
    to_look_at,
    with_looks,
    with_things,
)
from sync.backends.google_read import grid_of, look_up, range_of, read_typed, read_values
from sync.backends.google_session import GoogleSession, Json, Limits, session_for
from sync.backends.google_write import Writer, guard_requests
from sync.grid import Grid, Row
from sync.keeping import Store
from sync.plan import OutRow, Plan
from sync.reading.first_look import tabs_in
from sync.schema import Tab

FRESH = 600.0  # seconds for which titles, zone and new tabs are taken as known
SOON, DOUBTFUL = 60.0, 3600.0  # the same for so long after a tab went away: an Undo may bring it back
BIN_EVERY = 3600.0  # seconds between two questions whether the file is in the bin
OLDEST_READ = 300.0  # seconds after which nothing is written on a read: more revisions may have gone by than are kept


class GoogleBackend:
    """A worker's hold on one spreadsheet. `now` gives seconds since 1970."""

    def __init__(
        self,
        book: str,
        session: GoogleSession,
        state: Path | Store,
        now: Callable[[], float] = time.time,
        fresh: float = FRESH,
        in_bin: Callable[[str], bool | None] | None = None,
    ) -> None:
        self._book, self._session, self._now, self._fresh = book, session, now, fresh
        self._in_bin = in_bin  # asks Drive; None where it does not tell
        self._shelf = Shelf(state, book)
        self._known: Known | None = None
        self._kept: Known | None = None  # as it lies on the shelf
        self._grid: Grid | None = None
        self._read_at = 0.0
        self._landed: tuple[Landed, ...] | None = None  # by the last write, until looked at; None: as on the shelf
        self._gone_at: float | None = None  # when a tab was last found to be gone

    @property
    def address(self) -> str:
        """How people call this book."""
        return f"https://docs.google.com/spreadsheets/d/{self._book}/edit"

    def read(self) -> Grid:
        """Everything: one request, or up to three after a rename or another's write. Raises Unreachable."""
        if self._known is None:
            self._known = self._shelf.known()
        known = self._known
        if known is None or not 0 <= self._now() - known.at < self._fresh_for():
            known = self._look_up()
        if known.shut and not 0 <= self._now() - known.shut_at < self._fresh:
            known = replace(known, shut=())  # tried again: somebody may have opened them
        known = self._looked_into_the_bin(known)
        self._read_at = self._now()
        try:
            note, rows = read_values(self._session, self._book, known)
        except Rejected:  # a tab was renamed or deleted
            known = self._look_up()
            note, rows = read_values(self._session, self._book, known)
        if note == known.revision:
            known = replace(known, note=note)
        elif note != known.note:  # another worker wrote, or a person typed there: the named ranges decide
            before = known.revision
            known = replace(self._look_up(), note=note)
            if known.revision != before:
                # A revision counts only for cells that were read after it: those at hand may be older.
                note, rows = read_values(self._session, self._book, known)
                known = replace(known, note=note if note == known.revision else None)
        self._keep(known)
        self._grid = grid_of(self._book, known, rows, known.revision)
        return self._grid

    def _looked_into_the_bin(self, known: Known) -> Known:
        """What is known, with whether the file is in the bin asked once an hour; a binned one is asked for sooner."""
        every = self._fresh if known.binned else BIN_EVERY
        if self._in_bin is None or 0 <= self._now() - known.bin_at < every:
            return known
        said = self._in_bin(self._book)
        known = replace(known, binned=known.binned if said is None else said, bin_at=self._now())
        self._known = known
        return known

    def typed(self, cells: Sequence[Address]) -> Mapping[Address, str]:
        """What stands in these cells as it was typed, formulas as their text: one request. Raises Unreachable."""
        known = self._known or self._look_up()
        try:
            return read_typed(self._session, self._book, known, cells)
        except Rejected:  # a tab was renamed or deleted since the read: the next pass looks again
            self._known = replace(known, at=0.0)
            return {}

    def _fresh_for(self) -> float:
        doubtful = self._gone_at is not None and 0 <= self._now() - self._gone_at < DOUBTFUL
        return min(SOON, self._fresh) if doubtful else self._fresh

    def _look_up(self) -> Known:
        before = self._known
        self._known = look_up(self._session, self._book, self._now(), before)
        self._miss(before, self._known)
        return self._known

    def _miss(self, before: Known | None, after: Known) -> None:
        if before is not None and {s.id for s in before.sheets} - {s.id for s in after.sheets}:
            self._gone_at = self._now()

    def _keep(self, known: Known) -> None:
        if known != self._kept:
            self._shelf.keep(known)
        self._known = self._kept = known

    def write(self, plan: Plan) -> None:
        """Carry the plan out whole or not at all, if the book still stands at `plan.base`: one request.

        Raises Raced, Refused, Unreachable or Uncertain; only after Uncertain may something have been written.
        """
        if plan.is_empty:
            return
        known = self._known or self._look_up()
        self._check(plan, known)
        self._put_right(plan, known)
        writer = self._writer(plan, known)
        requests = writer.requests
        self._landed = landed_of(plan, self._rows_by_id())
        self._shelf.keep_landed(to_json(self._landed))
        try:
            answer = self._send(requests)
        except Rejected as first:
            known = self._why_rejected(plan, known, first)
            again = self._writer(plan, known, _skip(first))
            if again.requests == requests:
                self._leave_out(first, writer)
                raise self._refused(first, requests, known) from None
            try:  # what was known of the tabs was old
                answer = self._send(again.requests)
            except Rejected as second:
                self._leave_out(second, again)
                raise self._refused(second, again.requests, known) from None
        self._written(plan.base + 1, answer, known)

    def _check(self, plan: Plan, known: Known) -> None:
        if plan.base != known.revision:
            raise Raced(f"Revision {known.revision} stands where {plan.base} was read: somebody wrote in between.")
        if not 0 <= self._now() - self._read_at < OLDEST_READ:
            raise Raced("The book was read too long ago to write on it.")

    def _put_right(self, plan: Plan, known: Known) -> None:
        """Raises Raced where rows of the last write were under the wrong headings: they are moved instead."""
        rows, landed, self._landed = self._rows_by_id(), self._last_landed(), ()
        cells = [request for some in landed for request in put_right(some, rows.get(some.tab, ()))]
        if not cells:
            return
        try:
            answer = self._send([*guard_requests(known, plan.token + "r"), *cells])
        except Rejected:
            self._known = replace(known, at=0.0)
        else:
            self._written(plan.base + 1, answer, known)
        raise Raced("Columns were moved while rows were being added: the rows were moved to their headings.")

    def _last_landed(self) -> tuple[Landed, ...]:
        if self._landed is None:
            try:
                self._landed = from_json(self._shelf.landed())
            except (KeyError, TypeError, ValueError, AttributeError):
                self._landed = ()
        return self._landed

    def _leave_out(self, trouble: Rejected, writer: Writer) -> None:
        """Raises Raced where a view stood in the way: the pass is decided again without it."""
        known = self._known  # as just looked up
        there = {s.id for s in known.sheets} if known is not None else set()
        views = {number: tab for number, tab in writer.views.items() if tab in there}
        shut = shut_by(str(trouble), views, self._closed()) if views else ()
        if not shut or known is None:
            return
        keys = {s.key for s in shut}
        kept = tuple(s for s in known.shut if s.key not in keys)
        self._keep(replace(known, shut=(*kept, *shut), shut_at=self._now()))
        raise Raced("A view may not be written: the pass is decided again without it.") from None

    def _closed(self) -> Json:
        return self._session.get(SPREADSHEET_URL % self._book, [("fields", CLOSED_SHAPE)])

    def _writer(self, plan: Plan, known: Known, skip: int = 0) -> Writer:
        def dress(tab: Tab, id_: int, rows: Sequence[OutRow]) -> list[Json]:
            del rows
            players = names_of_players(known.by_id(plan.places.get("Players", "")), self._rows_by_id())
            return made_and_dressed(tab, id_, players, self._editors())

        return Writer(plan, known, self._grid, dress, skip)

    def _refused(self, trouble: Rejected, requests: Sequence[Json], known: Known) -> Refused:
        """A refusal with the tab and range it is about, and the one next step."""
        closed = closed_in(self._closed())
        ours = [c for c in closed if c.tab in ids_in(requests)]
        if ours and "protected" in str(trouble).casefold():
            step = to_open(ours, self._session.address, self._book)
            return Refused(f"Protected ranges keep the worker out: {listed(ours)}. {step}")
        words = place_named(str(trouble), requests, {s.id: s.title for s in known.sheets})
        return Refused(f"Google refused to write {words} (pairsheet doctor may tell more)")

    def _rows_by_id(self) -> Mapping[int, Sequence[Row]]:
        return {int(t.key): t.rows for t in self._grid.tabs} if self._grid is not None else {}

    def _editors(self) -> Sequence[str]:
        return (self._session.address,) if self._session.address else ()

    def _send(self, requests: Sequence[Json]) -> Json:
        body = {"requests": list(requests), "includeSpreadsheetInResponse": True}
        params = [("fields", f"updatedSpreadsheet({SHAPE})")]
        try:
            return self._session.post(SPREADSHEET_BATCH_UPDATE_URL % self._book, body, params)
        except Uncertain:
            self._known = None if self._known is None else replace(self._known, note=None, at=0.0)
            raise
        except Denied as trouble:
            raise (viewer(self._session.address) if trouble.kind == "closed" else trouble) from None

    def _why_rejected(self, plan: Plan, before: Known, trouble: Rejected) -> Known:
        """What stands now, when the same plan may be tried on it once more. Raises Raced when somebody wrote."""
        known = self._look_up()
        if known.revision != plan.base:
            raise Raced("Somebody wrote in between: the book is read again.") from None
        if ".addNamedRange" in str(trouble) and known.note_tab == before.note_tab:
            # Taken, though no list shows it: Google hides named ranges whose tab was deleted. Go beyond them.
            self._keep(replace(known, floor=plan.base + KEPT_GUARDS + 1, note=None))
            raise Raced("The next revision's name is taken: the numbers go on beyond it.") from None
        return known

    def _written(self, revision: int, answer: Json, before: Known) -> None:
        after = known_from(answer.get("updatedSpreadsheet", {}), self._now(), before)
        if not after.sheets:  # an answer without what was asked for
            after = replace(before, guards=(*before.guards, revision), at=0.0)
        self._miss(before, after)
        self._keep(replace(after, note=revision, floor=0))
        mark = self._shelf.mark()
        if mark is not None and mark.revision < revision:
            with contextlib.suppress(Unreachable):  # the write landed; the pass keeps the mark again and says so
                self._shelf.set_mark(replace(mark, revision=revision))

    def prepare(self, tabs: Sequence[Tab], rows: Mapping[str, Sequence[OutRow]]) -> None:
        """Make what is missing: two requests to look, one to make; one more to look where a blank tab may be used.

        Nothing is sent when nothing is missing.
        """
        shape = self._session.get(SPREADSHEET_URL % self._book, [("fields", SHAPE_WITH_PROTECTIONS)])
        known = known_from(shape, self._now(), self._known)
        _, there = read_values(self._session, self._book, known)
        self._known = known
        ours = tabs_in(grid_of(self._book, known, there, known.revision), tabs)
        busy = with_things(shape) | self._looks_on(to_look_at(known, there, tabs))

        def made(skip: int) -> list[Json]:
            return Preparation(known, there, descriptions(shape), self._editors(), ours, busy, skip).prepare(tabs, rows)

        requests = made(0)
        if not requests:
            return
        try:
            try:
                answer = self._send(requests)
            except Rejected as first:
                if self._look_up().revision != known.revision:
                    raise Raced("Somebody else was preparing the book: run it again.") from None
                if not _skip(first):
                    raise
                answer = self._send(made(1))
        except Rejected as trouble:
            raise self._refused(trouble, requests, known) from None
        self._written(known.revision + 1, answer, known)

    def _looks_on(self, sheets: Sequence[Sheet]) -> frozenset[int]:
        """Which of these tabs have a look, a list or a note somewhere."""
        if not sheets:
            return frozenset()
        params = [("fields", LOOKS), *(("ranges", range_of(s.title)) for s in sheets)]
        return with_looks(self._session.get(SPREADSHEET_URL % self._book, params))

    def ahead(self) -> float | None:
        """Seconds by which this machine's clock is ahead of one that answered lately; None where none did."""
        return self._session.skew

    def mark(self) -> Mark | None:
        """The mark kept outside the spreadsheet."""
        return self._shelf.mark()

    def set_mark(self, mark: Mark) -> None:
        """Keep this mark outside the spreadsheet."""
        self._shelf.set_mark(mark)


def _skip(trouble: Rejected) -> int:
    """1 where the id of a new tab was refused, so that another one is tried."""
    return 1 if ".addSheet" in str(trouble) else 0


@lru_cache(maxsize=1)
def shared_session() -> GoogleSession:
    """The line to Google that all books of this process share, with one budget. Raises NoSignIn."""
    from sync.backends.google_signin import sign_in

    try:
        per_minute = int(os.environ.get("PAIRSHEET_REQUESTS_PER_MINUTE") or Limits.per_minute)
    except ValueError:
        per_minute = Limits.per_minute
    return session_for(sign_in(), Limits(per_minute=per_minute))


@lru_cache(maxsize=1)
def _drive() -> GoogleSession | None:
    """A line to Drive that sees names and states of files, no contents; None where the sign-in cannot be widened."""
    from sync.backends.google_signin import AT_HOME, DRIVE_LOOK, sign_in, with_scopes

    found = sign_in()
    wider = with_scopes(found, (DRIVE_LOOK,)) if found.how != AT_HOME else None
    return session_for(wider, Limits(tries=1, seconds=10)) if wider is not None else None


def in_bin(book: str, drive: GoogleSession | None = None) -> bool | None:
    """Whether Drive says that the file is in the bin; None where it does not tell (the Drive API is off, say)."""
    try:
        drive = drive or _drive()
        if drive is None:
            return None
        params = [("fields", "trashed"), ("supportsAllDrives", "true")]
        return bool(drive.get(f"{DRIVE_FILES_API_V3_URL}/{book}", params).get("trashed"))
    except BackendError:
        return None


def open_google(book: str) -> GoogleBackend:
    """The backend of a spreadsheet by its id. Raises NoSignIn when there is no sign-in."""
    from sync.settings import operator

    return GoogleBackend(book, shared_session(), operator().state, in_bin=in_bin)
