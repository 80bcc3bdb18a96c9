"""The engine of the two-section championship: reads the event, and says what follows. Rule text: seed 004."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from rules.model import Answer, Book, Draft, Id, Lot, Reason, Recorded, Round, Trouble, Value, Wait
from rules.parts.decisions import of_kind
from rules.parts.ids import parse_ref, ref
from rules.parts.lines import DECIDERS
from rules.parts.matches import Score, sampled
from rules.parts.outcomes import Outcome
from rules.parts.people import pause_ends
from rules.parts.record import read_record
from rules.parts.start import has_started, start_moment
from rules.pente.arrivals import leaving, rounds_taken_back
from rules.pente.drafts import Step, decided_too_late, draft_changes, next_step
from rules.pente.duties import reminders
from rules.pente.history import SECTIONS, Event, Match, read_event
from rules.pente.lists import people_troubles, requests, short_of_minimum
from rules.pente.placing import B
from rules.pente.results import corrections
from rules.pente.sheet import SHEET
from rules.pente.typed import HALF_BYE
from rules.pente.verdicts import plan_of
from rules.pente.views import starting_list, tables
from rules.sheet import FormatSheet


def start_of(book: Book, now: datetime) -> tuple[bool, datetime | None]:
    """Whether the event has started, and the moment at which it will."""
    if any(isinstance(r.fact, Round) for r in book.record):
        return True, None
    started = has_started(book, now)
    return started, None if started else start_moment(book)


class Pente:
    """Section A: double elimination. Section B: a Swiss with play-offs."""

    @property
    def sheet(self) -> FormatSheet:
        """The format's part of the workbook."""
        return SHEET

    def sample_result(self, book: Book, o: Outcome, dice: Callable[[], float], expected: float) -> Score:
        """A score a match of this event can have, for simulations: its games won with probability `expected`."""
        at = ref(o.id)
        round_ = read_record(book.record).round(at.round)
        return sampled(plan_of(at.section, round_.kind), dice, expected)

    def answer(self, book: Book, now: datetime) -> Answer:
        """What follows from the book at this moment."""
        event = read_event(book, now)
        started, start = start_of(book, now)
        steps = {section: next_step(event, section, started) for section in SECTIONS}
        facts: list[Recorded] = []
        troubles: list[Trouble] = []
        if started:
            for history in event.sections.values():
                found, wrong = leaving(event, history)
                facts += found
                troubles += wrong
            found, wrong = rounds_taken_back(event)
            facts += found
            troubles += wrong
            facts += [_asking(lot, now) for step in steps.values() for lot in step.lots]
        reminded = reminders(event, [s for s, step in steps.items() if step.champions])
        troubles += [t for h in event.sections.values() for t in h.troubles]
        troubles += [t for step in steps.values() for t in step.troubles]
        troubles += people_troubles(event) + short_of_minimum(event) + decided_too_late(event)
        troubles += _late_half_byes(event) + reminded.troubles + corrections(event)
        begun = any(h.has_begun for h in event.sections.values())
        if started and not begun and not any(step.playable for step in steps.values()):
            troubles.append(Trouble("too-few-players", "Players", "Player"))
        stale = [draft_changes(event, step) for step in steps.values()]
        moments = [
            m for m in (*reminded.moments, *stale, start, pause_ends(book.people, now)) if m is not None and m > now
        ]
        over = begun and all(step.champions or not step.playable for step in steps.values())
        return Answer(
            now=tuple(facts),
            drafts=tuple(_drafts(steps)),
            waits=tuple(_waits(steps)),
            tables=tables(event, steps),
            troubles=tuple(troubles),
            wake=min(moments, default=None),
            state="finished" if over else "running" if started or begun else "before",
            headline=tuple(_headline(event, step) for step in steps.values()),
        )

    def explain(self, book: Book, now: datetime, about: str) -> Reason:
        """Why a match, a round, a lot or a player is as it is. Raises KeyError where nothing is known of it."""
        event = read_event(book, now)
        at = parse_ref(about)
        for id_ in (str(at) if at else "", about.strip()):
            for facts in (event.stands.games, event.stands.rounds, event.stands.lots):
                if id_ in facts:
                    return _with_outcome(event, id_, facts[id_].why)
        return _of_player(event, about.strip())


