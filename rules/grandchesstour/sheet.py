"""What the tour adds to the workbook: settings, columns, decisions, result words, views, sentences."""

from __future__ import annotations

from rules.grandchesstour.director import about_of_play
from rules.grandchesstour.events import KINDS
from rules.grandchesstour.rulebook import RULEBOOK
from rules.grandchesstour.words import TROUBLES, WORDS
from rules.parts.views import column, default_words, director_words, pairings_view, played_words
from rules.sheet import Cell, Column, DecisionSpec, FormatSheet, Kind, Setting, View

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
        decides=about_of_play,
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
        decides=about_of_play,
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

RESULTS = (
    *played_words("A draw, also in an Armageddon game."),
    *default_words("Black did not attend.", "White did not attend.", "Neither attended."),
    *director_words("As if never paired; in a play-off the game is set again."),
)


VIEWS = (
    View(
        "Standings",
        (
            column("Event", 8),
            column("Place", 7, Kind.INTEGER, "Tied players all show the first place they cover."),
            column("Player", 22, Kind.PLAYER),
            column("Score", 8, Kind.NUMBER, "All main games added."),
            column("Played", 8, Kind.INTEGER),
            column("Wins", 7, Kind.INTEGER, "Games won, defaults included."),
            column("Counted", 9, Kind.INTEGER, "Wins as play-offs count them: blitz 1; rapid and classical 2."),
            column("Prize", 12),
            column("Tour points", 11, Kind.NUMBER),
            column("Why", 70),
        ),
        "Every event, with prizes and Tour points as far as they are given out.",
    ),
    View(
        "This round",
        (
            column("Player", 18, Kind.PLAYER),
            column("Opponent", 18, Kind.PLAYER),
            column("Colour", 8),
            column("Starts", 22, Kind.MOMENT, "Not before."),
            column("Rate", 11),
            column("Report", 13, Kind.URL),
            column("State", 26),
            column("Game", 12, Kind.GAME_ID),
            column("Clock", 40, help_="In play-offs: what each player has."),
        ),
        "The next games, with times.",
    ),
    View(
        "Tour",
        (
            column("Place", 7, Kind.INTEGER),
            column("Player", 22, Kind.PLAYER),
            column("Total", 9, Kind.NUMBER),
            column("Prize", 12),
        ),
        "The Tour: points by event, total, place, prize.",
        open_ended=True,
    ),
    View(
        "Bracket",
        (
            column("Match", 12),
            column("Round", 14),
            column("First", 22, Kind.PLAYER),
            column("Second", 22, Kind.PLAYER),
            column("Score", 10),
            column("Games", 34),
            column("Winner", 22, Kind.PLAYER),
            column("State", 50),
        ),
        "The play-offs.",
        tree=("Round", "First", "Second", "Winner"),
    ),
    View(
        "Cross-table",
        (
            column("Event", 8),
            column("No", 5, Kind.INTEGER),
            column("Player", 22, Kind.PLAYER),
            column("Score", 8, Kind.NUMBER),
        ),
        "Who scored what against whom in the main games.",
        open_ended=True,
    ),
    View(
        "Prize money",
        (column("Player", 22, Kind.PLAYER), column("Sum", 14)),
        "What everybody has won so far, event by event, once `Prizes` says what there is to win.",
        open_ended=True,
    ),
    pairings_view(),
    View(
        "Next round",
        (
            column("Board", 12),
            column("White", 22, Kind.PLAYER),
            column("Black", 22, Kind.PLAYER),
            column("Rate", 11),
            column("Why", 90),
        ),
        "The draft. Do not play these games yet.",
        people=False,
    ),
    View(
        "Why",
        (column("Round", 9), column("About", 18), column("Decision", 120)),
        "Why everything is as it is, the newest first.",
    ),
)

TOUR_SHEET = FormatSheet(
    name="grand-chess-tour",
    title="Tour of events",
    rulebook="Grand Chess Tour, tie-break regulations of 2016",
    text=RULEBOOK,
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
