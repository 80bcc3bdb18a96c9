"""What the Swiss adds to the workbook: settings, player columns, decisions, result words, views, sentences."""

from __future__ import annotations

from dataclasses import replace

from rules.parts.decisions import id_in, one_for_all
from rules.parts.director_lines import KEPT_APART, OTHER_DEADLINE, ROUND_TAKEN_BACK
from rules.parts.views import column, default_words, director_words, pairings_view, played_words, why_view
from rules.sheet import Cell, Column, DecisionSpec, FormatSheet, Kind, Setting, View
from rules.swiss.rating_report import RATING_K
from rules.swiss.requests import HALF_BYE
from rules.swiss.rulebook import RULEBOOK
from rules.swiss.terms import EDITIONS, SYSTEMS, TABLES
from rules.swiss.words import TROUBLES, WORDS

YES_NO = ("no", "yes")
SETTINGS = (
    Setting(
        "Rounds",
        Kind.INTEGER,
        "5",
        "Declared beforehand. In a round-robin they follow from the number of players.",
        before_start=True,
        defines=True,
    ),
    Setting(
        "Pairing system",
        Kind.CHOICE,
        "median",
        "median: the FIDE Swiss Rules with the median score-group. dubov and burstein: the texts in force from "
        "1 February 2026; dutch: the text in force until 31 January 2026. These three need the extra pairing-systems. "
        "round-robin, double round-robin: everybody meets everybody by the Berger tables.",
        choices=(*SYSTEMS, *TABLES),
        before_start=True,
        defines=True,
    ),
    Setting(
        "Lots",
        Kind.CHOICE,
        "drawn",
        "drawn: by the worker from a recorded seed. typed: you draw and type them into Lots.",
        choices=("drawn", "typed"),
        before_start=True,
    ),
    Setting(
        "List closes",
        Kind.ROUND_ID,
        "R3",
        "The last round players may arrive for. Until it is paired numbers are provisional.",
    ),
    Setting("Days per round", Kind.INTEGER, "", "Days until a game is due. Blank: no deadline."),
    Setting(
        "Maxi",
        Kind.CHOICE,
        "no",
        "A Maxi-tournament: exchanges for colours only between ratings within 100 points.",
        choices=YES_NO,
        defines=True,
    ),
    Setting(
        "Same federation",
        Kind.CHOICE,
        "no",
        "Keep players of one federation above half apart in the last three rounds (youth championships).",
        choices=YES_NO,
        defines=True,
    ),
    Setting(
        "Default games may be played again",
        Kind.CHOICE,
        "yes",
        "A game decided by default was not played, so the two may be paired again.",
        choices=("yes", "no"),
        defines=True,
    ),
    Setting(
        "No-shows",
        Kind.CHOICE,
        "withdrawn",
        "withdrawn: who did not appear is not paired again until you type Excuse. stay: they are paired again.",
        choices=("withdrawn", "stay"),
    ),
    Setting(
        "Half-point byes",
        Kind.INTEGER,
        "0",
        "How many half-point byes a player may ask for (Half-point bye in Decisions). The median text has none.",
        defines=True,
    ),
    Setting(
        "Half-point byes until",
        Kind.ROUND_ID,
        "",
        "The last round for which a half-point bye is given. Blank: any round.",
    ),
    Setting(
        "Points for the bye",
        Kind.CHOICE,
        "win",
        "What the bye of an odd number gives: as a win, as a draw, or nothing. In the median system it is a win.",
        choices=("win", "draw", "nothing"),
        defines=True,
    ),
    Setting(
        "Acceleration",
        Kind.CHOICE,
        "none",
        "Baku: in the first half of the rounds the upper half of the list is paired with virtual points.",
        choices=("none", "Baku"),
        defines=True,
    ),
    Setting(
        "Tie-breaks",
        Kind.TEXT,
        "",
        "What parts players on the same points, in order, such as BH-C1 ; BH ; SB. Blank: rule 16 a and b. "
        "docs/tie-breaks.md lists them all. 16 stands for rule 16; put others behind it to see them.",
    ),
    Setting(
        "Tie-break rules of",
        Kind.CHOICE,
        "2026",
        "The year of FIDE's tie-break regulations: 2026 (in force from 1 March 2026) or 2024 (from 1 August 2024).",
        choices=tuple(str(year) for year in EDITIONS),
    ),
    Setting(
        "Rating of the unrated",
        Kind.RATING,
        "",
        "Counts for unrated players in tie-breaks made of ratings. Blank: with unrated players these have no value.",
    ),
    Setting(
        "Rating change",
        Kind.CHOICE,
        "no",
        "yes: Standings show for each player the rated games, the expected score, K and the change of the rating.",
        choices=YES_NO,
    ),
    Setting("City", Kind.TEXT, "", "For the report."),
    Setting("Event federation", Kind.TEXT, "", "For the report, such as GER."),
    Setting("Chief arbiter", Kind.TEXT, "", "For the report."),
    Setting("Deputy arbiters", Kind.TEXT, "", "For the report."),
    Setting("Rate of play", Kind.TEXT, "", "For the report, such as 90 min / 40 moves + 30 min."),
)


