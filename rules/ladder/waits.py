"""What holds the event up, and what ends each wait."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta

from rules.advice import Decide, Pick, Type
from rules.ladder.games import Played, over_since
from rules.ladder.phase import Phase, rounds_of
from rules.ladder.season import Season
from rules.model import Draft, Reason, Trouble, Value, Wait
from rules.parts.ends import RESULT, ROW
from rules.parts.ids import round_id
from rules.parts.outcomes import next_deadline


def game_waits(season: Season, phase: Phase) -> tuple[Wait, ...]:
    """Waits for results, for the director's word on single games, and for that on a Final that stands still."""
    waits: list[Wait] = []
    if phase.state == "results" and season.last is not None:
        holds = round_id("", "R", season.last.number + 1)
        open_ones = [g for stage in season.stages for g in stage.games if not g.outcome.is_over]
        # after the last round a tie-break or the Final follows: which one, the results will say
        code = "wait-results" if season.last.number < rounds_of(season) else "wait-what-follows"
        waits += _for_games(season, holds, open_ones, code)
    elif phase.state == "match" and phase.final is not None:
        waits += _for_games(season, phase.final.id, [g for g in phase.final.games if not g.outcome.is_over])
    elif phase.state == "stopped" and phase.final is not None:
        why = Reason("L27", "wait-stopped", {"final": phase.final.id})
        ends = (
            Decide("Continue final", phase.final.id),
            Decide("Champion", phase.final.id, Pick("a name")),
        )
        waits.append(Wait(phase.final.id, "director", (), ends, phase.final.resumes_at, why))
    return tuple(waits)


def _for_games(season: Season, holds: str, games: list[Played], code: str = "wait-results") -> list[Wait]:
    waits = []
    outcomes = {g.outcome.id: g.outcome for g in games}
    if games:
        facts: dict[str, Value] = {"holds": holds, "games": tuple(outcomes)}
        until = next_deadline(outcomes, season.now)
        why = Reason("L4", code, facts)
        waits.append(Wait(holds, "results", tuple(outcomes), (RESULT,), until, why))
    for game in games:
        o = game.outcome
        if o.state == "frozen":
            why = Reason("L23", "wait-frozen", {"game": o.id})
            waits.append(Wait(holds, "director", (o.id,), (ROW,), None, why))
        elif any(c.state == "held" for c in o.held):
            until = held_until(season, game)
            why = Reason("L11", "wait-held", {"game": o.id, "until": until})
            ends = (RESULT, Decide("Refuse claim", o.id))
            waits.append(Wait(holds, "director", (o.id,), ends, until, why))
    return waits


def held_until(season: Season, game: Played) -> datetime | None:
    """Until when a held report keeps its game open, or when it counts by itself."""
    if game.answers_at is not None:
        return game.answers_at
    if game.outcome.held_until is not None:  # it is past its deadline, or past a player's leaving (L31)
        return game.outcome.held_until
    due = game.outcome.due
    return due + season.rules.hold if due is not None else None


def draft_waits(season: Season, phase: Phase, draft: Draft) -> tuple[Draft, list[Wait], list[Trouble]]:
    """The draft of a Final with what it waits for: a paused Finalist, the word on additional rounds."""
    assert phase.plan is not None
    first, second = phase.plan.players
    waits = [
        Wait(
            draft.id,
            "director",
            (check.about,),
            (
                Type("Active", "Players → Status", check.about),
                Decide("Finalists", value=Pick("two names")),
            ),
            season.people.pause_ends(season.now),
            Reason("L8", "wait-paused", {"final": draft.id, "player": check.about}),
        )
        for check in draft.checks
    ]
    troubles = list(draft.checks)
    if not phase.asks_additional:
        return draft, waits, troubles
    facts: dict[str, Value] = {"final": draft.id, "first": first, "second": second}
    if season.book.setting("Before the Final") != "ask":
        return draft, waits, [*troubles, Trouble("additional-question", draft.id, "", facts)]
    since = _asked_since(season)
    after = season.rules.answer_after
    goes_out = since + after if since is not None and isinstance(after, timedelta) else None
    facts["otherwise"] = "It waits." if goes_out is None else "It goes out by itself when the director is silent."
    check = Trouble("final-asks", draft.id, "", facts, blocks=goes_out is None)
    why = Reason("5(f)(iii)", "wait-final", {"final": draft.id})
    ends = (
        Decide("No additional rounds"),
        Decide("Additional rounds", value=Pick("a number")),
        Decide("Finalists", value=Pick("two names")),
    )
    waits.append(Wait(draft.id, "director", (), ends, goes_out, why))
    return replace(draft, not_before=goes_out, checks=(*draft.checks, check)), waits, [*troubles, check]


def _asked_since(season: Season) -> datetime | None:
    """When the director could first be asked about additional rounds: when the last round was over to see."""
    if season.last is None or season.last.completed_at is None:
        return None
    seen = (over_since(game, season.rules) for game in season.last.games)
    return max([season.last.completed_at, *(moment for moment in seen if moment is not None)])
