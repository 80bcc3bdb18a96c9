"""Workbooks saved as Strict Open XML: read like any other, and edited as they are: strict stays strict."""

from __future__ import annotations

import io
import re
import zipfile
from pathlib import Path

import pytest
from openpyxl import Workbook, load_workbook

from rules.registry import engine_of
from sync.backends.base import Unreachable
from sync.backends.xlsx import XlsxBackend
from sync.backends.xlsx_strict import as_usual
from sync.making.create import create
from tests.newcomer.person import run

PURL = "http://purl.oclc.org/ooxml/"
TYPED = 'see <a xmlns="http://purl.oclc.org/ooxml/spreadsheetml/main"> & http://purl.oclc.org/ooxml/drawingml/main'


def as_strict(data: bytes) -> bytes:
    """What “save as Strict Open XML” makes of a workbook: other names, a mark of conformance."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new:
        for part in old.infolist():
            text = old.read(part)
            if part.filename.endswith((".xml", ".rels")):
                plain = re.sub(
                    r"http://schemas\.openxmlformats\.org/(officeDocument|spreadsheetml|drawingml)/2006/", rf"{PURL}\1/",
                    text.decode(),
                )  # fmt: skip
                text = plain.replace("<workbook ", '<workbook conformance="strict" ').encode()
            new.writestr(part, text)
    return out.getvalue()


@pytest.fixture
def strict(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A ladder with players, a person's own tab, colours, notes and a picture of numbers, saved as strict."""
    monkeypatch.setenv("PAIRSHEET_STATE", str(tmp_path / "state"))
    path = tmp_path / "strict.xlsx"
    create(XlsxBackend(path), engine_of("ladder"))
    book = load_workbook(path)
    own = book.create_sheet("My notes")
    own["A1"], own["B2"], own["C3"] = TYPED, "=1+1", 12.5
    for row, name in enumerate(("Ada Novak", "Ben Okafor"), start=2):
        book["Players"].cell(row, 1).value = name
    book.save(path)
    path.write_bytes(as_strict(path.read_bytes()))
    return path


def test_it_is_read_like_any_other(strict: Path) -> None:
    """Seen: the reader found no tabs at all. Names, keys and cells are there; what was typed stays as typed."""
    grid = XlsxBackend(strict).read()
    tabs = {tab.title: tab for tab in grid.tabs}
    assert [row[0] for row in tabs["Players"].rows[1:]] == ["Ada Novak", "Ben Okafor"]
    assert tabs["My notes"].rows[0][0] == TYPED
    assert tabs["Ladder"].key == "Ladder"


def test_a_pass_writes_it_and_loses_nothing(strict: Path) -> None:
    """Cells, notes, colour rules and drop-downs are there afterwards, and the file is as strict as it was."""
    with_notes = load_workbook(io.BytesIO(as_usual(strict.read_bytes())))
    said = run("sync", str(strict))
    assert "Written" in said.output, said.output
    after = load_workbook(io.BytesIO(as_usual(strict.read_bytes())))
    assert after["My notes"]["A1"].value == TYPED
    assert after["My notes"]["B2"].value == "=1+1"
    for title in ("Players", "Settings", "Games"):
        before, now = with_notes[title], after[title]
        assert [[c.value for c in r] for r in before.iter_rows()] == [[c.value for c in r] for r in now.iter_rows()]
        assert {c.coordinate: c.comment.text for r in before.iter_rows() for c in r if c.comment} == {
            c.coordinate: c.comment.text for r in now.iter_rows() for c in r if c.comment
        }
        assert len(before.data_validations.dataValidation) == len(now.data_validations.dataValidation)
        assert len(before.conditional_formatting) == len(now.conditional_formatting)
    with zipfile.ZipFile(strict) as archive:
        for name in archive.namelist():
            text = archive.read(name).decode()
            usual = [
                v for v in re.findall(r'"http://schemas\.openxmlformats\.org/([^"]+)"', text) if "package/" not in v
            ]
            assert not [v for v in usual if re.match("(office|spread|draw)", v) and "Properties" not in v], name
        assert 'conformance="strict"' in archive.read("xl/workbook.xml").decode()
    assert run("sync", str(strict)).output.startswith("Nothing new")


def test_usual_and_damaged_files_are_left_as_they_are(tmp_path: Path) -> None:
    """No byte is touched of a workbook in the usual form, of half a file, of something else."""
    out = io.BytesIO()
    Workbook().save(out)
    for data in (out.getvalue(), out.getvalue()[:500], b"", b"PK", b"text"):
        assert as_usual(data) is data
    (tmp_path / "half.xlsx").write_bytes(as_strict(out.getvalue())[:900])
    with pytest.raises(Unreachable):
        XlsxBackend(tmp_path / "half.xlsx").read()
