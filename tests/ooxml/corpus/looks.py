"""How a book looks and behaves: conditional formats, validations, sparklines, views, groups, protection, print."""

from __future__ import annotations

import re

from tests.ooxml.corpus.kinds import kind, mine
from tests.ooxml.package import Package, parsed, printed
from tests.ooxml.vocabulary import MAIN, R

_GUID = "{6A2C9E10-7B0D-4C55-8E5C-2C1C9D0A7F31}"
_VIEW = "{0B5F7C3E-91A4-4C11-A6B2-5D7E0C8F4A41}"


def first_tab(package: Package) -> tuple[str, str]:
    """Title and part of the first tab, which the worker rewrites."""
    return next(iter(package.sheets().items()))


def data_bar(area: str) -> tuple[str, str]:
    """A data bar of the newer kind: the rule for every program, and its pair in the extension."""
    return (
        f'<conditionalFormatting sqref="{area}"><cfRule type="dataBar" priority="900"><dataBar><cfvo type="min"/><cfvo type="max"/><color rgb="FF638EC6"/></dataBar>'
        f'<extLst><ext uri="{{B025F937-C7B1-47D3-B67F-A62EFF666E3E}}"><x14:id>{_GUID}</x14:id></ext></extLst></cfRule></conditionalFormatting>',
        f'<ext uri="{{78C0D931-6437-407d-A8EE-F0AAD7539E65}}"><x14:conditionalFormattings><x14:conditionalFormatting><x14:cfRule type="dataBar" id="{_GUID}">'
        '<x14:dataBar minLength="0" maxLength="100" border="1" negativeBarBorderColorSameAsPositive="0"><x14:cfvo type="autoMin"/><x14:cfvo type="autoMax"/><x14:borderColor rgb="FF638EC6"/>'
        '<x14:negativeFillColor rgb="FFFF0000"/><x14:negativeBorderColor rgb="FFFF0000"/><x14:axisColor rgb="FF000000"/></x14:dataBar></x14:cfRule>'
        f"<xm:sqref>{area}</xm:sqref></x14:conditionalFormatting></x14:conditionalFormattings></ext>",
    )


def sparklines(title: str, of: str, at: str) -> str:
    """A line in a cell."""
    return (
        '<ext uri="{05C60535-1F16-4fd2-B633-F4F36F0B64E0}"><x14:sparklineGroups><x14:sparklineGroup displayEmptyCellsAs="gap">'
        f"<x14:colorSeries rgb=\"FF376092\"/><x14:sparklines><x14:sparkline><xm:f>'{title}'!{of}</xm:f><xm:sqref>{at}</xm:sqref></x14:sparkline></x14:sparklines>"
        "</x14:sparklineGroup></x14:sparklineGroups></ext>"
    )


@kind()
def newer_conditional_formats(package: Package) -> None:
    """Data bars with their extension on the first tab and on the owner's."""
    rule, extension = data_bar("C4:C40")
    package.insert(first_tab(package)[1], rule, f"<extLst>{extension}</extLst>")
    rule, extension = data_bar("B2:B5")
    mine(package, after=f"{rule}<extLst>{extension.replace('7F31', '7F32')}</extLst>".replace("7F31", "7F32"))


@kind()
def newer_validations(package: Package) -> None:
    """Drop-downs that point straight at another tab, on Players."""
    mine(package)
    package.insert(
        package.sheets()["Players"],
        '<extLst><ext uri="{CCE6A557-97BC-4b89-ADB6-D9C93CAAB3DF}"><x14:dataValidations count="1"><x14:dataValidation type="list" allowBlank="1" showInputMessage="1" showErrorMessage="1">'
        "<x14:formula1><xm:f>Mine!$A$2:$A$5</xm:f></x14:formula1><xm:sqref>Z2:Z40</xm:sqref></x14:dataValidation></x14:dataValidations></ext></extLst>",
    )


@kind()
def sparklines_on_two_tabs(package: Package) -> None:
    """Lines in cells, beside the worker's standings and on the owner's tab."""
    title, part = first_tab(package)
    package.insert(part, f"<extLst>{sparklines(title, 'C4:H4', 'Z4')}</extLst>")
    mine(package, after=f"<extLst>{sparklines('Mine', 'B2:B5', 'E2')}</extLst>")


