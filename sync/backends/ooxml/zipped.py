"""Entries of a zip file copied as they lie, packed bytes and all; new ones packed beside them."""

from __future__ import annotations

import io
import struct
import zipfile
import zlib
from collections.abc import Iterable
from dataclasses import dataclass

_LOCAL = struct.Struct("<4s5H3L2H")
_CENTRAL = struct.Struct("<4s6H3L5H2L")
_END = struct.Struct("<4s4H2LH")
_HEAD = struct.Struct("<4s22xHH")
_UTF8, _DESCRIPTOR = 0x800, 0x8
_PLAIN_DATE = (1 << 5) | 1  # 1 January 1980: the same bytes whenever it is written
_VERSION = 20


@dataclass(frozen=True)
class Entry:
    """One part as it goes into the file."""

    name: str
    method: int
    packed: bytes | memoryview
    check: int
    size: int
    flags: int = 0
    time: int = 0
    date: int = _PLAIN_DATE
    internal: int = 0
    external: int = 0
    made_by: int = _VERSION


def kept(data: bytes, item: zipfile.ZipInfo) -> Entry:
    """An entry as it is in the file. Sizes come from the file's list, so a descriptor behind it is not needed."""
    at = item.header_offset
    _, name, extra = _HEAD.unpack(data[at : at + _HEAD.size])
    start = at + _HEAD.size + name + extra
    year, month, day, hour, minute, second = item.date_time
    return Entry(
        item.filename,
        item.compress_type,
        memoryview(data)[start : start + item.compress_size],
        item.CRC,
        item.file_size,
        item.flag_bits & ~_DESCRIPTOR,
        hour << 11 | minute << 5 | second // 2,
        (year - 1980) << 9 | month << 5 | day,
        item.internal_attr,
        item.external_attr,
        item.create_system << 8 | item.create_version & 0xFF,
    )


def lie_alike(one: bytes, other: bytes, names: frozenset[str]) -> frozenset[str]:
    """Those of the names whose entries hold the same packed bytes in both files."""
    with zipfile.ZipFile(io.BytesIO(one)) as first, zipfile.ZipFile(io.BytesIO(other)) as second:
        there = {item.filename: item for item in second.infolist()}
        pairs = [(item, there.get(item.filename)) for item in first.infolist() if item.filename in names]

    def same(item: zipfile.ZipInfo, again: zipfile.ZipInfo | None) -> bool:
        if again is None or (item.CRC, item.file_size) != (again.CRC, again.file_size):
            return False
        mine, theirs = kept(one, item), kept(other, again)
        return mine.method == theirs.method and mine.packed == theirs.packed

    return frozenset(item.filename for item, again in pairs if same(item, again))


def packed(name: str, content: bytes, like: zipfile.ZipInfo | None = None) -> Entry:
    """A new entry; with the time of the one it takes the place of."""
    squeeze = zlib.compressobj(6, zlib.DEFLATED, -zlib.MAX_WBITS)
    body = squeeze.compress(content) + squeeze.flush()
    time, date = 0, _PLAIN_DATE
    if like is not None:
        year, month, day, hour, minute, second = like.date_time
        time, date = hour << 11 | minute << 5 | second // 2, (year - 1980) << 9 | month << 5 | day
    return Entry(name, zipfile.ZIP_DEFLATED, body, zlib.crc32(content), len(content), 0, time, date)


def zipped(entries: Iterable[Entry], comment: bytes = b"") -> bytes:
    """A zip file of these entries, in their order."""
    out = bytearray()
    listed: list[bytes] = []
    for entry in entries:
        try:
            name, flags = entry.name.encode("ascii"), entry.flags & ~_UTF8
        except UnicodeEncodeError:
            name, flags = entry.name.encode(), entry.flags | _UTF8
        common = (flags, entry.method, entry.time, entry.date, entry.check, len(entry.packed), entry.size)
        tail = (0, 0, 0, entry.internal, entry.external, len(out))
        listed.append(_CENTRAL.pack(b"PK\x01\x02", entry.made_by, _VERSION, *common, len(name), *tail) + name)
        out += _LOCAL.pack(b"PK\x03\x04", _VERSION, *common, len(name), 0)
        out += name
        out += entry.packed
    start, directory = len(out), b"".join(listed)
    out += directory
    out += _END.pack(b"PK\x05\x06", 0, 0, len(listed), len(listed), len(directory), start, len(comment))
    out += comment
    return bytes(out)
