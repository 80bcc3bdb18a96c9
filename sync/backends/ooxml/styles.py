"""The looks of cells: read by number, and new ones put behind those there are. None is changed or moved."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import dataclass, field

from sync.backends.ooxml.package import Package
from sync.backends.ooxml.space import FONT, STYLESHEET, Space
from sync.backends.ooxml.xml import Element, alone, canonical, child, children, local, made, parsed, place_in_order

_FIRST_OWN_FORMAT = 164  # numbers below are built into every program
_BUILT_IN = {
    0: "General", 1: "0", 2: "0.00", 3: "#,##0", 4: "#,##0.00", 9: "0%", 10: "0.00%", 11: "0.00E+00", 12: "# ?/?",
    13: "# ??/??", 14: "mm-dd-yy", 15: "d-mmm-yy", 16: "d-mmm", 17: "mmm-yy", 18: "h:mm AM/PM", 19: "h:mm:ss AM/PM",
    20: "h:mm", 21: "h:mm:ss", 22: "m/d/yy h:mm", 37: "#,##0_);(#,##0)", 38: "#,##0_);[Red](#,##0)",
    39: "#,##0.00_);(#,##0.00)", 40: "#,##0.00_);[Red](#,##0.00)", 45: "mm:ss", 46: "[h]:mm:ss", 47: "mmss.0",
    48: "##0.0E+0", 49: "@",
}  # fmt: skip
_BLANK = (
    '<styleSheet xmlns="{main}"><fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts>'
    '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>'
    '</fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>'
    '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>'
    '<cellXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/></cellXfs>'
    '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>'
)


@dataclass
class _Lists:
    """Where equal elements stand, by list."""

    places: dict[str, dict[bytes, int]] = field(default_factory=dict)


class Styles:
    """The stylesheet of a workbook."""

    def __init__(self, package: Package, book: str, space: Space) -> None:
        self._package, self._book, self._space = package, book, space
        found = package.leads(book, "styles")
        self.path = found[0].target if found and found[0].target in package else ""
        self._known = _Lists()
        self._sizes: dict[int, float | None] = {}
        self._derived: dict[tuple[int, str, str], int] = {}
        root = package.tree(self.path) if self.path else None
        self._root = root
        self._xfs: list[Element] = children(child(root, "cellXfs"), "xf") if root is not None else []
        self._formats = self._number_formats()

    # reading
    def format_of(self, style: int) -> str:
        """The number format of a style."""
        number = self._number(style, "numFmtId")
        return self._formats.get(number) or _BUILT_IN.get(number, "General")

    def size_of(self, style: int) -> float | None:
        """How large the letters are; None where the font does not say."""
        if style not in self._sizes:
            fonts = children(child(self._root, "fonts"), "font") if self._root is not None else []
            number = self._number(style, "fontId")
            said = child(fonts[number], "sz") if number < len(fonts) else None
            self._sizes[style] = float(said.get("val") or 0) or None if said is not None else None
        return self._sizes[style]

    def wraps(self, style: int) -> bool:
        """Whether long text is broken into lines."""
        xf = self._xf(style)
        alignment = child(xf, "alignment") if xf is not None else None
        return alignment is not None and alignment.get("wrapText") in ("1", "true")

    def _xf(self, style: int) -> Element | None:
        return self._xfs[style] if 0 <= style < len(self._xfs) else None

    def _number(self, style: int, name: str) -> int:
        xf = self._xf(style)
        said = (xf.get(name) or "0") if xf is not None else "0"
        return int(said) if said.isdecimal() and len(said) < 10 else 0

    def _number_formats(self) -> dict[int, str]:
        if self._root is None:
            return {}
        nodes = children(child(self._root, "numFmts"), "numFmt")
        return {
            int(n.get("numFmtId")): n.get("formatCode") or "" for n in nodes if (n.get("numFmtId") or "").isdecimal()
        }

    # new looks
    def with_format(self, style: int, code: str) -> int:
        """A style like this one with another number format."""
        return self._like(style, "numFmtId", self._format_number(code), "applyNumberFormat")

    def with_font(self, style: int, font: Element) -> int:
        """A style like this one with other letters."""
        return self._like(style, "fontId", self.listed("fonts", font), "applyFont")

    def _like(self, style: int, name: str, number: int, applies: str) -> int:
        key = (style, name, str(number))
        if key not in self._derived:
            self._made()
            there = self._xf(style)
            xf = deepcopy(there) if there is not None else alone(self._space.tag("xf"), {"xfId": "0"})
            xf.tail = None
            xf.set(name, str(number))
            xf.set(applies, "1")
            self._derived[key] = self.listed("cellXfs", xf)
        return self._derived[key]

    def listed(self, of: str, element: Element) -> int:
        """Where an element equal to this one stands in a list; put behind the last one where there is none."""
        root = self._made()
        there = child(root, of)
        if there is None:
            there = alone(self._space.tag(of), {"count": "0"})
            place_in_order(root, there, STYLESHEET)
        items = [e for e in there if local(e)]
        places = self._known.places.get(of)
        if places is None:
            places = {}
            for number, item in enumerate(items):
                places.setdefault(canonical(item), number)
            self._known.places[of] = places
        key = canonical(element)
        if key not in places:
            there.append(element)
            element.tail = None
            places[key] = len(items)
            there.set("count", str(len(items) + 1))
            self._package.touch(self.path)
            if of == "cellXfs":
                self._xfs.append(element)
        return places[key]

    def _format_number(self, code: str) -> int:
        for number, known in _BUILT_IN.items():
            if known == code:
                return number
        for number, known in self._formats.items():
            if known == code:
                return number
        root = self._made()
        number = max((_FIRST_OWN_FORMAT - 1, *self._formats)) + 1
        there = child(root, "numFmts")
        if there is None:
            there = alone(self._space.tag("numFmts"), {"count": "0"})
            place_in_order(root, there, STYLESHEET)
        made(there, self._space.tag("numFmt"), {"numFmtId": str(number), "formatCode": code})
        there.set("count", str(len(children(there, "numFmt"))))
        self._formats[number] = code
        self._package.touch(self.path)
        return number

    def _made(self) -> Element:
        """The stylesheet's root; a workbook without one gets one."""
        if self._root is None:
            self.path = (
                self._package.free_name("xl/styles.xml") if "xl/styles.xml" in self._package else "xl/styles.xml"
            )
            self._package.put(self.path, _BLANK.format(main=self._space.main).encode())
            self._package.declare(self.path, "styles")
            self._package.lead(self._book, self._space, "styles", self.path)
            self._root = self._package.tree(self.path)
            self._xfs = children(child(self._root, "cellXfs"), "xf")
        return self._root

    # another stylesheet
    def adopted(self, other: Element) -> Adopted:
        """The looks of another stylesheet, made in this vocabulary, as numbers of this one."""
        formats = {
            int(n.get("numFmtId")): n.get("formatCode") or "" for n in children(child(other, "numFmts"), "numFmt")
        }
        lists = {of: children(child(other, of), of[:-1]) for of in ("fonts", "fills", "borders")}
        lists["fonts"] = [_in_order(font) for font in lists["fonts"]]
        numbers: dict[int, int] = {0: 0}  # what has no looks of its own looks as this book's cells do
        for index, there in enumerate(children(child(other, "cellXfs"), "xf")):
            if index == 0:
                continue
            xf = deepcopy(there)
            for name, of in (("fontId", "fonts"), ("fillId", "fills"), ("borderId", "borders")):
                number = int(xf.get(name) or 0)
                # The first of each list is what the program that made it takes for plain; so is ours here.
                if number and number < len(lists[of]):
                    xf.set(name, str(self.listed(of, deepcopy(lists[of][number]))))
            number = int(xf.get("numFmtId") or 0)
            if number >= _FIRST_OWN_FORMAT:
                xf.set("numFmtId", str(self._format_number(formats.get(number, "General"))))
            xf.set("xfId", "0")
            numbers[index] = self.listed("cellXfs", xf)
        rules = {
            index: self.listed("dxfs", deepcopy(rule))
            for index, rule in enumerate(children(child(other, "dxfs"), "dxf"))
        }
        return Adopted(numbers, rules)


