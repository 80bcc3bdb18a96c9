"""Who enters when: the list before round 1, late entries before play, entries after it began."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime

from rules.hastings.event import LATE, Event, list_lots
from rules.hastings.listing import Entrant, Listing, entrant_of, list_players
from rules.model import Entry, Id, Lot, Person, Reason, Recorded, Trouble, Value
from rules.parts.decisions import id_in, of_kind
from rules.parts.ids import parse_ref
from rules.parts.numerals import whole
from rules.parts.people import OUT
from rules.parts.record import seen_against

MISSES = "Misses round"
FIRST = "K-R1"


def arrives(person: Person) -> tuple[str, int]:
    """Section and number of the round typed into From round; ("", 0) where it is blank or no id."""
    value = person.fields.get("From round")
    found = parse_ref(str(value)) if value is not None else None
    if found is None:
        return "", (whole(str(value)) or 0) if value is not None else 0
    return found.section, found.number


def misses_first(event: Event, person: Person) -> bool:
    """Whether the player told the director before the pairings were shown that they miss round 1. Ruling: H7."""
    first = event.k_rounds[0].recorded if event.k_rounds else None
    for decision in of_kind(event.book.decisions, MISSES):
        if decision.about != person.name or id_in(decision.value or FIRST) != FIRST:
            continue
        if first is None or decision.seen is None or person.name not in event.entries:
            return True
        if seen_against(event.book, decision, first) < 0:
            return True
    return arrives(person)[1] > 1


def first_entrants(event: Event) -> tuple[Entrant, ...]:
    """Everybody of the list as it would be taken for round 1 now, those who miss it included. Rule: 1; ruling H2."""
    return tuple(
        entrant_of(person, misses_first(event, person))
        for person in sorted(event.people.values(), key=lambda p: p.name)
        if event.status(person.name) not in OUT
    )


def newcomers(event: Event) -> tuple[Entrant, ...]:
    """People in Players who are not entered yet, once round 1 is shown; by name."""
    if not event.k_rounds:
        return ()
    return tuple(
        entrant_of(person, event.begun or misses_first(event, person))
        for person in sorted(event.people.values(), key=lambda p: p.name)
        if person.name not in event.entries and event.status(person.name) not in OUT
    )


def first_list(event: Event) -> Listing:
    """The list as it would be for round 1 now."""
    return list_players(first_entrants(event), list_lots(event.stands))


def late_group(event: Event) -> tuple[Entrant, ...]:
    """Late entries that get further boards of round 1. Rule: 14; ruling H8."""
    return () if event.begun else tuple(e for e in newcomers(event) if not e.missed)


def late_ranking(event: Event) -> tuple[Id, ...]:
    """The group of the late entries from the top: an odd number of them is joined by who is held back. Ruling: H8."""
    late = late_group(event)
    if not late:
        return ()
    held = event.k_rounds[0].held[:1] if len(late) % 2 else ()
    group = {e.id for e in late} | set(held)
    return tuple(p for p in wanted_list(event, late).order if p in group)


def joining(event: Event, number: int) -> tuple[Entrant, ...]:
    """Who enters with the Challengers' round of this number: half a point for round 1, nothing after. Ruling: H7."""
    return tuple(e for e in newcomers(event) if e.missed and arrives(event.people[e.id])[1] <= number)


def wanted_list(event: Event, more: Sequence[Entrant]) -> Listing:
    """The list with people not entered yet."""
    known = {**event.entries, **{e.id: e for e in more}}
    return list_players(tuple(known.values()), list_lots(event.stands))


def list_lot(event: Event, more: Sequence[Entrant] = ()) -> Lot | None:
    """The lot that orders equals of the list, where one is still to be asked for. Rule: 1; ruling H1."""
    tied = (wanted_list(event, more) if event.k_rounds else first_list(event)).tied
    if not tied:
        return None
    asked = [r.fact for id_, r in event.stands.lots.items() if id_.startswith("LIST-") and isinstance(r.fact, Lot)]
    names = tuple(sorted(p for group in tied for p in group))
    if any(lot.answer is None and set(names) <= set(lot.among) for lot in asked):
        return None
    number = max((int(lot.id.removeprefix("LIST-")) for lot in asked), default=0) + 1
    return Lot(f"LIST-{number}", "order", names)


def entries_of(entrants: Collection[Entrant], listing: Listing, now: datetime, at: Id) -> tuple[Recorded, ...]:
    """Entry facts in list order."""
    by_id = {e.id: e for e in entrants}
    found = []
    for number, player in enumerate(listing.order, start=1):
        if player not in by_id:
            continue
        entrant = by_id[player]
        data: dict[str, Value] = {"player": player, "number": number, "basis": basis(entrant), "round": at}
        code = "entered-missing" if entrant.missed else "entered-late" if at != FIRST else "entered"
        rule = "6/H7" if entrant.missed else "14/H8" if at != FIRST else "1/H1"
        found.append(Recorded(Entry(player, "", number, entrant.taken(), at), now, Reason(rule, code, data)))
    return tuple(found)


def basis(entrant: Entrant) -> str:
    """By what a player is placed in the list."""
    if entrant.rating:
        return f"rating {entrant.rating}"
    return f"unrated, estimate {entrant.estimate}" if entrant.estimate is not None else "unrated, without an estimate"


def refused_misses(event: Event) -> tuple[Trouble, ...]:
    """Half points asked for that cannot be given. Rule: 31; rulings H7, H37."""
    found = []
    shown = event.k_rounds[0].recorded if event.k_rounds else None
    for decision in of_kind(event.book.decisions, MISSES):
        about = id_in(decision.value or FIRST)
        late = shown is not None and decision.seen is not None and seen_against(event.book, decision, shown) >= 0
        entered = decision.about in event.entries and not event.entries[decision.about].missed
        if about != FIRST or (late and entered):
            data: dict[str, Value] = {"player": decision.about, "round": about}
            found.append(Trouble("half-point-refused", decision.key or decision.about, "Value", data))
    return tuple(found)


def late_since(event: Event, player: Id) -> datetime | None:
    """When a late entry was first seen."""
    noticed = event.stands.notice(player, LATE)
    return noticed[1] if noticed else None
