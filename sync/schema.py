"""The one table that describes every tab and column of the workbook.

Reading, writing, templates, the guide and every backend follow it. Tabs every format has stand here; a format
adds its own settings, columns, decisions and views (`rules.sheet`).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from functools import lru_cache

from rules.model import Empty
from rules.parts.director_lines import OTHER_DEADLINE
from rules.sheet import Cell, Column, DecisionSpec, FormatSheet, Kind, Setting, View
from sync.kinds import ORDERS, RATINGS

STATUSES = ("Active", "Paused", "Withdrawn", "Disqualified")


class Rows(Enum):
    """Who makes the rows of a tab."""

    PEOPLE = "people"  # people type here; the worker never writes
    APPENDED = "appended"  # the worker appends rows, people type beside them
    VIEW = "view"  # the worker's own
    FORM = "form"  # answers of a form; never written


@dataclass(frozen=True)
class Tab:
    """A tab. `heading_row` counts from 1; the rows above it are the worker's banner."""

    name: str
    columns: tuple[Column, ...]
    rows: Rows
    help: str = ""
    heading_row: int = 1
    hidden: bool = False
    open_ended: bool = False  # further columns follow the data
    heat: bool = False
    chart: str = ""
    shade: str = ""  # who it belongs to, shown in the colour of the tab: people, worker, record
    settings: tuple[Setting, ...] = ()  # of the tab whose lines are settings

    @property
    def headings(self) -> tuple[str, ...]:
        """Headings from left to right."""
        return tuple(c.heading for c in self.columns)

    def column(self, heading: str) -> Column:
        """The column with this heading. Raises KeyError."""
        return next_or_key_error(self.columns, heading)

    def index(self, heading: str) -> int:
        """Position of the column, from 0, in a tab the worker laid out."""
        return self.headings.index(heading)


def next_or_key_error(columns: tuple[Column, ...], heading: str) -> Column:
    """The column with this heading. Raises KeyError."""
    for column in columns:
        if column.heading == heading:
            return column
    raise KeyError(heading)


def normal(heading: object) -> str:
    """A heading or title as compared: case and spaces forgiven."""
    return _normal(heading if isinstance(heading, str) else str(heading or ""))


@lru_cache(maxsize=4096)
def _normal(text: str) -> str:
    return " ".join(text.split()).casefold()


