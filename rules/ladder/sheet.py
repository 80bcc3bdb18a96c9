"""What the ladder adds to the workbook: settings, decisions, result words, views, sentences."""

from __future__ import annotations

from dataclasses import replace

from rules.ladder.rulebook import RULEBOOK
from rules.ladder.words import TROUBLES, WORDS
from rules.model import How
from rules.parts.decisions import one_for_all
from rules.parts.director_lines import KEPT_APART, OTHER_DEADLINE, ROUND_TAKEN_BACK
from rules.parts.views import ONE, ZERO, column, director_words, pairings_view, played_words, why_view
from rules.sheet import DecisionSpec, FormatSheet, Kind, ResultWord, Setting, View

SETTINGS = (
    Setting(
        "Rounds",
        Kind.INTEGER,
        "5",
        "Preliminary rounds before ties for the Final are looked at.",
        before_start=True,
        defines=True,
    ),
    Setting("Days per game", Kind.INTEGER, "7", "Days from the announcement until a game without a result is Null."),
    Setting(
        "Removed players' games",
        Kind.CHOICE,
        "ignored",
        "May paths between others still run through players who were removed? kept: yes.",
        choices=("ignored", "kept"),
    ),
    Setting(
        "Tie-break days per game",
        Kind.INTEGER,
        "",
        "More time for a tie-break round: so many days for each game a player has in it. Blank: as any round.",
    ),
    Setting(
        "Before the Final",
        Kind.CHOICE,
        "go on",
        "go on: the Final is drafted and goes out like a round. ask: it waits for your word on additional rounds.",
        choices=("go on", "ask"),
    ),
    # What rule 1(a) says of a Game, in place of what every format has.
    Setting(
        "Site", Kind.CHOICE, "Chess.com", "The site a verified game must be played at.", ("any", "Chess.com", "Lichess")
    ),
    Setting("Variant", Kind.TEXT, "chess960", "The variant a verified game must be; any for any."),
    Setting("Clock", Kind.TEXT, "15|10", "The clock a verified game must have, minutes and seconds; any for any."),
)

DECISIONS = (
    DecisionSpec(
        "Pair",
        "two players to meet",
        Kind.TEXT,
        Kind.PLAYERS,
        about_help="The round that is drafted, such as R4.",
        value_help="Two names. The others are paired around them.",
        example=("R4", "Ada ; Eva"),
        rule="L23",
    ),
    DecisionSpec(
        "Only typed pairs",
        "a round in which only the pairs I type are played",
        Kind.ROUND_ID,
        about_help="The round that is drafted.",
        example=("R6", ""),
        rule="L17",
    ),
    DecisionSpec(
        "Bye",
        "to choose who takes the Bye",
        Kind.ROUND_ID,
        Kind.PLAYER,
        about_help="The round that is drafted.",
        value_help="One name.",
        example=("R4", "Ben"),
        rule="L23",
    ),
    replace(KEPT_APART, rule="L23"),
    DecisionSpec(
        "Additional rounds",
        "more rounds before the Final",
        Kind.ROUND_ID,
        Kind.INTEGER,
        about_help="Blank, or the round after which they are played.",
        value_help="How many. Lines add up.",
        example=("", "1"),
        rule="5(f)(iii)",
    ),
    DecisionSpec(
        "No additional rounds",
        "the Final to start without additional rounds",
        example=("", ""),
        rule="5(f)(iii)",
        against=("Additional rounds",),
    ),
    DecisionSpec(
        "Finalists",
        "to name the Finalists",
        None,
        Kind.PLAYERS,
        value_help="Two names.",
        example=("", "Ada ; Eva"),
        rule="L23",
        decides=one_for_all,
    ),
    replace(
        OTHER_DEADLINE,
        about_help="A game or a round, also one that is only drafted. The new deadline stands in To.",
        rule="L11",
    ),
    DecisionSpec(
        "Refuse claim",
        "a report refused and the game played on",
        Kind.GAME_ID,
        about_help="The game.",
        example=("R3-02", ""),
        rule="1(e)",
    ),
    DecisionSpec(
        "Contacted",
        "to tick off that I reached a player after a Null",
        Kind.TEXT,
        Kind.PLAYERS,
        about_help="The game (Value: whom you reached, blank for both) or the player.",
        optional=("Value",),
        example=("R3-02", "Ada"),
        rule="3(b)",
    ),
    replace(ROUND_TAKEN_BACK, rule="L22"),
    DecisionSpec(
        "Continue final",
        "a Final that stands still to go on",
        Kind.TEXT,
        about_help="Blank, the Final, or its last game.",
        optional=("About",),
        example=("F1", ""),
        rule="L27",
    ),
    DecisionSpec(
        "Champion",
        "to end the Final",
        Kind.ROUND_ID,
        Kind.PLAYER,
        about_help="The Final, or blank.",
        optional=("About",),
        value_help="The Finalist who wins.",
        example=("F1", "Eva"),
        rule="L27",
        decides=one_for_all,
    ),
)

