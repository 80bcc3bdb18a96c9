"""The commands as somebody meets them who has never seen them: slips, wrong files, lines to copy."""

from __future__ import annotations

import shutil
from datetime import datetime
from pathlib import Path

import pytest
from openpyxl import Workbook, load_workbook

from sync.backends.google_errors import NoSignIn
from sync.cli import main
from sync.running.demo import TITLE, is_sample
from tests.newcomer.person import Typist, run


def test_a_slip_in_the_format_is_answered_with_the_one_meant(at_home: Path) -> None:
    """`lader` is no format; `ladder` is."""
    said = run("new", "lader", "club.xlsx")
    assert said.exit_code == 2
    assert "Did you mean ladder?" in said.output
    assert not (at_home / "club.xlsx").exists()


@pytest.mark.usefixtures("at_home")
def test_new_says_whether_the_book_was_there() -> None:
    """The second time nothing is made, and nobody is told to start from scratch."""
    assert "is ready" in run("new", "ladder", "my club.xlsx").output
    again = run("new", "ladder", "my club.xlsx")
    assert "was there already" in again.output
    assert "sync 'my club.xlsx'" in again.output, "a name with a space can be copied as it stands"


@pytest.mark.parametrize("words", ["sync club.ods", "check club", "explain club.csv R1", "new ladder club.xls"])
def test_what_can_be_no_book_is_wrong_use(words: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A name that is neither a workbook nor a spreadsheet ends with 2, not as a book that could not be reached."""
    monkeypatch.setattr("sys.argv", ["pairsheet", *words.split()])
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 2


def test_a_book_is_never_given_a_second_format(club: Typist) -> None:
    """`new swiss` on a running ladder changes nothing and says why."""
    before = club.path.read_bytes()
    said = run("new", "swiss", "club.xlsx")
    assert said.exit_code != 0
    assert "ladder book already" in str(said.exception or said.output)
    assert club.path.read_bytes() == before


@pytest.mark.usefixtures("at_home")
def test_a_new_book_names_who_made_it() -> None:
    """Spreadsheet programs show it as the author."""
    run("new", "ladder", "club.xlsx")
    assert load_workbook("club.xlsx").properties.creator == "Pairsheet"


@pytest.mark.usefixtures("at_home")
def test_a_workbook_of_ones_own_becomes_a_book() -> None:
    """A file without our tabs gets them, and keeps its own."""
    mine = Workbook()
    mine["Sheet"]["A1"] = "my notes"
    mine.save("mine.xlsx")
    assert "is ready" in run("new", "swiss", "mine.xlsx").output
    book = load_workbook("mine.xlsx")
    assert {"Sheet", "Standings", "Settings"} <= set(book.sheetnames)
    assert book["Sheet"]["A1"].value == "my notes"


def test_a_time_without_a_zone_is_meant_in_the_books(club: Typist) -> None:
    """Noon typed in Berlin is noon in Berlin, not in Greenwich."""
    assert club.column("Rounds", "Announced") == ["Sun 3 Jan 2027, 12:00 CET"]


def test_sync_says_what_is_going_on_in_words(club: Typist) -> None:
    """No jargon on the console, and the next step in it."""
    with club:
        club.cell("Games", "R1-01", "Result", "won")
    said = run("sync", "club.xlsx", "--at", "2027-01-03 13:00")
    assert said.exit_code == 1
    assert said.output == (
        "Written: the event is running; next due Sun 10 Jan 2027, 12:00 CET; 1 thing needs you:\n"
        "  [now] Games J2 (Result): “won” is not a result. "
        "Type one of: 1-0, 0-1, 1/2-1/2, Null, 1-0F, 0-1F, 0-0F, Void, Open.\n"
    )
    with club:
        club.cell("Games", "R1-01", "Result", None)
    assert "need" not in run("sync", "club.xlsx", "--at", "2027-01-03 14:00").output


def test_check_prints_the_urgent_first(club: Typist) -> None:
    """As in Problems: what holds up the event stands above what is worth knowing; each is a sentence of its own."""
    with club:
        club.add("Form Responses", **{"Game URL": "https://lichess.org/abcdefgh", "White": "Nobody", "Result": "1-0"})
        club.cell("Games", "R1-01", "Result", "won")
    lines = run("check", "club.xlsx").output.splitlines()
    assert [line.split("]")[0] for line in lines] == sorted(
        (line.split("]")[0] for line in lines), key=["[stopped", "[now", "[soon", "[note"].index
    )
    assert lines[0].startswith("[now] Games J2 (Result): ")


@pytest.mark.usefixtures("club")
@pytest.mark.parametrize(("asked", "meant"), [("anna", "Anna Berg"), ("Bbo Stone", "Bob Stone"), ("lund", "Dora Lund")])
def test_explain_offers_the_player_meant(asked: str, meant: str) -> None:
    """Half a name or a slip of the finger leads to the name."""
    said = run("explain", "club.xlsx", asked)
    assert said.exit_code == 2
    assert f"Did you mean {meant}?" in said.output


@pytest.mark.usefixtures("club")
def test_explain_offers_nothing_for_nonsense() -> None:
    """Neither for a word nor for nothing at all is somebody guessed."""
    for asked in ("xyzzy", "", "R9", "A>B"):
        said = run("explain", "club.xlsx", asked)
        assert said.exit_code == 2
        assert "Nothing is known of" in said.output
        assert "Did you mean" not in said.output


def test_explain_knows_what_was_taken_back(club: Typist) -> None:
    """The line of a withdrawn round's game stays in Games, so it can be asked about."""
    with club:
        club.add("Decisions", Decision="Withdraw round", About="R1")
    run("sync", "club.xlsx", "--at", "2027-01-03 12:30")
    assert "taken back" in run("explain", "club.xlsx", "R1-01").output
    run("sync", "club.xlsx", "--at", "2027-01-03 18:30")
    assert "taken back" not in run("explain", "club.xlsx", "R1").output, "R1 is out again"
    assert "taken back" in run("explain", "club.xlsx", "R1-01").output


@pytest.mark.usefixtures("club")
def test_explain_in_a_stopped_book_says_that_it_is_stopped() -> None:
    """A copy is stopped until somebody says what it is; asking it is not answered with *nothing is known*."""
    shutil.copy("club.xlsx", "copy.xlsx")
    said = run("explain", "copy.xlsx", "R1-01")
    assert said.exit_code == 1
    assert "check copy.xlsx" in said.output


@pytest.mark.usefixtures("club")
def test_no_empty_file_of_games() -> None:
    """Where no game was verified there are no moves, and that is said."""
    said = run("export", "club.xlsx", "games.pgn", "--as", "pgn")
    assert said.exit_code == 2
    assert "Verify games" in said.output
    assert not Path("games.pgn").exists()


def test_whole_numbers_are_whole_in_tables(club: Typist) -> None:
    """2 points are 2, half a point is 0.5."""
    with club:
        club.cell("Games", "R1-01", "Result", "1/2-1/2")
    run("sync", "club.xlsx", "--at", "2027-01-03 13:00")
    run("export", "club.xlsx", "out")
    rows = [line.split(",") for line in Path("out/ladder.csv").read_text(encoding="utf-8").splitlines()]
    points = rows[0].index("Points")
    assert sorted(row[points] for row in rows[1:]) == ["0", "0", "0.5", "0.5"]


def test_the_demo_never_replaces_a_book_of_ones_own(club: Typist) -> None:
    """`demo .` beside one's own ladder.xlsx leaves it alone."""
    club.path.rename("ladder.xlsx")
    before = Path("ladder.xlsx").read_bytes()
    said = run("demo", ".")
    assert said.exit_code == 2
    assert "is not the sample" in said.output
    assert Path("ladder.xlsx").read_bytes() == before


def test_the_demo_knows_its_own_sample(at_home: Path) -> None:
    """A sample may be made anew; a file that cannot be read may not."""
    run("new", "ladder", "a.xlsx")
    typist = Typist(at_home / "a.xlsx")
    with typist:
        typist.setting("Tournament", TITLE)
    assert is_sample(typist.path)
    Path("b.xlsx").write_text("no workbook", encoding="utf-8")
    assert not is_sample(Path("b.xlsx"))


@pytest.mark.usefixtures("at_home")
def test_the_demo_wants_a_folder() -> None:
    """A file in the folder's place is a line, not a traceback."""
    Path("notes.txt").write_text("hi", encoding="utf-8")
    said = run("demo", "notes.txt")
    assert said.exit_code == 2
    assert "Name a folder" in said.output


def test_the_version_can_be_asked_for() -> None:
    """For a report of a fault."""
    said = run("--version")
    assert said.exit_code == 0
    assert said.output.startswith("pairsheet 0.")


def test_a_system_of_today_pairs_a_book(at_home: Path) -> None:
    """`Pairing system` dutch works in every command once its library is there."""
    pytest.importorskip("py4swiss")
    run("new", "swiss", "open.xlsx")
    typist = Typist(at_home / "open.xlsx")
    with typist:
        for number in range(7):
            typist.add("Players", Player=f"Player {number}", Rating=2000 - 50 * number)
        typist.setting("Time zone", "UTC")
        typist.setting("Pairing system", "dutch")
        typist.setting("Start", "now")
    said = run("sync", "open.xlsx", "--at", "2027-01-03 12:00")
    assert said.exit_code == 0, run("check", "open.xlsx").output
    assert len(typist.column("Games", "Game")) == 4
    assert run("simulate", "swiss", "--players", "7", "--seasons", "1", "--set", "Pairing system=dutch").exit_code == 0


@pytest.mark.usefixtures("at_home")
def test_a_simulation_says_what_stopped_it() -> None:
    """Four players cannot meet five different opponents: no table of zeros, but the reason."""
    said = run("simulate", "swiss", "--players", "4", "--seasons", "2", "--set", "Rounds=5")
    assert said.exit_code == 1, said.output
    assert "2 of 2 seasons came to no end" in said.output
    assert "no pairing" in said.output
    assert "0%" not in said.output


def test_the_console_and_problems_name_the_same_moment(club: Typist) -> None:
    """What is due next is when the event goes on, not when a reminder goes out."""
    said = run("sync", "club.xlsx", "--at", "2027-01-03 13:00").output
    due = next(str(c) for c in club.top("Problems") if str(c).startswith("Next due"))
    assert due.removeprefix("Next due: ") in said


def test_explain_as_of_a_time_knows_nothing_later(club: Typist) -> None:
    """`--at` shows what was known then; without it everything is."""
    with club:
        club.cell("Games", "R1-01", "Result", "1-0")
        club.cell("Games", "R1-02", "Result", "1-0")
    run("sync", "club.xlsx", "--at", "2027-01-04 12:00")
    run("sync", "club.xlsx", "--at", "2027-01-04 15:00")
    assert "R2" in run("explain", "club.xlsx", "R2").output
    then = run("explain", "club.xlsx", "R1-01", "--at", "2027-01-03 13:00").output
    assert ", 1-0" not in then
    assert "1-0" in run("explain", "club.xlsx", "R1-01", "--at", "2027-01-04 15:00").output
    late = run("explain", "club.xlsx", "R2", "--at", "2027-01-03 13:00")
    assert "announced" not in late.output
    assert late.exit_code == 0 or "Nothing is known" in str(late.output) + str(late.exception)


def test_the_set_up_says_how_long_it_takes_before_it_begins() -> None:
    """The first `make` prints a line before pip goes quiet."""
    steps = (Path(__file__).resolve().parents[2] / "Makefile").read_text(encoding="utf-8").partition("$(READY):")[2]
    assert 0 < steps.find("takes a minute or two the first time") < steps.find("-m pip install")


def test_sync_says_what_happened(club: Typist) -> None:
    """Results taken and typed, the draft, the round that went out with its bye: all in the one line."""
    with club:
        club.add("Form Responses", Timestamp=datetime(2027, 1, 3, 13), Pairing="R1-01", Result="White won",
                 **{"Your name": "Anna Berg"})  # fmt: skip
        club.cell("Games", "R1-02", "Result", "0-1")
        club.add("Players", Player="Eve Novak", Rating=1500)
    first = run("sync", "club.xlsx", "--at", "2027-01-03 14:00")
    assert first.output.startswith("Written: R1-01 1-0 taken; R1-02 0-1 typed; R2 is drafted; next due "), first.output
    second = run("sync", "club.xlsx", "--at", "2027-01-03 17:00")
    assert second.output.startswith("Written: R2 is out: 2 games, bye for "), second.output
    assert "; 1 player entered; next due " in second.output
    third = run("sync", "club.xlsx", "--at", "2027-01-03 17:05")
    assert third.output.startswith("Nothing new: the event is running; next due ")
    with club:
        club.cell("Games", "R1-02", "Result", None)
        club.cell("Games", "R1-01", "Result", "White, probably")
    assert "R1-02 0-1 taken back" in run("sync", "club.xlsx", "--at", "2027-01-03 17:10").output
    with club:
        club.cell("Games", "R1-01", "Result", None)
    last = run("sync", "club.xlsx", "--at", "2027-01-03 17:15").output
    assert "taken back" not in last, "what never counted is not taken back"


@pytest.mark.usefixtures("at_home")
def test_an_evening_of_rounds_without_waiting() -> None:
    """As README says: with `Check for` 0 the next round is out at the first pass after the last result."""
    run("new", "ladder", "evening.xlsx")
    typist = Typist(Path("evening.xlsx"))
    with typist:
        for number in range(4):
            typist.add("Players", Player=f"Player {number}", Rating=2000 - 50 * number)
        typist.setting("Time zone", "Europe/Berlin")
        typist.setting("Start", "now")
        typist.setting("Check for", "0")
    assert "R1 is out: 2 games" in run("sync", "evening.xlsx", "--at", "2027-01-03 19:00").output
    with typist:
        typist.cell("Games", "R1-01", "Result", "1-0")
        typist.cell("Games", "R1-02", "Result", "1-0")
    assert "R2 is out: 2 games" in run("sync", "evening.xlsx", "--at", "2027-01-03 19:40").output


@pytest.mark.usefixtures("club")
def test_a_new_season_says_whom_it_took_over() -> None:
    """Four players and the settings; into a book that is there, nobody, and that is said too."""
    said = run("new", "ladder", "next.xlsx", "--from", "club.xlsx").output
    assert "4 players and " in said
    assert "settings were taken over." in said
    assert "Nobody was taken over" in run("new", "ladder", "next.xlsx", "--from", "club.xlsx").output
    Path("open.trf").write_bytes(
        b"001    1      Adler, A                          2100 GER                         0.0    1\n"
    )
    assert "is ready. 1 player was taken over." in run("new", "swiss", "open.xlsx", "--trf", "open.trf").output
    assert "Nobody was taken over" in run("new", "swiss", "open.xlsx", "--trf", "open.trf").output


@pytest.mark.usefixtures("club")
def test_a_name_that_a_report_file_cannot_hand_over_is_told() -> None:
    """Two of one name and one without: who is called what is said, for a new book alone; no name is taken twice."""
    line = "001 {:>4}      {:<33} 2100 GER                         0.0 {:>4}\n"
    names = ("So, Wesley", "so, wesley", "so, wesley (2)", "Berg, Anna")
    Path("two.trf").write_text("".join(line.format(n, name, n) for n, name in enumerate(names, 1)), encoding="utf-8")
    output = run("new", "swiss", "two.xlsx", "--trf", "two.trf").output
    said = " ".join(output.split())
    assert '"so, wesley" is in the file more than once;' in said
    assert 'starting rank 2 is called "so, wesley (2) (2)" here.' in said
    assert "4 players were taken over." in said
    assert "starting rank 3" not in said
    assert "Berg" not in said
    assert "more than once" not in run("new", "swiss", "two.xlsx", "--trf", "two.trf").output


@pytest.mark.usefixtures("club")
@pytest.mark.parametrize("asked", ["berg anna", "BERG, ANNA", "anna  berg", "Berg>Stone", "berg anna>stone bob"])
def test_explain_takes_a_name_in_any_order(asked: str) -> None:
    """The same words are the same player; a part of a name is offered, not taken."""
    said = run("explain", "club.xlsx", asked)
    if asked == "Berg>Stone":
        assert said.exit_code == 2
    else:
        assert said.exit_code == 0, said.output
        assert "Anna Berg" in said.output


def test_explain_is_not_fooled_by_two_of_the_same_words(club: Typist) -> None:
    """Jan Novák and Novak Jan are two people: asked for as `JAN NOVAK` neither is taken, both are offered."""
    with club:
        club.add("Players", Player="Jan Novák")
        club.add("Players", Player="Novak Jan")
    said = run("explain", "club.xlsx", "jan  novak,")
    assert said.exit_code == 2
    assert "Jan Novák or Novak Jan" in said.output


def test_explain_lists_the_pairs_of_a_round(club: Typist) -> None:
    """Each game with its players and what came of it; as of an earlier time without."""
    with club:
        club.cell("Games", "R1-01", "Result", "1-0")
    run("sync", "club.xlsx", "--at", "2027-01-03 13:00")
    lines = run("explain", "club.xlsx", "r1").output.splitlines()
    (first,) = [line for line in lines if line.startswith("  R1-01: ")]
    assert first.endswith(", 1-0")
    assert " – " in first
    assert any(line.startswith("  R1-02: ") and not line.endswith("0-1") for line in lines)
    then = run("explain", "club.xlsx", "R1", "--at", "2027-01-03 12:30").output
    assert "  R1-01: " in then
    assert ", 1-0" not in then


EXPORTS = (
    ("out.json", "{"), ("out.HTML", "<!doctype html>"), ("more.json --as JSON", "{"), ("page --as html", "<!doctype"),
    ("out.zip", "PK"), ("out.csv --as json", ""), ("x.html --as csv", ""), ("out.txt", ""), ("tables.csv", ""),
    ("folder --as json", ""), ("out --as txt", ""), ("more.zip --as pgn", ""),
)  # fmt: skip


@pytest.mark.usefixtures("club")
def test_export_chooses_by_the_suffix() -> None:
    """What the name says is written; a name that says something else is refused before anything is made."""
    Path("folder").mkdir()
    for words, begins in EXPORTS:
        before = sorted(Path().iterdir())
        said = run("export", "club.xlsx", *words.split())
        if begins:
            assert said.exit_code == 0, said.output
            assert Path(words.split()[0]).read_bytes().startswith(begins.encode())
        else:
            assert said.exit_code == 2, words
            assert sorted(Path().iterdir()) == before
            assert said.output.count("\n") == 1


@pytest.mark.usefixtures("club")
def test_tables_go_into_a_folder() -> None:
    """Without a suffix, or where the folder is there already."""
    Path("there").mkdir()
    for folder in ("there", "anew", "season.2027"):
        assert run("export", "club.xlsx", folder).exit_code == 0
        assert Path(folder, "ladder.csv").is_file()


@pytest.mark.usefixtures("at_home")
def test_the_report_file_is_known_in_capitals() -> None:
    """`--as TRF` is `--as trf`; a `.trf` needs no `--as` at all."""
    run("new", "swiss", "open.xlsx")
    typist = Typist(Path("open.xlsx"))
    with typist:
        for number in range(4):
            typist.add("Players", Player=f"Player {number}", Rating=2000 - 50 * number)
        typist.setting("Time zone", "UTC")
        typist.setting("Start", "now")
    run("sync", "open.xlsx", "--at", "2027-01-03 12:00")
    for words in ("a --as TRF", "b.trf"):
        assert run("export", "open.xlsx", *words.split()).exit_code == 0
        assert Path(words.split()[0]).read_bytes().startswith(b"0")


@pytest.mark.usefixtures("at_home")
def test_the_doctor_asks_for_no_sign_in_where_there_is_no_book(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever wants a file only is told the next step for a file; somebody who has begun to sign in is told of that."""
    monkeypatch.delenv("GOOGLE_APPLICATION_CREDENTIALS", raising=False)
    monkeypatch.delenv("PAIRSHEET_GOOGLE_CREDENTIALS", raising=False)
    monkeypatch.setattr("sync.backends.google_signin._machine", _no_machine)
    said = run("doctor")
    assert said.exit_code == 0
    assert "Next: For a file: pairsheet new ladder club.xlsx" in said.output
    monkeypatch.setenv("PAIRSHEET_GOOGLE_CREDENTIALS", "{}")
    assert run("doctor").exit_code == 3


def _no_machine(*_: object) -> object:
    raise NoSignIn("No Google sign-in was found.")


def test_make_setup_plays_no_sample() -> None:
    """It sets up and says how to go on."""
    steps = (Path(__file__).resolve().parents[2] / "Makefile").read_text(encoding="utf-8")
    recipe = steps.partition("\nsetup: $(READY)")[2].partition("\n\n")[0]
    assert "Ready." in recipe
    assert "pairsheet demo" not in recipe


@pytest.mark.usefixtures("at_home")
def test_tabs_of_ones_own_are_told_by_every_command() -> None:
    """`new`, a dry run and `check` say which tabs stay as they are, and where the worker keeps its own."""
    mine = Workbook()
    mine["Sheet"].title = "Ladder"
    mine["Ladder"].append(["Our club ladder"])
    members = mine.create_sheet("Players")
    members.append(["No.", "Name", "Rtg"])
    members.append([1, "Adler, A", 2000])
    mine.save("mine.xlsx")
    made = run("new", "ladder", "mine.xlsx").output
    assert (
        "The tab Ladder is somebody's own: it stays as it is, and the worker keeps Ladder in Ladder (Pairsheet)."
        in made
    )
    assert "nothing in it is read (No., Name, Rtg)" in made
    assert "Type the players into Players (Pairsheet)" in made
    said = run("check", "mine.xlsx").output
    assert "[note] Ladder: The tab Ladder is somebody's own" in said
    assert "[note] Players: The tab Players is somebody's own" in said
    assert "Would write" in run("sync", "mine.xlsx", "--dry-run").output
    run("sync", "mine.xlsx")
    book = load_workbook("mine.xlsx")
    assert [[c.value for c in row] for row in book["Ladder"]] == [["Our club ladder"]]
    assert [[c.value for c in row] for row in book["Players"]] == [["No.", "Name", "Rtg"], [1, "Adler, A", 2000]]


@pytest.mark.usefixtures("at_home")
def test_columns_of_a_list_of_ones_own_that_are_not_read_are_named() -> None:
    """A list with the heading Player is taken as it is."""
    mine = Workbook()
    mine["Sheet"].title = "Players"
    mine["Players"].append(["Player", "FideID", "Club"])
    mine["Players"].append(["Ada", 7, "X"])
    mine.save("mine.xlsx")
    assert "Not read in Players: FideID, Club." in run("new", "ladder", "mine.xlsx").output
