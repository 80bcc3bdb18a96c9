"""Reading a cell by its column's kind, and writing a value the way the kind is typed.

A value that cannot be read is a `Misread`: what was wrong, as a problem's code and facts. Text stays text: a
player called `007`, `1e5` or `TRUE` keeps the name.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from fractions import Fraction
from functools import lru_cache
from zoneinfo import ZoneInfo, available_timezones

from rules.model import Value
from rules.parts.ids import parse_ref
from rules.sheet import Kind
from sync.grid import ERRORS, Cell, is_blank

SEPARATOR = " ; "
_EPOCH = datetime(1899, 12, 30)
_FRACTIONS = {"½": "1/2", "¼": "1/4", "¾": "3/4", "⅓": "1/3", "⅔": "2/3"}
_UNITS = {
    "m": 60,
    "min": 60,
    "minute": 60,
    "h": 3600,
    "hour": 3600,
    "d": 86400,
    "day": 86400,
    "w": 604800,
    "week": 604800,
}
_DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
UNSEEN = "\u200b\ufeff\u2060\ufffe\uffff"  # not to be seen, or not to be stored
LONGEST_NAME = 100
LONGEST_TEXT = 1000  # characters of one cell that are read
LONGEST_LIST = 15_000  # characters of a list of names
LONGEST_LINK = 2000  # what an .xlsx takes as an address
LARGEST_WHOLE = 1_000_000
LONGEST_TIME = 36_500 * 86400  # seconds: a hundred years
FIRST_DAY, LAST_DAY = 20000, 110000  # day numbers of a spreadsheet: 1954 to 2201


@dataclass(frozen=True)
class Misread:
    """Why a cell could not be read: code in the catalogue of problems, and the facts of its wording."""

    code: str
    typed: str = ""
    expected: str = ""


def cell_text(cell: Cell) -> str:
    """The cell as a person sees it, for names and words; numbers without a needless `.0`."""
    if cell is None:
        return ""
    if isinstance(cell, bool):
        return "TRUE" if cell else "FALSE"
    if isinstance(cell, datetime):
        return f"{cell:%Y-%m-%d}" if cell.time() == time(0) else f"{cell:%Y-%m-%d %H:%M}"
    return str(cell)


def short_text(text: str, longest: int = 60) -> str:
    """The text, cut where it is long: to say what was typed."""
    return text if len(text) <= longest else f"{text[: longest - 1]}…"


def clean(text: str) -> str:
    """Text as compared and kept: outer and repeated white space gone, invisible characters gone, NFC."""
    if text.isascii() and text.isprintable():
        return " ".join(text.split())
    kept = "".join(" " if c in "\t\r\n" else c for c in text)
    kept = "".join(c for c in kept if unicodedata.category(c) not in ("Cc", "Cs") and c not in UNSEEN)
    return unicodedata.normalize("NFC", re.sub(r"\s+", " ", kept)).strip()


def same_name(one: str, other: str) -> bool:
    """Whether two names are the same to a person: case, spaces and width of letters forgiven."""
    return name_key(one) == name_key(other)


@lru_cache(maxsize=65536)
def name_key(name: str) -> str:
    """What names are compared by."""
    return unicodedata.normalize("NFKC", clean(name)).casefold()


def split_names(text: str) -> tuple[str, ...]:
    """Names of a list separated by ` ; ` (never by a comma: "So, Wesley" is one player)."""
    return tuple(name for name in (clean(part) for part in text.split(";")) if name)


def join_names(names: tuple[str, ...] | list[str]) -> str:
    """Names as a list is typed."""
    return SEPARATOR.join(names)


def read_cell(cell: Cell, kind: Kind, zone: ZoneInfo, choices: tuple[str, ...] = ()) -> Value | Misread:
    """The value of a cell, None for a blank, or why it could not be read."""
    if is_blank(cell):
        return None
    if isinstance(cell, str) and cell.strip() in ERRORS:
        return Misread("error-cell", cell.strip())
    match kind:
        case Kind.TEXT | Kind.PLAYER | Kind.URL | Kind.RESULT:
            text = clean(cell_text(cell))
            if kind is Kind.PLAYER and len(text) > LONGEST_NAME:
                return Misread("name-too-long", text[:30] + "…")
            if len(text) > (LONGEST_LINK if kind is Kind.URL else LONGEST_TEXT):
                return Misread("text-too-long", short_text(text, 30))
            return text or None
        case Kind.PLAYERS:
            text = cell_text(cell)
            return split_names(text) if len(text) <= LONGEST_LIST else Misread("text-too-long", short_text(text, 30))
        case Kind.INTEGER:
            return _integer(cell)
        case Kind.NUMBER:
            return _number(cell)
        case Kind.CHECK:
            return _check(cell)
        case Kind.MOMENT:
            return read_moment(cell, zone)
        case Kind.DURATION:
            return _duration(cell)
        case Kind.SLOT:
            return _slot(cell)
        case Kind.ZONE:
            return _zone(cell)
        case Kind.CHOICE:
            return _choice(cell, choices)
        case Kind.GAME_ID | Kind.ROUND_ID:
            return _id(cell, kind)


def _number(cell: Cell) -> Value | Misread:
    if isinstance(cell, bool | datetime):
        return Misread("not-a-number", cell_text(cell), "a number")
    if isinstance(cell, int | float):
        if cell != cell or abs(cell) >= 1e15:
            return Misread("not-a-number", short_text(str(cell)), "a number")
        return Fraction(str(cell)) if abs(cell) > 1e-9 else Fraction(0)
    text = clean(cell_text(cell)).replace("\u00a0", " ")
    for sign, written in _FRACTIONS.items():
        text = text.replace(sign, f" {written}")
    total = Fraction(0)
    parts = text.split()
    if not parts or len(parts) > 2:
        return Misread("not-a-number", short_text(clean(cell_text(cell))), "a number")
    for part in parts:
        if not re.fullmatch(r"-?[0-9]{1,12}([.,][0-9]{1,6})?|[0-9]{1,6}/[1-9][0-9]{0,5}", part):
            return Misread("not-a-number", short_text(clean(cell_text(cell))), "a number")
        total += Fraction(part.replace(",", "."))
    return total


def _integer(cell: Cell) -> Value | Misread:
    number = _number(cell)
    if isinstance(number, Fraction) and number.denominator == 1 and abs(number) <= LARGEST_WHOLE:
        return int(number)
    return Misread("not-whole", short_text(cell_text(cell)), "a whole number")


def _check(cell: Cell) -> Value | Misread:
    if isinstance(cell, bool):
        return cell
    text = clean(cell_text(cell)).casefold()
    if text in ("yes", "true", "x", "✓", "☑", "1", "ja", "oui", "si", "sí"):
        return True
    if text in ("no", "false", "0", "☐", "nein", "non"):
        return False
    return Misread("not-yes-no", short_text(cell_text(cell)), "yes or no")


def from_serial(serial: float) -> datetime:
    """A spreadsheet's day number as a naive time, to the second."""
    return _EPOCH + timedelta(seconds=round(serial * 86400))


