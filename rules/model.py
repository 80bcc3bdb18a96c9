"""The words every rulebook speaks: facts, what people say now, and an engine's answer.

Everything here is a frozen value. An engine is asked one question: *given the record of facts, what
people say in the sheet now, and the time, which facts follow at once, which drafts could be published,
what is waited for, which tables are true, what is wrong, and when should we look again?*

Times are aware datetimes in the event's zone. Scores are exact fractions, never floats.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import Enum
from fractions import Fraction
from types import MappingProxyType
from typing import TYPE_CHECKING, Literal, Protocol, TypeAlias, runtime_checkable

from rules.advice import Step

if TYPE_CHECKING:
    from rules.parts.outcomes import Outcome
    from rules.sheet import FormatSheet

Id: TypeAlias = str  # "R3-02", "A-R3", "K-R1-05.4", or a player's recorded name
Value: TypeAlias = "str | int | bool | Fraction | datetime | tuple[Value, ...] | None"
Fields: TypeAlias = Mapping[str, Value]
NO_FIELDS: Fields = MappingProxyType({})


class Empty(Enum):
    """What stands where an opponent would. The brackets mark that it is no name."""

    BYE = "(bye)"
    HALF_BYE = "(half bye)"
    HELD_BACK = "(held back)"
    ABSENT = "(absent)"


class How(Enum):
    """How a game or match came to its outcome."""

    PLAYED = "played"
    DEFAULT = "default"  # one side won without play
    DOUBLE_DEFAULT = "double default"  # both sides lost without play
    NULL = "null"  # ladder 3(a): not played in time, nobody gains
    TIE_DECLARED = "tie declared"
    VOID = "void"  # cancelled by the director: as if never paired


@dataclass(frozen=True)
class Reason:
    """Why something is so, as data. `rule` names the clause or ruling, `code` the sentence in the catalogue."""

    rule: str
    code: str
    data: Fields = field(default_factory=lambda: NO_FIELDS)
    parts: tuple[Reason, ...] = ()

    def walk(self) -> Iterator[Reason]:
        """This reason and all reasons inside it."""
        yield self
        for part in self.parts:
            yield from part.walk()


# --- facts: appended to the record, never changed, only followed by another one ------------------------------


@dataclass(frozen=True)
class Entry:
    """A player as taken into a section: number, and the rating, seed, title … that counted."""

    player: Id
    section: Id
    number: int
    taken: Fields = field(default_factory=lambda: NO_FIELDS)
    at: Id = ""  # the round for which it was taken; "" when at the start


@dataclass(frozen=True)
class Round:
    """A published round. `due` is the deadline announced with it."""

    id: Id
    kind: str
    starts: datetime | None = None
    due: datetime | None = None
    taken: Fields = field(default_factory=lambda: NO_FIELDS)  # what it was made from, as far as that must stay


@dataclass(frozen=True)
class Game:
    """A published game, a match reported whole, or a bye: one row of the Games tab."""

    id: Id
    white: Id
    black: Id | Empty
    rate: str = ""
    due: datetime | None = None
    taken: Fields = field(default_factory=lambda: NO_FIELDS)  # e.g. {"inviter": …} or {"first": …, "second": …}


@dataclass(frozen=True)
class Lot:
    """Something decided by chance or by a player's choice; `answer` is None while it is asked for."""

    id: Id
    kind: Literal["order", "colour", "toss", "choice"]
    among: tuple[Id, ...]
    answer: tuple[str, ...] | None = None


@dataclass(frozen=True)
class Noticed:
    """An entry of a person when first seen, or its being taken back (`value` None)."""

    about: Id
    what: str
    value: Value


Fact: TypeAlias = Entry | Round | Game | Lot | Noticed


@dataclass(frozen=True)
class Recorded:
    """One fact of the record: when it was written, and why."""

    fact: Fact
    at: datetime
    why: Reason


# --- what people say now ---------------------------------------------------------------------------------------

ClaimState = Literal["ruled", "accepted", "waiting", "held", "frozen", "reopened"]


@dataclass(frozen=True)
class Claim:
    """Something said about the outcome of a game (or match reported whole).

    state: `ruled` typed by the director; `accepted` a submission that counts; `waiting` a submission that
    fits an open pairing and is being checked; `held` one that fits but needs the director; `frozen` the row
    is damaged, decide nothing on it; `reopened` the director refused all claims sent before `sent`.
    `score` belongs to `players` in that order, whatever the colours; None with How.NULL/VOID and while unknown.
    """

    about: Id
    players: tuple[Id, Id]
    score: tuple[Fraction, Fraction] | None
    how: How
    state: ClaimState
    sent: datetime | None = None
    ended: datetime | None = None
    source: str = ""  # cell address or submission, for people
    note: str = ""
    white: Id = ""  # who really had White, where the evidence shows it; blank: as paired


@dataclass(frozen=True)
class Decision:
    """One line of the Decisions tab, or its equal typed beside a row (a changed White, a typed deadline)."""

    kind: str
    about: Id = ""
    value: str = ""
    start: datetime | None = None
    end: datetime | None = None
    key: str = ""  # where it stands, so that a trouble can point at it
    seen: datetime | None = None  # when it was first seen, as recorded
    after: int | None = None  # how many facts the record held then; None where that is not known


