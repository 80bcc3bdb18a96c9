"""What lies around the tabs: macros, properties, custom XML, other books, connections, signatures."""

from __future__ import annotations

from tests.ooxml.corpus.kinds import kind, lines, mine
from tests.ooxml.package import Package, parsed, printed
from tests.ooxml.vocabulary import MAIN, MS_REL, TYPES, R

_HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'


@kind(ending=".xlsm")
def macros(package: Package) -> None:
    """A book with macros: its main part has another kind of content, and tabs have names for code."""
    types = parsed(package.parts["[Content_Types].xml"])
    for node in types.iter(f"{{{TYPES}}}Override"):
        if node.get("PartName") == f"/{package.book}":
            node.set("ContentType", "application/vnd.ms-excel.sheet.macroEnabled.main+xml")
    package.parts["[Content_Types].xml"] = printed(types)
    package.default("bin", "application/vnd.ms-office.vbaProject")
    package.add("xl/vbaProject.bin", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(range(256)) * 4)
    package.relate(package.book, f"{MS_REL}2006/relationships/vbaProject", "xl/vbaProject.bin", relative=True)
    book = parsed(package.parts[package.book])
    book.find(f"{{{MAIN}}}workbookPr").set("codeName", "ThisWorkbook")
    package.parts[package.book] = printed(book)
    mine(package, before='<sheetPr codeName="Tabelle19"/>')
    for title in ("Games", "Players"):
        part = package.sheets()[title]
        root = parsed(package.parts[part])
        root.find(f"{{{MAIN}}}sheetPr").set("codeName", f"Code{title}")
        package.parts[part] = printed(root)


@kind()
def custom_xml(package: Package) -> None:
    """Data of an office's own beside the book."""
    item = package.add(
        "customXml/item1.xml", '<?xml version="1.0"?>\n<club xmlns="urn:club"><member no="7">Ada</member></club>\n'
    )
    props = package.add(
        "customXml/itemProps1.xml",
        f'{_HEAD}<ds:datastoreItem xmlns:ds="http://schemas.openxmlformats.org/officeDocument/2006/customXml" ds:itemID="{{9B3E1C77-55A1-4F52-8B6E-3D2B1A0C9F51}}"><ds:schemaRefs><ds:schemaRef ds:uri="urn:club"/></ds:schemaRefs></ds:datastoreItem>',
        "application/vnd.openxmlformats-officedocument.customXmlProperties+xml",
    )
    package.relate(item, "customXmlProps", props, relative=True)
    package.relate(package.book, "customXml", item)


@kind()
def properties(package: Package) -> None:
    """Properties of the owner's own, and the counts of tabs that Excel keeps."""
    part = package.add(
        "docProps/custom.xml",
        f'{_HEAD}<Properties xmlns="http://schemas.openxmlformats.org/officeDocument/2006/custom-properties" xmlns:vt="http://schemas.openxmlformats.org/officeDocument/2006/docPropsVTypes">'
        '<property fmtid="{D5CDD505-2E9C-101B-9397-08002B2CF9AE}" pid="2" name="Club"><vt:lpwstr>North</vt:lpwstr></property></Properties>',
        "application/vnd.openxmlformats-officedocument.custom-properties+xml",
    )
    package.relate("", "custom-properties", part)
    mine(package)
    titles = list(package.sheets())
    listed = "".join(f"<vt:lpstr>{title}</vt:lpstr>" for title in titles)
    package.parts["docProps/app.xml"] = (
        f'{_HEAD}<Properties xmlns="http://schemas.openxmlformats.org/officeDocument/2006/extended-properties" xmlns:vt="http://schemas.openxmlformats.org/officeDocument/2006/docPropsVTypes">'
        "<Application>Microsoft Excel</Application><DocSecurity>0</DocSecurity><ScaleCrop>false</ScaleCrop>"
        f'<HeadingPairs><vt:vector size="2" baseType="variant"><vt:variant><vt:lpstr>Worksheets</vt:lpstr></vt:variant><vt:variant><vt:i4>{len(titles)}</vt:i4></vt:variant></vt:vector></HeadingPairs>'
        f'<TitlesOfParts><vt:vector size="{len(titles)}" baseType="lpstr">{listed}</vt:vector></TitlesOfParts><AppVersion>16.0300</AppVersion></Properties>'
    ).encode()


@kind()
def another_book_linked(package: Package) -> None:
    """A formula that reads another book, with the values seen there last, and a name that does so."""
    part = package.add(
        "xl/externalLinks/externalLink1.xml",
        f'{_HEAD}<externalLink xmlns="{MAIN}"><externalBook xmlns:r="{R}" r:id="rId1"><sheetNames><sheetName val="Fees"/></sheetNames><sheetDataSet><sheetData sheetId="0"><row r="1"><cell r="A1"><v>12</v></cell></row></sheetData></sheetDataSet></externalBook></externalLink>',
        "externalLink+xml",
    )
    package.relate(part, "externalLinkPath", "file:///C:/club/fees.xlsx", external=True)
    package.insert(
        package.book,
        f'<externalReferences><externalReference r:id="{package.relate(package.book, "externalLink", part)}"/></externalReferences>',
    )
    mine(package, rows='<row r="1"><c r="A1"><f>[1]Fees!$A$1*2</f><v>24</v></c></row>')
    package.name("Fee", "[1]Fees!$A$1")


