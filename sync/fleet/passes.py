"""One pass of the fleet: the same `run_pass`, held by a lease, fenced by its ticket, by the book's account."""

from __future__ import annotations

import contextlib
import logging
import random
import threading
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any

from sync.backends.base import Address, Backend, BackendError, Mark, Refused, Unreachable
from sync.backends.books import is_google, open_book, spreadsheet_id
from sync.backends.google_session import GoogleSession
from sync.clocks import steady
from sync.fleet.accounts import sign_in_of
from sync.fleet.board import Board, Entry, Ticket
from sync.fleet.line import asking, key
from sync.fleet.quota import Counter, Grant, SharedBudget, SharedSession
from sync.fleet.shelves import RedisStore
from sync.fleet.sites import InTurn, RedisCache
from sync.fleet.stamps import stamp_of
from sync.fleet.trouble import Next, after, is_quota, kind_of
from sync.grid import Grid
from sync.plan import OutRow, Plan
from sync.reading.first_look import format_of, setting_of
from sync.running.faults import keep as keep_fault
from sync.running.health import note
from sync.running.logs import line_of
from sync.running.once import Pass
from sync.running.service import lookups, pass_over, sender
from sync.running.worker import FAULT, Report, report_of
from sync.schema import Tab
from sync.settings import Operator, operator

LEASE = 15.0  # seconds a book is held beyond the last sign of life of its worker
SLOW_ROUND = 900.0  # seconds
log = logging.getLogger("pairsheet.fleet")


class TakenOver(Refused):
    """Another worker holds the book by now: this one was taken for gone."""


@dataclass
class Hold:
    """What this process works on, and how long each part took."""

    ticket: Ticket | None = None
    seconds: dict[str, float] = field(default_factory=lambda: defaultdict(float))
    limited: bool = False


class Fenced:
    """A book that is written only while its ticket counts, with a clock beside each part.

    The guard in the book itself stays the judge of what was read and what is in it; the fence spares it work.
    """

    def __init__(self, book: Backend, board: Board, hold: Hold) -> None:
        self._book, self._board, self._hold = book, board, hold

    @property
    def address(self) -> str:
        """How people call this book."""
        return self._book.address

    @contextlib.contextmanager
    def _timed(self, part: str) -> Iterator[None]:
        began = steady()
        try:
            yield
        except BackendError as trouble:
            self._hold.limited = self._hold.limited or is_quota(trouble)
            raise
        finally:
            self._hold.seconds[part] += steady() - began

    def read(self) -> Grid:
        """Everything, in one go."""
        with self._timed("read"):
            return self._book.read()

    def typed(self, cells: Sequence[Address]) -> Mapping[Address, str]:
        """What stands in these cells as it was typed."""
        with self._timed("read"):
            return self._book.typed(cells)

    def write(self, plan: Plan) -> None:
        """Carry the plan out, if the book is still ours. Raises TakenOver besides what the backend raises."""
        ticket = self._hold.ticket
        if ticket is not None:
            with contextlib.suppress(Unreachable):  # without Redis the book's own guard decides alone
                if not self._board.holds(ticket) and self._board.entry(ticket.label) is not None:
                    raise TakenOver("Another worker holds this book by now; nothing was written.")
        with self._timed("write"):
            self._book.write(plan)

    def prepare(self, tabs: Sequence[Tab], rows: Mapping[str, Sequence[OutRow]]) -> None:
        """Make what is missing."""
        with self._timed("write"):
            self._book.prepare(tabs, rows)

    def ahead(self) -> float | None:
        """Seconds by which this machine's clock is ahead of one that answered lately."""
        return self._book.ahead()

    def mark(self) -> Mark | None:
        """The mark kept outside the book."""
        return self._book.mark()

    def set_mark(self, mark: Mark) -> None:
        """Keep this mark outside the book."""
        self._book.set_mark(mark)


class Books:
    """Opens books for one account: spreadsheets by its shared line, files as everybody does."""

    def __init__(self, account: str, line: Any, board: Board, hold: Hold) -> None:
        self._account, self._line, self._board, self._hold = account, line, board, hold
        self._session: SharedSession | None = None

    def session(self) -> GoogleSession:
        """The account's line to Google. Raises NoSuchAccount and NoSignIn."""
        if self._session is None:
            self._session = shared_session(self._account, self._line)
        return self._session

    def plain(self, name: str) -> Backend:
        """The backend of a book by name, without a fence. Raises NoSuchBook and NoSignIn."""
        id_ = spreadsheet_id(name) if is_google(name) else None
        if id_ is None:
            return open_book(name)
        from sync.backends.google import GoogleBackend

        return GoogleBackend(id_, self.session(), RedisStore(self._line))

    def __call__(self, name: str) -> Backend:
        """The backend of a book by name, behind its fence."""
        return Fenced(self.plain(name), self._board, self._hold)


def shared_session(account: str, line: Any) -> SharedSession:
    """An account's line to Google, counted with everybody else's. Raises NoSuchAccount and NoSignIn."""
    from google.auth.transport.requests import AuthorizedSession

    from sync.backends.google_session import Limits

    found = sign_in_of(account)
    grant = Grant.of_operator()
    http = AuthorizedSession(found.credentials)  # type: ignore[no-untyped-call]
    session = SharedSession(http, found.address, Limits(per_minute=grant.account, tries=3, seconds=40))
    return session.share(SharedBudget(Counter(line, grant), account))


