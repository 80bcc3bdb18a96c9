"""Formulas that several cells share, when one of them is written over; and the worker's own look-ups."""

from __future__ import annotations

import re
from collections.abc import Callable

from sync.backends.ooxml.cells import Held
from sync.backends.ooxml.sheet import Sheet
from sync.backends.ooxml.xml import Element
from sync.grid import address

LOOK_UP_BEGINS = "IFERROR(INDEX("
_LOOK_UP = re.compile(
    r"IFERROR\(INDEX\((?P<tab>'(?:[^']|'')+'|\w+)!\$(?P<value>[A-Z]+):\$(?P=value),"
    r"MATCH\(\"(?P<id>[^\"]*)\",(?P=tab)!\$(?P<key>[A-Z]+):\$(?P=key),0\)\)(?P<text>&\"\")?,\"\"\)"
)
Finder = Callable[[str], Held]


def title_of(look_up: re.Match[str]) -> str:
    """The tab that a look-up looks into."""
    return look_up["tab"].strip("'").replace("''", "'")


def look_up_in(formula: str | None) -> re.Match[str] | None:
    """A look-up of the worker's; None for any other formula. `formula` as stored, without an equals sign."""
    if formula is None or not formula.startswith(LOOK_UP_BEGINS):
        return None
    return _LOOK_UP.fullmatch(formula)


def finder(sheet: Sheet, key: str, value: str) -> Finder:
    """What stands in column `value` beside an id in column `key`; blank text where the id is not there."""
    keys, values = _column(key), _column(value)
    rows: dict[str, int] = {}
    for row in sorted(sheet.rows):
        text = sheet.held(row, keys)
        if isinstance(text, str):
            rows.setdefault(text.casefold(), row)

    def find(text: str) -> Held:
        row = rows.get(text.casefold())
        return "" if row is None else sheet.held(row, values)

    return find


def shown(value: Held, as_text: bool) -> tuple[str, str]:
    """What a look-up shows: the cell's type and the text of its value."""
    if value is None:
        return ("str", "") if as_text else ("", "0")
    if isinstance(value, bool):
        return "b", str(int(value))
    if isinstance(value, float):
        text = str(int(value)) if value.is_integer() and abs(value) < 1e15 else repr(value)
        return ("str" if as_text else ""), text
    return "str", value


def _column(letters: str) -> int:
    number = 0
    for letter in letters:
        number = number * 26 + ord(letter) - 64
    return number


def part_with(sheet: Sheet, cell: Element, row: int, column: int) -> None:
    """Before a cell with a formula is written over: the others that share it go on with their own text."""
    formula = sheet.cells.formula(cell)
    if formula is None or formula.get("t") != "shared" or not formula.text:
        return
    group, text = formula.get("si"), formula.text
    for at_row, at_column, other, follower in list(sheet.formulas()):
        if other is cell or follower.get("t") != "shared" or follower.get("si") != group:
            continue
        if not follower.text:
            follower.text = moved(text, (row, column), (at_row, at_column))
        for name in ("t", "si", "ref"):
            follower.attrib.pop(name, None)


def moved(text: str, origin: tuple[int, int], to: tuple[int, int]) -> str:
    """A formula as it reads in another cell. Both texts are without an equals sign."""
    from openpyxl.formula.translate import Translator

    there, here = address(origin[0], origin[1] - 1), address(to[0], to[1] - 1)
    return str(Translator(f"={text}", origin=there).translate_formula(here))[1:]


def text_at(sheet: Sheet, row: int, column: int) -> str | None:
    """The formula in a cell as it would be typed; None where there is none."""
    cell = sheet.cell(row, column)
    formula = sheet.cells.formula(cell) if cell is not None else None
    if formula is None:
        return None
    if formula.get("t") != "shared" or formula.text:
        return f"={formula.text or ''}"
    for at_row, at_column, _, master in sheet.formulas():
        if master.get("si") == formula.get("si") and master.get("t") == "shared" and master.text:
            return f"={moved(master.text, (at_row, at_column), (row, column))}"
    return None
