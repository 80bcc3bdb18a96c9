"""Notes and comments: old ones with their sizes, new ones with replies."""

from __future__ import annotations

import re

from tests.ooxml.corpus.drawn import vml
from tests.ooxml.corpus.kinds import kind, mine
from tests.ooxml.package import Package
from tests.ooxml.vocabulary import MAIN

_HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
_ADA, _BEN = "{3F2B0C4A-1B7E-4E51-9D59-7F6A2B0C1D11}", "{3F2B0C4A-1B7E-4E51-9D59-7F6A2B0C1D12}"
_FIRST, _REPLY = "{5D0E6C0B-2A41-4B8B-8A57-0C9F3B7A1E21}", "{5D0E6C0B-2A41-4B8B-8A57-0C9F3B7A1E22}"


def note_shape(row: int, column: int, number: int, size: str = "width:300pt;height:44pt") -> str:
    """The drawn box of a note, row and column from 0."""
    return (
        f'<v:shape id="_x0000_s{number}" type="#_x0000_t202" style="position:absolute;{size};z-index:1;visibility:hidden" fillcolor="#ffd9b3" o:insetmode="auto">'
        '<v:fill color2="#ffd9b3"/><v:shadow on="t" color="black" obscured="t"/><v:path o:connecttype="none"/><v:textbox/>'
        f'<x:ClientData ObjectType="Note"><x:MoveWithCells/><x:SizeWithCells/><x:Anchor>1, 15, 0, 2, 7, 54, 6, 3</x:Anchor><x:AutoFill>False</x:AutoFill><x:Row>{row}</x:Row><x:Column>{column}</x:Column></x:ClientData></v:shape>'
    )


def add_notes(
    package: Package, sheet: str, notes: dict[tuple[int, int], tuple[str, str, str]], number: int = 90
) -> None:
    """Notes on cells, by row and column from 0: the cell's address, its author, the text."""
    package.default("vml", "application/vnd.openxmlformats-officedocument.vmlDrawing")
    authors = list(dict.fromkeys(author for _, author, _ in notes.values()))
    listed = "".join(
        f'<comment ref="{at}" authorId="{authors.index(author)}"><text><r><rPr><b/><sz val="9"/><rFont val="Tahoma"/></rPr><t xml:space="preserve">{text}</t></r></text></comment>'
        for at, author, text in notes.values()
    )
    names = "".join(f"<author>{a}</author>" for a in authors)
    part = package.add(
        f"xl/comments{number}.xml",
        f'{_HEAD}<comments xmlns="{MAIN}"><authors>{names}</authors><commentList>{listed}</commentList></comments>',
        "comments+xml",
    )
    kind_ = '<v:shapetype id="_x0000_t202" coordsize="21600,21600" o:spt="202" path="m,l,21600r21600,l21600,xe"><v:stroke joinstyle="miter"/></v:shapetype>'
    shapes = "".join(note_shape(row, column, 5000 + n) for n, (row, column) in enumerate(notes))
    drawn = package.add(f"xl/drawings/vmlDrawing{number}.vml", vml(kind_ + shapes))
    package.relate(sheet, "comments", part)
    package.insert(sheet, f'<legacyDrawing r:id="{package.relate(sheet, "vmlDrawing", drawn)}"/>')


@kind()
def notes_with_sizes_and_colours(package: Package) -> None:
    """Notes of the owner's own, formatted and wide; and the boxes of the worker's notes on Players drawn larger."""
    sheet = mine(package)
    add_notes(package, sheet, {(1, 1): ("B2", "Ada", "Ada:\nby cheque"), (3, 2): ("C4", "Ben", "Ben:\nasked twice")})
    players = package.sheets()["Players"]
    drawn = next(part for _, kind_, part in package.relations(players) if kind_ == "vmlDrawing")
    resized, count = re.subn(rb"width:[0-9.]+(px|pt)", b"width:411.5pt", package.parts[drawn])
    assert count
    package.parts[drawn] = resized


@kind()
def comments_with_replies(package: Package) -> None:
    """A comment and its reply, with the note for older programs that belongs to it, and the people who wrote them."""
    sheet = mine(package)
    space = "http://schemas.microsoft.com/office/spreadsheetml/2018/threadedcomments"
    legacy = "[Threaded comment]&#10;&#10;Your version of this program cannot show replies.&#10;&#10;Comment:&#10;    Paid?&#10;Reply:&#10;    Yes."
    add_notes(package, sheet, {(1, 1): ("B2", f"tc={_FIRST}", legacy)})
    package.relate(
        sheet,
        "http://schemas.microsoft.com/office/2017/10/relationships/threadedComment",
        package.add(
            "xl/threadedComments/threadedComment1.xml",
            f'{_HEAD}<ThreadedComments xmlns="{space}"><threadedComment ref="B2" dT="2026-10-24T18:00:00.00" personId="{_ADA}" id="{_FIRST}"><text>Paid?</text></threadedComment>'
            f'<threadedComment ref="B2" dT="2026-10-24T18:05:00.00" personId="{_BEN}" id="{_REPLY}" parentId="{_FIRST}"><text>Yes.</text></threadedComment></ThreadedComments>',
            "application/vnd.ms-excel.threadedcomments+xml",
        ),
    )
    package.relate(
        package.book,
        "http://schemas.microsoft.com/office/2017/10/relationships/person",
        package.add(
            "xl/persons/person.xml",
            f'{_HEAD}<personList xmlns="{space}"><person displayName="Ada" id="{_ADA}" userId="ada@club.example" providerId="None"/>'
            f'<person displayName="Ben" id="{_BEN}" userId="ben@club.example" providerId="None"/></personList>',
            "application/vnd.ms-excel.person+xml",
        ),
    )
