"""The command line. Only this room prints or exits; each command is a few lines over a function anyone can call."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from sync.cli.frame import REFUSED, UNREACHABLE, WRONG_USE
from sync.cli.looking import check, doctor, explain
from sync.cli.making import demo, export, new
from sync.cli.passes import health, sync
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


for _command in (demo, new, sync, health, check, doctor, explain, export, simulate):  # in the order of the help
    app.command()(_command)
