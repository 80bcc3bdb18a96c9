"""What a person must know or do, as problems with the address of their cell: the engine's troubles and waits first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from rules.advice import ways
from rules.model import Entry, Round, Trouble, Value, Wait
from rules.parts.ids import parse_ref
from rules.parts.record import Standing, standing
from rules.reasons import few_text
from rules.sheet import FormatSheet
from sync.claims.checks import FOUND, proposals
from sync.encode import Shown, said
from sync.grid import filled_rows, is_blank
from sync.kinds import cell_text, short_text
from sync.problems import At, Problem, Sort
from sync.reading.decode import Sheet, own_tabs
from sync.reading.gather import Gathered
from sync.runner import Run
from sync.schema import Rows

ANSWERS: Mapping[str, str] = {
    "order": "Lots, Typed: all the names of Among in the order drawn, number 1 first, with ; between them",
    "colour": "Lots, Typed: the name of the player drawn, who has White",
    "toss": "Lots, Typed: the name of the player who won the toss",
    "choice": "Lots, Typed: White or Black, as the player of Among chose",
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


def of_the_file(sheet: Sheet) -> list[Problem]:
    """The file in the bin; views that a write was refused for, which are left out until they are tried again."""
    titles = {tab.key: tab.title for tab in sheet.tabs.values()}
    binned = [Problem("in-bin", At(sheet.titles.get("Settings", "Settings")))] if sheet.grid.binned else []
    return binned + [
        Problem(f"view-{shut.why}", At(titles[shut.key]), {"tab": titles[shut.key], "words": short_text(shut.words)})
        for shut in sheet.grid.shut
        if shut.key in titles
    ]


def somebodys_own(sheet: Sheet) -> list[Problem]:
    """Tabs that have the title of one of the worker's, or of one where people type, and are neither."""
    problems = []
    for name, tab in own_tabs(sheet.grid, tuple(sheet.layout.values()), sheet.tabs).items():
        layout = sheet.layout[name]
        if layout.rows is Rows.FORM:
            continue
        facts: dict[str, Value] = {"tab": tab.title, "name": name, "ours": sheet.titles[name]}
        if layout.rows is Rows.VIEW:
            problems.append(Problem("own-tab", At(tab.title), facts))
        else:
            first = next((row for _, row in filled_rows(tab, 1)), ())
            cells = [short_text(cell_text(c)) for c in first if not is_blank(c)]
            facts["holds"] = few_text(tuple(cells)) if cells else "it is empty"
            problems.append(Problem("own-tab-unread", At(tab.title), facts))
    return problems


REPORTED = "game-held"  # the engine's word for a game whose report waits for the director
OF_REPORTS = frozenset(["claim-held", "claims-contradict"])


def games_told(problems: Sequence[Problem], result: Run) -> frozenset[str]:
    """Games whose held reports stand among the problems already, each at its own line of the form."""
    at_stamps = {p.facts["row"] for p in problems if p.code == "stamp-two-ways"}
    stamped = (c.about for c in result.book.claims if c.state == "held" and c.source in at_stamps)
    return frozenset([*stamped, *(str(p.facts["game"]) for p in problems if p.code in OF_REPORTS)])


def with_their_ends(problems: Sequence[Problem], result: Run) -> list[Problem]:
    """The same; a report that holds a game says what the engine knows of how that ends."""
    ends = {
        t.about: t.data["otherwise"] for t in result.answer.troubles if t.code == REPORTED and "otherwise" in t.data
    }
    return [
        replace(p, facts={**p.facts, "otherwise": ends.get(str(p.facts["game"]), p.facts["otherwise"])})
        if p.code in OF_REPORTS
        else p
        for p in problems
    ]


def from_engine(
    result: Run, known: Gathered, catalogue: Mapping[str, Sort], spec: FormatSheet, reported: frozenset[str]
) -> list[Problem]:
    """Troubles and waits of the engine as problems with the address of their cell.

    `reported`: games whose held reports stand among the problems already.
    """
    of_names = _told_of_names(known)
    told_already = {(game, REPORTED) for game in reported}
    troubles = [t for t in result.answer.troubles if (t.about, t.code) not in of_names | told_already]
    problems = [_trouble(t, known) for t in troubles]
    for held in result.held:
        problems += [_trouble(t, known) for t in held.draft.checks if t not in result.answer.troubles]
        if held.why == "publish":
            at = known.sheet.setting_cells.get(("Publish", ""), At(known.sheet.titles.get("Settings", "Settings")))
            problems.append(Problem("waits-for-publish", at, {"round": held.draft.id}))
    checks = [*result.answer.troubles, *(c for held in result.held for c in held.draft.checks)]
    told = {t.data.get("round") or t.about for t in checks if t.blocks and not is_about_a_player(t, known)}
    told |= {t.about for t in result.answer.troubles if t.code == "final-stopped"}
    stands = standing(result.book)
    held_games = {t.about for t in result.answer.troubles if t.code == REPORTED} | reported
    alike: dict[tuple[object, ...], list[Wait]] = {}
    for wait in result.answer.waits:
        if wait.on == "director" and wait.what and _told_as_lost(wait, known):
            continue  # the line that is gone comes back; the heading that is gone says it for all of its tab
        if wait.on == "director" and wait.holds in told:
            continue  # what blocks the round says it, with what to type
        if wait.on == "director" and wait.what and held_games.issuperset(wait.what):
            continue  # told as a game that was reported
        code = wait.why.code if wait.why is not None and wait.on == "director" and wait.what else id(wait)
        alike.setdefault((wait.holds, wait.on, code, wait.ends_by), []).append(wait)
    for first, *others in alike.values():
        problem = _wait(first, known, spec, stands, [w.what[0] for w in others])
        if problem is not None:
            problems.append(problem)
    return nobody_yet([p for p in problems if p.code in catalogue], result, known)