def to_serial(moment: datetime) -> float:
    """A naive time as a spreadsheet's day number."""
    return (moment - _EPOCH).total_seconds() / 86400


def in_zone(naive: datetime, zone: ZoneInfo) -> datetime:
    """A wall-clock time in a zone: the earlier one of a doubled hour, the one after the jump in an hour left out."""
    return naive.replace(tzinfo=zone, fold=0).astimezone(UTC).astimezone(zone)


def read_moment(
    cell: Cell, zone: ZoneInfo, end_of_day: bool = False, file_zone: ZoneInfo | None = None
) -> datetime | str | Misread:
    """A moment in the zone, or the word `now`. With `end_of_day` a date alone means the end of that day.

    A real date cell means the wall clock of `file_zone` (the spreadsheet's own) where the file has one; text is
    read in the event's zone.
    """
    naive: datetime | None = None
    date_only = False
    if isinstance(cell, datetime):
        naive, date_only = cell, cell.time() == time(0)
    elif isinstance(cell, int | float) and not isinstance(cell, bool):
        if not FIRST_DAY <= cell <= LAST_DAY:
            return Misread("not-a-time", str(cell), "a date and time such as 2026-11-30 18:00")
        naive = from_serial(cell)
        date_only = float(cell).is_integer()
    elif isinstance(cell, str):
        text = clean(cell)
        if text.casefold() == "now":
            return "now"
        parsed = _parse_moment(text)
        if parsed is None:
            return Misread("not-a-time", short_text(text), "a date and time such as 2026-11-30 18:00")
        naive, date_only = parsed
    if naive is None or not FIRST_DAY <= to_serial(naive) <= LAST_DAY:
        return Misread("not-a-time", short_text(cell_text(cell)), "a date and time such as 2026-11-30 18:00")
    if date_only and end_of_day:
        naive = datetime.combine(naive.date(), time(23, 59, 59))
    if file_zone is not None and not isinstance(cell, str):
        return in_zone(naive, file_zone).astimezone(zone)
    return in_zone(naive, zone)


