"""The checker names what it is there to name, and nothing in sound books."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.ooxml import checker
from tests.ooxml.books import book_of, new_book
from tests.ooxml.broken import CASES, RAW
from tests.ooxml.checker import check
from tests.ooxml.corpus import KINDS, Kind
from tests.ooxml.package import Package


@pytest.mark.parametrize("kind", [k for k in KINDS.values() if not k.slow], ids=lambda k: k.name)
def test_nothing_is_found_in_a_sound_book(kind: Kind, tmp_path: Path) -> None:
    """Every book of the corpus."""
    assert check(book_of(kind, "swiss", tmp_path).read_bytes()) == []


@pytest.mark.parametrize("code", CASES)
def test_a_broken_book_is_named(code: str, tmp_path: Path) -> None:
    """Each kind of finding, in a book that was sound before."""
    case = CASES[code]
    package = Package.opened(book_of(KINDS[case.kind], "swiss", tmp_path).read_bytes())
    case.act(package)
    assert code in {f.code for f in check(package.saved())}


@pytest.mark.parametrize("code", RAW)
def test_a_broken_archive_is_named(code: str) -> None:
    """What is wrong before any part is read."""
    assert code in {f.code for f in check(RAW[code](Package.opened(new_book("swiss"))))}


def test_every_kind_of_finding_has_a_broken_book() -> None:
    """No code without a case, and no case without a code."""
    sources = "".join(p.read_text() for p in Path(checker.__file__).parent.glob("*.py"))
    codes = set(re.findall(r'Finding\(\s*"([a-z-]+)"', sources)) | set(
        re.findall(r'Finding\(\s*"[a-z-]+" if [^,]* else "([a-z-]+)"', sources)
    )
    codes |= set(re.findall(r'^\s+\("(tab-[a-z-]+-twice)"', sources, re.MULTILINE))
    assert codes == CASES.keys() | RAW.keys()
