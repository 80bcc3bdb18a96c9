"""Sound books broken in one way each: what the checker has to name.

A case names the kind of book that it breaks, and what it does to it. `raw` cases break the archive itself.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable
from dataclasses import dataclass

from tests.ooxml.corpus.laid import table_xml
from tests.ooxml.package import Package, rels_of
from tests.ooxml.vocabulary import R

Act = Callable[[Package], None]


@dataclass(frozen=True)
class Case:
    """A way to break a book of a kind."""

    kind: str
    act: Act


CASES: dict[str, Case] = {}
RAW: dict[str, Callable[[Package], bytes]] = {}


def swap(part: str, old: str, new: str) -> Act:
    """Exchange the first `old` of a part; `part` is a name, a title, or `book`, `styles`, `texts`, `types`."""

    def act(package: Package) -> None:
        name = _part(package, part)
        assert old.encode() in package.parts[name], (old, package.parts[name][:3000])
        package.parts[name] = package.parts[name].replace(old.encode(), new.encode(), 1)

    return act


def put(part: str, *children: str) -> Act:
    """Put children where they belong."""
    return lambda package: package.insert(_part(package, part), *children)


def both(*acts: Act) -> Act:
    """One after the other."""

    def act(package: Package) -> None:
        for one in acts:
            one(package)

    return act


def _part(package: Package, part: str) -> str:
    names = {
        "book": package.book,
        "types": "[Content_Types].xml",
        "texts": "xl/sharedStrings.xml",
        "styles": "xl/styles.xml",
    }
    return names.get(part) or package.sheets().get(part) or part


def case(code: str, kind: str, act: Act) -> None:
    """Add a case."""
    assert code not in CASES, code
    CASES[code] = Case(kind, act)


def name(told: str, text: str, **more: str) -> Act:
    """A defined name."""
    return lambda package: package.name(told, text, **more)


GAMES, MINE = "table over games", "pictures"

# parts
case("content-types-missing", "plain", lambda p: p.parts.__setitem__("[Content_Types].xml", b"broken"))
case(
    "content-type-twice",
    "plain",
    swap("types", "</Types>", '<Override PartName="/xl/styles.xml" ContentType="x/y"/></Types>'),
)
case(
    "content-type-of-nothing",
    "plain",
    swap("types", "</Types>", '<Override PartName="/xl/calcChain.xml" ContentType="x/y"/></Types>'),
)
case("content-type-missing", "plain", lambda p: p.parts.__setitem__("xl/media/image1.gif", b"GIF89a"))
case("content-type-wrong", "plain", swap("types", "spreadsheetml.styles+xml", "spreadsheetml.style+xml"))
case(
    "no-workbook",
    "plain",
    lambda p: p.parts.__setitem__(
        "_rels/.rels", b'<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"/>'
    ),
)
case(
    "relationships-of-nothing",
    "plain",
    lambda p: p.parts.__setitem__("xl/worksheets/_rels/sheet99.xml.rels", p.parts["_rels/.rels"]),
)
case("relationship-id-twice", "plain", swap(rels_of("xl/workbook.xml"), 'Id="rId2"', 'Id="rId1"'))
case("relationship-id", "plain", swap(rels_of("xl/workbook.xml"), 'Id="rId2"', 'Id="2"'))
case("relationship-to-nothing", "plain", swap(rels_of("xl/workbook.xml"), "theme1.xml", "theme7.xml"))
case("relationship-unknown", MINE, swap("Mine", 'drawing r:id="rId1"', 'drawing r:id="rId7"'))
case("xml", "plain", swap("Games", "</worksheet>", ""))
case("ignorable-undeclared", "marks of compatibility", swap("Games", 'Ignorable="x14ac', 'Ignorable="gone x14ac'))
case("choice-undeclared", "marks of compatibility", swap("book", 'Requires="x15"', 'Requires="gone"'))
case("foreign-not-ignorable", "marks of compatibility", swap("Games", 'Ignorable="x14ac', 'Ignorable="'))
case(
    "strict-mixed",
    "plain",
    swap(
        "Games",
        "http://schemas.openxmlformats.org/spreadsheetml/2006/main",
        "http://purl.oclc.org/ooxml/spreadsheetml/main",
    ),
)
# order
case(
    "element-order",
    "links of the owner",
    swap(
        "Mine", "<sheetData>", "<pageMargins left='1' right='1' top='1' bottom='1' header='1' footer='1'/><sheetData>"
    ),
)
case("element-unknown", "plain", swap("Games", "<sheetData>", "<sheetStuff/><sheetData>"))
case("element-twice", "plain", swap("Games", "<sheetData>", "<sheetData/><sheetData>"))
case(
    "element-missing",
    "plain",
    lambda p: p.parts.__setitem__(
        p.sheets()["Why"], b'<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"/>'
    ),
)
case("empty-list", MINE, put("Mine", "<mergeCells/>"))
case("count", "links of the owner", swap("Mine", 'mergeCells count="1"', 'mergeCells count="3"'))
# the book
case(
    "no-tabs",
    "plain",
    lambda p: p.parts.__setitem__(
        "xl/workbook.xml",
        b'<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheets/></workbook>',
    ),
)
case("tab-title-length", MINE, swap("book", 'name="Mine"', f'name="{"M" * 32}"'))
case("tab-title", MINE, swap("book", 'name="Mine"', 'name="Mine/2026"'))
case("tab-title-twice", MINE, swap("book", 'name="Mine"', 'name="GAMES"'))
case("tab-without-part", MINE, swap("book", 'r:id="rId1"', 'r:id="rId999"'))
case("tab-id", MINE, swap("book", 'sheetId="1"', 'sheetId="0"'))
case("tab-id-twice", MINE, swap("book", 'sheetId="2"', 'sheetId="1"'))
case("tab-part-twice", MINE, swap("book", 'r:id="rId2"', 'r:id="rId1"'))
case(
    "no-visible-tab",
    MINE,
    lambda p: p.parts.__setitem__(
        p.book,
        p.parts[p.book]
        .replace(b'state="visible"', b'state="hidden"')
        .replace(b'name="Mine"', b'name="Mine" state="hidden"'),
    ),
)
case("active-tab", MINE, swap("book", 'activeTab="0"', 'activeTab="77"'))
case("active-tab-hidden", MINE, swap("book", 'state="visible"', 'state="hidden"'))
case("view-of-no-window", MINE, swap("Games", 'workbookViewId="0"', 'workbookViewId="3"'))
case("tabs-grouped", MINE, swap("Games", 'tabSelected="0"', 'tabSelected="1"'))
case("name", MINE, name("Fee total", "Mine!$A$1"))
case("name-built-in", MINE, name("_xlnm.Something", "Mine!$A$1", localSheetId="0"))
case("name-length", MINE, name("Long", "1+" * 4_200 + "1"))
case("name-of-no-book", MINE, name("Far", "[1]Fees!$A$1"))
case("name-of-no-tab", MINE, name("Away", "'Gone away'!$A$1"))
case("name-of-nothing", MINE, name("Nothing", ""))
case("name-scope", MINE, name("Scoped", "Mine!$A$1", localSheetId="99"))
case("name-twice", MINE, both(name("Same", "1"), name("SAME", "2")))
case("pivot-cache-missing", "pivot table", swap("book", 'cacheId="7"', 'cacheId="8"'))
case(
    "pivot-cache-twice",
    "pivot table",
    swap("book", "</pivotCaches>", f'<pivotCache xmlns:r="{R}" cacheId="7" r:id="rId1"/></pivotCaches>'),
)
case(
    "pivot-fields",
    "pivot table",
    both(
        swap("xl/pivotTables/pivotTable1.xml", 'pivotFields count="3"', 'pivotFields count="2"'),
        swap("xl/pivotTables/pivotTable1.xml", '<pivotField showAll="0"/>', ""),
    ),
)
case("pivot-location", "pivot table", swap("xl/pivotTables/pivotTable1.xml", 'ref="A3:B8"', 'ref="A8:B3"'))
case("chain-without-formula", "order of formulas", swap("xl/calcChain.xml", 'r="D2"', 'r="D5"'))
case("shared-count", "rich texts", swap("texts", 'uniqueCount="4"', 'uniqueCount="5"'))
case("text-length", "odd texts", swap("texts", "www", "wwww"))
case("text-spaces", "rich texts", swap("texts", "<t>plain</t>", "<t>plain </t>"))
case("text-escape", "odd texts", swap("texts", "_x000D_", "_xD83D_"))
# cells
case("row-number", MINE, swap("Mine", '<row r="5">', '<row r="1048577">'))
case("row-twice", MINE, swap("Mine", '<row r="3">', '<row r="2">'))
case("row-order", MINE, swap("Mine", '<row r="2">', '<row r="4">'))
case("row-height", MINE, swap("Mine", '<row r="2">', '<row r="2" ht="500">'))
case("cell-place", MINE, swap("Mine", 'r="C2"', 'r="XFE2"'))
case("cell-in-another-row", MINE, swap("Mine", 'r="C2"', 'r="C9"'))
case("cell-twice", MINE, swap("Mine", 'r="C2"', 'r="B2"'))
case("cell-order", MINE, swap("Mine", 'r="B2"', 'r="AA2"'))
case("cell-kind", MINE, swap("Mine", 't="inlineStr"', 't="text"'))
case("cell-value", MINE, swap("Mine", "<v>10</v>", "<v>ten</v>"))
case("cell-metadata", "formulas that spill", swap("Mine", 'cm="1"', 'cm="2"'))
case("shared-index", "rich texts", swap("Mine", "<v>3</v>", "<v>4</v>"))
case("style-unknown", MINE, swap("Mine", 'r="B2"', 'r="B2" s="9000"'))
case("formula-length", "order of formulas", swap("Mine", "B2-C2", "B2" + "+B2" * 3_000))
case("formula-sign", "order of formulas", swap("Mine", "B2-C2", "=B2-C2"))
case("formula-empty", "order of formulas", swap("Mine", "B2-C2", ""))
case("formula-open", "order of formulas", swap("Mine", "B2-C2", "SUM(B2"))
case("formula-orphan", "shared formulas", swap("Mine", '<f t="shared" ref="D2:D5" si="0">B2-C2</f>', ""))
case(
    "formula-twice",
    "shared formulas",
    swap("Mine", '<f t="shared" si="0"/>', '<f t="shared" ref="D3:D5" si="0">B3</f>'),
)
case("formula-area", "shared formulas", swap("Mine", 'ref="D2:D5"', 'ref="D5:D2"'))
case("column-range", "groups and hidden lines", swap("Mine", 'min="4" max="4"', 'min="4" max="16385"'))
case("columns-overlap", "groups and hidden lines", swap("Mine", 'min="4" max="4"', 'min="3" max="4"'))
case("column-width", "groups and hidden lines", swap("Mine", 'max="4" width="9.1"', 'max="4" width="300"'))
# ranges
case("merge-range", "links of the owner", swap("Mine", 'ref="E1:G2"', 'ref="G2:E1"'))
case("merge-of-one", "links of the owner", swap("Mine", 'ref="E1:G2"', 'ref="E1:E1"'))
case(
    "merges-overlap",
    "links of the owner",
    swap("Mine", '<mergeCells count="1">', '<mergeCells count="2"><mergeCell ref="F2:H4"/>'),
)
case("merge-in-table", GAMES, put("Games", '<mergeCells count="1"><mergeCell ref="A2:B2"/></mergeCells>'))
case("rule-range", "newer conditional formats", swap("Mine", 'sqref="B2:B5"', 'sqref="B5:B2"'))
case(
    "rule-format",
    "plain",
    put(
        "Players",
        '<conditionalFormatting sqref="A1"><cfRule type="expression" dxfId="9000" priority="950"><formula>TRUE</formula></cfRule></conditionalFormatting>',
    ),
)
case("rule-rank", "conditional formats of the owner", swap("Players", 'priority="901"', 'priority="902"'))
case(
    "rule-pair",
    "newer conditional formats",
    swap("Mine", 'type="dataBar" id="{6A2C9E10-', 'type="dataBar" id="{7A2C9E10-'),
)
case("rule-scale", "newer conditional formats", swap("Mine", '<cfvo type="max"/>', ""))
_DOWN = '<dataValidations count="1"><dataValidation type="list" sqref="{}"{}><formula1>{}</formula1></dataValidation></dataValidations>'
case("validation-range", MINE, put("Mine", _DOWN.format("A", "", "$A$1:$A$5")))
case("validation-list", MINE, put("Mine", _DOWN.format("A1", "", '"' + "x" * 256 + '"')))
case("validation-formula", MINE, put("Mine", _DOWN.format("A1", "", "=$A$1:$A$5")))
case("validation-words", MINE, put("Mine", _DOWN.format("A1", f' promptTitle="{"x" * 33}"', "$A$1:$A$5")))
case("validations-overlap", MINE, put("Mine", _DOWN.format("A1:A4 A2", "", "$A$1:$A$5")))
case(
    "validations-many",
    MINE,
    put(
        "Mine",
        '<dataValidations count="65535">'
        + "".join(f'<dataValidation sqref="{c}{r}"/>' for c in "ABCDE" for r in range(1, 13_108))
        + "</dataValidations>",
    ),
)
_LINK = "<hyperlinks>{}</hyperlinks>"
case("link-range", MINE, put("Mine", _LINK.format('<hyperlink ref="2A" location="A1"/>')))
case("link-to-nothing", MINE, put("Mine", _LINK.format('<hyperlink ref="A2"/>')))
case("link-kind", MINE, put("Mine", _LINK.format('<hyperlink ref="A2" r:id="rId1"/>')))
case("link-length", MINE, put("Mine", _LINK.format(f'<hyperlink ref="A2" location="{"A" * 2_100}"/>')))
case("link-twice", MINE, put("Mine", _LINK.format('<hyperlink ref="A2" location="A1"/>' * 2)))
case(
    "links-many",
    MINE,
    put("Mine", _LINK.format("".join(f'<hyperlink ref="A{n}" location="A1"/>' for n in range(1, 65_532)))),
)
case("filter-range", "filters", swap("Players", 'autoFilter ref="A1:', 'autoFilter ref="A9:'))
case("filter-column", "filters", swap("Players", 'colId="0"', 'colId="90"'))
case("filter-over-table", GAMES, put("Games", '<autoFilter ref="A1:C3"/>'))
case("pane-corner", "frozen and split panes", swap("Mine", 'topLeftCell="B2"', 'topLeftCell="2B"'))
case(
    "pane-active",
    "frozen and split panes",
    swap("Mine split", 'topLeftCell="C1"', 'topLeftCell="C1" activePane="bottomLeft"'),
)
case(
    "selection-pane",
    "frozen and split panes",
    swap("Mine split", 'pane="topRight" activeCell', 'pane="bottomLeft" activeCell'),
)
case("selection-range", "frozen and split panes", swap("Mine", 'activeCell="C3"', 'activeCell="H9"'))
case("zoom", "frozen and split panes", swap("Mine", 'zoomScale="85"', 'zoomScale="9"'))
case("dimension", MINE, put("Mine", '<dimension ref="C5:A1"/>'))
case("breaks-many", MINE, put("Mine", "<rowBreaks>" + '<brk id="1"/>' * 1_027 + "</rowBreaks>"))
# looks
case("colour", "plain", swap("styles", 'rgb="001F2933"', 'rgb="1F2933"'))
case(
    "style-table",
    "plain",
    lambda p: p.parts.__setitem__(
        "xl/styles.xml", b'<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"/>'
    ),
)
case("styles-many", "plain", swap("styles", "</cellXfs>", '<xf fontId="0"/>' * 65_500 + "</cellXfs>"))
case("style-index", "plain", swap("styles", 'fontId="1"', 'fontId="900"'))
case("style-name-twice", "plain", swap("styles", "</cellStyles>", '<cellStyle name="normal" xfId="0"/></cellStyles>'))
case("number-format-id", "plain", swap("styles", 'numFmt numFmtId="164"', 'numFmt numFmtId="20"'))
case("number-format", "plain", swap("styles", 'formatCode="yyyy-mm-dd hh:mm"', 'formatCode=""'))
case("number-format-twice", "plain", swap("styles", "</numFmts>", '<numFmt numFmtId="164" formatCode="0"/></numFmts>'))
case("font-size", "plain", swap("styles", 'sz val="11"', 'sz val="0"'))
# tables
_TABLE = "xl/tables/table90.xml"
case("table-range", GAMES, swap(_TABLE, ' ref="A1:', ' ref="A9:'))
case("table-rows", GAMES, swap(_TABLE, '2" totals', '1" totals'))
case("table-columns", GAMES, swap(_TABLE, '<tableColumn id="1" name="Game"/>', ""))
case("table-column-twice", GAMES, swap(_TABLE, 'name="White"', 'name="GAME"'))
case("table-column-id", GAMES, swap(_TABLE, 'tableColumn id="2"', 'tableColumn id="1"'))
case("table-heading", GAMES, swap(_TABLE, 'name="White"', 'name="Whites"'))
case("table-filter", GAMES, swap(_TABLE, 'autoFilter ref="A1:', 'autoFilter ref="B1:'))
case("table-name", GAMES, swap(_TABLE, 'displayName="AllGames"', 'displayName="All games"'))
case("table-name-taken", GAMES, name("AllGames", "Games!$A$1"))


def _second(id_: int, told: str, ref: str) -> Act:
    def act(package: Package) -> None:
        from tests.ooxml.corpus.laid import headings
        from tests.ooxml.package import parsed, printed

        sheet = package.sheets()["Games"]
        columns = headings(package, sheet)[:2]
        part = package.add("xl/tables/table77.xml", table_xml(id_, told, ref, columns), "table+xml")
        root = parsed(package.parts[sheet])
        parts = root.find("{*}tableParts")
        node = parsed(
            f'<tablePart xmlns="{root.nsmap[None]}" xmlns:r="{R}" r:id="{package.relate(sheet, "table", part)}"/>'.encode()
        )
        parts.append(node)
        parts.set("count", "2")
        package.parts[sheet] = printed(root)

    return act


case("table-id-twice", GAMES, _second(90, "Other", "A20:B22"))
case("table-name-twice", GAMES, _second(91, "ALLGAMES", "A20:B22"))
case("tables-overlap", GAMES, _second(91, "Other", "A1:B9"))
case("table-parts", GAMES, lambda p: [p.relate(p.sheets()["Games"], "table", _TABLE), None][1])
# drawn
case("anchor", MINE, swap("xl/drawings/drawing92.xml", "<xdr:col>12</xdr:col>", "<xdr:col>16384</xdr:col>"))
case("drawing-kind", "comments with replies", swap("Mine", "<legacyDrawing ", "<drawing "))
case("drawings-many", MINE, lambda p: [p.relate(p.sheets()["Mine"], "drawing", "xl/drawings/drawing92.xml"), None][1])
_NOTES = "xl/comments90.xml"
case("note-author", "comments with replies", swap(_NOTES, 'authorId="0"', 'authorId="4"'))
case("note-place", "comments with replies", swap(_NOTES, 'ref="B2"', 'ref="2B"'))
case("note-twice", "notes with sizes and colours", swap(_NOTES, 'ref="C4"', 'ref="B2"'))
case("note-box", "notes with sizes and colours", swap(_NOTES, 'ref="C4"', 'ref="C5"'))
case("notes-without-drawing", "comments with replies", swap("Mine", "legacyDrawing ", "legacyDrawingHF "))
case("thread-note", "comments with replies", swap(_NOTES, "tc={5D0E", "tc={6D0E"))
case("thread-person", "comments with replies", swap("xl/persons/person.xml", 'id="{3F2B', 'id="{4F2B'))
# what the file says of itself
_CORE, _APP = "docProps/core.xml", "docProps/app.xml"
case(
    "properties-twice",
    "plain",
    both(
        lambda p: p.parts.__setitem__("docProps/core2.xml", p.parts[_CORE]),
        lambda p: [
            p.relate(
                "",
                "http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties",
                "docProps/core2.xml",
            ),
            None,
        ][1],
    ),
)
case(
    "property-twice",
    "plain",
    swap(_CORE, "</dc:creator>", '</dc:creator><dc:creator xmlns:dc="http://purl.org/dc/elements/1.1/">x</dc:creator>'),
)
case("property-moment", "plain", swap(_CORE, 'xsi:type="dcterms:W3CDTF"', ""))
case("property-size", "properties", swap(_APP, 'vector size="2"', 'vector size="3"'))
case("property-counts", "properties", swap(_APP, "<vt:i4>", "<vt:i4>1"))
case("property-titles", "properties", swap(_APP, "<vt:lpstr>Games</vt:lpstr>", "<vt:lpstr>Played</vt:lpstr>"))
case("property-id", "properties", swap("docProps/custom.xml", 'pid="2"', 'pid="1"'))


def packed(package: Package, extra: str = "", compression: int = zipfile.ZIP_DEFLATED) -> bytes:
    """The file with one more entry, or one packed otherwise."""
    import warnings

    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for told, part in package.parts.items():
            archive.writestr(told, part, compression if told == "docProps/app.xml" else None)
        if extra:
            archive.writestr(extra, b"")
    return out.getvalue()


def _damaged(package: Package) -> bytes:
    data = package.saved(zipfile.ZIP_STORED)
    at = data.index(b"<styleSheet")
    return data[:at] + b"<StyleSheet" + data[at + 11 :]


def _secret(package: Package) -> bytes:
    """One entry says that a password is needed, in both of its headers."""
    data = bytearray(package.saved())
    for mark, flags in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        data[data.index(mark) + flags] |= 1
    return bytes(data)


RAW["archive"] = lambda package: package.saved()[:500]
RAW["entry-twice"] = lambda package: packed(package, extra="XL/styles.xml")
RAW["entry-name"] = lambda package: packed(package, extra="xl\\media\\image1.png")
RAW["entry-compression"] = lambda package: packed(package, compression=zipfile.ZIP_BZIP2)
RAW["entry-damaged"] = _damaged
RAW["entry-encrypted"] = _secret
