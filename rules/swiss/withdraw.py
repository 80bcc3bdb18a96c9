"""Rounds the director takes back. Ruling: S50."""

from __future__ import annotations

from rules.model import Id, Noticed, Trouble, Value
from rules.parts.decisions import of_kind
from rules.parts.record import WITHDRAWN, is_done, seen_against
from rules.swiss.director import WITHDRAW, round_of
from rules.swiss.season import Season


def withdrawals(season: Season) -> tuple[tuple[Noticed, ...], tuple[Trouble, ...]]:
    """Rounds taken back now, and what is wrong with other such words.

    Only the latest round, and only while none of its games has a result or a report. A word counts once.
    """
    found: list[Noticed] = []
    troubles: list[Trouble] = []
    latest = season.rounds[-1] if season.rounds else ""
    for decision in of_kind(season.decisions, WITHDRAW):
        round_ = round_of(decision.about)
        if is_done(season.book, decision, round_):
            continue
        told = _told(season, round_)
        code = ""
        if round_ not in season.stands.rounds:
            code = "withdraw-unknown"
        elif latest != round_:
            code = "withdraw-not-last"
        elif seen_against(season.book, decision, season.stands.rounds[round_]) < 0:
            code = "withdraw-too-early"
        elif told:
            code = "withdraw-has-results"
        elif not found:
            found.append(Noticed(round_, WITHDRAWN, True))
        if code:
            facts: dict[str, Value] = {"round": round_ or decision.about, "games": told}
            troubles.append(Trouble(code, decision.key or decision.about, "About", facts))
    return tuple(found), tuple(troubles)


def _told(season: Season, round_: Id) -> tuple[Id, ...]:
    return tuple(o.id for o in season.games_of(round_) if o.state in ("decided", "frozen") or o.held)
