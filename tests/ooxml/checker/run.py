"""The whole check of one file."""

from __future__ import annotations

import zipfile

from tests.ooxml.checker import book, drawn, looks, order, parts, props, ranges, sheet, tables
from tests.ooxml.checker.finding import File, Finding
from tests.ooxml.package import Package

CHECKS = (
    parts.contents, parts.relationships, parts.texts, order.order, book.tabs, book.names, book.caches, book.chain,
    book.shared_texts, sheet.cells, sheet.columns, ranges.merges, ranges.rules, ranges.drop_downs, ranges.links,
    ranges.filters, ranges.panes, looks.looks, tables.tables, drawn.drawings, drawn.notes, props.properties,
)  # fmt: skip


def check(data: bytes) -> list[Finding]:
    """Everything found, in a fixed order."""
    try:
        found = list(parts.archive(data))
        if any(f.code in ("entry-encrypted", "entry-damaged") for f in found):
            return sorted(set(found))  # nothing more can be read
        file = File(Package.opened(data))
    except zipfile.BadZipFile as error:
        return [Finding("archive", "", str(error))]
    for look in CHECKS:
        found += look(file)
    return sorted(set(found))
