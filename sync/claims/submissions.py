"""Form answers matched to games: what each says, which game it fits, and which of them count.

Only an answer that fits an open pairing holds anything up. Duplicates merge; two that contradict each other wait
for the director; the same person's newer answer replaces the older one until something was published on it.
An accepted answer is a fact of the record and stays when its row is edited or deleted.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from fractions import Fraction
from typing import Any, Literal

from rules.model import Claim, Decision, Fields, Game, How, Recorded, Round
from rules.parts.ids import game_id, ref
from rules.parts.outcomes import Outcome
from rules.parts.record import Standing
from rules.sheet import FormatSheet
from sync.chesssites.links import GameLink
from sync.claims.fitting import fit, is_of_another, playable
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
    detail_of,
)
from sync.kinds import clean
from sync.problems import Problem
from sync.reading.identity import Identities

SOON = timedelta(hours=1)
"""So soon after the next game of a match is announced a report may still be about the one before."""


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
    """What becomes of each answer. `found` are the outcomes without any form answer counted.

    `verify`: links are looked up, and an answer without one is for the director.

    `changed_at`: games whose players the director changed, and since when; what was sent before belongs to those who
    were paired then. `reopened`: games whose earlier reports the director refused by typing Open, and when.
    """
    changed_at = changed_at or {}
    checked = checked or {}
    refused_until = _refusals(decisions, reopened or {})
    answered = [d for d in decisions if d.kind == "Answered"]
    taken = {a.key: game for game, a in before.items() if game in standing.games}
    linked = {a.link: game for game, a in before.items() if a.link and game in standing.games}
    treated: list[Treated] = []
    reports: dict[str, list[Treated]] = {}
    problems: list[Problem] = []
    for answer in answers:
        if answer.message and not is_answered(answer, answered):
            who_says = answer.reporter[:60] or "somebody"
            facts = {"who": who_says, "text": answer.message[:200], "row": answer.id}
            problems.append(Problem("message", answer.at(), facts))
        by_link = verify and (isinstance(answer.link, GameLink) or answer.key not in taken)
        link = answer.link.canonical if isinstance(answer.link, GameLink) else answer.raw_link
        stays = taken.get(answer.key) or linked.get(link)  # what was accepted for a game is about no other one
        given = ""
        if stays and not by_link and answer.key not in taken and is_of_another(answer, stays, found, who):
            given, stays = stays, None
        one = fit(answer, standing, found, who, spec, by_link, checked, stays, before)
        if given and one.game and one.state == "accepted":
            one = replace(one, state="held", said=None, why=f"Its link was given for {given} already.")
        elif one.state == "accepted" and isinstance(answer.link, GameLink):
            linked.setdefault(link, one.game)
        if stays is None and one.game and one.state == "accepted" and not answer.pairing and not link:
            again = _said_again(one, before, standing, who)
            if again is not None:
                treated.append(
                    replace(one, game=again, state="merged", why=f"Says the same of {again} as another report.")
                )
                continue
        if one.game in changed_at and _is_of_others(answer, changed_at[one.game], found[one.game], who):
            why = f"It was sent before the director changed the players of {one.game}."
            one = Treated(answer, "no game", why=why)
        if one.game and answer.sent and answer.sent <= refused_until.get(one.game, answer.sent.replace(year=1)):
            one = replace(one, state="refused", why="The director refused the reports sent before.")
        if one.game and one.players is None:
            one = replace(one, players=(found[one.game].white, str(found[one.game].black)))
        if one.game and one.state in ("accepted", "waiting", "held"):
            reports.setdefault(one.game, []).append(one)
        else:
            treated.append(one)
    claims: list[Claim] = []
    lines: list[tuple[str, str, Mapping[str, Any], str]] = []
    for game in {**dict.fromkeys(before), **dict.fromkeys(reports)}:
        if game not in standing.games:
            continue
        earlier = before.get(game)
        if earlier is not None and set(earlier.players) != {found[game].white, found[game].black}:
            claims.append(claim_of(earlier))  # it belongs to the players it was accepted for, if they come back
            earlier = None
        counting, passed = _carried_on(reports.get(game, []), found[game], spec)
        treated += passed
        mine, its_claims, its_lines, its_problems = _settle(
            game, counting, earlier, record, who, refused_until.get(game)
        )
        treated += mine
        claims += its_claims
        lines += its_lines
        problems += () if _is_decided(found[game], spec) else its_problems
    strangers = [t for t in treated if t.state == "no game" or (t.state == "refused" and not t.game)]
    strangers = [t for t in strangers if not is_answered(t.answer, answered)]
    if strangers:
        first = strangers[0].answer
        told: Fields = {
            "count": len(strangers),
            "row": first.where,
            "id": f"F{first.row}" if first.is_main else first.id,
        }
        problems.append(Problem("claim-no-game", first.at(), told))
    treated = [_with_its_time(t) for t in sorted(treated, key=lambda t: (t.answer.tab_order, t.answer.row))]
    return Reading(tuple(treated), tuple(claims), tuple(lines), tuple(problems))


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


def name_of(reporter: str, who: Identities) -> str:
    """Who reported, as far as it can be told."""
    return who.find(reporter) or clean(reporter).casefold()


def _is_of_others(answer: Answer, changed: datetime, outcome: Outcome, who: Identities) -> bool:
    """Whether an answer speaks of those who were paired before the director changed the players."""
    named = {who.find(answer.white), who.find(answer.black)}
    return answer.sent is not None and answer.sent <= changed and named != {outcome.white, outcome.black}


def _refusals(decisions: Sequence[Decision], reopened: Mapping[str, datetime]) -> dict[str, datetime]:
    found: dict[str, datetime] = dict(reopened)
    for decision in decisions:
        if decision.kind == "Refuse claim" and decision.seen is not None:
            found[decision.about] = max(decision.seen, found.get(decision.about, decision.seen))
    return found


def _published_on(game: str, accepted: Accepted, record: Sequence[Recorded]) -> bool:
    """Whether a later round, or the next game of the match, was published on this answer.

    One that went out in the very pass that accepted it was published on it too.
    """
    at = ref(game)
    for recorded in record:
        fact = recorded.fact
        if recorded.at < accepted.when or not isinstance(fact, Round | Game):
            continue
        other = ref(fact.id)
        if isinstance(fact, Round) and other.section == at.section and other.sort_key[:3] > at.sort_key[:3]:
            return True
        if isinstance(fact, Game) and other.match == at.match and (other.game or 0) > (at.game or 0):
            return True
    return False


def _person(treated: Treated, who: Identities) -> str:
    return who.find(treated.answer.reporter) or clean(treated.answer.reporter).casefold()


def _carried_on(
    reports: Sequence[Treated], outcome: Outcome, spec: FormatSheet
) -> tuple[Sequence[Treated], list[Treated]]:
    """The reports that count, and the running scores of a match that a later report takes further.

    Whoever sent them: 1-1 by one player and 2-2 by the other tell the same match. A score the match was over with
    stays and contradicts.
    """
    if spec.runs_on is None:
        return reports, []
    scores = [_in_order(r, outcome) for r in reports]
    kept: list[Treated] = []
    passed: list[Treated] = []
    for index, (report, score) in enumerate(zip(reports, scores, strict=True)):
        further = None
        if score is not None and spec.runs_on(outcome.id, score):
            further = next(
                (
                    r
                    for r, later in zip(reports[index + 1 :], scores[index + 1 :], strict=True)
                    if later is not None and later != score and later[0] >= score[0] and later[1] >= score[1]
                ),
                None,
            )
        if further is None:
            kept.append(report)
        else:
            passed.append(replace(report, state="replaced", why=f"The match went on: see {further.answer.where}."))
    return kept, passed


def _in_order(report: Treated, outcome: Outcome) -> tuple[Fraction, Fraction] | None:
    """The score a report gives, as the match's first and second player stand."""
    said, players = report.said, report.players
    if report.state != "accepted" or said is None or said.score is None or players is None:
        return None
    return said.score if players[0] == outcome.white else (said.score[1], said.score[0])


