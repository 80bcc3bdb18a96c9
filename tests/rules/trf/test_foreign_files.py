"""Files as other programs write them: letters of another Windows, defaults without colours, players alone, no file at all."""

from __future__ import annotations

import contextlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.parts.trf import TrfError, dump_trf, read_trf
from rules.swiss.check import check_report
from rules.swiss.trf import players_from_trf

HEAD = "012 Test Open\n022 City\n032 GER\n042 2026/01/02\n"


def player(number: int, name: str, federation: str = "GER", more: str = "") -> str:
    """A player's line."""
    return f"001 {number:4}      {name:33} 2000 {federation:3}{more}\n"


def names(data: bytes | str) -> list[str]:
    """The players as a new event would have them."""
    return [str(row["Player"]) for row in players_from_trf(data)]


def test_a_default_has_no_colour() -> None:
    """Seen: `3 - +` was refused. Four players, both rounds read and paired again."""
    text = HEAD + (
        "001    1      Adler, A                          2100 GER                         2.0    1     3 - +     2 w 1\n"
        "001    2      Bauer, B                          2000 GER                         1.0    2     4 w 1     1 b 0\n"
        "001    3      Cohn, C                           1900 GER                         0.0    3     1 - -\n"
        "001    4      Dorn, D                           1800 GER                         0.0    4     2 b 0\n"
    )
    assert read_trf(text).problems == ()
    assert len(names(text)) == 4
    found = check_report(text)
    assert found.agrees
    assert found.lines[0] == "2 rounds, 3 boards: 3 pairs as by the rules."


def test_a_default_that_the_rules_do_not_pair_is_named_without_colours() -> None:
    """1 and 2 meet first where the rules say 1 and 3: that is told, and nobody is said to have had White."""
    text = HEAD + (
        "001    1      Adler, A                          2100 GER                         1.0    1     2 - +\n"
        "001    2      Bauer, B                          2000 GER                         0.0    3     1 - -\n"
        "001    3      Cohn, C                           1900 GER                         1.0    2     4 w 1\n"
        "001    4      Dorn, D                           1800 GER                         0.0    4     3 b 0\n"
    )
    said = "\n".join(check_report(text).lines)
    assert "Adler, A (1) with Bauer, B (2) (a default without colours)" in said


def test_a_game_played_has_colours() -> None:
    """The dash is for defaults alone."""
    text = HEAD + player(1, "Adler, A", more="                         1.0    1     2 - 1") + player(2, "Bauer, B")
    assert any("w or b" in str(p) for p in read_trf(text).blocked)


def test_one_sided_colours_of_a_default_are_taken() -> None:
    """One line has the colour, the other a dash: they do not contradict each other."""
    text = HEAD + player(1, "A, A", more="                         1.0    1     2 w +")
    text += player(2, "B, B", more="                         0.0    2     1 - -")
    assert read_trf(text).problems == ()
    assert check_report(text).readable


@pytest.mark.parametrize("more", ["", "                         0.0", "                         0.0    1  "])
def test_players_alone_are_players(more: str) -> None:
    """A list before the first round: lines may end after the federation."""
    text = HEAD + player(1, "Adler, A", more=more) + player(2, "Bauer, B", more=more)
    assert names(text) == ["Adler, A", "Bauer, B"]
    found = check_report(text)
    assert found.readable
    assert found.lines == ("2 players, no rounds: there is nothing to pair again.",)


def test_blank_points_beside_rounds_are_named_and_do_not_block() -> None:
    """They are the sum of the rounds."""
    text = HEAD + player(1, "A, A", more=" " * 38 + "2 w 1")
    text += player(2, "B, B", more="                         0.0    2     1 b 0")
    (problem,) = read_trf(text).problems
    assert not problem.blocks
    assert "1.0, the sum of the rounds" in str(problem)


