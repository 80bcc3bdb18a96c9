"""The twenty-six awkward cases: promises against each other and against people. Each behaves as written."""

from __future__ import annotations

import shutil
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from rules.model import Round
from rules.registry import engine_of
from sync.backends.base import Raced, Refused
from sync.backends.memory import MemoryBackend
from sync.backends.xlsx import XlsxBackend
from sync.plan import Formula
from tests.backends.people import MemoryPerson
from tests.sync.desk import BEGIN, Desk, desk, file_desk, people_cells


def same_views(one: Desk, other: Desk) -> None:
    """Two books show the same in every tab of the worker's."""
    assert one.views("Problems") == other.views("Problems")


def test_case_01_a_deleted_row_comes_back_at_the_second_pass() -> None:
    """First pass: the game is frozen, nothing goes out, Problems says how to cancel. Second: the row is there again."""
    d = desk(started=True)
    d.result("R1-01", "1-0").type("Games", "R1-01", "Note", "good game").settle()
    d.person.delete_rows("Games", d.row("Games", "R1-01"))
    d.result("R1-02", "0-1").sync()
    assert "Void" in d.says(d.problem("row-missing"))
    assert d.rounds() == ["R1"], "no round that needs the frozen game goes out"
    d.sync()
    assert d.person.look("Games", "Result", d.row("Games", "R1-01")) == "1-0"
    assert d.person.look("Games", "Note", d.row("Games", "R1-01")) == "good game"
    d.settle()
    assert d.outcome("R1-01") == "1-0"
    assert d.rounds() == ["R1", "R2"]
    assert "row-missing" not in d.codes()


@pytest.mark.parametrize("tab", ["Rounds", "Games"])
def test_case_01_undone_in_time_nothing_is_appended(tab: str) -> None:
    """The row is put back before the second pass: no second row, and a later deletion waits anew."""
    d = desk(started=True)
    d.results("R1").settle()
    version = d.book.copy()
    row = d.row(tab, "R1" if tab == "Rounds" else "R1-02")
    d.person.delete_rows(tab, row)
    d.sync()
    kept = next(t.copy() for t in version.tabs if t.title == tab)
    d.book.by_title(tab).rows = kept.rows  # type: ignore[union-attr]
    d.settle()
    assert len(d.shown(tab)) == len([r for r in kept.rows if any(c is not None for c in r)])
    d.person.delete_rows(tab, row)
    d.sync()
    assert "row-missing" in d.codes()


def test_case_02_a_deleted_journal_stops_and_is_rebuilt_when_confirmed() -> None:
    """Nothing is decided until the director confirms; then facts are taken from the ledger and play goes on."""
    d = desk(started=True)
    d.results("R1").settle()
    ladder, games = d.table("Ladder", "Position", "Player"), d.table("Games", "Game", "White", "Black")
    d.person.delete_rows("Journal", 2, 500)
    d.results("R2").sync()
    assert d.last.decided.stopped
    problem = d.problem("journal-gap")
    assert d.rounds() == []
    d.set("Confirm", str(problem.facts["code"])).sync()
    assert d.problem("adopted")
    d.settle()
    assert d.table("Games", "Game", "White", "Black")[: len(games)] == games
    assert d.rounds()[:3] == ["R1", "R2", "R3"]
    assert sorted(p for _, p in d.table("Ladder", "Position", "Player")) == sorted(p for _, p in ladder)
    texts = [str(r) for r in d.shown("Notices")]
    assert not any("R1 (" in t and "being sent" in t for t in texts)


def test_case_02_rows_of_the_journal_deleted() -> None:
    """Gaps show by No; what the ledger rows still say is adopted."""
    d = desk(started=True)
    d.results("R1").settle()
    before = d.views("Problems", "Why", "This round", "Next round")
    rows = d.shown("Journal")
    lost = [n for n, r in enumerate(rows, start=1) if r[2] in ("game", "round") and r[3].startswith("R2")]
    for number in reversed(lost):
        d.person.delete_rows("Journal", number)
    d.sync()
    assert d.problem("journal-gap").facts["count"] == len(lost)
    d.set("Confirm", str(d.problem("journal-gap").facts["code"])).settle()
    assert not d.last.decided.stopped
    assert d.views("Problems", "Why", "This round", "Next round")["Ladder"] == before["Ladder"]
    assert d.rounds().count("R2") == 1
    d.person.delete_rows("Journal", 4)
    d.sync()
    assert d.problem("journal-gap").facts["count"] == 1, "a later loss is noticed as well"


