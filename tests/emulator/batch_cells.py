"""Requests about cells: contents, formats, drop-downs, sorting, merging, copying."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tests.emulator.a1 import Rect
from tests.emulator.batch import Batch, kind
from tests.emulator.batch_sheets import needed_mask
from tests.emulator.book import Book
from tests.emulator.cells import Cell, Fault, Formula, from_extended, tidy
from tests.emulator.errors import ApiError, invalid
from tests.emulator.formulas import calc_of
from tests.emulator.guards import may_write
from tests.emulator.masks import Mask, assign
from tests.emulator.refs import move_relative
from tests.emulator.sheet import Json, Sheet
from tests.emulator.values import check_length

#: Parts of a cell that draw on other places: nothing of ours writes them.
NOT_KEPT = ("pivotTable", "chipRuns", "dataSourceTable")


def with_data(book: Book, cell: Cell, data: Mapping[str, Any], mask: Mask) -> Cell:
    """A cell after the masked fields of a CellData were put in; masked fields that are missing are cleared."""
    everything = "*" in mask
    for name in NOT_KEPT:
        if (everything or name in mask) and data.get(name):
            raise ApiError(501, f"The emulator keeps no {name}.")
    value, look, note = cell.entered, dict(cell.format), cell.note
    validation, runs = cell.validation, cell.runs
    if everything or "userEnteredValue" in mask:
        value = from_extended(data.get("userEnteredValue"))
        if isinstance(value, Formula):
            value = book.formula(value)
        runs = ()
        if isinstance(value, str):
            check_length(value)
    if everything or "userEnteredFormat" in mask:
        holder = {"userEnteredFormat": look}
        below = {"userEnteredFormat": {}} if everything else {"userEnteredFormat": mask["userEnteredFormat"]}
        _drop_twins(look, below["userEnteredFormat"])
        assign(holder, {"userEnteredFormat": data.get("userEnteredFormat")}, below)
        look = tidy(holder.get("userEnteredFormat") or {})
    if everything or "note" in mask:
        note = data.get("note") or ""
    if everything or "dataValidation" in mask:
        validation = tidy(data["dataValidation"]) if data.get("dataValidation") else None
    if everything or "textFormatRuns" in mask:
        runs = tuple(tidy(data.get("textFormatRuns") or []))
    return Cell(value, look, note, validation, runs)


def _drop_twins(look: dict[str, Any], below: Mask) -> None:
    """A colour is kept in an old and a new form: setting one form replaces both."""
    for name in list(below):
        twin = name[:-5] if name.endswith("Style") else name + "Style"
        if name.lower().endswith(("color", "colorstyle")):
            look.pop(twin, None)
    inner = look.get("textFormat")
    if isinstance(inner, dict) and below.get("textFormat"):
        look["textFormat"] = inner = dict(inner)
        _drop_twins(inner, below["textFormat"])


def check_point(sheet: Sheet, row: int, column: int) -> None:
    """Problems: 400 when a GridCoordinate lies outside the grid."""
    for name, what, at, count in (
        ("rowIndex", "row", row, sheet.row_count),
        ("columnIndex", "column", column, sheet.column_count),
    ):
        if not 0 <= at < count:
            raise invalid(f"GridCoordinate.{name}[{at}] is after last {what} in grid[{count - 1}]")


def _past_request(sheet: Sheet, bottom: int) -> ApiError:
    if bottom > sheet.row_count:
        at, name = sheet.row_count, "row"
    else:
        at, name = sheet.column_count, "column"
    return invalid(f"Attempting to write {name}: {at}, beyond the last requested {name} of: {at - 1}")


@kind("updateCells")
def update_cells(batch: Batch, body: Json) -> None:
    """Rows of CellData at a start or over a range; over a range, cells without data are cleared in the masked fields."""
    mask = needed_mask(body)
    rows = body.get("rows") or []
    height = len(rows)
    width = max((len(row.get("values") or []) for row in rows), default=0)
    if body.get("range") is not None:
        sheet, rect = batch.area(body["range"])
        assert rect.bottom is not None
        assert rect.right is not None
        if rect.top + height > rect.bottom:
            raise invalid(
                f"Attempting to write row: {rect.bottom}, beyond the last requested row of: {rect.bottom - 1}"
            )
        if rect.left + width > rect.right:
            raise invalid(
                f"Attempting to write column: {rect.right}, beyond the last requested column of: {rect.right - 1}"
            )
        bottom, right = rect.bottom, rect.right
    else:
        start = body.get("start") or {}
        sheet = batch.book.sheet(start.get("sheetId"))
        top, left = start.get("rowIndex") or 0, start.get("columnIndex") or 0
        rect = Rect(top, left, top + height, left + width)
        bottom, right = top + height, left + width
        check_point(sheet, top, left)
        if bottom > sheet.row_count or right > sheet.column_count:
            raise _past_request(sheet, bottom)
        may_write(batch.book, sheet, rect, batch.setting)
    ranged = body.get("range") is not None
    for number in range(rect.top, bottom):
        line = (rows[number - rect.top].get("values") or []) if number - rect.top < height else []
        edge = right if ranged else rect.left + len(line)
        sheet.put(
            number,
            {
                column: with_data(
                    batch.book,
                    sheet.cell(number, column),
                    (line[column - rect.left] or {}) if column - rect.left < len(line) else {},
                    mask,
                )
                for column in range(rect.left, edge)
            },
        )


@kind("appendCells")
def append_cells(batch: Batch, body: Json) -> None:
    """Rows of CellData below the last row with data; the grid grows downwards, never sideways."""
    mask = needed_mask(body)
    if body.get("tableId"):
        _append_to_table(batch, body, mask)
        return
    sheet = batch.book.sheet(body.get("sheetId"))
    rows = body.get("rows") or []
    width = max((len(row.get("values") or []) for row in rows), default=0)
    if width > sheet.column_count:
        raise invalid(
            f"Attempting to write column: {sheet.column_count}, "
            f"beyond the last requested column of: {sheet.column_count - 1}"
        )
    top = sheet.last_row(any_content=not batch.setting.switches.append_cells_after_last_value)
    may_write(batch.book, sheet, Rect(top, 0, top + len(rows), max(width, 1)), batch.setting)
    sheet.resize("ROWS", max(sheet.row_count, top + len(rows)))
    for number, row in enumerate(rows, start=top):
        line = row.get("values") or []
        sheet.put(
            number,
            {at: with_data(batch.book, sheet.cell(number, at), data or {}, mask) for at, data in enumerate(line)},
        )


def _append_to_table(batch: Batch, body: Json, mask: Mask) -> None:
    """Rows go below the last one with data of a table's body; where it is full, the table grows by inserted rows."""
    from tests.emulator.batch_tables import body_of, find_table

    sheet, at = find_table(batch, body["tableId"])
    item, rows = sheet.parts["tables"][at], body.get("rows") or []
    rect = body_of(sheet, item)
    bottom = rect.bottom or rect.top
    filled = [row for row, column, _ in sheet.filled() if rect.holds(row, column)]
    top = max(filled, default=rect.top - 1) + 1
    missing = top + len(rows) - bottom
    may_write(batch.book, sheet, Rect(top, rect.left, top + len(rows), rect.right), batch.setting)
    if missing > 0:
        sheet.insert("ROWS", bottom, missing, inherit_from_before=True)
        batch.book.shift(sheet, "ROWS", bottom, missing)
        table = next(one for one in sheet.parts["tables"] if one["tableId"] == item["tableId"])
        if table["range"]["endRowIndex"] == item["range"]["endRowIndex"]:
            table["range"] = {**table["range"], "endRowIndex": item["range"]["endRowIndex"] + missing}
    for number, row in enumerate(rows, start=top):
        line = row.get("values") or []
        new = {
            rect.left + column: with_data(batch.book, sheet.cell(number, rect.left + column), data or {}, mask)
            for column, data in enumerate(line)
        }
        sheet.put(number, new)


