"""A line a monitor can read: when each book was last passed over and found well.

One small file a book, replaced in one step, so that workers may share the folder. A file holds no name, no link and
no words of a problem: a book shows by a fingerprint, which `label` tells.
"""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

from sync.backends.books import spreadsheet_id
from sync.running.worker import Report

FOLDER = "health"
WELL = (0, 1)  # done; done, and the director is asked something


@dataclass(frozen=True)
class Health:
    """How a book stands: the last pass, the last good one, how many failed since, the last exit code."""

    book: str
    last: datetime | None = None
    good: datetime | None = None
    failed: int = 0
    code: int | None = None

    def is_well(self, now: datetime, patience: timedelta) -> bool:
        """Whether a good pass is no older than `patience`."""
        return self.good is not None and now - self.good <= patience

    def line(self, now: datetime, patience: timedelta) -> str:
        """`ok book-1a2b3c4d last_good=2026-11-30T18:00:00+00:00 age_s=42 failed=0 code=0`"""
        word = "ok" if self.is_well(now, patience) else "stale"
        good = self.good.isoformat(timespec="seconds") if self.good else "never"
        age = int((now - self.good).total_seconds()) if self.good else -1
        return f"{word} {self.book} last_good={good} age_s={age} failed={self.failed} code={_shown(self.code)}"


def _shown(code: int | None) -> str:
    return "-" if code is None else str(code)


def label(book: str) -> str:
    """A book's fingerprint: the same for its link and its id, and useless for opening it."""
    name = spreadsheet_id(book) or str(Path(book).absolute())
    return "book-" + hashlib.sha256(name.encode()).hexdigest()[:10]


def note(report: Report, state: Path) -> Health:
    """Write down how a pass went. Raises OSError where the folder cannot be written."""
    before = _read(_place(state, label(report.book)))
    if report.done is not None and report.code in WELL:
        after = Health(label(report.book), report.at, report.at, 0, report.code)
    else:
        good = before.good if before else None
        after = Health(label(report.book), report.at, good, (before.failed if before else 0) + 1, report.code)
    _write(_place(state, after.book), after)
    return after


def healths(state: Path, books: Sequence[str] = ()) -> tuple[Health, ...]:
    """How these books stand; without names, every book of the folder. A book never passed over has no times."""
    names = [label(book) for book in books] or [p.stem for p in sorted((state / FOLDER).glob("book-*.json"))]
    return tuple(_read(_place(state, name)) or Health(name) for name in names)


def verdict(state: Path, books: Sequence[str], now: datetime, patience: timedelta) -> tuple[bool, tuple[str, ...]]:
    """Whether every book is well, and a line for each."""
    found = healths(state, books)
    if not found:
        return False, ("stale - no pass was ever noted here",)
    return all(h.is_well(now, patience) for h in found), tuple(h.line(now, patience) for h in found)


def _place(state: Path, name: str) -> Path:
    return state / FOLDER / f"{name}.json"


def _write(path: Path, health: Health) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    body = {
        "book": health.book,
        "last": health.last.isoformat() if health.last else None,
        "good": health.good.isoformat() if health.good else None,
        "failed": health.failed,
        "code": health.code,
    }
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=".", suffix=".tmp")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            json.dump(body, file)
        os.chmod(name, 0o644)  # a monitor is somebody else
        os.replace(name, path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def _read(path: Path) -> Health | None:
    """What was noted; None where nothing readable was."""
    try:
        body = json.loads(path.read_text(encoding="utf-8"))
        last, good = (datetime.fromisoformat(body[k]) if body[k] else None for k in ("last", "good"))
        return Health(str(body["book"]), last, good, int(body["failed"]), body["code"])
    except (OSError, ValueError, KeyError, TypeError):
        return None
