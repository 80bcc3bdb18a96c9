"""The whole event as the record and the results have it: entries, knock-out rounds, rounds of the Challengers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from functools import cached_property

from rules.hastings.field import Last
from rules.hastings.listing import Entrant, Listing
from rules.hastings.lucky import places_of_round_two
from rules.hastings.match import Match
from rules.hastings.times import Hours, day_after, first_start, typed_start
from rules.model import Book, Decision, Empty, How, Id, Lot, Person, Recorded
from rules.parts.decisions import of_kind
from rules.parts.ids import ref, round_id
from rules.parts.median import Kind, Slot
from rules.parts.outcomes import Outcome
from rules.parts.people import OUT, status_of
from rules.parts.record import Standing

KNOCK_OUT, CHALLENGERS = "K", "C"
PREMIER = 8  # places from which the knock-out is called the Premier; rule 26
LATE = "late entry"
ZERO, ONE, HALF = Fraction(0), Fraction(1), Fraction(1, 2)


@dataclass(frozen=True)
class KRound:
    """A published round of the knock-out. `number` is its first slot: the day of its first game. Ruling: H45."""

    id: Id
    number: int
    places: int
    slow: int
    is_final: bool
    ranking: tuple[Id, ...]
    matches: tuple[Match, ...]
    held: tuple[Id, ...]
    lucky: tuple[Id, ...]
    recorded: Recorded
    place: int  # in the record

    @property
    def over(self) -> bool:
        """Whether every match is decided."""
        return all(m.over for m in self.matches)

    @property
    def next_slot(self) -> int:
        """The first slot after it."""
        return self.number + self.slow

    def match_of(self, player: Id) -> Match | None:
        """The player's match."""
        return next((m for m in self.matches if player in m.players), None)

    def last(self) -> Last:
        """For the draw of the next round."""
        return Last(self.ranking, tuple(m.result() for m in self.matches), self.held)


@dataclass(frozen=True)
class CRound:
    """A published round of the Challengers."""

    id: Id
    number: int
    games: tuple[Outcome, ...]
    recorded: Recorded
    place: int

    @property
    def over(self) -> bool:
        """Whether every game is."""
        return all(o.is_over for o in self.games)


@dataclass(frozen=True)
class KPlay:
    """One slot of a player before the Challengers: a slow game, a slot held back, or the half point of H7.

    kind: played, won without play, lost without play, held back, half point.
    """

    slot: int
    kind: str
    points: Fraction
    colour: str = ""
    opponent: Id | None = None


@dataclass(frozen=True)
class Leaving:
    """A withdrawal that was noticed, at a place of the record; `back` is the place of the return."""

    player: Id
    place: int
    at: datetime
    status: str
    back: int | None = None


