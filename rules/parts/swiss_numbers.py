"""Pairing numbers of a Swiss: the order of the initial list, with a lot where nothing else decides."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import groupby

from rules.model import Id, Reason, Value

TITLES = ("GM", "IM", "WGM", "FM", "WIM", "CM", "WFM", "WCM")


@dataclass(frozen=True)
class Entrant:
    """Who wants a number. `rating` is the FIDE rating; `estimate` stands in for it when there is none."""

    id: Id
    rating: int | None = None
    title: str = ""
    local: int | None = None
    estimate: int | None = None

    @property
    def strength(self) -> int:
        """What ranks first: the rating, else the estimate, else 0."""
        return self.rating or self.estimate or 0

    @property
    def title_rank(self) -> int:
        """0 for GM, growing to the untitled. A title nobody knows counts as none."""
        title = self.title.strip().upper()
        return TITLES.index(title) if title in TITLES else len(TITLES)


@dataclass(frozen=True)
class Numbering:
    """`order` holds ids from number 1 on. While `needs_lot` names groups, the order inside them is provisional (by id).

    `why[i]` says what put player i behind the one before.
    """

    order: tuple[Id, ...]
    needs_lot: tuple[tuple[Id, ...], ...]
    why: tuple[Reason, ...]


def number_players(entrants: Collection[Entrant], lots: Sequence[Sequence[Id]] = ()) -> Numbering:
    """The initial order: FIDE rating or estimate, title, local rating, lot.

    Rule: 7 and scope; ruling S41. `lots` are orders drawn or typed, oldest first; the latest one that holds all of
    a tied group decides it. Groups that no lot decides are named in `needs_lot`. Raises ValueError for doubled ids.
    """
    if len({one.id for one in entrants}) < len(entrants):
        raise ValueError("two entrants have the same id")

    def merit(one: Entrant) -> tuple[int, int, int]:
        return (-one.strength, one.title_rank, -(one.local or 0))

    order: list[Entrant] = []
    needs_lot: list[tuple[Id, ...]] = []
    for _, tied in groupby(sorted(entrants, key=lambda one: (merit(one), one.id)), key=merit):
        group = list(tied)
        if len(group) > 1:
            ids = {one.id for one in group}
            lot = next((list(drawn) for drawn in reversed(lots) if ids <= set(drawn)), None)
            if lot is None:
                needs_lot.append(tuple(one.id for one in group))
            else:
                group.sort(key=lambda one: lot.index(one.id))
        order.extend(group)
    why = tuple(_why(order[i - 1] if i else None, one) for i, one in enumerate(order))
    return Numbering(tuple(one.id for one in order), tuple(needs_lot), why)


def _why(before: Entrant | None, one: Entrant) -> Reason:
    data: dict[str, Value] = {"rating": one.strength, "title": one.title, "local": one.local or 0}
    if before is None:
        return Reason("7/S41", "number-first", data)
    if before.strength != one.strength:
        return Reason("7/S41", "number-by-rating" if one.rating else "number-by-estimate", data)
    if before.title_rank != one.title_rank:
        return Reason("7/S41", "number-by-title", data)
    if (before.local or 0) != (one.local or 0):
        return Reason("7/S41", "number-by-local-rating", data)
    return Reason("7/S41", "number-by-lot", data)


NUMBER_WORDS = {
    "number-first": "First of the initial list.",
    "number-by-rating": "Placed by rating ({rating}).",
    "number-by-estimate": "Placed by the estimate of strength, having no rating ({rating}).",
    "number-by-title": "Equal rating; placed by title ({title}).",
    "number-by-local-rating": "Equal rating and title; placed by local rating ({local}).",
    "number-by-lot": "Equal in everything; placed by lot.",
}