SETTINGS: tuple[Setting, ...] = (
    Setting("Tournament", Kind.TEXT, "", "The name people see.", before_start=True),
    Setting(
        "Time zone", Kind.ZONE, "", "All times in this book are in this zone, such as Europe/Berlin.", before_start=True
    ),
    Setting(
        "Start",
        Kind.MOMENT,
        "",
        "Nothing is published before. Type now, or a date and time.",
        before_start=True,
    ),
    Setting("Format", Kind.TEXT, "", "The rulebook. Set when the book was made.", defines=True),
    Setting(
        "Publish",
        Kind.TEXT,
        "automatically",
        "automatically, or the id of a round (such as R4): then rounds up to that one may go out and later ones wait.",
    ),
    Setting(
        "Check for",
        Kind.DURATION,
        "2 hours",
        "How long the same draft of a round must have stood in Next round before it goes out. 0 for at once.",
    ),
    Setting(
        "Dates",
        Kind.CHOICE,
        "",
        "How a date such as 1/11/2027 is meant. Blank: Pairsheet asks about each that could be two days.",
        choices=("", *ORDERS),
    ),
    Setting("Ratings from", Kind.INTEGER, str(RATINGS[0]), "The lowest rating there is; a lower one is asked about."),
    Setting("Ratings to", Kind.INTEGER, str(RATINGS[1]), "The highest rating there is; a higher one is asked about."),
    Setting("Publish at", Kind.SLOT, "", "Rounds go out only at this weekday and time, such as Sunday 18:00."),
    Setting(
        "Hold claims for",
        Kind.INTEGER,
        "3",
        "Days a report that waits for a check keeps its game open past the deadline.",
    ),
    Setting(
        "If the TD does not answer",
        Kind.TEXT,
        "wait",
        "wait, or a number of days after which the printed default of each decision applies.",
    ),
    Setting(
        "Website address",
        Kind.URL,
        "",
        "Where the event's website will stand, such as https://club.example/autumn. For previews, feeds and sitemap.",
    ),
    Setting(
        "Found by search engines",
        Kind.CHOICE,
        "",
        "yes: search engines may list the website. Blank or no: its pages ask them not to.",
        choices=("", "no", "yes"),
    ),
    Setting("Form link", Kind.URL, "", "The link of your result form, shown to players. Blank: results are typed."),
    Setting(
        "Form answers",
        Kind.TEXT,
        "",
        "Where the form's answers arrive when not in this book: the link of a private spreadsheet.",
    ),
    Setting("Public sheet", Kind.URL, "", "A second spreadsheet that mirrors the tabs players may see."),
    Setting(
        "Verify games",
        Kind.CHOICE,
        "no",
        "Look every reported game up at the chess site.",
        choices=("no", "yes"),
    ),
    Setting(
        "Find games",
        Kind.CHOICE,
        "no",
        "Look for games of open pairings that nobody reported, and propose them.",
        ("no", "yes"),
    ),
    Setting("Site", Kind.CHOICE, "any", "The site a verified game must be played at.", ("any", "Chess.com", "Lichess")),
    Setting("Variant", Kind.TEXT, "any", "The variant a verified game must be, such as chess960."),
    Setting(
        "Clock",
        Kind.TEXT,
        "any",
        "The clock a verified game must have, minutes and seconds such as 15|10; by rate: rapid 25|10 ; blitz 5|3.",
    ),
    Setting(
        "Site patience",
        Kind.INTEGER,
        "48",
        "Hours a report waits for the chess site before the TD is asked (24 or more).",
    ),
    *(
        Setting(f"Notice: {kind}", Kind.TEXT, "", f"Your own wording of this notice; {names} stand for what they say.")
        for kind, names in (
            ("round", "{event} {round} {games} {due}"),
            ("game", "{event} {game} {white} {black} {invites} {due}"),
            ("reminder", "{event} {game} {white} {black} {due} {left}"),
            ("null", "{event} {game} {white} {black} {due}"),
            ("leaver", "{event} {player} {status} {games}"),
            ("withdrawn", "{event} {round}"),
            ("back", "{event} {player}"),
            ("champion", "{event} {champion}"),
            ("digest", "{event} {count} {problems}"),
        )
    ),
    Setting("Confirm", Kind.TEXT, "", "Type here the code that Problems shows when it asks you to confirm something."),
    Setting(
        "Copy",
        Kind.CHOICE,
        "",
        "Only in a copied book: is it the same event, moved, or a new one?",
        ("", "continue", "new season"),
    ),
)

PLAYERS: tuple[Column, ...] = (
    Column(
        "Player", Kind.TEXT, Cell.PERSON, "The name shown everywhere. Everyone can read it.", width=24, blank_ok=False
    ),
    Column(
        "Username",
        Kind.TEXT,
        Cell.PERSON,
        "Account at the chess site: its name, or the link of the player's page. Blank: the same as Player.",
        ("User name", "Account"),
        width=18,
    ),
    Column("Also known as", Kind.PLAYERS, Cell.PERSON, "Old names and other accounts, separated by ;", width=18),
    Column("Rating", Kind.RATING, Cell.PERSON, "A whole number, or blank.", width=8, at_start=True),
    Column("Seed", Kind.SEED, Cell.PERSON, "1 is the strongest. Blank: by rating.", width=6, at_start=True),
)
PLAYERS_END: tuple[Column, ...] = (
    Column(
        "Status",
        Kind.CHOICE,
        Cell.PERSON,
        "Active (also when blank), Paused, Withdrawn, Disqualified.",
        choices=STATUSES,
        width=13,
    ),
    Column("Until", Kind.MOMENT, Cell.PERSON, "The end of a pause: active again from then on.", width=17),
    Column(
        "From round", Kind.ROUND_ID, Cell.PERSON, "A late entry: the round from which the player takes part.", width=10
    ),
    Column("Note", Kind.TEXT, Cell.PERSON, "For yourself. Everyone who can open this book can read it.", width=24),
)

