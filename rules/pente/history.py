"""A section as the record tells it: entries, rounds, matches with their verdicts, and who left when.

Everything here follows from the record and from what people say now; nothing is remembered between passes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime

from rules.model import Book, Empty, Entry, Id, Noticed, Recorded, Round, Trouble
from rules.parts.decisions import names_in, of_kind
from rules.parts.ids import ref
from rules.parts.matches import Plan
from rules.parts.outcomes import Outcome, outcomes
from rules.parts.record import WITHDRAWN, Standing, standing
from rules.pente.carried import carried_on
from rules.pente.typed import CHAMPION, winner_named
from rules.pente.verdicts import Verdict, plan_of, verdict

LEFT = "left"
OVER = "over"  # noticed of a round with a forfeit when somebody leaves after its last outcome. Rule: P64
SECTIONS = ("A", "B")


@dataclass(frozen=True)
class Match:
    """One row of a round: a match, or a bye. `bracket`: 1 or 2, 0 where all play in one."""

    id: Id
    round: Id
    number: int
    upper: Id
    lower: Id | Empty
    bracket: int
    plan: Plan
    verdict: Verdict
    outcome: Outcome

    @property
    def is_bye(self) -> bool:
        """Whether the row stands for a round without an opponent."""
        return isinstance(self.lower, Empty)

    @property
    def players(self) -> tuple[Id, ...]:
        """One player or two."""
        return (self.upper,) if isinstance(self.lower, Empty) else (self.upper, self.lower)

    def other(self, player: Id) -> Id | None:
        """The opponent; None for a bye."""
        if isinstance(self.lower, Empty):
            return None
        return self.lower if player == self.upper else self.upper

    def wins_of(self, player: Id) -> int:
        """Games won in it, byes and forfeits as section B counts them."""
        return self.verdict.wins[0 if player == self.upper else 1]


@dataclass(frozen=True)
class Stage:
    """A published round. `number` counts the section's rounds from 1, whatever their kind. `still_in`: as recorded."""

    round: Round
    number: int
    matches: tuple[Match, ...]
    still_in: tuple[Id, ...]
    published: Recorded

    @property
    def id(self) -> Id:
        """Its id."""
        return self.round.id

    @property
    def kind(self) -> str:
        """`round`, `preliminary` or `play-off`."""
        return self.round.kind

    @property
    def is_complete(self) -> bool:
        """Whether every match has an outcome. Rule: P8."""
        return all(m.verdict.is_settled for m in self.matches)

    @property
    def open(self) -> tuple[Match, ...]:
        """Matches without one."""
        return tuple(m for m in self.matches if not m.verdict.is_settled)


