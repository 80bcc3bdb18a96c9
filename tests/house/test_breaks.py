"""A clause done wrong is noticed by the very cases its index names. PAIRSHEET_CAMPAIGN breaks all, else one a rulebook."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.house.breaks import BOOKS, BREAKS, Break, copy_of_the_rules, file_of, verdict

ALL = int(os.environ.get("PAIRSHEET_CAMPAIGN", "1")) > 1
FIRST = [next(b for b in BREAKS if b.book == book) for book in BOOKS]


def _name(one: Break) -> str:
    return f"{one.book} {one.clause}"


@pytest.mark.parametrize("one", BREAKS, ids=_name)
def test_what_is_to_be_broken_stands_there_once(one: Break) -> None:
    """The list keeps up with the code, and each clause has its cases."""
    assert file_of(one.module).read_text(encoding="utf-8").count(one.old) == 1
    assert one.cases


@pytest.mark.parametrize("book", BOOKS)
def test_every_rulebook_has_clauses_to_break(book: str) -> None:
    """At least six of each."""
    assert len({b.clause for b in BREAKS if b.book == book}) >= 6


@pytest.mark.parametrize("one", BREAKS if ALL else FIRST, ids=_name)
def test_a_broken_clause_is_noticed_by_its_cases(one: Break, tmp_path: Path) -> None:
    """Each named case passes with the rulebooks as they are, and fails with this clause done wrong."""
    copy = copy_of_the_rules(tmp_path)
    assert verdict(copy, *one.cases) == 0, "a case that fails anyway shows nothing"
    broken = file_of(one.module, copy)
    broken.write_text(broken.read_text(encoding="utf-8").replace(one.old, one.new), encoding="utf-8")
    blind = [case for case in one.cases if verdict(copy, case) != 1]
    assert not blind, f"does not notice that {one.clause} is done wrong"
