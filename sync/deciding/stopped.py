"""A pass that decides nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sync.deciding.values import Decided, Outside
from sync.encode import problem_rows
from sync.grid import TabGrid
from sync.plan import MakeTab, OutRow, Plan, Step, changed_rows
from sync.problems import Problem, Sort
from sync.reading.decode import Sheet


def stopped_pass(sheet: Sheet, problems: Sequence[Problem], catalogue: Mapping[str, Sort], outside: Outside) -> Decided:
    """A pass that decides nothing: it only says why, in Problems."""
    steps: list[Step] = []
    tab = sheet.layout["Problems"]
    rows: list[OutRow] = [("Stopped: nothing is decided until you act.",), (None,), tab.headings]
    rows += problem_rows(problems, catalogue, sheet.names)
    if "Problems" in sheet.tabs and sheet.grid.is_shut(sheet.tabs["Problems"].key):
        pass  # the line of the command says it
    elif "Problems" in sheet.tabs:
        steps += changed_rows("Problems", sheet.tabs["Problems"], rows, len(tab.columns), True)
    else:
        steps += [
            MakeTab(tab, title=sheet.titles["Problems"]),
            *changed_rows("Problems", TabGrid("", ""), rows, len(tab.columns), False),
        ]
    plan = Plan(outside.token, sheet.grid.revision, tuple(steps), {n: t.key for n, t in sheet.tabs.items()})
    return Decided(plan, tuple(problems), catalogue, stopped=True, last_no=outside.marked)
