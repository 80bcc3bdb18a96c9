"""The command line. Only this module prints or exits; each command is a few lines over a function anyone can call."""

from __future__ import annotations

import contextlib
import json
import shlex
import shutil
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from sync.running.once import Pass
    from sync.running.worker import Report

app = typer.Typer(
    name="pairsheet",
    help="Run a serious tournament out of a spreadsheet you already know.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,  # plain help starts in half the time
)

DONE, NEEDS_TD, WRONG_USE, UNREACHABLE, REFUSED = 0, 1, 2, 3, 4
Book = Annotated[
    str, typer.Argument(metavar="BOOK", help="A path ending .xlsx, or the link or id of a Google spreadsheet.")
]


def main() -> None:
    """The entry point: exit codes 0 done, 1 problems need the TD, 2 wrong use, 3 unreachable, 4 refused."""
    from sync.backends.base import BackendError, Refused
    from sync.backends.books import NoSuchBook

    try:
        app()
    except Refused as trouble:
        typer.echo(str(trouble), err=True)
        sys.exit(REFUSED)
    except NoSuchBook as trouble:
        typer.echo(str(trouble), err=True)
        sys.exit(WRONG_USE)
    except BackendError as trouble:
        typer.echo(str(trouble), err=True)
        sys.exit(UNREACHABLE)


def _say_version(asked: bool) -> None:
    if asked:
        from importlib.metadata import version

        typer.echo(f"pairsheet {version('pairsheet')}")
        raise typer.Exit


@app.callback()
def start(
    version: Annotated[
        bool, typer.Option("--version", help="Say which version this is.", is_eager=True, callback=_say_version)
    ] = False,
) -> None:
    """Run a serious tournament out of a spreadsheet you already know."""
    del version  # said by its callback
    from sync.pairing_systems import enable

    enable()  # known by name; their library is imported when a book asks for one


def _call() -> str:
    """How this program was called, for a line to copy: `pairsheet` where that would find it."""
    typed = Path(sys.argv[0])
    if typed.stem != "pairsheet" or shutil.which("pairsheet"):
        return "pairsheet"
    with contextlib.suppress(ValueError):
        return str(typed.absolute().relative_to(Path.cwd()))
    return str(typed)


def _line(*words: str) -> str:
    """A command to copy and paste."""
    return " ".join([_call(), *(shlex.quote(w) for w in words)])


def _format(name: str) -> str:
    """The format meant. Ends the command where there is none of this name."""
    from difflib import get_close_matches

    from rules.registry import formats

    if name.casefold() in formats():
        return name.casefold()
    near = get_close_matches(name.casefold(), formats(), 1)
    meant = f" Did you mean {near[0]}?" if near else ""
    raise _wrong(f"There is no format called {name}.{meant} There are: {', '.join(formats())}.")


def _wrong(text: str) -> typer.Exit:
    typer.echo(text, err=True)
    return typer.Exit(WRONG_USE)


def _clock(at: str | None, book: str = "") -> Callable[[], datetime]:
    """The time to pretend; without a zone of its own it is meant in the book's."""
    if at is None:
        return lambda: datetime.now(UTC)
    try:
        moment = datetime.fromisoformat(at)
    except ValueError as wrong:
        raise _wrong(f'--at {at}: not a time such as "2026-11-30 18:00" or 2026-11-30T18:00+01:00') from wrong
    if moment.tzinfo is None:
        from sync.running.service import zone_of

        moment = moment.replace(tzinfo=zone_of(book))
    return lambda: moment


def _problem_lines(done: Pass) -> list[str]:
    """What `check` prints, the most urgent first."""
    from sync.problems import Urgency, wording

    order = list(Urgency)
    lines = []
    for problem in done.decided.problems:
        urgency, wrong, advice, _ = wording(problem, done.decided.catalogue)
        where = f"{problem.at}: " if str(problem.at) else ""
        stop = "" if wrong.endswith((".", "?", "!", "…")) else "."
        lines.append((order.index(urgency), f"[{urgency.value}] {where}{wrong}{stop} {advice}".rstrip()))
    return [line for _, line in dict.fromkeys(sorted(lines))]