def _person(heading: str, kind: Kind, help_: str, width: int = 10, choices: tuple[str, ...] = ()) -> Column:
    return Column(heading, kind, Cell.PERSON, help_, width=width, choices=choices, at_start=kind is not Kind.TEXT)


PLAYER_COLUMNS = (
    _person("Title", Kind.TEXT, "GM, IM, WGM, FM, WIM, CM, WFM, WCM.", 7),
    _person("Federation", Kind.TEXT, "Three letters.", 11),
    _person("Local rating", Kind.RATING, "Ranks among equal ratings and titles.", 12),
    _person("Estimate", Kind.RATING, "Strength of a player without a rating.", 10),
    _person("FIDE id", Kind.TEXT, "For the report.", 11),
    _person(
        "Born", Kind.TEXT, "For the report: a year, or 1978/03/21. Everyone who can open this book can read it.", 11
    ),
    _person("Sex", Kind.TEXT, "For the report: m or w.", 5),
)

DECISIONS = (
    DecisionSpec(
        "Pair",
        "two players to meet",
        Kind.TEXT,
        Kind.PLAYERS,
        about_help="The round that is drafted, such as R4.",
        value_help="Two names, White first. The others are paired around them.",
        example=("R4", "Ada ; Eva"),
        rule="S46",
    ),
    DecisionSpec(
        "Bye",
        "to choose who has the bye",
        Kind.ROUND_ID,
        Kind.PLAYER,
        about_help="The round that is drafted.",
        value_help="One name.",
        example=("R4", "Ben"),
        rule="S46",
        decides=id_in,
    ),
    replace(KEPT_APART, rule="S46"),
    DecisionSpec(
        "Absent",
        "a player left out of some rounds",
        Kind.PLAYER,
        Kind.TEXT,
        about_help="The player.",
        value_help="Rounds, such as R4 or R4 ; R5. No points, no bye.",
        example=("Quy", "R4"),
        rule="17",
    ),
    DecisionSpec(
        HALF_BYE,
        "to give a player half a point for a round not played",
        Kind.PLAYER,
        Kind.TEXT,
        about_help="The player.",
        value_help="Rounds, such as R4 or R4 ; R5. As many as Settings allow.",
        example=("Quy", "R4"),
        rule="S62",
    ),
    DecisionSpec(
        "Excuse",
        "a player who did not appear to stay in the event",
        Kind.PLAYER,
        Kind.ROUND_ID,
        about_help="The player.",
        value_help="The round that was missed; blank for any.",
        example=("Quy", ""),
        rule="S43",
    ),
    DecisionSpec(
        RATING_K,
        "a player's K in the rating change",
        Kind.PLAYER,
        Kind.INTEGER,
        about_help="The player.",
        value_help="40, 20 or 10. Without a line K follows from rating and age.",
        example=("Quy", "40"),
        rule="S68",
        decides=str.strip,
    ),
    replace(OTHER_DEADLINE, rule="S50"),
    replace(
        ROUND_TAKEN_BACK,
        value=Kind.TEXT,
        about_help="The latest round.",
        value_help="Blank while none of its games has a result. Otherwise: with results. They go with it.",
        example=("R4", "with results"),
        optional=("Value",),
        rule="S50, S67",
    ),
    DecisionSpec(
        "Finish",
        "to end the event early",
        Kind.ROUND_ID,
        about_help="The last round to be played.",
        example=("R4", ""),
        rule="S51",
        decides=one_for_all,
    ),
)

