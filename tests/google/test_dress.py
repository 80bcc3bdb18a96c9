"""How a prepared spreadsheet looks and what it lets people do."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from sheets_templates.google import OWN, WARNING, dress, new_tab, protections
from sheets_templates.look import look_of
from sync.backends.google_known import NOTE_TABS, tab_ids
from sync.plan import AppendRows, ReplaceRows
from tests.backends.contract import GAME, named, plan
from tests.backends.google_rig import Desk, GooglePerson, desk, prepared
from tests.backends.sample import BY_NAME, FIRST_ROWS, TABS
from tests.emulator.errors import ApiError
from tests.emulator.fixtures import WORKER
from tests.emulator.people import Person as Editor
from tests.emulator.sheet import Sheet

HELPER = "helper@example.org"


@pytest.fixture
def at(tmp_path: Path) -> Desk:
    """A prepared spreadsheet."""
    return prepared(tmp_path)


def tab(at: Desk, name: str) -> Sheet:
    """A tab as it is kept."""
    found = at.emulated.book.titled(name)
    assert found is not None
    return found


def below(at: Desk, name: str, heading: str) -> Any:
    """The first cell below a heading."""
    return tab(at, name).cell(BY_NAME[name].heading_row, BY_NAME[name].index(heading))


def test_every_tab_has_the_id_of_its_name(at: Desk) -> None:
    """So a renamed tab is known again, and two workers cannot make it twice."""
    assert {s.title: s.id for s in at.emulated.book.sheets if s.id not in NOTE_TABS} == {
        t.name: tab_ids(t.name)[0] for t in TABS
    }


def test_a_blank_spreadsheet_loses_its_one_blank_tab_and_another_keeps_its_own(tmp_path: Path) -> None:
    """`Sheet1` goes when it is all there is and holds nothing; a tab with a word in it stays."""
    blank = desk(tmp_path / "a")
    blank.backend().prepare(TABS, FIRST_ROWS)
    assert "Sheet1" not in [s.title for s in blank.emulated.book.sheets]
    used = desk(tmp_path / "b")
    used.emulated.director.type("Sheet1", "C7", "mine")
    used.backend().prepare(TABS, FIRST_ROWS)
    assert used.emulated.director.sees("Sheet1", "C7") == "mine"


BOLD = {"userEnteredFormat": {"textFormat": {"bold": True}}}
C7 = {"startRowIndex": 6, "endRowIndex": 7, "startColumnIndex": 2, "endColumnIndex": 3}
THINGS = {
    "format": lambda i: {"repeatCell": {"range": {"sheetId": i} | C7, "cell": BOLD, "fields": "userEnteredFormat"}},
    "note": lambda i: {"repeatCell": {"range": {"sheetId": i} | C7, "cell": {"note": "mine"}, "fields": "note"}},
    "width": lambda i: {
        "updateDimensionProperties": {
            "range": {"sheetId": i, "dimension": "COLUMNS", "startIndex": 2, "endIndex": 3},
            "properties": {"pixelSize": 40},
            "fields": "pixelSize",
        }
    },
    "frozen row": lambda i: {
        "updateSheetProperties": {
            "properties": {"sheetId": i, "gridProperties": {"frozenRowCount": 1}},
            "fields": "gridProperties.frozenRowCount",
        }
    },
    "protection": lambda i: {"addProtectedRange": {"protectedRange": {"range": {"sheetId": i} | C7}}},
}


@pytest.mark.parametrize("thing", THINGS)
@pytest.mark.parametrize("title", ["Sheet1", "Ladder"])
def test_a_blank_tab_that_somebody_gave_a_look_stays_as_it_is(tmp_path: Path, title: str, thing: str) -> None:
    """The one tab of a spreadsheet, without a word but with a format, a note, a width …: neither deleted nor used."""
    at = desk(tmp_path)
    if title != "Sheet1":
        at.emulated.director.rename_tab("Sheet1", title)
    at.emulated.director.do(THINGS[thing](tab(at, title).id))
    before = tab(at, title)
    kept = (before.id, dict(before.rows), dict(before.properties), repr(before.dimensions), repr(before.parts))
    at.backend().prepare(TABS, FIRST_ROWS)
    after = tab(at, title)
    index = {"index": before.properties["index"]} if "index" in before.properties else {}
    assert (after.id, dict(after.rows), after.properties | index, repr(after.dimensions), repr(after.parts)) == kept


def test_result_columns_are_plain_text_with_a_drop_down(at: Desk) -> None:
    """`2-1` stays what it is; the words of the format are offered, others allowed."""
    cell = below(at, "Games", "Result")
    assert cell.number_format == {"type": "TEXT"}
    words = [v["userEnteredValue"] for v in cell.validation["condition"]["values"]]
    assert words == ["1-0", "0-1", "1/2-1/2"]
    assert not cell.validation.get("strict")
    assert cell.validation["inputMessage"].startswith("Director only")


def test_names_are_offered_from_players_and_moments_have_a_format(at: Desk) -> None:
    """White and Black list the names in Players; deadlines show date and time."""
    offered = below(at, "Games", "White").validation["condition"]
    assert (offered["type"], offered["values"][0]["userEnteredValue"]) == ("ONE_OF_RANGE", "='Players'!$A$2:$A")
    assert below(at, "Games", "Deadline").number_format["type"] == "DATE_TIME"
    assert below(at, "Players", "Rating").number_format == {}
    assert below(at, "Players", "Player").number_format == {"type": "TEXT"}


def test_headings_are_frozen_coloured_and_explained(at: Desk) -> None:
    """Bold on colour, a note at each; what belongs to the director under amber."""
    games = tab(at, "Games")
    grid = games.properties["gridProperties"]
    assert (grid["frozenRowCount"], grid["frozenColumnCount"]) == (1, 1)
    result = games.cell(0, BY_NAME["Games"].index("Result"))
    outcome = games.cell(0, BY_NAME["Games"].index("Outcome"))
    assert result.format["textFormat"]["bold"] is True
    assert result.format["backgroundColorStyle"] != outcome.format["backgroundColorStyle"]
    assert "Director only" in result.note
    assert games.properties["tabColorStyle"]


def test_the_matrix_has_a_heat_map_and_history_a_chart(at: Desk) -> None:
    """A gradient from nought over the open columns; a line for each player."""
    (heat,) = [r for r in tab(at, "Scores").parts["conditionalFormats"] if "gradientRule" in r]
    assert heat["ranges"][0]["startColumnIndex"] == 1
    (chart,) = tab(at, "History").parts["charts"]
    basic = chart["spec"]["basicChart"]
    assert chart["spec"]["title"] == "Position after each round"
    assert basic["chartType"] == "LINE"
    assert len(basic["series"]) == 24


def test_what_asks_for_attention_lights_up(at: Desk) -> None:
    """Rules stand in the order of the table: the first that fits counts, and none holds a formula."""
    rules = [r["booleanRule"]["condition"] for r in tab(at, "Problems").parts["conditionalFormats"]]
    assert [(r["type"], r["values"][0]["userEnteredValue"]) for r in rules] == [
        ("TEXT_EQ", "stopped"), ("TEXT_EQ", "now"), ("TEXT_EQ", "soon"), ("TEXT_EQ", "note"),
    ]  # fmt: skip


def test_settings_have_formats_and_drop_downs_line_by_line(at: Desk) -> None:
    """A choice offers its words; the zone is plain text."""
    rows = named(at.backend().read(), "Settings").rows
    line = {row[0]: number for number, row in enumerate(rows)}
    settings = tab(at, "Settings")
    verify = settings.cell(line["Verify games"], 1)
    assert verify.validation is not None
    assert [v["userEnteredValue"] for v in verify.validation["condition"]["values"]] == ["no", "yes"]
    assert settings.cell(line["Time zone"], 1).number_format == {"type": "TEXT"}
    assert settings.cell(line["Start"], 1).number_format["type"] == "DATE_TIME"


def test_the_workers_tabs_are_closed_to_others_but_not_to_the_worker(at: Desk) -> None:
    """The worker is an allowed editor; a helper is not; the columns further right stay everybody's."""
    at.emulated.director.share(HELPER)
    helper = Editor(at.emulated.service, at.emulated.book_id, HELPER)
    (own,) = tab(at, "Ladder").parts["protectedRanges"]
    assert own["description"] == OWN
    assert WORKER in own["editors"]["users"]
    ladder = tab(at, "Ladder").id

    def write(column: int) -> dict[str, Any]:
        row = [{"values": [{"userEnteredValue": {"stringValue": "x"}}]}]
        start = {"sheetId": ladder, "rowIndex": 5, "columnIndex": column}
        return {"updateCells": {"rows": row, "start": start, "fields": "userEnteredValue"}}

    with pytest.raises(ApiError, match="protected"):
        helper.do(write(1))
    helper.do(write(7))
    backend = at.backend()
    backend.write(plan(backend.read(), ReplaceRows("Ladder", 4, ((1, "Ada"),), 6), AppendRows("Games", (GAME,))))
    assert named(backend.read(), "Ladder").cell(4, 1) == "Ada"