@kind("repeatCell")
def repeat_cell(batch: Batch, body: Json) -> None:
    """One CellData over a whole range; relative references of a formula move along."""
    mask = needed_mask(body)
    sheet, rect = batch.area(body.get("range"))
    data = body.get("cell") or {}
    formula = (data.get("userEnteredValue") or {}).get("formulaValue")
    assert rect.bottom is not None
    assert rect.right is not None
    for row in range(rect.top, rect.bottom):
        new = {}
        for column in range(rect.left, rect.right):
            mine = data
            if formula and ("*" in mask or "userEnteredValue" in mask):
                text = move_relative(formula, row - rect.top, column - rect.left)
                mine = {**data, "userEnteredValue": {"formulaValue": text}}
            new[column] = with_data(batch.book, sheet.cell(row, column), mine, mask)
        sheet.put(row, new)


def _not_typed(batch: Batch, sheet: Sheet, rect: Rect) -> None:
    """Problems: 400 when a range reaches into a column of a table that has a type."""
    for table in sheet.parts["tables"]:
        place = batch.book.place(table["range"])[1]
        for column in table["columnProperties"]:
            at = place.left + column["columnIndex"]
            if column.get("columnType") and Rect(place.top + 1, at, place.bottom, at + 1).touches(rect):
                raise invalid("This operation is not allowed on cells in typed columns.")


