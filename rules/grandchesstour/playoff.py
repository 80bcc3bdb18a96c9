"""A play-off for first (or second) place: its tree by number of players, grown as far as results and lots go.

Rule: 6.1-6.5; G14-G21, G34. Names of matches: `two`; `pair`, `semi`, `last` after the all-play-all of three; in
trees `1-8` with the numbers of the two places as if the better one always won.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from rules.grandchesstour.awards import name_key
from rules.grandchesstour.director import SIXTEEN, WINNER, absent, whole
from rules.grandchesstour.events import BLITZ, RAPID
from rules.grandchesstour.maingames import after_leaving
from rules.grandchesstour.match import Asked, Counted, Ground, Match, ToPlay, answer_of, ask, blitz_here, match_of
from rules.grandchesstour.plans import LEFT, TREE, TWO
from rules.grandchesstour.trees import TreeMatch, grow, rounds_of
from rules.model import Empty, Game, Id, Lot, Reason, Round, Value
from rules.parts.ids import game_id, ref, round_id
from rules.parts.matches import Plan
from rules.parts.outcomes import Outcome

ZERO, ONE = Fraction(0), Fraction(1)
TREE_LIMIT, MOST = 8, 16
ROUND_NAMES = {1: "final", 2: "semi-final", 3: "quarter-final"}


@dataclass(frozen=True)
class ByeRow:
    """Somebody goes on without play."""

    round: Id
    board: int
    player: Id
    why: Reason


@dataclass(frozen=True)
class AllPlayAll:
    """The three rapid games of three players, one after another. Rule: 6.2, G15."""

    round: Id
    numbers: tuple[Id, ...]
    games: tuple[Counted | None, ...]  # in the order of play; None for one without a result
    points: Mapping[Id, Fraction]
    open: Outcome | None
    step: ToPlay | None
    over: bool
    begun: bool
    rate: str  # rapid, or blitz in its place (G21)


@dataclass(frozen=True)
class PlayOff:
    """A play-off as it stands.

    `needed`: lots for the order, numbers or the bye. `rounds`: rounds that must stand in the record by now, with
    their kind. `waits_for_director`: nine and more without a word (G20). `stale`: published for other players.
    """

    section: Id
    players: tuple[Id, ...]
    wins: Mapping[Id, int]
    order: tuple[Id, ...] | None = None
    matches: tuple[Match, ...] = ()
    places: tuple[TreeMatch[Id], ...] = ()  # the whole tree, for four and more
    three: AllPlayAll | None = None
    byes: tuple[ByeRow, ...] = ()
    needed: tuple[Asked, ...] = ()
    rounds: tuple[tuple[Id, str], ...] = ()
    winner: Id | None = None
    by: str = ""
    waits_for_director: bool = False
    stale: tuple[Id, ...] = ()
    words: Mapping[tuple[Id, str], str] | None = None

    @property
    def is_over(self) -> bool:
        """Whether there is a winner."""
        return self.winner is not None

    @property
    def first_round(self) -> Id:
        """The id of its first round."""
        return round_id(self.section, "P", 1)

    @property
    def losers(self) -> tuple[Id, ...]:
        """Everybody but the winner. Rule: G5."""
        return tuple(p for p in self.players if p != self.winner) if self.winner else ()


def is_published(ground: Ground, section: Id) -> bool:
    """Whether the first round of the play-off stands in the record."""
    return round_id(section, "P", 1) in ground.stands.rounds


def playoff_of(ground: Ground, section: Id, players: Sequence[Id], wins: Mapping[Id, int]) -> PlayOff:
    """The play-off of these players. Rule: 6; G20 for nine and more; a winner typed for the whole ends it (G12)."""
    among = tuple(sorted(players, key=name_key))
    base = PlayOff(section, among, {p: wins.get(p, 0) for p in among}, words={})
    words: dict[tuple[Id, str], str] = {}
    accepted = len(among) > TREE_LIMIT and ground.director.accepts_sixteen(section)
    if accepted and len(among) <= MOST:
        words[section, SIXTEEN] = ""
    typed = ground.director.winner_of(whole(section), among)
    if typed is not None:
        words[section, WINNER] = typed
    published = is_published(ground, section)
    if published:
        taken = ground.stands.round(base.first_round).taken.get("players")
        was = tuple(str(p) for p in taken) if isinstance(taken, tuple) else ()
        if set(was) != set(among):
            found = replace(base, stale=was, words=words)
            return replace(found, winner=typed, by="director") if typed else found
    if len(among) > TREE_LIMIT and not (accepted and len(among) <= MOST):
        found = replace(base, waits_for_director=typed is None)
    elif not published:
        found = base
    elif len(among) == 2:
        found = _two(ground, base)
    elif len(among) == 3:
        found = _three(ground, base)
    else:
        found = _tree(ground, base)
    for match in found.matches:
        words |= match.words
    words |= found.words or {}
    if typed is not None:
        return replace(found, winner=typed, by="director", needed=(), words=words)
    return replace(found, words=words)


def _board(ground: Ground, round_: Id, number: int) -> Id:
    """The id of a match by its place in the round; boards of a round taken back are not used again."""
    skipped = 0
    if round_ in ground.stands.rounds:
        taken = ground.stands.round(round_).taken.get("boards")
        skipped = taken if isinstance(taken, int) else 0
    return game_id(round_, skipped + number)


def _two(ground: Ground, base: PlayOff) -> PlayOff:
    """Rule: 6.1, G14."""
    first, second = base.players
    match = match_of(ground, "two", _board(ground, base.first_round, 1), (first, second), TWO, base.section)
    return replace(base, matches=(match,), winner=match.winner, by=match.by)


# --- three players ---------------------------------------------------------------------------------------------------

SEQUENCE = ((2, 3), (1, 2), (3, 1))  # Rule: G15; the first named has White


def _three(ground: Ground, base: PlayOff) -> PlayOff:
    """Rule: 6.2, G15-G17."""
    id_ = f"{base.first_round} numbers"
    numbers = answer_of(ground.stands, id_, "order", base.players)
    if numbers is None:
        data: dict[str, Value] = {"players": base.players}
        needed = ask(ground.stands, Lot(id_, "order", base.players), Reason("6.2, G15", "lot-numbers", data))
        return replace(base, needed=(needed,))
    three, words = _all_play_all(ground, base, numbers)
    found = replace(base, order=numbers, three=three, words=words)
    if not three.over:
        return found
    best = max(three.points.values())
    top = tuple(p for p in numbers if three.points[p] == best)
    if len(top) == 1:
        return replace(found, winner=top[0], by="played")
    second = round_id(base.section, "P", 2)
    found = replace(found, rounds=((second, "final" if len(top) == 2 else "semi-final"),))
    if len(top) == 2:
        match = match_of(ground, "pair", _board(ground, second, 1), (top[0], top[1]), LEFT, base.section)
        return replace(found, matches=(match,), winner=match.winner, by=match.by)
    return _all_level(ground, found, numbers)


def _all_play_all(
    ground: Ground, base: PlayOff, numbers: tuple[str, ...]
) -> tuple[AllPlayAll, dict[tuple[Id, str], str]]:
    round_ = base.first_round
    recorded = [g for g in ground.stands.games if ref(g).round == round_]
    own = [(g, after_leaving(ground.found[g], ground.left)) for g in recorded if not ground.found[g].is_void]
    begun = any(o.state in ("decided", "frozen") or o.held for _, o in own)
    blitz, words = blitz_here(ground, base.section, round_, begun, None)
    rate = BLITZ if blitz else RAPID
    points = dict.fromkeys(numbers, ZERO)
    games: list[Counted | None] = []
    open_game: Outcome | None = None
    step: ToPlay | None = None
    for index, (white_no, black_no) in enumerate(SEQUENCE):
        white, black = numbers[white_no - 1], numbers[black_no - 1]
        there = next(((g, o) for g, o in own if {o.white, o.black} == {white, black}), None)
        if there is not None and there[1].state != "decided":
            games.append(None)
            open_game = open_game or there[1]
            continue
        gone = absent(white, black, ground.left)
        if there is None and not any(gone):
            games.append(None)
            if open_game is None and step is None:
                id_ = game_id(round_, _next_board(ground, recorded, round_))
                data: dict[str, Value] = {
                    "game": id_,
                    "number": index + 1,
                    "rate": rate,
                    "white": white,
                    "black": black,
                }
                why = Reason("6.2, G15", "game-all-play-all", {**data, "numbers": numbers})
                step = ToPlay(Game(id_, white, black, rate), why)
            continue
        if there is None:
            score = (ZERO if gone[0] else ONE, ZERO if gone[1] else ONE)
            games.append(Counted("", None, rate, score, None))
            points[white] += score[0]
            points[black] += score[1]
            continue
        id_, o = there
        games.append(Counted(id_, o.white, rate, (o.score_of(white), o.score_of(black)), o))
        points[white] += o.score_of(white)
        points[black] += o.score_of(black)
    over = all(g is not None for g in games)
    return AllPlayAll(round_, numbers, tuple(games), points, open_game, step, over, begun, rate), words


def _next_board(ground: Ground, recorded: Sequence[Id], round_: Id) -> int:
    first = ref(_board(ground, round_, 1)).board or 1
    return max([first - 1, *(ref(g).board or 0 for g in recorded)]) + 1


def _all_level(ground: Ground, base: PlayOff, numbers: tuple[str, ...]) -> PlayOff:
    """One has a bye, the other two play, then the final. Rule: 6.2, G16, G17."""
    most = max(base.wins.values())
    best = tuple(p for p in base.players if base.wins[p] == most)
    data: dict[str, Value] = {"players": best, "wins": most, "among": base.players}
    if len(best) == 1:
        bye, why = best[0], Reason("6.2, G17", "bye-most-wins", {**data, "player": best[0]})
    else:
        id_ = f"{base.first_round} bye"
        answer = answer_of(ground.stands, id_, "order", best)
        if answer is None:
            asked = ask(ground.stands, Lot(id_, "order", best), Reason("6.2, G17", "lot-bye", data))
            return replace(base, needed=(asked,), rounds=())
        bye, why = answer[0], Reason("6.2, G17", "bye-by-lot", {**data, "player": answer[0]})
    second, third = round_id(base.section, "P", 2), round_id(base.section, "P", 3)
    one, other = (p for p in numbers if p != bye)
    semi = match_of(ground, "semi", _board(ground, second, 1), (one, other), LEFT, base.section)
    row = ByeRow(second, ref(_board(ground, second, 2)).board or 2, bye, why)
    found = replace(base, matches=(semi,), byes=(row,))
    if semi.winner is None:
        return found
    last = match_of(ground, "last", _board(ground, third, 1), (semi.winner, bye), LEFT, base.section)
    rounds = (*base.rounds, (third, "final"))
    return replace(found, matches=(semi, last), rounds=rounds, winner=last.winner, by=last.by)


# --- four and more ---------------------------------------------------------------------------------------------------


def _ranking(ground: Ground, base: PlayOff) -> tuple[tuple[Id, ...] | None, tuple[Asked, ...]]:
    """Best first by number of wins, equal ones by lot. Rule: 6.3, 6.4, G18, G19."""
    ranked: list[Id] = []
    needed = []
    for wins in sorted(set(base.wins.values()), reverse=True):
        same = tuple(p for p in base.players if base.wins[p] == wins)
        if len(same) == 1:
            ranked += same
            continue
        id_ = f"{base.first_round} order {wins}"
        answer = answer_of(ground.stands, id_, "order", same)
        if answer is None:
            data: dict[str, Value] = {"players": same, "wins": wins}
            needed.append(ask(ground.stands, Lot(id_, "order", same), Reason("6.3, 6.4, G18", "lot-order", data)))
        else:
            ranked += answer
    return (None if needed else tuple(ranked)), tuple(needed)


def _tree(ground: Ground, base: PlayOff) -> PlayOff:
    """Rule: 6.3, 6.4, G18-G20."""
    order, needed = _ranking(ground, base)
    if order is None:
        return replace(base, needed=needed)
    winners: dict[str, Id] = {}
    matches: list[Match] = []
    byes: list[ByeRow] = []
    rounds: list[tuple[Id, str]] = []
    total = rounds_of(len(order))
    for number in range(1, total + 1):
        round_ = round_id(base.section, "P", number)
        for place in grow(order, winners):
            first, second = place.players
            if place.round != number or first is None:
                continue
            board = _board(ground, round_, place.board)
            if place.bye:
                data: dict[str, Value] = {"player": first, "number": order.index(first) + 1, "players": len(order)}
                byes.append(ByeRow(round_, ref(board).board or 0, first, Reason("6.4, G19", "bye-top", data)))
            elif second is not None:
                match = match_of(ground, place.name, board, (first, second), TREE, base.section)
                matches.append(match)
                if match.winner is not None:
                    winners[place.name] = match.winner
                if number > 1 and (round_, kind_of(total - number + 1)) not in rounds:
                    rounds.append((round_, kind_of(total - number + 1)))
    places = grow(order, winners)
    last = matches[-1] if matches and matches[-1].name == places[-1].name else None
    return replace(
        base,
        order=order,
        matches=tuple(matches),
        places=places,
        byes=tuple(byes),
        rounds=tuple(rounds),
        winner=last.winner if last else None,
        by=last.by if last else "",
    )


def kind_of(from_the_end: int) -> str:
    """The name of a round of a tree, counted from the final."""
    return ROUND_NAMES.get(from_the_end, "round of 16")


def first_kind(players: int) -> str:
    """The name of the first round of a play-off."""
    if players == 2:
        return "play-off"
    return "all-play-all" if players == 3 else kind_of(rounds_of(players))


def first_facts(base: PlayOff, boards: int) -> Round:
    """The first round of a play-off, as published. `boards`: how many of its numbers are used up."""
    taken: dict[str, Value] = {"players": base.players, "wins": tuple(base.wins[p] for p in base.players)}
    return Round(base.first_round, first_kind(len(base.players)), taken={**taken, "boards": boards})


def plan_name(plan: Plan) -> str:
    """How a match is played, in words."""
    return ", then ".join(f"{s.games} {s.rate}" if s.games != 1 else s.rate for s in plan.stages)


def is_bye_row(game: Game) -> bool:
    """Whether a row of Games stands for a bye."""
    return isinstance(game.black, Empty)
