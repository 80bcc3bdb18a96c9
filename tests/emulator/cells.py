"""What one cell holds, and its JSON forms."""

from __future__ import annotations

import struct
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from types import MappingProxyType
from typing import Any

from tests.emulator.errors import invalid

NOTHING: Mapping[str, Any] = MappingProxyType({})


class Formula(str):
    """A formula's text, beginning with `=`."""

    __slots__ = ()


class Fault(str):
    """An error value such as `#N/A`, with the words that explain it."""

    __slots__ = ("words",)
    words: str

    def __new__(cls, text: str, words: str = "") -> Fault:
        """The error value; without words, those that the service uses for all of its kind."""
        made = super().__new__(cls, text)
        made.words = words or _ERROR_WORDS.get(text, text)
        return made

    def __reduce__(self) -> tuple[type[Fault], tuple[str, str]]:
        """For copies."""
        return Fault, (str(self), self.words)


_ERROR_WORDS = {
    "#DIV/0!": "Function DIVIDE parameter 2 cannot be zero.",
    "#REF!": "Reference does not exist.",
    "#ERROR!": "Formula parse error.",
    "#N/A": "Value not available.",
}


Entered = str | float | int | bool | None
Effective = str | float | int | bool | None

_ERROR_TYPES = {
    "#NULL!": "NULL_VALUE",
    "#DIV/0!": "DIVIDE_BY_ZERO",
    "#VALUE!": "VALUE",
    "#REF!": "REF",
    "#NAME?": "NAME",
    "#NUM!": "NUM",
    "#N/A": "N_A",
    "#ERROR!": "ERROR",
}


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell: what was entered, how it looks, its note, its drop-down. Never changed, only replaced."""

    entered: Entered = None
    format: Mapping[str, Any] = field(default_factory=lambda: NOTHING)
    note: str = ""
    validation: Mapping[str, Any] | None = None
    runs: tuple[Any, ...] = ()

    @property
    def blank(self) -> bool:
        """Whether nothing at all is kept here."""
        return self.entered is None and not self.format and not self.note and not self.validation

    def holding(self, entered: Entered) -> Cell:
        """The same cell with another value; format, note and drop-down stay."""
        return replace(self, entered=None if entered == "" else entered, runs=())

    def formatted(self, number_format: Mapping[str, str]) -> Cell:
        """The same with a number format."""
        return replace(self, format={**self.format, "numberFormat": dict(number_format)})

    @property
    def number_format(self) -> Mapping[str, str]:
        """The number format given to the cell, or an empty mapping."""
        got: Mapping[str, str] = self.format.get("numberFormat", NOTHING)
        return got


EMPTY = Cell()


def plain_number(value: float | int) -> float | int:
    """2.0 → 2, as the service writes numbers."""
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        return int(value)
    return value


def from_extended(value: Mapping[str, Any] | None) -> Entered:
    """What an ExtendedValue enters. Problems: 400 when it has more than one kind."""
    if not value:
        return None
    given = {kind: item for kind, item in value.items() if item is not None}
    if len(given) > 1:
        raise invalid("Invalid value: oneof field 'value' is already set.")
    for kind, item in given.items():
        if kind == "stringValue":
            return str(item) or None
        if kind == "numberValue":
            return plain_number(item)
        if kind == "boolValue":
            return bool(item)
        if kind == "formulaValue":
            text = str(item)
            return Formula(text if text.startswith("=") else "=" + text)
        raise invalid("ExtendedValue.errorValue can't be entered by a user.")
    return None


def to_extended(value: Entered) -> dict[str, Any] | None:
    """The ExtendedValue of an entered or an effective value."""
    if value is None:
        return None
    if isinstance(value, Formula):
        return {"formulaValue": str(value)}
    if isinstance(value, Fault):
        return {"errorValue": {"type": _ERROR_TYPES.get(str(value), "ERROR"), "message": value.words}}
    if isinstance(value, bool):
        return {"boolValue": value}
    if isinstance(value, (int, float)):
        return {"numberValue": plain_number(value)}
    return {"stringValue": value}


@lru_cache(maxsize=4096)
def single_precision(value: float) -> float | int:
    """A colour part as a 32-bit float prints: 0.4980392156862745 → 0.49803922."""
    wanted = struct.pack("<f", value)
    (stored,) = struct.unpack("<f", wanted)
    for digits in range(1, 10):
        text = f"{stored:.{digits}g}"
        if struct.pack("<f", float(text)) == wanted:
            return plain_number(float(text))
    return value


_COLOUR_PAIRS = {
    "color": "colorStyle",
    "backgroundColor": "backgroundColorStyle",
    "foregroundColor": "foregroundColorStyle",
    "tabColor": "tabColorStyle",
    "headerColor": "headerColorStyle",
    "firstBandColor": "firstBandColorStyle",
    "secondBandColor": "secondBandColorStyle",
    "footerColor": "footerColorStyle",
    "linkForegroundColor": "linkForegroundColorStyle",
}
#: Flags the service omits when they are false (plain protobuf fields, without presence).
_QUIET_FLAGS = frozenset(
    [
        "hidden",
        "hideGridlines",
        "rightToLeft",
        "warningOnly",
        "hiddenByUser",
        "hiddenByFilter",
        "strict",
        "showCustomUi",
        "collapsed",
        "rowGroupControlAfter",
        "columnGroupControlAfter",
        "reversed",
        "headerCount",
        "overflow",
        "useSimpleLatexFormat",
    ]
)
_QUIET_NUMBERS = frozenset(("frozenRowCount", "frozenColumnCount", "offsetXPixels", "offsetYPixels"))


def tidy(message: Any) -> Any:
    """A message as the service keeps it: no nulls, no quiet defaults, colours in single precision and in both forms."""
    if isinstance(message, list):
        return [tidy(item) for item in message]
    if not isinstance(message, dict):
        return message
    out: dict[str, Any] = {}
    for name, value in message.items():
        if value is None or (name in _QUIET_FLAGS and value is False) or (name in _QUIET_NUMBERS and value == 0):
            continue
        if name in ("red", "green", "blue", "alpha") and isinstance(value, (int, float)):
            if value:
                out[name] = single_precision(value)
            continue
        out[name] = tidy(value)
    for old, style in _COLOUR_PAIRS.items():
        if style in out and "rgbColor" in out[style]:
            out[old] = dict(out[style]["rgbColor"])
        elif old in out and style not in out and set(out[old]) <= {"red", "green", "blue", "alpha"}:
            out[style] = {"rgbColor": dict(out[old])}
    return out


_RANGE_KEYS = frozenset(("sheetId", "startRowIndex", "endRowIndex", "startColumnIndex", "endColumnIndex"))
_SPAN_KEYS = frozenset(("sheetId", "dimension", "startIndex", "endIndex"))
_POINT_KEYS = frozenset(("sheetId", "rowIndex", "columnIndex"))


def cloned(message: Any) -> Any:
    """A message apart from this one; quicker than `deepcopy`, for what came from JSON."""
    if isinstance(message, dict):
        return {name: cloned(value) for name, value in message.items()}
    if isinstance(message, list):
        return [cloned(item) for item in message]
    return message


def is_place(message: Mapping[str, Any]) -> bool:
    """Whether a message is a GridRange, a DimensionRange or a GridCoordinate."""
    keys = set(message)
    return "sheetId" in keys and (keys <= _RANGE_KEYS or keys <= _SPAN_KEYS or keys <= _POINT_KEYS)


def shown(message: Any) -> Any:
    """A stored message as the service shows it: `sheetId: 0` is left out of ranges."""
    if isinstance(message, list):
        return [shown(item) for item in message]
    if isinstance(message, Mapping):
        drop = message.get("sheetId") == 0 and is_place(message)
        return {name: shown(value) for name, value in message.items() if not (drop and name == "sheetId")}
    return message