@kind()
def conditional_formats_of_the_owner(package: Package) -> None:
    """Rules of the owner's on a tab of the worker, two of them over the same cells, with a format of their own."""
    styles = next(part for _, kind_, part in package.relations(package.book) if kind_ == "styles")
    root = parsed(package.parts[styles])
    formats = root.find(f"{{{MAIN}}}dxfs")
    number = len(formats)
    formats.append(
        parsed(
            f'<dxf xmlns="{MAIN}"><font><b/><color rgb="FF9C0006"/></font><fill><patternFill><bgColor rgb="FFFFC7CE"/></patternFill></fill></dxf>'.encode()
        )
    )
    formats.set("count", str(number + 1))
    package.parts[styles] = printed(root)
    package.insert(
        package.sheets()["Players"],
        f'<conditionalFormatting sqref="B2:B100 D2:D100"><cfRule type="cellIs" dxfId="{number}" priority="901" operator="greaterThan"><formula>1999</formula></cfRule></conditionalFormatting>',
        f'<conditionalFormatting sqref="B2:B50"><cfRule type="expression" dxfId="{number}" priority="902"><formula>$B2&lt;1000</formula></cfRule></conditionalFormatting>',
    )


@kind()
def custom_views(package: Package) -> None:
    """A view that the owner keeps under a name, with filters of its own for each tab."""
    sheet = mine(package)
    for part in (sheet, package.sheets()["Players"]):
        package.insert(
            part,
            f'<customSheetViews><customSheetView guid="{_VIEW}" scale="80" hiddenColumns="1"><pageMargins left="0.7" right="0.7" top="0.75" bottom="0.75" header="0.3" footer="0.3"/></customSheetView></customSheetViews>',
        )
    package.insert(
        package.book,
        f'<customWorkbookViews><customWorkbookView name="For print" guid="{_VIEW}" maximized="1" windowWidth="1900" windowHeight="900" activeSheetId="1"/></customWorkbookViews>',
    )


@kind()
def groups_and_hidden_lines(package: Package) -> None:
    """Rows and columns in groups, some of them closed."""
    rows = "".join(
        f'<row r="{n}"{" outlineLevel=" + chr(34) + "1" + chr(34) + " hidden=" + chr(34) + "1" + chr(34) if n in (2, 3) else ""}{" collapsed=" + chr(34) + "1" + chr(34) if n == 4 else ""}><c r="A{n}"><v>{n}</v></c></row>'
        for n in range(1, 6)
    )
    mine(
        package,
        rows=rows,
        before='<sheetPr><outlinePr summaryBelow="1"/></sheetPr><sheetFormatPr defaultRowHeight="15" outlineLevelRow="1" outlineLevelCol="1"/>'
        '<cols><col min="2" max="3" width="9.1" outlineLevel="1" hidden="1"/><col min="4" max="4" width="9.1" collapsed="1"/></cols>',
    )
    root = parsed(package.parts[package.sheets()["Games"]])
    for node in list(root.iter(f"{{{MAIN}}}col"))[3:5]:
        node.set("outlineLevel", "1")
        node.set("hidden", "1")
    package.parts[package.sheets()["Games"]] = printed(root)


@kind()
def frozen_and_split_panes(package: Package) -> None:
    """Tabs of the owner's with frozen lines, with a split, zoomed, right to left."""
    view = '<sheetViews><sheetView showGridLines="0" rightToLeft="1" zoomScale="85" workbookViewId="0">{}</sheetView></sheetViews>'
    frozen = '<pane xSplit="1" ySplit="1" topLeftCell="B2" activePane="bottomRight" state="frozen"/><selection pane="topRight" activeCell="B1" sqref="B1"/><selection pane="bottomLeft" activeCell="A2" sqref="A2"/><selection pane="bottomRight" activeCell="C3" sqref="C3:D4"/>'
    mine(package, before=view.format(frozen))
    mine(
        package,
        before=view.format(
            '<pane xSplit="2000" topLeftCell="C1"/><selection pane="topRight" activeCell="D1" sqref="D1"/>'
        ),
        title="Mine split",
    )


