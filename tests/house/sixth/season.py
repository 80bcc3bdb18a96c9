"""A round-robin as it stands: numbers, the table of rounds, what is over, who has left."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction

from rules.model import Book, Decision, Empty, Entry, How, Id, Noticed, Person
from rules.parts.berger import BergerRound, cycles
from rules.parts.decisions import in_order
from rules.parts.ids import ref, round_id
from rules.parts.lines import outcome_word
from rules.parts.numerals import whole_in
from rules.parts.outcomes import Outcome, outcomes
from rules.parts.people import OUT, STATUS, People, rows_of
from rules.parts.record import Standing, standing


@dataclass(frozen=True)
class Season:
    """Everything known at a moment. `order` holds the players by number, from 1."""

    book: Book
    now: datetime
    stands: Standing
    people: People
    order: tuple[Id, ...]
    table: tuple[BergerRound, ...]
    outcomes: Mapping[Id, Outcome]

    @property
    def decisions(self) -> tuple[Decision, ...]:
        """The director's lines, in order."""
        return in_order(self.book.decisions)

    @property
    def rounds(self) -> tuple[Id, ...]:
        """Rounds that are out."""
        return tuple(self.stands.rounds)

    @property
    def next_round(self) -> Id:
        """Id of the round that comes next."""
        return round_id("", "R", len(self.rounds) + 1)

    def games_of(self, round_: Id) -> tuple[Outcome, ...]:
        """Games and byes of a round."""
        return tuple(o for o in self.outcomes.values() if ref(o.id).round == round_)

    def open_in(self, round_: Id) -> tuple[Outcome, ...]:
        """Games of a round that are not over."""
        return tuple(o for o in self.games_of(round_) if not o.is_over)

    def has_left(self, player: Id) -> bool:
        """Whether the record says so."""
        return player in self.people.left

    def decided_of(self, player: Id) -> tuple[Outcome, ...]:
        """Decided games of a player, cancelled ones left out."""
        mine = (o for o in self.outcomes.values() if player in (o.white, o.black))
        return tuple(o for o in mine if o.state == "decided" and not o.is_void)

    def played_by(self, player: Id) -> tuple[Outcome, ...]:
        """Games of a player that were played at the board."""
        return tuple(o for o in self.decided_of(player) if o.how is How.PLAYED)

    def games_each(self) -> int:
        """How many games the table gives everybody."""
        return sum(len(r.games) for r in self.table) * 2 // max(1, len(self.order))

    def is_annulled(self, player: Id) -> bool:
        """Whether a leaver's games count for nothing: fewer than half were played. Rule: 6."""
        return self.has_left(player) and 2 * len(self.played_by(player)) < self.games_each()

    def words(self) -> dict[Id, str]:
        """The word of every game's result, blank while it is open."""
        return {o.id: outcome_word(o) for o in self.outcomes.values() if not isinstance(o.black, Empty)}


def replay(book: Book, now: datetime) -> Season:
    """The event as the record and the sheet say. Before the start the list as it would be numbered."""
    stands = standing(book)
    left: dict[Id, str] = {}
    for recorded in book.record:
        if isinstance(recorded.fact, Noticed) and recorded.fact.what == STATUS:
            left.pop(recorded.fact.about, None)
            if recorded.fact.value is not None:
                left[recorded.fact.about] = str(recorded.fact.value)
    people = People(rows_of(book), left)
    entries = [r.fact for r in stands.entries.values() if isinstance(r.fact, Entry)]
    entered = tuple(e.player for e in sorted(entries, key=lambda e: e.number))
    order = entered or tuple(p.name for p in numbered(people, now))
    often = max(1, whole_in(book.setting("Cycles")) or 1)
    table = cycles(len(order), often) if 2 <= len(order) <= 16 else ()
    return Season(book, now, stands, people, order, table, outcomes(book, stands, now))


def numbered(people: People, now: datetime) -> tuple[Person, ...]:
    """Who takes part, by number. Rule: 1."""
    here = [p for p in people.rows.values() if people.status(p.name, now) not in OUT]
    return tuple(sorted(here, key=_rank))


def _rank(person: Person) -> tuple[int, int]:
    seed, rating = whole_in(person.fields.get("Seed")), whole_in(person.fields.get("Rating"))
    return (seed if seed is not None else 10**7, -(rating or 0))


@dataclass(frozen=True)
class Line:
    """One player of the standings. `direct` and `berger` part those who are level. Rule: 5."""

    player: Id
    place: int
    points: Fraction
    direct: Fraction
    berger: Fraction
    played: int


def standings(season: Season) -> tuple[Line, ...]:
    """Everybody by points, then by games among those level, then by Sonneborn-Berger. Rules: 5, 6, 7."""
    points = {player: _points(season, player) for player in season.order}
    keys: dict[Id, tuple[Fraction, Fraction, Fraction]] = {}
    for player in season.order:
        level = {p for p in season.order if points[p] == points[player]} - {player}
        keys[player] = (points[player], _among(season, player, level), _berger(season, player, points))
    ranked = sorted(season.order, key=lambda p: (*(-k for k in keys[p]), season.order.index(p)))
    return tuple(
        Line(p, 1 + sum(keys[q] > keys[p] for q in season.order), *keys[p], len(_counting(season, p))) for p in ranked
    )


def _counting(season: Season, player: Id) -> tuple[Outcome, ...]:
    if season.is_annulled(player):
        return ()
    return tuple(o for o in season.decided_of(player) if not season.is_annulled(str(o.opponent_of(player))))


def _points(season: Season, player: Id) -> Fraction:
    return sum((o.score_of(player) for o in _counting(season, player)), Fraction(_walkovers(season, player)))


def _walkovers(season: Season, player: Id) -> int:
    """Rounds in which the opponent had left after half of the games. Rule: 7."""
    gone = (season.stands.game(o.id).taken.get("left") for o in season.outcomes.values() if o.white == player)
    return sum(isinstance(other, str) and not season.is_annulled(other) for other in gone)


def _among(season: Season, player: Id, level: set[Id]) -> Fraction:
    return sum((o.score_of(player) for o in _counting(season, player) if o.opponent_of(player) in level), Fraction(0))


def _berger(season: Season, player: Id, points: Mapping[Id, Fraction]) -> Fraction:
    games = ((o.score_of(player), str(o.opponent_of(player))) for o in _counting(season, player))
    return sum((score * points[other] for score, other in games), Fraction(0))


def first_of(lines: Sequence[Line]) -> tuple[Id, ...]:
    """Who has first place."""
    return tuple(line.player for line in lines if line.place == 1)
