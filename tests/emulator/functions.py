"""The functions of the small evaluator."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from tests.emulator.a1 import Rect
from tests.emulator.cells import Effective, Fault, plain_number
from tests.emulator.formulas import Area, Calc, Node, _compare, now_serial, number, text
from tests.emulator.numerals import show
from tests.emulator.sheet import Sheet

Given = tuple[Node, ...]
Function = Callable[[Calc, Given, Sheet], Any]


def _if(calc: Calc, given: Given, home: Sheet) -> Any:
    test = calc.one(given[0], home)
    if isinstance(test, Fault):
        return test
    truth = number(test)
    if isinstance(truth, Fault):
        return truth
    if truth:
        return calc.any(given[1], home)
    return calc.any(given[2], home) if len(given) > 2 else False


def _iferror(calc: Calc, given: Given, home: Sheet) -> Any:
    got = calc.one(given[0], home)
    if isinstance(got, Fault):
        return calc.any(given[1], home) if len(given) > 1 else None
    return got


def _index(calc: Calc, given: Given, home: Sheet) -> Any:
    area = calc.any(given[0], home)
    if not isinstance(area, Area):
        return area
    row = number(calc.one(given[1], home)) if len(given) > 1 else 0
    column = number(calc.one(given[2], home)) if len(given) > 2 else 0
    for side in (row, column):
        if isinstance(side, Fault):
            return side
    assert not isinstance(row, str)
    assert not isinstance(column, str)
    rect = area.rect
    if rect.bottom == rect.top + 1 and len(given) == 2:
        row, column = 0, row
    top = rect.top + int(row) - 1 if row else rect.top
    left = rect.left + int(column) - 1 if column else rect.left
    if not rect.holds(top, left) or top >= area.sheet.row_count or left >= area.sheet.column_count:
        return Fault("#REF!")
    bottom = top + 1 if row else rect.bottom
    right = left + 1 if column or (rect.right == rect.left + 1) else rect.right
    return Area(area.sheet, Rect(top, left, bottom, right))


def _match(calc: Calc, given: Given, home: Sheet) -> Any:
    wanted = calc.one(given[0], home)
    if isinstance(wanted, Fault):
        return wanted
    area = calc.any(given[1], home)
    kind = number(calc.one(given[2], home)) if len(given) > 2 else 1
    if not isinstance(area, Area):
        return Fault("#N/A")
    if kind == 0:
        at = calc.position(wanted, area)
        return Fault("#N/A") if at is None else at + 1
    best = None
    for at, value in enumerate(calc.flat(area)):
        if value is None or isinstance(value, str) != isinstance(wanted, str):
            continue
        if _compare("<=" if kind == 1 else ">=", value, wanted):
            best = at
    return Fault("#N/A") if best is None else best + 1


def _lookup(calc: Calc, given: Given, home: Sheet) -> Any:
    wanted = calc.one(given[0], home)
    area = calc.any(given[1], home)
    column = number(calc.one(given[2], home))
    if not isinstance(area, Area) or isinstance(column, Fault):
        return Fault("#VALUE!")
    first = Area(area.sheet, Rect(area.rect.top, area.rect.left, area.rect.bottom, area.rect.left + 1))
    at = calc.position(wanted, first)
    if at is None:
        return Fault("#N/A")
    return calc.value(area.sheet, area.rect.top + at, area.rect.left + int(column) - 1)


def _numbers(calc: Calc, given: Given, home: Sheet) -> list[float | int] | Fault:
    out: list[float | int] = []
    for node in given:
        got = calc.any(node, home)
        for value in calc.flat(got):
            if isinstance(value, Fault):
                return value
            if isinstance(value, (int, float)) and not isinstance(value, bool):
                out.append(value)
    return out


def _over(how: Callable[[list[float | int]], Any]) -> Function:
    def run(calc: Calc, given: Given, home: Sheet) -> Any:
        values = _numbers(calc, given, home)
        return values if isinstance(values, Fault) else how(values)

    return run


def _counta(calc: Calc, given: Given, home: Sheet) -> Any:
    return sum(value is not None for node in given for value in calc.flat(calc.any(node, home)))


def _countif(calc: Calc, given: Given, home: Sheet) -> Any:
    wanted = calc.one(given[1], home)
    return sum(
        value is not None and text(value).lower() == text(wanted).lower()
        for value in calc.flat(calc.any(given[0], home))
    )


def _round(calc: Calc, given: Given, home: Sheet) -> Any:
    value = number(calc.one(given[0], home))
    digits = number(calc.one(given[1], home)) if len(given) > 1 else 0
    if isinstance(value, Fault) or isinstance(digits, Fault):
        return Fault("#VALUE!")
    factor = 10 ** int(digits)
    return plain_number(math.copysign(math.floor(abs(value) * factor + 0.5) / factor, value))


def _on_number(how: Callable[[float], Any]) -> Function:
    def run(calc: Calc, given: Given, home: Sheet) -> Any:
        value = number(calc.one(given[0], home))
        return value if isinstance(value, Fault) else how(value)

    return run


def _on_text(how: Callable[[str], Any]) -> Function:
    def run(calc: Calc, given: Given, home: Sheet) -> Any:
        value = calc.one(given[0], home)
        return value if isinstance(value, Fault) else how(text(value))

    return run


def _logic(how: Callable[[list[bool]], bool]) -> Function:
    def run(calc: Calc, given: Given, home: Sheet) -> Any:
        truths: list[bool] = []
        for node in given:
            for value in calc.flat(calc.any(node, home)):
                truth = number(value)
                if isinstance(truth, Fault):
                    return truth
                truths.append(bool(truth))
        return how(truths)

    return run


def _hyperlink(calc: Calc, given: Given, home: Sheet) -> Any:
    return calc.one(given[1] if len(given) > 1 else given[0], home)


def _text(calc: Calc, given: Given, home: Sheet) -> Any:
    value = calc.one(given[0], home)
    pattern = text(calc.one(given[1], home))
    if isinstance(value, str) or value is None or isinstance(value, bool):
        return value if isinstance(value, Fault) else text(value)
    date = any(letter in pattern.lower() for letter in "ymdhs")
    return show(value, {"type": "DATE_TIME" if date else "NUMBER", "pattern": pattern}, calc.book.locale)


def _concatenate(calc: Calc, given: Given, home: Sheet) -> Any:
    parts = [value for node in given for value in calc.flat(calc.any(node, home))]
    return next((part for part in parts if isinstance(part, Fault)), "".join(text(part) for part in parts))


def _isblank(calc: Calc, given: Given, home: Sheet) -> Any:
    return calc.one(given[0], home) is None


def _iserror(calc: Calc, given: Given, home: Sheet) -> Any:
    return isinstance(calc.one(given[0], home), Fault)


def _nothing(_calc: Calc, _given: Given, _home: Sheet) -> Effective:
    return None


FUNCTIONS: dict[str, Function] = {
    "IF": _if,
    "IFERROR": _iferror,
    "INDEX": _index,
    "MATCH": _match,
    "VLOOKUP": _lookup,
    "HYPERLINK": _hyperlink,
    "SUM": _over(lambda values: plain_number(sum(values))),
    "COUNT": _over(len),
    "MAX": _over(lambda values: max(values, default=0)),
    "MIN": _over(lambda values: min(values, default=0)),
    "AVERAGE": _over(lambda values: sum(values) / len(values) if values else Fault("#DIV/0!")),
    "COUNTA": _counta,
    "COUNTIF": _countif,
    "ROUND": _round,
    "INT": _on_number(math.floor),
    "ABS": _on_number(abs),
    "LEN": _on_text(len),
    "UPPER": _on_text(str.upper),
    "LOWER": _on_text(str.lower),
    "TRIM": _on_text(lambda value: " ".join(value.split())),
    "AND": _logic(all),
    "OR": _logic(any),
    "NOT": _logic(lambda truths: not truths[0]),
    "NOW": lambda calc, _given, _home: now_serial(calc),
    "TODAY": lambda calc, _given, _home: math.floor(now_serial(calc)),
    "TEXT": _text,
    "CONCATENATE": _concatenate,
    "ISBLANK": _isblank,
    "ISERROR": _iserror,
    "NA": lambda _calc, _given, _home: Fault("#N/A"),
    "TRUE": lambda _calc, _given, _home: True,
    "FALSE": lambda _calc, _given, _home: False,
    "IMAGE": _nothing,
    "SPARKLINE": _nothing,
}
