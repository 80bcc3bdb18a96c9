"""What the tour adds to the workbook: settings, columns, decisions, result words, views, sentences."""

from __future__ import annotations

from fractions import Fraction

from rules.grandchesstour.events import KINDS
from rules.grandchesstour.words import TROUBLES, WORDS
from rules.model import How
from rules.sheet import Cell, Column, DecisionSpec, FormatSheet, Kind, ResultWord, Setting, View

SETTINGS = (
    Setting(
        "Events",
        Kind.PLAYERS,
        "",
        "Ids of the events in order, such as PAR ; LEU ; SIN. Blank: as the column Events of Players names them.",
        before_start=True,
    ),
    Setting("Name", Kind.TEXT, "", "The name of an event: put its id into For."),
    Setting("Kind", Kind.CHOICE, "classical", "How an event is played.", tuple(KINDS)),
    Setting(
        "Rounds", Kind.CHOICE, "single", "single: everybody meets everybody once. double: twice.", ("single", "double")
    ),
    Setting(
        "Blitz rounds", Kind.CHOICE, "double", "The blitz part of an event of rapid and blitz.", ("single", "double")
    ),
    Setting("Classical win", Kind.NUMBER, "1", "What a win is worth; a draw is half of it."),
    Setting("Rapid win", Kind.NUMBER, "2", "What a win is worth; a draw is half of it."),
    Setting("Blitz win", Kind.NUMBER, "1", "What a win is worth; a draw is half of it."),
    Setting("Interval", Kind.DURATION, "10 min", "Between two games of a play-off: 5 minutes or more."),
    Setting(
        "Check for",
        Kind.DURATION,
        "10 min",
        "How long the same draft must have stood in Next round before it goes out. 0 for at once.",
    ),
    Setting(
        "Lots",
        Kind.CHOICE,
        "drawn",
        "drawn: by the worker from the recorded seed. typed: the worker asks in Lots and waits for you.",
        ("drawn", "typed"),
    ),
    Setting("Currency", Kind.TEXT, "$", "Sign before prize money."),
    Setting(
        "Tour", Kind.CHOICE, "yes", "Are the events one tour with final standings (two events or more)?", ("yes", "no")
    ),
    Setting("Best events", Kind.INTEGER, "", "How many of a player's best events count for the Tour. Blank: all."),
    Setting(
        "Second place play-off",
        Kind.CHOICE,
        "yes",
        "Is a tie for second place of the Tour alone played off? The money is shared either way.",
        ("yes", "no"),
    ),
)

PLAYER_COLUMNS = (
    Column(
        "Events",
        Kind.PLAYERS,
        Cell.PERSON,
        "Ids of the events the player takes part in, such as PAR ; SIN. Blank: all.",
        width=20,
    ),
)

DECISIONS = (
    DecisionSpec(
        "Blitz for rapid",
        "blitz games in place of rapid ones",
        Kind.TEXT,
        about_help="A match (PAR-P1-01), a round, or the whole play-off (PAR-P1), before its first game.",
        example=("PAR-P1", ""),
        rule="6.5, G21",
    ),
    DecisionSpec(
        "Leaves",
        "a player out of an event or its play-off",
        Kind.TEXT,
        Kind.PLAYER,
        about_help="The event or its play-off. For everything at once use Status in Players.",
        value_help="The player. All games still due are entered as not attended.",
        example=("PAR-P1", "So, Wesley"),
        rule="G12, G32",
    ),
    DecisionSpec(
        "Winner",
        "to name the winner of a match or a play-off",
        Kind.TEXT,
        Kind.PLAYER,
        about_help="A match (PAR-P2-01), or the whole play-off (PAR-P1).",
        value_help="The winner.",
        example=("PAR-P1", "So, Wesley"),
        rule="G12, G20",
    ),
    DecisionSpec(
        "Tree of sixteen",
        "a play-off of nine to sixteen players as a tree",
        Kind.TEXT,
        about_help="The play-off.",
        example=("PAR-P1", ""),
        rule="6.4, G20",
    ),
    DecisionSpec(
        "Start",
        "a play-off, match or game to start at another time",
        Kind.TEXT,
        start=True,
        about_help="The play-off, round, match or game. The start stands in From.",
        example=("PAR-P1", ""),
        rule="6, G28",
    ),
    DecisionSpec(
        "Withdraw round",
        "a publication taken back",
        Kind.TEXT,
        about_help="An event (PAR), or the last round of its play-off (PAR-P1). No game may have a result.",
        example=("PAR", ""),
        rule="G33",
    ),
)

