"""Commands that look and write nothing: problems, the set-up, explanations."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from sync.cli.frame import DONE, NEEDS_TD, UNREACHABLE, Book, bytes_of, clock, say, to_copy, wrong_use
from sync.cli.said import problem_lines


def check(
    book: Annotated[str, typer.Argument(metavar="[BOOK]", help="The book to look through.", show_default=False)] = "",
    trf: Annotated[Path | None, typer.Option(help="Pair every round of this report file again instead.")] = None,
) -> None:
    """Problems in the sheet, each with the address of its cell and what to type. Writes nothing."""
    if trf is not None:
        _check_report(trf)
    if not book:
        raise wrong_use("check needs a BOOK, or --trf FILE")
    from sync.running.service import pass_over

    done = pass_over(clock(None), dry=True)(book)
    lines = problem_lines(done)
    say("\n".join(lines) if lines else "No problems.")
    raise typer.Exit(NEEDS_TD if done.decided.needs else DONE)


def _check_report(path: Path) -> None:
    """Re-pair a report file; ends the command."""
    from rules.swiss.check import check_report

    found = check_report(bytes_of(path))
    say("\n".join(found.lines))
    raise typer.Exit(DONE if found.readable and found.agrees else NEEDS_TD)


def doctor(
    book: Annotated[
        str, typer.Argument(metavar="[BOOK]", help="Blank: from the very beginning.", show_default=False)
    ] = "",
    sign_in: Annotated[bool, typer.Option("--sign-in", help="Sign in with a browser, to try it at home.")] = False,
    mend: Annotated[
        bool, typer.Option("--mend", help="Open Pairsheet's own protected ranges to the worker first.")
    ] = False,
    worker: Annotated[
        str, typer.Option(metavar="ADDRESS", help="The account to let in. Blank: the one this machine signs in with.")
    ] = "",
) -> None:
    """Go through the set-up step by step, and say the one next step in plain words."""
    from sync.doctor.examine import examine

    if worker and not mend:
        raise wrong_use("--worker goes with --mend")

    if sign_in:
        from sync.backends.google_signin import sign_in_at_home

        say(str(sign_in_at_home()))
    if mend:
        from sync.doctor.mend import mend as let_in

        say(let_in(book, worker).line())
    found = examine(book)
    say("\n".join(found.lines()))
    raise typer.Exit(DONE if found.is_well else UNREACHABLE)


def explain(
    book: Book,
    what: Annotated[
        str, typer.Argument(metavar="WHAT", help="A game (R3-02), a player, a score (A>B), a round (R3) or a bye.")
    ],
    at: Annotated[str | None, typer.Option(help="As it stood at this time, in the book's zone.")] = None,
) -> None:
    """Why something is as it is, down to the clause of the rulebook."""
    from sync.running.explaining import Stopped, Unknown
    from sync.running.service import explained

    try:
        say(explained(book, what, clock(at, book), as_of=at is not None))
    except Stopped as stopped:
        say(f"The book is stopped, and nothing can be explained before that is mended: {to_copy('check', book)}")
        raise typer.Exit(NEEDS_TD) from stopped
    except Unknown as unknown:
        meant = f" Did you mean {' or '.join(unknown.near)}?" if unknown.near else ""
        raise wrong_use(
            f"Nothing is known of “{what}”.{meant} Name a game, a player, a round, or a score such as A>B."
        ) from unknown
