"""The director's words of the Decisions tab, read once: by kind, in the order they were first seen."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import datetime

from rules.model import Book, Decision, Id
from rules.parts.decisions import DEADLINE, id_in, names_in, of_kind
from rules.parts.ids import parse_ref
from rules.pente.calendar import Outage

HALF_BYE = "Half-bye"
EXTRA_WEEKS = "Extra weeks"
OUTAGE = "Outage"
ASSIGNED = "Assigned time"
KEEP = "Keep time control"
WINNER = "Winner"
CHAMPION = "Champion"
ORDER = "Order"
START = "Start"


def section_in(about: str) -> Id:
    """The section a line is about."""
    return about.strip().upper()[:1]


def about_id(decisions: Iterable[Decision], about: Id) -> tuple[Decision, ...]:
    """Those about a match or round."""
    return tuple(d for d in decisions if id_in(d.about) == about)


def _about(book: Book, kind: str, about: Id) -> tuple[Decision, ...]:
    return about_id(of_kind(book.decisions, kind), about)


def number_in(text: str) -> int | None:
    """A whole number typed as text."""
    found = re.fullmatch(r"\s*([0-9]{1,3})(?:\.0*)?\s*", text)
    return int(found[1]) if found else None


def round_number(text: str, section: str) -> int | None:
    """The number of a regular round: `B-R3`, `R3` or `3`."""
    at = parse_ref(text)
    if at is not None and at.stage == "R" and at.board is None and at.section in ("", section):
        return at.number
    return number_in(text)


def kept_sets(book: Book, match: Id) -> frozenset[int]:
    """Sets for which both players agreed to keep the first time control: all, or `4`, `4-5`, `5-` of the value.

    Rule: A-match 3, PO-match 4; P20, P51.
    """
    kept: set[int] = set()
    for decision in _about(book, KEEP, match):
        found = re.fullmatch(r"\s*(?:([0-9]{1,3})\s*(-)?\s*([0-9]{1,3})?)?\s*", decision.value)
        if found is None:
            continue
        first = int(found[1]) if found[1] else 4
        last = int(found[3]) if found[3] else first if found[1] and not found[2] else 99
        kept |= set(range(max(first, 4), min(last, 99) + 1))
    return frozenset(kept)


def extra_weeks(book: Book, round_: Id) -> int:
    """Weeks the director added to a round; a line without a number is one. Rule: general rule 4; P39."""
    return sum(1 if not d.value.strip() else number_in(d.value) or 0 for d in _about(book, EXTRA_WEEKS, round_))


def outages(book: Book) -> tuple[Outage, ...]:
    """The outages the director typed, both ends known. Rule: general rule 7."""
    return tuple(
        Outage(d.start, d.end)
        for d in of_kind(book.decisions, OUTAGE)
        if d.start is not None and d.end is not None and d.start < d.end
    )


def assigned_times(book: Book, match: Id) -> tuple[datetime, ...]:
    """The times the director assigned to a match. Rule: pairing rule 1."""
    moments = {m for d in _about(book, ASSIGNED, match) for m in (d.start, d.end) if m is not None}
    return tuple(sorted(moments))


def typed_start(book: Book, round_: Id) -> datetime | None:
    """The start typed for a round, also before it is published; the last word counts."""
    return next((d.start for d in reversed(_about(book, START, round_)) if d.start is not None), None)


def typed_deadline(book: Book, about: Id) -> datetime | None:
    """The deadline typed for a round or match; the last word counts."""
    return next((d.end for d in reversed(_about(book, DEADLINE, about)) if d.end is not None), None)


def winner_named(book: Book, match: Id) -> Id | None:
    """Who won a match by the director's word."""
    return next((d.value.strip() for d in reversed(_about(book, WINNER, match)) if d.value.strip()), None)


def orders(book: Book, section: Id) -> tuple[tuple[Id, ...], ...]:
    """Orders typed for tied players, the one typed last first."""
    found = [d for d in of_kind(book.decisions, ORDER) if d.about.strip().upper()[:1] in ("", section)]
    return tuple(names_in(d.value) for d in reversed(found))


def order_of(typed: Iterable[tuple[Id, ...]], group: Iterable[Id]) -> tuple[Id, ...] | None:
    """The order of a whole tied group by the first typed order that holds all of it. Rule: P33, P46."""
    wanted = set(group)
    for order in typed:
        if wanted <= set(order) and len(order) == len(set(order)):
            return tuple(name for name in order if name in wanted)
    return None
