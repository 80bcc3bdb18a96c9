"""What a person should know or do, besides what a draft asks for."""

from __future__ import annotations

from rules.ladder.corrections import corrections
from rules.ladder.director import (
    ADDITIONAL,
    FINALISTS,
    contacted,
    finalists_typed,
    too_late,
    withdrawals,
)
from rules.ladder.final import champion_troubles
from rules.ladder.order import number_of
from rules.ladder.phase import Phase
from rules.ladder.season import Season
from rules.ladder.waits import held_until
from rules.model import How, Id, Trouble, Value
from rules.parts.decisions import names_in, of_kind
from rules.parts.lines import outcome_word
from rules.parts.lost import lost, lost_results, made_after
from rules.parts.record import seen_against
from rules.parts.results import results_used
from rules.reasons import moment_text


def standing_troubles(season: Season, phase: Phase) -> tuple[Trouble, ...]:
    """Everything to be said about the event as it stands, in an order that does not depend on that of the rows."""
    if phase.state == "before":
        return tuple(_seeds(season))
    found = [*_missing_rows(season), *_games(season, phase), *too_late(season)]
    found += _corrected(season)
    if phase.state == "finished":
        return tuple(found)
    found += _contacts(season)
    found += withdrawals(season)[1]
    found += champion_troubles(season, phase.final if phase.final and not phase.final.broken else None)
    found += _finalists(season, phase)
    if phase.state == "stopped" and phase.final is not None:
        resumes = phase.final.resumes_at
        facts: dict[str, Value] = {
            "final": phase.final.id,
            "first": phase.final.finalists[0],
            "second": phase.final.finalists[1],
            "otherwise": f"It goes on by itself at {moment_text(resumes)}." if resumes else "It stands still.",
        }
        found.append(Trouble("final-stopped", phase.final.id, "", facts))
    return tuple(found)


def _corrected(season: Season) -> list[Trouble]:
    """Results that are not those that rounds were made from: another one, or none, so that the deadline counts."""
    known = results_used(season.book, season.stands)
    found = list(lost_results(season.stands, (g.outcome for g in season.games.values()), known))
    for one in corrections(season):
        o = season.games[one.game].outcome
        if one.old and one.new == "Null" and o.by == "deadline":
            found.append(lost(o, made_after(season.stands, one.game), one.old, "It counts as Null."))
        elif one.new:
            found.append(Trouble("correction", one.game, "Result", one.facts))
    return found


def _seeds(season: Season) -> list[Trouble]:
    first: dict[object, Id] = {}
    found = []
    for person in season.people.rows.values():
        seed = number_of(person.fields.get("Seed"))
        if seed is not None and seed in first:
            found.append(Trouble("seed-twice", person.name, "Seed", {"player": person.name, "other": first[seed]}))
        elif seed is not None:
            first[seed] = person.name
    return found


def _missing_rows(season: Season) -> list[Trouble]:
    return [
        Trouble("player-row-missing", player, "", {"player": player})
        for player in season.ladder
        if player not in season.people.rows
    ]


def _games(season: Season, phase: Phase) -> list[Trouble]:
    found = []
    for id_, game in season.games.items():
        o = game.outcome
        if o.state == "open" and any(c.state == "held" for c in o.held) and phase.state != "finished":
            until = held_until(season, game)
            then = "it counts" if game.answers_at is not None else "the game is Null"
            otherwise = f"At {moment_text(until)} {then}." if until else "The game waits."
            found.append(Trouble("game-held", id_, "Result", {"game": id_, "otherwise": otherwise}))
        if o.late and o.state == "decided" and o.by in ("deadline", "leaver"):
            found.append(Trouble("late-report", id_, "Result", {"game": id_, "result": outcome_word(o)}))
    return found


def _contacts(season: Season) -> list[Trouble]:
    """Players of Null games whom the director should contact. Rule: ladder 3(b), L14."""
    found = []
    for id_, game in season.games.items():
        o = game.outcome
        if o.how is not How.NULL or o.by != "deadline" or not isinstance(o.black, str):
            continue
        for player, opponent in ((o.white, o.black), (o.black, o.white)):
            if player in season.ladder and not contacted(season, player, id_, o.at):
                facts: dict[str, Value] = {"game": id_, "player": player, "opponent": opponent}
                found.append(Trouble("contact", player, "Status", facts))
    return found


def _finalists(season: Season, phase: Phase) -> list[Trouble]:
    found = list(finalists_typed(season)[1])
    if phase.final is None or phase.final.broken is not None:
        return found
    final = season.finals[-1].recorded
    late = [d for d in of_kind(season.book.decisions, FINALISTS) if seen_against(season.book, d, final) > 0]
    found += [
        Trouble("finalists-too-late", d.key or d.about, "Value", {"final": phase.final.id})
        for d in late
        if set(names_in(d.value)) != set(phase.final.finalists)
    ]
    found += [
        Trouble("additional-too-late", d.key or d.about, "Value", {"final": phase.final.id})
        for d in of_kind(season.book.decisions, ADDITIONAL)
        if seen_against(season.book, d, final) > 0
    ]
    return found
