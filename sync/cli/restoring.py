"""The command that lists earlier versions of a workbook and puts one back."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from sync.cli.frame import Book, say, to_copy, wrong_use


def restore(
    book: Book,
    which: Annotated[
        str, typer.Argument(metavar="[WHICH]", help="Its number in the list, or the beginning of its time.")
    ] = "",
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Say what would be lost; change nothing.")] = False,
) -> None:
    """List the earlier versions of a workbook; with WHICH, say what going back loses, and put that version back."""
    from sync.backends.books import backups_kept, is_google
    from sync.making.restore import chosen, lost, put_back, versions

    if is_google(book):
        raise wrong_use("Google keeps the versions of a spreadsheet itself: open it, then File → Version history.")
    path = Path(book).expanduser().resolve()
    listed = versions(path)
    if not listed:
        raise wrong_use(f"There is no earlier version of {book}: none is kept before the first write.")
    if not which:
        say("\n".join([*(v.words for v in listed), f"To go back to one: {to_copy('restore', book, '1')}"]))
        return
    version = chosen(listed, which)
    if version is None:
        raise wrong_use(f"There is no version {which}. {to_copy('restore', book)} lists them.")
    gone = lost(path, version)
    head = "Would be lost:" if dry_run else "Not in that version:"
    say("\n".join([head, *(f"  {line}" for line in gone)]) if gone else "Nothing is lost.")
    if dry_run:
        return
    kept = put_back(path, version, backups_kept())
    say(f"{book} is the version until {version.backup.until:%Y-%m-%d %H:%M:%S} again.")
    if kept is not None:
        say(f"To undo that: {to_copy('restore', book, f'{kept:%Y-%m-%d %H:%M:%S}')}")
    if gone:
        say("The next pass will say that an older version came back, and what to type into Settings to go on from it.")
