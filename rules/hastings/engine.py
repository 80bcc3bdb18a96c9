"""The engine of the knock-out with lucky losers: what follows from a book at a moment, and why."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from rules.advice import Decide, Elsewhere, Pick
from rules.hastings.challengers import standings_of
from rules.hastings.drafts import Drafted, Step, draft_first, draft_group, draft_late, next_step, no_round
from rules.hastings.event import Event
from rules.hastings.explain import explain
from rules.hastings.follow import before_first, follows
from rules.hastings.prizes import champion
from rules.hastings.reading import read_event
from rules.hastings.roster import FIRST, first_entrants, first_list, late_group
from rules.hastings.second_draw import Difference
from rules.hastings.sheet import HASTINGS
from rules.hastings.tables import (
    bracket_table,
    duties_table,
    lucky_table,
    next_round_table,
    pairings_table,
    prize_table,
    standings_table,
    starting_table,
    this_round_table,
    why_table,
)
from rules.hastings.troubles import standing_troubles
from rules.model import Answer, Book, Draft, Id, Lot, Reason, Recorded, Trouble, Value, Wait
from rules.parts.ends import RESULT, START, lot_typed
from rules.parts.ids import ref
from rules.parts.people import pause_ends
from rules.parts.start import has_started, start_moment
from rules.sheet import FormatSheet


class HastingsEngine:
    """Seed 003 with its rulings: see `docs/rulings/003-hastings.md`."""

    @property
    def sheet(self) -> FormatSheet:
        """This format's part of the workbook."""
        return HASTINGS

    def answer(self, book: Book, now: datetime) -> Answer:
        """What follows from the book at this moment."""
        event = read_event(book, now)
        if not event.k_rounds:
            return _first(event)
        step = next_step(event)
        winner, why = champion(event)
        at_once = follows(event)
        drafts: list[Draft] = []
        waits = _waits(event, step)
        troubles = list(standing_troubles(event, step, winner))
        if not at_once:
            made = [draft_late(event)] if late_group(event) else []
            drafts += [draft for draft, _ in made if draft is not None]
            troubles += _apart(FIRST, [d for _, apart in made for d in apart])
            if step.kind in ("group", "challengers"):
                drafted = draft_group(event, step)
                at_once = no_round(event, drafted)
                if at_once:
                    drafted = Drafted(None)
                drafts += [drafted.draft] if drafted.draft else []
                troubles += [*drafted.troubles, *_checks(drafted), *_apart(f"K-R{step.slot}", drafted.apart)]
                waits += [*drafted.waits, *_wait_for_draws(f"K-R{step.slot}", drafted.apart)]
        finished = step.kind == "over" and winner is not None
        if step.kind == "over" and winner is None and event.last_k is not None:
            reason = Reason("H29", "wait-winner", {})
            waits.append(
                Wait(
                    event.last_k.id,
                    "director",
                    (),
                    (Decide("Winner", Pick("a match"), Pick("the winner's name")),),
                    None,
                    reason,
                )
            )
        ending = why if winner is not None else None
        return _answer(event, at_once, drafts, waits, troubles, finished, _headline(event, step, winner), ending)

    def explain(self, book: Book, now: datetime, about: str) -> Reason:
        """Why something is as it is. Raises KeyError where nothing is known of it."""
        return explain(book, now, about)


def _checks(drafted: Drafted) -> list[Trouble]:
    return list(drafted.draft.checks) if drafted.draft else []


def _apart(round_: Id, found: Sequence[Difference]) -> list[Trouble]:
    """Where the two draws differ. Rule: 19; ruling H35."""
    return [
        Trouble("draws-differ", "", "", {"round": round_, "what": d.what, "first": d.first, "second": d.second}, True)
        for d in found
    ]


def _wait_for_draws(round_: Id, found: Sequence[Difference]) -> list[Wait]:
    if not found:
        return []
    return [
        Wait(
            round_,
            "director",
            (),
            (Elsewhere("do what Problems says of the two draws"),),
            None,
            Reason("19/H35", "wait-draws", {"round": round_}),
        )
    ]


def _answer(
    event: Event,
    at_once: tuple[Recorded, ...],
    drafts: Sequence[Draft],
    waits: Sequence[Wait],
    troubles: Sequence[Trouble],
    finished: bool,
    headline: tuple[Reason, ...],
    ending: Reason | None = None,
    before: bool = False,
) -> Answer:
    lines = standings_of(event)
    notes = [wait.why for wait in waits if wait.why is not None]
    return Answer(
        now=at_once,
        drafts=tuple(drafts),
        waits=tuple(waits),
        tables={
            "Bracket": bracket_table(event),
            "This round": this_round_table(event),
            "Standings": standings_table(event, lines),
            "Duties": duties_table(event),
            "Lucky losers": lucky_table(event),
            "Starting list": starting_table(event),
            "Prize money": prize_table(event, lines),
            "Pairings": pairings_table(event),
            "Next round": next_round_table(drafts, notes),
            "Why": why_table(event, ending),
        },
        troubles=tuple(troubles),
        wake=_wake(event, waits),
        state="before" if before else "finished" if finished else "running",
        headline=headline,
    )


