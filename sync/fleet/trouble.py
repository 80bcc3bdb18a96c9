"""What becomes of a pass that failed: when it is tried again, and when the book is set aside."""

from __future__ import annotations

import random
from dataclasses import dataclass

from sync.backends.base import BackendError
from sync.backends.google_errors import Limited
from sync.fleet.board import Aside, Failures
from sync.running.worker import DONE, FAULT, NEEDS_TD, REFUSED, WRONG_USE, Report

ASIDE_FOR = 6 * 3600.0  # seconds; a book set aside is looked at sooner where it changed


@dataclass(frozen=True)
class Kind:
    """Seconds before the first try, the longest wait, and after how many failures the book is set aside (0: never)."""

    first: float
    longest: float
    most: int


KINDS = {
    "quota": Kind(5, 60, 0),  # nobody's fault: the minute passes
    "network": Kind(10, 600, 8),
    "refused": Kind(20, 300, 0),  # open elsewhere, or stopped until somebody acts: looking costs little
    "wrong": Kind(300, 3600, 3),  # the list names what is no book
    "bug": Kind(30, 900, 4),
    "lost": Kind(2, 600, 4),  # the worker died over it, or it took too long
}


def kind_of(report: Report, limited: bool) -> str:
    """Which kind of failure a report shows; blank for a pass that went well."""
    if report.code in (DONE, NEEDS_TD):
        return ""
    if limited:
        return "quota"
    return {REFUSED: "refused", WRONG_USE: "wrong", FAULT: "bug"}.get(report.code, "network")


def is_quota(trouble: BackendError) -> bool:
    """Whether too many requests were the reason."""
    return isinstance(trouble, Limited)


@dataclass(frozen=True)
class Next:
    """What follows a failure."""

    delay: float
    failures: Failures
    aside: Aside | None


def after(kind: str, words: str, before: Failures | None, now: float, others_well: float, dice: random.Random) -> Next:
    """When a book is tried again after a failure of this kind, with jitter so that many part; whether it is set aside.

    `others_well` is when another book of the same account last went well: where none has since this one began to
    fail, it is the network or the account that is not well, and no book is set aside for that.
    """
    rule = KINDS[kind]
    same = before if before is not None and before.kind == kind else None
    count = (same.count if same else 0) + 1
    failures = Failures(kind, count, same.since if same else now, words)
    alone = kind != "network" or others_well > failures.since
    if rule.most and count >= rule.most and alone:
        return Next(ASIDE_FOR, failures, Aside(f"{words} ({count} times in a row)", now))
    wait = min(rule.longest, rule.first * 2.0 ** min(count - 1, 20))
    return Next(wait * (0.5 + dice.random() / 2), failures, None)
