"""Who watches: hears of changes, knows when each book wants to wake, and puts passes into the queue.

Any number may be started; one leads, the others stand by and take over within seconds. The leader holds nothing that is
not in Redis, in the list, or at Google: a leader that is killed, or a Redis that lost everything, costs a look at each
book and nothing else.
"""

from __future__ import annotations

import contextlib
import logging
import random
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from sync.backends.base import BackendError, Unreachable
from sync.backends.books import is_google, spreadsheet_id
from sync.backends.google_watch import CHANGED_SHARE, REQUESTS_A_BOOK, UNSEEN_SHARE
from sync.clocks import Steady, steady
from sync.fleet.accounts import sign_in_of
from sync.fleet.app import Queue
from sync.fleet.board import Board, Entry
from sync.fleet.line import asking, key
from sync.fleet.listing import Line, Shown
from sync.fleet.quota import Counter
from sync.fleet.shelves import RedisStore
from sync.fleet.stamps import stamp_of
from sync.fleet.standing import fleet_now, workers_of
from sync.fleet.trouble import after
from sync.running.health import label

LEAD = 10.0  # seconds a leader leads beyond its last sign of life
TURN = 0.5  # seconds between two looks at what is due
ASK_EVERY = 10.0  # seconds between two questions to Drive, for each account
FILES_EVERY = 5.0  # seconds between two looks at the times of files
LIST_EVERY = 60.0  # seconds between two looks at the list
FILL_EVERY = 120.0  # seconds between two times that the list is filled in
CANARY_EVERY = 60.0
RECONCILE_EVERY = 60.0
LOST_MESSAGE, LONG_QUEUE = 15.0, 300.0  # seconds: while the queue is empty; while others stand before it
GONE_WORKER = 600.0  # seconds after which a worker's last word is thrown away
A_PROCESS = 4  # passes in the queue for each process that works
SLOW_PASS = 3.0  # seconds; an account whose passes take longer leaves a process to the others
log = logging.getLogger("pairsheet.fleet")


class ListOfBooks(Protocol):
    """Where the list of the fleet is at home."""

    def lines(self) -> tuple[Line, ...]:
        """Every line that names a book."""

    def fill(self, shown: Mapping[str, Shown]) -> bool:
        """Fill in how each book stands; whether anything had to be written."""


class Changes(Protocol):
    """An account's list of changes."""

    why_not: str

    def changed(self) -> frozenset[str] | None:
        """Ids of files that changed since the last time; None when that is not known."""


@dataclass
class _Every:
    """True once every so many seconds."""

    seconds: float
    clock: Steady
    last: float | None = None

    def __call__(self) -> bool:
        now = self.clock()
        if self.last is not None and now - self.last < self.seconds:
            return False
        self.last = now
        return True


@dataclass
class _Known:
    """The list as it was read last, ready for looking things up."""

    books: dict[str, Entry] = field(default_factory=dict)
    by_id: dict[str, str] = field(default_factory=dict)  # id of a spreadsheet -> label
    files: dict[str, Path] = field(default_factory=dict)
    wrong: dict[str, Line] = field(default_factory=dict)

    @classmethod
    def of(cls, found: Sequence[Line]) -> _Known:
        known = cls()
        for line in found:
            if line.wrong:
                known.wrong[line.label] = line
                continue
            name = line.entry.book
            known.books[line.label] = line.entry
            if is_google(name):
                known.by_id[spreadsheet_id(name) or ""] = line.label
            else:
                known.files[line.label] = Path(name)
        return known

    @property
    def accounts(self) -> tuple[str, ...]:
        return tuple(sorted({entry.account for entry in self.books.values()}))


