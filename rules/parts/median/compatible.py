"""Who may meet whom: the field to be paired, as bit masks.

The players of a `Field` stand in the order of their numbers; a player is known by the place in that order.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from rules.parts.median.cards import Card
from rules.parts.median.colours import Claim, claim_of
from rules.parts.median.settings import MedianSettings


def _mask(chosen: Sequence[bool]) -> int:
    """Bit i set where the i-th is chosen."""
    return int("".join("1" if one else "0" for one in reversed(chosen)) or "0", 2)


@dataclass(frozen=True)
class Waive:
    """Absolute rules to leave aside, to find out which of them stands in the way. Never used for a pairing."""

    meetings: bool = False
    colours: bool = False
    apart: bool = False


@dataclass(frozen=True)
class Field:
    """Those who are to be paired this round. Rule: 9.1; rulings S3, S6, S36, S38."""

    cards: tuple[Card, ...]
    settings: MedianSettings
    apart: frozenset[tuple[int, int]] = frozenset()
    federations_apart: bool = False
    waive: Waive = field(default_factory=Waive)

    @classmethod
    def of(
        cls,
        cards: Iterable[Card],
        settings: MedianSettings,
        *,
        apart: Collection[tuple[int, int]] = (),
        federations_apart: bool = False,
        waive: Waive | None = None,
    ) -> Field:
        """The field of these players, in the order of their numbers."""
        return cls(
            tuple(sorted(cards, key=lambda card: card.number)),
            settings,
            frozenset((min(pair), max(pair)) for pair in apart),
            federations_apart,
            waive or Waive(),
        )

    @cached_property
    def everybody(self) -> int:
        """Mask of all players."""
        return (1 << len(self.cards)) - 1

    @cached_property
    def numbers(self) -> tuple[int, ...]:
        """Pairing numbers by place."""
        return tuple(card.number for card in self.cards)

    @cached_property
    def place(self) -> Mapping[int, int]:
        """Place of each pairing number."""
        return {number: place for place, number in enumerate(self.numbers)}

    @cached_property
    def scores(self) -> tuple[int, ...]:
        """Half-points before this round."""
        return tuple(card.score(self.settings.round) for card in self.cards)

    @cached_property
    def claims(self) -> tuple[Claim, ...]:
        """Colour claims by place."""
        return tuple(claim_of(card.number, card.colours(self.settings.round)) for card in self.cards)

    @cached_property
    def ratings(self) -> tuple[int, ...]:
        """Rating or estimate; 0 where there is neither. Ruling: S31."""
        return tuple(card.rating or 0 for card in self.cards)

    @cached_property
    def met(self) -> tuple[frozenset[int], ...]:
        """Places of those each has met."""
        count = not self.settings.replay_defaults
        place = self.place
        met: list[set[int]] = [set() for _ in self.cards]
        for here, card in enumerate(self.cards):  # a meeting on either card counts for both
            for number in card.opponents(self.settings.round, defaults_count=count):
                there = place.get(number)
                if there is not None and there != here:
                    met[here].add(there)
                    met[there].add(here)
        return tuple(frozenset(one) for one in met)

    @cached_property
    def kept_apart(self) -> tuple[frozenset[int], ...]:
        """Places of those each is kept apart from by the director."""
        apart: list[set[int]] = [set() for _ in self.cards]
        for one, two in self.apart:
            a, b = self.place.get(one), self.place.get(two)
            if a is not None and b is not None and a != b:
                apart[a].add(b)
                apart[b].add(a)
        return tuple(frozenset(one) for one in apart)

    @cached_property
    def federation(self) -> tuple[str, ...]:
        """Federation by place where rule 22 speaks of the player, else "". Ruling: S38."""
        half = self.settings.half
        return tuple(
            (card.federation or "") if self.federations_apart and score > half else ""
            for card, score in zip(self.cards, self.scores, strict=True)
        )

    @cached_property
    def _barred(self) -> tuple[frozenset[int], ...]:
        met = self.met if not self.waive.meetings else tuple(frozenset[int]() for _ in self.cards)
        apart = self.kept_apart if not self.waive.apart else tuple(frozenset[int]() for _ in self.cards)
        return tuple(one | two for one, two in zip(met, apart, strict=True))

    @cached_property
    def adjacent(self) -> tuple[int, ...]:
        """For each player the mask of those they are compatible with, bits by place."""
        return tuple(self.graph(range(len(self.cards))))

    def graph(self, players: Sequence[int]) -> list[int]:
        """The same among these players only, bits by position in the sequence."""
        at = {player: i for i, player in enumerate(players)}
        white = _mask([self.claims[p].white_allowed for p in players])
        black = _mask([self.claims[p].black_allowed for p in players])
        everybody = (1 << len(players)) - 1
        nations: dict[str, int] = defaultdict(int)
        scores: dict[int, int] = defaultdict(int)
        for i, player in enumerate(players):
            nations[self.federation[player]] |= 1 << i
            if self.settings.is_last:
                scores[self.scores[player]] |= 1 << i
        masks = []
        for i, player in enumerate(players):
            claim = self.claims[player]
            if self.waive.colours:
                mask = everybody
            else:
                mask = (black if claim.white_allowed else 0) | (white if claim.black_allowed else 0)
                if self.settings.is_last:
                    mask |= scores[self.scores[player]]
            mask &= ~(1 << i)
            if self.federation[player]:
                mask &= ~nations[self.federation[player]]
            for there in self._barred[player]:
                j = at.get(there)
                if j is not None:
                    mask &= ~(1 << j)
            masks.append(mask)
        return masks

    def breaking(self, players: Sequence[int]) -> list[int]:
        """Pairs that cannot keep the colour limits, bits by position; compatible only in the last round (S36)."""
        white = _mask([self.claims[p].white_allowed for p in players])
        black = _mask([self.claims[p].black_allowed for p in players])
        everybody = (1 << len(players)) - 1
        return [
            everybody
            & ~(1 << i)
            & ~((black if self.claims[p].white_allowed else 0) | (white if self.claims[p].black_allowed else 0))
            for i, p in enumerate(players)
        ]

    def due_masks(self, players: Sequence[int]) -> tuple[int, int]:
        """Those due White and those due Black, bits by position."""
        return (
            _mask([self.claims[p].due == "W" for p in players]),
            _mask([self.claims[p].due == "B" for p in players]),
        )

    def independent(self, players: Sequence[int]) -> tuple[int, ...]:
        """Groups no two of whom can meet, bits by position: those left with one and the same colour, and a
        federation kept apart (except in the last round, where equals may break the colour limits)."""
        groups = []
        if not self.settings.is_last and not self.waive.colours:
            groups.append(_mask([not self.claims[p].black_allowed for p in players]))
            groups.append(_mask([not self.claims[p].white_allowed for p in players]))
        nations: dict[str, int] = defaultdict(int)
        for i, player in enumerate(players):
            if self.federation[player]:
                nations[self.federation[player]] |= 1 << i
        groups.extend(nations.values())
        return tuple(group for group in groups if group.bit_count() > 1)

    def may_meet(self, a: int, b: int) -> bool:
        """Whether two players (by place) are compatible."""
        return bool(self.adjacent[a] >> b & 1)

    def mask(self, players: Iterable[int]) -> int:
        """Mask by place of these players."""
        mask = 0
        for player in players:
            mask |= 1 << player
        return mask

    def without(self, numbers: Collection[int]) -> Field:
        """The same field without some players."""
        gone = set(numbers)
        return Field(
            tuple(card for card in self.cards if card.number not in gone),
            self.settings,
            self.apart,
            self.federations_apart,
            self.waive,
        )
