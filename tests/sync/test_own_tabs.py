"""Somebody's own tab is never the worker's: not by its title, not by its headings; it is told, and stays as it is."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from openpyxl import Workbook, load_workbook

from rules.model import Empty
from rules.registry import engine_of
from sync.backends.memory import MemoryBackend
from sync.grid import Cell
from sync.making.create import Carried, create
from sync.marks import free_title
from sync.reading.first_look import tabs_in
from sync.schema import Rows, workbook
from tests.backends.people import CellMatrix, XlsxPerson
from tests.sync.desk import FIVE, Desk, fill
from tests.sync.rigs import RIGS, GoogleRig, Rig

LAYOUT = workbook(engine_of("ladder").sheet)
KEPT_BY_HAND: dict[str, list[list[Cell]]] = {
    "Ladder": [["Our club ladder"], ["Pos", "Name", "Phone"], [1, "Adler", "000 1"], [2, "Bauer", "000 2"]],
    "Pairings": [["Week", "White", "Black", "Res"], [1, "Adler", "Bauer", "1-0"]],
    "Scores": [["Adler", 5]],
    "Status": [["fees paid", "Adler"]],
}
HEADED = {
    tab.name: [*[["mine"]] * (tab.heading_row - 1), list(tab.headings), ["1", *["x"] * (len(tab.headings) - 1)]]
    for tab in LAYOUT
    if tab.rows is Rows.VIEW
}
"""Tabs kept by hand with the very headings of the worker's."""


@pytest.fixture(params=["memory", "xlsx", "google"])
def rig(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Rig]:
    """Books of each backend."""
    made = RIGS[request.param](tmp_path / "books")
    yield made
    made.check()


def with_tabs(rig: Rig, own: dict[str, list[list[Cell]]]) -> Desk:
    """A book that is not the worker's yet, with these tabs."""
    d = rig.blank()
    if isinstance(d.person, XlsxPerson):
        wb = Workbook()
        wb["Sheet"]["A1"] = "first"
        wb.save(d.person.path)
    for title, rows in own.items():
        d.person.add_tab(title, rows)
    return d.save()


def kept(d: Desk, own: dict[str, list[list[Cell]]]) -> dict[str, CellMatrix]:
    """The cells of the tabs as people see them."""
    d.save()
    return {title: [row for row in d.person.see(title) if any(c is not None for c in row)] for title in own}


def delete(d: Desk, title: str) -> None:
    """Delete a tab as a program does: names that pointed at it point nowhere."""
    d.person.delete_tab(title)
    if isinstance(d.person, XlsxPerson):
        for name in d.person._open().defined_names.values():
            if f"{title}!" in name.attr_text.replace("'", ""):
                name.attr_text = "#REF!"


def play(d: Desk) -> None:
    """Made ready, begun, a round played, a result corrected."""
    fill(d, FIVE, True)
    for game in d.games():
        if not isinstance(game.black, Empty):
            d.result(game.id, "1-0")
    d.settle()
    d.result("R1-01", "0-1").later(days=8).settle()


@pytest.mark.parametrize("own", [KEPT_BY_HAND, HEADED], ids=["as people keep them", "with the worker's headings"])
def test_tabs_of_the_owners_hold_what_they_held(rig: Rig, own: dict[str, list[list[Cell]]]) -> None:
    """`new` and a season leave them alone, the worker has its own beside them, and each is told."""
    d = with_tabs(rig, own)
    before = kept(d, own)
    play(d)
    assert kept(d, own) == before
    told = {str(p.facts["tab"]): p.facts["ours"] for p in d.problems if p.code == "own-tab"}
    assert told == {title: f"{title} (Pairsheet)" for title in own}
    sheet = tabs_in(d.backend.read(), LAYOUT)
    assert {name: sheet[name].title for name in own} == told
    assert d.rounds()[:2] == ["R1", "R2"]


