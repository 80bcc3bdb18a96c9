"""Names of the OOXML vocabularies, and the order that the schema wants of children."""

from __future__ import annotations

MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
R = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
RELS = "http://schemas.openxmlformats.org/package/2006/relationships"
TYPES = "http://schemas.openxmlformats.org/package/2006/content-types"
MC = "http://schemas.openxmlformats.org/markup-compatibility/2006"
X14 = "http://schemas.microsoft.com/office/spreadsheetml/2009/9/main"
XM = "http://schemas.microsoft.com/office/excel/2006/main"
XDR = "http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing"
DRAW = "http://schemas.openxmlformats.org/drawingml/2006/main"
CHART = "http://schemas.openxmlformats.org/drawingml/2006/chart"
STRICT_MAIN = "http://purl.oclc.org/ooxml/spreadsheetml/main"
STRICT_R = "http://purl.oclc.org/ooxml/officeDocument/relationships"
STRICT = "http://purl.oclc.org/ooxml/"

SHEET = "application/vnd.openxmlformats-officedocument.spreadsheetml."
REL_TYPE = R + "/"
MS_REL = "http://schemas.microsoft.com/office/"

# ECMA-376 part 1, 18.3.1.99 (CT_Worksheet), 18.2.27 (CT_Workbook), 18.8.39 (CT_Stylesheet), 18.5.1.2 (CT_Table).
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
STYLES = (
    "numFmts", "fonts", "fills", "borders", "cellStyleXfs", "cellXfs", "cellStyles", "dxfs", "tableStyles", "colors",
    "extLst",
)  # fmt: skip
TABLE = ("autoFilter", "sortState", "tableColumns", "tableStyleInfo", "extLst")
ORDERS = {"worksheet": WORKSHEET, "workbook": WORKBOOK, "styleSheet": STYLES, "table": TABLE}
# What may stand more than once among the children.
REPEATED = frozenset({"conditionalFormatting", "fileRecoveryPr"})


def local(tag: object) -> str:
    """A tag without its vocabulary; blank for comments and instructions."""
    return tag.rpartition("}")[2] if isinstance(tag, str) else ""
