"""A second reader of cells, written from the pages `docs/what-is-read.md` and `docs/result-words.md` alone.

It is literal and slow: each function restates one table, and takes only what the table lists. The words of languages
are read from the pages themselves, since the pages are the contract. Nothing here imports what it judges.

`read(kind, cell, event)` takes the name of a kind as the page heads it, and a cell as a spreadsheet holds it: None, text,
a number, TRUE or FALSE, or a date without a zone. It gives the value, `BLANK`, or a `Message`.
"""

from __future__ import annotations

from collections.abc import Callable

from tests.judges.reader.accounts import account
from tests.judges.reader.ground import BLANK, Cell, Event, Message, Refused, is_blank, is_error
from tests.judges.reader.ids import game_id, round_id
from tests.judges.reader.lengths import length_of_time, weekday_and_time
from tests.judges.reader.moments import moment
from tests.judges.reader.numbers import money, number, place, rating, rating_with_decimals, whole_number
from tests.judges.reader.texts import choice, link, name, names, text, yes_or_no
from tests.judges.reader.zones import zone

BY_CELL: dict[str, Callable[[Cell], object]] = {
    "whole number": whole_number,
    "number": number,
    "place in an order": place,
    "money": money,
    "length of time": length_of_time,
    "weekday and time": weekday_and_time,
    "time zone": zone,
    "yes/no": yes_or_no,
    "game": game_id,
    "round": round_id,
    "text": text,
    "result": text,
    "player": name,
    "players": names,
    "link": link,
    "account": account,
}
BY_EVENT: dict[str, Callable[[Cell, Event], object]] = {
    "rating": rating,
    "rating with decimals": rating_with_decimals,
    "date and time": moment,
    "one of a list": choice,
}
KINDS = (*BY_CELL, *BY_EVENT)


def read(kind: str, cell: Cell, event: Event) -> object:
    """What the page says about this cell: a value, `BLANK`, or a `Message`."""
    if is_blank(cell):
        return BLANK
    if is_error(cell):
        return Message("error-cell")
    try:
        return BY_CELL[kind](cell) if kind in BY_CELL else BY_EVENT[kind](cell, event)
    except Refused as refused:
        return Message(*refused.codes)


__all__ = ["BLANK", "KINDS", "Cell", "Event", "Message", "read"]
