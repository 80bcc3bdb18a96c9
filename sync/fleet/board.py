"""Who works on which book: the state of the fleet in Redis, each change of it in one step.

A book waits in one of two rows of its account: `soon` (it changed, wants to wake, is tried again) and `slow` (looked at
now and then in any case). The leader takes it from there into the queue with a ticket; a worker may begin only with the
ticket that stands here, so a message that comes twice, late, or out of a lost past does nothing. The ticket is then the
fence of the pass: who lost it may not write. A lease ends where a worker is gone.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from sync.fleet import scripts
from sync.fleet.line import asking, key

CHUNK = 500  # books in one step
PATIENCE_ASIDE = 300  # seconds after which a book set aside is tried again where it changed


@dataclass(frozen=True)
class Entry:
    """A book of the fleet: what people call it, and the account that may open it (blank for files)."""

    book: str
    account: str = ""


@dataclass(frozen=True)
class Failures:
    """Passes over a book that failed one after another: how many, of which kind the last, since when (Redis' time)."""

    kind: str
    count: int
    since: float
    words: str = ""


@dataclass(frozen=True)
class Aside:
    """A book that failed too often: why, and since when (Redis' time)."""

    reason: str
    since: float


@dataclass(frozen=True)
class Ticket:
    """A pass that may be queued."""

    label: str
    ticket: str


class Board:
    """The state of the fleet. Everything raises Unreachable where Redis cannot be reached."""

    def __init__(self, line: Any) -> None:
        self.line = line
        self._made: dict[str, Any] = {}

    def _run(self, script: str, *words: object) -> Any:
        """A script's answer. The first word it hears is one to begin an empty Redis with."""
        with asking():
            if script not in self._made:
                self._made[script] = self.line.register_script(script)
            return self._made[script](keys=scripts.KEYS, args=[secrets.token_hex(6), *words])

    def now(self) -> float:
        """Redis' own time."""
        with asking():
            seconds, micros = self.line.time()
            return float(seconds) + float(micros) / 1e6

    # the list of books
    def books(self) -> dict[str, Entry]:
        """Every book of the fleet, by its fingerprint."""
        with asking():
            found: Mapping[str, str] = self.line.hgetall(key("books"))
        return {label: Entry(**json.loads(text)) for label, text in found.items()}

    def count_of_books(self) -> int:
        """How many books the fleet has."""
        with asking():
            return int(self.line.hlen(key("books")))

    def entry(self, label: str) -> Entry | None:
        """One book of the fleet."""
        with asking():
            text = self.line.hget(key("books"), label)
        return Entry(**json.loads(text)) if text is not None else None

    def become(self, books: Mapping[str, Entry]) -> tuple[int, int]:
        """Hold just these books: how many came, how many went."""
        before = self.books()
        gone = [label for label in before if label not in books]
        new = {label: entry for label, entry in books.items() if before.get(label) != entry}
        with asking():
            for label in gone:
                self._forget(label, before[label].account)
            for label, entry in new.items():
                old = before.get(label)
                if old is not None and old.account != entry.account:
                    self._forget(label, old.account)
                self.line.hset(key("account"), label, entry.account)
                self.line.hset(key("books"), label, json.dumps(asdict(entry)))
        self.reconcile(list(new))
        return sum(label not in before for label in new), len(gone)

    def _forget(self, label: str, account: str) -> None:
        pipe = self.line.pipeline()
        for name in ("books", "account", "fails", "aside", "changed", "stamps"):
            pipe.hdel(key(name), label)
        for sort in ("soon", "slow"):
            pipe.zrem(key(sort, account), label)
        pipe.srem(key("again"), label)
        pipe.execute()

    def reconcile(self, labels: Sequence[str]) -> int:
        """Make those due that wait nowhere, as after a Redis that lost them. How many there were comes back."""
        parts = [labels[at : at + CHUNK] for at in range(0, len(labels), CHUNK)]
        return sum(int(self._run(scripts.RECONCILE, *part)) for part in parts)

    # the leader
    def lead(self, mine: str, seconds: float) -> str:
        """The leader's ticket for so long, where nobody else leads; blank otherwise."""
        return str(self._run(scripts.LEAD, mine, int(seconds * 1000)))

    def step_down(self, mine: str) -> None:
        """Let another one lead at once."""
        if mine:
            self._run(scripts.LEAD, mine, 1)

    def dispatch(self, leader: str, account: str, soon: int, slow: int, at_once: int) -> tuple[Ticket, ...] | None:
        """Take what is due of an account into the queue; None where somebody else leads by now.

        At most so many that changed, so many of the slow round, and so many queued and worked on at once.
        """
        found = self._run(scripts.DISPATCH, leader, account, soon, slow, at_once)
        return None if found == ["-"] else _tickets(found)

    def lapsed(self, leader: str) -> tuple[str, ...]:
        """Books whose worker is gone; they are free again."""
        return tuple(self._run(scripts.LAPSED, leader))

    def after(self, label: str, delay: float, failures: Failures, aside: Aside | None) -> None:
        """A book whose worker is gone is tried again after so many seconds."""
        self._run(scripts.AFTER, label, delay, json.dumps(asdict(failures)), _text(aside))

    def strays(self, leader: str, seconds: float) -> tuple[Ticket, ...]:
        """Books that have been queued for so long that their message must be lost."""
        return _tickets(self._run(scripts.STRAY, leader, seconds))

    # whoever hears of a change
    def want(self, labels: Iterable[str]) -> int:
        """Look at these books soon. How many of them are of the fleet comes back."""
        found, every = 0, list(labels)
        for at in range(0, len(every), CHUNK):
            found += int(self._run(scripts.WANT, PATIENCE_ASIDE, *every[at : at + CHUNK]))
        return found

    # a worker
    def begin(self, ticket: Ticket, lease: float) -> bool:
        """Whether the pass may begin; a ticket of the past may not."""
        return bool(self._run(scripts.BEGIN, ticket.label, ticket.ticket, lease))

    def renew(self, ticket: Ticket, lease: float) -> bool:
        """Whether the book is still held; then it is for so many seconds more."""
        return bool(self._run(scripts.RENEW, ticket.label, ticket.ticket, lease))

    def holds(self, ticket: Ticket) -> bool:
        """Whether the book is still held with this ticket."""
        with asking():
            return bool(self.line.hget(key("holders"), ticket.label) == ticket.ticket)

    def finish(
        self,
        ticket: Ticket,
        soon: float | None,
        slow: float,
        failures: Failures | None = None,
        aside: Aside | None = None,
    ) -> bool:
        """A pass ended: seconds to the next one, and to the slow round. False where somebody else holds the book."""
        words = (ticket.label, ticket.ticket, -1 if soon is None else max(0.0, soon), slow)
        return bool(self._run(scripts.FINISH, *words, _text(failures), _text(aside)))

    def failures(self, label: str) -> Failures | None:
        """The passes that failed one after another, until now."""
        with asking():
            text = self.line.hget(key("fails"), label)
        return Failures(**json.loads(text)) if text else None

    def pardon(self, labels: Iterable[str]) -> None:
        """Forget what failed: these books are looked at now."""
        every = list(labels)
        if every:
            with asking():
                self.line.hdel(key("aside"), *every)
                self.line.hdel(key("fails"), *every)
        self.want(every)

    # what is counted
    def count(self, outcome: str, seconds: Mapping[str, float]) -> None:
        """One more pass with this outcome, and how long each part of it took."""
        with asking():
            pipe = self.line.pipeline()
            pipe.hincrby(key("counts"), outcome, 1)
            for part, took in seconds.items():
                pipe.hincrbyfloat(key("seconds"), part, took)
            pipe.execute()

    def drop_workers(self, seconds: float) -> None:
        """Forget workers that have said nothing for so long."""
        now = self.now()
        with asking():
            for name, text in self.line.hgetall(key("workers")).items():
                if now - float(json.loads(text)["at"]) > seconds:
                    self.line.hdel(key("workers"), name)


def _text(value: Failures | Aside | None) -> str:
    return json.dumps(asdict(value)) if value is not None else ""


def _tickets(found: Sequence[str]) -> tuple[Ticket, ...]:
    return tuple(Ticket(label, ticket) for label, ticket in zip(found[::2], found[1::2], strict=True))
