"""Matches of several games as data: a plan of stages, and what a plan makes of the games played so far.

A plan serves both ways of reporting: game by game (`course`: what is the score, who won, which game is next)
and whole (`read_score`: can a running score like 3-1 be true, and is the match over with it).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from fractions import Fraction
from functools import lru_cache
from typing import Literal, TypeAlias

Score: TypeAlias = tuple[Fraction, Fraction]
Side: TypeAlias = Literal[0, 1]  # the match's first or second player
ZERO, HALF, ONE = Fraction(0), Fraction(1, 2), Fraction(1)
LEVEL: Score = (ZERO, ZERO)


class Ends(Enum):
    """When a stage is over."""

    ALL_PLAYED = "all played"  # all its games are played; who has more of its points wins the match
    AHEAD = "first with so many and ahead"
    LEAD = "first to lead by so many"
    DRAW_IS_BLACKS = "one game, a draw sends Black on"  # Armageddon


class Colours(Enum):
    """Who has White in the first game of a stage. Inside a stage colours alternate."""

    FREE = "free"  # the players settle it themselves
    GIVEN = "given"  # the match's first player
    REVERSED = "reversed"  # who had Black in the game before
    LOT = "lot"
    TOSS = "toss"  # a toss, then the winner's choice


@dataclass(frozen=True)
class Stage:
    """Some games at one rate. `games` None: as many as it takes. `carries`: the points before count on."""

    rate: str
    games: int | None
    ends: Ends = Ends.ALL_PLAYED
    need: Fraction = ZERO
    colours: Colours = Colours.REVERSED
    carries: bool = False


@dataclass(frozen=True)
class Plan:
    """A match. `level` : a level score after the last stage is a result. `whole`: reported as one score on one row."""

    name: str
    stages: tuple[Stage, ...]
    level: bool = False
    whole: bool = False
    draws: bool = True  # whether a single game can be drawn

    def at_rates(self, rates: dict[str, str]) -> Plan:
        """The same plan with some rates changed (blitz for rapid, say)."""
        return replace(self, stages=tuple(replace(s, rate=rates.get(s.rate, s.rate)) for s in self.stages))


@dataclass(frozen=True)
class Played:
    """One game: what the match's first and second player got, and who had White (None where it does not matter)."""

    score: Score
    white: Side | None = None


@dataclass(frozen=True)
class NextGame:
    """The game to come: its number from 1, stage, rate, and who has White; None where a lot or toss is needed."""

    number: int
    stage: int
    rate: str
    white: Side | None
    colours: Colours


@dataclass(frozen=True)
class Course:
    """Where a match stands. `next` is None exactly when it is over."""

    score: Score
    stage: int
    stage_score: Score
    winner: Side | None
    next: NextGame | None
    surplus: int = 0  # games reported after the match was over

    @property
    def is_over(self) -> bool:
        """Whether no further game is to be played."""
        return self.next is None


def course(plan: Plan, games: Sequence[Played]) -> Course:
    """What the games so far come to. Games after the end are counted as surplus and change nothing."""
    total, points, stage, inside = LEVEL, LEVEL, 0, 0
    for number, game in enumerate(games):
        total, points, inside = _plus(total, game.score), _plus(points, game.score), inside + 1
        here = plan.stages[stage]
        winner = _winner(here, points, inside, game)
        if winner is not None:
            return Course(total, stage, points, winner, None, len(games) - number - 1)
        if here.games is not None and inside >= here.games:
            if stage + 1 == len(plan.stages):
                return Course(total, stage, points, None, None, len(games) - number - 1)
            stage, inside = stage + 1, 0
            if not plan.stages[stage].carries:
                points = LEVEL
    return Course(total, stage, points, None, _next(plan, stage, inside, games))


@dataclass(frozen=True)
class ReadScore:
    """A running score read by a plan. `rate` is that of the next game while the match runs."""

    state: Literal["over", "running", "impossible"]
    winner: Side | None = None
    played: int = 0
    stage: int = 0
    rate: str = ""