RESULTS = (
    *played_words("A draw."),
    *default_words("Black did not appear.", "White did not appear.", "Neither appeared."),
    *director_words("As if never paired: no points for either."),
)


VIEWS = (
    View(
        "Standings",
        (
            column("Place", 7, Kind.INTEGER, "Shared where equal after every cut."),
            column("Player", 24, Kind.PLAYER),
            column("No", 6, Kind.INTEGER, "Pairing number."),
            column("Title", 7),
            column("Federation", 11),
            column("Rating", 8, Kind.INTEGER),
            column("Points", 8, Kind.NUMBER),
            column("Tie-break", 10, Kind.NUMBER, "Opponents' ratings without the lowest, or progressive score."),
            column("Further terms", 26, help_="The same after further cuts."),
            column("Played", 8, Kind.INTEGER),
            column("Wins", 7, Kind.INTEGER),
            column("Draws", 7, Kind.INTEGER),
            column("Losses", 7, Kind.INTEGER),
            column("Unplayed", 9, Kind.INTEGER, "Byes, defaults and missed rounds."),
            column("Why", 70),
        ),
        "The standings by what is decided now.",
        open_ended=True,
    ),
    View(
        "This round",
        (
            column("Player", 20, Kind.PLAYER),
            column("Opponent", 20, Kind.PLAYER),
            column("Colour", 8),
            column("Due", 24, Kind.MOMENT),
            column("Report", 13, Kind.URL),
            column("State", 24),
        ),
        "Whom you play, with which colour, until when.",
    ),
    pairings_view(),
    View(
        "Cross-table",
        (column("Place", 7, Kind.INTEGER), column("No", 6, Kind.INTEGER), column("Player", 24, Kind.PLAYER),
         column("Points", 8, Kind.NUMBER)),
        "By round: colour, the opponent's number, result. + and – are defaults.",
        open_ended=True,
    ),
    View(
        "Starting list",
        (
            column("No", 6, Kind.INTEGER),
            column("Player", 24, Kind.PLAYER),
            column("Title", 7),
            column("Rating", 8, Kind.INTEGER),
            column("Estimate", 9, Kind.INTEGER),
            column("Local rating", 12, Kind.INTEGER),
            column("Federation", 11),
            column("FIDE id", 12),
            column("Why", 60),
        ),
        "The numbers now, and those by which each round was paired.",
        open_ended=True,
    ),
    View(
        "Colours and floats",
        (
            column("No", 6, Kind.INTEGER),
            column("Player", 24, Kind.PLAYER),
            column("Colours", 12, help_="Of games played, the first one first."),
            column("Balance", 9, Kind.INTEGER, "Whites minus Blacks."),
            column("Due", 8, help_="The colour due next."),
        ),
        "Colours by round; ↓ floated down, ↑ floated up.",
        open_ended=True,
    ),
    View(
        "Report",
        (column("About", 16), column("Why", 110)),
        "What the arbiter's report must declare.",
        people=False,
    ),
    View(
        "Next round",
        (
            column("Board", 10),
            column("White", 22, Kind.PLAYER),
            column("White points", 12, Kind.NUMBER),
            column("Black", 22, Kind.PLAYER),
            column("Black points", 12, Kind.NUMBER),
            column("Why", 90),
        ),
        "The draft. Do not play these games yet.",
        people=False,
    ),
    why_view(),
)  # fmt: skip

SWISS = FormatSheet(
    name="swiss",
    title="Swiss",
    rulebook="FIDE Swiss Rules with the median score-group, text of 1999",
    text=RULEBOOK,
    settings=SETTINGS,
    player_columns=PLAYER_COLUMNS,
    decisions=DECISIONS,
    results=RESULTS,
    views=VIEWS,
    words=WORDS,
    troubles=TROUBLES,
    has_lots=True,
)