def _as_json(done: Pass) -> dict[str, Any]:
    from sync.problems import wording

    decided = done.decided
    return {
        "wrote": done.wrote,
        "state": decided.answer.state if decided.answer else "stopped",
        "needs": decided.needs,
        "wake": decided.wake.isoformat() if decided.wake else None,
        "facts": len(decided.facts),
        "problems": [
            {"code": p.code, "at": str(p.at), "text": wording(p, decided.catalogue)[1]} for p in decided.problems
        ],
    }


def _summary(done: Pass, dry: bool) -> str:
    decided = done.decided
    if decided.stopped:
        return "Stopped: see the Problems tab. Nothing was decided."
    told = "Would write" if dry and not decided.plan.is_empty else ("Written" if done.wrote else "Nothing new")
    words = {"before": "the event has not started", "running": "the event is running", "finished": "it is finished"}
    parts = [words[decided.answer.state]] if decided.answer else []
    if decided.needs:
        parts.append(f"{decided.needs} thing{' needs' if decided.needs == 1 else 's need'} you, see Problems")
    if decided.due:
        parts.append(f"next due {decided.due:%a} {decided.due.day} {decided.due:%b %Y, %H:%M %Z}")
    return f"{told}: {'; '.join(parts)}." if parts else f"{told}."


@app.command()
def demo(
    folder: Annotated[Path, typer.Argument(metavar="[DIR]", help="Where the workbook goes.")] = Path("demo"),
) -> None:
    """Build a sample workbook, play a whole season on it, print the ladder and where the file is."""
    from rich.box import SIMPLE
    from rich.console import Console
    from rich.table import Table

    from sync.running.demo import Season, Told, is_sample, ladder_lines

    path = folder / "ladder.xlsx"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as trouble:
        raise _wrong(f"{folder}: {trouble.strerror}. Name a folder for the sample workbook.") from trouble
    if path.exists() and not is_sample(path):
        raise _wrong(f"{path} is there and is not the sample: it stays. Name another folder: {_line('demo', 'sample')}")
    for old in (path, path.with_name(path.name + ".pairsheet"), path.with_name(path.name + ".bak")):
        old.unlink(missing_ok=True)

    def tell(told: Told) -> None:
        typer.echo(f"{told.at:%a %d %b %H:%M}  {told.text}")

    season = Season(path, datetime.now(UTC), tell)
    done = season.play()
    headings, *rows = ladder_lines(done)
    table = Table(title="The Ladder at the end", box=SIMPLE)
    for heading in headings:
        table.add_column(heading, justify="left" if heading == "Player" else "right", no_wrap=True)
    for row in rows:
        table.add_row(*row)
    Console().print(table)
    typer.echo(f"The workbook: {path.resolve()}")
    typer.echo(f'Ask it anything: {_line("explain", str(path), "R1-01")}   (or a player, or "Ada Novak>Ben Okafor")')


@app.command()
def new(
    format_: Annotated[
        str, typer.Argument(metavar="FORMAT", help="ladder, swiss, pente, hastings or grand-chess-tour.")
    ],
    book: Book,
    old: Annotated[str | None, typer.Option("--from", help="Last season's book: players, seeds, settings.")] = None,
    trf: Annotated[Path | None, typer.Option(help="A report file (TRF) whose players are taken over.")] = None,
) -> None:
    """Make the workbook, or prepare a Google spreadsheet. Run again, it adds only what is missing."""
    from rules.registry import engine_of
    from sync.backends.books import open_book
    from sync.making.create import Carried
    from sync.making.season import carried_from
    from sync.running.service import make

    engine = engine_of(_format(format_))
    carried = carried_from(open_book(old), engine) if old else Carried()
    if trf is not None:
        from sync.running.service import players_of_report

        try:
            carried = Carried(players_of_report(trf.read_bytes(), engine), carried.settings)
        except (OSError, ValueError) as wrong:
            raise _wrong(f"{trf}: {wrong}") from wrong
    fresh = make(open_book(book), engine, carried)
    then = _line("sync", book)
    if fresh:
        typer.echo(f"{book} is ready. Type the players into Players, look through Settings, save, then: {then}")
    else:
        typer.echo(f"{book} was there already: what was missing is added, all else is as it was. Next: {then}")