ENCODED = [
    ("cp1250", [("Šarić, Željko", "CRO"), ("Wąs, Łukasz", "POL")]),
    ("cp1250", [("Muñoz".replace("ñ", "ń"), "POL")]),
    ("cp1250", [("Wąs, Adam", "POL")]),
    ("iso8859-2", [("Wąs, Adam", "POL")]),
    ("cp1250", [("Horváth, Győző", "HUN"), ("Šťastný, Jiří", "CZE")]),
    ("cp1252", [("Muñoz, José", "ESP"), ("Bjørnsen, Åse", "NOR")]),
    ("cp1252", [("Müller, Jörg", "GER"), ("François, Zoë", "FRA")]),
    ("cp1252", [("O’Brien, Zoë", "IRL")]),
    ("iso8859-2", [("Śliwa, Paweł", "POL"), ("Čapek, Jiří", "CZE")]),
    ("cp1251", [("Иванов, Пётр", "RUS")]),
    ("cp1254", [("Yılmaz, Çağrı", "TUR"), ("Şahin, Işıl", "TUR")]),
    ("cp1257", [("Bērziņš, Jānis", "LAT"), ("Žukauskas, Ąžuolas", "LTU")]),
    ("cp1253", [("Παπαδόπουλος, Γιώργος", "GRE")]),
    ("utf-16", [("Wąs, Łukasz", "POL")]),
    ("utf-16-le", [("Āboliņš, Jānis", "LAT"), ("Wąs, Łukasz", "POL")]),
    ("utf-16-be", [("Āboliņš, Jānis", "LAT"), ("Иванов, Пётр", "RUS")]),
    ("utf-8-sig", [("Wąs, Łukasz", "POL")]),
]


@pytest.mark.parametrize(("encoding", "people"), ENCODED, ids=[f"{e}-{p[0][0]}" for e, p in ENCODED])
def test_letters_are_read_as_they_were_written(encoding: str, people: list[tuple[str, str]]) -> None:
    """By what names are made of, and by the players' federations where two readings are left; bytes come back."""
    text = HEAD + "".join(player(n, name, fed) for n, (name, fed) in enumerate(people, start=1))
    data = text.encode(encoding)
    assert names(data) == [name for name, _ in people]
    assert dump_trf(read_trf(data).trf) == data


@pytest.mark.parametrize("federation", ["", "FID", "XYZ"])
def test_what_cannot_be_told_is_refused_with_the_encodings_it_could_be(federation: str) -> None:
    """`Mu?oz` could be Muñoz or Muńoz: nobody's name is guessed."""
    data = (HEAD + player(1, "Muñoz, A", federation or "   ")).encode("cp1252")
    if federation == "FID":
        assert names(data) == ["Muñoz, A"]
        return
    with pytest.raises(ValueError, match="Windows-1250") as refused:
        names(data)
    assert "Windows-1252" in str(refused.value)
    assert "line 5, column 17" in str(refused.value)
    assert "save it as UTF-8" in str(refused.value)


def test_letters_outside_of_names_hold_nothing_up() -> None:
    """A town with a letter of its own decides nothing."""
    data = (HEAD.replace("City", "Köln – Ä°") + player(1, "Adler, A")).encode("cp1252")
    assert names(data) == ["Adler, A"]


@pytest.mark.parametrize(
    ("data", "word"),
    [
        (b"<!DOCTYPE html><html><body>Please sign in</body></html>\n", "web page"),
        (b"\n\n<html>", "web page"), (b"", "empty"), (b"\n \n", "empty"), (b"Player,Rating\nAda,2000\n", "report file"),
        (b"012 Test Open\n", "players"), (b"PK\x03\x04\x14\x00\x06\x00", "report file"),
    ],
)  # fmt: skip
def test_what_is_no_report_file_is_refused(data: bytes, word: str) -> None:
    """Never an event of nobody; a page that asks to sign in is called what it is."""
    with pytest.raises(ValueError, match=word):
        players_from_trf(data)
    found = check_report(data)
    assert not found.readable
    assert any(word in line for line in found.lines)


def test_a_legend_is_no_player() -> None:
    """Some programs write the columns' names above; they are skipped."""
    text = "DDD SSSS sTTT NNNNNNNNN\nCCC SSS NNN\n" + player(1, "Adler, A")
    assert names(text) == ["Adler, A"]


@pytest.mark.parametrize("line", ["XXR " + "9" * 5000, "142 " + "9" * 5000, "XXZ ²", "XXP ² ³", "162  W1.0.0", "XXS W=1.2.3,4",
                                  "001   ²      A", "XXR ²", "250  1.0 ² 1   1    1    1"])  # fmt: skip
