"""A ladder run by hand moves in: a table of its games becomes rounds, results and Wins that go on."""

from __future__ import annotations

import csv
import random
from fractions import Fraction
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from openpyxl import Workbook

from rules.ladder.engine import ENGINE
from rules.ladder.season import replay
from rules.ladder.taking_over import take_over
from rules.model import Book, How, Person
from rules.parts.brought import TableGame
from sync.arriving.files import NotAList
from sync.arriving.games import Games, games_in
from sync.arriving.people import Asked
from sync.running.moving import asked_of_games
from tests.judges import ladder as judge
from tests.newcomer.person import Typist, run
from tests.rules.ladder.test_real_games import GAMES, HALVES
from tests.rules.runner import BEGIN

ZONE = ZoneInfo("Europe/Berlin")
TABLE = """\
Clubleiter 2024-2026
Runde;Datum;Weiß;Schwarz;Ergebnis;Link
1;05.01.2026;Ada Novak;Ben Okafor;1-0;https://lichess.org/abcdefgh
1;05.01.2026;Cem Kaya;Zoe Lind;remis;
1;;Eli Roth;spielfrei;;
2;12.01.2026;Zoe Lind;Ada Novak;0-1F;
2;12.01.2026;Ben Okafor;Cem Kaya;;
"""


NOTHING = Asked()


def read(text: str | bytes, asked: Asked = NOTHING) -> Games:
    """The games of a table."""
    data = text.encode() if isinstance(text, str) else text
    return games_in(data, "club.csv", ENGINE.sheet, asked, "", ZONE)


def test_a_table_by_headings_of_another_language() -> None:
    """Results in words, a day, a link, a bye, a default, a game without a result; each row knows its line."""
    found = read(TABLE)
    assert (found.wrong, found.warnings, found.rounds) == ([], [], 2)
    one, half, none = Fraction(1), Fraction(1, 2), Fraction(0)
    assert [(g.round, g.white, g.black, g.score, g.how) for g in found.games] == [
        (1, "Ada Novak", "Ben Okafor", (one, none), How.PLAYED),
        (1, "Cem Kaya", "Zoe Lind", (half, half), How.PLAYED),
        (1, "Eli Roth", "", None, How.PLAYED),
        (2, "Zoe Lind", "Ada Novak", (none, one), How.DEFAULT),
        (2, "Ben Okafor", "Cem Kaya", None, How.PLAYED),
    ]
    first = found.games[0]
    assert (first.link, first.source) == ("https://lichess.org/abcdefgh", "club.csv, line 3")
    assert first.ended is not None
    assert f"{first.ended:%Y-%m-%d}" == "2026-01-05"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Round,White,Black\n1,Ada,Ben\n", 'no column holds the result; say which does with --column "HEADING=result"'),
        ("A,B,C,D\n1,Ada,Ben,1-0\n", "no row of headings has round, white, black, result"),
        ("Round,White,Black,Result\nfirst,Ada,Ben,1-0\n", "row 2: “first” is no number of a round"),
        ("Round,White,Black,Result\n1,Ada,Ada,1-0\n", "row 2: Ada cannot play against Ada"),
        ("Round,White,Black,Result\n1,Ada,,1-0\n", "row 2: a player is missing"),
        ("Round,White,Black,Result\n1,Ada,Ben,2-1\n", "row 2: “2-1” is no result."),
        ("Round,White,Black,Result,Date\n1,Ada,Ben,1-0,3/4/2025\n", "row 2: “3/4/2025” can be read two ways"),
        ("Round,White,Black,Result,Date\n1,Ada,Ben,1-0,31.2.2025\n", "row 2: “31.2.2025” is no day"),
        ("Round,White,White,Black,Result\n1,Ada,Ada,Ben,1-0\n", "two columns could each be the white"),
        ("Round,White,Black,Result\n", "no game was found in it"),
    ],
)
def test_what_is_missing_is_listed_by_row(text: str, said: str) -> None:
    """Nothing is guessed: each row that cannot be read is named."""
    assert any(line.startswith(said) for line in read(text).wrong), read(text).wrong


def test_columns_and_dates_can_be_said() -> None:
    """A heading nobody knows, and a date that has two meanings."""
    text = "R,Hell,Dunkel,Wie,Date\n1,Ada,Ben,1-0,3/4/2025\n"
    asked = asked_of_games(["R=round", "Hell=white", "Dunkel=black", "Wie=result"], "month first")
    found = read(text, asked)
    assert found.wrong == []
    assert found.games[0].ended is not None
    assert found.games[0].ended.month == 3


