"""Why a game ended as it did, a player stands where they stand, moved, or is idle: reasons from the season."""

from __future__ import annotations

from fractions import Fraction

from rules.ladder.games import Played
from rules.ladder.order import Move
from rules.ladder.scores import Link, Scores
from rules.ladder.season import Season, Stage
from rules.model import Id, Reason, Value
from rules.parts.brought import BY_FILE, RULE
from rules.parts.lines import opponent_text, outcome_word


def result_reason(game: Played) -> Reason | None:
    """Why a game has its outcome; None while it has none."""
    o = game.outcome
    facts: dict[str, Value] = {"game": o.id, "white": o.white, "black": str(o.black), "result": outcome_word(o)}
    if o.state == "frozen":
        return Reason("", "frozen", {"game": o.id})
    if o.state != "decided":
        return None
    if o.by == "deadline":
        return Reason("3(a)", "null-deadline", {**facts, "due": o.due})
    if o.by == "leaver":
        stays = o.white if o.black == game.left else str(o.black)
        return Reason("L15", "null-left", {**facts, "player": game.left, "opponent": stays})
    if o.by == "director":
        return Reason("L23", "result-typed", facts)
    if o.by == BY_FILE:
        source = o.claim.source if o.claim is not None else ""
        return Reason(RULE, "result-brought", {**facts, "source": source})
    if game.answers_at is not None:
        return Reason("3(a)", "result-unanswered", {**facts, "sent": o.at})
    return Reason("1(c)", "result-reported", {**facts, "sent": o.at})


def pairing_reason(season: Season, id_: Id) -> Reason:
    """Why two players meet in a game: as published, or the director who changed its row since. Rule: L23."""
    published, game, o = season.stands.games[id_].why, season.stands.game(id_), season.games[id_].outcome
    if (o.white, o.black) == (game.white, game.black):
        return published
    facts: dict[str, Value] = {
        "game": id_,
        "white": o.white,
        "black": opponent_text(o.black),
        "old_white": game.white,
        "old_black": opponent_text(game.black),
    }
    return Reason("L23", "pair-changed", facts, (published,))


def move_reason(stage: Stage, move: Move) -> Reason:
    """Why a player went up after a round, with the paths behind the two Scores."""
    assert stage.scores is not None
    facts: dict[str, Value] = {
        "player": move.player,
        "over": move.over,
        "score": move.score,
        "against": move.against,
        "old": move.old,
        "new": move.new,
        "round": stage.id,
    }
    return Reason("5(e)", "moved", facts)


def score_reason(scores: Scores, player: Id, against: Id) -> Reason:
    """A Score with its widest path, link by link."""
    links = scores.path(player, against)
    if not links:
        return Reason("4(c)(i)", "score-none", {"player": player, "against": against, "score": 0})
    facts: dict[str, Value] = {
        "player": player,
        "against": against,
        "score": scores.of(player, against),
        "path": (player, *(link.second for link in links)),
    }
    return Reason("4(c)", "score-path", facts, tuple(link_reason(link) for link in links))


def link_reason(link: Link) -> Reason:
    """One link of a path: the Wins both ways and the width."""
    facts: dict[str, Value] = {
        "first": link.first,
        "second": link.second,
        "wins": Fraction(link.half_wins, 2),
        "against": Fraction(link.half_wins_against, 2),
        "width": link.width,
    }
    return Reason("4(c)(iii)", "link", facts)


def rank_reason(season: Season, player: Id) -> Reason:
    """Why a player of the Ladder has their Rank."""
    place = season.positions[player]
    facts: dict[str, Value] = {"player": player, "position": place, "rank": season.ranks[player]}
    if place == 1:
        return Reason("4(d)(i)", "rank-top", facts)
    above = season.ladder[place - 2]
    up, down = season.scores.of(player, above), season.scores.of(above, player)
    facts |= {"above": above, "score": up, "against": down, "above_rank": season.ranks[above]}
    if up == down and up:
        return Reason("4(d)(ii)", "rank-equal", facts)
    return Reason("4(d)(iii)", "rank-next", facts)


def idle_reason(season: Season, player: Id, stage: Stage | None, final: Id = "", finished: bool = False) -> Reason:
    """Why a player of the Ladder has no game now."""
    facts: dict[str, Value] = {"player": player}
    if finished:
        return Reason("2", "idle-over", facts)
    if season.status(player) == "Paused":
        return Reason("L8", "idle-paused", facts)
    if final:
        return Reason("2", "idle-final", {**facts, "final": final})
    if stage is None:
        return Reason("5(a)", "idle-first", facts)
    if stage.kind == "tie-break":
        return Reason("5(f)", "idle-tie-break", {**facts, "round": stage.id})
    return Reason("L8", "idle", {**facts, "round": stage.id})