def test_look_ups_lead_to_the_workers_own_tab(rig: Rig) -> None:
    """A formula of Games or Rounds names the tab by the title it has."""
    d = with_tabs(rig, KEPT_BY_HAND)
    play(d)
    cells = [str(c) for tab in ("Games", "Rounds") for row in d.person.take_up(tab)[1:] for c in row]
    formulas = [c for c in cells if "INDEX(" in c]
    assert formulas
    assert all("Pairings (Pairsheet)" in f or "Status (Pairsheet)" in f for f in formulas), formulas[:3]


PEOPLES: dict[str, list[list[Cell]]] = {
    "Players": [["No.", "Name", "Rtg"], [1, "Adler, A", 2000]],
    "Settings": [["Setting", "Value"], ["colour", "blue"]],
    "Games": [["Game", "White", "Black", "Result"], ["chess", "Adler", "Bauer", "1-0"]],
    "Rounds": [["Round", "Date"], [1, "Monday"]],
    "Decisions": [["we decided", "to play on"]],
    "Journal": [["No", "When", "Event", "Subject"], [1, "May", "Blitz", "fun"]],
}


def test_tabs_where_people_type_are_asked_the_same(rig: Rig) -> None:
    """A list of members is no list of players, a diary no record: nothing is added to them, and where to type is said."""
    d = with_tabs(rig, PEOPLES)
    before = kept(d, PEOPLES)
    create(d.backend, engine_of("ladder"), Carried(({"Player": "Ada"}, {"Player": "Ben"})))
    d.settle()
    assert kept(d, PEOPLES) == before
    told = {str(p.facts["tab"]): p for p in d.problems if p.code == "own-tab-unread"}
    assert set(told) == set(PEOPLES)
    assert "(No., Name, Rtg)".strip("()").split(", ")[1] in d.says(told["Players"])
    assert "what counts is typed into Players (Pairsheet)." in d.says(told["Players"])
    sheet = tabs_in(d.backend.read(), LAYOUT)
    assert {sheet[name].title for name in PEOPLES} == {f"{name} (Pairsheet)" for name in PEOPLES}


RECORDS: dict[str, list[list[Cell]]] = {
    tab.name: [list(tab.headings), ["R1-01", "R1", *["x"] * (len(tab.headings) - 2)]]
    for tab in LAYOUT
    if tab.rows is Rows.APPENDED
}
"""Records kept by hand, with the very headings of the tabs whose lines the worker adds: Games, Rounds, Journal."""


def test_lines_under_the_workers_own_headings_are_no_record_of_it(rig: Rig) -> None:
    """Games of another year are not taken for games of this event whose record was lost."""
    assert {"Games", "Rounds", "Journal"} <= set(RECORDS)
    d = with_tabs(rig, RECORDS)
    before = kept(d, RECORDS)
    fill(d, FIVE, True)
    d.settle()
    assert kept(d, RECORDS) == before
    assert {str(p.facts["tab"]) for p in d.problems} == set(RECORDS), d.problems
    assert {p.code for p in d.problems} == {"own-tab-unread"}
    assert d.rounds() == ["R1"]
    assert "x" not in {game.white for game in d.games()}


def test_a_list_of_players_made_by_hand_is_read(rig: Rig) -> None:
    """With the heading Player it is what it looks like: what is missing is added to the right, nothing else."""
    own: dict[str, list[list[Cell]]] = {"Players": [["Player", "Phone"], ["Ada", "1"], ["Ben", "2"]]}
    d = with_tabs(rig, own)
    create(d.backend, engine_of("ladder"), Carried())
    d.settle()
    shown = d.shown("Players")
    assert shown[0][:3] == ["Player", "Phone", "Username"]
    assert [row[:2] for row in shown[1:]] == [["Ada", "1"], ["Ben", "2"]]
    assert [p.name for p in d.last.decided.gathered.who.people] == ["Ada", "Ben"]  # type: ignore[union-attr]


