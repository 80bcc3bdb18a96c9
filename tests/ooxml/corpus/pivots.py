"""Pivot tables with their caches; slicers and timelines over them and over tables."""

from __future__ import annotations

from tests.ooxml.corpus.drawn import anchored, draw, drawing, frame, shape
from tests.ooxml.corpus.kinds import LINES, kind, lines, mine
from tests.ooxml.corpus.laid import table_xml
from tests.ooxml.package import Package
from tests.ooxml.vocabulary import MAIN, MC, X14, R

_HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
_SPACES = f'xmlns="{MAIN}" xmlns:r="{R}"'
_X15 = "http://schemas.microsoft.com/office/spreadsheetml/2010/11/main"
_DAYS = (46_000, 46_031, 46_062, 46_090)


def add_pivot(package: Package, days: bool = False) -> tuple[str, str]:
    """A pivot over the owner's list on a tab of its own: what each club paid. Tab and table come back."""
    rows = lines()
    if days:
        rows = rows.replace("</row>", '<c r="D1" t="inlineStr"><is><t>Day</t></is></c></row>', 1)
        for number, day in enumerate(_DAYS, start=2):
            rows = rows.replace(f'<row r="{number}">', f'<row r="{number}" day="{day}">')
        for number, day in enumerate(_DAYS, start=2):
            head, _, tail = rows.partition(f' day="{day}">')
            rows = f'{head}>{tail.replace("</row>", f"""<c r="D{number}"><v>{day}</v></c></row>""", 1)}'
    mine(package, rows=rows)
    clubs = [str(line[0]) for line in LINES[1:]]
    items = "".join(f'<s v="{club}"/>' for club in clubs)
    fields = (
        f'<cacheField name="Club" numFmtId="0"><sharedItems count="4">{items}</sharedItems></cacheField>'
        '<cacheField name="Fee" numFmtId="0"><sharedItems containsSemiMixedTypes="0" containsString="0" containsNumber="1" containsInteger="1" minValue="8" maxValue="20"/></cacheField>'
        '<cacheField name="Paid" numFmtId="0"><sharedItems containsSemiMixedTypes="0" containsString="0" containsNumber="1" containsInteger="1" minValue="0" maxValue="15"/></cacheField>'
    )
    if days:
        fields += '<cacheField name="Day" numFmtId="14"><sharedItems containsSemiMixedTypes="0" containsNonDate="0" containsDate="1" containsString="0" minDate="2025-12-09T00:00:00" maxDate="2026-03-10T00:00:00"/></cacheField>'
    cache = package.add(
        "xl/pivotCache/pivotCacheDefinition1.xml",
        f'{_HEAD}<pivotCacheDefinition {_SPACES} r:id="rId1" refreshedBy="Ada" refreshedDate="46000" createdVersion="6" refreshedVersion="6" minRefreshableVersion="3" recordCount="4">'
        f'<cacheSource type="worksheet"><worksheetSource ref="A1:{"D" if days else "C"}5" sheet="Mine"/></cacheSource><cacheFields count="{4 if days else 3}">{fields}</cacheFields></pivotCacheDefinition>',
        "pivotCacheDefinition+xml",
    )
    moments = ("2025-12-09", "2026-01-09", "2026-02-09", "2026-03-09")
    records = "".join(
        f'<r><x v="{i}"/><n v="{line[1]}"/><n v="{line[2]}"/>{f"""<d v="{moments[i]}T00:00:00"/>""" if days else ""}</r>'
        for i, line in enumerate(LINES[1:])
    )
    package.relate(
        cache,
        "pivotCacheRecords",
        package.add(
            "xl/pivotCache/pivotCacheRecords1.xml",
            f'{_HEAD}<pivotCacheRecords {_SPACES} count="4">{records}</pivotCacheRecords>',
            "pivotCacheRecords+xml",
        ),
        relative=True,
    )
    package.insert(
        package.book,
        f'<pivotCaches><pivotCache cacheId="7" r:id="{package.relate(package.book, "pivotCacheDefinition", cache)}"/></pivotCaches>',
    )
    rows = '<row r="3"><c r="A3" t="inlineStr"><is><t>Row Labels</t></is></c><c r="B3" t="inlineStr"><is><t>Sum of Paid</t></is></c></row>'
    for number, line in enumerate(sorted(LINES[1:], key=lambda line: str(line[0])), start=4):
        rows += f'<row r="{number}"><c r="A{number}" t="inlineStr"><is><t>{line[0]}</t></is></c><c r="B{number}"><v>{line[2]}</v></c></row>'
    rows += '<row r="8"><c r="A8" t="inlineStr"><is><t>Grand Total</t></is></c><c r="B8"><v>32</v></c></row>'
    sheet = mine(package, rows=rows, title="Mine by club")
    order = sorted(range(4), key=lambda i: clubs[i])
    field = "".join(f'<item x="{i}"/>' for i in order)
    items = "".join(f"<i>{f'<x v={chr(34)}{i}{chr(34)}/>' if i else '<x/>'}</i>" for i in range(4))
    table = package.add(
        "xl/pivotTables/pivotTable1.xml",
        f'{_HEAD}<pivotTableDefinition xmlns="{MAIN}" name="PaidByClub" cacheId="7" dataCaption="Values" updatedVersion="6" minRefreshableVersion="3" createdVersion="6" indent="0" outline="1" outlineData="1">'
        f'<location ref="A3:B8" firstHeaderRow="1" firstDataRow="1" firstDataCol="1"/><pivotFields count="{4 if days else 3}">'
        f'<pivotField axis="axisRow" showAll="0"><items count="5">{field}<item t="default"/></items></pivotField><pivotField showAll="0"/><pivotField dataField="1" showAll="0"/>'
        f"{'<pivotField numFmtId=' + chr(34) + '14' + chr(34) + ' showAll=' + chr(34) + '0' + chr(34) + '/>' if days else ''}</pivotFields>"
        f'<rowFields count="1"><field x="0"/></rowFields><rowItems count="5">{items}<i t="grand"><x/></i></rowItems><colItems count="1"><i/></colItems>'
        '<dataFields count="1"><dataField name="Sum of Paid" fld="2" baseField="0" baseItem="0"/></dataFields></pivotTableDefinition>',
        "pivotTable+xml",
    )
    package.relate(table, "pivotCacheDefinition", cache, relative=True)
    package.relate(sheet, "pivotTable", table)
    return sheet, table