@kind()
def connections(package: Package) -> None:
    """A table that is filled from a web page."""
    sheet = mine(package)
    part = package.add(
        "xl/connections.xml",
        f'{_HEAD}<connections xmlns="{MAIN}"><connection id="1" name="Ratings" type="4" refreshedVersion="6" background="1"><webPr sourceData="1" url="https://club.example/ratings"/></connection></connections>',
        "connections+xml",
    )
    package.relate(package.book, "connections", part)
    query = package.add(
        "xl/queryTables/queryTable1.xml",
        f'{_HEAD}<queryTable xmlns="{MAIN}" name="Ratings" connectionId="1" autoFormatId="16" applyNumberFormats="0"/>',
        "queryTable+xml",
    )
    package.relate(sheet, "queryTable", query)
    package.name("Ratings", "Mine!$A$1:$C$5", localSheetId=str(list(package.sheets()).index("Mine")))


@kind(signed=True)
def signature(package: Package) -> None:
    """A digital signature over the book."""
    package.default("sigs", "application/vnd.openxmlformats-package.digital-signature-origin")
    package.add("_xmlsignatures/origin.sigs", b"")
    package.relate(
        "",
        "http://schemas.openxmlformats.org/package/2006/relationships/digital-signature/origin",
        "_xmlsignatures/origin.sigs",
    )
    part = package.add(
        "_xmlsignatures/sig1.xml",
        f'{_HEAD}<Signature xmlns="http://www.w3.org/2000/09/xmldsig#" Id="idPackageSignature"><SignedInfo><CanonicalizationMethod Algorithm="http://www.w3.org/TR/2001/REC-xml-c14n-20010315"/></SignedInfo><SignatureValue>AAAA</SignatureValue></Signature>',
        "application/vnd.openxmlformats-package.digital-signature-xmlsignature+xml",
    )
    package.relate(
        "_xmlsignatures/origin.sigs",
        "http://schemas.openxmlformats.org/package/2006/relationships/digital-signature/signature",
        part,
        relative=True,
    )


@kind()
def add_ins(package: Package) -> None:
    """A pane of an add-in, and data that only a newer program reads."""
    pane = package.add(
        "xl/webextensions/taskpanes.xml",
        f'{_HEAD}<wetp:taskpanes xmlns:wetp="http://schemas.microsoft.com/office/webextensions/taskpanes/2010/11"><wetp:taskpane dockstate="right" visibility="0" width="350" row="4"><wetp:webextensionref xmlns:r="{R}" r:id="rId1"/></wetp:taskpane></wetp:taskpanes>',
        "application/vnd.ms-office.webextensiontaskpanes+xml",
    )
    package.relate("", f"{MS_REL}2011/relationships/webextensiontaskpanes", pane)
    extension = package.add(
        "xl/webextensions/webextension1.xml",
        f'{_HEAD}<we:webextension xmlns:we="http://schemas.microsoft.com/office/webextensions/webextension/2010/11" id="{{1E2D3C4B-5A69-4788-9706-15243342516F}}"><we:reference id="wa1" version="1.0.0.0" store="en-US" storeType="OMEX"/><we:alternateReferences/><we:properties/><we:bindings/></we:webextension>',
        "application/vnd.ms-office.webextension+xml",
    )
    package.relate(pane, f"{MS_REL}2011/relationships/webextension", extension, relative=True)


@kind()
def data_model(package: Package) -> None:
    """A data model, and pictures in cells with the parts of rich data they need."""
    package.default("data", "application/vnd.openxmlformats-officedocument.model+data")
    package.add("xl/model/item.data", bytes(range(256)) * 3)
    package.relate(
        package.book, "http://schemas.microsoft.com/office/2011/relationships/powerPivotData", "xl/model/item.data"
    )
    space = "http://schemas.microsoft.com/office/spreadsheetml/2017/richdata"
    for name, root, count in (
        ("rdrichvalue", "rvData", ' count="0"'),
        ("rdrichvaluestructure", "rvStructures", ' count="0"'),
    ):
        part = package.add(
            f"xl/richData/{name}.xml",
            f'{_HEAD}<{root} xmlns="{space}"{count}/>',
            f"application/vnd.ms-excel.{name}+xml",
        )
        package.relate(
            package.book,
            f"{MS_REL}2017/06/relationships/{name.replace('rdrich', 'rdRich').replace('valuestructure', 'ValueStructure').replace('Richvalue', 'RichValue')}",
            part,
        )
    mine(package)


@kind()
def tabs_of_other_kinds(package: Package) -> None:
    """A hidden tab, one hidden for good, and a chart as a tab, between which the worker has to find its own."""
    from tests.ooxml.corpus.drawn import chart_sheet

    mine(package)
    mine(package, rows=lines(), title="Mine hidden")
    mine(package, rows=lines(), title="Mine deep")
    chart_sheet(package)
    book = parsed(package.parts[package.book])
    sheets = book.find(f"{{{MAIN}}}sheets")
    sheets[-2].set("state", "hidden")
    sheets[-1].set("state", "veryHidden")
    number = max(int(node.get("sheetId")) for node in sheets) + 1
    node = parsed(
        f'<sheet xmlns="{MAIN}" xmlns:r="{R}" name="Fees drawn" sheetId="{number}" r:id="{package.relate(package.book, "chartsheet", "xl/chartsheets/sheet1.xml")}"/>'.encode()
    )
    sheets.insert(2, node)  # every tab behind it moves on: names of one tab must move along
    for name in book.iter(f"{{{MAIN}}}definedName"):
        if name.get("localSheetId") is not None and int(name.get("localSheetId")) >= 2:
            name.set("localSheetId", str(int(name.get("localSheetId")) + 1))
    package.parts[package.book] = printed(book)
