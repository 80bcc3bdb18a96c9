"""What stands in a book beside what is asked for: private things in public cells, words beside the worker's tabs."""

from __future__ import annotations

import re
from collections.abc import Sequence

from sync.grid import TabGrid, address, is_blank
from sync.plan import OutRow
from sync.problems import At, Problem
from sync.reading.decode import Sheet
from sync.schema import Rows, Tab, normal

_PRIVATE: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("a mail address", re.compile(r"[\w.+-]+@[\w-]+\.[\w.-]*\w")),
    ("the secret address of a webhook", re.compile(r"https?://\S*(?:/webhooks?/|hooks\.slack\.com)\S*", re.IGNORECASE)),
    ("a secret key", re.compile(r"-----BEGIN [A-Z ]*PRIVATE KEY|\bAIza[\w-]{30,}|\bxox[abp]-\w+")),
)


def told_beside(sheet: Sheet) -> list[Problem]:
    """Problems of both sorts. The text itself is never repeated: Problems is a public tab."""
    problems: list[Problem] = []
    for name, tab in sheet.tabs.items():
        layout = sheet.layout[name]
        if name in ("Settings", "Players", "Decisions", "Games", "Rounds"):
            problems += _private(tab)
        elif layout.rows is Rows.VIEW and not layout.open_ended:
            problems += _beside_view(tab, width_of(layout, tab))
    return problems


def width_of(layout: Tab, tab: TabGrid, rows: Sequence[OutRow] = ()) -> int:
    """How many columns of a view are the worker's: its own, and those pushed aside by a column somebody inserted.

    `rows`: the view as it should stand, where its columns follow the data.
    """
    width = max([len(layout.columns), *(len(r) for r in rows)])
    headings = {normal(c.heading) for c in layout.columns}
    if layout.open_ended and len(rows) >= layout.heading_row:
        headings |= {normal(cell) for cell in rows[layout.heading_row - 1] if cell}
    while normal(tab.cell(layout.heading_row, width)) in headings:
        width += 1
    return width


def _private(tab: TabGrid) -> list[Problem]:
    problems = []
    for number, row in enumerate(tab.rows[1:], start=2):
        for column, cell in enumerate(row):
            if not isinstance(cell, str) or not any(sign in cell for sign in ("@", "://", "-----", "AIza", "xox")):
                continue
            what = next((words for words, pattern in _PRIVATE if pattern.search(cell)), None)
            if what:
                at = At(tab.title, address(number, column), "", number)
                problems.append(Problem("private-text", at, {"what": what}))
    return problems


def _beside_view(tab: TabGrid, width: int) -> list[Problem]:
    """Cells right of a view's own columns: they stay, but the lines beside them move."""
    for number, row in enumerate(tab.rows, start=1):
        for column in range(width, len(row)):
            if not is_blank(row[column]):
                return [Problem("typed-in-view", At(tab.title, address(number, column), "", number))]
    return []
