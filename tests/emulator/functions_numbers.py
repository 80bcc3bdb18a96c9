"""Functions that count, add, round and compare numbers."""

from __future__ import annotations

import math
import re
import statistics
from collections.abc import Callable
from typing import Any

from tests.emulator.cells import Effective, Fault, plain_number
from tests.emulator.formulas import Area, Calc, Function, Given, _compare, number
from tests.emulator.sheet import Sheet

Number = float | int


def numbers_in(calc: Calc, given: Given, home: Sheet) -> list[Number] | Fault:
    """The numbers of some arguments: texts and blanks in areas are left aside, an error comes back."""
    out: list[Number] = []
    for node in given:
        got = calc.any(node, home)
        if not isinstance(got, Area):
            amount = number(got)
            if isinstance(amount, Fault):
                return amount
            out.append(amount)
            continue
        for value in calc.flat(got):
            if isinstance(value, Fault):
                return value
            if isinstance(value, (int, float)) and not isinstance(value, bool):
                out.append(value)
    return out


def over(how: Callable[[list[Number]], Any]) -> Function:
    """A function of all the numbers in its arguments."""

    def run(calc: Calc, given: Given, home: Sheet) -> Any:
        values = numbers_in(calc, given, home)
        return values if isinstance(values, Fault) else how(values)

    return run


def on_numbers(how: Callable[..., Any], *defaults: Number) -> Function:
    """A function of single numbers; the last ones may be left out."""

    def run(calc: Calc, given: Given, home: Sheet) -> Any:
        values = [number(calc.one(node, home)) for node in given]
        wrong = next((value for value in values if isinstance(value, Fault)), None)
        if wrong is not None:
            return wrong
        values += defaults[len(defaults) - max(how.__code__.co_argcount - len(values), 0) :] if defaults else []
        try:
            return plain_number(how(*values))
        except ZeroDivisionError:
            return Fault("#DIV/0!")
        except (ValueError, OverflowError):
            return Fault("#NUM!")

    return run


def criterion(wanted: Effective) -> Callable[[Effective], bool]:
    """What COUNTIF and its kin ask: `>5`, `<>x`, `a*`, `?`, or a value that has to be equal."""
    if not isinstance(wanted, str):
        return lambda value: value is not None and type(value) is not bool and value == (wanted or 0)
    match = re.match(r"(<=|>=|<>|=|<|>)?(.*)", wanted, re.DOTALL)
    assert match is not None
    mark, rest = match[1] or "=", match[2]
    other: Effective = rest
    amount = number(rest)
    if rest and not isinstance(amount, Fault):
        other = amount
    elif rest.upper() in ("TRUE", "FALSE"):
        other = rest.upper() == "TRUE"
    if isinstance(other, str) and mark in ("=", "<>"):
        like = re.compile(_wildcards(rest), re.IGNORECASE | re.DOTALL)

        def looks(value: Effective) -> bool:
            if not rest:
                return (value in (None, "")) == (mark == "=")
            return (isinstance(value, str) and like.fullmatch(value) is not None) == (mark == "=")

        return looks

    def compares(value: Effective) -> bool:
        if isinstance(value, Fault):
            return False
        same = value is not None and isinstance(value, str) == isinstance(other, str)
        same = same and isinstance(value, bool) == isinstance(other, bool)
        return _compare(mark, value, other) if same else mark == "<>"

    return compares


def _wildcards(pattern: str) -> str:
    return re.sub(r"~([*?~])|([*?])|([^*?~]+|~)", _wildcard, pattern)


def _wildcard(match: re.Match[str]) -> str:
    if match[1]:
        return re.escape(match[1])
    return {"*": ".*", "?": "."}[match[2]] if match[2] else re.escape(match[3])


