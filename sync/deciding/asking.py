"""The engine asked, with what the form's answers say."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

from rules.model import Book, Claim, Engine, Game, Recorded
from rules.parts.outcomes import Clock, outcomes
from rules.parts.record import read_record, standing
from sync.claims.checks import held_by_unknown_links, proposals, proposed_claims
from sync.claims.forms import held_by_unread, read_forms
from sync.claims.submissions import Reading, accepted_before, refusals, treat
from sync.deciding.lines import line_of
from sync.deciding.values import Note, Outside
from sync.journal import SEASON, as_reread
from sync.kinds import clean, split_names
from sync.problems import At, Problem
from sync.reading.gather import Gathered
from sync.runner import Draws, Publishing, Run, run

READINGS = 20  # of the form's answers in one pass: each but the last published something
NEEDED = ("Players", "Games", "Rounds", "Settings")  # without these nothing is published


@dataclass(frozen=True)
class Asked:
    """What the engine answers, what the form's answers came to, and what is wrong with clock and lots."""

    result: Run
    reading: Reading
    problems: tuple[Problem, ...]


@dataclass(frozen=True)
class _Lots:
    """What the director typed for lots, by the lot's id."""

    typed: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    problems: tuple[Problem, ...] = ()


def ask(engine: Engine, known: Gathered, now: datetime, outside: Outside, held: bool) -> Asked:
    """The engine's answer. `held`: something that was read already keeps rounds from going out.

    Answers are read again where games went out: one that was sent at this very moment may be about one of those, and
    the next pass would read it so.
    """
    zone = _no_zone(known)
    missing = known.ledger.missing_first or not all(name in known.sheet.tabs for name in NEEDED)
    stopped = held or _has_no_zone(known) or bool(missing)
    lots = _typed_lots(known)
    seeds = (str(line.detail.get("seed", "")) for line in known.journal.of("book", SEASON))
    draws = Draws(next(seeds, outside.fresh_seed), lots.typed, known.settings.get(("Lots", "")) != "typed")
    result, reading = _answered(engine, known, now, outside, draws, _publishing(known, stopped))
    if known.settings.get(("Form answers", "")):
        reading = _without_messages(reading)
    return Asked(result, reading, (*zone, *lots.problems, *_late_lots(known, result, lots)))


def _has_no_zone(known: Gathered) -> bool:
    return known.settings.get(("Time zone", "")) is None


def _no_zone(known: Gathered) -> tuple[Problem, ...]:
    """That there is no time zone, unless a message says already that the cell holds none."""
    if not _has_no_zone(known):
        return ()
    at = known.sheet.setting_cells.get(("Time zone", ""), At(known.sheet.titles.get("Settings", "Settings")))
    told = any(p.code == "not-a-zone" and p.at == at for p in known.problems)
    return () if told else (Problem("no-zone", at, holds=True),)


def _answered(
    engine: Engine, known: Gathered, now: datetime, outside: Outside, draws: Draws, publishing: Publishing
) -> tuple[Run, Reading]:
    forms = read_forms(known, engine.sheet, now)
    verify = known.settings.get(("Verify games", "")) == "yes" and engine.sheet.reports == "game"
    reopened = {c.about: c.sent for c in known.ledger.claims if c.state == "reopened" and c.sent is not None}
    journal, record, stands = known.journal, known.record, known.standing
    noted: tuple[Note, ...] = ()
    facts: tuple[Recorded, ...] = ()
    if outside.brought and not record:
        record = facts = tuple(as_reread(replace(one, at=now), now) for one in outside.brought)
        stands = read_record(record)
    for _ in range(READINGS):
        found = outcomes(replace(known.book(), record=record), stands, now, Clock())
        reading = treat(
            forms.answers, stands, found, record, accepted_before(journal, known.sheet.zone), known.who, engine.sheet,
            known.decisions, verify, outside.checked, known.ledger.changed_at, reopened,
        )  # fmt: skip
        reported = frozenset(c.about for c in reading.claims)
        more = held_by_unknown_links(reading.treated, reported, stands, found, now)
        more += held_by_unread(forms.unread, reported, stands, found, refusals(known.decisions, reopened), now)
        more += proposed_claims(proposals(known.journal, outside.notes, now), reported, known.decisions)
        book = replace(_frozen_as_accepted(known.book((*reading.claims, *more)), reading), record=record)
        result = run(engine, book, now, draws, publishing)
        record, stands = result.book.record, standing(result.book)
        noted, facts = (*noted, *reading.lines), (*facts, *result.facts)
        if not forms.answers or not any(isinstance(r.fact, Game) for r in result.facts):
            break
        journal = replace(journal, lines=(*journal.lines, *(line_of(0, now, *note, "") for note in reading.lines)))
    return (
        replace(result, facts=facts),
        replace(reading, lines=(*forms.lines, *noted), problems=(*forms.problems, *reading.problems)),
    )


