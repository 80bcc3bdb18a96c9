"""The same book in other forms that are just as legal: other prefixes, other paths, other ways of packing."""

from __future__ import annotations

import io
import re
import struct
import zipfile

from tests.ooxml.corpus.kinds import KINDS, Kind, kind, mine, packed
from tests.ooxml.package import Package, parsed, printed, target_of
from tests.ooxml.vocabulary import MAIN, local


@kind()
def places_left_out(package: Package) -> None:
    """Rows and cells that do not say where they stand: each follows the one before."""
    mine(
        package,
        rows='<row><c t="inlineStr"><is><t>a</t></is></c><c><v>2</v></c></row><row/><row><c r="C3"><v>3</v></c></row>',
    )
    for title in ("Players", "Settings"):
        part = package.sheets()[title]
        root = parsed(package.parts[part])
        expected = 0
        for row in root.iter(f"{{{MAIN}}}row"):
            expected += 1
            if row.get("r") == str(expected):
                del row.attrib["r"]
            expected = int(row.get("r") or expected)
            for column, cell in enumerate(row):
                if cell.get("r", "").rstrip("0123456789") == chr(65 + column) and column < 26:
                    del cell.attrib["r"]
        package.parts[part] = printed(root)


@kind()
def other_prefixes(package: Package) -> None:
    """Every tag of the tabs and of the book with a prefix."""
    mine(package)
    for part in [package.book, *package.sheets().values()]:
        text = package.parts[part].decode()
        text = re.sub(r"<(/?)([A-Za-z]\w*)(?=[\s/>])", r"<\1x:\2", text)
        package.parts[part] = re.sub(rf'xmlns="{re.escape(MAIN)}"', f'xmlns:x="{MAIN}"', text).encode()


@kind()
def relative_targets(package: Package) -> None:
    """Relationships that name their parts from where they stand, some of them by a detour."""
    import posixpath

    for name in [n for n in package.parts if n.endswith(".rels")]:
        folder, _, last = name.rpartition("_rels/")
        part = folder + last.removesuffix(".rels")
        root = parsed(package.parts[name])
        for node in root:
            if node.get("TargetMode") != "External" and part != "":
                where = posixpath.relpath(target_of(part, node.get("Target")), posixpath.dirname(part) or ".")
                node.set("Target", where)
        package.parts[name] = printed(root)
    mine(package)


@kind()
def other_names_of_parts(package: Package) -> None:
    """Tabs that lie under other names than usual, as some programs call them."""
    renamed = {part: f"xl/worksheets/tab_{n}.xml" for n, part in enumerate(package.sheets().values(), start=3)}
    for old, new in renamed.items():
        package.parts[new] = package.parts.pop(old)
        folder, _, name = old.rpartition("/")
        rels = f"{folder}/_rels/{name}.rels"
        if rels in package.parts:
            folder, _, name = new.rpartition("/")
            package.parts[f"{folder}/_rels/{name}.rels"] = package.parts.pop(rels)
    for name in [n for n in package.parts if n.endswith(".rels")] + ["[Content_Types].xml"]:
        root = parsed(package.parts[name])
        for node in root:
            for attribute in ("Target", "PartName"):
                told = (node.get(attribute) or "").lstrip("/")
                if told in renamed:
                    node.set(attribute, f"/{renamed[told]}")
        package.parts[name] = printed(root)


@kind()
def marks_of_compatibility(package: Package) -> None:
    """What Excel writes at the head of each part: prefixes that may be ignored, ids of revisions."""
    mine(package)
    spaces = (
        ' xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" mc:Ignorable="x14ac xr xr2 xr3" xmlns:x14ac="http://schemas.microsoft.com/office/spreadsheetml/2009/9/ac"'
        ' xmlns:xr="http://schemas.microsoft.com/office/spreadsheetml/2014/revision" xmlns:xr2="http://schemas.microsoft.com/office/spreadsheetml/2015/revision2"'
        ' xmlns:xr3="http://schemas.microsoft.com/office/spreadsheetml/2016/revision3" xr:uid="{00000000-0001-0000-0000-0000000000%02X}"'
    )
    for number, part in enumerate(
        [package.sheets()["Games"], package.sheets()["Players"], next(iter(package.sheets().values()))]
    ):
        text = package.parts[part].decode()
        text = re.sub(r"<worksheet ", lambda _, n=number: f"<worksheet{spaces % n} ", text, count=1)
        package.parts[part] = re.sub(r"<row ", '<row x14ac:dyDescent="0.25" ', text).encode()
    book = package.parts[package.book].decode()
    book = re.sub(
        r"<workbook ",
        f"<workbook{spaces % 99} ".replace(" xr:uid", " xr:uid").replace(
            'mc:Ignorable="x14ac xr xr2 xr3"',
            'mc:Ignorable="x15 xr" xmlns:x15="http://schemas.microsoft.com/office/spreadsheetml/2010/11/main"',
        ),
        book,
        count=1,
    )
    book = re.sub(r' xr:uid="[^"]*"', "", book)
    book = book.replace(
        "<bookViews>",
        '<mc:AlternateContent><mc:Choice Requires="x15"><x15ac:absPath xmlns:x15ac="http://schemas.microsoft.com/office/spreadsheetml/2010/11/ac" url="C:\\club\\"/></mc:Choice></mc:AlternateContent><bookViews>',
    )
    package.parts[package.book] = book.encode()


