"""How the fleet stands, read from Redis: each book, the queue, the accounts, and what is not well, in words."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sync.fleet.accounts import FILES
from sync.fleet.app import QUEUE
from sync.fleet.board import Board, Entry
from sync.fleet.line import asking, key
from sync.fleet.listing import Shown
from sync.jsontext import read_json

QUIET_WORKER = 60.0  # seconds after which a worker that says nothing is taken for gone
DEAD_CANARY = 180.0  # seconds after which nobody seems to work on the queue
SEEN_WITHIN = 300.0  # seconds within which every change should be seen


@dataclass(frozen=True)
class Standing:
    """A book: what people call it, what its last pass showed, what it waits for."""

    label: str
    entry: Entry
    shown: Shown
    place: str = "waits"  # waits | queued | in work | set aside
    changed_since: float | None = None  # seconds since the first change that no pass has seen


@dataclass(frozen=True)
class Fleet:
    """Everything at one moment (Redis' time). Ages are seconds; an age of None: never."""

    now: float
    books: tuple[Standing, ...]
    queue: int
    unacked: int
    workers: Mapping[str, int]  # a worker's name -> its processes
    leader: bool
    canary: float | None
    left: Mapping[str, int]  # requests left of this minute, by account
    counts: Mapping[str, int] = field(default_factory=dict)
    seconds: Mapping[str, float] = field(default_factory=dict)

    @property
    def oldest(self) -> float:
        """Age of the oldest change that no pass has seen, books set aside left out."""
        ages = [b.changed_since for b in self.books if b.changed_since is not None and b.place != "set aside"]
        return max(ages, default=0.0)

    def of(self, place: str) -> int:
        """How many books are there."""
        return sum(b.place == place for b in self.books)


def fleet_now(board: Board, left: Mapping[str, int] | None = None) -> Fleet:
    """How the fleet stands. Raises Unreachable."""
    with asking():
        pipe = board.line.pipeline()
        for name in ("books", "aside", "fails", "changed", "counts", "seconds", "canary", "workers"):
            pipe.hgetall(key(name))
        pipe.hgetall(key("kept", "shown"))
        for name in ("queued", "running"):
            pipe.zrange(key(name), 0, -1)
        pipe.llen(QUEUE)
        pipe.hlen("unacked")
        pipe.exists(key("leader"))
        found: list[Any] = pipe.execute()
    books, aside, fails, changed, counts, seconds, canary, workers, shown, queued, running, long, unacked, lead = found
    now = board.now()
    places = {
        **dict.fromkeys(queued, "queued"), **dict.fromkeys(running, "in work"), **dict.fromkeys(aside, "set aside")
    }  # fmt: skip
    standings = tuple(
        Standing(
            label,
            Entry(**read_json(text)),
            shown_of(_body(shown.get(label)), _body(fails.get(label)), _body(aside.get(label))),
            places.get(label, "waits"),
            max(0.0, now - float(changed[label])) if label in changed else None,
        )
        for label, text in sorted(books.items())
    )
    alive = workers_of(workers, now)
    bird = max(0.0, now - float(canary["done"])) if "done" in canary else None
    return Fleet(
        now, standings, int(long), int(unacked), alive, bool(lead), bird, dict(left or {}),
        {name: int(value) for name, value in counts.items()}, {name: float(v) for name, v in seconds.items()},
    )  # fmt: skip


def workers_of(found: Mapping[str, str], now: float) -> dict[str, int]:
    """Workers that were heard of lately, and their processes."""
    bodies = {name: _body(text) for name, text in found.items()}
    return {n: int(b["processes"]) for n, b in bodies.items() if now - float(b.get("at", 0)) < QUIET_WORKER}


def shown_of(shown: Mapping[str, Any], fails: Mapping[str, Any], aside: Mapping[str, Any]) -> Shown:
    """What the list shows of a book. A failure stands beside the last good pass, and does not replace it."""
    state = str(shown.get("state") or "")
    error = str(fails.get("words") or "")
    if aside:
        state, error = "set aside", str(aside.get("reason") or error)
    elif fails:
        state = "failing"
    good, needs = str(shown.get("good") or ""), int(shown.get("needs") or 0)
    return Shown(str(shown.get("format") or ""), state, good, needs, error)


def _body(text: str | None) -> dict[str, Any]:
    try:
        found = json.loads(text) if text else {}
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}


def troubles(fleet: Fleet) -> tuple[str, ...]:
    """What is not well, a line each; nothing where all is well."""
    found = []
    if not fleet.leader:
        found.append("nobody watches: start pairsheet fleet watch")
    if not fleet.workers:
        found.append("nobody works: start pairsheet fleet work")
    elif fleet.books and fleet.leader and (fleet.canary is None or fleet.canary > DEAD_CANARY):
        found.append("workers are there but take nothing from the queue: start them again")
    if fleet.oldest > SEEN_WITHIN:
        found.append(f"a change has waited for {fleet.oldest:.0f} seconds: start more workers, or look at the quota")
    aside = [book for book in fleet.books if book.place == "set aside"]
    return (*found, *(f"set aside: {book.entry.book}: {book.shown.error}" for book in aside))


def lines(books: Sequence[Standing]) -> tuple[str, ...]:
    """A line a book, tab between, for the console."""
    rows = []
    for book in books:
        shown = book.shown
        words = (
            book.entry.book, book.entry.account or FILES, shown.format or "-", shown.state or "new", book.place,
            shown.good or "never", f"needs={shown.needs}", shown.error,
        )  # fmt: skip
        rows.append("\t".join(words).rstrip())
    return tuple(rows)