@kind("setDataValidation")
def set_data_validation(batch: Batch, body: Json) -> None:
    """A rule over a range, or none."""
    sheet, rect = batch.area(body.get("range"))
    rule = tidy(body["rule"]) if body.get("rule") else None
    _not_typed(batch, sheet, rect)
    if rule is not None and not (rule.get("condition") or {}).get("type"):
        raise invalid("A data validation rule needs a condition.")
    sheet.change(rect, lambda cell: Cell(cell.entered, cell.format, cell.note, rule, cell.runs))


@kind("updateBorders")
def update_borders(batch: Batch, body: Json) -> None:
    """Lines around and inside a range."""
    sheet, rect = batch.area(body.get("range"))
    assert rect.bottom is not None
    assert rect.right is not None
    given = {name: tidy(line) for name, line in body.items() if name != "range" and line is not None}
    for row in range(rect.top, rect.bottom):
        new = {}
        for column in range(rect.left, rect.right):
            cell = sheet.cell(row, column)
            borders = dict(cell.format.get("borders", {}))
            sides = {
                "top": "top" if row == rect.top else "innerHorizontal",
                "bottom": "bottom" if row == rect.bottom - 1 else "innerHorizontal",
                "left": "left" if column == rect.left else "innerVertical",
                "right": "right" if column == rect.right - 1 else "innerVertical",
            }
            for side, name in sides.items():
                if name in given:
                    if given[name].get("style") in (None, "NONE"):
                        borders.pop(side, None)
                    else:
                        borders[side] = given[name]
            look = {**cell.format, "borders": borders}
            if not borders:
                look.pop("borders")
            new[column] = Cell(cell.entered, look, cell.note, cell.validation, cell.runs)
        sheet.put(row, new)


def _sort_key(value: Any) -> tuple[int, Any]:
    if isinstance(value, Fault):
        return 3, str(value)
    if isinstance(value, bool):
        return 2, value
    if isinstance(value, str):
        return 1, value.lower()
    return 0, value


@kind("sortRange")
def sort_range(batch: Batch, body: Json) -> None:
    """Order the rows of a range. Numbers come before texts, empty cells stay last whatever the direction."""
    sheet, rect = batch.area(body.get("range"))
    sort_rows(batch, sheet, rect, body.get("sortSpecs") or [])


def sort_rows(batch: Batch, sheet: Sheet, rect: Rect, specs: list[Json]) -> None:
    """Order rows by one or more columns; equal rows keep their order."""
    assert rect.bottom is not None
    assert rect.right is not None
    calc = calc_of(batch.book, batch.setting.now)
    order = list(range(rect.top, rect.bottom))
    for spec in reversed(specs):
        column = spec.get("dimensionIndex") or 0
        down = spec.get("sortOrder") == "DESCENDING"
        values = {row: calc.value(sheet, row, column) for row in order}
        some = [row for row in order if values[row] is not None]
        # Equal rows keep their order in both directions: Python's sort is stable with `reverse` too.
        some.sort(key=lambda row: _sort_key(values[row]), reverse=down)
        order = some + [row for row in order if values[row] is None]
    place_rows(batch, sheet, rect, order)


