"""Puts a look onto sheets of an `.xlsx` workbook. Uses only what openpyxl keeps when it loads and saves again."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from copy import copy
from math import ceil
from typing import Any

from openpyxl.comments import Comment
from openpyxl.formatting.rule import ColorScaleRule, FormulaRule
from openpyxl.styles import Alignment, Border, Font, PatternFill, Protection, Side
from openpyxl.utils import column_index_from_string, get_column_letter, quote_sheetname
from openpyxl.workbook import Workbook
from openpyxl.workbook.defined_name import DefinedName
from openpyxl.worksheet.datavalidation import DataValidation
from openpyxl.worksheet.properties import PageSetupProperties
from openpyxl.worksheet.worksheet import Worksheet

from sheets_templates.look import (
    INK,
    LINE,
    PALE_AMBER,
    QUIET,
    ColumnLook,
    DropDown,
    Highlight,
    LineLook,
    Pick,
    Shade,
    TabLook,
    Test,
)
from sync.marks import free_title
from sync.schema import normal

PLAYER_NAMES = "PlayerNames"  # what drop-downs of players list
_LISTS = "Lists"  # a hidden tab for drop-downs too long to stand in a rule
_LONGEST_RULE = 250
_THIN = Side(style="thin", color=LINE)
_LAST_COLUMN = 16_384
_SIZE = 11  # of letters, where nothing else is set


def _fill(shade: Shade) -> PatternFill | None:
    return PatternFill("solid", fgColor=shade.fill) if shade.fill else None


def _font(shade: Shade, size: int = 11) -> Font:
    return Font(name="Calibri", size=size, bold=shade.bold, italic=shade.italic, color=shade.text or INK)


def _size(column: ColumnLook) -> int:
    return 9 if column.small else 11


def _aligned(column: ColumnLook, vertical: str, wrap: bool) -> Alignment:
    indent = 0 if column.align == "center" or column.small else 1
    return Alignment(horizontal=column.align, vertical=vertical, wrap_text=wrap or None, indent=indent)


def dress(wb: Workbook, ws: Worksheet, look: TabLook) -> None:
    """Headings, widths, colours, drop-downs and protection of a tab that was empty."""
    for index, column in enumerate(look.columns):
        dress_column(wb, ws, look, index, column)
    _dress_rows_above(ws, look)
    tall = look.tab.open_ended or any(len(c.heading) >= c.width for c in look.columns)
    ws.row_dimensions[look.tab.heading_row].height = 32 if tall else 21
    ws.freeze_panes = f"{get_column_letter(look.frozen_columns + 1)}{look.frozen_rows + 1}"
    ws.sheet_view.zoomScale = 100
    if look.tab_colour:
        ws.sheet_properties.tabColor = look.tab_colour
    if look.hidden:
        ws.sheet_state = "hidden"
    for highlight in look.highlights:
        _highlight(ws, look, highlight)
    if look.heat is not None:
        _heat(ws, look, look.heat)
        _dress_open_columns(ws, look, width=9)
    elif look.tab.open_ended:
        _dress_open_columns(ws, look, width=11)
    if look.protected:
        _protect(ws, look)
    _paper(ws, look)


def dress_column(wb: Workbook, ws: Worksheet, look: TabLook, index: int, column: ColumnLook) -> None:
    """One column: its heading, and how the cells below look and behave."""
    letter = get_column_letter(index + 1)
    dimension = ws.column_dimensions[letter]
    dimension.width = (column.pixels - 5) / 7 if column.small else column.width + 1.7
    dimension.font = _font(column.cells, _size(column))
    fill = _fill(column.cells)
    if fill is not None:
        dimension.fill = fill
        dimension.border = Border(bottom=_THIN, right=_THIN)  # a fill hides the grid
    dimension.alignment = _aligned(column, "top", column.wrap)
    if column.number_format:
        dimension.number_format = column.number_format
    dimension.protection = Protection(locked=column.locked)
    head = ws.cell(look.tab.heading_row, index + 1, column.heading)
    dress_head(head, column)
    if column.drop_down is not None:
        top, bottom = look.first_row, look.tallest
        _offer(wb, ws, f"{letter}{top}:{letter}{bottom}", column.drop_down, column.heading, column.prompt)
    elif column.prompt:
        _say(ws, f"{letter}{look.first_row}:{letter}{look.tallest}", column.heading, column.prompt)


def dress_head(head: Any, column: ColumnLook) -> None:
    """A heading's colours and note."""
    head.font = _font(column.head, _size(column))
    head.fill = _fill(column.head)
    head.alignment = _aligned(column, "center", True)
    head.number_format = "@"
    head.border = Border(right=Side(style="thin", color="FFFFFF"))
    head.protection = Protection(locked=column.locked)
    if column.note:
        head.comment = _note(column.note)


