"""Rating lists looked up: FIDE's in its layouts, national ones and Lichess' with headings; nothing typed is changed."""

from __future__ import annotations

import io
import random
import zipfile
from contextlib import suppress
from pathlib import Path

import pytest

from sync.arriving.files import NotAList
from sync.arriving.ratings import Wanted, look_up, told_by
from sync.running.adding import read_book
from sync.running.rating import fill as fill_cells
from tests.newcomer.person import Typist, run
from tests.sync.desk import fill
from tests.sync.rigs import RIGS

HEAD = (
    "ID Number      Name                                                         Fed Sex Tit  WTit OTit           FOA "
    "SRtng SGm SK RRtng RGm Rk BRtng BGm BK B-day Flag"
)
SINGLE = (
    "ID Number      Name                                                         Fed Sex Tit  WTit OTit           FOA "
    "SEP26 Gms K  B-day Flag"
)
PEOPLE = (
    ("1001", "Adler, Anna", "GER", "F", "WFM", "2105", "2050", "0", "1990"),
    ("1002", "Bauer, Ben", "AUT", "M", "", "1890", "1850", "1800", "2001"),
    ("1003", "Bauer, Ben", "GER", "M", "", "1700", "0", "0", "1985"),
    ("1004", "Cohn, Carl", "USA", "M", "FM", "0", "2210", "0", "0000"),
    ("1005", "Şahin, Deniz", "TUR", "F", "", "1950", "0", "0", "2004"),
)


def _at(head: str, **cells: str) -> str:
    line = [" "] * (len(head) + 8)
    for heading, text in cells.items():
        start = head.index(heading)
        line[start : start + len(text)] = text
    return "".join(line).rstrip()


def combined() -> bytes:
    """FIDE's list of all three ratings."""
    lines = [HEAD]
    for id_, name, fed, sex, title, standard, rapid, blitz, born in PEOPLE:
        named = {"ID": id_, "Name": name, "Fed": fed, "Sex": sex, "Tit": title}
        lines.append(_at(HEAD, **named, SRtng=standard, RRtng=rapid, BRtng=blitz, **{"B-day": born}))
    return "\r\n".join(lines).encode()


def single() -> bytes:
    """FIDE's list of one rating, in the month's column."""
    lines = [SINGLE]
    for id_, name, fed, sex, title, standard, *_, born in PEOPLE:
        lines.append(_at(SINGLE, ID=id_, Name=name, Fed=fed, Sex=sex, Tit=title, SEP26=standard, **{"B-day": born}))
    return "\n".join(lines).encode()


def xml() -> bytes:
    """FIDE's list in XML."""
    players = "".join(
        f"<player><fideid>{i}</fideid><name>{n}</name><country>{f}</country><sex>{s}</sex><title>{t}</title>"
        f"<rating>{r}</rating><rapid_rating>{q}</rapid_rating><blitz_rating>{b}</blitz_rating>"
        f"<birthday>{y}</birthday><flag></flag></player>"
        for i, n, f, s, t, r, q, b, y in PEOPLE
    )
    return f'<?xml version="1.0" encoding="UTF-8"?><playerslist>{players}</playerslist>'.encode()


def table(sign: str = ";", encoding: str = "utf-8") -> bytes:
    """A list with headings, as national federations have them."""
    lines = ["ID_No;Name;Sex;Fed;Birthday;Rtg_Nat;Fide_No;Rtg_Int".replace(";", sign)]
    lines += [sign.join((f"N{i}", f'"{n}"', s, f, y, str(int(r) + 50), i, r)) for i, n, f, s, _, r, *_, y in PEOPLE]
    return "\n".join(lines).encode(encoding)


