"""How many points a result code gives: the format's defaults, or what the file says (`162`, `XXS`)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from rules.parts.trf.records import OPEN, RoundResult, Trf

HALF = Fraction(1, 2)
_DEFAULTS = {
    "1w": Fraction(1), "1b": Fraction(1), "=w": HALF, "=b": HALF, "0w": Fraction(0), "0b": Fraction(0),
    "+": Fraction(1), "-": Fraction(0), "U": Fraction(1), "F": Fraction(1), "H": HALF, "Z": Fraction(0),
    OPEN: Fraction(0),
}  # fmt: skip
# Letters of XXS and of 162, and the codes each of them sets.
_XXS = {
    "W": ("1w", "1b", "+", "F", "U"), "D": ("=w", "=b", "H"), "WW": ("1w",), "BW": ("1b",), "WD": ("=w",),
    "BD": ("=b",), "WL": ("0w",), "BL": ("0b",), "ZPB": ("Z",), "HPB": ("H",), "FPB": ("F",), "PAB": ("U",),
    "FW": ("+",), "FL": ("-",),
}  # fmt: skip
_162 = {
    "W": ("1w", "1b", "+", "F", "U"), "D": ("=w", "=b", "H"), "L": ("0w", "0b"), "A": ("Z", "-"), "P": ("U",),
}  # fmt: skip
_UNRATED = {"W": "1", "D": "=", "L": "0"}


@dataclass(frozen=True)
class Scoring:
    """Points by code; codes of games carry the colour (`1w`)."""

    points: Mapping[str, Fraction]

    def of(self, result: RoundResult) -> Fraction:
        """Points of one round."""
        code = _UNRATED.get(result.code, result.code)
        return self.points[code + result.colour if code in "1=0" else code]


def scoring_of(trf: Trf) -> Scoring:
    """The point system of a file. More special letters count over general ones, wherever they stand."""
    points = dict(_DEFAULTS)
    said: list[tuple[tuple[str, ...], Fraction]] = []
    for text in trf.texts("XXS"):
        for letter, value in re.findall(r"([A-Z]+)=(\d{1,6}(?:[.,]\d{1,6})?)", text):
            said.append((_XXS.get(letter, ()), Fraction(value.replace(",", "."))))
    for text in trf.texts("162"):
        for letter, value in re.findall(r"([WDLAPX])\s*(\d{1,6}(?:[.,]\d{1,6})?)", text):
            said.append((_162.get(letter, ()), Fraction(value.replace(",", "."))))
    for codes, value in sorted(said, key=lambda one: -len(one[0])):
        points.update(dict.fromkeys(codes, value))
    return Scoring(points)