@dataclass(frozen=True)
class History:
    """All of a section. `left`: the number of the round last published when a player left. Rule: P10."""

    section: str
    entries: Mapping[Id, Recorded]
    stages: tuple[Stage, ...] = ()
    left: Mapping[Id, int] = field(default_factory=dict)
    left_at: Mapping[Id, datetime] = field(default_factory=dict)
    champions: tuple[Id, ...] = ()  # named by the director
    troubles: tuple[Trouble, ...] = ()

    @property
    def players(self) -> tuple[Id, ...]:
        """Everybody entered, by number."""
        return tuple(sorted(self.entries, key=self.number))

    def entry(self, player: Id) -> Entry:
        """The player as taken."""
        fact = self.entries[player].fact
        assert isinstance(fact, Entry)
        return fact

    def number(self, player: Id) -> int:
        """Seed in section A, number in the list in section B."""
        return self.entry(player).number

    def seed(self, player: Id) -> int | None:
        """The same, None for somebody whom the director put into a match without an entry."""
        return self.number(player) if player in self.entries else None

    @property
    def has_begun(self) -> bool:
        """Whether round 1 is published, and the entry list closed. Rule: P5."""
        return bool(self.stages)

    @property
    def is_complete(self) -> bool:
        """Whether the last published round has all its outcomes."""
        return all(stage.is_complete for stage in self.stages)

    @property
    def last(self) -> Stage | None:
        """The round published last."""
        return self.stages[-1] if self.stages else None

    def of_kind(self, kind: str) -> tuple[Stage, ...]:
        """Rounds of a kind."""
        return tuple(stage for stage in self.stages if stage.kind == kind)

    def matches(self, *kinds: str) -> tuple[Match, ...]:
        """Rows of all rounds, or of those of some kinds."""
        return tuple(m for s in self.stages if not kinds or s.kind in kinds for m in s.matches)

    def met(self, *kinds: str) -> frozenset[frozenset[Id]]:
        """Who was paired with whom by a pairing that stood. Rule: P14."""
        return frozenset(
            frozenset(m.players) for m in self.matches(*kinds) if not m.is_bye and m.verdict.state != "void"
        )

    def byes(self) -> Mapping[Id, int]:
        """Byes of each player so far, half and full alike. Rule: P7, P26."""
        return Counter(m.upper for m in self.matches() if m.is_bye)

    def match(self, id_: Id) -> Match:
        """The match with this id. Raises KeyError."""
        for m in self.matches():
            if m.id == id_:
                return m
        raise KeyError(id_)


@dataclass(frozen=True)
class Event:
    """Both sections, and what was read to get there."""

    book: Book
    now: datetime
    stands: Standing
    sections: Mapping[str, History]

    @property
    def entered(self) -> frozenset[Id]:
        """Everybody in a section whose round 1 is published."""
        return frozenset(p for h in self.sections.values() for p in h.entries)

    def section_of(self, player: Id) -> History | None:
        """The section a player was entered in."""
        return next((h for h in self.sections.values() if player in h.entries), None)


def read_event(book: Book, now: datetime) -> Event:
    """The event as it stands."""
    stands = standing(book)
    counting, troubles = carried_on(book)
    found = outcomes(counting, stands, now)
    sections = {s: _read_section(book, stands, found, s) for s in SECTIONS}
    return Event(book, now, stands, {s: _with(h, troubles) for s, h in sections.items()})


def _with(history: History, troubles: tuple[Trouble, ...]) -> History:
    mine = tuple(t for t in troubles if any(m.id == t.about and not m.verdict.is_settled for m in history.matches()))
    return replace(history, troubles=(*history.troubles, *mine))


def _read_section(book: Book, stands: Standing, found: Mapping[Id, Outcome], section: str) -> History:
    rounds = [id_ for id_ in stands.rounds if ref(id_).section == section]
    entries = _entries(book, section) if rounds else {}
    left, left_at, after_all = _leavers(book, stands, rounds, entries)
    troubles: list[Trouble] = []
    stages = []
    for number, id_ in enumerate(rounds, start=1):
        round_ = stands.round(id_)
        games = stands.games_of(id_)
        plan = plan_of(section, round_.kind)
        seen = Counter(p for g in games for p in (found[g.id].white, found[g.id].black) if isinstance(p, str))
        matches = []
        for game in games:
            o = found[game.id]
            twice = [p for p in (o.white, o.black) if isinstance(p, str) and (seen[p] > 1 or p not in entries)]
            gone = _gone(o, number, left, after_all)
            at = min((left_at[p] for p in gone), default=None)
            v = verdict(o, plan, gone, at, winner_named(book, game.id))
            if twice:
                v = Verdict("frozen")
                troubles.append(Trouble("stands-twice", game.id, "Player 1", {"player": twice[0], "round": id_}))
            elif v.trouble is not None:
                troubles.append(v.trouble)
            bracket = game.taken.get("bracket")
            matches.append(
                Match(game.id, id_, number, o.white, o.black, bracket if isinstance(bracket, int) else 0, plan, v, o)
            )
        taken = round_.taken.get("in")
        still = tuple(str(p) for p in taken) if isinstance(taken, tuple) else ()
        stages.append(Stage(round_, number, tuple(matches), still, stands.rounds[id_]))
    champions, wrong = _champions(book, section, frozenset(entries))
    return History(section, entries, tuple(stages), left, left_at, champions, (*troubles, *wrong))