def _settle(
    game: str,
    reports: Sequence[Treated],
    before: Accepted | None,
    record: Sequence[Recorded],
    who: Identities,
    refused_until: datetime | None,
) -> tuple[list[Treated], list[Claim], list[tuple[str, str, Mapping[str, Any], str]], list[Problem]]:
    """One game's reports: which counts, which merge, which wait for the director."""
    if before is not None and refused_until is not None and before.sent <= refused_until:
        before = None
    usable = [r for r in reports if r.state == "accepted" and r.said is not None and r.said.score is not None]
    others = [r for r in reports if r not in usable]
    done: list[Treated] = []
    newest: dict[str, Treated] = {}
    for report in usable:  # in the order sent: the same person's newer answer replaces the older one
        person = _person(report, who)
        link = report.answer.link.canonical if isinstance(report.answer.link, GameLink) else ""
        key = person or link or report.answer.where
        if key in newest and not person and newest[key].said == report.said:
            done.append(replace(report, state="merged", why=f"Says the same as {newest[key].answer.where}."))
            continue
        if key in newest:
            done.append(replace(newest[key], state="replaced", why=f"Replaced by the answer in {report.answer.where}."))
        newest[key] = report
    live = list(newest.values())
    frozen = before is not None and _published_on(game, before, record)
    lines: list[tuple[str, str, Mapping[str, Any], str]] = []
    claims: list[Claim] = []
    problems: list[Problem] = []
    scores = {r.said.score for r in live if r.said is not None}
    if before is not None and (frozen or not live):
        claims.append(claim_of(before))
        same = [r for r in live if r.said is not None and r.said.score == before.score]
        shown = next((r for r in same if r.answer.key == before.key), same[0] if same else None)
        for report in live:
            if report in same:
                is_it = report is shown
                done.append(report if is_it else replace(report, state="merged", why="Says the same."))
                continue
            why = "Something was already published on the result; only the director can change it."
            done.append(replace(report, state="held", why=why))
            problems.append(_held_problem(report, game, why))
    elif len(scores) == 1:
        first = live[0]
        done.append(replace(first, state="accepted"))
        done += [replace(r, state="merged", why=f"Says the same as {first.answer.where}.") for r in live[1:]]
        said = first.said
        assert said is not None
        assert said.score is not None
        assert first.players is not None
        assert first.answer.sent is not None
        canonical = first.answer.link.canonical if isinstance(first.answer.link, GameLink) else first.answer.raw_link
        now_accepted = Accepted(
            game, first.players, said.score, said.how, said.word, first.answer.sent, first.answer.reporter,
            first.answer.key, canonical, datetime.max, first.ended, first.white,
        )  # fmt: skip
        if before is None or (before.score, before.players, before.white) != (said.score, first.players, first.white):
            lines.append(("submission", game, detail_of(now_accepted), f"{first.answer.tab} row {first.answer.row}"))
        else:
            now_accepted = replace(now_accepted, sent=min(before.sent, first.answer.sent))
        claims.append(claim_of(now_accepted))
    elif live:
        pair = live[:2]
        why = " against ".join(f"{r.answer.where} says {r.said.word if r.said else '?'}" for r in pair)
        for report in live:
            done.append(replace(report, state="held", why=f"Contradicts another report: {why}."))
            claims.append(_held_claim(report, game, "held"))
        problems.append(_held_problem(pair[1], game, why, "claims-contradict"))
        if before is not None:
            lines.append(("submission", game, {"state": "held"}, f"{pair[1].answer.tab} row {pair[1].answer.row}"))
    for report in others:
        done.append(report)
        if claims and claims[0].state == "accepted":
            continue
        claims.append(_held_claim(report, game, "waiting" if report.state == "waiting" else "held"))
        if report.state == "held" and not report.answer.doubt:  # that one is asked about at its time stamp
            problems.append(_held_problem(report, game, report.why))
    return done, claims, lines, problems


def _held_problem(report: Treated, game: str, why: str, code: str = "claim-held") -> Problem:
    otherwise = "The game stays open for a few days past its deadline, then its deadline counts."
    return Problem(code, report.answer.at(), {"game": game, "why": why, "otherwise": otherwise})


def _held_claim(report: Treated, game: str, state: Literal["waiting", "held"]) -> Claim:
    players = report.players or ("", "")
    score = report.said.score if report.said else None
    return Claim(
        game, players, score, How.PLAYED, state, report.answer.sent, source=report.answer.where, note=report.why
    )


__all__ = [
    "Accepted",
    "Answer",
    "Checked",
    "Reading",
    "Treated",
    "accepted_before",
    "claims_of",
    "playable",
    "treat",
]
