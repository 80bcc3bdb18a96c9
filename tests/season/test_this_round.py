"""Season walk 5, 14 and 25: what a player looks at, columns in reading order, tabs in order."""

from __future__ import annotations

import random

import pytest
from typer.testing import CliRunner

from rules.registry import engine_of, formats
from rules.sheet import Cell
from sheets_templates.look import PHONE, look_of
from sync.cli import app
from sync.schema import Rows, workbook
from tests.season.around import Maker, answer, due, until
from tests.sync.desk import FIVE, desk

HEADINGS = ("Player", "Opponent", "Colour", "Invites", "Due", "Report", "State")


def test_05_at_most_seven_columns_that_fit_a_phone() -> None:
    """The whole tab fits 360 pixels side by side; nothing is cut off: every cell wraps, every heading has room."""
    tab = next(t for t in workbook(engine_of("ladder").sheet) if t.name == "This round")
    assert tab.headings == HEADINGS
    columns = look_of(tab).columns
    assert sum(c.pixels for c in columns) <= PHONE
    assert all(c.wrap and len(c.heading) <= c.width for c in columns)
    assert look_of(tab).frozen_columns == 0


@pytest.mark.parametrize("seed", range(6))
def test_05_each_player_stands_there_exactly_once_all_season(seed: int) -> None:
    """In every state of a season: idle ones with the reason, a pair pointing at each other, one who invites."""
    dice = random.Random(seed)
    d = desk(FIVE[: dice.choice((2, 4, 5))], started=True, Rounds=2)
    for _ in range(60):
        rows = d.table("This round", *HEADINGS)
        assert sorted(r[0] for r in rows) == sorted(p for (p,) in d.table("Ladder", "Player"))
        place = {p: i for i, (p,) in enumerate(d.table("Ladder", "Player"))}
        pairs = {r[0]: r for r in rows}
        for player, opponent, colour, invites, _, _, state in rows:
            assert state, f"{player} has a state"
            if opponent in place and " ; " not in opponent:
                other = pairs[opponent]
                assert other[1] == player
                assert {colour, other[2]} == {"White", "Black"}
                assert invites == other[3]
                assert invites in (player, opponent)
        if answer(d).state == "finished":
            return
        still = d.open_games()
        if still and dice.random() < 0.8:
            d.later(hours=9).report(dice.choice(still), dice.choice(("White won", "Black won", "draw"))).settle()
        elif "final-stopped" in d.codes():
            d.decide("Continue final", Note=str(d.now)).settle()
        else:
            due(d)


def test_05_who_invites_is_the_lower_on_the_pairing_ladder_also_with_black(anywhere: Maker) -> None:
    """From the second game of two on the lower one need not have White, and still invites."""
    d = anywhere(FIVE[:2], started=True, Rounds=3)
    (first,) = {i for *_, i, _, _, _ in d.table("This round", *HEADINGS)}
    assert first == "Ben"
    d.result("R1-01", "0-1").settle()
    assert [p for (p,) in d.table("Ladder", "Player")] == ["Ada", "Ben"]
    rows = {r[0]: r for r in d.table("This round", *HEADINGS)}
    assert rows["Ben"][2] == "Black"
    assert (rows["Ada"][3], rows["Ben"][3]) == ("Ben", "Ben")


def test_05_the_score_of_the_final_stands_on_top(anywhere: Maker) -> None:
    """Final: who has how many Final Wins, above the table; the others are idle with the reason."""
    d = anywhere(FIVE[:3], started=True, Rounds=1)
    d.results("R1").settle()
    until(d, lambda o: "F1" in o.rounds())
    d.result("F1-01.1", "1/2-1/2").settle()
    top = d.shown("This round")[0][0]
    assert "½" in top or "1/2" in top or "0.5" in top, top
    assert "the Final is being played" in str(d.shown("This round"))


def test_05_report_links_lead_to_the_form_with_the_game_filled_in() -> None:
    """`Form link` with GAME in it: each open game has its own link; one that is over has none."""
    d = desk(started=True, Form_link="https://forms.example/x?entry.1=GAME")
    grid = d.book.by_title("This round")
    assert grid is not None
    links = {getattr(c, "url", "") for row in grid.rows for c in row}
    assert {"https://forms.example/x?entry.1=R1-01", "https://forms.example/x?entry.1=R1-02"} <= links