def test_games_as_pgn_and_as_a_workbook(tmp_path: Path) -> None:
    """The headers of PGN are a table, too; a workbook is read as text with separators is."""
    pgn = (
        '[Event "Club"]\n[Site "https://lichess.org/abcdefgh"]\n[Date "2026.01.05"]\n[Round "1.2"]\n[White "Ada"]\n'
        '[Black "Ben"]\n[Result "1/2-1/2"]\n[WhiteElo "2000"]\n\n1. e4 1/2-1/2\n'
    )
    found = read(pgn)
    assert [(g.white, g.black, g.score, g.link) for g in found.games] == [
        ("Ada", "Ben", (Fraction(1, 2), Fraction(1, 2)), "https://lichess.org/abcdefgh")
    ]
    assert found.players == [{"Player": "Ada", "Rating": 2000}, {"Player": "Ben"}]
    book = Workbook()
    sheet = book.active
    assert sheet is not None
    for row in csv.reader(TABLE.splitlines()[1:], delimiter=";"):
        sheet.append(row)
    book.save(tmp_path / "club.xlsx")
    again = read((tmp_path / "club.xlsx").read_bytes())
    assert [(g.white, g.black, g.score) for g in again.games] == [
        (g.white, g.black, g.score) for g in read(TABLE).games
    ]


@pytest.mark.parametrize("seed", range(60))
def test_a_damaged_table_is_told_of_never_a_fault(seed: int) -> None:
    """Letters changed, lines cut and doubled: games, or lines that say what is wrong."""
    dice = random.Random(seed)
    data = bytearray(TABLE.encode())
    for _ in range(dice.randint(1, 12)):
        at = dice.randrange(len(data))
        match dice.randrange(3):
            case 0:
                data[at] = dice.randrange(256)
            case 1:
                del data[at : at + dice.randrange(20)]
            case _:
                data[at:at] = data[at : at + dice.randrange(30)]
        if not data:
            return
    try:
        found = read(bytes(data))
    except NotAList as said:
        assert str(said)  # noqa: PT017
        return
    assert found.games or found.wrong


def test_wins_and_ladder_of_real_games_are_the_judges() -> None:
    """225 games of 23 players in 71 rounds: the Wins, the Scores, and the Ladder moved round by round."""
    found = read(GAMES.read_bytes())
    assert (len(found.games), len(found.players), found.rounds, found.wrong) == (225, 23, 71, [])
    people = [Person(str(p["Player"]), {"Player": p["Player"], "Rating": Fraction(p["Rating"])}) for p in found.players]
    facts = take_over(found.games, people, "games.csv", BEGIN)
    book = Book(settings={("Rounds", ""): 80}, people=tuple(people), record=tuple(facts))
    season = replay(book, BEGIN)
    wins: dict[tuple[str, str], int] = {}
    order = [person.name for person in people]
    for number in range(1, 72):
        for game in (g for g in found.games if g.round == number):
            assert game.score is not None
            for key, points in zip(((game.white, game.black), (game.black, game.white)), game.score, strict=True):
                wins[key] = wins.get(key, 0) + int(2 * points)
        order = judge.reorder_5e(order, judge.scores_by_thresholds(wins, order))
    assert list(season.ladder) == order
    with GAMES.open(encoding="utf-8") as file:
        for row in csv.DictReader(file):
            halves = HALVES[row["result"]]
            wins[row["white"], row["black"]] -= halves[0]
            wins[row["black"], row["white"]] -= halves[1]
    assert not any(wins.values())
    plan = next(r.fact for d in ENGINE.answer(book, BEGIN).drafts for r in d.facts if hasattr(r.fact, "kind"))
    assert getattr(plan, "id", "") == "R72"


def test_the_table_becomes_a_running_ladder_in_one_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One command, a pass, and round 72 is out; explain names the line of the table; a format that needs more says so."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "games.csv").write_bytes(GAMES.read_bytes())
    made = run(
        "new", "ladder", "club.xlsx", "--players", "games.csv", "--with-rounds", "--set", "Time zone=Europe/Berlin"
    )
    assert made.exit_code == 0, made.output
    assert "23 players, 71 rounds, 225 games with a result" in made.output
    assert "Not kept: after how many rounds the Final comes" in made.output
    assert run("sync", "club.xlsx").exit_code == 0
    assert "R72 is out" in run("sync", "club.xlsx", "--at", "2030-01-01").output
    assert "taken over from games.csv, line 48" in run("explain", "club.xlsx", "R10-02").output
    shown = Typist(tmp_path / "club.xlsx").column("Pairings", "Decided by")
    assert shown.count("taken over") == 225
    refused = run("new", "pente", "other.xlsx", "--players", "games.csv", "--with-rounds")
    assert (refused.exit_code, (tmp_path / "other.xlsx").exists()) == (2, False)
    assert "more was drawn and decided than a table says" in refused.output


def test_an_open_game_stays_open_and_its_link_is_shown() -> None:
    """A game without a result has no deadline that would make it Null; what was a default stays one."""
    score = (Fraction(1), Fraction(0))
    games = [
        TableGame(1, 1, "Ada", "Ben", score, How.DEFAULT, None, "https://lichess.org/abcdefgh", "t.csv, line 2"),
        TableGame(1, 2, "Cem", "Zoe", None, How.PLAYED, None, "", "t.csv, line 3"),
    ]
    people = [Person(name, {"Player": name}) for name in ("Ada", "Ben", "Cem", "Zoe")]
    book = Book(people=tuple(people), record=tuple(take_over(games, people, "t.csv", BEGIN)))
    shown = {row.cells["Game"]: row.cells["Outcome"] for row in ENGINE.answer(book, BEGIN).tables["Pairings"]}
    assert shown == {"R1-01": "1-0F", "R1-02": ""}
