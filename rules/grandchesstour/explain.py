"""Answers to "why": a game, a match, a round, a play-off, an event, a player, a lot."""

from __future__ import annotations

from datetime import datetime

from rules.grandchesstour.events import TOUR
from rules.grandchesstour.follows import playoff_reason
from rules.grandchesstour.playoff import PlayOff, is_bye_row
from rules.grandchesstour.reasons import end_reason, game_reason, match_reason, result_reason
from rules.grandchesstour.season import Season, season_of
from rules.model import Book, Id, Lot, Reason, Value
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
    lot = _lot(season, text)
    if lot is not None:
        return lot
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
                why = match_reason(match)
                games = [
                    r
                    for g in match.games
                    if g.outcome is not None and (r := game_reason(g.outcome.id, g.rate, g.outcome)) is not None
                ]
                if match.winner is None and match.step is not None:
                    games.append(match.step.why)
                return Reason(why.rule, why.code, why.data, (*why.parts, *games))
    raise KeyError(id_)


def _round(season: Season, id_: Id) -> Reason:
    recorded = season.stands.rounds[id_]
    games = [g for g in season.stands.games if ref(g).round == id_ and not is_bye_row(season.stands.game(g))]
    data: dict[str, Value] = {
        "round": id_,
        "kind": season.stands.round(id_).kind,
        "at": recorded.at,
        "games": len(games),
    }
    plays = [p for p, _, _ in season.plays if p.first_round == id_]
    parts = [recorded.why, *(_end(p) for p in plays)]
    if not plays:  # a later round of a play-off: its byes and matches
        parts += [b.why for p, _, _ in season.plays for b in p.byes if b.round == id_]
        parts += [match_reason(m) for p, _, _ in season.plays for m in p.matches if ref(m.id).round == id_]
    return Reason("", "round-facts", data, tuple(parts))


def _end(play: PlayOff) -> Reason:
    """How a play-off came out, or stands, with the games of an all-play-all."""
    why = end_reason(play)
    games = play.three.games if play.three is not None else ()
    found = [game_reason(g.outcome.id, g.rate, g.outcome) for g in games if g is not None and g.outcome is not None]
    return Reason(why.rule, why.code, why.data, (*(r for r in found if r is not None), *why.parts))


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


def _lot(season: Season, id_: Id) -> Reason | None:
    """Why a lot was asked for, and what came of it."""
    now = season.stands.lots.get(id_)
    if now is None:
        return None
    asked = next(r.why for r in season.book.record if isinstance(r.fact, Lot) and r.fact.id == id_)
    lot = season.stands.lot(id_)
    if lot is None or lot.answer is None:
        return asked
    if now.why != asked:
        return Reason(asked.rule, asked.code, asked.data, (now.why,))
    data: dict[str, Value] = {"lot": id_, "among": lot.among, "answer": lot.answer}
    return Reason(asked.rule, asked.code, asked.data, (Reason("", "lot-facts", data),))


def _event(season: Season, id_: Id) -> Reason:
    """How an event or the Tour stands: its play-off, and what everybody has of it."""
    state = season.state(id_)
    if state is not None:
        games = [o for o in state.main.games.values() if o.state != "bye"]
        data: dict[str, Value] = {"event": id_, "name": state.event.name}
        data |= {"done": sum(o.is_over for o in games), "games": len(games)}
        head, awards = Reason("3", "event-facts", data), state.awards
    elif id_ == TOUR and season.tour is not None:
        over = sum(s.is_over for s in season.events)
        head = Reason("4", "tour-facts", {"over": over, "events": len(season.events)})
        awards = season.tour.awards
    else:
        raise KeyError(id_)
    parts: list[Reason] = []
    for play in (p for p, _, _ in season.plays if p.section == id_):
        parts += [playoff_reason(season, play), _end(play)]
    return Reason(head.rule, head.code, head.data, (*parts, *(a.why for a in awards)))