def test_case_02_everything_lost_with_status_too() -> None:
    """Without Journal, Status and mark the rows of Games still say that something is missing."""
    d = desk(started=True)
    d.person.delete_rows("Journal", 2, 500)
    d.person.delete_rows("Status", 1, 100)
    d.book.mark = None
    d.sync()
    assert d.problem("journal-gap")
    assert d.rounds() == []


@pytest.mark.parametrize("tab", ["Players", "Games", "Rounds"])
def test_case_03_an_emptied_tab_stops_until_confirmed(tab: str) -> None:
    """Only Problems is written; the code shown there, typed into Settings, lets it go on."""
    d = desk(started=True)
    journal = d.shown("Journal")
    d.person.delete_rows(tab, 2, 200)
    d.sync()
    assert d.last.decided.stopped
    problem = d.problem("tab-emptied")
    assert problem.facts["tab"] == tab
    assert d.shown("Journal") == journal
    assert not d.sync().wrote
    d.set("Confirm", str(problem.facts["code"])).settle()
    assert not d.last.decided.stopped
    if tab != "Players":
        assert len(d.shown(tab)) > 1, "rows of the record come back"


def test_case_03_a_deleted_people_tab_stops() -> None:
    """A tab that is gone altogether stops as well, also when Status went with it."""
    d = desk(started=True)
    d.person.delete_tab("Players")
    d.person.delete_tab("Status")
    d.sync()
    assert d.problem("tab-emptied").facts["tab"] == "Players"


@pytest.mark.parametrize("tab", ["Ladder", "Pairings", "Why", "Problems", "Scores", "Submissions", "Notices", "Status"])
def test_case_03_a_view_is_simply_made_again(tab: str) -> None:
    """A view that was deleted or emptied stands again after the next pass."""
    d = desk(started=True)
    before, titles = d.shown(tab), d.person.titles()
    d.person.delete_tab(tab)
    d.settle()
    assert d.person.titles() == titles
    if tab not in ("Status", "Notices"):
        assert d.shown(tab) == before
    formulas = [c for row in d.book.by_title("Ladder").rows for c in row if isinstance(c, Formula)]  # type: ignore[union-attr]
    d.person.delete_rows(tab, 1, 300)
    d.settle()
    if tab not in ("Status", "Notices"):
        assert d.shown(tab) == before
    again = [c for row in d.book.by_title("Ladder").rows for c in row if isinstance(c, Formula)]  # type: ignore[union-attr]
    assert again == formulas


def test_case_04_an_edited_id_freezes_its_game() -> None:
    """Neither appended again nor guessed: the game is frozen, Problems names the cell and the id to type back."""
    d = desk(started=True)
    d.result("R1-01", "1-0").settle()
    row = d.row("Games", "R1-01")
    d.person.type("Games", "Game", row, "R1-77")
    d.result("R1-02", "1-0").settle()
    problem = d.problem("id-edited")
    assert (problem.at.cell, problem.facts["missing"]) == (f"A{row}", "R1-01")
    assert len(d.shown("Games")) == 4
    assert d.rounds() == ["R1"]
    assert d.outcome("R1-01") == "1-0", "frozen as it was"
    d.person.type("Games", "Game", row, "R1-01")
    d.settle()
    assert d.rounds() == ["R1", "R2"]


def test_case_04_rows_with_unknown_ids_are_never_games() -> None:
    """An id that Pairsheet never gave is not read, and one of a coming round holds it."""
    d = desk(started=True)
    d.person.add_row("Games", {"Game": "R2-01", "White": "Ada", "Black": "Ben", "Result": "1-0"})
    d.results("R1").settle()
    assert d.problem("row-unknown").at.tab == "Games"
    assert d.rounds() == ["R1"]
    d.person.delete_rows("Games", d.row("Games", "R2-01"))
    d.settle()
    assert d.rounds() == ["R1", "R2"]


