"""Advice played out: a book that provokes a message, a person who does what it says, and what became of the book.

A play belongs to one entry of a catalogue and is played once for each option of its advice. What the person chooses
(a `Pick`) and does by hand (`Undo`, `Elsewhere`) stands in the play; all else follows from the advice's data.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime

from rules.advice import Add, Advice, Clear, Decide, Delete, Elsewhere, Nothing, Option, Pick, Seen, Step, Type, Undo
from rules.reasons import sentence
from rules.registry import engine_of, formats
from sync.backends.memory import MemoryBook
from sync.encode import catalogue_of
from sync.grid import Cell
from sync.problems import CATALOGUE, Problem, Urgency
from tests.sync.desk import Desk

Hand = Callable[[Desk, Problem], object]
COMMON = ""


@dataclass(frozen=True)
class Play:
    """How an entry is provoked, and what its options need beside the advice's own words."""

    provoke: Callable[[], Desk]
    pick: Mapping[str, Cell | Callable[[Desk, Problem], Cell]] = field(
        default_factory=dict
    )  # words of a Pick -> choice
    hand: Mapping[int, Hand] = field(default_factory=dict)  # option -> what no cell's address can say
    comes: frozenset[str] = frozenset()  # codes that follow rightly
    changes: tuple[str, ...] = ()  # games whose outcome, or whose being there, the advice is meant to change
    anew: bool = False  # the record is meant to begin anew, or to be rebuilt
    then: Hand | None = None  # what goes on afterwards, before anybody looks
    other: Mapping[int, Callable[[], Desk]] = field(default_factory=dict)  # options that are right in another case


PLAYS: dict[tuple[str, str], Play] = {}


def play(
    format_: str,
    code: str,
    provoke: Callable[[], Desk],
    pick: Mapping[str, Cell | Callable[[Desk, Problem], Cell]] | None = None,
    hand: Mapping[int, Hand] | None = None,
    comes: tuple[str, ...] = (),
    changes: tuple[str, ...] = (),
    anew: bool = False,
    then: Hand | None = None,
    other: Mapping[int, Callable[[], Desk]] | None = None,
) -> None:
    """Enter a play; one an entry."""
    assert (format_, code) not in PLAYS, (format_, code)
    PLAYS[format_, code] = Play(provoke, pick or {}, hand or {}, frozenset(comes), changes, anew, then, other or {})


def entries() -> list[tuple[str, str, Advice]]:
    """Every entry of every catalogue: the format it belongs to (blank for all), its code, its advice."""
    found = [(COMMON, code, sort.advice) for code, sort in CATALOGUE.items()]
    for name in formats():
        spec = engine_of(name).sheet
        found += [(name, code, sort.advice) for code, sort in catalogue_of(spec).items() if code in spec.troubles]
    return found


# --- the person's hands --------------------------------------------------------------------------------------------


@dataclass
class Hands:
    """A person who does what one option says."""

    d: Desk
    problem: Problem
    play: Play
    number: int
    before: MemoryBook | None = None

    def do(self, option: Option) -> None:
        """All steps of the option, or what the play does by hand in their place."""
        if self.number in self.play.hand:
            self.play.hand[self.number](self.d, self.problem)
            return
        for step in option.steps:
            self.step(step)

    def step(self, step: Step) -> None:
        """One step."""
        match step:
            case Type():
                self.type(step.into, step.of, self.text(step.value))
            case Clear():
                self.type(step.into, step.of, None)
            case Decide():
                self.decide(step)
            case Delete():
                assert self.problem.at.row, f"{step.words}: which line? {self.problem.at}"
                self.d.person.delete_rows(self.problem.at.tab, self.problem.at.row)
            case Undo():
                assert self.before is not None, "what stood there before is not known"
                undo(self.d, self.before, self.problem.at.tab)
            case Seen():
                self.d.settle()
            case Add() | Elsewhere():
                raise AssertionError(f"“{step.words}” wants a hand in its play")
            case Nothing():
                pass

    def text(self, template: str) -> Cell:
        """A template filled in, or what the person chooses."""
        if not isinstance(template, Pick):
            return sentence(template, self.problem.facts)
        assert template in self.play.pick, f"the play does not choose “{template}”"
        chosen = self.play.pick[template]
        return chosen(self.d, self.problem) if callable(chosen) else chosen

    def type(self, into: str, of: str, value: Cell) -> None:
        """Type into the cell the advice names, or the one the problem points at."""
        d = self.d
        if not into:
            at = self.problem.at
            assert at.cell, f"no cell to type into: {at}"
            d.person.type_at(at.tab, at.cell, value)
            return
        tab, _, heading = into.partition(" → ")
        if tab == "Settings":
            d.set(heading, value)
            return
        assert heading, into
        line = self.text(of)
        first = {"Games": "Game", "Lots": "Lot", "Rounds": "Round", "Players": "Player"}[tab]
        d.person.type(tab, heading, d.person.row_of(tab, first, line), value)

    def decide(self, step: Decide) -> None:
        """A line of Decisions with its cells."""
        cells: dict[str, Cell] = {"Decision": step.kind}
        for heading, template in (
            ("About", step.about), ("Value", step.value), ("From", step.start), ("To", step.end),
        ):  # fmt: skip
            if template:
                cells[heading] = self.text(template)
        self.d.person.add_row("Decisions", cells)


