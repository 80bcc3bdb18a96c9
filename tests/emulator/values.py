"""The `spreadsheets.values` calls."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from tests.emulator.a1 import Rect, range_name
from tests.emulator.book import Book
from tests.emulator.cells import Cell, Effective, Fault, Formula
from tests.emulator.entry import typed
from tests.emulator.errors import field_violation, invalid
from tests.emulator.formulas import Calc, calc_of
from tests.emulator.guards import may_write
from tests.emulator.locales import locale_of
from tests.emulator.numerals import DATE_KINDS, show, show_entered_text
from tests.emulator.sheet import NO_ROW, Json, Row, Sheet
from tests.emulator.switches import Switches

#: The most characters of a cell.
MAX_TEXT = 50_000
USUAL = ("UNFORMATTED_VALUE", "SERIAL_NUMBER")
RENDER = ("FORMATTED_VALUE", "UNFORMATTED_VALUE", "FORMULA")


@dataclass(frozen=True, slots=True)
class Setting:
    """Who calls, when, and what is assumed of the service."""

    who: str
    now: datetime
    switches: Switches


def flag(text: str | bool | None) -> bool:
    """A yes/no query parameter in any spelling."""
    return str(text).lower() in ("true", "1")


def rendered(calc: Calc, sheet: Sheet, row: int, column: int, option: str, dates: str) -> Any:
    """One cell as `values.get` gives it; `""` for nothing."""
    cell = sheet.rows.get(row, NO_ROW).get(column)
    if cell is None or cell.entered is None:
        return ""
    if option == "FORMULA" and isinstance(cell.entered, Formula):
        return str(cell.entered)
    value = calc.value(sheet, row, column)
    if value is None:
        return ""
    if option == "FORMATTED_VALUE":
        return seen(calc, sheet, row, column)
    if option == "UNFORMATTED_VALUE" and dates == "FORMATTED_STRING" and not isinstance(value, (bool, str)):
        look = calc.look(sheet, row, column)
        if look.get("type") in DATE_KINDS:
            return show(value, look, calc.book.locale)
    return str(value) if isinstance(value, Fault) else value


def seen(calc: Calc, sheet: Sheet, row: int, column: int) -> str:
    """The text that a cell shows."""
    value = calc.value(sheet, row, column)
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return show(value, calc.look(sheet, row, column), calc.book.locale)
    return formatted(value, sheet.cell(row, column), calc.book.locale)


def formatted(value: Effective, cell: Cell, locale: str) -> str:
    """A value as a person sees it."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return locale_of(locale).true if value else locale_of(locale).false
    if isinstance(value, str):
        return str(value) if isinstance(value, Fault) else show_entered_text(value, cell.number_format)
    return show(value, cell.number_format, locale)


def read(book: Book, area: tuple[Sheet, Rect], options: Mapping[str, Any], setting: Setting) -> Json:
    """A ValueRange. Trailing empties are cut; `values` is absent when nothing is there."""
    sheet, rect = area
    option = options.get("valueRenderOption") or "FORMATTED_VALUE"
    dates = options.get("dateTimeRenderOption") or "SERIAL_NUMBER"
    major = options.get("majorDimension") or "ROWS"
    if major == "DIMENSION_UNSPECIFIED":
        major = "ROWS"
    calc = calc_of(book, setting.now)
    assert rect.bottom is not None
    assert rect.right is not None
    lines: list[list[Any]] = []
    # Rows without any cell cost nothing: a big empty grid is read quickly.
    last = max((row for row in sheet.rows if rect.top <= row < rect.bottom), default=rect.top - 1)
    # A whole row without formulas is kept as it was read last time, while it stays the same.
    usual = rect.left == 0 and rect.right == sheet.column_count and (option, dates) == USUAL
    known = sheet.lines if usual else {}
    for row in range(rect.top, last + 1):
        cells = sheet.rows.get(row, NO_ROW)
        if (kept := known.get(row)) is None or kept[0] is not cells:
            kept = (cells, _line(calc, sheet, row, cells, (rect.left, rect.right), (option, dates)))
            if usual and not any(isinstance(cell.entered, Formula) for cell in cells.values()):
                known[row] = kept
        lines.append(kept[1])
    if major == "COLUMNS":
        width = max((len(line) for line in lines), default=0)
        lines = [[line[column] if column < len(line) else "" for line in lines] for column in range(width)]
    lines = [_trimmed(line) for line in lines]
    while lines and not lines[-1]:
        lines.pop()
    out: Json = {"range": range_name(sheet.title, rect), "majorDimension": major}
    if lines:
        out["values"] = lines
    return out


