"""What a director does when Problems tells of it: puts lines right that lie crosswise, confirms an emptied tab.

Lines come to lie crosswise where columns were moved between a read and the write on it, and the worker could not put
them right itself: the other worker saw them first, or somebody typed there.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

from rules.model import Empty
from sync.grid import Cell, is_blank
from sync.kinds import cell_text

if TYPE_CHECKING:
    from tests.google.crowd import Crowd

LINES = {"Games": ("game", "Game"), "Rounds": ("round", "Round")}
TYPED = {"Games": ("Result", "Game URL", "Deadline", "Note", "Mine"), "Rounds": ("Deadline", "Note")}


def confirm(crowd: Crowd) -> bool:
    """The code that Problems shows is typed. Whether there was one."""
    told = " ".join(cell_text(c) for row in crowd.person.see(crowd.title("Problems")) for c in row)
    codes = re.findall(r"type (empty-\w+) into", told)
    if codes and crowd.typed.get(("Settings", "Confirm", "Value")) != codes[0]:
        crowd.type("Settings", "Confirm", "Value", codes[0])
        return True
    return False


def put_right(crowd: Crowd) -> bool:
    """Lines that are no lines of the record are deleted; others get what the record and the ledger say."""
    if any(tab in LINES for tab, _ in crowd.renamed):
        return False
    done = [_mend(crowd, tab, number) for tab in LINES for number in reversed(crosswise(crowd, tab))]
    return any(done)


def crosswise(crowd: Crowd, tab: str) -> list[int]:
    """Numbers of lines with words of the worker's where they do not belong."""
    facts, seen = _recorded(crowd, tab), crowd.person.see(crowd.title(tab))
    column = {h: crowd.column(tab, h) for h in (LINES[tab][1], "Announced", *TYPED[tab], *_names(tab))}
    ids: list[str] = []
    found = []
    for number, row in enumerate(seen[1:], start=2):
        cells = {h: cell_text(row[c]) if c < len(row) else "" for h, c in column.items()}
        id_ = cells[LINES[tab][1]]
        if id_ in facts and id_ not in ids:
            wanted = _wanted(crowd, tab, id_, facts[id_])
            wrong = any(cells[h] != cell_text(value) for h, value in wanted.items())
            ids.append(id_)
        else:
            wrong = bool(id_) or any(cell_text(c) in facts for c in row if not is_blank(c))
        if wrong:
            found.append(number)
    return found


def _mend(crowd: Crowd, tab: str, number: int) -> bool:
    facts, title = _recorded(crowd, tab), crowd.title(tab)
    id_ = cell_text(crowd.person.look(title, LINES[tab][1], number))
    if id_ not in facts or crowd.rows(tab).get(id_) != number:
        crowd.person.delete_rows(title, number)
        if crowd.rows(tab).get(id_) is None:
            crowd.typed = {where: value for where, value in crowd.typed.items() if where[:2] != (tab, id_)}
        return True
    for heading, value in _wanted(crowd, tab, id_, facts[id_]).items():
        if cell_text(crowd.person.look(title, heading, number)) != cell_text(value):
            crowd.type(tab, id_, heading, value, number)
    return True


def _names(tab: str) -> tuple[str, ...]:
    return ("Round", "White", "Black") if tab == "Games" else ()


def _wanted(crowd: Crowd, tab: str, id_: str, fact: dict[str, Any]) -> dict[str, Cell]:
    """What the line of a game or round is to say: names as recorded, what was typed as in the ledger."""
    wanted: dict[str, Cell] = {h: crowd.typed.get((tab, id_, h)) for h in TYPED[tab]}
    for heading in _names(tab)[1:]:
        name = fact[heading.lower()]
        wanted[heading] = name if isinstance(name, str) else Empty[name["empty"]].value
    return wanted


def _recorded(crowd: Crowd, tab: str) -> dict[str, dict[str, Any]]:
    """Facts of the Journal by their id."""
    rows = crowd.person.see(crowd.title("Journal"))[1:]
    return {str(row[3]): json.loads(str(row[4]))["fact"] for row in rows if row[2] == LINES[tab][0]}
