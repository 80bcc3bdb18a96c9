"""Who is who: rows of Players against the players of the record."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from rules.model import Entry, Noticed, Reason, Recorded
from sync.grid import Cell
from sync.kinds import split_names
from sync.reading.decode import TypedRow
from sync.reading.identity import Identities, identify
from tests.sync.desk import desk

AT = datetime(2026, 11, 2, tzinfo=ZoneInfo("Europe/Berlin"))
HEADINGS = ("Player", "Username", "Also known as", "Status", "From round", "Rating")
COLUMNS = {heading: index for index, heading in enumerate(HEADINGS)}


def entry(name: str, number: int, account: str = "") -> Recorded:
    """A player of the record."""
    return Recorded(Entry(name, "", number, {"Username": account} if account else {}), AT, Reason("", ""))


def row(number: int, **cells: Cell) -> TypedRow:
    """A row as typed; `Also_known_as` is the heading `Also known as`."""
    raw: dict[str, Cell] = dict.fromkeys(HEADINGS)
    raw |= {key.replace("_", " "): value for key, value in cells.items()}
    values: dict[str, Any] = {
        k: (split_names(str(v)) if k == "Also known as" else v) for k, v in raw.items() if v is not None
    }
    if raw["Status"] not in (None, "Active", "Paused", "Withdrawn", "Disqualified"):
        del values["Status"]
    return TypedRow("Players", number, values, raw, COLUMNS)


RECORD = (entry("Ada", 1), entry("Ben", 2, "ben960"), entry("Cem", 3))


def who(*rows: TypedRow, renamed: Mapping[str, str] | None = None) -> Identities:
    """The identities of some rows."""
    return identify(rows, RECORD, renamed or {})


def test_names_forgive_case_and_spaces() -> None:
    """A row is its player's, however it is spelled."""
    found = who(row(2, Player=" ADA "), row(3, Player="ben"), row(4, Player="Cem"))
    assert [p.name for p in found.people] == ["Ada", "Ben", "Cem"]
    assert found.problems == ()
    assert found.find("aDa") == "Ada"
    assert found.show("Ben") == "ben"


def test_the_account_tells_who_it_is() -> None:
    """A new name with the recorded account."""
    found = who(row(2, Player="Ada"), row(3, Player="Benjamin", Username="BEN960"), row(4, Player="Cem"))
    assert [p.name for p in found.people] == ["Ada", "Ben", "Cem"]
    assert found.shown == {"Ben": "Benjamin"}
    assert found.find("Benjamin") == "Ben"
    assert found.find("ben960") == "Ben"


def test_an_alias_or_an_earlier_note_tells_who_it_is() -> None:
    """The old name under “Also known as”, or a renaming noted before."""
    found = who(row(2, Player="Ada"), row(3, Player="Ben"), row(4, Player="Kemal", Also_known_as="Cem ; cem960"))
    assert found.shown == {"Cem": "Kemal"}
    assert found.find("cem960") == "Cem"
    noted = who(row(2, Player="Ada"), row(3, Player="Ben"), row(4, Player="Kemal"), renamed={"kemal": "Cem"})
    assert noted.shown == {"Cem": "Kemal"}
    assert noted.problems == ()


def test_one_gone_and_one_new_is_asked_about() -> None:
    """Never guessed, and rounds wait; two gone and two new likewise."""
    (problem,) = who(row(2, Player="Ada"), row(3, Player="Ben"), row(4, Player="Kemal")).problems
    assert (problem.code, problem.holds) == ("maybe-renamed", True)
    codes = [(p.code, p.holds) for p in who(row(2, Player="Ada"), row(3, Player="X"), row(4, Player="Y")).problems]
    assert codes == [("player-gone", True), ("player-gone", True)]


def test_a_late_entry_beside_a_deleted_row_is_no_renaming() -> None:
    """`From round` says that somebody is new."""
    rows = (row(2, Player="Ada"), row(3, Player="Ben"), row(4, Player="Kemal", From_round="R2"))
    (problem,) = who(*rows).problems
    assert (problem.code, problem.holds) == ("player-gone", False)


