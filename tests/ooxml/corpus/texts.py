"""Texts in every form: shared, rich, with readings, escaped, empty, long."""

from __future__ import annotations

from tests.ooxml.corpus.kinds import kind, mine
from tests.ooxml.package import Package
from tests.ooxml.vocabulary import MAIN

_HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'


def shared(package: Package, *items: str, count: int = 0) -> None:
    """A table of shared texts."""
    part = package.add(
        "xl/sharedStrings.xml",
        f'{_HEAD}<sst xmlns="{MAIN}" count="{count or len(items)}" uniqueCount="{len(items)}">{"".join(f"<si>{i}</si>" for i in items)}</sst>',
        "sharedStrings+xml",
    )
    package.relate(package.book, "sharedStrings", part, relative=True)


def of_shared(*at: str) -> str:
    """A row of cells that show the shared texts in their order."""
    return f'<row r="1">{"".join(f"<c r={chr(34)}{a}{chr(34)} t={chr(34)}s{chr(34)}><v>{n}</v></c>" for n, a in enumerate(at))}</row>'


@kind()
def rich_texts(package: Package) -> None:
    """Shared texts with letters of several looks, with spaces at their ends, with readings of Japanese names."""
    shared(
        package,
        '<r><rPr><b/><sz val="11"/><rFont val="Calibri"/></rPr><t>Ada</t></r><r><t xml:space="preserve"> and Ben </t></r>',
        '<t xml:space="preserve">  two spaces  </t>',
        '<t>藤井</t><rPh sb="0" eb="1"><t>フジ</t></rPh><rPh sb="1" eb="2"><t>イ</t></rPh><phoneticPr fontId="0"/>',
        "<t>plain</t>",
    )
    mine(package, rows=of_shared("A1", "B1", "C1", "D1"))


@kind()
def odd_texts(package: Package) -> None:
    """Texts that hold escapes, line ends, nothing, and as many letters as a cell can."""
    shared(
        package,
        "<t>_x005F_x0041_ stays</t>",
        "<t>one_x000D_\ntwo</t>",
        "<t/>",
        f"<t>{'w' * 32_767}</t>",
        "<t>&#128014; &amp; &lt;b&gt;</t>",
    )
    mine(package, rows=of_shared("A1", "B1", "C1", "D1", "E1"))


@kind()
def inline_texts(package: Package) -> None:
    """Rich texts that stand in their cells."""
    mine(
        package,
        rows='<row r="1"><c r="A1" t="inlineStr"><is><r><rPr><i/></rPr><t>slanted</t></r><r><t xml:space="preserve"> and not</t></r></is></c>'
        '<c r="B1" t="str"><v>kept as a value</v></c><c r="C1" t="b"><v>1</v></c><c r="D1" t="e"><v>#N/A</v></c></row>',
    )


@kind()
def many_shared_texts(package: Package) -> None:
    """A table of shared texts with gaps: some that no cell shows, some shown often."""
    shared(package, *(f"<t>text {n}</t>" for n in range(400)), count=3)
    mine(
        package,
        rows='<row r="1"><c r="A1" t="s"><v>399</v></c><c r="B1" t="s"><v>7</v></c><c r="C1" t="s"><v>7</v></c></row>',
    )
