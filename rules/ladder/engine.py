"""The ladder's engine: what follows from a book at a moment, and why."""

from __future__ import annotations

from datetime import datetime

from rules.advice import Add, Pick, Type
from rules.ladder.director import withdrawals
from rules.ladder.drafts import draft_final, draft_round
from rules.ladder.explain import explain
from rules.ladder.final import next_game
from rules.ladder.headline import headline
from rules.ladder.order import number_of
from rules.ladder.phase import Phase, Plan, phase_of
from rules.ladder.roster import OVER, first_entries, taken_of
from rules.ladder.season import Season, replay
from rules.ladder.sheet import LADDER
from rules.ladder.tables import (
    history_table,
    ladder_table,
    next_round_table,
    pairings_table,
    scores_table,
    this_round_table,
    why_table,
)
from rules.ladder.troubles import standing_troubles
from rules.ladder.waits import draft_waits, game_waits
from rules.model import Answer, Book, Draft, Entry, Fields, Noticed, Reason, Recorded, Trouble, Value, Wait
from rules.parts.ends import START
from rules.parts.ids import ref
from rules.parts.outcomes import next_deadline
from rules.parts.people import OUT, STATUS
from rules.parts.start import has_started, start_moment
from rules.sheet import FormatSheet


class LadderEngine:
    """The ladder of `docs/clauses/000-ladder.md`, read as `docs/rulings/000-ladder.md` says."""

    @property
    def sheet(self) -> FormatSheet:
        """The ladder's part of the workbook."""
        return LADDER

    def answer(self, book: Book, now: datetime) -> Answer:
        """What follows from the book at this moment."""
        season = replay(book, now)
        phase = phase_of(season)
        if phase.state == "before":
            return _before(season)
        follows = _follows(season, phase)
        drafts: tuple[Draft, ...] = ()
        waits = list(game_waits(season, phase))
        troubles = list(standing_troubles(season, phase))
        if phase.state == "draft" and phase.plan is not None and not follows:
            drafts, more, said = _draft(season, phase, phase.plan)
            waits += more
            troubles += said
        return _answer(season, phase, follows, drafts, tuple(waits), tuple(troubles))

    def explain(self, book: Book, now: datetime, about: str) -> Reason:
        """Why something is as it is. Raises KeyError where nothing is known of it."""
        return explain(book, now, about)


def _answer(
    season: Season,
    phase: Phase,
    follows: tuple[Recorded, ...],
    drafts: tuple[Draft, ...],
    waits: tuple[Wait, ...],
    troubles: tuple[Trouble, ...],
    shown: Season | None = None,
) -> Answer:
    show = shown or season
    notes = [wait.why for wait in waits if wait.why is not None]
    return Answer(
        now=follows,
        drafts=drafts,
        waits=waits,
        tables={
            "Ladder": ladder_table(show, phase),
            "This round": this_round_table(show, phase),
            "Pairings": pairings_table(season),
            "Scores": scores_table(show),
            "History": history_table(show),
            "Next round": next_round_table(drafts, notes),
            "Why": why_table(season, phase),
        },
        troubles=troubles,
        wake=_wake(season, phase),
        state="before" if phase.state == "before" else "finished" if phase.state == "finished" else "running",
        headline=headline(season, phase),
    )


def _before(season: Season) -> Answer:
    """Before the start: the first Ladder and round 1 as a preview; at the start the entries. Rule: L16, L25."""
    order = first_entries(season.people, season.now)
    entries = tuple(
        Recorded(
            Entry(person.name, "", number, taken_of(person)),
            season.now,
            Reason("L16", "entered", {"player": person.name, "number": number, "basis": _basis(person.fields)}),
        )
        for number, person in enumerate(order, start=1)
    )
    troubles = list(standing_troubles(season, Phase("before")))
    follows: tuple[Recorded, ...] = ()
    if has_started(season.book, season.now):
        if len(order) >= 2:
            follows = entries
        else:
            troubles.append(Trouble("too-few-players", "Start", "Value", {"count": len(order)}))
    preview = replay(season.book.adding(entries), season.now)
    phase = Phase("before")
    drafts: tuple[Draft, ...] = ()
    waits: list[Wait] = []
    if not follows:
        why = Reason("L25", "wait-start", {})
        until = start_moment(season.book)
        waits.append(Wait("R1", "start", (), (START,), until, why))
        ahead = phase_of(preview)
        if ahead.plan is not None:
            draft, typed, _ = draft_round(preview, ahead.plan)
            drafts = (draft,) if draft else ()
            troubles += typed.troubles
    return _answer(season, phase, follows, drafts, tuple(waits), tuple(troubles), preview)