def _with_outcome(event: Event, id_: Id, why: Reason) -> Reason:
    """Why two are paired, and what became of the match."""
    at = parse_ref(id_)
    if at is None or at.board is None:
        return why
    match = event.sections[at.section].match(id_)
    v = match.verdict
    data: dict[str, Value] = {
        "score": f"{v.score[0]}-{v.score[1]}" if v.score else "no score", "winner": v.winner, "players": v.forfeited,
        "by": DECIDERS.get(v.by, v.by),
    }  # fmt: skip
    if v.state == "bye":
        return why
    if v.state in ("open", "frozen", "void"):
        code = f"match-{v.state}"
    elif v.forfeited:
        code = "match-forfeited"
    else:
        code = "match-won" if v.winner else "match-level"
    return Reason(why.rule, why.code, why.data, (*why.parts, Reason(_rule_of(match), code, data)))


def _rule_of(match: Match) -> str:
    return {"section A": "A-match 1", "section B regular": "B-match 1"}.get(match.plan.name, "PO-match 1")


def _of_player(event: Event, player: str) -> Reason:
    """Where the player stands, and why: place or state, then section and seed, then leaving."""
    parts = []
    started, _ = start_of(event.book, event.now)
    steps = {section: next_step(event, section, started) for section in SECTIONS}
    shown = tables(event, steps)
    parts += [
        row.why
        for title in ("Standings A", "Standings B")
        for row in shown[title]
        if row.cells["Player"] == player and row.why is not None
    ]
    parts += [row.why for row in starting_list(event) if row.cells["Player"] == player and row.why is not None]
    noticed = event.stands.notice(player, "left")
    if noticed is not None:
        parts.append(event.stands.noticed[player, "left"].why)
    if not parts:
        raise KeyError(player)
    return Reason("", "about-player", {"player": player}, tuple(parts))


def _asking(lot: Lot, now: datetime) -> Recorded:
    if lot.id.startswith("A-"):
        return Recorded(lot, now, Reason("A-format 4, P4", "lot-seeds", {"lot": lot.id, "among": lot.among}))
    return Recorded(lot, now, Reason("B-pairing 1-2, P24", "lot-places", {"lot": lot.id}))


def _drafts(steps: dict[str, Step]) -> list[Draft]:
    return [step.draft for step in steps.values() if step.draft is not None]


def _waits(steps: dict[str, Step]) -> list[Wait]:
    return [wait for step in steps.values() for wait in step.waits]


def _headline(event: Event, step: Step) -> Reason:
    history = event.sections[step.section]
    if step.champions:
        code = "headline-shared" if len(step.champions) > 1 else "headline-champion"
        return Reason("", code, {"section": step.section, "champions": step.champions})
    if not step.playable:
        return Reason("", "headline-not-played", {"section": step.section})
    if history.last is None:
        return Reason("", "headline-before", {"section": step.section})
    data: dict[str, Value] = {"section": step.section, "round": history.last.id, "open": len(history.last.open)}
    return Reason("", "headline-round" if history.last.open else "headline-complete", data)


def _late_half_byes(event: Event) -> list[Trouble]:
    """Half-byes asked for after round 1 of section B was published. Rule: B-pairing 4; P25."""
    history = event.sections[B]
    if not history.has_begun:
        return []
    keys = {d.about.strip(): d.key or d.about for d in of_kind(event.book.decisions, HALF_BYE)}
    found = []
    for player, wanted in requests(event).items():
        if player not in history.entries:
            found.append(
                Trouble("not-in-section", keys[player], "About", {"kind": HALF_BYE, "player": player, "section": B})
            )
        elif wanted - {history.entry(player).taken.get("half-bye")}:
            found.append(Trouble("half-bye-late", keys[player], "Value", {"player": player}))
    return found


ENGINE = Pente()
