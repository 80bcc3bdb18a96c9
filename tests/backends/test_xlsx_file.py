"""What can go wrong with a file on a disk: open elsewhere, damaged, foreign, no room, killed in the middle."""

from __future__ import annotations

import errno
import io
import os
import stat
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import openpyxl
import pytest

from rules.registry import engine_of
from sync.backends import xlsx, xlsx_file
from sync.backends.base import BackendError, Mark, Raced, Refused, Unreachable
from sync.backends.xlsx import XlsxBackend
from sync.backends.xlsx_backups import backups
from sync.backends.xlsx_lock import alone
from sync.plan import AppendRows, ReplaceRows
from sync.schema import workbook
from tests.backends.contract import named, plan
from tests.backends.people import XlsxPerson
from tests.backends.sample import FIRST_ROWS, TABS

ROW = AppendRows("Journal", ((1, "x"),))


def add_part(path: Path, name: str, data: bytes = b"<x/>", old: bytes = b"", new: bytes = b"") -> None:
    """Put another part into the file, as another program might; or change the XML of one that is there."""
    with zipfile.ZipFile(path) as archive:
        parts = {item: archive.read(item) for item in archive.namelist()}
    if old:
        assert old in parts[name]
        parts[name] = parts[name].replace(old, new, 1)
    else:
        parts[name] = data
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for item, content in parts.items():
            archive.writestr(item, content)
    path.write_bytes(out.getvalue())


def beside(path: Path) -> set[str]:
    """Names of all files in the folder."""
    return {p.name for p in path.parent.iterdir()}


# --- reading ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "content",
    [b"", b"hello", b"PK\x03\x04 cut short", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 600, b"<html></html>"],
    ids=["empty", "text", "cut short", "old xls or password", "web page"],
)
def test_another_kind_of_file_is_unreachable_in_one_line(tmp_path: Path, content: bytes) -> None:
    """Not a workbook: one plain line, for reading, writing and preparing alike; the file stays."""
    path = tmp_path / "book.xlsx"
    path.write_bytes(content)
    backend = XlsxBackend(path)
    for act in (backend.read, lambda: backend.prepare(TABS, FIRST_ROWS)):
        with pytest.raises(Unreachable) as said:
            act()
        assert "\n" not in str(said.value)
        assert "book.xlsx" in str(said.value)
    assert path.read_bytes() == content


