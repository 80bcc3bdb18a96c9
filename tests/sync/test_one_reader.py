"""One reader: what the program itself writes means nothing where a person types it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache

import pytest

from rules.registry import engine_of, formats
from sync.backends.memory import MemoryBackend, MemoryBook
from sync.decide import Decided, Outside, decide
from sync.grid import Cell, Grid, TabGrid, is_blank
from sync.kinds import LONGEST_TEXT, cell_text
from sync.reading.first_look import setting_of
from sync.running.once import engine_for
from sync.schema import Rows, workbook
from tests.backends.people import MemoryPerson
from tests.sync.desk import Desk, desk, fill

EIGHT = tuple((name, 2400 - 20 * n) for n, name in enumerate(("Ada", "Ben", "Cem", "Dov", "Eva", "Fay", "Gil", "Hal")))
OTHER = '{"book":"x","file_zone":"","format":"swiss","seed":"1","version":1}'
SETTINGS = {"grand-chess-tour": {"Events": "PAR"}}
NEUTRAL = "a word of no meaning"


@cache
def begun(format_name: str) -> Desk:
    """An event of this format that has begun; nobody changes it."""
    book = MemoryBook(zone="Europe/Berlin")
    made = Desk(MemoryBackend(book), MemoryPerson(book), format_name)
    return fill(made, EIGHT, True, **SETTINGS.get(format_name, {}))


@pytest.mark.parametrize("heading", ["Message to the director", "Result", "Your name", "Pairing", "Game URL"])
def test_a_form_answer_never_changes_the_format(heading: str) -> None:
    """The line that the Journal begins with, sent as an answer: the ladder stays a ladder, and games still end."""
    d = desk(started=True)
    d.person.move_tab("Form Responses", 0)
    d.person.add_row("Form Responses", {"Timestamp": d.now.replace(tzinfo=None), heading: OTHER})
    d.settle()
    assert engine_for(d.backend.read()).sheet.name == "ladder"
    d.later(days=8).settle()
    assert {d.outcome(game) for game in ("R1-01", "R1-02")} == {"Null"}


def test_a_tab_of_the_owners_never_changes_the_format() -> None:
    """Nor does a line of Settings copied into somebody's own tab, in front of everything."""
    d = desk(started=True)
    d.person.add_tab("Mine", [["Setting", "Value"], ["Format", "swiss"], ["x", OTHER], ["book", OTHER]])
    d.person.move_tab("Mine", 0)
    d.settle()
    assert engine_for(d.backend.read()).sheet.name == "ladder"


def test_a_player_called_like_a_setting_sets_nothing() -> None:
    """The first row that begins so was taken for the setting, wherever it stood."""
    names = (("Form answers", 2000), ("Public sheet", 1900), ("Verify games", 1800), ("Format", 1700))
    d = desk(names, started=True)
    d.person.move_tab("Players", 0)
    grid = d.backend.read()
    for name, _ in names[:3]:
        assert setting_of(grid, name) in ("", "no")
    assert engine_for(grid).sheet.name == "ladder"
    d.set("Public sheet", "https://docs.google.com/spreadsheets/d/abc")
    assert setting_of(d.backend.read(), "Public sheet") == "https://docs.google.com/spreadsheets/d/abc"


def test_a_book_without_its_journal_asks_settings() -> None:
    """Before the first pass, and after somebody deleted the Journal."""
    d = desk()
    d.person.delete_tab("Journal")
    assert engine_for(d.backend.read()).sheet.name == "ladder"
    d.person.rename_tab("Settings", "Einstellungen")
    assert engine_for(d.backend.read()).sheet.name == "ladder"


def test_the_format_is_found_wherever_the_journal_stands() -> None:
    """Renamed, its columns moved, and Settings says something else by now: the record counts."""
    d = desk(started=True)
    d.set("Format", "swiss")
    d.person.rename_tab("Journal", "Protokoll")
    d.person.move_column("Protokoll", "Detail", 0)
    assert engine_for(d.backend.read()).sheet.name == "ladder"


# Every text of the program in every cell of a person's ---------------------------------------------------------------


