"""Cells that hold something unreadable where the start depends on them: a rating, a seed, a number, a prize.

Before a section begins they hold its first round. Once the event is under way they hold that entry alone: who is
entered keeps what was recorded, who is not yet entered waits until the cell is mended.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

from rules.model import Entry, Fields, Person, Recorded, Round, Value
from rules.parts.ids import ref
from sync.problems import Problem
from sync.reading.decode import AS_BLANK, Sheet, TypedRow
from sync.reading.identity import Identities
from sync.runner import EVERY

NO_EVENT = "TOUR"  # a table of prizes for the standings of several events
OUT = ("Withdrawn", "Disqualified")
ROUND_WAITS = "Round 1 is not published before."
RECORD_COUNTS = "What was recorded when {player} was entered counts."
PLAYER_WAITS = "{player} is not entered before; everything else goes on."
NO_PRIZES = "No prize is shown for {section} before; games go on."
TAKEN_AS: Mapping[str, str] = MappingProxyType(
    {"Rating": "rating", "Seed": "seed", "Estimate": "estimate", "Local rating": "local"}
)
"""Under which key an entry records what a column of Players said."""


@dataclass(frozen=True)
class Unread:
    """What the unreadable cells hold up."""

    starts: frozenset[str] = frozenset()  # sections whose first round waits; EVERY for all of them
    waiting: frozenset[str] = frozenset()  # players who are not entered before their cell is mended
    people: tuple[Person, ...] = ()  # everybody, with what was recorded in place of what cannot be read
    problems: tuple[Problem, ...] = ()  # the problems of the sheet, saying what happens if nothing is done


def unread_cells(sheet: Sheet, record: Sequence[Recorded], who: Identities) -> Unread:
    """What the unreadable cells of Players and Prizes hold up, by the record."""
    entered: dict[str, dict[str, Entry]] = {}
    for recorded in record:
        if isinstance(recorded.fact, Entry):
            entered.setdefault(recorded.fact.player, {})[recorded.fact.section] = recorded.fact
    starts: set[str] = set()
    waiting: set[str] = set()
    then: dict[tuple[str, int], str] = {}
    people = []
    for person in who.people:
        row = who.cells.get(person.name)
        bad = _counting(sheet, "Players", row)
        if row is None or not bad or person.fields.get("Status") in OUT:
            people.append(person)
            continue
        own = entered.get(person.name, {})
        held = _sections_of(row, own)
        starts |= held
        if entered and not own:
            waiting.add(person.name)
        then[row.tab, row.number] = _then(who.show(person.name), bool(own), bool(entered), bool(held))
        people.append(replace(person, fields=_as_taken(person.fields, own, bad)) if own else person)
    sections = {ref(r.fact.id).section for r in record if isinstance(r.fact, Round)}
    for row in sheet.rows.get("Prizes", ()):
        if _counting(sheet, "Prizes", row):
            section = row.text("Section").upper()
            begun = section in sections if section else bool(sections)
            begun = begun or section == NO_EVENT
            if not begun:
                starts.add(section or EVERY)
            then[row.tab, row.number] = NO_PRIZES.format(section=section or "any section") if begun else ROUND_WAITS
    return Unread(frozenset(starts), frozenset(waiting), tuple(people), _told(sheet, then))


def _counting(sheet: Sheet, tab: str, row: TypedRow | None) -> frozenset[str]:
    """Headings of a row that the start depends on and whose cells cannot be read."""
    if row is None or not row.unread or tab not in sheet.layout:
        return frozenset()
    return row.unread & {c.heading for c in sheet.layout[tab].columns if c.at_start}


def _sections_of(row: TypedRow, own: Mapping[str, Entry]) -> frozenset[str]:
    """Sections still to begin in which the player of this row would be entered."""
    if "Events" in row.columns:
        named = row.values.get("Events")
        events = {str(e).upper() for e in named} if isinstance(named, tuple) else {EVERY}
        return frozenset(events - set(own))
    if own:
        return frozenset()
    return frozenset({row.text("Section").upper() or EVERY}) if "Section" in row.columns else frozenset({EVERY})


def _then(player: str, is_in: bool, begun: bool, holds: bool) -> str:
    if is_in:
        more = " No further event of this player begins before." if holds else ""
        return RECORD_COUNTS.format(player=player) + more
    return PLAYER_WAITS.format(player=player) if begun else ROUND_WAITS


def _as_taken(fields: Fields, own: Mapping[str, Entry], bad: frozenset[str]) -> Fields:
    """The fields of a player who is entered, with what was recorded in place of what cannot be read now."""
    found: dict[str, Value] = dict(fields)
    last = list(own.values())[-1].taken
    for heading in bad & TAKEN_AS.keys():
        if last.get(TAKEN_AS[heading]) is not None:
            found[heading] = last[TAKEN_AS[heading]]
    return found


def _told(sheet: Sheet, then: Mapping[tuple[str, int], str]) -> tuple[Problem, ...]:
    counts = {
        (sheet.titles[tab], c.heading)
        for tab in ("Players", "Prizes")
        if tab in sheet.layout
        for c in sheet.layout[tab].columns
        if c.at_start
    }

    def told(problem: Problem) -> Problem:
        at = problem.at
        if (at.tab, at.column) not in counts or problem.facts.get("then") != AS_BLANK:
            return problem
        return replace(problem, facts={**problem.facts, "then": then.get((at.tab, at.row), AS_BLANK)})

    return tuple(told(p) for p in sheet.problems)