def _basis(fields: Fields) -> str:
    if number_of(fields.get("Seed")) is not None:
        return "by Seed"
    return "by Rating" if number_of(fields.get("Rating")) is not None else "as listed"


def _follows(season: Season, phase: Phase) -> tuple[Recorded, ...]:
    """Facts that follow at once: statuses seen, rounds taken back, the next game of a Final."""
    found = status_notices(season, phase)
    if found:
        return found
    taken_back, _ = withdrawals(season) if phase.state != "finished" else ((), ())
    if taken_back:
        return tuple(Recorded(n, season.now, Reason("L22", "round-withdrawn", {"round": n.about})) for n in taken_back)
    if phase.state == "next game" and phase.final is not None:
        return (next_game(season, phase.final),)
    return ()


def status_notices(season: Season, phase: Phase) -> tuple[Recorded, ...]:
    """Removals seen for the first time, and removals taken back before anything was published. Rule: 3(b), L15.

    Once the Final is decided nobody's status changes anything any more.
    """
    if phase.state == "finished" and phase.final is not None and phase.final.champion is not None:
        return ()
    found: list[Recorded] = []
    for player in sorted(season.roster.everybody):
        row = season.people.rows.get(player)
        if row is None:
            continue
        status, removal = season.status(player), season.roster.is_out(player)
        if removal is None and status in OUT:
            rule = "3(b)" if status == "Disqualified" else "L15"
            why = Reason(rule, "removed", {"player": player, "status": status})
            found += _round_over(season, found)
            found.append(Recorded(Noticed(player, STATUS, status), season.now, why))
        elif removal is not None and status not in OUT and not season.roster.published_after(removal.place):
            why = Reason("L15", "removal-undone", {"player": player})
            found.append(Recorded(Noticed(player, STATUS, None), season.now, why))
    return tuple(found)


def _round_over(season: Season, already: list[Recorded]) -> list[Recorded]:
    """That the last round was over when somebody left, so that a later correction does not undo its 5(e). Rule: L30."""
    last = season.last
    if already or last is None or not last.complete or last.id in season.roster.over:
        return []
    if any(ref(p.round.id).stage == "F" and p.place > last.published.place for p in season.roster.publications):
        return []
    why = Reason("L30", "round-over", {"round": last.id})
    return [Recorded(Noticed(last.id, OVER, True), season.now, why)]


def _draft(season: Season, phase: Phase, plan: Plan) -> tuple[tuple[Draft, ...], list[Wait], list[Trouble]]:
    """The draft that comes next, what it waits for, and what is to be said about it."""
    if plan.kind == "final":
        draft = draft_final(season, plan)
        draft, waits, troubles = draft_waits(season, phase, draft)
        return (draft,), waits, troubles
    made, typed, participants = draft_round(season, plan)
    troubles = list(typed.troubles)
    if made is None:
        count = len(participants)
        facts: dict[str, Value] = {"round": plan.id, "count": count, "holds": plan.id}
        why = Reason("L8", "wait-players", facts)
        ends = (Type("Active", "Players → Status", Pick("those who play")), Add(Pick("a player"), "Players"))
        return (
            (),
            [Wait(plan.id, "director", (), ends, None, why)],
            [
                *troubles,
                Trouble("too-few-paired", "", "", facts),
            ],
        )
    return (made,), [], [*troubles, *made.checks]


def _wake(season: Season, phase: Phase) -> datetime | None:
    """The next moment at which something changes by the clock alone."""
    moments = [
        next_deadline({id_: g.outcome for id_, g in season.games.items()}, season.now),
        start_moment(season.book) if phase.state == "before" else None,
        season.people.pause_ends(season.now),
        phase.final.resumes_at if phase.final else None,
        *(g.answers_at for g in season.games.values()),
    ]
    return min((m for m in moments if m is not None and m > season.now), default=None)


ENGINE = LadderEngine()