def test_peoples_tabs_only_warn_so_that_everybody_may_sort(at: Desk) -> None:
    """Recorded columns of Games warn; a helper sorts the whole tab."""
    at.emulated.director.share(HELPER)
    helper = Editor(at.emulated.service, at.emulated.book_id, HELPER)
    for name in ("Games", "Rounds", "Players", "Settings", "Decisions"):
        found = tab(at, name).parts["protectedRanges"]
        assert all(p["warningOnly"] and p["description"] == WARNING for p in found)
    assert tab(at, "Games").parts["protectedRanges"]
    backend = at.backend()
    backend.write(
        plan(backend.read(), AppendRows("Games", (("R1-01", "R1", "Zoe", "Ben"), ("R1-02", "R1", "Ada", "Cem"))))
    )
    helper.sort("Games", "White")
    assert [r[2] for r in named(backend.read(), "Games").rows[1:]] == ["Ada", "Zoe"]


def test_run_again_adds_a_missing_protection_and_touches_nothing_else(at: Desk) -> None:
    """A protection somebody took away comes back; formats, notes and drop-downs they changed stay changed."""
    director = at.emulated.director
    number = tab(at, "Ladder").parts["protectedRanges"][0]["protectedRangeId"]
    director.do({"deleteProtectedRange": {"protectedRangeId": number}})
    games = tab(at, "Games").id
    column = {"sheetId": games, "startRowIndex": 1, "startColumnIndex": 9, "endColumnIndex": 10}
    director.do({"setDataValidation": {"range": column}})
    director.note("Games", "A1", "my note")
    before = {s.title: dict(s.rows) for s in at.emulated.book.sheets if s.id not in NOTE_TABS}
    at.backend().prepare(TABS, FIRST_ROWS)
    assert [p["description"] for p in tab(at, "Ladder").parts["protectedRanges"]] == [OWN]
    assert {s.title: dict(s.rows) for s in at.emulated.book.sheets if s.id not in NOTE_TABS} == before
    versions = director.versions()
    at.backend().prepare(TABS, FIRST_ROWS)
    assert director.versions() == versions


