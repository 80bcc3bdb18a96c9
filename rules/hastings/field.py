"""What a draw is made from, and what it makes: plain values that both draws share."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from rules.model import Id, Reason

Colour: TypeAlias = Literal["W", "B"]
Stage: TypeAlias = Literal["slow", "mini", "Armageddon"]
Kind: TypeAlias = Literal["first", "seekers", "positions", "premier"]
Pair: TypeAlias = tuple[Id, Id]  # first (upper half), second (lower half)


@dataclass(frozen=True)
class Result:
    """How a match of the round just played ended. `winner` None: nobody goes on (H12)."""

    first: Id
    second: Id
    winner: Id | None
    stage: Stage  # in which the decision fell
    level: bool = False  # the slow part was level
    defaulted: frozenset[Id] = frozenset()  # who missed any game of it

    @property
    def losers(self) -> tuple[Id, ...]:
        """Who was knocked out by it."""
        return tuple(p for p in (self.first, self.second) if p != self.winner)


@dataclass(frozen=True)
class Last:
    """The round just played: its ranking from position 1, its matches in board order, who was held back."""

    ranking: tuple[Id, ...]
    results: tuple[Result, ...]
    held: tuple[Id, ...] = ()


@dataclass(frozen=True)
class DrawInput:
    """Everything a draw of the knock-out may look at.

    colours: slow games played so far, oldest first, as a word of W and B. met: pairs that began a slow game.
    typed: pairs the director wants, carried out by exchange after everything else but the colours.
    """

    kind: Kind
    places: int
    order: tuple[Id, ...]  # the list
    last: Last | None = None  # None in round 1
    ranking: tuple[Id, ...] = ()  # round 1 only: who is paired, from the top
    out: frozenset[Id] = frozenset()  # withdrawn before these pairings
    colours: Mapping[Id, str] = field(default_factory=dict)
    met: frozenset[frozenset[Id]] = frozenset()
    is_final: bool = False
    lot: Colour | None = None  # round 1: colour of the higher-ranked player of board 1
    boards_before: int = 0  # round 1: boards already there, for late entries (H8)
    federation: Mapping[Id, str] = field(default_factory=dict)
    family: Mapping[Id, str] = field(default_factory=dict)
    kept_apart: frozenset[str] = frozenset()  # federations named in the settings
    apart: frozenset[frozenset[Id]] = frozenset()  # pairs the director keeps apart
    typed: tuple[Pair, ...] = ()


@dataclass(frozen=True)
class Board:
    """A match to be played. `white` None: a lot decides. `why` says how the pair and its colours came about."""

    first: Id
    second: Id
    white: Id | None
    why: tuple[Reason, ...] = ()
    set_aside: bool = False  # one of the bottom boards of H22


@dataclass(frozen=True)
class Lucky:
    """A lucky loser, in the order chosen."""

    player: Id
    why: Reason


@dataclass(frozen=True)
class Draw:
    """A round drawn: lucky losers in the order chosen, the ranking, boards in order, who is held back."""

    lucky: tuple[Lucky, ...]
    ranking: tuple[Id, ...]
    boards: tuple[Board, ...]
    held: tuple[Id, ...]
    forbidden: tuple[Pair, ...] = ()  # boards that should not be and cannot be helped (H6)
    notes: tuple[Reason, ...] = ()  # exchanges, sides, what was set aside