@pytest.mark.parametrize("name", formats())
def test_14_games_are_in_reading_order_with_the_directors_columns_last(name: str) -> None:
    """Which game, who, what counts; what the director types stands right of all that under one band."""
    tab = next(t for t in workbook(engine_of(name).sheet) if t.name == "Games")
    cells = [c.cell for c in tab.columns]
    first = cells.index(Cell.PERSON)
    assert all(c is Cell.PERSON for c in cells[first:])
    assert all(c is not Cell.PERSON for c in cells[:first])
    spec = engine_of(name).sheet
    order = ["Game", spec.first_heading, spec.second_heading, "Outcome", "Due", "Link"]
    assert [h for h in tab.headings if h in order] == order
    assert tab.headings[first] == "Result"
    assert tab.headings[-1] == "Note"
    band = look_of(tab).band
    assert band == (first, len(cells) - 1, "director only")


def test_14_every_decided_game_shows_its_result_left_of_the_directors_columns(anywhere: Maker) -> None:
    """Reported, typed or Null: the look-up in Games leads to what Pairings says, from wherever the row stands."""
    d = anywhere(started=True)
    d.report("R1-01", "White won", "Cem").settle()
    d.result("R1-02", "0-1").settle()
    d.person.sort("Games", "White")
    d.settle()
    shown = {row[0]: row[1] for row in d.table("Pairings", "Game", "Outcome")}
    assert (shown["R1-01"], shown["R1-02"]) == ("1-0", "0-1")
    if anywhere.name == "google":
        rows = d.person._at.director.rows("Games")  # type: ignore[attr-defined]
        looked_up = {r[0]: r[4] for r in rows[1:] if len(r) > 4 and r[0]}
        assert {g: looked_up[g] for g in ("R1-01", "R1-02")} == {"R1-01": "1-0", "R1-02": "0-1"}


def test_25_the_ladder_stands_first_and_nothing_a_ladder_lacks(anywhere: Maker) -> None:
    """Ladder, This round, Games, then the rest of what players read; the director's; the record last."""
    d = anywhere()
    titles = [t for t in d.person.titles() if not t.startswith("Lists")]
    assert titles[:3] == ["Ladder", "This round", "Games"]
    assert "Lots" not in titles
    assert titles.index("Why") < titles.index("Settings") < titles.index("Form Responses")
    assert titles[-2:] == ["Journal", "Status"]


def test_25_a_form_tab_that_arrives_in_front_changes_nothing(anywhere: Maker) -> None:
    """A form's answers are put first and titled in another language: they are found, and the Ladder is still found."""
    d = anywhere(started=True)
    d.person.delete_tab("Form Responses")
    d.person.add_tab("Formularantworten 1", [("Zeitstempel", "Wer hat gewonnen?", "Game number")])
    d.person.move_tab("Formularantworten 1", 0)
    d.settle()
    when = d.later(hours=3).now.replace(tzinfo=None)
    d.person.add_row(
        "Formularantworten 1", {"Zeitstempel": when, "Wer hat gewonnen?": "Black won", "Game number": "R1-01"}
    )
    d.settle()
    assert d.outcome("R1-01") == "0-1"
    titles = d.person.titles()
    assert titles.index("Ladder") < titles.index("This round") < titles.index("Games")


def test_25_no_function_is_only_in_a_menu_or_a_note() -> None:
    """Every heading's note is in the sheet's own words too: each setting has its help in a cell, each decision its page."""
    for name in formats():
        settings = next(t for t in workbook(engine_of(name).sheet) if t.name == "Settings")
        assert "Help" in settings.headings
        assert all(s.help for s in settings.settings)


def test_25_at_is_refused_on_google_without_dry_run() -> None:
    """It would write false times into a live spreadsheet for good."""
    link = "https://docs.google.com/spreadsheets/d/1AbCdEfGhIjKlMnOpQrStUvWxYz0123456789abcdEFG/edit"
    done = CliRunner().invoke(app, ["sync", link, "--at", "2026-11-02 18:00"])
    assert done.exit_code == 2
    assert "--dry-run" in done.output


def test_25_tabs_of_people_are_never_the_workers() -> None:
    """Each tab says whose it is in colour: people's, the worker's, the record's."""
    for name in formats():
        for tab in workbook(engine_of(name).sheet):
            assert tab.shade in ("people", "worker", "record")
            assert (tab.rows is Rows.VIEW) <= (tab.shade != "people")
