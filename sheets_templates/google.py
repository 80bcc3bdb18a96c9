"""A look as requests of a `spreadsheets.batchUpdate`: tabs, headings, drop-downs, colours, protections, charts.

Plain data in, plain requests out; nothing is sent from here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sheets_templates.look import (
    INK,
    LINE,
    MOMENT_FORMAT,
    PALE_AMBER,
    QUIET,
    TEXT_FORMAT,
    ChartLook,
    ColumnLook,
    DropDown,
    Highlight,
    LineLook,
    Pick,
    Shade,
    TabLook,
    Test,
)
from sync.grid import column_letters
from sync.schema import Rows, normal

Json = dict[str, Any]
OWN = "Pairsheet: written by the worker"  # how its protections are told from those people set
WARNING = "Pairsheet: recorded by the worker; a change is answered in Problems"
PEOPLE_ROWS = 300  # rows of a new tab in which people type
_VIEW_ROWS = 120
_MOST_LINES = 24  # of a chart
_OPEN_COLUMNS = 100
_FORMATS: Mapping[str, Json] = {
    TEXT_FORMAT: {"type": "TEXT"},
    MOMENT_FORMAT: {"type": "DATE_TIME", "pattern": MOMENT_FORMAT},
}


def colour(rgb: str) -> Json:
    """A colour given as RRGGBB."""
    parts = (int(rgb[i : i + 2], 16) / 255 for i in (0, 2, 4))
    return {"rgbColor": dict(zip(("red", "green", "blue"), parts, strict=True))}


def text_format(shade: Shade, size: int = 10) -> Json:
    """Letters of a shade."""
    return {
        "foregroundColorStyle": colour(shade.text or INK),
        "bold": shade.bold,
        "italic": shade.italic,
        "fontSize": size,
    }


def area(id_: int, top: int, bottom: int | None, left: int, right: int | None) -> Json:
    """A range by numbers from 0, ends not included; None for open ends."""
    found = {"sheetId": id_, "startRowIndex": top, "startColumnIndex": left}
    if bottom is not None:
        found["endRowIndex"] = bottom
    if right is not None:
        found["endColumnIndex"] = right
    return found


def size_of(look: TabLook, rows: int = 0) -> tuple[int, int]:
    """Rows and columns of a new tab: tight, since blank cells count towards Google's limit."""
    columns = len(look.columns) + (_OPEN_COLUMNS if look.tab.open_ended else 2)
    tall = _VIEW_ROWS if look.tab.rows is Rows.VIEW else PEOPLE_ROWS
    return look.tab.heading_row + max(tall, rows + 20), columns


def new_tab(look: TabLook, id_: int, rows: int = 0) -> Json:
    """The request that makes the tab itself."""
    tall, wide = size_of(look, rows)
    properties: Json = {
        "sheetId": id_,
        "title": look.tab.name,
        "gridProperties": {"rowCount": tall, "columnCount": wide},
    }
    properties |= _frame(look)
    properties["gridProperties"] |= {"rowCount": tall, "columnCount": wide}
    return {"addSheet": {"properties": properties}}


def _frame(look: TabLook) -> Json:
    """Frozen rows and columns, colour of the tab, hidden or not."""
    frame: Json = {"gridProperties": {"frozenRowCount": look.frozen_rows, "frozenColumnCount": look.frozen_columns}}
    if look.tab_colour:
        frame["tabColorStyle"] = colour(look.tab_colour)
    if look.hidden:
        frame["hidden"] = True
    return frame


def frame_of(look: TabLook, id_: int, rows: int, columns: int) -> list[Json]:
    """The same for a tab that is there and blank; its grid grows where it is too small."""
    tall, wide = max(rows, look.tab.heading_row + 20), max(columns, size_of(look)[1])
    properties: Json = {"sheetId": id_, **_frame(look)}
    properties["gridProperties"] |= {"rowCount": tall, "columnCount": wide}
    fields = "gridProperties(rowCount,columnCount,frozenRowCount,frozenColumnCount)"
    return [
        {
            "updateSheetProperties": {
                "properties": properties,
                "fields": fields + (",tabColorStyle" if look.tab_colour else ""),
            }
        }
    ]


