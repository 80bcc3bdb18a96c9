"""Which of many spreadsheets to read: one question to Drive for all of them, the engines' own clocks, a slow round.

Drive's list of changes needs the scope `drive.metadata.readonly`, which shows names and times of files, no contents.
It is asked for only here, with a sign-in of its own; without it every book is looked at in turn, more slowly.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

from sync.backends.base import BackendError
from sync.backends.google_errors import Denied, NoSignIn, Rejected
from sync.backends.google_session import GoogleSession
from sync.clocks import Steady, steady
from sync.keeping import Store, store_of

CHANGES = "https://www.googleapis.com/drive/v3/changes"
_MOST_PAGES = 20
SLOW_ROUND = timedelta(minutes=15)  # every book is read at least this often: how quickly Drive notices is not promised
ASK_EVERY = timedelta(seconds=10)
REQUESTS_A_BOOK = 2  # of one that was not read for a while
UNSEEN_SHARE, CHANGED_SHARE = 0.6, 0.95  # of the budget of requests a minute


class Watch:
    """Drive's list of changes, from where it was left. Where that is stays in the store, for the next process.

    `account` tells several accounts' lists apart.
    """

    def __init__(self, session: GoogleSession, state: Path | Store, account: str = "") -> None:
        self._session, self._store = session, store_of(state)
        self._name = f"google/changes-{account}" if account else "google/changes"
        self._token = self._kept()
        self.why_not = ""  # one line, once Drive will not tell

    def changed(self) -> frozenset[str] | None:
        """Ids of files that changed since the last time; None when that is not known (the first time, or no right)."""
        if self.why_not:
            return None
        try:
            if not self._token:
                answer = self._session.get(f"{CHANGES}/startPageToken", [("supportsAllDrives", "true")])
                self._keep(str(answer["startPageToken"]))
                return None
            return self._since()
        except Rejected:  # the token is too old
            self._keep("")
            return None
        except (Denied, NoSignIn) as trouble:
            self.why_not = f"Drive does not tell which sheets changed, so each is read in turn: {trouble}"
            return None
        except BackendError:
            return None

    def _since(self) -> frozenset[str]:
        found: set[str] = set()
        token = self._token
        for _ in range(_MOST_PAGES):
            params = [
                ("pageToken", token),
                ("pageSize", "1000"),
                ("fields", "nextPageToken,newStartPageToken,changes(fileId)"),
                ("supportsAllDrives", "true"),
                ("includeItemsFromAllDrives", "true"),
            ]
            answer = self._session.get(CHANGES, params)
            found |= {str(c["fileId"]) for c in answer.get("changes", ()) if c.get("fileId")}
            token = str(answer.get("nextPageToken") or answer.get("newStartPageToken") or token)
            if not answer.get("nextPageToken"):
                break
        self._keep(token)
        return frozenset(found)

    def _kept(self) -> str:
        return str((self._store.get(self._name) or {}).get("token") or "")

    def _keep(self, token: str) -> None:
        self._token = token
        with contextlib.suppress(OSError):  # without it the next process looks at every book once
            self._store.put(self._name, {"token": token})


@dataclass
class _Seen:
    """A book as the watch remembers it."""

    ids: frozenset[str] = frozenset()  # spreadsheets whose change concerns it: its own, one with private answers
    since: float | None = None  # when it was last passed over, on the clock that waits go by
    wake: datetime | None = None
    changed: bool = False


class Due:
    """Which books are due. `books` maps what people call them to the ids of their spreadsheets; `used` and
    `per_minute` tell how much of the budget of requests is spent.

    A book is due when it changed, when its engine wants to wake, when its last pass failed, and once in a slow
    round. Books nobody has seen yet and the slow round use only a part of the budget, so that a changed book
    never waits behind them. Waits go by `clock`, which nobody sets back; only when an engine wants to wake is a time
    of day. Without a clock the times that are given count for both.
    """

    def __init__(
        self,
        books: Mapping[str, str],
        watch: Watch | None,
        used: Callable[[], int],
        per_minute: int,
        clock: Steady | None = None,
    ) -> None:
        self._books = {name: _Seen(frozenset({id_})) for name, id_ in books.items()}
        self._watch, self._used, self._per_minute = watch, used, per_minute
        self._clock = clock
        self._asked: float | None = None
        self._turn: frozenset[str] = frozenset()

    def is_due(self, name: str, now: datetime) -> bool:
        """Whether to run a pass over this book now; one that is not watched always is."""
        book = self._books.get(name)
        if book is None:
            return True
        moment = self._moment(now)
        self._ask(moment)
        if book.changed or (book.wake is not None and book.wake <= now):
            return self._room(CHANGED_SHARE) > 0
        return name in self._turn and self._is_stale(book, moment) and self._room(UNSEEN_SHARE) > 0

    def _moment(self, now: datetime) -> float:
        return self._clock() if self._clock is not None else now.timestamp()

    def _is_stale(self, book: _Seen, moment: float) -> bool:
        return book.since is None or moment - book.since >= self._slow_round().total_seconds()

    def _room(self, share: float) -> int:
        """Requests that may still be sent in this minute."""
        return int(share * self._per_minute) - self._used() if self._per_minute > 0 else 1000

    def seen(
        self, name: str, now: datetime, wake: datetime | None, failed: bool = False, also: Sequence[str] = ()
    ) -> None:
        """A pass over this book ended. `wake` is when its engine wants the next one; `also` are ids of further
        spreadsheets that it reads (private answers)."""
        book = self._books.get(name)
        if book is not None:
            book.since, book.wake, book.changed = self._moment(now), wake, failed
            book.ids |= frozenset(also)

    def _ask(self, moment: float) -> None:
        """Once a round: what changed, and whose turn it is among those that wait: who has waited longest."""
        if self._asked is not None and 0.0 <= moment - self._asked < ASK_EVERY.total_seconds():
            return
        self._asked = moment
        changed = (self._watch.changed() if self._watch is not None else None) or frozenset()
        for book in self._books.values():
            book.changed = book.changed or bool(book.ids & changed)
        stale = [name for name, book in self._books.items() if self._is_stale(book, moment)]
        stale.sort(key=lambda name: self._since(name))
        self._turn = frozenset(stale[: max(1, self._room(UNSEEN_SHARE) // REQUESTS_A_BOOK)])

    def _since(self, name: str) -> float:
        since = self._books[name].since
        return float("-inf") if since is None else since

    def _slow_round(self) -> timedelta:
        if self._watch is not None and not self._watch.why_not:
            return SLOW_ROUND
        # Nobody tells what changed: as often as the budget allows.
        return timedelta(seconds=50)


def changes_of(state: Path) -> frozenset[str]:
    """Ids of spreadsheets that changed since this was asked last, with this machine's sign-in. Raises NoSignIn."""
    watch = _watch(state)
    return (watch.changed() if watch is not None else None) or frozenset()


def _watch(state: Path) -> Watch | None:
    from sync.backends.google_session import Limits, session_for
    from sync.backends.google_signin import DRIVE_LOOK, sign_in, with_scopes

    wider = with_scopes(sign_in(os.environ), (DRIVE_LOOK,))
    quick = Limits(tries=2, seconds=15, per_minute=0)  # Drive counts apart from Sheets
    return Watch(session_for(wider, quick), state) if wider is not None else None


def watch_for(books: Sequence[str], state: Path) -> Due:
    """The watch of those of these books that are spreadsheets, with this machine's sign-in. Raises NoSignIn."""
    from sync.backends.books import is_google, spreadsheet_id
    from sync.backends.google import shared_session

    named = {book: id_ for book in books if is_google(book) and (id_ := spreadsheet_id(book)) is not None}
    session = shared_session()
    return Due(named, _watch(state), lambda: session.budget.used, session.limits.per_minute, steady)
