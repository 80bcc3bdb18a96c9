"""The worker's own look-ups in Games and Rounds are written again where they lead nowhere; what people typed stays."""

from __future__ import annotations

from pathlib import Path

import pytest
from openpyxl import load_workbook

from rules.registry import engine_of
from sync.encode import look_up
from sync.plan import Formula
from sync.reading.first_look import tabs_in
from sync.reading.look_ups import LookUp, renewed
from sync.schema import PAIRINGS, workbook
from tests.sync.desk import desk, file_desk

DUE = PAIRINGS.index("Due")
WANTED = look_up("R1-01", "Pairings", DUE)
HERE = ("t1", 2, 4)
LOST = '=IFERROR(INDEX(#REF!,MATCH("R1-01",#REF!,0))&"","")'


@pytest.mark.parametrize(
    ("stands", "again"),
    [
        (LOST, True),
        (LOST.replace("#REF!", "#REF!$E:$E"), True),
        (LOST.replace(",", "; "), True),
        ('=IFERROR(INDEX(Old!$E:$E,MATCH("R1-01",Old!$A:$A,0)),"")', True),
        ("=IFERROR(INDEX('Her ''own'' tab'!$E:$E;MATCH(\"R1-01\";'Her ''own'' tab'!$A:$A;0))&\"\";\"\")", True),
        (WANTED.text, False),
        (WANTED.text.replace("'", "").replace(",", ";"), False),  # only spelt otherwise
        (LOST.replace("R1-01", "R1-02"), False),  # another line's
        (LOST.replace('&""', '&"!"'), False),
        (f"{LOST}&A1", False),
        ("=1+1", False),
        ("1-0", False),
        ("", False),
    ],
)
def test_only_the_workers_own_formula_for_that_line_is_written_again(stands: str, again: bool) -> None:
    """Whatever else stands there was typed by somebody."""
    steps = renewed([LookUp("Games", *HERE, "R1-01", WANTED)], {HERE: stands})
    assert bool(steps) is again
    if again:
        assert steps[0].cells == ((2, 4, WANTED),)


def test_a_tab_renamed_in_memory_is_followed() -> None:
    """A book in memory renames nothing in formulas, so the worker does."""
    d = desk(started=True)
    d.person.rename_tab("Pairings", "Paarungen")
    d.settle()
    games = d.book.by_title("Games")
    assert games is not None
    assert look_up("R1-01", "Paarungen", DUE) in games.rows[1]
    games.rows[1][games.rows[1].index(look_up("R1-01", "Paarungen", DUE))] = Formula("=1+1")
    d.settle()
    assert Formula("=1+1") in games.rows[1]


def test_pairings_deleted_from_a_file_comes_back_and_is_shown_again(tmp_path: Path) -> None:
    """As a spreadsheet program leaves it: every look-up says #REF! and shows nothing. One pass mends them all but what was typed."""
    path = tmp_path / "club.xlsx"
    d = file_desk(path, started=True)
    d.result("R1-01", "1-0").settle()
    book = load_workbook(path)
    del book["Pairings"]
    del book["Status"]
    games, rounds = book["Games"], book["Rounds"]
    headings = [c.value for c in games[1]]
    note = games.cell(3, headings.index("Remark") + 1)
    for ws in (games, rounds):
        for row in ws.iter_rows(min_row=2):
            for cell in row:
                if isinstance(cell.value, str) and cell.value.startswith("=IFERROR(INDEX("):
                    id_ = cell.value.split('"')[1]
                    cell.value = LOST.replace("R1-01", id_)
    note.value = "my own words"
    for name in [n for n in book.defined_names if "Pairings" in n or "Status" in n]:
        del book.defined_names[name]
    book.save(path)
    d.sync()
    grid = d.backend.read()
    cells = {name: tabs_in(grid, workbook(engine_of("ladder").sheet))[name] for name in ("Games", "Rounds")}
    assert cells["Games"].cell(2, headings.index("Outcome")) == "1-0"
    assert cells["Games"].cell(3, headings.index("Remark")) == "my own words"
    assert "open" in str(cells["Rounds"].rows[1])
    d.sync()  # now that the view is there again, what was typed over a look-up is told
    assert not d.sync().wrote


def test_what_was_typed_over_the_status_of_a_round_is_told() -> None:
    """It stays and counts for nothing; what Status says is never told."""
    d = desk(started=True)
    d.type("Rounds", "R1", "Status", "nearly done")
    d.settle()
    told = [p for p in d.last.decided.problems if p.code == "look-up-typed"]
    assert [(p.at.column, p.facts["typed"]) for p in told] == [("Status", "nearly done")]
    assert d.person.look("Rounds", "Status", d.row("Rounds", "R1")) == "nearly done"
    d.type("Rounds", "R1", "Status", None)
    d.settle()
    assert not [p for p in d.last.decided.problems if p.code == "look-up-typed"]
