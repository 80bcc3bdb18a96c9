"""The line chart of a view such as History, drawn again over the data there is whenever the view is written."""

from __future__ import annotations

from dataclasses import dataclass
from xml.sax.saxutils import escape

from sync.backends.ooxml.book import quoted
from sync.backends.ooxml.package import Package
from sync.backends.ooxml.sheet import Sheet
from sync.backends.ooxml.space import WORKSHEET, Space, in_space
from sync.backends.ooxml.xml import Element, alone, canonical, child, children, drop, local, parsed, place_in_order
from sync.grid import column_letters
from sync.jsontext import read_json

_MOST_LINES = 24
_CHART = "http://schemas.openxmlformats.org/drawingml/2006/chart"
_DRAWING = "http://schemas.openxmlformats.org/drawingml/2006/main"
_ON_SHEET = "http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing"
_RELATION = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_WIDE, _TALL = 8_640_000, 4_680_000  # 24 by 13 cm
_ANCHORS = frozenset({"oneCellAnchor", "twoCellAnchor", "absoluteAnchor"})


@dataclass(frozen=True)
class Hint:
    """Where the data of a chart stands."""

    title: str
    by_rows: bool
    fixed: int
    heading_row: int


def hint_in(text: str) -> Hint | None:
    """A hint as a name of the workbook keeps it; None for anything else."""
    inner = text.lstrip("=").strip()
    inner = inner[1:-1].replace('""', '"') if inner[:1] == inner[-1:] == '"' else inner
    try:
        title, by_rows, fixed, heading_row = read_json(inner)
        return Hint(str(title), bool(by_rows), int(fixed), int(heading_row))
    except (ValueError, TypeError):
        return None


@dataclass(frozen=True)
class _Line:
    """One line of a chart: the cell that names it, and where its values stand."""

    name: str
    values: str


def draw(package: Package, sheet: Sheet, hint: Hint) -> None:
    """Replace the tab's chart of this title by one over all its lines; none while there is nothing to draw."""
    top, first = hint.heading_row, hint.fixed + 1
    filled = [
        (row, column)
        for row in sheet.rows
        if row >= top
        for column, cell in sheet.line(row).items()
        if (row == top or column < first) and sheet.cells.has_content(cell)
    ]
    last_row = max((r for r, c in filled if c < first), default=top)
    last_column = max((c for r, c in filled if r == top), default=hint.fixed)
    if last_row <= top or last_column < first + (1 if hint.by_rows else 0):
        _take_off(package, sheet, hint.title)
        return
    lines, categories = _lines(sheet, hint, last_row, last_column)
    step = 1 if last_row - top <= 20 else None
    xml = _chart_xml(hint.title, lines, categories, step)
    _put(package, sheet, hint.title, in_space(xml.encode(), sheet.space), (last_column + 1, top))


def _lines(sheet: Sheet, hint: Hint, last_row: int, last_column: int) -> tuple[list[_Line], str]:
    top, first, tab = hint.heading_row, hint.fixed + 1, quoted(sheet.title)

    def at(column: int, row: int, to_column: int, to_row: int) -> str:
        start = f"${column_letters(column - 1)}${row}"
        end = f"${column_letters(to_column - 1)}${to_row}"
        return f"{tab}!{start}:{end}" if start != end else f"{tab}!{start}"

    if hint.by_rows:
        named = next((c for c in range(1, hint.fixed + 1) if sheet.held(top, c) == "Player"), 1)
        rows = range(top + 1, min(last_row, top + _MOST_LINES) + 1)
        lines = [_Line(at(named, row, named, row), at(first, row, last_column, row)) for row in rows]
        return lines, at(first, top, last_column, top)
    columns = range(first, min(last_column, hint.fixed + _MOST_LINES) + 1)
    lines = [_Line(at(c, top, c, top), at(c, top + 1, c, last_row)) for c in columns]
    return lines, at(1, top + 1, 1, last_row)


def _chart_xml(title: str, lines: list[_Line], categories: str, step: int | None) -> str:
    drawn = "".join(
        f'<ser><idx val="{n}"/><order val="{n}"/><tx><strRef><f>{escape(line.name)}</f></strRef></tx>'
        '<spPr><a:ln w="22000"><a:prstDash val="solid"/></a:ln></spPr><marker><symbol val="circle"/><size val="5"/>'
        '<spPr><a:ln><a:prstDash val="solid"/></a:ln></spPr></marker>'
        f"<cat><numRef><f>{escape(categories)}</f></numRef></cat>"
        f'<val><numRef><f>{escape(line.values)}</f></numRef></val><smooth val="0"/></ser>'
        for n, line in enumerate(lines)
    )
    return (
        f'<chartSpace xmlns="{_CHART}" xmlns:a="{_DRAWING}"><chart><title><tx><rich><a:bodyPr/><a:p><a:pPr><a:defRPr/>'
        f"</a:pPr><a:r><a:t>{escape(title)}</a:t></a:r></a:p></rich></tx></title><plotArea>"
        f'<lineChart><grouping val="standard"/>{drawn}<axId val="10"/><axId val="100"/></lineChart>'
        '<catAx><axId val="10"/><scaling><orientation val="minMax"/></scaling><delete val="0"/><axPos val="l"/>'
        '<majorTickMark val="none"/><minorTickMark val="none"/><tickLblPos val="high"/><crossAx val="100"/>'
        '<lblOffset val="100"/></catAx>'
        # The first place is on top.
        '<valAx><axId val="100"/><scaling><orientation val="maxMin"/><min val="1"/></scaling><delete val="0"/>'
        '<axPos val="l"/><majorGridlines/><numFmt formatCode="0" sourceLinked="0"/><majorTickMark val="none"/>'
        '<minorTickMark val="none"/><crossAx val="10"/>'
        f"{f'<majorUnit val={chr(34)}{step}{chr(34)}/>' if step else ''}</valAx></plotArea>"
        '<legend><legendPos val="r"/></legend><plotVisOnly val="1"/><dispBlanksAs val="gap"/></chart></chartSpace>'
    )


