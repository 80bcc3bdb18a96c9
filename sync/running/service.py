"""What the commands do, without printing: a pass over a book by name, an explanation, the books that are due."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, tzinfo
from pathlib import Path
from typing import TYPE_CHECKING

from rules.model import Engine, WritesReportFile
from sync.backends.base import Backend, BackendError, Refused, Unreachable
from sync.backends.books import is_file, is_google, open_book, spreadsheet_id
from sync.decide import Decided, Outside, decide
from sync.encode import catalogue_of
from sync.grid import Cell, Grid
from sync.kinds import cell_text, clean
from sync.making.create import Carried, create
from sync.problems import At, Problem, wording
from sync.reading.decode import unread_headings
from sync.reading.first_look import setting_of
from sync.reading.gather import read_sheet
from sync.running.answers import WithAnswers
from sync.running.explaining import explained as explained
from sync.running.explaining import explained_in as explained_in
from sync.running.mirror import Mirror
from sync.running.once import NO_LOOKUPS, LookUp, Lookups, NotABook, Notes, Pass, Send, engine_for, run_pass
from sync.running.quiet import Quiet
from sync.running.worker import Report
from sync.schema import workbook
from sync.settings import Operator
from sync.telling.to_do import somebodys_own

if TYPE_CHECKING:
    from sync.backends.google_watch import Due
    from sync.chesssites.lookup import Sites


def pass_over(
    now: Callable[[], datetime],
    dry: bool = False,
    look_up: LookUp | None = None,
    send: Send | None = None,
    opened_by: Callable[[str], Backend] = open_book,
) -> Callable[[str], Pass]:
    """A function that runs one pass over a book by name, its private answers and its public mirror included.

    Backends are kept open between passes; `opened_by` opens them. Of large books a pass that found nothing to do is
    kept too: it stands for the next ones until something changes.
    """
    opened: dict[str, WithAnswers] = {}
    mirrors: dict[str, Mirror] = {}
    quiet = Quiet()

    def run(name: str) -> Pass:
        if name not in opened:
            opened[name] = WithAnswers(opened_by(name), opened_by)
            mirrors[name] = Mirror(name, opened_by)
        book, mirror = opened[name], mirrors[name]

        def found(grid: Grid, engine: Engine, moment: datetime) -> Lookups:
            said = look_up(grid, engine, moment) if look_up is not None else NO_LOOKUPS
            return replace(said, problems=(*said.problems, *book.problems, *mirror.look(grid, engine)))

        done = run_pass(book, now, found, dry, send=send, last=quiet.of(name))
        quiet.keep(name, done)
        if not dry and done.decided.views:
            mirror.follow(done)
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


def lookups(who: Operator, shared: Callable[[str], Sites] | None = None) -> LookUp:
    """Links looked up at the chess sites, where a book asks for it; nothing is imported before one does.

    `shared` opens the sites for a contact, where their answers are not kept in the operator's own file.
    """
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
                if shared is not None:
                    sites = shared(who.contact)
                else:
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


def taken_over(backend: Backend, engine: Engine, carried: Carried) -> tuple[int, int]:
    """How many players and settings of an old book or a report stand in the new one."""
    sheet, _, _ = read_sheet(backend.read(), engine.sheet)
    there = {row.text("Player") for row in sheet.rows.get("Players", ())}
    wanted = [clean(cell_text(player.get("Player"))) for player in carried.players]
    settings = [key for key in carried.settings or () if key in sheet.setting_cells]
    return sum(name in there for name in wanted), len(settings)


def told_of_own(backend: Backend, engine: Engine) -> tuple[str, ...]:
    """What is to be said about people's own tabs in a book just made ready, and of columns that are not read.

    The first line is the title of the tab for the players.
    """
    sheet, _, _ = read_sheet(backend.read(), engine.sheet)
    catalogue = catalogue_of(engine.sheet)
    lines = [" ".join(wording(p, catalogue)[1:3]) for p in somebodys_own(sheet)]
    lines = [line.removesuffix(" Nothing to do.") for line in lines]
    more = unread_headings(sheet, "Players")
    if more:
        lines.append(f"Not read in {sheet.titles['Players']}: {', '.join(more)}.")
    return (sheet.titles["Players"], *lines)


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


def names_changed_in(data: bytes) -> tuple[str, ...]:
    """A sentence for each player of a report file who is called otherwise in the new book. Raises ValueError."""
    from rules.swiss.trf import names_changed

    return tuple(names_changed(data))


def zone_of(book: str) -> tzinfo:
    """The time zone a book is in; UTC where it cannot be read: the pass itself then says why."""
    try:
        grid = open_book(book).read()
        return read_sheet(grid, engine_for(grid).sheet)[0].zone
    except BackendError:
        return UTC


class NoReport(LookupError):
    """This format has no such report."""


def exported(backend: Backend, book: str, out: Path, kind: str, now: Callable[[], datetime]) -> list[Path]:
    """Write what was asked for; the paths come back. Raises NoReport, OSError and what the backend raises."""
    from sync.making import export, leaving

    export.refuse_a_book(out)
    grid = backend.read()
    engine = engine_for(grid)
    if kind in export.FOLDERS:
        return export.write_csv(leaving.all_tables(grid, engine), out, "utf-8" if kind == "csv-plain" else "utf-8-sig")
    if kind == "sqlite":
        return [leaving.write_sqlite(grid, engine, out, now())]
    if kind in export.LISTS:
        out.parent.mkdir(parents=True, exist_ok=True)
        out.write_text(leaving.player_list(grid, engine, kind), encoding="utf-8-sig", newline="")
        return [out]
    if kind == "archive":
        workbook = Path(book) if is_file(book) else None
        return [export.archive(grid, engine, out, workbook)]
    if kind == "json":
        text = export.as_json(leaving.all_tables(grid, engine))
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
    if not isinstance(engine, WritesReportFile):
        raise NoReport(f"The format {engine.sheet.name} has no report file.")
    decided = decide(grid, engine, now(), Outside("export", "export"))
    if decided.gathered is None or decided.reading is None:
        raise NoReport("The book is stopped: see its Problems tab.")
    known = decided.gathered
    return engine.report_file(known.book(decided.reading.claims), now().astimezone(known.sheet.zone))
