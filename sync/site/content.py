"""What a website shows of a book: the tabs that people may see, as they stand, and nothing else."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, tzinfo
from functools import cached_property

from rules.model import Engine
from rules.reasons import moment_text
from rules.sheet import Kind, View
from sync.chesssites.links import public_links
from sync.grid import Grid, is_blank_row
from sync.kinds import cell_text
from sync.reading.decode import Sheet
from sync.reading.gather import read_sheet

HIDDEN = frozenset({"Next round", "Problems", "Submissions", "Notices", "Status", "Journal", "Report"})
ALSO = frozenset({"Pairings"})
NUMBERS = (Kind.INTEGER, Kind.NUMBER)
SHORT, LONG = 14, 40  # letters: a column of texts up to that is never wrapped; one with longer ones needs room
WARM = 6  # steps of colour
BROAD = 9  # headings: a table with more of them is printed across
_MOMENT = re.compile(r"\b[A-Z][a-z]{2} (\d{1,2} [A-Z][a-z]{2} \d{4}, \d\d:\d\d)\b")


@dataclass(frozen=True)
class Table:
    """A tab as it stands. `numbers`: the columns that hold numbers; `people`: those that hold names.

    `heat`: its open columns are coloured by their numbers; `chart`: what a picture of lines over them is called;
    `tree`: the headings of round, two players and winner, where it lists matches.
    """

    title: str
    help: str
    headings: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    numbers: frozenset[int] = frozenset()
    people: frozenset[int] = frozenset()
    heat: bool = False
    chart: str = ""
    tree: tuple[str, ...] = ()

    @property
    def slug(self) -> str:
        """Its name in an address."""
        return slug_of(self.title)

    @cached_property
    def kinds(self) -> tuple[str, ...]:
        """What each column holds, for its looks: number, names, short or long texts; `f` is the first one of names."""
        return tuple(self._kind(column) for column in range(len(self.headings)))

    def _kind(self, column: int) -> str:
        if column in self.numbers:
            return "n"
        if column in self.people:
            return "p f" if column == min(self.people) else "p"
        longest = max((len(row[column]) for row in self.rows), default=0)
        return "s" if longest <= SHORT else "l" if longest > LONG else ""

    @cached_property
    def _hottest(self) -> int:
        """The largest number of its open columns, those behind the first names."""
        return max((int(row[c]) for row in self.rows for c in self.open_columns if row[c].isdigit()), default=0)

    @cached_property
    def open_columns(self) -> tuple[int, ...]:
        """The columns of numbers behind the first one of names."""
        return tuple(c for c in sorted(self.numbers) if self.people and c > min(self.people))

    def warmth(self, column: int, text: str) -> str:
        """A class for how large a number is among those of the table, from h0 to h6; blank where none is shown."""
        if not self.heat or column not in self.open_columns or not text.isdigit() or not self._hottest:
            return ""
        return f" h{WARM * int(text) // self._hottest}"

    @property
    def is_broad(self) -> bool:
        """Whether it needs paper laid across."""
        return len(self.headings) > BROAD

    @property
    def reads_as_cards(self) -> bool:
        """Whether a narrow screen shows a row as a list of heading and text: tables of words, not of numbers."""
        return len(self.numbers) * 2 < len(self.headings) < 10

    def only(self, rows: Sequence[tuple[str, ...]]) -> Table:
        """Some of its rows, without the columns in which none of them says anything."""
        kept = [i for i in range(len(self.headings)) if not rows or any(row[i] for row in rows)]
        return Table(
            self.title,
            self.help,
            tuple(self.headings[i] for i in kept),
            tuple(tuple(row[i] for i in kept) for row in rows),
            frozenset(n for n, i in enumerate(kept) if i in self.numbers),
            frozenset(n for n, i in enumerate(kept) if i in self.people),
            self.heat,
            self.chart,
            self.tree,
        )

    def column(self, heading: str) -> int | None:
        """Where a heading stands."""
        return self.headings.index(heading) if heading in self.headings else None

    def records(self) -> tuple[Mapping[str, str], ...]:
        """The rows by heading."""
        return tuple(dict(zip(self.headings, row, strict=True)) for row in self.rows)


@dataclass(frozen=True)
class Round:
    """A round that is out."""

    id: str
    kind: str
    announced: str
    deadline: str


@dataclass(frozen=True)
class Event:
    """Everything a website shows."""

    title: str
    rulebook: str
    headline: str
    tables: tuple[Table, ...]
    rounds: tuple[Round, ...]
    players: tuple[str, ...]
    zone: tzinfo
    zone_name: str = ""
    address: str = ""
    found_by_search: bool = False

    def table(self, title: str) -> Table | None:
        """A table by its title."""
        return next((t for t in self.tables if t.title == title), None)

    @cached_property
    def slugs(self) -> Mapping[str, str]:
        """The address of each player's page."""
        return {name: f"{slug_of(name)}-{hashlib.sha256(name.encode()).hexdigest()[:6]}" for name in self.players}

    def moment(self, text: str) -> datetime | None:
        """A time as the tabs show it."""
        found = _MOMENT.search(text)
        if found is None:
            return None
        try:
            return datetime.strptime(found[1], "%d %b %Y, %H:%M").replace(tzinfo=self.zone)
        except ValueError:
            return None

    def now_of(self, name: str) -> tuple[tuple[tuple[str, str], ...], ...]:
        """What somebody plays this round, a line a game: heading and text, blank ones left out."""
        table = self.table("This round")
        return tuple(
            tuple((heading, text) for heading, text in one.items() if text and heading != "Player")
            for one in (table.records() if table else ())
            if one.get("Player") == name
        )

    def rows_of(self, table: Table, name: str) -> tuple[tuple[str, ...], ...]:
        """The rows of a table that are about a player."""
        return tuple(row for row in table.rows if any(row[c] == name for c in table.people))


