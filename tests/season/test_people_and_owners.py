"""Season walk 12 and 13: who is who, and who may touch what."""

from __future__ import annotations

import zipfile
from pathlib import Path
from typing import Any

import pytest

from rules.registry import engine_of
from sync.making.export import archive
from tests.emulator.errors import ApiError
from tests.emulator.people import Person
from tests.season.around import Maker, shown_everywhere
from tests.sync.desk import FIVE, Desk, desk

NAMES = (
    ("Ada Novak", 2000),
    ("Ben Okafor", 1950),
    ("Chiara Rossi", 1900),
    ("Dmitri Petrov", 1850),
    ("Elif Kaya", 1800),
)


def test_12_a_rename_follows_everywhere_that_is_the_workers(anywhere: Maker) -> None:
    """Old name under Also known as: the views show the new one, results and reports go on."""
    d = anywhere(started=True)
    d.type("Players", "Cem", "Also known as", "Cem").type("Players", "Cem", "Player", "Cemal Demir").settle()
    assert d.codes() == []
    for tab in ("Ladder", "This round", "Pairings", "Why"):
        text = str(d.shown(tab))
        assert "Cemal Demir" in text, tab
    d.report("R1-01", "White won", "Cemal Demir").result("R1-02", "1-0").settle()
    assert d.outcome("R1-01") == "1-0"
    rows = {r[0]: r[1] for r in d.table("Ladder", "Player", "Wins")}
    assert rows["Cemal Demir"] == "1"
    d.report("", "White won", "Cem").settle()
    assert "unknown" not in str(d.shown("Submissions")), "the old name is still known"


def test_12_two_names_swapped_stay_the_players_they_name(anywhere: Maker) -> None:
    """A name is a player, whatever line it stands in."""
    d = anywhere(started=True)
    d.result("R1-01", "1-0").settle()
    before = d.views("Problems")
    d.type("Players", "Ben", "Player", "…").type("Players", "Cem", "Player", "Ben").type(
        "Players", "…", "Player", "Cem"
    )
    d.settle()
    assert d.views("Problems") == before


def test_12_a_deleted_line_is_one_problem_and_no_removal(anywhere: Maker) -> None:
    """Undo, or Withdrawn: said once; the games stay as they are."""
    d = anywhere(started=True)
    kept = d.person.take_up("Players")
    d.person.delete_rows("Players", d.row("Players", "Cem"))
    d.settle()
    about = [p for p in d.problems if "Cem" in str(p.facts)]
    assert len({d.says(p) for p in about}) <= 2
    assert "Undo" in " ".join(d.says(p) for p in about) or "undo" in " ".join(d.says(p) for p in about)
    assert d.outcome("R1-01") == ""
    assert "Cem" in [p for (p,) in d.table("Ladder", "Player")]
    d.person.put_down("Players", kept)
    d.settle()
    assert d.codes() == []


def test_12_a_blank_username_is_the_player_and_a_late_account_is_taken() -> None:
    """Reports name either."""
    d = desk(started=True)
    d.type("Players", "Cem", "Username", "cem960").settle()
    d.report("R1-01", "White won", "cem960").report("R1-02", "White won", "Eva").settle()
    assert (d.outcome("R1-01"), d.outcome("R1-02")) == ("1-0", "1-0")


def test_12_a_name_that_is_to_be_shown_no_more(anywhere: Maker) -> None:
    """Renamed in Players, once with the old name beside it, then without: no tab the worker writes anew shows it.

    Lines of Games and of the record stay as they were written (nothing that was there is changed).
    """
    d = anywhere(NAMES, started=True)
    d.results("R1").settle()
    d.type("Players", "Chiara Rossi", "Also known as", "Chiara Rossi")
    d.type("Players", "Chiara Rossi", "Player", "Player 3").settle()
    d.type("Players", "Player 3", "Also known as", None).settle()
    assert d.codes() == []
    left = {tab for tab, text in shown_everywhere(d) if "Chiara" in text}
    assert left <= {"Games", "Journal", "Notices"}, left
    d.results("R2").settle()
    assert "R3" in d.rounds()


