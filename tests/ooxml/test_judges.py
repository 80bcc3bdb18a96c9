"""The judges of whole events name what they are there to name."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.ooxml.books import book_of
from tests.ooxml.broken import swap
from tests.ooxml.corpus import KINDS
from tests.ooxml.judges import changed_parts, disagreements
from tests.ooxml.package import Package

Act = Callable[[Package], None]
# What a careless writer might do to what is not its own.
CHANGES: dict[str, tuple[str, Act]] = {
    "a picture is another one": ("pictures", lambda p: p.parts.__setitem__("xl/media/image92.png", b"x")),
    "a part is gone": ("custom xml", lambda p: [p.parts.pop("customXml/item1.xml"), None][1]),
    "a tab of the owner's is written anew": ("plain tab", swap("Mine", "<v>10</v>", "<v>10.0</v>")),
    "an extension of the worker's own tab is another one": ("newer validations", swap("Players", "Mine!$A$2:$A$5", "Mine!$A$2:$A$6")),
    "a prefix is not declared any more": ("marks of compatibility", swap("Games", "xmlns:xr2=", "xmlns:xr9=")),
    "a name leads elsewhere": ("names of every sort", swap("book", "Mine!$B$2:$B$5", "Mine!$B$2:$B$6")),
    "a look is another one": ("plain", swap("styles", '<b val="1"/>', '<i val="1"/>')),
    "macros are not called for": ("macros", swap("types", "vbaProject", "vbaproject")),
    "a tab shows itself": ("tabs of other kinds", swap("book", 'state="veryHidden"', 'state="visible"')),
    "views of the book are gone": ("custom views", swap("book", "For print", "For screen")),
}  # fmt: skip


@pytest.mark.parametrize("what", CHANGES)
def test_a_change_to_what_is_not_the_workers_own_is_named(what: str, tmp_path: Path) -> None:
    """Nothing is named between a book and itself, and something after each change."""
    name, act = CHANGES[what]
    kind = KINDS["pictures" if name == "plain tab" else name]
    before = book_of(kind, "swiss", tmp_path).read_bytes()
    package = Package.opened(before)
    act(package)
    assert changed_parts(before, before, kind) == []
    assert changed_parts(before, package.saved(), kind) != []


def test_readers_that_see_different_cells_are_named(tmp_path: Path) -> None:
    """A cell that says it stands in another row than it lies in: some believe the cell, some the row."""
    package = Package.opened(book_of(KINDS["pictures"], "swiss", tmp_path).read_bytes())
    assert disagreements(package.saved()) == []
    swap("Mine", 'r="C2"', 'r="C9"')(package)
    assert disagreements(package.saved()) != []
