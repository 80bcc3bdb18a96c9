"""What takes an event elsewhere: CSV that Excel reads, SQLite, results by round, lists for other programs, notebooks."""

from __future__ import annotations

import csv
import sqlite3
from pathlib import Path

import pytest

from rules.registry import engine_of, formats
from sync import open_tables
from sync.backends.xlsx import XlsxBackend
from sync.making.export import LISTS, public_tables
from sync.making.leaving import BY_ROUND, all_tables, player_list, results_by_round
from sync.running.adding import asked_for, players_in
from tests.newcomer.person import Typist, run
from tests.sync.desk import desk

FROZEN = Path(__file__).resolve().parents[1] / "data" / "frozen"


def under_way(format_: str) -> Path:
    """A book of this format in the middle of an event."""
    return sorted((FROZEN / format_).glob("*.xlsx"))[7]


def test_excel_reads_names_whole_and_others_may_go_without_the_mark(tmp_path: Path) -> None:
    book = str(under_way("ladder"))
    assert run("export", book, str(tmp_path / "a")).exit_code == 0
    assert run("export", book, str(tmp_path / "b"), "--as", "csv-plain").exit_code == 0
    one, other = (tmp_path / "a" / "ladder.csv").read_bytes(), (tmp_path / "b" / "ladder.csv").read_bytes()
    assert one == b"\xef\xbb\xbf" + other
    assert (tmp_path / "a" / "results-by-round.csv").is_file()


def test_results_by_round_name_opponent_colour_and_result() -> None:
    d = desk(started=True, Publish="R1")
    d.report("R1-01", "White won", "Ben").settle()
    table = results_by_round(public_tables(d.backend.read(), engine_of("ladder")))
    assert table is not None
    number = dict(zip(table["Player"], table["No"], strict=True))
    row = dict(zip(table["Player"], table["R1"], strict=True))
    assert row["Cem"] == f"{number['Ben']}w1"
    assert row["Ben"] == f"{number['Cem']}b0"
    assert row["Eva"] == f"{number['Dov']}w"
    assert "bye" in row.values()


@pytest.mark.parametrize("format_", formats())
def test_a_database_holds_what_the_tabs_show(format_: str, tmp_path: Path) -> None:
    """Table by table and cell by cell; written again over an older one."""
    book = under_way(format_)
    out = tmp_path / "event.sqlite"
    out.write_bytes(b"an older file")
    assert run("export", str(book), str(out)).exit_code == 0
    tables = all_tables(XlsxBackend(book).read(), engine_of(format_))
    with sqlite3.connect(out) as database:
        there = {name for (name,) in database.execute("SELECT name FROM sqlite_master")}
        assert there == {*tables, "Journal", "About"}
        for name, table in tables.items():
            found = database.execute(f'SELECT * FROM "{name}"').fetchall()
            assert len(found) == len(table)
            wanted = [[None if c is None or c != c else c for c in row] for row in table.to_numpy()]
            assert [list(row) for row in found] == wanted, name
        assert dict(database.execute("SELECT * FROM About"))["format"] == format_
        assert database.execute("SELECT count(*) FROM Journal").fetchone()[0] > 5
    assert BY_ROUND in tables
    assert not list(tmp_path.glob(".*"))


def test_notebooks_get_the_same_tables() -> None:
    book = under_way("swiss")
    tables, wanted = open_tables(str(book)), all_tables(XlsxBackend(book).read(), engine_of("swiss"))
    assert {name: table.to_csv() for name, table in tables.items()} == {n: t.to_csv() for n, t in wanted.items()}


@pytest.mark.parametrize("program", LISTS)
def test_a_list_for_another_program_comes_in_again(program: str, tmp_path: Path) -> None:
    """What its columns hold; those who left are not in it."""
    book, out = tmp_path / "club.xlsx", tmp_path / "list.csv"
    assert run("new", "swiss", str(book)).exit_code == 0
    with Typist(book) as hand:
        hand.add("Players", Player="Žáček, Ján", Rating=1850, Title="FM", Federation="CZE", Born="1990/04/05", Sex="m")
        hand.add("Players", Player="Müller, Eva", Rating=1700, Federation="GER", Born="1999", Sex="w")
        hand.add("Players", Player="Gone, Gil", Rating=1600, Status="Withdrawn")
    assert run("export", str(book), str(out), "--as", program).exit_code == 0
    found = players_in(out.read_bytes(), engine_of("swiss"), asked_for((), ""), "")
    assert found.doubts == []
    comma = "" if program == "vega" else ","
    year = "1990" if program == "chess-results" else "1990/04/05"
    assert [p["Player"] for p in found.players] == [f"Žáček{comma} Ján", f"Müller{comma} Eva"]
    assert [p["Rating"] for p in found.players] == [1850, 1700]
    assert [p["Born"] for p in found.players] == [year, "1999"]
    assert [p.get("Sex", "m") for p in found.players] == ["m", "w"]
    assert found.players[0]["Title"] == "FM"


def test_a_list_is_defused_like_every_table() -> None:
    d = desk((("=1+1", 1500), ("Ben", 1400)), started=True)
    lines = list(csv.reader(player_list(d.backend.read(), engine_of("ladder"), "vega").splitlines(), delimiter=";"))
    assert lines[1][0] == "'=1+1"


@pytest.mark.parametrize("name", ["x.json", "x.html", "folder.xlsx"])
def test_a_list_goes_into_a_file_of_text(name: str, tmp_path: Path) -> None:
    assert run("export", str(under_way("swiss")), str(tmp_path / name), "--as", "vega").exit_code != 0