def _note(text: str) -> Comment:
    return Comment(text, "Pairsheet")


def size_notes(ws: Worksheet) -> None:
    """Make every note large enough for its text: openpyxl forgets sizes when it loads a book."""
    for cell in ws._cells.values():
        note = cell.comment
        if note is not None:
            lines = sum(1 + len(part) // 38 for part in note.text.split("\n"))
            note.width, note.height = 260, 30 + 18 * lines


def dress_lines(wb: Workbook, ws: Worksheet, look: TabLook, first: int) -> None:
    """Lines of Settings from row `first` on, as far as their names are known."""
    lines = {normal(line.name): line for line in look.lines}
    last_of_block = 0
    for row in range(first, ws.max_row + 1):
        line = lines.get(normal(ws.cell(row, 1).value))
        if line is not None:
            _dress_line(wb, ws, row, line)
            last_of_block = row if line.first_block else last_of_block
    if look.lines_note and ws.cell(first, 1).value is not None:
        ws.cell(first, 1).comment = _note(look.lines_note)
    if last_of_block:
        for column in range(1, len(look.columns) + 1):
            ws.cell(last_of_block, column).border = Border(bottom=Side(style="medium", color="C9A15A"))


def _dress_line(wb: Workbook, ws: Worksheet, row: int, line: LineLook) -> None:
    name, value = ws.cell(row, 1), ws.cell(row, 2)
    name.font = Font(name="Calibri", size=11, bold=line.first_block, color=INK)
    value.number_format = line.number_format or "General"
    value.alignment = Alignment(horizontal="left", vertical="top", indent=1)
    value.border = Border(left=_THIN, right=_THIN, top=_THIN, bottom=_THIN)
    if line.first_block:
        name.fill = value.fill = PatternFill("solid", fgColor=PALE_AMBER)
    helped = ws.cell(row, len(_headings(ws)))
    helped.font = Font(name="Calibri", size=10, italic=True, color=QUIET)
    if line.drop_down is not None:
        _offer(wb, ws, f"B{row}", line.drop_down, line.name, "")


def _headings(ws: Worksheet) -> list[Any]:
    return [c.value for c in ws[1] if c.value is not None]


def _dress_rows_above(ws: Worksheet, look: TabLook) -> None:
    top = look.tab.heading_row
    for row, shade in enumerate(look.banner, start=1):
        for column in range(1, max(2, len(look.columns)) + 1):
            cell = ws.cell(row, column)
            cell.font = _font(shade, 14 if row == 1 else 10)
            cell.alignment = Alignment(horizontal="left", vertical="center", wrap_text=False)
            cell.fill = PatternFill()
            cell.border = Border()
        ws.row_dimensions[row].height = 24 if row == 1 else 17
    if look.banner and look.tab.help:
        ws.cell(1, 1).value = look.tab.help
    if look.band is not None and top > 1:
        first, last, words = look.band
        for column in range(first + 1, last + 2):
            cell = ws.cell(top - 1, column)
            cell.fill = PatternFill("solid", fgColor="F4D9B0")
            cell.font = Font(name="Calibri", size=11, bold=True, color="6B3E06")
        ws.cell(top - 1, first + 1).value = words


def _offer(wb: Workbook, ws: Worksheet, cells: str, down: DropDown, title: str, prompt: str) -> None:
    """A drop-down that allows other entries: what does not fit is answered in Problems, with advice."""
    if down.pick is Pick.PLAYERS:
        source = players_list(wb)
    else:
        joined = ",".join(down.words)
        plain = len(joined) <= _LONGEST_RULE and not any("," in w or '"' in w for w in down.words)
        source = f'"{joined}"' if plain else _listed(wb, f"{ws.title} {title}", down.words)
    rule = DataValidation(type="list", formula1=source, allow_blank=True, showErrorMessage=False)
    if prompt:
        rule.promptTitle, rule.prompt, rule.showInputMessage = title[:32], prompt[:250], True
    rule.add(cells)
    ws.add_data_validation(rule)


def _say(ws: Worksheet, cells: str, title: str, prompt: str) -> None:
    """Words shown when a cell is chosen; nothing is checked."""
    rule = DataValidation(type=None, allow_blank=True, showErrorMessage=False, showInputMessage=True)
    rule.promptTitle, rule.prompt = title[:32], prompt[:250]
    rule.add(cells)
    ws.add_data_validation(rule)


def _listed(wb: Workbook, what: str, words: Sequence[str]) -> str:
    """A named list in the hidden tab of lists."""
    ws = _lists_tab(wb)
    name = _list_name(what)
    while name in wb.defined_names and _tab_of(wb, name) != ws.title:
        name += "_"  # somebody's own list is called so
    if name not in wb.defined_names:
        column = 1 if ws.cell(1, 1).value is None else ws.max_column + 1
        ws.cell(1, column, what)
        for row, word in enumerate(words, start=2):
            cell = ws.cell(row, column, word)
            cell.data_type, cell.number_format = "s", "@"
        letter = get_column_letter(column)
        text = f"{quote_sheetname(ws.title)}!${letter}$2:${letter}${len(words) + 1}"
        wb.defined_names[name] = DefinedName(name, attr_text=text)
    return name


def _tab_of(wb: Workbook, name: str) -> str:
    """Title of the tab that a name points at; blank for none."""
    there = wb.defined_names.get(name)
    title = ((there.attr_text or "") if there is not None else "").rpartition("!")[0]
    return title[1:-1].replace("''", "'") if title.startswith("'") else title


def _list_name(what: str) -> str:
    return "List_" + "".join(c if c.isalnum() else "_" for c in what)


def _is_our_list(wb: Workbook, name: str) -> bool:
    """Whether a name is a list that stands below its own heading in a hidden tab, as ours do and nobody else's."""
    title, text = _tab_of(wb, name), wb.defined_names[name].attr_text or ""
    letter = re.fullmatch(r"\$([A-Z]{1,3})\$2:\$\1\$\d+", text.rpartition("!")[2])
    if letter is None or not title.startswith(_LISTS) or title not in wb.sheetnames:
        return False
    ws = wb[title]
    heading = ws[f"{letter[1]}1"].value
    return (
        ws.sheet_state == "hidden" and isinstance(heading, str) and name.rstrip("_") == _list_name(heading).rstrip("_")
    )


def _lists_tab(wb: Workbook) -> Worksheet:
    """The hidden tab of lists: the one our names point at, or a new one."""
    ours = next((n for n in wb.defined_names if n.startswith("List_") and _is_our_list(wb, n)), None)
    if ours is not None:
        there: Worksheet = wb[_tab_of(wb, ours)]
        return there
    ws: Worksheet = wb.create_sheet(free_title(_LISTS, wb.sheetnames))
    ws.sheet_state = "hidden"
    return ws


def players_list(wb: Workbook) -> str:
    """The name of the list of players: another one where somebody's own list is called so."""
    ours = _tab_of(wb, "Pairsheet.tab.Players")
    if PLAYER_NAMES not in wb.defined_names or (ours and _tab_of(wb, PLAYER_NAMES) == ours):
        return PLAYER_NAMES
    return f"Pairsheet.{PLAYER_NAMES}"


def name_players(wb: Workbook, ws: Worksheet, first: int, column: int) -> None:
    """The list that drop-downs of players use: a column of Players, from row `first`; kept if it is there."""
    name = players_list(wb)
    if name not in wb.defined_names:
        letter = get_column_letter(column)
        text = f"{quote_sheetname(ws.title)}!${letter}${first}:${letter}$1000"
        wb.defined_names[name] = DefinedName(name, attr_text=text)


def _highlight(ws: Worksheet, look: TabLook, light: Highlight) -> None:
    letter, top = get_column_letter(light.column + 1), look.first_row
    cell, word = f"${letter}{top}", light.word.replace('"', '""')
    formula = {
        Test.IS: f'{cell}="{word}"',
        Test.BEGINS: f'LEFT({cell},{len(light.word)})="{word}"',
        Test.HOLDS: f'ISNUMBER(SEARCH("{word}",{cell}))',
        Test.ABOVE_ZERO: f"AND(ISNUMBER({cell}),{cell}>0)",
        Test.BELOW_ZERO: f"AND(ISNUMBER({cell}),{cell}<0)",
    }[light.test]
    rule = FormulaRule(  # type: ignore[no-untyped-call]
        formula=[formula],
        stopIfTrue=True,
        fill=PatternFill(bgColor=light.shade.fill, fill_type="solid") if light.shade.fill else None,
        font=Font(color=light.shade.text, bold=light.shade.bold or None),
    )
    ws.conditional_formatting.add(f"{letter}{top}:{letter}{look.tallest}", rule)


def _heat(ws: Worksheet, look: TabLook, columns: tuple[int, int]) -> None:
    first, last = (get_column_letter(c + 1) for c in columns)
    rule = ColorScaleRule(  # type: ignore[no-untyped-call]
        start_type="num", start_value=0, start_color="FFFFFF",
        mid_type="percentile", mid_value=50, mid_color="CFE8D5",
        end_type="max", end_color="3C8D68",
    )  # fmt: skip
    ws.conditional_formatting.add(f"{first}{look.first_row}:{last}{look.first_row + 400}", rule)


def _dress_open_columns(ws: Worksheet, look: TabLook, width: int) -> None:
    """Columns that follow the data; their headings are coloured where they are not blank."""
    first = len(look.columns) + 1
    dimension = ws.column_dimensions[get_column_letter(first)]
    dimension.min, dimension.max, dimension.width = first, first + 299, width
    dimension.alignment = Alignment(horizontal="center", vertical="top")
    letter, row = get_column_letter(first), look.tab.heading_row
    head = look.columns[0].head
    for column in range(first, first + 120):
        ws.cell(row, column).alignment = Alignment(horizontal="center", vertical="center", wrap_text=True)
    rule = FormulaRule(  # type: ignore[no-untyped-call]
        formula=[f'{letter}${row}<>""'],
        fill=PatternFill(bgColor=head.fill, fill_type="solid"),
        font=Font(color=head.text, bold=True),
    )
    ws.conditional_formatting.add(f"{letter}{row}:{get_column_letter(first + 299)}{row}", rule)


def _protect(ws: Worksheet, look: TabLook) -> None:
    """The worker's own tab: no password, so a person can still unprotect it; columns further right stay open."""
    protection = ws.protection
    protection.sheet = True
    for free in ("formatColumns", "formatRows", "formatCells", "sort", "autoFilter", "insertHyperlinks"):
        setattr(protection, free, False)
    if look.tab.open_ended:
        return
    first = len(look.columns) + 1
    dimension = ws.column_dimensions[get_column_letter(first)]
    dimension.min, dimension.max = first, _LAST_COLUMN
    dimension.protection = Protection(locked=False)


def _paper(ws: Worksheet, look: TabLook) -> None:
    ws.page_setup.orientation = "landscape" if len(look.columns) > 5 else "portrait"
    ws.page_setup.fitToWidth, ws.page_setup.fitToHeight = 1, 0
    ws.sheet_properties.pageSetUpPr = PageSetupProperties(fitToPage=True)
    ws.print_title_rows = f"{look.tab.heading_row}:{look.tab.heading_row}"


def column_styles(ws: Worksheet) -> dict[int, Any]:
    """The style each column gives to new cells, by column counted from 1."""
    styles: dict[int, Any] = {}
    dimensions: list[Any] = list(ws.column_dimensions.values())
    for dimension in dimensions:
        first, last = _span(dimension)
        if dimension.has_style:
            for column in range(first, min(last, 600) + 1):
                styles[column] = dimension._style
    return styles


def _span(dimension: Any) -> tuple[int, int]:
    """First and last column, counted from 1, that share these looks; unset until a book is saved once."""
    first = dimension.min or column_index_from_string(dimension.index)
    return first, dimension.max or first


def wear(cell: Any, styles: dict[int, Any]) -> None:
    """Give a cell the style of its column."""
    style = styles.get(cell.column)
    if style is not None:
        cell._style = copy(style)


def wrapping_columns(ws: Worksheet) -> dict[int, float]:
    """Columns (counted from 1) that break long text into lines, with their width in characters."""
    dimensions: list[Any] = list(ws.column_dimensions.values())
    return {_span(d)[0]: d.width for d in dimensions if d.has_style and d.alignment.wrap_text}


def fit_height(ws: Worksheet, row: int, wrapping: Mapping[int, float]) -> None:
    """Make a row as tall as its longest text needs; programs do not do it on their own when they open a file."""
    height = 0.0
    for column, width in wrapping.items():
        cell = ws._cells.get((row, column))
        if cell is not None and isinstance(cell.value, str):
            size = cell.font.sz or _SIZE
            fits = max(width * 1.05 * _SIZE / size, 5)
            lines = sum(max(1, ceil(len(part) / fits)) for part in cell.value.split("\n"))
            if lines > 1:
                height = max(height, 1.41 * size * min(lines, 12))
    ws.row_dimensions[row].height = round(height, 1) or None
