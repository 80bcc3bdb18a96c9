"""What owners lay over the worker's own tabs, and what has to follow their rows: tables, filters."""

from __future__ import annotations

from collections.abc import Sequence
from xml.sax.saxutils import quoteattr

from sync.grid import address
from tests.ooxml.corpus.kinds import kind
from tests.ooxml.package import Package, parsed
from tests.ooxml.vocabulary import MAIN

_HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'


def table_xml(id_: int, name: str, ref: str, columns: Sequence[str]) -> str:
    """A table part."""
    listed = "".join(
        f"<tableColumn id={chr(34)}{n}{chr(34)} name={quoteattr(c)}/>" for n, c in enumerate(columns, start=1)
    )
    return (
        f'{_HEAD}<table xmlns="{MAIN}" id="{id_}" name="{name}" displayName="{name}" ref="{ref}" totalsRowShown="0"><autoFilter ref="{ref}"/>'
        f'<tableColumns count="{len(columns)}">{listed}</tableColumns><tableStyleInfo name="TableStyleMedium2" showFirstColumn="0" showLastColumn="0" showRowStripes="1" showColumnStripes="0"/></table>'
    )


def headings(package: Package, sheet: str) -> list[str]:
    """The first row's texts, for tabs that have their headings there."""
    first = next(parsed(package.parts[sheet]).iter("{*}row"))
    return ["".join(t.text or "" for t in cell.iter("{*}t")) for cell in first if cell.find("{*}is") is not None]


def lay_table(package: Package, title: str, name: str, number: int) -> None:
    """A table over a tab of the worker: its headings and one line."""
    sheet = package.sheets()[title]
    columns = headings(package, sheet)
    last = max(
        (int(r.get("r")) for r in parsed(package.parts[sheet]).iter("{*}row") if r.find("{*}c/{*}is") is not None),
        default=1,
    )
    ref = f"A1:{address(max(2, last), len(columns) - 1)}"
    part = package.add(f"xl/tables/table{number}.xml", table_xml(number, name, ref, columns), "table+xml")
    package.insert(
        sheet, f'<tableParts count="1"><tablePart r:id="{package.relate(sheet, "table", part)}"/></tableParts>'
    )


@kind(grows=("xl/tables/table90.xml",))
def table_over_games(package: Package) -> None:
    """A table that the owner laid over the games: it has to grow with them."""
    lay_table(package, "Games", "AllGames", 90)


@kind(grows=("xl/tables/table91.xml",))
def table_over_players(package: Package) -> None:
    """A table over the players."""
    lay_table(package, "Players", "AllPlayers", 91)


@kind()
def filters(package: Package) -> None:
    """A filter over Players, with the hidden name that programs keep beside it and a row that it hides."""
    sheet = package.sheets()["Players"]
    columns = headings(package, sheet)
    ref = f"A1:{address(7, len(columns) - 1)}"
    package.insert(
        sheet,
        f'<autoFilter ref="{ref}"><filterColumn colId="0"><filters><filter val="Ada"/><filter val="Ben"/></filters></filterColumn></autoFilter>',
    )
    at = list(package.sheets()).index("Players")
    fixed = ":".join(f"${a.rstrip('0123456789')}${a.lstrip('ABCDEFGHIJKLMNOPQRSTUVWXYZ')}" for a in ref.split(":"))
    package.name("_xlnm._FilterDatabase", f"Players!{fixed}", localSheetId=str(at), hidden="1")