def test_case_05_a_copied_row_counts_once() -> None:
    """The same in both: a warning. Different: frozen on the last accepted state, both addresses shown."""
    d = desk(started=True)
    d.result("R1-01", "1-0").settle()
    row = d.row("Games", "R1-01")
    d.person.copy_row("Games", row, 9)
    d.sync()
    assert d.problem("row-twice").facts == {"id": "R1-01", "first": f"A{row}", "second": "A9"}
    assert d.outcome("R1-01") == "1-0"
    d.person.type("Games", "Result", row, "0-1")
    d.result("R1-02", "1-0").settle()
    assert d.problem("row-twice-different").facts["second"] == "A9"
    assert d.outcome("R1-01") == "1-0", "frozen on what was accepted last"
    assert d.rounds() == ["R1"]
    d.person.delete_rows("Games", 9)
    d.settle()
    assert d.outcome("R1-01") == "0-1"


def test_case_06_a_game_typed_without_an_id_is_not_read() -> None:
    """Only the worker gives ids; Problems says where to ask for a pairing."""
    d = desk(started=True)
    row = d.person.add_row("Games", {"White": "Ada", "Black": "Eva", "Result": "1-0"})
    d.settle()
    problem = d.problem("row-without-id")
    assert problem.at.row == row
    assert "Decisions → Pair" in d.says(problem)
    assert len(d.games()) == 3


def test_case_07_a_renamed_player_is_recognised_by_account_or_alias() -> None:
    """With the same account or the old name as alias: the same player, views show the new name, old cells stay."""
    d = desk(started=True)
    d.type("Players", "Ben", "Username", "ben960").results("R1").settle()
    games = d.table("Games", "Game", "White", "Black")
    d.type("Players", "Cem", "Also known as", "Cem").type("Players", "Cem", "Player", "Cemal")
    d.settle()
    assert d.codes() == []
    assert "Cemal" in [p for _, p in d.table("Ladder", "Position", "Player")]
    assert d.table("Games", "Game", "White", "Black") == games, "old cells stay"
    d.type("Players", "Cemal", "Also known as", None).settle()
    assert d.codes() == [], "the new name was noted"
    d.results("R2").settle()
    assert "Cemal" in {n for row in d.table("Pairings", "White", "Black") for n in row}
    assert not any(g.white == "Cemal" for g in d.games()), "the record keeps the name as taken"


def test_case_07_an_unknown_new_name_is_asked_about() -> None:
    """Nothing tells them apart: a problem with the cell, the player stays in as recorded, rounds wait."""
    d = desk(started=True)
    row = d.row("Players", "Cem")
    d.type("Players", "Cem", "Player", "Kemal").results("R1").settle()
    problem = d.problem("maybe-renamed")
    assert problem.at.cell == f"A{row}"
    assert d.rounds() == ["R1"]
    assert "Cem" in [p for _, p in d.table("Ladder", "Position", "Player")]
    d.type("Players", "Kemal", "Also known as", "Cem").settle()
    assert d.rounds() == ["R1", "R2"]


def test_case_07_a_swap_of_two_names_is_two_players_at_their_names() -> None:
    """Two names exchanged: each name stays its player, whatever row it stands in."""
    d = desk(started=True)
    before = d.views("Problems")
    d.type("Players", "Ada", "Player", "X").type("Players", "Ben", "Player", "Ada").type(
        "Players", "X", "Player", "Ben"
    )
    d.settle()
    assert d.views("Problems") == before


def test_case_08_a_deleted_players_row_is_no_removal() -> None:
    """A problem, Paused for the next draft, nothing of the past changes."""
    d = desk(started=True)
    d.results("R1").settle()
    ladder = d.table("Ladder", "Position", "Player", "Wins")
    version = d.book.copy()
    d.person.delete_rows("Players", d.row("Players", "Cem"))
    d.settle()
    assert d.problem("player-gone").facts["player"] == "Cem"
    assert d.table("Ladder", "Position", "Player", "Wins") == ladder
    d.results("R2").settle()
    assert "Cem" not in {n for g, w, b in d.table("Games", "Game", "White", "Black") for n in (w, b) if g[:2] == "R3"}
    d.book.by_title("Players").rows = version.by_title("Players").copy().rows  # type: ignore[union-attr]
    d.settle()
    assert d.codes() == []


