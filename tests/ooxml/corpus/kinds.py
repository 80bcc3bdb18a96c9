"""What a kind of book is, and the tab of the owner's own that most kinds put their things on."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tests.ooxml.package import Package, sheet_xml

MINE = "Mine"
LINES = (("Club", "Fee", "Paid"), ("North", 10, 5), ("South", 12, 12), ("East", 8, 0), ("West", 20, 15))


@dataclass(frozen=True)
class Kind:
    """A kind of book. `lay` puts its parts into a new book; `begin` makes a file that `new` then adds its tabs to."""

    name: str
    lay: Callable[[Package], None] | None = None
    begin: Callable[[], bytes] | None = None
    finish: Callable[[bytes], bytes] | None = None  # after all: how the file is packed, or another program's turn
    ending: str = ".xlsx"
    grows: tuple[str, ...] = ()  # parts that are the owner's and follow the worker's rows, such as a table over Games
    signed: bool = False
    slow: bool = False
    rewrites: bool = False  # whether the file is written back in another form: nothing keeps its bytes


KINDS: dict[str, Kind] = {}


def kind(
    ending: str = ".xlsx", grows: tuple[str, ...] = (), signed: bool = False
) -> Callable[[Callable[[Package], None]], Callable[[Package], None]]:
    """Take a function that lays parts into a new book for a kind of its name."""

    def take(lay: Callable[[Package], None]) -> Callable[[Package], None]:
        name = lay.__name__.replace("_", " ")
        KINDS[name] = Kind(name, lay, ending=ending, grows=grows, signed=signed)
        return lay

    return take


def packed(finish: Callable[[bytes], bytes]) -> Callable[[bytes], bytes]:
    """Take a function that packs a finished book in another way for a kind of its name."""
    name = finish.__name__.replace("_", " ")
    KINDS[name] = Kind(name, finish=finish)
    return finish


def cell(at: str, value: object, style: int = 0) -> str:
    """A cell's XML; a text that begins with = is a formula."""
    look = f' s="{style}"' if style else ""
    if isinstance(value, str) and value.startswith("="):
        return f'<c r="{at}"{look}><f>{value[1:]}</f><v>0</v></c>'
    if isinstance(value, str):
        return f'<c r="{at}"{look} t="inlineStr"><is><t>{value}</t></is></c>'
    return f'<c r="{at}"{look}><v>{value}</v></c>'


def lines() -> str:
    """Rows of a small list: clubs and what they paid."""
    return "".join(
        f'<row r="{number}">{"".join(cell(f"{letter}{number}", v) for letter, v in zip("ABC", line, strict=True))}</row>'
        for number, line in enumerate(LINES, start=1)
    )


def mine(
    package: Package, after: str = "", before: str = "", rows: str = "", title: str = MINE, spaces: str = ""
) -> str:
    """The owner's own tab at the end of the book; its part comes back."""
    return package.tab(title, sheet_xml(rows or lines(), after, before, spaces))
