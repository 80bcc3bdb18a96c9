"""Workbooks made to hang or to fill the memory of whoever reads them: small files, each with what must come of it."""

from __future__ import annotations

import io
import re
import sys
import zipfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

import openpyxl

SHEET, BOOK, STYLES, TEXTS = (
    "xl/worksheets/sheet1.xml",
    "xl/workbook.xml",
    "xl/styles.xml",
    "xl/sharedStrings.xml",
)
Edit = Callable[[bytes], bytes]
READS = ""  # what must come of a file that is read, and written, as any other


def workbook(edits: Mapping[str, Edit], more: Mapping[str, bytes] | None = None) -> bytes:
    """A workbook of one tab with one text, its parts edited, with further parts."""
    made = openpyxl.Workbook()
    made.worksheets[0].title = "Players"
    made.worksheets[0]["A1"] = "Ada"
    plain, out = io.BytesIO(), io.BytesIO()
    made.save(plain)
    with zipfile.ZipFile(plain) as old, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            part = old.read(name)
            new.writestr(name, edits[name](part) if name in edits else part)
        for name, part in (more or {}).items():
            new.writestr(name, part)
    return out.getvalue()


def sheet(cells: bytes = b"", after: bytes = b"", before: bytes = b"") -> bytes:
    """A workbook with more cells, or more before and behind them."""

    def edit(xml: bytes) -> bytes:
        xml = xml.replace(b"</sheetData>", cells + b"</sheetData>" + after)
        return xml.replace(b"<sheetData>", before + b"<sheetData>")

    return workbook({SHEET: edit})


