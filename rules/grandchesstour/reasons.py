"""Why a game, a match or a play-off came out as it did: reasons as data."""

from __future__ import annotations

from rules.grandchesstour.match import Match
from rules.grandchesstour.playoff import PlayOff, plan_name
from rules.model import Id, Reason, Value
from rules.parts.lines import opponent_text, outcome_word
from rules.parts.outcomes import Outcome
from rules.parts.sharing import points_value


def result_reason(o: Outcome) -> Reason | None:
    """Why a game has its outcome; None while it has none."""
    facts: dict[str, Value] = {
        "game": o.id,
        "white": o.white,
        "black": opponent_text(o.black),
        "result": outcome_word(o),
    }
    if o.state == "frozen":
        return Reason("", "frozen", {"game": o.id})
    if o.state != "decided":
        return None
    if o.by == "leaver":
        return Reason("G12, G32", "result-left", facts)
    if o.by == "form":
        return Reason("", "result-reported", {**facts, "sent": o.at})
    return Reason("", "result-typed", facts)


def game_reason(id_: Id, rate: str, o: Outcome) -> Reason | None:
    """The outcome of one game of several, with its id and rate; None while it has none."""
    result = result_reason(o)
    return None if result is None else Reason("", "game-of-match", {"game": id_, "rate": rate}, (result,))


def match_reason(match: Match) -> Reason:
    """How a match stands, or why it was won."""
    first, second = match.score
    data: dict[str, Value] = {
        "match": match.id,
        "first": match.players[0],
        "second": match.players[1],
        "first_points": points_value(first),
        "second_points": points_value(second),
        "plan": plan_name(match.plan),
    }
    if match.winner is None:
        return Reason("6, G11", "match-running", data)
    data |= {"winner": match.winner, "loser": match.loser}
    if match.by == "director":
        return Reason("G12", "match-typed", data)
    if match.by == "left":
        return Reason("G12", "match-left", data)
    last = match.games[-1]
    if last.rate == "Armageddon" and last.score[0] == last.score[1]:
        return Reason("2.2, G13", "match-armageddon-draw", data)
    if match.winner == match.players[1]:
        data |= {"first_points": data["second_points"], "second_points": data["first_points"]}
    return Reason("6, G11", "match-won", data)


def end_reason(play: PlayOff) -> Reason:
    """Who won a play-off, with its matches."""
    parts = tuple(match_reason(m) for m in play.matches)
    data: dict[str, Value] = {"event": play.section, "winner": play.winner, "players": play.players}
    if play.winner is None:
        return Reason("6", "play-off-open", data, parts)
    return Reason("G12, G20" if play.by == "director" else "6", _won(play), data, parts)


def _won(play: PlayOff) -> str:
    return "play-off-typed" if play.by == "director" else "play-off-won"