NEED_PLAYERS = frozenset(["not-started", "too-few-players", "too-few-paired", "many-rounds", "waits"])
"""What is told in its own words once somebody is in Players."""


def nobody_yet(problems: list[Problem], result: Run, known: Gathered) -> list[Problem]:
    """Before anything else people are asked for players: nothing can be said of an event that has none."""
    published = any(isinstance(r.fact, Entry | Round) for r in result.book.record)
    if published or result.book.people or "Players" not in known.sheet.tabs:
        return problems
    first = Problem("no-players", At(known.sheet.titles["Players"], "A2", "Player", 2))
    return [first, *(p for p in problems if p.code not in NEED_PLAYERS)]


def _told_as_lost(wait: Wait, known: Gathered) -> bool:
    """Whether games are frozen only because their line, or the heading that names them, is gone."""
    if wait.why is None or not wait.why.code.endswith("frozen"):
        return False
    gone = {id_ for _, id_ in known.ledger.missing_first}
    lost = any(p.code == "heading-missing" and p.facts.get("heading") == "Game" for p in known.problems)
    return lost or gone.issuperset(wait.what)


def _told_of_names(known: Gathered) -> frozenset[tuple[str, str]]:
    """Troubles of the engine that who-is-who has told already, with the cell: a missing line, a name not known yet."""
    found: set[tuple[str, str]] = set()
    for problem in known.who.problems:
        if problem.code in ("player-gone", "maybe-renamed"):
            found.add((str(problem.facts["player"]), "player-row-missing"))
        if problem.code == "maybe-renamed":
            found |= {(str(problem.facts["name"]), code) for code in ("late-entry", "list-closed", "entry-too-late")}
    return frozenset(found)


def is_about_a_player(trouble: Trouble, known: Gathered) -> bool:
    """Whether it is about somebody and not about a game or round of the same name: it names the player then, and a
    column of Players if any."""
    mine = {"", *known.sheet.layout["Players"].headings}
    return trouble.about == trouble.data.get("player") and trouble.field in mine


def _trouble(trouble: Trouble, known: Gathered) -> Problem:
    if is_about_a_player(trouble, known):
        at = player_cell(trouble.about, trouble.field, known)
    elif trouble.about == "Prizes" and isinstance(trouble.data.get("row"), int):
        at = prize_cell(trouble, known)
    else:
        at = cell_of(trouble.about, trouble.field, known)
    return Problem(trouble.code, at, trouble.data, trouble.blocks)


def prize_cell(trouble: Trouble, known: Gathered) -> At:
    """A cell of the line of Prizes that an engine counted, the first one 0."""
    rows, number = known.sheet.rows.get("Prizes", ()), trouble.data.get("row")
    if isinstance(number, int) and 0 <= number < len(rows):
        return rows[number].at(trouble.field)
    return At(known.sheet.titles.get("Prizes", "Prizes"))


def player_cell(player: str, heading: str, known: Gathered) -> At:
    """A cell of somebody's line, or Players where that is gone."""
    row = known.who.cells.get(player)
    return row.at(heading or "Player") if row is not None else At(known.sheet.titles.get("Players", "Players"))


def cell_of(about: str, heading: str, known: Gathered) -> At:
    """Where a person finds what the engine speaks of: a game, a round, a lot, a decision, a setting, a tab."""
    titles = known.sheet.titles
    for tab in ("Games", "Rounds", "Lots"):
        ledger_row = known.ledger.rows.get((tab, about))
        if ledger_row is not None:
            return ledger_row.row.at(heading) if ledger_row.row is not None else At(titles.get(tab, tab))
    if about in known.decision_cells:
        return known.decision_cells[about].at(heading)
    if about in ("Settings", "") and heading:
        return known.sheet.setting_cells.get((heading, ""), At(titles.get("Settings", "Settings")))
    if about in titles:
        return At(titles[about])
    if parse_ref(about):
        return At(titles.get("Next round", ""))  # nothing of it is published yet
    return player_cell(about, heading, known) if about in known.who.cells else At("")


def _wait(
    wait: Wait, known: Gathered, spec: FormatSheet, stands: Standing, others: Sequence[str] = ()
) -> Problem | None:
    """A wait on a person, as a line of what needs one; `others` wait for the same."""
    if wait.on == "start":
        at = known.sheet.setting_cells.get(("Start", ""), At(known.sheet.titles.get("Settings", "Settings")))
        return None if wait.until else Problem("not-started", at)
    if wait.on not in ("director", "lot"):
        return None
    show = Shown(spec, known.who.shown, {}, {})
    why = said(wait.why, show) if wait.why is not None else ", ".join(wait.what)
    if others:
        why += f" The same holds for {few_text(tuple(others))}."
    ends = ways(wait.ends_by)
    about = next((w for w in wait.what), wait.holds)
    named = wait.why.data if wait.why is not None else {}
    if wait.on == "lot":
        about = str(named.get("lot") or about)
        lot = stands.lot(about)
        ends = ANSWERS.get(lot.kind, ends) if lot is not None else ends
    facts = {"holds": wait.holds, "why": why, "ends": ends}
    if wait.on == "lot":
        return Problem("waits", cell_of(about, "Typed", known), facts)
    if about == named.get("player") or (wait.what and wait.what == named.get("among")):
        return Problem("waits", player_cell(about, "", known), facts)
    return Problem("waits", cell_of(about, "", known), facts)
