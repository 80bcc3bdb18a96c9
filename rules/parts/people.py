"""What the Players tab says of people now: status, the end of a pause, the round from which they play."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime

from rules.model import Book, Id, Person, Value
from rules.parts.ids import parse_ref
from rules.parts.numerals import whole_in

ACTIVE, PAUSED = "Active", "Paused"
OUT = ("Withdrawn", "Disqualified")
STATUS = "status"  # what is noted of somebody who leaves or is back


def status_of(person: Person, now: datetime) -> str:
    """Active, Paused, Withdrawn or Disqualified at this moment. A pause ends by itself at `Until`."""
    until = person.fields.get("Until")
    if person.status == PAUSED and isinstance(until, datetime) and until <= now:
        return ACTIVE
    return person.status


def pause_ends(people: Iterable[Person], now: datetime) -> datetime | None:
    """The next moment at which a pause ends by itself."""
    ends = [person.fields.get("Until") for person in people if person.status == PAUSED]
    return min((m for m in ends if isinstance(m, datetime) and m > now), default=None)


@dataclass(frozen=True)
class People:
    """The rows by name, and who was noted as having left, as what."""

    rows: Mapping[Id, Person]
    left: Mapping[Id, str] = field(default_factory=dict)

    def status(self, player: Id, now: datetime) -> str:
        """Active, Paused, Withdrawn or Disqualified. A missing row counts as Paused, a leaver's as their leaving."""
        row = self.rows.get(player)
        return self.left.get(player, PAUSED) if row is None else status_of(row, now)

    def pause_ends(self, now: datetime) -> datetime | None:
        """The next moment at which a pause ends by itself."""
        return pause_ends(self.rows.values(), now)


def rows_of(book: Book) -> dict[Id, Person]:
    """The people of a book by name; blank names are left out, the first row of a name counts."""
    rows: dict[Id, Person] = {}
    for person in book.people:
        if person.name:
            rows.setdefault(person.name, person)
    return rows


def round_in(value: Value) -> int | None:
    """The number of a round named by a cell: `R3` or `3`."""
    found = parse_ref(value) if isinstance(value, str) else None
    return found.number if found is not None else whole_in(value)


def from_round(person: Person) -> int | None:
    """The number of the round from which a player plays, None where the cell is blank."""
    return round_in(person.fields.get("From round"))
