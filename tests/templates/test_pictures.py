"""Pictures of the tabs: small files of the right size, one a tab; where a program is missing it says which."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from openpyxl import Workbook
from PIL import Image

from sheets_templates import pictures


def test_what_is_missing_is_said(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Without LibreOffice: one plain line, no picture, exit code 1."""
    monkeypatch.setattr(pictures.shutil, "which", lambda _: None)
    told: list[str] = []
    assert pictures.main([str(tmp_path / "out")], told.append) == 1
    assert told == ["No pictures: soffice is not on the path; it comes with LibreOffice."]
    assert not (tmp_path / "out").exists()


def test_wrong_use_is_said() -> None:
    """No folder named."""
    told: list[str] = []
    assert pictures.main([], told.append) == 2
    assert told[0].startswith("usage:")


def test_each_visible_tab_becomes_one_sheet_of_paper(tmp_path: Path) -> None:
    """Hidden tabs stay hidden; what is printed is what a phone shows."""
    book = Workbook()
    first = book.active
    assert first is not None
    first.title = "One"
    for row in range(1, 200):
        first.cell(row, 1, row)
        first.cell(row, 30, row)
    hidden = book.create_sheet("Lists")
    hidden.sheet_state = "hidden"
    path = tmp_path / "book.xlsx"
    book.save(path)
    assert pictures.for_paper(path) == ["One"]


def test_a_picture_is_cut_small(tmp_path: Path) -> None:
    """Blank paper below the last line goes; few colours."""
    page = Image.new("RGB", (540, 900), "white")
    page.paste((30, 60, 90), (0, 0, 540, 200))
    page.save(tmp_path / "raw.png")
    pictures.save(tmp_path / "raw.png", tmp_path / "cut.png", (540, 900))
    with Image.open(tmp_path / "cut.png") as cut:
        assert cut.size == (540, 224)
        assert cut.mode == "P"


def test_the_guides_pictures_are_there_and_small() -> None:
    """Every picture the guide shows is in docs/pictures, under 60 kB and as wide as a phone's."""
    import re

    named = re.findall(r"\]\((pictures/[\w-]+\.png)\)", Path("docs/td-guide.md").read_text())
    assert len(named) >= 10
    for name in named:
        path = Path("docs") / name
        assert path.stat().st_size < 60_000, name
        with Image.open(path) as picture:
            assert picture.width == round(pictures.PHONE * pictures.SHARP)


@pytest.mark.skipif(not (shutil.which("soffice") and shutil.which("pdftoppm")), reason="LibreOffice is not here")
def test_a_tab_is_drawn(tmp_path: Path) -> None:
    """A small workbook through LibreOffice: one picture with something on it."""
    book = Workbook()
    sheet = book.active
    assert sheet is not None
    sheet.title = "This round"
    for row in range(1, 5):
        for column in range(1, 8):
            sheet.cell(row, column, "Ada")
    path = tmp_path / "book.xlsx"
    book.save(path)
    (made,) = pictures.draw(path, pictures.for_paper(path), tmp_path / "out")
    assert made.name == "this-round.png"
    with Image.open(made) as picture:
        assert len(picture.getcolors() or ()) > 1
