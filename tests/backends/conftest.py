"""A prepared workbook, made once and copied for each case."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from sync.backends.xlsx import XlsxBackend
from tests.backends.sample import FIRST_ROWS, TABS


@pytest.fixture(scope="session")
def prepared_book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A prepared workbook, made once."""
    path = tmp_path_factory.mktemp("prepared") / "book.xlsx"
    XlsxBackend(path).prepare(TABS, FIRST_ROWS)
    return path


@pytest.fixture
def book(prepared_book: Path, tmp_path: Path) -> Path:
    """A prepared workbook of one's own, alone in its folder."""
    folder = tmp_path / "desk"
    folder.mkdir()
    return Path(shutil.copy(prepared_book, folder / "book.xlsx"))