def test_case_09_an_old_version_stops_and_says_what_is_gone() -> None:
    """The mark outside the book is higher than what stands in it."""
    d = desk(started=True)
    version = d.book.copy()
    d.results("R1").settle()
    newer = d.book.copy()
    d.book.restore(version)
    d.sync()
    problem = d.problem("book-restored")
    assert "lines of the record" in str(problem.facts["gone"])
    assert d.rounds() == ["R1"]
    d.book.restore(newer)
    d.settle()
    assert d.rounds() == ["R1", "R2"], "the newer version is back: on it goes"
    d.book.restore(version)
    d.sync()
    d.set("Confirm", str(d.problem("book-restored").facts["code"])).settle()
    assert not d.last.decided.stopped
    d.results("R1").settle()
    assert d.rounds() == ["R1", "R2"], "the same round is made again"


def test_case_09_killed_between_confirmation_and_mark() -> None:
    """The old mark is still there at the next pass: it was given up and is not asked for again."""
    d = desk(started=True)
    version = d.book.copy()
    d.results("R1").settle()
    mark = d.book.mark
    d.book.restore(version)
    d.sync()
    d.set("Confirm", str(d.problem("book-restored").facts["code"])).sync()
    d.book.mark = mark
    d.sync()
    assert not d.last.decided.stopped


def test_case_10_a_copy_does_nothing_until_told() -> None:
    """Another book id: stop and ask; `continue` goes on with the same event."""
    d = desk(started=True)
    copy = d.book.copy()
    copy.id, copy.mark = "copy", None
    c = Desk(MemoryBackend(copy), MemoryPerson(copy), now=d.now)
    c.results("R1").sync()
    assert c.problem("book-copied").at.column == "Value"
    assert c.rounds() == ["R1"]
    assert not c.sync().wrote
    c.set("Copy", "continue").settle()
    assert c.rounds() == ["R1", "R2"]
    assert not any("R1-0" in t and "Null" in t for row in c.shown("Notices") for t in row)
    assert d.rounds() == ["R1"], "the original is untouched"


def test_case_10_a_copy_as_a_new_season() -> None:
    """Old lines must go first; then a new event begins with the players, seeded by the last Ladder."""
    d = desk(started=True)
    d.results("R1", "0-1").settle()
    order = [p for _, p in d.table("Ladder", "Position", "Player")]
    d.later(days=2).report("R2-01", "White won")
    copy = d.book.copy()
    copy.id, copy.mark = "copy", None
    c = Desk(MemoryBackend(copy), MemoryPerson(copy), now=d.now)
    c.set("Copy", "new season").sync()
    assert c.codes() == ["season-rows", "season-rows", "season-start"]
    c.person.delete_rows("Games", 2, 50)
    c.person.delete_rows("Rounds", 2, 50)
    c.set("Start", None).later(hours=1).settle()
    assert c.codes() == ["not-started"]
    assert [p for _, p in c.table("Ladder", "Position", "Player")] == order, "seeded by the last Ladder"
    assert c.table("Submissions", "Sent", "State") == []
    c.start()
    assert c.rounds() == ["R1"]
    assert [r[0] for r in c.table("Games", "Game")] == ["R1-01", "R1-02", "R1-03"]
    c.results("R1").settle()
    assert c.rounds() == ["R1", "R2"]


def test_case_11_a_file_open_elsewhere_is_not_written(tmp_path: Path) -> None:
    """The lock file of another program is there: no write, one line for the operator."""
    path = tmp_path / "book.xlsx"
    d = file_desk(path, started=True, lazy=True)
    d.results("R1")
    lock = tmp_path / "~$book.xlsx"
    lock.write_bytes(b"x")
    d.save()
    before = path.read_bytes()
    with pytest.raises(Refused):
        d.sync()
    assert path.read_bytes() == before
    lock.unlink()
    assert d.sync().wrote


def test_case_12_a_file_saved_during_the_pass_is_not_written_over(tmp_path: Path) -> None:
    """Saved between read and write: ours is dropped and the pass begins again with what was typed."""
    path = tmp_path / "book.xlsx"
    d = file_desk(path, started=True, lazy=True)
    d.results("R1")
    backend = XlsxBackend(path)
    real = backend.read
    once: list[int] = []

    def read_and_be_late() -> object:
        grid = real()
        if not once:
            once.append(1)
            d.type("Players", "Ada", "Note", "typed meanwhile").save()
        return grid

    backend.read = read_and_be_late  # type: ignore[method-assign,assignment]
    done = d.sync(backend)
    assert done.tries == 2
    assert d.person.look("Players", "Note", d.row("Players", "Ada")) == "typed meanwhile"
    assert d.rounds() == ["R1", "R2"]


