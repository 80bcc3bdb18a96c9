"""Time zones."""

from __future__ import annotations

from functools import cache
from zoneinfo import available_timezones

from tests.judges.reader.ground import BLANK, Cell, Refused, clean
from tests.judges.reader.texts import as_text

CODE = "not-a-zone"
NOT_ONE = ("Etc/", "SystemV/", "posix/", "right/")


@cache
def places() -> dict[str, str]:
    """The names of the tz database that have a slash, by their small letters."""
    return {key.lower(): key for key in available_timezones() if "/" in key and not key.startswith(NOT_ONE)}


def in_full(text: str) -> str | None:
    return places().get(text.replace(" ", "_").lower())


def zone(cell: Cell) -> object:
    text = clean(as_text(cell))
    if text == "":
        return BLANK
    if text.upper() in ("UTC", "GMT", "Z") or text in ("Etc/UTC", "Etc/GMT"):
        return "UTC"
    if (full := in_full(text)) is not None:
        return full
    wanted = text.replace(" ", "_").lower()
    ends = [key for small, key in places().items() if small.rpartition("/")[2] == wanted]
    if len(ends) == 1:
        return ends[0]
    raise Refused(CODE)
