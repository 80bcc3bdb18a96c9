"""The worker's own tabs as they should stand: the format's views, Problems, Submissions, Status."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from rules.model import Game, Round, Row
from rules.parts.brought import LINK
from rules.reasons import moment_text
from rules.sheet import FormatSheet
from sync.claims.submissions import Reading
from sync.encode import Shown, banner, compact, needs_you, problem_rows, said, status_rows, view_rows
from sync.grid import Cell
from sync.journal import Journal
from sync.jsontext import read_json
from sync.kinds import from_serial
from sync.plan import Formula, Out, OutRow, value_of, wall_clock
from sync.problems import Problem, Sort
from sync.reading.decode import Sheet
from sync.reading.gather import Gathered
from sync.reading.stops import LAST_LINE, ROW_COUNTS, row_counts
from sync.runner import Run
from sync.schema import Tab
from sync.telling.delivery import NOTICE
from sync.telling.notices import READY, Outbox, as_true, state_of

LAST_SEEN = "Worker last seen"
MARKS = "Fingerprints"
HEARTBEAT = timedelta(hours=6)


def views_of(
    known: Gathered,
    result: Run,
    reading: Reading,
    problems: Sequence[Problem],
    catalogue: Mapping[str, Sort],
    spec: FormatSheet,
    now: datetime,
) -> dict[str, list[OutRow]]:
    """Every view of the format, Problems and Submissions, as they should stand."""
    sheet = known.sheet
    answer = result.answer
    show = shown_of(known, result, reading, spec)
    title = str(known.settings.get(("Tournament", "")) or sheet.grid.title or spec.title)
    top = banner(answer, title, show, needs_you(problems, catalogue))
    alive = _liveness(sheet)
    views: dict[str, list[OutRow]] = {}
    for view in spec.views:
        tab = sheet.layout[view.title]
        rows = answer.tables.get(view.title, ())
        second: OutRow = (alive,) if view is spec.views[0] else (view.help or None,)
        if view.title == "Next round":
            second = (_next_words(result, now),)
        views[view.title] = view_rows(tab, rows, ((top,), second), show)
    tab = sheet.layout["Problems"]
    needs = needs_you(problems, catalogue)
    head = f"Needs you: {needs}" if needs else "Nothing needs you. What is due next happens by itself."
    lead: list[OutRow] = [(head,), (_wake_words(result, now),), tab.headings]
    views["Problems"] = [*lead, *problem_rows(problems, catalogue, sheet.names)]
    pairings = answer.tables.get("Pairings", ())
    views["Submissions"] = _submission_rows(sheet.layout["Submissions"], reading, pairings)
    return views


def shown_of(known: Gathered, result: Run, reading: Reading, spec: FormatSheet) -> Shown:
    """How names and links are shown in every view."""
    links = {c.about: c.source for c in reading.claims if c.state == "accepted" and c.source.startswith("https://")}
    for recorded in result.book.record:
        if isinstance(recorded.fact, Game) and str(recorded.fact.taken.get(LINK, "")).startswith("https://"):
            links[recorded.fact.id] = str(recorded.fact.taken[LINK])
    for (name, id_), row in known.ledger.rows.items():
        if name == "Games" and row.row is not None and row.row.text("Game URL").startswith("https://"):
            links[id_] = row.row.text("Game URL")
    form = str(known.settings.get(("Form link", "")) or "")
    return Shown(spec, known.who.shown, links, _report_links(form, result), form)


def pairings_to_be(known: Gathered, result: Run, reading: Reading, spec: FormatSheet) -> dict[str, Mapping[str, Cell]]:
    """What Pairings will say of each game after this pass: cells by heading."""
    tab = known.sheet.layout["Pairings"]
    rows = view_rows(tab, result.answer.tables.get("Pairings", ()), ((), ()), shown_of(known, result, reading, spec))
    games = [dict(zip(tab.headings, map(value_of, row), strict=False)) for row in rows[tab.heading_row :]]
    return {str(cells.get("Game")): cells for cells in games}


def notice_rows(tab: Tab, journal: Journal, outbox: Outbox, now: datetime, delivering: bool) -> list[OutRow]:
    """The Notices tab: what there is to say, the newest first."""
    rows: list[OutRow] = [("Texts ready to paste, the newest first",), (tab.help,), tab.headings]
    for notice in reversed(outbox.due):
        if notice.audience == "players":
            state = as_true("being sent" if delivering else READY, notice.key in outbox.stale)
            rows.append((moment_text(now), notice.kind, notice.text, state))
    for line in reversed(list(journal.of(NOTICE))):
        if line.detail.get("audience") == "players":
            state = state_of(
                line.subject, outbox.states, bool(line.detail.get("delivering")), line.subject in outbox.stale
            )
            rows.append(
                (
                    moment_text(line.when.astimezone(now.tzinfo)),
                    str(line.detail.get("kind")),
                    str(line.detail.get("text")),
                    state,
                )
            )
    return rows


def _report_links(form: str, result: Run) -> dict[str, str]:
    """Pre-filled links of the form, where it was given with a place for the game's id: `…=GAME`."""
    if "GAME" not in form:
        return {}
    games = [r.fact.id for r in result.book.record if isinstance(r.fact, Game)]
    return {id_: form.replace("GAME", id_) for id_ in games}


