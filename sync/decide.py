"""One pass decided: from what was read to the one plan of what to write. Pure: the time comes in.

Order of work: what stops the pass; who is who; form answers; the engine, until nothing more follows; the views;
the rows to append; the difference to what stands there already.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from rules.model import Answer, Book, Claim, Engine, Entry, Game, Lot, Recorded, Round
from rules.parts.outcomes import Clock, outcomes
from rules.parts.record import standing
from rules.reasons import moment_text
from rules.sheet import FormatSheet
from sync.claims.checks import FOUND, held_by_unknown_links, proposals, proposed_claims
from sync.claims.forms import held_by_unread, read_forms
from sync.claims.submissions import Checked, Reading, accepted_before, treat
from sync.encode import (
    Shown,
    catalogue_of,
    fitted,
    needs_you,
    placed,
    problem_rows,
    recorded_text,
)
from sync.grid import Grid, TabGrid
from sync.journal import SEASON, Journal, Line, event_of, fact_detail, subject_of, to_json
from sync.kinds import cell_text, clean, split_names, zone_named
from sync.plan import AppendRows, MakeTab, OutRow, Plan, Step, changed_rows, view_mark
from sync.problems import At, Problem, Sort, Urgency, wording
from sync.reading.adopt import adopted_facts
from sync.reading.appended import appended_rows, as_appended
from sync.reading.beside import told_beside, width_of
from sync.reading.changed_cells import recorded_cells_changed, typed_over_status
from sync.reading.decode import Sheet, journal_columns
from sync.reading.gather import Gathered, gather, read_sheet
from sync.reading.look_ups import LookUp, doubted
from sync.reading.places import last_places
from sync.reading.stops import Stops, is_copy, stops
from sync.runner import Draws, Holding, Publishing, Run, run
from sync.schema import Rows, Tab
from sync.telling.delivery import AGAIN, NOTICE, deliveries
from sync.telling.notices import News, Outbox, outbox
from sync.telling.to_do import from_engine, games_found, missing_tabs, of_the_file, somebodys_own
from sync.telling.views import (
    answer_rounds,
    beats,
    notice_rows,
    old_marks,
    pairings_to_be,
    says_else,
    status_of,
    views_of,
    wake_of,
)

Note = tuple[str, str, Mapping[str, Any], str]  # event, subject, detail, cause of a line
READINGS = 20  # of the form's answers in one pass: each but the last published something


@dataclass(frozen=True)
class Outside:
    """What a pass is told by its shell: its token, the mark kept outside, what chess sites said, fresh chance."""

    token: str
    fresh_seed: str
    marked: int = 0
    checked: Mapping[str, Checked] = field(default_factory=dict)
    notes: tuple[Note, ...] = ()  # further Journal lines, of the shell's work
    requests: str = ""
    problems: tuple[Problem, ...] = ()
    delivering: bool = False  # notices have addresses to go to
    wake: datetime | None = None  # when the shell wants to ask a chess site next


@dataclass(frozen=True)
class Decided:
    """The plan of a pass and what to tell the operator."""

    plan: Plan
    problems: tuple[Problem, ...]
    catalogue: Mapping[str, Sort]
    facts: tuple[Recorded, ...] = ()
    answer: Answer | None = None
    wake: datetime | None = None
    stopped: bool = False
    last_no: int = 0
    lines: tuple[Line, ...] = ()
    gathered: Gathered | None = None
    reading: Reading | None = None
    held: tuple[Holding, ...] = ()
    box: Outbox = field(default_factory=Outbox)
    views: Mapping[str, Sequence[OutRow]] = field(default_factory=dict)
    due: datetime | None = None  # when the event goes on by the clock; `wake` may come before, for a reminder
    look_ups: tuple[LookUp, ...] = ()  # that show something else than they ought to

    @property
    def needs(self) -> int:
        """How many things need a person."""
        return needs_you(self.problems, self.catalogue)


def decide(grid: Grid, engine: Engine, now: datetime, outside: Outside) -> Decided:
    """What this pass writes."""
    spec = engine.sheet
    sheet, journal, status = read_sheet(grid, spec)
    now = now.astimezone(sheet.zone).replace(microsecond=0)  # as the Journal keeps it
    catalogue = catalogue_of(spec)
    halt = stops(sheet, journal, status, outside.marked, grid.book)
    if halt.problems:
        return _stopped(sheet, halt.problems, catalogue, outside)
    lines = _Lines(journal, now, outside.token)
    own = {"book": grid.book, "file_zone": grid.zone or ""}
    fresh = {**own, "seed": outside.fresh_seed, "format": spec.name, "version": 1}
    if halt.season:
        lines.note(SEASON, grid.book, {**fresh, "places": dict(last_places(grid, engine))})
        journal = Journal((lines.made[-1],), earlier=journal.last)
        status = {}
    elif is_copy(journal, grid.book):
        lines.note("moved", grid.book, own)
    elif not any(journal.of("book", "moved", SEASON)):
        lines.note("book", grid.book, fresh)
    adopted = adopted_facts(sheet, journal, spec, now) if halt.adopt else ()
    for recorded in adopted:
        lines.fact(recorded, "adopted")
    for code, detail in halt.confirmed:
        lines.note("confirmed", code, dict(detail))
    if adopted:
        journal = replace(journal, lines=(*journal.lines, *lines.made), facts=(*journal.facts, *adopted))
    known = gather(engine, sheet, journal, status, now)
    result, reading, clock_problems = _run(engine, known, now, outside, halt)
    if known.settings.get(("Form answers", "")):
        reading = _without_messages(reading)
    _note_what_was_seen(known, lines, result)
    for fact in result.facts:
        lines.fact(fact)
    for event, subject, detail, cause in (*reading.lines, *outside.notes):
        lines.note(event, subject, detail, cause)
    problems = [*known.problems, *halt.holds, *clock_problems, *reading.problems, *outside.problems]
    appended = appended_rows(known, result, spec)
    coming = as_appended(known, appended)
    problems += games_found(coming, result, outside.notes, now)
    problems += recorded_cells_changed(
        sheet, known.ledger, _recorded_cells(known, spec), pairings_to_be(known, result, reading, spec)
    )
    problems += typed_over_status(sheet, known.ledger, dict(answer_rounds(result)))
    problems += told_beside(sheet)
    if adopted:
        where = At(sheet.titles.get("Journal", "Journal"))
        problems.append(Problem("adopted", where, {"count": len(adopted)}))
    if any(isinstance(r.fact, Round) for r in result.facts):  # what counts from the next draft counted for this one
        problems = [p for p in problems if p.code not in ("setting-changed", "zone-anew")]
    problems += from_engine(result, coming, catalogue, spec)
    problems += missing_tabs(sheet, spec.name)
    problems += somebodys_own(sheet)
    problems += of_the_file(sheet)
    if result.answer.state == "finished":
        problems.append(Problem("finished", At(sheet.titles.get(spec.views[0].title, ""))))
    box = _outbox(engine, known, result, problems, catalogue, now, outside.delivering)
    problems += box.problems
    for notice in box.due:
        detail = {
            "kind": notice.kind,
            "text": notice.text,
            "audience": notice.audience,
            "delivering": outside.delivering,
            **({"brief": notice.brief} if notice.brief else {}),
        }
        lines.note(NOTICE, notice.key, detail)
    for notice in box.again:
        lines.note(AGAIN, notice.key, {"attempt": box.states.tries(notice.key) + 1})
    return _plan(engine, known, result, reading, problems, catalogue, lines, now, outside, box, appended)


class _Lines:
    """New lines of the Journal, numbered on from the last."""

    def __init__(self, journal: Journal, now: datetime, token: str) -> None:
        self.made: list[Line] = []
        self._last = journal.last
        self._now = now
        self._token = token

    def note(self, event: str, subject: str, detail: Mapping[str, Any], cause: str = "") -> None:
        self._last += 1
        self._add(_line(self._last, self._now, event, subject, detail, cause, self._token))

    def fact(self, recorded: Recorded, cause: str = "") -> None:
        self._last += 1
        fact = recorded.fact
        line = Line(
            self._last, recorded.at, event_of(fact), subject_of(fact), fact_detail(recorded), cause, self._token
        )
        self._add(line)

    def _add(self, line: Line) -> None:
        self.made.append(line)
        self._last += len(line.rows()) - 1

    @property
    def last(self) -> int:
        return self._last


def _line(no: int, when: datetime, event: str, subject: str, detail: Mapping[str, Any], cause: str, token: str) -> Line:
    body = {key: to_json(value) if not isinstance(value, dict | list) else value for key, value in detail.items()}
    return Line(no, when, event, subject, body, cause, token)


def _stopped(sheet: Sheet, problems: Sequence[Problem], catalogue: Mapping[str, Sort], outside: Outside) -> Decided:
    """A pass that decides nothing: it only says why, in Problems."""
    steps: list[Step] = []
    tab = sheet.layout["Problems"]
    rows: list[OutRow] = [("Stopped: nothing is decided until you act.",), (None,), tab.headings]
    rows += problem_rows(problems, catalogue, sheet.names)
    if "Problems" in sheet.tabs and sheet.grid.is_shut(sheet.tabs["Problems"].key):
        pass  # the line of the command says it
    elif "Problems" in sheet.tabs:
        steps += changed_rows("Problems", sheet.tabs["Problems"], rows, len(tab.columns), True)
    else:
        steps += [
            MakeTab(tab, title=sheet.titles["Problems"]),
            *changed_rows("Problems", _empty(), rows, len(tab.columns), False),
        ]
    plan = Plan(outside.token, sheet.grid.revision, tuple(steps), {n: t.key for n, t in sheet.tabs.items()})
    return Decided(plan, tuple(problems), catalogue, stopped=True, last_no=outside.marked)


def _empty() -> TabGrid:
    return TabGrid("", "")


def _run(
    engine: Engine, known: Gathered, now: datetime, outside: Outside, halt: Stops
) -> tuple[Run, Reading, list[Problem]]:
    """The engine asked, with what the form's answers say.

    Answers are read again where games went out: one that was sent at this very moment may be about one of those, and
    the next pass would read it so.
    """
    forms = read_forms(known, engine.sheet, now)
    answers = forms.answers
    problems: list[Problem] = []
    settings = known.settings
    stopped = any(p.holds for p in (*known.problems, *halt.holds))
    if settings.get(("Time zone", "")) is None:
        at = known.sheet.setting_cells.get(("Time zone", ""), At(known.sheet.titles.get("Settings", "Settings")))
        if not any(p.code == "not-a-zone" and p.at == at for p in known.problems):  # told as what it is
            problems.append(Problem("no-zone", at, holds=True))
        stopped = True
    if known.ledger.missing_first or not all(n in known.sheet.tabs for n in ("Players", "Games", "Rounds", "Settings")):
        stopped = True
    seeds = (str(line.detail.get("seed", "")) for line in known.journal.of("book", SEASON))
    typed = _typed_lots(known, problems)
    draws = Draws(next(seeds, outside.fresh_seed), typed, settings.get(("Lots", "")) != "typed")
    publishing = _publishing(known, stopped)
    verify = settings.get(("Verify games", "")) == "yes" and engine.sheet.reports == "game"
    reopened = {c.about: c.sent for c in known.ledger.claims if c.state == "reopened" and c.sent is not None}
    journal, record, stands = known.journal, known.record, known.standing
    noted: tuple[Note, ...] = ()
    facts: tuple[Recorded, ...] = ()
    for _ in range(READINGS):
        found = outcomes(replace(known.book(), record=record), stands, now, Clock())
        reading = treat(
            answers, stands, found, record, accepted_before(journal, known.sheet.zone), known.who, engine.sheet,
            known.decisions, verify, outside.checked, known.ledger.changed_at, reopened,
        )  # fmt: skip
        reported = frozenset(c.about for c in reading.claims)
        more = held_by_unknown_links(reading.treated, reported, stands, found, now)
        more += held_by_unread(forms.unread, reported, stands, found, now)
        more += proposed_claims(proposals(known.journal, outside.notes, now), reported, known.decisions)
        book = replace(_frozen_as_accepted(known.book((*reading.claims, *more)), reading), record=record)
        result = run(engine, book, now, draws, publishing)
        record, stands = result.book.record, standing(result.book)
        noted, facts = (*noted, *reading.lines), (*facts, *result.facts)
        if not answers or not any(isinstance(r.fact, Game) for r in result.facts):
            break
        journal = replace(journal, lines=(*journal.lines, *(_line(0, now, *note, "") for note in reading.lines)))
    result, reading = (
        replace(result, facts=facts),
        replace(reading, lines=(*forms.lines, *noted), problems=(*forms.problems, *reading.problems)),
    )
    for id_, answer in typed.items():
        lot = stands.lot(id_)
        if lot is not None and lot.answer is not None and lot.answer != answer:
            problems.append(Problem("lot-late", known.ledger.lots[id_].at("Typed")))
    return result, reading, problems


def _frozen_as_accepted(book: Book, reading: Reading) -> Book:
    """A frozen game keeps the report that was accepted for it, where the director has said nothing."""
    accepted = {c.about: c for c in reading.claims if c.state == "accepted"}

    def kept(claim: Claim) -> Claim:
        other = accepted.get(claim.about)
        if claim.state != "frozen" or claim.score is not None or other is None:
            return claim
        return replace(claim, players=other.players, score=other.score, how=other.how, sent=other.sent)

    return replace(book, claims=tuple(kept(c) for c in book.claims))


def _without_messages(reading: Reading) -> Reading:
    """Messages to the director told without their words: answers that arrive in a private book stay private."""
    kept_there = "read it in the book of the answers"
    problems = tuple(
        replace(p, facts={**p.facts, "text": kept_there}) if p.code == "message" else p for p in reading.problems
    )
    return replace(reading, problems=problems)


def _outbox(
    engine: Engine,
    known: Gathered,
    result: Run,
    problems: Sequence[Problem],
    catalogue: Mapping[str, Sort],
    now: datetime,
    delivering: bool,
) -> Outbox:
    """What is due to be said; nothing before the event has started."""
    if result.answer.state == "before":
        return Outbox(states=deliveries(known.journal, frozenset()))
    own = {n.removeprefix("Notice: "): str(v) for (n, _), v in known.settings.items() if n.startswith("Notice: ") and v}
    cells = {
        n.removeprefix("Notice: "): at for (n, _), at in known.sheet.setting_cells.items() if n.startswith("Notice")
    }
    urgent = [p for p in problems if catalogue[p.code].urgency is not Urgency.NOTE]
    words = tuple(dict.fromkeys(f"{p.at}: {wording(p, catalogue)[1]}" for p in urgent))
    event = str(known.settings.get(("Tournament", "")) or engine.sheet.title)
    show = Shown(engine.sheet, known.who.shown, {}, {})
    reported = frozenset(
        c.about
        for c in result.book.claims
        if c.state in ("accepted", "waiting", "held", "ruled") and not c.source.startswith(FOUND)
    )
    digest = words if delivering else ()  # a digest that goes nowhere would only be a write a day
    tab = known.sheet.titles.get("Notices", "Notices")
    news = News(
        event, result.book, result.answer, result.facts, show, digest, own, cells, reported, delivering, tab
    )  # fmt: skip
    return outbox(news, known.journal, now)


def _typed_lots(known: Gathered, problems: list[Problem]) -> dict[str, tuple[str, ...]]:
    typed: dict[str, tuple[str, ...]] = {}
    for id_, row in known.ledger.lots.items():
        text = row.text("Typed")
        if not text:
            continue
        lot = known.standing.lot(id_)
        names = split_names(text)
        found = tuple(known.who.find(n) or clean(n).capitalize() for n in names)
        if lot is not None and lot.kind == "choice":
            fits = len(found) == 1 and found[0] in ("White", "Black")
            expected = "White or Black"
        elif lot is not None and lot.kind == "order":
            fits, expected = sorted(found) == sorted(lot.among), "all names in order, with ; between them"
        else:
            fits, expected = lot is not None and len(found) == 1 and found[0] in lot.among, "one of the names"
        if fits:
            typed[id_] = found
        else:
            problems.append(Problem("lot-bad", row.at("Typed"), {"typed": text, "expected": expected}))
    return typed


def _publishing(known: Gathered, stopped: bool) -> Publishing:
    settings = known.settings
    seen: dict[str, tuple[str, datetime]] = {}
    for line in known.journal.of("drafted"):
        seen[line.subject] = (str(line.detail.get("print", "")), line.when.astimezone(known.sheet.zone))
    seconds = settings.get(("Check for", ""))
    typed = {s: str(v) for (n, s), v in settings.items() if n == "Publish" and v is not None}
    automatic = all(v.casefold().startswith("auto") for v in typed.values())
    manual = {s: v for s, v in typed.items() if not v.casefold().startswith("auto")}
    return Publishing(
        timedelta(seconds=seconds if isinstance(seconds, int) else 7200),
        str(settings.get(("Publish at", "")) or ""),
        None if automatic else manual,
        seen,
        stopped,
        known.unread.starts,
    )


def _note_what_was_seen(known: Gathered, lines: _Lines, result: Run) -> None:
    """Lines about what people typed, noticed for the first time; they carry the times that rules depend on."""
    last = {}
    for line in known.journal.of("tabs"):
        last = dict(line.detail)
    keys = last | {name: tab.key for name, tab in known.sheet.tabs.items()}  # one that is gone is made again just now
    if keys != last:
        lines.note("tabs", "", keys)
    if any(isinstance(r.fact, Entry) for r in result.book.record):
        for event, detail in known.settings_lines:
            lines.note(event, "", dict(detail))
    for name, shown in known.who.shown.items():
        noted = [line for line in known.journal.of("renamed") if line.subject == name]
        if not noted or noted[-1].detail.get("name") != shown:
            lines.note("renamed", name, {"name": shown})
    for _, id_, seen_now in known.ledger.seen:
        lines.note("seen", id_, seen_now)
    for event, detail in known.decision_lines:
        name, _, kind = event.partition(":")
        lines.note(name, kind, dict(detail))
    for tab, id_ in known.ledger.missing_first:
        lines.note("missing", id_, {"tab": tab})
    for tab, id_ in (*known.ledger.again, *known.ledger.back):
        lines.note("back", id_, {"tab": tab})
    seen = {line.subject: str(line.detail.get("print", "")) for line in known.journal.of("drafted")}
    for held in result.held:
        if seen.get(held.draft.id) != held.print:
            lines.note("drafted", held.draft.id, {"print": held.print})


def _recorded_cells(known: Gathered, spec: FormatSheet) -> dict[tuple[str, str], dict[str, str]]:
    names = {Game: "Games", Round: "Rounds", Lot: "Lots"}
    wanted: dict[tuple[str, str], dict[str, str]] = {}
    zones = _zones_so_far(known)
    for recorded in known.record:
        tab = names.get(type(recorded.fact))
        if tab is None:
            continue
        key = (tab, subject_of(recorded.fact))
        if tab == "Lots" and key in wanted:
            continue  # the row holds the lot as first asked for
        text = recorded_text(recorded, spec, known.sheet.titles)
        if tab == "Rounds" and key in wanted:  # taken back and out again: the row may say either time
            text = {heading: words for heading, words in text.items() if wanted[key].get(heading) == words}
        row = known.ledger.rows[key].row if zones and key in known.ledger.rows else None
        if row is not None and "Announced" in text:  # as it was written, on the clock of then
            typed = clean(cell_text(row.raw.get("Announced")))
            if typed in {moment_text(recorded.at.astimezone(zone)) for zone in zones}:
                text["Announced"] = typed
        wanted[key] = text
    return wanted


def _zones_so_far(known: Gathered) -> set[ZoneInfo]:
    """The zones the event had before it got another one; none while it keeps its first."""
    noted = {str(line.detail.get("Time zone@", "")) for line in known.journal.of("settings")} - {""}
    return {zone for name in noted if (zone := zone_named(name)) is not None and zone != known.sheet.zone}


def _plan(
    engine: Engine,
    known: Gathered,
    result: Run,
    reading: Reading,
    problems: Sequence[Problem],
    catalogue: Mapping[str, Sort],
    lines: _Lines,
    now: datetime,
    outside: Outside,
    box: Outbox,
    appended: Sequence[AppendRows],
) -> Decided:
    spec = engine.sheet
    sheet = known.sheet
    steps: list[Step] = []
    missing = [name for name, tab in sheet.layout.items() if name not in sheet.tabs and tab.rows is not Rows.FORM]
    order = list(sheet.layout)
    steps += [
        MakeTab(
            sheet.layout[name],
            tuple(sheet.titles[n] for n in order[order.index(name) + 1 :] if n in sheet.tabs),
            sheet.titles[name],
        )
        for name in missing
        if sheet.layout[name].rows is not Rows.PEOPLE
    ]
    steps += appended
    new_rows = {name: 0 for name in missing if sheet.layout[name].rows is Rows.APPENDED and name != "Journal"}
    new_rows |= {step.tab: len(step.rows) for step in appended}
    views = views_of(known, result, reading, problems, catalogue, spec, now)
    views["Notices"] = notice_rows(sheet.layout["Notices"], known.journal, box, now, outside.delivering)
    views = {name: fitted(rows) for name, rows in views.items()}
    marks = {name: _mark(sheet.layout[name], rows) for name, rows in views.items()}
    before = old_marks(known.status)
    view_steps: list[Step] = []
    for name, rows in views.items():
        tab = sheet.tabs.get(name, TabGrid("", ""))
        if sheet.grid.is_shut(tab.key):
            marks[name] = before.get(name, "")  # as it was when it was last written
            continue
        width = max(width_of(sheet.layout[name], tab, rows), _width_in(before.get(name, "")))
        same = before.get(name, "") == marks[name] and _headings_stand(tab, rows, sheet.layout[name].heading_row)
        view_steps += changed_rows(name, tab, rows, width, same)
    steps += view_steps
    due = wake_of(result, now)
    sooner = min((m for m in (due, box.wake, outside.wake) if m is not None), default=None)
    if lines.made:
        steps.append(AppendRows("Journal", tuple(row for line in lines.made for row in _journal_rows(line, sheet))))
    status = status_of(
        known, result, problems, catalogue, marks, lines.last, now, due, spec, outside.requests, new_rows
    )
    tab = sheet.tabs.get("Status", TabGrid("", ""))
    changes = changed_rows("Status", tab, status, width_of(sheet.layout["Status"], tab, status), True)
    if sheet.grid.is_shut(tab.key):
        changes = ()
    if steps or beats(known.status, now, sheet.zone) or says_else(known.status, status):
        steps += changes
    plan = Plan(outside.token, sheet.grid.revision, tuple(steps), {n: t.key for n, t in sheet.tabs.items()})
    return Decided(
        plan, tuple(problems), catalogue, result.facts, result.answer, sooner, False, lines.last, tuple(lines.made),
        known, reading, result.held, box, views, due, doubted(sheet, known.ledger),
    )  # fmt: skip


def _journal_rows(line: Line, sheet: Sheet) -> list[OutRow]:
    """The rows of a line of the Journal, each cell under its heading wherever people moved it."""
    layout = sheet.layout["Journal"]
    if "Journal" not in sheet.tabs:
        return list(line.rows())
    where = journal_columns(layout, sheet.tabs["Journal"])
    assert where is not None, "a pass over such a Journal is stopped"
    return [placed(dict(zip(layout.headings, row, strict=True)), where, layout) for row in line.rows()]


def _mark(layout: Tab, rows: Sequence[OutRow]) -> str:
    """A view's fingerprint; how wide it is stands with it where columns follow the data and may go again."""
    return f"{view_mark(rows)}/{max(len(r) for r in rows)}" if layout.open_ended and rows else view_mark(rows)


def _width_in(mark: str) -> int:
    """How wide a view was when its fingerprint was taken; 0 where that is not known."""
    width = mark.partition("/")[2]
    return int(width) if width.isdecimal() and len(width) < 5 else 0


def _headings_stand(tab: TabGrid, rows: Sequence[OutRow], heading_row: int) -> bool:
    """Whether a view has its headings still; one that was emptied is written again with all its formulas."""
    return heading_row > len(rows) or tab.cell(heading_row, 0) == rows[heading_row - 1][0]
