"""What takes an event elsewhere: results by round, SQLite, and lists of players as other programs read them."""

from __future__ import annotations

import csv
import io
import json
import sqlite3
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rules.model import Engine
from sync.grid import Cell, Grid
from sync.making.export import harmless, journal_lines, public_tables, title_of
from sync.reading.decode import TypedRow
from sync.reading.gather import read_sheet

if TYPE_CHECKING:
    import pandas as pd

BY_ROUND = "Results by round"
SIGNS = {
    "1-0": ("1", "0"), "0-1": ("0", "1"), "1/2-1/2": ("½", "½"),
    "1-0F": ("+", "-"), "0-1F": ("-", "+"), "0-0F": ("-", "-"), "Null": ("", ""),
}  # fmt: skip
"""What a result is for White and for Black, as cross-tables write it."""
OUT = frozenset({"withdrawn", "disqualified"})


def all_tables(grid: Grid, engine: Engine) -> dict[str, pd.DataFrame]:
    """Every public table of a book by name, and the results by round. Raises ExtraMissing."""
    tables = public_tables(grid, engine)
    by_round = results_by_round(tables)
    return tables if by_round is None else {**tables, BY_ROUND: by_round}


def results_by_round(tables: Mapping[str, pd.DataFrame]) -> pd.DataFrame | None:
    """A line for each player, a column for each round: `12w1` is a win with White against No 12.

    None before the first round.
    """
    import pandas as pd

    pairings = tables.get("Pairings")
    if pairings is None or pairings.empty:
        return None
    games = [tuple(map(str, row)) for row in pairings[["Round", "White", "Black", "Outcome"]].fillna("").to_numpy()]
    rounds = list(dict.fromkeys(round_ for round_, *_ in games))
    numbers = {name: number for number, name in enumerate(_in_order(tables, games), start=1)}
    cells: dict[tuple[str, str], list[str]] = {}
    for round_, white, black, outcome in games:
        for own, other, colour, side in ((white, black, "w", 0), (black, white, "b", 1)):
            if own not in numbers:
                continue
            score = SIGNS.get(outcome, ("", ""))[side] if outcome in SIGNS else f" {outcome}" if outcome else ""
            said = f"{numbers[other]}{colour}{score}" if other in numbers else other.strip("()") or "bye"
            cells.setdefault((own, round_), []).append(said)
    lines = [
        [number, name, *("; ".join(cells.get((name, round_), ())) or None for round_ in rounds)]
        for name, number in numbers.items()
    ]
    return pd.DataFrame(lines, columns=["No", "Player", *rounds], dtype=object)


def _in_order(tables: Mapping[str, pd.DataFrame], games: Sequence[tuple[str, ...]]) -> list[str]:
    """The players who were paired, as the format's first tables list them."""
    playing = dict.fromkeys(
        name for _, white, black, _ in games for name in (white, black) if name and not name.startswith("(")
    )
    listed = [str(name) for table in tables.values() if "Player" in table for name in table["Player"].dropna()]
    return [name for name in dict.fromkeys([*listed, *playing]) if name in playing]


# --- SQLite -----------------------------------------------------------------------------------------------------------


_TOLD = ("no", "when", "event", "subject")  # of a line of the Journal


def write_sqlite(grid: Grid, engine: Engine, out: Path, now: datetime) -> Path:
    """One table a tab, headings as columns, and `Journal` (a line a fact, details as JSON) and `About`.

    A file that is there already is replaced once the new one is whole.
    """
    sheet, journal, _ = read_sheet(grid, engine.sheet)
    out.parent.mkdir(parents=True, exist_ok=True)
    fresh = out.with_name(f".{out.name}.new")
    fresh.unlink(missing_ok=True)
    database = sqlite3.connect(fresh)
    try:
        with database:
            for name, table in all_tables(grid, engine).items():
                headings = _apart([str(heading) for heading in table.columns])
                _make(database, name, headings, [[_stored(cell) for cell in row] for row in table.to_numpy()])
            lines = [json.loads(line) for line in journal_lines(journal).splitlines() if line]
            record = [
                [x["no"], x["when"], x["event"], x["subject"], json.dumps(x["detail"], ensure_ascii=False)]
                for x in lines
            ]
            _make(database, "Journal", [*_TOLD, "detail"], record)
            about = [
                ["format", engine.sheet.name], ["event", title_of(sheet, engine)], ["zone", str(sheet.zone)],
                ["written", now.isoformat(timespec="seconds")], ["schema", "1"],
            ]  # fmt: skip
            _make(database, "About", ["what", "value"], about)
        database.close()
        fresh.replace(out)
    finally:
        database.close()
        fresh.unlink(missing_ok=True)
    return out


