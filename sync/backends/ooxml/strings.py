"""Texts of cells: as they stand in the file, shared ones and those inside their cell."""

from __future__ import annotations

import re

from sync.backends.ooxml.package import Package
from sync.backends.ooxml.xml import Element, local

_ESCAPE = re.compile(r"_x([0-9A-Fa-f]{4})_")
_LITERAL = re.compile(r"_(?=x[0-9A-Fa-f]{4}_)")
SPACE = "{http://www.w3.org/XML/1998/namespace}space"


def meant(text: str) -> str:
    """The text that is meant: `_x0041_` in a file is the letter A."""
    return _ESCAPE.sub(_letter, text) if "_x" in text else text


def _letter(found: re.Match[str]) -> str:
    number = int(found[1], 16)
    return found[0] if 0xD800 <= number < 0xE000 else chr(number)  # half of a letter is none


def stored(text: str) -> str:
    """The text as it is put into a file, so that a literal `_x0041_` is not read as a letter."""
    return _LITERAL.sub("_x005F_", text) if "_x" in text else text


def run_text(element: Element) -> str:
    """The text of a string item or an inline string: its runs one behind the other, without hints for reading aloud."""
    if len(element) == 1:
        only = element[0]
        if isinstance(only.tag, str) and only.tag.endswith("}t"):
            return meant(only.text or "")
    parts: list[str] = []
    for piece in element:
        name = local(piece)
        if name == "t":
            parts.append(piece.text or "")
        elif name == "r":
            parts += [t.text or "" for t in piece if local(t) == "t"]
    return meant("".join(parts))


class SharedTexts:
    """The texts that cells share; read when the first one is asked for, never changed."""

    def __init__(self, package: Package, book: str) -> None:
        self._package = package
        found = package.leads(book, "sharedStrings")
        self._path = found[0].target if found else ""
        self._texts: list[str] | None = None

    def __getitem__(self, number: int) -> str:
        if self._texts is None:
            root = self._package.tree(self._path) if self._path in self._package else ()
            self._texts = [run_text(item) for item in root if local(item) == "si"]
        return self._texts[number]
