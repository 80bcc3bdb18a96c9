"""Match plans of both sections, and what a reported or typed score makes of a match.

Rule: seed 004, A-match, B-match, PO-match; P18-P21, P27, P35.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from typing import Literal

from rules.model import Empty, How, Id, Trouble
from rules.parts.ids import ref
from rules.parts.matches import Colours, Ends, Plan, Stage, read_score
from rules.parts.outcomes import Outcome

TWO = Fraction(2)
SET = 2  # games
FULL_SETS = 3  # sets before the reduced time controls
TIE_GAMES = 12  # six sets
REGULAR_GAMES = 4
FULL_BYE, HALF_BYE, FORFEIT = 4, 2, 4  # games won in section B


def _lead(rate: str, games: int | None, carries: bool = True) -> Stage:
    return Stage(rate, games, Ends.LEAD, TWO, Colours.FREE, carries)


ELIMINATION = Plan(
    "section A",
    (
        _lead("30 min + 5 s", 6, carries=False),
        _lead("20 min + 3 s", 2),
        _lead("15 min + 2 s", 2),
        _lead("10 min", None),
    ),
    whole=True,
    draws=False,
)
PLAYOFF = Plan(
    "section B play-off",
    (_lead("20 min", 6, carries=False), _lead("15 min", 2), _lead("10 min", None)),
    whole=True,
    draws=False,
)
REGULAR = Plan(
    "section B regular", (Stage("20 min", REGULAR_GAMES, colours=Colours.FREE),), level=True, whole=True, draws=False
)


def plan_of(section: str, kind: str) -> Plan:
    """The plan of a round's matches."""
    if section == "A":
        return ELIMINATION
    return REGULAR if kind == "round" else PLAYOFF


def runs_on(match: Id, score: tuple[Fraction, Fraction]) -> bool:
    """Whether a match goes on after this score, so that a later report may take it further. Rule: P18, P21."""
    at = ref(match)
    return read_score(plan_of(at.section, "round" if at.stage == "R" else "play-off"), score).state == "running"


def time_control(plan: Plan, set_number: int, kept: Collection[int] = ()) -> str:
    """The time control of a set: minutes a player and seconds a move.

    Rule: A-match 2-3, B-match 3, PO-match 3-4; P20. `kept` are the sets for which both agreed to keep the first.
    """
    if set_number in kept:
        return plan.stages[0].rate
    games = (set_number - 1) * SET
    for stage in plan.stages:
        if stage.games is None or games < stage.games:
            return stage.rate
        games -= stage.games
    return plan.stages[-1].rate


@dataclass(frozen=True)
class Verdict:
    """What became of a match. `score` and `wins` are (upper, lower); `losers` lose an elimination match.

    state: `open`, `decided`, `void` (as if never paired), `bye`, `frozen`. `by`: director, form, leaver, record.
    """

    state: Literal["open", "decided", "void", "bye", "frozen"]
    how: How | None = None
    score: tuple[int, int] | None = None
    wins: tuple[int, int] = (0, 0)
    winner: Id | None = None
    losers: tuple[Id, ...] = ()
    forfeited: tuple[Id, ...] = ()
    by: str = ""
    at: datetime | None = None
    trouble: Trouble | None = None

    @property
    def is_settled(self) -> bool:
        """Whether nothing more is awaited."""
        return self.state in ("decided", "void", "bye")

    @property
    def games(self) -> int:
        """Games played so far, as far as reported."""
        return sum(self.score) if self.score else 0

    @property
    def level_after_six_sets(self) -> bool:
        """Level after at least twelve games. Rule: A-match 4, PO-match 5; P21."""
        return self.score is not None and self.score[0] == self.score[1] and self.games >= TIE_GAMES