def _late_lots(known: Gathered, result: Run, lots: _Lots) -> tuple[Problem, ...]:
    """Lots typed after they were drawn."""
    if not lots.typed:
        return ()
    stands = standing(result.book)
    drawn = {id_: lot.answer for id_ in lots.typed if (lot := stands.lot(id_)) is not None and lot.answer is not None}
    return tuple(
        Problem("lot-late", known.ledger.lots[id_].at("Typed"))
        for id_, answer in lots.typed.items()
        if drawn.get(id_, answer) != answer
    )


def _frozen_as_accepted(book: Book, reading: Reading) -> Book:
    """A frozen game keeps the report that was accepted for it, where the director has said nothing."""
    accepted = {c.about: c for c in reading.claims if c.state == "accepted"}

    def kept(claim: Claim) -> Claim:
        other = accepted.get(claim.about)
        if claim.state != "frozen" or claim.score is not None or other is None:
            return claim
        return replace(claim, players=other.players, score=other.score, how=other.how, sent=other.sent)

    return replace(book, claims=tuple(kept(c) for c in book.claims))


def _without_messages(reading: Reading) -> Reading:
    """Messages to the director told without their words: answers that arrive in a private book stay private."""
    kept_there = "read it in the book of the answers"
    problems = tuple(
        replace(p, facts={**p.facts, "text": kept_there}) if p.code == "message" else p for p in reading.problems
    )
    return replace(reading, problems=problems)


def _typed_lots(known: Gathered) -> _Lots:
    typed: dict[str, tuple[str, ...]] = {}
    problems: list[Problem] = []
    for id_, row in known.ledger.lots.items():
        text = row.text("Typed")
        if not text:
            continue
        lot = known.standing.lot(id_)
        names = split_names(text)
        found = tuple(known.who.find(n) or clean(n).capitalize() for n in names)
        if lot is not None and lot.kind == "choice":
            fits = len(found) == 1 and found[0] in ("White", "Black")
            expected = "White or Black"
        elif lot is not None and lot.kind == "order":
            fits, expected = sorted(found) == sorted(lot.among), "all names in order, with ; between them"
        else:
            fits, expected = lot is not None and len(found) == 1 and found[0] in lot.among, "one of the names"
        if fits:
            typed[id_] = found
        else:
            problems.append(Problem("lot-bad", row.at("Typed"), {"typed": text, "expected": expected}))
    return _Lots(typed, tuple(problems))


def _publishing(known: Gathered, stopped: bool) -> Publishing:
    settings = known.settings
    seen: dict[str, tuple[str, datetime]] = {}
    for line in known.journal.of("drafted"):
        seen[line.subject] = (str(line.detail.get("print", "")), line.when.astimezone(known.sheet.zone))
    seconds = settings.get(("Check for", ""))
    typed = {s: str(v) for (n, s), v in settings.items() if n == "Publish" and v is not None}
    automatic = all(v.casefold().startswith("auto") for v in typed.values())
    manual = {s: v for s, v in typed.items() if not v.casefold().startswith("auto")}
    return Publishing(
        timedelta(seconds=seconds if isinstance(seconds, int) else 7200),
        str(settings.get(("Publish at", "")) or ""),
        None if automatic else manual,
        seen,
        stopped,
        known.unread.starts,
    )
