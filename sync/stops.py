"""What stops a pass until a person confirms: an emptied tab, lost lines of the record, a copy, an old version."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass

from rules.model import Fields
from sync.decode import Sheet
from sync.gather import short
from sync.grid import is_blank_row
from sync.journal import Journal
from sync.problems import At, Problem
from sync.schema import Rows

ROW_COUNTS = "Row counts"
LAST_LINE = "Journal lines"


@dataclass(frozen=True)
class Stops:
    """Problems that stop the pass; codes the director confirmed just now; whether lost facts are to be adopted."""

    problems: tuple[Problem, ...] = ()
    confirmed: tuple[tuple[str, Fields], ...] = ()  # code, detail of its line
    adopt: bool = False
    holds: tuple[Problem, ...] = ()  # hold publication, nothing else


def row_counts(sheet: Sheet) -> dict[str, int]:
    """How many rows each tab of people and of the record holds."""
    counts = {name: len(rows) for name, rows in sheet.rows.items()}
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
    copied = _copied(sheet, journal, book)
    if copied is not None:
        return Stops((copied,))
    last = max(_number(status.get(LAST_LINE)), marked)
    lost = max(0, last - journal.last) + journal.missing
    accepted = max((int(line.detail.get("lost", 0)) for line in journal.of("confirmed")), default=0)
    if lost > accepted:
        code = f"lost-{short(f'{lost}|{journal.last}')}"
        gone = Problem("journal-gap", At(sheet.titles.get("Journal", "Journal")), {"count": lost, "code": code})
        if marked > journal.last and _number(status.get(LAST_LINE)) == journal.last and not journal.missing:
            facts: Fields = {"gone": f"{marked - journal.last} lines of the record are not in it", "code": code}
            gone = Problem("book-restored", at, facts)
        adopt = ask(code, gone, {"lost": lost}) and code not in done
    for name, was in _counts(status).items():
        tab = sheet.layout.get(name)
        if tab is None or tab.rows is Rows.VIEW or name == "Journal":
            continue
        enough = 1 if tab.rows is Rows.APPENDED else 2
        now = len(sheet.rows.get(name, ()))
        if was < enough or now > 0:
            continue
        code = f"empty-{short(f'{name}|{was}|{journal.last}')}"
        facts = {"tab": sheet.titles.get(name, name), "rows": was, "code": code}
        ask(code, Problem("tab-emptied", At(sheet.titles.get(name, name)), facts), {"tab": name})
    holds = _zone_changed(sheet, journal, typed, done, confirmed, at)
    return Stops(tuple(problems), tuple(confirmed), adopt, holds)


def _zone_changed(
    sheet: Sheet,
    journal: Journal,
    typed: str,
    done: set[str],
    confirmed: list[tuple[str, Fields]],
    at: At,
) -> tuple[Problem, ...]:
    first = next(iter(journal.of("book")), None)
    if first is None or not sheet.grid.zone:
        return ()
    old = str(first.detail.get("file_zone") or "")
    for line in journal.of("confirmed"):
        old = str(line.detail.get("zone") or old)
    if not old or old == sheet.grid.zone:
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
    home = ""
    for line in journal.of("book", "moved"):
        home = str(line.detail.get("book") or home)
    if not home or home == book:
        return None
    if sheet.settings.get(("Copy", "")) in ("continue", "new season"):
        return None
    at = sheet.setting_cells.get(("Copy", ""), At(sheet.titles.get("Settings", "Settings")))
    return Problem("book-copied", at)


def is_copy(journal: Journal, book: str) -> bool:
    """Whether the book's own id is not the one its record was kept under."""
    home = ""
    for line in journal.of("book", "moved"):
        home = str(line.detail.get("book") or home)
    return bool(home) and home != book


def _counts(status: Mapping[str, object]) -> dict[str, int]:
    try:
        found = json.loads(str(status.get(ROW_COUNTS) or "{}"))
        return {str(k): int(v) for k, v in found.items()}
    except (ValueError, TypeError, AttributeError):
        return {}


def _number(value: object) -> int:
    return value if isinstance(value, int) and not isinstance(value, bool) else 0
