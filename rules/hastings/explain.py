"""Answers to "why": a game or match, a round, a player, the lucky losers, the winner."""

from __future__ import annotations

from datetime import datetime

from rules.hastings.challengers import standings_of
from rules.hastings.event import Event
from rules.hastings.prizes import champion, prizes_of
from rules.hastings.reading import read_event
from rules.hastings.roster import basis
from rules.hastings.tables import match_reason
from rules.model import Book, Id, Reason, Value
from rules.parts.ids import parse_ref


def explain(book: Book, now: datetime, about: str) -> Reason:
    """Why `about` is as it is: `K-R3-05`, `C-R4-02`, `K-R2`, `Hart`, `lucky losers`, `winner`. Raises KeyError."""
    event = read_event(book, now)
    text = about.strip()
    at = parse_ref(text)
    if text in event.entries:
        return _player(event, text)
    if at is not None and at.board is None:
        return _round(event, str(at))
    if at is not None:
        return _game(event, str(at), at.match)
    if text.casefold() in ("winner", "champion"):
        winner, why = champion(event)
        if winner is None or why is None:
            raise KeyError(about)
        return why
    if text.casefold() in ("lucky losers", "lucky loser"):
        for round_ in reversed(event.k_rounds):
            if round_.lucky:
                return round_.recorded.why
    raise KeyError(about)


def _round(event: Event, id_: Id) -> Reason:
    if id_ not in event.stands.rounds:
        raise KeyError(id_)
    recorded = event.stands.rounds[id_]
    games = event.stands.games_of(id_)
    data: dict[str, Value] = {"round": id_, "at": recorded.at, "games": len(games)}
    parts = (recorded.why, *(event.stands.games[g.id].why for g in games))
    return Reason("18/H35", "round-facts", data, parts)


def _game(event: Event, id_: Id, match_id: Id) -> Reason:
    match = next((m for r in event.k_rounds for m in r.matches if m.id == match_id), None)
    if match is not None:
        facts = [r for g, r in event.stands.games.items() if g.startswith(f"{match_id}.")]
        lots = [r for g, r in event.stands.lots.items() if g.startswith(f"{match_id}.")]
        if id_ != match_id:
            facts = [r for r in facts if r.fact.id == id_]  # type: ignore[union-attr]
            lots = [r for r in lots if r.fact.id == id_]  # type: ignore[union-attr]
            if not facts and not lots:
                raise KeyError(id_)
        why = match_reason(match)
        return Reason(why.rule, why.code, why.data, tuple(r.why for r in (*lots, *facts)))
    if id_ not in event.stands.games:
        raise KeyError(id_)
    return event.stands.games[id_].why


def _player(event: Event, player: Id) -> Reason:
    data: dict[str, Value] = {"player": player, "number": event.number[player], "basis": basis(event.entries[player])}
    parts: list[Reason] = []
    for play in event.k_plays.get(player, ()):
        colour = {"W": "White", "B": "Black", "": "no colour"}[play.colour]
        facts: dict[str, Value] = {
            "slot": play.slot, "kind": play.kind, "points": play.points, "colour": colour, "opponent": play.opponent,
        }  # fmt: skip
        parts.append(Reason("H32", "player-slot" if play.opponent else "player-slot-alone", facts))
    for round_ in event.k_rounds:
        match = round_.match_of(player)
        if match is not None:
            parts.append(match_reason(match))
        parts += [p for p in round_.recorded.why.parts if "lucky" in p.code and p.data.get("player") == player]
    lines = standings_of(event)
    parts += [line.standing.why for line in lines if line.player == player]
    parts += [prize.why for prize in prizes_of(event, lines) if prize.player == player]
    return Reason("1/H1", "player", data, tuple(parts))
