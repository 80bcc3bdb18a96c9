"""How a book looks follows from the schema: who a cell belongs to, what may be typed, what lights up."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.sheet import Cell, Kind
from sheets_templates.look import (
    AMBER,
    ATTENTION,
    GENERAL,
    GREEN,
    MOMENT_FORMAT,
    TEXT_FORMAT,
    Pick,
    Test,
    look_of,
    looks,
)
from sync.problems import Urgency
from sync.schema import Rows
from tests.backends.sample import BY_NAME, SAMPLE, TABS

LOOKS = {look.tab.name: look for look in looks(TABS)}


@pytest.mark.parametrize("tab", TABS, ids=lambda t: t.name)
def test_every_tab_has_a_look_with_its_columns(tab: object) -> None:
    """Headings, widths and frozen headings follow the schema."""
    look = look_of(tab)  # type: ignore[arg-type]
    assert [c.heading for c in look.columns] == list(look.tab.headings)
    assert look.frozen_rows == look.tab.heading_row
    assert all(c.width >= 5 for c in look.columns)
    assert look.tab_colour


def test_what_a_spreadsheet_would_change_is_plain_text() -> None:
    """Results, ids, names and accounts are plain text; ratings are numbers; look-ups never are plain text."""
    games = dict(zip(BY_NAME["Games"].headings, LOOKS["Games"].columns, strict=True))
    players = dict(zip(BY_NAME["Players"].headings, LOOKS["Players"].columns, strict=True))
    assert [games[h].number_format for h in ("Game", "Round", "White", "Black", "Result")] == [TEXT_FORMAT] * 5
    assert [players[h].number_format for h in ("Player", "Username", "Also known as", "Note")] == [TEXT_FORMAT] * 4
    assert [players[h].number_format for h in ("Rating", "Seed")] == [GENERAL] * 2
    assert games["Deadline"].number_format == players["Until"].number_format == MOMENT_FORMAT
    for look in LOOKS.values():
        for column, spec in zip(look.columns, look.tab.columns, strict=True):
            if spec.cell is Cell.LOOK_UP:
                assert column.number_format == GENERAL


def test_the_directors_columns_of_games_stand_under_one_band() -> None:
    """Result to Note: amber headings, and the words in every note and at every cell."""
    look = LOOKS["Games"]
    assert look.band is not None
    first, last, words = look.band
    assert (look.columns[first].heading, look.columns[last].heading) == ("Result", "Note")
    assert words == "director only"
    for column in look.columns[first : last + 1]:
        assert column.head.fill == AMBER
        assert column.note.startswith("Director only")
        assert column.prompt.startswith("Director only")
    assert all(c.head.fill != AMBER for c in look.columns[:first])


def test_whose_cell_it_is_shows_in_colour() -> None:
    """People's cells are white under green; what the worker wrote is shaded."""
    for name in ("Players", "Settings", "Decisions"):
        assert {c.head.fill for c in LOOKS[name].columns} == {GREEN}
        assert {c.cells.fill for c in LOOKS[name].columns} == {""}
    for column, spec in zip(LOOKS["Games"].columns, BY_NAME["Games"].columns, strict=True):
        assert bool(column.cells.fill) is (spec.cell is not Cell.PERSON)


def test_only_the_workers_own_tabs_are_protected() -> None:
    """A protected tab cannot be sorted: tabs where people type never are."""
    for look in LOOKS.values():
        people = look.tab.rows in (Rows.PEOPLE, Rows.FORM) or any(c.cell is Cell.PERSON for c in look.tab.columns)
        assert look.protected is not people


def test_drop_downs_come_from_the_schema() -> None:
    """Results, decisions and states by their words, players by the names in Players, ticks by yes and no."""
    games, players, decisions = LOOKS["Games"].columns, LOOKS["Players"].columns, LOOKS["Decisions"].columns
    result = next(c for c in games if c.heading == "Result").drop_down
    assert result is not None
    assert result.words == tuple(w.word for w in SAMPLE.results)
    white = next(c for c in games if c.heading == "White").drop_down
    assert white is not None
    assert white.pick is Pick.PLAYERS
    tick = next(c for c in players if c.heading == "Wants A").drop_down
    assert tick is not None
    assert tick.pick is Pick.YES_NO
    assert decisions[0].drop_down is not None
    assert all(c.drop_down is None for c in LOOKS["Form Responses"].columns)
    assert all(c.drop_down is None for c in LOOKS["Pairings"].columns)


def test_settings_open_with_a_short_block_and_offer_their_choices() -> None:
    """What is needed before the start comes first; choices have a drop-down; rounds to come are plain text."""
    lines = {line.name: line for line in LOOKS["Settings"].lines}
    block = [line.first_block for line in LOOKS["Settings"].lines]
    assert block == sorted(block, reverse=True)
    assert lines["Tournament"].first_block
    verify = lines["Verify games"].drop_down
    assert verify is not None
    assert verify.words == ("no", "yes")
    assert lines["Publish"].number_format == TEXT_FORMAT
    assert lines["Start"].number_format == MOMENT_FORMAT


def test_every_urgency_lights_up() -> None:
    """Each word of Problems has a colour of its own."""
    words = {word for test, word, _ in ATTENTION["Urgency"] if test is Test.IS}
    assert words == {u.value for u in Urgency}


def test_scores_are_a_heat_map_and_history_has_a_chart() -> None:
    """Colours start right of the fixed columns."""
    assert LOOKS["Scores"].heat == (1, 300)
    chart = LOOKS["History"].chart
    assert chart is not None
    assert (chart.title, chart.by_rows, chart.fixed) == ("Position after each round", True, 1)
    assert [name for name, look in LOOKS.items() if look.chart or look.heat] == ["Scores", "History"]


def test_hidden_tabs_and_banner_rows_follow_the_schema() -> None:
    """A tab the schema hides is hidden; views have two banner rows; others begin with their headings."""
    assert look_of(replace(BY_NAME["Status"], hidden=True)).hidden
    assert len(LOOKS["Ladder"].banner) == 2
    assert LOOKS["Players"].banner == ()


def test_every_note_says_who_owns_a_written_column() -> None:
    """Words, not only colours."""
    for look in LOOKS.values():
        for column, spec in zip(look.columns, look.tab.columns, strict=True):
            if spec.cell in (Cell.RECORDED, Cell.SEEDED, Cell.LOOK_UP):
                assert column.note
    assert Kind.RESULT in {c.kind for c in BY_NAME["Games"].columns}
