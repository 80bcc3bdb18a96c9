"""What a book says at a moment, as plain texts that can be stored and compared.

A snapshot has sections; each maps a place to the text found there:

    facts     facts of the Journal: `1 game R1-01` → what was recorded
    lines     other lines of the Journal (settings noted, drafts, decisions first seen, notices …)
    views     cells of the worker's own tabs and of rows it appended: `Ladder · Ada · Rank`
    reasons   why, as data: `Ladder · Ada`, `game R1-01` → clause, code, values
    problems  `code @ Tab B14` → urgency and facts
    state     how the event stands, when it goes on
    words     sentences made from all this

A sentence stands under what it was made from, so that two snapshots are held against each other word for word only
where they agree on the matter: a change of wording shows in `words` and nowhere else.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, TypeAlias

from rules.model import Answer, Engine, Reason
from rules.reasons import render
from sync.grid import Grid
from sync.journal import Line, to_json
from sync.kinds import cell_text
from sync.plan import Formula, Link
from sync.problems import Problem, wording
from sync.reading.gather import read_sheet
from sync.running.once import Pass
from sync.schema import Rows, Tab
from sync.telling.notices import NOTICE

Texts: TypeAlias = dict[str, str]
Snapshot: TypeAlias = dict[str, Texts]

SECTIONS = ("facts", "lines", "views", "reasons", "problems", "state", "words")
SENTENCES = frozenset({"Why", "Decision", "Remark", "Duty", "What", "Clock", "Text to paste", "Link"})
"""Headings of the worker's tabs below which sentences stand; their data is kept as reasons."""
SKIPPED = frozenset({"Problems", "Notices"})  # kept as problems and as lines
LOOK_UPS = frozenset({"Outcome", "Due", "Link", "Remark", "Status"})  # formulas: each backend reads them as it can


def snapshot(done: Pass, engine: Engine, since: int) -> Snapshot:
    """What a book says after a pass that wrote nothing; of the Journal, lines after number `since`."""
    decided, answer = done.decided, done.decided.answer
    found: Snapshot = {section: {} for section in SECTIONS}
    _journal(found, read_sheet(done.grid, engine.sheet)[1].lines, since)
    _problems(found, decided.problems, done)
    found["state"]["stopped"] = str(decided.stopped)
    if answer is None or decided.gathered is None:
        return found
    found["state"] |= {
        "state": answer.state,
        "goes on": _moment(decided.due),
        "looks again": _moment(decided.wake),
        "drafts": " ; ".join(f"{h.draft.id} {h.why or _moment(h.goes_out)}" for h in decided.held),
        "waits": " ; ".join(f"{w.holds} for {w.on}: {', '.join(w.what)} {_moment(w.until)}" for w in answer.waits),
    }
    layout = decided.gathered.sheet.layout
    for name, rows in decided.views.items():
        if name not in SKIPPED:
            _view(found, layout[name], [[_out(cell) for cell in row] for row in rows])
    for name, tab in layout.items():
        if tab.rows is Rows.APPENDED and name != "Journal" and name in decided.gathered.sheet.tabs:
            _view(found, tab, _grid_rows(done.grid, decided.gathered.sheet.tabs[name].key))
    for place, reason in _reasons(answer):
        _reason(found, place, reason, engine)
    return found


def _moment(moment: datetime | None) -> str:
    return "" if moment is None else moment.isoformat(timespec="minutes")


def _text(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=True, default=to_json)


def _out(out: Any) -> str:
    if isinstance(out, Formula):
        return out.text
    if isinstance(out, Link):
        return out.text if not out.url or out.url == out.text else f"{out.text} ({out.url})"
    return cell_text(out)


def _grid_rows(grid: Grid, key: str) -> list[list[str]]:
    tab = grid.tab(key)
    return [[cell_text(cell) for cell in row] for row in tab.rows] if tab is not None else []


class _Numbered:
    """Names for places; one that comes again bears a number."""

    def __init__(self) -> None:
        self._seen: Counter[str] = Counter()

    def name(self, text: str) -> str:
        self._seen[text] += 1
        return text if self._seen[text] == 1 else f"{text} #{self._seen[text]}"


