"""Workbooks saved as “Strict Open XML”: the same content under other names of its vocabularies.

The library that writes knows the usual names alone and would see an empty book. The names are exchanged in the bytes
that were read, in tags only, so that nothing anybody typed is touched; the file is written back in the usual form,
which every program reads.
"""

from __future__ import annotations

import io
import re
import zipfile

from sync.backends.xlsx_limits import LARGEST, TooMuch, opened
from sync.backends.xlsx_parts import DAMAGE

_STRICT = b"http://purl.oclc.org/ooxml/"
_NAME = re.compile(
    rb"http://purl\.oclc\.org/ooxml/(officeDocument|spreadsheetml|drawingml|presentationml|wordprocessingml)/"
    rb"(?=[A-Za-z])"
)
_USUAL = rb"http://schemas.openxmlformats.org/\1/2006/"
_CALLED_OTHERWISE = (
    (b"officeDocument/2006/extendedProperties", b"officeDocument/2006/extended-properties"),
    (b"officeDocument/2006/customProperties", b"officeDocument/2006/custom-properties"),
    (b"relationships/extendedProperties", b"relationships/extended-properties"),
    (b"relationships/customProperties", b"relationships/custom-properties"),
)
_CONFORMANCE = re.compile(rb'(<(?:\w+:)?workbook\b[^<>]*?)\sconformance="strict"')


def as_usual(data: bytes) -> bytes:
    """The same workbook in the usual form; the bytes as they are where it is not strict, or cannot be read."""
    try:
        with opened(data) as archive:
            parts = archive.infolist()
            if sum(part.file_size for part in parts) > LARGEST or not _is_strict(archive):
                return data
            out = io.BytesIO()
            with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as again:
                for part in parts:
                    again.writestr(part, _exchanged(archive.read(part)), zipfile.ZIP_DEFLATED)
            return out.getvalue()
    except (TooMuch, *DAMAGE):
        return data  # whoever reads it next says what is wrong


def _is_strict(archive: zipfile.ZipFile) -> bool:
    return _STRICT in archive.read("_rels/.rels")


def _exchanged(part: bytes) -> bytes:
    """The part with its names exchanged, tag by tag: each byte is looked at a fixed number of times."""
    out: list[bytes] = []
    done = 0
    while (at := part.find(_STRICT, done)) >= 0:
        begins = part.rfind(b"<", done, at)
        end = at + len(_STRICT)
        if begins < 0 or part[begins + 1 : begins + 2] in (b"!", b"?") or part.find(b">", begins, at) >= 0:
            out.append(part[done:end])  # somebody's text
        else:
            closes = part.find(b">", at)
            if closes < 0:
                break
            end = closes + 1
            out += (part[done:begins], _usual(part[begins:end]))
        done = end
    if not done:
        return part
    return _CONFORMANCE.sub(rb"\1", b"".join([*out, part[done:]]))


def _usual(tag: bytes) -> bytes:
    tag = _NAME.sub(_USUAL, tag)
    for strict, usual in _CALLED_OTHERWISE:
        tag = tag.replace(strict, usual)
    return tag
