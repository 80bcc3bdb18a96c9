"""One match of a play-off: which games count, who is ahead, and what comes next.

Rule: 2, 6.1-6.5; G10-G16, G21, G32, G34. A match asks for its lots itself: White for each pair of games, the toss and
the choice of an Armageddon game.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property

from rules.grandchesstour.director import BLITZ_FOR_RAPID, Director, absent, whole
from rules.grandchesstour.maingames import after_leaving
from rules.grandchesstour.plans import in_blitz
from rules.model import Empty, Game, Id, Lot, Reason, Value
from rules.parts.ids import game_id, ref
from rules.parts.matches import LEVEL, Colours, Course, NextGame, Plan, Played, Score, Side, course
from rules.parts.outcomes import Outcome
from rules.parts.record import Standing

ZERO, ONE = Fraction(0), Fraction(1)
WHITE, BLACK = "White", "Black"


@dataclass(frozen=True)
class Ground:
    """What a play-off stands on: the record, the outcomes of all its games, the director's words, who has left."""

    stands: Standing
    found: Mapping[Id, Outcome]
    director: Director
    left: Mapping[Id, float]

    @cached_property
    def boards(self) -> Mapping[Id, tuple[Id, ...]]:
        """Games of play-offs (byes left out) by the id of their match, in playing order."""
        found: dict[Id, list[Id]] = {}
        for id_ in self.stands.games:
            at = ref(id_)
            if at.stage == "P" and not isinstance(self.stands.game(id_).black, Empty):
                found.setdefault(at.match, []).append(id_)
        return {match: tuple(games) for match, games in found.items()}


@dataclass(frozen=True)
class Counted:
    """A game that counts. `id` is blank and White None in a game that nobody played since somebody had left."""

    id: Id
    white: Id | None
    rate: str
    score: Score  # of the match's first and second player
    outcome: Outcome | None


@dataclass(frozen=True)
class Asked:
    """A lot that is needed: `lot` to be recorded where nobody has asked yet, else it waits for its answer."""

    lot: Lot
    is_new: bool
    why: Reason


@dataclass(frozen=True)
class ToPlay:
    """A game whose colours are known and that is to be recorded."""

    game: Game
    why: Reason


@dataclass(frozen=True)
class Match:
    """A match between two players as it stands. Exactly one of the last five says what holds it up while it runs."""

    name: str
    id: Id
    players: tuple[Id, Id]
    plan: Plan
    games: tuple[Counted, ...]
    course: Course
    winner: Id | None = None
    by: str = ""  # "played", "left" or "director"
    surplus: tuple[Id, ...] = ()  # games after the match was over
    begun: bool = False
    open: Outcome | None = None  # the game being played or about to be
    step: Asked | ToPlay | None = None  # what is needed for the next game
    undecided: bool = False  # Armageddon that both missed: the director names the winner (G12)
    outdated: tuple[Id, ...] = ()  # games of other players: a result before was changed (G34)
    words: Mapping[tuple[Id, str], str] = field(default_factory=dict)  # words of the director that count

    @property
    def score(self) -> Score:
        """Points of all games that count."""
        return sum((g.score[0] for g in self.games), ZERO), sum((g.score[1] for g in self.games), ZERO)

    @property
    def loser(self) -> Id | None:
        """The other one, once there is a winner."""
        return None if self.winner is None else self.players[1 if self.winner == self.players[0] else 0]


def answer_of(stands: Standing, id_: Id, kind: str, among: tuple[Id, ...]) -> tuple[str, ...] | None:
    """The answer of a lot asked for among exactly these, None while it is not there."""
    lot = stands.lot(id_)
    if lot is None or lot.kind != kind or set(lot.among) != set(among):
        return None
    return lot.answer


def ask(stands: Standing, lot: Lot, why: Reason) -> Asked:
    """The lot to be asked for, or the wait for one asked for already."""
    there = stands.lot(lot.id)
    is_new = there is None or there.kind != lot.kind or set(there.among) != set(lot.among)
    return Asked(lot, is_new, why)


def match_of(ground: Ground, name: str, id_: Id, players: tuple[Id, Id], plan: Plan, section: Id) -> Match:
    """A match on its board. `section` is the event (or the Tour) the play-off belongs to."""
    recorded = ground.boards.get(id_, ())
    standing = [(g, ground.found[g]) for g in recorded if not ground.found[g].is_void]
    others = tuple(g for g, o in standing if {o.white, o.black} != set(players))
    own = [(g, after_leaving(o, ground.left)) for g, o in standing if g not in others]
    begun = any(o.state in ("decided", "frozen") or o.held for _, o in own)
    words: dict[tuple[Id, str], str] = {}
    is_blitz, words_of_rate = blitz_here(ground, section, id_, begun, plan)
    words |= words_of_rate
    plan = in_blitz(plan) if is_blitz else plan
    base = Match(name, id_, players, plan, (), course(plan, ()), outdated=others, begun=begun, words=words)
    counted, open_game = _count(plan, players, own)
    now = course(plan, [_played(g, players) for g in counted])
    if open_game is None and not others:
        counted, now = _walk_over(plan, players, counted, now, ground.left)
    surplus = tuple(g.id for g in counted[len(counted) - now.surplus :]) if now.surplus else ()
    if open_game is not None and now.is_over:
        surplus, open_game = (*surplus, open_game.id), None
    base = replace(base, games=tuple(counted[: len(counted) - now.surplus]), course=now, surplus=surplus)
    typed = ground.director.winner_of({id_}, players)
    if typed is not None:
        words[id_, "Winner"] = typed
        return replace(base, winner=typed, by="director", open=None)
    if now.is_over and now.winner is not None:
        by = "left" if base.games and not base.games[-1].id else "played"
        return replace(base, winner=players[now.winner], by=by)
    if others:
        return base
    if now.is_over:
        return replace(base, undecided=True)
    if open_game is not None:
        return replace(base, open=open_game)
    assert now.next is not None
    return replace(base, step=_next_step(ground, base, now.next, recorded))


