"""Form answers matched to games: what each says, which game it fits, and which of them count.

Only an answer that fits an open pairing holds anything up. Duplicates merge; two that contradict each other wait
for the director; the same person's newer answer replaces the older one until something was published on it.
An accepted answer is a fact of the record and stays when its row is edited or deleted.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from rules.model import Decision, Recorded
from rules.parts.ids import game_id, ref
from rules.parts.outcomes import Outcome
from rules.parts.record import Standing
from rules.sheet import FormatSheet
from sync.chesssites.links import GameLink
from sync.claims.fitting import Case, fit, is_of_another, playable
from sync.claims.forms import is_answered
from sync.claims.reports import (
    Accepted,
    Answer,
    Checked,
    Reading,
    Treated,
    accepted_before,
    claim_of,
    claims_of,
)
from sync.claims.settling import Matter, Settled, carried_on, name_of, settle
from sync.problems import Problem
from sync.reading.identity import Identities

SOON = timedelta(hours=1)
"""So soon after the next game of a match is announced a report may still be about the one before."""


@dataclass(frozen=True)
class Ground:
    """All that answers are held against. `found` are the outcomes without any form answer counted.

    `verify`: links are looked up, and an answer without one is for the director. `changed_at`: games whose players the
    director changed, and since when; what was sent before belongs to those who were paired then. `refused_until`: games
    whose earlier reports the director refused, and when.
    """

    standing: Standing
    found: Mapping[str, Outcome]
    record: Sequence[Recorded]
    before: Mapping[str, Accepted]
    who: Identities
    spec: FormatSheet
    answered: Sequence[Decision]
    verify: bool
    checked: Mapping[str, Checked]
    changed_at: Mapping[str, datetime]
    refused_until: Mapping[str, datetime]


def treat(
    answers: Sequence[Answer],
    standing: Standing,
    found: Mapping[str, Outcome],
    record: Sequence[Recorded],
    before: Mapping[str, Accepted],
    who: Identities,
    spec: FormatSheet,
    decisions: Sequence[Decision],
    verify: bool = False,
    checked: Mapping[str, Checked] | None = None,
    changed_at: Mapping[str, datetime] | None = None,
    reopened: Mapping[str, datetime] | None = None,
) -> Reading:
    """What becomes of each answer; `reopened`: games whose earlier reports the director refused by typing Open."""
    answered = [d for d in decisions if d.kind == "Answered"]
    ground = Ground(
        standing, found, record, before, who, spec, answered, verify, checked or {}, changed_at or {},
        refusals(decisions, reopened or {}),
    )  # fmt: skip
    reports: dict[str, list[Treated]] = {}
    apart: list[Treated] = []
    for one in _fitted(answers, ground):
        about_it = one.game and one.state in ("accepted", "waiting", "held")
        (reports.setdefault(one.game, []) if about_it else apart).append(one)
    settled = Settled(tuple(apart), problems=_messages(answers, ground))
    for game in {**dict.fromkeys(before), **dict.fromkeys(reports)}:
        if game in standing.games:
            settled += _settled(game, reports.get(game, []), ground)
    strangers = _strangers(settled.treated, ground)
    treated = (_with_its_time(t) for t in sorted(settled.treated, key=lambda t: (t.answer.tab_order, t.answer.row)))
    return Reading(tuple(treated), settled.claims, settled.lines, settled.problems + strangers)


def _messages(answers: Sequence[Answer], ground: Ground) -> tuple[Problem, ...]:
    """Messages to the director that are not ticked off."""
    return tuple(
        Problem(
            "message",
            a.at(),
            {"who": a.reporter[:60] or "somebody", "text": a.message[:200], "row": a.id},
        )
        for a in answers
        if a.message and not is_answered(a, ground.answered)
    )


def _fitted(answers: Sequence[Answer], ground: Ground) -> list[Treated]:
    """Each answer with its game, by itself. What was accepted for a game is about no other one."""
    accepted = {game: a for game, a in ground.before.items() if game in ground.standing.games}
    taken = {a.key: game for game, a in accepted.items()}
    linked = {a.link: game for game, a in accepted.items() if a.link}
    return [_fitted_one(answer, taken, linked, ground) for answer in answers]


def _fitted_one(answer: Answer, taken: Mapping[str, str], linked: dict[str, str], ground: Ground) -> Treated:
    """One answer; its link is entered in `linked` where it may count."""
    is_taken, link = answer.key in taken, _link_of(answer)
    by_link = ground.verify and (isinstance(answer.link, GameLink) or not is_taken)
    stays = taken.get(answer.key) or linked.get(link)
    given = _given_before(answer, stays, ground) if not (by_link or is_taken) else ""
    stays = None if given else stays
    one = fit(_case(answer, by_link, stays, ground))
    if given and one.game and one.state == "accepted":
        one = replace(one, state="held", said=None, why=f"Its link was given for {given} already.")
    elif one.state == "accepted" and isinstance(answer.link, GameLink):
        linked.setdefault(link, one.game)
    return _ruled(one, stays, ground)


def _given_before(answer: Answer, stays: str | None, ground: Ground) -> str:
    """The game that an answer's link was accepted for, where the answer itself speaks of another one."""
    return stays if stays and is_of_another(answer, stays, ground.found, ground.who) else ""