@dataclass(frozen=True)
class Person:
    """A row of Players. `name` is the recorded name once the player is entered; `fields` by heading."""

    name: Id
    fields: Fields = field(default_factory=lambda: NO_FIELDS)

    @property
    def status(self) -> str:
        """Active, Paused, Withdrawn or Disqualified (blank counts as Active)."""
        return str(self.fields.get("Status") or "Active")


@dataclass(frozen=True)
class Book:
    """All an engine may know: settings, people, decisions, claims, and the record in the order written."""

    settings: Mapping[tuple[str, Id], Value] = field(default_factory=dict)
    people: tuple[Person, ...] = ()
    decisions: tuple[Decision, ...] = ()
    claims: tuple[Claim, ...] = ()
    record: tuple[Recorded, ...] = ()
    prizes: tuple[Fields, ...] = ()
    disputed: tuple[Decision, ...] = ()  # lines that contradict each other: none of them is among the decisions

    def setting(self, name: str, section: Id = "", default: Value = None) -> Value:
        """The setting for a section; what is set for the whole event where the section has none."""
        for key in ((name, section), (name, "")):
            if self.settings.get(key) is not None:
                return self.settings[key]
        return default

    def adding(self, facts: Iterable[Recorded]) -> Book:
        """The same book with more facts at the end of its record."""
        return replace(self, record=(*self.record, *facts))


# --- the answer ------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Trouble:
    """Something wrong or awaited in a cell. `sync` finds the cell of (`about`, `field`)."""

    code: str
    about: Id = ""
    field: str = ""
    data: Fields = dataclasses.field(default_factory=lambda: NO_FIELDS)
    blocks: bool = False


@dataclass(frozen=True)
class Draft:
    """A group of rounds that is published whole or not at all, not before `not_before`."""

    id: Id
    facts: tuple[Recorded, ...]
    not_before: datetime | None = None
    checks: tuple[Trouble, ...] = ()  # shown beside the draft; those that block hold publication
    at_once: bool = False  # follows without hold (a next game of a running match never comes as a draft at all)


@dataclass(frozen=True)
class Wait:
    """What holds something up, and what a person does to end the wait: one of these steps is enough."""

    holds: Id
    on: Literal["results", "lot", "director", "time", "start"]
    what: tuple[Id, ...] = ()
    ends_by: tuple[Step, ...] = ()
    until: datetime | None = None
    why: Reason | None = None


@dataclass(frozen=True)
class Row:
    """One row of a view, by heading."""

    cells: Fields
    why: Reason | None = None


class Tables(Mapping[str, tuple[Row, ...]]):
    """Tables that are worked out when they are first asked for: of most answers in a pass, nobody asks."""

    def __init__(self, made: Mapping[str, Callable[[], tuple[Row, ...]]]) -> None:
        self._made = made
        self._known: dict[str, tuple[Row, ...]] = {}

    def __getitem__(self, name: str) -> tuple[Row, ...]:
        if name not in self._known:
            self._known[name] = self._made[name]()
        return self._known[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._made)

    def __len__(self) -> int:
        return len(self._made)

    def __eq__(self, other: object) -> bool:
        return dict(self) == dict(other) if isinstance(other, Mapping) else NotImplemented

    def __repr__(self) -> str:
        return repr(dict(self))

    __hash__ = None  # type: ignore[assignment]


@dataclass(frozen=True)
class Answer:
    """What follows. `state` is before (not started), running or finished; `headline` says it in a line or two."""

    now: tuple[Recorded, ...] = ()
    drafts: tuple[Draft, ...] = ()
    waits: tuple[Wait, ...] = ()
    tables: Mapping[str, tuple[Row, ...]] = field(default_factory=dict)
    troubles: tuple[Trouble, ...] = ()
    wake: datetime | None = None
    state: Literal["before", "running", "finished"] = "running"
    headline: tuple[Reason, ...] = ()


class Engine(Protocol):
    """A rulebook. Both functions are pure: same book and time, same answer."""

    @property
    def sheet(self) -> FormatSheet:
        """Columns, settings, decisions, result words, views and sentences of the format, as data."""

    def answer(self, book: Book, now: datetime) -> Answer:
        """What follows from the book at this moment."""

    def explain(self, book: Book, now: datetime, about: str) -> Reason:
        """Why `about` (a game, a player, a round, `A>B`) is as it is. Raises KeyError where nothing is known of it."""


# --- what some engines can do besides --------------------------------------------------------------------------


@runtime_checkable
class WritesReportFile(Protocol):
    """An engine whose event FIDE rates."""

    def report_file(self, book: Book, now: datetime) -> str:
        """The rounds that are over, as the text of a report file (TRF)."""


@runtime_checkable
class SamplesResults(Protocol):
    """An engine whose results are more than one game's 1, ½ or 0."""

    def sample_result(
        self, book: Book, o: Outcome, dice: Callable[[], float], expected: float
    ) -> tuple[Fraction, Fraction]:
        """A result as it might come, for simulated events. `dice` gives numbers from 0 to 1, `expected` is the chance
        of the first player in one game.
        """
