"""Workbooks saved as “Strict Open XML”: the same content under other names of its vocabularies.

The library that writes knows the usual names alone and would see an empty book. The names are exchanged in the bytes
that were read, in tags only, so that nothing anybody typed is touched; the file is written back in the usual form,
which every program reads.
"""

from __future__ import annotations

import io
import re
import zipfile

from sync.backends.xlsx_parts import DAMAGE, LARGEST

_STRICT = b"http://purl.oclc.org/ooxml/"
_TAG = re.compile(rb"<[^<>!?]*http://purl\.oclc\.org/ooxml/[^<>]*>")
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
_CONFORMANCE = re.compile(rb'(<(?:\w+:)?workbook\b[^<>]*?)\s+conformance="strict"')


def as_usual(data: bytes) -> bytes:
    """The same workbook in the usual form; the bytes as they are where it is not strict, or cannot be read."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            parts = archive.infolist()
            if sum(part.file_size for part in parts) > LARGEST or not _is_strict(archive):
                return data
            out = io.BytesIO()
            with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as again:
                for part in parts:
                    again.writestr(part, _exchanged(archive.read(part)), zipfile.ZIP_DEFLATED)
            return out.getvalue()
    except DAMAGE:
        return data  # whoever reads it next says what is wrong


def _is_strict(archive: zipfile.ZipFile) -> bool:
    return _STRICT in archive.read("_rels/.rels")


def _exchanged(part: bytes) -> bytes:
    if _STRICT not in part:
        return part
    return _CONFORMANCE.sub(rb"\1", _TAG.sub(lambda tag: _usual(tag[0]), part))


def _usual(tag: bytes) -> bytes:
    tag = _NAME.sub(_USUAL, tag)
    for strict, usual in _CALLED_OTHERWISE:
        tag = tag.replace(strict, usual)
    return tag
