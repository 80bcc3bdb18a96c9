"""What became of each notice, read from the Journal: delivered, or to be sent again, and when.

Pure. An attempt is written before it is made (`notice`, later `notice-again`) and its outcome after it (`notice-sent`),
so that a worker that ends in between never sends twice. Where an address did not take a notice, `left` says which, by
its place in the operator's list, and how many pieces of the text it took before. Addresses themselves are secret.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, Literal

from rules.reasons import moment_text
from sync.journal import Journal, Line
from sync.problems import At, Problem

NOTICE, AGAIN, SENT = "notice", "notice-again", "notice-sent"
PAUSES = tuple(timedelta(minutes=m) for m in (5, 30, 2 * 60, 8 * 60, 24 * 60))  # after each attempt that failed
TOLD_FOR = timedelta(days=7)  # how long Problems says that a notice was given up

Audience = Literal["players", "director"]


@dataclass(frozen=True)
class Notice:
    """A text due now. `key` makes it happen once.

    `brief` is what goes out in place of a text for the director where players read too. `left`: which addresses still
    lack it, and how many pieces of it each has; None where nobody has anything.
    """

    key: str
    kind: str
    text: str
    audience: Audience = "players"
    brief: str = ""
    left: Mapping[str, int] | None = None


@dataclass(frozen=True)
class Delivery:
    """How far a notice has come. `at`: when the last attempt ended."""

    notice: Notice
    state: Literal["begun", "sent", "failed"]
    at: datetime
    tries: int = 1
    failed: str = ""

    @property
    def next(self) -> datetime | None:
        """When it is sent again; None where it is not."""
        if self.state != "failed" or not self.notice.left or self.tries > len(PAUSES):
            return None
        return self.at + PAUSES[self.tries - 1]


@dataclass(frozen=True)
class Deliveries:
    """Every notice of the Journal by its key. `over` are those that nobody needs any more."""

    by_key: Mapping[str, Delivery] = field(default_factory=dict)
    over: frozenset[str] = frozenset()

    def due(self, now: datetime) -> tuple[Notice, ...]:
        """Notices to send again now, in the order of the Journal."""
        return tuple(d.notice for d, moment in self._waiting() if moment <= now)

    def wake(self, now: datetime) -> datetime | None:
        """When the next one is sent again; those due now are none, as this pass sends them."""
        return min((moment for _, moment in self._waiting() if moment > now), default=None)

    def tries(self, key: str) -> int:
        """How often a notice was sent or tried."""
        return self.by_key[key].tries

    def _waiting(self) -> list[tuple[Delivery, datetime]]:
        return [(d, d.next) for d in self.by_key.values() if d.next is not None and d.notice.key not in self.over]

    def said(self, key: str) -> str:
        """What Notices says of a text that was sent, or tried; blank where no attempt has ended."""
        found = self.by_key.get(key)
        if found is None or found.state == "begun":
            return ""
        if found.state == "sent":
            return "sent"
        if found.next is not None and key not in self.over:
            return f"not delivered yet: {found.failed}; sent again after {moment_text(found.next)}"
        return f"not delivered: {found.failed}"

    def problems(self, at: At, now: datetime) -> list[Problem]:
        """A line for texts that wait for another attempt, and one for those that were given up.

        Given up is said until a later text came through, for a week at most.
        """
        waiting = self._waiting()
        through = {
            audience: max((d.at for d in self.by_key.values() if d.state == "sent" and d.notice.audience == audience),
                          default=None)
            for audience in ("players", "director")
        }  # fmt: skip
        lost = []
        for one in self.by_key.values():
            gave_up = one.state == "failed" and one.notice.left and one.next is None
            if not gave_up or one.notice.key in self.over or now - one.at > TOLD_FOR:
                continue
            later = through[one.notice.audience]
            if later is None or later <= one.at:
                lost.append(one)
        found = []
        if waiting:
            who, next_ = _who([d for d, _ in waiting]), moment_text(min(moment for _, moment in waiting))
            found.append(Problem("notice-waits", at, {"count": len(waiting), "who": who, "next": next_}))
        if lost:
            attempts = len(PAUSES) + 1
            found.append(Problem("notice-lost", at, {"count": len(lost), "who": _who(lost), "tries": attempts}))
        return found


def _who(of: list[Delivery]) -> str:
    return ", ".join(sorted({label for one in of for label in one.notice.left or ()}))


def deliveries(journal: Journal, over: frozenset[str]) -> Deliveries:
    """How far each notice of the Journal has come."""
    found: dict[str, Delivery] = {}
    for line in journal.of(NOTICE, AGAIN, SENT):
        key, before = line.subject, found.get(line.subject)
        if line.event == NOTICE:
            found[key] = Delivery(_notice(line), "begun", line.when)
        elif before is None:
            continue
        elif line.event == AGAIN:
            found[key] = Delivery(before.notice, "begun", line.when, before.tries + 1)
        else:
            found[key] = _ended(line, before)
    return Deliveries(found, over)


def _notice(line: Line) -> Notice:
    text, brief = str(line.detail.get("text") or ""), str(line.detail.get("brief") or "")
    audience: Audience = "director" if line.detail.get("audience") == "director" else "players"
    return Notice(line.subject, str(line.detail.get("kind") or ""), text, audience, brief)


def _ended(line: Line, before: Delivery) -> Delivery:
    failed = str(line.detail.get("failed") or "")
    if not failed:
        return Delivery(before.notice, "sent", line.when, before.tries)
    left: Any = line.detail.get("left")
    known = {str(k): v for k, v in left.items() if isinstance(v, int)} if isinstance(left, Mapping) else {}
    old = before.notice
    notice = Notice(old.key, old.kind, old.text, old.audience, old.brief, known)
    return Delivery(notice, "failed", line.when, before.tries, failed)