def blitz_here(
    ground: Ground, section: Id, about: Id, begun: bool, plan: Plan | None
) -> tuple[bool, dict[tuple[Id, str], str]]:
    """Whether blitz stands for rapid in a match (or the all-play-all, where `plan` is None), and the word to record.

    Rule: 6.5, G21: said before the first game. What was said then stays when the word is gone later.
    """
    if plan is not None and all(s.rate != "rapid" for s in plan.stages):
        return False, {}
    noted = ground.director.noted(about, BLITZ_FOR_RAPID) is not None
    wanted = ground.director.wants_blitz({*whole(section), about, ref(about).round})
    counts = noted if begun else wanted
    return counts, {(about, BLITZ_FOR_RAPID): ""} if counts else {}


def _count(plan: Plan, players: tuple[Id, Id], own: list[tuple[Id, Outcome]]) -> tuple[list[Counted], Outcome | None]:
    """The games decided in order, up to the first that is not."""
    counted: list[Counted] = []
    for id_, o in own:
        if o.state != "decided":
            return counted, o
        score = (o.score_of(players[0]), o.score_of(players[1]))
        upcoming = course(plan, [_played(g, players) for g in counted]).next
        counted.append(Counted(id_, o.white, upcoming.rate if upcoming else "", score, o))
    return counted, None


def _played(game: Counted, players: tuple[Id, Id]) -> Played:
    side: Side | None = None if game.white is None else 0 if game.white == players[0] else 1
    return Played(game.score, side)


def _walk_over(
    plan: Plan, players: tuple[Id, Id], counted: list[Counted], now: Course, left: Mapping[Id, float]
) -> tuple[list[Counted], Course]:
    """Games still due of somebody who has left are not attended: nobody plays them, no lot is drawn. Rule: G12."""
    gone = absent(*players, left)
    while any(gone) and now.next is not None:
        score = (ZERO if gone[0] else ONE, ZERO if gone[1] else ONE)
        counted = [*counted, Counted("", None, now.next.rate, score, None)]
        now = course(plan, [_played(g, players) for g in counted])
    return counted, now


def _next_step(ground: Ground, match: Match, upcoming: NextGame, recorded: tuple[Id, ...]) -> Asked | ToPlay:
    """The lot, toss or choice that is needed, or the game with its colours. Rule: G10, G13."""
    used = max((ref(g).game or 0 for g in recorded), default=0)
    id_ = game_id(ref(match.id).round, ref(match.id).board or 0, used + 1)
    data: dict[str, Value] = {
        "game": id_,
        "number": upcoming.number,
        "rate": upcoming.rate,
        "first": match.players[0],
        "second": match.players[1],
    }
    if upcoming.white is not None:
        white = match.players[upcoming.white]
        why = Reason("6, G10, G11", "game-reversed", {**data, "white": white})
        return ToPlay(Game(id_, white, _other(match, white), upcoming.rate), why)
    if upcoming.colours is Colours.TOSS:
        return _toss(ground, match, id_, upcoming.rate, data)
    lot_id = _lot_id(ground, match, id_, "colour")
    answer = answer_of(ground.stands, lot_id, "colour", match.players)
    if answer is None:
        lot = Lot(lot_id, "colour", match.players)
        return ask(ground.stands, lot, Reason("6, G10", "lot-colour", data))
    why = Reason("6, G10", "game-by-lot", {**data, "white": answer[0]})
    return ToPlay(Game(id_, answer[0], _other(match, answer[0]), upcoming.rate), why)


def _toss(ground: Ground, match: Match, id_: Id, rate: str, data: dict[str, Value]) -> Asked | ToPlay:
    lot_id = _lot_id(ground, match, id_, "toss")
    toss = answer_of(ground.stands, lot_id, "toss", match.players)
    if toss is None:
        return ask(ground.stands, Lot(lot_id, "toss", match.players), Reason("2.3, G13", "lot-toss", data))
    chooser, choice_id = toss[0], f"{lot_id} colour"
    data = {**data, "chooser": chooser}
    choice = answer_of(ground.stands, choice_id, "choice", (chooser,))
    if choice is None:
        lot = Lot(choice_id, "choice", (chooser,))
        return ask(ground.stands, lot, Reason("2.3, G13", "lot-choice", data))
    white = chooser if choice[0] == WHITE else _other(match, chooser)
    why = Reason("2.3, G13", "game-by-toss", {**data, "white": white, "colour": choice[0]})
    return ToPlay(Game(id_, white, _other(match, white), rate), why)


def _lot_id(ground: Ground, match: Match, id_: Id, kind: str) -> Id:
    """The lot for a game: that of a voided game it is set again for, else one of its own. Rule: G34."""
    last = max((ref(g.id).game or 0 for g in match.games if g.id), default=0)
    for number in range(last + 1, ref(id_).game or 0):
        earlier = game_id(ref(match.id).round, ref(match.id).board or 0, number)
        if answer_of(ground.stands, earlier, kind, match.players) is not None:
            return earlier
    return id_


def _other(match: Match, player: Id) -> Id:
    return match.players[1] if player == match.players[0] else match.players[0]


__all__ = ["LEVEL", "Asked", "Counted", "Ground", "Match", "ToPlay", "answer_of", "ask", "blitz_here", "match_of"]
