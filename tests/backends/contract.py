"""What every backend must do. A backend's own file gives the rig and inherits the cases."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import pytest

from sync.backends.base import Backend, Mark, Raced, Refused
from sync.grid import Cell, Grid, TabGrid
from sync.plan import AppendRows, Formula, Link, MakeTab, Plan, ReplaceRows, Step
from sync.schema import Rows, Tab
from tests.backends.people import Person
from tests.backends.sample import BY_NAME, FIRST_ROWS, TABS

HOSTILE = (
    "=1+1",
    "=cmd|'/c calc'!A1",
    "+1+1",
    "-2+3",
    "@x",
    "'quoted",
    "007",
    "1e5",
    "TRUE",
    "inf",
    "#REF!",
    "1-0",
    "3-1",
    "1/2-1/2",
    "½-½",
    "2024-01-02",
    "🦄 Zoë 🏳️‍🌈",
    "שלום עולם",
    "مرحبا",
    "e\u0301",
    "x" * 300,
    " two  spaces ",
    "a\nb",
    "<b>&amp;\"'",
    "_x0041_",
    "_x000D_",
    "{{x}}",
    "\u200fRTL mark",
    "R3-02",
)


@dataclass
class Rig:
    """A prepared book with a worker and a person at it."""

    backend: Backend
    person: Person
    another: Backend  # a second worker's hold on the same book


def named(grid: Grid, title: str) -> TabGrid:
    """The tab with this title."""
    return next(t for t in grid.tabs if t.title == title)


def plan(grid: Grid, *steps: Step, token: str = "p1") -> Plan:
    """A plan decided on this grid."""
    places = {t.title: t.key for t in grid.tabs}
    return Plan(token, grid.revision, steps, places)


def write(rig: Rig, *steps: Step) -> Grid:
    """Read, write these steps, read again."""
    rig.backend.write(plan(rig.backend.read(), *steps))
    return rig.backend.read()


def everything(grid: Grid) -> Any:
    """All a grid shows, to compare."""
    return [(t.key, t.title, t.rows, t.hidden) for t in grid.tabs]


GAME = ("R1-01", "R1", "Ada", "Ben")


class Contract(ABC):
    """Cases for every backend."""

    @abstractmethod
    @pytest.fixture
    def rig(self) -> Any:
        """A book prepared with the sample format."""

    # preparing
    def test_a_prepared_book_has_every_tab_in_order_with_its_headings(self, rig: Rig) -> None:
        """All tabs stand in the schema's order; each heading row reads as the schema says."""
        grid = rig.backend.read()
        assert [t.title for t in grid.tabs] == [t.name for t in TABS]
        for tab in TABS:
            assert named(grid, tab.name).rows[tab.heading_row - 1] == tab.headings

    def test_first_rows_stand_below_the_headings(self, rig: Rig) -> None:
        """Settings opens with its lines: names, defaults, help."""
        rows = named(rig.backend.read(), "Settings").rows
        assert [r[0] for r in rows[1:]] == [r[0] for r in FIRST_ROWS["Settings"]]
        rounds = next(r for r in rows if r[0] == "Rounds")
        assert str(rounds[1]) == "5"

    def test_preparing_twice_changes_nothing(self, rig: Rig) -> None:
        """The second time everything is there already."""
        rig.person.type("Settings", "Value", 2, "Autumn ladder")
        before = everything(rig.backend.read())
        rig.backend.prepare(TABS, FIRST_ROWS)
        assert everything(rig.backend.read()) == before

    def test_preparing_makes_a_deleted_tab_again_in_its_place(self, rig: Rig) -> None:
        """Only the missing one is made."""
        rig.person.delete_tab("Pairings")
        rig.person.type("Settings", "Value", 2, "Autumn ladder")
        rig.backend.prepare(TABS, FIRST_ROWS)
        grid = rig.backend.read()
        assert [t.title for t in grid.tabs] == [t.name for t in TABS]
        assert named(grid, "Settings").cell(2, 1) == "Autumn ladder"

    def test_preparing_puts_missing_headings_beside_the_others(self, rig: Rig) -> None:
        """A column that went missing comes back on the right; nothing else moves."""
        rig.person.add_row("Players", {"Player": "Ada", "Rating": 1900, "Note": "captain"})
        rig.person.delete_column("Players", "Rating")
        before = named(rig.backend.read(), "Players").rows
        rig.backend.prepare(TABS, FIRST_ROWS)
        after = named(rig.backend.read(), "Players").rows
        assert after[0] == (*before[0], "Rating")
        assert after[1:] == before[1:]

    def test_preparing_keeps_a_renamed_tab(self, rig: Rig) -> None:
        """A renamed tab is not made a second time."""
        rig.person.rename_tab("Games", "Partien")
        rig.backend.prepare(TABS, FIRST_ROWS)
        assert "Games" not in [t.title for t in rig.backend.read().tabs]

    # reading and writing
    def test_what_is_appended_reads_back(self, rig: Rig) -> None:
        """Rows come back as written, below the headings."""
        grid = write(rig, AppendRows("Games", (GAME, ("R1-02", "R1", "Cem", "(bye)"))))
        assert named(grid, "Games").rows[1:] == (GAME, ("R1-02", "R1", "Cem", "(bye)"))

    def test_every_write_raises_the_revision_by_one(self, rig: Rig) -> None:
        """The guard's number counts writes."""
        first = rig.backend.read().revision
        assert write(rig, AppendRows("Games", (GAME,))).revision == first + 1
        assert write(rig, AppendRows("Journal", ((1,),))).revision == first + 2
        assert rig.another.read().revision == first + 2

    def test_types_stay_what_they_are(self, rig: Rig) -> None:
        """A number stays a number, a text a text, a yes a yes, a moment a moment, to the second."""
        moment = datetime(2026, 3, 29, 2, 30, 5)
        row: tuple[Cell, ...] = (7, "7", 7.25, True, "TRUE", False, moment, None, "end")
        grid = write(rig, AppendRows("Journal", (row[:7],)), ReplaceRows("Why", 4, (row,), 9))
        for got, wanted in ((named(grid, "Journal").rows[1], row[:7]), (named(grid, "Why").rows[3], row)):
            assert got == wanted
            assert [type(c) for c in got] == [type(c) for c in wanted]

    def test_large_whole_numbers_and_negative_ones(self, rig: Rig) -> None:
        """Whole numbers stay whole."""
        row = (0, -3, 123456789012, -0.5)
        got = named(write(rig, ReplaceRows("Why", 4, (row,), 4)), "Why").rows[3]
        assert got == row
        assert [type(c) for c in got] == [int, int, int, float]

    @pytest.mark.parametrize("text", HOSTILE, ids=lambda t: ascii(t)[:24])
    def test_text_is_text(self, rig: Rig, text: str) -> None:
        """Nothing is evaluated or turned into a number or date, in appended and in replaced rows."""
        grid = write(
            rig, AppendRows("Games", (("R1-01", "R1", text, "Ben"),)), ReplaceRows("Why", 4, ((text, text),), 2)
        )
        assert named(grid, "Games").rows[1][2] == text
        assert named(grid, "Why").rows[3] == (text, text)
        again = write(rig, AppendRows("Journal", ((1, "later"),)))
        assert named(again, "Games").rows[1][2] == text

    def test_control_characters_are_left_out(self, rig: Rig) -> None:
        """What no cell can hold is left out; the rest is written."""
        grid = write(rig, AppendRows("Journal", ((1, "a\x00b\x08c\x1fd\ud800e\r\nf\ufffe"),)))
        assert named(grid, "Journal").rows[1] == (1, "abcde\nf")

    def test_a_text_no_cell_holds_is_refused(self, rig: Rig) -> None:
        """Nothing is cut short behind anybody's back."""
        before = everything(rig.backend.read())
        with pytest.raises(Refused, match="does not fit"):
            write(rig, AppendRows("Journal", ((1, "x" * 60_000),)))
        assert everything(rig.backend.read()) == before

    def test_a_long_record_fits(self, rig: Rig) -> None:
        """The Journal's JSON may be long."""
        detail = '{"a":"' + "y" * 30_000 + '"}'
        assert named(write(rig, AppendRows("Journal", ((1, detail),))), "Journal").rows[1][1] == detail

    def test_links_show_their_text(self, rig: Rig) -> None:
        """A link reads as its text, whether it leads to the web or to a cell of this book."""
        row = (Link("R3-02", url="https://lichess.org/abcdefgh"), Link("Games C14", tab="Games", cell="C14"))
        assert named(write(rig, ReplaceRows("Why", 4, (row,), 2)), "Why").rows[3] == ("R3-02", "Games C14")

    def test_a_link_can_be_replaced_by_text_and_back(self, rig: Rig) -> None:
        """No link stays behind on a cell that is text now."""
        write(rig, ReplaceRows("Why", 4, ((Link("x", url="https://example.org/"), "b"),), 2))
        assert named(write(rig, ReplaceRows("Why", 4, (("y", "b"),), 2)), "Why").rows[3] == ("y", "b")

    # appending
    def test_appending_skips_blank_rows_and_goes_below_the_last_filled_one(self, rig: Rig) -> None:
        """A row that holds only a person's note counts as filled."""
        write(rig, AppendRows("Games", (GAME,)))
        rig.person.type("Games", "Note", 6, "mine")
        rows = named(write(rig, AppendRows("Games", (("R1-02", "R1", "Cem", "Dov"),))), "Games").rows
        assert rows[1] == GAME
        assert rows[5][-1] == "mine"
        assert rows[5][0] is None
        assert rows[6][:4] == ("R1-02", "R1", "Cem", "Dov")
        assert len(rows) == 7

    def test_two_appends_of_one_plan_follow_each_other(self, rig: Rig) -> None:
        """The second goes below the first."""
        grid = write(rig, AppendRows("Journal", ((1, "a"),)), AppendRows("Journal", ((2, "b"),)))
        assert named(grid, "Journal").rows[1:] == ((1, "a"), (2, "b"))

    def test_appended_blanks_leave_cells_alone(self, rig: Rig) -> None:
        """None in an appended row is a blank cell."""
        rows = named(write(rig, AppendRows("Games", (("R1-01", None, "Ada"),))), "Games").rows
        assert rows[1] == ("R1-01", None, "Ada")

    # the worker's own tabs
    def test_replaced_rows_blank_what_the_new_row_lacks(self, rig: Rig) -> None:
        """A shorter row leaves nothing behind within the width."""
        write(rig, ReplaceRows("Ladder", 4, ((1, "Ada", 1), (2, "Ben", 2)), 6))
        rows = named(write(rig, ReplaceRows("Ladder", 4, ((1, "Eva"), ()), 6)), "Ladder").rows
        assert rows[3:] == ((1, "Eva"),)

    def test_replacing_leaves_other_rows_and_columns_alone(self, rig: Rig) -> None:
        """People's own columns beside a view stay cell for cell."""
        write(rig, ReplaceRows("Ladder", 4, tuple((n, f"P{n}") for n in range(1, 5)), 6))
        rig.person.type_at("Ladder", "H5", "my note")
        rig.person.type_at("Ladder", "G3", "Mine")
        rows = named(write(rig, ReplaceRows("Ladder", 5, ((2, "Zoe"),), 6)), "Ladder").rows
        assert rows[2][6] == "Mine"
        assert rows[3] == (1, "P1")
        assert rows[4] == (2, "Zoe", None, None, None, None, None, "my note")
        assert rows[5] == (3, "P3")

    def test_rows_above_the_headings_are_the_workers_in_a_view(self, rig: Rig) -> None:
        """A banner can be written in rows 1 and 2."""
        rows = named(write(rig, ReplaceRows("Ladder", 1, (("Round 3 is running",), ("Seen 12:00",)), 6)), "Ladder").rows
        assert rows[0] == ("Round 3 is running",)
        assert rows[1] == ("Seen 12:00",)
        assert rows[2] == BY_NAME["Ladder"].headings

    def test_a_view_can_grow_wide_and_shrink_again(self, rig: Rig) -> None:
        """A matrix of 60 columns is written and cleared again."""
        wide = tuple(tuple(range(60)) for _ in range(60))
        rows = named(write(rig, ReplaceRows("Scores", 4, wide, 60)), "Scores").rows
        assert rows[3:] == wide
        blank = tuple(() for _ in range(60))
        assert len(named(write(rig, ReplaceRows("Scores", 4, blank, 60)), "Scores").rows) == 3

    def test_a_formula_can_be_written(self, rig: Rig) -> None:
        """A look-up is written as a formula; its own cell is not read as text of a formula."""
        look_up = Formula('=IFERROR(INDEX(Pairings!$E:$E,MATCH("R1-01",Pairings!$A:$A,0)),"")')
        row = named(write(rig, AppendRows("Games", ((*GAME, look_up),))), "Games").rows[1]
        assert row[:4] == GAME
        assert not str(row[4] if len(row) > 4 else "").startswith("=")

    # tabs
    def test_a_renamed_tab_keeps_its_key_and_is_written(self, rig: Rig) -> None:
        """People may rename, move and hide tabs."""
        key = named(rig.backend.read(), "Games").key
        rig.person.rename_tab("Games", "Partien 'neu'")
        rig.person.move_tab("Partien 'neu'", 0)
        grid = rig.backend.read()
        tab = grid.tab(key)
        assert tab is not None
        assert tab.title == "Partien 'neu'"
        rig.backend.write(Plan("p", grid.revision, (AppendRows("Games", (GAME,)),), {"Games": key}))
        after = rig.backend.read().tab(key)
        assert after is not None
        assert after.rows[1] == GAME
        assert after.title == "Partien 'neu'"

    def test_a_hidden_tab_is_read_and_written(self, rig: Rig) -> None:
        """Hidden is a way of looking, not of being."""
        rig.person.hide_tab("Journal")
        grid = write(rig, AppendRows("Journal", ((1, "x"),)))
        assert named(grid, "Journal").hidden
        assert named(grid, "Journal").rows[1] == (1, "x")

    def test_a_missing_tab_is_made_and_filled_in_one_write(self, rig: Rig) -> None:
        """MakeTab brings headings; later steps of the same plan may fill it."""
        rig.person.delete_tab("Why")
        grid = write(rig, MakeTab(BY_NAME["Why"], ("Scores",)), ReplaceRows("Why", 4, (("R1-01", "because"),), 2))
        titles = [t.title for t in grid.tabs]
        assert titles.index("Why") == titles.index("Scores") - 1
        assert named(grid, "Why").rows[2:] == (("About", "Reason"), ("R1-01", "because"))

    def test_making_a_tab_replaces_nothing(self, rig: Rig) -> None:
        """Somebody's tab of that title stays as it is."""
        rig.person.add_tab("Extra", [["mine", 1]])
        extra = Tab("Extra", BY_NAME["Why"].columns, Rows.VIEW, heading_row=3)
        grid = write(rig, MakeTab(extra), ReplaceRows("Extra", 4, (("a", "b"),), 2))
        assert named(grid, "Extra").rows == (("mine", 1),)
        made = next(t for t in grid.tabs if t.title not in {"Extra", *BY_NAME})
        assert made.rows[2:] == (("About", "Reason"), ("a", "b"))

    def test_peoples_own_tabs_stay(self, rig: Rig) -> None:
        """A tab of somebody's own is read and never touched."""
        when = datetime(2026, 11, 4, 12, 30)
        rig.person.add_tab("Car pool", [["Who", "Seats", "When"], ["Ada", 3, when]])
        grid = write(rig, AppendRows("Journal", ((1, "x"),)))
        assert named(grid, "Car pool").rows == (("Who", "Seats", "When"), ("Ada", 3, when))

    def test_writing_to_a_tab_that_went_away_is_refused_whole(self, rig: Rig) -> None:
        """The other steps do not land either."""
        grid = rig.backend.read()
        rig.person.delete_tab("Why")
        steps = (AppendRows("Journal", ((1, "x"),)), ReplaceRows("Why", 4, (("a", "b"),), 2))
        with pytest.raises(Raced):
            rig.backend.write(plan(grid, *steps))
        assert len(named(rig.backend.read(), "Journal").rows) == 1

    # the guard
    def test_the_loser_of_a_race_changes_nothing(self, rig: Rig) -> None:
        """Two workers read the same revision; the second write is refused and leaves no trace."""
        mine, theirs = rig.backend.read(), rig.another.read()
        rig.another.write(plan(theirs, AppendRows("Journal", ((1, "theirs"),)), token="b"))
        with pytest.raises(Raced):
            rig.backend.write(plan(mine, AppendRows("Journal", ((1, "mine"),)), token="a"))
        grid = rig.backend.read()
        assert named(grid, "Journal").rows[1:] == ((1, "theirs"),)
        rig.backend.write(plan(grid, AppendRows("Journal", ((2, "mine"),)), token="a"))
        assert named(rig.backend.read(), "Journal").rows[1:] == ((1, "theirs"), (2, "mine"))

    def test_a_worker_many_revisions_behind_is_stopped(self, rig: Rig) -> None:
        """Not only the last revision is compared."""
        old = rig.backend.read()
        for number in range(3):
            rig.another.write(plan(rig.another.read(), AppendRows("Journal", ((number, "x"),))))
        with pytest.raises(Raced):
            rig.backend.write(plan(old, AppendRows("Journal", ((9, "late"),))))

    def test_reading_changes_nothing(self, rig: Rig) -> None:
        """Two reads give the same grid."""
        assert rig.backend.read() == rig.backend.read()
        assert rig.backend.read() == rig.another.read()

    def test_an_empty_plan_writes_nothing(self, rig: Rig) -> None:
        """There is nothing to write, so no revision is used up."""
        grid = rig.backend.read()
        rig.backend.write(plan(grid))
        assert rig.backend.read() == grid

    def test_the_mark_is_kept_outside_the_book(self, rig: Rig) -> None:
        """Another worker beside the same book finds it; it does not change the book."""
        before = rig.backend.read()
        assert rig.backend.mark() is None
        rig.backend.set_mark(Mark(4, 17, "abc"))
        assert rig.another.mark() == Mark(4, 17, "abc")
        assert rig.backend.read() == before

    # what people do
    def test_people_sort_insert_delete_and_move(self, rig: Rig) -> None:
        """What a person does is read as it stands; the next append goes below it all."""
        rows = tuple((f"R1-0{n}", "R1", f"P{9 - n}", f"Q{n}") for n in range(1, 5))
        write(rig, AppendRows("Games", rows))
        person = rig.person
        person.type("Games", "Result", person.row_of("Games", "Game", "R1-02"), "1-0")
        person.sort("Games", "White")
        person.insert_rows("Games", 3)
        person.delete_rows("Games", person.row_of("Games", "Game", "R1-04"))
        person.insert_column("Games", 2, "Pot")
        person.move_column("Games", "Note", 0)
        grid = write(rig, AppendRows("Journal", ((1, "x"),)))
        games = named(grid, "Games").rows
        assert games[0][:5] == ("Note", "Game", "Round", "Pot", "White")
        assert {r[1] for r in games[1:] if r} == {"R1-01", "R1-02", "R1-03"}
        assert person.look("Games", "Result", person.row_of("Games", "Game", "R1-02")) == "1-0"
        person.copy_row("Games", 5, 9)
        assert named(rig.backend.read(), "Games").rows[8] == games[4]

    def test_what_people_type_keeps_its_type(self, rig: Rig) -> None:
        """A text typed into a plain-text column stays text; a number in a number column is a number."""
        row = rig.person.add_row("Players", {"Player": "007", "Rating": 1900, "Note": "1e5"})
        players = named(rig.backend.read(), "Players").rows[row - 1]
        index = BY_NAME["Players"].index
        assert (players[index("Player")], players[index("Rating")], players[index("Note")]) == ("007", 1900, "1e5")


class ManyRows(ABC):
    """Cases with many rows, apart because they take a second or two on a file."""

    @abstractmethod
    @pytest.fixture
    def rig(self) -> Any:
        """A book prepared with the sample format."""

    def test_appending_below_fifty_thousand_blank_rows(self, rig: Rig) -> None:
        """Somebody typed far below: the next row goes under it."""
        rig.person.type_at("Games", "C50001", "stray")
        rows = named(write(rig, AppendRows("Games", (GAME,))), "Games").rows
        assert len(rows) == 50_002
        assert rows[50_000][2] == "stray"
        assert rows[50_001][:4] == GAME

    def test_fifty_thousand_blank_rows_are_no_rows(self, rig: Rig) -> None:
        """Rows somebody made and left blank do not push the next one down."""
        rig.person.type_at("Games", "C50001", "stray")
        rig.person.type_at("Games", "C50001", None)
        assert named(write(rig, AppendRows("Games", (GAME,))), "Games").rows[1:] == (GAME,)
