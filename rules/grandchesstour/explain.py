"""Answers to "why": a game, a match, a round, a play-off, an event, a player, a lot."""

from __future__ import annotations

from datetime import datetime

from rules.grandchesstour.events import TOUR
from rules.grandchesstour.follows import playoff_reason
from rules.grandchesstour.reasons import end_reason, match_reason, result_reason
from rules.grandchesstour.season import Season, season_of
from rules.model import Book, Game, Id, Reason, Value
from rules.parts.ids import parse_ref, ref
from rules.parts.sharing import points_value


def explain(book: Book, now: datetime, about: str) -> Reason:
    """Why `about` is as it is: `SIN-R3-02`, `PAR-P1-01`, `PAR-P1`, `PAR`, `TOUR`, a player, a lot's id.

    Raises KeyError where nothing is known of it.
    """
    season = season_of(book, now)
    text = about.strip()
    at = parse_ref(text)
    if at is not None and str(at) in season.stands.games:
        return _game(season, str(at))
    if at is not None and at.board is not None:
        return _match(season, str(at))
    if at is not None and str(at) in season.stands.rounds:
        return _round(season, str(at))
    found = _player(season, text)
    if found is not None:
        return found
    lot = season.stands.lots.get(text)
    if lot is not None:
        return lot.why
    return _event(season, text.upper())


def _game(season: Season, id_: Id) -> Reason:
    why = season.stands.games[id_].why
    state = season.state(ref(id_).section)
    o = state.main.games.get(id_, season.found[id_]) if state else season.found[id_]
    result = result_reason(o)
    parts = [*why.parts, *([result] if result is not None else [])]
    parts += [match_reason(m) for play, _, _ in season.plays for m in play.matches if m.id == ref(id_).match]
    return Reason(why.rule, why.code, why.data, tuple(parts))


def _match(season: Season, id_: Id) -> Reason:
    for play, _, _ in season.plays:
        for match in play.matches:
            if match.id == id_:
                return match_reason(match)
    raise KeyError(id_)


def _round(season: Season, id_: Id) -> Reason:
    recorded = season.stands.rounds[id_]
    games = [g for g in season.book.record if isinstance(g.fact, Game) and ref(g.fact.id).round == id_]
    data: dict[str, Value] = {
        "round": id_,
        "kind": season.stands.round(id_).kind,
        "at": recorded.at,
        "games": len(games),
    }
    plays = [p for p, _, _ in season.plays if p.first_round == id_]
    parts = [recorded.why, *(end_reason(p) for p in plays)]
    return Reason("", "round-facts", data, tuple(parts))


def _player(season: Season, name: str) -> Reason | None:
    parts = []
    for state in season.events:
        for award in state.awards:
            if award.player == name:
                data: dict[str, Value] = {
                    "player": name,
                    "event": state.event.name,
                    "score": points_value(state.main.score[name]),
                    "wins": state.main.wins[name],
                    "place": award.place,
                }
                parts.append(Reason("3", "player-event", data, (award.why,)))
    if season.tour is not None:
        parts += [a.why for a in season.tour.awards if a.player == name]
    if not parts:
        return None
    first = parts[0]
    return Reason(first.rule, first.code, first.data, (*first.parts, *parts[1:]))


def _event(season: Season, id_: Id) -> Reason:
    """Who won an event or the Tour, or why there is a play-off."""
    plays = [p for p, _, _ in season.plays if p.section == id_]
    if plays:
        why = playoff_reason(season, plays[0])
        return Reason(why.rule, why.code, why.data, (end_reason(plays[0]),))
    state = season.state(id_)
    awards = state.awards if state else season.tour.awards if id_ == TOUR and season.tour else ()
    if not awards:
        raise KeyError(id_)
    return awards[0].why
