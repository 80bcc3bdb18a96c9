"""One game's reports settled: which counts, which merge, which wait for the director.

What was accepted stays once something was published on it. Before that the same person's newer answer replaces the
older one, equal ones merge, and those that contradict each other wait.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from fractions import Fraction
from typing import Any, Literal

from rules.model import Claim, Game, How, Recorded, Round
from rules.parts.ids import ref
from rules.parts.outcomes import Outcome
from rules.sheet import FormatSheet
from sync.chesssites.links import GameLink
from sync.claims.reports import Accepted, Treated, claim_of, detail_of
from sync.kinds import clean
from sync.problems import Problem
from sync.reading.identity import Identities

Line = tuple[str, str, Mapping[str, Any], str]  # event, subject, detail, cause


@dataclass(frozen=True)
class Matter:
    """One game, its reports in the order sent, and what was accepted of it before."""

    game: str
    reports: Sequence[Treated]
    before: Accepted | None
    record: Sequence[Recorded]
    who: Identities


@dataclass(frozen=True)
class Settled:
    """What became of the reports: each treated, claims for the engine, lines for the Journal, problems."""

    treated: tuple[Treated, ...] = ()
    claims: tuple[Claim, ...] = ()
    lines: tuple[Line, ...] = ()
    problems: tuple[Problem, ...] = ()

    @property
    def is_accepted(self) -> bool:
        """Whether a result counts."""
        return any(c.state == "accepted" for c in self.claims)

    def __add__(self, other: Settled) -> Settled:
        return Settled(
            self.treated + other.treated, self.claims + other.claims, self.lines + other.lines,
            self.problems + other.problems,
        )  # fmt: skip


def settle(matter: Matter) -> Settled:
    """What becomes of one game's reports."""
    usable = [r for r in matter.reports if _score(r) is not None]
    live, older = _newest(usable, matter.who)
    before = matter.before
    if before is not None and (not live or _published_on(matter.game, before, matter.record)):
        counting = _kept(matter.game, before, live)
    elif len({_score(r) for r in live}) == 1:
        counting = _agreed(matter.game, before, live)
    else:
        counting = _contradicting(matter.game, before, live)
    settled = Settled(tuple(older)) + counting
    for report in matter.reports:
        if report not in usable:
            settled += _waiting(matter.game, report, counting.is_accepted)
    return settled


def _score(report: Treated) -> tuple[Fraction, Fraction] | None:
    """The score a report gives, where it may count."""
    return report.said.score if report.state == "accepted" and report.said is not None else None


def name_of(reporter: str, who: Identities) -> str:
    """Who reported, as far as it can be told."""
    return who.find(reporter) or clean(reporter).casefold()


def _newest(reports: Sequence[Treated], who: Identities) -> tuple[list[Treated], list[Treated]]:
    """Each person's newest report, and the older ones; whoever gives no name is known by the link, else by the row."""
    newest: dict[str, Treated] = {}
    older: list[Treated] = []
    for report in reports:
        person = name_of(report.answer.reporter, who)
        link = report.answer.link.canonical if isinstance(report.answer.link, GameLink) else ""
        key = person or link or report.answer.where
        known = newest.get(key)
        if known is not None and not person and known.said == report.said:
            older.append(_merged(report, known))
            continue
        if known is not None:
            older.append(replace(known, state="replaced", why=f"Replaced by the answer in {report.answer.where}."))
        newest[key] = report
    return list(newest.values()), older


def _merged(report: Treated, first: Treated) -> Treated:
    return replace(report, state="merged", why=f"Says the same as {first.answer.where}.")


def _kept(game: str, before: Accepted, live: Sequence[Treated]) -> Settled:
    """What was accepted stays: nobody reports it any more, or something was published on it."""
    same = [r for r in live if _score(r) == before.score]
    shown = next((r for r in same if r.answer.key == before.key), same[0] if same else None)
    settled = Settled(claims=(claim_of(before),))
    for report in live:
        if report is shown:
            settled += Settled((report,))
        elif report in same:
            settled += Settled((replace(report, state="merged", why="Says the same."),))
        else:
            why = "Something was already published on the result; only the director can change it."
            settled += Settled((replace(report, state="held", why=why),), problems=(_held_problem(report, game, why),))
    return settled


def _agreed(game: str, before: Accepted | None, live: Sequence[Treated]) -> Settled:
    """All say the same: the first counts, the others merge."""
    first = live[0]
    accepted = _accepted(game, first)
    lines: tuple[Line, ...] = ()
    if before is None or (before.score, before.players, before.white) != (
        accepted.score, accepted.players, accepted.white,
    ):  # fmt: skip
        lines = (("submission", game, detail_of(accepted), f"{first.answer.tab} row {first.answer.row}"),)
    else:
        accepted = replace(accepted, sent=min(before.sent, accepted.sent))
    others = tuple(_merged(r, first) for r in live[1:])
    return Settled((replace(first, state="accepted"), *others), (claim_of(accepted),), lines)


def _accepted(game: str, report: Treated) -> Accepted:
    answer, said = report.answer, report.said
    assert said is not None
    assert said.score is not None
    assert report.players is not None
    assert answer.sent is not None
    link = answer.link.canonical if isinstance(answer.link, GameLink) else answer.raw_link
    return Accepted(
        game, report.players, said.score, said.how, said.word, answer.sent, answer.reporter, answer.key, link,
        datetime.max, report.ended, report.white,
    )  # fmt: skip


def _contradicting(game: str, before: Accepted | None, live: Sequence[Treated]) -> Settled:
    """They contradict each other: all wait, and nothing counts, not even what was accepted before."""
    if not live:
        return Settled()
    pair = live[:2]
    why = " against ".join(f"{r.answer.where} says {r.said.word if r.said else '?'}" for r in pair)
    cause = f"{pair[1].answer.tab} row {pair[1].answer.row}"
    return Settled(
        tuple(replace(r, state="held", why=f"Contradicts another report: {why}.") for r in live),
        tuple(_held_claim(r, game, "held") for r in live),
        (("submission", game, {"state": "held"}, cause),) if before is not None else (),
        (_held_problem(pair[1], game, why, "claims-contradict"),),
    )


def _waiting(game: str, report: Treated, is_accepted: bool) -> Settled:
    """A report that cannot count yet; it holds nothing up where another one counts."""
    if is_accepted:
        return Settled((report,))
    asked = report.state == "held" and not report.answer.doubt  # that one is asked about at its time stamp
    return Settled(
        (report,),
        (_held_claim(report, game, "waiting" if report.state == "waiting" else "held"),),
        problems=(_held_problem(report, game, report.why),) if asked else (),
    )


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


def _held_problem(report: Treated, game: str, why: str, code: str = "claim-held") -> Problem:
    otherwise = "The game stays open for a few days past its deadline, then its deadline counts."
    return Problem(code, report.answer.at(), {"game": game, "why": why, "otherwise": otherwise})


def _held_claim(report: Treated, game: str, state: Literal["waiting", "held"]) -> Claim:
    players = report.players or ("", "")
    score = report.said.score if report.said else None
    return Claim(
        game, players, score, How.PLAYED, state, report.answer.sent, source=report.answer.where, note=report.why
    )


def carried_on(
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
