"""Reading fixed columns of one line, with problems that name the place."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from fractions import Fraction

from rules.parts.trf.problems import TrfProblem

_NUMBER = re.compile(r"\d+")
LONGEST_NUMBER = 9  # digits
_POINTS = re.compile(r"-?\d+([.,]\d+)?")


@dataclass
class Columns:
    """One line. Columns are named from 1 to the last one, as in the format's tables."""

    text: str
    line: int
    problems: list[TrfProblem] = field(default_factory=list)

    def raw(self, first: int, last: int) -> str:
        """The text of some columns, shorter where the line ends before."""
        return self.text[first - 1 : last]

    def word(self, first: int, last: int) -> str:
        """The same without blanks around."""
        return self.raw(first, last).strip()

    def report(self, first: int, last: int, expected: str, *, blocks: bool = True) -> None:
        """Note a problem with the value of some columns, at its first character that is no blank."""
        value = self.raw(first, last)
        column = first + len(value) - len(value.lstrip()) if value.strip() else first
        self.problems.append(TrfProblem(self.line, column, value.strip(), expected, blocks))

    def number(self, first: int, last: int, expected: str, *, needed: bool = True, low: int = 0) -> int | None:
        """A whole number, None where the columns are blank (a problem if it is needed) or hold something else."""
        value = self.word(first, last)
        if not value:
            if needed:
                self.report(first, last, expected)
            return None
        if not _NUMBER.fullmatch(value) or len(value) > LONGEST_NUMBER or int(value) < low:
            self.report(first, last, expected)
            return None
        return int(value)

    def points(self, first: int, last: int, expected: str, *, needed: bool = True) -> Fraction | None:
        """Points with at most some decimals, such as 11.5."""
        value = self.word(first, last)
        if not value and not needed:
            return None
        if not _POINTS.fullmatch(value):
            self.report(first, last, expected)
            return None
        return Fraction(value.replace(",", "."))

    def one_of(self, column: int, allowed: str, expected: str, *, blank: str | None = None) -> str | None:
        """One character, in upper case; `blank` stands for a blank one."""
        value = self.raw(column, column).upper()
        if not value.strip() and blank is not None:
            return blank
        if not value or value not in allowed:
            self.report(column, column, expected)
            return None
        return value

    def blank(self, first: int, last: int, *, blocks: bool = False) -> None:
        """Columns that separate fields; something in them means that a field is shifted or too long."""
        if self.word(first, last):
            self.report(first, last, "a blank column between two fields", blocks=blocks)

    def numbers_from(self, first: int, width: int, expected: str) -> tuple[int, ...]:
        """Numbers in equal columns, each `width` wide with one blank after it, to the end of the line."""
        found = []
        for start in range(first, len(self.text.rstrip()) + 1, width + 1):
            number = self.number(start, start + width - 1, expected, low=1)
            if number is not None:
                found.append(number)
            self.blank(start + width, start + width, blocks=True)
        return tuple(found)

    def free_numbers(self, first: int, expected: str) -> tuple[int, ...]:
        """Numbers parted by blanks, wherever they stand."""
        found = []
        for match in re.finditer(r"\S+", self.raw(first, len(self.text))):
            start = first + match.start()
            number = self.number(start, start + len(match.group()) - 1, expected, low=1)
            if number is not None:
                found.append(number)
        return tuple(found)
