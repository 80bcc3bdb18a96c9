"""How much a workbook may hold, counted while it is unpacked and never taken from what the file says of itself.

A small file can unpack to gigabytes, repeat one long text in a million cells, or merge a million rows. Each part is
inflated and parsed here once, in pieces, before a library sees it; what is beyond the limits ends in one plain line.
"""

from __future__ import annotations

import io
import struct
import zipfile
import zlib
from collections.abc import Callable, Iterator
from dataclasses import astuple, dataclass, fields
from xml.parsers import expat

LARGEST = 300_000_000  # bytes of all parts unpacked; a book of thousands of games has some ten million
MOST_PARTS = 10_000
MOST_CELLS = 12_000_000  # of the area a tab's values span: all rows of eleven columns
MOST_AREA = 20_000_000  # of all tabs together
MOST_STORED = 1_500_000  # cells that are in the file, with a value or only with looks
MOST_ROWS = 200_000  # lines that are in the file, empty ones with looks of their own included
MOST_LETTERS = 100_000_000  # of all cells, a text that many cells share counted once for each
MOST_SHARED_LETTERS = 5_000_000  # of formulas that are given once for many cells
MOST_ELEMENTS = 6_000_000
MOST_OTHERS = 250_000  # elements that are neither cells nor texts of cells: names, rules, links, styles
MOST_MERGED = 200_000  # cells under merged ranges and under links over several cells
MOST_MERGES = 20_000
MOST_NAMES = 20_000
DEEPEST = 200
LAST_ROW, LAST_COLUMN = 1_048_576, 16_384
_PIECE = 262_144  # bytes; no tag may be longer
_ENTRY = b"PK\x01\x02"  # begins each line of a zip file's list
_HEAD = struct.Struct("<4s22xHH")


class TooMuch(Exception):
    """A limit was passed. The text goes on after the name of the file: `unpacks to more than 300 MB`."""


@dataclass
class Tally:
    """What was counted so far in one workbook."""

    bytes: int = 0
    elements: int = 0
    others: int = 0
    cells: int = 0
    rows: int = 0
    area: int = 0
    letters: int = 0
    shared_letters: int = 0
    merged: int = 0
    merges: int = 0

    def since(self, before: Tally) -> Tally:
        """What was counted after `before`, a copy of this one, was made."""
        return Tally(*(mine - theirs for mine, theirs in zip(astuple(self), astuple(before), strict=True)))

    def add(self, more: Tally) -> None:
        """Count what was counted of a part before, where its bytes are the same. Raises TooMuch."""
        for field in fields(self):
            setattr(self, field.name, getattr(self, field.name) + getattr(more, field.name))
        for count, most, words in (
            (self.bytes, LARGEST, "bytes"),
            (self.elements, MOST_ELEMENTS, "elements"),
            (self.others, MOST_OTHERS, "names, rules, links or looks"),
            (self.cells, MOST_STORED, "cells"),
            (self.rows, MOST_ROWS, "lines"),
            (self.area, MOST_AREA, "cells between its first and last ones"),
            (self.letters, MOST_LETTERS, "letters"),
            (self.shared_letters, MOST_SHARED_LETTERS, "letters of formulas that are given once for many cells"),
            (self.merged, MOST_MERGED, "cells under merged ranges and links"),
            (self.merges, MOST_MERGES, "merged ranges"),
        ):
            if count > most:
                raise TooMuch(f"holds more than {most:,} {words}")


def opened(data: bytes) -> zipfile.ZipFile:
    """The zip file. Raises BadZipFile for none, and for one that holds two parts of one name; TooMuch."""
    if data.count(_ENTRY) > MOST_PARTS:
        raise TooMuch(f"holds more than {MOST_PARTS:,} parts")
    archive = zipfile.ZipFile(io.BytesIO(data))
    names = [item.filename for item in archive.infolist()]
    if len(set(names)) < len(names):
        raise zipfile.BadZipFile("two parts of one name")
    return archive


def unpacked(data: bytes, item: zipfile.ZipInfo, tally: Tally) -> Iterator[bytes]:
    """A part of the file piece by piece, as it really is. Raises BadZipFile where its entry says otherwise; TooMuch."""
    check = size = 0
    for piece in _inflated(data, item):
        size += len(piece)
        check = zlib.crc32(piece, check)
        tally.bytes += len(piece)
        if tally.bytes > LARGEST:
            raise TooMuch(f"unpacks to more than {LARGEST // 1_000_000} MB")
        yield piece
    if size != item.file_size or check != item.CRC:
        raise zipfile.BadZipFile("a part is not what its entry says")


