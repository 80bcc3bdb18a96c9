"""Asking the engine until nothing more follows: facts at once, lots answered, drafts that may go out.

Pure: what time it is, what lots are drawn from and what people typed for them come in as arguments.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from rules.model import Answer, Book, Draft, Engine, Entry, Fact, Game, Lot, Reason, Recorded, Round, Value
from rules.parts.ids import parse_ref, ref
from rules.parts.record import standing
from rules.parts.results import MADE_FROM
from sync.journal import as_reread
from sync.kinds import next_slot

ROUNDS_OF_ASKING = 400
EVERY = "*"


@dataclass(frozen=True)
class Draws:
    """How lots are answered: from a recorded seed, or only from what was typed."""

    seed: str
    typed: Mapping[str, tuple[str, ...]]
    drawn: bool = True


@dataclass(frozen=True)
class Holding:
    """A draft that is not published yet: since when it stands, when it goes out, and what holds it."""

    draft: Draft
    print: str
    since: datetime
    goes_out: datetime | None  # None: it waits for a person
    why: str  # "" | "publish" | "blocked" | "stopped"


@dataclass(frozen=True)
class Publishing:
    """The rules of publication as set."""

    check_for: timedelta
    slot: str = ""
    up_to: Mapping[str, str] | None = None  # section -> round id typed into Publish; None: automatically
    seen: Mapping[str, tuple[str, datetime]] | None = None  # draft id -> (print, since)
    stopped: bool = False
    held_starts: frozenset[str] = frozenset()  # sections whose first round waits; EVERY for all of them


@dataclass(frozen=True)
class Run:
    """What a pass decided: new facts in order, the last answer, drafts still held."""

    book: Book
    facts: tuple[Recorded, ...]
    answer: Answer
    held: tuple[Holding, ...]


class EndlessEngine(Exception):
    """An engine that never stops finding new facts: a bug of ours."""


def draw(lot: Lot, seed: str) -> tuple[str, ...]:
    """The answer chance gives. Each player's ticket depends on the seed, the lot and the player alone."""
    ranked = sorted(lot.among, key=lambda p: hmac.new(seed.encode(), f"{lot.id}|{p}".encode(), hashlib.sha256).digest())
    return tuple(ranked) if lot.kind == "order" else (ranked[0],)


def answer_fits(lot: Lot, answer: tuple[str, ...]) -> bool:
    """Whether what was typed answers the lot."""
    if lot.kind == "order":
        return sorted(answer) == sorted(lot.among)
    if lot.kind == "choice":
        return len(answer) == 1 and answer[0] in ("White", "Black")
    return len(answer) == 1 and answer[0] in lot.among


def answered(recorded: Recorded, draws: Draws) -> Recorded:
    """A lot just asked for, answered if it can be; any other fact as it is."""
    lot = recorded.fact
    if not isinstance(lot, Lot) or lot.answer is not None:
        return recorded
    typed = draws.typed.get(lot.id)
    if typed and answer_fits(lot, typed):
        return replace(recorded, fact=replace(lot, answer=typed))
    if draws.drawn and lot.kind != "choice":
        return replace(recorded, fact=replace(lot, answer=draw(lot, draws.seed)))
    return recorded


def late_answers(book: Book, draws: Draws, now: datetime) -> list[Recorded]:
    """Lots that waited and are typed now; drawn ones typed over while nothing was published on them."""
    found = []
    stands = standing(book)
    for id_, recorded in stands.lots.items():
        lot = recorded.fact
        assert isinstance(lot, Lot)
        typed = draws.typed.get(id_)
        if not typed or not answer_fits(lot, typed) or lot.answer == typed:
            continue
        if lot.answer is None or not rests_on(book, recorded):
            found.append(
                Recorded(replace(lot, answer=typed), now, Reason(recorded.why.rule, "lot-typed", {"answer": typed}))
            )
    return found


def rests_on(book: Book, recorded: Recorded) -> bool:
    """Whether a round or game was written after this fact."""
    after = book.record[book.record.index(recorded) + 1 :]
    return any(isinstance(r.fact, Round | Game) for r in after)


