"""A small evaluator: arithmetic, comparison, references, and the functions that sheets of ours use.

A formula outside this keeps its text and shows nothing, which is counted in `Calc.unknown`.
"""

from __future__ import annotations

import re
from datetime import datetime
from functools import lru_cache
from typing import Any

from tests.emulator.a1 import Rect, parse_cells
from tests.emulator.book import Book
from tests.emulator.cells import Effective, Fault, Formula, plain_number
from tests.emulator.numerals import serial
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


class Area:
    """A reference to cells of a tab."""

    __slots__ = ("rect", "sheet")

    def __init__(self, sheet: Sheet, rect: Rect) -> None:
        self.sheet = sheet
        self.rect = rect


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
            return Fault("#REF!")
        self._busy.add(key)
        try:
            got: Effective = self._scalar(self._eval(parse(entered.entered), sheet))
        except CannotParse:
            got = Fault("#ERROR!")
        except Unknown as missing:
            self.unknown.add(str(missing))
            got = None
        finally:
            self._busy.discard(key)
        self._cells[key] = got
        return got

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
            named = self.book.named_range(node[1])
            return Area(*self.book.place(named["range"])) if named else Fault("#NAME?")
        if kind == "do":
            left = self._scalar(self._eval(node[2], home))
            right = self._scalar(self._eval(node[3], home))
            return operate(node[1], left, right)
        from tests.emulator.functions import FUNCTIONS

        function = FUNCTIONS.get(node[1])
        if function is None:
            raise Unknown(node[1])
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
    if value is None or value == "":
        return 0
    if isinstance(value, bool):
        return int(value)
    if isinstance(value, (int, float)):
        return value
    try:
        return plain_number(float(value.replace(",", "")))
    except ValueError:
        return Fault("#VALUE!")


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
