"""What the Swiss adds to the workbook: settings, player columns, decisions, result words, views, sentences."""

from __future__ import annotations

from fractions import Fraction

from rules.model import How
from rules.sheet import Cell, Column, DecisionSpec, FormatSheet, Kind, ResultWord, Setting, View
from rules.swiss.terms import SYSTEMS
from rules.swiss.words import TROUBLES, WORDS

YES_NO = ("no", "yes")
SETTINGS = (
    Setting("Rounds", Kind.INTEGER, "5", "Declared beforehand.", before_start=True, defines=True),
    Setting(
        "Pairing system",
        Kind.CHOICE,
        "median",
        "median: the FIDE Swiss Rules with the median score-group. The others are the FIDE systems of today and need "
        "the extra pairing-systems.",
        choices=SYSTEMS,
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
    Setting("City", Kind.TEXT, "", "For the report."),
    Setting("Event federation", Kind.TEXT, "", "For the report, such as GER."),
    Setting("Chief arbiter", Kind.TEXT, "", "For the report."),
    Setting("Deputy arbiters", Kind.TEXT, "", "For the report."),
    Setting("Rate of play", Kind.TEXT, "", "For the report, such as 90 min / 40 moves + 30 min."),
)


def _person(heading: str, kind: Kind, help_: str, width: int = 10, choices: tuple[str, ...] = ()) -> Column:
    return Column(heading, kind, Cell.PERSON, help_, width=width, choices=choices)


PLAYER_COLUMNS = (
    _person("Title", Kind.TEXT, "GM, IM, WGM, FM, WIM, CM, WFM, WCM.", 7),
    _person("Federation", Kind.TEXT, "Three letters.", 11),
    _person("Local rating", Kind.NUMBER, "Ranks among equal ratings and titles.", 12),
    _person("Estimate", Kind.NUMBER, "Strength of a player without a rating.", 10),
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
    ),
    DecisionSpec(
        "Keep apart",
        "two players not to meet",
        Kind.ROUND_ID,
        Kind.PLAYERS,
        about_help="A round, or blank for all.",
        value_help="Two names.",
        example=("", "Ada ; Eva"),
        rule="S46",
    ),
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
        "Deadline",
        "more (or less) time for a game or a round",
        Kind.TEXT,
        end=True,
        about_help="A game or a round. The new deadline stands in To.",
        example=("R3-02", ""),
        rule="S50",
    ),
    DecisionSpec(
        "Withdraw round",
        "the latest round taken back",
        Kind.ROUND_ID,
        about_help="The round. None of its games may have a result.",
        example=("R4", ""),
        rule="S50",
    ),
    DecisionSpec(
        "Finish",
        "to end the event early",
        Kind.ROUND_ID,
        about_help="The last round to be played.",
        example=("R4", ""),
        rule="S51",
    ),
)

ONE, HALF, ZERO = Fraction(1), Fraction(1, 2), Fraction(0)
RESULTS = (
    ResultWord("1-0", (ONE, ZERO), How.PLAYED, help="White won."),
    ResultWord("0-1", (ZERO, ONE), How.PLAYED, help="Black won."),
    ResultWord("1/2-1/2", (HALF, HALF), How.PLAYED, ("draw",), "A draw."),
    ResultWord("1-0F", (ONE, ZERO), How.DEFAULT, help="Black did not appear."),
    ResultWord("0-1F", (ZERO, ONE), How.DEFAULT, help="White did not appear."),
    ResultWord("0-0F", (ZERO, ZERO), How.DOUBLE_DEFAULT, help="Neither appeared."),
    ResultWord("Void", None, How.VOID, help="As if never paired: no points for either."),
    ResultWord("Open", None, How.PLAYED, help="Refuse earlier reports and play on."),
)


def _c(heading: str, width: int, kind: Kind = Kind.TEXT, help_: str = "") -> Column:
    return Column(heading, kind, help=help_, width=width)


