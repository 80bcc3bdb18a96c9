"""A line of the Journal in the rows of its tab: long details go on in rows below, and each line bears a checksum.

Seven cells: No, When, Event, Subject, Detail, Cause, Pass. A detail that fits no cell goes on in rows of its own with
the event `more` and the line's No as their subject; each has a No of its own, so that a lost one leaves a gap. Beside
its pass a line has a checksum of what it says; older lines have none, and what they say is taken as it stands.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass

from sync.grid import Row, is_blank
from sync.kinds import cell_text
from sync.plan import fitting, kept, units

MORE = "more"
ROOM = 30_000  # characters of a cell as spreadsheets count them (UTF-16): an .xlsx holds 32,767
_NEAR_THE_END = 2_000  # characters in which a comma is looked for, so that no name is cut in two
_PASS = re.compile(r"(.*)#([0-9a-f]{8})")

Cells = tuple[str | int, ...]


@dataclass(frozen=True)
class RawLine:
    """A line put together from its rows. `row`: where the first stands; `check`: its checksum as it stands now."""

    row: int
    no: int
    when: str
    event: str
    subject: str
    detail: str
    cause: str
    token: str
    check: str
    is_sound: bool  # whether it says what was written, as far as that is known
    is_whole: bool  # whether no row of it is missing between two others


@dataclass(frozen=True)
class Rows:
    """All rows as read: lines in order of No, each with its copies, the best first; rows that are none; all Nos."""

    lines: tuple[tuple[RawLine, ...], ...]
    damaged: tuple[int, ...]
    numbers: frozenset[int]


def in_parts(text: str) -> list[str]:
    """The text in as many parts as cells are needed, cut behind a comma where there is one."""
    parts: list[str] = []
    while units(text) > ROOM:
        end = len(fitting(text, ROOM))
        comma = text.rfind('",', end - _NEAR_THE_END, end - 1)
        end = comma + 2 if comma > 0 else end
        parts.append(text[:end])
        text = text[end:]
    return [*parts, text]


def checksum(no: int, when: str, event: str, subject: str, detail: str, cause: str) -> str:
    """What a line bears of what it says, as a cell gives it back."""
    said = (str(no), *(kept(part) for part in (when, event, subject, detail, cause)))
    return hashlib.sha256("\x1f".join(said).encode()).hexdigest()[:8]


def rows_of(no: int, when: str, event: str, subject: str, detail: str, cause: str, token: str) -> list[Cells]:
    """The rows to append for a line."""
    first, *more = in_parts(detail)
    signed = f"{token}#{checksum(no, when, event, subject, detail, cause)}"
    rows: list[Cells] = [(no, when, event, subject, first, cause, signed)]
    rows += [(no + n, when, MORE, str(no), part, "", token) for n, part in enumerate(more, start=1)]
    return rows


def read_rows(rows: Sequence[Row], first: int) -> Rows:
    """Lines from sheet rows `first` on (columns in the schema's order), wherever their rows stand.

    Of two rows with one number the one that says what was written is taken, else the upper one.
    """
    found: dict[int, list[tuple[int, list[str]]]] = {}
    damaged: list[int] = []
    for number, row in enumerate(rows, start=first):
        if all(is_blank(cell) for cell in row):
            continue
        cells = [cell_text(cell) for cell in (*row, *(None,) * 7)[:7]]
        try:
            no = int(cells[0])
        except ValueError:
            no = 0
        if no < 1:
            damaged.append(number)
        else:
            found.setdefault(no, []).append((number, cells))
    parts: dict[int, dict[int, str]] = {}
    for no, copies in found.items():
        for _, cells in copies:
            if cells[2] == MORE and cells[3].isdecimal() and len(cells[3]) < 10:
                parts.setdefault(int(cells[3]), {}).setdefault(no, cells[4])
    lines: list[tuple[RawLine, ...]] = []
    for no in sorted(found):
        read = [_line(number, no, cells, parts.get(no, {})) for number, cells in found[no] if cells[2] != MORE]
        if read:
            lines.append(tuple(sorted(read, key=lambda line: not line.is_sound)))
    return Rows(tuple(lines), tuple(damaged), frozenset(found))


def _line(row: int, no: int, cells: Sequence[str], more: dict[int, str]) -> RawLine:
    _, when, event, subject, detail, cause, token = cells
    detail += "".join(more[n] for n in sorted(more))
    signed = _PASS.fullmatch(token)
    token, wanted = (signed[1], signed[2]) if signed else (token, "")
    check = checksum(no, when, event, subject, detail, cause)
    whole = sorted(more) == list(range(no + 1, no + 1 + len(more)))
    return RawLine(row, no, when, event, subject, detail, cause, token, check, wanted in ("", check), whole)
