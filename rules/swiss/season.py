"""The event as it stands: the record, what people say, and what every round was for every player."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from fractions import Fraction

from rules.model import Book, Claim, Decision, Empty, Entry, How, Id, Reason
from rules.parts.brought import BY_FILE
from rules.parts.decisions import EARLIEST, in_order
from rules.parts.ids import ref, round_id
from rules.parts.median import Card, Colour, Kind, Slot
from rules.parts.outcomes import Clock, Outcome, outcomes
from rules.parts.people import OUT, PAUSED, People
from rules.parts.record import Standing, standing
from rules.swiss.director import absent_in, excused
from rules.swiss.requests import answers
from rules.swiss.roster import Roster, arrives, people_of, read_roster
from rules.swiss.terms import SYSTEM_EDITIONS, TABLES, Terms, terms_of

INSTEAD = "instead"  # in a table: whom the player of a row without opponent was to meet


@dataclass(frozen=True)
class Past:
    """One round of one player by names. `gained` in half-points; `seat` the colour as paired, also of a default."""

    round: int
    kind: Kind
    game: Id
    opponent: Id | None = None
    colour: Colour | None = None
    seat: Colour | None = None
    gained: int = 0


@dataclass(frozen=True)
class Season:
    """The whole event. `history` holds, by player, the rounds that are decided; `twice` who is in a round twice."""

    book: Book
    now: datetime
    terms: Terms
    stands: Standing
    roster: Roster
    people: People
    decisions: tuple[Decision, ...]
    outcomes: Mapping[Id, Outcome]
    rounds: tuple[Id, ...]
    history: Mapping[Id, Mapping[int, Past]]
    complete: int  # rounds that are over, counted from the first
    twice: tuple[tuple[Id, Id], ...]
    last_game: Mapping[Id, Outcome]  # by player, the latest game they were paired in
    answers_at: datetime | None  # when the next held report counts by itself
    typed_rounds: int | None  # what Settings say, also where the rounds follow from the players

    @property
    def published(self) -> int:
        """The number of the latest round, 0 before the first."""
        return ref(self.rounds[-1]).number if self.rounds else 0

    @property
    def next_round(self) -> Id:
        """The id of the round that comes after the latest."""
        return round_id("", "R", self.published + 1)

    def games_of(self, round_: Id) -> tuple[Outcome, ...]:
        """Games and byes of a round in board order."""
        return tuple(o for id_, o in self.outcomes.items() if ref(id_).round == round_)

    @property
    def everybody(self) -> tuple[Id, ...]:
        """All players in the order of their numbers; who plays without an entry comes last. Ruling: S56."""
        numbers = self.roster.numbers
        return (*numbers, *sorted(p for p in self.history if p not in numbers))

    @property
    def numbers(self) -> Mapping[Id, int]:
        """The number of everybody now."""
        numbers = dict(self.roster.numbers)
        highest = max(numbers.values(), default=0)
        for player in self.everybody[len(numbers) :]:
            highest += 1
            numbers[player] = highest
        return numbers

    def entry(self, player: Id) -> Entry:
        """What was recorded of a player."""
        return self.roster.entries.get(player) or Entry(player, "", 0)

    def cards(self, numbers: Mapping[Id, int], present: Mapping[Id, bool] | None = None) -> tuple[Card, ...]:
        """Everybody's pairing card under these numbers, in their order. `present` for the round to be paired."""
        cards = []
        for player, number in sorted(numbers.items(), key=lambda one: one[1]):
            slots = tuple(
                Slot(p.round, p.kind, numbers[p.opponent] if p.opponent else None, p.colour, p.gained)
                for p in self.history.get(player, {}).values()
            )
            cards.append(Card(number, slots, present=(present or {}).get(player, present is None)))
        return tuple(cards)

    def no_show(self, player: Id) -> Id | None:
        """The round in which a player did not appear and since when they count as withdrawn, None where they do not.

        Rule: scope; ruling S43. Whoever was paired again since, or was excused, is in.
        """
        if self.terms.excused:
            return None
        last = self.last_game.get(player)
        if last is None or last.state != "decided" or last.how not in (How.DEFAULT, How.DOUBLE_DEFAULT):
            return None
        round_ = ref(last.id).round
        return None if last.score_of(player) or excused(self.decisions, player, round_) else round_

    @property
    def annulled(self) -> frozenset[Id]:
        """Who left a table before half of their games were played: none of these counts in it. Ruling: S66."""
        if self.terms.system not in TABLES:
            return frozenset()
        games = (len(self.roster.at.get("R1", {})) - 1) * TABLES[self.terms.system]
        played = {p: sum(x.kind is Kind.PLAYED for x in self.history.get(p, {}).values()) for p in self.everybody}
        return frozenset(
            p for p, count in played.items() if 2 * count < games and self.people.status(p, self.now) in OUT
        )

    @property
    def half_byes(self) -> Mapping[Id, tuple[int, ...]]:
        """The rounds in which each player had half a point without a game."""
        return {
            player: tuple(p.round for p in rounds.values() if p.kind is Kind.HALF_BYE)
            for player, rounds in self.history.items()
        }

    def half_bye(self, player: Id, round_: Id) -> Reason | None:
        """Half a point asked for in a round, or why none is given; None where nobody asks. Ruling: S62."""
        number = ref(round_).number
        row = self.people.rows.get(player)
        if absent_in(self.decisions, player, round_) or (row is not None and arrives(row) > number):
            return None
        given = tuple(p.round for p in self.history.get(player, {}).values() if p.kind is Kind.HALF_BYE)
        said = answers(self.terms, self.decisions, player, given, number).get(number)
        if said is None:
            return None
        code = "idle-half-bye" if said == "granted" else f"idle-half-bye-{said}"
        return Reason("S62", code, {"player": player, "round": round_, "most": self.terms.half_byes})

    def away(self, player: Id, round_: Id) -> Reason | None:
        """Why an entered player is not paired in a round, None where they are."""
        status = self.people.status(player, self.now)
        if status in OUT:
            return Reason("scope", "idle-out", {"player": player, "status": status})
        half = self.half_bye(player, round_)
        if half is not None:
            return half
        if status == PAUSED:
            return Reason("17", "idle-paused", {"player": player})
        if absent_in(self.decisions, player, round_):
            return Reason("17", "idle-absent", {"player": player, "round": round_})
        row = self.people.rows.get(player)
        if row is not None and arrives(row) > ref(round_).number:
            return Reason("17/S42", "idle-late", {"player": player, "from": round_id("", "R", arrives(row))})
        missed = self.no_show(player)
        if missed is not None:
            return Reason("scope/S43", "idle-no-show", {"player": player, "round": missed})
        return None