def place_rows(batch: Batch, sheet: Sheet, rect: Rect, order: list[int]) -> None:
    """Put the rows of a rectangle into an order; formulas move like copies."""
    assert rect.right is not None
    if not batch.setting.switches.metadata_stays_when_sorted:
        batch.book.move_row_metadata(sheet, {source: target for target, source in enumerate(order, start=rect.top)})
    old = {row: {c: sheet.cell(row, c) for c in range(rect.left, rect.right)} for row in order}
    batch.book.calc = None
    for target, source in enumerate(order, start=rect.top):
        if target == source:
            continue
        cells = {column: moved_cell(cell, target - source, 0) for column, cell in old[source].items()}
        sheet.put(target, cells)


def moved_cell(cell: Cell, rows: int, columns: int) -> Cell:
    """A cell as a copy so many rows and columns away: relative references move along."""
    if isinstance(cell.entered, Formula):
        return cell.holding(Formula(move_relative(cell.entered, rows, columns)))
    return cell


@kind("randomizeRange")
def randomize_range(batch: Batch, body: Json) -> None:
    """Rows in random order (from the book's own dice)."""
    sheet, rect = batch.area(body.get("range"))
    assert rect.bottom is not None
    order = list(range(rect.top, rect.bottom))
    batch.book.dice.shuffle(order)
    place_rows(batch, sheet, rect, order)


@kind("mergeCells")
def merge_cells(batch: Batch, body: Json) -> None:
    """Join cells; merges that lie inside go. Problems: 400 for one that is cut through."""
    sheet, rect = batch.area(body.get("range"))
    assert rect.bottom is not None
    assert rect.right is not None
    how = body.get("mergeType") or "MERGE_ALL"
    if how == "MERGE_COLUMNS":
        pieces = [Rect(rect.top, column, rect.bottom, column + 1) for column in range(rect.left, rect.right)]
    elif how == "MERGE_ROWS":
        pieces = [Rect(row, rect.left, row + 1, rect.right) for row in range(rect.top, rect.bottom)]
    else:
        pieces = [rect]
    _cut_merges(batch, sheet, rect, "You must select all cells in a merged range to merge or unmerge them.")
    grid = sheet.properties["gridProperties"]
    for name, first, end in (("Row", rect.top, rect.bottom), ("Column", rect.left, rect.right)):
        if (
            first < grid.get(f"frozen{name}Count", 0) < end
            and how != f"MERGE_{'COLUMNS' if name == 'Column' else 'ROWS'}"
        ):
            raise invalid(f"You can't merge frozen and non-frozen {name.lower()}s.")
    for piece in pieces:
        assert piece.bottom is not None
        assert piece.right is not None
        if (piece.bottom - piece.top) * (piece.right - piece.left) < 2:
            continue
        if batch.setting.switches.merge_drops_values:
            _keep_first(sheet, piece)
        sheet.parts["merges"].append(
            {
                "sheetId": sheet.id,
                "startRowIndex": piece.top,
                "endRowIndex": piece.bottom,
                "startColumnIndex": piece.left,
                "endColumnIndex": piece.right,
            }
        )


def _keep_first(sheet: Sheet, piece: Rect) -> None:
    assert piece.bottom is not None
    assert piece.right is not None
    for row in range(piece.top, piece.bottom):
        sheet.put(
            row,
            {
                column: sheet.cell(row, column).holding(None)
                for column in range(piece.left, piece.right)
                if (row, column) != (piece.top, piece.left)
            },
        )


def _cut_merges(batch: Batch, sheet: Sheet, rect: Rect, refusal: str) -> None:
    kept = []
    for merge in sheet.parts["merges"]:
        place = batch.book.place(merge)[1]
        if not place.touches(rect):
            kept.append(merge)
        elif not (
            rect.top <= place.top
            and rect.left <= place.left
            and (place.bottom or 0) <= (rect.bottom or 0)
            and (place.right or 0) <= (rect.right or 0)
        ):
            raise invalid(refusal)
    sheet.parts["merges"] = kept


@kind("unmergeCells")
def unmerge_cells(batch: Batch, body: Json) -> None:
    """Part joined cells."""
    sheet, rect = batch.area(body.get("range"))
    _cut_merges(batch, sheet, rect, "You must select all cells in a merged range to merge or unmerge them.")
