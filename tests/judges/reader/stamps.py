"""Time stamps of a form's answers, from the page `docs/result-forms.md`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from tests.judges.reader.ground import BLANK, Cell, Event, Message, Refused, is_blank, is_error, small
from tests.judges.reader.moments import chosen, moment, readings


def stamps(column: Sequence[Cell], event: Event) -> list[object]:
    """Each stamp of a column: a moment, `BLANK`, or a message. Those that can be read one way only say how the others
    are meant; where they say nothing, or contradict each other, the setting does."""
    said = set().union(*(says(cell) for cell in column))
    meant = replace(event, dates=said.pop()) if len(said) == 1 else event
    return [one_stamp(cell, meant) for cell in column]


def one_stamp(cell: Cell, event: Event) -> object:
    if is_blank(cell):
        return BLANK
    if is_error(cell):
        return Message("error-cell")
    try:
        return moment(cell, event)
    except Refused as refused:
        return Message(*refused.codes)


def says(cell: Cell) -> set[str]:
    """How dates are meant by this stamp: nothing, unless it can be read one way only and another one cannot."""
    found: set[str] = set()
    if not isinstance(cell, str) or len(cell) > 100 or is_error(cell):
        return found
    try:
        text = small(cell, "not-a-time")
    except Refused:
        return found
    for weekday, dated, clocked in readings(text):
        if clocked.rest and clocked.rest != "z" and clocked.rest[0] not in " +-":
            continue
        try:
            chosen(dated, weekday, "")
        except Refused:
            continue
        for day, other, order in (
            (dated.day_first, dated.month_first, "day first"),
            (dated.month_first, dated.day_first, "month first"),
        ):
            if day is not None and day != other and weekday in (None, day.weekday()):
                found.add(order)
    return found
