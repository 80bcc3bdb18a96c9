"""A workbook file edited part by part: what changes, what keeps its bytes, and what other programs make of both."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from openpyxl.worksheet.table import Table

from sync.backends.base import Refused, Unreachable
from sync.backends.xlsx import XlsxBackend
from sync.backends.xlsx_parts import take_apart
from sync.plan import AppendRows, Formula, Link, MakeTab, RenewCells, ReplaceRows, Step
from tests.backends.contract import GAME, named, plan
from tests.backends.sample import BY_NAME, FIRST_ROWS, TABS
from tests.backends.test_two_writers import damage
from tests.backends.test_xlsx_file import add_part

MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"


def parts_of(path: Path) -> dict[str, bytes]:
    """Every part of the file."""
    with zipfile.ZipFile(path) as archive:
        assert archive.testzip() is None
        return {name: archive.read(name) for name in archive.namelist()}


def put_parts(path: Path, parts: dict[str, bytes]) -> None:
    """A file of these parts."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    path.write_bytes(out.getvalue())


def where(path: Path, title: str) -> str:
    """Where a tab lies in the file."""
    return next(s.path for s in take_apart(path.read_bytes(), "x").sheets if s.title == title)


def write(path: Path, *steps: Step) -> XlsxBackend:
    """One write that leaves nothing for Excel to repair; what was read of it afterwards is read afresh."""
    backend, before = XlsxBackend(path), path.read_bytes()
    backend.write(plan(backend.read(), *steps))
    assert damage(path.read_bytes()) <= damage(before)
    return XlsxBackend(path)


def edit(path: Path, title: str, change: Callable[[bytes], bytes]) -> None:
    """Change the XML of a tab."""
    parts, name = parts_of(path), where(path, title)
    changed = change(parts[name])
    assert changed != parts[name]
    put_parts(path, parts | {name: changed})


def in_excel(path: Path, change: Callable[[Any], None]) -> None:
    """Change the book with another program."""
    wb = openpyxl.load_workbook(path)
    change(wb)
    wb.save(path)


# --- what keeps its bytes -------------------------------------------------------------------------------------------


def packed(path: Path) -> dict[str, bytes]:
    """The packed bytes of every part."""
    data = path.read_bytes()
    found = {}
    with zipfile.ZipFile(path) as archive:
        for item in archive.infolist():
            at = item.header_offset
            start = (
                at
                + 30
                + int.from_bytes(data[at + 26 : at + 28], "little")
                + int.from_bytes(data[at + 28 : at + 30], "little")
            )
            found[item.filename] = data[start : start + item.compress_size]
    return found


def test_only_what_changes_is_touched(book: Path) -> None:
    """One line in the Journal: its tab and the workbook part. Everything else lies packed as it lay, in its order."""
    before, names = packed(book), list(parts_of(book))
    write(book, AppendRows("Journal", ((1, "x"),)))
    after = packed(book)
    assert {n for n in before.keys() | after.keys() if before.get(n) != after.get(n)} == {
        "xl/workbook.xml",
        where(book, "Journal"),
    }
    assert list(parts_of(book)) == names


class Unseekable(io.RawIOBase):
    """A pipe: sizes are not known before a part is written, so they stand behind it."""

    def __init__(self) -> None:
        super().__init__()
        self.data = b""

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        self.data += bytes(data)
        return len(data)