@kind()
def protection_of_the_owner(package: Package) -> None:
    """The book's structure and a tab locked with a password, and a range that some may change."""
    book = parsed(package.parts[package.book])
    for node in list(book.iter(f"{{{MAIN}}}workbookProtection")):
        book.remove(node)
    package.parts[package.book] = printed(book)
    package.insert(package.book, '<workbookProtection workbookPassword="CC1A" lockStructure="1"/>')
    mine(
        package,
        after='<sheetProtection password="CC1A" sheet="1" objects="1" scenarios="1"/>'
        '<protectedRanges><protectedRange password="CC1A" sqref="B2:B5" name="Fees"/></protectedRanges>'
        '<ignoredErrors><ignoredError sqref="B2:B5" numberStoredAsText="1"/></ignoredErrors>',
    )


@kind()
def settings_of_print(package: Package) -> None:
    """Settings of a printer, headers, breaks and print ranges, on a tab of the worker and on the owner's."""
    package.default("bin", "application/vnd.openxmlformats-officedocument.spreadsheetml.printerSettings")
    package.add("xl/printerSettings/printerSettings1.bin", b"Our printer".ljust(220, b"\0"))
    sheet = mine(package)
    id_ = package.relate(sheet, "printerSettings", "xl/printerSettings/printerSettings1.bin", relative=True)
    package.insert(
        sheet,
        '<printOptions horizontalCentered="1" gridLines="1"/>',
        '<pageMargins left="0.5" right="0.5" top="0.5" bottom="0.5" header="0.3" footer="0.3"/>',
        f'<pageSetup paperSize="9" orientation="landscape" r:id="{id_}"/>',
        '<headerFooter differentFirst="1"><oddHeader>&amp;L&amp;"Arial,Bold"Fees&amp;R&amp;D</oddHeader><firstFooter>&amp;CFirst page</firstFooter></headerFooter>',
        '<rowBreaks count="1" manualBreakCount="1"><brk id="3" max="16383" man="1"/></rowBreaks>',
    )
    at = list(package.sheets()).index("Mine")
    package.name("_xlnm.Print_Area", "Mine!$A$1:$C$5", localSheetId=str(at))
    package.insert(
        package.sheets()["Players"],
        '<rowBreaks count="1" manualBreakCount="1"><brk id="20" max="16383" man="1"/></rowBreaks>',
    )


@kind()
def theme_of_the_owner(package: Package) -> None:
    """Colours and letters of the club's own."""
    part = next(part for _, kind_, part in package.relations(package.book) if kind_ == "theme")
    changed, count = re.subn(rb'<a:srgbClr val="4F81BD"/>', b'<a:srgbClr val="13579B"/>', package.parts[part])
    assert count
    package.parts[part] = changed
    mine(package)


@kind()
def views_of_the_book(package: Package) -> None:
    """Two windows on the book, the first tab out of sight, scenarios and a watch of a cell."""
    root = parsed(package.parts[package.book])
    views = root.find(f"{{{MAIN}}}bookViews")
    views.append(
        parsed(
            f'<workbookView xmlns="{MAIN}" xWindow="0" yWindow="0" windowWidth="9000" windowHeight="5000" activeTab="1"/>'.encode()
        )
    )
    package.parts[package.book] = printed(root)
    for part in package.sheets().values():
        tab = parsed(package.parts[part])
        holder = tab.find(f"{{{MAIN}}}sheetViews")
        if holder is not None:
            holder.append(parsed(f'<sheetView xmlns="{MAIN}" workbookViewId="1"/>'.encode()))
            package.parts[part] = printed(tab)
    mine(
        package,
        after='<scenarios current="0"><scenario name="High fee" count="1" user="Ada"><inputCells r="B2" val="15"/></scenario></scenarios>'
        '<cellWatches><cellWatch r="B2"/></cellWatches>',
    )


@kind()
def links_of_the_owner(package: Package) -> None:
    """Links to the web, to a cell, with a tip; merged cells beside them."""
    sheet = mine(package)
    web = package.relate(sheet, f"{R}/hyperlink", "https://club.example/fees?year=2026&part=1", external=True)
    package.insert(
        sheet,
        '<mergeCells count="1"><mergeCell ref="E1:G2"/></mergeCells>',
        f'<hyperlinks><hyperlink ref="A2" r:id="{web}" tooltip="Fees"/><hyperlink ref="A3" location="\'Mine\'!B3" display="here"/></hyperlinks>',
    )