def dress(
    look: TabLook, id_: int, rows: Sequence[Sequence[Any]], players: str | None, editors: Sequence[str]
) -> list[Json]:
    """Everything on a blank tab. `rows` are first rows (to know the lines of Settings), `players` a range of names."""
    found: list[Json] = [_headings(look, id_)]
    for index, column in enumerate(look.columns):
        found += dress_column(look, id_, index, column, players, heading=False)
    found += _banner(look, id_)
    found += [request for light in reversed(look.highlights) for request in _highlight(look, id_, light)]
    if look.heat is not None:
        found.append(_heat(look, id_, look.heat))
    if look.tab.open_ended:
        found += _open_columns(look, id_)
    found += _lines(look, id_, rows)
    if look.chart is not None:
        found.append(_chart(look, id_, look.chart))
    found += protections(look, id_, editors, ())
    return found


def _headings(look: TabLook, id_: int) -> Json:
    row = look.tab.heading_row - 1
    return {
        "updateCells": {
            "rows": [{"values": [heading_cell(c) for c in look.columns]}],
            "start": {"sheetId": id_, "rowIndex": row, "columnIndex": 0},
            "fields": "userEnteredValue,userEnteredFormat,note",
        }
    }


def heading_cell(column: ColumnLook) -> Json:
    """A heading with its colours and note."""
    return {
        "userEnteredValue": {"stringValue": column.heading},
        "userEnteredFormat": {
            "numberFormat": {"type": "TEXT"},
            "textFormat": text_format(column.head, 9 if column.small else 10),
            "wrapStrategy": "WRAP",
            "verticalAlignment": "MIDDLE",
            "horizontalAlignment": column.align.upper(),
            **({"backgroundColorStyle": colour(column.head.fill)} if column.head.fill else {}),
        },
        "note": column.note,
    }


def dress_column(
    look: TabLook, id_: int, index: int, column: ColumnLook, players: str | None, heading: bool = True
) -> list[Json]:
    """One column from its heading down: width, colours, number format, drop-down."""
    found: list[Json] = []
    if heading:
        start = {"sheetId": id_, "rowIndex": look.tab.heading_row - 1, "columnIndex": index}
        fields = "userEnteredValue,userEnteredFormat,note"
        found.append({"updateCells": {"rows": [{"values": [heading_cell(column)]}], "start": start, "fields": fields}})
    found.append(_width(id_, index, index + 1, column.pixels))
    below = area(id_, look.first_row - 1, None, index, index + 1)
    cell: Json = {
        "textFormat": text_format(column.cells, 9 if column.small else 10),
        "verticalAlignment": "TOP",
        "horizontalAlignment": column.align.upper(),
    }
    parts = ["textFormat", "verticalAlignment", "horizontalAlignment"]
    if column.cells.fill:
        cell["backgroundColorStyle"] = colour(column.cells.fill)
        parts.append("backgroundColorStyle")
    if column.wrap:
        cell["wrapStrategy"] = "WRAP"
        parts.append("wrapStrategy")
    if column.number_format in _FORMATS:
        cell["numberFormat"] = dict(_FORMATS[column.number_format])
        parts.append("numberFormat")
    mask = f"userEnteredFormat({','.join(parts)})"
    found.append({"repeatCell": {"range": below, "cell": {"userEnteredFormat": cell}, "fields": mask}})
    rule = _offer(column.drop_down, players, column.prompt)
    if rule is not None:
        found.append({"setDataValidation": {"range": below, "rule": rule}})
    return found


def _width(id_: int, first: int, end: int, pixels: int) -> Json:
    return {
        "updateDimensionProperties": {
            "range": {"sheetId": id_, "dimension": "COLUMNS", "startIndex": first, "endIndex": end},
            "properties": {"pixelSize": pixels},
            "fields": "pixelSize",
        }
    }


def _offer(down: DropDown | None, players: str | None, prompt: str = "") -> Json | None:
    """A drop-down that allows other entries: what does not fit is answered in Problems, with advice."""
    if down is None or (down.pick is Pick.PLAYERS and players is None):
        return None
    if down.pick is Pick.PLAYERS:
        condition: Json = {"type": "ONE_OF_RANGE", "values": [{"userEnteredValue": f"={players}"}]}
    else:
        condition = {"type": "ONE_OF_LIST", "values": [{"userEnteredValue": word} for word in down.words]}
    rule: Json = {"condition": condition, "strict": False, "showCustomUi": True}
    if prompt:
        rule["inputMessage"] = prompt[:250]
    return rule


def players_range(title: str, column: int, first_row: int = 2) -> str:
    """The names that drop-downs of players list: a column of a tab, downwards."""
    letter = column_letters(column)
    return "'" + title.replace("'", "''") + f"'!${letter}${first_row}:${letter}"