def _chosen(calc: Calc, pairs: Given, home: Sheet) -> list[int]:
    """Places (in reading order) that meet every (area, criterion) pair."""
    kept: set[int] | None = None
    for area, wanted in zip(pairs[::2], pairs[1::2], strict=False):
        test = criterion(calc.one(wanted, home))
        fits = {at for at, value in enumerate(calc.cells(calc.any(area, home))) if test(value)}
        kept = fits if kept is None else kept & fits
    return sorted(kept or ())


def _if_over(how: Callable[[list[Number]], Any], *, many: bool) -> Function:
    """SUMIF (area, criterion, summed) or SUMIFS (summed, area, criterion, ...)."""

    def run(calc: Calc, given: Given, home: Sheet) -> Any:
        summed, pairs = (given[0], given[1:]) if many else (given[2] if len(given) > 2 else given[0], given[:2])
        values = calc.cells(calc.any(summed, home))
        picked = [values[at] if at < len(values) else None for at in _chosen(calc, pairs, home)]
        wrong = next((value for value in picked if isinstance(value, Fault)), None)
        amounts = [value for value in picked if isinstance(value, (int, float)) and not isinstance(value, bool)]
        return wrong if wrong is not None else how(amounts)

    return run


def _countif(calc: Calc, given: Given, home: Sheet) -> Any:
    return len(_chosen(calc, given, home))


def _counta(calc: Calc, given: Given, home: Sheet) -> Any:
    return sum(value is not None for node in given for value in calc.flat(calc.any(node, home)))


def _countblank(calc: Calc, given: Given, home: Sheet) -> Any:
    return sum(value in (None, "") for value in calc.cells(calc.any(given[0], home)))


def _count(calc: Calc, given: Given, home: Sheet) -> Any:
    values = [value for node in given for value in calc.flat(calc.any(node, home))]
    return sum(isinstance(value, (int, float)) and not isinstance(value, bool) for value in values)


def _sumproduct(calc: Calc, given: Given, home: Sheet) -> Any:
    columns = [calc.cells(calc.any(node, home)) for node in given]
    if len({len(column) for column in columns}) > 1:
        return Fault("#VALUE!")
    total: Number = 0
    for line in zip(*columns, strict=True):
        wrong = next((value for value in line if isinstance(value, Fault)), None)
        if wrong is not None:
            return wrong
        total += math.prod(v if isinstance(v, (int, float)) and not isinstance(v, bool) else 0 for v in line)
    return plain_number(total)


def _nth(largest: bool) -> Function:
    def run(calc: Calc, given: Given, home: Sheet) -> Any:
        values, place = numbers_in(calc, given[:1], home), number(calc.one(given[1], home))
        if isinstance(values, Fault) or isinstance(place, Fault):
            return Fault("#VALUE!")
        ordered = sorted(values, reverse=largest)
        return ordered[int(place) - 1] if 1 <= place <= len(ordered) else Fault("#NUM!")

    return run


def _rank(calc: Calc, given: Given, home: Sheet) -> Any:
    value, values = number(calc.one(given[0], home)), numbers_in(calc, given[1:2], home)
    up = len(given) > 2 and bool(number(calc.one(given[2], home)))
    if isinstance(value, Fault) or isinstance(values, Fault):
        return Fault("#VALUE!")
    if value not in values:
        return Fault("#N/A")
    return 1 + sum(other < value if up else other > value for other in values)


def _half_up(value: Number, digits: Number = 0) -> float:
    factor = 10.0 ** int(digits)
    # The last bits of a binary fraction do not decide: 1.005 is taken as it is written.
    scaled = float(f"{abs(value) * factor:.15g}")
    return math.copysign(math.floor(scaled + 0.5) / factor, value)


def _up(value: Number, digits: Number = 0) -> float:
    factor = 10.0 ** int(digits)
    return math.copysign(math.ceil(float(f"{abs(value) * factor:.15g}")) / factor, value)


def _down(value: Number, digits: Number = 0) -> float:
    factor = 10.0 ** int(digits)
    return math.copysign(math.floor(float(f"{abs(value) * factor:.15g}")) / factor, value)