def verdict(o: Outcome, plan: Plan, leavers: Collection[Id], left_at: datetime | None, named: Id | None) -> Verdict:
    """The verdict on one match.

    `leavers`: who of the two left while it stood open, `left_at` when; `named` the winner the director named.
    Rule: P9, P10, P18, P19, P21, P27, P35, P54, P55, P61. The director's word comes first, then what was
    reported in time, then the leaving.
    """
    if isinstance(o.black, Empty):
        wins = {Empty.BYE: FULL_BYE, Empty.HALF_BYE: HALF_BYE}.get(o.black, 0)
        return Verdict("bye", wins=(wins, 0), at=o.at)
    upper, lower = o.white, o.black
    if o.state == "frozen":
        return Verdict("frozen", score=_whole(o))
    found = _from_score(o, plan)
    if found.state == "open" and named in (upper, lower) and not plan.level:
        loser = lower if named == upper else upper
        return Verdict("decided", How.PLAYED, found.score, _wins(found.score), named, (loser,), by="director", at=o.at)
    late = o.by == "form" and left_at is not None and (o.at is None or o.at > left_at)
    if leavers and (found.state == "open" or late):
        return _forfeit(upper, lower, tuple(p for p in (upper, lower) if p in leavers), found.score, "leaver", left_at)
    return found


def _from_score(o: Outcome, plan: Plan) -> Verdict:
    assert isinstance(o.black, str)
    upper, lower = o.white, o.black
    if o.state == "open" or o.how is None:
        return Verdict("open")
    if o.how is How.VOID:
        return Verdict("void", How.VOID, by=o.by, at=o.at)
    if o.how is How.DOUBLE_DEFAULT:
        return _forfeit(upper, lower, (upper, lower), None, o.by, o.at)
    if o.how is How.DEFAULT:
        first, second = o.score or (Fraction(0), Fraction(0))
        if first == second:
            return _forfeit(upper, lower, (upper, lower), None, o.by, o.at)
        return _forfeit(upper, lower, (lower,) if first > second else (upper,), None, o.by, o.at)
    score = _whole(o)
    if score is None or o.how is How.NULL:
        return Verdict("open", trouble=_bad(o, "bad-score"))
    read = read_score(plan, (Fraction(score[0]), Fraction(score[1])))
    if o.how is How.TIE_DECLARED:
        if plan is not ELIMINATION:
            return Verdict("open", score=score, trouble=_bad(o, "tie-not-here"))
        if score[0] != score[1] or sum(score) < TIE_GAMES:
            return Verdict("open", score=score if read.state == "running" else None, trouble=_bad(o, "tie-too-early"))
        return Verdict("decided", How.TIE_DECLARED, score, score, by=o.by, at=o.at)
    if read.state == "impossible":
        return Verdict("open", trouble=_bad(o, "bad-score" if plan.level else "bad-score-lead"))
    if read.state == "running":
        return Verdict("open", score=score, by=o.by, at=o.at)
    winner = None if score[0] == score[1] else upper if score[0] > score[1] else lower
    losers = () if winner is None else (lower,) if winner == upper else (upper,)
    return Verdict("decided", How.PLAYED, score, score, winner, losers, by=o.by, at=o.at)


def _forfeit(
    upper: Id, lower: Id, who: tuple[Id, ...], score: tuple[int, int] | None, by: str, at: datetime | None
) -> Verdict:
    if len(who) == 2:
        return Verdict("decided", How.DOUBLE_DEFAULT, score, (0, 0), None, who, who, by, at)
    winner = lower if who[0] == upper else upper
    wins = (FORFEIT, 0) if winner == upper else (0, FORFEIT)
    return Verdict("decided", How.DEFAULT, score, wins, winner, who, who, by, at)


def _whole(o: Outcome) -> tuple[int, int] | None:
    if o.score is None or o.score[0].denominator != 1 or o.score[1].denominator != 1 or min(o.score) < 0:
        return None
    return int(o.score[0]), int(o.score[1])


def _wins(score: tuple[int, int] | None) -> tuple[int, int]:
    return score or (0, 0)


def _bad(o: Outcome, code: str) -> Trouble:
    first, second = o.score or (None, None)
    opponent = o.black if isinstance(o.black, str) else o.black.value
    score = f"{first}-{second}" if first is not None else "–"
    return Trouble(code, o.id, "Result", {"match": o.id, "score": score, "upper": o.white, "lower": opponent})