def _line(calc: Calc, sheet: Sheet, row: int, cells: Row, columns: tuple[int, int], how: tuple[str, str]) -> list[Any]:
    """One row as read."""
    # Cells with a format only show nothing and are cut at the end: they need not be looked at.
    edge = max((c for c, cell in cells.items() if cell.entered is not None), default=columns[0] - 1)
    edge = min(edge, columns[1] - 1)
    return [rendered(calc, sheet, row, column, *how) for column in range(columns[0], edge + 1)]


def _trimmed(line: list[Any]) -> list[Any]:
    end = len(line)
    while end and line[end - 1] == "":
        end -= 1
    return line if end == len(line) else line[:end]


def entered(raw: Any, cell: Cell, option: str, book: Book, setting: Setting) -> Cell:
    """The cell after a value was put in by `values.update` and its kin."""
    if isinstance(raw, str):
        check_length(raw)
    if option == "RAW" or isinstance(raw, (bool, int, float)):
        return cell.holding(raw)
    text = str(raw)
    if text.startswith("'"):
        return cell.holding(text[1:])
    if text.startswith("=") and len(text) > 1:
        return cell.holding(book.formula(text))
    if cell.number_format.get("type") == "TEXT":
        return cell.holding(text)
    value, number_format = typed(text, book.locale, setting.now.date(), setting.switches.short_dates_recognised)
    new = cell.holding(value)
    if number_format is not None and not cell.number_format:
        new = new.formatted(number_format)
    return new


def check_length(text: str) -> None:
    """Problems: 400 for a text that no cell holds."""
    if len(text) > MAX_TEXT:
        raise invalid(f"Your input contains more than the maximum of {MAX_TEXT} characters in a single cell.")


def checked(values: Any, where: str = "data.values") -> list[list[Any]]:
    """The lines of a ValueRange. Problems: 400 in the service's own words when they are no lists."""
    if values is None:
        return []
    kind = "type.googleapis.com/google.protobuf.ListValue"
    if not isinstance(values, list):
        raise field_violation(where, f"Invalid value at '{where}' ({kind}), {json.dumps(values)}")
    for at, line in enumerate(values):
        if not isinstance(line, list):
            raise field_violation(f"{where}[{at}]", f"Invalid value at '{where}[{at}]' ({kind}), {json.dumps(line)}")
        for column, item in enumerate(line):
            if isinstance(item, (list, dict)):
                raise invalid(f"Invalid values[{at}][{column}]: {proto_text(item)}")
    return values


def proto_text(item: Any, indent: str = "") -> str:
    """A JSON value as the service prints it in a refusal."""
    if isinstance(item, list):
        inner = "".join(f"{indent}  values {{\n{proto_text(one, indent + '    ')}{indent}  }}\n" for one in item)
        return f"{indent}list_value {{\n{inner}{indent}}}\n"
    if isinstance(item, dict):
        inner = "".join(
            f"{indent}  fields {{\n{indent}    key: {json.dumps(name)}\n{indent}    value {{\n"
            f"{proto_text(one, indent + '      ')}{indent}    }}\n{indent}  }}\n"
            for name, one in item.items()
        )
        return f"{indent}struct_value {{\n{inner}{indent}}}\n"
    if item is None:
        return f"{indent}null_value: NULL_VALUE\n"
    if isinstance(item, bool):
        return f"{indent}bool_value: {str(item).lower()}\n"
    kind, shown = ("string_value", json.dumps(item)) if isinstance(item, str) else ("number_value", float(item))
    return f"{indent}{kind}: {shown}\n"


def _by_rows(lines: list[list[Any]], major: str | None) -> list[list[Any]]:
    if major != "COLUMNS":
        return lines
    height = max((len(line) for line in lines), default=0)
    return [[line[row] if row < len(line) else None for line in lines] for row in range(height)]


def option_of(options: Mapping[str, Any]) -> str:
    """The input option. Problems: 400 when it is not given."""
    option = options.get("valueInputOption")
    if option not in ("RAW", "USER_ENTERED"):
        raise invalid("'valueInputOption' is required but not specified")
    return str(option)


@dataclass(slots=True)
class Written:
    """What a write touched."""

    sheet: Sheet
    rect: Rect
    rows: set[int]
    columns: set[int]
    cells: int


