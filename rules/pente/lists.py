"""The entry lists before round 1: who plays where, with which seed or number, and what is still missing.

Rule: seed 004, A-eligibility, B-eligibility, A-format 3-5, info 1-2; P1-P5, P25, P46, P59.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from rules.advice import Decide, Pick
from rules.model import Entry, Id, Lot, Person, Reason, Recorded, Trouble, Value, Wait
from rules.parts.decisions import of_kind
from rules.parts.ends import lot_typed
from rules.parts.lots import Asked, order_lot
from rules.parts.people import OUT, PAUSED, status_of
from rules.pente.history import Event, History
from rules.pente.placing import (
    CHAMPION,
    A,
    B,
    Entrant,
    decimal_text,
    entrant,
    exit_of,
    place,
    seed_groups,
    with_typed_seeds,
)
from rules.pente.regular import granted, rounds_for
from rules.pente.typed import HALF_BYE, ORDER, order_of, orders, round_number

SEED_LOT = "A-SEED-"


@dataclass(frozen=True)
class EntryList:
    """Entries of a section as they would be recorded now. `complete`: nothing is missing for round 1."""

    section: str
    entries: tuple[Recorded, ...] = ()
    lots: tuple[Lot, ...] = ()
    waits: tuple[Wait, ...] = ()
    troubles: tuple[Trouble, ...] = ()
    complete: bool = True

    @property
    def players(self) -> tuple[Id, ...]:
        """Everybody, by number."""
        return tuple(r.fact.player for r in self.entries if isinstance(r.fact, Entry))


def placed(event: Event) -> Mapping[Id, tuple[Entrant, str, Reason]]:
    """Everybody who would be entered now, with section and why. Rule: A- and B-eligibility; P1-P2."""
    found = {}
    entered = event.entered
    for person in sorted(event.book.people, key=lambda p: p.name):
        if status_of(person, event.now) not in (*OUT, PAUSED) and person.name not in entered:
            who = entrant(person)
            section, why = place(who)
            found[person.name] = (who, section, why)
    return found


def entry_list(event: Event, section: str) -> EntryList:
    """The list of a section whose round 1 is not published yet."""
    here = {name: (who, why) for name, (who, of, why) in placed(event).items() if of == section}
    return _list_a(event, here) if section == A else _list_b(event, here)


def _list_a(event: Event, here: Mapping[Id, tuple[Entrant, Reason]]) -> EntryList:
    unrated = sorted(name for name, (who, _) in here.items() if who.rating is None and who.seed is None)
    troubles = [Trouble("no-rating", name, "Rating", {"player": name}, blocks=True) for name in unrated]
    troubles += _exits_unread(event, here)
    typed = orders(event.book, A)
    order: list[Id] = []
    why: dict[Id, tuple[Reason, ...]] = {}
    lots: list[Lot] = []
    waits: list[Wait] = []
    for group, tools in seed_groups([who for who, _ in here.values()]):
        names = tuple(e.name for e in group)
        decided: tuple[Id, ...] | None = names
        tie: Reason | None = None
        fixed = {e.name for e in group if e.seed is not None}
        if len(names) - len(fixed) > 1:
            decided = order_of(typed, names)
            tie = Reason("A-format 4, P4, P46", "seed-order-typed", {"among": names})
            if decided is None:
                asked, id_ = _seed_lot(event, names, len(lots))
                decided = asked.order
                tie = Reason("A-format 4, P4", "seed-lot", {"lot": id_, "among": names})
                if asked.lot is not None:
                    lots.append(asked.lot)
                if decided is None:
                    data: dict[str, Value] = {"lot": id_, "among": names}
                    troubles.append(Trouble("lot-wrong" if asked.wrong else "seed-tie", id_, "Typed", data))
                    ends = (lot_typed(id_), Decide(ORDER, A, Pick("the names in order")))
                    waits.append(Wait("A-R1", "lot", names, ends, why=Reason("A-format 4, P4", "seed-tied", data)))
        for name in names:
            parts = _tie_reasons(here[name][0], tools)
            why[name] = (*parts, *([tie] if tie else []))
        order.extend(decided or names)
    seeds = {name: who.seed for name, (who, _) in here.items() if who.seed is not None}
    numbered, wrong = with_typed_seeds(order, seeds)
    troubles += [
        Trouble("seed-wrong", name, "Seed", {"player": name, "seed": seeds[name]}, blocks=True)
        for name in sorted(wrong)
    ]
    entries = []
    for number, name in enumerate(numbered, start=1):
        who, reason = here[name]
        entries.append(_seed_entry(who, number, reason, why[name], name in seeds, event.now))
    return EntryList(A, tuple(entries), tuple(lots), tuple(waits), tuple(troubles), complete=not waits)


def _exits_unread(event: Event, here: Mapping[Id, object]) -> list[Trouble]:
    """Rounds of exit that cannot be read: they break ties of seeds, so they are asked about. Rule: A-format 4.1, P4."""
    typed = {p.name: p.fields.get("Last exit") for p in event.book.people if p.name in here}
    return [
        Trouble("exit-unreadable", name, "Last exit", {"player": name, "typed": value}, blocks=True)
        for name, value in sorted(typed.items())
        if value is not None and str(value).strip() and exit_of(value) is None
    ]


def _seed_lot(event: Event, names: tuple[Id, ...], new: int) -> tuple[Asked, Id]:
    """The lot that serves a tied group, or a new one; `new` others are asked for in the same answer."""
    asked = [id_ for id_ in event.stands.lots if id_.startswith(SEED_LOT)]
    for id_ in asked:
        lot = event.stands.lot(id_)
        if lot is not None and set(names) <= set(lot.among):
            return order_lot(event.stands, id_, names), id_
    number = max((int(id_.removeprefix(SEED_LOT)) for id_ in asked), default=0) + 1 + new
    id_ = f"{SEED_LOT}{number}"
    return order_lot(event.stands, id_, names), id_


def _tie_reasons(who: Entrant, tools: tuple[str, ...]) -> tuple[Reason, ...]:
    found = []
    for tool in tools:
        if tool == "exit":
            code = "seed-exit-champion" if who.exit == CHAMPION else "seed-exit"
            found.append(Reason("A-format 4.1, P4", code, {"player": who.name, "exit": who.exit}))
        else:
            found.append(
                Reason(
                    "A-format 4.2, P4", "seed-decimals", {"player": who.name, "decimals": decimal_text(who.decimals)}
                )
            )
    return tuple(found)


def _seed_entry(
    who: Entrant, number: int, placing: Reason, parts: tuple[Reason, ...], typed: bool, now: datetime
) -> Recorded:
    taken: dict[str, Value] = {"rating": who.rating, "games": who.games, "seeding": who.seeding}
    data = {"player": who.name, "number": number, **taken, "deduction": who.deduction}
    if typed:
        reason = Reason("P59", "seed-typed", data, (placing,))
    elif who.deduction:
        reason = Reason("A-format 3, P3", "seed-provisional", data, (*parts, placing))
    else:
        reason = Reason("A-format 3, 5, P3", "seed", data, (*parts, placing))
    return Recorded(Entry(who.name, A, number, taken, "A-R1"), now, reason)


def _list_b(event: Event, here: Mapping[Id, tuple[Entrant, Reason]]) -> EntryList:
    """Numbers in section B carry no meaning for the rules: by rating, then by name."""
    troubles: list[Trouble] = []
    halves, refused = half_byes(event, frozenset(here), rounds_for(len(here)))
    troubles += refused
    ordered = sorted(here, key=lambda n: (-(here[n][0].rating or 0), n.casefold(), n))
    entries = []
    for number, name in enumerate(ordered, start=1):
        who, placing = here[name]
        taken: dict[str, Value] = {"rating": who.rating, "games": who.games}
        parts: tuple[Reason, ...] = (placing,)
        if name in halves:
            taken["half-bye"] = halves[name]
            parts = (*parts, Reason("B-pairing 4, P25", "half-bye-granted", {"player": name, "round": halves[name]}))
        reason = Reason("B-eligibility, P5", "entered-b", {"player": name, "number": number}, parts)
        entries.append(Recorded(Entry(name, B, number, taken, "B-R1"), event.now, reason))
    return EntryList(B, tuple(entries), troubles=tuple(troubles))


def requests(event: Event) -> Mapping[Id, frozenset[int | None]]:
    """Rounds for which half-byes are asked, by player."""
    found: dict[Id, set[int | None]] = {}
    for decision in of_kind(event.book.decisions, HALF_BYE):
        player = decision.about.strip()
        found.setdefault(player, set()).add(round_number(decision.value, B))
    return {player: frozenset(rounds) for player, rounds in found.items()}


def half_byes(event: Event, players: frozenset[Id], rounds: int) -> tuple[Mapping[Id, int], list[Trouble]]:
    """Half-byes as they would be granted now, and those refused. Rule: B-pairing 4; P25."""
    asked = requests(event)
    found, refused = granted({p: r for p, r in asked.items() if p in players}, rounds)
    keys = {d.about.strip(): d.key or d.about for d in of_kind(event.book.decisions, HALF_BYE)}
    troubles = [
        Trouble(f"half-bye-{why}", keys[player], "Value", {"player": player, "rounds": rounds})
        for player, why in refused.items()
    ]
    troubles += [
        Trouble("not-in-section", keys[p], "About", {"kind": HALF_BYE, "player": p, "section": B})
        for p in asked
        if p not in players
    ]
    return found, troubles


def half_byes_in(event: Event, history: History, number: int) -> frozenset[Id]:
    """Who has a half-bye in a round: granted with round 1, and still asked for. Rule: P25, P49."""
    asked = requests(event)
    return frozenset(
        p for p in history.players if history.entry(p).taken.get("half-bye") == number and number in asked.get(p, ())
    )


def people_troubles(event: Event) -> list[Trouble]:
    """What is odd in the rows of Players once sections have begun. Rule: P5, P10, P50."""
    found: list[Trouble] = []
    for person in sorted(event.book.people, key=lambda p: p.name):
        found += _of_person(event, person)
    return found


def _of_person(event: Event, person: Person) -> list[Trouble]:
    who = entrant(person)
    found = []
    if who.section not in ("", A, B):
        found.append(Trouble("section-unknown", person.name, "Section", {"player": person.name, "typed": who.section}))
    history = event.section_of(person.name)
    if history is None:
        if person.status in OUT:
            return found
        section, _ = place(who)
        if status_of(person, event.now) == PAUSED:
            found.append(Trouble("paused-not-entered", person.name, "Status", {"player": person.name}))
        elif event.sections[section].has_begun:
            data = {"player": person.name, "section": section}
            found.append(Trouble("late-entry", person.name, "Player", data))
        return found
    if status_of(person, event.now) == PAUSED:
        found.append(Trouble("paused", person.name, "Status", {"player": person.name}))
    if who.section in (A, B) and who.section != history.section:
        data = {"player": person.name, "section": history.section}
        found.append(Trouble("section-fixed", person.name, "Section", data))
    return found


def short_of_minimum(event: Event) -> list[Trouble]:
    """Who would be in B but for the minimum of games: what they can still do. Rule: info 2; B-eligibility 2."""
    return [
        Trouble("needs-games", name, "Rated games", {"player": name, "games": who.games, "opponents": who.opponents})
        for name, (who, section, why) in placed(event).items()
        if why.code == "placed-a-minimum" and not event.sections[section].has_begun and who.rating is not None
    ]