def _leavers(
    book: Book, stands: Standing, rounds: list[Id], entries: Mapping[Id, Recorded]
) -> tuple[dict[Id, int], dict[Id, datetime], frozenset[Id]]:
    """The round last published before each leaving that stands, when that was, and who left after its last outcome.

    Rounds taken back later count no more.
    """
    published: dict[Id, int] = {}
    noticed: dict[Id, tuple[int, datetime]] = {}
    over: dict[Id, int] = {}  # by round: since which place in the record it is over
    late: set[Id] = set()
    for index, recorded in enumerate(book.record):
        fact = recorded.fact
        if isinstance(fact, Round) and fact.id in rounds and stands.rounds[fact.id] is recorded:
            published[fact.id] = index
            over.pop(fact.id, None)
        elif isinstance(fact, Noticed) and fact.what == OVER and fact.about in rounds:
            over.pop(fact.about, None)
            if fact.value is not None:
                over[fact.about] = index
        elif isinstance(fact, Noticed) and fact.what == LEFT and fact.about in entries:
            if fact.value is None:
                noticed.pop(fact.about, None)
                late.discard(fact.about)
            elif fact.about not in noticed:
                noticed[fact.about] = (index, recorded.at)
                if fact.value in over:
                    late.add(fact.about)
    left: dict[Id, int] = {}
    for player, (index, _) in noticed.items():
        number = max((n for n, id_ in enumerate(rounds, start=1) if published[id_] < index), default=0)
        if number:
            left[player] = number
    return left, {player: noticed[player][1] for player in left}, frozenset(late & left.keys())


def _gone(o: Outcome, number: int, left: Mapping[Id, int], after_all: Collection[Id]) -> list[Id]:
    """Who of a match left first after it was published; both where both did while its round was open.

    Rule: P10, P44, P64.
    """
    players = [p for p in (o.white, o.black) if isinstance(p, str) and left.get(p, -1) >= number]
    after = {p: (left[p], p in after_all) for p in players}
    return [p for p, at in after.items() if at == min(after.values())]


def _entries(book: Book, section: str) -> dict[Id, Recorded]:
    """The entries that stand: a first round taken back takes its entry list back. Rule: P5."""
    entries: dict[Id, Recorded] = {}
    for recorded in book.record:
        match recorded.fact:
            case Entry(player=player, section=of) if of == section:
                entries[player] = recorded
            case Noticed(about=about, what=what) if what == WITHDRAWN and about == f"{section}-R1":
                entries.clear()
            case _:
                pass
    return entries


def published_since(history: History, player: Id) -> bool:
    """Whether a round of the section was published after the player's leaving was noticed. Rule: P10: no return."""
    last = history.last
    return last is not None and last.number > history.left.get(player, 0)


def _champions(book: Book, section: str, entries: frozenset[Id]) -> tuple[tuple[Id, ...], list[Trouble]]:
    found: tuple[Id, ...] = ()
    troubles = []
    for decision in of_kind(book.decisions, CHAMPION):
        if decision.about.strip().upper()[:1] != section:
            continue
        names = names_in(decision.value)
        unknown = next((n for n in names if n not in entries), None)
        if not names or unknown is not None:
            data = {"kind": CHAMPION, "player": unknown or decision.value, "section": section}
            troubles.append(Trouble("not-in-section", decision.key or decision.about, "Value", data))
        else:
            found = names
    return found, troubles


__all__ = [
    "LEFT",
    "OVER",
    "SECTIONS",
    "WITHDRAWN",
    "Event",
    "History",
    "Match",
    "Stage",
    "published_since",
    "read_event",
]