def replaced_everywhere(d: Desk, old: str, new: str) -> None:
    """Find and replace over all sheets, hidden ones too, as a spreadsheet program does it."""
    for title in d.person.titles():
        cells = d.person.take_up(title)
        seen = d.person.see(title)
        for r, row in enumerate(cells):
            for c, cell in enumerate(row):
                shown = seen[r][c] if r < len(seen) and c < len(seen[r]) else None
                if isinstance(shown, str) and old in shown:
                    row[c] = d.person.typed(shown.replace(old, new), cell)
        d.person.put_down(title, cells)


def test_12_a_name_erased_on_request_is_nowhere_any_more(anywhere: Maker, tmp_path: Path) -> None:
    """Find and replace in all sheets, the Journal included: the event goes on as if the name had always been another.

    It is asked whether that was meant, once. Same pairs, same results, same Ladder; the archive holds the name no more.
    """
    d = anywhere(NAMES, started=True)
    d.report("R1-01", "White won", "Chiara Rossi").settle()
    d.result("R1-02", "0-1").decide("Keep apart", "", "Chiara Rossi ; Dmitri Petrov").settle()
    assert "R2" in d.rounds()
    before = d.views("Problems")
    facts = len(d.record())
    replaced_everywhere(d, "Chiara Rossi", "Player 3")
    d.settle()
    assert d.codes() == ["journal-changed"]
    d.set("Confirm", str(d.problem("journal-changed").facts["code"])).settle()
    assert d.codes() == []
    assert len(d.record()) == facts
    renamed: Any = {
        tab: [[c.replace("Chiara Rossi", "Player 3") for c in row] for row in rows] for tab, rows in before.items()
    }
    assert d.views("Problems") == renamed
    assert not [tab for tab, text in shown_everywhere(d) if "Chiara" in text]
    d.results("R2").settle()
    assert "R3" in d.rounds()
    d.person.flush()
    out = archive(d.backend.read(), engine_of("ladder"), tmp_path / "kept.zip")
    with zipfile.ZipFile(out) as zipped:
        assert not any(b"Chiara" in zipped.read(name) for name in zipped.namelist())


def test_13_a_value_typed_into_a_workers_column_is_quoted_with_the_right_cell(anywhere: Maker) -> None:
    """The owner types 1-0 into Outcome: it counts for nothing and is not lost; Problems says where it belongs."""
    d = anywhere(started=True)
    d.type("Games", "R1-01", "Outcome", "1-0").settle()
    problem = d.problem("look-up-typed")
    said = d.says(problem)
    assert "“1-0”" in said
    assert "Result" in said
    assert problem.at.tab == "Games"
    assert problem.at.row == d.row("Games", "R1-01")
    assert d.outcome("R1-01") == ""
    assert d.person.look("Games", "Outcome", d.row("Games", "R1-01")) == "1-0", "no cell that was there is changed"
    d.result("R1-01", "1-0").settle()
    assert d.outcome("R1-01") == "1-0"


@pytest.mark.parametrize("heading", ["Game", "White", "Result"])
def test_13_a_second_director_sorts_games(anywhere: Maker, heading: str) -> None:
    """Nothing refuses it, nothing changes by it, what is typed afterwards goes where it stands."""
    d = anywhere(started=True)
    d.result("R1-02", "1-0").settle()
    before = d.views()
    d.person.sort("Games", heading, reverse=True)
    d.settle()
    assert d.views() == before
    d.result("R1-01", "0-1").settle()
    assert d.outcome("R1-01") == "0-1"


def test_13_on_google_a_second_director_may_sort_and_may_not_touch_the_workers_tabs(tmp_path: Path) -> None:
    """Protection only warns where people type, and is strict where the worker alone writes."""
    d = Maker("google", tmp_path)(FIVE, started=True)
    emulated = d.person._at  # type: ignore[attr-defined]
    emulated.director.share("second@example.org")
    second = Person(emulated.service, emulated.book_id, "second@example.org")
    second.sort("Games", "White")
    d.settle()
    assert d.codes() == []
    for tab in ("Ladder", "Pairings", "Journal"):
        sheet = next(t for t in emulated.book.sheets if t.title == tab)
        row = [{"values": [{"userEnteredValue": {"stringValue": "mine"}}]}]
        start = {"sheetId": sheet.id, "rowIndex": 4, "columnIndex": 1}
        with pytest.raises(ApiError, match="protected"):
            second.do({"updateCells": {"rows": row, "start": start, "fields": "userEnteredValue"}})