def write(
    book: Book, area: tuple[Sheet, Rect], body: Mapping[str, Any], option: str, setting: Setting, *, grow: bool = False
) -> Written:
    """Put lines of values at a range. None leaves a cell alone, `""` empties it. Problems: 400."""
    sheet, rect = area
    lines = _by_rows(checked(body.get("values")), body.get("majorDimension"))
    height = len(lines)
    width = max((len(line) for line in lines), default=0)
    single = rect.bottom == rect.top + 1 and rect.right == rect.left + 1
    if not single and not grow:
        _inside(sheet, rect, height, width)
    bottom, right = rect.top + max(height, 1), rect.left + max(width, 1)
    if bottom > sheet.row_count or right > sheet.column_count:
        if not grow and setting.switches.update_past_grid_refused:
            raise book.past_grid(sheet, Rect(rect.top, rect.left, bottom, right))
        sheet.resize("ROWS", max(bottom, sheet.row_count))
        sheet.resize("COLUMNS", max(right, sheet.column_count))
    may_write(book, sheet, Rect(rect.top, rect.left, bottom, right), setting)
    rows: set[int] = set()
    columns: set[int] = set()
    count = 0
    for row, line in enumerate(lines, start=rect.top):
        new: dict[int, Cell] = {}
        for column, raw in enumerate(line, start=rect.left):
            if raw is None:
                continue
            new[column] = entered(raw, sheet.cell(row, column), option, book, setting)
            columns.add(column)
        if new:
            rows.add(row)
            count += len(new)
            sheet.put(row, new)
    return Written(sheet, Rect(rect.top, rect.left, bottom, right), rows, columns, count)


def _inside(sheet: Sheet, rect: Rect, height: int, width: int) -> None:
    area = rect.within(sheet.row_count, sheet.column_count)
    if rect.bottom is not None and rect.top + height > rect.bottom:
        raise invalid(
            f"Requested writing within range [{range_name(sheet.title, area)}], "
            f"but tried writing to row [{rect.bottom + 1}]"
        )
    if rect.right is not None and rect.left + width > rect.right:
        from tests.emulator.a1 import letters

        raise invalid(
            f"Requested writing within range [{range_name(sheet.title, area)}], "
            f"but tried writing to column [{letters(rect.right)}]"
        )


def update_answer(
    book: Book, done: Written, body: Mapping[str, Any], options: Mapping[str, Any], setting: Setting
) -> Json:
    """An UpdateValuesResponse. Counts of nought are left out."""
    out: Json = {"spreadsheetId": book.id, "updatedRange": range_name(done.sheet.title, done.rect)}
    for name, count in (
        ("updatedRows", len(done.rows)),
        ("updatedColumns", len(done.columns)),
        ("updatedCells", done.cells),
    ):
        if count:
            out[name] = count
    if flag(options.get("includeValuesInResponse")):
        shown = {
            "valueRenderOption": options.get("responseValueRenderOption"),
            "dateTimeRenderOption": options.get("responseDateTimeRenderOption"),
            "majorDimension": body.get("majorDimension"),
        }
        out["updatedData"] = read(book, (done.sheet, done.rect), shown, setting)
    return out


def totals(done: Iterable[Written]) -> Json:
    """The sums of a batchUpdate: rows and columns are counted once a tab."""
    written = list(done)
    rows = {(one.sheet.id, row) for one in written for row in one.rows}
    columns = {(one.sheet.id, column) for one in written for column in one.columns}
    counts = {
        "totalUpdatedRows": len(rows),
        "totalUpdatedColumns": len(columns),
        "totalUpdatedCells": sum(one.cells for one in written),
        "totalUpdatedSheets": len({one.sheet.id for one in written if one.cells}),
    }
    return {name: count for name, count in counts.items() if count}


def clear(book: Book, area: tuple[Sheet, Rect], setting: Setting) -> str:
    """Take the values away, leave format, notes and drop-downs. Gives the range cleared."""
    sheet, rect = area
    may_write(book, sheet, rect, setting)
    assert rect.bottom is not None
    assert rect.right is not None
    for row in [row for row in sheet.rows if rect.top <= row < rect.bottom]:
        cells = sheet.rows[row]
        sheet.put(row, {c: cell.holding(None) for c, cell in cells.items() if rect.left <= c < rect.right})
    return range_name(sheet.title, rect)