def zipped(data: bytes, name: str = "players_list.txt") -> bytes:
    """As FIDE offers it."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(name, data)
    return out.getvalue()


LISTS = {
    "combined": combined(), "one kind": single(), "XML": xml(), "zipped": zipped(combined()),
    "zipped XML": zipped(xml(), "a.xml"), "semicolons": table(), "commas": table(","), "tabs": table("\t"),
    "UTF-16": table(";", "utf-16"), "a mark of UTF-8": table(";", "utf-8-sig"), "Turkish": table(";", "cp1254"),
}  # fmt: skip


@pytest.mark.parametrize("data", LISTS.values(), ids=LISTS)
def test_people_are_found_by_name_or_id_in_every_layout(data: bytes, tmp_path: Path) -> None:
    path = tmp_path / "list"
    path.write_bytes(data)
    wanted = [
        Wanted("Anna Adler"), Wanted("Ben Bauer"), Wanted("Bauer Ben", federation="AUT"), Wanted("B. Bauer", id="1003"),
        Wanted("Şahin, Deniz"), Wanted("Nobody"), Wanted("Anna Adler ", id="77"), Wanted("Carl Cohn", federation="GER"),
    ]  # fmt: skip
    found = look_up(path, wanted)
    assert {name: one.id for name, one in found.by_name.items()} == {
        "Anna Adler": "1001", "Bauer Ben": "1002", "B. Bauer": "1003", "Şahin, Deniz": "1005",
    }  # fmt: skip
    assert found.not_found["Ben Bauer"].startswith("2 of that name: 1002 (AUT 2001), 1003 (GER 1985)")
    assert found.not_found["Nobody"] == "not in the list"
    assert found.not_found["Anna Adler "] == "no one with FIDE id 77"
    assert found.not_found["Carl Cohn"].startswith("the one of that name in the list is")
    assert found.lines == len(PEOPLE)


def test_the_rating_is_of_the_kind_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "list.txt"
    path.write_bytes(combined())
    carl = look_up(path, [Wanted("Cohn, Carl")]).by_name["Cohn, Carl"]
    known = frozenset({"Rating", "Title", "Federation", "Born", "FIDE id"})
    assert "Rating" not in told_by(carl, "standard", known), "0 is no rating"
    assert told_by(carl, "rapid", known) == {"FIDE id": "1004", "Title": "FM", "Federation": "USA", "Rating": 2210}
    path.write_bytes(table())
    anna = look_up(path, [Wanted("Adler, Anna")]).by_name["Adler, Anna"]
    assert told_by(anna, "standard", frozenset({"Rating", "Local rating"})) == {"Rating": 2105, "Local rating": 2155}
    assert told_by(anna, "national", frozenset({"Rating", "Local rating"})) == {"Rating": 2155}


def test_accounts_are_found_in_a_list_of_accounts(tmp_path: Path) -> None:
    path = tmp_path / "lichess.csv"
    path.write_text("Rank,Title,Username,Rating,Points\n1,FM,Anna_A,2200,5\n2,,ben-b,1500,4\n", encoding="utf-8")
    found = look_up(path, [Wanted("Anna Adler", username="anna_a"), Wanted("Cohn, Carl", username="carl")])
    assert found.by_name["Anna Adler"].ratings == {"standard": "2200"}
    assert list(found.not_found) == ["Cohn, Carl"]


WRONG = {
    "empty": (b"", "empty"),
    "a page": (b"<!doctype html><title>Sign in</title>", "holds no players"),
    "damaged XML": (xml()[:-200], "XML is damaged: line 1, column"),
    "no ratings": (b"Name;Club\nAdler;X\n", "none of ratings"),
    "two": (b"Name;Rating;Elo\nAdler;1;2\n", "several of its columns could be the rating"),
    "a zip of others": (zipped(b"x", "readme.md"), "no list of ratings"),
    "a cut zip": (zipped(combined())[:60], "damaged"),
    "headings alone": (b"Name;Rating\n", "nobody stands in it"),
    "other letters": (table(";", "utf-8") * 2 + b"\xff\xfe\x81\x8d" + b"\n", "encoding"),
}


@pytest.mark.parametrize(("data", "why"), WRONG.values(), ids=WRONG)
def test_what_is_no_list_is_refused_in_words(data: bytes, why: str, tmp_path: Path) -> None:
    path = tmp_path / "list"
    path.write_bytes(data)
    with pytest.raises(NotAList, match=why):
        look_up(path, [Wanted("Adler, Anna")])


@pytest.mark.parametrize("seed", range(40))
def test_a_damaged_list_is_read_or_refused(seed: int, tmp_path: Path) -> None:
    dice = random.Random(seed)
    data = bytearray(dice.choice(list(LISTS.values())))
    for _ in range(dice.randrange(1, 20)):
        data[dice.randrange(len(data))] = dice.randrange(256)
    path = tmp_path / "list"
    path.write_bytes(bytes(data[: dice.randrange(len(data))] if dice.random() < 0.3 else data))
    found = None
    with suppress(NotAList):
        found = look_up(path, [Wanted("Adler, Anna"), Wanted("x", id="1003")])
    assert found is None or set(found.by_name) | set(found.not_found) == {"Adler, Anna", "x"}


def test_blank_cells_are_filled_and_typed_ones_stay(tmp_path: Path) -> None:
    """By the command, on a workbook; what differs is said, and a second time there is nothing to fill."""
    book, path = tmp_path / "club.xlsx", tmp_path / "list.txt"
    path.write_bytes(combined())
    assert run("new", "swiss", str(book)).exit_code == 0
    with Typist(book) as hand:
        hand.add("Players", Player="Anna Adler", Rating=2000)
        hand.add("Players", Player="Bauer, Ben", Born=1985)
        hand.add("Players", Player="Somebody New")
    told = run("ratings", str(book), str(path), "--dry-run")
    assert "would be filled. Nothing was written." in told.output
    assert "Anna Adler: Rating is 2000, the list says 2105" in told.output
    assert "Not found: Somebody New: not in the list" in told.output
    before = book.read_bytes()
    assert run("ratings", str(book), str(path), "--dry-run").exit_code == 0
    assert book.read_bytes() == before
    assert run("ratings", str(book), str(path)).exit_code == 0
    person = Typist(book)
    assert person.column("Players", "Rating") == [2000, 1700]
    assert person.column("Players", "FIDE id") == ["1001", "1003"]
    assert person.column("Players", "Title") == ["WFM"]
    assert person.column("Players", "Born")[1] == 1985
    assert "nothing was written" in run("ratings", str(book), str(path)).output
    assert run("check", str(book)).exit_code in (0, 1)


def test_a_list_of_names_is_filled_as_it_is_taken_over(tmp_path: Path) -> None:
    book, names, path = tmp_path / "club.xlsx", tmp_path / "names.csv", tmp_path / "list.xml"
    path.write_bytes(xml())
    names.write_text("Name\nAdler, Anna\nCohn, Carl\n", encoding="utf-8")
    told = run("new", "swiss", str(book), "--players", str(names), "--ratings", str(path), "--kind", "rapid")
    assert told.exit_code == 0, told.output
    assert Typist(book).column("Players", "Rating") == [2050, 2210]
    names.write_text("Name\nBen Bauer\n", encoding="utf-8")
    told = run("add", str(book), str(names), "--ratings", str(path))
    assert "2 of that name" in told.output
    assert Typist(book).column("Players", "Rating") == [2050, 2210]
    assert run("new", "swiss", str(tmp_path / "b.xlsx"), "--ratings", str(path)).exit_code == 2
    assert run("ratings", str(book), str(path), "--kind", "bullet").exit_code == 2


@pytest.mark.parametrize("backend", RIGS)
def test_single_cells_are_written_on_every_backend(backend: str, tmp_path: Path) -> None:
    """Blank cells of a book take a rating; nothing else of the tab is another."""
    d = RIGS[backend](tmp_path / backend).blank()
    fill(d, (("Ada", 1500), ("Ben", None), ("Cem", 1600)), False)
    d.save()
    _, sheet, _ = read_book(d.backend)
    before = [list(row) for row in sheet.tabs["Players"].rows]
    ben = next(row for row in sheet.rows["Players"] if row.text("Player") == "Ben")
    fill_cells(d.backend, sheet, [(ben.number, "Rating", 1700), (ben.number, "Note", "=1+1")])
    _, after, _ = read_book(d.backend)
    for heading, value in (("Rating", 1700), ("Note", "=1+1")):
        row, column = before[ben.number - 1], ben.columns[heading]
        row += [None] * (column + 1 - len(row))
        row[column] = value
    assert [list(row) for row in after.tabs["Players"].rows] == before
