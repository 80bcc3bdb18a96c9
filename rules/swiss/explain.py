"""Answers to "why": a game, a player, a pair of players, a round, the bye."""

from __future__ import annotations

from fractions import Fraction

from rules.model import Empty, Id, Reason, Value
from rules.parts.brought import BY_FILE, RULE, SOURCE
from rules.parts.ids import Ref, parse_ref, round_id
from rules.parts.lines import outcome_word
from rules.parts.median import Kind
from rules.parts.people import OUT
from rules.reasons import moment_text
from rules.swiss.drafts import draft_round
from rules.swiss.listing import listing_for
from rules.swiss.places import places_of, taken_apart
from rules.swiss.rating_report import rating_reasons
from rules.swiss.roster import arrives
from rules.swiss.season import Season
from rules.swiss.terms import MEDIAN


def explain(season: Season, about: str) -> Reason:
    """Why `about` is as it is: `R3-02`, `R3`, `Ada`, `Ada>Ben`, `bye`. Raises KeyError where nothing is known of it."""
    text = about.strip()
    at = parse_ref(text)
    if text in season.people.rows and text not in season.numbers:
        return _listed(season, text)
    if at is not None and text not in season.numbers:
        return _game(season, str(at)) if at.board is not None else _round(season, at)
    if text.casefold() in ("bye", "(bye)"):
        return _byes(season)
    if text in season.numbers:
        return _player(season, text)
    for cut in (i for i, letter in enumerate(text) if letter == ">"):
        first, second = text[:cut].strip(), text[cut + 1 :].strip()
        if first in season.numbers and second in season.numbers and first != second:
            return _between(season, first, second)
    raise KeyError(about)


def _listed(season: Season, player: Id) -> Reason:
    """Somebody in Players who is not in the event yet: the number to come, or from when they play."""
    listing = listing_for(season, season.next_round)
    if player in listing.numbers:
        facts: dict[str, Value] = {"player": player, "number": listing.numbers[player], "round": listing.round}
        return Reason("7/S41", "would-enter", facts, (listing.why[player],))
    if player in listing.refused:
        closes = round_id("", "R", season.terms.closes)
        return Reason("17/S49", "came-too-late", {"player": player, "closes": closes})
    status = season.people.status(player, season.now)
    if status in OUT:
        return Reason("scope", "idle-out", {"player": player, "status": status})
    comes = round_id("", "R", arrives(season.people.rows[player]))
    return Reason("17/S42", "idle-late", {"player": player, "from": comes})


def _game(season: Season, id_: Id) -> Reason:
    if id_ not in season.stands.games:
        return _drafted(season, id_)
    why = season.stands.games[id_].why
    silent = (Reason("20", "system-silent", {}),) if why.code == "paired-by-system" else ()
    return Reason(why.rule, why.code, why.data, (*why.parts, *silent, *_result(season, id_)))


def _result(season: Season, id_: Id) -> tuple[Reason, ...]:
    o = season.outcomes[id_]
    word = outcome_word(o)
    if not word:
        return ()
    black = o.black.value if isinstance(o.black, Empty) else o.black
    facts: dict[str, Value] = {"white": o.white, "black": black, "result": word}
    if o.by == BY_FILE:
        source = season.stands.game(id_).taken.get(SOURCE)
        return (Reason(RULE, "result-brought", {**facts, "source": source}),)
    if o.by == "form":
        return (Reason("6", "result-reported", {**facts, "sent": moment_text(o.at) if o.at else "–"}),)
    return (Reason("6", "result-typed", facts),)


def _drafted(season: Season, id_: Id) -> Reason:
    """A board of the draft, with what is still open about it."""
    if season.complete == len(season.rounds):
        draft = draft_round(season, listing_for(season, season.next_round)).draft
        for recorded in draft.facts if draft is not None else ():
            if getattr(recorded.fact, "id", "") == id_:
                return recorded.why
    raise KeyError(id_)


def _round(season: Season, at: Ref) -> Reason:
    recorded = season.stands.rounds.get(at.round)
    if recorded is None:
        return _drafted(season, at.round)
    games = season.games_of(at.round)
    facts: dict[str, Value] = {
        "round": at.round,
        "at": moment_text(recorded.at),
        "games": sum(o.state != "bye" for o in games),
        "players": len(season.roster.at.get(at.round, {})),
    }
    why = recorded.why
    return Reason(why.rule, why.code, why.data, (*why.parts, Reason("1", "round-facts", facts)))


def _byes(season: Season) -> Reason:
    byes = tuple(season.stands.games[id_].why for id_, o in season.outcomes.items() if o.black is Empty.BYE)
    return Reason("8", "byes", {"count": len(byes)}, byes)


def _player(season: Season, player: Id) -> Reason:
    names = {number: name for name, number in season.numbers.items()}
    one = next(place for place in places_of(season) if names[place.number] == player)
    parts = [one.why, *taken_apart(season, player), *rating_reasons(season, player)]
    recorded = season.roster.whys.get(player)
    if recorded is not None:
        parts.append(recorded.why)
    parts += [_past(season, player, number) for number in season.history.get(player, {})]
    away = season.away(player, season.next_round)
    if away is not None:
        parts.append(away)
    facts: dict[str, Value] = {
        "player": player,
        "place": one.place,
        "of": len(season.numbers),
        "points": one.points,
    }
    return Reason("6", "player", facts, tuple(parts))


def half_rule(season: Season) -> str:
    """The ruling by which a half point without a game counts."""
    return "S60" if season.terms.system == MEDIAN else "S62"


def _past(season: Season, player: Id, number: int) -> Reason:
    past = season.history[player][number]
    facts: dict[str, Value] = {
        "player": player,
        "round": f"R{number}",
        "gained": Fraction(past.gained, 2),
        "opponent": past.opponent,
        "colour": {"W": "White", "B": "Black"}.get(past.colour or past.seat or "", ""),
    }
    if past.kind is Kind.PLAYED:
        return Reason("6", "past-played", facts)
    if past.opponent is not None:
        return Reason("S4", "past-default", facts)
    rule, code = {Kind.BYE: ("8.3", "past-bye"), Kind.HALF_BYE: (half_rule(season), "past-half-bye")}.get(
        past.kind, ("17", "past-absent")
    )
    return Reason(rule, code, facts)


def _between(season: Season, first: Id, second: Id) -> Reason:
    games = tuple(
        Reason(w.rule, w.code, w.data, (*w.parts, *_result(season, id_)))
        for id_, o in season.outcomes.items()
        if {first, second} == {o.white, o.black} and (w := season.stands.games[id_].why)
    )
    met = any(past.kind is Kind.PLAYED and past.opponent == second for past in season.history.get(first, {}).values())
    facts: dict[str, Value] = {"first": first, "second": second}
    return Reason("2/S3", "have-met" if met else "have-not-met", facts, games)
