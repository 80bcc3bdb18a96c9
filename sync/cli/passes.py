"""Commands that pass over books, and the one that tells how the passes went."""

from __future__ import annotations

import contextlib
import json
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Annotated

import typer

from sync.cli.frame import DONE, UNREACHABLE, books_of, clock, wrong_use
from sync.cli.said import as_data, summary

if TYPE_CHECKING:
    from sync.running.once import Pass
    from sync.running.worker import Report


def sync(
    books: Annotated[list[str], typer.Argument(metavar="BOOK…", help="One or more books, or @FILE with one a line.")],
    every: Annotated[int | None, typer.Option(help="Go on with a pass every so many seconds.", min=5)] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Say what would be written; write nothing.")] = False,
    at: Annotated[
        str | None,
        typer.Option(help="Pretend it is this time, in the book's zone (on Google only with --dry-run)."),
    ] = None,
    json_: Annotated[bool, typer.Option("--json", help="Machine-readable output.")] = False,
    nudge_port: Annotated[
        int | None, typer.Option(help="With --every: listen on this port of this machine for signed nudges.")
    ] = None,
) -> None:
    """One pass, or a pass every N seconds: read the sheet, apply the rules, write the result back."""
    from sync.backends.books import is_google
    from sync.running.health import note
    from sync.running.service import lookups, pass_over, sender, watch_of
    from sync.running.worker import Worker, report_of
    from sync.settings import operator

    names = books_of(books)
    if at is not None and not dry_run and any(is_google(b) for b in names):
        raise wrong_use("--at would write false times into a live spreadsheet: on Google it needs --dry-run")
    who = operator()
    run = pass_over(clock(at), dry_run, lookups(who), None if at else sender(who))
    if at is not None:

        def run(name: str) -> Pass:
            return pass_over(clock(at, name), dry_run, lookups(who))(name)

    def tell(report: Report) -> None:
        if not dry_run:
            with contextlib.suppress(OSError):  # a full disk must not stop a pass
                note(report, operator().state)
        _tell(report, len(names) > 1 or every is not None, json_, dry_run)

    if every is not None and not dry_run:
        watch = watch_of(names, who)
        heard = watch.heard
        is_due = watch.is_due

        def tell_and_note(report: Report) -> None:
            heard(report)
            tell(report)
    else:
        is_due, tell_and_note = None, tell
    if every is None:
        codes = []
        for name in names:
            report = report_of(name, run)
            tell(report)
            codes.append(report.code)
        raise typer.Exit(max(codes, default=DONE))
    if nudge_port is None:
        Worker(names, run, tell_and_note, every, is_due).run()
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
        Worker(names, run, tell_and_note, every, is_due, nudged=nudges.take).run()


def _tell(report: Report, several: bool, as_json: bool, dry: bool) -> None:
    if as_json:
        body = as_data(report.done) if report.done else {"error": report.error}
        typer.echo(json.dumps({"book": report.book, **body}, ensure_ascii=False))
        return
    name = f"{report.book}: " if several else ""
    if report.done is None:
        typer.echo(f"{name}{report.error}", err=True)
        return
    typer.echo(f"{name}{summary(report.done, dry)}")


def health(
    books: Annotated[list[str] | None, typer.Argument(metavar="[BOOK…]", help="Blank: every book noted here.")] = None,
    max_age: Annotated[int, typer.Option(help="Seconds since the last good pass that are still well.")] = 900,
) -> None:
    """A line a book for a monitor: when it was last passed over and found well. Ends with 3 where one is stale."""
    from datetime import timedelta

    from sync.running.health import verdict
    from sync.settings import operator

    well, lines = verdict(operator().state, books_of(books or []), datetime.now(UTC), timedelta(seconds=max_age))
    typer.echo("\n".join(lines))
    raise typer.Exit(DONE if well else UNREACHABLE)
