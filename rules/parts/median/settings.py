"""What is agreed for the round to be paired, beside the players."""

from __future__ import annotations

from dataclasses import dataclass

from rules.parts.median.cards import Colour


@dataclass(frozen=True, slots=True)
class MedianSettings:
    """The round and the settings it is paired under.

    round, total: this round and the declared number of rounds (1, A1); the last one is known by it (S36).
    lot: the colour drawn for number 1 in round 1 (14), used only by S8.
    maxi: a Maxi-tournament, with its 100-point guards (10.2, 10.8, 12.7).
    separate_federations: rule 22 is on.
    replay_defaults: whether two players whose game was decided by default may be paired again (S3).
    """

    round: int
    total: int
    lot: Colour = "W"
    maxi: bool = False
    separate_federations: bool = False
    replay_defaults: bool = True

    def __post_init__(self) -> None:
        if self.round < 1 or self.total < self.round:
            raise ValueError(f"round {self.round} of {self.total} cannot be paired")

    @property
    def half(self) -> int:
        """The median score in half-points: half a point a round played. Rule: 9.2; ruling S11."""
        return self.round - 1

    @property
    def is_last(self) -> bool:
        """Whether rule 13 applies. Rulings: S36, S37 (rule 21 adds nothing)."""
        return self.round == self.total

    @property
    def federations_apart(self) -> bool:
        """Whether rule 22 applies to this round: the setting is on, and it is one of the last three. Ruling: S38."""
        return self.separate_federations and self.round > self.total - 3