def test_files_written_as_a_stream_and_stored_unpacked_are_edited(book: Path) -> None:
    """Sizes behind each part, parts that are not packed, a comment of the file, names outside ASCII."""
    parts = parts_of(book) | {"docs/über.txt": b"mine"}
    pipe = Unseekable()
    with zipfile.ZipFile(pipe, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            archive.writestr(name, content, zipfile.ZIP_STORED if "theme" in name else None)
        archive.comment = b"hello"
    book.write_bytes(pipe.data)
    write(book, AppendRows("Journal", ((1, "x"),)))
    after = parts_of(book)
    assert after["docs/über.txt"] == b"mine"
    with zipfile.ZipFile(book) as archive:
        assert archive.comment == b"hello"
        assert archive.getinfo("xl/theme/theme1.xml").compress_type == zipfile.ZIP_STORED
        assert not any(item.flag_bits & 8 for item in archive.infolist())
    assert named(XlsxBackend(book).read(), "Journal").rows[-1] == (1, "x")


def test_shared_texts_stay_as_they_are(book: Path) -> None:
    """New texts stand inside their cells; an old one that is written over leaves the list alone."""
    texts = f'<sst xmlns="{MAIN}" count="1" uniqueCount="2"><si><t>old</t></si><si><r><t>ri</t></r><r><t>ch</t></r></si></sst>'.encode()
    rels = parts_of(book)["xl/_rels/workbook.xml.rels"]
    relation = b'<Relationship Id="rIdS" Target="sharedStrings.xml" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/sharedStrings"/></Relationships>'
    add_part(book, "xl/sharedStrings.xml", texts)
    add_part(book, "xl/_rels/workbook.xml.rels", rels.replace(b"</Relationships>", relation))
    kinds = b'<Override PartName="/xl/sharedStrings.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sharedStrings+xml"/></Types>'
    add_part(book, "[Content_Types].xml", old=b"</Types>", new=kinds)
    edit(
        book,
        "Why",
        lambda xml: xml.replace(
            b"</sheetData>", b'<row r="4"><c r="A4" t="s"><v>0</v></c><c r="B4" t="s"><v>1</v></c></row></sheetData>'
        ),
    )
    assert named(XlsxBackend(book).read(), "Why").rows[3] == ("old", "rich")
    after = write(book, ReplaceRows("Why", 4, (("new",),), 1)).read()
    assert named(after, "Why").rows[3] == ("new", "rich")
    assert parts_of(book)["xl/sharedStrings.xml"] == texts


def test_prefixes_that_are_named_stay_declared(book: Path) -> None:
    """`mc:Ignorable` names prefixes: Excel calls a file damaged that does not declare them."""
    ns = b' xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" mc:Ignorable="x14ac xr" xmlns:x14ac="urn:a" xmlns:xr="urn:b" xr:uid="{1}"'
    edit(book, "Why", lambda xml: xml.replace(f'xmlns="{MAIN}"'.encode(), f'xmlns="{MAIN}"'.encode() + ns, 1))
    add_part(book, "xl/workbook.xml", old=f'xmlns="{MAIN}"'.encode(), new=f'xmlns="{MAIN}"'.encode() + ns)
    write(book, ReplaceRows("Why", 4, (("a", Link("b", url="https://example.org/")),), 2))
    for name in (where(book, "Why"), "xl/workbook.xml"):
        root = parts_of(book)[name].split(b">", 2)[1]
        assert all(
            declared in root for declared in (b'xmlns:x14ac="urn:a"', b'xmlns:xr="urn:b"', b'mc:Ignorable="x14ac xr"')
        )


def test_what_stands_around_the_cells_keeps_its_place(book: Path) -> None:
    """A link added to a tab with everything around its cells stands where the schema has it."""
    around = (
        b'<autoFilter ref="A3:B9"/><mergeCells count="1"><mergeCell ref="F1:G1"/></mergeCells><phoneticPr fontId="0"/>',
        b'<printOptions gridLines="1"/>',
        b'<headerFooter><oddFooter>&amp;P</oddFooter></headerFooter><rowBreaks count="1" manualBreakCount="1"><brk id="9" max="9"/></rowBreaks>'
        b'<ignoredErrors><ignoredError sqref="A1" numberStoredAsText="1"/></ignoredErrors><extLst><ext uri="{1}"/></extLst></worksheet>',
    )
    edit(book, "Why", lambda xml: xml.replace(b"<pageMargins", around[1] + b"<pageMargins").replace(b"</worksheet>", around[2])
         .replace(b"<printOptions", around[0] + b"<printOptions"))  # fmt: skip
    write(book, ReplaceRows("Why", 4, ((Link("b", url="https://example.org/"),),), 1))
    xml = parts_of(book)[where(book, "Why")]
    order = [
        b"<autoFilter",
        b"<mergeCells",
        b"<phoneticPr",
        b"<hyperlinks",
        b"<printOptions",
        b"<pageMargins",
        b"<headerFooter",
        b"<rowBreaks",
        b"<extLst",
    ]
    assert [xml.index(name) for name in order] == sorted(xml.index(name) for name in order)


# --- formulas -------------------------------------------------------------------------------------------------------


def chained(book: Path) -> None:
    """Give the file a list of its formulas, as Excel does."""
    add_part(book, "xl/calcChain.xml", f'<calcChain xmlns="{MAIN}"><c r="A2" i="1"/></calcChain>'.encode())
    relation = b'<Relationship Id="rIdC" Target="calcChain.xml" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/calcChain"/></Relationships>'
    add_part(book, "xl/_rels/workbook.xml.rels", old=b"</Relationships>", new=relation)
    kinds = b'<Override PartName="/xl/calcChain.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.calcChain+xml"/></Types>'
    add_part(book, "[Content_Types].xml", old=b"</Types>", new=kinds)


def test_the_list_of_formulas_goes_when_one_changes(book: Path) -> None:
    """Excel calls a file damaged whose list names a cell without a formula; it makes a new list by itself."""
    chained(book)
    write(book, AppendRows("Journal", ((1, "x"),)))
    assert "xl/calcChain.xml" in parts_of(book)
    write(book, AppendRows("Games", ((*GAME, Formula("=1+1")),)))
    after = parts_of(book)
    assert "xl/calcChain.xml" not in after
    assert b"calcChain" not in after["xl/_rels/workbook.xml.rels"] + after["[Content_Types].xml"]
    chained(book)
    write(book, RenewCells("Games", ((2, 4, Formula("=2+2")),)))
    assert "xl/calcChain.xml" not in parts_of(book)


def test_formulas_that_share_a_text_go_on_without_the_first(book: Path) -> None:
    """The first cell of a shared formula holds its text: written over, the others keep theirs, moved to their place."""
    cells = (
        b'<row r="4"><c r="A4"><f t="shared" ref="A4:A6" si="0">F4*2+$G$1</f><v>2</v></c></row>'
        b'<row r="5"><c r="A5"><f t="shared" si="0"/><v>4</v></c></row><row r="6"><c r="A6"><f t="shared" si="0"/><v>6</v></c></row></sheetData>'
    )
    edit(book, "Why", lambda xml: xml.replace(b"</sheetData>", cells))
    backend = XlsxBackend(book)
    key = named(backend.read(), "Why").key
    assert dict(backend.typed([(key, 5, 0), (key, 4, 0), (key, 1, 0)])) == {
        (key, 5, 0): "=F5*2+$G$1",
        (key, 4, 0): "=F4*2+$G$1",
    }
    write(book, ReplaceRows("Why", 4, (("text",),), 1))
    ws = openpyxl.load_workbook(book)["Why"]
    assert [ws[f"A{n}"].value for n in (4, 5, 6)] == ["text", "=F5*2+$G$1", "=F6*2+$G$1"]
    assert [row[0] for row in named(XlsxBackend(book).read(), "Why").rows[3:6]] == ["text", 4, 6]


def test_a_formula_over_several_cells_is_written_over(book: Path) -> None:
    """The array's text goes with its first cell, and what Excel notes of newer formulas goes with it."""
    cells = b'<row r="4"><c r="A4" cm="1"><f t="array" ref="A4:A5">F1:F2</f><v>2</v></c></row><row r="5"><c r="A5"><v>4</v></c></row></sheetData>'
    edit(book, "Why", lambda xml: xml.replace(b"</sheetData>", cells))
    write(book, ReplaceRows("Why", 4, (("text",),), 1))
    xml = parts_of(book)[where(book, "Why")]
    assert b"array" not in xml
    assert b" cm=" not in xml
    assert named(XlsxBackend(book).read(), "Why").rows[3:5] == (("text",), (4,))


# --- Tables ---------------------------------------------------------------------------------------------------------


def lay_table(book: Path, title: str, ref: str, heading_row: int, totals: bool = False) -> None:
    """Make a range of a tab a Table."""

    def lay(wb: Any) -> None:
        ws = wb[title]
        table = Table(displayName="Mine", ref=ref)
        table._initialise_columns()
        for column, cell in zip(table.tableColumns, ws[heading_row], strict=False):
            column.name = str(cell.value)
        if totals:
            table.totalsRowCount = 1
        ws.add_table(table)

    in_excel(book, lay)


def table_of(book: Path, title: str) -> Any:
    """The Table of a tab."""
    return next(iter(openpyxl.load_workbook(book)[title].tables.values()))


def test_a_table_grows_with_the_lines_below_it(book: Path) -> None:
    """Laid over Games, with its filter: new lines belong to it; lines further below do not."""
    write(book, AppendRows("Games", (GAME,)))
    lay_table(book, "Games", "A1:E2", 1)
    write(book, AppendRows("Games", (("R1-02", "R1", "Cem", "Dov"), ("R1-03", "R1", "Eva", "Fay"))))
    table = table_of(book, "Games")
    assert (table.ref, table.autoFilter.ref) == ("A1:E4", "A1:E4")
    write(book, RenewCells("Games", ((9, 2, Formula("=1")),)))
    assert table_of(book, "Games").ref == "A1:E4"


def test_a_table_with_sums_stays_above_them(book: Path) -> None:
    """Lines below its row of sums are none of the Table's."""
    write(book, AppendRows("Games", (GAME, GAME)))
    lay_table(book, "Games", "A1:E3", 1, totals=True)
    write(book, AppendRows("Games", (GAME,)))
    assert table_of(book, "Games").ref == "A1:E3"


def test_headings_of_a_table_are_its_columns_names(book: Path) -> None:
    """A view's heading that changes under a Table changes in it; one that goes blank stops the write, with the way out."""
    write(book, ReplaceRows("Scores", 3, (("Player", "Ada", "Ben"), ("Ada", 0, 1)), 3))
    lay_table(book, "Scores", "A3:C4", 3)
    write(book, ReplaceRows("Scores", 3, (("Player", "Ada", "Two\nlines"), ("Ada", 0, 1), ("Cem", 1, 0)), 3))
    table = table_of(book, "Scores")
    assert ([c.name for c in table.tableColumns], table.ref) == (["Player", "Ada", "Two\nlines"], "A3:C5")
    assert b'name="Two_x000a_lines"' in next(v for n, v in parts_of(book).items() if n.startswith("xl/tables/"))
    before = book.read_bytes()
    for line in (("Player", "Ada", None), ("Player", "Ada", "ada"), ("Player", "Ada", 7)):
        with pytest.raises(Refused, match=r"Scores!A3:C5 needs a heading of its own in C3.*Convert to Range"):
            write(book, ReplaceRows("Scores", 3, (line,), 3))
    assert book.read_bytes() == before


# --- tabs that are made ---------------------------------------------------------------------------------------------


def test_a_new_tab_moves_what_counts_tabs_by_place(book: Path) -> None:
    """Names of one tab, the tab that is open, and the titles in the file's properties."""

    def prepare(wb: Any) -> None:
        del wb["Why"]
        wb["Players"].print_area = "A1:C20"
        wb["Players"].print_title_rows = "1:1"
        wb.active = wb.sheetnames.index("Settings")

    in_excel(book, prepare)
    heads = b"<HeadingPairs><x/></HeadingPairs><TitlesOfParts><x/></TitlesOfParts><AppVersion>"
    add_part(book, "docProps/app.xml", old=b"<AppVersion>", new=heads)
    core = parts_of(book)["docProps/core.xml"]
    write(book, AppendRows("Journal", ((1,),)))
    assert b"TitlesOfParts" in parts_of(book)["docProps/app.xml"]
    write(book, MakeTab(BY_NAME["Why"], ("Scores",)), ReplaceRows("Why", 4, (("a", "b"),), 2))
    wb = openpyxl.load_workbook(book)
    assert wb.sheetnames[:5] == ["Ladder", "This round", "Games", "Why", "Scores"]
    assert wb["Players"].print_area == "'Players'!$A$1:$C$20"
    assert wb["Players"].print_title_rows == "$1:$1"
    assert wb["Why"].print_title_rows == "$3:$3"
    assert wb.active.title == "Settings"
    assert b"TitlesOfParts" not in parts_of(book)["docProps/app.xml"]
    assert parts_of(book)["docProps/core.xml"] == core
    assert named(XlsxBackend(book).read(), "Why").key == "Why"


def test_a_book_without_looks_gets_the_new_tabs_looks(tmp_path: Path) -> None:
    """The smallest workbook there is, without a stylesheet: tabs are made, drawn and dated; what was there stays."""
    path, rel = tmp_path / "small.xlsx", "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    package = "http://schemas.openxmlformats.org/package/2006"
    kind = "application/vnd.openxmlformats-officedocument.spreadsheetml"
    put_parts(path, {name: text.encode() for name, text in {
        "[Content_Types].xml": f'<Types xmlns="{package}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        f'<Override PartName="/xl/workbook.xml" ContentType="{kind}.sheet.main+xml"/><Override PartName="/xl/worksheets/one.xml" ContentType="{kind}.worksheet+xml"/></Types>',
        "_rels/.rels": f'<Relationships xmlns="{package}/relationships"><Relationship Id="a" Type="{rel}/officeDocument" Target="xl/workbook.xml"/></Relationships>',
        "xl/workbook.xml": f'<x:workbook xmlns:x="{MAIN}" xmlns:q="{rel}"><x:sheets><x:sheet name="Mine" sheetId="7" q:id="b"/></x:sheets></x:workbook>',
        "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{package}/relationships"><Relationship Id="b" Type="{rel}/worksheet" Target="/xl/worksheets/one.xml"/></Relationships>',
        "xl/worksheets/one.xml": f'<x:worksheet xmlns:x="{MAIN}"><x:sheetData><x:row><x:c t="inlineStr"><x:is><x:t>hello</x:t></x:is></x:c></x:row></x:sheetData></x:worksheet>',
    }.items()})  # fmt: skip
    mine = parts_of(path)["xl/worksheets/one.xml"]
    backend = XlsxBackend(path)
    backend.prepare(TABS, FIRST_ROWS)
    row = (*GAME, *(None,) * (BY_NAME["Games"].index("Deadline") - 4), datetime(2026, 3, 8, 18, 0))
    history = (("Player", "R1", "R2"), ("Ada", 1, 2), ("Ben", 2, 1))
    write(path, AppendRows("Games", (row,)), ReplaceRows("History", 3, history, 3))
    wb = openpyxl.load_workbook(path)
    assert wb["Mine"]["A1"].value == "hello"
    assert wb["Games"].cell(2, len(row)).value == datetime(2026, 3, 8, 18, 0)
    assert wb["Games"]["A1"].fill.fgColor.rgb == "004B5563"
    assert len(wb["History"]._charts) == 1
    assert parts_of(path)["xl/worksheets/one.xml"] == mine


def test_notes_of_new_headings_join_those_there_are(book: Path) -> None:
    """A heading that lacked comes with its note; notes of people and the drawing of them stay."""

    def remove(wb: Any) -> None:
        from openpyxl.comments import Comment

        ws = wb["Players"]
        ws["C1"].value, ws["C1"].comment = "Mine", None
        ws["A2"].comment = Comment("a person's", "Ada")

    in_excel(book, remove)
    XlsxBackend(book).prepare(TABS, FIRST_ROWS)
    ws = openpyxl.load_workbook(book)["Players"]
    last = max(c.column for c in ws[1] if c.value)
    assert ws.cell(1, last).value == BY_NAME["Players"].columns[2].heading
    assert ws.cell(1, last).comment.text
    assert ws["A2"].comment.text == "a person's"
    parts = parts_of(book)
    drawing = next(
        n
        for n in parts
        if n.endswith(".vml")
        and parts[n].count(b"ObjectType") == sum(1 for r in ws.iter_rows() for c in r if c.comment)
    )
    ids = re.findall(rb'id="(_x0000_s\d+)"', parts[drawing])
    assert len(set(ids)) == len(ids)


def test_the_workers_chart_is_drawn_beside_a_persons(book: Path) -> None:
    """One drawing holds both: the person's keeps its bytes, the worker's follows its data, and goes with it."""
    history = (("Player", "R1", "R2"), ("Ada", 1, 2), ("Ben", 2, 1))

    def draw(wb: Any) -> None:
        from openpyxl.chart import BarChart, Reference

        chart = BarChart()
        chart.title = "Mine"
        chart.add_data(Reference(wb["History"], min_col=2, min_row=3, max_row=4))
        wb["History"].add_chart(chart, "H20")

    in_excel(book, draw)
    mine = next(v for n, v in parts_of(book).items() if "charts/chart" in n)
    for lines in (history, (*history, ("Cem", 3, 3))):
        write(book, ReplaceRows("History", 3, lines, 3))
        parts = parts_of(book)
        charts = [v for n, v in parts.items() if "charts/chart" in n]
        assert len(charts) == 2
        assert mine in charts
        assert len([n for n in parts if n.startswith("xl/drawings/drawing")]) == 1
    write(book, ReplaceRows("History", 3, (("Player",), (), (), ()), 3))
    assert [v for n, v in parts_of(book).items() if "charts/chart" in n] == [mine]


# --- odd files ------------------------------------------------------------------------------------------------------


def test_rows_and_cells_without_places_and_out_of_order_are_put_in_order(book: Path) -> None:
    """As every reader takes them: a place that is left out follows the one before, and what was said last counts."""
    cells = (
        b'<row r="9"><c r="B9"><v>92</v></c><c r="A9"><v>91</v></c></row><row r="7"><c><v>71</v></c><c r="D7"><v>74</v></c><c><v>75</v></c></row>'
        b'<row><c r="A8"><v>81</v></c></row><row r="7"><c r="A7"><v>70</v></c></row><row r="12"><c r="A11"><v>11</v></c></row></sheetData>'
    )
    edit(book, "Why", lambda xml: xml.replace(b"</sheetData>", cells))
    before = named(XlsxBackend(book).read(), "Why").rows
    after = named(write(book, ReplaceRows("Why", 6, (("new", 1), ("x", None)), 2)).read(), "Why").rows
    assert after[:5] == before[:5]
    assert after[5:] == (("new", 1), ("x", None, None, 74, 75), (81,), (91, 92), (), (11,))
    xml = parts_of(book)[where(book, "Why")]
    rows = [int(n) for n in re.findall(rb'<row [^>]*?r="(\d+)"', xml)]
    assert rows == sorted(set(rows))


def test_a_cell_in_a_shape_that_readers_take_differently_is_named(book: Path) -> None:
    """Refused with the address, also where nothing of it would be written."""
    edit(
        book,
        "Why",
        lambda xml: xml.replace(
            b"</sheetData>", b'<row r="8"><c r="C8" t="str"><is><t>lost?</t></is></c></row></sheetData>'
        ),
    )
    before = book.read_bytes()
    with pytest.raises(Refused, match=r"Why!C8 \(“lost\?”\)"):
        write(book, ReplaceRows("Why", 4, (("a",),), 1))
    assert book.read_bytes() == before


def test_days_are_counted_as_the_book_counts_them(book: Path) -> None:
    """A book of 1904 keeps its calendar."""
    add_part(book, "xl/workbook.xml", old=b"<workbookPr/>", new=b'<workbookPr date1904="1"/>')
    row = (*GAME, *(None,) * (BY_NAME["Games"].index("Deadline") - 4), datetime(2026, 3, 8, 18, 30))
    after = write(book, AppendRows("Games", (row,))).read()
    assert named(after, "Games").rows[1][-1] == datetime(2026, 3, 8, 18, 30)
    assert openpyxl.load_workbook(book)["Games"].cell(2, len(row)).value == datetime(2026, 3, 8, 18, 30)


def test_a_tab_whose_encoding_one_reader_does_not_know_is_left_alone(book: Path) -> None:
    """In UTF-16 the reader of values sees nothing: refused, rather than written over."""
    parts, name = parts_of(book), where(book, "Why")
    text = re.sub(r"^<\?xml[^>]*\?>", "", parts[name].decode())
    put_parts(book, parts | {name: f'<?xml version="1.0" encoding="UTF-16"?>{text}'.encode("utf-16")})
    before = book.read_bytes()
    with pytest.raises(Refused, match="Why!A1"):
        write(book, ReplaceRows("Why", 4, (("½", "😀"),), 2))
    assert book.read_bytes() == before


def test_one_cell_of_a_link_over_several_is_written(book: Path) -> None:
    """The others go on leading where they led."""
    link = b'<hyperlinks><hyperlink ref="A4:B6" location="\'Games\'!A1"/></hyperlinks><pageMargins'
    edit(book, "Why", lambda xml: xml.replace(b"<pageMargins", link))
    write(book, ReplaceRows("Why", 5, (("text",),), 1))
    xml = parts_of(book)[where(book, "Why")].decode()
    assert sorted(re.findall(r'ref="([^"]+)" location|location="[^"]+" ref="([^"]+)"', xml)) == [
        ("A4:B4", ""),
        ("A6:B6", ""),
        ("B5", ""),
    ]


def test_a_link_that_nothing_names_any_more_goes(book: Path) -> None:
    """Its line among the tab's relations too; one that another cell names stays."""
    link = Link("x", url="https://example.org/a")
    write(book, ReplaceRows("Why", 4, ((link, Link("y", url="https://example.org/b")),), 2))
    write(book, ReplaceRows("Why", 4, (("x",),), 1))
    rels = next(v for n, v in parts_of(book).items() if b"example.org" in v and n.endswith(".rels"))
    assert b"example.org/a" not in rels
    assert b"example.org/b" in rels
    write(book, ReplaceRows("Why", 4, (("x", "y"),), 2))
    assert b"<hyperlinks" not in parts_of(book)[where(book, "Why")]


def test_the_extent_that_a_tab_says_of_itself_follows(book: Path) -> None:
    """Readers that trust it see all; spans of a row that grew are gone."""
    edit(book, "Why", lambda xml: re.sub(rb'<row r="3"', b'<row r="3" spans="1:2"', xml))
    write(book, ReplaceRows("Why", 3, (("About", "Reason", "", "x"), *((n,) for n in range(20))), 4))
    xml = parts_of(book)[where(book, "Why")]
    assert b'<dimension ref="A1:D23"' in xml
    assert b"spans" not in xml


@pytest.mark.parametrize(
    ("part", "change"),
    [
        ("xl/styles.xml", lambda xml: xml[: len(xml) // 2]),
        ("xl/styles.xml", lambda xml: xml.replace(b'fontId="1"', b'fontId="many"')),
        ("Why", lambda xml: xml.replace(b' min="1"', b"")),
        ("Why", lambda xml: xml.replace(b'topLeftCell="A4"', b'topLeftCell="4A"')),
    ],
)
def test_damage_that_only_the_editor_meets_is_a_plain_line(
    book: Path, part: str, change: Callable[[bytes], bytes]
) -> None:
    """The file is read; the write ends in one line or succeeds, and the file is whole."""
    name = where(book, part) if part == "Why" else part
    parts = parts_of(book)
    assert change(parts[name]) != parts[name]
    put_parts(book, parts | {name: change(parts[name])})
    before = book.read_bytes()
    try:
        write(
            book,
            ReplaceRows("Why", 4, (("a", Link("b", url="https://example.org")),), 2),
            AppendRows("Games", ((datetime(2026, 1, 1),),)),
        )
    except Unreachable as said:
        assert "\n" not in str(said)  # noqa: PT017 - both ends are right
        assert book.read_bytes() == before


# --- books that may hold macros -------------------------------------------------------------------------------------


def test_a_book_with_macros_is_a_book_like_any_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`.xlsm`: made, synced, checked, exported, restored; its macros keep every byte, its backups its ending."""
    from tests.newcomer.person import run

    monkeypatch.setenv("PAIRSHEET_STATE", str(tmp_path / "state"))
    path = tmp_path / "club.xlsm"
    assert run("new", "ladder", str(path)).exit_code == 0
    kinds = parts_of(path)["[Content_Types].xml"]
    assert b"application/vnd.ms-excel.sheet.macroEnabled.main+xml" in kinds
    assert b"spreadsheetml.sheet.main+xml" not in kinds
    code = bytes(range(256)) * 20
    add_part(path, "xl/vbaProject.bin", code)
    add_part(
        path,
        "[Content_Types].xml",
        old=b"</Types>",
        new=b'<Default Extension="bin" ContentType="application/vnd.ms-office.vbaProject"/></Types>',
    )
    relation = b'<Relationship Id="rIdV" Target="vbaProject.bin" Type="http://schemas.microsoft.com/office/2006/relationships/vbaProject"/></Relationships>'
    add_part(path, "xl/_rels/workbook.xml.rels", old=b"</Relationships>", new=relation)
    wb = openpyxl.load_workbook(path, keep_vba=True)
    for row, name in enumerate(("Ada", "Ben", "Cem"), start=2):
        wb["Players"].cell(row, 1).value = name
    wb.save(path)
    packed_code = parts_of(path)["xl/vbaProject.bin"]
    said = run("sync", str(path))
    assert "Written" in said.output, said.output
    after = parts_of(path)
    assert after["xl/vbaProject.bin"] == packed_code == code
    assert b"macroEnabled" in after["[Content_Types].xml"]
    assert run("sync", str(path)).output.startswith("Nothing new")
    assert run("check", str(path)).exit_code in (0, 1)
    assert run("doctor", str(path)).exit_code in (0, 1)
    assert run("export", str(path), str(tmp_path / "all.zip")).exit_code == 0
    with zipfile.ZipFile(tmp_path / "all.zip") as archive:
        assert "club.xlsm" in archive.namelist()
    assert {p.suffix for p in (tmp_path / "club backups").iterdir()} == {".xlsm"}
    listed = run("restore", str(path))
    assert "until" in listed.output, listed.output


# --- what is remembered between reads -------------------------------------------------------------------------------


def test_an_older_version_put_back_is_read_as_it_is(book: Path) -> None:
    """What was read last is used again only for the very bytes it was read from, whatever was looked at in between."""
    backend = XlsxBackend(book)
    first, before = book.read_bytes(), backend.read()
    assert backend.read() is before
    write(book, AppendRows("Journal", ((1, "x"),)))
    backend.prepare(TABS, FIRST_ROWS)  # looks at the new version, and has nothing to write
    book.write_bytes(first)
    assert backend.read().revision == before.revision
    assert len(named(backend.read(), "Journal").rows) == 1


def test_a_tab_with_a_tall_row_is_no_empty_one(tmp_path: Path) -> None:
    """A tab of the worker's title on which somebody only set a height stays theirs; one with nothing at all is taken."""
    path = tmp_path / "mine.xlsx"
    wb = openpyxl.Workbook()
    wb.worksheets[0].title = "Why"
    wb.create_sheet("History").row_dimensions[4].height = 40
    wb.save(path)
    add_part(path, "xl/worksheets/sheet2.xml", old=b'<row r="4"', new=b'<row xmlns:d="urn:d" d:dyDescent="0.2" r="4"')
    XlsxBackend(path).prepare(TABS, FIRST_ROWS)
    titles = openpyxl.load_workbook(path).sheetnames
    assert "History (Pairsheet)" in titles
    assert "Why (Pairsheet)" not in titles
