"""Text as it is kept and compared, and what stands in place of a value that cannot be read."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from datetime import datetime, time
from functools import lru_cache

from sync.grid import Cell

SEPARATOR = " ; "
UNSEEN = "\u200b\ufeff\u2060\ufffe\uffff"  # not to be seen, or not to be stored
LONGEST_NAME = 100
LONGEST_TEXT = 1000  # characters of one cell that are read
LONGEST_LIST = 15_000  # characters of a list of names
LONGEST_KEY = 2000  # of a text that is compared as a name
LONGEST_LINK = 2000  # what an .xlsx takes as an address


@dataclass(frozen=True)
class Misread:
    """Why a cell could not be read: code in the catalogue of problems, and the facts of its wording."""

    code: str
    typed: str = ""
    expected: str = ""


def cell_text(cell: Cell) -> str:
    """The cell as a person sees it, for names and words; numbers without a needless `.0`."""
    if cell is None:
        return ""
    if isinstance(cell, bool):
        return "TRUE" if cell else "FALSE"
    if isinstance(cell, datetime):
        return f"{cell:%Y-%m-%d}" if cell.time() == time(0) else f"{cell:%Y-%m-%d %H:%M}"
    return str(cell)


def short_text(text: str, longest: int = 60) -> str:
    """The text, cut where it is long: to say what was typed."""
    return text if len(text) <= longest else f"{text[: longest - 1]}…"


def typed_text(cell: Cell) -> str:
    """What stands in a cell, to be quoted in a message: clean and short."""
    return short_text(clean(cell_text(cell)))


def clean(text: str) -> str:
    """Text as compared and kept: outer and repeated white space gone, invisible characters gone, NFC."""
    if text.isascii() and text.isprintable():
        return " ".join(text.split())
    kept = "".join(" " if c in "\t\r\n" else c for c in text)
    kept = "".join(c for c in kept if unicodedata.category(c) not in ("Cc", "Cs") and c not in UNSEEN)
    return unicodedata.normalize("NFC", re.sub(r"\s+", " ", kept)).strip()


def same_name(one: str, other: str) -> bool:
    """Whether two names are the same to a person: case, spaces and width of letters forgiven."""
    return name_key(one) == name_key(other)


def name_key(name: str) -> str:
    """What names are compared by. Of a text that is far too long for a name its beginning has to do."""
    return _name_key(name[:LONGEST_KEY])


@lru_cache(maxsize=65536)
def _name_key(name: str) -> str:
    return unicodedata.normalize("NFKC", clean(name)).casefold()


def split_names(text: str) -> tuple[str, ...]:
    """Names of a list separated by ` ; ` (never by a comma: "So, Wesley" is one player)."""
    return tuple(name for name in (clean(part) for part in text.split(";")) if name)


def join_names(names: tuple[str, ...] | list[str]) -> str:
    """Names as a list is typed."""
    return SEPARATOR.join(names)
