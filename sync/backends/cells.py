"""Cells as they can be stored, and which headings a tab lacks: the same in every backend."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from rules.sheet import Column
from sync.backends.base import Refused
from sync.grid import Cell, Row, is_blank_row, tidy
from sync.plan import Formula, Link, Out, kept, units
from sync.schema import Rows, Tab, normal

LONGEST_CELL = 32_767  # what a cell of an .xlsx holds; Google's is 50,000


def storable(text: str) -> str:
    """The text without control characters, with one kind of line end. Raises Refused when no cell holds it."""
    stored = kept(text)
    if units(stored) > LONGEST_CELL:
        raise Refused(f"A text of {units(stored)} characters does not fit into a cell ({stored[:40]}…).")
    return stored


def storable_out(out: Out) -> Out:
    """A cell of a plan as backends store it."""
    if isinstance(out, str):
        return storable(out) or None
    if isinstance(out, Link):
        return Link(storable(out.text), storable(out.url), out.tab, out.cell)
    if isinstance(out, Formula):
        return Formula(storable(out.text))
    if isinstance(out, datetime):
        return out.replace(tzinfo=None)
    return tidy(out)


def trimmed(cells: list[Cell]) -> Row:
    """A row without the blanks at its end."""
    end = len(cells)
    while end and cells[end - 1] is None:
        end -= 1
    return tuple(cells[:end])


def trimmed_rows(rows: list[Row]) -> tuple[Row, ...]:
    """Rows without the blank ones at the end."""
    end = len(rows)
    while end and is_blank_row(rows[end - 1]):
        end -= 1
    return tuple(rows[:end])


def lacking(tab: Tab, headings: Sequence[Cell]) -> tuple[Column, ...]:
    """Columns of a tab of people's that its heading row lacks, under their own name or another known one.

    Nothing for the worker's own tabs, which are written whole, nor for the answers of a form.
    """
    if tab.rows not in (Rows.PEOPLE, Rows.APPENDED):
        return ()
    there = {normal(h) for h in headings}
    return tuple(c for c in tab.columns if not there & {normal(name) for name in (c.heading, *c.aliases)})