def _banner(look: TabLook, id_: int) -> Iterator[Json]:
    for row, shade in enumerate(look.banner):
        cell: Json = {"textFormat": text_format(shade, 14 if row == 0 else 9), "wrapStrategy": "OVERFLOW_CELL"}
        yield {
            "repeatCell": {
                "range": area(id_, row, row + 1, 0, max(2, len(look.columns))),
                "cell": {"userEnteredFormat": cell},
                "fields": "userEnteredFormat(textFormat,wrapStrategy)",
            }
        }
    if look.banner and look.tab.help:
        start = {"sheetId": id_, "rowIndex": 0, "columnIndex": 0}
        line = [{"values": [{"userEnteredValue": {"stringValue": look.tab.help}}]}]
        yield {"updateCells": {"rows": line, "start": start, "fields": "userEnteredValue"}}


_CONDITIONS = {
    Test.IS: "TEXT_EQ",
    Test.BEGINS: "TEXT_STARTS_WITH",
    Test.HOLDS: "TEXT_CONTAINS",
    Test.ABOVE_ZERO: "NUMBER_GREATER",
    Test.BELOW_ZERO: "NUMBER_LESS",
}


def _highlight(look: TabLook, id_: int, light: Highlight) -> Iterator[Json]:
    """A rule without a formula, so that no locale reads it differently."""
    look_alike: Json = {}
    if light.shade.fill:
        look_alike["backgroundColorStyle"] = colour(light.shade.fill)
    if light.shade.text:
        look_alike["textFormat"] = {"foregroundColorStyle": colour(light.shade.text), "bold": light.shade.bold}
    word = light.word if light.test not in (Test.ABOVE_ZERO, Test.BELOW_ZERO) else "0"
    rule = {
        "ranges": [area(id_, look.first_row - 1, None, light.column, light.column + 1)],
        "booleanRule": {
            "condition": {"type": _CONDITIONS[light.test], "values": [{"userEnteredValue": word}]},
            "format": look_alike,
        },
    }
    yield {"addConditionalFormatRule": {"rule": rule, "index": 0}}


def _heat(look: TabLook, id_: int, columns: tuple[int, int]) -> Json:
    rule = {
        "ranges": [area(id_, look.first_row - 1, None, columns[0], None)],
        "gradientRule": {
            "minpoint": {"type": "NUMBER", "value": "0", "colorStyle": colour("FFFFFF")},
            "midpoint": {"type": "PERCENTILE", "value": "50", "colorStyle": colour("CFE8D5")},
            "maxpoint": {"type": "MAX", "colorStyle": colour("3C8D68")},
        },
    }
    return {"addConditionalFormatRule": {"rule": rule, "index": 0}}


def _open_columns(look: TabLook, id_: int) -> Iterator[Json]:
    """Columns that follow the data: narrow, and their headings coloured where they are not blank."""
    first, row = len(look.columns), look.tab.heading_row - 1
    yield _width(id_, first, first + _OPEN_COLUMNS, 72)
    head = look.columns[0].head
    rule = {
        "ranges": [area(id_, row, row + 1, first, None)],
        "booleanRule": {
            "condition": {"type": "NOT_BLANK"},
            "format": {
                "backgroundColorStyle": colour(head.fill),
                "textFormat": {"foregroundColorStyle": colour(head.text), "bold": True},
            },
        },
    }
    yield {"addConditionalFormatRule": {"rule": rule, "index": 0}}


def _lines(look: TabLook, id_: int, rows: Sequence[Sequence[Any]]) -> Iterator[Json]:
    """Lines of Settings: format and drop-down of each value, and the first block in amber."""
    lines = {normal(line.name): line for line in look.lines}
    for number, row in enumerate(rows, start=look.first_row - 1):
        line = lines.get(normal(row[0])) if row else None
        if line is not None:
            yield from _line(id_, number, line)
    if lines and rows:
        cell = {"textFormat": text_format(Shade("", QUIET, italic=True), 9)}
        last = len(look.columns) - 1
        yield {
            "repeatCell": {
                "range": area(id_, look.first_row - 1, look.first_row - 1 + len(rows), last, last + 1),
                "cell": {"userEnteredFormat": cell},
                "fields": "userEnteredFormat.textFormat",
            }
        }