def test_absurd_numbers_are_problems(line: str) -> None:
    """Thousands of digits, digits that are none, points with two dots: a problem, never an exception."""
    text = HEAD + line + "\n" + player(1, "Adler, A")
    read_trf(text)
    check_report(text)


PARTS = st.sampled_from(
    ["001", "012", "XXR", "XXC", "XXS", "162", "240", "250", "260", "299", " ", "    ", "1", "²", "w", "-", "+", "=", "0000", "9" * 40,
     "\r", "\n", "\r\n", "\t", "\x1a", "\ufeff", "Ł", "é", "<html", player(1, "A").strip(), player(2, "B", more=" " * 25 + "1.0    1     1 w 1")]
)  # fmt: skip


@settings(max_examples=150, deadline=None)
@given(
    st.one_of(
        st.binary(max_size=300), st.lists(PARTS, max_size=40).map(lambda p: "".join(p).encode("cp1252", "ignore"))
    )
)
def test_no_bytes_are_an_exception(data: bytes) -> None:
    """Whatever a file holds, it is read with problems or refused; unchanged, it comes back byte for byte."""
    reading = read_trf(data)
    if not data.startswith(b"\xfe\xff"):
        assert dump_trf(reading.trf) == data
    check_report(data)
    with contextlib.suppress(TrfError):  # refused, or read: both are right
        players_from_trf(data)


@pytest.mark.parametrize("mark", [" ", "?", "X", "*"])
def test_a_round_under_way_is_read_and_paired_again(mark: str) -> None:
    """What programs write for a game without a result; of an earlier round it is missing, and that is said."""
    pairs = f"     2 w {mark}".rstrip(), f"     1 b {mark}".rstrip()
    text = HEAD + player(1, "A, A", more=f"                         0.0    1{pairs[0]}")
    text += player(2, "B, B", more=f"                         0.0    2{pairs[1]}")
    assert read_trf(text).problems == ()
    assert check_report(text).lines[0] == "1 round, 1 board: 1 pair as by the rules."
    three = text.replace(pairs[0], f"     2 w {mark}     2 b 1")
    three = three.replace(pairs[1], f"     1 b {mark}     1 w 0")
    assert [str(p).endswith("may be under way expected") for p in read_trf(three).blocked] == [True, True]


TROUBLES = {
    "points that are none": player(1, "A, A", more="                         x.y    1"),
    "a result that is none": player(1, "A, A", more="                         0.0    1     2 w 9"),
    "a team without members": player(1, "A, A") + "013 Team                                    x\n",
    "records of points": player(1, "A, A") + "162 SWISS\n250 0.5 0.5\n",
    "an opponent who is not there": player(1, "A, A", more="                         1.0    1    77 w 1"),
}


@pytest.mark.parametrize("text", TROUBLES.values(), ids=TROUBLES)
def test_players_are_taken_from_a_file_whose_other_columns_are_wrong(text: str) -> None:
    """Only what is taken over can stand in the way."""
    assert read_trf(HEAD + text).blocked
    assert names(HEAD + text) == ["A, A"]


def test_what_blocks_comes_first_and_what_is_odd_last() -> None:
    text = "DDD SSSS\n" + HEAD + player(1, "A, A", more="                         0.0    1     2 w 9") + player(2, "B")
    lines = check_report(text).lines
    assert "a result: one of" in lines[0]
    assert lines[-2] == "Odd, and read all the same:"
    assert lines[-1].startswith("line 1, column 1")


def test_names_of_another_alphabet_are_not_read_as_accents() -> None:
    """Words of nothing but accented letters are Cyrillic or Greek; the federation says which."""
    lines = player(1, "Иванов, Иван").replace("\n", "").ljust(90)
    rus = lines[:53] + "RUS" + lines[56:]
    assert names(f"{HEAD}{rus.rstrip()}\n".encode("cp1251")) == ["Иванов, Иван"]
    with pytest.raises(TrfError, match="Cyrillic"):
        names(f"{HEAD}{lines.rstrip()}\n".encode("cp1251"))
