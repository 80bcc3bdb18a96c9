"""The pairing card: what the median Swiss knows of a player when it pairs a round.

A card is plain data, so that any tournament can hand in its players: a Swiss round by round, or a field that
arrives from elsewhere with points, colours and opponents but no floats.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Literal, TypeAlias

Colour: TypeAlias = Literal["W", "B"]


def other(colour: Colour) -> Colour:
    """The opposite colour."""
    return "B" if colour == "W" else "W"


class Kind(Enum):
    """What a round was for a player: a closed set, apart from the points it gave."""

    PLAYED = "played"
    DEFAULT_WON = "default won"
    DEFAULT_LOST = "default lost"
    DOUBLE_DEFAULT = "double default"
    BYE = "bye"
    HALF_BYE = "half bye"
    ABSENT = "absent"


PAIRED = frozenset({Kind.PLAYED, Kind.DEFAULT_WON, Kind.DEFAULT_LOST, Kind.DOUBLE_DEFAULT})
BARS_BYE = frozenset({Kind.BYE, Kind.DEFAULT_WON})


@dataclass(frozen=True, slots=True)
class Slot:
    """One round of one player. `gained` in half-points; `colour` only where a game was played (S4)."""

    round: int
    kind: Kind
    opponent: int | None = None
    colour: Colour | None = None
    gained: int = 0

    def __post_init__(self) -> None:
        if self.kind in PAIRED and self.opponent is None:
            raise ValueError(f"round {self.round}: {self.kind.value} needs an opponent")
        if self.kind is Kind.PLAYED and self.colour not in ("W", "B"):
            raise ValueError(f"round {self.round}: a game played needs a colour")


@dataclass(frozen=True, slots=True)
class Card:
    """A player as the pairing sees them. Number 1 is the highest.

    `rating` is the one used for ranking: the listed one or the estimate; None counts as 0 (S31). `brought`
    (half-points), `brought_colours` (oldest first) and `met` come from play before the first slot, such as
    another tournament's rounds; nothing of it is a float. `may_have_bye` False bars the bye beside what the
    slots say. Slots may come in any order; a round without a slot was missed.
    """

    number: int
    slots: tuple[Slot, ...] = ()
    rating: int | None = None
    federation: str | None = None
    present: bool = True
    may_have_bye: bool = True
    met: frozenset[int] = frozenset()
    brought: int = 0
    brought_colours: tuple[Colour, ...] = ()

    def past(self, before: int) -> list[Slot]:
        """Slots of the rounds before that one, in order."""
        return sorted((slot for slot in self.slots if slot.round < before), key=lambda slot: slot.round)

    def score(self, before: int) -> int:
        """Half-points gained before that round, brought ones included."""
        return self.brought + sum(slot.gained for slot in self.slots if slot.round < before)

    def colours(self, before: int) -> tuple[Colour, ...]:
        """Colours of games played before that round, oldest first; nothing stands for a round without one.

        Rule: 8.3, 12; ruling S4.
        """
        had = (slot.colour for slot in self.past(before) if slot.kind is Kind.PLAYED)
        return (*self.brought_colours, *(colour for colour in had if colour is not None))

    def opponents(self, before: int, *, defaults_count: bool = False) -> frozenset[int]:
        """Numbers of those this player has met before that round.

        Rule: 2; ruling S3: a game decided by default was not played, unless the setting says that it counts.
        """
        kinds = PAIRED if defaults_count else {Kind.PLAYED}
        paired = (slot.opponent for slot in self.slots if slot.round < before and slot.kind in kinds)
        return self.met | {number for number in paired if number is not None}

    def bye_bar(self, before: int) -> str:
        """Why this player may not have the bye: `bye`, `default won`, `barred`, or "" when they may.

        Rule: 8.2.
        """
        for slot in self.past(before):
            if slot.kind in BARS_BYE:
                return slot.kind.value
        return "" if self.may_have_bye else "barred"