class Work:
    """What a worker does with a ticket. One for each process; books stay open between passes."""

    def __init__(
        self,
        line: Any,
        who: Operator | None = None,
        lease: float = LEASE,
        slow_round: float = SLOW_ROUND,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
        dice: random.Random | None = None,
    ) -> None:
        self._line, self._board, self._store = line, Board(line), RedisStore(line)
        self._who = who or operator()
        self._lease, self._slow, self._now = lease, slow_round, now
        self._dice = dice or random.Random()
        self._hold = Hold()
        self._look_up = lookups(self._who, self._sites)
        self._books: dict[str, Books] = {}
        self._passes: dict[str, Callable[[str], Pass]] = {}

    def _sites(self, contact: str) -> Any:
        from sync.chesssites.lookup import open_sites

        return open_sites(contact, RedisCache(self._line), self._who.undocumented_lookup, InTurn(self._line))

    def _of(self, account: str) -> tuple[Books, Callable[[str], Pass]]:
        if account not in self._passes:
            books = self._books[account] = Books(account, self._line, self._board, self._hold)
            run = pass_over(self._now, look_up=self._look_up, send=sender(self._who), opened_by=books)
            self._passes[account] = run
        return self._books[account], self._passes[account]

    def run(self, ticket: Ticket) -> str:
        """A pass over the book of this ticket; how it ended, in a word. Raises Unreachable where Redis is gone."""
        entry = self._board.entry(ticket.label)
        if entry is None or not self._board.begin(ticket, self._lease):
            self._board.count("stale", {})
            return "stale"
        self._hold.ticket, self._hold.limited = ticket, False
        self._hold.seconds.clear()
        if not is_google(entry.book):  # as it is before it is read: what is saved from now on is a change
            with asking():
                self._line.hset(key("stamps"), ticket.label, stamp_of(Path(entry.book)))
        with _alive(partial(self._board.renew, ticket, self._lease), self._lease / 3):
            report = self._passed(entry)
            return self._ended(ticket, entry, report)

    def _passed(self, entry: Entry) -> Report:
        def run(name: str) -> Pass:
            books, passes = self._of(entry.account)
            done = passes(name)
            if not done.decided.stopped:
                _bring_mark_back(books.plain(name), done)
            return done

        return report_of(entry.book, run)

    def _ended(self, ticket: Ticket, entry: Entry, report: Report) -> str:
        kind = kind_of(report, self._hold.limited)
        then = self._after(ticket, entry, kind, report.error) if kind else None
        wake = report.done.decided.wake if report.done is not None else None
        soon = (wake - self._now()).total_seconds() if wake is not None else None
        if then is not None:
            soon = then.delay if then.aside is None else None
        slow = then.delay if then is not None and then.aside is not None else self._slow
        counts = self._board.finish(ticket, soon, slow, then.failures if then else None, then.aside if then else None)
        if not counts:
            self._board.count("taken-over", {})
            return "taken-over"
        self._note(ticket.label, entry, report, kind)
        return kind or "done"

    def _after(self, ticket: Ticket, entry: Entry, kind: str, words: str) -> Next:
        before = self._board.failures(ticket.label)
        well = float(self._line.hget(key("well"), entry.account) or 0.0)
        return after(kind, words, before, self._board.now(), well, self._dice)

    def _note(self, label: str, entry: Entry, report: Report, kind: str) -> None:
        """What went on, for people and monitors; nothing of it is needed for the next pass."""
        fault = ""
        if report.fault is not None and report.code == FAULT:
            kept = keep_fault(report.fault, report.at, "fleet", self._who.state)
            fault = kept.name if kept is not None else ""
        event = ""
        if report.done is not None and report.done.decided.gathered is not None:
            event = str(report.done.decided.gathered.settings.get(("Tournament", "")) or "")
        log.log(logging.ERROR if kind not in ("", "quota") else logging.INFO, line_of(report))
        self._hold.seconds["pass"] = report.seconds
        with contextlib.suppress(OSError, BackendError):
            note(report, self._store, fault, event)
            self._store.put(f"shown/{label}", shown(report, self._now()))
            self._board.count(kind or "done", self._hold.seconds)
            self._pace(entry.account, report.seconds)
            if not kind:
                self._line.hset(key("well"), entry.account, self._board.now())
                self._watch_answers(label, report)

    def _pace(self, account: str, seconds: float) -> None:
        """How long passes of this account take lately."""
        before = float(self._line.hget(key("pace"), account) or seconds)
        self._line.hset(key("pace"), account, f"{0.8 * before + 0.2 * seconds:.3f}")

    def _watch_answers(self, label: str, report: Report) -> None:
        """Private answers change in a spreadsheet of their own: a change there is one of this book."""
        id_ = spreadsheet_id(setting_of(report.done.grid, "Form answers") or "") if report.done is not None else None
        if id_:
            self._line.hset(key("also"), id_, label)


def shown(report: Report, now: datetime) -> dict[str, Any]:
    """What the list of the fleet shows of a pass."""
    done = report.done
    if done is None:
        return {"state": "failing", "error": report.error, "at": now.isoformat()}
    decided = done.decided
    state = "stopped" if decided.stopped or decided.answer is None else decided.answer.state
    found = format_of(done.grid)
    return {"state": state, "format": found, "needs": decided.needs, "good": now.isoformat(), "error": ""}


def _bring_mark_back(book: Backend, done: Pass) -> None:
    """A mark that was lost comes back from the book's own Journal."""
    with contextlib.suppress(BackendError):
        if book.mark() is None and done.decided.last_no:
            book.set_mark(Mark(done.grid.revision, done.decided.last_no))


@contextlib.contextmanager
def _alive(renew: Callable[[], bool], every: float) -> Iterator[None]:
    """Within it, a sign of life every so many seconds."""
    ended = threading.Event()

    def go_on() -> None:
        while not ended.wait(every):
            with contextlib.suppress(Unreachable):  # the next one may get through
                if not renew():
                    return

    thread = threading.Thread(target=go_on, daemon=True)
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join(timeout=15)
