"""Commands that make something: a sample season, a book, files out of a book."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sync.cli.frame import UNREACHABLE, Book, bytes_of, clock, format_named, say, to_copy, wrong_use
from sync.cli.moving import Options, moving_in, put_in, settings_given
from sync.cli.rating import Kind, looked_up

if TYPE_CHECKING:
    from rules.model import Engine
    from sync.arriving.people import Arrived
    from sync.backends.base import Backend
    from sync.making.create import Carried


Players = Annotated[
    Path | None,
    typer.Option("--players", metavar="FILE", help="A list of players: CSV, a workbook, a page, TRF, PGN …"),
]
ColumnOption = Annotated[
    list[str] | None,
    typer.Option("--column", metavar="HEADING=FIELD", help="What a column of the list holds; - for one to leave."),
]
EncodingOption = Annotated[str, typer.Option("--encoding", help="The encoding of the list, such as cp1250.")]
DatesOption = Annotated[str, typer.Option("--dates", help='How its dates are meant: "day first" or "month first".')]
RatingsOption = Annotated[
    Path | None,
    typer.Option("--ratings", metavar="LIST", help="A rating list that fills what the players' list lacks."),
]
YesOption = Annotated[bool, typer.Option("--yes", help="Take the list with all that is to be looked at.")]


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
        raise wrong_use(f"{folder}: {trouble.strerror}. Name a folder for the sample workbook.") from trouble
    if path.exists() and not is_sample(path):
        raise wrong_use(
            f"{path} is there and is not the sample: it stays. Name another folder: {to_copy('demo', 'sample')}"
        )
    for old in (path, path.with_name(path.name + ".pairsheet")):
        old.unlink(missing_ok=True)

    def tell(told: Told) -> None:
        say(f"{told.at:%a %d %b %H:%M}  {told.text}")

    season = Season(path, datetime.now(UTC), tell)
    done = season.play()
    headings, *rows = ladder_lines(done)
    table = Table(title="The Ladder at the end", box=SIMPLE)
    for heading in headings:
        table.add_column(heading, justify="left" if heading == "Player" else "right", no_wrap=True)
    for row in rows:
        table.add_row(*row)
    Console().print(table)
    say(f"The workbook: {path.resolve()}")
    say(f'Ask it anything: {to_copy("explain", str(path), "R1-01")}   (or a player, or "Ada Novak>Ben Okafor")')


def new(
    format_: Annotated[
        str, typer.Argument(metavar="FORMAT", help="ladder, swiss, pente, hastings or grand-chess-tour.")
    ],
    book: Book,
    old: Annotated[str | None, typer.Option("--from", help="Last season's book: players, seeds, settings.")] = None,
    trf: Annotated[Path | None, typer.Option(help="A report file (TRF) whose players are taken over.")] = None,
    players: Players = None,
    worker: Annotated[
        str, typer.Option(metavar="ADDRESS", help="A Google account that is to run it, where that is not yours.")
    ] = "",
    column: ColumnOption = None,
    encoding: EncodingOption = "",
    dates: DatesOption = "",
    yes: YesOption = False,
    with_rounds: Annotated[
        bool, typer.Option("--with-rounds", help="Take its rounds and results over, too: the event goes on here.")
    ] = False,
    set_: Annotated[list[str] | None, typer.Option("--set", help="A setting, such as Rounds=7. Repeatable.")] = None,
    ratings: RatingsOption = None,
    kind: Kind = "standard",
) -> None:
    """Make the workbook, or prepare a Google spreadsheet. Run again, it adds only what is missing."""
    from rules.registry import engine_of
    from sync.backends.books import open_book
    from sync.making.create import Carried
    from sync.making.season import carried_from
    from sync.running.service import make, told_of_own

    engine = engine_of(format_named(format_))
    if ratings is not None and players is None:
        raise wrong_use("--ratings fills a list of players: say which with --players FILE")
    carried = carried_from(open_book(old), engine) if old else Carried()
    given = settings_given(set_ or [], engine)
    options = Options(column or [], encoding, dates, yes)
    moving = moving_in(trf or players, engine, given, options) if with_rounds else None
    if moving is not None:
        carried, trf, players = moving.carried, None, None
    if trf is not None:
        from sync.running.service import names_changed_in, players_of_report

        data = bytes_of(trf)
        try:
            carried = Carried(players_of_report(data, engine), carried.settings, names_changed_in(data))
        except ValueError as wrong:
            raise wrong_use(f"{trf}: {wrong}") from wrong
    if players is not None:
        found = _listed(players, engine, column or [], encoding, dates, yes)
        if ratings is not None:
            looked_up(found, engine, ratings, kind)
        carried = Carried(tuple(found.players), carried.settings)
    if given:
        carried = replace(carried, settings={**(carried.settings or {}), **{(n, ""): v for n, v in given.items()}})
    backend = open_book(book)
    fresh = make(backend, engine, carried)
    if moving is not None:
        put_in(backend, engine, moving, book)
        fresh = True
    if worker:
        from sync.doctor.mend import mend

        say(mend(book, worker).line())
    title, *lines = told_of_own(backend, engine)
    for line in (*lines, *(carried.told if fresh else ())):
        say(line)
    then = to_copy("sync", book)
    took = _took_over(backend, engine, carried, fresh) if old or trf or players or moving else ""
    if not fresh:
        say(f"{book} was there already: what was missing is added, all else is as it was.{took} Next: {then}")
    elif took:
        say(f"{book} is ready.{took} Look through Players and Settings, save, then: {then}")
    else:
        say(f"{book} is ready. Type the players into {title}, look through Settings, save, then: {then}")


def add(
    book: Book,
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="A list of players: CSV, a workbook, a page, TRF, PGN …")
    ],
    column: ColumnOption = None,
    encoding: EncodingOption = "",
    dates: DatesOption = "",
    yes: YesOption = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Show the players and write nothing.")] = False,
    ratings: RatingsOption = None,
    kind: Kind = "standard",
) -> None:
    """Add the players of a list to a book. Players who are in it already stay as they are."""
    from sync.backends.books import open_book
    from sync.running.adding import append, read_book

    backend = open_book(book)
    engine, sheet, there = read_book(backend)
    found = _listed(file, engine, column or [], encoding, dates, yes or dry_run, there)
    if ratings is not None and found.players:
        looked_up(found, engine, ratings, kind)
    if dry_run:
        for player in found.players:
            say("  ".join(f"{heading}: {value}" for heading, value in player.items()))
        say(f"{_people(len(found.players))} would be added. Nothing was written.")
        return
    if not found.players:
        say("Nobody is new: nothing was written.")
        return
    append(backend, sheet, found.players)
    say(f"{_people(len(found.players))} added to {sheet.titles['Players']}. Next: {to_copy('sync', book)}")


def site(
    book: Book,
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="A folder for the website; made where it is missing.")],
) -> None:
    """Write the event as a website: a folder of files for any host, which opens from the disk as well."""
    from sync.running.sites import site_of
    from sync.site.folder import NotASite

    try:
        done = site_of(book, folder)
    except NotASite as wrong:
        raise wrong_use(f"{wrong}.") from wrong
    except OSError as trouble:
        say(f"{folder}: {trouble.strerror}. The website stands as it was.", err=True)
        raise typer.Exit(UNREACHABLE) from trouble
    changed = f"{done.written} {'file' if done.written == 1 else 'files'} written, {done.same} as they were"
    say(f"{changed}{f', {done.gone} gone' if done.gone else ''}. Open {folder / 'index.html'}")


def _people(count: int) -> str:
    return f"{count} player{'' if count == 1 else 's'}"


def _listed(
    file: Path, engine: Engine, columns: list[str], encoding: str, dates: str, yes: bool, there: tuple[str, ...] = ()
) -> Arrived:
    """The players of a file; says what was read. Ends the command on a doubt, or on a warning nobody accepted."""
    from sync.arriving.files import NotAList
    from sync.running.adding import WrongWord, asked_for, players_in

    data = bytes_of(file)
    try:
        found = players_in(data, engine, asked_for(columns, dates), encoding, there)
    except WrongWord as wrong:
        raise wrong_use(str(wrong)) from wrong
    except NotAList as wrong:
        raise wrong_use(f"{file}: {wrong}.") from wrong
    say(f"{file}: {'; '.join(found.said)}.")
    for line in found.warnings:
        say(f"Look at this: {line}.")
    if found.doubts:
        raise wrong_use("Not sure, so nothing was written: " + "; ".join(dict.fromkeys(found.doubts)) + ".")
    if found.warnings and not yes:
        raise wrong_use("Nothing was written. If that is right, say it again with --yes.")
    return found


def _took_over(backend: Backend, engine: Engine, carried: Carried, fresh: bool) -> str:
    """How many players and settings stand in the book now that were to be taken over."""
    from sync.running.service import taken_over

    if not fresh:
        return " Nobody was taken over: that is done for a new book alone."
    players, settings = taken_over(backend, engine, carried)
    counts = [f"{players} player{'' if players == 1 else 's'}"]
    if carried.settings is not None:
        counts.append(f"{settings} setting{'' if settings == 1 else 's'}")
    return f" {' and '.join(counts)} {'was' if players == 1 and len(counts) == 1 else 'were'} taken over."


def export(
    book: Book,
    out: Annotated[Path, typer.Argument(metavar="OUT", help="A folder for CSV files; a file for everything else.")],
    as_: Annotated[
        str,
        typer.Option(
            "--as",
            help="csv, csv-plain, json, sqlite, pgn, html, trf, archive, or a list of players for swiss-manager, vega "
            "or chess-results. Blank: as the suffix of OUT says.",
        ),
    ] = "",
) -> None:
    """Take tables, games, a report file or an archive of everything out of a book."""
    from sync.backends.books import open_book
    from sync.making.export import BadName, kind_of, refuse_a_book
    from sync.running.service import exported

    refuse_a_book(out)
    try:
        written = exported(open_book(book), book, out, kind_of(out, as_), clock(None))
    except BadName as wrong:
        raise wrong_use(str(wrong)) from wrong
    except LookupError as missing:
        raise wrong_use(str(missing.args[0])) from missing
    except OSError as trouble:
        say(f"{out}: {trouble.strerror}", err=True)
        raise typer.Exit(UNREACHABLE) from trouble
    for path in written:
        say(str(path))
