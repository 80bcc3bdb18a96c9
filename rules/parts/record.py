"""Reading the record: which facts stand now.

A fact is never changed, only followed by another one with the same id; the last one stands. A round the
director withdrew (`Noticed(about=round, what=WITHDRAWN)`) does not stand any more, nor do its games.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from rules.model import Book, Decision, Empty, Entry, Game, Id, Lot, Noticed, Recorded, Round, Value
from rules.parts.ids import ref

WITHDRAWN = "withdrawn"


@dataclass(frozen=True)
class Standing:
    """The facts that stand, by id, in playing order; and when and why each was written."""

    entries: Mapping[tuple[Id, Id], Recorded]  # (section, player) -> latest Entry
    rounds: Mapping[Id, Recorded]
    games: Mapping[Id, Recorded]
    lots: Mapping[Id, Recorded]
    noticed: Mapping[tuple[Id, str], Recorded]  # (about, what) -> latest
    withdrawn: frozenset[Id]  # rounds taken back

    def round(self, id_: Id) -> Round:
        """The round with this id."""
        fact = self.rounds[id_].fact
        assert isinstance(fact, Round)
        return fact

    def game(self, id_: Id) -> Game:
        """The game with this id."""
        fact = self.games[id_].fact
        assert isinstance(fact, Game)
        return fact

    def games_of(self, round_: Id) -> tuple[Game, ...]:
        """Games and byes of a round in board order."""
        return tuple(self.game(id_) for id_ in self.games if ref(id_).round == round_)

    def lot(self, id_: Id) -> Lot | None:
        """The lot as it stands, answered or asked for."""
        found = self.lots.get(id_)
        if found is None:
            return None
        assert isinstance(found.fact, Lot)
        return found.fact

    def entry(self, player: Id, section: Id = "") -> Entry | None:
        """The latest entry of a player in a section."""
        found = self.entries.get((section, player))
        if found is None:
            return None
        assert isinstance(found.fact, Entry)
        return found.fact

    def notice(self, about: Id, what: str) -> tuple[Value, datetime] | None:
        """What was noticed last, and when; None where never, or where it was taken back."""
        found = self.noticed.get((about, what))
        if found is None:
            return None
        assert isinstance(found.fact, Noticed)
        return None if found.fact.value is None else (found.fact.value, found.at)


def standing(book: Book) -> Standing:
    """What stands in the record of `book`."""
    return read_record(book.record)


def read_record(record: Iterable[Recorded]) -> Standing:
    """What counts after these facts, in the order written. A round published again after its withdrawal counts."""
    entries: dict[tuple[Id, Id], Recorded] = {}
    rounds: dict[Id, Recorded] = {}
    games: dict[Id, Recorded] = {}
    lots: dict[Id, Recorded] = {}
    noticed: dict[tuple[Id, str], Recorded] = {}
    withdrawn: set[Id] = set()
    for recorded in record:
        match recorded.fact:
            case Entry(player=player, section=section):
                entries[section, player] = recorded
            case Round(id=id_):
                rounds[id_] = recorded
                withdrawn.discard(id_)
            case Game(id=id_):
                games[id_] = recorded
            case Lot(id=id_):
                lots[id_] = recorded
            case Noticed(about=about, what=what, value=value):
                noticed[about, what] = recorded
                if what == WITHDRAWN and value is not None and about in rounds:
                    del rounds[about]
                    withdrawn.add(about)
                    for id_ in [g for g in games if ref(g).round == about]:
                        del games[id_]
    return Standing(
        entries=entries,
        rounds={id_: rounds[id_] for id_ in sorted(rounds, key=lambda i: ref(i).sort_key)},
        games={id_: games[id_] for id_ in sorted(games, key=lambda i: ref(i).sort_key)},
        lots=lots,
        noticed=noticed,
        withdrawn=frozenset(withdrawn),
    )


def seen_against(book: Book, decision: Decision, recorded: Recorded) -> int:
    """-1 where the director's line was first seen before the fact was written, 1 where after it, 0 where not known.

    What counts is the order of the record, not the clock: all that one pass does bears one time, and what it read was
    typed before anything it wrote. Where the order is not known the times are compared.
    """
    if decision.after is not None:
        place = next((i for i, r in enumerate(book.record) if r is recorded), None)
        if place is None:
            place = book.record.index(recorded)
        return 1 if place < decision.after else -1
    if decision.seen is None or decision.seen == recorded.at:
        return 0
    return 1 if decision.seen > recorded.at else -1


def is_done(book: Book, decision: Decision, round_: Id) -> bool:
    """Whether a round was taken back since the director's line that asks for it: such a line counts once."""
    return any(
        seen_against(book, decision, r) <= 0
        for r in book.record
        if isinstance(r.fact, Noticed) and r.fact.about == round_ and r.fact.what == WITHDRAWN
    )


def is_bye(game: Game) -> bool:
    """Whether the row stands for a round without an opponent."""
    return isinstance(game.black, Empty)


def next_free_board(recorded: Iterable[Recorded], round_: Id) -> int:
    """The first board number never used in a round, withdrawn rounds included: numbers are never used again."""
    boards = [
        ref(r.fact.id).board or 0 for r in recorded if isinstance(r.fact, Game) and ref(r.fact.id).round == round_
    ]
    return max(boards, default=0) + 1