def replay(book: Book, now: datetime) -> Season:
    """The event of a book at a moment."""
    terms = terms_of(book)
    decisions = in_order(book.decisions)
    claims = sorted(book.claims, key=lambda c: (c.sent or EARLIEST, c.source, c.state, c.how.value, c.players))
    claims, answers_at = _answered(claims, now, terms)
    book = replace(book, decisions=decisions, claims=tuple(claims))
    stands = standing(book)
    found = outcomes(book, stands, now, Clock())
    history, twice = _history(found, terms)
    roster, people = read_roster(book.record), people_of(book)
    typed_rounds = terms.rounds
    if terms.system in TABLES:
        waiting = [p for p in people.rows if people.status(p, now) not in OUT]
        terms = replace(terms, rounds=table_rounds(len(roster.at.get("R1", {}) or waiting), TABLES[terms.system]))
        for id_, o in found.items():
            left = stands.game(id_).taken.get(INSTEAD)
            if o.black is Empty.BYE and isinstance(left, str):  # the game was lost by who had left. Ruling: S66
                number = ref(id_).number
                history.setdefault(o.white, {})[number] = Past(number, Kind.DEFAULT_WON, id_, left, None, "W", 2)
                history.setdefault(left, {})[number] = Past(number, Kind.DEFAULT_LOST, id_, o.white, None, "B", 0)
    rounds = tuple(id_ for id_ in stands.rounds if ref(id_).stage == "R")
    grouped: dict[Id, bool] = dict.fromkeys(rounds, True)
    for id_, o in found.items():
        grouped[ref(id_).round] = grouped.get(ref(id_).round, True) and o.is_over
    complete = 0
    for round_ in rounds:
        if not grouped[round_]:
            break
        complete += 1
    return Season(
        book=book,
        now=now,
        terms=terms,
        stands=stands,
        roster=roster,
        people=people,
        decisions=decisions,
        outcomes=found,
        rounds=rounds,
        history=history,
        complete=complete,
        twice=twice,
        last_game={p: o for o in found.values() if isinstance(o.black, str) for p in (o.white, o.black)},
        answers_at=answers_at,
        typed_rounds=typed_rounds,
    )


