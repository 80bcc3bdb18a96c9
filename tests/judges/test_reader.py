"""The reader of cells against a second one that was written from the pages alone: the same value, or both a message.

The cells follow from a seed. `PAIRSHEET_CAMPAIGN` multiplies their number; a cell that failed is shown with its seed.
"""

from __future__ import annotations

import os
import random
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from functools import cache
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from rules.model import How
from rules.registry import engine_of
from rules.sheet import Kind
from sync.chesssites.accounts import NoAccount, read_account
from sync.chesssites.model import Site
from sync.claims.reports import read_words
from sync.grid import Cell
from sync.kinds import Misread, Ways, read_cell, read_time
from sync.reading.results import Said, read_result
from sync.reading.stamps import DayAlone, StampColumn, read_stamp, stamp_column
from tests.judges.cells import cell_for
from tests.judges.cells.moments import slashed
from tests.judges.cells.words import listed_texts
from tests.judges.reader import BLANK, KINDS, Event, Message, read
from tests.judges.reader.ground import Refused, is_blank, is_error
from tests.judges.reader.page import DOCS
from tests.judges.reader.results import FORMATS, figures, phrases, result
from tests.judges.reader.stamps import stamps
from tests.judges.reader.texts import as_text

TIMES = int(os.environ.get("PAIRSHEET_CAMPAIGN", "1"))
PER_KIND = 250
SEED = os.environ.get("PAIRSHEET_SEED", "")
CODES = {kind.value: kind for kind in Kind}
EVENTS = [
    Event(zone=zone, file_zone=file_zone, dates=dates, end_of_day=end, choices=choices)
    for zone, file_zone in [
        ("Europe/Berlin", None),
        ("Europe/Berlin", "Asia/Tokyo"),
        ("America/New_York", "America/New_York"),
        ("Asia/Kolkata", None),
        ("America/Sao_Paulo", None),
    ]
    for dates in ("", "day first", "month first")
    for end in (False, True)
    for choices in (("no", "yes"), ("automatically", "go on"), ("Active", "Withdrawn"), ("", "1", "2"))
]


@dataclass(frozen=True)
class Heard:
    """What the reader says: a value, or the code of a message."""

    value: object = BLANK
    code: str = ""


def heard(kind: str, cell: Cell, event: Event) -> Heard:
    """What Pairsheet reads, in the terms of the judge."""
    if kind == "account":
        return account_heard(cell)
    zone, file_zone = ZoneInfo(event.zone), ZoneInfo(event.file_zone) if event.file_zone else None
    ratings = (event.ratings_from, event.ratings_to)
    value: Any
    if kind == "date and time":
        value = read_time(cell, Ways(zone, file_zone, event.dates), event.end_of_day)
    else:
        value = read_cell(cell, CODES[kind], zone, event.choices, ratings, event.dates)
    if isinstance(value, Misread):
        return Heard(None, value.code)
    return Heard(plain_value(kind, value))


def plain_value(kind: str, value: Any) -> object:
    """Values as the judge writes them."""
    if value is None or value == ():
        return BLANK
    if isinstance(value, datetime):
        return value.astimezone(UTC)
    if kind in ("game", "round"):
        found = re.fullmatch(r"(?:([A-Z]{1,4})-)?([RPF])([0-9]+)(?:-([0-9]{2,})(?:\.([0-9]+))?)?", value)
        assert found is not None, value
        board, game = found[4], found[5]
        return found[1] or "", found[2], int(found[3]), board and int(board), game and int(game)
    if kind == "weekday and time":
        day, _, time = value.partition(" ")
        return DAYS.index(day), *map(int, time.split(":"))
    return "UTC" if kind == "time zone" and value in ("Etc/UTC", "Etc/GMT") else value


DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")


SITES = {None: "", Site.CHESS_COM: "Chess.com", Site.LICHESS: "Lichess"}


def account_heard(cell: Cell) -> Heard:
    text = read_cell(cell, Kind.TEXT, ZoneInfo("UTC"))
    if not isinstance(text, str):
        return Heard(None, text.code) if isinstance(text, Misread) else Heard()
    found = read_account(text)
    if isinstance(found, NoAccount):
        return Heard(None, "username-unreadable")
    return Heard((SITES[found.site], found.name.casefold()))


def differ(kind: str, cell: Cell, event: Event) -> str:
    """How the two readers differ about a cell; blank where they agree."""
    ours, judged = heard(kind, cell, event), read(kind, cell, event)
    if isinstance(judged, Message):
        agree = bool(ours.code) and (not judged.codes or ours.code in judged.codes)
    else:
        agree = not ours.code and ours.value == judged and type(ours.value) is type(judged)
        if isinstance(judged, Fraction | int) and not isinstance(judged, bool):
            agree = not ours.code and ours.value == judged and not isinstance(ours.value, bool)
    return "" if agree else f"{kind}: {cell!r} in {event}: reader {ours}, judge {judged}"


@cache
def examples(kind: str) -> tuple[Cell, ...]:
    """The examples of a kind's tables, of what is read and of what is refused."""
    page = (DOCS / "what-is-read.md").read_text(encoding="utf-8")
    title = {"text": "Text and Result", "result": "Text and Result", "account": "Account (`Players` → `Username`)"}
    part = re.split(rf"^## {re.escape(title.get(kind, kind))}$", page, flags=re.MULTILINE | re.IGNORECASE)[1]
    part = part.split("\n## ")[0]
    return tuple(cell for found in re.findall(r"(the date )?`([^`\n]*)`", part) if (cell := typed(*found)) is not None)


