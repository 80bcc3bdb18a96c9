"""Who must do what and when: reminders at their moments, and the list of duties that players and directors have.

Rule: seed 004, A-match 2-4, PO-match 2-5, pairing rules 1-3, info 1-16, tips; P19, P38, P42.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from datetime import datetime

from rules.model import Id, Trouble, Value
from rules.parts.decisions import of_kind
from rules.parts.lost import lost_results
from rules.parts.results import results_used
from rules.pente.dates import Days, days, due_of
from rules.pente.history import Event, History, Match, Stage
from rules.pente.regular import ROUND
from rules.pente.typed import OUTAGE, assigned_times, kept_sets
from rules.pente.verdicts import FULL_SETS, SET, time_control


@dataclass
class Reminders:
    """Troubles of now, and the moments at which others will come."""

    troubles: list[Trouble] = field(default_factory=list)
    moments: list[datetime] = field(default_factory=list)


def remark(event: Event, history: History, stage: Stage, match: Match) -> str:
    """What the two players of a match should know now."""
    if match.is_bye:
        return ""
    parts = [_clock(event, match)] if not match.verdict.is_settled else []
    v = match.verdict
    if v.score and (not v.is_settled or (v.how is not None and v.forfeited)):
        parts.append(f"stands {v.score[0]}-{v.score[1]}")
    if v.forfeited:
        parts.append("forfeited by " + " and ".join(v.forfeited))
    if v.winner is not None and v.score is None and not v.forfeited:
        parts.append(f"{v.winner} won: the director's word")
    if v.is_settled or v.state == "frozen":
        return "; ".join(parts)
    at = days(event, stage)
    assigned = [m for m in assigned_times(event.book, match.id) if m > event.now]
    if assigned:
        parts.append("assigned time: " + " or ".join(f"{m:%a} {m.day} {m:%b %H:%M}" for m in assigned))
    if event.now < at.starts:
        parts.append(f"starts {at.starts:%a} {at.starts.day} {at.starts:%b}")
    elif at.last_two <= event.now < at.due:
        parts.append("last two days")
    elif event.now >= at.due:
        parts.append("period over: the director decides")
    if v.level_after_six_sets and history.section == "A":
        parts.append("the director may declare a tie")
    elif v.level_after_six_sets and stage.kind != ROUND:
        parts.append("the director may add a week")
    return "; ".join(parts)


def _clock(event: Event, match: Match) -> str:
    number = min(match.verdict.games // SET + 1, 99)
    control = time_control(match.plan, number, kept_sets(event.book, match.id))
    return f"{control} a player" if match.plan.level else f"set {number}: {control} a player"


def reminders(event: Event, over: Collection[str] = ()) -> Reminders:
    """What the director should look at now, and when to look again. Sections that are over need nothing."""
    found = Reminders()
    known = results_used(event.book, event.stands)
    for history in (h for s, h in event.sections.items() if s not in over):
        for stage in history.stages:
            if stage is not history.stages[-1]:
                found.troubles += lost_results(event.stands, [m.outcome for m in stage.open], known)
            elif stage.open:
                _of_stage(event, history, stage, found)
    for decision in of_kind(event.book.decisions, OUTAGE):
        if decision.start is None or decision.end is None or decision.end <= decision.start:
            found.troubles.append(Trouble("outage-ends", decision.key or decision.about, "To", {"kind": OUTAGE}))
    return found


def _of_stage(event: Event, history: History, stage: Stage, found: Reminders) -> None:
    at = days(event, stage)
    found.moments += [at.starts, at.last_three, at.last_two, at.due]
    over = [m for m in stage.open if event.now >= (due_of(event, at, m) or at.due)]
    found.moments += [due for m in stage.open if (due := due_of(event, at, m)) is not None]
    running = [m for m in stage.open if m not in over]
    if over:
        found.troubles.append(Trouble("period-over", stage.id, "Round", _of(over, stage, at)))
    if running and event.now >= at.last_two:
        found.troubles.append(Trouble("last-two-days", stage.id, "Round", _of(running, stage, at)))
    elif running and event.now >= at.last_three and (history.section == "A" or stage.kind != ROUND):
        found.troubles.append(Trouble("last-three-days", stage.id, "Round", _of(running, stage, at)))
    for match in stage.open:
        _of_match(event, history, stage, match, at, found)


def _of_match(event: Event, history: History, stage: Stage, match: Match, at: Days, found: Reminders) -> None:
    v = match.verdict
    data: dict[str, Value] = {
        "match": match.id, "first": match.upper, "second": match.other(match.upper),
        "score": f"{v.score[0]}-{v.score[1]}" if v.score else "",
    }  # fmt: skip
    times = assigned_times(event.book, match.id)
    found.moments += times
    if times and times[-1] <= event.now:
        found.troubles.append(Trouble("assigned-passed", match.id, "Result", {**data, "at": times[-1]}))
    if v.level_after_six_sets and (history.section == "A" or stage.kind != ROUND):
        if event.now >= at.last_three:
            found.troubles.append(
                Trouble("tie-claim" if history.section == "A" else "week-claim", match.id, "Result", data)
            )
        elif not any(time > event.now for time in times):  # else it is known when they go on
            found.troubles.append(Trouble("tie-play-on", match.id, "Result", data))
    elif v.games == FULL_SETS * SET and not match.plan.level and not kept_sets(event.book, match.id):
        found.troubles.append(Trouble("reduced-clock", match.id, "Result", data))
    if (
        v.games
        and v.games % 4 == 0
        and not match.plan.level
        and not v.level_after_six_sets
        and event.now >= at.last_two
    ):
        found.troubles.append(Trouble("adjourned-late", match.id, "Result", data))


def _of(matches: Iterable[Match], stage: Stage, at: Days) -> dict[str, Value]:
    return {"round": stage.id, "matches": tuple(m.id for m in matches), "due": at.due}


def phases(event: Event, section: Id) -> tuple[str, ...]:
    """Which duties are at hand in a section now."""
    history = event.sections[section]
    stage = history.last
    if stage is None:
        return ("signing up",)
    if not stage.open:
        return ("reporting",)
    at = days(event, stage)
    closing = ("closing",) if event.now >= at.last_three else ()
    return ("arranging", "playing", "reporting", *closing)