DECISIONS: tuple[DecisionSpec, ...] = (
    DecisionSpec(
        "Answered",
        "to tick off a message to the director, or a report that fits no game",
        Kind.TEXT,
        about_help="The id of the message, as Problems shows it; F12 for row 12 of the form; or all, for what "
        "came so far (later ones: delete the line and type it again).",
        example=("M1a2b3c", ""),
    ),
    DecisionSpec(
        "Refuse claim",
        "a report refused and the game played on",
        Kind.GAME_ID,
        about_help="The game.",
        example=("R3-02", ""),
    ),
    OTHER_DEADLINE,
)
"""What a director may decide in every format; a format's own word of the same name replaces it."""


def games_columns(sheet: FormatSheet) -> tuple[Column, ...]:
    """Columns of Games in reading order: what players look at first, the director's own last."""
    words = tuple(w.word for w in sheet.results)
    columns = [
        Column("Game", Kind.GAME_ID, Cell.RECORDED, "R3-02: round 3, board 2. Do not change.", width=10),
        Column("Round", Kind.ROUND_ID, Cell.RECORDED, "The round it belongs to.", width=8),
        Column(sheet.first_heading, Kind.PLAYER, Cell.SEEDED, "A change of the name is a ruling.", width=22),
        Column(sheet.second_heading, Kind.PLAYER, Cell.SEEDED, "A change of the name is a ruling.", width=22),
        Column("Outcome", Kind.RESULT, Cell.LOOK_UP, "What counts. Shown from Pairings.", width=12),
        Column("Due", Kind.TEXT, Cell.LOOK_UP, "When it must be over. Shown from Pairings.", width=26),
        Column("Link", Kind.URL, Cell.LOOK_UP, "The game that counts. Shown from Pairings.", width=16),
        Column("Remark", Kind.TEXT, Cell.LOOK_UP, "Shown from Pairings.", width=28),
    ]
    if sheet.has_rate:
        columns.append(Column("Rate", Kind.TEXT, Cell.RECORDED, "Slow, rapid, blitz, Armageddon …", width=11))
    columns.append(Column("Announced", Kind.TEXT, Cell.RECORDED, "When it was published.", width=26))
    columns += [
        Column(
            "Result", Kind.RESULT, Cell.PERSON, "Director only: what you type here counts.", choices=words, width=12
        ),
        Column("Game URL", Kind.URL, Cell.PERSON, "Director only: a link for the record.", width=18),
        Column(
            "Deadline",
            Kind.MOMENT,
            Cell.PERSON,
            "Director only: a new deadline. A date alone means the end of that day.",
            width=17,
        ),
    ]
    if sheet.has_ended:
        columns.append(
            Column("Ended", Kind.MOMENT, Cell.PERSON, "When the game ended, where that decides what follows.", width=17)
        )
    columns.append(Column("Note", Kind.TEXT, Cell.PERSON, "Director only. Everyone can read it.", width=24))
    return tuple(columns)


def rounds_columns(sheet: FormatSheet) -> tuple[Column, ...]:
    """Columns of Rounds."""
    columns = [
        Column("Round", Kind.ROUND_ID, Cell.RECORDED, "Do not change.", width=9),
        Column("Kind", Kind.TEXT, Cell.RECORDED, "What sort of round it is.", width=13),
        Column("Announced", Kind.TEXT, Cell.RECORDED, "When it was published.", width=26),
    ]
    if sheet.has_starts:
        columns.append(Column("Starts", Kind.MOMENT, Cell.SEEDED, "When play begins; a change is a ruling.", width=17))
    columns += [
        Column("Status", Kind.TEXT, Cell.LOOK_UP, "Shown by the worker.", width=26),
        Column("Deadline", Kind.MOMENT, Cell.PERSON, "A new deadline for all games of the round.", width=17),
        Column("Note", Kind.TEXT, Cell.PERSON, "Everyone can read it.", width=24),
    ]
    return tuple(columns)