@dataclass(frozen=True)
class Event:
    """Everything as it stands."""

    book: Book
    now: datetime
    stands: Standing
    hours: Hours
    people: Mapping[Id, Person]
    entries: Mapping[Id, Entrant]
    listing: Listing
    k_rounds: tuple[KRound, ...]
    c_rounds: tuple[CRound, ...]
    outcomes: Mapping[Id, Outcome]
    leavings: tuple[Leaving, ...]

    @cached_property
    def number(self) -> Mapping[Id, int]:
        """Place in the list, from 1: the pairing number of the Challengers too (H33)."""
        return {p: i for i, p in enumerate(self.listing.order, start=1)}

    @property
    def last_k(self) -> KRound | None:
        """The latest knock-out round."""
        return self.k_rounds[-1] if self.k_rounds else None

    @property
    def first_field(self) -> int:
        """How many are in the round-1 ranking."""
        return len(self.k_rounds[0].ranking) if self.k_rounds else 0

    @property
    def total(self) -> int:
        """The declared number of rounds of the Challengers, round 1 of the knock-out included. Ruling: H33."""
        return slots_of(self.first_field)

    @property
    def last_slot(self) -> int:
        """The latest slot of which anything is published; 0 before round 1."""
        numbers = [r.number for r in self.k_rounds] + [r.number for r in self.c_rounds]
        return max(numbers, default=0)

    def k_round_at(self, slot: int) -> KRound | None:
        """The knock-out round that covers a slot."""
        return next((r for r in self.k_rounds if r.number <= slot < r.next_slot), None)

    def slot_start(self, slot: int) -> datetime | None:
        """When the games of a slot start: as typed, as announced, else the day after the slot before."""
        k, c = round_id(KNOCK_OUT, "R", slot), round_id(CHALLENGERS, "R", slot)
        typed = typed_start(self.book, k, c)
        if typed is not None:
            return typed
        if slot == 1 and not self.k_rounds:
            return first_start(self.book, self.hours)
        for id_ in (k, c):
            if id_ in self.stands.rounds and self.stands.round(id_).starts is not None:
                return self.stands.round(id_).starts
        before = self.slot_start(slot - 1) if slot > 1 else None
        return None if before is None else day_after(before, self.hours)

    def status(self, player: Id) -> str:
        """Active, Paused, Withdrawn or Disqualified now; Missing without a row in Players."""
        person = self.people.get(player)
        return "Missing" if person is None else status_of(person, self.now)

    @cached_property
    def out(self) -> frozenset[Id]:
        """Who is withdrawn or disqualified now."""
        return frozenset(p for p in self.people if self.status(p) in OUT)

    def leaving_of(self, player: Id) -> Leaving | None:
        """The player's latest withdrawal, if they have not come back."""
        latest = self.latest_leaving.get(player)
        return latest if latest is not None and latest.back is None else None

    @cached_property
    def latest_leaving(self) -> Mapping[Id, Leaving]:
        """The latest withdrawal of each player who ever left."""
        return {one.player: one for one in self.leavings}

    def plays_on(self, player: Id) -> bool:
        """Whether the director let the player go on after their latest default or withdrawal. Ruling: H38."""
        words = self.plays_on_words.get(player, ())
        if not words:
            return False
        leaving = self.leaving_of(player)
        return any(leaving is None or d.seen is None or d.seen >= leaving.at for d in words)

    @cached_property
    def plays_on_words(self) -> Mapping[Id, tuple[Decision, ...]]:
        """The director's lines `Plays on`, by player."""
        found: dict[Id, tuple[Decision, ...]] = {}
        for decision in of_kind(self.book.decisions, "Plays on"):
            found[decision.about] = (*found.get(decision.about, ()), decision)
        return found

    @cached_property
    def k_plays(self) -> Mapping[Id, tuple[KPlay, ...]]:
        """What each player did slot by slot before the Challengers. Rule: 20, 24; rulings H3, H7, H12, H13, H32."""
        found: dict[Id, list[KPlay]] = {p: [] for p in self.entries}
        for player, entrant in self.entries.items():
            if entrant.missed:
                found[player].append(KPlay(1, "half point", HALF))
        for round_ in self.k_rounds:
            for player in round_.held:
                for slot in range(round_.number, round_.next_slot):
                    found.setdefault(player, []).append(KPlay(slot, "held back", ONE))
            for match in round_.matches:
                for slot, game in enumerate(match.slow_games, start=round_.number):
                    for player in match.players:
                        points = game.of(player)
                        opponent = match.opponent(player)
                        if game.white is not None:
                            colour = "W" if game.white == player else "B"
                            play = KPlay(slot, "played", points, colour, opponent)
                        else:
                            kind = "won without play" if points else "lost without play"
                            play = KPlay(slot, kind, points, "", opponent)
                        found.setdefault(player, []).append(play)
        return {player: tuple(plays) for player, plays in found.items()}

    def slow_colours(self, player: Id) -> str:
        """Colours of the slow games played in the knock-out, oldest first."""
        return "".join(play.colour for play in self.k_plays.get(player, ()))

    @cached_property
    def met(self) -> frozenset[frozenset[Id]]:
        """Who began a slow game against whom in the knock-out. Rule: 22; ruling H30."""
        return frozenset(
            frozenset((player, play.opponent))
            for player, plays in self.k_plays.items()
            for play in plays
            if play.kind == "played" and play.opponent is not None
        )

    @cached_property
    def defaulters(self) -> Mapping[Id, Id]:
        """Who defaulted a game of a lost match or of the Challengers, with the first such game. Ruling: H38."""
        found: dict[Id, Id] = {}
        for round_ in self.k_rounds:
            for match in round_.matches:
                if match.over:
                    for player in match.defaulted:
                        if player != match.winner:
                            found.setdefault(player, match.id)
        for c_round in self.c_rounds:
            for o in c_round.games:
                if o.state == "decided" and o.how in (How.DEFAULT, How.DOUBLE_DEFAULT) and isinstance(o.black, str):
                    for player in (o.white, o.black):
                        if o.score_of(player) == 0:
                            found.setdefault(player, o.id)
        return found

    @cached_property
    def barred(self) -> frozenset[Id]:
        """Who counts as withdrawn for having defaulted a game of a lost match, until the director says they play on."""
        return frozenset(
            p for p, id_ in self.defaulters.items() if ref(id_).section == KNOCK_OUT and not self.plays_on(p)
        )

    @cached_property
    def finalists(self) -> frozenset[Id]:
        """Who reached the final, withdrawn since or not: they never join the Challengers. Rulings: H33, H42."""
        found: set[Id] = set()
        for round_ in self.k_rounds:
            if round_.is_final:
                found |= set(round_.ranking)
            if next_places(round_) == 2 and round_.over:
                found |= {m.winner for m in round_.matches if m.winner is not None} | set(round_.held)
        return frozenset(found)

    @cached_property
    def c_slots(self) -> Mapping[Id, tuple[Slot, ...]]:
        """What each player did round by round in the Challengers; open games leave nothing."""
        found: dict[Id, list[Slot]] = {}
        for round_ in self.c_rounds:
            for o in round_.games:
                for player in (o.white, o.black):
                    slot = _slot(self.number, round_.number, o, player) if isinstance(player, str) else None
                    if slot is not None and isinstance(player, str):
                        found.setdefault(player, []).append(slot)
        return {player: tuple(slots) for player, slots in found.items()}

    def lot(self, id_: Id) -> Lot | None:
        """A lot of the record."""
        return self.stands.lot(id_)

    @cached_property
    def begun(self) -> bool:
        """Whether round 1 has begun: its hour has come, or a game of it has a result. Ruling: H7, H8."""
        if not self.k_rounds:
            return False
        first = self.k_rounds[0]
        start = self.slot_start(1)
        if len(self.k_rounds) > 1 or (start is not None and start <= self.now):
            return True
        return any(o.by != "leaver" and o.state == "decided" for m in first.matches for o in m.games)