def _mod(value: Number, by: Number) -> Number:
    return value - by * math.floor(value / by)


def _value(calc: Calc, given: Given, home: Sheet) -> Any:
    """VALUE: a text as it would be understood when typed."""
    from tests.emulator.entry import typed

    value = calc.one(given[0], home)
    if not isinstance(value, str) or isinstance(value, Fault):
        return number(value)
    got, _ = typed(value, calc.book.locale, calc.now.date())
    return Fault("#VALUE!") if isinstance(got, (str, bool)) else got


NUMBERS: dict[str, Function] = {
    "SUM": over(lambda values: plain_number(math.fsum(values))),
    "COUNT": _count,
    "COUNTA": _counta,
    "COUNTBLANK": _countblank,
    "COUNTIF": _countif,
    "COUNTIFS": _countif,
    "SUMIF": _if_over(lambda values: plain_number(math.fsum(values)), many=False),
    "SUMIFS": _if_over(lambda values: plain_number(math.fsum(values)), many=True),
    "AVERAGEIF": _if_over(lambda v: math.fsum(v) / len(v) if v else Fault("#DIV/0!"), many=False),
    "AVERAGEIFS": _if_over(lambda v: math.fsum(v) / len(v) if v else Fault("#DIV/0!"), many=True),
    "MAXIFS": _if_over(lambda values: max(values, default=0), many=True),
    "MINIFS": _if_over(lambda values: min(values, default=0), many=True),
    "SUMPRODUCT": _sumproduct,
    "PRODUCT": over(lambda values: plain_number(math.prod(values)) if values else 0),
    "MAX": over(lambda values: max(values, default=0)),
    "MIN": over(lambda values: min(values, default=0)),
    "AVERAGE": over(lambda values: plain_number(math.fsum(values) / len(values)) if values else Fault("#DIV/0!")),
    "MEDIAN": over(lambda values: plain_number(statistics.median(values)) if values else Fault("#NUM!")),
    "STDEV": over(lambda values: statistics.stdev(values) if len(values) > 1 else Fault("#DIV/0!")),
    "LARGE": _nth(largest=True),
    "SMALL": _nth(largest=False),
    "RANK": _rank,
    "ROUND": on_numbers(_half_up, 0),
    "ROUNDUP": on_numbers(_up, 0),
    "ROUNDDOWN": on_numbers(_down, 0),
    "TRUNC": on_numbers(_down, 0),
    "INT": on_numbers(lambda value: math.floor(value)),
    "ABS": on_numbers(lambda value: abs(value)),
    "SIGN": on_numbers(lambda value: (value > 0) - (value < 0)),
    "SQRT": on_numbers(lambda value: math.sqrt(value)),
    "EXP": on_numbers(lambda value: math.exp(value)),
    "LN": on_numbers(lambda value: math.log(value)),
    "LOG10": on_numbers(lambda value: math.log10(value)),
    "LOG": on_numbers(lambda value, base: math.log(value) / math.log(base), 10),
    "POWER": on_numbers(lambda value, power: float(value) ** power),
    "POW": on_numbers(lambda value, power: float(value) ** power),
    "MOD": on_numbers(_mod),
    "QUOTIENT": on_numbers(lambda value, by: int(value / by)),
    "CEILING": on_numbers(lambda value, step: math.ceil(value / step) * step, 1),
    "FLOOR": on_numbers(lambda value, step: math.floor(value / step) * step, 1),
    "PI": lambda _calc, _given, _home: math.pi,
    "VALUE": _value,
    "N": lambda calc, given, home: value if isinstance(value := calc.one(given[0], home), (int, float)) else 0,
    "ISEVEN": on_numbers(lambda value: int(value) % 2 == 0),
    "ISODD": on_numbers(lambda value: int(value) % 2 == 1),
}
__all__ = ["NUMBERS", "criterion", "numbers_in"]
