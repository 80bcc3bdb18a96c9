"""Lists of other programs, as they write them: who is taken, what is said, what is asked."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from openpyxl import Workbook

from rules.registry import engine_of
from sync.arriving.files import NotAList, read_file
from sync.arriving.headings import LIKELY, SEEN, field_of
from sync.arriving.people import Arrived
from sync.running.adding import WrongWord, asked_for, players_in
from tests.newcomer.person import run

SWISS, LADDER = engine_of("swiss"), engine_of("ladder")


def taken(data: bytes | str, format_: str = "swiss", dates: str = "", encoding: str = "", *columns: str) -> Arrived:
    """The players of a file."""
    raw = data.encode() if isinstance(data, str) else data
    return players_in(raw, engine_of(format_), asked_for(columns, dates), encoding)


def workbook(*rows: tuple[object, ...]) -> bytes:
    """A workbook with one tab."""
    wb = Workbook()
    sheet = wb.active
    assert sheet is not None
    for row in rows:
        sheet.append(row)
    out = io.BytesIO()
    wb.save(out)
    return out.getvalue()


SWISS_MANAGER = """ID_No;Name;Sex;Fed;Clubnumber;ClubName;Birthday;Rtg_Nat;Fide_No;Rtg_Int
1;Novák, Ján;;CZE;0;Praha;1990/04/05;1800;0;1850
2;Müller, Eva;f;GER;;;1999/00/00;1700;12345;0
"""
VEGA = """NAME;COUNTRY;BIRTHDAY;GENDER;TITLE;IDFIDE;ELOFIDE;IDNAT;ELONAT;KCOEFF
ROSSI MARIO ;ITA;12.03.1980;m;FM;800123;2210;0;0;20
Bianchi Anna;ITA;00.00.00;f;;0;0;;1500;40
"""
DEWIS = """ID,VKZ,Mgl-Nr,Status,Spielername,Geschlecht,Spielberechtigung,Geburtsjahr,Letzte-Auswertung,DWZ,Index,FIDE-Elo,FIDE-Titel,FIDE-ID,FIDE-Land
"1","A","2","A","Müller,Jörg","M","D","1970","202501","1812","12","1901","FM","123","GER"
"""
SWISS_CHESS = "TlnNr\tTeilnehmer\tTitel\tELO\tNWZ\tAttr.\tVerein/Ort\tLand\tGeburt\tFideKenn.\tPKZ\n1\tKern,Uli\t\t1900\t1850\t\tSK Ulm\tGER\t1980\t4600001\t\n"
SWISS_SYS = '"Name","ID","Rating","Team"\n"Smith,John","12345678","1834","A"\n'
TORNELO = "First name,Last name,FIDE ID,Rating,Email\nAda,Novak,123,1700,ada@example.org\n"
FIDE = (
    "ID Number      Name                                                         Fed Sex Tit  WTit OTit           FOA SEP26 Gms K  B-day Flag\n"
    "4600001        Kern, Uli                                                    GER M   FM        FA,NI              2301  4   20 1980  i   \n"
)
CHESS_RESULTS = """<html><body><table><tr><td>Autumn Open</td></tr></table>
<table><tr><th>Rk.</th><th>SNo</th><th></th><th>Name</th><th>FED</th><th>RtgI</th><th>Club/City</th></tr>
<tr><td>1</td><td>2</td><td>GM</td><td>Novak, Ada</td><td>SLO</td><td>2500</td><td>Ptuj</td></tr>
<tr><td>2</td><td>1</td><td></td><td>Ito, Ren</td><td>JPN</td><td>0</td><td></td></tr></table></body></html>"""
PGN = """[Event "Friday"]
[White "Novak, Ada"]
[Black "Ito, Ren"]
[WhiteElo "2000"]
[WhiteFideId "123"]

1. e4 1-0

[Event "Friday"]
[White "Ito, Ren"]
[Black "?"]

