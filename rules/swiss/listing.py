"""The list: who is on it for a round, in which order, and the lots that decide between equals. Rule: 7, 17."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from rules.model import Entry, Fields, Id, Lot, Reason, Recorded, Trouble, Value
from rules.parts.brought import list_brought
from rules.parts.ids import ref, round_id
from rules.parts.people import OUT
from rules.parts.swiss_numbers import Numbering, number_players
from rules.swiss.roster import arrives, entrant_of, taken_of
from rules.swiss.season import Season
from rules.swiss.terms import TABLES

LIST_LOT = "LIST-"
COLOUR_LOT = "R1 colour"


@dataclass(frozen=True)
class Listing:
    """The list for a round. `asks` are lots to be asked for now, `waiting` lots asked for and not answered."""

    round: Id
    order: tuple[Id, ...]
    taken: Mapping[Id, Fields]
    why: Mapping[Id, Reason]
    provisional: bool
    asks: tuple[Lot, ...] = ()
    waiting: tuple[Id, ...] = ()
    refused: tuple[Id, ...] = ()  # came after the list closed

    @property
    def numbers(self) -> Mapping[Id, int]:
        """Pairing numbers by player."""
        return {player: number for number, player in enumerate(self.order, start=1)}


def listing_for(season: Season, round_: Id) -> Listing:
    """The list by which a round is paired: everybody renumbered while the list is open, as recorded once it is closed.

    Rule: 7, 17; rulings S41, S42, S48, S49, S61.
    """
    number = ref(round_).number
    open_ = number <= season.terms.closes
    entered = season.roster.entries
    taken: dict[Id, Fields] = {}
    for player in season.everybody:
        row = season.people.rows.get(player)
        old = entered.get(player)
        taken[player] = taken_of(row) if row is not None and (open_ or old is None) else old.taken if old else {}
    coming = [
        person
        for player, person in season.people.rows.items()
        if player not in taken
        and arrives(person) <= number
        and season.people.status(player, season.now) not in OUT
    ]  # fmt: skip
    if open_:
        taken |= {person.name: taken_of(person) for person in coming}
    refused = () if open_ else tuple(sorted(person.name for person in coming))
    if not open_:
        order = (*season.roster.numbers, *(p for p in season.everybody if p not in entered))
        reasons = {
            player: Reason("17/S42", "number-last", {"player": player, "number": place})
            for place, player in enumerate(order, start=1)
        }
        return Listing(round_, order, taken, reasons, False, refused=refused)
    lots = [lot for id_ in season.stands.lots if (lot := season.stands.lot(id_)) and id_.startswith(LIST_LOT)]
    lots.sort(key=lambda lot: _count(lot.id))
    orders = drawn_orders(lots)
    kept = tuple(season.roster.numbers) if list_brought(season.book.record) else ()
    drawn = season.terms.system in TABLES  # numbers of a table are drawn among all (S65)
    ranked = [entrant_of(player, {} if drawn else facts) for player, facts in taken.items() if player not in kept]
    numbering = number_players(ranked, orders)
    asks, waiting = _lots_needed(numbering, lots)
    whys = dict(zip(numbering.order, numbering.why, strict=True))
    if drawn:
        whys = {player: Reason("S65", "number-drawn", {"player": player}) for player in numbering.order}
    order = (*kept, *numbering.order)
    if kept:
        whys = {
            player: Reason(
                "S61", "number-kept" if player in entered else "number-after", {"player": player, "number": number}
            )
            for number, player in enumerate(order, start=1)
        }
    return Listing(round_, order, taken, whys, True, asks, waiting, refused)


def _count(lot: Id) -> int:
    digits = lot.removeprefix(LIST_LOT)
    return int(digits) if digits.isdigit() else 0


def drawn_orders(lots: Iterable[Lot]) -> list[tuple[Id, ...]]:
    """The orders that count, oldest lot first. Ruling: S48.

    Whoever was placed against each other by an earlier lot stays so: a later lot among more players only says where the
    newcomers stand.
    """
    orders: list[tuple[Id, ...]] = []
    for lot in lots:
        if lot.answer is None or sorted(lot.answer) != sorted(lot.among):
            continue
        order = list(lot.answer)
        for before in orders:
            known = [player for player in before if player in order]
            places = sorted(order.index(player) for player in known)
            for place, player in zip(places, known, strict=True):
                order[place] = player
        orders.append(tuple(order))
    return orders


def _lots_needed(numbering: Numbering, lots: Sequence[Lot]) -> tuple[tuple[Lot, ...], tuple[Id, ...]]:
    open_lots = {tuple(sorted(lot.among)): lot.id for lot in lots if lot.answer is None}
    asks: list[Lot] = []
    waiting: list[Id] = []
    last = max((_count(lot.id) for lot in lots), default=0)
    for group in numbering.needs_lot:
        names = tuple(sorted(group))
        if names in open_lots:
            waiting.append(open_lots[names])
        else:
            last += 1
            asks.append(Lot(f"{LIST_LOT}{last}", "order", names))
    return tuple(asks), tuple(waiting)


def lot_reason(lot: Lot) -> Reason:
    """Why an order is drawn."""
    return Reason("7/S41", "lot-list", {"lot": lot.id, "players": lot.among})


def entries_of(season: Season, listing: Listing) -> tuple[Recorded, ...]:
    """Entries to be recorded with a round: who is new, renumbered, or stands with other ratings. Rule: 17."""
    found = []
    for player, number in listing.numbers.items():
        old = season.roster.entries.get(player)
        taken = listing.taken[player]
        if old is not None and old.number == number and dict(old.taken) == dict(taken):
            continue
        facts: dict[str, Value] = {"player": player, "number": number, "round": listing.round}
        part = (listing.why[player],) if listing.why[player].code != "number-last" else ()
        if old is None:
            code = "entered" if ref(listing.round).number == 1 else "entered-late"
            why = Reason("7/S41" if code == "entered" else "17/S42", code, facts, part)
        elif old.number != number:
            why = Reason("17/S42", "renumbered", {**facts, "was": old.number}, part)
        else:
            why = Reason("17/S42", "taken-again", facts)
        found.append(Recorded(Entry(player, "", number, taken, listing.round), season.now, why))
    return tuple(found)


def list_troubles(season: Season, listing: Listing) -> tuple[Trouble, ...]:
    """What is to be said about the list: late comers after its close, ratings changed since."""
    closes = round_id("", "R", season.terms.closes)
    code = "table-closed" if season.terms.system in TABLES else "list-closed"
    found = [Trouble(code, player, "From round", {"player": player, "closes": closes}) for player in listing.refused]
    if not listing.provisional:
        for player in season.everybody:
            row, old = season.people.rows.get(player), season.roster.entries.get(player)
            if row is None or old is None:
                continue
            now, then = taken_of(row).get("rating"), old.taken.get("rating")
            if now != then:
                facts: dict[str, Value] = {"player": player, "now": now, "then": then}
                found.append(Trouble("rating-later", player, "Rating", facts))
    return tuple(found)
