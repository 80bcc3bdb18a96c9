"""Earlier versions of a workbook: which there are, what going back to one would lose, and putting it back."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from rules.model import Empty
from rules.registry import engine_of
from sync.backends.base import BackendError, Unreachable
from sync.backends.xlsx_backups import Backup, Keep, backups
from sync.backends.xlsx_file import load, refuse_if_open, replace
from sync.backends.xlsx_lock import alone
from sync.backends.xlsx_read import read_book
from sync.grid import Grid
from sync.journal import Journal, Line
from sync.kinds import cell_text, clean
from sync.reading.decode import Sheet
from sync.reading.first_look import format_of
from sync.reading.gather import read_sheet
from sync.schema import Rows


@dataclass(frozen=True)
class Version:
    """An earlier version as listed: its number there (1 is the newest), until when it was the book, what it holds."""

    number: int
    backup: Backup
    holds: str

    @property
    def words(self) -> str:
        """The version in a line."""
        return f"{self.number:>3}  until {self.backup.until:%Y-%m-%d %H:%M:%S}  {self.holds}"


def versions(path: Path) -> tuple[Version, ...]:
    """The earlier versions kept of a workbook, the newest first. Raises Unreachable where they cannot be looked at."""
    try:
        found = backups(path)
    except OSError as error:
        raise Unreachable(f"The backups of {path.name} cannot be read: {error.strerror}.") from error
    return tuple(Version(number, b, _holds(b.path)) for number, b in enumerate(found, start=1))


def chosen(listed: tuple[Version, ...], which: str) -> Version | None:
    """The version meant: by its number in the list, or the newest whose time begins with this text."""
    text = clean(which)
    if text.isascii() and text.isdigit() and len(text) <= 3:
        return next((v for v in listed if v.number == int(text)), None)
    return next((v for v in listed if text and f"{v.backup.until:%Y-%m-%d %H:%M:%S}".startswith(text)), None)


def _holds(path: Path) -> str:
    try:
        journal = _understood(path)[1]
    except BackendError:
        return "cannot be read as a book"
    rounds = [line.subject for line in journal.of("round")]
    last = f", rounds to {rounds[-1]}" if rounds else ""
    return f"{journal.last} line{'' if journal.last == 1 else 's'} of the record{last}"


def _understood(path: Path) -> tuple[Sheet, Journal]:
    grid: Grid = read_book(path, load(path)[0])
    format_ = format_of(grid)
    if not format_:
        raise Unreachable(f"{path.name} is no book of Pairsheet.")
    sheet, journal, _ = read_sheet(grid, engine_of(format_).sheet)
    return sheet, journal


def lost(path: Path, version: Version) -> tuple[str, ...]:
    """What stands in the book and not in that version, a line a thing: the record first, then what people typed.

    A book that cannot be read any more has nothing to compare; the one line says so.
    """
    then, before = _understood(version.backup.path)
    try:
        now, after = _understood(path)
    except BackendError as trouble:
        return (f"What would be lost cannot be told: {trouble}",)
    known = {(line.no, line.event, line.subject, line.when) for line in before.lines}
    gone = [line for line in after.lines if (line.no, line.event, line.subject, line.when) not in known]
    told = [words for line in gone if (words := _words(line))]
    return (*told, *_typed(now, then))


def _words(line: Line) -> str:
    """A line of the record as people call it; blank for what comes again by itself (drafts, notices, marks)."""
    when, about, detail = f"{line.when:%Y-%m-%d %H:%M}", line.subject, line.detail
    match line.event:
        case "entry":
            return f"{when}  {detail.get('player', about)} entered"
        case "round":
            return f"{when}  {about} was published"
        case "game":
            black = detail.get("black")
            other = Empty[black["empty"]].value if isinstance(black, dict) and "empty" in black else black
            return f"{when}  {about}: {detail.get('white')} – {other}"
        case "lot":
            return f"{when}  the lot {about}"
        case "submission":
            return f"{when}  {about} {detail.get('word', detail.get('state', ''))}: a report taken"
        case "decided":
            return f"{when}  a line of Decisions was seen: {about} {detail.get('about', '')}".rstrip()
        case "confirmed":
            return f"{when}  {about} was confirmed"
    return ""


def _typed(now: Sheet, then: Sheet) -> Iterator[str]:
    """How many rows of each tab of people are not in the earlier version as they are now."""
    for name, tab in now.layout.items():
        if tab.rows is Rows.VIEW or name == "Journal" or name not in now.tabs:
            continue
        old = Counter(_cells(row.raw) for row in then.rows.get(name, ()))
        new = Counter(_cells(row.raw) for row in now.rows.get(name, ()))
        count = sum((new - old).values())
        if count:
            rows = "row is" if count == 1 else "rows are"
            yield f"{now.titles[name]}: {count} {rows} not there, or not as now"


def _cells(raw: object) -> tuple[tuple[str, str], ...]:
    assert isinstance(raw, dict)
    return tuple(sorted((h, clean(cell_text(c))) for h, c in raw.items() if c is not None))


def put_back(path: Path, version: Version, keep: Keep) -> datetime | None:
    """Put that version in the book's place, whole or not at all. The book as it is becomes the newest backup.

    When that backup was made comes back; None where there was no book. Raises Refused, Raced or Unreachable.
    """
    if not keep.newest:
        keep = Keep(1, keep.days)  # going back can always be undone
    data, _ = load(version.backup.path)
    refuse_if_open(path)
    with alone(path):
        if not path.exists():
            replace(path, data, None, keep)
            return None
        _, seen = load(path)
        replace(path, data, seen, keep)
    return backups(path)[0].until