def _case(answer: Answer, by_link: bool, stays: str | None, ground: Ground) -> Case:
    return Case(
        answer, ground.standing, ground.found, ground.who, ground.spec, by_link, ground.checked, stays, ground.before
    )


def _link_of(answer: Answer) -> str:
    return answer.link.canonical if isinstance(answer.link, GameLink) else answer.raw_link


def _ruled(one: Treated, stays: str | None, ground: Ground) -> Treated:
    """The same after what the director ruled, and after a report of the game before in a running match."""
    answer, game = one.answer, one.game
    if not game:
        return one
    again = None
    if stays is None and one.state == "accepted" and not answer.pairing and not _link_of(answer):
        again = _said_again(one, ground.before, ground.standing, ground.who)
    if again is not None:
        return replace(one, game=again, state="merged", why=f"Says the same of {again} as another report.")
    changed, refused = ground.changed_at.get(game), ground.refused_until.get(game)
    if changed is not None and _is_of_others(answer, changed, ground.found[game], ground.who):
        return Treated(answer, "no game", why=f"It was sent before the director changed the players of {game}.")
    if refused is not None and answer.sent is not None and answer.sent <= refused:
        one = replace(one, state="refused", why="The director refused the reports sent before.")
    outcome = ground.found[game]
    return one if one.players is not None else replace(one, players=(outcome.white, str(outcome.black)))


def _settled(game: str, reports: Sequence[Treated], ground: Ground) -> Settled:
    """One game's reports settled; what was accepted for other players waits for them to come back."""
    earlier = ground.before.get(game)
    outcome = ground.found[game]
    settled = Settled()
    if earlier is not None and set(earlier.players) != {outcome.white, outcome.black}:
        settled, earlier = Settled(claims=(claim_of(earlier),)), None
    counting, passed = carried_on(reports, outcome, ground.spec)
    refused = ground.refused_until.get(game)
    if earlier is not None and refused is not None and earlier.sent <= refused:
        earlier = None
    mine = settle(Matter(game, counting, earlier, ground.record, ground.who))
    if _is_decided(outcome, ground.spec):
        mine = replace(mine, problems=())
    return settled + Settled(tuple(passed)) + mine


def _strangers(treated: Sequence[Treated], ground: Ground) -> tuple[Problem, ...]:
    """One line for all answers that fit no game and are not ticked off; who is asked at a time stamp is asked once."""
    strangers = [t.answer for t in treated if t.state == "no game" or (t.state == "refused" and not t.game)]
    strangers = [a for a in strangers if not a.doubt and not is_answered(a, ground.answered)]
    if not strangers:
        return ()
    first = strangers[0]
    id_ = f"F{first.row}" if first.is_main else first.id
    return (Problem("claim-no-game", first.at(), {"count": len(strangers), "row": first.where, "id": id_}),)


def _is_decided(outcome: Outcome, spec: FormatSheet) -> bool:
    """Whether the director decided a game; a running score of a match that was typed decides nothing."""
    if outcome.by != "director":
        return False
    return spec.runs_on is None or outcome.score is None or not spec.runs_on(outcome.id, outcome.score)


def _with_its_time(treated: Treated) -> Treated:
    """An answer whose time stamp cannot be read says which time counts."""
    if not treated.answer.untimed or treated.answer.doubt:
        return treated
    return replace(
        treated, why=f"{treated.why} It has no readable time: it counts as sent when it was first seen.".strip()
    )


def _said_again(one: Treated, before: Mapping[str, Accepted], standing: Standing, who: Identities) -> str | None:
    """The game before in a running match, where this report only says again what its opponent reported of it.

    Both players report, and between the two the next game was announced: without an id or a link the second report
    would be taken for the next game's.
    """
    at = ref(one.game)
    sent, said = one.answer.sent, one.said
    if (at.game or 1) < 2 or sent is None or said is None or one.players is None:
        return None
    earlier = game_id(at.round, at.board or 0, (at.game or 1) - 1)
    accepted = before.get(earlier)
    if accepted is None or sent - standing.games[one.game].at > SOON or said.score is None:
        return None
    if name_of(accepted.reporter, who) == name_of(one.answer.reporter, who):
        return None
    now = dict(zip(one.players, said.score, strict=True))
    then = dict(zip(accepted.players, accepted.score, strict=True))
    return earlier if now == then else None


def _is_of_others(answer: Answer, changed: datetime, outcome: Outcome, who: Identities) -> bool:
    """Whether an answer speaks of those who were paired before the director changed the players."""
    named = {who.find(answer.white), who.find(answer.black)}
    return answer.sent is not None and answer.sent <= changed and named != {outcome.white, outcome.black}


def refusals(decisions: Sequence[Decision], reopened: Mapping[str, datetime]) -> dict[str, datetime]:
    """Games whose reports the director refused, and when; `reopened`: those refused by typing Open."""
    found: dict[str, datetime] = dict(reopened)
    for decision in decisions:
        if decision.kind == "Refuse claim" and decision.seen is not None:
            found[decision.about] = max(decision.seen, found.get(decision.about, decision.seen))
    return found


__all__ = [
    "Accepted",
    "Answer",
    "Checked",
    "Reading",
    "Treated",
    "accepted_before",
    "claims_of",
    "playable",
    "refusals",
    "treat",
]