def written_by_the_program(format_name: str) -> list[str]:
    """Journal lines, headings, names of tabs and settings, ids, marks and formulas, each once."""
    d = begun(format_name)
    engine = engine_of(format_name)
    texts: dict[str, None] = {}
    for tab in d.backend.read().tabs:
        texts[tab.title] = None
        layout = next((t for t in workbook(engine.sheet) if t.name == tab.title), None)
        if layout is None or tab.title in ("Players", "Form Responses"):
            continue
        for row in tab.rows:
            texts |= dict.fromkeys(c for c in row if isinstance(c, str) and c not in dict(EIGHT))
    for layout in workbook(engine.sheet):
        texts |= dict.fromkeys((layout.name, *layout.headings, *(s.name for s in layout.settings)))
    texts |= dict.fromkeys(['=IFERROR(INDEX(Pairings!E:E,MATCH($A2,Pairings!A:A,0)),"")', "R1-01", "M1a2b3c", OTHER])
    return [t for t in texts if t.strip() and len(t) <= LONGEST_TEXT]


def free_cells(grid: Grid) -> Iterator[tuple[str, str]]:
    """Tabs and headings of cells whose text decides nothing: notes, help, messages, the name of the event."""
    titles = {t.title for t in grid.tabs}
    for place in (
        ("Players", "Note"),
        ("Games", "Note"),
        ("Rounds", "Note"),
        ("Form Responses", "Message to the director"),
    ):
        if place[0] in titles:
            yield place


def with_text(grid: Grid, text: Cell) -> Grid:
    """The grid with this text in every free cell of the first rows, in a tab of somebody's own, and in a form answer."""
    tabs = [TabGrid("own", "Mine", ((text, text), ("x", text), (text, "y"), (None, text, text)))]
    for tab in grid.tabs:
        rows = [list(row) for row in tab.rows]
        for title, heading in free_cells(grid):
            if title != tab.title:
                continue
            column = rows[0].index(heading)
            if title == "Form Responses":
                rows += [["2026-11-02 18:30", *[None] * (column - 1), text]]
                continue
            for row in rows[1:]:
                row += [None] * (column + 1 - len(row))
                row[column] = text
        tabs.append(replace(tab, rows=tuple(map(tuple, rows))))
    return replace(grid, tabs=tuple(tabs))


def meaning(decided: Decided) -> object:
    """What a pass makes of a book, but for the lines that quote a message."""
    quoting = {"Problems", "Submissions", "Notices"}
    views = {name: rows for name, rows in decided.views.items() if name not in quoting}
    codes = sorted(p.code for p in decided.problems)
    return decided.stopped, decided.facts, decided.wake, views, codes, decided.plan.places


@pytest.mark.parametrize("format_name", formats())
def test_no_text_of_the_program_means_anything_where_people_type(format_name: str) -> None:
    """A pass over the book with such a text everywhere differs in nothing from one with any other text there."""
    d = begun(format_name)
    grid = d.backend.read()
    outside = Outside("pass", "seed", d.backend.mark().last_no if d.backend.mark() else 0)  # type: ignore[union-attr]
    plain = meaning(decide(with_text(grid, NEUTRAL), engine_of(format_name), d.now, outside))
    texts = written_by_the_program(format_name)
    assert len(texts) > 150
    for number, text in enumerate(texts):
        there = with_text(grid, text)
        assert engine_for(there).sheet.name == format_name, text
        if number % 6 == 0 or text.startswith("{"):
            assert meaning(decide(there, engine_of(format_name), d.now, outside)) == plain, text


@pytest.mark.parametrize("format_name", formats())
def test_no_cell_of_a_persons_changes_the_format(format_name: str) -> None:
    """Every cell that a person can write, one after the other, holding the beginning of another book's record."""
    d = begun(format_name)
    grid = d.backend.read()
    other = OTHER if format_name != "swiss" else OTHER.replace("swiss", "ladder")
    people = {t.name for t in workbook(engine_of(format_name).sheet) if t.rows is not Rows.VIEW} - {"Journal"}
    for number, tab in enumerate(grid.tabs):
        if tab.title not in people:
            continue
        for r, row in enumerate(tab.rows[1:], start=1):
            for c in range(len(row)):
                cells = (*row[:c], other, *row[c + 1 :])
                rows = (*tab.rows[:r], cells, *tab.rows[r + 1 :])
                tabs = (*grid.tabs[:number], replace(tab, rows=rows), *grid.tabs[number + 1 :])
                there = replace(grid, tabs=tabs)
                assert engine_for(there).sheet.name == format_name, (tab.title, r, c)
                assert (
                    is_blank(row[c])
                    or cell_text(row[c]) == "Form answers"
                    or setting_of(there, "Form answers") in ("", other)
                )
