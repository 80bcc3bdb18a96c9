"""What can be taken out of a book: the public tables as CSV or JSON, verified games as PGN, an archive of it all.

Only tabs that players may see are exported; notes, form answers and messages to the director are not.
"""

from __future__ import annotations

import html
import json
import unicodedata
import zipfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rules.model import Engine
from rules.parts.ids import ref
from sync.backends.base import Refused
from sync.chesssites.evidence import PgnEntry, pgn_text
from sync.chesssites.links import public_links
from sync.claims.submissions import accepted_before
from sync.grid import Cell, Grid, is_blank_row
from sync.journal import Journal
from sync.kinds import cell_text
from sync.making.extras import need
from sync.reading.decode import Sheet, columns_of
from sync.reading.gather import read_sheet

if TYPE_CHECKING:
    import pandas as pd

FORMULA_STARTS = "=+-@\t\r\n"


SUFFIXES = {
    ".json": "json", ".pgn": "pgn", ".html": "html", ".htm": "html", ".trf": "trf", ".trfx": "trf", ".zip": "archive",
    ".sqlite": "sqlite", ".sqlite3": "sqlite", ".db": "sqlite",
}  # fmt: skip
LISTS = ("swiss-manager", "vega", "chess-results")  # programs for which a list of players is written
FOLDERS = ("csv", "csv-plain")
KINDS = (*FOLDERS, "json", "sqlite", "pgn", "html", "trf", "archive", *LISTS)
_OF_FILES = frozenset({".csv", ".txt", ".tsv", ".pdf", ".ods", ".xls", ".md", ".tab"})


class BadName(ValueError):
    """What is asked for cannot have this name. The words say what to type."""


def kind_of(out: Path, asked: str) -> str:
    """What to write: as asked, else as the suffix says; tables as CSV go into a folder. Raises BadName."""
    wanted, suffix = asked.strip().casefold(), out.suffix.casefold()
    if wanted and wanted not in KINDS:
        raise BadName(f"--as {asked}: pick one of {', '.join(KINDS)}")
    by_suffix = SUFFIXES.get(suffix, "")
    if out.is_dir():
        if wanted not in ("", *FOLDERS) or by_suffix:
            raise BadName(f"{out} is a folder: name a file for {wanted or by_suffix}.")
        return wanted or "csv"
    if wanted in LISTS and suffix in (".csv", ".txt"):
        return wanted
    if not wanted and not by_suffix and suffix in _OF_FILES:
        raise BadName(f"{out}: a file for each table goes into a folder, so name a folder; or use --as.")
    kind = wanted or by_suffix or "csv"
    if kind in FOLDERS and (by_suffix or suffix in _OF_FILES):
        raise BadName(f"{out}: CSV is a file for each table, so name a folder (it would be called {out.name}).")
    if by_suffix not in ("", kind) or (suffix in _OF_FILES and (suffix, kind) != (".txt", "trf")):
        raise BadName(f"{out}: --as {wanted} does not go with {suffix}. Leave --as out, or give another name.")
    return kind


def refuse_a_book(out: Path) -> None:
    """Raises Refused where an export would be written over a workbook: it might be the event itself."""
    if out.suffix.casefold() in (".xlsx", ".xlsm", ".bak"):
        raise Refused(f"{out} is the name of a workbook, and an export is none: give another one. Nothing was written.")


def public_tables(grid: Grid, engine: Engine) -> dict[str, pd.DataFrame]:
    """Each view for people as a table, headings as columns, cells as they stand. Raises ExtraMissing."""
    need("tables", "Tables are exported by")
    import pandas as pd

    sheet, _, _ = read_sheet(grid, engine.sheet)
    tables = {}
    for view in engine.sheet.views:
        tab = sheet.tabs.get(view.title)
        if tab is None or (not view.people and view.title not in ("Pairings",)):
            continue
        above = sheet.layout[view.title].heading_row
        headings = [cell_text(c) for c in (tab.rows[above - 1] if len(tab.rows) >= above else ())]
        rows = [_padded(row, len(headings)) for row in tab.rows[above:] if not is_blank_row(row)]
        tables[view.title] = pd.DataFrame(rows, columns=headings, dtype=object)
    return tables


def _padded(row: tuple[Cell, ...], width: int) -> list[Cell]:
    return [_whole(c) for c in (*row[:width], *[None] * (width - len(row)))]


def _whole(cell: Cell) -> Cell:
    """2, not 2.0: workbooks keep every number as a fraction. No link shows its private part."""
    if isinstance(cell, str):
        return public_links(cell)
    return int(cell) if isinstance(cell, float) and cell.is_integer() else cell


def harmless(value: Any) -> Any:
    """A value that no spreadsheet program takes for a formula when it opens the CSV.

    Some programs pass over spaces in front, and read full-width signs (＝＋－＠) as the plain ones.
    """
    if not isinstance(value, str) or not value:
        return value
    seen = "".join(c for c in value if unicodedata.category(c) not in ("Cf", "Zs"))
    starts = (value[0], unicodedata.normalize("NFKC", seen[:1])[:1])
    return f"'{value}" if any(c and c in FORMULA_STARTS for c in starts) else value


def _csv(table: pd.DataFrame) -> str:
    import pandas as pd

    rows = [[harmless(cell) for cell in row] for row in table.itertuples(index=False, name=None)]
    headings = [harmless(heading) for heading in table.columns]  # a matrix has players' names as headings
    return pd.DataFrame(rows, columns=headings, dtype=object).to_csv(index=False)  # objects: 2 stays 2


