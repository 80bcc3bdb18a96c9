"""What is wrong in a report file: line, column, the value found and what was expected."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

LONGEST_SHOWN = 40  # characters of a value


@dataclass(frozen=True, slots=True)
class TrfProblem:
    """A mistake at a place of the file. Lines and columns count from 1, as the format's own tables do.

    `blocks`: the value cannot be used; else it is only strange and the file is read all the same.
    """

    line: int
    column: int
    value: str
    expected: str
    blocks: bool = True

    def __str__(self) -> str:
        value = self.value if len(self.value) <= LONGEST_SHOWN else f"{self.value[:LONGEST_SHOWN]}…"
        found = f"{value!r} found" if value else "nothing found"
        return f"line {self.line}, column {self.column}: {found}, {self.expected} expected"


class TrfError(ValueError):
    """Raised where a file with blocking problems is asked for as if it were sound."""

    def __init__(self, problems: Sequence[TrfProblem]) -> None:
        self.problems = tuple(problems)
        super().__init__("; ".join(str(problem) for problem in problems))
