"""Answers to "why": a game, a player, a Score, a round, a Bye, the Finalists, as data that can be recomputed."""

from __future__ import annotations

from datetime import datetime

from rules.ladder.corrections import Correction, corrections
from rules.ladder.director import Typed
from rules.ladder.drafts import pair_round
from rules.ladder.phase import phase_of, rounds_of
from rules.ladder.reasons import (
    idle_reason,
    move_reason,
    pairing_reason,
    rank_reason,
    result_reason,
    score_reason,
)
from rules.ladder.season import Season, Stage, replay
from rules.ladder.tables import placement_reason
from rules.model import Book, Id, Reason, Value
from rules.parts.ids import Ref, parse_ref
from rules.reasons import moment_text


def explain(book: Book, now: datetime, about: str) -> Reason:
    """Why `about` is as it is: `R3-02`, `R3`, `Ada`, `Ada>Ben`, `finalists`, `champion`. KeyError where unknown."""
    season = replay(book, now)
    text = about.strip()
    at = parse_ref(text)
    if at is not None and text not in season.ladder:
        return _game(season, str(at)) if at.board is not None else _round(season, at)
    if text.casefold() in ("finalists", "final", "champion"):
        return _finalists(season)
    if text.casefold() in ("bye", "(bye)"):
        return _bye(season)
    if text in season.roster.everybody:
        return _player(season, text)
    for cut in (i for i, letter in enumerate(text) if letter == ">"):
        first, second = text[:cut].strip(), text[cut + 1 :].strip()
        if first in season.scores.index and second in season.scores.index and first != second:
            back = score_reason(season.scores, second, first)
            forth = score_reason(season.scores, first, second)
            return Reason(forth.rule, forth.code, forth.data, (*forth.parts, back))
    raise KeyError(about)


def _game(season: Season, id_: Id) -> Reason:
    if id_ not in season.stands.games:
        raise KeyError(id_)
    why = pairing_reason(season, id_)
    published = season.stands.games[id_].why
    parts = list(why.parts)
    stage = next((s for s in season.stages if s.id == season.stands.round(_round_of(id_)).id), None)
    if stage is not None and published.code.startswith("paired-from"):
        parts += _candidates(stage, published)
    if stage is not None and published.code.startswith("bye-from"):
        parts += _bye_counts(stage, published)
    result = result_reason(season.games[id_])
    if result is not None:
        parts.append(result)
    parts += [c.reason for c in corrections(season) if c.game == id_]
    return Reason(why.rule, why.code, why.data, tuple(parts))


def _round_of(id_: Id) -> Id:
    found = parse_ref(id_)
    assert found is not None
    return found.round


def _candidates(stage: Stage, why: Reason) -> list[Reason]:
    """All candidates of a match, best first, worked out on the Ladder on which the round was paired.

    Where results were corrected since, the order may be another than the one published; then it says so.
    """
    games = [g.outcome for g in stage.games if not g.outcome.is_void]
    present = {p for o in games for p in (o.white, o.black) if isinstance(p, str)}
    taken = stage.published.round.taken
    pairs = taken.get("pairs")
    byes = taken.get("byes")
    apart = taken.get("apart")
    typed = Typed(
        pairs=tuple((str(p[0]), str(p[1])) for p in pairs if isinstance(p, tuple)) if isinstance(pairs, tuple) else (),
        byes=tuple(str(p) for p in byes) if isinstance(byes, tuple) else (),
        apart=frozenset(frozenset(map(str, p)) for p in apart if isinstance(p, tuple))
        if isinstance(apart, tuple)
        else frozenset(),
    )
    order = [p for p in stage.paired_on if p in present]
    made = pair_round(order, stage.paired_on, stage.paired_ranks, stage.before, stage.number, typed, None)
    match = next((m for m in made.matches if m.chosen == why.data["chosen"]), None)
    published = why.data.get("candidates")
    if match is None or not isinstance(published, tuple):
        return [Reason("L22", "candidates-changed", {})]
    found = []
    for place, c in enumerate(match.candidates, start=1):
        facts: dict[str, Value] = {
            "place": place,
            "player": c.player,
            "cost": c.cost,
            "games": c.games,
            "distance": c.distance,
        }
        found.append(Reason("5(c)(iv)", "candidate", facts))
    now = tuple((c.player, c.cost, c.games, c.distance) for c in match.candidates)
    if now[: len(published)] != published and not match.passed_over:
        found.append(Reason("L22", "candidates-changed", {}))
    return found


