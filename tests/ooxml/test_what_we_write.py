"""Nothing that Pairsheet writes gives Excel anything to repair: new books, samples, a season, versions put back."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from rules.registry import formats
from tests.newcomer.person import Typist, run
from tests.ooxml.books import book_of, new_book
from tests.ooxml.broken import CASES
from tests.ooxml.checker import check
from tests.ooxml.corpus import KINDS, Kind
from tests.ooxml.package import Package
from tests.ooxml.second import CANNOT_JUDGE, audited

ROOT = Path(__file__).parents[2]
STORED = sorted((ROOT / "docs").rglob("*.xlsx")) + sorted((ROOT / "tests" / "data").rglob("*.xlsx"))


def assert_sound(path: Path) -> None:
    """By both judges."""
    assert check(path.read_bytes()) == []
    assert audited(path) == []


@pytest.mark.parametrize("format_name", formats())
def test_a_new_book_is_sound(format_name: str, tmp_path: Path) -> None:
    """Of every format."""
    path = tmp_path / "book.xlsx"
    path.write_bytes(new_book(format_name))
    assert_sound(path)


@pytest.mark.parametrize("path", STORED, ids=lambda p: str(p.relative_to(ROOT)))
def test_the_samples_are_sound(path: Path) -> None:
    """Those in the documentation, and the books of earlier versions that events go on from."""
    assert_sound(path)


def test_a_version_put_back_and_an_archive_are_sound(tmp_path: Path) -> None:
    """What `restore` and `export` leave."""
    path = tmp_path / "book.xlsx"
    assert run("new", "swiss", str(path)).exit_code == 0
    with Typist(path) as hand:
        for name in ("Ada", "Ben", "Cleo", "Dan"):
            hand.add("Players", Player=name, Rating=1500)
    assert run("sync", str(path)).exit_code in (0, 1)
    with Typist(path) as hand:
        hand.add("Players", Player="Eva", Rating=1500)
    assert run("sync", str(path)).exit_code in (0, 1)
    assert run("restore", str(path), "1").exit_code in (0, 1)
    assert_sound(path)
    assert run("export", str(path), str(tmp_path / "all.zip")).exit_code == 0
    with zipfile.ZipFile(tmp_path / "all.zip") as archive:
        books = [n for n in archive.namelist() if n.endswith(".xlsx")]
        assert books
        for name in books:
            assert_sound(Path(archive.extract(name, tmp_path / "out")))


@pytest.mark.parametrize(
    "kind", [k for k in KINDS.values() if not k.slow and k.name not in CANNOT_JUDGE], ids=lambda k: k.name
)
def test_the_corpus_is_sound_by_the_second_judge(kind: Kind, tmp_path: Path) -> None:
    """Books that stand for what programs write have to be what the schema allows."""
    assert audited(book_of(kind, "swiss", tmp_path)) == []


@pytest.mark.parametrize("code", ["element-order", "element-unknown", "content-type-twice", "relationship-to-nothing"])
def test_the_second_judge_names_a_broken_book(code: str, tmp_path: Path) -> None:
    """Some of what it knows."""
    path = book_of(KINDS[CASES[code].kind], "swiss", tmp_path)
    package = Package.opened(path.read_bytes())
    CASES[code].act(package)
    path.write_bytes(package.saved())
    assert audited(path) != []
