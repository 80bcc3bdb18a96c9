"""Small text files that people write: lists of books, key files. An editor may have saved them in several ways."""

from __future__ import annotations

import codecs

LONGEST = 10_000_000  # bytes
_MARKED = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),  # before UTF-16, whose mark it begins with
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)


class NotText(ValueError):
    """The file is not text in an encoding that can be told for certain. The words say what to do."""


def text_of(data: bytes) -> str:
    """The text of a file in UTF-8 or UTF-16, with a byte order mark or without. Raises NotText."""
    encoding = next((name for mark, name in _MARKED if data.startswith(mark)), "") or _unmarked(data)
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError as wrong:
        line = data[: wrong.start].count(b"\n") + 1
        raise NotText(f"line {line} is not UTF-8: save the file as UTF-8") from None
    if "\0" in text:
        raise NotText("it is no text file: save it as plain text in UTF-8")
    return text


def _unmarked(data: bytes) -> str:
    """UTF-16 without a mark shows by its zero bytes: nearly every second one, on one side."""
    pairs = len(data) // 2
    if pairs and len(data) % 2 == 0:
        if data[1::2].count(0) * 2 > pairs and not data[::2].count(0):
            return "utf-16-le"
        if data[::2].count(0) * 2 > pairs and not data[1::2].count(0):
            return "utf-16-be"
    return "utf-8"