def _bye_counts(stage: Stage, why: Reason) -> list[Reason]:
    """The Completed games of everybody who could take the Bye, in Ladder order, as counted when it was given."""
    present = {p for g in stage.games for p in (g.outcome.white, g.outcome.black) if not g.outcome.is_void}
    order = [p for p in stage.paired_on if p in present]
    counts = {p: stage.before.completed.get(p, 0) for p in order}
    found = []
    for player in order:
        facts: dict[str, Value] = {
            "player": player,
            "position": stage.paired_on.index(player) + 1,
            "games": counts[player],
        }
        found.append(Reason("5(b)", "bye-count", facts))
    most = max(counts.values(), default=0)
    if why.data.get("games") != most or why.data.get("among") != tuple(p for p in order if counts[p] == most):
        found.append(Reason("L22", "bye-changed", {}))
    return found


def _round(season: Season, at: Ref) -> Reason:
    id_ = str(at)
    if id_ not in season.stands.rounds:
        raise KeyError(id_)
    recorded = season.stands.rounds[id_]
    kind = season.stands.round(id_).kind
    games = season.games_of(id_)
    facts: dict[str, Value] = {"round": id_, "kind": kind, "at": recorded.at, "games": len(games)}
    parts = [recorded.why, *(pairing_reason(season, g.outcome.id) for g in games)]
    stage = next((s for s in season.stages if s.id == id_), None)
    if stage is not None:
        parts += [move_reason(stage, move) for move in stage.moves]
    return Reason("5(a)" if at.stage == "R" else "2(a)", "round-facts", facts, tuple(parts))


def _bye(season: Season) -> Reason:
    for stage in reversed(season.stages):
        for game in stage.games:
            if game.outcome.state == "bye":
                return _game(season, game.outcome.id)
    raise KeyError("bye")


def _player(season: Season, player: Id) -> Reason:
    if player not in season.positions:
        return Reason("L15", "not-in-ladder", {"player": player}, _removal(season, player))
    facts: dict[str, Value] = {
        "player": player,
        "position": season.positions[player],
        "players": len(season.ladder),
        "rank": season.ranks[player],
    }
    parts = [rank_reason(season, player)]
    for stage in season.stages:
        moves = [m for m in stage.moves if m.player == player]
        parts += [move_reason(stage, m) for m in moves]
        if moves and stage.scores is not None:
            parts += [score_reason(stage.scores, player, m.over) for m in moves]
        if stage.complete and not moves and player in stage.ladder:
            data: dict[str, Value] = {
                "player": player,
                "round": stage.id,
                "position": stage.ladder.index(player) + 1,
            }
            parts.append(Reason("5(e)", "stayed", data))
    phase = phase_of(season)
    if phase.state == "finished":
        parts.append(placement_reason(season, phase, player))
    elif season.status(player) == "Paused":
        parts.append(idle_reason(season, player, season.last))
    return Reason("5(e)", "position", facts, tuple(parts))


def _removal(season: Season, player: Id) -> tuple[Reason, ...]:
    removal = season.roster.is_out(player)
    return (season.book.record[removal.place].why,) if removal is not None else ()


def _finalists(season: Season) -> Reason:
    phase = phase_of(season)
    if season.finals and phase.final is not None:
        facts: dict[str, Value] = {"first": phase.final.finalists[0], "second": phase.final.finalists[1]}
        parts = [season.finals[-1].recorded.why]
        if phase.final.broken is not None:
            left = {"final": phase.final.id, "player": phase.final.broken.player}
            parts.append(Reason("2(c)", "final-broken", dict(left)))
        if phase.state == "finished" and phase.why is not None:
            parts.append(phase.why)
        return Reason("5(f)(v)", "finalists", facts, tuple(parts))
    if phase.plan is not None and phase.plan.kind != "round":
        return phase.plan.why
    if phase.state == "finished" and phase.why is not None:
        return phase.why
    done = sum(stage.complete for stage in season.stages)
    return Reason("5(f)", "finalists-open", {"done": done, "rounds": rounds_of(season)})


__all__ = ["Correction", "explain", "moment_text"]
