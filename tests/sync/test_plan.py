"""The difference between what stands and what should: nothing for the same, no more than needed otherwise."""

from __future__ import annotations

from datetime import datetime

from hypothesis import given
from hypothesis import strategies as st

from sync.grid import Cell, TabGrid
from sync.plan import Formula, Link, OutRow, ReplaceRows, changed_rows, value_of, view_mark

CELLS = st.one_of(
    st.none(), st.text(max_size=3), st.integers(0, 9), st.booleans(), st.just(2.5), st.just(datetime(2026, 1, 2))
)
ROWS = st.lists(st.lists(CELLS, max_size=4).map(tuple), max_size=6)


def carried_out(tab: TabGrid, steps: tuple[ReplaceRows, ...]) -> list[list[Cell]]:
    """The tab after the steps."""
    rows = [list(row) for row in tab.rows]
    for step in steps:
        for number, row in enumerate(step.rows, start=step.first):
            while len(rows) < number:
                rows.append([])
            cells = rows[number - 1]
            cells += [None] * (step.width - len(cells))
            cells[: step.width] = [value_of(out) for out in row]
    return rows


def plain(rows: list[list[Cell]], width: int) -> list[list[Cell]]:
    """Rows as compared: blank is blank."""
    kept = [[None if c in (None, "") else c for c in (*row, *(None,) * width)][:width] for row in rows]
    while kept and not any(c is not None for c in kept[-1]):
        kept.pop()
    return kept


@given(ROWS)
def test_the_same_needs_nothing(rows: list[tuple[Cell, ...]]) -> None:
    """`plan(x, x) == []`."""
    assert changed_rows("T", TabGrid("k", "T", tuple(rows)), rows, 4, True) == ()


@given(ROWS, ROWS)
def test_the_steps_lead_there_and_then_nothing_is_left(
    now: list[tuple[Cell, ...]], wanted: list[tuple[Cell, ...]]
) -> None:
    """Carried out, the tab is as wanted; rows left over are blank; a second plan is empty."""
    tab = TabGrid("k", "T", tuple(now))
    after = carried_out(tab, changed_rows("T", tab, wanted, 4, True))
    assert plain(after, 4) == plain([list(r) for r in wanted], 4)
    again = TabGrid("k", "T", tuple(tuple(r) for r in after))
    assert changed_rows("T", again, wanted, 4, True) == ()


def test_cells_right_of_a_view_are_left_alone() -> None:
    """People's notes beside it stay."""
    tab = TabGrid("k", "T", (("a", "note"),))
    (step,) = changed_rows("T", tab, [("b",)], 1, True)
    assert step == ReplaceRows("T", 1, (("b",),), 1)


def test_formulas_and_links_count_as_standing_while_their_mark_is_the_same() -> None:
    """A plain read does not show them; another mark writes them again."""
    wanted: list[OutRow] = [(Formula("=NOW()"),), (Link("Ada", url="https://x.org/a"),)]
    tab = TabGrid("k", "T", ((None,), ("Ada",)))
    assert changed_rows("T", tab, wanted, 1, True) == ()
    assert len(changed_rows("T", tab, wanted, 1, False)[0].rows) == 2
    assert view_mark(wanted) != view_mark([(Formula("=TODAY()"),), wanted[1]])
    assert view_mark([("Ada",)]) == ""
