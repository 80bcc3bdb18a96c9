"""What every backend can do. Backends know cells, not chess."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from sync.grid import Grid
from sync.plan import OutRow, Plan
from sync.schema import Tab


class BackendError(Exception):
    """A sheet could not be read or written. The text is one plain line for the operator."""


class Unreachable(BackendError):
    """The sheet could not be reached (network, rights, missing file): exit code 3."""


class Refused(BackendError):
    """The guard refused to write (open elsewhere, foreign parts, no longer what was read): exit code 4."""


class WrongUse(BackendError):
    """What was typed or set outside the sheet cannot be used: exit code 2."""


class Raced(Refused):
    """Somebody wrote between our read and our write: read again and decide afresh."""


class Uncertain(BackendError):
    """A write may or may not have landed; the pass's token in the Journal tells at the next read."""


@dataclass(frozen=True)
class Mark:
    """What was last seen of a book, kept outside it: an older version put back shows by a lower number."""

    revision: int
    last_no: int  # the highest No of the Journal
    fingerprint: str = ""  # of the content, where the backend has one; "" lets the backend fill it in


Address: TypeAlias = tuple[str, int, int]  # key of a tab, row from 1, column from 0


class Backend(Protocol):
    """One book."""

    @property
    def address(self) -> str:
        """How people call this book: its path or URL."""

    def read(self) -> Grid:
        """Everything, in one go. Raises Unreachable."""

    def typed(self, cells: Sequence[Address]) -> Mapping[Address, str]:
        """What stands in these cells as it was typed, formulas as their text, in the book as it is now.

        Raises Unreachable.
        """

    def write(self, plan: Plan) -> None:
        """Carry the plan out whole or not at all, if the book still stands at `plan.base`.

        Raises Raced, Refused, Unreachable or Uncertain; only after Uncertain may something have been written.
        """

    def prepare(self, tabs: Sequence[Tab], rows: Mapping[str, Sequence[OutRow]]) -> None:
        """Make what is missing of these tabs, with headings, widths, drop-downs, colours and protections.

        `rows` holds first rows by tab name for tabs made now (the lines of Settings). What is there is not touched.
        """

    def ahead(self) -> float | None:
        """Seconds by which this machine's clock is ahead of one that answered lately; None where none did."""

    def mark(self) -> Mark | None:
        """The mark kept outside the book; None when there is none, or none that can be read."""

    def set_mark(self, mark: Mark) -> None:
        """Keep this mark outside the book. Raises Unreachable."""