*
"""
LISTS: dict[str, tuple[str | bytes, list[dict[str, str | int]]]] = {
    "Swiss-Manager": (SWISS_MANAGER, [
        {"Player": "Novák, Ján", "Federation": "CZE", "Born": "1990/04/05", "Local rating": 1800, "Rating": 1850},
        {"Player": "Müller, Eva", "Sex": "w", "Federation": "GER", "Born": "1999", "Local rating": 1700, "FIDE id": "12345"},
    ]),
    "Vega": (VEGA, [
        {"Player": "ROSSI MARIO", "Federation": "ITA", "Born": "1980/03/12", "Sex": "m", "Title": "FM", "FIDE id": "800123", "Rating": 2210},
        {"Player": "Bianchi Anna", "Federation": "ITA", "Sex": "w", "Local rating": 1500},
    ]),
    "the German list": (DEWIS, [
        {"Player": "Müller,Jörg", "Sex": "m", "Born": "1970", "Local rating": 1812, "Rating": 1901, "Title": "FM", "FIDE id": "123", "Federation": "GER"},
    ]),
    "Swiss-Chess": (SWISS_CHESS, [
        {"Player": "Kern,Uli", "Rating": 1900, "Local rating": 1850, "Federation": "GER", "Born": "1980", "FIDE id": "4600001"},
    ]),
    "SwissSys": (SWISS_SYS, [{"Player": "Smith,John", "Rating": 1834}]),
    "Tornelo": (TORNELO, [{"Player": "Novak, Ada", "FIDE id": "123", "Rating": 1700}]),
    "FIDE": (FIDE, [{"Player": "Kern, Uli", "FIDE id": "4600001", "Federation": "GER", "Sex": "m", "Title": "FM", "Rating": 2301, "Born": "1980"}]),
    "chess-results, a saved page": (CHESS_RESULTS, [
        {"Player": "Novak, Ada", "Title": "GM", "Federation": "SLO", "Rating": 2500},
        {"Player": "Ito, Ren", "Federation": "JPN"},
    ]),
    "PGN": (PGN, [{"Player": "Novak, Ada", "Rating": 2000, "FIDE id": "123"}, {"Player": "Ito, Ren"}]),
    "a Lichess team": ('{"id":"ada","username":"Ada_N","title":"FM"}\n{"id":"ren","username":"ren"}\n', [
        {"Player": "Ada_N", "Username": "Ada_N", "Title": "FM"}, {"Player": "ren", "Username": "ren"},
    ]),
    "a Chess.com club": ('{"weekly":[{"username":"ada","joined":1}],"all_time":[{"username":"ada","joined":1},{"username":"ren","joined":2}]}', [
        {"Player": "ada", "Username": "ada"}, {"Player": "ren", "Username": "ren"},
    ]),
    "names alone": ("Ada Novak\nRen Ito\n", [{"Player": "Ada Novak"}, {"Player": "Ren Ito"}]),
    "what Excel is told": ("sep=;\r\nName;Elo\r\nAda;1500\r\n", [{"Player": "Ada", "Rating": 1500}]),
    "a workbook with lines above": (workbook(("Autumn Open",), ("from the tournament database",), (), ("Rk.", "Name", "Rtg"), (1, "Ada", 1500.0), ("Total 1",)), [
        {"Player": "Ada", "Rating": 1500},
    ]),
}  # fmt: skip


@pytest.mark.parametrize("program", LISTS)
def test_a_list_as_the_program_writes_it(program: str) -> None:
    """Everybody with what Players of a Swiss takes; nothing to ask."""
    data, players = LISTS[program]
    found = taken(data)
    assert found.doubts == []
    assert found.players == players


@pytest.mark.parametrize(
    ("encoding", "name", "federation", "warned"),
    [("utf-8", "Šarić, Željko", "CRO", False), ("utf-8-sig", "Šarić, Željko", "CRO", False), ("utf-16", "Šarić, Željko", "CRO", False),
     ("cp1250", "Wąs, Łukasz", "POL", True), ("cp1252", "Müller, Jörg", "GER", True), ("cp1251", "Иванов Пётр", "RUS", True),
     ("cp1254", "Yıldız, Şule", "TUR", True)],
)  # fmt: skip
def test_letters_are_read_by_evidence_and_it_is_said(encoding: str, name: str, federation: str, warned: bool) -> None:
    """A code page of Windows is a warning with a name to look at."""
    found = taken(f"Name;Fed;Elo\n{name};{federation};1500\n".encode(encoding))
    assert found.players[0]["Player"] == name
    assert bool(found.warnings) == warned


def test_an_encoding_that_is_named_is_taken_or_refused() -> None:
    """Never control characters for letters."""
    data = "Name;Elo\nŠarić;1500\n".encode("cp1250")
    assert taken(data, "swiss", "", "cp1250").players[0]["Player"] == "Šarić"
    with pytest.raises(NotAList, match="cannot be read as utf-8"):
        taken(data, "swiss", "", "utf-8")
    with pytest.raises(NotAList, match="cannot be read as klingon"):
        taken(data, "swiss", "", "klingon")


def test_surname_and_first_name_in_other_languages() -> None:
    """“Nom” beside “Prénom” is a surname; “Nombre” beside “Apellidos” a first name; the words of a language are asked about."""
    assert taken("Nom;Prénom;Elo\nDupont;Luc;1500\n").players[0]["Player"] == "Dupont, Luc"
    found = taken("Apellidos;Nombre;Elo;Sexo\nGarcía;Ana;1500;M\nRuiz;Leo;1400;H\n")
    assert [p["Player"] for p in found.players] == ["García, Ana", "Ruiz, Leo"]
    assert [p["Sex"] for p in found.players] == ["w", "m"]
    assert "Apellidos as surname" in found.warnings[0]
    assert taken("Imię i nazwisko;Ranking\nJan Kos;1500\n").warnings
    assert not taken("Name;Rating\nJan Kos;1500\n").warnings


@pytest.mark.parametrize(
    ("text", "rating", "said"),
    [("1500", 1500, False), ("1500.0", 1500, False), ("1 500", 1500, True), ("1,500", 1500, True), ("1640 N", 1640, True),
     ("1234P7", 1234, True), ("1234/7", 1234, True), ("0", None, False), ("-", None, False), ("unr", None, False), ("NC", None, False)],
)  # fmt: skip
def test_ratings_as_programs_write_them(text: str, rating: int | None, said: bool) -> None:
    """Letters name the kind of rating: the digits count, and it is said."""
    found = taken(f"Name;Elo\nAda;{text}\n")
    assert found.players[0].get("Rating") == rating
    assert any("ratings with a sign" in line for line in found.said) == said


@pytest.mark.parametrize("text", ["1500 1600", "12345", "abc", "1.5", "2026-01-02"])
def test_a_rating_that_cannot_be_read_is_a_warning_with_its_row(text: str) -> None:
    """The player is taken without it, once the person accepts."""
    found = taken(f"Name;Elo\nAda;{text}\n")
    assert "Rating" not in found.players[0]
    assert "row 2" in found.warnings[0]


def test_days_that_can_be_read_two_ways() -> None:
    """By the others of their column; else by --dates; else a doubt."""
    assert [p["Born"] for p in taken("Name;Born\nA B;13/4/2001\nC D;3/4/2001\n").players] == [
        "2001/04/13",
        "2001/04/03",
    ]
    alone = "Name;Born\nC D;3/4/2001\n"
    assert "--dates" in taken(alone).doubts[0]
    assert taken(alone, "swiss", "month first").players[0]["Born"] == "2001/03/04"
    assert taken("Name;Born\nC D;1999\n").players[0]["Born"] == "1999"
    with pytest.raises(WrongWord, match="day first"):
        asked_for((), "tomorrow")


def test_two_columns_for_one_thing_are_asked_about() -> None:
    """And what is said goes."""
    text = "Name;Elo;Rating\nAda;1500;1600\n"
    assert "could each be the rating" in taken(text).doubts[0]
    found = taken(text, "swiss", "", "", "Elo=rating", "Rating=-")
    assert (found.doubts, found.players) == ([], [{"Player": "Ada", "Rating": 1500}])


@pytest.mark.parametrize("suffix", ["json", "sqlite"])
def test_our_own_exports_come_in_again(suffix: str, tmp_path: Path) -> None:
    """The players of a ladder, and its rounds where they are wanted; a damaged database is refused in a line."""
    book = sorted((Path(__file__).parents[1] / "data" / "frozen" / "ladder").glob("*.xlsx"))[8]
    out = tmp_path / f"event.{suffix}"
    assert run("export", str(book), str(out)).exit_code == 0
    told = run("new", "ladder", str(tmp_path / "a.xlsx"), "--players", str(out))
    assert "6 players were taken over" in told.output
    told = run("new", "ladder", str(tmp_path / "b.xlsx"), "--players", str(out), "--with-rounds", "--yes")
    assert "is ready" in told.output, told.output
    cut = tmp_path / f"cut.{suffix}"
    cut.write_bytes(out.read_bytes()[: out.stat().st_size // 3])
    told = run("new", "ladder", str(tmp_path / "c.xlsx"), "--players", str(cut))
    assert told.exit_code == 2
    assert not (tmp_path / "c.xlsx").exists()


def test_names_with_a_comma_are_never_cut() -> None:
    """Whole where nothing but names stands there; else asked about, and nobody is taken."""
    assert [p["Player"] for p in taken("Name\nAdler, Anna\nCohn, Carl\n").players] == ["Adler, Anna", "Cohn, Carl"]
    assert [p["Player"] for p in taken('Player\n"Adler, Anna"\n').players] == ["Adler, Anna"]
    cut = taken("Name,Rating\nAdler, Anna,2000\nCohn,1900\n")
    assert any("a line has more cells than there are headings (row 2: Adler, Anna, 2000" in d for d in cut.doubts)
    assert not taken("Name;Rating;\nAdler, Anna;2000;\nSource: a; b; c; d\n").doubts


def test_a_heading_nobody_knows() -> None:
    """Asked for by name, or by number; a field there is not is refused."""
    text = "Wer;Stärke\nAda;1500\n"
    assert "Its columns begin with: Wer, Stärke" in taken(text).doubts[0]
    assert taken(text, "swiss", "", "", "Wer=name", "2=rating").players == [{"Player": "Ada", "Rating": 1500}]
    with pytest.raises(WrongWord, match="HEADING=FIELD"):
        asked_for(["Wer=king"], "")


def test_what_a_format_has_no_column_for_is_left_and_said() -> None:
    """A ladder takes names, accounts, ratings and seeds; mail addresses are passed over in silence."""
    found = taken("Name;Elo;FED;Email\nAda;1500;GER;a@b.example\n", "ladder")
    assert found.players == [{"Player": "Ada", "Rating": 1500}]
    assert any("left" in line and "FED" in line and "Email" not in line for line in found.said)


def test_doubles() -> None:
    """The same line twice is one player; one name for two is a doubt; nearly one name is a warning; the book's own stay."""
    assert len(taken("Name;Elo\nAda;1500\nAda;1500\n").players) == 1
    assert "two people are called Ada" in taken("Name;Elo\nAda;1500\nAda;1600\n").doubts[0]
    assert "may be one player" in taken("Name\nNovak Ada\nAda Novák\n").warnings[0]
    assert "may be one player" in taken("Name\nKowalczyk Jan\nKowalczyk Jann\n").warnings[0]
    again = players_in(b"Name\nAda\nBen\n", LADDER, asked_for((), ""), "", ("ada",))
    assert [p["Player"] for p in again.players] == ["Ben"]


