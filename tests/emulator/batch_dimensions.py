"""Requests about rows and columns."""

from __future__ import annotations

from tests.emulator.a1 import Rect
from tests.emulator.batch import Batch, kind
from tests.emulator.batch_sheets import check_size, needed_mask
from tests.emulator.cells import EMPTY, tidy
from tests.emulator.errors import invalid
from tests.emulator.formulas import calc_of
from tests.emulator.guards import may_edit, may_shape, may_write, protected, protected_area
from tests.emulator.masks import assign
from tests.emulator.sheet import Json, Sheet
from tests.emulator.values import seen

#: Measured from recordings: a column fits its longest text at about this many pixels a letter.
LETTER_WIDTH = 8.685


def span(batch: Batch, given: Json | None) -> tuple[Sheet, str, int, int]:
    """(tab, axis, start, end) of a DimensionRange. Problems: 400 for one outside the grid."""
    given = given or {}
    sheet = batch.book.sheet(given.get("sheetId"))
    axis = given.get("dimension") or ""
    if axis not in ("ROWS", "COLUMNS"):
        raise invalid("No dimension was specified.")
    start = given.get("startIndex") or 0
    end = given.get("endIndex")
    end = sheet.count(axis) if end is None else end
    if start >= end:
        raise invalid(f"startIndex ({start}) must be less than endIndex ({end})")
    return sheet, axis, start, end


def _inside(sheet: Sheet, axis: str, start: int, end: int, verb: str) -> None:
    """Problems: 400 when a row or column that is not there is asked for."""
    count = sheet.count(axis)
    if end > count:
        name = "row" if axis == "ROWS" else "column"
        raise invalid(
            f"Cannot {verb} a {name} that doesn't exist. "
            f"Tried to {verb} {name} index {max(start, count)} but there are only {count} {name}s."
        )


def may_write_between(batch: Batch, sheet: Sheet, axis: str, at: int) -> None:
    """Problems: 400 when a protection by others spans the line before a row or column."""
    if not batch.setting.switches.protection_enforced:
        return
    for item in sheet.parts["protectedRanges"]:
        place = protected_area(batch.book, item)
        if place is None or may_edit(batch.book, item, batch.setting.who):
            continue
        rect = place[1]
        first, end = (rect.top, rect.bottom) if axis == "ROWS" else (rect.left, rect.right)
        if first < at and end is not None and at < end:
            raise protected()


def _strip(sheet: Sheet, axis: str, start: int, end: int) -> Rect:
    return Rect(start, 0, end, sheet.column_count) if axis == "ROWS" else Rect(0, start, sheet.row_count, end)


@kind("insertDimension")
def insert_dimension(batch: Batch, body: Json) -> None:
    """Empty rows or columns at a place."""
    sheet, axis, start, end = span(batch, body.get("range"))
    inherit = bool(body.get("inheritFromBefore"))
    count = sheet.count(axis)
    if start > count:
        raise invalid(f"range.startIndex is larger than current grid size ({count})")
    if inherit and start == 0:
        raise invalid("inheritFromBefore cannot be true when inserting at the beginning.")
    if not inherit and start == count:
        raise invalid(f"range.startIndex must be less than the grid size ({count}) if inheritFromBefore is false.")
    may_shape(batch.book, sheet, batch.setting)
    if start:
        # Between two rows of a protected range nobody else may put a row.
        may_write_between(batch, sheet, axis, start)
    sheet.insert(axis, start, end - start, inherit)
    batch.book.shift(sheet, axis, start, end - start)
    check_size(batch)


@kind("deleteDimension")
def delete_dimension(batch: Batch, body: Json) -> None:
    """Rows or columns go. Problems: 400 when none would be left, or one of them is protected."""
    sheet, axis, start, end = span(batch, body.get("range"))
    _inside(sheet, axis, start, end, "delete")
    name = "rows" if axis == "ROWS" else "columns"
    if end - start >= sheet.count(axis):
        raise invalid(f"You can't delete all the {name} on the sheet.")
    grid = sheet.properties["gridProperties"]
    frozen = grid.get("frozenRowCount" if axis == "ROWS" else "frozenColumnCount", 0)
    if start <= frozen and end >= sheet.count(axis) and frozen:
        raise invalid(f"Sorry, it is not possible to delete all non-frozen {name}.")
    may_write(batch.book, sheet, _strip(sheet, axis, start, end), batch.setting)
    sheet.delete(axis, start, end)
    batch.book.shift(sheet, axis, start, start - end)


