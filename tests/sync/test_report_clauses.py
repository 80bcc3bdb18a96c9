"""Every clause of docs/reports.md, played as it stands there."""

from __future__ import annotations

import re
from datetime import timedelta
from pathlib import Path

import pytest

from sync.grid import Cell
from tests.sync.desk import BEGIN, Desk, desk

PAGE = Path(__file__).resolve().parents[2] / "docs" / "reports.md"
_EVENT = re.compile(r'(?P<untimed>\??)(?P<hours>-?\d+)h (?P<who>\S+) (?P<game>\S+) (?P<says>-|refuse|"[^"]*")')


def clauses() -> list[list[str]]:
    """The lines of the table: clause, rule, reports, what they become, outcome."""
    lines = [line for line in PAGE.read_text(encoding="utf-8").splitlines() if line.startswith("| ")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]


def director(d: Desk, game: str, says: str) -> None:
    """What the director types; nothing, where only time goes on."""
    if says == "refuse":
        d.decide("Refuse claim", game)
    elif says != "-":
        d.result(game, says.strip('"'))


def report(d: Desk, event: re.Match[str]) -> None:
    """One line of the form."""
    cells: dict[str, Cell] = {"Timestamp": None if event["untimed"] else d.now.replace(tzinfo=None)}
    cells["Your name"] = event["who"]
    for part in event["game"].split("+"):
        free = "White" if "White" not in cells else "Black"
        cells["Pairing" if re.fullmatch(r"R\d-\d\d", part) else free] = part
    cells["Result"] = event["says"].strip('"')
    d.person.add_row("Form Responses", {h: c for h, c in cells.items() if c not in (None, "-")})


@pytest.mark.parametrize(
    ("rule", "reports", "become", "outcome"), [c[1:] for c in clauses()], ids=[c[0] for c in clauses()]
)
def test_a_clause_holds(rule: str, reports: str, become: str, outcome: str) -> None:
    """The reports become what the table says, and the game ends as it says."""
    assert rule.endswith(".")
    d = desk(started=True, Publish="R1")
    for text in reports.split("; "):
        event = _EVENT.fullmatch(text)
        assert event is not None, text
        d.now = BEGIN + timedelta(hours=int(event["hours"]))
        if event["who"] == "td":
            director(d, event["game"], event["says"])
        else:
            report(d, event)
        d.now = max(d.now, BEGIN) + timedelta(minutes=1)
        d.settle()
    wanted = [tuple(w.replace("- ", " ", 1).split(" ", 1)) for w in become.split("; ")]
    assert [(game, state) for game, state in d.table("Submissions", "Game", "State")] == wanted
    assert d.outcome("R1-01") == outcome


def test_each_clause_has_a_name_of_its_own() -> None:
    """Names are what tests and people refer to."""
    names = [c[0] for c in clauses()]
    assert len(set(names)) == len(names) > 20