def test_case_12_saved_over_by_an_older_one(tmp_path: Path) -> None:
    """Opened before and saved after a pass: the next pass finds less than its mark says, as with an old version."""
    path = tmp_path / "book.xlsx"
    d = file_desk(path, started=True, lazy=True)
    older = path.read_bytes()
    d.results("R1").settle()
    path.write_bytes(older)
    d.sync()
    assert d.codes() == ["book-restored"]


def test_case_13_a_draft_must_stand_for_a_while_and_a_correction_begins_the_wait_anew() -> None:
    """Check for 2 hours; after 90 minutes a result is put right: two hours more, and no trace of the first draft."""
    d = desk(started=True, Check_for="2 hours")
    d.results("R1").settle()
    assert d.rounds() == ["R1"]
    d.later(minutes=90).result("R1-01", "1/2-1/2").settle()
    d.later(minutes=60).settle()
    assert d.rounds() == ["R1"], "only an hour since the correction"
    d.later(minutes=61).settle()
    assert d.rounds() == ["R1", "R2"]
    games = d.table("Games", "Game", "White", "Black")
    d.result("R1-01", "0-1").settle()
    assert d.table("Games", "Game", "White", "Black") == games, "after publication pairs stay"
    assert "correction" in d.codes()


def test_case_14_two_opponents_swapped_one_cell_at_a_time() -> None:
    """In between somebody stands twice: both frozen, no ruling. An accepted result stays with its players."""
    d = desk(started=True)
    d.report("R1-01", "White won", "Cem").settle()
    assert d.outcome("R1-01") == "1-0"
    d.type("Games", "R1-01", "Black", "Dov").result("R1-02", "1-0").sync()
    assert d.problem("twice-in-round").facts["player"] == "Dov"
    assert d.rounds() == ["R1"]
    assert d.table("Pairings", "Game", "Black")[0] == ("R1-01", "Ben")
    d.type("Games", "R1-02", "Black", "Ben").settle()
    assert "twice-in-round" not in d.codes()
    assert d.table("Pairings", "Game", "White", "Black")[:2] == [("R1-01", "Cem", "Dov"), ("R1-02", "Eva", "Ben")]
    assert d.outcome("R1-01") == "", "it was accepted for Cem and Ben"


def test_case_15_a_mistyped_status_put_back_leaves_no_trace() -> None:
    """Open games end Null and open again with their old deadlines, unless something was published in between."""
    d = desk(started=True)
    before = d.views("Problems", "Why")
    d.status("Ben", "Withdrawn").settle()
    assert d.outcome("R1-01") == "Null"
    d.later(minutes=1).status("Ben", "Active").settle()
    assert d.views("Problems", "Why") == before


def test_case_16_a_cleared_result_is_taken_back() -> None:
    """Accepted report, else open, else Null as of the deadline."""
    d = desk(started=True)
    d.report("R1-01", "White won", "Cem").result("R1-01", "0-1").settle()
    assert d.outcome("R1-01") == "0-1"
    d.result("R1-01", None).settle()
    assert d.outcome("R1-01") == "1-0", "the report counts again"
    d.result("R1-02", "1-0").sync()
    d.result("R1-02", None)
    d.sync()
    cells = [r for r in d.shown("Journal") if r[2] == "seen" and r[3] == "R1-02"]
    assert len(cells) == 2, "typed and taken back are both recorded"


def test_case_16_cleared_after_the_deadline_it_is_null() -> None:
    """The deadline passed while the director's word stood: without it the game is Null as of the deadline."""
    d = desk(started=True, Publish="R1")
    d.result("R1-01", "1-0").settle()
    d.later(days=8).settle()
    d.result("R1-01", None).settle()
    assert d.outcome("R1-01") == "Null"


def test_case_17_the_same_persons_newer_answer_replaces_until_published_on() -> None:
    """Before the next round: replaced. After it: for the director."""
    d = desk(started=True)
    d.report("R1-01", "White won", "Cem").settle()
    d.later(hours=1).report("R1-01", "draw", "Cem").settle()
    assert d.outcome("R1-01") == "1/2-1/2"
    d.report("R1-02", "White won", "Eva").settle()
    assert d.rounds() == ["R1", "R2"]
    d.later(hours=1).report("R1-02", "Black won", "Eva").settle()
    assert d.outcome("R1-02") == "1-0"
    assert d.problem("claim-held").facts["game"] == "R1-02"


