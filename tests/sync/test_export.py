"""Exports: nothing in a table is a formula when a spreadsheet program opens it; nothing private is in an archive."""

from __future__ import annotations

import csv
import io
import unicodedata
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.registry import engine_of
from sync.making.export import harmless, journal_lines, public_tables, write_csv
from sync.reading.gather import read_sheet
from sync.running.outbox import send
from sync.settings import Operator
from tests.sync.desk import desk

SIGNS = "=+-@＝＋－＠﹦﹢﹣﹫\t\r\n"


@pytest.mark.parametrize(
    "text",
    [
        "=1+1",
        "＝1+1",
        "＋1",
        "－1",
        "＠SUM(A1)",
        "\t=1",
        "\r=1",
        " =1",
        "\u00a0=1",
        "\u200b=1",
        "\ufeff＝1",
        "\u200e@x",
    ],
)
def test_a_text_that_could_be_a_formula_is_marked_as_text(text: str) -> None:
    """The plain signs and the full-width ones, also behind spaces and characters nobody sees."""
    assert harmless(text) == f"'{text}"


@given(st.text(st.sampled_from(SIGNS + " \u00a0\u200b\ufeffab1"), max_size=6))
def test_no_cell_begins_with_a_sign(text: str) -> None:
    """Whatever is in front of it, what a program would read first is no sign."""
    cell = str(harmless(text))
    first = unicodedata.normalize("NFKC", cell.lstrip(" \u00a0\u200b\ufeff"))[:1]
    assert first not in ("=", "+", "-", "@", "\t", "\r", "\n")


def test_numbers_and_names_stay_as_they_are() -> None:
    """A score below zero is a number; a name with a sign inside is no formula."""
    assert [harmless(v) for v in (-1, 2.5, None, "Anna-Maria", "", "1-0")] == [-1, 2.5, None, "Anna-Maria", "", "1-0"]


def test_names_that_are_formulas_in_a_whole_book(tmp_path: Path) -> None:
    """From Players to the CSV of every table, headings included."""
    names = ("=HYPERLINK(A1)", "＝1+1", "＠x", "Ben", "－Cem")
    d = desk(tuple((n, 1800) for n in names), started=True)
    for path in write_csv(public_tables(d.backend.read(), engine_of("ladder")), tmp_path):
        for row in csv.reader(io.StringIO(path.read_text(encoding="utf-8"))):
            assert not [c for c in row if c and unicodedata.normalize("NFKC", c)[0] in "=+-@"], path
    assert "'＝1+1" in (tmp_path / "ladder.csv").read_text(encoding="utf-8")


def test_what_players_wrote_to_the_director_is_in_no_archive() -> None:
    """Neither as a message, nor in the digest that went to the director."""
    d = desk(started=True)
    who = Operator(notices=("discord://1/2",), digest=("discord://3/4",))
    d.send = lambda decided: send(decided.box.due, who, "Autumn", lambda *_: True)
    d.report("R1-01", "oops", "Ben", **{"Message to the director": "my father is ill"})
    for _ in range(16):
        d.later(hours=2).sync()
    assert "my father is ill" in str(d.shown("Journal")), "the digest names it"
    _, journal, _ = read_sheet(d.backend.read(), engine_of("ladder").sheet)
    assert "my father is ill" not in journal_lines(journal)
