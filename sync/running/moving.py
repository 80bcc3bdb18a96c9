"""An event that began elsewhere, put into a new book: players, rounds as facts, and the list of what is lost."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

from rules.model import Engine, Recorded, Value
from rules.parts.trf import TrfError
from sync.backends.base import Backend
from sync.grid import Cell
from sync.kinds import Misread, cell_text, clean, read_cell
from sync.making.create import Carried
from sync.reading.gather import read_sheet
from sync.running.once import run_pass
from sync.schema import settings_of


class CannotMove(ValueError):
    """What cannot be taken over, a line each."""

    def __init__(self, lines: Sequence[str]) -> None:
        self.lines = tuple(lines)
        super().__init__("; ".join(self.lines))


@dataclass(frozen=True)
class Moving:
    """What a new book begins with, and what is to be said: what was read, what is lost, what is to be accepted."""

    carried: Carried
    facts: tuple[Recorded, ...]
    said: tuple[str, ...]
    lost: tuple[str, ...]
    ask: tuple[str, ...]


def settings_said(texts: Sequence[str], engine: Engine) -> dict[str, str]:
    """What `--set NAME=VALUE` says, by the names of Settings. Raises CannotMove."""
    specs = {setting.name.casefold(): setting for setting in settings_of(engine.sheet)}
    found: dict[str, str] = {}
    for text in texts:
        name, sign, value = (part.strip() for part in text.partition("="))
        setting = specs.get(name.casefold())
        if not sign or setting is None:
            raise CannotMove([f"--set “{text}”: write NAME=VALUE with the name of a setting, such as Rounds=9"])
        read = read_cell(value, setting.kind, ZoneInfo("UTC"), setting.choices)
        if isinstance(read, Misread):
            raise CannotMove([f"--set “{text}”: write {read.expected}"])
        found[setting.name] = value
    return found


def moving_from(data: bytes, source: str, engine: Engine, given: Mapping[str, str], now: datetime) -> Moving:
    """An event under way out of a file. Raises CannotMove with every line that stands in the way."""
    if engine.sheet.name != "swiss":
        raise CannotMove([f"rounds of a report file belong to a Swiss, and this is {engine.sheet.title}"])
    from rules.swiss.taking_over import CannotTakeOver, take_over

    try:
        found = take_over(data, source, now, given)
    except TrfError as wrong:
        raise CannotMove([str(problem) for problem in wrong.problems]) from wrong
    except CannotTakeOver as wrong:
        raise CannotMove(wrong.lines) from wrong
    settings: dict[tuple[str, str], Cell] = {(name, ""): _cell(value) for name, value in found.settings.items()}
    rows = tuple({heading: _cell(value) for heading, value in row.items()} for row in found.players)
    return Moving(Carried(rows, settings, (), found.decisions), found.facts, found.said, found.told, found.ask)


def _cell(value: Value) -> Cell:
    return value if isinstance(value, str | int) else str(value)


def record(backend: Backend, facts: Sequence[Recorded], now: datetime) -> bool:
    """Write the facts of an event under way into a book just made. Whether they stand there comes back."""
    done = run_pass(backend, lambda: now, brought=tuple(facts))
    return bool(done.decided.facts)


def may_be_put_into(backend: Backend, engine: Engine, carried: Carried) -> bool:
    """Whether a book holds these players and nothing recorded: made just now, or when an earlier attempt broke off."""
    sheet, journal, _ = read_sheet(backend.read(), engine.sheet)
    there = {row.text("Player") for row in sheet.rows.get("Players", ())}
    return not journal.facts and there == {clean(cell_text(player.get("Player"))) for player in carried.players}
