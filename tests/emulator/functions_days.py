"""Functions of days and times: all are serials of the file's own zone."""

from __future__ import annotations

import calendar
import math
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

from tests.emulator.cells import Effective, Fault, plain_number
from tests.emulator.formulas import Calc, Function, Given, now_serial, number
from tests.emulator.numerals import moment, serial
from tests.emulator.patterns import EPOCH
from tests.emulator.sheet import Sheet


def on_days(how: Callable[..., Any]) -> Function:
    """A function of serials and numbers; a text is read as if it were typed."""

    def run(calc: Calc, given: Given, home: Sheet) -> Any:
        values = [_amount(calc, calc.one(node, home)) for node in given]
        wrong = next((value for value in values if isinstance(value, Fault)), None)
        if wrong is not None:
            return wrong
        try:
            return how(*values)
        except (ValueError, OverflowError):
            return Fault("#NUM!")

    return run


def _amount(calc: Calc, value: Effective) -> float | int | Fault:
    from tests.emulator.entry import typed

    if isinstance(value, str) and not isinstance(value, Fault):
        got, _ = typed(value, calc.book.locale, calc.now.date())
        return Fault("#VALUE!") if isinstance(got, (str, bool)) else got
    return number(value)


def _date(year: float, month: float, day: float) -> float | int:
    """DATE: months and days beyond their ends run on; years below 1900 count from there."""
    whole = int(year) + (1900 if year < 1900 else 0)
    months = whole * 12 + int(month) - 1
    first = datetime(months // 12, months % 12 + 1, 1)
    return plain_number(serial(first + timedelta(days=int(day) - 1)))


def _months_on(value: float, months: float) -> datetime:
    start = EPOCH + timedelta(days=math.floor(value))
    count = start.year * 12 + start.month - 1 + int(months)
    year, month = count // 12, count % 12 + 1
    return datetime(year, month, min(start.day, calendar.monthrange(year, month)[1]))


def _month_end(value: float, months: float) -> datetime:
    day = _months_on(value, months)
    return day.replace(day=calendar.monthrange(day.year, day.month)[1])


def _weekday(value: float, kind: float = 1) -> int:
    monday = moment(math.floor(value)).weekday()
    return {1: (monday + 1) % 7 + 1, 2: monday + 1, 3: monday}[int(kind)]


def _between(start: float, end: float, unit: str) -> int:
    one, two = moment(math.floor(start)), moment(math.floor(end))
    months = (two.year - one.year) * 12 + two.month - one.month - (two.day < one.day)
    return {"D": (two - one).days, "M": months, "Y": months // 12, "YM": months % 12}[unit]


def _datedif(calc: Calc, given: Given, home: Sheet) -> Any:
    start, end = (_amount(calc, calc.one(node, home)) for node in given[:2])
    unit = str(calc.one(given[2], home)).upper()
    if isinstance(start, Fault) or isinstance(end, Fault) or start > end or unit not in ("D", "M", "Y", "YM"):
        return Fault("#NUM!")
    return _between(start, end, unit)


def _typed(whole: bool) -> Function:
    """DATEVALUE and TIMEVALUE."""

    def how(value: float) -> float | int:
        return math.floor(value) if whole else plain_number(value - math.floor(value))

    return on_days(how)


DAYS: dict[str, Function] = {
    "NOW": lambda calc, _given, _home: now_serial(calc),
    "TODAY": lambda calc, _given, _home: math.floor(now_serial(calc)),
    "DATE": on_days(_date),
    "TIME": on_days(lambda h, m, s: plain_number((h * 3600 + m * 60 + s) / 86400 % 1)),
    "YEAR": on_days(lambda value: moment(value).year),
    "MONTH": on_days(lambda value: moment(value).month),
    "DAY": on_days(lambda value: moment(value).day),
    "HOUR": on_days(lambda value: moment(value).hour),
    "MINUTE": on_days(lambda value: moment(value).minute),
    "SECOND": on_days(lambda value: moment(value).second),
    "WEEKDAY": on_days(_weekday),
    "ISOWEEKNUM": on_days(lambda value: moment(value).isocalendar()[1]),
    "EDATE": on_days(lambda value, months: plain_number(serial(_months_on(value, months)))),
    "EOMONTH": on_days(lambda value, months: plain_number(serial(_month_end(value, months)))),
    "DAYS": on_days(lambda end, start: math.floor(end) - math.floor(start)),
    "DATEDIF": _datedif,
    "DATEVALUE": _typed(whole=True),
    "TIMEVALUE": _typed(whole=False),
}
#: The number format that a cell shows a function's answer in, when it has none of its own.
LOOKS = {"NOW": "DATE_TIME", "TODAY": "DATE", "DATE": "DATE", "TIME": "TIME", "EDATE": "DATE", "EOMONTH": "DATE"}