def test_a_damaged_workbook_is_unreachable(book: Path) -> None:
    """Bytes cut from the middle, a missing part, broken XML."""
    whole = book.read_bytes()
    for damaged in (whole[: len(whole) // 2], whole[:2000] + whole[2600:]):
        book.write_bytes(damaged)
        with pytest.raises(Unreachable):
            XlsxBackend(book).read()
    book.write_bytes(whole)
    add_part(book, "xl/workbook.xml", b"<workbook")
    with pytest.raises(Unreachable):
        XlsxBackend(book).read()


def test_any_cut_or_flipped_byte_is_a_plain_error_or_a_grid(book: Path) -> None:
    """Damage anywhere never gives another kind of error."""
    whole = book.read_bytes()
    outcomes = []
    for step in range(1, 60):
        place = len(whole) * step // 60
        damaged = whole[:place] + bytes([whole[place] ^ 0x5A]) + whole[place + 1 :] if step % 2 else whole[:place]
        book.write_bytes(damaged)
        backend = XlsxBackend(book)
        try:
            grid = backend.read()
            outcomes.append(bool(grid.tabs))
            backend.write(plan(grid, ROW))
            assert backend.read().revision == grid.revision + 1
        except (Unreachable, Raced, Refused):
            outcomes.append(False)
    assert len(outcomes) >= 59


def test_a_missing_file_and_a_missing_folder(tmp_path: Path) -> None:
    """Reading says so; preparing makes the file but no folder."""
    backend = XlsxBackend(tmp_path / "book.xlsx")
    with pytest.raises(Unreachable, match="There is no file"):
        backend.read()
    with pytest.raises(Unreachable, match="There is no folder"):
        XlsxBackend(tmp_path / "nowhere" / "book.xlsx").prepare(TABS, FIRST_ROWS)
    with pytest.raises(Unreachable, match="folder"):
        XlsxBackend(tmp_path).read()


def test_a_book_somebody_made_by_hand_is_read(tmp_path: Path) -> None:
    """Any workbook is a grid; tabs without a key of ours go by title."""
    path = tmp_path / "mine.xlsx"
    wb = openpyxl.Workbook()
    wb.worksheets[0].title = "Players"
    wb.worksheets[0].append(["Player", "Rating"])
    wb.worksheets[0].append(["Ada", 1900])
    wb.worksheets[0].merge_cells("A4:B4")
    wb.save(path)
    grid = XlsxBackend(path).read()
    assert (grid.title, grid.revision) == ("mine", 0)
    assert grid.tabs[0].rows == (("Player", "Rating"), ("Ada", 1900))
    assert grid.tabs[0].merges == ("A4:B4",)
    XlsxBackend(path).prepare(TABS, FIRST_ROWS)
    after = XlsxBackend(path).read()
    assert {t.title for t in after.tabs} == {t.name for t in TABS}
    assert named(after, "Players").rows[1] == ("Ada", 1900)
    assert named(after, "Players").rows[0][:2] == ("Player", "Rating")
    assert "Status" in named(after, "Players").rows[0]


def test_a_copied_or_moved_book_has_another_id(book: Path, tmp_path: Path) -> None:
    """The id is a fingerprint of the path: the same for relative paths and links."""
    here = XlsxBackend(book).read().book
    copy = tmp_path / "copy.xlsx"
    copy.write_bytes(book.read_bytes())
    link = tmp_path / "link.xlsx"
    link.symlink_to(book)
    assert XlsxBackend(copy).read().book != here
    assert XlsxBackend(link).read().book == here
    assert len(here) == 16


def test_formulas_without_a_value_are_named_and_errors_shown(book: Path) -> None:
    """A formula saved by a program that does not calculate has no value: its cell is named."""
    wb = openpyxl.load_workbook(book)
    wb["Players"]["A2"] = '=CONCATENATE("A","da")'
    wb["Players"]["D3"] = "=1/0"
    wb.save(book)
    assert set(named(XlsxBackend(book).read(), "Players").lost_formulas) == {"A2", "D3"}
    part = f"xl/worksheets/sheet{[t.name for t in TABS].index('Players') + 1}.xml"
    with zipfile.ZipFile(book) as archive:
        xml = archive.read(part)
    start = xml.index(b'<c r="D3"')
    cell = xml[start : xml.index(b"</c>", start) + 4]
    add_part(book, part, old=cell, new=b'<c r="D3" t="e"><f>1/0</f><v>#DIV/0!</v></c>')
    players = named(XlsxBackend(book).read(), "Players")
    assert players.lost_formulas == ("A2",)
    assert players.cell(3, 3) == "#DIV/0!"


def test_times_spans_and_days_read_as_people_mean_them(book: Path) -> None:
    """A day is a moment at midnight; a time of day and a span are text."""
    import datetime as dt

    wb = openpyxl.load_workbook(book)
    ws = wb["Decisions"]
    ws["C2"], ws["C3"], ws["C4"] = dt.time(18, 30), dt.timedelta(hours=30), dt.date(2026, 3, 1)
    wb.save(book)
    decisions = named(XlsxBackend(book).read(), "Decisions")
    assert [decisions.cell(r, 2) for r in (2, 3, 4)] == ["18:30", "30:00", dt.datetime(2026, 3, 1)]


# --- the guard ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("lock", "program"), [(".~lock.book.xlsx#", "LibreOffice"), ("~$book.xlsx", "Excel")])
def test_a_book_open_elsewhere_is_not_written(book: Path, lock: str, program: str) -> None:
    """The lock file is seen: nothing is written, in plain words; after closing, the write goes through."""
    backend = XlsxBackend(book)
    grid, before = backend.read(), book.read_bytes()
    (book.parent / lock).write_text("somebody")
    with pytest.raises(Refused, match=f"open in {program}"):
        backend.write(plan(grid, ROW))
    with pytest.raises(Refused, match=program):
        backend.prepare(TABS, FIRST_ROWS)
    assert book.read_bytes() == before
    (book.parent / lock).unlink()
    backend.write(plan(grid, ROW))
    assert len(named(backend.read(), "Journal").rows) == 2


def test_a_save_by_a_person_between_read_and_write_is_a_race(book: Path) -> None:
    """What they saved stands; the next pass reads it."""
    backend = XlsxBackend(book)
    grid = backend.read()
    XlsxPerson(book).type("Settings", "Value", 2, "Autumn")
    with pytest.raises(Raced):
        backend.write(plan(grid, ROW))
    after = backend.read()
    assert named(after, "Settings").cell(2, 1) == "Autumn"
    assert len(named(after, "Journal").rows) == 1


def test_a_save_in_the_last_instant_is_a_race(book: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody saves after the new file is written and before it takes the old one's place: ours is dropped."""
    backend = XlsxBackend(book)
    grid, names = backend.read(), beside(book)
    real: Callable[..., Path] = xlsx_file.write_beside
    theirs = b""

    def slow(path: Path, data: bytes) -> Path:
        nonlocal theirs
        made = real(path, data)
        if not theirs:
            XlsxPerson(book).type("Settings", "Value", 2, "Autumn")
            theirs = book.read_bytes()
        return made

    monkeypatch.setattr(xlsx_file, "write_beside", slow)
    with pytest.raises(Raced):
        backend.write(plan(grid, ROW))
    assert book.read_bytes() == theirs
    assert beside(book) - names <= {"book backups"}


def test_opened_in_the_last_instant_is_refused(book: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The lock is looked for again just before the replace."""
    backend = XlsxBackend(book)
    grid, before = backend.read(), book.read_bytes()
    real: Callable[..., Path] = xlsx_file.write_beside

    def slow(path: Path, data: bytes) -> Path:
        (path.parent / f".~lock.{path.name}#").write_text("x")
        return real(path, data)

    monkeypatch.setattr(xlsx_file, "write_beside", slow)
    with pytest.raises(Refused, match="LibreOffice"):
        backend.write(plan(grid, ROW))
    assert book.read_bytes() == before


def test_two_workers_cannot_write_at_once(book: Path) -> None:
    """While one holds the book the other is told to read again."""
    backend = XlsxBackend(book)
    grid = backend.read()
    with alone(book), pytest.raises(Raced, match="Another worker"):
        backend.write(plan(grid, ROW))
    backend.write(plan(grid, ROW))
    assert len(named(backend.read(), "Journal").rows) == 2


@pytest.mark.parametrize(
    ("part", "words"),
    [
        ("xl/ctrlProps/ctrlProp1.xml", "buttons"),
        ("xl/threadedComments/threadedComment1.xml", "comments with replies"),
        ("xl/vbaProject.bin", "macros"),
        ("xl/slicers/slicer1.xml", "slicers"),
        ("xl/charts/chartEx1.xml", "charts of a new kind"),
        ("xl/metadata.xml", "spill"),
    ],
)
def test_parts_that_would_be_lost_refuse_the_write(book: Path, part: str, words: str) -> None:
    """The older writer, which writes all anew, names what stands in the way; the one of today keeps every byte of it."""
    add_part(book, part)
    backend = XlsxBackend(book, writer="openpyxl")
    grid, before = backend.read(), book.read_bytes()
    with pytest.raises(Refused, match=words):
        backend.write(plan(grid, ROW))
    assert book.read_bytes() == before
    today = XlsxBackend(book)
    today.write(plan(today.read(), ROW))
    with zipfile.ZipFile(book) as archive:
        assert archive.read(part) == b"<x/>"


@pytest.mark.parametrize(
    ("uri", "words"),
    [
        ("{05C60535-1F16-4FD2-B633-F4F36F0B64E0}", "sparklines in Ladder"),
        ("{78C0D931-6437-407d-A8EE-F0AAD7539E65}", "data bars"),
        ("{CCE6A557-97BC-4b89-ADB6-D9C93CAAB3DF}", "drop-downs"),
        ("{00000000-0000-0000-0000-000000000000}", "newer program"),
    ],
)
def test_extensions_that_would_be_lost_refuse_the_write(book: Path, uri: str, words: str) -> None:
    """The older writer names sparklines, newer data bars and the like; today's keeps them, also in a tab it edits."""
    extension = f'<extLst><ext uri="{uri}"><x/></ext></extLst></worksheet>'.encode()
    add_part(book, "xl/worksheets/sheet1.xml", old=b"</worksheet>", new=extension)
    backend = XlsxBackend(book, writer="openpyxl")
    with pytest.raises(Refused, match=words):
        backend.write(plan(backend.read(), ROW))
    today = XlsxBackend(book)
    today.write(plan(today.read(), ReplaceRows("Ladder", 4, ((1, "Ada"),), 6)))
    with zipfile.ZipFile(book) as archive:
        assert archive.read("xl/worksheets/sheet1.xml").endswith(extension)


def test_what_programs_add_on_their_own_is_no_hindrance(book: Path) -> None:
    """A Mac's page layout, printer settings, a calculation chain, a sensitivity label."""
    extension = b'<extLst><ext uri="{64002731-A6B0-56B0-2670-7721B7C09600}"><x/></ext></extLst></worksheet>'
    add_part(book, "xl/worksheets/sheet1.xml", old=b"</worksheet>", new=extension)
    add_part(book, "xl/printerSettings/printerSettings1.bin")
    add_part(book, "docMetadata/LabelInfo.xml")
    backend = XlsxBackend(book)
    backend.write(plan(backend.read(), ROW))
    assert len(named(backend.read(), "Journal").rows) == 2


def test_shapes_pictures_and_charts_stay(book: Path, tmp_path: Path) -> None:
    """A person's picture, chart and text box are kept; the older writer would lose the text box, and says so."""
    from openpyxl.chart import BarChart, Reference
    from openpyxl.drawing.image import Image
    from PIL import Image as Picture

    Picture.new("RGB", (8, 8), "red").save(tmp_path / "dot.png")
    wb = openpyxl.load_workbook(book)
    ws = wb.create_sheet("Mine")
    ws.append(["a", 1])
    ws.add_image(Image(tmp_path / "dot.png"), "D4")
    chart = BarChart()
    chart.add_data(Reference(ws, min_col=2, min_row=1))
    ws.add_chart(chart, "F4")
    wb.save(book)
    backend = XlsxBackend(book)
    backend.write(plan(backend.read(), ROW))
    with zipfile.ZipFile(book) as archive:
        kept = archive.namelist()
    assert any(n.startswith("xl/media/") for n in kept)
    assert any(n.startswith("xl/charts/chart") for n in kept)
    drawing = next(n for n in kept if n.startswith("xl/drawings/drawing"))
    add_part(book, drawing, old=b"</wsDr>", new=b'<twoCellAnchor><sp macro=""/></twoCellAnchor></wsDr>')
    with zipfile.ZipFile(book) as archive:
        shapes = archive.read(drawing)
    backend.write(plan(backend.read(), ROW))
    with zipfile.ZipFile(book) as archive:
        assert archive.read(drawing) == shapes
    with pytest.raises(Refused, match="shapes or text boxes"):
        XlsxBackend(book, writer="openpyxl").write(plan(backend.read(), ROW))


def test_a_signed_book_is_told_of(book: Path) -> None:
    """Any change would make a signature invalid: it is read, and not written."""
    add_part(book, "_xmlsignatures/sig1.xml")
    backend = XlsxBackend(book)
    grid, before = backend.read(), book.read_bytes()
    for act in (lambda: backend.write(plan(grid, ROW)), lambda: backend.prepare(TABS, FIRST_ROWS)):
        with pytest.raises(Refused, match="digital signature"):
            act()
    assert book.read_bytes() == before


def test_a_writer_that_is_none_is_told(book: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One plain line that names the variable."""
    monkeypatch.setenv("PAIRSHEET_WRITER", "excel")
    with pytest.raises(BackendError, match="PAIRSHEET_WRITER"):
        XlsxBackend(book)


# --- the disk -----------------------------------------------------------------------------------------------------


def test_mode_and_backup_are_kept(book: Path) -> None:
    """Same permissions; the file as it was stands in a folder beside it."""
    os.chmod(book, 0o640)
    backend = XlsxBackend(book)
    first = book.read_bytes()
    backend.write(plan(backend.read(), ROW))
    second = book.read_bytes()
    assert [b.path.read_bytes() for b in backups(book)] == [first]
    backend.write(plan(backend.read(), ROW))
    assert [b.path.read_bytes() for b in backups(book)] == [second, first]
    assert {stat.S_IMODE(p.stat().st_mode) for p in (book, *(b.path for b in backups(book)))} == {0o640}
    assert beside(book) == {"book.xlsx", "book backups"}


def test_a_link_to_the_book_stays_a_link(book: Path, tmp_path: Path) -> None:
    """The file it leads to is replaced, not the link."""
    link = tmp_path / "elsewhere" / "link.xlsx"
    link.parent.mkdir()
    link.symlink_to(book)
    backend = XlsxBackend(link)
    backend.write(plan(backend.read(), ROW))
    assert link.is_symlink()
    assert len(named(XlsxBackend(book).read(), "Journal").rows) == 2


def test_a_full_disk_leaves_the_book_as_it_was(book: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One plain line, no scraps left, and the next write succeeds."""
    backend = XlsxBackend(book)
    grid, before, names = backend.read(), book.read_bytes(), beside(book)

    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", full)
        with pytest.raises(Unreachable, match="disk is full"):
            backend.write(plan(grid, ROW))
        with pytest.raises(Unreachable, match="disk is full"):
            backend.set_mark(Mark(1, 1))
    assert book.read_bytes() == before
    assert beside(book) == names
    backend.write(plan(grid, ROW))


def test_a_folder_that_may_not_be_written_to(book: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Said plainly; the book is as it was."""
    import tempfile

    backend = XlsxBackend(book)
    grid, before = backend.read(), book.read_bytes()

    def denied(**_: Any) -> tuple[int, str]:
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(tempfile, "mkstemp", denied)
    with pytest.raises(Unreachable, match="may not be written to"):
        backend.write(plan(grid, ROW))
    assert book.read_bytes() == before


class Killed(BaseException):
    """The process dies."""


@pytest.mark.parametrize(
    "step",
    [
        "load",
        "put",
        "name",
        "save",
        "read back",
        "open temp",
        "sync temp",
        "mode",
        "back up",
        "replace of backup",
        "look again",
        "replace",
        "after",
    ],
)
def test_killed_at_any_step_the_book_is_whole_and_the_next_write_succeeds(
    book: Path, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    """Before the replace the old book stands, after it the new one; nothing in between."""
    import shutil
    import tempfile

    from sync.backends.ooxml.editor import Editor
    from sync.backends.ooxml.package import Package

    backend = XlsxBackend(book)
    grid, before = backend.read(), book.read_bytes()

    def die(*_: Any, **__: Any) -> Any:
        raise Killed

    def die_at(number: int, real: Callable[..., Any]) -> Callable[..., Any]:
        calls = 0

        def sometimes(*args: Any, **more: Any) -> Any:
            nonlocal calls
            calls += 1
            return die() if calls == number else real(*args, **more)

        return sometimes

    with monkeypatch.context() as patched:
        match step:
            case "load":
                patched.setattr(Package, "tree", die)
            case "save":
                patched.setattr(Package, "saved", die)
            case "put":
                patched.setattr(Editor, "put", die)
            case "name":
                patched.setattr(Editor, "set_revision", die)
            case "read back":
                patched.setattr(xlsx, "refuse_changed", die)
            case "open temp":
                patched.setattr(tempfile, "mkstemp", die)
            case "sync temp":
                patched.setattr(os, "fsync", die)
            case "mode":
                patched.setattr(shutil, "copymode", die)
            case "back up":
                patched.setattr(xlsx_file, "_back_up", die)
            case "replace of backup":
                patched.setattr(os, "replace", die_at(1, os.replace))
            case "look again":
                patched.setattr(xlsx_file, "same", die)
            case "replace":
                patched.setattr(os, "replace", die_at(2, os.replace))
            case "after":
                patched.setattr(xlsx_file, "sync_folder", die)
        with pytest.raises(Killed):
            backend.write(plan(grid, ROW))
    landed = step == "after"
    assert (book.read_bytes() == before) is not landed
    fresh = XlsxBackend(book)
    again = fresh.read()
    assert len(named(again, "Journal").rows) == (2 if landed else 1)
    fresh.write(plan(again, ROW))
    assert len(named(fresh.read(), "Journal").rows) == (3 if landed else 2)
    assert beside(book) == {"book.xlsx", "book backups"}


def test_scraps_of_a_worker_killed_outright_are_swept(book: Path) -> None:
    """A temporary file left behind by `kill -9` goes at the next write; other files stay."""
    (book.parent / ".book.xlsx.abc.pairsheet-tmp").write_bytes(b"half")
    (book.parent / ".other.xlsx.abc.pairsheet-tmp").write_bytes(b"theirs")
    backend = XlsxBackend(book)
    backend.write(plan(backend.read(), ROW))
    assert beside(book) == {"book.xlsx", "book backups", ".other.xlsx.abc.pairsheet-tmp"}


def test_preparing_twice_leaves_the_bytes_alone(book: Path) -> None:
    """Nothing missing: nothing written, no backup made."""
    before = book.read_bytes()
    XlsxBackend(book).prepare(TABS, FIRST_ROWS)
    assert book.read_bytes() == before
    assert beside(book) == {"book.xlsx"}


def test_the_mark_lies_beside_the_book(book: Path) -> None:
    """A small file of JSON; without a fingerprint the file's own; nonsense in it counts as none."""
    backend = XlsxBackend(book)
    backend.read()
    backend.set_mark(Mark(3, 9))
    kept = backend.mark()
    assert kept is not None
    assert (kept.revision, kept.last_no, len(kept.fingerprint)) == (3, 9, 64)
    (book.parent / "book.xlsx.pairsheet").write_text("{broken")
    assert backend.mark() is None


def test_an_older_version_put_back_shows_by_its_revision(book: Path) -> None:
    """The revision travels in the file, the mark stays beside it."""
    backend = XlsxBackend(book)
    old = book.read_bytes()
    backend.write(plan(backend.read(), ROW))
    now = backend.read()
    backend.set_mark(Mark(now.revision, 1))
    book.write_bytes(old)
    kept = backend.mark()
    assert kept is not None
    assert backend.read().revision < kept.revision


def test_a_new_book_where_an_older_one_lay_begins_without_its_mark(book: Path) -> None:
    """Somebody deletes the file and makes another: it is no older version of the first one."""
    XlsxBackend(book).set_mark(Mark(3, 9, "0" * 64))
    tabs = workbook(engine_of("ladder").sheet)
    XlsxBackend(book).prepare(tabs, {})
    assert XlsxBackend(book).mark() is not None, "the book is still there, and so is its mark"
    book.unlink()
    XlsxBackend(book).prepare(tabs, {})
    assert XlsxBackend(book).mark() is None


def test_a_book_made_in_a_file_of_somebodys_begins_without_the_mark_of_another(book: Path) -> None:
    """The mark beside it is of a book that had this name before; nothing of that is in this file."""
    XlsxBackend(book).set_mark(Mark(3, 9, "0" * 64))
    own = openpyxl.Workbook()
    own.active.append(["our members"])
    own.save(book)
    XlsxBackend(book).prepare(workbook(engine_of("ladder").sheet), {})
    assert XlsxBackend(book).mark() is None


def test_every_error_is_one_of_ours(book: Path) -> None:
    """Whatever goes wrong is one plain line for the operator."""
    for kind in (Unreachable, Refused, Raced):
        assert issubclass(kind, BackendError)
    add_part(book, "_xmlsignatures/sig1.xml")
    backend = XlsxBackend(book)
    with pytest.raises(BackendError) as said:
        backend.write(plan(backend.read(), ROW))
    assert "\n" not in str(said.value)