def _liveness(sheet: Sheet) -> Formula:
    """A line that says by itself when the worker was last seen, also when the worker is gone."""
    status = "'" + sheet.titles.get("Status", "Status").replace("'", "''") + "'"
    seen = f"{status}!$B$2"
    text = f'TEXT({seen},"yyyy-mm-dd hh:mm")'
    return Formula(
        f'=IF({seen}="","",IF(NOW()-{seen}>0.5,"The worker was not seen since "&{text}&". Reports are safe and count '
        f'from when they were sent.","Looked at by the worker "&{text}))'
    )


def _next_words(result: Run, now: datetime) -> str:
    """What the draft waits for, or when it goes out."""
    if not result.held:
        return "Nothing is drafted." if result.answer.state != "finished" else "The event is finished."
    parts = []
    for held in result.held:
        if held.why == "stopped":
            parts.append(f"{held.draft.id}: not published yet (see Problems). Do not play yet.")
        elif held.why == "blocked":
            parts.append(f"{held.draft.id}: something must be settled first (see Problems). Do not play yet.")
        elif held.why == "publish":
            parts.append(f"{held.draft.id}: waits for the director to publish it. Do not play yet.")
        elif held.goes_out is not None:
            parts.append(f"{held.draft.id}: goes out {moment_text(max(held.goes_out, now))}. Do not play yet.")
    return " ".join(parts)


def wake_of(result: Run, now: datetime) -> datetime | None:
    """The next moment at which something follows by the clock alone."""
    moments = [h.goes_out for h in result.held if h.goes_out is not None]
    if result.answer.wake is not None:
        moments.append(result.answer.wake)
    return min((m for m in moments if m > now), default=None)


def _wake_words(result: Run, now: datetime) -> str | None:
    wake = wake_of(result, now)
    return f"Next due: {moment_text(wake)}" if wake else None


def _submission_rows(tab: Tab, reading: Reading, pairings: Sequence[Row]) -> list[OutRow]:
    rows: list[OutRow] = [("What became of each form answer",), (None,), tab.headings]
    over = {str(r.cells.get("Game")): str(r.cells.get("Decided by") or "") for r in pairings}
    outcome = {str(r.cells.get("Game")): str(r.cells.get("Outcome") or "") for r in pairings}
    for treated in reading.treated:
        if treated.state == "accepted" and over.get(treated.game) in ("deadline", "leaver", "player left"):
            why = f"Sent after the game was over by its deadline. {treated.why}".strip()
            treated = replace(treated, state="late", why=why)
        if over.get(treated.game) == "director" and treated.state in ("accepted", "merged", "waiting", "held"):
            word = outcome[treated.game]
            if treated.said is None or treated.said.word != word:
                why = f"The director's {word} counts. {treated.why}".strip()
                treated = replace(treated, state="overruled", why=why)
            elif treated.state in ("held", "waiting"):
                treated = replace(treated, state="merged", why="Says the same as the director.")
        answer = treated.answer
        rows.append(
            (
                moment_text(answer.sent) if answer.sent else None,
                treated.game or None,
                treated.state,
                treated.said.word if treated.said else (answer.result[:40] or None),
                treated.why or None,
                answer.raw_link[:200] or None,
                f"{answer.tab} {answer.row}",
            )
        )
    return rows


