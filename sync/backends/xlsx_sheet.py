"""One pass over a tab's XML: formulas with their values, errors, merges, how far it reaches, what writing would lose.

Tags count by their local names, as the reader of values takes them: whatever prefix a program gives them, in the usual
and in the strict vocabulary. Places that a cell or row leaves out follow the one before.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from sync.backends.xlsx_limits import (
    DEEPEST,
    LAST_COLUMN,
    LAST_ROW,
    MOST_AREA,
    MOST_CELLS,
    MOST_MERGED,
    MOST_MERGES,
    MOST_ROWS,
    MOST_SHARED_LETTERS,
    MOST_STORED,
    Tally,
    TooMuch,
    Walk,
)
from sync.grid import address

MOST_LINKS_TIMES_MERGES = 20_000_000  # each link on a merged cell is looked for among the merges
_AT = re.compile(r"\$?([A-Z]{1,3})\$?([0-9]{1,7})")
_KINDS = frozenset({"b", "d", "e", "inlineStr", "n", "s", "str"})
_TEXTS = frozenset({"v", "f", "t"})
_LOST_TAGS = frozenset({"controls", "oleObjects", "legacyDrawingHF", "picture", "customSheetView"})
_LONGEST_VALUE = 100_000  # letters; no cell holds as many
_OWN_EXTENSION = 3  # how deep an extension of the sheet itself lies; deeper ones belong to what holds them


@dataclass(frozen=True)
class Cached:
    """A formula's value as stored in the file: the cell's type and the text of the value."""

    kind: str
    value: str


@dataclass
class SheetFacts:
    """What a tab's XML tells."""

    formulas: dict[str, Cached | None] = field(default_factory=dict)  # by address; None: no value is stored
    errors: dict[str, str] = field(default_factory=dict)  # what cells that hold an error show
    merges: list[str] = field(default_factory=list)
    tags: set[str] = field(default_factory=set)  # of things that writing would lose
    extensions: list[str] = field(default_factory=list)  # their ids
    days: bool = False  # whether cells say that they hold a day, which may be none


def place_of(at: str) -> tuple[int, int]:
    """Row (from 1) and column (from 0) of an address such as B14. Raises ValueError."""
    found = _AT.fullmatch(at)
    if found is None:
        raise ValueError("no address of a cell")
    column = 0
    for letter in found[1]:
        column = column * 26 + ord(letter) - 64
    row = int(found[2])
    if not 1 <= row <= LAST_ROW or column > LAST_COLUMN:
        raise ValueError("no address of a cell")
    return row, column - 1


def facts_of(pieces: Iterator[bytes], title: str, shared: Sequence[int], tally: Tally) -> SheetFacts:
    """What the XML tells; `shared` are the lengths of the texts that cells share. Raises what `Walk.over` raises."""
    walk = _SheetWalk(title, shared, tally)
    walk.over(pieces)
    walk.finish()
    return walk.facts


def shared_lengths(pieces: Iterator[bytes], tally: Tally) -> list[int]:
    """How long each of the texts is that cells share."""
    walk = _SharedWalk(tally)
    walk.over(pieces)
    return walk.lengths


class _SharedWalk(Walk):
    def __init__(self, tally: Tally) -> None:
        super().__init__(tally)
        self.lengths: list[int] = []

    def start(self, name: str, attributes: dict[str, str]) -> None:
        super().start(name, attributes)
        local = name.rpartition(":")[2]
        if local == "si":
            self.lengths.append(0)
            self.others -= 1
        elif local == "t":
            self.others -= 1

    def text(self, data: str) -> None:
        self.moved = True
        if self.lengths:
            self.lengths[-1] += len(data)


