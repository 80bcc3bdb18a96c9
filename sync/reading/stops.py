"""What stops a pass until a person confirms: an emptied tab, lost lines of the record, a copy, an old version."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rules.model import Entry, Fields, Game, Lot, Round, Value
from rules.parts.ids import parse_ref
from sync.grid import is_blank_row
from sync.journal import CHANGED, SEASON, Changed, Journal
from sync.jsontext import read_json
from sync.kinds import cell_text, clean
from sync.problems import At, Problem
from sync.reading.decode import Sheet, columns_of, heading_row_of, journal_columns
from sync.reading.gather import short
from sync.schema import Rows

NEW_SEASON = "new season"
ROW_COUNTS = "Row counts"
LAST_LINE = "Journal lines"
MOST_TOLD = 8


@dataclass(frozen=True)
class Stops:
    """Problems that stop the pass; codes the director confirmed just now; whether lost facts are to be adopted."""

    problems: tuple[Problem, ...] = ()
    confirmed: tuple[tuple[str, Fields], ...] = ()  # code, detail of its line
    adopt: bool = False
    holds: tuple[Problem, ...] = ()  # told beside what is decided; those that hold, hold publication
    season: bool = False  # a copied book begins a new event


def row_counts(sheet: Sheet, before: Mapping[str, object]) -> dict[str, int]:
    """How many rows each tab of people and of the record holds; as before where they cannot be told apart."""
    counts = {name: len(rows) for name, rows in sheet.rows.items()}
    old = _counts(sheet, Journal(), before)
    counts |= {name: old[name] for name in sheet.unsound if name in old}
    journal = sheet.tabs.get("Journal")
    counts["Journal"] = sum(not is_blank_row(r) for r in journal.rows[1:]) if journal else 0
    return counts


def stops(
    sheet: Sheet,
    journal: Journal,
    status: Mapping[str, object],
    marked: int,
    book: str,
) -> Stops:
    """What stops this pass. `marked` is the last Journal number known outside the book (0: none)."""
    typed = str(sheet.settings.get(("Confirm", "")) or "").strip().casefold()
    done = {line.subject for line in journal.of("confirmed")}
    problems: list[Problem] = []
    confirmed: list[tuple[str, Fields]] = []
    adopt = False

    def ask(code: str, problem: Problem, detail: Fields) -> bool:
        """Whether the director confirmed it, now or before."""
        if code in done:
            return True
        if typed == code:
            confirmed.append((code, detail))
            return True
        problems.append(problem)
        return False

    at = At(sheet.titles.get("Settings", "Settings"))
    kept = sheet.tabs.get("Journal")
    if kept is not None and journal_columns(sheet.layout["Journal"], kept) is None:
        return Stops(tuple(columns_of(sheet.layout["Journal"], kept, kept.title)[1]))
    copied = _copied(sheet, journal, book)
    if copied is not None:
        return Stops((copied,))
    if is_copy(journal, book) and sheet.settings.get(("Copy", "")) == NEW_SEASON:
        return Stops(tuple(_left_over(sheet)), season=True)
    lost = _lost(sheet, journal, status, marked)
    if lost:
        code = f"lost-{short(f'{lost}|{journal.last}')}"
        where = sheet.titles.get("Journal", "Journal")
        gone = Problem("journal-gap", At(where), {"count": lost, "code": code})
        if marked > journal.last and _number(status.get(LAST_LINE)) == journal.last and not journal.missing:
            facts: Fields = {"gone": f"{marked - journal.last} lines of the record are not in it", "code": code}
            gone = Problem("book-restored", at, facts)
        upto = max(_number(status.get(LAST_LINE)), marked)
        adopt = ask(code, gone, {"lost": lost, "missing": journal.missing, "upto": upto}) and code not in done
        if not adopt:
            problems += damaged_lines(sheet, journal)
    changed = _changed(journal)
    if changed:
        marks = tuple(f"{line.no}#{line.check}" for line in changed)
        code = f"changed-{short('|'.join(marks))}"
        ask(code, _told_changed(sheet, changed, code), {CHANGED: marks})
    for name, was in _counts(sheet, journal, status).items():
        tab = sheet.layout.get(name)
        if tab is None or tab.rows is Rows.VIEW or name == "Journal":
            continue
        enough = 1 if tab.rows is Rows.APPENDED else 2
        if was < enough or _holds_rows(sheet, name):
            continue
        code = f"empty-{short(f'{name}|{was}|{journal.last}')}"
        facts = {"tab": sheet.titles.get(name, name), "rows": was, "code": code}
        ask(code, Problem("tab-emptied", At(sheet.titles.get(name, name)), facts), {"tab": name, "at": was})
    holds = _zone_changed(sheet, journal, typed, done, confirmed, at)
    return Stops(tuple(problems), tuple(confirmed), adopt, (*holds, *damaged_lines(sheet, journal)))


def _lost(sheet: Sheet, journal: Journal, status: Mapping[str, object], marked: int) -> int:
    """How many lines of the record are missing and not given up: gaps, a lost end, or all of it."""
    confirmed_ends = {_number(line.detail.get("upto")) for line in journal.of("confirmed")}
    last = max(_number(status.get(LAST_LINE)), 0 if marked in confirmed_ends else marked)
    given_up = max((_number(line.detail.get("missing")) for line in journal.of("confirmed")), default=0)
    lost = max(0, last - journal.last) + max(0, journal.missing - given_up)
    if not lost and not journal.lines:
        ids = {"Games": "Game", "Rounds": "Round"}
        return sum(
            parse_ref(clean(cell_text(row.raw.get(heading)))) is not None
            for name, heading in ids.items()
            for row in sheet.rows.get(name, ())
        )
    return lost


def _changed(journal: Journal) -> list[Changed]:
    """Lines that do not say what was written, and were not confirmed as they stand."""
    taken = {str(mark) for line in journal.of("confirmed") for mark in _list(line.detail.get(CHANGED))}
    return [line for line in journal.changed if f"{line.no}#{line.check}" not in taken]


def _told_changed(sheet: Sheet, changed: Sequence[Changed], code: str) -> Problem:
    lines: list[Value] = [line.no for line in changed[:MOST_TOLD]]
    if len(changed) > len(lines):
        lines.append(f"{len(changed) - len(lines)} more")
    at = At(sheet.titles.get("Journal", "Journal"), f"A{changed[0].row}", "", changed[0].row)
    return Problem("journal-changed", at, {"lines": tuple(lines), "code": code})


def _list(value: object) -> list[object]:
    return value if isinstance(value, list) else []


def damaged_lines(sheet: Sheet, journal: Journal) -> list[Problem]:
    """Lines of the Journal that cannot be read."""
    title = sheet.titles.get("Journal", "Journal")
    return [Problem("journal-damaged", At(title, f"A{row}", "", row)) for row in journal.damaged_rows]


def _holds_rows(sheet: Sheet, name: str) -> bool:
    """Whether a tab holds anything below its headings; what cannot be told apart is not empty."""
    tab = sheet.tabs.get(name)
    if tab is None:
        return False
    if sheet.rows.get(name):
        return True
    below = heading_row_of(sheet.layout[name], tab)
    return name in sheet.unsound and any(not is_blank_row(r) for r in tab.rows[below:])


def _left_over(sheet: Sheet) -> list[Problem]:
    """What must go from a copied book before a new season can begin in it."""
    found = []
    for name in ("Games", "Rounds", "Lots", "Decisions"):
        count = len(sheet.rows.get(name, ()))
        if count:
            title = sheet.titles.get(name, name)
            found.append(Problem("season-rows", At(title), {"tab": title, "count": count}))
    if sheet.settings.get(("Start", "")) is not None:
        at = sheet.setting_cells.get(("Start", ""), At(sheet.titles.get("Settings", "Settings")))
        found.append(Problem("season-start", at))
    return found


def _zone_changed(
    sheet: Sheet,
    journal: Journal,
    typed: str,
    done: set[str],
    confirmed: list[tuple[str, Fields]],
    at: At,
) -> tuple[Problem, ...]:
    old = ""
    for line in journal.of("book", "moved", SEASON, "confirmed"):
        old = str(line.detail.get("file_zone") or line.detail.get("zone") or old)
    if not old or not sheet.grid.zone or old == sheet.grid.zone:
        return ()
    code = f"zone-{short(f'{old}|{sheet.grid.zone}')}"
    if typed == code:
        confirmed.append((code, {"zone": sheet.grid.zone}))
        return ()
    if code in done:
        code = f"zone-{short(f'{old}|{sheet.grid.zone}|{journal.last}')}"
    return (Problem("zone-changed", at, {"old": old, "new": sheet.grid.zone, "code": code}, holds=True),)


def _copied(sheet: Sheet, journal: Journal, book: str) -> Problem | None:
    """A copy of another book does nothing before it is told what it is."""
    if not is_copy(journal, book) or sheet.settings.get(("Copy", "")) in ("continue", NEW_SEASON):
        return None
    at = sheet.setting_cells.get(("Copy", ""), At(sheet.titles.get("Settings", "Settings")))
    return Problem("book-copied", at)


def is_copy(journal: Journal, book: str) -> bool:
    """Whether the book's own id is not the one its record was kept under."""
    home = ""
    for line in journal.of("book", "moved", SEASON):
        home = str(line.detail.get("book") or home)
    return bool(home) and home != book


def _counts(sheet: Sheet, journal: Journal, status: Mapping[str, object]) -> dict[str, int]:
    """How many rows each tab last held: as Status says, or at least as many as the record has facts of."""
    try:
        found = {str(k): int(v) for k, v in read_json(str(status.get(ROW_COUNTS) or "{}")).items()}
    except (ValueError, TypeError, AttributeError, OverflowError):
        found = {}
    if found or "Status" in sheet.tabs:
        return found
    names = {Entry: "Players", Round: "Rounds", Game: "Games", Lot: "Lots"}
    implied: dict[str, int] = {}
    for recorded in journal.facts:
        name = names.get(type(recorded.fact))
        if name:
            implied[name] = implied.get(name, 0) + 1
    emptied = {str(line.detail.get("tab")) for line in journal.of("confirmed")}
    return {name: count for name, count in implied.items() if name not in emptied}


def _number(value: object) -> int:
    return value if isinstance(value, int) and not isinstance(value, bool) else 0
