"""One run over many spreadsheets, as a timer starts it: whose turn it is, and what is left for the next.

A run goes on where the last one ended: what changed comes first, then who was not looked at for longest. A changed book
that a run did not reach is remembered for the next one.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path

from sync.backends.base import BackendError
from sync.backends.books import is_google, spreadsheet_id
from sync.clocks import Steady, steady
from sync.keeping import Store, store_of
from sync.running.health import healths

PENDING = "google/changed"
NEVER = datetime.min.replace(tzinfo=UTC)
Room = Callable[[float | None], bool]


class Turns:
    """The books of one run in their turn. `within` seconds after `begun` no further book begins.

    `changed` tells which ids of spreadsheets changed since the last run; `room` waits for room in the budget of
    requests until a moment of the clock, and says whether there is some.
    """

    def __init__(
        self,
        books: Sequence[str],
        state: Path | Store,
        within: float | None = None,
        changed: Callable[[], frozenset[str]] = frozenset,
        room: Room = lambda _until: True,
        clock: Steady = steady,
    ) -> None:
        self._store, self._clock, self._room = store_of(state), clock, room
        self._until = clock() + within if within is not None else None
        self._books = tuple(books)
        self._pending: set[str] = set()
        self._others: set[str] = set()  # changed books of another run that shares the store
        self.left: tuple[str, ...] = ()
        self._ask(changed)

    def __iter__(self) -> Iterator[str]:
        """Each book once; those that the time did not suffice for stand in `left` afterwards."""
        order = self.order()
        for number, book in enumerate(order):
            late = self._until is not None and self._clock() >= self._until
            if number and (late or (is_google(book) and not self._room(self._until))):
                self.left = order[number:]
                return
            yield book

    def order(self) -> tuple[str, ...]:
        """Files as they were named; behind them spreadsheets: changed ones first, then the longest unseen."""
        sheets = [book for book in self._books if is_google(book)]
        if len(sheets) < 2:
            return self._books
        seen = dict(zip(sheets, (h.last or NEVER for h in healths(self._store, sheets)), strict=True))
        sheets.sort(key=lambda book: (spreadsheet_id(book) not in self._pending, seen[book]))
        return (*(book for book in self._books if not is_google(book)), *sheets)

    def done(self, book: str) -> None:
        """A pass over this book ended, well or not: its change was looked at."""
        id_ = spreadsheet_id(book) if is_google(book) else None
        if id_ in self._pending:
            self._pending.discard(id_)
            self._keep()

    def _ask(self, changed: Callable[[], frozenset[str]]) -> None:
        """What changed since the last run, and what changed before and was not reached yet."""
        ids = {id_ for book in self._books if is_google(book) and (id_ := spreadsheet_id(book))}
        if len(ids) < 2:
            return
        kept = (self._store.get(PENDING) or {}).get("ids")
        before = {str(one) for one in kept} if isinstance(kept, list) else set()
        fresh = changed()
        self._pending, self._others = (before | fresh) & ids, before - ids
        if self._pending - before:
            self._keep()

    def _keep(self) -> None:
        with contextlib.suppress(OSError):  # without it a changed book waits for its turn among the others
            self._store.put(PENDING, {"ids": sorted(self._pending | self._others)})


def turns_of(books: Sequence[str], state: Path, within: float | None) -> Turns:
    """The turns of these books with this machine's sign-in."""
    if sum(map(is_google, books)) < 2:
        return Turns(books, state, within)
    from sync.backends.google import shared_session
    from sync.backends.google_watch import changes_of

    def changed() -> frozenset[str]:
        try:
            return changes_of(state)
        except BackendError:  # without a sign-in the pass itself says what is missing
            return frozenset()

    def room(until: float | None) -> bool:
        try:
            return shared_session().budget.wait_for(until)
        except BackendError:
            return True

    return Turns(books, state, within, changed, room)
