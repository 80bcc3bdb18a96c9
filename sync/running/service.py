"""What the commands do, without printing: a pass over a book by name, an explanation, the books that are due."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, tzinfo
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING

from rules.model import Book, Engine, Game, Reason, Recorded, Round
from rules.parts.ids import ref
from rules.parts.record import read_record
from sync.backends.base import Backend, BackendError, Refused, Unreachable
from sync.backends.books import is_google, open_book, spreadsheet_id
from sync.decide import Decided, Outside, decide
from sync.encode import Shown, said
from sync.grid import Cell, Grid
from sync.kinds import clean
from sync.making.create import Carried, create
from sync.problems import At, Problem
from sync.reading.first_look import setting_of
from sync.reading.gather import read_sheet
from sync.running.answers import WithAnswers
from sync.running.mirror import update
from sync.running.once import NO_LOOKUPS, LookUp, Lookups, NotABook, Notes, Pass, Send, engine_for, run_pass
from sync.running.worker import Report
from sync.schema import workbook
from sync.settings import Operator

if TYPE_CHECKING:
    from sync.backends.google_watch import Due


def pass_over(
    now: Callable[[], datetime], dry: bool = False, look_up: LookUp | None = None, send: Send | None = None
) -> Callable[[str], Pass]:
    """A function that runs one pass over a book by name, its private answers and its public mirror included.

    Backends are kept open between passes.
    """
    opened: dict[str, WithAnswers] = {}
    mirrors: dict[str, Backend] = {}
    mirror_trouble: dict[str, str] = {}

    def run(name: str) -> Pass:
        if name not in opened:
            opened[name] = WithAnswers(open_book(name), open_book)
        book = opened[name]

        def found(grid: Grid, engine: Engine, moment: datetime) -> Lookups:
            said = look_up(grid, engine, moment) if look_up is not None else NO_LOOKUPS
            problems = list(said.problems)
            for code, why in (("answers-unreachable", book.trouble), ("mirror-unreachable", mirror_trouble.get(name))):
                if why:
                    problems.append(Problem(code, At("Settings"), {"why": why.rstrip(".")}))
            return replace(said, problems=tuple(problems))

        done = run_pass(book, now, found, dry, send=send)
        where = setting_of(done.grid, "Public sheet")
        if where and not dry and done.decided.views and (done.wrote or where not in mirrors or name in mirror_trouble):
            mirror_trouble.pop(name, None)
            try:
                if where not in mirrors:
                    mirrors[where] = open_book(where)
                update(mirrors[where], engine_for(done.grid), done.decided.views, done.decided.plan.token)
            except BackendError as trouble:  # the mirror is a convenience: the event goes on without it
                mirror_trouble[name] = str(trouble)
        return done

    return run


def sender(who: Operator) -> Send | None:
    """Delivery of notices, where the operator gave addresses; None where texts are only there to paste."""
    if not (who.notices or who.digest):
        return None

    def deliver(decided: Decided) -> Notes:
        from sync.running.outbox import send
        from sync.telling.channels import links_in

        known = decided.gathered
        settings = known.settings if known else {}
        event = str(settings.get(("Tournament", "")) or "") or "Tournament"
        links = [link for value in settings.values() if isinstance(value, str) for link in links_in(value)]
        names = [name for p in known.who.people for name in (p.name, known.who.show(p.name))] if known else []
        return send((*decided.box.again, *decided.box.due), who, event, links=links, names=names)

    return deliver


def lookups(who: Operator) -> LookUp:
    """Links looked up at the chess sites, where a book asks for it; nothing is imported before one does."""
    verifier: list[LookUp] = []

    def look_up(grid: Grid, engine: Engine, now: datetime) -> Lookups:
        from sync.running.verification import Verifier, asks_for_verification

        if not asks_for_verification(grid):
            return NO_LOOKUPS
        if not verifier:
            from sync.chesssites.cache import FileCache
            from sync.chesssites.fetch import ContactMissing
            from sync.chesssites.lookup import open_sites

            try:
                sites = open_sites(who.contact, FileCache(who.cache), who.undocumented_lookup)
            except ContactMissing:
                return Lookups({}, (), (Problem("contact-missing", At("Settings")),))
            verifier.append(Verifier(sites))
        return verifier[0](grid, engine, now)

    return look_up


class Watching:
    """Which books are due, and what their last passes said. Books in files are always due."""

    def __init__(self, books: Sequence[str], who: Operator) -> None:
        self._due: Due | None = None
        if any(is_google(book) for book in books):
            from sync.backends.google_watch import watch_for

            with contextlib.suppress(BackendError):  # without a sign-in the pass itself says what is missing
                self._due = watch_for(books, who.state)

    def is_due(self, book: str, now: datetime) -> bool:
        """Whether to run a pass over this book now."""
        return self._due is None or self._due.is_due(book, now)

    def heard(self, report: Report) -> None:
        """A pass ended: when its engine wants to wake, and which private answers it reads."""
        if self._due is None:
            return
        wake = report.done.decided.wake if report.done is not None else None
        answers = setting_of(report.done.grid, "Form answers") if report.done is not None else ""
        also = [id_ for id_ in [spreadsheet_id(answers)] if id_]
        self._due.seen(report.book, report.at, wake, report.done is None, also)


def watch_of(books: Sequence[str], who: Operator) -> Watching:
    """The watch over these books."""
    return Watching(books, who)


class OtherFormat(Refused):
    """The book runs another format: tabs of two formats in one book would be nobody's."""


