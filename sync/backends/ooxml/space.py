"""The vocabularies of a workbook, in the usual and in the strict form, and what stands in which order."""

from __future__ import annotations

import re
from dataclasses import dataclass

_USUAL = "http://schemas.openxmlformats.org/"
_PURL = "http://purl.oclc.org/ooxml/"
RELATIONS = _USUAL + "package/2006/relationships"
CONTENT = _USUAL + "package/2006/content-types"


@dataclass(frozen=True)
class Space:
    """Names of the vocabularies, as this workbook has them."""

    main: str
    relation: str  # of attributes such as r:id, and the beginning of kinds of relations
    drawing: str
    sheet_drawing: str
    chart: str
    strict: bool

    def tag(self, name: str) -> str:
        """A tag of the sheets' own vocabulary."""
        return f"{{{self.main}}}{name}"

    @property
    def id(self) -> str:
        """The attribute that names a relation."""
        return f"{{{self.relation}}}id"

    def kind(self, name: str) -> str:
        """The full name of a kind of relation."""
        return f"{self.relation}/{name}"


TRANSITIONAL = Space(
    _USUAL + "spreadsheetml/2006/main",
    _USUAL + "officeDocument/2006/relationships",
    _USUAL + "drawingml/2006/main",
    _USUAL + "drawingml/2006/spreadsheetDrawing",
    _USUAL + "drawingml/2006/chart",
    strict=False,
)
STRICT = Space(
    _PURL + "spreadsheetml/main",
    _PURL + "officeDocument/relationships",
    _PURL + "drawingml/main",
    _PURL + "drawingml/spreadsheetDrawing",
    _PURL + "drawingml/chart",
    strict=True,
)
_NAME = re.compile(rb"http://schemas\.openxmlformats\.org/(officeDocument|spreadsheetml|drawingml)/2006/(?=[a-zA-Z])")


def in_space(part: bytes, space: Space) -> bytes:
    """A part that was made here in the usual form, in the form of this workbook."""
    return _NAME.sub(rb"http://purl.oclc.org/ooxml/\1/", part) if space.strict else part


WORKSHEET = (
    "sheetPr", "dimension", "sheetViews", "sheetFormatPr", "cols", "sheetData", "sheetCalcPr", "sheetProtection",
    "protectedRanges", "scenarios", "autoFilter", "sortState", "dataConsolidate", "customSheetViews", "mergeCells",
    "phoneticPr", "conditionalFormatting", "dataValidations", "hyperlinks", "printOptions", "pageMargins", "pageSetup",
    "headerFooter", "rowBreaks", "colBreaks", "customProperties", "cellWatches", "ignoredErrors", "smartTags",
    "drawing", "legacyDrawing", "legacyDrawingHF", "drawingHF", "picture", "oleObjects", "controls", "webPublishItems",
    "tableParts", "extLst",
)  # fmt: skip
WORKBOOK = (
    "fileVersion", "fileSharing", "workbookPr", "workbookProtection", "bookViews", "sheets", "functionGroups",
    "externalReferences", "definedNames", "calcPr", "oleSize", "customWorkbookViews", "pivotCaches", "smartTagPr",
    "smartTagTypes", "webPublishing", "fileRecoveryPr", "webPublishObjects", "extLst",
)  # fmt: skip
STYLESHEET = (
    "numFmts", "fonts", "fills", "borders", "cellStyleXfs", "cellXfs", "cellStyles", "dxfs", "tableStyles", "colors",
    "extLst",
)  # fmt: skip
FONT = (
    "b", "i", "strike", "condense", "extend", "outline", "shadow", "u", "vertAlign", "sz", "color", "name", "family",
    "charset", "scheme",
)  # fmt: skip

_SHEET_KIND = "application/vnd.openxmlformats-officedocument.spreadsheetml."
CONTENT_TYPES = {
    "worksheet": _SHEET_KIND + "worksheet+xml",
    "styles": _SHEET_KIND + "styles+xml",
    "comments": _SHEET_KIND + "comments+xml",
    "drawing": "application/vnd.openxmlformats-officedocument.drawing+xml",
    "chart": "application/vnd.openxmlformats-officedocument.drawingml.chart+xml",
    "vmlDrawing": "application/vnd.openxmlformats-officedocument.vmlDrawing",
}
BOOK_TYPE = (_SHEET_KIND + "sheet.main+xml").encode()
MACRO_BOOK_TYPE = b"application/vnd.ms-excel.sheet.macroEnabled.main+xml"