def _inflated(data: bytes, item: zipfile.ZipInfo) -> Iterator[bytes]:
    at = item.header_offset
    signature, name, extra = _HEAD.unpack(data[at : at + _HEAD.size])
    start = at + _HEAD.size + name + extra
    packed = memoryview(data)[start : start + item.compress_size]
    if signature != b"PK\x03\x04" or item.flag_bits & 1:
        raise zipfile.BadZipFile("no part of a workbook")
    if item.compress_type == zipfile.ZIP_STORED:
        for first in range(0, len(packed), _PIECE):
            yield bytes(packed[first : first + _PIECE])
        return
    if item.compress_type != zipfile.ZIP_DEFLATED:
        raise zipfile.BadZipFile("packed in a way that workbooks are not")
    inflate = zlib.decompressobj(-zlib.MAX_WBITS)
    for first in range(0, len(packed), 16_384):  # small, since what is not taken yet is copied
        left = bytes(packed[first : first + 16_384])
        while left:
            if piece := inflate.decompress(left, _PIECE):
                yield piece
            left = inflate.unconsumed_tail
    while piece := inflate.decompress(b"", _PIECE):
        yield piece
    if not inflate.eof:
        raise zipfile.BadZipFile("a part ends too early")


class Walk:
    """One pass over the XML of a part: counts elements and depth, and takes no DTD, so no entities either.

    What a part tells is taken in `start`, `end` and `text` of a subclass. They run for every cell, so the counts are
    held against the limits only after each piece.
    """

    def __init__(self, tally: Tally) -> None:
        self.tally = tally
        self.depth = 0
        self.events = 0  # elements of this part
        self.others = 0  # those of them that are no cells
        self.letters = 0
        self.moved = False

    def start(self, name: str, attributes: dict[str, str]) -> None:
        """A tag begins."""
        del name, attributes
        self.events += 1
        self.others += 1
        self.depth += 1
        if self.depth > DEEPEST:
            raise TooMuch(f"is nested more than {DEEPEST} deep")

    def end(self, name: str) -> None:
        """A tag ends."""
        del name
        self.depth -= 1

    def text(self, data: str) -> None:
        """Letters between tags."""
        del data
        self.moved = True

    def hold(self) -> None:
        """Add to the tally what was counted since the last time. Raises TooMuch."""
        tally = self.tally
        tally.elements, self.events = tally.elements + self.events, 0
        tally.others, self.others = tally.others + self.others, 0
        tally.letters, self.letters = tally.letters + self.letters, 0
        for count, most, words in (
            (tally.elements, MOST_ELEMENTS, "elements"),
            (tally.others, MOST_OTHERS, "names, rules, links or looks"),
            (tally.letters, MOST_LETTERS, "letters"),
        ):
            if count > most:
                raise TooMuch(f"holds more than {most:,} {words}")

    def over(self, pieces: Iterator[bytes]) -> None:
        """Go over the whole part. Raises ExpatError or ValueError for damage, and TooMuch."""
        parser = _parser(self.start, self.end, self.text, self._aside)
        for piece in pieces:
            self.moved = False
            parser.Parse(piece, False)
            # A tag that goes on and on would be looked at again from its beginning with every piece.
            if not self.moved and not self.events and len(piece) == _PIECE:
                raise TooMuch(f"holds a tag of more than {_PIECE:,} letters")
            self.hold()
        parser.Parse(b"", True)
        self.hold()

    def _aside(self, *_: str) -> None:
        self.moved = True


def _parser(
    start: Callable[[str, dict[str, str]], None],
    end: Callable[[str], None],
    text: Callable[[str], None],
    aside: Callable[..., None],
) -> expat.XMLParserType:
    def doctype(*_: object) -> None:
        raise ValueError("a workbook has no DTD")

    parser = expat.ParserCreate()
    parser.buffer_text = True
    parser.buffer_size = 65_536
    parser.StartDoctypeDeclHandler = doctype
    parser.StartElementHandler, parser.EndElementHandler = start, end
    parser.CharacterDataHandler = text
    parser.CommentHandler = parser.ProcessingInstructionHandler = aside
    return parser
