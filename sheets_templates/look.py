"""How a book looks, as plain data made from the schema. Renderers (`.xlsx`, Google) follow it and add nothing.

Who a cell belongs to is said in colour and in words: people's cells are white under a green heading; cells the
worker wrote once are grey; the director's own columns of a players' tab stand under an amber band.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

from rules.sheet import NUMBER_KINDS, Cell, Column, Kind, Setting
from sync.schema import Rows, Tab

# Colours as RRGGBB.
WHITE = "FFFFFF"
INK = "1F2933"
QUIET = "6B7280"
GREEN = "2E6B4F"
AMBER = "9A5B13"
NAVY = "1F3A5F"
SLATE = "4B5563"
PALE_AMBER = "FFF7E6"
PALE_GREY = "F3F4F6"
PALE_BLUE = "F7F9FC"
LINE = "D5DAE1"
TAB_COLOURS = {"people": "3C8D68", "worker": "2F5D94", "record": "8A929E", "urgent": "D97706"}

TEXT_FORMAT = "@"
MOMENT_FORMAT = "yyyy-mm-dd hh:mm"
GENERAL = ""

PHONE = 360  # pixels of a narrow phone
_LATER = {"Starts": 9, "Rate": 7, "Game": 8, "Section": 7, "Score": 6, "Remark": 14, "Clock": 14}
PHONE_WIDTHS: Mapping[str, Mapping[str, int]] = {
    # Tabs looked at on a phone, with the widths their columns have there: small letters, and long texts in lines.
    "This round": {"Player": 9, "Opponent": 9, "Colour": 7, "Invites": 7, "Due": 9, "Report": 7, "State": 7, **_LATER},
    "Problems": {"Urgency": 8, "Where": 18, "What is wrong": 32, "What to type": 38, "If you do nothing": 30},
    "Next round": {"Board": 7, "White": 12, "Black": 12, "Games each": 7, "Why": 60},
    "Why": {"Round": 7, "About": 10, "Decision": 40},
    "Notices": {"When": 10, "About": 8, "Text to paste": 40, "State": 14},
    "Submissions": {"Sent": 10, "Game": 8, "State": 10, "Says": 8, "Why": 40, "Link": 20, "Row": 9},
    "Scores": {"Position": 8, "Player": 14},
    "History": {"Player": 14},
}
_FROZEN = PHONE * 0.6  # columns that stay leave room for others
_PIXELS, _ROOM = 7.2, 14  # of a character, and beside the text
_SMALL_PIXELS, _SMALL_ROOM = 6, 4

YES_NO = ("yes", "no")
_DIRECTOR = "Director only"
_NUMBERS = NUMBER_KINDS
_TALLEST = 5000  # rows that get drop-downs and colours
_WIDEST_MATRIX = 300


@dataclass(frozen=True)
class Shade:
    """Colours and weight of a cell; "" leaves them as they are."""

    fill: str = ""
    text: str = ""
    bold: bool = False
    italic: bool = False


class Pick(Enum):
    """Where a drop-down takes its entries from."""

    WORDS = "words"
    PLAYERS = "players"  # the names in Players
    YES_NO = "yes/no"


@dataclass(frozen=True)
class DropDown:
    """A drop-down over a column. Other entries are always allowed: the worker answers them in Problems."""

    pick: Pick
    words: tuple[str, ...] = ()


@dataclass(frozen=True)
class ColumnLook:
    """One column from its heading down."""

    heading: str
    width: int  # characters
    number_format: str  # TEXT_FORMAT, MOMENT_FORMAT, or GENERAL
    head: Shade
    cells: Shade
    align: str = "left"
    wrap: bool = False
    note: str = ""  # shown at the heading
    prompt: str = ""  # shown when a cell below is chosen
    drop_down: DropDown | None = None
    locked: bool = False
    small: bool = False  # small letters, no room beside them

    @property
    def pixels(self) -> int:
        """Width of the column on a screen."""
        if self.small:
            return self.width * _SMALL_PIXELS + _SMALL_ROOM
        return round(self.width * _PIXELS) + _ROOM


class Test(Enum):
    """When a cell lights up."""

    __test__ = False  # not a case for pytest

    IS = "is"
    BEGINS = "begins with"
    HOLDS = "holds"
    ABOVE_ZERO = "above zero"
    BELOW_ZERO = "below zero"


@dataclass(frozen=True)
class Highlight:
    """Cells of a column that ask for attention, or say that all is well."""

    column: int
    test: Test
    word: str
    shade: Shade


@dataclass(frozen=True)
class LineLook:
    """One line of Settings: its value cell."""

    name: str
    first_block: bool
    number_format: str
    drop_down: DropDown | None = None


@dataclass(frozen=True)
class ChartLook:
    """Lines over the open columns: one line a row (players down) or one a column (rounds down)."""

    title: str
    by_rows: bool
    fixed: int  # columns before the open ones


@dataclass(frozen=True)
class TabLook:
    """A whole tab."""

    tab: Tab
    columns: tuple[ColumnLook, ...]
    frozen_rows: int
    frozen_columns: int
    tab_colour: str
    protected: bool
    hidden: bool = False
    banner: tuple[Shade, ...] = ()  # rows above the headings
    band: tuple[int, int, str] | None = None  # first and last column, and what stands above them
    highlights: tuple[Highlight, ...] = ()
    heat: tuple[int, int] | None = None  # columns from, to
    chart: ChartLook | None = None
    lines: tuple[LineLook, ...] = ()
    lines_note: str = ""  # shown at the first of them
    tallest: int = _TALLEST

    @property
    def first_row(self) -> int:
        """The first row below the headings, counted from 1."""
        return self.tab.heading_row + 1


RED = Shade("FBD5D5", "8B1A1A", bold=True)
ORANGE = Shade("FDE7C7", "7A4A06")
YELLOW = Shade("FFF6CC", "6B5900")
CALM = Shade("DFF3E4", "1E5B35")
FADED = Shade("E9EBEE", QUIET)

# What lights up, by heading. The first that fits counts.
ATTENTION: Mapping[str, tuple[tuple[Test, str, Shade], ...]] = {
    "Urgency": (
        (Test.IS, "stopped", Shade("B42318", WHITE, bold=True)),
        (Test.IS, "now", RED),
        (Test.IS, "soon", ORANGE),
        (Test.IS, "note", FADED),
    ),
    "State": (
        (Test.HOLDS, "overdue", RED),
        (Test.HOLDS, "needs", RED),
        (Test.HOLDS, "not read", RED),
        (Test.HOLDS, "refused", RED),
        (Test.HOLDS, "late", ORANGE),
        (Test.HOLDS, "wait", ORANGE),
        (Test.HOLDS, "held", ORANGE),
        (Test.HOLDS, "accepted", CALM),
        (Test.HOLDS, "won", CALM),
        (Test.HOLDS, "replaced", FADED),
    ),
    "Outcome": (
        (Test.IS, "Null", Shade("FBD5D5", "8B1A1A")),
        (Test.IS, "Void", FADED),
    ),
    "Due": ((Test.HOLDS, "overdue", RED),),
    "Remark": ((Test.HOLDS, "frozen", RED), (Test.HOLDS, "wait", ORANGE)),
    "Change": (
        (Test.ABOVE_ZERO, "", CALM),
        (Test.BELOW_ZERO, "", Shade("FBE4E4", "8B1A1A")),
        (Test.BEGINS, "+", CALM),
        (Test.BEGINS, "▲", CALM),
        (Test.BEGINS, "-", Shade("FBE4E4", "8B1A1A")),
        (Test.BEGINS, "▼", Shade("FBE4E4", "8B1A1A")),
    ),
    "Status": (
        (Test.IS, "Paused", YELLOW),
        (Test.IS, "Withdrawn", FADED),
        (Test.IS, "Disqualified", Shade("FBD5D5", "8B1A1A")),
        (Test.HOLDS, "wait", ORANGE),
        (Test.HOLDS, "running", CALM),
    ),
}

_HEADS = {
    Cell.PERSON: Shade(GREEN, WHITE, bold=True),
    Cell.SEEDED: Shade(SLATE, WHITE, bold=True),
    Cell.RECORDED: Shade(SLATE, WHITE, bold=True),
    Cell.LOOK_UP: Shade(SLATE, WHITE, bold=True),
    Cell.VIEW: Shade(NAVY, WHITE, bold=True),
}
_CELLS = {
    Cell.PERSON: Shade(),
    Cell.SEEDED: Shade(PALE_BLUE),
    Cell.RECORDED: Shade(PALE_GREY, QUIET),
    Cell.LOOK_UP: Shade(PALE_GREY),
    Cell.VIEW: Shade(),
}
_OWNER = {
    Cell.SEEDED: "Written by the worker; the director may change it.",
    Cell.RECORDED: "Written by the worker. Do not change.",
    Cell.LOOK_UP: "Shown by the worker. Nothing is read from here.",
}


def looks(tabs: Iterable[Tab]) -> tuple[TabLook, ...]:
    """Looks of all tabs, in their order."""
    return tuple(look_of(tab) for tab in tabs)


def look_of(tab: Tab) -> TabLook:
    """How one tab looks."""
    form, band = tab.rows is Rows.FORM, _band(tab)
    columns = tuple(_column(tab, c, form, band is not None and band[0] <= i) for i, c in enumerate(tab.columns))
    view = tab.rows is Rows.VIEW
    return TabLook(
        tab=tab,
        columns=columns,
        frozen_rows=tab.heading_row,
        frozen_columns=_frozen_columns(tab, columns),
        tab_colour=TAB_COLOURS.get("urgent" if tab.name == "Problems" else tab.shade, ""),
        protected=view or tab.shade == "record",
        hidden=tab.hidden,
        banner=(Shade("", INK, bold=True), Shade("", QUIET, italic=True))[: tab.heading_row - 1] if view else (),
        band=band,
        highlights=() if form else _highlights(tab),
        heat=(len(tab.columns), len(tab.columns) + _WIDEST_MATRIX - 1) if tab.heat and tab.open_ended else None,
        chart=_chart(tab),
        lines=tuple(_line(s) for s in tab.settings),
        lines_note="Before you start: fill in the lines of this block." if tab.settings else "",
    )


def _column(tab: Tab, column: Column, form: bool, director: bool) -> ColumnLook:
    head, cells = _HEADS[column.cell], _CELLS[column.cell]
    note, prompt = column.help, ""
    if director:
        head = Shade(AMBER, WHITE, bold=True)
        note = note if note.startswith(_DIRECTOR) else f"{_DIRECTOR}. {note}"
        prompt = note
    elif column.cell in _OWNER:
        note = f"{note} {_OWNER[column.cell]}" if "Do not change" not in note else note
    if tab.shade == "record":
        cells = Shade("", QUIET)
    phone = tab.name in PHONE_WIDTHS and tab.rows is Rows.VIEW
    width = PHONE_WIDTHS.get(tab.name, {}).get(column.heading, column.width) if phone else column.width
    return ColumnLook(
        heading=column.heading,
        width=max(width, 5),
        number_format=_number_format(column, form),
        head=head,
        cells=cells,
        align=_align(column),
        wrap=phone or (column.cell is Cell.VIEW and column.width >= 30),
        note=note.strip(),
        prompt=prompt,
        drop_down=None if form else drop_down(column),
        locked=tab.rows is Rows.VIEW or tab.shade == "record",
        small=phone,
    )


def _number_format(column: Column, form: bool) -> str:
    """Plain text wherever a spreadsheet would turn what is typed into a date or a number."""
    if column.kind is Kind.MOMENT:
        return MOMENT_FORMAT
    if column.cell is Cell.LOOK_UP or column.kind in (*_NUMBERS, Kind.CHECK):
        return GENERAL
    if column.cell is Cell.VIEW and column.kind is Kind.TEXT:
        return GENERAL
    if form and column.kind is Kind.URL:
        return GENERAL
    return TEXT_FORMAT


def _align(column: Column) -> str:
    short = column.cell is Cell.VIEW and column.kind is Kind.TEXT and column.width <= 9
    if short or column.kind in (Kind.RESULT, Kind.CHECK):
        return "center"
    return "right" if column.kind in _NUMBERS else "left"


def drop_down(column: Column) -> DropDown | None:
    """The drop-down of a column people type in, if it has one."""
    if column.cell not in (Cell.PERSON, Cell.SEEDED):
        return None
    if column.choices:
        return DropDown(Pick.WORDS, column.choices)
    if column.kind is Kind.PLAYER:
        return DropDown(Pick.PLAYERS)
    return DropDown(Pick.YES_NO, YES_NO) if column.kind is Kind.CHECK else None


def _line(setting: Setting) -> LineLook:
    formats = {Kind.MOMENT: MOMENT_FORMAT, Kind.CHECK: GENERAL} | dict.fromkeys(NUMBER_KINDS, GENERAL)
    down = DropDown(Pick.YES_NO, YES_NO) if setting.kind is Kind.CHECK else None
    words = tuple(c for c in setting.choices if c)
    return LineLook(
        setting.name,
        setting.before_start,
        formats.get(setting.kind, TEXT_FORMAT),
        DropDown(Pick.WORDS, words) if words else down,
    )


def _band(tab: Tab) -> tuple[int, int, str] | None:
    """The director's own columns of a tab that everybody reads: people's cells right of the worker's."""
    if tab.rows is not Rows.APPENDED or not any(c.kind is Kind.PLAYER for c in tab.columns):
        return None
    own = [i for i, c in enumerate(tab.columns) if c.cell is Cell.PERSON]
    return (own[0], own[-1], _DIRECTOR.lower()) if own else None


