"""The events of a tour as set: name, kind, rates and how often everybody meets everybody.

Rule: 3; G1, G8, G29, G30. An event is a section of the book; its id is one to four capital letters.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from fractions import Fraction

from rules.model import Book, Entry, Id, Person, Trouble, Value

TOUR = "TOUR"
CLASSICAL, RAPID, BLITZ, ARMAGEDDON = "classical", "rapid", "blitz", "Armageddon"
KINDS: Mapping[str, tuple[str, ...]] = {
    CLASSICAL: (CLASSICAL,),
    RAPID: (RAPID,),
    BLITZ: (BLITZ,),
    "rapid and blitz": (RAPID, BLITZ),
}
UNITS: Mapping[str, int] = {CLASSICAL: 2, RAPID: 2, BLITZ: 1}  # Rule: 5, G9
WORTH: Mapping[str, int] = {CLASSICAL: 1, RAPID: 2, BLITZ: 1}  # Rule: G1
SINGLE, DOUBLE = "single", "double"
INTERVAL, SHORTEST, BREAK = timedelta(minutes=10), timedelta(minutes=5), timedelta(minutes=30)
ALONE = "EV"  # the one event of a book that names none
_ID = re.compile(r"[A-Z]{1,4}")


@dataclass(frozen=True)
class Event:
    """An event as set. `stages`: rate and number of all-play-alls, in order of play. `worth`: of a win, by rate."""

    id: Id
    name: str
    kind: str
    stages: tuple[tuple[str, int], ...]
    worth: Mapping[str, Fraction]
    start: Value  # its own Start, None where it has none

    def opens_at(self, now: datetime) -> datetime | None:
        """Its own start while that is still to come."""
        return self.start if isinstance(self.start, datetime) and self.start > now else None


def events_of(book: Book) -> tuple[tuple[Event, ...], tuple[Trouble, ...]]:
    """All events in the order of the setting Events; those only named elsewhere follow by start and id."""
    troubles: list[Trouble] = []
    listed = _ids(book.setting("Events"))
    named = {id_ for person in book.people for id_ in _ids(person.fields.get("Events"))}
    drawn = {r.fact.section for r in book.record if isinstance(r.fact, Entry) and r.fact.section}
    later = (named | drawn) - set(listed) - {TOUR}
    if listed:
        for person in sorted(book.people, key=lambda p: p.name):
            for id_ in sorted(set(_ids(person.fields.get("Events"))) - set(listed) - drawn):
                facts: dict[str, Value] = {"player": person.name, "event": id_, "events": tuple(listed)}
                troubles.append(Trouble("event-unknown", person.name, "Events", facts))
        later = drawn - set(listed)
    ids = [*listed, *sorted(later, key=lambda i: (_start_key(book, i), i))] or [ALONE]
    bad = [id_ for id_ in ids if not _ID.fullmatch(id_) or id_ == TOUR]
    troubles += [Trouble("event-id", "Settings", "Events", {"event": id_}, blocks=True) for id_ in bad]
    good = dict.fromkeys(id_ for id_ in ids if _ID.fullmatch(id_) and id_ != TOUR)
    return tuple(event_of(book, id_) for id_ in good), tuple(troubles)


def event_of(book: Book, id_: Id) -> Event:
    """One event as set for it, or for the whole tour where nothing is set for it."""
    kind = str(book.setting("Kind", id_) or CLASSICAL).strip().casefold()
    rates = KINDS.get(kind, KINDS[CLASSICAL])
    first = str(book.setting("Rounds", id_) or SINGLE)
    later = str(book.setting("Blitz rounds", id_) or DOUBLE)
    stages = tuple(
        (rate, 2 if (first if number == 0 else later).strip().casefold() == DOUBLE else 1)
        for number, rate in enumerate(rates)
    )
    worth = {rate: _worth(book, rate, id_) for rate in WORTH}
    own = book.settings.get(("Start", id_))
    return Event(id_, str(book.settings.get(("Name", id_)) or id_), kind, stages, worth, own)


def plays_in(person: Person, event: Id) -> bool:
    """Whether a row of Players names the event. A blank cell means every event (G30)."""
    named = _ids(person.fields.get("Events"))
    return not named or event in named


def interval_of(book: Book, section: Id) -> tuple[timedelta, bool]:
    """Time between two games of a play-off, and whether what is set is too short. Rule: 6, G28."""
    value = book.setting("Interval", section)
    wanted = timedelta(seconds=value) if isinstance(value, int) and not isinstance(value, bool) else INTERVAL
    return max(wanted, SHORTEST), wanted < SHORTEST


def _worth(book: Book, rate: str, id_: Id) -> Fraction:
    value = book.setting(f"{rate.capitalize()} win", id_)
    if isinstance(value, int | Fraction) and not isinstance(value, bool) and value > 0:
        return Fraction(value)
    return Fraction(WORTH[rate])


def _start_key(book: Book, id_: Id) -> str:
    start = book.settings.get(("Start", id_))
    return start.astimezone(UTC).isoformat() if isinstance(start, datetime) else "~"


def _ids(value: Value) -> tuple[Id, ...]:
    """Ids in a cell: separated by ` ; `, commas or spaces, in capital letters."""
    parts: Iterable[str] = (str(p) for p in value) if isinstance(value, tuple) else (str(value or ""),)
    return tuple(dict.fromkeys(word.upper() for part in parts for word in re.split(r"[;,\s]+", part) if word))
