"""A line a monitor can read: when each book was last passed over and found well.

One small file a book, replaced in one step, so that workers may share the folder. A file that a monitor may read holds
no name, no link and no words of a problem: a book shows by a fingerprint, which `label` tells. What people call it is
kept beside, for the operator's eyes alone.
"""

from __future__ import annotations

import contextlib
import hashlib
import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

from sync.backends.books import is_file, is_google, spreadsheet_id
from sync.jsontext import whole
from sync.keeping import Store, store_of
from sync.running.worker import FAULT, Report

FOLDER = "health"
NAMES = "names"
LONGEST_NAME = 80  # characters
WELL = (0, 1)  # done; done, and the director is asked something


@dataclass(frozen=True)
class Health:
    """How a book stands: the last pass, the last good one, how many failed since, the last exit code."""

    book: str
    last: datetime | None = None
    good: datetime | None = None
    failed: int = 0
    code: int | None = None
    fault: str = ""  # the report of a fault of ours, by its file name

    def is_well(self, now: datetime, patience: timedelta) -> bool:
        """Whether a good pass is no older than `patience`, and the last one did not meet a fault of ours.

        One noted far in the future was noted by a clock that was wrong: it says nothing about today.
        """
        return self.good is not None and abs(now - self.good) <= patience and self.code != FAULT

    def line(self, now: datetime, patience: timedelta, name: str = "") -> str:
        """`ok club.xlsx last_good=2026-11-30T18:00:00+00:00 age_s=42 failed=0 code=0 id=book-1a2b3c4d5e`

        Without a name the fingerprint stands in its place.
        """
        word = "ok" if self.is_well(now, patience) else "fault" if self.code == FAULT else "stale"
        good = self.good.isoformat(timespec="seconds") if self.good else "never"
        age = int((now - self.good).total_seconds()) if self.good else -1
        said = f"last_good={good} age_s={age} failed={self.failed} code={_shown(self.code)}"
        more = f" report={self.fault}" if self.fault else ""
        if not name or name == self.book:
            return f"{word} {self.book} {said}{more}"
        return f"{word} {shlex.quote(name)} {said} id={self.book}{more}"


def _shown(code: int | None) -> str:
    return "-" if code is None else str(code)


def label(book: str) -> str:
    """A book's fingerprint: the same for its link and its id, and useless for opening it."""
    name = spreadsheet_id(book) or str(Path(book).absolute())
    return "book-" + hashlib.sha256(name.encode("utf-8", "surrogateescape")).hexdigest()[:10]


def note(report: Report, state: Path | Store, fault: str = "", event: str = "") -> Health:
    """Write down how a pass went; `fault` is the file name of a fault's report, `event` its title. Raises OSError.

    What never was a book (a slip in its name) is not noted, so that a monitor does not wait for it for ever.
    """
    store = store_of(state)
    before = _read(store, label(report.book))
    if (report.done is not None or report.told is not None) and report.code in WELL:
        after = Health(label(report.book), report.at, report.at, 0, report.code)
    else:
        good = before.good if before else None
        after = Health(label(report.book), report.at, good, (before.failed if before else 0) + 1, report.code, fault)
        if good is None and not is_google(report.book) and not _is_there(report.book):
            store.drop(_place(after.book))
            return after
    _remember_name(report.book, event, store)
    _write(store, after)
    return after


def healths(state: Path | Store, books: Sequence[str] = ()) -> tuple[Health, ...]:
    """How these books stand; without names, every book that was noted. A book never passed over has no times."""
    store = store_of(state)
    if books:
        return tuple(_read(store, label(book)) or Health(label(book)) for book in books)
    noted = [name.partition("/")[2] for name in store.names(FOLDER)]
    found = [_read(store, name) or Health(name) for name in noted if name.startswith("book-")]
    return tuple(one for one in found if one.good is not None or _may_be(_called(store, one.book).path))


def verdict(
    state: Path | Store, books: Sequence[str], now: datetime, patience: timedelta
) -> tuple[bool, tuple[str, ...]]:
    """Whether every book is well, and a line for each."""
    store = store_of(state)
    found = healths(store, books)
    if not found:
        return False, ("stale - no pass was ever noted here",)
    typed = {label(book): book for book in books if not is_google(book)}
    names = {h.book: typed.get(h.book) or _called(store, h.book).name for h in found}
    return all(h.is_well(now, patience) for h in found), tuple(h.line(now, patience, names[h.book]) for h in found)


@dataclass(frozen=True)
class _Called:
    """What people call a book: a file as it was typed, a spreadsheet by its event. `path` is where a file lies."""

    name: str = ""
    path: str = ""


def _may_be(path: str) -> bool:
    """Whether a book noted without a good pass may be one: a spreadsheet, one of unknown name, a file that is there."""
    return not path or _is_there(path)


def _is_there(book: str) -> bool:
    """Whether a workbook lies where it is said to."""
    if not is_file(book):
        return False
    with contextlib.suppress(OSError, ValueError, RuntimeError):
        return Path(book).expanduser().exists()
    return False


def _remember_name(book: str, event: str, store: Store) -> None:
    name, path = (event, "") if is_google(book) else (book, str(Path(book).absolute()))
    before, after = _called(store, label(book)), _Called(" ".join(name.split())[:LONGEST_NAME], path)
    if after.name and after != before:
        store.put(f"{NAMES}/{label(book)}", {"name": after.name, "path": after.path})


def _called(store: Store, book: str) -> _Called:
    try:
        body = store.get(f"{NAMES}/{book}") or {}
        return _Called(str(body["name"])[:LONGEST_NAME], str(body["path"]))
    except KeyError:
        return _Called()


def _place(book: str) -> str:
    return f"{FOLDER}/{book}"


def _write(store: Store, health: Health) -> None:
    body = {
        "book": health.book,
        "last": health.last.isoformat() if health.last else None,
        "good": health.good.isoformat() if health.good else None,
        "failed": health.failed,
        "code": health.code,
        "fault": health.fault,
    }
    store.put(_place(health.book), body, shown=True)  # a monitor is somebody else


def _read(store: Store, book: str) -> Health | None:
    """What was noted; None where nothing readable was."""
    try:
        body = store.get(_place(book)) or {}
        last, good = (_moment(body[k]) for k in ("last", "good"))
        code = None if body["code"] is None else whole(body["code"])
        return Health(book, last, good, whole(body["failed"]), code, str(body.get("fault") or ""))
    except (ValueError, KeyError, TypeError):
        return None


def _moment(said: object) -> datetime | None:
    """A time that was noted. Raises ValueError where it is none, or has no zone."""
    if not said:
        return None
    moment = datetime.fromisoformat(str(said))
    if moment.tzinfo is None:
        raise ValueError("a time without a zone")
    return moment
