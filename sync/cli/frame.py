"""What every command stands on: exit codes, the time to pretend, names of books and formats, lines to copy."""

from __future__ import annotations

import contextlib
import re
import shlex
import shutil
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer

DONE, NEEDS_TD, WRONG_USE, UNREACHABLE, REFUSED, FAULT = 0, 1, 2, 3, 4, 5
FIRST_YEAR, LAST_YEAR = 1950, 2199  # of a time to pretend
INTERRUPTED = 130  # as a shell says it
Book = Annotated[
    str, typer.Argument(metavar="BOOK", help="A path ending .xlsx or .xlsm, or the link or id of a Google spreadsheet.")
]


def say(text: str, err: bool = False) -> None:
    """A line on the console. What the console cannot print, or would obey, is shown as an escape."""
    stream = sys.stderr if err else sys.stdout
    shown = "".join(c if c.isprintable() or c in "\n\t" or ord(c) > 0x9F else f"\\x{ord(c):02x}" for c in text)
    encoding = getattr(stream, "encoding", None) or "utf-8"
    stream.write(shown.encode(encoding, "backslashreplace").decode(encoding) + "\n")
    stream.flush()


def wrong_use(text: str) -> typer.Exit:
    """A plain line for what was typed wrongly, and the end of the command to raise."""
    say(text, err=True)
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
    """The time to pretend; without a zone of its own it is meant in the book's. Ends the command where it is none."""
    if at is None:
        return lambda: datetime.now(UTC)
    try:
        moment = datetime.fromisoformat(at)
    except ValueError as wrong:
        raise wrong_use(f'--at {at}: not a time such as "2026-11-30 18:00" or 2026-11-30T18:00+01:00') from wrong
    if not FIRST_YEAR <= moment.year <= LAST_YEAR:
        raise wrong_use(f"--at {at}: pick a time in the years {FIRST_YEAR} to {LAST_YEAR}")
    if moment.tzinfo is None:
        if not book:
            return lambda: moment.replace(tzinfo=UTC)
        from sync.running.service import zone_of

        moment = moment.replace(tzinfo=zone_of(book))
    return lambda: moment


def time_of_day(text: str) -> str:
    """A time of day such as 18:00. Ends the command where it is none."""
    found = re.fullmatch(r"([01]?[0-9]|2[0-3]):([0-5][0-9])", text.strip())
    if found is None:
        raise wrong_use(f"--daily {text}: not a time of day such as 18:00")
    return f"{int(found[1]):02d}:{found[2]}"


def books_of(books: list[str]) -> list[str]:
    """The books meant: those named, and those of the lists (`@FILE`). Ends the command where a list cannot be read."""
    names: list[str] = []
    for book in books:
        if book == "@":
            raise wrong_use("@ names no list of books: write @FILE")
        if book.startswith("@"):
            lines = text_file(Path(book[1:])).splitlines()
            names += [line.strip() for line in lines if line.strip() and not line.lstrip().startswith("#")]
        else:
            names.append(book)
    return names


def text_file(path: Path) -> str:
    """The text of a file somebody named. Ends the command where it cannot be read."""
    from sync.backends.textfiles import LONGEST, NotText, text_of

    try:
        return text_of(bytes_of(path, LONGEST))
    except NotText as wrong:
        raise wrong_use(f"{path}: {wrong}") from wrong


def bytes_of(path: Path, most: int = 50_000_000) -> bytes:
    """The bytes of a file somebody named. Ends the command where it cannot be read."""
    try:
        if not path.is_file():
            raise wrong_use(f"{path}: {'is a folder' if path.is_dir() else 'there is no such file'}")
        with path.open("rb") as file:
            data = file.read(most + 1)
    except (OSError, ValueError) as trouble:
        raise wrong_use(f"{path}: {getattr(trouble, 'strerror', None) or 'no name of a file'}") from trouble
    if len(data) > most:
        raise wrong_use(f"{path}: longer than {most // 1_000_000} MB, so it is not read")
    return data