@pytest.mark.parametrize(
    ("data", "said"),
    [(b"", "empty"), (b"\xef\xbb\xbf\r\n", "empty"), (b"PK\x03\x04 nothing", "damaged"), (b"<html><body>Sign in</body></html>", "no table"),
     (b'{"a":', "JSON"), (b'[Event "x"]\n[Site "y"]\n\n*\n', "no game"), (b"012 Club\n001 nonsense\n", "line 2, column 5")],
)  # fmt: skip
def test_what_is_no_list_is_refused_in_a_line(data: bytes, said: str) -> None:
    """With the reason."""
    with pytest.raises(NotAList, match=said):
        taken(data)


def test_every_heading_of_the_tables_means_one_thing() -> None:
    """No word stands under two fields of one table, and each is found as it is written there."""
    for table, sure in ((SEEN, True), (LIKELY, False)):
        for field, words in table.items():
            for word in words.split(" ; "):
                assert field_of(word) in ((field, True), (field, sure)), word


def test_a_list_of_half_a_million_lines_is_read_whole() -> None:
    """Within the bounds; beyond them it is refused."""
    rows = "\n".join(f"P{n};{1000 + n % 1500}" for n in range(20_000))
    assert len(taken(f"Name;Elo\n{rows}\n").players) == 20_000
    with pytest.raises(NotAList, match="longer"):
        read_file(("Name;Elo\n" + "a;1\n" * 600_001).encode())
