"""Players of a list into a book: read, compared with the players in it, written below them in one step."""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable, Mapping, Sequence

from rules.model import Engine
from sync.arriving.files import NotAList, read_file
from sync.arriving.headings import FIELDS, plain
from sync.arriving.people import Arrived, Asked, arrive
from sync.backends.base import Backend
from sync.grid import Cell
from sync.plan import AppendRows, Plan
from sync.reading.decode import Sheet
from sync.reading.gather import read_sheet
from sync.running.once import engine_for
from sync.running.service import players_of_report
from sync.schema import workbook

DATES = ("day first", "month first")


class WrongWord(ValueError):
    """An option says something that there is not; the message says what there is."""


def asked_for(columns: Sequence[str], dates: str, fields: Sequence[str] = FIELDS) -> Asked:
    """What `--column HEADING=FIELD` and `--dates` say. Raises WrongWord."""
    found: dict[str, str] = {}
    for text in columns:
        heading, sign, meant = text.rpartition("=")
        meant = " ".join(meant.split()).casefold()
        known = {field.casefold(): field for field in fields} | {"-": "-"}
        if not sign or not heading.strip() or meant not in known:
            raise WrongWord(
                f"--column “{text}”: write HEADING=FIELD, with a field out of {', '.join(fields)}, or - for none"
            )
        found[heading.strip() if heading.strip().isdigit() else plain(heading)] = known[meant]
    dates = " ".join(dates.split()).casefold()
    if dates and dates not in DATES:
        raise WrongWord(f"--dates “{dates}”: write {' or '.join(f'“{d}”' for d in DATES)}")
    return Asked(found, dates)


def looks_like_report(data: bytes) -> bool:
    """Whether a file is a report file (TRF), by how its lines begin."""
    begins = re.match(rb"(?:\xef\xbb\xbf)?(?:0[0-9]2 |001 |X[XC]R |###)", data)
    return begins is not None and re.search(rb"^001 ", data, re.MULTILINE) is not None


def players_in(data: bytes, engine: Engine, asked: Asked, encoding: str, there: Sequence[str] = ()) -> Arrived:
    """The players of a file for a format. Raises NotAList for a file that is no list."""
    known = frozenset(c.heading for tab in workbook(engine.sheet) if tab.name == "Players" for c in tab.columns)
    if looks_like_report(data):
        try:
            rows = players_of_report(data, engine)
        except ValueError as wrong:
            raise NotAList(str(wrong)) from wrong
        return _of_report(rows, there)
    return arrive(read_file(data, encoding), known, there, asked)


def _of_report(rows: Sequence[Mapping[str, Cell]], there: Sequence[str]) -> Arrived:
    fresh = [row for row in rows if str(row["Player"]) not in set(there)]
    said = ["a report file (TRF)"]
    if len(fresh) < len(rows):
        said.append(f"in the book already, and left as they are: {len(rows) - len(fresh)}")
    players = [{k: v for k, v in row.items() if isinstance(v, str | int)} for row in fresh]
    return Arrived(players, said)


def read_book(backend: Backend) -> tuple[Engine, Sheet, tuple[str, ...]]:
    """The format of a book, its sheet, and who stands in Players. Raises what the backend raises, and NotABook."""
    grid = backend.read()
    engine = engine_for(grid)
    sheet, _, _ = read_sheet(grid, engine.sheet)
    return engine, sheet, tuple(row.text("Player") for row in sheet.rows.get("Players", ()) if row.text("Player"))


def append(
    backend: Backend,
    sheet: Sheet,
    players: Sequence[Mapping[str, Cell]],
    token: Callable[[], str] = lambda: secrets.token_hex(6),
) -> None:
    """Write the players below those in the book, all or none. Raises what the backend raises at a write."""
    tab = sheet.tabs["Players"]
    headings = [str(cell or "").strip() for cell in (tab.rows[0] if tab.rows else ())]
    rows = tuple(tuple(player.get(heading) for heading in headings) for player in players)
    places = {name: found.key for name, found in sheet.tabs.items()}
    backend.write(Plan(token(), sheet.grid.revision, (AppendRows("Players", rows),), places))
