"""Who is in the event, as the record says: entries, removals, removals taken back, and returns (L15, L16)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from rules.ladder.order import initial_order
from rules.model import Entry, Fields, Id, Noticed, Person, Recorded, Round
from rules.parts.people import OUT, STATUS, People, from_round
from rules.parts.record import WITHDRAWN, Standing

OVER = "over"  # noticed of a round before a removal that came after its last result (L30)


@dataclass(frozen=True)
class Removal:
    """A player's leaving: as what, from which moment, and its place in the record.

    `entered_again` is the place of the entry with which the player came back, None while out.
    """

    player: Id
    status: str
    at: datetime
    place: int
    entered_again: int | None = None


@dataclass(frozen=True)
class Publication:
    """A round that stands: its place in the record, and who joined at the bottom with it."""

    recorded: Recorded
    place: int
    joined: tuple[Id, ...]

    @property
    def round(self) -> Round:
        """The round itself."""
        fact = self.recorded.fact
        assert isinstance(fact, Round)
        return fact


@dataclass(frozen=True)
class Roster:
    """What the record says about people. Publications are in the order written."""

    initial: tuple[Id, ...]  # the first Ladder from the top; empty before the start
    started: datetime | None
    publications: tuple[Publication, ...]
    removals: tuple[Removal, ...]  # those that stand, in the order written
    over: Mapping[Id, int]  # rounds that were over when a removal was noticed: the place of that in the record

    @property
    def everybody(self) -> tuple[Id, ...]:
        """All who were ever entered, in the order entered."""
        names = dict.fromkeys(self.initial)
        for publication in self.publications:
            names.update(dict.fromkeys(publication.joined))
        return tuple(names)

    def is_out(self, player: Id) -> Removal | None:
        """The removal in force now, None where the player is in."""
        return next((r for r in self.removals if r.player == player and r.entered_again is None), None)

    def removal_after(self, player: Id, place: int) -> Removal | None:
        """The first removal of a player recorded after a place in the record."""
        return next((r for r in self.removals if r.player == player and r.place > place), None)

    def published_after(self, place: int) -> bool:
        """Whether a round that stands was published after a place in the record."""
        return any(p.place > place for p in self.publications)


def read_roster(record: Sequence[Recorded], stands: Standing) -> Roster:
    """The people's part of the record.

    Rule: ladder L15, L16. A removal taken back before the next publication never was. An entry made with a
    round falls with that round.
    """
    initial: dict[int, Id] = {}
    started = None
    joining: dict[Id, list[tuple[int, Id]]] = {}
    placed: dict[Id, tuple[Recorded, int]] = {}
    removals: list[Removal] = []
    over: dict[Id, int] = {}
    for place, recorded in enumerate(record):
        match recorded.fact:
            case Entry(player=player, number=number, at=""):
                initial[number] = player
                started = started or recorded.at
            case Entry(player=player, at=at):
                joining.setdefault(at, []).append((place, player))
            case Round(id=id_):
                placed[id_] = (recorded, place)
            case Noticed(about=about, what=what, value=value) if what == WITHDRAWN and value is not None:
                joining.pop(about, None)
                placed.pop(about, None)
                over.pop(about, None)
            case Noticed(about=about, what=what) if what == OVER:
                over[about] = place
            case Noticed(about=about, what=what, value=None) if what == STATUS:
                last = max((i for i, r in enumerate(removals) if r.player == about), default=-1)
                if last >= 0 and not any(p > removals[last].place for _, p in placed.values()):
                    del removals[last]
            case Noticed(about=about, what=what, value=value) if what == STATUS:
                removals.append(Removal(about, str(value), recorded.at, place))
            case _:
                pass
    publications = [
        Publication(recorded, place, tuple(player for _, player in sorted(joining.get(id_, ()))))
        for id_, (recorded, place) in placed.items()
        if id_ in stands.rounds
    ]
    again = {(player, place) for id_ in placed for place, player in joining.get(id_, ())}
    closed = []
    for removal in removals:
        back = min(
            (place for player, place in again if player == removal.player and place > removal.place), default=None
        )
        closed.append(replace(removal, entered_again=back))
    return Roster(
        initial=tuple(initial[number] for number in sorted(initial)),
        started=started,
        publications=tuple(sorted(publications, key=lambda p: p.place)),
        removals=tuple(closed),
        over=over,
    )


def first_entries(people: People, now: datetime) -> tuple[Person, ...]:
    """Who is in the first Ladder, from the top: everybody listed who has not left and plays from round 1."""
    return initial_order(
        [p for p in people.rows.values() if people.status(p.name, now) not in OUT and (from_round(p) or 1) <= 1]
    )


def newcomers(people: People, roster: Roster, now: datetime, round_number: int) -> tuple[Person, ...]:
    """Who joins at the bottom when a round is drafted: late entrants, and leavers who came back after a publication."""
    inside = {p for p in roster.everybody if roster.is_out(p) is None}
    return initial_order(
        [
            p
            for p in people.rows.values()
            if p.name not in inside
            and people.status(p.name, now) not in OUT
            and (p.name in roster.everybody or (from_round(p) or 1) <= round_number)
            and _may_return(p.name, roster)
        ]
    )


def _may_return(player: Id, roster: Roster) -> bool:
    removal = roster.is_out(player)
    return removal is None or roster.published_after(removal.place)


def taken_of(person: Person) -> Fields:
    """What is recorded of a player on entry."""
    fields = {"rating": person.fields.get("Rating"), "seed": person.fields.get("Seed")}
    fields["username"] = person.fields.get("Username")
    return {key: value for key, value in fields.items() if value is not None}