RESULTS = (
    *played_words("Half a Win each."),
    ResultWord("Null", (ZERO, ZERO), How.NULL, help="Not played: nobody gains."),
    ResultWord("1-0F", (ONE, ZERO), How.DEFAULT, help="White is awarded the Win."),
    ResultWord("0-1F", (ZERO, ONE), How.DEFAULT, help="Black is awarded the Win."),
    ResultWord("0-0F", (ZERO, ZERO), How.NULL, help="The same as Null."),
    *director_words("As if never paired."),
)


VIEWS = (
    View(
        "Ladder",
        (
            column("Position", 9, Kind.INTEGER),
            column("Player", 22, Kind.PLAYER),
            column("Rank", 7, Kind.INTEGER, "Players of one Rank are level."),
            column("Change", 8, Kind.INTEGER, "Places gained in the last round."),
            column("Played", 8, Kind.INTEGER),
            column("Wins", 7, Kind.INTEGER),
            column("Draws", 7, Kind.INTEGER),
            column("Losses", 7, Kind.INTEGER),
            column("Null", 6, Kind.INTEGER, "Games not played in time."),
            column("Byes", 6, Kind.INTEGER),
            column("Points", 8, Kind.NUMBER, "Wins with halves for draws."),
            column("Placement", 10, Kind.INTEGER, "When the event is over."),
        ),
        "The Ladder. Positions change when a round is over; Ranks and counts with every result.",
    ),
    View(
        "This round",
        (
            column("Player", 18, Kind.PLAYER),
            column("Opponent", 18, Kind.PLAYER),
            column("Colour", 8),
            column("Invites", 16, Kind.PLAYER, "Who sends the invitation."),
            column("Due", 24, Kind.MOMENT),
            column("Report", 13, Kind.URL),
            column("State", 22),
        ),
        "Whom you play, with which colour, who invites, until when.",
    ),
    pairings_view(),
    View(
        "Scores",
        (column("Position", 9, Kind.INTEGER), column("Player", 22, Kind.PLAYER)),
        "The Score of the player of the row against the player of the column (the top 100).",
        open_ended=True,
        heat=True,
    ),
    View(
        "History",
        (column("Player", 22, Kind.PLAYER),),
        "Position after each round.",
        open_ended=True,
        chart="Position by round",
    ),
    View(
        "Next round",
        (
            column("Board", 10),
            column("White", 22, Kind.PLAYER),
            column("Black", 22, Kind.PLAYER),
            column("Games each", 11, Kind.INTEGER),
            column("Why", 90),
        ),
        "The draft. Do not play these games yet.",
        people=False,
    ),
    why_view(),
)

LADDER = FormatSheet(
    name="ladder",
    title="Ladder",
    rulebook="Ladder of widest paths with a Final, for Chess960 on Chess.com",
    text=RULEBOOK,
    settings=SETTINGS,
    decisions=DECISIONS,
    results=RESULTS,
    views=VIEWS,
    words=WORDS,
    troubles=TROUBLES,
)
