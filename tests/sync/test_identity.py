"""Who is who: rows of Players against the players of the record."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from rules.model import Entry, Noticed, Reason, Recorded
from sync.decode import TypedRow
from sync.grid import Cell
from sync.identity import Identities, identify
from sync.kinds import split_names

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
