"""Who is in the event, as the record says: entries by round, numbers, and what Players says beside."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from rules.model import Book, Entry, Fields, Id, Noticed, Person, Reason, Recorded, Round, Value
from rules.parts.numerals import whole_in
from rules.parts.people import OUT, STATUS, People, from_round, rows_of
from rules.parts.record import WITHDRAWN
from rules.parts.swiss_numbers import Entrant


@dataclass(frozen=True)
class Roster:
    """Entries that stand. `at` holds, by round, the entries (player to Entry) by which it was paired."""

    entries: Mapping[Id, Entry]
    at: Mapping[Id, Mapping[Id, Entry]]
    whys: Mapping[Id, Recorded]

    @property
    def numbers(self) -> Mapping[Id, int]:
        """Pairing numbers by player, in the order of numbers."""
        return {e.player: e.number for e in sorted(self.entries.values(), key=lambda e: e.number)}


def read_roster(record: Iterable[Recorded]) -> Roster:
    """The entries of the record. Those made with a round fall with it when it is taken back. Ruling: S42."""
    entries: dict[Id, Entry] = {}
    whys: dict[Id, Recorded] = {}
    before: dict[Id, tuple[dict[Id, Entry], dict[Id, Recorded]]] = {}
    at: dict[Id, dict[Id, Entry]] = {}
    for recorded in record:
        match recorded.fact:
            case Entry(player=player, at=round_) as entry:
                before.setdefault(round_, (dict(entries), dict(whys)))
                entries[player] = entry
                whys[player] = recorded
            case Round(id=id_):
                before.setdefault(id_, (dict(entries), dict(whys)))
                at[id_] = dict(entries)
            case Noticed(about=about, what=what, value=value) if what == WITHDRAWN and value and about in at:
                entries, whys = before.pop(about)
                del at[about]
    return Roster(entries, at, whys)


def people_of(book: Book) -> People:
    """The people of a book, and who was noted as having left."""
    left: dict[Id, str] = {}
    for recorded in book.record:
        fact = recorded.fact
        if isinstance(fact, Noticed) and fact.what == STATUS:
            left.pop(fact.about, None)
            if fact.value is not None:
                left[fact.about] = str(fact.value)
    return People(rows_of(book), left)


def status_notices(roster: Roster, people: People, now: datetime) -> tuple[Recorded, ...]:
    """Who is seen to have left for the first time, and who is back. Rule: scope; ruling S57."""
    found: list[Recorded] = []
    for player in sorted({*roster.entries, *people.left}):
        status, out = people.status(player, now), player in people.left
        if (status in OUT) != out:
            value = None if out else status
            why = Reason("scope/S57", "status-noticed", {"player": player, "value": status})
            found.append(Recorded(Noticed(player, STATUS, value), now, why))
    return tuple(found)


def arrives(person: Person) -> int:
    """The round from which a player takes part (1 where the cell is blank). Rule: 17."""
    return from_round(person) or 1


TAKEN: Mapping[str, str] = {
    "rating": "Rating",
    "title": "Title",
    "local": "Local rating",
    "estimate": "Estimate",
    "federation": "Federation",
    "fide_id": "FIDE id",
    "born": "Born",
    "sex": "Sex",
}
_WHOLE = ("rating", "local", "estimate")


def taken_of(person: Person) -> Fields:
    """What is recorded of a player: everything that ranks, pairs or reports. Ratings as whole numbers."""
    taken: dict[str, Value] = {}
    for key, heading in TAKEN.items():
        value = person.fields.get(heading)
        if key in _WHOLE:
            value = whole_in(value) or None
        elif value is not None:
            value = str(value).strip() or None
        if value is not None:
            taken[key] = value
    return taken


def number_taken(entry: Entry, key: str) -> int | None:
    """A rating as recorded, None where there is none."""
    return whole_in(entry.taken.get(key)) or None


def text_taken(entry: Entry, key: str) -> str:
    """A word as recorded, blank where there is none."""
    value = entry.taken.get(key)
    return "" if value is None else str(value)


def entrant_of(player: Id, taken: Fields) -> Entrant:
    """What ranks a player on the initial list. Rule: 7; ruling S41."""
    return Entrant(
        player,
        whole_in(taken.get("rating")) or None,
        str(taken.get("title") or ""),
        whole_in(taken.get("local")) or None,
        whole_in(taken.get("estimate")) or None,
    )
