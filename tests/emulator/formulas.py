"""A small evaluator: arithmetic, comparison, references, and the functions that sheets of ours use.

A formula outside this keeps its text and shows nothing, which is counted in `Calc.unknown`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from datetime import datetime
from functools import lru_cache
from typing import Any

from tests.emulator.a1 import Rect, parse_cells
from tests.emulator.book import Book
from tests.emulator.cells import NOTHING, Effective, Fault, Formula, plain_number
from tests.emulator.numerals import DATE_KINDS, serial
from tests.emulator.sheet import NO_ROW, Sheet

_TOKEN = re.compile(
    r"\s*(?:"
    r'(?P<text>"(?:[^"]|"")*")'
    r"|(?P<ref>(?:(?:'(?:[^']|'')+'|[A-Za-z_][A-Za-z0-9_.]*)!)?"
    r"(?:\$?[A-Za-z]{1,3}\$?[1-9][0-9]*(?::\$?[A-Za-z]{1,3}(?:\$?[1-9][0-9]*)?)?"
    r"|\$?[A-Za-z]{1,3}:\$?[A-Za-z]{1,3}|\$?[1-9][0-9]*:\$?[1-9][0-9]*)(?![A-Za-z0-9_(.!]))"
    r"|(?P<number>(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?)"
    r"|(?P<error>\#[A-Z/0]+[!?]?A?)"
    r"|(?P<word>[A-Za-z_][A-Za-z0-9_.]*)"
    r"|(?P<mark><>|<=|>=|[-+*/^&=<>()%,;]))"
)
Node = tuple[Any, ...]


class CannotParse(Exception):
    """The text is not a formula this evaluator reads."""


class Unknown(Exception):
    """A function this evaluator does not have."""


@lru_cache(maxsize=20000)
def parse(text: str) -> Node:
    """The tree of a formula (with its `=`). Problems: CannotParse."""
    tokens: list[tuple[str, str]] = []
    at = 1
    body = text.rstrip()
    while at < len(body):
        match = _TOKEN.match(body, at)
        if match is None or match.lastgroup is None:
            raise CannotParse(text)
        tokens.append((match.lastgroup, match[match.lastgroup]))
        at = match.end()
    tree, end = _comparison(tokens, 0)
    if end != len(tokens):
        raise CannotParse(text)
    return tree


def _binary(tokens: list[tuple[str, str]], at: int, marks: tuple[str, ...], below: Any) -> tuple[Node, int]:
    left, at = below(tokens, at)
    while at < len(tokens) and tokens[at][0] == "mark" and tokens[at][1] in marks:
        mark = tokens[at][1]
        right, at = below(tokens, at + 1)
        left = ("do", mark, left, right)
    return left, at


def _comparison(tokens: list[tuple[str, str]], at: int) -> tuple[Node, int]:
    return _binary(tokens, at, ("=", "<>", "<", ">", "<=", ">="), _joined)


def _joined(tokens: list[tuple[str, str]], at: int) -> tuple[Node, int]:
    return _binary(tokens, at, ("&",), _sum)


def _sum(tokens: list[tuple[str, str]], at: int) -> tuple[Node, int]:
    return _binary(tokens, at, ("+", "-"), _product)


def _product(tokens: list[tuple[str, str]], at: int) -> tuple[Node, int]:
    return _binary(tokens, at, ("*", "/"), _power)


def _power(tokens: list[tuple[str, str]], at: int) -> tuple[Node, int]:
    return _binary(tokens, at, ("^",), _signed)


def _signed(tokens: list[tuple[str, str]], at: int) -> tuple[Node, int]:
    if at < len(tokens) and tokens[at] in (("mark", "-"), ("mark", "+")):
        inner, end = _signed(tokens, at + 1)
        return (("do", "-", ("value", 0), inner) if tokens[at][1] == "-" else inner), end
    node, at = _atom(tokens, at)
    while at < len(tokens) and tokens[at] == ("mark", "%"):
        node, at = ("do", "/", node, ("value", 100)), at + 1
    return node, at


def _atom(tokens: list[tuple[str, str]], at: int) -> tuple[Node, int]:
    if at >= len(tokens):
        raise CannotParse("ends early")
    kind, text = tokens[at]
    if kind == "text":
        return ("value", text[1:-1].replace('""', '"')), at + 1
    if kind == "number":
        return ("value", plain_number(float(text))), at + 1
    if kind == "error":
        return ("value", Fault(text)), at + 1
    if kind == "ref":
        return ("ref", text), at + 1
    if kind == "mark" and text == "(":
        inner, at = _comparison(tokens, at + 1)
        return inner, _closed(tokens, at)
    if kind == "word":
        if at + 1 < len(tokens) and tokens[at + 1] == ("mark", "("):
            return _call(tokens, text.upper(), at + 2)
        if text.upper() in ("TRUE", "FALSE"):
            return ("value", text.upper() == "TRUE"), at + 1
        return ("name", text), at + 1
    raise CannotParse(text)


def _call(tokens: list[tuple[str, str]], name: str, at: int) -> tuple[Node, int]:
    given: list[Node] = []
    if at < len(tokens) and tokens[at] == ("mark", ")"):
        return ("call", name, ()), at + 1
    while True:
        if at < len(tokens) and tokens[at] in (("mark", ","), ("mark", ";"), ("mark", ")")):
            given.append(("value", None))
        else:
            node, at = _comparison(tokens, at)
            given.append(node)
        if at < len(tokens) and tokens[at] in (("mark", ","), ("mark", ";")):
            at += 1
            continue
        return ("call", name, tuple(given)), _closed(tokens, at)


def _closed(tokens: list[tuple[str, str]], at: int) -> int:
    if at >= len(tokens) or tokens[at] != ("mark", ")"):
        raise CannotParse("no closing bracket")
    return at + 1


Given = tuple[Node, ...]
Function = Callable[["Calc", Given, Sheet], Any]


class Area:
    """A reference to cells of a tab."""

    __slots__ = ("rect", "sheet")

    def __init__(self, sheet: Sheet, rect: Rect) -> None:
        self.sheet = sheet
        self.rect = rect


#: Functions whose answer looks like their first argument, and those that answer with a cell which brings its look.
_LOOK_OF_FIRST = frozenset(
    ["SUM", "MIN", "MAX", "AVERAGE", "MEDIAN", "LARGE", "SMALL", "ROUND", "ROUNDUP", "ROUNDDOWN", "ABS", "SUMIFS"]
)
_LOOK_OF_ANSWER = frozenset(
    ["IF", "IFS", "IFERROR", "IFNA", "SWITCH", "CHOOSE", "INDEX", "VLOOKUP", "HLOOKUP", "XLOOKUP", "INDIRECT", "OFFSET"]
)


class Calc:
    """The effective values of one version of a book at one moment."""

    def __init__(self, book: Book, now: datetime) -> None:
        self.book = book
        self.now = now
        self.volatile = False
        self.unknown: set[str] = set()
        self._cells: dict[tuple[int, int, int], Effective] = {}
        self._busy: set[tuple[int, int, int]] = set()
        self._columns: dict[tuple[int, int], dict[Any, int]] = {}
        self._tabs: dict[str, Sheet | None] = {}
        #: Row and column of the cells being worked out, the innermost last.
        self.here: list[tuple[int, int]] = []

    def value(self, sheet: Sheet, row: int, column: int) -> Effective:
        """What a cell shows, before formatting; None when it is empty."""
        entered = sheet.rows.get(row, NO_ROW).get(column)
        if entered is None:
            return None
        if not isinstance(entered.entered, Formula):
            return entered.entered
        key = (sheet.id, row, column)
        if key in self._cells:
            return self._cells[key]
        if key in self._busy:
            return Fault(
                "#REF!", "Circular dependency detected. To resolve with iterative calculation, see File > Settings."
            )
        self._busy.add(key)
        self.here.append((row, column))
        try:
            got: Effective = self._scalar(self._eval(parse(entered.entered), sheet))
        except CannotParse:
            got = Fault("#ERROR!")
        except Unknown as missing:
            self.unknown.add(str(missing))
            got = None
        except IndexError:
            got = Fault("#N/A", "Wrong number of arguments.")
        finally:
            self._busy.discard(key)
            self.here.pop()
        self._cells[key] = got
        return got

    def look(self, sheet: Sheet, row: int, column: int) -> Mapping[str, str]:
        """The number format a cell is shown in: its own, or for a formula that has none the one it brings along."""
        cell = sheet.rows.get(row, NO_ROW).get(column)
        if cell is None:
            return NOTHING
        if cell.number_format or not isinstance(cell.entered, Formula) or len(self.here) > 20:
            return cell.number_format
        self.here.append((row, column))
        try:
            return self._look(parse(cell.entered), sheet)
        except (CannotParse, Unknown, IndexError):
            return NOTHING
        finally:
            self.here.pop()

    def _look(self, node: Node, home: Sheet) -> Mapping[str, str]:
        from tests.emulator.functions_days import LOOKS

        if node[0] == "do":
            left, right = self._look(node[2], home), self._look(node[3], home)
            if node[1] == "-" and left.get("type") in DATE_KINDS and right.get("type") in DATE_KINDS:
                return NOTHING
            return (left or right) if node[1] in "+-*/" else NOTHING
        if node[0] == "call" and node[1] in LOOKS:
            return {"type": LOOKS[node[1]]}
        if node[0] == "call" and node[1] in _LOOK_OF_FIRST and node[2]:
            return self._look(node[2][0], home)
        if node[0] in ("ref", "name") or (node[0] == "call" and node[1] in _LOOK_OF_ANSWER):
            got = self._eval(node, home)
            if isinstance(got, Area):
                return self.look(got.sheet, got.rect.top, got.rect.left)
        return NOTHING

    def _scalar(self, got: Any) -> Effective:
        if isinstance(got, Area):
            return self.value(got.sheet, got.rect.top, got.rect.left)
        if isinstance(got, float):
            return plain_number(got)
        return got  # type: ignore[no-any-return]

    def _eval(self, node: Node, home: Sheet) -> Any:
        kind = node[0]
        if kind == "value":
            return node[1]
        if kind == "ref":
            return self._area(node[1], home)
        if kind == "name":
            return self.reference(node[1], home)
        if kind == "do":
            left = self._scalar(self._eval(node[2], home))
            right = self._scalar(self._eval(node[3], home))
            return operate(node[1], left, right)
        from tests.emulator.functions import ELSEWHERE, FUNCTIONS

        function = FUNCTIONS.get(node[1])
        if function is None and node[1] in ELSEWHERE:
            raise Unknown(node[1])
        if function is None:
            return Fault("#NAME?", f"Unknown function: '{node[1]}'.")
        return function(self, node[2], home)

    def one(self, node: Node, home: Sheet) -> Effective:
        """The single value of an argument."""
        return self._scalar(self._eval(node, home))

    def any(self, node: Node, home: Sheet) -> Any:
        """The value or the Area of an argument."""
        return self._eval(node, home)

    def _area(self, text: str, home: Sheet) -> Any:
        title, mark, cells = text.rpartition("!")
        sheet: Sheet | None = home
        if mark:
            bare = title[1:-1].replace("''", "'") if title.startswith("'") else title
            if bare not in self._tabs:
                self._tabs[bare] = self.book.titled(bare)
            sheet = self._tabs[bare]
        rect = parse_cells(cells.replace("$", ""))
        if sheet is None or rect is None:
            return Fault("#REF!")
        return Area(sheet, rect)

    def reference(self, text: str, home: Sheet) -> Any:
        """The area of a reference or of a named range; `#NAME?` or `#REF!` when there is none."""
        cells = text.rpartition("!")[2]
        if parse_cells(cells.replace("$", "")) is not None:
            return self._area(text, home)
        named = self.book.named_range(text)
        if named is not None:
            return Area(*self.book.place(named["range"]))
        return Fault("#REF!") if "!" in text else Fault("#NAME?", f"Unknown range name: '{text.upper()}'.")

    def cells(self, got: Any) -> list[Effective]:
        """Values of an argument, row by row, with every cell of a closed area, so that places agree between areas."""
        if not isinstance(got, Area):
            return [got]
        rect = got.rect
        if rect.bottom is None:
            return self.flat(got)
        rect = rect.within(got.sheet.row_count, got.sheet.column_count)
        assert rect.bottom is not None
        assert rect.right is not None
        rows, columns = range(rect.top, rect.bottom), range(rect.left, rect.right)
        return [self.value(got.sheet, row, column) for row in rows for column in columns]

    def flat(self, got: Any) -> list[Effective]:
        """Values of an argument, row by row, without the empty end."""
        if not isinstance(got, Area):
            return [got]
        rect = got.rect.within(max(got.sheet.rows, default=-1) + 1, got.sheet.column_count)
        assert rect.bottom is not None
        assert rect.right is not None
        return [
            self.value(got.sheet, row, column)
            for row in range(rect.top, rect.bottom)
            for column in range(rect.left, rect.right)
        ]

    def position(self, wanted: Effective, area: Area) -> int | None:
        """Place (from 0) of the first equal value in a single column or row; None when there is none."""
        key = _fold(wanted)
        if area.rect.top == 0 and area.rect.bottom is None and area.rect.right == area.rect.left + 1:
            place = (area.sheet.id, area.rect.left)
            index = self._columns.get(place)
            if index is None:
                index = {}
                for row in sorted(area.sheet.rows):
                    index.setdefault(_fold(self.value(area.sheet, row, area.rect.left)), row)
                self._columns[place] = index
            return index.get(key)
        for at, value in enumerate(self.flat(area)):
            if value is not None and _fold(value) == key:
                return at
        return None


def _fold(value: Effective) -> Any:
    if isinstance(value, bool):
        return ("flag", value)
    return value.lower() if isinstance(value, str) else value


def number(value: Effective) -> float | int | Fault:
    """A value where a number is wanted."""
    if isinstance(value, Fault):
        return value
    if value is None:
        return 0
    if isinstance(value, bool):
        return int(value)
    if isinstance(value, (int, float)):
        return value
    try:
        return plain_number(float(value.replace(",", "")))
    except ValueError:
        return Fault("#VALUE!", f"'{value}' is a text and cannot be coerced to a number.")


def text(value: Effective) -> str:
    """A value where text is wanted."""
    from tests.emulator.numerals import general

    if value is None:
        return ""
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    return value if isinstance(value, str) else general(value)


def operate(mark: str, left: Effective, right: Effective) -> Effective:
    """The result of an operator."""
    for side in (left, right):
        if isinstance(side, Fault):
            return side
    if mark == "&":
        return text(left) + text(right)
    if mark in ("=", "<>", "<", ">", "<=", ">="):
        return _compare(mark, left, right)
    a, b = number(left), number(right)
    for side in (a, b):
        if isinstance(side, Fault):
            return side
    assert not isinstance(a, str)
    assert not isinstance(b, str)
    if mark == "/":
        return Fault("#DIV/0!") if b == 0 else plain_number(a / b)
    if mark == "^":
        return plain_number(float(a) ** b)
    return plain_number({"+": a + b, "-": a - b, "*": a * b}[mark])


def _compare(mark: str, left: Effective, right: Effective) -> bool:
    a, b = _rank(left, right), _rank(right, left)
    return {"=": a == b, "<>": a != b, "<": a < b, ">": a > b, "<=": a <= b, ">=": a >= b}[mark]


def _rank(value: Effective, other: Effective) -> tuple[int, Any]:
    if value is None:
        value = "" if isinstance(other, str) else False if isinstance(other, bool) else 0
    if isinstance(value, bool):
        return 2, value
    return (1, value.lower()) if isinstance(value, str) else (0, value)


def calc_of(book: Book, now: datetime) -> Calc:
    """The evaluator of a version, kept with it as long as no formula asks for the time."""
    if book.calc is None or (book.calc.volatile and book.calc.now != now):
        book.calc = Calc(book, now)
    got: Calc = book.calc
    return got


def now_serial(calc: Calc) -> float:
    """The time in the book's own zone as a serial."""
    from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

    calc.volatile = True
    try:
        zone = ZoneInfo(calc.book.properties["timeZone"])
    except (ZoneInfoNotFoundError, ValueError):
        zone = ZoneInfo("Etc/GMT")
    return serial(calc.now.astimezone(zone).replace(tzinfo=None))
