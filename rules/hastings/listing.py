"""The list of rule 1: everybody by rating, then by estimate, then by title, then by lot."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby

from rules.model import Fields, Id, Person, Value
from rules.parts.swiss_numbers import TITLES


@dataclass(frozen=True)
class Entrant:
    """Who is in the list, as taken: rating or estimate, title, federation and family (both for round 1 only)."""

    id: Id
    rating: Fraction | None = None
    estimate: Fraction | None = None
    title: str = ""
    federation: str = ""
    family: str = ""
    missed: bool = False  # round 1 missed with notice, or entered after it began: half a point (H7)

    @property
    def merit(self) -> tuple[int, Fraction, int]:
        """What ranks, lowest first; equals are placed by lot. Rule: 1; ruling H1."""
        rank = TITLES.index(self.title) if self.title in TITLES else len(TITLES)
        if self.rating:
            return (0, -self.rating, rank)
        if self.estimate is not None:
            return (1, -self.estimate, rank)
        return (2, Fraction(0), rank)

    def taken(self) -> dict[str, Value]:
        """What is recorded with the entry."""
        return {
            "rating": self.rating,
            "estimate": self.estimate,
            "title": self.title,
            "federation": self.federation,
            "family": self.family,
            "missed": self.missed,
        }


def number_in(value: Value) -> Fraction | None:
    """A number in a cell, else None."""
    return Fraction(value) if isinstance(value, int | Fraction) and not isinstance(value, bool) else None


def _text(value: Value) -> str:
    return "" if value is None else str(value).strip()


def entrant_of(person: Person, missed: bool = False) -> Entrant:
    """A row of Players as it would be taken now."""
    return entrant_from(person.name, {**person.fields, "missed": missed}, "Rating", "Estimate", "Title")


def entrant_from(
    name: Id, fields: Fields, rating: str = "rating", estimate: str = "estimate", title: str = "title"
) -> Entrant:
    """An entrant from fields: those of a recorded entry, or of a row of Players by its headings."""
    federation = _text(fields.get("Federation") if title == "Title" else fields.get("federation"))
    family = _text(fields.get("Family") if title == "Title" else fields.get("family"))
    return Entrant(
        name,
        number_in(fields.get(rating)),
        number_in(fields.get(estimate)),
        _text(fields.get(title)).upper(),
        federation.casefold(),
        family.casefold(),
        fields.get("missed") is True,
    )


@dataclass(frozen=True)
class Listing:
    """The list from the top. While `tied` names groups, the order inside them is provisional (by name)."""

    order: tuple[Id, ...]
    tied: tuple[tuple[Id, ...], ...] = ()


def list_players(entrants: Collection[Entrant], lots: Sequence[Sequence[Id]] = ()) -> Listing:
    """Everybody in the order of the draw. Rule: 1; rulings H1, H2.

    `lots` are orders drawn or typed, oldest first; of those that hold a whole tied group the latest counts.
    """
    order: list[Id] = []
    tied: list[tuple[Id, ...]] = []
    for _, equals in groupby(sorted(entrants, key=lambda e: (e.merit, e.id)), key=lambda e: e.merit):
        group = [e.id for e in equals]
        if len(group) > 1:
            lot = next((list(one) for one in reversed(lots) if set(group) <= set(one)), None)
            if lot is None:
                tied.append(tuple(group))
            else:
                group.sort(key=lot.index)
        order += group
    return Listing(tuple(order), tuple(tied))