def _line(id_: int, row: int, line: LineLook) -> Iterator[Json]:
    edge = {"style": "SOLID", "colorStyle": colour(LINE)}
    cell: Json = {
        "horizontalAlignment": "LEFT",
        "borders": dict.fromkeys(("top", "bottom", "left", "right"), edge),
    }
    fields = "horizontalAlignment,borders,numberFormat"
    if line.number_format in _FORMATS:
        cell["numberFormat"] = dict(_FORMATS[line.number_format])
    if line.first_block:
        cell["backgroundColorStyle"] = colour(PALE_AMBER)
        fields += ",backgroundColorStyle"
        name = {"textFormat": {"bold": True}, "backgroundColorStyle": colour(PALE_AMBER)}
        yield {
            "repeatCell": {
                "range": area(id_, row, row + 1, 0, 1),
                "cell": {"userEnteredFormat": name},
                "fields": "userEnteredFormat(textFormat.bold,backgroundColorStyle)",
            }
        }
    value = area(id_, row, row + 1, 1, 2)
    mask = f"userEnteredFormat({fields})"
    yield {"repeatCell": {"range": value, "cell": {"userEnteredFormat": cell}, "fields": mask}}
    rule = _offer(line.drop_down, None)
    if rule is not None:
        yield {"setDataValidation": {"range": value, "rule": rule}}


def _chart(look: TabLook, id_: int, chart: ChartLook) -> Json:
    """A line a player over the rounds, beside the data to come."""
    top = look.tab.heading_row - 1
    first, end = chart.fixed, chart.fixed + _OPEN_COLUMNS
    if chart.by_rows:
        # The name stands in the column before the first round and heads its line.
        domain = area(id_, top, top + 1, first - 1, end)
        lines = [area(id_, top + 1 + n, top + 2 + n, first - 1, end) for n in range(_MOST_LINES)]
    else:
        domain = area(id_, top, top + _VIEW_ROWS, 0, 1)
        lines = [area(id_, top, top + _VIEW_ROWS, first + n, first + n + 1) for n in range(_MOST_LINES)]
    spec = {
        "title": chart.title,
        "basicChart": {
            "chartType": "LINE",
            "legendPosition": "RIGHT_LEGEND",
            "headerCount": 1,
            "axis": [{"position": "BOTTOM_AXIS", "title": "Round"}, {"position": "LEFT_AXIS", "title": "Position"}],
            "domains": [{"domain": {"sourceRange": {"sources": [domain]}}}],
            "series": [
                {"series": {"sourceRange": {"sources": [line]}}, "targetAxis": "LEFT_AXIS", "type": "LINE"}
                for line in lines
            ],
        },
    }
    anchor = {"sheetId": id_, "rowIndex": top + _MOST_LINES + 4, "columnIndex": 0}
    position = {"overlayPosition": {"anchorCell": anchor, "widthPixels": 900, "heightPixels": 420}}
    return {"addChart": {"chart": {"spec": spec, "position": position}}}


def protections(look: TabLook, id_: int, editors: Sequence[str], there: Sequence[str]) -> list[Json]:
    """Protections the tab lacks; `there` holds descriptions of those it has.

    The worker's own columns are closed to others, with the worker an allowed editor (the owner always is one).
    In people's tabs full protection would stop them from sorting, so recorded cells only warn.
    """
    found: list[Json] = []
    if look.protected and OWN not in there:
        everything = look.tab.open_ended
        own = (
            {"sheetId": id_}
            if everything
            else {"sheetId": id_, "startColumnIndex": 0, "endColumnIndex": len(look.columns)}
        )
        given: Json = {"range": own, "description": OWN, "warningOnly": False}
        if editors:
            given["editors"] = {"users": list(editors)}
        found.append({"addProtectedRange": {"protectedRange": given}})
    if not look.protected and look.tab.rows is Rows.APPENDED and WARNING not in there:
        found += [
            {"addProtectedRange": {"protectedRange": {"range": place, "description": WARNING, "warningOnly": True}}}
            for place in _recorded(look, id_)
        ]
    return found


def _recorded(look: TabLook, id_: int) -> Iterator[Json]:
    """Runs of columns that the worker wrote once."""
    run: list[int] = []
    for index, column in enumerate((*look.tab.columns, None)):
        if column is not None and column.cell.value in ("recorded", "look-up"):
            run.append(index)
        elif run:
            yield area(id_, look.first_row - 1, None, run[0], run[-1] + 1)
            run = []
