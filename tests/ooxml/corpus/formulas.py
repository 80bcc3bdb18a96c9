"""Formulas: shared over many cells, over ranges, spilling, and the order in which they are worked out."""

from __future__ import annotations

from tests.ooxml.corpus.kinds import kind, lines, mine
from tests.ooxml.package import Package
from tests.ooxml.vocabulary import MAIN

_HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'


def _with(cells: dict[int, str]) -> str:
    rows = lines()
    for number, xml in cells.items():
        head, mark, tail = rows.partition(f'<row r="{number}">')
        rows = head + mark + tail.replace("</row>", f"{xml}</row>", 1)
    return rows


@kind()
def shared_formulas(package: Package) -> None:
    """A formula that is written once for four cells."""
    cells = {2: '<c r="D2"><f t="shared" ref="D2:D5" si="0">B2-C2</f><v>5</v></c>'}
    cells |= {n: f'<c r="D{n}"><f t="shared" si="0"/><v>{v}</v></c>' for n, v in ((3, 0), (4, 8), (5, 5))}
    mine(package, rows=_with(cells))


@kind()
def formulas_over_ranges(package: Package) -> None:
    """An old formula over several cells, and one that reads the worker's tab."""
    title = next(iter(package.sheets()))
    mine(
        package,
        rows=_with(
            {
                2: '<c r="D2"><f t="array" ref="D2:D3">B2:B3*2</f><v>20</v></c>',
                3: '<c r="D3"><v>24</v></c>',
                4: f"<c r=\"D4\"><f>COUNTA('{title}'!A:A)</f><v>3</v></c>",
                5: '<c r="D5" t="str"><f>IF(B5&gt;0,"yes","no")</f><v>yes</v></c>',
            }
        ),
    )


@kind()
def formulas_that_spill(package: Package) -> None:
    """A formula whose values spill, with the part that says so."""
    part = package.add(
        "xl/metadata.xml",
        f'{_HEAD}<metadata xmlns="{MAIN}" xmlns:xda="http://schemas.microsoft.com/office/spreadsheetml/2017/dynamicarray"><metadataTypes count="1">'
        '<metadataType name="XLDAPR" minSupportedVersion="120000" copy="1" pasteAll="1" pasteValues="1" merge="1" splitFirst="1" rowColShift="1" clearFormats="1" clearComments="1" assign="1" coerce="1" cellMeta="1"/></metadataTypes>'
        '<futureMetadata name="XLDAPR" count="1"><bk><extLst><ext uri="{bdbb8cdc-fa1e-496e-a857-3c3f30c029c3}"><xda:dynamicArrayProperties fDynamic="1" fCollapsed="0"/></ext></extLst></bk></futureMetadata>'
        '<cellMetadata count="1"><bk><rc t="1" v="0"/></bk></cellMetadata></metadata>',
        "sheetMetadata+xml",
    )
    package.relate(package.book, "sheetMetadata", part)
    mine(
        package,
        rows=_with(
            {
                2: '<c r="D2" cm="1"><f t="array" ref="D2:D3">_xlfn._xlws.FILTER(B2:B5,C2:C5&lt;B2:B5)</f><v>10</v></c>',
                3: '<c r="D3"><v>8</v></c>',
            }
        ),
    )


@kind()
def order_of_formulas(package: Package) -> None:
    """The part that tells in which order formulas are worked out, with cells of the owner's."""
    mine(package, rows=_with({n: f'<c r="D{n}"><f>B{n}-C{n}</f><v>{v}</v></c>' for n, v in ((2, 5), (3, 0))}))
    part = package.add(
        "xl/calcChain.xml",
        f'{_HEAD}<calcChain xmlns="{MAIN}"><c r="D3" i="{len(package.sheets())}"/><c r="D2" l="1"/></calcChain>',
        "calcChain+xml",
    )
    package.relate(package.book, "calcChain", part)


@kind()
def names_of_every_sort(package: Package) -> None:
    """Names for the whole book, for one tab, hidden, for constants, formulas and nothing that exists any more."""
    sheet = mine(package)
    assert sheet
    at = str(list(package.sheets()).index("Mine"))
    package.name("Fees", "Mine!$B$2:$B$5")
    package.name("Fees", "Mine!$C$2:$C$5", localSheetId=at)
    package.name("Hidden.one", "Mine!$A$1", hidden="1")
    package.name("VAT", "0.19", comment="Of the club's bar")
    package.name("Owed", "SUM(Mine!$B$2:$B$5)-SUM(Mine!$C$2:$C$5)")
    package.name("Gone", "#REF!")
    package.name("Bewäldigt_1.2", "Mine!$A:$A,Mine!$C:$C")