ONE, HALF, ZERO = Fraction(1), Fraction(1, 2), Fraction(0)
RESULTS = (
    ResultWord("1-0", (ONE, ZERO), How.PLAYED, help="White won."),
    ResultWord("0-1", (ZERO, ONE), How.PLAYED, help="Black won."),
    ResultWord("1/2-1/2", (HALF, HALF), How.PLAYED, ("draw",), "A draw, also in an Armageddon game."),
    ResultWord("1-0F", (ONE, ZERO), How.DEFAULT, help="Black did not attend."),
    ResultWord("0-1F", (ZERO, ONE), How.DEFAULT, help="White did not attend."),
    ResultWord("0-0F", (ZERO, ZERO), How.DOUBLE_DEFAULT, help="Neither attended."),
    ResultWord("Void", None, How.VOID, help="As if never paired; in a play-off the game is set again."),
    ResultWord("Open", None, How.PLAYED, help="Refuse earlier reports and play on."),
)


def _c(heading: str, width: int, kind: Kind = Kind.TEXT, help_: str = "") -> Column:
    return Column(heading, kind, help=help_, width=width)


VIEWS = (
    View(
        "Standings",
        (
            _c("Event", 8),
            _c("Place", 7, Kind.INTEGER, "Tied players all show the first place they cover."),
            _c("Player", 22, Kind.PLAYER),
            _c("Score", 8, Kind.NUMBER, "All main games added."),
            _c("Played", 8, Kind.INTEGER),
            _c("Wins", 7, Kind.INTEGER, "Games won, defaults included."),
            _c("Counted", 9, Kind.INTEGER, "Wins as play-offs count them: blitz 1; rapid and classical 2."),
            _c("Prize", 12),
            _c("Tour points", 11, Kind.NUMBER),
            _c("Why", 70),
        ),
        "Every event, with prizes and Tour points as far as they are given out.",
    ),
    View(
        "This round",
        (
            _c("Player", 18, Kind.PLAYER),
            _c("Opponent", 18, Kind.PLAYER),
            _c("Colour", 8),
            _c("Starts", 22, Kind.MOMENT, "Not before."),
            _c("Rate", 11),
            _c("Report", 13, Kind.URL),
            _c("State", 26),
            _c("Game", 12, Kind.GAME_ID),
            _c("Clock", 40, help_="In play-offs: what each player has."),
        ),
        "The next games, with times.",
    ),
    View(
        "Tour",
        (
            _c("Place", 7, Kind.INTEGER),
            _c("Player", 22, Kind.PLAYER),
            _c("Total", 9, Kind.NUMBER),
            _c("Prize", 12),
        ),
        "The Tour: points by event, total, place, prize.",
        open_ended=True,
    ),
    View(
        "Bracket",
        (
            _c("Match", 12),
            _c("Round", 14),
            _c("First", 22, Kind.PLAYER),
            _c("Second", 22, Kind.PLAYER),
            _c("Score", 10),
            _c("Games", 34),
            _c("Winner", 22, Kind.PLAYER),
            _c("State", 50),
        ),
        "The play-offs.",
    ),
    View(
        "Cross-table",
        (_c("Event", 8), _c("No", 5, Kind.INTEGER), _c("Player", 22, Kind.PLAYER), _c("Score", 8, Kind.NUMBER)),
        "Who scored what against whom in the main games.",
        open_ended=True,
    ),
    View(
        "Prize money",
        (_c("Player", 22, Kind.PLAYER), _c("Sum", 14)),
        "What everybody has won so far, event by event.",
        open_ended=True,
    ),
    View(
        "Pairings",
        (
            _c("Game", 12, Kind.GAME_ID),
            _c("Round", 9, Kind.ROUND_ID),
            _c("White", 22, Kind.PLAYER),
            _c("Black", 22, Kind.PLAYER),
            _c("Outcome", 12, Kind.RESULT),
            _c("Decided by", 13),
            _c("Due", 26, Kind.MOMENT),
            _c("Link", 30, Kind.URL),
            _c("Remark", 40),
        ),
        "Every game with what counts.",
    ),
    View(
        "Next round",
        (_c("Board", 12), _c("White", 22, Kind.PLAYER), _c("Black", 22, Kind.PLAYER), _c("Rate", 11), _c("Why", 90)),
        "The draft. Do not play these games yet.",
        people=False,
    ),
    View(
        "Why",
        (_c("Round", 9), _c("About", 18), _c("Decision", 120)),
        "Why everything is as it is, the newest first.",
    ),
)

TOUR_SHEET = FormatSheet(
    name="grand-chess-tour",
    title="Tour of events",
    rulebook="Grand Chess Tour, tie-break regulations of 2016",
    settings=SETTINGS,
    player_columns=PLAYER_COLUMNS,
    decisions=DECISIONS,
    results=RESULTS,
    views=VIEWS,
    words=WORDS,
    troubles=TROUBLES,
    has_sections=True,
    has_lots=True,
    has_prizes=True,
    has_rate=True,
    has_ended=True,
    has_starts=True,
)
