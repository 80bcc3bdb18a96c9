"""What `new --with-rounds` and `--set` say and do."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from sync.cli.frame import bytes_of, say, wrong_use

if TYPE_CHECKING:
    from rules.model import Engine
    from sync.backends.base import Backend
    from sync.running.moving import Moving


def settings_given(texts: list[str], engine: Engine) -> dict[str, str]:
    """The settings said with `--set`, by name. Ends the command where there is no such setting or value."""
    from sync.running.moving import CannotMove, settings_said

    try:
        return settings_said(texts, engine)
    except CannotMove as wrong:
        raise wrong_use(f"{wrong}.") from wrong


@dataclass(frozen=True)
class Options:
    """What was said of how a file is to be read."""

    columns: list[str]
    encoding: str
    dates: str
    yes: bool


def moving_in(file: Path | None, engine: Engine, given: dict[str, str], options: Options) -> Moving:
    """The event under way of a file; says what was read and what is lost. Ends the command where it cannot be kept."""
    from sync.running.moving import CannotMove, asked_of_games, moving_from

    if file is None:
        raise wrong_use("--with-rounds: say of which file, with --trf FILE or --players FILE")
    try:
        asked = asked_of_games(options.columns, options.dates)
        moving = moving_from(bytes_of(file), file.name, engine, given, datetime.now(UTC), asked, options.encoding)
    except CannotMove as wrong:
        lines = "\n".join(f"- {line}" for line in wrong.lines)
        raise wrong_use(f"{file} cannot be taken over with its rounds, so nothing was written:\n{lines}") from wrong
    say(f"{file}: {'; '.join(moving.said)}.")
    for line in moving.lost:
        say(f"Not kept: {line}.")
    for line in moving.ask:
        say(f"Look at this: {line}.")
    if moving.ask and not options.yes:
        raise wrong_use("Nothing was written. If that is right, say it again with --yes.")
    return moving


def put_in(backend: Backend, engine: Engine, moving: Moving, book: str) -> None:
    """Record the rounds in a book just made. Ends the command where the book holds something else."""
    from sync.running.moving import may_be_put_into, record

    if not may_be_put_into(backend, engine, moving.carried):
        raise wrong_use(f"{book} was there already with other players or rounds of its own: no round was taken over.")
    record(backend, moving.facts, datetime.now(UTC))