class _SheetWalk(Walk):
    def __init__(self, title: str, shared: Sequence[int], tally: Tally) -> None:
        super().__init__(tally)
        self.title, self.shared = title, shared
        self.facts = SheetFacts()
        self.local: dict[str, str] = {}  # names of tags without their prefixes
        self.columns: dict[str, int] = {}  # by their letters
        self.row, self.row_text, self.column = 0, "0", -1
        self.in_data = self.in_cell = False
        self.cells = self.rows = 0
        self.kind = ""
        self.filled = False
        self.part = ""  # of a cell, whose letters come next
        self.value = ""
        self.has_formula = False
        self.formula_letters = 0
        self.shared_formula: str | None = None
        self.masters: dict[str, int] = {}  # letters of formulas given once for many cells
        self.low = self.right = (0, 0)  # the filled cells that lie furthest down and furthest right
        self.links = 0

    def start(self, name: str, attributes: dict[str, str]) -> None:
        self.events += 1
        self.depth += 1
        local = self.local.get(name) or self._local(name)
        if self.in_cell:
            if not self.filled:
                self.filled = True
                if self.row > self.low[0] or self.column > self.right[1]:
                    self._reach()
            if local == "v" and not self.part:
                self.part = local
            else:
                self._in_cell(local, attributes)
        elif local == "c" and self.in_data:
            self._cell(attributes)
        elif local == "row" and self.in_data:
            self._row(attributes)
        else:
            self._aside_of_data(local, attributes)

    def end(self, name: str) -> None:
        self.depth -= 1
        if self.part:
            if self.local[name] == self.part:
                self.part = ""
        elif self.in_cell:
            if self.local[name] == "c":
                self.in_cell = False
                if self.filled:
                    self._cell_ends()
        elif self.in_data and self.local[name] == "sheetData":
            self.in_data = False

    def text(self, data: str) -> None:
        self.moved = True
        if self.part == "v":
            if len(self.value) < _LONGEST_VALUE:
                self.value += data
            else:
                self.letters += len(data)
        elif self.part == "f":
            self.formula_letters += len(data)
        elif self.part == "t":
            self.letters += len(data)

    def hold(self) -> None:
        super().hold()
        tally = self.tally
        tally.cells, self.cells = tally.cells + self.cells, 0
        tally.rows, self.rows = tally.rows + self.rows, 0
        if tally.cells > MOST_STORED:
            raise TooMuch(f"holds more than {MOST_STORED:,} cells")
        if tally.rows > MOST_ROWS:
            raise TooMuch(f"holds more than {MOST_ROWS:,} lines, in the tab {self.title}: delete the empty ones below")

    def _local(self, name: str) -> str:
        return self.local.setdefault(name, name.rpartition(":")[2])

    def _row(self, attributes: dict[str, str]) -> None:
        self.rows += 1
        said = attributes.get("r")
        self.row = place_of(f"A{said}")[0] if said else self.row + 1
        self.row_text, self.column = str(self.row), -1

    def _cell(self, attributes: dict[str, str]) -> None:
        self.cells += 1
        said = attributes.get("r")
        if said:
            letters = said.removesuffix(self.row_text)
            column = self.columns.get(letters)
            if column is None or letters == said:
                self.row, column = place_of(said)
                self.row_text = str(self.row)
                self.columns[said.removesuffix(self.row_text)] = column
            self.column = column
        else:
            self.column += 1
        self.kind = attributes.get("t", "")
        if self.kind == "d":
            self.facts.days = True
        self.in_cell, self.filled, self.has_formula = True, False, False
        self.value = ""

    def _in_cell(self, local: str, attributes: dict[str, str]) -> None:
        """What stands in a cell, but for its value."""
        if local in _TEXTS and not self.part:
            self.part = local
        elif local != "is":
            self.others += 1
            self._too_deep()
        if local == "f" and not self.has_formula:
            self.has_formula, self.formula_letters = True, 0
            self.shared_formula = attributes.get("si", "") if attributes.get("t") == "shared" else None

    def _reach(self) -> None:
        at = (self.row, self.column)
        if at > self.low:
            self.low = at
        if self.column > self.right[1] or (self.column == self.right[1] and self.row > self.right[0]):
            self.right = at

    def _cell_ends(self) -> None:
        value = self.value
        if self.kind == "s":
            if value:
                index = int(value) if len(value) < 12 else -1
                if not 0 <= index < len(self.shared):
                    raise ValueError("a text that is not in the file")
                self.letters += self.shared[index]
        else:
            self.letters += len(value)
            if self.kind == "e":
                self.facts.errors[address(self.row, self.column)] = value
        if self.has_formula:
            self._formula(value)

    def _formula(self, value: str) -> None:
        kind = self.kind if self.kind in _KINDS else ""
        cached = Cached(kind, value) if value or kind == "str" else None
        self.facts.formulas[address(self.row, self.column)] = cached
        self.letters += self.formula_letters
        if self.shared_formula is None:
            return
        if self.formula_letters:
            self.masters[self.shared_formula] = self.formula_letters
        self.tally.shared_letters += self.masters.get(self.shared_formula, 0)
        if self.tally.shared_letters > MOST_SHARED_LETTERS:
            raise TooMuch(f"repeats long formulas in too many cells, in the tab {self.title}")

    def _too_deep(self) -> None:
        if self.depth > DEEPEST:
            raise TooMuch(f"is nested more than {DEEPEST} deep")

    def _aside_of_data(self, local: str, attributes: dict[str, str]) -> None:
        self.others += 1
        self._too_deep()
        if local == "sheetData":
            self.in_data = True
        elif local == "mergeCell":
            self._merge(attributes.get("ref", ""))
        elif local == "hyperlink":
            self.links += 1
            self._spans(attributes.get("ref", ""))
        elif local == "ext" and self.depth == _OWN_EXTENSION:
            self.facts.extensions.append(attributes.get("uri", "").strip("{}").upper())
        elif local in _LOST_TAGS:
            self.facts.tags.add(local)

    def _merge(self, ref: str) -> None:
        self.tally.merges += 1
        if self.tally.merges > MOST_MERGES:
            raise TooMuch(f"holds more than {MOST_MERGES:,} merged ranges")
        self._spans(ref)
        self.facts.merges.append(ref)

    def _spans(self, ref: str) -> None:
        """Count the cells of a range that is written out cell by cell when the file is saved."""
        first, _, last = ref.partition(":")
        if not last:
            return
        (top, left), (bottom, right) = place_of(first), place_of(last)
        self.tally.merged += (bottom - top + 1) * (right - left + 1)
        if self.tally.merged > MOST_MERGED:
            raise TooMuch(f"merges or links more than {MOST_MERGED:,} cells, such as {ref} in the tab {self.title}")

    def finish(self) -> None:
        """Hold the area of the values and the links against their limits."""
        row, column = self.low[0], self.right[1]
        area = row * (column + 1)
        self.tally.area += area
        if area > MOST_CELLS:
            far = address(*(self.right if column > 200 else self.low))
            raise TooMuch(f"has something far out at {far} in the tab {self.title}: delete it there")
        if self.tally.area > MOST_AREA:
            far = address(*self.low)
            raise TooMuch(f"has tabs that reach too far, such as {self.title} down to {far}: delete what is there")
        if self.links * len(self.facts.merges) > MOST_LINKS_TIMES_MERGES:
            raise TooMuch(f"holds too many links and merged ranges in the tab {self.title}")