def old_marks(status: Mapping[str, object]) -> dict[str, str]:
    """Fingerprints of the views as last written."""
    try:
        return {str(k): str(v) for k, v in read_json(str(status.get(MARKS) or "{}")).items()}
    except (ValueError, AttributeError):
        return {}


def status_of(
    known: Gathered,
    result: Run,
    problems: Sequence[Problem],
    catalogue: Mapping[str, Sort],
    marks: Mapping[str, str],
    last_no: int,
    now: datetime,
    wake: datetime | None,
    spec: FormatSheet,
    requests: str,
    new_rows: Mapping[str, int],
) -> list[OutRow]:
    """The Status tab: small facts for the operator, and memory that may be lost without harm.

    `new_rows`: how many rows this pass appends to the tabs of the record.
    """
    zone = ZoneInfo(known.sheet.grid.zone) if known.sheet.grid.zone else known.sheet.zone
    counts = row_counts(known.sheet, known.status)
    counts["Journal"] = last_no
    for name, count in new_rows.items():
        counts[name] = counts.get(name, 0) + count
    show = Shown(spec, known.who.shown, {}, {})
    rows: list[tuple[str, Out]] = [
        (LAST_SEEN, wall_clock(now.astimezone(zone))),
        ("Next due", moment_text(wake) if wake else "nothing by the clock"),
        ("State", " · ".join([result.answer.state, *(said(r, show, clauses=False) for r in result.answer.headline)])),
        ("Needs the director", needs_you(problems, catalogue)),
        (LAST_LINE, last_no),
        (ROW_COUNTS, compact(counts)),
        (MARKS, compact({k: v for k, v in marks.items() if v})),
    ]
    if requests:
        rows.append(("Requests used", requests))
    return status_rows([*rows, *answer_rounds(result)])


def answer_rounds(result: Run) -> list[tuple[str, str]]:
    """How each round stands, for the look-up in Rounds."""
    pairings = result.answer.tables.get("Pairings", ())
    found: list[tuple[str, str]] = []
    for recorded in result.book.record:
        if not isinstance(recorded.fact, Round) or recorded.fact.id in dict(found):
            continue
        games = [row for row in pairings if row.cells.get("Round") == recorded.fact.id and not _is_bye(row)]
        still = [row for row in games if not _has_outcome(row)]
        text = f"{len(still)} of {len(games)} still open" if still else ("complete" if games else "withdrawn")
        found.append((recorded.fact.id, text))
    return found


def _has_outcome(row: Row) -> bool:
    return bool(row.cells.get("Outcome"))


def _is_bye(row: Row) -> bool:
    return str(row.cells.get("Black") or "").startswith("(")


def beats(status: Mapping[str, object], now: datetime, zone: ZoneInfo) -> bool:
    """Whether the heartbeat is due: the one thing that is written without a cause."""
    seen = status.get(LAST_SEEN)
    if isinstance(seen, int | float) and not isinstance(seen, bool):
        seen = from_serial(seen)
    if not isinstance(seen, datetime):
        return True
    age = now.astimezone(zone).replace(tzinfo=None) - seen
    return age >= HEARTBEAT or age < -HEARTBEAT


def says_else(status: Mapping[str, object], rows: Sequence[OutRow]) -> bool:
    """Whether Status would say something else than it does, the time of the last pass apart."""
    return any(status.get(str(r[0])) != r[1] for r in rows[1:] if r[0] not in (LAST_SEEN, "Requests used"))