class Watcher:
    """One who watches. `turn` is one look around; everything in it may raise Unreachable, and the next turn goes on."""

    def __init__(
        self,
        board: Board,
        queue: Queue,
        listing: ListOfBooks,
        counter: Counter,
        changes_of: Callable[[str], Changes | None],
        nudged: Callable[[], Sequence[str]] | None = None,
        heard_of: Callable[[Sequence[str]], None] | None = None,
        clock: Steady = steady,
        dice: random.Random | None = None,
        ask_every: float = ASK_EVERY,
    ) -> None:
        self._board, self._queue, self._listing, self._counter = board, queue, listing, counter
        self._changes_of, self._nudged, self._heard_of = changes_of, nudged, heard_of
        self._dice = dice or random.Random()
        self._known, self._mine, self._shift = _Known(), "", 0
        self._changes: dict[str, Changes | None] = {}
        self._ask, self._files = _Every(ask_every, clock), _Every(min(FILES_EVERY, ask_every), clock)
        self._list, self._fill = _Every(LIST_EVERY, clock), _Every(FILL_EVERY, clock, clock())
        self._canary, self._reconcile = _Every(CANARY_EVERY, clock), _Every(RECONCILE_EVERY, clock)
        self._told: set[str] = set()

    @property
    def leads(self) -> bool:
        """Whether this one is the leader."""
        return bool(self._mine)

    @property
    def accounts(self) -> tuple[str, ...]:
        """The accounts of the list."""
        return self._known.accounts

    def turn(self) -> int:
        """One look around. How many passes were queued comes back. Raises Unreachable where Redis is gone."""
        before, self._mine = self._mine, self._board.lead(self._mine, LEAD)
        if not self._mine:
            return 0
        if self._mine != before:
            log.info("leads with %s", self._mine)
            self._list.last = self._reconcile.last = None
        self._read_list()
        self._hear()
        self._mend()
        sent = self._dispatch()
        if self._canary():
            self._queue.canary(self._board.now())
        if self._fill():
            self._filled()
        return sent

    def end(self) -> None:
        """Let another one lead at once."""
        with contextlib.suppress(Unreachable):
            self._board.step_down(self._mine)
        self._mine = ""

    # the list
    def _read_list(self) -> None:
        if self._list():
            try:
                self._known = _Known.of(self._listing.lines())
            except BackendError as trouble:  # what was read before goes on, what Redis holds otherwise
                self._once(f"the list cannot be read: {trouble}")
                if not self._known.books:
                    held = self._board.books()
                    self._known = _Known.of([Line(entry, 0) for entry in held.values()])
                    return
            if self._heard_of is not None:
                self._heard_of([entry.book for entry in self._known.books.values()])
            self._become()
        elif self._known.books and self._board.count_of_books() != len(self._known.books):
            log.warning("Redis lost books of the list; they are put back")
            self._canary.last = None
            self._become()

    def _become(self) -> None:
        came, went = self._board.become(self._known.books)
        if came or went:
            log.info("the list has %d books: %d came, %d went", len(self._known.books), came, went)

    def _filled(self) -> None:
        try:
            self._listing.fill({b.label: b.shown for b in fleet_now(self._board).books})
        except Unreachable:
            raise
        except BackendError as trouble:  # somebody has it open: the next time
            self._once(f"the list cannot be filled in: {trouble}")

    def _once(self, words: str) -> None:
        if words not in self._told:
            self._told.add(words)
            log.warning("%s", words)

    # changes
    def _hear(self) -> None:
        wanted: set[str] = set()
        if self._nudged is not None:
            wanted |= {label(book) for book in self._nudged()}
        if self._files():
            with asking():
                seen: Mapping[str, str] = self._board.line.hgetall(key("stamps"))
            wanted |= {one for one, path in self._known.files.items() if stamp_of(path) != seen.get(one, "")}
        if self._ask():
            wanted |= self._changed()
        if wanted:
            self._board.want(wanted)

    def _changed(self) -> set[str]:
        """What Drive tells each account; where it tells nothing, the slow round looks."""
        ids: set[str] = set()
        for account in self._known.accounts:
            if not account:
                continue
            if account not in self._changes:
                try:
                    self._changes[account] = self._changes_of(account)
                except BackendError as trouble:
                    self._once(f"account {account}: {trouble}")
                    continue
            asked = self._changes[account]
            if asked is None:
                continue
            ids |= asked.changed() or frozenset()
            if asked.why_not:
                self._once(f"account {account}: {asked.why_not}")
        found = {self._known.by_id[one] for one in ids if one in self._known.by_id}
        if ids:
            with asking():
                found |= {one for one in self._board.line.hmget(key("also"), sorted(ids)) if one}
        return found

    # what went wrong
    def _mend(self) -> None:
        for one in self._board.lapsed(self._mine):
            words = "its worker died over it, or it took too long"
            then = after("lost", words, self._board.failures(one), self._board.now(), 0.0, self._dice)
            self._board.after(one, then.delay, then.failures, then.aside)
            self._board.count("lost", {})
            log.warning("%s: %s", one, words)
        if self._reconcile():
            self._board.reconcile(list(self._known.books))
            self._board.drop_workers(GONE_WORKER)
        for ticket in self._board.strays(self._mine, LONG_QUEUE if self._queue.length else LOST_MESSAGE):
            self._queue.put(ticket)

    # the queue
    def _dispatch(self) -> int:
        """Each account its share, another one first each time."""
        accounts = self._known.accounts
        self._shift += 1
        turned = [accounts[(n + self._shift) % len(accounts)] for n in range(len(accounts))]
        processes, slow = self._pace()
        sent = 0
        for account in turned:
            soon, unseen = self._room(account)
            most = A_PROCESS * processes
            if account in slow and len(accounts) > 1:
                most = max(1, (processes - 1) // len(slow))
            taken = self._board.dispatch(self._mine, account, soon, unseen, most)
            if taken is None:
                self._mine = ""
                return sent
            for ticket in taken:
                self._queue.put(ticket)
            sent += len(taken)
        return sent

    def _pace(self) -> tuple[int, frozenset[str]]:
        """How many processes work, and the accounts whose passes take long."""
        with asking():
            paces: Mapping[str, str] = self._board.line.hgetall(key("pace"))
        processes = sum(workers_heard(self._board).values())
        return max(1, processes), frozenset(name for name, took in paces.items() if float(took) > SLOW_PASS)

    def _room(self, account: str) -> tuple[int, int]:
        """How many books may be looked at now: of those that changed, and of the slow round."""
        if not account:
            return 1000, 1000
        left, grant = self._counter.left(account), self._counter.grant.account or 1000
        soon = left - int((1 - CHANGED_SHARE) * grant)
        return max(0, soon), max(0, (left - int((1 - UNSEEN_SHARE) * grant)) // REQUESTS_A_BOOK)


def workers_heard(board: Board) -> Mapping[str, int]:
    """Workers that were heard of lately, and their processes. Raises Unreachable."""
    with asking():
        found: Mapping[str, str] = board.line.hgetall(key("workers"))
    return workers_of(found, board.now())


def drive_changes(line: Any) -> Callable[[str], Changes | None]:
    """Each account's list of changes at Drive; None where its sign-in cannot be asked for that."""

    def of(account: str) -> Changes | None:
        from sync.backends.google_session import Limits, session_for
        from sync.backends.google_signin import DRIVE_LOOK, with_scopes
        from sync.backends.google_watch import Watch

        wider = with_scopes(sign_in_of(account), (DRIVE_LOOK,))
        quick = Limits(tries=2, seconds=15, per_minute=0)  # Drive counts apart from Sheets
        return Watch(session_for(wider, quick), RedisStore(line), account) if wider is not None else None

    return of


def watch(watcher: Watcher, stopped: Callable[[], bool], sleep: Callable[[float], None] = time.sleep) -> None:
    """Until stopped. Trouble of Redis is said once and waited out."""
    said = ""
    while not stopped():
        try:
            watcher.turn()
            said = ""
        except Unreachable as trouble:
            if str(trouble) != said:
                said = str(trouble)
                log.warning("%s The watch goes on when it is back.", said)
        sleep(TURN)
    watcher.end()