def _in_order(font: Element) -> Element:
    """The font with what it says in the order that Excel writes: another library has one of its own."""
    again = deepcopy(font)
    again[:] = sorted(again, key=lambda e: FONT.index(local(e)) if local(e) in FONT else len(FONT))
    return again


def only_grew(before: bytes, after: bytes) -> bool:
    """Whether every look of one stylesheet stands in the other under the same number."""
    one, other = parsed(before), parsed(after)
    for of in (e for e in one if local(e)):
        items, there = [e for e in of if local(e)], child(other, local(of))
        again = [] if there is None else [e for e in there if local(e)][: len(items)]
        if [canonical(e) for e in items] != [canonical(e) for e in again]:
            return False
    return True


@dataclass(frozen=True)
class Adopted:
    """Numbers of another stylesheet as numbers of this one."""

    cells: dict[int, int]
    rules: dict[int, int]  # of colours by rule

    def dress(self, root: Element) -> None:
        """Exchange the numbers in a tab's tree."""
        for node in root.iter():
            name = local(node)
            if name in ("c", "row") and node.get("s"):
                node.set("s", str(self.cells.get(int(node.get("s")), 0)))
            elif name == "col" and node.get("style"):
                node.set("style", str(self.cells.get(int(node.get("style")), 0)))
            elif name == "cfRule" and node.get("dxfId"):
                node.set("dxfId", str(self.rules.get(int(node.get("dxfId")), 0)))
