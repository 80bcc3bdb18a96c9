"""An event that began elsewhere, put into a new book: players, rounds as facts, and the list of what is lost."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from zoneinfo import ZoneInfo

from rules.model import Engine, Person, Recorded, Value
from rules.parts.trf import TrfError
from sync.arriving.files import NotAList
from sync.arriving.games import FIELDS, games_in
from sync.arriving.people import Asked
from sync.backends.base import Backend
from sync.grid import Cell
from sync.kinds import Misread, cell_text, clean, read_cell, zone_named
from sync.making.create import Carried
from sync.reading.gather import read_sheet
from sync.running.adding import WrongWord, asked_for, looks_like_report
from sync.running.once import run_pass
from sync.schema import settings_of

NOTHING_ASKED = Asked()


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


def asked_of_games(columns: Sequence[str], dates: str) -> Asked:
    """What `--column HEADING=FIELD` and `--dates` say of a table of games. Raises CannotMove."""
    return _asked(columns, dates, FIELDS)


def _asked(columns: Sequence[str], dates: str, fields: Sequence[str]) -> Asked:
    try:
        return asked_for(columns, dates, fields)
    except WrongWord as wrong:
        raise CannotMove([str(wrong)]) from wrong


def moving_from(
    data: bytes,
    source: str,
    engine: Engine,
    given: Mapping[str, str],
    now: datetime,
    asked: Asked = NOTHING_ASKED,
    encoding: str = "",
) -> Moving:
    """An event under way out of a file. Raises CannotMove with every line that stands in the way."""
    if engine.sheet.name == "swiss":
        return _swiss(data, source, given, now)
    if engine.sheet.name == "ladder":
        return _ladder(data, source, engine, given, now, asked, encoding)
    raise CannotMove(
        [f"{engine.sheet.title} cannot be taken over with its rounds: more was drawn and decided than a table says"]
    )


def _ladder(
    data: bytes, source: str, engine: Engine, given: Mapping[str, str], now: datetime, asked: Asked, encoding: str
) -> Moving:
    from rules.ladder.taking_over import take_over as take_over_ladder

    if looks_like_report(data):
        raise CannotMove(["this is a report file of a Swiss; a ladder moves in from a table of its games"])
    try:
        found = games_in(data, source, engine.sheet, asked, encoding, _zone_of(given))
    except NotAList as wrong:
        raise CannotMove([str(wrong)]) from wrong
    if found.wrong:
        raise CannotMove(found.wrong)
    people = [
        Person(str(row["Player"]), {h: v if isinstance(v, str) else Fraction(v) for h, v in row.items()})
        for row in found.players
    ]
    facts = take_over_ladder(found.games, people, source, now)
    rounds = str(max(5, found.rounds + 1))
    settings: dict[tuple[str, str], Cell] = {("Rounds", ""): rounds, ("Before the Final", ""): "ask"}
    settings |= {(name, ""): value for name, value in given.items()}
    played = sum(game.score is not None for game in found.games)
    said = (*found.said, f"{len(found.players)} players, {found.rounds} rounds, {played} games with a result")
    lost = ["the order of the Ladder in between: it is worked out again from the first one, by rating, and the results"]
    still = sum(game.score is None and bool(game.black) for game in found.games)
    if still:
        lost.append(f"the deadlines of {still} games without a result: type them into Games, Deadline")
    if "Rounds" not in given:
        lost.append(
            f"after how many rounds the Final comes: Rounds is {rounds}, and then you are asked; "
            'say another number with --set "Rounds=80"'
        )
    return Moving(Carried(tuple(found.players), settings), tuple(facts), said, tuple(lost), tuple(found.warnings))


def _zone_of(given: Mapping[str, str]) -> ZoneInfo:
    return zone_named(given.get("Time zone", "")) or ZoneInfo("UTC")


def _swiss(data: bytes, source: str, given: Mapping[str, str], now: datetime) -> Moving:
    from rules.swiss.taking_over import CannotTakeOver, take_over

    if not looks_like_report(data):
        raise CannotMove(["this is no report file (TRF), from which a Swiss moves in; pairing programs write one"])
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