@kind("appendDimension")
def append_dimension(batch: Batch, body: Json) -> None:
    """More rows or columns at the end."""
    sheet = batch.book.sheet(body.get("sheetId"))
    axis = body.get("dimension") or ""
    length = body.get("length") or 0
    if axis not in ("ROWS", "COLUMNS") or length < 1:
        raise invalid("No dimension or length was specified.")
    may_shape(batch.book, sheet, batch.setting)
    sheet.resize(axis, sheet.count(axis) + length)
    check_size(batch)


@kind("moveDimension")
def move_dimension(batch: Batch, body: Json) -> None:
    """Rows or columns to another place; the place is counted before the move."""
    sheet, axis, start, end = span(batch, body.get("source"))
    _inside(sheet, axis, start, end, "move")
    may_write(batch.book, sheet, _strip(sheet, axis, start, end), batch.setting)
    to = body.get("destinationIndex") or 0
    if start < to < end:
        raise invalid("Cannot move a dimension to inside the source range.")
    order = moved_order(sheet.count(axis), start, end, to)
    sheet.rearrange(axis, order)
    batch.book.permute(sheet, axis, order)


def moved_order(count: int, start: int, end: int, to: int) -> list[int]:
    """The order of `count` things after those from start to end went before the thing at `to`."""
    rest = [at for at in range(count) if not start <= at < end]
    at = sum(1 for one in rest if one < to)
    return rest[:at] + list(range(start, end)) + rest[at:]


@kind("updateDimensionProperties")
def update_dimension_properties(batch: Batch, body: Json) -> None:
    """Width or height, hidden or not."""
    mask = needed_mask(body)
    sheet, axis, start, end = span(batch, body.get("range"))
    _inside(sheet, axis, start, end, "update")
    may_shape(batch.book, sheet, batch.setting)
    given = tidy(body.get("properties") or {})
    for at in range(start, end):
        new = dict(sheet.dimensions[axis].get(at, {}))
        assign(new, given, mask)
        sheet.dimensions[axis][at] = tidy(new)


@kind("autoResizeDimensions")
def auto_resize(batch: Batch, body: Json) -> None:
    """Columns as wide as their longest text (about), rows of one line."""
    sheet, axis, start, end = span(batch, body.get("dimensions"))
    calc = calc_of(batch.book, batch.setting.now)
    for at in range(start, min(end, sheet.count(axis))):
        size = 21
        if axis == "COLUMNS":
            texts = [seen(calc, sheet, row, at) for row, cells in sheet.rows.items() if at in cells]
            longest = max((len(text) for text in texts), default=0)
            if not longest:
                continue
            size = max(int(longest * LETTER_WIDTH) + 6, 21)
        sheet.dimensions[axis][at] = {**sheet.dimensions[axis].get(at, {}), "pixelSize": size}


def _group_part(axis: str) -> str:
    return "rowGroups" if axis == "ROWS" else "columnGroups"


@kind("addDimensionGroup")
def add_group(batch: Batch, body: Json) -> Json:
    """A group over rows or columns; inside another one it lies deeper."""
    sheet, axis, start, end = span(batch, body.get("range"))
    place = {"sheetId": sheet.id, "dimension": axis, "startIndex": start, "endIndex": end}
    groups = sheet.parts[_group_part(axis)]
    same = [one for one in groups if (one["range"]["startIndex"], one["range"]["endIndex"]) == (start, end)]
    if same:
        same[-1]["depth"] += 1
    else:
        around = [one for one in groups if one["range"]["startIndex"] <= start and end <= one["range"]["endIndex"]]
        for one in groups:
            if start <= one["range"]["startIndex"] and one["range"]["endIndex"] <= end:
                one["depth"] += 1
        groups.append({"range": place, "depth": 1 + max((one["depth"] for one in around), default=0)})
    groups.sort(key=lambda one: (one["depth"], one["range"]["startIndex"]))
    control = "rowGroupControlAfter" if axis == "ROWS" else "columnGroupControlAfter"
    sheet.properties["gridProperties"].setdefault(control, True)
    return {"dimensionGroups": _groups(groups)}


