"""What a person must know or do, as problems with the address of their cell: the engine's troubles and waits first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from rules.model import Trouble, Wait
from rules.parts.ids import parse_ref
from rules.parts.record import Standing, standing
from rules.sheet import FormatSheet
from sync.checks import FOUND, proposals
from sync.decode import Sheet
from sync.encode import Shown, said
from sync.gather import Gathered
from sync.problems import At, Problem, Sort
from sync.runner import Run
from sync.schema import Rows

ANSWERS: Mapping[str, str] = {
    "order": "Lots, Typed: all the names of Among in the order drawn, number 1 first, separated by ;",
    "colour": "Lots, Typed: the name of the player drawn, who has White.",
    "toss": "Lots, Typed: the name of the player who won the toss.",
    "choice": "Lots, Typed: White or Black, as the player of Among chose.",
}
"""What a person types to answer a lot, by its kind."""


def games_found(
    known: Gathered, result: Run, notes: Sequence[tuple[str, str, Mapping[str, Any], str]], now: datetime
) -> list[Problem]:
    """Games found at a chess site that nobody reported, while their pairing is open."""
    found = proposals(known.journal, notes, now)
    put_forward = {c.about for c in result.book.claims if c.source.startswith(FOUND)}
    still = {str(r.cells.get("Game")) for r in result.answer.tables.get("Pairings", ()) if not r.cells.get("Outcome")}
    return [
        Problem("game-found", cell_of(game, "Result", known), {"game": game, "says": one.says, "link": one.link})
        for game, one in found.items()
        if game in still and game in put_forward
    ]


def missing_tabs(sheet: Sheet, format_name: str) -> list[Problem]:
    """Tabs of people that are gone."""
    return [
        Problem("tab-missing", At(name), {"tab": name, "format": format_name})
        for name, tab in sheet.layout.items()
        if name not in sheet.tabs and tab.rows in (Rows.PEOPLE,)
    ]


def from_engine(result: Run, known: Gathered, catalogue: Mapping[str, Sort], spec: FormatSheet) -> list[Problem]:
    """Troubles and waits of the engine as problems with the address of their cell."""
    of_names = _told_of_names(known)
    problems = [_trouble(t, known) for t in result.answer.troubles if (t.about, t.code) not in of_names]
    for held in result.held:
        problems += [_trouble(t, known) for t in held.draft.checks]
        if held.why == "publish":
            at = known.sheet.setting_cells.get(("Publish", ""), At(known.sheet.titles.get("Settings", "Settings")))
            problems.append(Problem("waits-for-publish", at, {"round": held.draft.id}))
    checks = [*result.answer.troubles, *(c for held in result.held for c in held.draft.checks)]
    told = {t.data.get("round") or t.about for t in checks if t.blocks}
    stands = standing(result.book)
    for wait in result.answer.waits:
        if wait.on == "director" and wait.holds in told:
            continue  # what blocks the round says it, with what to type
        problem = _wait(wait, known, spec, stands)
        if problem is not None:
            problems.append(problem)
    return [p for p in problems if p.code in catalogue]


def _told_of_names(known: Gathered) -> frozenset[tuple[str, str]]:
    """Troubles of the engine that who-is-who has told already, with the cell: a missing line, a name not known yet."""
    found: set[tuple[str, str]] = set()
    for problem in known.who.problems:
        if problem.code in ("player-gone", "maybe-renamed"):
            found.add((str(problem.facts["player"]), "player-row-missing"))
        if problem.code == "maybe-renamed":
            found |= {(str(problem.facts["name"]), code) for code in ("late-entry", "list-closed", "entry-too-late")}
    return frozenset(found)


def _trouble(trouble: Trouble, known: Gathered) -> Problem:
    return Problem(trouble.code, cell_of(trouble.about, trouble.field, known), trouble.data, trouble.blocks)


def cell_of(about: str, heading: str, known: Gathered) -> At:
    """Where a person finds what the engine speaks of."""
    titles = known.sheet.titles
    for tab in ("Games", "Rounds", "Lots"):
        ledger_row = known.ledger.rows.get((tab, about))
        if ledger_row is not None:
            return ledger_row.row.at(heading) if ledger_row.row is not None else At(titles.get(tab, tab))
    if about in known.decision_cells:
        return known.decision_cells[about].at(heading)
    if about in known.who.cells:
        return known.who.cells[about].at(heading or "Player")
    if about in ("Settings", "") and heading:
        return known.sheet.setting_cells.get((heading, ""), At(titles.get("Settings", "Settings")))
    if about in titles:
        return At(titles[about])
    return At(titles.get("Next round", "")) if parse_ref(about) else At("")  # nothing of it is published yet


def _wait(wait: Wait, known: Gathered, spec: FormatSheet, stands: Standing) -> Problem | None:
    """A wait on a person, as a line of what needs one."""
    if wait.on == "start":
        at = known.sheet.setting_cells.get(("Start", ""), At(known.sheet.titles.get("Settings", "Settings")))
        return None if wait.until else Problem("not-started", at)
    if wait.on not in ("director", "lot"):
        return None
    show = Shown(spec, known.who.shown, {}, {})
    why = said(wait.why, show) if wait.why is not None else ", ".join(wait.what)
    ends = "; or ".join(wait.ends_by)
    if wait.on == "lot" and wait.what:
        lot = stands.lot(wait.what[0])
        ends = ANSWERS.get(lot.kind, ends) if lot is not None else ends
    about = next((w for w in wait.what), wait.holds)
    facts = {"holds": wait.holds, "why": why, "ends": ends}
    return Problem("waits", cell_of(about, "Typed" if wait.on == "lot" else "", known), facts)