LOTS: tuple[Column, ...] = (
    Column("Lot", Kind.TEXT, Cell.RECORDED, "What it decides. Do not change.", width=14),
    Column("Kind", Kind.TEXT, Cell.RECORDED, "order, colour, toss or choice", width=9),
    Column("Among", Kind.PLAYERS, Cell.RECORDED, "Between whom.", width=34),
    Column("Drawn", Kind.TEXT, Cell.RECORDED, "Drawn by the worker; blank while it waits for you.", width=34),
    Column("Typed", Kind.TEXT, Cell.PERSON, "The answer of a lot drawn by hand, a toss or a choice.", width=34),
)
PRIZES: tuple[Column, ...] = (
    Column("Section", Kind.TEXT, Cell.PERSON, "Section or event the prize belongs to.", width=10),
    Column("Place", Kind.TEXT, Cell.PERSON, "1, 2, 3 … or bonus.", width=8),
    Column("Prize", Kind.MONEY, Cell.PERSON, "The amount alone, without a currency.", width=12, at_start=True),
    Column("Points", Kind.NUMBER, Cell.PERSON, "Tour points, where there are any.", width=10, at_start=True),
)
PAIRINGS: tuple[str, ...] = ("Game", "Round", "White", "Black", "Outcome", "Decided by", "Due", "Link", "Remark")
SUBMISSIONS: tuple[Column, ...] = (
    Column("Sent", width=26),
    Column("Game", width=10),
    Column("State", width=22),
    Column("Says", width=16),
    Column("Why", width=70),
    Column("Link", Kind.URL, width=34),
    Column("Row", width=8),
)
PROBLEMS: tuple[Column, ...] = (
    Column("Urgency", width=12),
    Column("Where", width=22),
    Column("What is wrong", width=60),
    Column("What to type", width=50),
    Column("If you do nothing", width=44),
)
JOURNAL: tuple[Column, ...] = tuple(
    Column(heading, Kind.TEXT, Cell.RECORDED, width=width)
    for heading, width in (
        ("No", 7),
        ("When", 26),
        ("Event", 14),
        ("Subject", 18),
        ("Detail", 80),
        ("Cause", 24),
        ("Pass", 18),
    )
)
NOTICES: tuple[Column, ...] = (
    Column("When", width=26),
    Column("About", width=12),
    Column("Text to paste", width=100),
    Column("State", width=22),
)
STATUS: tuple[Column, ...] = (Column("What", width=24), Column("Value", width=60))
FORM: tuple[Column, ...] = (
    Column(
        "Timestamp",
        Kind.MOMENT,
        Cell.PERSON,
        aliases=("Zeitstempel", "Horodateur", "Marca temporal", "Informazioni cronologiche", "Tijdstempel"),
        width=20,
    ),
    Column(
        "Game URL", Kind.URL, Cell.PERSON, aliases=("Link", "Game link", "URL", "Link of the game", "Game"), width=40
    ),
    Column("Result", Kind.TEXT, Cell.PERSON, aliases=("Who won?", "Who won", "Score", "Outcome"), width=16),
    Column("White", Kind.PLAYER, Cell.PERSON, aliases=("Player 1", "First player"), width=20),
    Column("Black", Kind.PLAYER, Cell.PERSON, aliases=("Player 2", "Second player"), width=20),
    Column("Pairing", Kind.GAME_ID, Cell.PERSON, aliases=("Game id", "Which game", "Board", "Game number"), width=12),
    Column(
        "Your name", Kind.PLAYER, Cell.PERSON, aliases=("Reporter", "Reported by", "Name", "Who are you?"), width=20
    ),
    Column("Message to the director", Kind.TEXT, Cell.PERSON, aliases=("Message", "Request", "Comment"), width=40),
)

FORM_TAB = Tab(
    "Form Responses", FORM, Rows.FORM, "Answers of the result form. Never written by the worker.", shade="people"
)
JOURNAL_TAB = Tab("Journal", JOURNAL, Rows.APPENDED, "The record of facts. Do not touch.", shade="record")


def settings_of(sheet: FormatSheet) -> tuple[Setting, ...]:
    """All settings of a book: those before the start first, then the format's, then the rest."""
    own = {s.name: s for s in sheet.settings}
    common = [own.pop(s.name, s) for s in SETTINGS]
    rest = [s for s in sheet.settings if s.name in own]
    every = [*common, *rest]
    return (
        *(s for s in every if s.before_start),
        *(s for s in rest if not s.before_start),
        *(s for s in common if not s.before_start),
    )


def decisions_of(sheet: FormatSheet) -> tuple[DecisionSpec, ...]:
    """All decisions a director may type in this format."""
    return (*sheet.decisions, *(d for d in DECISIONS if d.kind not in {s.kind for s in sheet.decisions}))


