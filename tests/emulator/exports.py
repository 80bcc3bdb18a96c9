"""Spreadsheets as files of other kinds, as Drive exports them."""

from __future__ import annotations

import html
import io
import zipfile
from collections.abc import Callable
from xml.sax.saxutils import escape

from tests.emulator.book import Book
from tests.emulator.sheet import Sheet
from tests.emulator.values import Setting, read

Lines = list[list[str]]


def shown_lines(book: Book, sheet: Sheet, setting: Setting) -> Lines:
    """What a tab shows, every line of the same length."""
    lines: Lines = read(book, (sheet, sheet.whole), {}, setting).get("values", [])
    width = max((len(line) for line in lines), default=0)
    return [[*line, *[""] * (width - len(line))] for line in lines]


def _separated(mark: str) -> Callable[[Book, Setting], bytes]:
    def write(book: Book, setting: Setting) -> bytes:
        lines = shown_lines(book, book.sheets[0], setting)
        if mark == "\t":
            # In this form nothing is quoted: what would break a line becomes a blank.
            texts = ["\t".join(text.replace("\t", " ").replace("\n", " ") for text in line) for line in lines]
        else:
            texts = [mark.join(_quoted(text) for text in line) for line in lines]
        return "\r\n".join(texts).encode()

    return write


def _quoted(text: str) -> str:
    return '"' + text.replace('"', '""') + '"' if any(mark in text for mark in ',"\n\r') else text


def _workbook(book: Book, setting: Setting) -> bytes:
    import openpyxl

    from tests.emulator.cells import Formula
    from tests.emulator.formulas import calc_of

    made = openpyxl.Workbook()
    made.remove(made.active)  # type: ignore[arg-type]
    calc = calc_of(book, setting.now)
    for sheet in book.sheets:
        if sheet.properties["sheetType"] != "GRID":
            continue
        page = made.create_sheet(sheet.title[:31])
        for row, column, cell in sheet.filled():
            value = str(cell.entered) if isinstance(cell.entered, Formula) else calc.value(sheet, row, column)
            place = page.cell(row + 1, column + 1)
            place.value = value
            if isinstance(cell.entered, str) and not isinstance(cell.entered, Formula):
                place.data_type = "s"
    out = io.BytesIO()
    made.save(out)
    return out.getvalue()


def _page(book: Book, sheet: Sheet, setting: Setting) -> str:
    rows = "".join(
        "<tr>" + "".join(f"<td>{html.escape(text)}</td>" for text in line) + "</tr>"
        for line in shown_lines(book, sheet, setting)
    )
    return f"<!DOCTYPE html><meta charset='utf-8'><table class='waffle'><tbody>{rows}</tbody></table>"


def _zipped(book: Book, setting: Setting) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as packed:
        for sheet in book.sheets:
            packed.writestr(f"{sheet.title}.html", _page(book, sheet, setting))
    return out.getvalue()


_ODS = "application/vnd.oasis.opendocument.spreadsheet"
_SPACES = (
    'xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" '
    'xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" '
    'xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"'
)


def _open_document(book: Book, setting: Setting) -> bytes:
    tables = []
    for sheet in book.sheets:
        rows = "".join(
            "<table:table-row>"
            + "".join(
                f'<table:table-cell office:value-type="string"><text:p>{escape(text)}</text:p></table:table-cell>'
                for text in line
            )
            + "</table:table-row>"
            for line in shown_lines(book, sheet, setting)
        )
        tables.append(f'<table:table table:name="{escape(sheet.title, {chr(34): "&quot;"})}">{rows}</table:table>')
    body = f"<office:body><office:spreadsheet>{''.join(tables)}</office:spreadsheet></office:body>"
    head = '<?xml version="1.0" encoding="UTF-8"?>'
    content = f'{head}<office:document-content {_SPACES} office:version="1.2">{body}</office:document-content>'
    entry = '<manifest:file-entry manifest:full-path="{}" manifest:media-type="{}"/>'
    listed = entry.format("/", _ODS) + entry.format("content.xml", "text/xml")
    space = 'xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"'
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr(zipfile.ZipInfo("mimetype"), _ODS)
        packed.writestr("content.xml", content)
        packed.writestr("META-INF/manifest.xml", f"{head}<manifest:manifest {space}>{listed}</manifest:manifest>")
    return out.getvalue()


def _paper(book: Book, setting: Setting) -> bytes:
    """A PDF with the lines of the tabs as plain text, one page a tab."""
    pages = [_stream(sheet.title, shown_lines(book, sheet, setting)) for sheet in book.sheets]
    count = len(pages)
    kids = " ".join(f"{4 + 2 * at} 0 R" for at in range(count))
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        f"<< /Type /Pages /Kids [{kids}] /Count {count} >>".encode(),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
    ]
    for at, page in enumerate(pages):
        font = "/Resources << /Font << /F1 3 0 R >> >>"
        box = f"/Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] {font} /Contents {5 + 2 * at} 0 R"
        objects += [f"<< {box} >>".encode(), b"<< /Length %d >>\nstream\n%s\nendstream" % (len(page), page)]
    out = bytearray(b"%PDF-1.4\n")
    places = []
    for number, item in enumerate(objects, start=1):
        places.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, item)
    start = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    out += b"".join(b"%010d 00000 n \n" % place for place in places)
    out += b"trailer << /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, start)
    return bytes(out)


def _stream(title: str, lines: Lines) -> bytes:
    texts = [title, *("   ".join(line) for line in lines)]
    shown = [text.encode("cp1252", "replace") for text in texts]
    safe = [text.replace(b"\\", rb"\\").replace(b"(", rb"\(").replace(b")", rb"\)") for text in shown]
    return b"BT /F1 9 Tf 40 800 Td 12 TL " + b" ".join(b"(%s) Tj T*" % text for text in safe) + b" ET"


#: How each kind of file is written, by its type.
EXPORTS: dict[str, Callable[[Book, Setting], bytes]] = {
    "text/csv": _separated(","),
    "text/tab-separated-values": _separated("\t"),
    "application/pdf": _paper,
    "application/zip": _zipped,
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": _workbook,
    _ODS: _open_document,
    "application/x-vnd.oasis.opendocument.spreadsheet": _open_document,
}
