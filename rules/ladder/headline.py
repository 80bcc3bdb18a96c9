"""The line on top of every view: where the event stands."""

from __future__ import annotations

from rules.ladder.final import Final
from rules.ladder.phase import Phase
from rules.ladder.season import Season
from rules.model import Reason, Value


def headline(season: Season, phase: Phase) -> tuple[Reason, ...]:
    """Where the event stands, in one or two sentences; the score of the Final first."""
    if phase.state == "before":
        return (Reason("", "head-before", {}),)
    said = []
    if phase.final is not None and season.roster.publications[-1].round.id == phase.final.id:
        said.append(_final_score(phase.final, phase))
    if phase.state == "finished":
        code = "head-finished" if phase.champion else "head-nobody"
        said.append(Reason("", code, {"champion": phase.champion}))
    elif phase.state == "results" and season.last is not None:
        stage = next((s for s in reversed(season.stages) if not s.complete), season.last)
        games = [g.outcome for g in stage.games if g.outcome.state != "bye"]
        facts: dict[str, Value] = {
            "round": stage.id,
            "over": sum(o.is_over for o in games),
            "games": len(games),
        }
        said.append(Reason("", "head-running", facts))
    elif phase.plan is not None:
        done = season.last.id if season.last else ""
        if done:
            said.append(Reason("", "head-complete", {"round": done, "next": phase.plan.id}))
        else:
            said.append(Reason("", "head-first", {"next": phase.plan.id}))
    return tuple(said)


def _final_score(final: Final, phase: Phase) -> Reason:
    state = {"match": "a game is being played", "stopped": "it stands still", "finished": "it is over"}
    broken = "it is broken off" if final.broken else ""
    facts: dict[str, Value] = {
        "first": final.finalists[0],
        "second": final.finalists[1],
        "first_wins": final.wins[0],
        "second_wins": final.wins[1],
        "state": broken or state.get(phase.state, "the next game follows"),
    }
    return Reason("", "final-score", facts)