def _settings_columns(sheet: FormatSheet) -> tuple[Column, ...]:
    columns = [
        Column("Setting", Kind.TEXT, Cell.PERSON, "Do not change the names.", width=28),
        Column("Value", Kind.TEXT, Cell.PERSON, "Type here.", width=26),
    ]
    if sheet.has_sections:
        columns.append(Column("For", Kind.TEXT, Cell.PERSON, "A section or event; blank for all.", width=8))
    return (*columns, Column("Help", Kind.TEXT, Cell.PERSON, width=90))


def _decision_columns(sheet: FormatSheet) -> tuple[Column, ...]:
    kinds = tuple(d.kind for d in decisions_of(sheet))
    return (
        Column(
            "Decision", Kind.CHOICE, Cell.PERSON, "Pick one; the guide says what each needs.", choices=kinds, width=22
        ),
        Column("About", Kind.TEXT, Cell.PERSON, "A game (R3-02), a round (R3), a player.", width=20),
        Column("Value", Kind.TEXT, Cell.PERSON, "Names are separated by ;", width=28),
        Column("From", Kind.MOMENT, Cell.PERSON, width=17),
        Column("To", Kind.MOMENT, Cell.PERSON, width=17),
        Column("Note", Kind.TEXT, Cell.PERSON, "For yourself. Everyone can read it.", width=28),
    )


def players_columns(sheet: FormatSheet) -> tuple[Column, ...]:
    """Columns of Players; a format's own column of the same heading replaces the one that every format has."""
    own = {c.heading: c for c in sheet.player_columns}
    common = {c.heading for c in PLAYERS}
    rest = (c for c in sheet.player_columns if c.heading not in common)
    return (*(own.get(c.heading, c) for c in PLAYERS), *rest, *PLAYERS_END)


def _view_tab(view: View) -> Tab:
    return Tab(
        view.title, view.columns, Rows.VIEW, view.help, heading_row=3, open_ended=view.open_ended, heat=view.heat,
        chart=view.chart, shade="worker",
    )  # fmt: skip


def workbook(sheet: FormatSheet) -> tuple[Tab, ...]:
    """Every tab of a book of this format, from left to right: players' tabs, the director's, the record."""
    views = {v.title: _view_tab(v) for v in sheet.views}
    first = next(iter(views))
    players = [views.pop(first)]
    players += [views.pop(t) for t in ("This round",) if t in views]
    games = Tab("Games", games_columns(sheet), Rows.APPENDED, "Every game and bye.", shade="people")
    why = [views.pop("Why")] if "Why" in views else []
    drafts = [views.pop("Next round")] if "Next round" in views else []
    pairings = [views.pop("Pairings")] if "Pairings" in views else []
    others = [v for v in sheet.views if v.title in views]
    for_people = [_view_tab(v) for v in others if v.people]
    for_director = [_view_tab(v) for v in others if not v.people]
    tabs = [
        *players,
        games,
        *why,
        *for_people,
        *drafts,
        Tab("Problems", PROBLEMS, Rows.VIEW, "What needs the director.", heading_row=3, shade="worker"),
        Tab(
            "Settings",
            _settings_columns(sheet),
            Rows.PEOPLE,
            "How the event is run.",
            shade="people",
            settings=settings_of(sheet),
        ),
        Tab("Players", players_columns(sheet), Rows.PEOPLE, "Who plays.", shade="people"),
        Tab("Decisions", _decision_columns(sheet), Rows.PEOPLE, "What the director rules.", shade="people"),
        Tab("Rounds", rounds_columns(sheet), Rows.APPENDED, "Every round.", shade="people"),
    ]
    if sheet.has_lots:
        tabs.append(Tab("Lots", LOTS, Rows.APPENDED, "What chance or a choice decides.", shade="people"))
    if sheet.has_prizes:
        tabs.append(Tab("Prizes", PRIZES, Rows.PEOPLE, "Prize and point tables.", shade="people"))
    tabs += for_director
    tabs += pairings
    tabs += [
        Tab(
            "Notices",
            NOTICES,
            Rows.VIEW,
            "What there is to tell the players, newest first: copy and paste.",
            heading_row=3,
            shade="worker",
        ),
        Tab("Submissions", SUBMISSIONS, Rows.VIEW, "What became of each form answer.", heading_row=3, shade="worker"),
        FORM_TAB,
        JOURNAL_TAB,
        Tab("Status", STATUS, Rows.VIEW, "When the worker was last here.", shade="worker"),
    ]
    return tuple(tabs)


EMPTY_WORDS = tuple(e.value for e in Empty)
