"""Reading a cell by its column's kind, and writing a value the way the kind is typed.

Each kind of cell has one grammar, and nothing else is read: `docs/what-is-read.md` lists what each takes. What cannot
be read is a `Misread`: what was wrong, as a problem's code and facts. Text stays text: a player called `007`, `1e5` or
`TRUE` keeps the name.
"""

from __future__ import annotations

from sync.kinds.clock import next_slot
from sync.kinds.dates import DAY_FIRST, MONTH_FIRST, ORDERS, Stamp, dates_possible, stamps_in
from sync.kinds.duration import LONGEST_TIME
from sync.kinds.moment import FIRST_DAY, LAST_DAY, from_serial, in_zone, moment_of, read_moment, to_serial
from sync.kinds.number import LARGEST_WHOLE, RATINGS
from sync.kinds.read import Ways, noted_text, nothing_seen, read_cell, read_noted, read_time
from sync.kinds.text import (
    LONGEST_LINK,
    LONGEST_LIST,
    LONGEST_NAME,
    LONGEST_TEXT,
    SEPARATOR,
    UNSEEN,
    Misread,
    cell_text,
    clean,
    join_names,
    name_key,
    same_name,
    short_text,
    split_names,
)
from sync.kinds.zone import zone_named

__all__ = [
    "DAY_FIRST",
    "FIRST_DAY",
    "LARGEST_WHOLE",
    "LAST_DAY",
    "LONGEST_LINK",
    "LONGEST_LIST",
    "LONGEST_NAME",
    "LONGEST_TEXT",
    "LONGEST_TIME",
    "MONTH_FIRST",
    "ORDERS",
    "RATINGS",
    "SEPARATOR",
    "UNSEEN",
    "Misread",
    "Stamp",
    "Ways",
    "cell_text",
    "clean",
    "dates_possible",
    "from_serial",
    "in_zone",
    "join_names",
    "moment_of",
    "name_key",
    "next_slot",
    "noted_text",
    "nothing_seen",
    "read_cell",
    "read_moment",
    "read_noted",
    "read_time",
    "same_name",
    "short_text",
    "split_names",
    "stamps_in",
    "to_serial",
    "zone_named",
]
