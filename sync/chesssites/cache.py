"""What is remembered of a site's answers between passes: in memory, or in one file for jobs started by a timer.

A lost or damaged cache costs requests, never a result.
"""

from __future__ import annotations

import base64
import json
import os
import tempfile
import zlib
from dataclasses import asdict, dataclass, replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Literal, Protocol

CLOCK_MAY_DIFFER = timedelta(minutes=5)  # from what this machine noted before


@dataclass(frozen=True)
class Kept:
    """One remembered answer.

    `kind`: `body` (an answer with what is needed to ask whether it changed), `gone` (410: never ask again), `moved`
    (301: ask at `location`), `wait` (the site asked for quiet, or did not answer, until `until`; `body` says why),
    `asked` (when something was last asked for). `final`: a finished month, which
    cannot change, is not asked for again.
    """

    kind: Literal["body", "gone", "moved", "wait", "asked"]
    fetched: datetime
    body: str = ""
    etag: str | None = None
    last_modified: str | None = None
    location: str | None = None
    until: datetime | None = None
    final: bool = False

    def was_possible(self, now: datetime) -> bool:
        """Whether it was noted by now; what a clock that was ahead has noted would make us wait for years."""
        return self.fetched - now < CLOCK_MAY_DIFFER


class Cache(Protocol):
    """What the look-up needs of a cache; keys are addresses."""

    def get(self, key: str) -> Kept | None:
        """What is remembered under a key."""

    def put(self, key: str, kept: Kept) -> None:
        """Remember it, in place of what was there."""

    def forget(self, key: str) -> None:
        """Drop it."""

    def save(self) -> None:
        """Make it last, where it can."""


class MemoryCache:
    """Remembers as long as the worker runs."""

    def __init__(self) -> None:
        self._kept: dict[str, Kept] = {}

    def get(self, key: str) -> Kept | None:
        """What is remembered under a key."""
        return self._kept.get(key)

    def put(self, key: str, kept: Kept) -> None:
        """Remember it, in place of what was there."""
        self._kept.pop(key, None)  # the newest stands last, which is the order of leaving out
        self._kept[key] = kept

    def forget(self, key: str) -> None:
        """Drop it."""
        self._kept.pop(key, None)

    def save(self) -> None:
        """Nothing lasts longer than the process."""


class FileCache(MemoryCache):
    """Remembers in one JSON file, read at the start and replaced as a whole by `save`.

    Bodies are compressed (a busy month of 2.5 MB becomes some hundred kilobytes). Above `most_bytes` the oldest
    answers are left out. A file that cannot be read counts as empty; one that cannot be written is no error,
    since every pass can do without. `trouble` then says what happened.
    """

    def __init__(self, path: Path, most_bytes: int = 20_000_000) -> None:
        super().__init__()
        self._path = path
        self._most_bytes = most_bytes
        self._saved: dict[str, Kept] | None = None
        self.trouble = ""
        self._load()

    def _load(self) -> None:
        try:
            rows = json.loads(self._path.read_text("utf-8"))
            self._kept = {str(key): unpacked(row) for key, row in rows["answers"].items()}
        except FileNotFoundError:
            return
        except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError, zlib.error) as error:
            self._kept = {}
            self.trouble = f"cache not read: {type(error).__name__}"
            return
        self._saved = dict(self._kept)

    def save(self) -> None:
        """Replace the file in one step; nothing is written when nothing changed."""
        if self._saved == self._kept:
            return
        rows: dict[str, dict[str, object]] = {}
        size = 0
        for key, kept in reversed(self._kept.items()):
            row = packed(kept)
            size += len(key) + len(str(row["body"])) + 200
            if size > self._most_bytes:
                break
            rows[key] = row
        text = json.dumps({"about": "answers of chess sites; safe to delete", "answers": dict(reversed(rows.items()))})
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            handle, name = tempfile.mkstemp(dir=self._path.parent, prefix=self._path.name)
            try:
                with os.fdopen(handle, "w", encoding="utf-8") as file:
                    file.write(text)
                os.replace(name, self._path)
            except BaseException:
                Path(name).unlink(missing_ok=True)
                raise
        except OSError as error:
            self.trouble = f"cache not written: {type(error).__name__}"
            return
        self._saved = dict(self._kept)


def packed(kept: Kept) -> dict[str, object]:
    """An answer as JSON keeps it."""
    row = asdict(kept)
    row["body"] = base64.b64encode(zlib.compress(kept.body.encode(), 6)).decode("ascii") if kept.body else ""
    row["fetched"] = kept.fetched.isoformat()
    row["until"] = kept.until.isoformat() if kept.until else None
    return row


def unpacked(row: dict[str, object]) -> Kept:
    """An answer out of JSON. Raises what a damaged one gives: ValueError, KeyError, TypeError, zlib.error."""
    if row["kind"] not in ("body", "gone", "moved", "wait", "asked"):
        raise ValueError("unknown kind of answer")
    body, until = str(row["body"]), row["until"]
    moments = {
        "fetched": _moment(row["fetched"]),
        "until": _moment(until) if until else None,
    }
    if not all(isinstance(row.get(name), str | None) for name in ("etag", "last_modified", "location")):
        raise ValueError("no texts")
    plain = {name: value for name, value in row.items() if name not in ("body", "fetched", "until")}
    text = zlib.decompress(base64.b64decode(body)).decode() if body else ""
    return replace(Kept("body", moments["fetched"] or datetime.min), **plain, **moments, body=text)  # type: ignore[arg-type]


def _moment(said: object) -> datetime:
    moment = datetime.fromisoformat(str(said))
    if moment.tzinfo is None:
        raise ValueError("a time without a zone")
    return moment