def slug_of(text: str) -> str:
    """A text as part of an address: small letters, digits and hyphens."""
    plain = unicodedata.normalize("NFKD", text.casefold())
    return re.sub(r"[^a-z0-9]+", "-", plain.encode("ascii", "ignore").decode()).strip("-")[:60] or "x"


def event_of(grid: Grid, engine: Engine) -> Event:
    """What a website shows of a book, read as it stands now."""
    sheet, _, _ = read_sheet(grid, engine.sheet)
    names = tuple(dict.fromkeys(row.text("Player") for row in sheet.rows.get("Players", ()) if row.text("Player")))
    tables = [made for view in engine.sheet.views if (made := _table(sheet, view, frozenset(names))) is not None]
    front = sheet.tabs.get(engine.sheet.views[0].title)
    banner = cell_text(front.rows[0][0]) if front is not None and front.rows and front.rows[0] else ""
    title = str(sheet.settings.get(("Tournament", "")) or engine.sheet.title)
    address = str(sheet.settings.get(("Website address", "")) or "").strip()
    return Event(
        title=title,
        rulebook=engine.sheet.rulebook,
        headline=_headline(banner),
        tables=tuple(tables),
        rounds=_rounds(sheet.rows.get("Rounds", ())),
        players=_players(names, tables),
        zone=sheet.zone,
        zone_name=str(sheet.settings.get(("Time zone", "")) or "UTC"),
        address=address.rstrip("/") if address.startswith("https://") else "",
        found_by_search=str(sheet.settings.get(("Found by search engines", "")) or "").casefold() == "yes",
    )


def _table(sheet: Sheet, view: View, names: frozenset[str]) -> Table | None:
    """A view as people see it; None for one that is not for them, or is not there."""
    tab = sheet.tabs.get(view.title)
    if tab is None or view.title in HIDDEN or not (view.people or view.title in ALSO):
        return None
    above = sheet.layout[view.title].heading_row
    headings = tuple(cell_text(c) for c in (tab.rows[above - 1] if len(tab.rows) >= above else ()))
    while headings and not headings[-1]:
        headings = headings[:-1]
    rows = tuple(_row(row, len(headings)) for row in tab.rows[above:] if not is_blank_row(row[: len(headings)]))
    kinds = {column.heading: column.kind for column in view.columns}
    numbers = frozenset(i for i, h in enumerate(headings) if kinds.get(h) in NUMBERS or _all_numbers(rows, i))
    people = frozenset(i for i in range(len(headings)) if any(row[i] in names for row in rows))
    return Table(view.title, view.help, headings, rows, numbers, people, view.heat, view.chart, view.tree)


def _row(row: Sequence[object], width: int) -> tuple[str, ...]:
    cells = [public_links(cell_text(c)) for c in row[:width]]  # type: ignore[arg-type]
    return (*cells, *[""] * (width - len(cells)))


def _all_numbers(rows: Sequence[Sequence[str]], column: int) -> bool:
    cells = [row[column] for row in rows if row[column]]
    return bool(cells) and all(re.fullmatch(r"[-+]?\d+(?:[.,]\d+)?%?|\d*[½¼¾]", cell) for cell in cells)


def _headline(banner: str) -> str:
    """What is on, without the event's name and without what is the director's business."""
    parts = banner.split(" · ")[1:]
    return " · ".join(part for part in parts if "the director" not in part and "see Problems" not in part)


def _players(names: Sequence[str], tables: Sequence[Table]) -> tuple[str, ...]:
    """Everybody who stands in a table that people see, in the order of Players."""
    shown = {cell for table in tables for row in table.rows for cell in row}
    return tuple(name for name in names if name in shown)


def _rounds(rows: Sequence[object]) -> tuple[Round, ...]:
    found = []
    for row in rows:
        values = row.values  # type: ignore[attr-defined]
        texts = {h: _said(values.get(h)) for h in ("Round", "Kind", "Announced", "Deadline")}
        if texts["Round"]:
            found.append(Round(texts["Round"], texts["Kind"], texts["Announced"], texts["Deadline"]))
    return tuple(found)


def _said(value: object) -> str:
    if isinstance(value, datetime):
        return moment_text(value)
    return "" if value is None else str(value)