def _slot(numbers: Mapping[Id, int], round_: int, o: Outcome, player: Id) -> Slot | None:
    if o.state == "bye":
        return Slot(round_, Kind.BYE, gained=2) if o.black is Empty.BYE else None
    if o.state not in ("decided", "frozen") or o.score is None or o.is_void:
        return None
    opponent = numbers.get(str(o.opponent_of(player)))
    gained = int(2 * o.score_of(player))
    if o.how is How.DEFAULT:
        return Slot(round_, Kind.DEFAULT_WON if gained else Kind.DEFAULT_LOST, opponent, None, gained)
    if o.how is How.DOUBLE_DEFAULT:
        return Slot(round_, Kind.DOUBLE_DEFAULT, opponent)
    if o.how is not How.PLAYED:
        return None
    return Slot(round_, Kind.PLAYED, opponent, "W" if player == o.white else "B", gained)


def next_places(last: KRound) -> int:
    """Places of the knock-out round after this one; 0 after the final. Rulings: H9, H14."""
    if last.is_final:
        return 0
    return places_of_round_two(len(last.ranking)) if last.number == 1 else last.places // 2


def slots_of(field: int) -> int:
    """Slow games on the way to the title, for so many players in round 1, late ones too. Rulings: H9, H33, H43."""
    if field <= 2:
        return 1
    total, places = 1, places_of_round_two(field)
    while places >= 2:
        total += slow_games(places)
        places //= 2
    return total


def slow_games(places: int) -> int:
    """Slow games of a match in a round, after the first, with so many places. Rule: 26, 27; ruling H9."""
    return 2 if places <= PREMIER else 1


def list_lots(stands: Standing) -> tuple[tuple[Id, ...], ...]:
    """Orders drawn for equals in the list, oldest first."""
    lots = [r.fact for id_, r in stands.lots.items() if id_.startswith("LIST-")]
    found = [lot for lot in lots if isinstance(lot, Lot) and lot.answer is not None]
    found.sort(key=lambda lot: int(lot.id.removeprefix("LIST-")))
    return tuple(lot.answer or () for lot in found)