def table_at(sheet: Sheet, rect: Rect) -> Rect | None:
    """The last table that the range touches: a block of filled cells with empty cells all round."""
    filled = {(row, column) for row, column, _ in sheet.filled()}
    inside = [place for place in filled if rect.holds(*place)]
    best: Rect | None = None
    blocks: list[Rect] = []
    # A range may lie in a gap of a table (inside its box, between its cells), so boxes are compared, not cells.
    for seed in inside or ():
        if any(block.holds(*seed) for block in blocks):
            continue
        blocks.append(_block(seed, filled))
    if not inside and rect.bottom is not None and rect.right is not None:
        around = [
            (row, column)
            for row in range(rect.top, rect.bottom)
            for column in range(rect.left - 1, rect.right + 1)
            if (row, column) in filled
        ]
        blocks = [block for seed in around if (block := _block(seed, filled)).touches(rect)]
    for block in blocks:
        assert block.bottom is not None
        assert block.right is not None
        if best is None or (block.bottom, block.right) > (best.bottom or 0, best.right or 0):
            best = block
    return best


def _block(seed: tuple[int, int], filled: set[tuple[int, int]]) -> Rect:
    top, left, bottom, right = seed[0], seed[1], seed[0] + 1, seed[1] + 1
    todo = [seed]
    seen = {seed}
    while todo:
        row, column = todo.pop()
        top, bottom = min(top, row), max(bottom, row + 1)
        left, right = min(left, column), max(right, column + 1)
        for near_row in (row - 1, row, row + 1):
            for near_column in (column - 1, column, column + 1):
                near = (near_row, near_column)
                if near in filled and near not in seen:
                    seen.add(near)
                    todo.append(near)
    return Rect(top, left, bottom, right)


def append(book: Book, text: str, body: Mapping[str, Any], options: Mapping[str, Any], setting: Setting) -> Json:
    """Put lines below the table that the range touches; below nothing, at the range's own corner."""
    sheet, rect = book.find(text)
    option = option_of(options)
    area = rect.within(sheet.row_count, sheet.column_count)
    table = table_at(sheet, area)
    lines = _by_rows(checked(body.get("values")), body.get("majorDimension"))
    height = max(len(lines), 1)
    width = max((len(line) for line in lines), default=1)
    top, left = (rect.top, rect.left) if table is None else (table.bottom or 0, table.left)
    if left + width > sheet.column_count and not setting.switches.append_widens_grid:
        raise book.past_grid(sheet, Rect(top, left, top + height, left + width))
    if options.get("insertDataOption") == "INSERT_ROWS" and top < sheet.row_count:
        sheet.insert("ROWS", top, height, inherit_from_before=top > 0)
        book.shift(sheet, "ROWS", top, height)
    target = Rect(top, left, top + 1, left + 1)
    done = write(book, (sheet, target), body, option, setting, grow=True)
    out: Json = {"spreadsheetId": book.id}
    if table is not None:
        out["tableRange"] = range_name(sheet.title, table)
    out["updates"] = update_answer(book, done, body, options, setting)
    return out


def matching(book: Book, data_filter: Mapping[str, Any]) -> list[tuple[Sheet, Rect]]:
    """The areas that a DataFilter selects. Problems: 400 when it has not exactly one kind."""
    given = {kind: item for kind, item in data_filter.items() if item is not None}
    if len(given) != 1:
        raise invalid("DataFilter must have exactly one of a1Range, gridRange, developerMetadataLookup")
    if "a1Range" in given:
        return [book.read_area(given["a1Range"])]
    if "gridRange" in given:
        sheet, rect = book.place(given["gridRange"])
        return [(sheet, rect.within(sheet.row_count, sheet.column_count))]
    from tests.emulator.batch_metadata import look_up

    areas: list[tuple[Sheet, Rect]] = []
    for item in look_up(book, given["developerMetadataLookup"]):
        location = item["location"]
        if location.get("spreadsheet"):
            areas.extend((sheet, sheet.whole) for sheet in book.sheets)
            continue
        span = location.get("dimensionRange")
        sheet = book.sheet(location.get("sheetId") if span is None else span.get("sheetId"))
        if span is None:
            areas.append((sheet, sheet.whole))
        elif span["dimension"] == "ROWS":
            areas.append((sheet, Rect(span.get("startIndex", 0), 0, span["endIndex"], sheet.column_count)))
        else:
            areas.append((sheet, Rect(0, span.get("startIndex", 0), sheet.row_count, span["endIndex"])))
    return areas