@kind()
def empty_dates_of_1904(package: Package) -> None:
    """A book of a Mac of old: days count from 1904."""
    mine(package, rows='<row r="1"><c r="A1"><v>44000</v></c></row>')
    root = parsed(package.parts[package.book])
    root.find(f"{{{MAIN}}}workbookPr").set("date1904", "1")
    package.parts[package.book] = printed(root)


@packed
def stored_entries(data: bytes) -> bytes:
    """Nothing in the file is compressed."""
    return Package.opened(data).saved(zipfile.ZIP_STORED)


@packed
def lengths_after_the_data(data: bytes) -> bytes:
    """Written to a pipe: lengths and sums follow each entry."""

    class Pipe(io.RawIOBase):
        def __init__(self) -> None:
            self.data = bytearray()

        def writable(self) -> bool:
            return True

        def write(self, piece: object) -> int:
            told = bytes(piece)  # type: ignore[call-overload]
            self.data += told
            return len(told)

    pipe = Pipe()
    with zipfile.ZipFile(pipe, "w", zipfile.ZIP_DEFLATED) as archive:  # type: ignore[type-var]
        for name, part in Package.opened(data).parts.items():
            archive.writestr(name, part)
    assert struct.pack("<I", 0x08074B50) in pipe.data
    return bytes(pipe.data)


@packed
def entries_of_zip64(data: bytes) -> bytes:
    """Each entry with the long form of its lengths."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, part in Package.opened(data).parts.items():
            with archive.open(name, "w", force_zip64=True) as entry:
                entry.write(part)
    return out.getvalue()


@packed
def folders_and_comment(data: bytes) -> bytes:
    """Entries for folders, a comment of the archive, other days of the files."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.comment = b"packed by a script"
        archive.writestr(zipfile.ZipInfo("xl/", (2026, 1, 2, 3, 4, 6)), b"")
        for name, part in Package.opened(data).parts.items():
            archive.writestr(zipfile.ZipInfo(name, (2026, 1, 2, 3, 4, 6)), part, zipfile.ZIP_DEFLATED)
    return out.getvalue()


_STRICT = (
    (
        "http://schemas.openxmlformats.org/officeDocument/2006/extended-properties",
        "http://purl.oclc.org/ooxml/officeDocument/extendedProperties",
    ),
    ("http://schemas.openxmlformats.org/officeDocument/2006/", "http://purl.oclc.org/ooxml/officeDocument/"),
    ("http://schemas.openxmlformats.org/spreadsheetml/2006/", "http://purl.oclc.org/ooxml/spreadsheetml/"),
    ("http://schemas.openxmlformats.org/drawingml/2006/", "http://purl.oclc.org/ooxml/drawingml/"),
)


def strict(data: bytes) -> bytes:
    """The book as “Strict Open XML”."""
    package = Package.opened(data)
    for name, part in package.parts.items():
        if name.endswith((".xml", ".rels")) and name != "[Content_Types].xml" and b"<" in part:
            text = part.decode()
            for usual, other in _STRICT:
                text = text.replace(f'"{usual}', f'"{other}')
            package.parts[name] = text.encode()
    root = parsed(package.parts[package.book])
    assert local(root.tag) == "workbook"
    root.set("conformance", "strict")
    package.parts[package.book] = printed(root)
    return package.saved()


def _with_mine(package: Package) -> None:
    mine(package)


KINDS["strict open xml"] = Kind("strict open xml", _with_mine, finish=strict, rewrites=True)