def _journal(found: Snapshot, lines: Sequence[Line], since: int) -> None:
    number = _Numbered()
    for line in lines:
        if line.no <= since:
            continue
        detail = dict(line.detail)
        if "fact" in detail:
            place = number.name(f"{line.event} {line.subject}")
            found["facts"][place] = f"{_moment(line.when)} {_text(detail['fact'])}"
            found["reasons"][f"fact {place}"] = _text(detail["why"])
            continue
        if line.event in ("book", "moved"):
            detail.pop("book", None)
        subject = line.subject if line.event not in ("book", "moved") else ""
        place = number.name(f"{line.event} {subject}".strip())
        if line.event == NOTICE:
            found["words"][f"notice {place}"] = str(detail.pop("text", ""))
        found["lines"][place] = f"{_text(detail)} {line.cause}".strip()


def _problems(found: Snapshot, problems: Sequence[Problem], done: Pass) -> None:
    number, catalogue = _Numbered(), done.decided.catalogue
    for problem in problems:
        urgency, *texts = wording(problem, catalogue)
        facts = _text(dict(problem.facts))
        holds = " holds" if problem.holds else ""
        found["problems"][number.name(f"{problem.code} @ {problem.at}")] = f"{urgency.value}{holds} {facts}"
        for part, text in zip(("says", "advises", "otherwise"), texts, strict=False):
            found["words"][f"problem {problem.code} {part} {_short(facts)}"] = text


def _short(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:8]


def _view(found: Snapshot, tab: Tab, rows: Sequence[Sequence[str]]) -> None:
    above = tab.heading_row
    for line, row in enumerate(rows[: above - 1], start=1):
        for column, text in enumerate(row):
            if text and not text.startswith("=IF("):
                found["words"][f"{tab.name} · line {line}{f' ({column + 1})' if column else ''}"] = text
    if len(rows) < above:
        return
    number, headings = _Numbered(), rows[above - 1]
    skip = LOOK_UPS if tab.rows is Rows.APPENDED else frozenset()
    order = []
    for row in rows[above:]:
        if not any(row):
            continue
        cells = [(h, c) for h, c in zip(headings, row, strict=False) if h not in skip]
        key = number.name(_key(tab, cells))
        order.append(key)
        for heading, text in cells:
            if text:
                section = "words" if heading in SENTENCES else "views"
                found[section][f"{tab.name} · {key} · {heading}"] = text
    found["views"][f"{tab.name} · headings"] = " | ".join(h for h in headings if h)
    found["views"][f"{tab.name} · order"] = " | ".join(order)


def _key(tab: Tab, cells: Iterable[tuple[str, str]]) -> str:
    """What names a row: its game, else its player, else the first cell that is no sentence."""
    by_heading = dict(cells)
    for heading in ("Player", "Game", "Match", "Board", "Player 1", "Round", "Lot"):
        if by_heading.get(heading):
            more = by_heading.get("Event") or by_heading.get("Section") or ""
            board = by_heading.get("Board") if heading == "Round" else ""
            about = by_heading.get("About") if tab.name == "Why" else ""
            return " ".join(part for part in (more, by_heading[heading], board, about) if part)
    return next((text for heading, text in by_heading.items() if text and heading not in SENTENCES), "(row)")


def _reasons(answer: Answer) -> Iterator[tuple[str, Reason]]:
    number = _Numbered()
    for reason in answer.headline:
        yield number.name("headline"), reason
    for name, rows in answer.tables.items():
        for row in rows:
            if row.why is not None:
                cells = [(h, cell_text(v) if isinstance(v, str | int) else str(v)) for h, v in row.cells.items() if v]
                key = next((v for h, v in cells if h in ("Player", "Game", "Board", "About")), "")
                yield number.name(f"{name} · {key}"), row.why
    for wait in answer.waits:
        if wait.why is not None:
            yield number.name(f"wait {wait.holds}"), wait.why
    for draft in answer.drafts:
        for recorded in draft.facts:
            yield number.name(f"draft {draft.id}"), recorded.why


def _reason(found: Snapshot, place: str, reason: Reason, engine: Engine) -> None:
    found["reasons"][place] = _text(reason)
    try:
        sentence = render(reason, engine.sheet.words)
    except (KeyError, ValueError) as error:
        sentence = f"(no words: {error})"
    found["words"][f"reason {reason.code} {_short(_text(reason))}"] = sentence


def values_of(found: Mapping[str, Texts]) -> dict[str, Texts]:
    """A snapshot without its sentences."""
    return {section: texts for section, texts in found.items() if section != "words"}


def digest(texts: object) -> str:
    """A short fingerprint of a section, or of several."""
    return _short(json.dumps(texts, ensure_ascii=False, sort_keys=True))
