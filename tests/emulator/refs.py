"""Finding and rewriting the references inside a formula's text."""

from __future__ import annotations

import re
from collections.abc import Callable

from tests.emulator.a1 import column_number, letters, quoted
from tests.emulator.sheet import shift_index

#: A text in quotes (kept as it is), or a reference with its tab, or a word.
_PIECE = re.compile(
    r'"(?:[^"]|"")*"'
    r"|(?P<tab>(?:'(?:[^']|'')+'|[A-Za-z_][A-Za-z0-9_.]*)!)?"
    r"(?P<ref>\$?[A-Za-z]{1,3}\$?[1-9][0-9]*(?::\$?[A-Za-z]{1,3}(?:\$?[1-9][0-9]*)?)?"
    r"|\$?[A-Za-z]{1,3}:\$?[A-Za-z]{1,3}|\$?[1-9][0-9]*:\$?[1-9][0-9]*)(?![A-Za-z0-9_(.!])"
    r"|(?P<tabonly>(?:'(?:[^']|'')+')!)"
    r"|[A-Za-z_][A-Za-z0-9_.]*!?|[0-9]+(?:\.[0-9]+)?"
)
_POINT = re.compile(r"^(\$?)([A-Za-z]{0,3})(\$?)([0-9]*)$")


def _tab_title(text: str) -> str:
    body = text[:-1]
    return body[1:-1].replace("''", "'") if body.startswith("'") else body


def map_refs(text: str, how: Callable[[str | None, str], str | None]) -> str:
    """The formula with each reference passed through `how(tab or None, reference)`; None means unchanged."""

    def one(match: re.Match[str]) -> str:
        ref = match["ref"]
        if ref is None:
            return match[0]
        tab = match["tab"]
        new = how(_tab_title(tab) if tab else None, ref)
        if new is None:
            return match[0]
        return new if new == "#REF!" else (tab or "") + new

    return _PIECE.sub(one, text)


def shift_refs(text: str, home: str, tab: str, axis: str, start: int, count: int) -> str:
    """The formula after rows or columns came into `tab` (count > 0) or went (count < 0)."""
    if axis == "ROWS" and not any(letter.isdigit() for letter in text):
        return text

    def one(title: str | None, ref: str) -> str | None:
        if (title if title is not None else home).lower() != tab.lower():
            return None
        return shift_ref(ref, axis, start, count)

    return map_refs(text, one)


def shift_ref(ref: str, axis: str, start: int, count: int) -> str:
    """One reference after an insertion or a deletion; `#REF!` when all of it is gone."""
    points = [_POINT.match(part) for part in ref.split(":")]
    numbers: list[int | None] = []
    for point in points:
        assert point is not None
        value = point[4] if axis == "ROWS" else point[2]
        numbers.append(None if not value else (int(value) - 1 if axis == "ROWS" else column_number(value)))
    if len(numbers) == 1:
        if numbers[0] is None:
            return ref
        moved = [shift_index(numbers[0], start, count)]
        if moved[0] is None:
            return "#REF!"
    else:
        first, last = numbers
        new_first = None if first is None else shift_index(first, start, count)
        new_last = None if last is None else shift_index(last, start, count)
        if first is not None and new_first is None:
            new_first = start
        if last is not None and new_last is None:
            new_last = start - 1
        if new_first is not None and new_last is not None and new_last < new_first:
            return "#REF!"
        moved = [new_first, new_last]
    return ":".join(_with(point, axis, number) for point, number in zip(points, moved, strict=True) if point)