def table_rounds(players: int, cycles: int) -> int:
    """How many rounds everybody needs to meet everybody. Ruling: S65."""
    return max(1, (players - 1 + players % 2) * cycles)


def _history(found: Mapping[Id, Outcome], terms: Terms) -> tuple[dict[Id, dict[int, Past]], tuple[tuple[Id, Id], ...]]:
    history: dict[Id, dict[int, Past]] = {}
    twice: set[tuple[Id, Id]] = set()
    seats: dict[tuple[Id, int], Outcome] = {}
    for id_, o in found.items():
        number = ref(id_).number
        for player in (o.white, o.black):
            if not isinstance(player, str):
                continue
            other = seats.get((player, number))
            if other is not None:
                twice.add((player, id_))
                if other.state != "bye" or o.state == "bye":
                    continue  # the first game counts; a game beats a row without opponent
            seats[player, number] = o
            past = past_of(o, player, number, terms)
            history.setdefault(player, {}).pop(number, None)
            if past is not None:
                history[player][number] = past
    return history, tuple(sorted(twice))


def is_half_bye(o: Outcome, terms: Terms) -> bool:
    """Whether a row without opponent gives half a point: brought with the event, or in a system of today. S60, S62."""
    return o.black is Empty.HALF_BYE and (o.by == BY_FILE or terms.system in SYSTEM_EDITIONS)


def past_of(o: Outcome, player: Id, number: int, terms: Terms) -> Past | None:
    """What a game or row was for a player, None while it is not decided. Rule: 8.3; rulings S3, S4, S10, S55,
    S60, S62, S63.

    A game the director made void was never paired: nothing for either.
    """
    if isinstance(o.black, Empty):
        if is_half_bye(o, terms):
            return Past(number, Kind.HALF_BYE, o.id, gained=1)
        bye = o.black is Empty.BYE
        return Past(number, Kind.BYE if bye else Kind.ABSENT, o.id, gained=terms.bye_points if bye else 0)
    if o.state != "decided" and not (o.state == "frozen" and o.score is not None):
        return None
    if o.how is How.VOID:
        return Past(number, Kind.ABSENT, o.id)
    opponent = o.black if player == o.white else o.white
    seat: Colour = "W" if player == o.white else "B"
    gained = int(2 * o.score_of(player))
    if o.how in (How.DEFAULT, How.DOUBLE_DEFAULT, How.NULL):
        if gained:
            return Past(number, Kind.DEFAULT_WON, o.id, opponent, None, seat, gained)
        both = o.score is None or not any(o.score)
        return Past(number, Kind.DOUBLE_DEFAULT if both else Kind.DEFAULT_LOST, o.id, opponent, None, seat, 0)
    had_white = o.white
    if o.claim is not None and o.claim.white == o.black:
        had_white = o.black
    return Past(number, Kind.PLAYED, o.id, opponent, "W" if player == had_white else "B", seat, gained)


def _answered(claims: Sequence[Claim], now: datetime, terms: Terms) -> tuple[list[Claim], datetime | None]:
    """The claims with single clear held ones accepted once the director has had time enough, and when the next is."""
    if terms.answer_after is None:
        return list(claims), None
    by_game: dict[Id, list[Claim]] = {}
    for claim in claims:
        by_game.setdefault(claim.about, []).append(claim)
    taken: set[Claim] = set()
    moments = []
    for told in by_game.values():
        held = [c for c in told if c.state == "held"]
        others = [c for c in told if c.state != "held"]
        if others or not held or any(c.score is None for c in held) or len({_by_player(c) for c in held}) != 1:
            continue
        moment = max(c.sent or EARLIEST for c in held) + terms.answer_after
        if moment <= now:
            taken.update(held)
        else:
            moments.append(moment)
    return [replace(c, state="accepted") if c in taken else c for c in claims], min(moments, default=None)


def _by_player(claim: Claim) -> tuple[tuple[Id, Fraction], ...]:
    assert claim.score is not None
    return tuple(sorted(zip(claim.players, claim.score, strict=True)))