def _anchor(space: Space, relation: str, number: int, corner: tuple[int, int]) -> Element:
    column, row = corner
    return parsed(
        in_space(
            (
                f'<xdr:oneCellAnchor xmlns:xdr="{_ON_SHEET}" xmlns:a="{_DRAWING}"><xdr:from><xdr:col>{column}</xdr:col>'
                f"<xdr:colOff>0</xdr:colOff><xdr:row>{row}</xdr:row><xdr:rowOff>0</xdr:rowOff></xdr:from>"
                f'<xdr:ext cx="{_WIDE}" cy="{_TALL}"/><xdr:graphicFrame macro=""><xdr:nvGraphicFramePr>'
                f'<xdr:cNvPr id="{number}" name="Chart {number}"/><xdr:cNvGraphicFramePr/></xdr:nvGraphicFramePr>'
                '<xdr:xfrm><a:off x="0" y="0"/><a:ext cx="0" cy="0"/></xdr:xfrm><a:graphic>'
                f'<a:graphicData uri="{_CHART}"><c:chart xmlns:c="{_CHART}" xmlns:r="{_RELATION}" r:id="{relation}"/>'
                "</a:graphicData></a:graphic></xdr:graphicFrame><xdr:clientData/></xdr:oneCellAnchor>"
            ).encode(),
            space,
        )
    )


def _put(package: Package, sheet: Sheet, title: str, xml: bytes, corner: tuple[int, int]) -> None:
    drawing = _drawing_of(package, sheet)
    found = list(_charts(package, sheet, drawing, title)) if drawing else []
    for anchor, relation, path in found[1:]:
        _forget(package, drawing, anchor, relation, path)
    if not drawing:
        drawing = _start(package, sheet)
    root = package.tree(drawing)
    numbers = [int(n.get("id") or 0) for n in root.iter() if local(n) == "cNvPr" and (n.get("id") or "").isdecimal()]
    if found:
        anchor, relation, path = found[0]
        if package.read(path) != xml:
            package.put(path, xml)
        own = next((int(n.get("id")) for n in anchor.iter() if local(n) == "cNvPr"), 1)
        again = _anchor(sheet.space, relation, own, corner)
        if canonical(again) != canonical(anchor):
            again.tail = anchor.tail
            root.replace(anchor, again)
            package.touch(drawing)
        return
    path = package.free_name("xl/charts/chart1.xml")
    package.put(path, xml)
    package.declare(path, "chart")
    relation = package.lead(drawing, sheet.space, "chart", path)
    root.append(_anchor(sheet.space, relation, max(numbers, default=0) + 1, corner))
    package.touch(drawing)


def _start(package: Package, sheet: Sheet) -> str:
    """A drawing for a tab that has none."""
    path = package.free_name("xl/drawings/drawing1.xml")
    prefixes: dict[str | None, str] = {"xdr": sheet.space.sheet_drawing, "a": sheet.space.drawing}
    package.put_tree(path, alone(f"{{{sheet.space.sheet_drawing}}}wsDr", nsmap=prefixes))
    package.declare(path, "drawing")
    relation = package.lead(sheet.path, sheet.space, "drawing", path)
    node = alone(sheet.space.tag("drawing"), {sheet.space.id: relation}, {"r": sheet.space.relation})
    place_in_order(sheet.root, node, WORKSHEET)
    return path


def _drawing_of(package: Package, sheet: Sheet) -> str:
    node = child(sheet.root, "drawing")
    wanted = node.get(sheet.space.id) if node is not None else None
    return next((r.target for r in package.leads(sheet.path, "drawing") if r.id == wanted and r.target in package), "")


def _charts(package: Package, sheet: Sheet, drawing: str, title: str) -> list[tuple[Element, str, str]]:
    """Charts of this title on a drawing: the anchor, the relation's id, the part."""
    targets = {r.id: r.target for r in package.leads(drawing, "chart")}
    found = []
    for anchor in package.tree(drawing):
        if local(anchor) not in _ANCHORS:
            continue
        for node in anchor.iter(f"{{{sheet.space.chart}}}chart"):
            relation = node.get(sheet.space.id) or ""
            path = targets.get(relation, "")
            if path in package and _title(package.tree(path)) == title:
                found.append((anchor, relation, path))
    return found


def _title(root: Element) -> str:
    for chart in children(root, "chart"):
        for title in children(chart, "title"):
            return "".join(t.text or "" for t in title.iter() if local(t) == "t")
    return ""


def _take_off(package: Package, sheet: Sheet, title: str) -> None:
    drawing = _drawing_of(package, sheet)
    if not drawing:
        return
    for anchor, relation, path in _charts(package, sheet, drawing, title):
        _forget(package, drawing, anchor, relation, path)
    if not any(local(anchor) in _ANCHORS or local(anchor) == "AlternateContent" for anchor in package.tree(drawing)):
        for node in children(sheet.root, "drawing"):
            package.unlead(sheet.path, node.get(sheet.space.id))
            drop(node)
        package.remove(drawing)


def _forget(package: Package, drawing: str, anchor: Element, relation: str, path: str) -> None:
    for further in package.relations(path):
        if not further.outside and further.target in package:
            package.remove(further.target)
    package.remove(path)
    package.unlead(drawing, relation)
    drop(anchor)
    package.touch(drawing)