def draft_print(draft: Draft, answer: Answer | None = None) -> str:
    """A fingerprint of what would be published and of the results it was made from: a correction begins the hold again.

    Times are left out: they are set when it goes out.
    """
    sections = {ref(r.fact.id).section for r in draft.facts if isinstance(r.fact, Round)}
    rows = answer.tables.get("Pairings", ()) if answer is not None else ()
    results = sorted(
        tuple(str(row.cells.get(heading)) for heading in ("Game", "White", "Black", "Outcome"))
        for row in rows
        if row.cells.get("Outcome") and ref(str(row.cells.get("Game"))).section in sections
    )
    parts = ([_timeless(r.fact) for r in draft.facts], results)
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:12]


def _timeless(fact: Fact) -> tuple[object, ...]:
    values = []
    for name in fact.__dataclass_fields__:
        value = getattr(fact, name)
        if isinstance(value, datetime):
            continue
        values.append(_plain(value))
    return (type(fact).__name__, *values)


def _plain(value: object) -> object:
    if isinstance(value, Mapping):
        kept = {k: v for k, v in value.items() if not isinstance(v, datetime) and k != MADE_FROM}
        return tuple(sorted((k, repr(_plain(v))) for k, v in kept.items()))
    if isinstance(value, tuple):
        return tuple(_plain(v) for v in value if not isinstance(v, datetime))
    return value


def run(engine: Engine, book: Book, now: datetime, draws: Draws, publishing: Publishing) -> Run:
    """Ask, record what follows at once, publish what may go out, and ask again until nothing changes."""
    facts: list[Recorded] = []
    late = late_answers(book, draws, now)
    if late:
        facts += late
        book = book.adding(late)
    for _ in range(ROUNDS_OF_ASKING):
        answer = engine.answer(book, now)
        follows = () if _may_not_begin(book, publishing) else answer.now
        fresh = [as_reread(answered(replace(r, at=now), draws), now) for r in follows]
        if not fresh:
            held = [hold(draft, book, answer, now, publishing) for draft in answer.drafts]
            ready = next((h for h in held if h.goes_out is not None and h.goes_out <= now), None)
            if ready is None:
                return Run(book, tuple(facts), answer, tuple(held))
            fresh = [as_reread(answered(replace(r, at=now), draws), now) for r in ready.draft.facts]
        facts += fresh
        book = book.adding(fresh)
    raise EndlessEngine(f"the engine went on for {ROUNDS_OF_ASKING} rounds of asking")


def _may_not_begin(book: Book, publishing: Publishing) -> bool:
    """Whether the event has not begun and must not: what would be recorded of it now would stay."""
    return EVERY in publishing.held_starts and not any(isinstance(r.fact, Entry) for r in book.record)


def hold(draft: Draft, book: Book, answer: Answer, now: datetime, publishing: Publishing) -> Holding:
    """How a draft stands: when it goes out, or what it waits for."""
    print_ = draft_print(draft, answer)
    seen = (publishing.seen or {}).get(draft.id)
    since = seen[1] if seen and seen[0] == print_ else now
    if answer.state == "before" or publishing.stopped:
        return Holding(draft, print_, since, None, "stopped")
    if any(check.blocks for check in draft.checks):
        return Holding(draft, print_, since, None, "blocked")
    rounds = [r.fact for r in draft.facts if isinstance(r.fact, Round)]
    section = ref(rounds[0].id).section if rounds else ""
    starts = not any(isinstance(r.fact, Round) and ref(r.fact.id).section == section for r in book.record)
    if starts and publishing.held_starts & {EVERY, section}:
        return Holding(draft, print_, since, None, "stopped")
    moment = now if starts or draft.at_once else since + publishing.check_for
    if publishing.up_to is not None:
        typed = publishing.up_to.get(section, publishing.up_to.get("", ""))
        limit = parse_ref(typed) if typed else None
        if limit is not None and all(_not_after(r.id, limit.sort_key[1:3]) for r in rounds):
            moment = now  # the director's word is the check
        elif not (starts and not typed):
            return Holding(draft, print_, since, None, "publish")
    elif publishing.slot and not starts:
        moment = next_slot(publishing.slot, moment)
    if draft.not_before is not None:
        moment = max(moment, draft.not_before)
    return Holding(draft, print_, since, moment, "")


def _not_after(round_: str, limit: tuple[int, ...]) -> bool:
    return ref(round_).sort_key[1:3] <= limit


def text_setting(value: Value) -> str:
    """A setting as text, blank where it is not set."""
    return "" if value is None else str(value)