def permute_refs(text: str, home: str, tab: str, axis: str, how: Callable[[int, int], tuple[int, int]]) -> str:
    """The formula after rows or columns of `tab` changed places; `how` gives the new first and end of a span."""

    def one(title: str | None, ref: str) -> str | None:
        if (title if title is not None else home).lower() != tab.lower():
            return None
        points = [_POINT.match(part) for part in ref.split(":")]
        numbers: list[int] = []
        for point in points:
            assert point is not None
            value = point[4] if axis == "ROWS" else point[2]
            if not value:
                return None
            numbers.append(int(value) - 1 if axis == "ROWS" else column_number(value))
        first, end = how(numbers[0], numbers[-1] + 1)
        moved = [first, end - 1][: len(points)]
        return ":".join(_with(point, axis, number) for point, number in zip(points, moved, strict=True) if point)

    return map_refs(text, one)


def _with(point: re.Match[str], axis: str, number: int | None) -> str:
    column, row = point[2], point[4]
    if number is not None:
        if axis == "ROWS":
            row = str(number + 1)
        else:
            column = letters(number)
    if not column:
        return f"{point[1] or point[3]}{row}"
    return f"{point[1]}{column}{point[3]}{row}"


def move_relative(text: str, rows: int, columns: int) -> str:
    """The formula copied to a cell so many rows and columns away: relative parts move along."""

    def one(_tab: str | None, ref: str) -> str | None:
        out = []
        for part in ref.split(":"):
            point = _POINT.match(part)
            assert point is not None
            dollar_column, column, dollar_row, row = point.groups()
            if column and not dollar_column:
                at = column_number(column) + columns
                if at < 0:
                    return "#REF!"
                column = letters(at)
            if row and not dollar_row:
                line = int(row) + rows
                if line < 1:
                    return "#REF!"
                row = str(line)
            out.append(f"{dollar_column}{column}{dollar_row}{row}")
        return ":".join(out)

    return map_refs(text, one)


def drop_tab(text: str, home: str, gone: str) -> str:
    """The formula after a tab was deleted: what pointed there points nowhere."""

    def one(title: str | None, _ref: str) -> str | None:
        return "#REF!" if title is not None and title.lower() == gone.lower() != home.lower() else None

    return map_refs(text, one)


def canonical(text: str, title_of: Callable[[str], str | None]) -> str:
    """The formula as the service keeps it: references in capitals, first corner first, titles as they are spelt.

    A range of one cell becomes that cell, and a title is quoted only where it has to be. Blanks and function names
    stay as they were typed.
    """

    def one(match: re.Match[str]) -> str:
        ref = match["ref"]
        if ref is None:
            return match[0]
        tab = match["tab"] or ""
        title = title_of(_tab_title(tab)) if tab else None
        return (quoted(title) + "!" if title is not None else tab) + _ordered(ref)

    return _PIECE.sub(one, text)


def _ordered(ref: str) -> str:
    points = [_POINT.match(part) for part in ref.upper().split(":")]
    if len(points) == 1:
        return ref.upper()
    first, last = points
    assert first is not None
    assert last is not None
    columns = [(first[1], first[2]), (last[1], last[2])]
    rows = [(first[3], first[4]), (last[3], last[4])]
    if first[2] and last[2]:
        columns.sort(key=lambda part: column_number(part[1]))
    if not first[2] and not last[2]:
        # In a range of whole rows the dollar sign stands where that of a column would.
        rows = [(first[1] or first[3], first[4]), (last[1] or last[3], last[4])]
        columns = [("", ""), ("", "")]
    if rows[0][1] and rows[1][1]:
        rows.sort(key=lambda part: int(part[1]))
    corners = ["".join((*column, *row)) for column, row in zip(columns, rows, strict=True)]
    cell = bool(first[2] and first[4])
    return corners[0] if cell and corners[0] == corners[1] else ":".join(corners)


def rename_tab(text: str, old: str, new: str) -> str:
    """The formula after a tab got another title."""

    def one(match: re.Match[str]) -> str:
        tab = match["tab"] or match["tabonly"]
        if tab is None or _tab_title(tab).lower() != old.lower():
            return match[0]
        return quoted(new) + "!" + match[0][len(tab) :]

    return _PIECE.sub(one, text)
