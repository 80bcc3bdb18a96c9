"""How a format describes its part of the workbook: columns, settings, decisions, results, views, sentences.

Plain data. `sync.schema` joins it with the tabs that every format has; templates, reading, writing and the
guide's table "what I want, where I type it" all follow from the two.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from fractions import Fraction

from rules.advice import Told
from rules.model import How
from rules.parts.rulebook import NO_BOOK, Rulebook


class Cell(Enum):
    """Who writes a cell, and when."""

    PERSON = "person"  # input: never written by the worker
    SEEDED = "seeded"  # written once in an appended row; a change by a person is a ruling
    RECORDED = "recorded"  # written once in an appended row; a change is a problem, the record counts
    LOOK_UP = "look-up"  # a formula written once that shows a view's cell by the row's id; never read
    VIEW = "view"  # a cell of the worker's own tab


class Kind(Enum):
    """How the text of a cell is read and shown."""

    TEXT = "text"
    PLAYER = "player"
    PLAYERS = "players"  # names separated by " ; "
    INTEGER = "whole number"
    NUMBER = "number"  # exact: 7.75, 7 1/3
    RATING = "rating"  # a whole number inside the range of the settings
    DECIMAL_RATING = "rating with decimals"  # where a format's rules look behind the point
    SEED = "place in an order"  # a whole number from 1 on
    MONEY = "money"  # at most two decimals
    CHECK = "yes/no"
    MOMENT = "date and time"
    DURATION = "length of time"  # 2 hours, 30 min, 3 days
    SLOT = "weekday and time"  # Sunday 18:00
    ZONE = "time zone"
    CHOICE = "one of a list"
    RESULT = "result"
    GAME_ID = "game"
    ROUND_ID = "round"
    URL = "link"


NUMBER_KINDS = (Kind.INTEGER, Kind.NUMBER, Kind.RATING, Kind.DECIMAL_RATING, Kind.SEED, Kind.MONEY)
"""Kinds of cell that hold a number."""


@dataclass(frozen=True)
class Column:
    """A column of a tab. `help` is what the TD's guide and the heading's note say."""

    heading: str
    kind: Kind = Kind.TEXT
    cell: Cell = Cell.VIEW
    help: str = ""
    aliases: tuple[str, ...] = ()
    choices: tuple[str, ...] = ()
    width: int = 12  # characters
    blank_ok: bool = True
    at_start: bool = False  # what is typed here is taken when the event begins, or a player enters


@dataclass(frozen=True)
class Setting:
    """A line of Settings. `before_start` puts it into the short block on top; `defines` forbids a change mid-event."""

    name: str
    kind: Kind
    default: str = ""
    help: str = ""
    choices: tuple[str, ...] = ()
    before_start: bool = False
    defines: bool = False
    sections: tuple[str, ...] = ()  # sections it may be set for; () = the whole event only


@dataclass(frozen=True)
class DecisionSpec:
    """A director's word that has no cell of its own, and how it is typed."""

    kind: str
    want: str  # "I want … "
    about: Kind | None = None
    value: Kind | None = None
    start: bool = False  # column From is used
    end: bool = False  # column To is used
    about_help: str = ""
    value_help: str = ""
    example: tuple[str, str] = ("", "")  # About, Value
    rule: str = ""
    optional: tuple[str, ...] = ()  # About or Value: may be blank although the example fills it
    # What a line decides, from its About, where there can be only one word about it; None where lines add up.
    decides: Callable[[str], str] | None = None
    against: tuple[str, ...] = ()  # kinds that say the opposite
    is_order: bool = False  # Value is an order of players, which another line must not reverse


@dataclass(frozen=True)
class ResultWord:
    """A word of the result column: what it gives (first or White, second or Black) and how it came about."""

    word: str
    score: tuple[Fraction, Fraction] | None
    how: How
    aliases: tuple[str, ...] = ()
    help: str = ""


@dataclass(frozen=True)
class View:
    """One of the worker's own tabs. `heat` colours the numbers from `heat_from`; `chart` draws lines by column."""

    title: str
    columns: tuple[Column, ...]
    help: str = ""
    open_ended: bool = False  # further columns follow the data (a matrix, a cross-table, a history)
    heat: bool = False
    chart: str = ""  # title of a line chart over the open columns; "" for none
    tree: tuple[str, ...] = ()  # headings of round, two players and winner, where a website draws a tree of matches
    people: bool = True  # players look at it (comes before the director's tabs)


@dataclass(frozen=True)
class FormatSheet:
    """All a format adds to the workbook."""

    name: str  # "ladder", as typed after `pairsheet new`
    title: str
    rulebook: str  # one line: which text, which edition
    text: Rulebook = NO_BOOK  # what that text says of itself, and its clauses in our own words
    borrowed: Mapping[str, str] = field(default_factory=dict)  # code of a reason -> format whose text it cites
    settings: tuple[Setting, ...] = ()
    player_columns: tuple[Column, ...] = ()
    decisions: tuple[DecisionSpec, ...] = ()
    results: tuple[ResultWord, ...] = ()
    views: tuple[View, ...] = ()
    words: Mapping[str, str] = field(default_factory=dict)  # sentences of this format's reasons, by code
    # code -> (urgency: stopped, now, soon or note; what is wrong; what to type; what happens if nobody does)
    troubles: Mapping[str, Told] = field(default_factory=dict)
    first_heading: str = "White"
    second_heading: str = "Black"
    has_sections: bool = False
    has_lots: bool = False
    has_prizes: bool = False
    has_rate: bool = False
    has_ended: bool = False
    has_starts: bool = False
    reports: str = "game"  # what the form asks for: "game" (link or result) or "match" (running score)
    # whether the match of this id can go on after this score, where running scores are reported
    runs_on: Callable[[str, tuple[Fraction, Fraction]], bool] | None = None
