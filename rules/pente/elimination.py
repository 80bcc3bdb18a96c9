"""Section A: double elimination with a new fold every round.

Rule: seed 004, A-format; pairing rule 4; P6-P17, P22.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from rules.model import Id
from rules.pente.folds import first_with_fewest, fold, shared_places
from rules.pente.history import History
from rules.pente.repeats import Arranged, keep_repeats_away

OUT = 2  # lost matches


@dataclass(frozen=True)
class Made:
    """A bracket of a new round: its players by seed as they count now, who has the bye, the fold, and the moves."""

    bracket: int  # 1, 2, or 0 where all play in one
    players: tuple[Id, ...]
    bye: Id | None
    folded: tuple[tuple[Id, Id], ...]
    arranged: Arranged[Id]
    typed: tuple[tuple[Id, Id], ...] = ()  # pairs the director typed
    typed_byes: tuple[Id, ...] = ()


@dataclass(frozen=True)
class Ranking:
    """How the section stands. `champions` is empty while it goes on."""

    losses: Mapping[Id, tuple[int, ...]]  # numbers of the rounds of lost matches
    exits: Mapping[Id, int]
    still_in: tuple[Id, ...]  # by seed
    champions: tuple[Id, ...] = ()
    shared: bool = False  # nobody was left: a shared title. Rule: P12

    @property
    def unbeaten(self) -> tuple[Id, ...]:
        """Still in without a lost match."""
        return tuple(p for p in self.still_in if not self.losses.get(p))


def lost_rounds(history: History) -> Mapping[Id, tuple[int, ...]]:
    """For each player the rounds of lost matches, in order. Rule: A-format 1; P9."""
    lost: dict[Id, list[int]] = {p: [] for p in history.players}
    for m in history.matches():
        for player in m.verdict.losers:
            lost.setdefault(player, []).append(m.number)
    return {player: tuple(sorted(numbers)) for player, numbers in lost.items()}


def rank(history: History) -> Ranking:
    """Losses, exits, and whether there is a champion.

    Rule: A-format 1-2; P10, P12, P22. The round of exit is that of the second loss or the one after which the
    player left, the earlier (P43). It is over as soon as at most one is in, even with a match open that a
    correction made needless (P57); the director's champions count once every match has an outcome (P62).
    """
    lost = lost_rounds(history)
    exits: dict[Id, int] = {}
    for player in history.players:
        rounds = [lost[player][OUT - 1]] if len(lost[player]) >= OUT else []
        if player in history.left:
            rounds.append(history.left[player])
        if rounds:
            exits[player] = min(rounds)
    still = tuple(p for p in history.players if p not in exits)
    if history.last is None:
        return Ranking(lost, exits, still)
    if history.champions and history.is_complete:
        return Ranking(lost, exits, still, history.champions)
    if len(still) == 1:
        return Ranking(lost, exits, still, still)
    if not still:
        return Ranking(lost, exits, still, history.last.still_in, shared=True)
    return Ranking(lost, exits, still)


def seed_order(players: Sequence[Id], unbeaten: Collection[Id]) -> tuple[Id, ...]:
    """Those still in by seed; the only unbeaten one first. Rule: A-format 5-6; P6. `players` come by seed."""
    if len(unbeaten) != 1:
        return tuple(players)
    return (*unbeaten, *(p for p in players if p not in unbeaten))


def brackets(players: Sequence[Id], unbeaten: Collection[Id]) -> tuple[tuple[int, tuple[Id, ...]], ...]:
    """The brackets of the next round, empty ones left out. Rule: A-format 1-2; P8."""
    order = seed_order(players, unbeaten)
    if len(unbeaten) <= 1:
        return ((0, order),)
    parts = (
        (1, tuple(p for p in order if p in unbeaten)),
        (2, tuple(p for p in order if p not in unbeaten)),
    )
    return tuple(part for part in parts if part[1])


def make_bracket(
    bracket: int,
    players: Sequence[Id],
    byes: Mapping[Id, int],
    met: Collection[frozenset[Id]],
    typed: Sequence[tuple[Id, Id]] = (),
    typed_byes: Collection[Id] = (),
) -> Made:
    """Bye, fold and moves of one bracket; what the director typed is taken out first. Rule: P7, P11, P13-P17, P47."""
    fixed = {p for pair in typed for p in pair} | set(typed_byes)
    free = [p for p in players if p not in fixed]
    bye = first_with_fewest(free, byes) if len(free) % 2 else None
    folded = fold([p for p in free if p != bye])
    here = tuple(pair for pair in typed if pair[0] in players)
    return Made(
        bracket,
        tuple(players),
        bye,
        folded,
        keep_repeats_away(folded, met),
        here,
        tuple(p for p in players if p in typed_byes),
    )


def make_round(
    history: History, typed: Sequence[tuple[Id, Id]] = (), typed_byes: Collection[Id] = ()
) -> tuple[Made, ...]:
    """The brackets of the next round. Rule: A-format 5-8; P6-P17."""
    now = rank(history)
    met, byes = history.met(), history.byes()
    return tuple(
        make_bracket(number, players, byes, met, typed, typed_byes)
        for number, players in brackets(now.still_in, now.unbeaten)
    )


def places(history: History) -> tuple[tuple[int | None, Id], ...]:
    """Places, best first: champions, then by round of exit; None for those still in. Rule: P22."""
    now = rank(history)
    rest = [p for p in history.players if p not in now.champions]
    if not now.champions:
        ahead = [p for p in rest if p in now.still_in]
        out = sorted((p for p in rest if p in now.exits), key=lambda p: -now.exits[p])
        later = shared_places([(p, now.exits[p]) for p in out], first=len(ahead) + 1)
        return (*((None, p) for p in ahead), *((n, p) for n, p in later))
    last = history.last.number + 1 if history.last else 0
    rest.sort(key=lambda p: -now.exits.get(p, last))  # named by the director over somebody still in
    titled = tuple((1, p) for p in history.players if p in now.champions)
    return (*titled, *shared_places([(p, now.exits.get(p, last)) for p in rest], first=len(titled) + 1))