def _make(database: sqlite3.Connection, name: str, columns: Sequence[str], rows: Sequence[Sequence[Any]]) -> None:
    named = ", ".join(_quoted(column) for column in columns)
    database.execute(f"CREATE TABLE {_quoted(name)} ({named})")
    marks = ", ".join("?" * len(columns))
    database.executemany(f"INSERT INTO {_quoted(name)} VALUES ({marks})", rows)


def _quoted(name: str) -> str:
    plain = name.replace('"', '""').replace("\x00", "")
    return f'"{plain}"'


def _apart(headings: Sequence[str]) -> list[str]:
    """Headings that SQLite can tell apart: it knows no capitals, and no column may lack a name."""
    taken: set[str] = set()
    found = []
    for number, heading in enumerate(headings, start=1):
        name = heading or f"column {number}"
        while name.casefold() in taken:
            name += " "
        taken.add(name.casefold())
        found.append(name)
    return found


def _stored(cell: Any) -> Any:
    """Numbers and texts as they are; moments as ISO texts, as SQLite's own functions take them."""
    if isinstance(cell, datetime):
        return cell.isoformat(sep=" ", timespec="seconds")
    return None if cell is None or cell != cell else cell


# --- lists of players for other programs ------------------------------------------------------------------------------


def player_list(grid: Grid, engine: Engine, program: str) -> str:
    """Those who play, in the columns that a program reads. It holds what Players holds, years of birth among it."""
    sheet, _, _ = read_sheet(grid, engine.sheet)
    rows = [
        row for row in sheet.rows.get("Players", ())
        if row.text("Player") and row.text("Status").casefold() not in OUT
    ]  # fmt: skip
    headings, line, sign = PROGRAMS[program]
    out = io.StringIO()
    writer = csv.writer(out, delimiter=sign, lineterminator="\r\n")
    writer.writerow(headings)
    writer.writerows([harmless(cell) for cell in line(number, row)] for number, row in enumerate(rows, start=1))
    return out.getvalue()


def _swiss_manager(number: int, row: TypedRow) -> list[Cell]:
    """Seen in the lists of two other exporters: a man has no letter, what is missing is 0."""
    sex = "f" if row.text("Sex").casefold() in ("w", "f") else ""
    born = row.text("Born")
    return [
        number, row.text("Player"), sex, row.text("Federation"), row.text("Title"), born.replace("-", "/"),
        row.text("Local rating") or "0", row.text("FIDE id") or "0", row.text("Rating") or "0",
    ]  # fmt: skip


def _vega(number: int, row: TypedRow) -> list[Cell]:
    """Names of at most thirty letters without a comma, days as dd.mm.yyyy."""
    del number
    parts = row.text("Born").replace("-", "/").split("/")
    year, month, day = (*parts, "00", "00")[:3] if parts[0] else ("00", "00", "00")
    born = f"{day:0>2}.{month:0>2}.{year}"
    sex = "f" if row.text("Sex").casefold() in ("w", "f") else "m"
    return [
        row.text("Player").replace(",", "")[:30], row.text("Federation"), born, sex, row.text("Title"),
        row.text("FIDE id") or "0", row.text("Rating") or "0", "0", row.text("Local rating") or "0", "20",
    ]  # fmt: skip


def _chess_results(number: int, row: TypedRow) -> list[Cell]:
    """The columns of the starting list that its page offers for Excel."""
    return [
        number, row.text("Title"), row.text("Player"), row.text("FIDE id"), row.text("Federation"), row.text("Rating"),
        row.text("Sex"), row.text("Born")[:4],
    ]  # fmt: skip


Line = Callable[[int, TypedRow], "list[Cell]"]
PROGRAMS: Mapping[str, tuple[tuple[str, ...], Line, str]] = {
    "swiss-manager": (
        ("ID_No", "Name", "Sex", "Fed", "Title", "Birthday", "Rtg_Nat", "Fide_No", "Rtg_Int"), _swiss_manager, ";",
    ),
    "vega": (
        ("NAME", "COUNTRY", "BIRTHDAY", "GENDER", "TITLE", "IDFIDE", "ELOFIDE", "IDNAT", "ELONAT", "KCOEFF"),
        _vega, ";",
    ),
    "chess-results": (
        ("No.", "Title", "Name", "FideID", "FED", "Rtg", "sex", "Birthday"), _chess_results, ";",
    ),
}  # fmt: skip
