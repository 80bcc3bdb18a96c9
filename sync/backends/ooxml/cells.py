"""What a cell of the file holds, and how one is written. Places count rows and columns from 1."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TypeAlias

from sync.backends.ooxml.space import Space
from sync.backends.ooxml.strings import SPACE, SharedTexts, meant, run_text, stored
from sync.backends.ooxml.xml import Element, alone, local, made

Held: TypeAlias = "str | float | bool | None"

_OF_VALUES = ("t", "cm", "vm", "ph")  # attributes that say something of what is taken out
_EPOCH = datetime(1899, 12, 30)
_LATER_EPOCH = datetime(1904, 1, 1)


class Cells:
    """Reads and writes cell elements of one workbook."""

    def __init__(self, space: Space, shared: SharedTexts, since_1904: bool) -> None:
        self.space, self._shared, self.since_1904 = space, shared, since_1904
        self._v, self._f, self._is, self._t = (space.tag(name) for name in ("v", "f", "is", "t"))

    # reading
    def formula(self, cell: Element) -> Element | None:
        """The formula element of a cell."""
        return next(cell.iterchildren(self._f), None)

    def held(self, cell: Element) -> Held:
        """The value as stored: text, number, yes/no; None for a blank. Errors are text. Problems: ValueError."""
        kind = cell.get("t")
        if kind == "inlineStr":
            inside = cell[0] if len(cell) and cell[0].tag == self._is else cell.find(self._is)
            return run_text(inside) if inside is not None else None
        value = next(cell.iterchildren(self._v), None)
        text: str | None = None if value is None else value.text
        if text is None:
            return None
        if kind is None or kind == "n":
            try:
                return float(text)
            except ValueError:
                return text
        if kind == "s":
            return self._shared[int(text)]
        if kind == "b":
            return text not in ("0", "false")
        return meant(text) if kind == "str" else text

    def has_content(self, cell: Element) -> bool:
        """Whether there is a value or a formula."""
        return len(cell) > 0 and (self.formula(cell) is not None or self.held(cell) is not None)

    def shows_nothing(self, cell: Element) -> bool:
        """Whether no value stands beside the cell's formula; a text without letters is one."""
        value = next(cell.iterchildren(self._v), None)
        return value is None or (not value.text and cell.get("t") != "str")

    def is_filled(self, cell: Element) -> bool:
        """Whether there is a value or a formula, other than a text without letters."""
        return len(cell) > 0 and (self.formula(cell) is not None or self.held(cell) not in (None, ""))

    def stands(self, cell: Element, value: object) -> bool:
        """Whether a cell holds this very text, number or blank, and nothing else: then it can stay as it is."""
        if value is None:
            return not len(cell) and "t" not in cell.attrib
        if len(cell) != 1:
            return False
        kind = cell.get("t")
        if isinstance(value, str):
            return kind in ("inlineStr", "s") and self.held(cell) == value
        if type(value) in (int, float):
            return kind in (None, "n") and cell[0].tag == self._v and self.held(cell) == value
        return False

    # writing
    def clear(self, cell: Element) -> None:
        """Take value and formula out; the looks stay."""
        if not len(cell) and len(cell.attrib) <= 2:
            return  # a place and looks
        for part in list(cell):
            if local(part) != "extLst":
                cell.remove(part)
        for name in _OF_VALUES:
            if name in cell.attrib:
                del cell.attrib[name]

    def put_text(self, cell: Element, text: str) -> None:
        """Text inside the cell: no other part is touched, whatever it begins with."""
        self.clear(cell)
        cell.set("t", "inlineStr")
        letters = made(self._first(cell, self._is), self._t)
        letters.text = stored(text)
        if text[:1].isspace() or text[-1:].isspace():
            letters.set(SPACE, "preserve")

    def put_number(self, cell: Element, value: float) -> None:
        """A number."""
        self._put_value(cell, "", repr(value))

    def put_yes_no(self, cell: Element, value: bool) -> None:
        """Yes or no."""
        self._put_value(cell, "b", str(int(value)))

    def put_moment(self, cell: Element, moment: datetime) -> None:
        """A day and time, as the number of days this workbook counts."""
        self._put_value(cell, "", repr(serial(moment, self.since_1904)))

    def put_formula(self, cell: Element, text: str) -> None:
        """A formula without a value; `text` begins with an equals sign."""
        self.clear(cell)
        self._first(cell, self._f).text = text[1:]

    def put_result(self, cell: Element, kind: str, value: str) -> None:
        """What a formula shows, beside it."""
        for part in list(cell):
            if part.tag == self._v:
                cell.remove(part)
        if kind:
            cell.set("t", kind)
        else:
            cell.attrib.pop("t", None)
        result = alone(self._v)
        result.text = stored(value) if kind == "str" else value
        cell.insert(1, result)

    def _put_value(self, cell: Element, kind: str, text: str) -> None:
        self.clear(cell)
        if kind:
            cell.set("t", kind)
        self._first(cell, self._v).text = text

    def _first(self, cell: Element, tag: str) -> Element:
        """A new first child: what else a cleared cell holds stands behind it."""
        if not len(cell):
            return made(cell, tag)
        first = alone(tag)
        cell.insert(0, first)
        return first


def serial(moment: datetime, since_1904: bool) -> float:
    """The number a workbook keeps for a moment. Units: days."""
    span = moment - (_LATER_EPOCH if since_1904 else _EPOCH)
    days: float = span.days + span.seconds / 86_400
    if not since_1904 and 0 < days <= 60:
        days -= 1  # the calendar of 1900 has a 29 February that never was
    return int(days) if days == int(days) else days


def moment_of(days: float, since_1904: bool) -> datetime | None:
    """The moment a number stands for; None beyond the calendar."""
    try:
        if not since_1904 and 0 < days < 60:
            days += 1
        return (_LATER_EPOCH if since_1904 else _EPOCH) + timedelta(days=days)
    except OverflowError:
        return None
