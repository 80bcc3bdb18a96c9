"""Ranges of cells such as B2:D9: read, written, and with one cell taken out. Rows and columns count from 1."""

from __future__ import annotations

from dataclasses import dataclass

from sync.backends.xlsx_sheet import place_of
from sync.grid import address


@dataclass(frozen=True)
class Area:
    """A range of cells, its corners included."""

    top: int
    left: int
    bottom: int
    right: int

    @classmethod
    def of(cls, ref: str) -> Area:
        """The area of a reference. Raises ValueError."""
        first, _, last = ref.partition(":")
        (top, left), (bottom, right) = place_of(first), place_of(last or first)
        return cls(min(top, bottom), min(left, right) + 1, max(top, bottom), max(left, right) + 1)

    @property
    def ref(self) -> str:
        """The reference, as files have it."""
        first, last = address(self.top, self.left - 1), address(self.bottom, self.right - 1)
        return first if first == last else f"{first}:{last}"

    def holds(self, row: int, column: int) -> bool:
        """Whether a cell lies inside."""
        return self.top <= row <= self.bottom and self.left <= column <= self.right

    def over(self, other: Area) -> Area:
        """The smallest area that holds both."""
        top, left = min(self.top, other.top), min(self.left, other.left)
        return Area(top, left, max(self.bottom, other.bottom), max(self.right, other.right))

    def without(self, row: int, column: int) -> tuple[Area, ...]:
        """What is left around one cell of it, as at most four areas."""
        parts = (
            (self.top, self.left, row - 1, self.right),
            (row, self.left, row, column - 1),
            (row, column + 1, row, self.right),
            (row + 1, self.left, self.bottom, self.right),
        )
        return tuple(Area(*p) for p in parts if p[0] <= p[2] and p[1] <= p[3])
