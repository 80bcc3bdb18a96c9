"""The request that continues a series: autoFill."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

from tests.emulator.a1 import Rect
from tests.emulator.batch import Batch, kind
from tests.emulator.batch_cells import moved_cell
from tests.emulator.cells import Cell, Formula, plain_number
from tests.emulator.errors import invalid
from tests.emulator.guards import may_write
from tests.emulator.locales import locale_of
from tests.emulator.numerals import DATE_KINDS
from tests.emulator.sheet import Json, Sheet

#: The value at a distance from the first source cell; distances below nought lie before it.
Series = Callable[[int], Any]


@kind("autoFill")
def auto_fill(batch: Batch, body: Json) -> None:
    """Rows or columns of a source go on beyond it: numbers and days by their step, texts by their number, or repeated."""
    given = body.get("sourceAndDestination")
    if given:
        sheet, source = batch.area(given.get("source"), write=False)
        axis, length = given.get("dimension") or "", given.get("fillLength") or 0
        if axis not in ("ROWS", "COLUMNS"):
            raise invalid("No dimension was specified.")
    elif body.get("range"):
        sheet, source, axis, length = _found(batch, body["range"])
    else:
        raise invalid("No area to fill was specified.")
    if not length:
        return
    target = _target(source, axis, length)
    if target.top < 0 or target.left < 0:
        raise invalid("The area to fill begins before the first row or column.")
    _inside(batch, sheet, target)
    may_write(batch.book, sheet, target, batch.setting)
    _fill(batch, sheet, source, axis, length, alternate=bool(body.get("useAlternateSeries")))
    batch.book.calc = None


def _inside(batch: Batch, sheet: Sheet, target: Rect) -> None:
    if (target.bottom or 0) > sheet.row_count or (target.right or 0) > sheet.column_count:
        raise batch.book.past_grid(sheet, target)


def _target(source: Rect, axis: str, length: int) -> Rect:
    assert source.bottom is not None
    assert source.right is not None
    if axis == "ROWS":
        top, bottom = (source.bottom, source.bottom + length) if length > 0 else (source.top + length, source.top)
        return Rect(top, source.left, bottom, source.right)
    left, right = (source.right, source.right + length) if length > 0 else (source.left + length, source.left)
    return Rect(source.top, left, source.bottom, right)


def _found(batch: Batch, place: Json) -> tuple[Sheet, Rect, str, int]:
    """(tab, source, axis, length) in a range: what holds data at its beginning goes on to its end."""
    sheet, rect = batch.area(place)
    assert rect.bottom is not None
    assert rect.right is not None
    filled = [(row, column) for row, column, _ in sheet.filled() if rect.holds(row, column)]
    if not filled:
        return sheet, rect, "ROWS", 0
    bottom, right = max(row for row, _ in filled) + 1, max(column for _, column in filled) + 1
    if bottom < rect.bottom:
        return sheet, Rect(rect.top, rect.left, bottom, rect.right), "ROWS", rect.bottom - bottom
    return sheet, Rect(rect.top, rect.left, rect.bottom, right), "COLUMNS", rect.right - right


def _fill(batch: Batch, sheet: Sheet, source: Rect, axis: str, length: int, *, alternate: bool) -> None:
    assert source.bottom is not None
    assert source.right is not None
    rows = axis == "ROWS"
    across = range(source.left, source.right) if rows else range(source.top, source.bottom)
    first, end = (source.top, source.bottom) if rows else (source.left, source.right)
    size = end - first
    steps = range(size, size + length) if length > 0 else range(length, 0)
    for line in across:
        cells = [sheet.cell(at, line) if rows else sheet.cell(line, at) for at in range(first, end)]
        series = series_of(cells, batch.book.locale, alternate=alternate)
        for step in steps:
            pattern, moved = cells[step % size], step - step % size
            if isinstance(pattern.entered, Formula):
                new = moved_cell(pattern, moved if rows else 0, 0 if rows else moved)
            else:
                new = Cell(series(step), pattern.format, "", pattern.validation)
            at = first + step
            sheet.put(at if rows else line, {line if rows else at: new})


def series_of(cells: Sequence[Cell], locale: str, *, alternate: bool = False) -> Series:
    """How a line of cells goes on."""
    values = [cell.entered for cell in cells]
    if all(isinstance(value, (int, float)) and not isinstance(value, bool) for value in values):
        return _numbers(values, cells[0].number_format.get("type", "") in DATE_KINDS, alternate)
    if all(isinstance(value, str) and not isinstance(value, Formula) for value in values):
        named = _names(values, locale) or _numbered(values, alternate)
        if named is not None:
            return named
    return lambda step: values[step % len(values)]


def _numbers(values: Sequence[Any], days: bool, alternate: bool) -> Series:
    """One number is repeated, one day goes on by a day (the other way round on wish); several go on along their line."""
    count = len(values)
    if count == 1:
        step_by = 1 if days != alternate else 0
        return lambda step: plain_number(values[0] + step * step_by)
    mean_at, mean = (count - 1) / 2, sum(values) / count
    slope = sum((at - mean_at) * (value - mean) for at, value in enumerate(values))
    slope /= sum((at - mean_at) ** 2 for at in range(count))
    return lambda step: plain_number(round(mean + (step - mean_at) * slope, 10))


def _numbered(values: Sequence[Any], alternate: bool) -> Series | None:
    """`Round 1`, `Round 3` → `Round 5`."""
    parts = [re.fullmatch(r"(.*?)(\d+)", value, re.DOTALL) for value in values]
    if alternate or any(part is None for part in parts) or len({part[1] for part in parts if part}) != 1:
        return None
    numbers = [int(part[2]) for part in parts if part]
    by = numbers[1] - numbers[0] if len(numbers) > 1 else 1
    if any(two - one != by for one, two in pairwise(numbers)):
        return None
    head, width = (parts[0] or [""])[1], len((parts[0] or ["", "", ""])[2])
    padded = width > 1 and str((parts[0] or ["", "", ""])[2]).startswith("0")
    return lambda step: f"{head}{abs(numbers[0] + step * by):0{width if padded else 1}d}"


def _names(values: Sequence[Any], locale: str) -> Series | None:
    """Names of months or days, in the locale's own or in English."""
    for habits in (locale_of(locale), locale_of("en_US")):
        for names in (habits.months, habits.short_months, habits.days, habits.short_days):
            low = [name.lower() for name in names]
            if any(value.lower() not in low for value in values):
                continue
            places = [low.index(value.lower()) for value in values]
            by = (places[1] - places[0]) % len(names) if len(places) > 1 else 1
            return lambda step, names=names, first=places[0], by=by: names[(first + step * by) % len(names)]  # type: ignore[misc]
    return None