def _framed(name: str, space: str, requires: str, requires_space: str, tag: str) -> str:
    content = f'<a:graphicData uri="{space}"><{tag}:{"slicer" if tag == "sle" else "timeslicer"} xmlns:{tag}="{space}" name="{name}"/></a:graphicData>'
    return (
        f'<mc:AlternateContent xmlns:mc="{MC}"><mc:Choice xmlns:{requires}="{requires_space}" Requires="{requires}">{frame(content, 2, name)}</mc:Choice>'
        f"<mc:Fallback>{shape('This needs a newer program.', 0)}</mc:Fallback></mc:AlternateContent>"
    )


@kind()
def pivot_table(package: Package) -> None:
    """A pivot over the owner's own list."""
    add_pivot(package)


@kind()
def slicer_of_a_pivot(package: Package) -> None:
    """A slicer and its cache over a pivot."""
    sheet, table = add_pivot(package)
    cache = package.add(
        "xl/slicerCaches/slicerCache1.xml",
        f'{_HEAD}<slicerCacheDefinition xmlns="{X14}" xmlns:mc="{MC}" mc:Ignorable="x" xmlns:x="{MAIN}" name="Slicer_Club" sourceName="Club"><pivotTables><pivotTable tabId="{len(package.sheets())}" name="PaidByClub"/></pivotTables>'
        '<data><tabular pivotCacheId="7"><items count="4"><i x="2" s="1"/><i x="0" s="1"/><i x="1" s="1"/><i x="3" s="1"/></items></tabular></data></slicerCacheDefinition>',
        "application/vnd.ms-excel.slicerCache+xml",
    )
    _slicer(package, sheet, "Club", "Slicer_Club")
    id_ = package.relate(package.book, "http://schemas.microsoft.com/office/2007/relationships/slicerCache", cache)
    package.insert(
        package.book,
        f'<extLst><ext uri="{{BBE1A952-AA13-448e-AADC-164F8A28A991}}"><x14:slicerCaches><x14:slicerCache r:id="{id_}"/></x14:slicerCaches></ext></extLst>',
    )
    package.name("Slicer_Club", "#N/A")
    assert table