def _frozen_columns(tab: Tab, columns: Sequence[ColumnLook]) -> int:
    """Columns that stay: whose row it is, as far as that leaves room for something else on a phone."""
    if tab.open_ended:
        wanted = min(1 + next((i for i, c in enumerate(tab.columns) if c.kind is Kind.PLAYER), 0), 2)
    elif tab.rows is Rows.APPENDED:
        names = (i + 1 for i, c in enumerate(tab.columns) if c.cell is Cell.SEEDED and c.kind is Kind.PLAYER)
        wanted = max(names, default=1)
    else:
        wanted = 1 if tab.rows is Rows.PEOPLE else 0
    fits = sum(c.pixels for c in columns[:wanted]) <= _FROZEN
    return wanted if fits else min(wanted, 1)


def _highlights(tab: Tab) -> tuple[Highlight, ...]:
    return tuple(
        Highlight(index, test, word, shade)
        for index, column in enumerate(tab.columns)
        for test, word, shade in ATTENTION.get(column.heading, ())
    )


def _chart(tab: Tab) -> ChartLook | None:
    if not tab.chart or not tab.open_ended:
        return None
    return ChartLook(tab.chart, any(c.kind is Kind.PLAYER for c in tab.columns), len(tab.columns))


def player_names(looked: Sequence[TabLook]) -> tuple[str, str] | None:
    """Tab and heading that drop-downs of players take their names from."""
    for look in looked:
        if look.tab.rows is Rows.PEOPLE and any(c.heading == "Player" for c in look.columns):
            return look.tab.name, "Player"
    return None
