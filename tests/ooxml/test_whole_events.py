"""A whole short event over each book of the corpus. What is not the worker's own keeps its bytes at every pass.

By default a kind of each sort is played in one format. `PAIRSHEET_CAMPAIGN` above 1 plays every kind, from 5 on in every
format, and has LibreOffice open each last file.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from subprocess import CalledProcessError

import pytest

from sync.backends.base import Backend, Refused
from sync.backends.xlsx import XlsxBackend
from tests.ooxml.books import NO_BACKUPS, book_of
from tests.ooxml.checker import check
from tests.ooxml.corpus import KINDS, Kind
from tests.ooxml.corpus.programs import converted, office
from tests.ooxml.judges import by_calamine, changed_parts, disagreements
from tests.ooxml.package import Package, parsed
from tests.ooxml.second import CANNOT_JUDGE, audited
from tests.ooxml.story import play

SCALE = int(os.environ.get("PAIRSHEET_CAMPAIGN", "1"))
CAMPAIGN, EVERY_FORMAT = SCALE > 1, SCALE >= 5
FORMATS = ("swiss", "ladder", "hastings", "grand-chess-tour", "pente") if EVERY_FORMAT else ("swiss",)
EVERY_DAY = frozenset(
    {
        "plain", "pictures", "table over games", "macros", "pivot table", "comments with replies", "slicer of a table",
        "newer conditional formats", "newer validations", "text boxes and shapes", "custom views", "strict open xml",
    }
)  # fmt: skip
OPENED = ("plain",)  # by LibreOffice, without a campaign
# What the old writer gives back unwritten: it names what would be lost.
OLD_REFUSES = frozenset(
    {
        "text boxes and shapes", "smart art", "chart of a newer kind", "background picture", "pictures in headers", "embedded object",
        "buttons", "comments with replies", "slicer of a pivot", "slicer of a table", "timeline", "newer conditional formats",
        "newer validations", "sparklines on two tabs", "custom views", "formulas that spill", "macros", "connections", "add ins",
        "data model",
    }
)  # fmt: skip


def _kinds() -> list[Kind]:
    return [k for k in KINDS.values() if CAMPAIGN or k.name in EVERY_DAY]


def by_openpyxl(path: Path) -> Callable[[], Backend]:
    """The old writer."""
    return lambda: XlsxBackend(path, NO_BACKUPS, writer="openpyxl")


def by_parts(path: Path) -> Callable[[], Backend]:
    """The writer that changes parts alone."""
    return lambda: XlsxBackend(path, NO_BACKUPS, writer="")


@pytest.mark.parametrize("format_name", FORMATS)
@pytest.mark.parametrize("kind", [k for k in _kinds() if not k.signed], ids=lambda k: k.name)
def test_what_is_not_the_workers_own_keeps_its_bytes(kind: Kind, format_name: str, tmp_path: Path) -> None:
    """Every pass: foreign parts byte for byte, nothing for Excel to repair, readers that agree."""
    if kind.slow and not office():
        pytest.skip(f"LibreOffice is not installed, so there is no book of the kind “{kind.name}”")
    path = book_of(kind, format_name, tmp_path)
    if kind.begin is not None:
        assert changed_parts(kind.begin(), path.read_bytes(), kind) == [], "as the tabs were added"
    passes = 0
    known = set(audited(path)) if kind.slow else set()  # what LibreOffice itself writes otherwise
    for before, after in play(path, by_parts(path)):
        passes += 1
        if not (kind.rewrites and passes == 1):
            assert changed_parts(before, after, kind) == [], f"pass {passes}"
        assert check(after) == [], f"pass {passes}"
        assert disagreements(after) == [], f"pass {passes}"
    assert passes >= 4
    assert kind.name in CANNOT_JUDGE or set(audited(path)) <= known
    if office() and (CAMPAIGN or kind.name in OPENED):
        _opens(path.read_bytes(), kind)


@pytest.mark.parametrize("kind", [k for k in _kinds() if k.name in OLD_REFUSES], ids=lambda k: k.name)
def test_the_old_writer_refuses_what_it_would_lose(kind: Kind, tmp_path: Path) -> None:
    """It says so, and the file stays."""
    path = book_of(kind, "swiss", tmp_path)
    before = path.read_bytes()
    with pytest.raises(Refused, match="destroy"):
        list(play(path, by_openpyxl(path)))
    assert path.read_bytes() == before


def test_a_signed_book_is_not_written(tmp_path: Path) -> None:
    """Any change would make the signature false: the director is told, and the file stays."""
    path = book_of(KINDS["signature"], "swiss", tmp_path)
    before = path.read_bytes()
    with pytest.raises(Refused, match="signature"):
        list(play(path, by_parts(path)))
    assert path.read_bytes() == before


@pytest.mark.parametrize(("name", "title"), [("table over games", "Games"), ("table over players", "Players")])
def test_a_table_laid_over_the_workers_rows_grows_with_them(name: str, title: str, tmp_path: Path) -> None:
    """After each pass it holds every line of its tab, and its filter is for as many."""
    kind = KINDS[name]
    path = book_of(kind, "swiss", tmp_path)
    for _, after in play(path, by_parts(path)):
        package = Package.opened(after)
        table = parsed(package.parts[kind.grows[0]])
        written = {row for row, _ in by_calamine(after)[title]}
        last = int(table.get("ref").rpartition(":")[2].lstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ"))
        if title == "Games":  # the worker's lines; people type below Players themselves
            assert last == max(2, *written)
        assert table.find("{*}autoFilter").get("ref") == table.get("ref")


def _opens(data: bytes, kind: Kind) -> None:
    """LibreOffice opens the file and sees the same tabs."""
    try:
        seen = by_calamine(converted(data, kind.ending))
    except CalledProcessError as error:
        raise AssertionError(error.stderr) from error
    wanted = by_calamine(data)
    assert [title for title in seen if title in wanted] == list(wanted)  # tabs of charts become tabs with cells there
    assert seen["Players"].keys() >= wanted["Players"].keys()