def test_a_copy_of_the_workers_tab_is_somebodys(rig: Rig) -> None:
    """Same title but for a word, same headings: also when the worker's own is gone, which it makes again."""
    d = fill(rig.blank(), FIVE, True)
    copied = [[d.person.shown(c) for c in row] for row in d.person.take_up("Ladder")]
    d.person.add_tab("Ladder of May", copied)
    before = kept(d, {"Ladder of May": []})
    d.results("R1").settle()
    delete(d.save(), "Ladder")
    d.later(hours=1).settle()
    d.results("R2").settle()
    assert kept(d, {"Ladder of May": []}) == before
    assert "Ladder" in d.person.titles()
    assert len(d.table("Ladder", "Position", "Player")) == len(FIVE)


def test_renamed_and_another_in_its_place(rig: Rig) -> None:
    """The worker goes on in the tab that was renamed; the one with its old title is left alone."""
    d = fill(rig.blank(), FIVE, True)
    d.person.rename_tab("Ladder", "Tabelle")
    d.person.add_tab("Ladder", HEADED["Ladder"])
    before = kept(d, {"Ladder": []})
    d.results("R1").settle()
    assert kept(d, {"Ladder": []}) == before
    assert [str(p.facts["ours"]) for p in d.problems if p.code == "own-tab"] == ["Tabelle"]
    assert len(d.table("Tabelle", "Position", "Player")) == len(FIVE)


def test_deleted_and_another_in_its_place(rig: Rig) -> None:
    """The worker makes its own again, under another title, and keeps to it."""
    d = fill(rig.blank(), FIVE, True)
    delete(d, "Why")
    d.person.add_tab("Why", HEADED["Why"])
    before = kept(d, {"Why": []})
    d.results("R1").settle()
    d.later(hours=7).settle()
    assert kept(d, {"Why": []}) == before
    assert d.shown("Why (Pairsheet)")
    assert "Why (Pairsheet 2)" not in d.person.titles()


def test_an_empty_tab_is_nobodys(rig: Rig) -> None:
    """`new` uses a blank tab with one of its titles."""
    d = with_tabs(rig, {"Ladder": [], "Notes": [["mine"]]})
    play(d)
    assert "Ladder (Pairsheet)" not in d.person.titles()
    assert len(d.table("Ladder", "Position", "Player")) == len(FIVE)


def test_keys_that_another_program_lost(rig: Rig) -> None:
    """Where no tab bears a mark any more, title and headings count for what the Journal knows; nothing is made twice."""
    d = fill(rig.blank(), FIVE, True)
    titles = d.person.titles()
    if isinstance(d.person, XlsxPerson):
        path = d.save().person.path
        wb = load_workbook(path)
        for name in [n for n in wb.defined_names if n.startswith("Pairsheet.tab.")]:
            del wb.defined_names[name]
        wb.save(path)
        d.person = XlsxPerson(path, lazy=True)
    elif isinstance(d.backend, MemoryBackend):
        for number, tab in enumerate(d.book.tabs):
            tab.key = f"another {number}"
    else:
        book = d.person._book.copy()  # type: ignore[attr-defined]
        for number, sheet in enumerate(s for s in book.sheets if s.title != "_pairsheet"):
            sheet.properties = {**sheet.properties, "sheetId": 1000 + number}
        rig._set(book)  # type: ignore[attr-defined]
        d.backend = rig.worker(d)
    d.results("R1").settle()
    assert d.rounds() == ["R1", "R2"]
    assert d.person.titles() == titles
    if isinstance(rig, GoogleRig):  # ids given by Google are kept like any other
        return
    delete(d.save(), "Why")
    d.results("R2").settle()
    assert sorted(d.person.titles()) == sorted(titles)


def test_titles_that_are_free() -> None:
    """A number where the first is taken as well; never longer than a workbook file allows."""
    assert free_title("Ladder", ["Games"]) == "Ladder"
    assert free_title("Ladder", [" LADDER"]) == "Ladder (Pairsheet)"
    assert free_title("Ladder", ["ladder", "Ladder (Pairsheet)"]) == "Ladder (Pairsheet 2)"
    assert len(free_title("Challengers crosstable", ["challengers crosstable"])) == 31
