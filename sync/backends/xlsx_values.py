"""What openpyxl would lose on the way through: values of formulas, and the escape of a literal `_x0041_`.

It writes formulas without values; readers that do not calculate (previews on a phone, pandas, our own next pass)
would see blanks where a person had a number.
"""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Callable, Mapping
from xml.sax.saxutils import escape

from openpyxl.workbook import Workbook
from openpyxl.worksheet.worksheet import Worksheet

from sync.backends.xlsx_parts import Cached, Parts, sheet_paths

# As openpyxl writes a formula: no type, an empty value.
_BARE = re.compile(rb'<c r="([A-Z]+[0-9]+)"([^>]*)><f([^>]*?)(/>|>[^<]*</f>)<v ?(?:/>|></v>)</c>')
_LOOK_UP = re.compile(
    r"=IFERROR\(INDEX\((?P<tab>'(?:[^']|'')+'|\w+)!\$(?P<value>[A-Z]+):\$(?P=value),"
    r"MATCH\(\"(?P<id>[^\"]*)\",(?P=tab)!\$(?P<key>[A-Z]+):\$(?P=key),0\)\)(?P<text>&\"\")?,\"\"\)"
)

Values = Mapping[str, Mapping[str, Cached]]  # by title and address


def kept_values(before: Parts, written: set[tuple[str, str]]) -> dict[str, dict[str, Cached]]:
    """Values the formulas of people had in the file, but for cells that were written since."""
    return {
        sheet.title: {
            at: cached
            for at, cached in sheet.facts.formulas.items()
            if cached is not None and (sheet.title, at) not in written
        }
        for sheet in before.sheets
    }


def look_up_values(wb: Workbook) -> dict[str, dict[str, Cached]]:
    """What the worker's own look-ups show, worked out from the views as they are written now."""
    finders: dict[tuple[str, str, str], Callable[[str], object]] = {}
    found: dict[str, dict[str, Cached]] = {}
    for ws in wb.worksheets:
        for cell in list(ws._cells.values()):
            if cell.data_type != "f" or not isinstance(cell.value, str) or not cell.value.startswith("=IFERROR(INDEX("):
                continue
            look_up = _LOOK_UP.fullmatch(cell.value)
            if look_up is None:
                continue
            title = look_up["tab"].strip("'").replace("''", "'")
            if title not in wb.sheetnames:
                continue
            where = (title, look_up["key"], look_up["value"])
            if where not in finders:
                finders[where] = _finder(wb[title], look_up["key"], look_up["value"])
            value = finders[where](look_up["id"])
            found.setdefault(ws.title, {})[cell.coordinate] = _cached(value, bool(look_up["text"]))
    return found


def _finder(ws: Worksheet, key: str, value: str) -> Callable[[str], object]:
    from openpyxl.utils import column_index_from_string

    keys, values = column_index_from_string(key), column_index_from_string(value)
    rows: dict[str, int] = {}
    for (row, column), cell in ws._cells.items():
        if column == keys and isinstance(cell.value, str):
            rows[cell.value.casefold()] = min(row, rows.get(cell.value.casefold(), row))

    def find(text: str) -> object:
        row = rows.get(text.casefold())
        if row is None:
            return ""
        cell = ws._cells.get((row, values))
        return None if cell is None else cell.value

    return find


def _cached(value: object, text: bool) -> Cached:
    if value is None:
        return Cached("str", "") if text else Cached("", "0")
    if isinstance(value, bool):
        return Cached("b", str(int(value)))
    if isinstance(value, int | float) and not text:
        return Cached("", repr(value))
    return Cached("str", str(value))


def fill_values(saved: bytes, values: Values) -> bytes:
    """The saved file with these values beside their formulas; all else byte for byte."""
    if not any(values.values()):
        return saved
    sheets = {path: values.get(title, {}) for path, title in sheet_paths(saved).items()}
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(saved)) as old, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new:
        for item in old.infolist():
            data = old.read(item)
            cached = sheets.get(item.filename)
            new.writestr(item, _filled(data, cached) if cached else data)
    return out.getvalue()


def _filled(xml: bytes, cached: Mapping[str, Cached]) -> bytes:
    def fill(found: re.Match[bytes]) -> bytes:
        value = cached.get(found[1].decode())
        if value is None:
            return found[0]
        kind = b' t="%b"' % value.kind.encode() if value.kind else b""
        formula = b"<f%b%b" % (found[3], found[4])
        text = escape(value.value, {"\r": "&#13;"}).encode()
        return b'<c r="%b"%b%b>%b<v>%b</v></c>' % (found[1], found[2], kind, formula, text)

    return _BARE.sub(fill, xml)


_ESCAPE = b"x005F_"
_VEIL = "\ue5f0\ue5f1".encode()  # private letters that openpyxl leaves alone
_NUMBERED_VEIL = b"&#58864;&#58865;"  # as it writes them where lxml is installed


def veiled(data: bytes) -> bytes:
    """The file with every escape `x005F_`, which openpyxl drops when it loads, put in other letters."""
    return _swapped(data, _ESCAPE, _VEIL)


def unveiled(data: bytes) -> bytes:
    """The file with its escapes back."""
    return _swapped(_swapped(data, _VEIL, _ESCAPE), _NUMBERED_VEIL, _ESCAPE)


def _swapped(data: bytes, old: bytes, new: bytes) -> bytes:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        items = [(item, archive.read(item)) for item in archive.infolist()]
    if not any(old in part for _, part in items):
        return data
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for item, part in items:
            archive.writestr(item, part.replace(old, new) if item.filename.endswith(".xml") else part)
    return out.getvalue()