def _groups(groups: list[Json]) -> list[Json]:
    from tests.emulator.cells import shown

    out: list[Json] = shown(groups)
    return out


@kind("deleteDimensionGroup")
def delete_group(batch: Batch, body: Json) -> Json:
    """One level of grouping goes from a range."""
    sheet, axis, start, end = span(batch, body.get("range"))
    groups = sheet.parts[_group_part(axis)]
    inside = [one for one in groups if one["range"]["startIndex"] <= start and end <= one["range"]["endIndex"]]
    if not inside:
        raise invalid("Unable to delete the group: no group spans the range.")
    deepest = max(inside, key=lambda one: one["depth"])
    place = deepest["range"]
    pieces = [(place["startIndex"], start), (end, place["endIndex"])]
    groups.remove(deepest)
    groups += [
        {"range": {**place, "startIndex": a, "endIndex": b}, "depth": deepest["depth"]} for a, b in pieces if a < b
    ]
    groups.sort(key=lambda one: (one["depth"], one["range"]["startIndex"]))
    return {"dimensionGroups": _groups(groups)} if groups else {}


@kind("updateDimensionGroup")
def update_group(batch: Batch, body: Json) -> None:
    """Open or close a group."""
    given = body.get("dimensionGroup") or {}
    sheet, axis, start, end = span(batch, given.get("range"))
    for one in sheet.parts[_group_part(axis)]:
        if (one["range"]["startIndex"], one["range"]["endIndex"]) == (start, end) and one["depth"] == given.get(
            "depth"
        ):
            if given.get("collapsed"):
                one["collapsed"] = True
            else:
                one.pop("collapsed", None)
            for at in range(start, end):
                new = dict(sheet.dimensions[axis].get(at, {}))
                new["hiddenByUser"] = bool(given.get("collapsed"))
                sheet.dimensions[axis][at] = tidy(new)
            return
    raise invalid("No dimension group with that range and depth.")


def _push(batch: Batch, body: Json, out: bool) -> None:
    sheet, rect = batch.area(body.get("range"))
    assert rect.bottom is not None
    assert rect.right is not None
    rows = (body.get("dimension") or body.get("shiftDimension")) == "ROWS"
    size = rect.bottom - rect.top if rows else rect.right - rect.left
    count = sheet.row_count if rows else sheet.column_count
    first = rect.top if rows else rect.left
    across = range(rect.left, rect.right) if rows else range(rect.top, rect.bottom)
    for line in across:
        old = [sheet.cell(at, line) if rows else sheet.cell(line, at) for at in range(count)]
        new = old[:first] + [EMPTY] * size + old[first:] if out else old[:first] + old[first + size :] + [EMPTY] * size
        if out and any(not cell.blank for cell in new[count:]):
            sheet.resize("ROWS" if rows else "COLUMNS", count + size)
        for at, cell in enumerate(new[: sheet.row_count if rows else sheet.column_count]):
            if rows:
                sheet.put(at, {line: cell})
            else:
                sheet.put(line, {at: cell})


@kind("insertRange")
def insert_range(batch: Batch, body: Json) -> None:
    """Empty cells in; what is there moves down or right."""
    _push(batch, {"range": body.get("range"), "dimension": body.get("shiftDimension")}, out=True)


@kind("deleteRange")
def delete_range(batch: Batch, body: Json) -> None:
    """Cells out; what follows moves up or left."""
    _push(batch, {"range": body.get("range"), "dimension": body.get("shiftDimension")}, out=False)
