"""Names of books that lead nowhere, are too long, or are no names at all: one plain line."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules.registry import engine_of
from sync.backends.base import Unreachable
from sync.backends.xlsx import XlsxBackend
from sync.making.create import create


def loop(folder: Path) -> Path:
    """A link to itself."""
    path = folder / "loop.xlsx"
    path.symlink_to(path)
    return path


@pytest.mark.parametrize("kind", ["loop", "nobody", "nul", "too long", "below a file", "a folder"])
def test_what_leads_nowhere_is_unreachable(tmp_path: Path, kind: str) -> None:
    """Reading, making and the mark: never another exception."""
    (tmp_path / "file").write_text("")
    (tmp_path / "folder.xlsx").mkdir()
    path: Path | str = {
        "loop": loop(tmp_path), "nobody": "~nobody-of-this-name/a.xlsx", "nul": "a\0.xlsx", "too long": f"{'a' * 300}.xlsx",
        "below a file": tmp_path / "file" / "a.xlsx", "a folder": tmp_path / "folder.xlsx",
    }[kind]  # fmt: skip
    backend = XlsxBackend(path)
    with pytest.raises(Unreachable) as told:
        backend.read()
    assert "\n" not in str(told.value)
    with pytest.raises(Unreachable):
        create(XlsxBackend(path), engine_of("ladder"))


def test_a_name_of_250_letters_is_a_name(tmp_path: Path) -> None:
    """Files beside it have shorter ones."""
    backend = XlsxBackend(tmp_path / f"{'a' * 245}.xlsx")
    create(backend, engine_of("ladder"))
    assert backend.read().tabs
    backend.mark()


def test_a_link_to_a_book_is_followed(tmp_path: Path) -> None:
    """The link stays a link, the book it leads to is written."""
    create(XlsxBackend(tmp_path / "book.xlsx"), engine_of("ladder"))
    (tmp_path / "link.xlsx").symlink_to(tmp_path / "book.xlsx")
    assert XlsxBackend(tmp_path / "link.xlsx").read().tabs
    assert (tmp_path / "link.xlsx").is_symlink()
