"""The line chart of a view such as History, drawn again over the data there is whenever the view is written."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from openpyxl.chart import LineChart, Reference, Series
from openpyxl.chart.data_source import StrRef
from openpyxl.chart.legend import Legend
from openpyxl.chart.series import SeriesLabel
from openpyxl.utils import get_column_letter, quote_sheetname
from openpyxl.workbook import Workbook
from openpyxl.workbook.defined_name import DefinedName
from openpyxl.worksheet.worksheet import Worksheet

from sheets_templates.look import ChartLook
from sync.backends.xlsx_parts import CHART
from sync.jsontext import read_json

_MOST_LINES = 24


@dataclass(frozen=True)
class Hint:
    """Where the data of a chart stands."""

    title: str
    by_rows: bool
    fixed: int
    heading_row: int


def keep_hint(wb: Workbook, key: str, heading_row: int, chart: ChartLook) -> None:
    """Remember in the book that a tab has a chart."""
    text = json.dumps([chart.title, chart.by_rows, chart.fixed, heading_row], ensure_ascii=False)
    quoted = text.replace('"', '""')
    wb.defined_names[CHART + key] = DefinedName(CHART + key, attr_text=f'"{quoted}"', hidden=True)


def hint_of(wb: Workbook, key: str) -> Hint | None:
    """What is remembered of a tab's chart."""
    name = wb.defined_names.get(CHART + key)
    if name is None:
        return None
    try:
        return Hint(*read_json(_unquoted(name.attr_text)))
    except (ValueError, TypeError):
        return None


def _unquoted(text: str | None) -> str:
    inner = (text or "").lstrip("=").strip()
    return inner[1:-1].replace('""', '"') if inner[:1] == inner[-1:] == '"' else inner


def draw_chart(ws: Any, hint: Hint) -> None:
    """Replace the tab's chart of this title by one over all its lines; none while there is nothing to draw."""
    top, first = hint.heading_row, hint.fixed + 1
    filled = [(r, c) for (r, c), cell in ws._cells.items() if r >= top and cell.value is not None]
    last_row = max((r for r, c in filled if c < first), default=top)
    last_column = max((c for r, c in filled if r == top), default=hint.fixed)
    ws._charts = [c for c in ws._charts if _title(c) != hint.title]
    if last_row <= top or last_column < first + (1 if hint.by_rows else 0):
        return
    chart = LineChart()
    chart.title = hint.title
    chart.height, chart.width = 13, 24
    chart.y_axis.scaling.orientation = "maxMin"  # the first place on top
    chart.y_axis.scaling.min = 1
    chart.y_axis.majorUnit = 1 if last_row - top <= 20 else None
    chart.y_axis.delete = chart.x_axis.delete = False
    chart.x_axis.tickLblPos = "high"
    chart.y_axis.number_format = "0"
    chart.legend = Legend(legendPos="r")
    if hint.by_rows:
        for row in range(top + 1, min(last_row, top + _MOST_LINES) + 1):
            values = Reference(ws, min_col=first, max_col=last_column, min_row=row, max_row=row)
            _line(chart, values, Reference(ws, min_col=_name_column(ws, hint), min_row=row))
        chart.set_categories(Reference(ws, min_col=first, max_col=last_column, min_row=top, max_row=top))
    else:
        for column in range(first, min(last_column, hint.fixed + _MOST_LINES) + 1):
            values = Reference(ws, min_col=column, max_col=column, min_row=top + 1, max_row=last_row)
            _line(chart, values, Reference(ws, min_col=column, min_row=top))
        chart.set_categories(Reference(ws, min_col=1, max_col=1, min_row=top + 1, max_row=last_row))
    ws.add_chart(chart, f"{get_column_letter(last_column + 2)}{top + 1}")


def _name_column(ws: Worksheet, hint: Hint) -> int:
    for column in range(1, hint.fixed + 1):
        if ws.cell(hint.heading_row, column).value == "Player":
            return column
    return 1


def _line(chart: LineChart, values: Reference, name: Reference) -> None:
    series = Series(values)
    where = f"{quote_sheetname(name.worksheet.title)}!${get_column_letter(name.min_col)}${name.min_row}"
    series.tx = SeriesLabel(strRef=StrRef(where))
    series.smooth = False
    series.graphicalProperties.line.width = 22_000
    series.marker.symbol = "circle"
    series.marker.size = 5
    chart.series.append(series)


def _title(chart: Any) -> str:
    try:
        return "".join(run.t for p in chart.title.tx.rich.p for run in (p.r or []))
    except AttributeError:
        return ""
