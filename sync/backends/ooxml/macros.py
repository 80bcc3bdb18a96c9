"""Workbooks that may hold macros: what tells them from others is how the file's list calls the workbook part."""

from __future__ import annotations

from sync.backends.ooxml.package import CONTENTS, Package
from sync.backends.ooxml.space import BOOK_TYPE, MACRO_BOOK_TYPE


def allowing_macros(data: bytes) -> bytes:
    """A plain workbook as one that may hold macros, as a name ending `.xlsm` says: Excel opens it only so."""
    package = Package(data)
    package.put(CONTENTS, package.read(CONTENTS).replace(BOOK_TYPE, MACRO_BOOK_TYPE))
    return package.saved()
