"""The command line. Only this room prints or exits; each command is a few lines over a function anyone can call."""

from __future__ import annotations

import contextlib
import io
import os
import signal
import sys
from types import FrameType
from typing import Annotated, NoReturn

import typer

from sync.cli.fleet import fleet
from sync.cli.frame import FAULT, INTERRUPTED, REFUSED, UNREACHABLE, WRONG_USE, say, wrong_use
from sync.cli.looking import check, doctor, explain
from sync.cli.making import add, demo, export, new, site
from sync.cli.passes import health, sync
from sync.cli.rating import ratings
from sync.cli.restoring import restore
from sync.cli.simulating import simulate

app = typer.Typer(
    name="pairsheet",
    help="Run a serious tournament out of a spreadsheet you already know.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,  # plain help starts in half the time
)


def main() -> None:
    """The entry point. Exit codes: 0 done, 1 problems need the TD, 2 wrong use, 3 the book or a file could not be
    reached, 4 refused by a guard, 5 a fault of Pairsheet's own."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # a console that lacks a letter is no reason to stop
    before = signal.signal(signal.SIGINT, _interrupted)
    try:
        _run()
    finally:
        signal.signal(signal.SIGINT, before)


def _interrupted(number: int, frame: FrameType | None) -> NoReturn:
    del number, frame
    sys.exit(INTERRUPTED)


def _run() -> None:
    from sync.backends.base import BackendError, Refused, WrongUse

    try:
        app()
    except Refused as trouble:
        say(str(trouble), err=True)
        sys.exit(REFUSED)
    except WrongUse as trouble:
        say(str(trouble), err=True)
        sys.exit(WRONG_USE)
    except BackendError as trouble:
        say(str(trouble), err=True)
        sys.exit(UNREACHABLE)
    except OSError as trouble:
        from sync.running.faults import in_one_line

        say(in_one_line(trouble), err=True)
        sys.exit(UNREACHABLE)
    except Exception as fault:
        from sync.cli.passes import tell_fault
        from sync.running.faults import place_of

        say(f"A fault of Pairsheet ended this command: {place_of(fault)}.{tell_fault(fault)[0]}", err=True)
        sys.exit(FAULT)


def _say_version(asked: bool) -> None:
    if asked:
        from importlib.metadata import version

        say(f"pairsheet {version('pairsheet')}")
        raise typer.Exit


@app.callback()
def start(
    version: Annotated[
        bool, typer.Option("--version", help="Say which version this is.", is_eager=True, callback=_say_version)
    ] = False,
    log: Annotated[
        str, typer.Option("--log", help="A line a pass into this file (or PAIRSHEET_LOG; - is the console).")
    ] = "",
    debug: Annotated[
        bool, typer.Option("--debug", help="Say more, with whole tracebacks; they may quote the sheet.")
    ] = False,
) -> None:
    """Run a serious tournament out of a spreadsheet you already know."""
    del version  # said by its callback
    from sync.pairing_systems import enable
    from sync.running.collecting import seldom

    seldom()
    enable()  # known by name; their library is imported when a book asks for one
    with contextlib.suppress(KeyError):
        log = log or os.environ["PAIRSHEET_LOG"]
    debug = debug or os.environ.get("PAIRSHEET_DEBUG") == "yes"
    from sync.running.logs import set_up

    try:
        set_up(log, debug)
    except (OSError, ValueError) as wrong:
        said = getattr(wrong, "strerror", None) or "no name of a file"
        raise wrong_use(f"--log {log}: {said}") from wrong


for _command in (
    demo,
    new,
    add,
    ratings,
    sync,
    health,
    check,
    doctor,
    explain,
    export,
    site,
    restore,
    simulate,
):  # in the order of the help
    app.command()(_command)
app.add_typer(fleet)
