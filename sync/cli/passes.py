"""Commands that pass over books, and the one that tells how the passes went."""

from __future__ import annotations

import contextlib
import json
import logging
import sys
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sync.cli.frame import DONE, UNREACHABLE, books_of, clock, say, time_of_day, wrong_use
from sync.cli.said import as_data, needs_lines, summary

if TYPE_CHECKING:
    from sync.running.once import Pass
    from sync.running.worker import PassOver, Report


def sync(
    books: Annotated[list[str], typer.Argument(metavar="BOOK…", help="One or more books, or @FILE with one a line.")],
    every: Annotated[
        int | None, typer.Option(help="Go on with a pass every so many seconds.", min=5, max=604_800)
    ] = None,
    daily: Annotated[
        list[str] | None, typer.Option(help="Go on with a pass at this time of day (18:00), each day. Repeatable.")
    ] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Say what would be written; write nothing.")] = False,
    at: Annotated[
        str | None,
        typer.Option(help="Pretend it is this time, in the book's zone (on Google only with --dry-run)."),
    ] = None,
    json_: Annotated[bool, typer.Option("--json", help="Machine-readable output.")] = False,
    nudge_port: Annotated[
        int | None,
        typer.Option(help="With --every: listen on this port of this machine for signed nudges.", min=0, max=65_535),
    ] = None,
    site: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Write the event's website there after each pass that changed it."),
    ] = None,
    within: Annotated[
        int | None,
        typer.Option(help="Begin no further book after so many seconds; the next run goes on there.", min=1),
    ] = None,
) -> None:
    """One pass, or a pass every N seconds: read the sheet, apply the rules, write the result back."""
    from sync.backends.books import is_google
    from sync.running.service import watch_of
    from sync.running.sites import Sites
    from sync.running.turns import turns_of
    from sync.running.worker import Worker, report_of
    from sync.settings import operator

    names = books_of(books)
    if at is not None and not dry_run and any(is_google(b) for b in names):
        raise wrong_use("--at would write false times into a live spreadsheet: on Google it needs --dry-run")
    times = [time_of_day(text) for text in daily or []]
    goes_on = every is not None or bool(times)
    if goes_on and within is not None:
        raise wrong_use("--within is for a single run; with --every or --daily every book has its turn anyhow")
    several = len(names) > 1 or goes_on
    aside, run = _apart(names, at, dry_run, json_) if several else (None, _pass_over(at, dry_run))

    sites = Sites(tuple(names), site) if site is not None and not dry_run else None

    def tell(report: Report) -> None:
        kept = _noted(report, dry_run)
        _say(_told(report, several, json_, dry_run, kept))
        line = sites.after(report.book) if sites and not report.error else ""
        if line:
            say(line, err=True)

    if not goes_on:
        codes = []
        turns = turns_of(names, operator().state, within)
        for name in turns:
            report = report_of(name, run)
            tell(report)
            turns.done(name)
            codes.append(report.code)
        if turns.left:
            count = len(turns.left)
            say(
                f"{count} {'book is' if count == 1 else 'books are'} left for the next run, which begins there.",
                err=True,
            )
        raise typer.Exit(max(codes, default=DONE))
    if every is None or dry_run:
        Worker(names, run, tell, every, aside, daily=times).run()
        return
    watch = watch_of(names, operator())

    def is_due(book: str, moment: datetime) -> bool:
        return watch.is_due(book, moment) and (aside is None or aside(book, moment))

    def tell_and_hear(report: Report) -> None:
        if report.told is None:  # books in files are always due
            watch.heard(report)
        tell(report)

    if nudge_port is None:
        Worker(names, run, tell_and_hear, every, is_due, daily=times).run()
        return
    from sync.running.nudge import BadSecret, Listener, Nudges

    try:
        nudges = Nudges(names, operator().nudge_secret)
        listener = Listener(nudges, nudge_port)
    except BadSecret as wrong:
        raise wrong_use(str(wrong)) from wrong
    except OSError as wrong:
        raise wrong_use(f"--nudge-port {nudge_port}: {wrong.strerror}") from wrong
    with listener:
        Worker(names, run, tell_and_hear, every, is_due, nudged=nudges.take, daily=times).run()


def _pass_over(at: str | None, dry_run: bool) -> PassOver:
    """The pass to run, now or at a pretended time."""
    from sync.running.service import lookups, pass_over, sender
    from sync.settings import operator

    who = operator()
    if at is None:
        return pass_over(clock(None), dry_run, lookups(who), sender(who))
    clock(at)  # a time that is none ends the command before anything is read

    def run(name: str) -> Pass:
        return pass_over(clock(at, name), dry_run, lookups(who))(name)

    return run