@kind()
def slicer_of_a_table(package: Package) -> None:
    """A slicer over a table of the owner's own."""
    sheet = mine(package)
    package.add("xl/tables/table90.xml", table_xml(90, "Fees", "A1:C5", ("Club", "Fee", "Paid")), "table+xml")
    package.insert(
        sheet,
        f'<tableParts count="1"><tablePart r:id="{package.relate(sheet, "table", "xl/tables/table90.xml")}"/></tableParts>',
    )
    cache = package.add(
        "xl/slicerCaches/slicerCache1.xml",
        f'{_HEAD}<slicerCacheDefinition xmlns="{X14}" xmlns:x="{MAIN}" name="Slicer_Club" sourceName="Club"><extLst>'
        f'<x:ext uri="{{2F2917AC-EB37-4324-AD4E-5DD8C200BD13}}" xmlns:x15="{_X15}"><x15:tableSlicerCache tableId="90" column="1"/></x:ext></extLst></slicerCacheDefinition>',
        "application/vnd.ms-excel.slicerCache+xml",
    )
    _slicer(package, sheet, "Club", "Slicer_Club", uri="{3A4CF648-6AED-40f4-86FF-DC5316D8AED3}")
    id_ = package.relate(package.book, "http://schemas.microsoft.com/office/2007/relationships/slicerCache", cache)
    package.insert(
        package.book,
        f'<extLst><ext uri="{{46BE6895-7355-4a93-B00E-2C351335B9C9}}"><x15:slicerCaches><x14:slicerCache r:id="{id_}"/></x15:slicerCaches></ext></extLst>',
    )
    package.name("Slicer_Club", "#N/A")


def _slicer(
    package: Package, sheet: str, name: str, cache: str, uri: str = "{A8765BA9-456A-4dab-B4F3-ACF838C121DE}"
) -> None:
    part = package.add(
        "xl/slicers/slicer1.xml",
        f'{_HEAD}<slicers xmlns="{X14}" xmlns:x="{MAIN}"><slicer name="{name}" cache="{cache}" caption="{name}" rowHeight="241300"/></slicers>',
        "application/vnd.ms-excel.slicer+xml",
    )
    id_ = package.relate(sheet, "http://schemas.microsoft.com/office/2007/relationships/slicer", part)
    space = "http://schemas.microsoft.com/office/drawing/2010/slicer"
    requires = ("a14", "http://schemas.microsoft.com/office/drawing/2010/main")
    draw(package, sheet, drawing(anchored(_framed(name, space, *requires, "sle"))))
    package.insert(
        sheet, f'<extLst><ext uri="{uri}"><x14:slicerList><x14:slicer r:id="{id_}"/></x14:slicerList></ext></extLst>'
    )


@kind()
def timeline(package: Package) -> None:
    """A timeline and its cache over a pivot with days."""
    sheet, _ = add_pivot(package, days=True)
    cache = package.add(
        "xl/timelineCaches/timelineCache1.xml",
        f'{_HEAD}<timelineCacheDefinition xmlns="{_X15}" name="NativeTimeline_Day" sourceName="Day"><pivotTables><pivotTable tabId="{len(package.sheets())}" name="PaidByClub"/></pivotTables>'
        '<state minimalRefreshVersion="6" lastRefreshVersion="6" pivotCacheId="7" filterType="unknown"><bounds startDate="2025-01-01T00:00:00" endDate="2027-01-01T00:00:00"/></state></timelineCacheDefinition>',
        "application/vnd.ms-excel.timelineCache+xml",
    )
    part = package.add(
        "xl/timelines/timeline1.xml",
        f'{_HEAD}<timelines xmlns="{_X15}"><timeline name="Day" cache="NativeTimeline_Day" caption="Day" level="2" selectionLevel="2" scrollPosition="2025-12-01T00:00:00"/></timelines>',
        "application/vnd.ms-excel.timeline+xml",
    )
    id_ = package.relate(package.book, "http://schemas.microsoft.com/office/2011/relationships/timelineCache", cache)
    package.insert(
        package.book,
        f'<extLst><ext uri="{{D0CA8CA8-9F24-4464-BF8E-62219DCF47F9}}"><x15:timelineCacheRefs><x15:timelineCacheRef r:id="{id_}"/></x15:timelineCacheRefs></ext></extLst>',
    )
    seen = package.relate(sheet, "http://schemas.microsoft.com/office/2011/relationships/timeline", part)
    space = "http://schemas.microsoft.com/office/drawing/2012/timeslicer"
    draw(package, sheet, drawing(anchored(_framed("Day", space, "tsle", space, "tsle"))))
    package.insert(
        sheet,
        f'<extLst><ext uri="{{7E03D99C-DC04-49d9-9315-930204A7B6E9}}"><x15:timelineRefs><x15:timelineRef r:id="{seen}"/></x15:timelineRefs></ext></extLst>',
    )
    package.name("NativeTimeline_Day", "#N/A")
