"""`ratings`, and `--ratings` of the commands that take players over: a rating list looked up."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sync.cli.frame import Book, say, to_copy, wrong_use

if TYPE_CHECKING:
    from rules.model import Engine
    from sync.arriving.people import Arrived
    from sync.running.rating import Filling

MOST_SHOWN = 40
Kind = Annotated[str, typer.Option("--kind", help="Which rating of the list: standard, rapid, blitz or national.")]


def ratings(
    book: Book,
    file: Annotated[
        Path, typer.Argument(metavar="LIST", help="FIDE's list (TXT, XML, zipped or not), or one with headings (CSV).")
    ],
    kind: Kind = "standard",
    column: Annotated[
        list[str] | None,
        typer.Option("--column", metavar="HEADING=FIELD", help="What a column of the list holds; - for one to leave."),
    ] = None,
    encoding: Annotated[str, typer.Option("--encoding", help="The encoding of the list, such as cp1250.")] = "",
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Show what would be filled and write nothing.")] = False,
) -> None:
    """Fill blank ratings, titles, federations, years of birth and FIDE ids of Players from a rating list. What
    somebody typed stays."""
    from sync.arriving.files import NotAList
    from sync.backends.books import open_book
    from sync.running.adding import WrongWord, asked_for, read_book
    from sync.running.rating import fill, filling_of, kind_named

    backend = open_book(book)
    _, sheet, there = read_book(backend)
    if not there:
        raise wrong_use(f"Nobody stands in Players yet. First: {to_copy('add', book, 'FILE')}")
    try:
        found = filling_of(sheet, file, kind_named(kind), encoding, asked_for(column or [], "").columns)
    except WrongWord as wrong:
        raise wrong_use(str(wrong)) from wrong
    except NotAList as wrong:
        raise wrong_use(f"{file}: {wrong}.") from wrong
    tell(file, found)
    if not found.cells:
        say("Nothing is blank that the list could fill: nothing was written.")
    elif dry_run:
        say(f"{_cells(len(found.cells))} would be filled. Nothing was written.")
    else:
        fill(backend, sheet, found.cells)
        say(f"{_cells(len(found.cells))} of {sheet.titles['Players']} filled; type over what is wrong.")


def looked_up(arrived: Arrived, engine: Engine, file: Path, kind: str) -> None:
    """Fill what is blank in players about to be taken over; says what was filled. Ends the command on a bad list."""
    from sync.arriving.files import NotAList
    from sync.running.adding import WrongWord
    from sync.running.rating import headings_of_players, kind_named, with_ratings

    try:
        found = with_ratings(arrived, headings_of_players(engine.sheet), file, kind_named(kind), "", {})
    except WrongWord as wrong:
        raise wrong_use(str(wrong)) from wrong
    except NotAList as wrong:
        raise wrong_use(f"{file}: {wrong}.") from wrong
    tell(file, found)


def tell(file: Path, found: Filling) -> None:
    """What the list is, what it fills, what differs, who is not found."""
    say(f"{file}: {found.said}.")
    for head, lines in (("Filled", found.shown), ("Left", found.differs), ("Not found", found.missing)):
        for line in lines[:MOST_SHOWN]:
            say(f"{head}: {line}")
        if len(lines) > MOST_SHOWN:
            say(f"{head}: and {len(lines) - MOST_SHOWN} more")


def _cells(count: int) -> str:
    return f"{count} cell{'' if count == 1 else 's'}"