def _first(event: Event) -> Answer:
    """Before the pairings of round 1 are shown. Rule: 1-6."""
    begun = has_started(event.book, event.now)
    at_once = before_first(event) if begun else ()
    waits: list[Wait] = []
    troubles = [Trouble("time-unreadable", name, "Value", {"name": name}) for name in event.hours.wrong]
    drafts: list[Draft] = []
    apart: Sequence[Difference] = ()
    entrants = [e for e in first_entrants(event) if not e.missed]
    if not entrants:
        troubles.append(Trouble("too-few-players", "", "", {}))
    if not begun:
        start = start_moment(event.book)
        waits.append(Wait(FIRST, "start", (), (START,), start, Reason("4", "wait-start", {})))
    lots = [lot for r in event.stands.lots.values() if isinstance(lot := r.fact, Lot) and lot.answer is None]
    if begun and not at_once:
        waits += _lot_waits(FIRST, lots)
    ready = not begun or (
        not at_once and not first_list(event).tied and (len(entrants) < 2 or _answered(event.lot(FIRST)))
    )
    if ready:
        draft, apart = draft_first(event)
        drafts = [draft] if draft else []
        troubles += list(draft.checks) if draft else []
        troubles += _apart(FIRST, apart)
        waits += _wait_for_draws(FIRST, apart)
    shown = event
    if drafts:
        entries = [r for r in drafts[0].facts if r.why.code.startswith("entered")]
        shown = read_event(event.book.adding(entries), event.now)
    headline = (Reason("", "head-before", {}),)
    return _answer(shown, at_once, drafts, waits, troubles, False, headline, before=not begun)


def _answered(lot: Lot | None) -> bool:
    return lot is not None and lot.answer is not None


def _lot_waits(holds: Id, lots: Sequence[Lot]) -> list[Wait]:
    return [
        Wait(
            holds,
            "lot",
            (lot.id,),
            (lot_typed(lot.id),),
            None,
            Reason("H1", "wait-lot", {"holds": holds, "lot": lot.id}),
        )
        for lot in lots
    ]


def _waits(event: Event, step: Step) -> list[Wait]:
    waits: list[Wait] = []
    lots = [
        lot
        for r in event.stands.lots.values()
        if isinstance(lot := r.fact, Lot) and lot.answer is None and _still_needed(event, lot)
    ]
    waits += _lot_waits(f"K-R{step.slot}", lots)
    if step.kind == "results":
        holds = f"K-R{step.slot}" if event.last_k and step.slot >= event.last_k.next_slot else f"C-R{step.slot}"
        data: dict[str, Value] = {"holds": holds, "games": step.open}
        waits.append(Wait(holds, "results", step.open, (RESULT,), None, Reason("17-18", "wait-results", data)))
    return waits


def _still_needed(event: Event, lot: Lot) -> bool:
    if lot.id.startswith("LIST-"):
        return True
    last = event.last_k
    if last is None:
        return lot.id == FIRST
    match = next((m for m in last.matches if lot.id.startswith(f"{m.id}.")), None)
    return match is not None and not match.over


def _headline(event: Event, step: Step, winner: Id | None) -> tuple[Reason, ...]:
    if step.kind == "over" and winner is not None:
        lines = standings_of(event)
        best = tuple(line.player for line in lines if line.standing.place == 1) or ("nobody",)
        return (Reason("", "head-finished", {"champion": winner, "first": best}),)
    slot = event.last_slot
    games = [o for id_, o in event.outcomes.items() if ref(id_).number == slot and o.state != "bye"]
    ids = [id_ for id_ in (f"K-R{slot}", f"C-R{slot}") if id_ in event.stands.rounds]
    name = " and ".join(ids)
    if step.kind == "results":
        facts: dict[str, Value] = {"round": name, "over": sum(o.is_over for o in games), "games": len(games)}
        return (Reason("", "head-round", facts),)
    return (Reason("", "head-next", {"round": name, "next": f"day {step.slot}"}),)


def _wake(event: Event, waits: Sequence[Wait]) -> datetime | None:
    """The next moment at which something changes by the clock alone: a start, the end of a pause or of a wait."""
    moments: list[datetime | None] = [wait.until for wait in waits]
    if not event.k_rounds:
        moments.append(start_moment(event.book))
    if len(event.k_rounds) == 1:
        moments.append(event.slot_start(1))
    moments.append(pause_ends(event.people.values(), event.now))
    return min((m for m in moments if m is not None and m > event.now), default=None)


ENGINE = HastingsEngine()
