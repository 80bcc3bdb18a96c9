"""The functions of the small evaluator: conditions, look-ups and what is asked of a cell; the rest beside."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from tests.emulator.a1 import Rect, cell_name, letters, quoted
from tests.emulator.cells import Effective, Fault
from tests.emulator.formulas import Area, Calc, Function, Given, _compare, number, text
from tests.emulator.functions_days import DAYS
from tests.emulator.functions_numbers import NUMBERS
from tests.emulator.functions_texts import TEXTS
from tests.emulator.sheet import Sheet


def _if(calc: Calc, given: Given, home: Sheet) -> Any:
    test = calc.one(given[0], home)
    truth = _truth(test)
    if isinstance(truth, Fault):
        return truth
    if truth:
        return calc.any(given[1], home)
    return calc.any(given[2], home) if len(given) > 2 else False


def _truth(value: Effective) -> bool | Fault:
    if isinstance(value, Fault):
        return value
    if isinstance(value, str):
        if value.upper() in ("TRUE", "FALSE"):
            return value.upper() == "TRUE"
        return Fault("#VALUE!")
    return bool(value)


def _ifs(calc: Calc, given: Given, home: Sheet) -> Any:
    for test, answer in zip(given[::2], given[1::2], strict=False):
        truth = _truth(calc.one(test, home))
        if isinstance(truth, Fault):
            return truth
        if truth:
            return calc.any(answer, home)
    return Fault("#N/A", "No match")


def _switch(calc: Calc, given: Given, home: Sheet) -> Any:
    wanted = calc.one(given[0], home)
    pairs = given[1:]
    for case, answer in zip(pairs[::2], pairs[1::2], strict=False):
        if _compare("=", calc.one(case, home), wanted):
            return calc.any(answer, home)
    return calc.any(pairs[-1], home) if len(pairs) % 2 else Fault("#N/A", "No match")


def _choose(calc: Calc, given: Given, home: Sheet) -> Any:
    at = number(calc.one(given[0], home))
    if isinstance(at, Fault):
        return at
    return calc.any(given[int(at)], home) if 1 <= at < len(given) else Fault("#NUM!")


def _instead(caught: Callable[[Any], bool]) -> Function:
    """IFERROR and IFNA."""

    def run(calc: Calc, given: Given, home: Sheet) -> Any:
        got = calc.one(given[0], home)
        if caught(got):
            return calc.any(given[1], home) if len(given) > 1 else None
        return calc.any(given[0], home)

    return run


# Look-ups -------------------------------------------------------------------------------------------------------------


def _missing(wanted: Effective, name: str) -> Fault:
    return Fault("#N/A", f"Did not find value '{text(wanted)}' in {name} evaluation.")


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
        closed = rect.within(area.sheet.row_count, area.sheet.column_count)
        most = (closed.bottom or 0) - closed.top
        words = f"Function INDEX parameter 2 value is {text(row)}. Valid values are between 0 and {most} inclusive."
        return Fault("#NUM!", words)
    bottom = top + 1 if row else rect.bottom
    right = left + 1 if column or (rect.right == rect.left + 1) else rect.right
    return Area(area.sheet, Rect(top, left, bottom, right))


def _place(calc: Calc, wanted: Effective, area: Area, kind: float) -> int | None:
    """Where a value stands: 0 the first equal one, 1 the last one not above it, -1 the last one not below it."""
    if kind == 0:
        if isinstance(wanted, str) and re.search(r"[*?]", wanted):
            from tests.emulator.functions_numbers import criterion

            like = criterion("=" + wanted)
            return next((at for at, value in enumerate(calc.flat(area)) if like(value)), None)
        return calc.position(wanted, area)
    best = None
    for at, value in enumerate(calc.flat(area)):
        if value is None or isinstance(value, str) != isinstance(wanted, str):
            continue
        if _compare("<=" if kind > 0 else ">=", value, wanted):
            best = at
    return best


def _match(calc: Calc, given: Given, home: Sheet) -> Any:
    wanted = calc.one(given[0], home)
    if isinstance(wanted, Fault):
        return wanted
    area = calc.any(given[1], home)
    kind = number(calc.one(given[2], home)) if len(given) > 2 else 1
    if not isinstance(area, Area) or isinstance(kind, Fault):
        return _missing(wanted, "MATCH")
    at = _place(calc, wanted, area, kind)
    return _missing(wanted, "MATCH") if at is None else at + 1


def _lookup(name: str, *, down: bool) -> Function:
    """VLOOKUP and HLOOKUP; where it is not said otherwise, the first column or row is taken as sorted."""

    def run(calc: Calc, given: Given, home: Sheet) -> Any:
        wanted = calc.one(given[0], home)
        area = calc.any(given[1], home)
        other = number(calc.one(given[2], home))
        ordered = _truth(calc.one(given[3], home)) if len(given) > 3 else True
        for side in (wanted, other, ordered):
            if isinstance(side, Fault):
                return side
        if not isinstance(area, Area):
            return Fault("#VALUE!")
        assert not isinstance(other, str)
        rect, step = area.rect, int(other) - 1
        first = Rect(rect.top, rect.left, rect.bottom, rect.left + 1)
        if not down:
            first = Rect(rect.top, rect.left, rect.top + 1, rect.right)
        width = rect.right if down else rect.bottom
        if step < 0 or (width is not None and (rect.left if down else rect.top) + step >= width):
            return Fault("#REF!", f"{name} evaluates to an out of bounds range.")
        at = _place(calc, wanted, Area(area.sheet, first), 1 if ordered else 0)
        if at is None:
            return _missing(wanted, name)
        row, column = (rect.top + at, rect.left + step) if down else (rect.top + step, rect.left + at)
        return Area(area.sheet, Rect(row, column, row + 1, column + 1))

    return run


def _xlookup(calc: Calc, given: Given, home: Sheet) -> Any:
    wanted, area, answers = calc.one(given[0], home), calc.any(given[1], home), calc.any(given[2], home)
    if isinstance(wanted, Fault):
        return wanted
    if not isinstance(area, Area) or not isinstance(answers, Area):
        return Fault("#VALUE!")
    kind = number(calc.one(given[4], home)) if len(given) > 4 else 0
    near = {-1.0: 1.0, 1.0: -1.0}.get(kind, 0.0) if not isinstance(kind, Fault) else 0.0
    at = calc.position(wanted, area)
    if at is None and near:
        at = _nearest(calc, wanted, area, near)
    if at is None:
        return (
            calc.any(given[3], home) if len(given) > 3 and given[3] != ("value", None) else _missing(wanted, "XLOOKUP")
        )
    rect = answers.rect
    across = area.rect.bottom == area.rect.top + 1 and area.rect.right != area.rect.left + 1
    row, column = (rect.top, rect.left + at) if across else (rect.top + at, rect.left)
    return Area(answers.sheet, Rect(row, column, row + 1, column + 1))


def _nearest(calc: Calc, wanted: Effective, area: Area, side: float) -> int | None:
    """Where the nearest value below (side 1) or above (side -1) stands, in any order."""
    best: tuple[Any, int] | None = None
    for at, value in enumerate(calc.flat(area)):
        if value is None or isinstance(value, str) != isinstance(wanted, str):
            continue
        if _compare("<=" if side > 0 else ">=", value, wanted):
            closer = best is None or _compare(">" if side > 0 else "<", value, best[0])
            best = (value, at) if closer else best
    return None if best is None else best[1]


# Places ---------------------------------------------------------------------------------------------------------------


def _where(axis: str) -> Function:
    def run(calc: Calc, given: Given, home: Sheet) -> Any:
        if given:
            area = calc.any(given[0], home)
            if not isinstance(area, Area):
                return area if isinstance(area, Fault) else Fault("#VALUE!")
            row, column = area.rect.top, area.rect.left
        else:
            row, column = calc.here[-1] if calc.here else (0, 0)
        return 1 + (row if axis == "ROWS" else column)

    return run


def _extent(axis: str) -> Function:
    def run(calc: Calc, given: Given, home: Sheet) -> Any:
        area = calc.any(given[0], home)
        if not isinstance(area, Area):
            return area if isinstance(area, Fault) else 1
        rect = area.rect.within(area.sheet.row_count, area.sheet.column_count)
        assert rect.bottom is not None
        assert rect.right is not None
        return rect.bottom - rect.top if axis == "ROWS" else rect.right - rect.left

    return run


def _address(calc: Calc, given: Given, home: Sheet) -> Any:
    row, column = number(calc.one(given[0], home)), number(calc.one(given[1], home))
    kind = number(calc.one(given[2], home)) if len(given) > 2 else 1
    if isinstance(row, Fault) or isinstance(column, Fault) or isinstance(kind, Fault) or row < 1 or column < 1:
        return Fault("#VALUE!")
    fixed_column, fixed_row = ("$" if kind in (1, 3) else ""), ("$" if kind in (1, 2) else "")
    place = f"{fixed_column}{letters(int(column) - 1)}{fixed_row}{int(row)}"
    return f"{quoted(text(calc.one(given[4], home)))}!{place}" if len(given) > 4 else place


def _indirect(calc: Calc, given: Given, home: Sheet) -> Any:
    value = calc.one(given[0], home)
    return value if isinstance(value, Fault) else calc.reference(text(value), home)


def _offset(calc: Calc, given: Given, home: Sheet) -> Any:
    area = calc.any(given[0], home)
    amounts = [number(calc.one(node, home)) for node in given[1:]]
    if not isinstance(area, Area) or any(isinstance(amount, Fault) for amount in amounts):
        return Fault("#VALUE!")
    rect = area.rect.within(area.sheet.row_count, area.sheet.column_count)
    assert rect.bottom is not None
    assert rect.right is not None
    down, right, *sizes = (int(amount) for amount in amounts)
    height = sizes[0] if sizes else rect.bottom - rect.top
    width = sizes[1] if len(sizes) > 1 else rect.right - rect.left
    top, left = rect.top + down, rect.left + right
    inside = top >= 0 and left >= 0 and top + height <= area.sheet.row_count and left + width <= area.sheet.column_count
    if not inside or height < 1 or width < 1:
        return Fault(
            "#REF!", f"Function OFFSET evaluates to an out of bounds range: {cell_name(max(top, 0), max(left, 0))}."
        )
    return Area(area.sheet, Rect(top, left, top + height, left + width))


# Questions ------------------------------------------------------------------------------------------------------------


def _asks(how: Callable[[Effective], bool]) -> Function:
    return lambda calc, given, home: how(calc.one(given[0], home))


def _logic(how: Callable[[list[bool]], bool]) -> Function:
    def run(calc: Calc, given: Given, home: Sheet) -> Any:
        truths: list[bool] = []
        for node in given:
            got = calc.any(node, home)
            for value in calc.flat(got):
                if isinstance(got, Area) and (
                    value is None or (isinstance(value, str) and not isinstance(value, Fault))
                ):
                    continue
                truth = _truth(value)
                if isinstance(truth, Fault):
                    return truth
                truths.append(truth)
        return how(truths)

    return run


def _countunique(calc: Calc, given: Given, home: Sheet) -> Any:
    values = [value for node in given for value in calc.flat(calc.any(node, home)) if value not in (None, "")]
    return len({(type(value) is bool, value) for value in values})


def _hyperlink(calc: Calc, given: Given, home: Sheet) -> Any:
    return calc.one(given[1] if len(given) > 1 else given[0], home)


def _nothing(_calc: Calc, _given: Given, _home: Sheet) -> Effective:
    return None


def _is_ref(calc: Calc, given: Given, home: Sheet) -> Any:
    return isinstance(calc.any(given[0], home), Area)


FUNCTIONS: dict[str, Function] = {
    **NUMBERS,
    **TEXTS,
    **DAYS,
    "IF": _if,
    "IFS": _ifs,
    "SWITCH": _switch,
    "CHOOSE": _choose,
    "IFERROR": _instead(lambda got: isinstance(got, Fault)),
    "IFNA": _instead(lambda got: isinstance(got, Fault) and got == "#N/A"),
    "INDEX": _index,
    "MATCH": _match,
    "XMATCH": lambda calc, given, home: _match(calc, (*given[:2], ("value", 0)), home),
    "VLOOKUP": _lookup("VLOOKUP", down=True),
    "HLOOKUP": _lookup("HLOOKUP", down=False),
    "XLOOKUP": _xlookup,
    "ROW": _where("ROWS"),
    "COLUMN": _where("COLUMNS"),
    "ROWS": _extent("ROWS"),
    "COLUMNS": _extent("COLUMNS"),
    "ADDRESS": _address,
    "INDIRECT": _indirect,
    "OFFSET": _offset,
    "AND": _logic(all),
    "OR": _logic(any),
    "XOR": _logic(lambda truths: sum(truths) % 2 == 1),
    "NOT": _logic(lambda truths: not truths[0]),
    "COUNTUNIQUE": _countunique,
    "ISBLANK": _asks(lambda value: value is None),
    "ISERROR": _asks(lambda value: isinstance(value, Fault)),
    "ISERR": _asks(lambda value: isinstance(value, Fault) and value != "#N/A"),
    "ISNA": _asks(lambda value: isinstance(value, Fault) and value == "#N/A"),
    "ISNUMBER": _asks(lambda value: isinstance(value, (int, float)) and not isinstance(value, bool)),
    "ISTEXT": _asks(lambda value: isinstance(value, str) and not isinstance(value, Fault)),
    "ISNONTEXT": _asks(lambda value: not isinstance(value, str) or isinstance(value, Fault)),
    "ISLOGICAL": _asks(lambda value: isinstance(value, bool)),
    "ISREF": _is_ref,
    "HYPERLINK": _hyperlink,
    "NA": lambda _calc, _given, _home: Fault("#N/A"),
    "TRUE": lambda _calc, _given, _home: True,
    "FALSE": lambda _calc, _given, _home: False,
    "IMAGE": _nothing,
    "SPARKLINE": _nothing,
}
#: Functions of the service that are not here: they fill several cells, or ask something outside of the file. A cell
#: with one shows nothing, which is counted in `Calc.unknown`; any other name is no function at all (`#NAME?`).
_ELSEWHERE = """
ARRAYFORMULA ARRAY_CONSTRAIN FILTER QUERY UNIQUE SORT SORTN TRANSPOSE SPLIT FLATTEN SEQUENCE RANDARRAY FREQUENCY
MMULT LET LAMBDA MAP REDUCE BYROW BYCOL SCAN MAKEARRAY TOCOL TOROW HSTACK VSTACK WRAPROWS WRAPCOLS CHOOSECOLS
CHOOSEROWS IMPORTRANGE IMPORTDATA IMPORTHTML IMPORTXML IMPORTFEED GOOGLEFINANCE GOOGLETRANSLATE DETECTLANGUAGE
GETPIVOTDATA RAND RANDBETWEEN CELL ISFORMULA FORMULATEXT ISURL ISEMAIL ISDATE LOOKUP NETWORKDAYS WORKDAY
WEEKNUM YEARFRAC SUBTOTAL PERCENTILE QUARTILE MODE VAR VARP STDEVP CORREL FORECAST TREND LINEST FACT COMBIN GCD
LCM SIN COS TAN ASIN ACOS ATAN ATAN2 RADIANS DEGREES DEC2HEX HEX2DEC BIN2DEC DEC2BIN CONVERT PMT NPV IRR FV PV
TO_DATE TO_DOLLARS TO_PERCENT TO_PURE_NUMBER DOLLAR FIXED ROMAN ARABIC ERROR.TYPE TYPE ASC
"""
ELSEWHERE = frozenset(_ELSEWHERE.split())
__all__ = ["ELSEWHERE", "FUNCTIONS"]