def test_case_18_columns_inserted_and_moved_between_read_and_write() -> None:
    """Only new rows can be misplaced: nothing a person typed changes, the rows are put back, the others reported."""
    d = desk(started=True)
    d.results("R1")
    before = people_cells(d.backend.read())
    moved: list[int] = []

    def meanwhile() -> None:
        if not moved:
            moved.append(1)
            d.person.insert_column("Games", 0, "Mine")
            d.person.type("Games", "Mine", 2, "kept")

    backend = MemoryBackend(d.book)
    landing: dict[str, object] = {}

    def before_landing() -> None:
        # the write was prepared on the old layout; the person's change lands first
        landing["done"] = True

    backend.before_landing = before_landing
    grid = backend.read()
    meanwhile()
    from sync.decide import Outside, decide

    decided = decide(grid, engine_of("ladder"), d.now, Outside("misplaced", "seed"))
    backend.write(decided.plan)
    assert landing
    assert d.person.look("Games", "Mine", 2) == "kept"
    shifted = {(t, r, c + 1 if t == "Games" else c): v for (t, r, c), v in before.items()}
    after = people_cells(d.backend.read())
    assert {k: after.get(k) for k in shifted} == shifted, "no cell that was there has changed"
    d.sync()
    assert "row-missing" in d.codes()
    d.settle()
    ids = [r[0] for r in d.table("Games", "Game")]
    assert {"R2-01", "R2-02", "R2-03"} <= set(ids)
    assert not any(code == "row-missing" for code in d.codes())
    assert any(code in ("row-unknown", "row-without-id") for code in d.codes()), "the misplaced ones are reported"


@pytest.mark.parametrize("heading", ["White", "Black", "Result", "Game"])
def test_case_19_sorted_games_change_nothing(heading: str) -> None:
    """Nothing to do, nothing written."""
    d = desk(started=True)
    d.result("R1-02", "1-0").settle()
    d.person.sort("Games", heading, reverse=True)
    assert not d.sync().wrote


def test_case_20_settings_changed_in_mid_event() -> None:
    """Deadlines as announced stay, a rule counts from the next draft with a warning, what defines the event stays."""
    d = desk(started=True)
    announced = d.table("Pairings", "Game", "Due")
    d.set("Days per game", 5).set("Rounds", 3).set("Format", "median").settle()
    assert d.table("Pairings", "Game", "Due") == announced
    assert d.problem("setting-changed").facts["new"] == "5"
    fixed = {str(p.facts["name"]): p for p in d.problems if p.code == "setting-fixed"}
    assert set(fixed) == {"Rounds", "Format"}
    assert fixed["Rounds"].facts["value"] == "5"
    d.results("R1").settle()
    assert d.rounds() == ["R1", "R2"]
    (due,) = [r.fact.due for r in d.record() if isinstance(r.fact, Round) and r.fact.id == "R2"]
    assert due == d.now + timedelta(days=5)
    assert "setting-changed" not in d.codes(), "now it counts"


def test_case_21_an_unchanged_sheet_writes_nothing_but_a_heartbeat() -> None:
    """Quiet for hours: nothing. After six hours one line of Status; what is shown is never relative to now."""
    d = desk(started=True)
    for _ in range(5):
        assert not d.later(hours=1).sync().wrote
    d.later(hours=2)
    before = d.views()
    assert d.sync().wrote
    assert d.views() == before
    assert {s.tab for s in d.last.decided.plan.steps} == {"Status"}


def test_case_22_a_notice_is_never_sent_twice() -> None:
    """Due with the write, sent after it landed, marked; killed in between: may have been sent, not sent again."""
    sent: list[str] = []
    d = desk(started=False)
    d.send = lambda decided: tuple(("notice-sent", n.key, {}, "") for n in decided.box.due if not sent.append(n.key))  # type: ignore[func-returns-value]
    d.start()
    d.results("R1").settle()
    d.settle()
    assert len(sent) == len(set(sent))
    assert any(k.startswith("round:R2") for k in sent)

    def dies(_: object) -> tuple[()]:
        raise KeyboardInterrupt

    d.send = dies
    d.results("R2")
    with pytest.raises(KeyboardInterrupt):
        d.sync()
    count = len(sent)
    d.send = lambda decided: tuple(("notice-sent", n.key, {}, "") for n in decided.box.due if not sent.append(n.key))  # type: ignore[func-returns-value]
    d.settle()
    assert len(sent) == count
    assert "may have been sent" in str(d.shown("Notices"))