def test_a_status_that_cannot_be_read_takes_no_removal_back() -> None:
    """The last status of the record stands until a word can be read."""
    left = Recorded(Noticed("Cem", "status", "Withdrawn"), AT, Reason("", ""))
    rows = (row(2, Player="Ada"), row(3, Player="Ben"), row(4, Player="Cem", Status="Activ"))
    found = identify(rows, (*RECORD, left), {})
    assert {p.name: p.status for p in found.people}["Cem"] == "Withdrawn"
    back = identify((*rows[:2], row(4, Player="Cem", Status="Active")), (*RECORD, left), {})
    assert {p.name: p.status for p in back.people}["Cem"] == "Active"


def test_whoever_left_may_lose_the_line() -> None:
    """The row of somebody withdrawn is cleared away: nothing to say."""
    left = Recorded(Noticed("Cem", "status", "Withdrawn"), AT, Reason("", ""))
    assert identify((row(2, Player="Ada"), row(3, Player="Ben")), (*RECORD, left), {}).problems == ()


def test_unreadable_headings_leave_everybody_as_recorded() -> None:
    """Nobody is gone because a heading is."""
    found = identify((), RECORD, {}, readable=False)
    assert [p.name for p in found.people] == ["Ada", "Ben", "Cem"]
    assert found.problems == ()


def test_doubles() -> None:
    """The upper line counts; an account belongs to one."""
    found = who(
        row(2, Player="Ada", Username="x"),
        row(3, Player="ada"),
        row(4, Player="Ben", Username="X"),
        row(5, Player="Cem"),
    )
    assert [p.code for p in found.problems] == ["player-twice", "username-twice"]
    assert found.find("x") == "Ada"


def test_a_player_called_like_a_game_or_a_tab_is_looked_up_as_a_player() -> None:
    """What is wrong with their line is told there, and what is wrong with the game at the game."""
    d = desk((("R1-01", 2000), ("Settings", 1900), ("Cem", 1800), ("Dov", 1700)), started=True)
    row, other = d.row("Players", "R1-01"), d.row("Players", "Settings")
    d.later(days=8).settle()
    told = {d.says(p).split(" | ")[0]: p.at for p in d.problems if p.code == "contact"}
    at = {name: str(cell) for text, cell in told.items() for name in ("R1-01", "Settings") if f"Contact {name}" in text}
    assert at == {"R1-01": f"Players F{row} (Status)", "Settings": f"Players F{other} (Status)"}
    d.result("R1-01", "won by a lot").settle()
    assert str(d.problem("bad-result").at).startswith("Games ")


def test_a_name_that_is_also_a_word_or_an_id_is_renamed_only_where_it_is_a_name() -> None:
    """Somebody called White and somebody called R1-01 get other names: headings, colours and ids stay what they are."""
    d = desk((("White", 2000), ("R1-01", 1900), ("Cem", 1800), ("Dov", 1700)), started=True)
    before = d.table("Pairings", "Game", "White", "Black")
    colours = d.table("This round", "Player", "Colour")
    for old, new in (("White", "Whyte"), ("R1-01", "Rona")):
        number = d.row("Players", old)
        d.person.type("Players", "Player", number, new)
        d.person.type("Players", "Also known as", number, old)
    d.settle()
    new_names = {"White": "Whyte", "R1-01": "Rona"}
    assert d.table("Pairings", "Game", "White", "Black") == [
        (g, new_names.get(w, w), new_names.get(b, b)) for g, w, b in before
    ]
    assert sorted(d.table("This round", "Player", "Colour")) == sorted((new_names.get(p, p), c) for p, c in colours)
    assert any(row[0] == "R1-01" for row in d.table("Pairings", "Game"))
    assert "R1-01" in {row[1] for row in d.shown("Why")[3:]}