def _apart(
    names: list[str], at: str | None, dry_run: bool, json_: bool
) -> tuple[Callable[[str, datetime], bool] | None, PassOver]:
    """Passes over files in a child with limits, over spreadsheets here; and which books are not set aside just now."""
    from sync.backends.base import BackendError
    from sync.backends.books import is_google
    from sync.running.child import Limits, Passes, RanOver, SetAside
    from sync.settings import operator

    try:
        limits = Limits.of(operator().limits)
    except BackendError as wrong:
        raise wrong_use(str(wrong)) from wrong
    here = _pass_over(at, dry_run)
    if not limits.seconds or all(is_google(name) for name in names):
        return None, here
    there, aside = Passes(passes_there, (at, dry_run, json_), limits), SetAside()

    def run(name: str) -> Pass | Report:
        if is_google(name):
            return here(name)
        try:
            report = there(name)
        except RanOver as over:
            minutes = int(aside.ran_over(name) // 60)
            again = f"The book is set aside for {minutes} minutes, or until it is saved; nothing was half written."
            raise RanOver(f"{over} {again}") from over
        aside.went_well(name)
        return report

    return (lambda book, _: aside.may(book)), run


def passes_there(at: str | None, dry_run: bool, json_: bool) -> Callable[[str], Report]:
    """In a child of several books: what runs a pass and puts what is to be said of it into plain texts."""
    from sync.running.logs import line_of
    from sync.running.worker import Told, report_of

    run = _pass_over(at, dry_run)

    def passed(name: str) -> Report:
        report = report_of(name, run)
        said, fault = tell_fault(report.fault) if report.fault is not None else ("", "")
        out, err = _told(report, True, json_, dry_run, said)
        told = Told(out, err, line_of(report), _event(report), fault)
        return replace(report, done=None, fault=None, told=told)

    return passed


def _event(report: Report) -> str:
    known = report.done.decided.gathered if report.done is not None else None
    return str(known.settings.get(("Tournament", "")) or "") if known is not None else ""


def _noted(report: Report, dry_run: bool) -> str:
    """Health, log and a fault's report, as far as the disk takes them; where the report is comes back, in words."""
    from sync.running.health import note
    from sync.running.logs import line_of
    from sync.running.worker import Told
    from sync.settings import operator

    said, name = tell_fault(report.fault) if report.fault is not None else ("", "")
    there = report.told or Told("", "", line_of(report), _event(report), name)
    level = logging.INFO if report.code in (0, 1) else logging.ERROR
    logging.getLogger("pairsheet").log(level, there.line)
    if not dry_run:
        with contextlib.suppress(OSError, ValueError):  # a full disk must not stop a pass
            note(report, operator().state, there.fault, there.event)
    return said


def tell_fault(fault: BaseException) -> tuple[str, str]:
    """Keep the report of a fault: a sentence saying where it is, and its file name."""
    from sync.running.faults import keep
    from sync.settings import operator

    logging.getLogger("pairsheet").debug("the fault in full", exc_info=fault)
    command = next((word for word in sys.argv[1:] if word in COMMANDS), "-")
    kept = keep(fault, datetime.now(UTC), command, operator().state)
    if kept is None:
        return " Its report could not be kept: the disk takes no file.", ""
    return f" Please send in its report, which holds nothing of the sheet: {kept}", kept.name


COMMANDS = ("demo", "new", "sync", "health", "check", "doctor", "explain", "export", "restore", "simulate")


def _told(report: Report, several: bool, as_json: bool, dry: bool, kept: str) -> tuple[str, str]:
    """What is to be said of a pass on the console: as its answer, and as an error."""
    if report.told is not None:
        return report.told.out, report.told.err
    if as_json:
        body = as_data(report.done) if report.done else {"error": report.error + kept}
        return json.dumps({"book": report.book, **body}, ensure_ascii=False), ""
    name = f"{report.book}: " if several else ""
    if report.done is None:
        return "", f"{name}{report.error}{kept}"
    needed = needs_lines(report.done) if report.code else ()
    out = "\n".join([f"{name}{summary(report.done, dry)}", *needed])
    if not report.done.unmarked:
        return out, ""
    why = "Until that is mended, an older version of the book put back may go unnoticed."
    return out, f"{name}The pass was written, but not the mark beside it. {report.done.unmarked} {why}"


def _say(told: tuple[str, str]) -> None:
    out, err = told
    if out:
        say(out)
    if err:
        say(err, err=True)


def health(
    books: Annotated[list[str] | None, typer.Argument(metavar="[BOOK…]", help="Blank: every book noted here.")] = None,
    max_age: Annotated[
        int, typer.Option(help="Seconds since the last good pass that are still well.", min=0, max=31_536_000)
    ] = 900,
) -> None:
    """A line a book for a monitor: when it was last passed over and found well. Ends with 3 where one is not."""
    from datetime import timedelta

    from sync.running.health import verdict
    from sync.settings import operator

    well, lines = verdict(operator().state, books_of(books or []), datetime.now(UTC), timedelta(seconds=max_age))
    say("\n".join(lines))
    raise typer.Exit(DONE if well else UNREACHABLE)