@app.command()
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

    names = _books(books)
    if at is not None and not dry_run and any(is_google(b) for b in names):
        raise _wrong("--at would write false times into a live spreadsheet: on Google it needs --dry-run")
    who = operator()
    run = pass_over(_clock(at), dry_run, lookups(who), None if at else sender(who))
    if at is not None:

        def run(name: str) -> Pass:
            return pass_over(_clock(at, name), dry_run, lookups(who))(name)

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
        raise _wrong(str(wrong)) from wrong
    except OSError as wrong:
        raise _wrong(f"--nudge-port {nudge_port}: {wrong.strerror}") from wrong
    with listener:
        Worker(names, run, tell_and_note, every, is_due, nudged=nudges.take).run()


def _books(books: list[str]) -> list[str]:
    names: list[str] = []
    for book in books:
        if book.startswith("@"):
            try:
                lines = Path(book[1:]).read_text(encoding="utf-8").splitlines()
            except OSError as wrong:
                raise _wrong(f"{book[1:]}: {wrong.strerror}") from wrong
            names += [line.strip() for line in lines if line.strip() and not line.lstrip().startswith("#")]
        else:
            names.append(book)
    return names


def _tell(report: Report, several: bool, as_json: bool, dry: bool) -> None:
    if as_json:
        body = _as_json(report.done) if report.done else {"error": report.error}
        typer.echo(json.dumps({"book": report.book, **body}, ensure_ascii=False))
        return
    name = f"{report.book}: " if several else ""
    if report.done is None:
        typer.echo(f"{name}{report.error}", err=True)
        return
    typer.echo(f"{name}{_summary(report.done, dry)}")


@app.command()
def health(
    books: Annotated[list[str] | None, typer.Argument(metavar="[BOOK…]", help="Blank: every book noted here.")] = None,
    max_age: Annotated[int, typer.Option(help="Seconds since the last good pass that are still well.")] = 900,
) -> None:
    """A line a book for a monitor: when it was last passed over and found well. Ends with 3 where one is stale."""
    from datetime import timedelta

    from sync.running.health import verdict
    from sync.settings import operator

    well, lines = verdict(operator().state, _books(books or []), datetime.now(UTC), timedelta(seconds=max_age))
    typer.echo("\n".join(lines))
    raise typer.Exit(DONE if well else UNREACHABLE)


@app.command()
def check(
    book: Annotated[str, typer.Argument(metavar="[BOOK]", help="The book to look through.", show_default=False)] = "",
    trf: Annotated[Path | None, typer.Option(help="Pair every round of this report file again instead.")] = None,
) -> None:
    """Problems in the sheet, each with the address of its cell and what to type. Writes nothing."""
    if trf is not None:
        _check_report(trf)
    if not book:
        raise _wrong("check needs a BOOK, or --trf FILE")
    from sync.running.service import pass_over

    done = pass_over(_clock(None), dry=True)(book)
    lines = _problem_lines(done)
    typer.echo("\n".join(lines) if lines else "No problems.")
    raise typer.Exit(NEEDS_TD if done.decided.needs else DONE)


def _check_report(path: Path) -> None:
    """Re-pair a report file; ends the command."""
    from rules.swiss.check import check_report

    try:
        found = check_report(path.read_bytes())
    except OSError as wrong:
        raise _wrong(f"{path}: {wrong.strerror}") from wrong
    typer.echo("\n".join(found.lines))
    raise typer.Exit(DONE if found.readable and found.agrees else NEEDS_TD)


@app.command()
def doctor(
    book: Annotated[
        str, typer.Argument(metavar="[BOOK]", help="Blank: from the very beginning.", show_default=False)
    ] = "",
    sign_in: Annotated[bool, typer.Option("--sign-in", help="Sign in with a browser, to try it at home.")] = False,
) -> None:
    """Go through the set-up step by step, and say the one next step in plain words."""
    from sync.doctor.examine import examine

    if sign_in:
        from sync.backends.google_signin import sign_in_at_home

        typer.echo(sign_in_at_home())
    found = examine(book)
    typer.echo("\n".join(found.lines()))
    raise typer.Exit(DONE if found.is_well else UNREACHABLE)


