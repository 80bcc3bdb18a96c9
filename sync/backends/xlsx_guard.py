"""What a workbook holds that saving it would lose. A file's content is as much the person's as a cell."""

from __future__ import annotations

import io
import re
import zipfile

from sync.backends.base import Refused, Unreachable
from sync.backends.xlsx_parts import DAMAGE, Parts, SheetPart

# Parts of the file that openpyxl does not write back, by the beginning of their name.
_LOST_PARTS: tuple[tuple[str, str], ...] = (
    ("xl/ctrlProps/", "buttons or other controls"),
    ("xl/activeX/", "buttons or other controls"),
    ("xl/embeddings/", "embedded objects"),
    ("xl/vbaProject", "macros"),
    ("xl/macrosheets/", "macros"),
    ("xl/dialogsheets/", "dialogs"),
    ("xl/slicers/", "slicers"),
    ("xl/slicerCaches/", "slicers"),
    ("xl/timelines/", "timelines"),
    ("xl/timelineCaches/", "timelines"),
    ("xl/threadedComments/", "comments with replies (Excel's notes are fine)"),
    ("xl/charts/chartEx", "charts of a new kind (map, funnel, waterfall …)"),
    ("xl/diagrams/", "SmartArt"),
    ("xl/model/", "a data model"),
    ("xl/queryTables/", "data connections"),
    ("xl/connections.xml", "data connections"),
    ("xl/webextensions/", "add-ins"),
    ("xl/richData/", "rich data types or pictures in cells"),
    ("xl/metadata.xml", "formulas that spill over several cells"),
    ("xl/ink/", "ink"),
)

# Extensions of a sheet, by their fixed id. None: only a way of looking, given up without harm.
_EXTENSIONS: dict[str, str | None] = {
    "05C60535-1F16-4FD2-B633-F4F36F0B64E0": "sparklines",
    "78C0D931-6437-407D-A8EE-F0AAD7539E65": "data bars or other rules for colours of the newer kind",
    "CCE6A557-97BC-4B89-ADB6-D9C93CAAB3DF": "drop-downs that point straight at another tab",
    "A8765BA9-456A-4DAB-B4F3-ACF838C121DE": "slicers",
    "3A4CF648-6AED-40F4-86FF-DC5316D8AED3": "slicers",
    "7E03D99C-DC04-49D9-9315-930204A7B6E9": "timelines",
    "FC87AEE6-9EDD-4A0A-B7FB-166176984837": "protected ranges",
    "F7C9EE02-42E1-4005-9D12-6889AFFD525C": "add-ins",
    "01252117-D84E-4E92-8308-4BE1C098FCBB": None,  # warnings that were switched off
    "64002731-A6B0-56B0-2670-7721B7C09600": None,  # page layout on a Mac
    "7626C862-2A13-11E5-B345-FEFF819CDC9F": None,  # LibreOffice's own notes on colours it also writes plainly
}

_TAGS: tuple[tuple[str, str], ...] = (
    ("controls", "buttons or other controls"),
    ("oleObjects", "embedded objects"),
    ("legacyDrawingHF", "pictures in a header"),
    ("picture", "a background picture"),
    ("customSheetView", "custom views"),
)

_SHAPES = re.compile(rb"<(?:[\w.-]+:)?(sp|cxnSp|grpSp)\b")
_VML_OBJECT = re.compile(rb'ObjectType="(\w+)"')


def refuse_foreign(data: bytes, parts: Parts, called: str) -> None:
    """Raises Refused, naming what would be lost, when the file holds what cannot be written back."""
    try:
        lost = foreign(data, parts)
    except DAMAGE as error:
        raise Unreachable(f"{called} can be read but not written: a drawing in it is damaged.") from error
    if lost:
        raise Refused(
            f"{called} holds what writing would destroy: {'; '.join(lost)}. "
            "Take it out, or keep it in a file of its own, and the next pass will write."
        )


def refuse_signed(parts: Parts, called: str) -> None:
    """Raises Refused for a file with a digital signature: any change would make the signature invalid."""
    if any(name.startswith("_xmlsignatures/") for name in parts.names):
        raise Refused(
            f"{called} bears a digital signature, which any change would make invalid. Remove it (in Excel: File, "
            "Info, View Signatures, Remove Signature), save the file, and the next pass will write."
        )


def foreign(data: bytes, parts: Parts) -> tuple[str, ...]:
    """What would be lost, in words, each once."""
    found = [words for name in parts.names for start, words in _LOST_PARTS if name.startswith(start)]
    for sheet in parts.sheets:
        found.extend(f"{words} in {sheet.title}" for words in _in_sheet(sheet))
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        for name in parts.names:
            if name.startswith("xl/drawings/") and name.endswith((".xml", ".vml")):
                found.extend(_in_drawing(archive.read(name), name))
    return tuple(dict.fromkeys(found))


def _in_sheet(sheet: SheetPart) -> list[str]:
    found = [words for tag, words in _TAGS if tag in sheet.facts.tags]
    for uri in sheet.facts.extensions:
        words = _EXTENSIONS.get(uri, "something of a newer program")
        if words is not None:
            found.append(words)
    return found


def _in_drawing(xml: bytes, name: str) -> list[str]:
    found = []
    if name.endswith(".vml"):
        kinds = set(_VML_OBJECT.findall(xml)) - {b"Note"}
        if kinds:
            found.append("buttons or other controls")
        return found
    if _SHAPES.search(xml):
        found.append("shapes or text boxes")
    if b"AlternateContent" in xml and not found:
        found.append("drawings of a newer program")
    return found


# What openpyxl warns about though nothing of a person's is lost, or though it was looked at above.
_HARMLESS = ("no default style", "extension is not supported", "print area", "header or footer")


def refuse_warnings(messages: list[str], called: str) -> None:
    """Raises Refused when loading the file already lost something."""
    serious = [m for m in messages if not any(h in m.casefold() for h in _HARMLESS)]
    if serious:
        raise Refused(f"{called} holds what writing would destroy: {serious[0].strip()}")
