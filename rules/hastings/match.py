"""One match of the knock-out: slow game or games, mini-match, Armageddon, as far as they were played."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

from rules.hastings.field import Result, Stage
from rules.model import How, Id
from rules.parts.ids import game_id, parse_ref
from rules.parts.matches import ONE, ZERO, Colours, Course, Ends, NextGame, Plan, Played, Side, course
from rules.parts.matches import Stage as Part
from rules.parts.outcomes import Outcome

SLOW, QUICK, ARMAGEDDON = "slow", "quick", "Armageddon"
DEFAULTS = (How.DEFAULT, How.DOUBLE_DEFAULT)
STAGES: tuple[Stage, ...] = ("slow", "mini", "Armageddon")


@cache
def plan(slow: int) -> Plan:
    """The match: so many slow games, two quick ones with colours going on alternating, Armageddon by a new lot.

    Rule: 9, 10, 27, 30; rulings H9-H11.
    """
    return Plan(
        f"{slow} slow",
        (
            Part(SLOW, slow, colours=Colours.LOT),
            Part(QUICK, 2, colours=Colours.REVERSED),
            Part(ARMAGEDDON, 1, Ends.DRAW_IS_BLACKS, colours=Colours.LOT),
        ),
    )


def rate_of(slow: int, number: int) -> str:
    """The rate of the match's game with this number, from 1."""
    return SLOW if number <= slow else QUICK if number <= slow + 2 else ARMAGEDDON


@dataclass(frozen=True)
class SlowGame:
    """What a slow game gave: points by player, White where it was played (None: decided without play)."""

    points: tuple[tuple[Id, Fraction], ...]
    white: Id | None = None

    def of(self, player: Id) -> Fraction:
        """The player's points."""
        return dict(self.points).get(player, ZERO)


@dataclass(frozen=True)
class Match:
    """A board of a knock-out round as it stands.

    `next`: the game to follow, None while one is open or when the match is over. `by_word`: the director named
    the winner. `surplus`: games that count for nothing because the match was over before them.
    """

    id: Id  # K-R3-05
    board: int
    first: Id
    second: Id
    slow: int
    games: tuple[Outcome, ...]
    over: bool
    winner: Id | None
    stage: Stage
    level: bool
    defaulted: frozenset[Id]
    slow_games: tuple[SlowGame, ...]
    course: Course
    next: NextGame | None = None
    open: Outcome | None = None
    by_word: bool = False
    surplus: tuple[Id, ...] = ()

    @property
    def players(self) -> tuple[Id, Id]:
        """First and second."""
        return self.first, self.second

    @property
    def loser(self) -> Id | None:
        """Who was knocked out, where one of the two goes on."""
        if not self.over or self.winner is None:
            return None
        return self.second if self.winner == self.first else self.first

    @property
    def slow_over(self) -> int:
        """How many slow games are over."""
        return self.slow if self.over else len(self.slow_games)

    def result(self) -> Result:
        """For the draw of the next round."""
        return Result(self.first, self.second, self.winner, self.stage, self.level, self.defaulted)

    def opponent(self, player: Id) -> Id:
        """The other of the two."""
        return self.second if player == self.first else self.first


def read_match(
    id_: Id, board: int, first: Id, second: Id, slow: int, games: Sequence[Outcome], left: frozenset[Id], word: Id = ""
) -> Match:
    """What a match's games come to. `left`: who withdrew after the pairing was shown and has no game open.

    Rules: 3, 9, 10, 27, 30, 32; rulings H9-H13. `word`: the winner by the director's word.
    """
    played: list[Played] = []
    slow_games: list[SlowGame] = []
    defaulted: set[Id] = set()
    surplus: list[Id] = []
    winner: Id | None = None
    over = False
    by_default: Stage | None = None
    open_game: Outcome | None = None
    scheme = plan(slow)
    now = _begun(slow)
    for number, o in enumerate(games, start=1):
        if over or now.is_over:
            surplus.append(o.id)
            continue
        if open_game is not None:
            continue
        if o.state not in ("decided", "frozen") or o.score is None or o.is_void:
            open_game = o
            continue
        white: Side = 0 if o.white == first else 1
        missed = _absent(o)
        if number <= slow and o.how in DEFAULTS:
            defaulted |= missed
            winner = None if len(missed) == 2 else o.white if o.score[0] > o.score[1] else str(o.black)
            over, by_default = True, "slow"
            slow_games += [_given(first, second, winner)] * (slow - number + 1)
            continue
        score = (o.score_of(first), o.score_of(second))
        defaulted |= missed
        played.append(Played(score, white))
        if number <= slow:
            slow_games.append(SlowGame(((first, score[0]), (second, score[1])), o.white))
        if len(played) >= slow:
            now = course(scheme, played)
    if 0 < len(played) < slow:
        now = course(scheme, played)
    stage: Stage = by_default or STAGES[now.stage]
    if not over and now.is_over:
        over = True
        winner = None if now.winner is None else (first, second)[now.winner]
    gone = left & {first, second}
    if not over and gone and open_game is None:
        over, defaulted = True, defaulted | gone
        winner = None if len(gone) == 2 else second if first in gone else first
        slow_games += [_given(first, second, winner)] * (slow - len(slow_games))
    by_word = word in (first, second)
    if by_word:
        over, winner = True, word
    level = len(slow_games) == slow and by_default is None and len(played) >= slow and _is_level(slow_games, first)
    return Match(
        id=id_,
        board=board,
        first=first,
        second=second,
        slow=slow,
        games=tuple(games),
        over=over,
        winner=winner,
        stage=stage,
        level=level,
        defaulted=frozenset(defaulted),
        slow_games=tuple(slow_games),
        course=now,
        next=None if over or open_game is not None else now.next,
        open=None if over else open_game,
        by_word=by_word,
        surplus=tuple(surplus),
    )


@cache
def _begun(slow: int) -> Course:
    return course(plan(slow), ())


def _absent(o: Outcome) -> frozenset[Id]:
    """Who missed a game: the loser of one won by default, both of a double default."""
    assert isinstance(o.black, str)
    if o.how is How.DOUBLE_DEFAULT:
        return frozenset((o.white, o.black))
    if o.how is How.DEFAULT and o.score is not None:
        return frozenset((o.black if o.score[0] > o.score[1] else o.white,))
    return frozenset()


def _given(first: Id, second: Id, winner: Id | None) -> SlowGame:
    """A slow game decided without play. Rulings: H12, H13."""
    return SlowGame(((first, ONE if first == winner else ZERO), (second, ONE if second == winner else ZERO)))


def _is_level(slow_games: Sequence[SlowGame], first: Id) -> bool:
    return 2 * sum((g.of(first) for g in slow_games), ZERO) == len(slow_games)


__all__ = ["ARMAGEDDON", "QUICK", "SLOW", "Match", "SlowGame", "game_id", "plan", "rate_of", "read_match"]


def match_of(about: str) -> Id:
    """The match that a word about it or one of its games decides; blank where it is about the whole knock-out."""
    found = parse_ref(about)
    return found.match if found is not None and found.board is not None else ""
