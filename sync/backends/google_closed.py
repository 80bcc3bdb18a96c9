"""What is closed to the worker: protected ranges by tab and range, and letting the worker into its own ones."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sheets_templates.google import OWN
from sync.backends.google_known import NOTE_TABS
from sync.backends.google_session import Json
from sync.grid import Shut, column_letters

NOTE_WORDS = "Pairsheet: kept to notice other writers"
PROTECTIONS = "protectedRanges(protectedRangeId,description,warningOnly,requestingUserCanEdit,editors,range)"
CLOSED_SHAPE = f"sheets(properties(sheetId,title,hidden),{PROTECTIONS},tables(tableId))"
BY_HAND = "Data, Protected sheets and ranges"


@dataclass(frozen=True)
class Closed:
    """A protected range that keeps the account out which asked."""

    tab: int  # its id
    title: str
    hidden: bool
    range: str  # A:C; blank for the whole tab
    own: bool  # set by Pairsheet itself

    def __str__(self) -> str:
        place = f"{self.title}!{self.range}" if self.range else self.title
        return f"{place} (hidden)" if self.hidden else place


def cells_of(place: Mapping[str, Any]) -> str:
    """A GridRange in words of a sheet: `A2:C`, `A:C`, `2:5`; blank for a whole tab."""
    top, bottom = place.get("startRowIndex"), place.get("endRowIndex")
    left, right = place.get("startColumnIndex"), place.get("endColumnIndex")
    first = f"{column_letters(left or 0) if right is not None or left else ''}"
    last = f"{column_letters(right - 1) if right is not None else ''}"
    above = f"{(top or 0) + 1}" if bottom is not None or top else ""
    below = f"{bottom}" if bottom is not None else ""
    if not (first or above):
        return ""
    start, end = f"{first}{above}", f"{last}{below}"
    return start if start == end else f"{start}:{end}"


def closed_in(shape: Mapping[str, Any]) -> tuple[Closed, ...]:
    """Everything that is closed to the account that asked for the shape, in the order of the tabs."""
    return tuple(
        Closed(
            int(properties.get("sheetId", 0)),
            str(properties["title"]),
            bool(properties.get("hidden")),
            cells_of(item.get("range", {})),
            _is_own(item),
        )
        for properties, item in _protected(shape)
        if not item.get("requestingUserCanEdit")
    )


def let_in(shape: Mapping[str, Any], workers: Sequence[str]) -> list[Json]:
    """Requests that make these accounts editors of Pairsheet's own protections, as far as the one that asks may."""
    found: list[Json] = []
    for _, item in _protected(shape):
        editors = dict(item.get("editors") or {})
        users = [str(u) for u in editors.get("users", ())]
        lack = [w for w in workers if w.casefold() not in {u.casefold() for u in users}]
        if _is_own(item) and item.get("requestingUserCanEdit") and lack:
            given = {"protectedRangeId": item["protectedRangeId"], "editors": {**editors, "users": [*users, *lack]}}
            found.append({"updateProtectedRange": {"protectedRange": given, "fields": "editors"}})
    return found


def _protected(shape: Mapping[str, Any]) -> list[tuple[Mapping[str, Any], Mapping[str, Any]]]:
    return [
        (sheet["properties"], item)
        for sheet in shape.get("sheets", ())
        for item in sheet.get("protectedRanges", ())
        if not item.get("warningOnly")
    ]


def _is_own(item: Mapping[str, Any]) -> bool:
    return item.get("description") in (OWN, NOTE_WORDS)


def listed(closed: Sequence[Closed]) -> str:
    """`Games, Ladder!A:F and _pairsheet (hidden)`, each place once."""
    places = list(dict.fromkeys(map(str, closed)))
    return " and ".join(part for part in (", ".join(places[:-1]), *places[-1:]) if part)


def to_open(closed: Sequence[Closed], address: str, book: str) -> str:
    """The one next step that opens these to the worker."""
    who = address or "the worker's account"
    if all(c.own for c in closed):
        return (
            "Pairsheet closed them itself, for another account. Sign in as somebody who may edit them (the owner of "
            f"the spreadsheet): pairsheet doctor {book} --sign-in --mend --worker {address or 'ADDRESS'}"
        )
    where = "In the spreadsheet" if len(closed) > 1 else f"In {closed[0].title}"
    each = "open each of them, and" if len(closed) > 1 else "and"
    return f"{where}: {BY_HAND}, {each} let {who} edit it."


def ids_in(requests: Sequence[Json]) -> frozenset[int]:
    """Ids of the tabs that requests are about."""
    return frozenset(int(_place_of(request).get("sheetId", -1)) for request in requests)


def shut_by(words: str, views: Mapping[int, int], shape: Mapping[str, Any]) -> tuple[Shut, ...]:
    """The views that a refused write can do without: the one it was refused for, and all that are protected.

    `views`: the tabs that numbered requests fill. None where the refusal is about something else.
    """
    number = index_of(words)
    named = views.get(number) if number is not None else None
    closed = {c.tab for c in closed_in(shape)} & set(views.values())
    if named is None and (number is not None or not closed):
        return ()
    tables = {int(s["properties"].get("sheetId", 0)) for s in shape.get("sheets", ()) if s.get("tables")}
    found = {tab: Shut(str(tab), "protected") for tab in sorted(closed)}
    if named is not None and named not in found:
        plain = words.rpartition(": ")[2]
        why = "full" if "above the limit" in words else "table" if named in tables else "refused"
        found[named] = Shut(str(named), why, plain)
    return tuple(found.values())


_PLACE = re.compile(r"requests\[(\d+)\]")


def index_of(words: str) -> int | None:
    """The number of the request that Google's words name."""
    found = _PLACE.search(words)
    return int(found[1]) if found else None


def place_named(words: str, requests: Sequence[Json], titles: Mapping[int, str]) -> str:
    """Google's words with the tab and range in place of `requests[3].updateCells`."""
    number = index_of(words)
    plain = words.rpartition(": ")[2] if ": " in words else words
    if number is None or number >= len(requests):
        return words
    place = _place_of(requests[number])
    title = titles.get(int(place.get("sheetId", 0))) or ("_pairsheet" if place.get("sheetId") in NOTE_TABS else "")
    if not title:
        return plain
    cells = cells_of(place)
    return f"{title}!{cells}: {plain}" if cells else f"{title}: {plain}"


def _place_of(request: Json) -> Mapping[str, Any]:
    """The range a request is about, as far as it says."""
    ((_, body),) = request.items()
    inner = [body, *(v for v in body.values() if isinstance(v, dict))]
    for part in inner:
        for name in ("range", "destination"):
            if isinstance(part.get(name), dict) and "sheetId" in part[name]:
                return dict(part[name])
    start = body.get("start")
    if isinstance(start, dict):
        rows = body.get("rows") or [{}]
        width = max((len(r.get("values", ())) for r in rows), default=1) or 1
        row, column = int(start.get("rowIndex", 0)), int(start.get("columnIndex", 0))
        return {
            "sheetId": start.get("sheetId", 0), "startRowIndex": row, "endRowIndex": row + len(rows),
            "startColumnIndex": column, "endColumnIndex": column + width,
        }  # fmt: skip
    return next(({"sheetId": p["sheetId"]} for p in inner if "sheetId" in p), {})