def make(backend: Backend, engine: Engine, carried: Carried) -> bool:
    """Make what is missing of a book; what is there is not touched. Whether it is new comes back.

    Raises OtherFormat, and what the backend raises.
    """
    there = _format_there(backend)
    if there and there != engine.sheet.name:
        raise OtherFormat(
            f"{backend.address} is a {there} book already, and stays one: nothing was changed. "
            f"For {engine.sheet.name} give a new name."
        )
    create(backend, engine, carried)
    return not there


def _format_there(backend: Backend) -> str:
    """The format of the book as it stands; blank where there is no book yet."""
    try:
        return engine_for(backend.read()).sheet.name
    except (NotABook, Unreachable):  # what cannot be reached at all is said by the attempt to make it
        return ""


def players_of_report(data: bytes, engine: Engine) -> tuple[Mapping[str, Cell], ...]:
    """Players of a report file as rows of Players; columns the format lacks are left out. Raises ValueError."""
    from rules.swiss.trf import players_from_trf

    known = {c.heading for tab in workbook(engine.sheet) if tab.name == "Players" for c in tab.columns}
    return tuple({h: v for h, v in row.items() if h in known} for row in players_from_trf(data))


def zone_of(book: str) -> tzinfo:
    """The time zone a book is in; UTC where it cannot be read: the pass itself then says why."""
    try:
        grid = open_book(book).read()
        return read_sheet(grid, engine_for(grid).sheet)[0].zone
    except BackendError:
        return UTC


class Stopped(LookupError):
    """The book is stopped: nothing is decided, so nothing can be explained."""


class Unknown(LookupError):
    """Nothing is known of what was asked; `near` holds what was perhaps meant."""

    def __init__(self, what: str, near: Sequence[str]) -> None:
        super().__init__(what)
        self.near = tuple(near)


def explained(book: str, what: str, now: Callable[[], datetime], as_of: bool = False) -> str:
    """Why something is so, as a paragraph a line of reasons. Raises Stopped and Unknown.

    `as_of`: with what was written, reported and typed by then alone; without it a book that was played ahead of the
    clock is explained as it stands.
    """
    grid = open_book(book).read()
    return explained_in(grid, engine_for(grid), what, now, as_of)


def explained_in(grid: Grid, engine: Engine, what: str, now: Callable[[], datetime], as_of: bool = False) -> str:
    """The same of a book that was read already."""
    decided = decide(grid, engine, now(), Outside("explain", "explain"))
    if decided.gathered is None or decided.reading is None:
        raise Stopped(what)
    known = decided.gathered
    moment = now().astimezone(known.sheet.zone)
    full = known.book(decided.reading.claims)
    full = _by_then(full, moment) if as_of else full
    about = _about(what, known.who.find)
    taken_back = _taken_back(full.record, about)
    try:
        reason = engine.explain(full, moment, about)
    except KeyError as unknown:
        if taken_back:
            return taken_back
        names = [known.who.shown.get(p.name, p.name) for p in full.people]
        raise Unknown(what, _near(what, names)) from unknown
    show = Shown(engine.sheet, known.who.shown, {}, {})
    return "\n".join(_lines(reason, show))