@lru_cache(maxsize=2048)
def read_score(plan: Plan, score: Score) -> ReadScore:
    """Whether games can have led to this score, and whether the match is over with it.

    Follows every way of reaching it game by game, so a score behind the end of the match is impossible. For
    plans whose end depends on the score alone (no Armageddon).
    """
    steps: list[Score] = [(ONE, ZERO), (ZERO, ONE), *([(HALF, HALF)] if plan.draws else [])]
    played = sum(score, ZERO)
    if played.denominator != 1 or min(score) < 0 or (not plan.draws and score[0].denominator != 1):
        return ReadScore("impossible")
    reached: dict[tuple[Score, Score], Course] = {(LEVEL, LEVEL): course(plan, ())}
    for number in range(int(played)):
        onward: dict[tuple[Score, Score], Course] = {}
        for now in reached.values():
            if now.is_over:
                continue
            for step in steps:
                then = _advance(plan, now, number, step)
                if then.score[0] <= score[0] and then.score[1] <= score[1]:
                    onward[then.score, then.stage_score] = then
        reached = onward
    for at in reached.values():
        if at.score == score:
            rate = at.next.rate if at.next else ""
            return ReadScore("over" if at.is_over else "running", at.winner, int(played), at.stage, rate)
    return ReadScore("impossible")


def _advance(plan: Plan, now: Course, played: int, step: Score) -> Course:
    stage, points = now.stage, _plus(now.stage_score, step)
    here, total = plan.stages[stage], _plus(now.score, step)
    inside = played + 1 - sum(s.games or 0 for s in plan.stages[:stage])
    winner = _winner(here, points, inside, Played(step))
    if winner is not None:
        return Course(total, stage, points, winner, None)
    if here.games is not None and inside >= here.games:
        if stage + 1 == len(plan.stages):
            return Course(total, stage, points, None, None)
        stage, inside = stage + 1, 0
        points = points if plan.stages[stage].carries else LEVEL
    upcoming = plan.stages[stage]
    return Course(total, stage, points, None, NextGame(played + 2, stage, upcoming.rate, None, upcoming.colours))


def _winner(stage: Stage, points: Score, inside: int, game: Played) -> Side | None:
    ahead: Side | None = None if points[0] == points[1] else 0 if points[0] > points[1] else 1
    match stage.ends:
        case Ends.ALL_PLAYED:
            return ahead if inside == stage.games else None
        case Ends.AHEAD:
            return ahead if max(points) >= stage.need else None
        case Ends.LEAD:
            return ahead if abs(points[0] - points[1]) >= stage.need else None
        case Ends.DRAW_IS_BLACKS:
            if game.score[0] == game.score[1] and game.white is not None and sum(game.score) > 0:
                return 1 if game.white == 0 else 0
            return ahead


def _next(plan: Plan, stage: int, inside: int, games: Sequence[Played]) -> NextGame:
    here = plan.stages[stage]
    last = games[-1].white if games else None
    white: Side | None = None
    if inside or here.colours is Colours.REVERSED:
        white = None if last is None else 0 if last == 1 else 1
    elif here.colours is Colours.GIVEN:
        white = 0
    return NextGame(len(games) + 1, stage, here.rate, white, here.colours)


def _plus(a: Score, b: Score) -> Score:
    return a[0] + b[0], a[1] + b[1]


def sampled(plan: Plan, dice: Callable[[], float], expected: float, most: int = 40) -> Score:
    """A score of a whole match, its games won by the first player with probability `expected`.

    For simulations. `dice` gives numbers from 0 to 1; a match still level after `most` games stops at that score.
    """
    games: list[Played] = []
    while (at := course(plan, games)).next is not None and len(games) < most:
        games.append(Played((ONE, ZERO) if dice() < expected else (ZERO, ONE)))
    return at.score