def typed(date: str, text: str) -> Cell:
    """An example as the page writes it: text in quotation marks, anything else a cell of that sort; None for no example."""
    if text.startswith("“"):
        return text[1:-1]
    if date:
        return datetime.strptime(text, "%Y-%m-%d %H:%M")
    if text in ("TRUE", "FALSE"):
        return text == "TRUE"
    if re.fullmatch(r"-?[0-9]+", text):
        return int(text)
    return float(text) if re.fullmatch(r"-?[0-9]+\.[0-9]+", text) else None


def cells(kind: str, count: int) -> Iterator[tuple[Cell, Event]]:
    rng = random.Random(f"{kind} {SEED}")
    for _ in range(count):
        cell = cell_for(kind, rng, examples(kind))
        # Backends hand a float over only where it is not whole.
        yield int(cell) if isinstance(cell, float) and cell.is_integer() else cell, rng.choice(EVENTS)


@pytest.mark.parametrize("kind", KINDS)
def test_both_readers_say_the_same(kind: str) -> None:
    """The same value, or both a message, with the same code where the page names it."""
    differences = [found for cell, event in cells(kind, PER_KIND * TIMES) if (found := differ(kind, cell, event))]
    assert not differences, "\n".join(differences[:12])


@pytest.mark.parametrize("kind", KINDS)
def test_both_readers_know_the_examples_of_the_page(kind: str) -> None:
    """Every one, in a plain event."""
    assert [found for cell in examples(kind) if (found := differ(kind, cell, Event()))] == []


@dataclass(frozen=True)
class Typed:
    """A cell of results, whose it is, and in which format."""

    cell: Cell
    format: str
    director: bool


def results(count: int) -> Iterator[Typed]:
    rng = random.Random(f"results {SEED}")
    for _ in range(count):
        cell = cell_for("result of a format", rng)
        whole = int(cell) if isinstance(cell, float) and cell.is_integer() else cell
        yield Typed(whole, rng.choice(sorted(FORMATS)), rng.random() < 0.6)


def result_judged(typed: Typed) -> str | None:
    """The result by the page; None for a message, blank for a blank."""
    if is_blank(typed.cell):
        return ""
    if not isinstance(typed.cell, str | bool) or is_error(typed.cell):
        return None
    try:
        return result(as_text(typed.cell), typed.format, typed.director)
    except Refused:
        return None


def result_heard(typed: Typed) -> str | None:
    sheet = engine_of(typed.format).sheet
    said = read_result(typed.cell, sheet, typed.director)
    if not isinstance(said, Said):
        return "" if said is None else None
    if not typed.director:
        said = read_words(as_text(typed.cell), sheet)
        if said is None:
            return None
    # What a form says about a game without play waits: `tests/sync/test_forms.py` plays it out.
    return said.word if typed.director or said.how in (How.PLAYED, How.TIE_DECLARED) else None


def test_both_readers_take_the_same_results() -> None:
    """In every format, in the director's cell and in a form's answer."""
    different = [
        f"{typed}: reader {heard_!r}, judge {judged!r}"
        for typed in results(8 * PER_KIND * TIMES)
        if (heard_ := result_heard(typed)) != (judged := result_judged(typed))
    ]
    assert not different, "\n".join(different[:12])


def test_every_listed_phrase_and_sign_is_read_as_the_page_says() -> None:
    """As listed, in capitals, and with a full stop."""
    everybody, typed = figures()
    assert {len(table) > 3 for table in (everybody, typed, phrases())} == {True, False}
    for written in listed_texts():
        for form in (written, written.upper(), f" {written}. "):
            for format_ in sorted(FORMATS):
                for director in (False, True):
                    cell = Typed(form, format_, director)
                    assert result_heard(cell) == result_judged(cell), cell


UTC_HEADING = "Submit Date (UTC)"


def columns(count: int) -> Iterator[tuple[str, list[Cell], Event]]:
    """A heading and a column of stamps: mostly of one maker, some of them slashed, a few with slips."""
    rng = random.Random(f"stamps {SEED}")
    for _ in range(count):
        heading = UTC_HEADING if rng.random() < 0.2 else "Timestamp"
        one_form = rng.choice((slashed(rng, True), slashed(rng, False)))
        column: list[Cell] = [one_form(rng) for _ in range(rng.randrange(3))]
        column += [cell_for("date and time", rng) for _ in range(rng.randrange(3))]
        column = [cell.replace(microsecond=0) if isinstance(cell, datetime) else cell for cell in column]
        column += [slashed(rng, rng.random() < 0.5)(rng)]
        rng.shuffle(column)
        event = replace(rng.choice(EVENTS), end_of_day=True)
        if heading == UTC_HEADING:
            event = replace(event, zone="UTC", file_zone=None)
        yield heading, column, event


def stamp_heard(cell: Cell, column: StampColumn, event: Event) -> datetime | None:
    """The moment of a stamp, to the second; None for none, or where it is asked about."""
    file_zone = ZoneInfo(event.file_zone) if event.file_zone else None
    found = read_stamp(cell, column, ZoneInfo(event.zone), file_zone, event.dates)
    found = found.end if isinstance(found, DayAlone) else found
    if not isinstance(found, datetime):
        return None
    return (found.astimezone(UTC) + timedelta(microseconds=500_000)).replace(microsecond=0)


def test_both_readers_take_the_same_stamps() -> None:
    """Of whole columns, in which some stamps say how the others are meant."""
    different = []
    for heading, column, event in columns(3 * PER_KIND * TIMES):
        look = StampColumn(0, heading, True)
        known = stamp_column((heading,), [(cell,) for cell in column])
        ours = [stamp_heard(cell, known or look, event) for cell in column]
        judged = [moment if isinstance(moment, datetime) else None for moment in stamps(column, event)]
        different += [f"{column} in {event}: reader {ours}, judge {judged}"] if ours != judged else []
    assert not different, "\n".join(different[:8])
