"""What is drawn on a tab: charts, pictures, shapes, embedded objects, buttons, pictures behind and in headers."""

from __future__ import annotations

import struct
import zlib

from tests.ooxml.corpus.kinds import kind, mine
from tests.ooxml.package import Package
from tests.ooxml.vocabulary import CHART, DRAW, MC, MS_REL, XDR, R

DRAWING = "application/vnd.openxmlformats-officedocument.drawing+xml"
CHART_TYPE = "application/vnd.openxmlformats-officedocument.drawingml.chart+xml"
_HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
_STYLE = "http://schemas.microsoft.com/office/drawing/2012/chartStyle"
_SPACES = f'xmlns:xdr="{XDR}" xmlns:a="{DRAW}" xmlns:r="{R}"'


def png(red: int = 200) -> bytes:
    """A picture of one dot."""

    def chunk(name: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    head = struct.pack(">IIBBBBB", 1, 1, 8, 2, 0, 0, 0)
    dot = zlib.compress(bytes((0, red, 90, 40)))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", dot) + chunk(b"IEND", b"")


def anchored(inner: str, column: int = 5) -> str:
    """Something between two cells."""
    return (
        f"<xdr:twoCellAnchor><xdr:from><xdr:col>{column}</xdr:col><xdr:colOff>0</xdr:colOff><xdr:row>1</xdr:row><xdr:rowOff>0</xdr:rowOff></xdr:from>"
        f"<xdr:to><xdr:col>{column + 4}</xdr:col><xdr:colOff>0</xdr:colOff><xdr:row>12</xdr:row><xdr:rowOff>0</xdr:rowOff></xdr:to>"
        f"{inner}<xdr:clientData/></xdr:twoCellAnchor>"
    )


def drawing(*anchors: str) -> str:
    """A drawing part."""
    return f"{_HEAD}<xdr:wsDr {_SPACES}>{''.join(anchors)}</xdr:wsDr>"


def frame(inner: str, number: int = 2, name: str = "Frame") -> str:
    """A frame around a graphic."""
    return (
        f'<xdr:graphicFrame macro=""><xdr:nvGraphicFramePr><xdr:cNvPr id="{number}" name="{name} {number}"/><xdr:cNvGraphicFramePr/></xdr:nvGraphicFramePr>'
        f'<xdr:xfrm><a:off x="0" y="0"/><a:ext cx="0" cy="0"/></xdr:xfrm><a:graphic>{inner}</a:graphic></xdr:graphicFrame>'
    )


def shape(text: str, number: int = 3) -> str:
    """A text box."""
    return (
        f'<xdr:sp macro="" textlink=""><xdr:nvSpPr><xdr:cNvPr id="{number}" name="TextBox {number}"/><xdr:cNvSpPr txBox="1"/></xdr:nvSpPr>'
        '<xdr:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="900000" cy="400000"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></xdr:spPr>'
        f'<xdr:txBody><a:bodyPr/><a:lstStyle/><a:p><a:r><a:rPr lang="en-GB"/><a:t>{text}</a:t></a:r></a:p></xdr:txBody></xdr:sp>'
    )


def draw(package: Package, sheet: str, content: str, name: str = "xl/drawings/drawing90.xml") -> str:
    """A drawing laid onto a tab; its part comes back."""
    package.add(name, content, DRAWING)
    package.insert(sheet, f'<drawing r:id="{package.relate(sheet, "drawing", name)}"/>')
    return name


def chart_xml(sheet: str, cells: str = "$B$2:$B$5") -> str:
    """A chart of columns over cells of a tab."""
    return (
        f'{_HEAD}<c:chartSpace xmlns:c="{CHART}" xmlns:a="{DRAW}" xmlns:r="{R}"><c:roundedCorners val="0"/><c:chart><c:autoTitleDeleted val="1"/>'
        '<c:plotArea><c:layout/><c:barChart><c:barDir val="col"/><c:grouping val="clustered"/><c:varyColors val="0"/><c:ser><c:idx val="0"/><c:order val="0"/>'
        f"<c:val><c:numRef><c:f>{sheet}!{cells}</c:f></c:numRef></c:val></c:ser>"
        '<c:axId val="500"/><c:axId val="501"/></c:barChart><c:catAx><c:axId val="500"/><c:scaling><c:orientation val="minMax"/></c:scaling><c:delete val="0"/>'
        '<c:axPos val="b"/><c:crossAx val="501"/></c:catAx><c:valAx><c:axId val="501"/><c:scaling><c:orientation val="minMax"/></c:scaling><c:delete val="0"/>'
        '<c:axPos val="l"/><c:crossAx val="500"/></c:valAx></c:plotArea><c:plotVisOnly val="1"/></c:chart></c:chartSpace>'
    )


def add_chart(package: Package, sheet: str, of: str, column: int = 5, number: int = 90) -> None:
    """A chart on a tab, of cells of the tab called `of`, with colours of its own as newer programs write."""
    part = f"xl/charts/chart{number}.xml"
    content = f'<a:graphicData uri="{CHART}"><c:chart xmlns:c="{CHART}" r:id="rId1"/></a:graphicData>'
    drawn = draw(package, sheet, drawing(anchored(frame(content), column)), f"xl/drawings/drawing{number}.xml")
    package.add(part, chart_xml(of), CHART_TYPE)
    package.relate(drawn, "chart", part, relative=True)
    inner = f'<cs:colorStyle xmlns:cs="{_STYLE}" xmlns:a="{DRAW}" meth="cycle" id="10"><a:schemeClr val="accent1"/></cs:colorStyle>'
    colours = package.add(
        f"xl/charts/colors{number}.xml", _HEAD + inner, "application/vnd.ms-office.chartcolorstyle+xml"
    )
    package.relate(part, f"{MS_REL}2011/relationships/chartColorStyle", colours, relative=True)


@kind()
def chart_on_a_tab_of_the_owner(package: Package) -> None:
    """A chart of the owner's own numbers."""
    add_chart(package, mine(package), "Mine")


@kind()
def chart_on_the_first_tab(package: Package) -> None:
    """A chart that the owner laid beside the standings."""
    title = next(iter(package.sheets()))
    add_chart(package, package.sheets()[title], f"'{title}'", column=20)


def chart_sheet(package: Package, part: str = "xl/chartsheets/sheet1.xml") -> None:
    """A tab that is a chart."""
    package.add(
        part,
        f'{_HEAD}<chartsheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="{R}"><sheetViews><sheetView workbookViewId="0"/></sheetViews>'
        '<pageMargins left="0.7" right="0.7" top="0.75" bottom="0.75" header="0.3" footer="0.3"/><drawing r:id="rId1"/></chartsheet>',
        "chartsheet+xml",
    )
    content = f'<a:graphicData uri="{CHART}"><c:chart xmlns:c="{CHART}" r:id="rId1"/></a:graphicData>'
    where = '<xdr:absoluteAnchor><xdr:pos x="0" y="0"/><xdr:ext cx="9000000" cy="6000000"/>'
    package.add(
        "xl/drawings/drawing91.xml", drawing(f"{where}{frame(content)}<xdr:clientData/></xdr:absoluteAnchor>"), DRAWING
    )
    package.add("xl/charts/chart91.xml", chart_xml("Mine"), CHART_TYPE)
    package.relate(part, "drawing", "xl/drawings/drawing91.xml")
    package.relate("xl/drawings/drawing91.xml", "chart", "xl/charts/chart91.xml")


@kind()
def pictures(package: Package) -> None:
    """Two pictures, one of them laid over a tab of the worker."""
    package.default("png", "image/png")
    for number, sheet in ((92, mine(package)), (93, package.sheets()["Players"])):
        package.add(f"xl/media/image{number}.png", png(number))
        picture = (
            f'<xdr:pic><xdr:nvPicPr><xdr:cNvPr id="2" name="Picture {number}" descr="Our badge"/><xdr:cNvPicPr><a:picLocks noChangeAspect="1"/></xdr:cNvPicPr></xdr:nvPicPr>'
            '<xdr:blipFill><a:blip r:embed="rId1"/><a:stretch><a:fillRect/></a:stretch></xdr:blipFill>'
            '<xdr:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="9525" cy="9525"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></xdr:spPr></xdr:pic>'
        )
        drawn = draw(package, sheet, drawing(anchored(picture, 12)), f"xl/drawings/drawing{number}.xml")
        package.relate(drawn, "image", f"xl/media/image{number}.png", relative=True)


@kind()
def text_boxes_and_shapes(package: Package) -> None:
    """Text boxes on the owner's tab and over the worker's first one."""
    draw(package, mine(package), drawing(anchored(shape("Fees are due in May"))), "xl/drawings/drawing94.xml")
    first = next(iter(package.sheets().values()))
    draw(package, first, drawing(anchored(shape("Well played!"), 18)), "xl/drawings/drawing95.xml")


@kind()
def smart_art(package: Package) -> None:
    """A diagram, with the five parts that it consists of."""
    space = "http://schemas.openxmlformats.org/drawingml/2006/diagram"
    content = f'<a:graphicData uri="{space}"><dgm:relIds xmlns:dgm="{space}" r:dm="rId1" r:lo="rId2" r:qs="rId3" r:cs="rId4"/></a:graphicData>'
    drawn = draw(package, mine(package), drawing(anchored(frame(content))))
    parts = (
        ("data", "dataModel", "diagramData", "<dgm:ptLst/>"),
        ("layout", "layoutDef", "diagramLayout", '<dgm:layoutNode name="a"/>'),
        ("quickStyle", "styleDef", "diagramQuickStyle", '<dgm:styleLbl name="node1"/>'),
        ("colors", "colorsDef", "diagramColors", ""),
    )
    for name, root, relation, inner in parts:
        unique = ' uniqueId="urn:club"' if root != "dataModel" else ""
        part = package.add(
            f"xl/diagrams/{name}1.xml",
            f'{_HEAD}<dgm:{root} xmlns:dgm="{space}"{unique}>{inner}</dgm:{root}>',
            f"application/vnd.openxmlformats-officedocument.drawingml.{relation.replace('QuickStyle', 'Style')}+xml",
        )
        package.relate(drawn, relation, part)


@kind()
def chart_of_a_newer_kind(package: Package) -> None:
    """A funnel, in its wrapping for older programs."""
    space = "http://schemas.microsoft.com/office/drawing/2014/chartex"
    content = f'<a:graphicData uri="{space}"><cx:chart xmlns:cx="{space}" r:id="rId1"/></a:graphicData>'
    wrapped = (
        f'<mc:AlternateContent xmlns:mc="{MC}"><mc:Choice xmlns:cx2="http://schemas.microsoft.com/office/drawing/2015/10/21/chartex" Requires="cx2">'
        f"{frame(content)}</mc:Choice><mc:Fallback>{shape('This chart needs a newer program.')}</mc:Fallback></mc:AlternateContent>"
    )
    drawn = draw(package, mine(package), drawing(anchored(wrapped)))
    part = package.add(
        "xl/charts/chartEx1.xml",
        f'{_HEAD}<cx:chartSpace xmlns:cx="{space}" xmlns:a="{DRAW}"><cx:chartData><cx:data id="0"><cx:numDim type="val"><cx:f>Mine!$B$2:$B$5</cx:f></cx:numDim></cx:data></cx:chartData>'
        '<cx:chart><cx:plotArea><cx:plotAreaRegion><cx:series layoutId="funnel"><cx:dataId val="0"/></cx:series></cx:plotAreaRegion><cx:axis id="0"><cx:catScaling/></cx:axis></cx:plotArea></cx:chart></cx:chartSpace>',
        "application/vnd.ms-office.chartex+xml",
    )
    package.relate(drawn, f"{MS_REL}2014/relationships/chartEx", part, relative=True)


@kind()
def background_picture(package: Package) -> None:
    """A picture behind the cells of a tab of the worker."""
    package.default("png", "image/png")
    package.add("xl/media/image96.png", png(96))
    sheet = package.sheets()["Players"]
    package.insert(sheet, f'<picture r:id="{package.relate(sheet, "image", "xl/media/image96.png")}"/>')


def vml(inner: str) -> str:
    """An old drawing."""
    return (
        '<xml xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:x="urn:schemas-microsoft-com:office:excel">'
        f'<o:shapelayout v:ext="edit"><o:idmap v:ext="edit" data="1"/></o:shapelayout>{inner}</xml>'
    )


@kind()
def pictures_in_headers(package: Package) -> None:
    """A picture in the header of what is printed, on a tab of the worker."""
    package.default("png", "image/png")
    package.default("vml", "application/vnd.openxmlformats-officedocument.vmlDrawing")
    package.add("xl/media/image97.png", png(97))
    inner = (
        '<v:shapetype id="_x0000_t75" coordsize="21600,21600" o:spt="75" path="m@4@5l@4@11@9@11@9@5xe"/>'
        '<v:shape id="LH" o:spid="_x0000_s2049" type="#_x0000_t75" style="position:absolute;width:9pt;height:9pt"><v:imagedata o:relid="rId1" o:title="badge"/></v:shape>'
    )
    part = package.add("xl/drawings/vmlDrawing97.vml", vml(inner))
    package.relate(part, "image", "xl/media/image97.png", relative=True)
    sheet = package.sheets()["Players"]
    package.insert(
        sheet,
        "<headerFooter><oddHeader>&amp;L&amp;G&amp;CPlayers &amp;P/&amp;N</oddHeader><oddFooter>&amp;R&amp;D</oddFooter></headerFooter>",
        f'<legacyDrawingHF r:id="{package.relate(sheet, "vmlDrawing", part)}"/>',
    )


@kind()
def embedded_object(package: Package) -> None:
    """A document of another program inside the book."""
    package.default("png", "image/png")
    package.default("vml", "application/vnd.openxmlformats-officedocument.vmlDrawing")
    package.default("bin", "application/vnd.openxmlformats-officedocument.oleObject")
    package.add("xl/media/image98.png", png(98))
    package.add("xl/embeddings/oleObject1.bin", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(range(256)) * 2)
    inner = (
        '<v:shape id="_x0000_s1025" type="#_x0000_t75" style="position:absolute;width:60pt;height:40pt"><v:imagedata o:relid="rId1" o:title=""/>'
        '<x:ClientData ObjectType="Pict"><x:SizeWithCells/><x:Anchor>5, 0, 1, 0, 7, 0, 5, 0</x:Anchor></x:ClientData></v:shape>'
    )
    part = package.add("xl/drawings/vmlDrawing98.vml", vml(inner))
    package.relate(part, "image", "xl/media/image98.png", relative=True)
    sheet = mine(package)
    drawn = package.relate(sheet, "vmlDrawing", part)
    there = package.relate(sheet, "oleObject", "xl/embeddings/oleObject1.bin")
    package.insert(
        sheet,
        f'<legacyDrawing r:id="{drawn}"/>',
        f'<oleObjects><oleObject progId="Package" shapeId="1025" r:id="{there}"/></oleObjects>',
    )


@kind()
def buttons(package: Package) -> None:
    """A tick box of the kind that is drawn on a tab."""
    package.default("vml", "application/vnd.openxmlformats-officedocument.vmlDrawing")
    inner = (
        '<v:shape id="_x0000_s1026" type="#_x0000_t201" style="position:absolute;width:70pt;height:15pt" stroked="f"><v:textbox><div>Paid</div></v:textbox>'
        '<x:ClientData ObjectType="Checkbox"><x:Anchor>5, 0, 1, 0, 7, 0, 2, 0</x:Anchor><x:FmlaLink>$D$2</x:FmlaLink></x:ClientData></v:shape>'
    )
    part = package.add("xl/drawings/vmlDrawing99.vml", vml(inner))
    package.add(
        "xl/ctrlProps/ctrlProp1.xml",
        f'{_HEAD}<formControlPr xmlns="http://schemas.microsoft.com/office/spreadsheetml/2009/9/main" objectType="CheckBox" fmlaLink="$D$2" lockText="1"/>',
        "application/vnd.ms-excel.controlproperties+xml",
    )
    sheet = mine(package)
    drawn = package.relate(sheet, "vmlDrawing", part)
    control = package.relate(sheet, "ctrlProp", "xl/ctrlProps/ctrlProp1.xml")
    package.insert(
        sheet,
        f'<legacyDrawing r:id="{drawn}"/>',
        f'<controls><control shapeId="1026" r:id="{control}" name="Check Box 2"/></controls>',
    )