def undo(d: Desk, before: MemoryBook, tab: str) -> None:
    """What a spreadsheet's Undo brings back: the tab as it was; lines added to the Journal since stay."""
    book = d.book
    for old in before.tabs:
        if old.title != tab:
            continue
        now = next((t for t in book.tabs if t.key == old.key), None)
        if now is None:
            book.tabs.append(old.copy())
            continue
        new = now.rows[len(old.rows) :] if tab == "Journal" and len(now.rows) > len(old.rows) else []
        now.title, now.rows = old.title, [*(list(r) for r in old.rows), *new]


# --- what became of the book ------------------------------------------------------------------------------------------


def outcomes(d: Desk) -> dict[str, str]:
    """The outcome of every published game, as Pairings shows it."""
    return dict(d.table("Pairings", "Game", "Outcome"))  # type: ignore[arg-type]


def same(one: Problem, other: Problem) -> bool:
    """Whether two problems are the same line of Problems."""
    return one.code == other.code and one.at == other.at and dict(one.facts) == dict(other.facts)


def quiet(d: Desk) -> None:
    """The book has come to rest: a further pass writes nothing."""
    assert not d.sync().wrote


def act(code: str, number: int, option: Option, the: Play) -> None:
    """Provoke the message, do what this option of its advice says, and look."""
    d = the.other.get(number, the.provoke)()
    problem = d.problem(code)
    hands = Hands(d, problem, the, number, getattr(d, "version", None))
    record, before, codes = d.record(), outcomes(d) if not the.anew else {}, set(d.codes())
    hands.do(option)
    nothing = next((s for s in option.steps if isinstance(s, Nothing)), None)
    d.settle()
    if the.then is not None and (nothing is None or not nothing.stays):
        the.then(d, problem)
        d.settle()
    if nothing is not None and nothing.stays:
        urgency = d.last.decided.catalogue[code].urgency
        assert len(option.steps) > 1 or not problem.holds or urgency is Urgency.NOTE, (
            "nothing to type, and it is held up"
        )
        assert not d.last.decided.stopped
    else:
        assert not any(same(p, problem) for p in d.problems), f"still there: {d.says(problem)}"
    come = set(d.codes()) - codes - the.comes
    assert not come, f"came: {[d.says(p) for p in d.problems if p.code in come]}"
    if the.anew:
        return
    assert d.record()[: len(record)] == record, "facts are gone"
    now = outcomes(d)
    lost = {g: (o, now.get(g)) for g, o in before.items() if o and now.get(g) != o and not told(g, the.changes)}
    assert not lost, f"results changed that nobody meant: {lost}"


def told(game: str, changes: tuple[str, ...]) -> bool:
    """Whether a play means to change this game: named itself, or by its round."""
    return any(re.match(rf"{re.escape(c)}(?:[-.]|$)", game) for c in changes)


def wall(d: Desk, **time: float) -> datetime:
    """A time as a person types it into a cell, from now on."""
    from datetime import timedelta

    return d.now.replace(tzinfo=None) + timedelta(**time)