VIEWS = (
    View(
        "Standings",
        (
            _c("Place", 7, Kind.INTEGER, "Shared where equal after every cut."),
            _c("Player", 24, Kind.PLAYER),
            _c("No", 6, Kind.INTEGER, "Pairing number."),
            _c("Title", 7),
            _c("Federation", 11),
            _c("Rating", 8, Kind.INTEGER),
            _c("Points", 8, Kind.NUMBER),
            _c("Tie-break", 10, Kind.NUMBER, "Opponents' ratings without the lowest, or progressive score."),
            _c("Further terms", 26, help_="The same after further cuts."),
            _c("Played", 8, Kind.INTEGER),
            _c("Wins", 7, Kind.INTEGER),
            _c("Draws", 7, Kind.INTEGER),
            _c("Losses", 7, Kind.INTEGER),
            _c("Unplayed", 9, Kind.INTEGER, "Byes, defaults and missed rounds."),
            _c("Why", 70),
        ),
        "The standings by what is decided now.",
    ),
    View(
        "This round",
        (
            _c("Player", 20, Kind.PLAYER),
            _c("Opponent", 20, Kind.PLAYER),
            _c("Colour", 8),
            _c("Due", 24, Kind.MOMENT),
            _c("Report", 13, Kind.URL),
            _c("State", 24),
        ),
        "Whom you play, with which colour, until when.",
    ),
    View(
        "Pairings",
        (
            _c("Game", 10, Kind.GAME_ID),
            _c("Round", 8, Kind.ROUND_ID),
            _c("White", 22, Kind.PLAYER),
            _c("Black", 22, Kind.PLAYER),
            _c("Outcome", 12, Kind.RESULT),
            _c("Decided by", 13),
            _c("Due", 26, Kind.MOMENT),
            _c("Link", 30, Kind.URL),
            _c("Remark", 32),
        ),
        "Every game with what counts.",
    ),
    View(
        "Cross-table",
        (_c("Place", 7, Kind.INTEGER), _c("No", 6, Kind.INTEGER), _c("Player", 24, Kind.PLAYER),
         _c("Points", 8, Kind.NUMBER)),
        "By round: colour, the opponent's number, result. + and – are defaults.",
        open_ended=True,
    ),
    View(
        "Starting list",
        (
            _c("No", 6, Kind.INTEGER),
            _c("Player", 24, Kind.PLAYER),
            _c("Title", 7),
            _c("Rating", 8, Kind.INTEGER),
            _c("Estimate", 9, Kind.INTEGER),
            _c("Local rating", 12, Kind.INTEGER),
            _c("Federation", 11),
            _c("FIDE id", 12),
            _c("Why", 60),
        ),
        "The numbers now, and those by which each round was paired.",
        open_ended=True,
    ),
    View(
        "Colours and floats",
        (
            _c("No", 6, Kind.INTEGER),
            _c("Player", 24, Kind.PLAYER),
            _c("Colours", 12, help_="Of games played, the first one first."),
            _c("Balance", 9, Kind.INTEGER, "Whites minus Blacks."),
            _c("Due", 8, help_="The colour due next."),
        ),
        "Colours by round; ↓ floated down, ↑ floated up.",
        open_ended=True,
    ),
    View(
        "Report",
        (_c("About", 16), _c("Why", 110)),
        "What the arbiter's report must declare.",
        people=False,
    ),
    View(
        "Next round",
        (
            _c("Board", 10),
            _c("White", 22, Kind.PLAYER),
            _c("White points", 12, Kind.NUMBER),
            _c("Black", 22, Kind.PLAYER),
            _c("Black points", 12, Kind.NUMBER),
            _c("Why", 90),
        ),
        "The draft. Do not play these games yet.",
        people=False,
    ),
    View(
        "Why",
        (_c("Round", 8), _c("About", 18), _c("Decision", 120)),
        "Why everything is as it is, the newest first.",
    ),
)  # fmt: skip

SWISS = FormatSheet(
    name="swiss",
    title="Swiss",
    rulebook="FIDE Swiss Rules with the median score-group, text of 1999",
    settings=SETTINGS,
    player_columns=PLAYER_COLUMNS,
    decisions=DECISIONS,
    results=RESULTS,
    views=VIEWS,
    words=WORDS,
    troubles=TROUBLES,
    has_lots=True,
)