def _by_then(book: Book, moment: datetime) -> Book:
    """The book without what came later."""
    return replace(
        book,
        record=tuple(r for r in book.record if r.at <= moment),
        decisions=tuple(d for d in book.decisions if d.seen is None or d.seen <= moment),
        claims=tuple(c for c in book.claims if c.sent is None or c.sent <= moment),
    )


def _taken_back(record: Sequence[Recorded], about: str) -> str:
    """What is to be said of a round or a game that the director withdrew; blank for everything else."""
    stands = read_record(record)
    if about in stands.games or about in stands.rounds:
        return ""
    if any(isinstance(r.fact, Game) and r.fact.id == about for r in record):
        return (
            f"{about} was taken back with its round ({ref(about).round}): it was never played and counts for nothing."
        )
    if any(isinstance(r.fact, Round) and r.fact.id == about for r in record):
        return f"{about} was taken back by the director (Decisions: Withdraw round). Its games count for nothing."
    return ""


def _near(what: str, names: Sequence[str]) -> list[str]:
    """Players perhaps meant: a part of the name, or a slip of the finger."""
    asked = clean(what).casefold()
    if not asked:
        return []
    folded = {name.casefold(): name for name in names}
    part = [name for fold, name in folded.items() if asked in fold]
    return sorted(part)[:3] or [folded[n] for n in get_close_matches(asked, folded, 3, 0.7)]


def _about(what: str, find: Callable[[str], str | None]) -> str:
    parts = what.split(">")
    if len(parts) == 2:
        return ">".join(find(p) or clean(p) for p in parts)
    return find(what) or clean(what)


def _lines(reason: Reason, show: Shown, depth: int = 0) -> list[str]:
    own = said(Reason(reason.rule, reason.code, reason.data), show)
    return ["  " * depth + own, *(line for part in reason.parts for line in _lines(part, show, depth + 1))]


class NoReport(LookupError):
    """This format has no such report."""


def exported(backend: Backend, book: str, out: Path, kind: str, now: Callable[[], datetime]) -> list[Path]:
    """Write what was asked for; the paths come back. Raises NoReport, OSError and what the backend raises."""
    from sync.making import export

    export.refuse_a_book(out)
    grid = backend.read()
    engine = engine_for(grid)
    if kind == "csv":
        return export.write_csv(export.public_tables(grid, engine), out)
    if kind == "archive":
        workbook = Path(book) if book.casefold().endswith(".xlsx") else None
        return [export.archive(grid, engine, out, workbook)]
    if kind == "json":
        text = export.as_json(export.public_tables(grid, engine))
    elif kind == "html":
        sheet, _, _ = read_sheet(grid, engine.sheet)
        text = export.as_page(export.public_tables(grid, engine), export.title_of(sheet, engine))
    elif kind == "pgn":
        text = export.as_pgn(grid, engine)
        if not text:
            raise NoReport(
                "No game was verified at a chess site (Settings: Verify games), so there are no moves to write."
            )
    else:
        text = _report(grid, engine, now)
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_text(text, encoding="utf-8")
    return [out]


def _report(grid: Grid, engine: Engine, now: Callable[[], datetime]) -> str:
    """The FIDE report file, from formats that have one."""
    make = getattr(engine, "report_file", None)
    if make is None:
        raise NoReport(f"The format {engine.sheet.name} has no report file.")
    decided = decide(grid, engine, now(), Outside("export", "export"))
    if decided.gathered is None or decided.reading is None:
        raise NoReport("The book is stopped: see its Problems tab.")
    known = decided.gathered
    text: str = make(known.book(decided.reading.claims), now().astimezone(known.sheet.zone))
    return text
