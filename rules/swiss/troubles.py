"""What a person should know or do, besides what a draft asks for."""

from __future__ import annotations

from rules.model import Empty, How, Trouble, Value
from rules.parts.decisions import BYE, PAIR, of_kind
from rules.parts.ids import parse_ref, ref, round_id
from rules.parts.lines import opponent_text
from rules.parts.lost import lost_results
from rules.parts.people import ACTIVE, OUT
from rules.parts.record import seen_against
from rules.parts.results import results_used
from rules.reasons import moment_text
from rules.swiss.all_play_all import table_troubles
from rules.swiss.director import FINISH, absent_unread, round_of
from rules.swiss.drafts import corrections
from rules.swiss.requests import request_troubles
from rules.swiss.roster import number_taken
from rules.swiss.season import Season
from rules.swiss.terms import TABLES
from rules.swiss.withdraw import withdrawals


def standing_troubles(season: Season, finished: bool) -> tuple[Trouble, ...]:
    """Everything to be said about the event as it stands, in an order that does not depend on that of the rows."""
    found = [*_people(season), *_games(season), *_changed(season), *corrections(season), *_too_late(season)]
    found += _tie_breaks(season)
    if not finished:
        found += withdrawals(season)[1]
        found += absent_unread(season.decisions)
        found += table_troubles(season)
        found += request_troubles(season.terms, season.decisions, season.half_byes, season.published)
        found += _no_shows(season)
        found += _excuses(season)
    return tuple(found)


def _tie_breaks(season: Season) -> list[Trouble]:
    """A list that cannot be read whole, and tie-breaks of ratings in an event with unrated players. Ruling: S59."""
    terms = season.terms
    found = [Trouble("tie-break-unknown", "Settings", "Tie-breaks", {"typed": one}) for one in terms.no_tie_breaks[:1]]
    unrated = [p for p in season.everybody if not number_taken(season.entry(p), "rating")]
    of_ratings = [t.name for t in terms.tie_breaks if t.spec.needs_ratings]
    if of_ratings and unrated and terms.unrated is None:
        facts: dict[str, Value] = {"names": tuple(of_ratings), "players": tuple(unrated)}
        found.append(Trouble("tie-break-unrated", "Settings", "Rating of the unrated", facts))
    return found


def _people(season: Season) -> list[Trouble]:
    found = [
        Trouble("player-row-missing", player, "", {"player": player})
        for player in season.everybody
        if player not in season.people.rows and player not in season.people.left
    ]
    count = len(season.everybody)
    most = count if count % 2 else count - 1  # with an odd number everybody has one bye
    if count >= 2 and most < season.terms.rounds and season.terms.system not in TABLES:
        facts: dict[str, Value] = {"players": count, "rounds": season.terms.rounds}
        found.append(Trouble("many-rounds", "Settings", "Rounds", facts))
    return found


def _games(season: Season) -> list[Trouble]:
    found, known = [], results_used(season.book, season.stands)
    for id_, o in season.outcomes.items():
        if o.state != "open" or isinstance(o.black, Empty):
            continue
        facts: dict[str, Value] = {"game": id_, "white": o.white, "black": o.black}
        lost = list(lost_results(season.stands, (o,), known))
        if lost:
            found += lost
            continue
        gone = [p for p in (o.white, o.black) if season.people.status(p, season.now) in OUT]
        if any(c.state == "held" for c in o.held):
            after = season.terms.answer_after
            otherwise = "A single clear report counts when the time set for your answer is over." if after else ""
            found.append(Trouble("game-held", id_, "Result", {**facts, "otherwise": otherwise or "The game waits."}))
        elif gone:  # one line a cell: the likely reason that the game is late
            word = "0-0F" if len(gone) == 2 else "0-1F" if o.white in gone else "1-0F"
            found.append(Trouble("leaver-open", id_, "Result", {**facts, "player": tuple(gone), "word": word}))
        elif o.due is not None and o.due <= season.now:
            found.append(Trouble("overdue", id_, "Result", {**facts, "due": moment_text(o.due)}))
    found += [
        Trouble("stands-twice", id_, "White", {"player": player, "round": ref(id_).round}, blocks=True)
        for player, id_ in season.twice
    ]
    return found


def _changed(season: Season) -> list[Trouble]:
    """Published pairings that somebody changed. Rule: scope; ruling S43: only a second meeting is to be changed."""
    found = []
    for id_, o in season.outcomes.items():
        game = season.stands.game(id_)
        if {o.white, o.black} == {game.white, game.black}:
            continue
        black = game.black.value if isinstance(game.black, Empty) else game.black
        facts: dict[str, Value] = {"game": id_, "white": game.white, "black": black}
        if isinstance(game.black, Empty) or isinstance(o.black, Empty):
            facts["now"] = f"{o.white} – {opponent_text(o.black)}"
            found.append(Trouble("bye-changed", id_, "White", facts))
        else:
            found.append(Trouble("published-changed", id_, "White", facts))
    return found


def _no_shows(season: Season) -> list[Trouble]:
    found = []
    for player in season.everybody:
        if season.people.status(player, season.now) != ACTIVE:
            continue
        round_ = season.no_show(player)
        if round_ is not None:
            facts: dict[str, Value] = {"player": player, "round": round_, "next": season.next_round}
            found.append(Trouble("no-show", player, "Status", facts))
    return found


def _excuses(season: Season) -> list[Trouble]:
    """Excuses for a round in which the player was there."""
    found = []
    for decision in of_kind(season.decisions, "Excuse"):
        round_ = round_of(decision.value) if decision.value.strip() else ""
        if decision.value.strip() and not round_:
            facts: dict[str, Value] = {"player": decision.about, "typed": decision.value}
            found.append(Trouble("absent-no-round", decision.key or decision.about, "Value", facts))
        elif round_ in season.rounds and not any(
            decision.about.strip() in (o.white, o.black) and o.how in (How.DEFAULT, How.DOUBLE_DEFAULT)
            for o in season.games_of(round_)
        ):
            facts = {"player": decision.about, "round": round_}
            found.append(Trouble("excuse-idle", decision.key or decision.about, "Value", facts))
    return found


def _too_late(season: Season) -> list[Trouble]:
    """Words for the draft of a round that came after it was published."""
    found = []
    for decision in of_kind(season.decisions, PAIR, BYE):
        at = parse_ref(decision.about)
        round_ = round_of(decision.about)
        if (at is not None and at.board is not None) or round_ not in season.stands.rounds:
            continue
        if seen_against(season.book, decision, season.stands.rounds[round_]) > 0:
            facts: dict[str, Value] = {"kind": decision.kind, "round": round_}
            found.append(Trouble("decision-too-late", decision.key or decision.about, "About", facts))
    for decision in of_kind(season.decisions, FINISH):
        if not round_of(decision.about):
            facts = {"typed": decision.about, "round": round_id("", "R", max(1, season.published))}
            found.append(Trouble("finish-unknown", decision.key or decision.about, "About", facts))
    return found
