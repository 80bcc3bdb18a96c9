"""What every command stands on: exit codes, the time to pretend, names of books and formats, lines to copy."""

from __future__ import annotations

import contextlib
import shlex
import shutil
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer

DONE, NEEDS_TD, WRONG_USE, UNREACHABLE, REFUSED = 0, 1, 2, 3, 4
Book = Annotated[
    str, typer.Argument(metavar="BOOK", help="A path ending .xlsx, or the link or id of a Google spreadsheet.")
]


def wrong_use(text: str) -> typer.Exit:
    typer.echo(text, err=True)
    return typer.Exit(WRONG_USE)


def call() -> str:
    """How this program was called, for a line to copy: `pairsheet` where that would find it."""
    typed = Path(sys.argv[0])
    if typed.stem != "pairsheet" or shutil.which("pairsheet"):
        return "pairsheet"
    with contextlib.suppress(ValueError):
        return str(typed.absolute().relative_to(Path.cwd()))
    return str(typed)


def to_copy(*words: str) -> str:
    """A command to copy and paste."""
    return " ".join([call(), *(shlex.quote(w) for w in words)])


def format_named(name: str) -> str:
    """The format meant. Ends the command where there is none of this name."""
    from difflib import get_close_matches

    from rules.registry import formats

    if name.casefold() in formats():
        return name.casefold()
    near = get_close_matches(name.casefold(), formats(), 1)
    meant = f" Did you mean {near[0]}?" if near else ""
    raise wrong_use(f"There is no format called {name}.{meant} There are: {', '.join(formats())}.")


def clock(at: str | None, book: str = "") -> Callable[[], datetime]:
    """The time to pretend; without a zone of its own it is meant in the book's."""
    if at is None:
        return lambda: datetime.now(UTC)
    try:
        moment = datetime.fromisoformat(at)
    except ValueError as wrong:
        raise wrong_use(f'--at {at}: not a time such as "2026-11-30 18:00" or 2026-11-30T18:00+01:00') from wrong
    if moment.tzinfo is None:
        from sync.running.service import zone_of

        moment = moment.replace(tzinfo=zone_of(book))
    return lambda: moment


def books_of(books: list[str]) -> list[str]:
    names: list[str] = []
    for book in books:
        if book.startswith("@"):
            try:
                lines = Path(book[1:]).read_text(encoding="utf-8").splitlines()
            except OSError as wrong:
                raise wrong_use(f"{book[1:]}: {wrong.strerror}") from wrong
            names += [line.strip() for line in lines if line.strip() and not line.lstrip().startswith("#")]
        else:
            names.append(book)
    return names
