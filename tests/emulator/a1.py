"""A1 notation: parsing ranges, writing them back, rectangles."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

_CELL = re.compile(r"^\$?([A-Za-z]{1,3})\$?([1-9][0-9]*)$")
_COLUMN = re.compile(r"^\$?([A-Za-z]{1,3})$")
_ROW = re.compile(r"^\$?([1-9][0-9]*)$")
_R1C1 = re.compile(r"^[Rr]([0-9]+)?[Cc]([0-9]+)?$")
_PLAIN_TITLE = re.compile(r"^[A-Za-z_][A-Za-z0-9_.]*$")


@dataclass(frozen=True, slots=True)
class Rect:
    """Rows and columns from 0, ends excluded. None as an end means: to the edge of the grid."""

    top: int
    left: int
    bottom: int | None
    right: int | None

    def within(self, rows: int, columns: int) -> Rect:
        """The same with its open ends closed and cut at the grid."""
        bottom = rows if self.bottom is None else min(self.bottom, rows)
        right = columns if self.right is None else min(self.right, columns)
        return Rect(self.top, self.left, max(bottom, self.top), max(right, self.left))

    def touches(self, other: Rect) -> bool:
        """Whether the two have a cell in common."""
        return (
            (other.bottom is None or self.top < other.bottom)
            and (self.bottom is None or other.top < self.bottom)
            and (other.right is None or self.left < other.right)
            and (self.right is None or other.left < self.right)
        )

    def covers(self, other: Rect) -> bool:
        """Whether all of another lies inside."""
        return (
            self.top <= other.top
            and self.left <= other.left
            and (self.bottom is None or (other.bottom is not None and other.bottom <= self.bottom))
            and (self.right is None or (other.right is not None and other.right <= self.right))
        )

    def holds(self, row: int, column: int) -> bool:
        """Whether a cell lies inside."""
        return (
            self.top <= row
            and self.left <= column
            and (self.bottom is None or row < self.bottom)
            and (self.right is None or column < self.right)
        )


def letters(column: int) -> str:
    """0 → A, 25 → Z, 26 → AA."""
    text = ""
    column += 1
    while column:
        column, rest = divmod(column - 1, 26)
        text = chr(65 + rest) + text
    return text


def column_number(text: str) -> int:
    """A → 0, AA → 26."""
    number = 0
    for letter in text.upper():
        number = number * 26 + ord(letter) - 64
    return number - 1


def cell_name(row: int, column: int) -> str:
    """(0, 0) → A1."""
    return f"{letters(column)}{row + 1}"


def looks_like_cell(text: str) -> bool:
    """Whether a title could be mistaken for a cell."""
    return bool(_CELL.match(text) or _R1C1.match(text))


def quoted(title: str) -> str:
    """A tab's title as the service writes it in front of `!`."""
    if _PLAIN_TITLE.match(title) and not looks_like_cell(title):
        return title
    return "'" + title.replace("'", "''") + "'"


def range_name(title: str, rect: Rect) -> str:
    """`Sheet1!A1:B2`; a single cell as `Sheet1!A1`; whole columns or rows by their letters or numbers alone."""
    if rect.bottom is None:
        last = letters((rect.right or rect.left + 1) - 1)
        head = letters(rect.left) if not rect.top else cell_name(rect.top, rect.left)
        return f"{quoted(title)}!{head}" if head == last else f"{quoted(title)}!{head}:{last}"
    if rect.right is None:
        rows = str(rect.top + 1), str(rect.bottom)
        return f"{quoted(title)}!{rows[0]}" if rows[0] == rows[1] else f"{quoted(title)}!{rows[0]}:{rows[1]}"
    first = cell_name(rect.top, rect.left)
    last = cell_name(max(rect.bottom - 1, rect.top), max(rect.right - 1, rect.left))
    return f"{quoted(title)}!{first}" if first == last else f"{quoted(title)}!{first}:{last}"


def split(text: str) -> tuple[str | None, str | None]:
    """(title, cells) of a range; either may be missing. A bare word comes back as (None, word)."""
    if text.startswith("'"):
        end = 1
        while True:
            end = text.find("'", end)
            if end < 0:
                return None, text
            if text[end : end + 2] == "''":
                end += 2
                continue
            break
        title = text[1:end].replace("''", "'")
        rest = text[end + 1 :]
        if not rest:
            return title, None
        return (title, rest[1:]) if rest.startswith("!") else (None, text)
    title_part, mark, rest = text.rpartition("!")
    return (title_part, rest) if mark else (None, text)


@lru_cache(maxsize=20000)
def parse_cells(text: str) -> Rect | None:
    """The rectangle of `A1`, `A1:C`, `A:C`, `2:5`, `D4:A1`; None when it is none of these."""
    parts = text.split(":")
    if len(parts) > 2:
        return None
    corners = [_corner(part) for part in parts]
    if any(corner is None for corner in corners):
        return None
    first = corners[0]
    last = corners[-1]
    assert first is not None
    assert last is not None
    if len(parts) == 1 and (first[0] is None or first[1] is None):
        return None
    rows = [row for row in (first[0], last[0]) if row is not None]
    columns = [column for column in (first[1], last[1]) if column is not None]
    top, bottom = _span(first[0], last[0], rows)
    left, right = _span(first[1], last[1], columns)
    return Rect(top, left, bottom, right)


def _span(first: int | None, last: int | None, known: list[int]) -> tuple[int, int | None]:
    if first is not None and last is not None:
        return min(known), max(known) + 1
    return (known[0] if known else 0), None


def _corner(text: str) -> tuple[int | None, int | None] | None:
    if match := _CELL.match(text):
        return int(match[2]) - 1, column_number(match[1])
    if match := _COLUMN.match(text):
        return None, column_number(match[1])
    if match := _ROW.match(text):
        return int(match[1]) - 1, None
    if (match := _R1C1.match(text)) and match[1] and match[2]:
        return int(match[1]) - 1, int(match[2]) - 1
    return None