def test_case_23_a_changed_file_zone_is_asked_about() -> None:
    """Recorded moments stand; publication waits until confirmed."""
    d = desk(started=True)
    facts = d.record()
    d.book.zone = "America/New_York"
    d.results("R1").settle()
    problem = d.problem("zone-changed")
    assert d.rounds() == ["R1"]
    assert d.record()[: len(facts)] == facts
    d.set("Confirm", str(problem.facts["code"])).settle()
    assert d.rounds() == ["R1", "R2"]
    d.book.zone = "Europe/Berlin"
    d.sync()
    assert d.problem("zone-changed").facts["code"] != problem.facts["code"]


def test_case_23_the_repeated_hour_counts_for_the_player() -> None:
    """A form sent at 02:30 in the doubled hour of autumn is read as the earlier one."""
    d = desk(started=True)
    d.now = datetime(2026, 10, 25, 4, 0, tzinfo=BEGIN.tzinfo)
    assert d.now < BEGIN
    from sync.kinds import read_moment

    moment = read_moment(datetime(2026, 10, 25, 2, 30), d.now.tzinfo)  # type: ignore[arg-type]
    assert isinstance(moment, datetime)
    assert moment.utcoffset() == timedelta(hours=2)


def test_case_24_a_lot_typed_after_it_was_drawn() -> None:
    """Counts only if nothing published rests on it; else a problem, and what was drawn counts."""
    d = desk(format="swiss")
    d.start()
    (lot, drawn, among), *_ = d.table("Lots", "Lot", "Drawn", "Among")
    other = next(n for n in among.split(" ; ") if n != drawn) if drawn in among.split(" ; ") else ""
    if not other:
        other = " ; ".join(reversed(drawn.split(" ; ")))
    games = d.table("Games", "Game", "White", "Black")
    d.type("Lots", lot, "Typed", other).settle()
    assert d.problem("lot-late").at.column == "Typed"
    assert d.table("Games", "Game", "White", "Black") == games
    d.type("Lots", lot, "Typed", "nobody").settle()
    assert d.problem("lot-bad").facts["typed"] == "nobody"


def test_case_25_a_half_typed_player_is_not_entered() -> None:
    """A row without a name is a problem and not entered; a complete one is."""
    d = desk(started=True)
    d.person.add_row("Players", {"Rating": 1500})
    d.results("R1").settle()
    assert d.problem("player-blank").at.column == "Player"
    assert len(d.table("Ladder", "Player")) == 5


def test_case_26_notes_beside_views_are_kept_and_told_of() -> None:
    """Kept cell for cell; their lines may move, and Problems says so."""
    d = desk(started=True)
    d.person.type_at("Ladder", "P5", "my note")
    d.results("R1").settle()
    assert d.person.see("Ladder")[4][15] == "my note"
    assert d.problem("typed-in-view").at.cell == "P5"


def test_workbooks_survive_a_copy_beside_the_original(tmp_path: Path) -> None:
    """A copied file is noticed as well: nothing is decided in it."""
    d = file_desk(tmp_path / "one.xlsx", started=True, lazy=True)
    shutil.copy(tmp_path / "one.xlsx", tmp_path / "two.xlsx")
    d.results("R1")
    done = d.sync(XlsxBackend(tmp_path / "two.xlsx"))
    assert [p.code for p in done.decided.problems] == ["book-copied"]


def test_two_workers_race_and_one_begins_again() -> None:
    """The loser of a race reads again and decides afresh; no round twice."""
    d = desk(started=True)
    d.results("R1")
    loser = MemoryBackend(d.book)
    grid = loser.read()
    d.sync()
    from sync.decide import Outside, decide

    decided = decide(grid, engine_of("ladder"), d.now, Outside("loser", "seed"))
    with pytest.raises(Raced):
        loser.write(decided.plan)
    assert d.rounds() == ["R1", "R2"]