def test_an_existing_spreadsheet_gets_what_it_lacks_beside_what_it_has(tmp_path: Path) -> None:
    """A tab of players somebody made by hand keeps its cells; missing headings stand to the right."""
    at = desk(tmp_path)
    person = GooglePerson(at.emulated)
    at.emulated.director.rename_tab("Sheet1", "players")
    person.put_down("players", [])
    person.type_at("players", "A1", "Player")
    person.type_at("players", "B1", "Phone")
    person.type_at("players", "A2", "Ada")
    backend = at.backend()
    backend.prepare(TABS, FIRST_ROWS)
    grid = backend.read()
    players = named(grid, "players")
    assert players.rows[0][:3] == ("Player", "Phone", "Username")
    assert players.rows[1] == ("Ada",)
    assert set(BY_NAME["Players"].headings) <= set(players.rows[0])
    offered = below(at, "Games", "White").validation["condition"]["values"][0]["userEnteredValue"]
    assert offered == "='players'!$A$2:$A"
    at.emulated.service.judge.raise_violations()


def test_the_requests_of_a_tab_are_plain_data() -> None:
    """The same look, the same requests; nothing is protected where nothing is the worker's."""
    look = look_of(BY_NAME["Players"])
    assert dress(look, 5, (), None, ()) == dress(look, 5, (), None, ())
    assert new_tab(look, 5)["addSheet"]["properties"]["title"] == "Players"
    assert protections(look, 5, (WORKER,), ()) == []
    ladder = look_of(BY_NAME["Ladder"])
    assert protections(ladder, 5, (WORKER,), (OWN,)) == []