def _parse_moment(text: str) -> tuple[datetime, bool] | None:
    text = re.sub(r"^(mon|tue|wed|thu|fri|sat|sun)[a-z]*[,.]?\s+", "", text, flags=re.IGNORECASE)
    iso = re.fullmatch(r"(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ,]+(\d{1,2}):(\d{2})(?::(\d{2}))?)?(?: [A-Z]{2,5})?", text)
    german = re.fullmatch(r"(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})(?:[ ,]+(\d{1,2})[:.](\d{2})(?::(\d{2}))?)?", text)
    worded = re.fullmatch(
        r"(\d{1,2})\.? ([A-Za-z]{3})[a-z]*\.?,? (\d{4})(?:[ ,]+(\d{1,2}):(\d{2})(?::(\d{2}))?)?(?: [A-Z]{2,5})?", text
    )
    try:
        if iso:
            year, month, day = int(iso[1]), int(iso[2]), int(iso[3])
            found = iso
        elif german:
            year, month, day = int(german[3]), int(german[2]), int(german[1])
            found = german
        elif worded and worded[2].casefold() in _MONTHS:
            year, month, day = int(worded[3]), _MONTHS.index(worded[2].casefold()) + 1, int(worded[1])
            found = worded
        else:
            return None
        hour, minute, second = (int(found[g] or 0) for g in (4, 5, 6))
        return datetime(year, month, day, hour, minute, second), found[4] is None
    except ValueError:
        return None


def _duration(cell: Cell) -> Value | Misread:
    """Seconds. A bare number means hours."""
    text = clean(cell_text(cell)).casefold()
    wrong = Misread("not-a-duration", short_text(cell_text(cell)), "a length of time such as 2 hours, 30 min or 3 days")
    if len(text) > LONGEST_NAME:
        return wrong
    if re.fullmatch(r"[0-9]{1,9}([.,][0-9]{1,9})?", text):
        bare = round(Fraction(text.replace(",", ".")) * 3600)
        return bare if bare <= LONGEST_TIME else wrong
    seconds = Fraction(0)
    rest = text
    while rest:
        found = re.match(r"([0-9]{1,9}(?:[.,][0-9]{1,9})?)\s*([a-z]+?)s?\b\.?\s*(?:and\s+)?", rest)
        if not found or found[2] not in _UNITS:
            return wrong
        seconds += Fraction(found[1].replace(",", ".")) * _UNITS[found[2]]
        rest = rest[found.end() :]
    return round(seconds) if seconds <= LONGEST_TIME else wrong


def _slot(cell: Cell) -> Value | Misread:
    found = re.fullmatch(r"([a-z]+)\.?,?\s+(\d{1,2}):(\d{2})", clean(cell_text(cell)).casefold())
    day = next((d for d in _DAYS if found and len(found[1]) >= 2 and d.startswith(found[1])), None)
    if not found or day is None or int(found[2]) > 23 or int(found[3]) > 59:
        return Misread("not-a-slot", short_text(cell_text(cell)), "a weekday and time such as Sunday 18:00")
    return f"{day.capitalize()} {int(found[2]):02d}:{found[3]}"


def next_slot(slot: str, at: datetime) -> datetime:
    """The first moment of a weekly slot at or after `at`, in the zone of `at`."""
    day, _, clock = slot.partition(" ")
    hour, minute = (int(part) for part in clock.split(":"))
    ahead = (_DAYS.index(day.casefold()) - at.weekday()) % 7
    found = (at + timedelta(days=ahead)).replace(hour=hour, minute=minute, second=0, microsecond=0, fold=0)
    return found if found >= at else found + timedelta(days=7)


def zone_named(name: str | None) -> ZoneInfo | None:
    """The zone of that name; None where there is none."""
    if not name:
        return None
    try:
        return ZoneInfo(name)
    except (KeyError, ValueError, OSError):
        return None


def _zone(cell: Cell) -> Value | Misread:
    text = clean(cell_text(cell)).replace(" ", "_")
    if text.upper() in ("UTC", "GMT", "Z"):
        return "UTC"
    if zone_named(text) is not None and "/" in text:
        return text
    names = sorted(available_timezones())  # slow, so only asked when the plain way failed
    near = next((z for z in names if z.casefold() == text.casefold()), None)
    places = [z for z in names if not z.startswith("Etc/")]  # there GMT+1 lies an hour behind, not ahead
    near = near or next((z for z in places if z.rsplit("/", 1)[-1].casefold() == text.casefold()), None)
    return near or Misread("not-a-zone", short_text(cell_text(cell)), "a zone such as Europe/Berlin")


def _choice(cell: Cell, choices: tuple[str, ...]) -> Value | Misread:
    text = clean(cell_text(cell))
    if isinstance(cell, bool) and "yes" in choices:
        return "yes" if cell else "no"
    found = next((c for c in choices if c and c.casefold() == text.casefold()), None)
    return found or Misread("not-a-choice", short_text(text), ", ".join(c for c in choices if c))


def _id(cell: Cell, kind: Kind) -> Value | Misread:
    text = clean(cell_text(cell))
    if kind is Kind.ROUND_ID and re.fullmatch(r"[0-9]{1,3}", text):
        return f"R{int(text)}"  # a bare number is understood where there is one section
    found = parse_ref(text)
    if found and (kind is Kind.GAME_ID or found.board is None):
        return str(found)
    wanted = "an id such as R3-02" if kind is Kind.GAME_ID else "a round such as R3"
    return Misread("not-an-id", short_text(text), wanted)