def write_csv(tables: Mapping[str, pd.DataFrame], folder: Path, encoding: str = "utf-8-sig") -> list[Path]:
    """One file a table. The paths written come back. Excel needs the mark in front to read names as UTF-8."""
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for name, table in tables.items():
        path = folder / f"{name.casefold().replace(' ', '-')}.csv"
        path.write_text(_csv(table), encoding=encoding, newline="")
        written.append(path)
    return written


def as_json(tables: Mapping[str, pd.DataFrame]) -> str:
    """All tables as one JSON text: name to a list of rows by heading."""
    return json.dumps(
        {name: json.loads(table.to_json(orient="records", date_format="iso")) for name, table in tables.items()},
        ensure_ascii=False,
        indent=1,
    )


def as_pgn(grid: Grid, engine: Engine) -> str:
    """The verified games that count, in playing order, as one PGN text (blank where none was verified).

    Of several verified games of one pairing the accepted one is meant; where none is, none is written. Whether a
    report counts is as Pairings shows it: not where it came too late, nor against another word from the director.
    """
    sheet, journal, _ = read_sheet(grid, engine.sheet)
    event = str(sheet.settings.get(("Tournament", "")) or engine.sheet.title)
    accepted = accepted_before(journal, sheet.zone)
    verified: dict[str, dict[str, tuple[Mapping[str, Any], list[str]]]] = {}
    for line in journal.of("check"):
        kept = line.detail.get("evidence")
        if line.detail.get("state") == "verified" and isinstance(kept, dict):
            sides = [str(s) for s in line.detail.get("sides", ["?", "?"])]
            verified.setdefault(line.subject, {})[str(line.detail["link"])] = (kept, sides)
    counts = _counting(sheet)
    entries = []
    for game in sorted(verified, key=lambda g: ref(g).sort_key):
        of_game = verified[game]
        link = accepted[game].link if game in accepted else next(iter(of_game))
        if link in of_game and (game in accepted or len(of_game) == 1) and counts(game, of_game[link][0]):
            entries.append(_entry(game, *of_game[link], event))
    return pgn_text(entries)


def _counting(sheet: Sheet) -> Callable[[str, Mapping[str, Any]], bool]:
    """Whether a verified game is what Pairings shows as the outcome of its pairing."""
    tab, layout = sheet.tabs.get("Pairings"), sheet.layout["Pairings"]
    where, _ = columns_of(layout, tab, "") if tab is not None else ({}, ())
    shown = {}
    for row in tab.rows[layout.heading_row :] if tab is not None else ():
        cells = {h: cell_text(row[i]) if i < len(row) else "" for h, i in where.items()}
        shown[cells.get("Game", "")] = (cells.get("Outcome", ""), cells.get("Decided by", ""))

    def counts(game: str, kept: Mapping[str, Any]) -> bool:
        outcome, by = shown.get(game, ("", ""))
        word = {(2, 0): "1-0", (0, 2): "0-1"}.get(tuple(kept.get("half_points", ())), "1/2-1/2")
        return tab is None or by == "form" or (by == "director" and outcome == word)

    return counts


def _entry(game: str, kept: Mapping[str, Any], sides: list[str], event: str) -> PgnEntry:
    return PgnEntry(kept=kept, event=event, round=game, white=sides[0], black=sides[1])


def as_page(tables: Mapping[str, pd.DataFrame], title: str) -> str:
    """One plain page with every table."""
    body = "\n".join(
        f"<h2>{html.escape(name)}</h2>\n{table.fillna('').to_html(index=False, border=0)}"
        for name, table in tables.items()
    )
    return (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{html.escape(title)}</title>'
        "<style>body{font:16px sans-serif;margin:2em}table{border-collapse:collapse}"
        "td,th{padding:.2em .6em;border-bottom:1px solid #ccc;text-align:left}</style>"
        f"<h1>{html.escape(title)}</h1>\n{body}</html>\n"
    )


def journal_lines(journal: Journal) -> str:
    """The record, one JSON line each; messages of players are left out, also those in texts for the director."""
    lines = [
        json.dumps({"no": x.no, "when": x.when.isoformat(), "event": x.event, "subject": x.subject, "detail": x.detail},
                   ensure_ascii=False, sort_keys=True)
        for x in journal.lines
        if x.event not in ("seen", "tabs") and x.detail.get("audience") != "director"
    ]  # fmt: skip
    return public_links("\n".join(lines)) + "\n"


def archive(grid: Grid, engine: Engine, out: Path, workbook: Path | None = None) -> Path:
    """Everything in one zip: tables, page, games, record, and the workbook itself where it is a file."""
    sheet, journal, _ = read_sheet(grid, engine.sheet)
    tables = public_tables(grid, engine)
    title = title_of(sheet, engine)
    out.parent.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as zipped:
        for name, table in tables.items():
            zipped.writestr(f"tables/{name.casefold().replace(' ', '-')}.csv", _csv(table).encode("utf-8-sig"))
        zipped.writestr("tables.json", as_json(tables))
        zipped.writestr("page.html", as_page(tables, title))
        zipped.writestr("games.pgn", as_pgn(grid, engine))
        zipped.writestr("journal.jsonl", journal_lines(journal))
        if workbook is not None:
            zipped.write(workbook, workbook.name)
    return out


def title_of(sheet: Sheet, engine: Engine) -> str:
    """What the event is called."""
    return str(sheet.settings.get(("Tournament", "")) or engine.sheet.title)