@app.command()
def explain(
    book: Book,
    what: Annotated[
        str, typer.Argument(metavar="WHAT", help="A game (R3-02), a player, a score (A>B), a round (R3) or a bye.")
    ],
    at: Annotated[str | None, typer.Option(help="As it stood at this time, in the book's zone.")] = None,
) -> None:
    """Why something is as it is, down to the clause of the rulebook."""
    from sync.running.service import Stopped, Unknown, explained

    try:
        typer.echo(explained(book, what, _clock(at, book), as_of=at is not None))
    except Stopped as stopped:
        typer.echo(f"The book is stopped, and nothing can be explained before that is mended: {_line('check', book)}")
        raise typer.Exit(NEEDS_TD) from stopped
    except Unknown as unknown:
        meant = f" Did you mean {' or '.join(unknown.near)}?" if unknown.near else ""
        raise _wrong(
            f"Nothing is known of “{what}”.{meant} Name a game, a player, a round, or a score such as A>B."
        ) from unknown


@app.command()
def export(
    book: Book,
    out: Annotated[Path, typer.Argument(metavar="OUT", help="A folder for CSV files; a file for everything else.")],
    as_: Annotated[str, typer.Option("--as", help="csv, json, pgn, html, trf or archive.")] = "csv",
) -> None:
    """Take tables, games, a report file or an archive of everything out of a book."""
    from sync.backends.books import open_book
    from sync.running.service import exported

    kinds = ("csv", "json", "pgn", "html", "trf", "archive")
    if as_ not in kinds:
        raise _wrong(f"--as {as_}: pick one of {', '.join(kinds)}")
    try:
        written = exported(open_book(book), book, out, as_, _clock(None))
    except LookupError as missing:
        raise _wrong(str(missing.args[0])) from missing
    except OSError as trouble:
        typer.echo(f"{out}: {trouble.strerror}", err=True)
        raise typer.Exit(UNREACHABLE) from trouble
    for path in written:
        typer.echo(str(path))


@app.command()
def simulate(
    format_: Annotated[str, typer.Argument(metavar="FORMAT", help="The format to try out.")],
    players: Annotated[int, typer.Option(help="How many play.", min=2, max=500)] = 16,
    spread: Annotated[int, typer.Option(help="How far strengths lie apart (standard deviation, Elo points).")] = 250,
    draws: Annotated[float, typer.Option(help="Share of games drawn.", min=0, max=1)] = 0.1,
    unplayed: Annotated[float, typer.Option(help="Share of games nobody plays in time.", min=0, max=1)] = 0.05,
    seasons_: Annotated[int, typer.Option("--seasons", help="How many seasons to play.", min=1)] = 200,
    seed: Annotated[int, typer.Option(help="The same seed plays the same seasons.")] = 1,
    set_: Annotated[list[str] | None, typer.Option("--set", help="A setting, such as Rounds=7. Repeatable.")] = None,
    picture: Annotated[Path | None, typer.Option(help="Where to put a picture (PNG).")] = None,
) -> None:
    """Play many seasons in memory: how often the strongest wins, how many rounds, games and weeks it takes."""
    from rich.console import Console
    from rich.progress import track
    from rich.table import Table

    from rules.registry import engine_of
    from sync.making.simulate import (
        Field,
        NoSuchSetting,
        Simulated,
        draw_picture,
        seasons,
        settings_for,
        stuck_lines,
        table_lines,
    )

    engine = engine_of(_format(format_))
    try:
        settings = settings_for(engine, dict(_pair(text) for text in set_ or []))
    except NoSuchSetting as wrong:
        raise _wrong(str(wrong)) from wrong
    field = Field(players, spread, draws, unplayed)
    played = seasons(engine, field, settings, seasons_, seed)
    console = Console(stderr=True)
    found = Simulated(tuple(track(played, "Playing", total=seasons_, console=console, transient=True)))
    if found.finished:
        table = Table(title=f"{engine.sheet.title}: {players} players", show_header=False)
        for name, value in table_lines(found):
            table.add_row(name, value)
        Console().print(table)
    for line in stuck_lines(found):
        typer.echo(line)
    if not found.finished:
        raise typer.Exit(NEEDS_TD)
    if picture is not None:
        draw_picture(found, picture, f"{engine.sheet.title}, {players} players, {seasons_} seasons")
        typer.echo(str(picture))


def _pair(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals:
        raise _wrong(f"--set {text}: write it as Name=value")
    return name.strip(), value.strip()