def sharing(text: bytes, cells: int, inside: bytes = b"") -> bytes:
    """A workbook in which many cells share one text."""
    kind = b"http://schemas.openxmlformats.org/officeDocument/2006/relationships/sharedStrings"
    relation = b'<Relationship Id="rId90" Type="' + kind + b'" Target="sharedStrings.xml"/></Relationships>'
    sort = b"application/vnd.openxmlformats-officedocument.spreadsheetml.sharedStrings+xml"
    listed = b'<Override PartName="/xl/sharedStrings.xml" ContentType="' + sort + b'"/></Types>'
    rows = b"".join(
        b'<row r="%d">%s</row>' % (row, b"".join(b'<c r="%c%d" t="s"><v>0</v></c>' % (c, row) for c in b"ABCDEFGHIJ"))
        for row in range(2, 2 + cells // 10)
    )
    texts = b'<sst xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><si><t>%s</t>%s</si></sst>'
    return workbook(
        {
            SHEET: lambda xml: xml.replace(b"</sheetData>", rows + b"</sheetData>"),
            "xl/_rels/workbook.xml.rels": lambda xml: xml.replace(b"</Relationships>", relation),
            "[Content_Types].xml": lambda xml: xml.replace(b"</Types>", listed),
        },
        {TEXTS: texts % (text, inside)},
    )


def lying(data: bytes, name: str, size: int) -> bytes:
    """The file with a false size for one part, in its list and before the part itself."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        item = archive.getinfo(name)
        start = archive.start_dir
    at = data.index(name.encode(), start) - 46
    out = bytearray(data)
    out[at + 24 : at + 28] = size.to_bytes(4, "little")
    out[item.header_offset + 22 : item.header_offset + 26] = size.to_bytes(4, "little")
    return bytes(out)


def _doctype(xml: bytes, inside: bytes) -> bytes:
    xml = re.sub(rb"^<\?xml[^>]*\?>", b"", xml)
    return b"<!DOCTYPE worksheet [" + inside + b"]>" + xml


LAUGHS = b'<!ENTITY a "ha">' + b"".join(
    b'<!ENTITY %c "%s">' % (name, b"&%c;" % (name - 1) * 10) for name in b"bcdefghij"
)
NAME = b'<definedName name="n%d">Players!$A$1</definedName>'


@dataclass(frozen=True)
class Case:
    """A file and what is said of it; blank where it is read."""

    make: Callable[[], bytes]
    says: str = READS


CASES: dict[str, Case] = {
    # damage
    "a cell that never ends": Case(lambda: sheet(b'<row r="2"><c r="A2"><v>' * 60), "not a workbook"),
    "tags that never end": Case(lambda: sheet(b"<c" * 100_000), "not a workbook"),
    "formulas that never end": Case(lambda: sheet(b"<c><f>" * 100_000), "nested"),
    "a cell within a cell": Case(lambda: sheet(b'<row r="2">' + b'<c r="A2">' * 90 + b"</c>" * 90 + b"</row>"), "not a workbook"),
    "a row of no number": Case(lambda: sheet(b'<row r="%s"/>' % (b"9" * 5_000)), "not a workbook"),
    "a cell of no place": Case(lambda: sheet(b'<row r="2"><c r="A%s"/></row>' % (b"9" * 5_000)), "not a workbook"),
    "a column beyond the last": Case(lambda: sheet(b'<row r="2"><c r="XFE2"><v>1</v></c></row>'), "not a workbook"),
    "a text that is not there": Case(
        lambda: sheet(b'<row r="2"><c r="A2" t="s"><v>%s</v></c></row>' % (b"9" * 5_000)), "not a workbook"
    ),
    "a value of five million digits": Case(lambda: sheet(b'<row r="2"><c r="A2"><v>%s</v></c></row>' % (b"9" * 5_000_000))),
    # entities
    "a billion laughs in a tab": Case(lambda: workbook({SHEET: lambda xml: _doctype(xml, LAUGHS)}), "not a workbook"),
    "a file of the machine in the styles": Case(
        lambda: workbook({STYLES: lambda xml: _doctype(xml, b'<!ENTITY x SYSTEM "file:///etc/passwd">')}),
        "not a workbook",
    ),
    "a billion laughs in UTF-16": Case(
        lambda: workbook({STYLES: lambda xml: _doctype(xml, LAUGHS).decode().encode("utf-16")}), "not a workbook"
    ),
    # size
    "a part that unpacks huge": Case(
        lambda: workbook({}, {"xl/media/image1.png": bytes(301_000_000)}), "unpacks to more than 300 MB"
    ),
    "a part that hides its size": Case(
        lambda: lying(workbook({}, {"xl/media/x.png": bytes(301_000_000)}), "xl/media/x.png", 7), "unpacks to"
    ),
    "a tag of twenty million letters": Case(lambda: sheet(b'<row r="2" x="%s"/>' % (b"x" * 20_000_000)), "a tag of"),
    "thousands of parts": Case(
        lambda: workbook({}, {f"xl/media/{n}": b"" for n in range(10_001)}), "more than 10,000 parts"
    ),
    "deep nesting": Case(lambda: sheet(after=b"<a>" * 100_000 + b"</a>" * 100_000), "nested more than"),
    # counts
    "one long text in 500 cells": Case(lambda: sharing(b"x" * 32_000, 500)),
    "one long text in 5,000 cells": Case(lambda: sharing(b"x" * 32_000, 5_000), "more than 100,000,000 letters"),
    "many pieces of one text": Case(lambda: sharing(b"x", 10, b"<r><t>y</t></r>" * 300_000), "names, rules"),
    "a cell in the last corner": Case(
        lambda: sheet(b'<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>'), "far out at XFD1048576"
    ),
    "a cell in the last row": Case(lambda: sheet(b'<row r="1048576"><c r="A1048576"><v>1</v></c></row>'), "is full"),
    "looks in the last corner": Case(lambda: sheet(b'<row r="1048576"><c r="XFD1048576" s="0"/></row>')),
    "a million empty lines with looks": Case(
        lambda: sheet(b"".join(b'<row r="%d" ht="20"/>' % row for row in range(2, 1_000_000))), "200,000 lines"
    ),
    "two million cells with looks": Case(
        lambda: sheet(b"".join(b'<row r="%d">%s</row>' % (n, b"<c/>" * 16_000) for n in range(2, 127))), "1,500,000 cells"
    ),
    "a hundred thousand merges": Case(
        lambda: sheet(after=b"<mergeCells>%s</mergeCells>" % b"".join(b'<mergeCell ref="A%d:B%d"/>' % (n, n) for n in range(100_000))[22:]),
        "20,000 merged ranges",
    ),
    "one merge of everything": Case(
        lambda: sheet(after=b'<mergeCells><mergeCell ref="A1:XFD1048576"/></mergeCells>'), "merges or links more than"
    ),
    "one link over everything": Case(
        lambda: sheet(after=b'<hyperlinks><hyperlink ref="A1:XFD1048576" location="A1"/></hyperlinks>'), "merges or links"
    ),
    "a formula repeated without end": Case(
        lambda: sheet(
            b'<row r="2"><c r="A2"><f t="shared" ref="A2:A9" si="0">%s1</f><v>1</v></c>%s</row>'
            % (b"1+" * 4_000, b'<c><f t="shared" si="0"/><v>1</v></c>' * 9_000)
        ),
        "repeats long formulas",
    ),
    "a million names": Case(
        lambda: workbook({BOOK: lambda xml: re.sub(rb"<definedNames ?/?>(</definedNames>)?", b"", xml).replace(
            b"<calcPr", b"<definedNames>%s</definedNames><calcPr" % b"".join(NAME % n for n in range(1_000_000)))}),
        "names, rules",
    ),
    "looks by the million": Case(
        lambda: workbook({STYLES: lambda xml: xml.replace(b"</cellXfs>", b'<xf numFmtId="0"/>' * 1_000_000 + b"</cellXfs>")}),
        "names, rules",
    ),
    "counts beyond reason": Case(
        lambda: workbook(
            {
                STYLES: lambda xml: re.sub(rb'count="\d+"', b'count="4294967295"', xml),
                SHEET: lambda xml: re.sub(rb'<dimension ref="[^"]*"', b'<dimension ref="A1:XFD1048576"', xml),
            }
        )
    ),
}  # fmt: skip


def main(folder: str, out: str) -> None:
    """Read each file of a folder and write it again under limits of time and memory; what came of it, line by line."""
    import resource

    from sync.backends.base import BackendError
    from sync.backends.xlsx import XlsxBackend
    from sync.plan import AppendRows, Plan

    resource.setrlimit(resource.RLIMIT_CPU, (120, 120))
    resource.setrlimit(resource.RLIMIT_AS, (1_500_000_000, 1_500_000_000))
    with open(out, "w", encoding="utf-8") as told:
        for path in sorted(Path(folder).glob("*.xlsx")):
            backend = XlsxBackend(path)
            try:
                grid = backend.read()
                backend.write(Plan("p", grid.revision, (AppendRows(grid.tabs[0].title, (("Bob",),)),), {}))
                said = "read"
            except BackendError as trouble:
                said = str(trouble)
            spent = resource.getrusage(resource.RUSAGE_SELF)
            print(path.stem, said, f"{spent.ru_utime:.1f}", spent.ru_maxrss // 1024, sep="\t", file=told, flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
