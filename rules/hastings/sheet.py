"""What this format adds to the workbook: settings, decisions, result words, views, sentences."""

from __future__ import annotations

from dataclasses import replace

from rules.hastings.announce import CLOCKS
from rules.hastings.match import match_of
from rules.hastings.prizes import SETTINGS as PRIZES
from rules.hastings.rulebook import RULEBOOK
from rules.hastings.times import BREAKS, TIMES, slot_of
from rules.hastings.words import TROUBLES, WORDS
from rules.parts.decisions import id_in
from rules.parts.director_lines import KEPT_APART, ROUND_TAKEN_BACK
from rules.parts.median.words import MEDIAN_WORDS
from rules.parts.swiss_tiebreaks import STANDING_WORDS
from rules.parts.views import column, default_words, director_words, pairings_view, played_words, why_view
from rules.sheet import Cell, Column, DecisionSpec, FormatSheet, Kind, Setting, View

_TIME_HELP = {
    "Play starts": "The usual hour of play, in both tournaments.",
    "Earliest mini-match": "Rule 8: not before, unless agreed with the arbiter.",
    "Earliest Armageddon": "Rule 10: not before, unless agreed with the arbiter.",
    "Earliest pairings": "Rule 18: the next pairings are not shown before.",
}
SETTINGS = (
    Setting(
        "Lots",
        Kind.CHOICE,
        "drawn",
        "drawn: by the worker, from a recorded seed. typed: each waits in Lots until you type it (Opening Party).",
        choices=("drawn", "typed"),
        before_start=True,
    ),
    Setting(
        "Round 1 starts",
        Kind.MOMENT,
        "",
        "Day and hour of round 1. Blank: the day after Start, at Play starts. Later rounds follow day by day.",
        before_start=True,
    ),
    Setting(
        "Kept apart",
        Kind.TEXT,
        "BLR",
        "Rule 5: players of this federation do not meet in round 1. Several are separated by ;",
        before_start=True,
    ),
    *(Setting(name, Kind.TEXT, printed, _TIME_HELP[name]) for name, printed in TIMES.items()),
    *(Setting(name, Kind.DURATION, f"{minutes} min", "Rules 8-10.") for name, minutes in BREAKS.items()),
    *(Setting(name, Kind.TEXT, printed, "Rules 7, 9, 10, as announced.") for name, printed in CLOCKS.items()),
    *(
        Setting(
            name,
            Kind.MONEY,
            "",
            f"The notes print {printed}. Blank here and in Prizes: no sum is shown. Lines in Prizes go before this.",
        )
        for name, (_, _, printed) in PRIZES.items()
    ),
)

PLAYER_COLUMNS = (
    Column("Title", Kind.TEXT, Cell.PERSON, "GM, IM, WGM, FM, WIM, CM, WFM, WCM; after rating.", width=7),
    Column("Estimate", Kind.RATING, Cell.PERSON, "Of an unrated player: perceived strength.", width=9, at_start=True),
    Column("Federation", Kind.TEXT, Cell.PERSON, "As typed in Settings, Kept apart.", width=11),
    Column("Family", Kind.TEXT, Cell.PERSON, "The same word for close relatives: kept apart in round 1.", width=12),
)

DECISIONS = (
    DecisionSpec(
        "Misses round",
        "a player to miss round 1 with half a point",
        Kind.PLAYER,
        Kind.ROUND_ID,
        about_help="The player.",
        value_help="K-R1, before its pairings are shown.",
        example=("Novak", "K-R1"),
        rule="6, H7",
    ),
    DecisionSpec(
        "Plays on",
        "a player who defaulted or withdrew to play in the Challengers",
        Kind.PLAYER,
        about_help="The player.",
        example=("Petrov", ""),
        rule="32, H36, H38",
    ),
    DecisionSpec(
        "Prize kept",
        "a player who defaulted to keep the prize",
        Kind.PLAYER,
        Kind.TEXT,
        about_help="The player.",
        value_help="Agreed stage, ill-health …",
        example=("Petrov", "agreed stage"),
        rule="32, 34, H38",
    ),
    DecisionSpec(
        "Winner",
        "to say who goes on, or who wins the knock-out",
        Kind.TEXT,
        Kind.PLAYER,
        about_help="The match (K-R3-05), or the final round (K-R9).",
        value_help="One name.",
        example=("K-R3-05", "Hart"),
        rule="H12, H29",
        decides=match_of,
    ),
    DecisionSpec(
        "Start",
        "another day or hour for a round",
        Kind.ROUND_ID,
        start=True,
        about_help="The round, also before it is published. The moment stands in From.",
        example=("K-R3", ""),
        rule="H31",
        decides=slot_of,
    ),
    DecisionSpec(
        "Absent",
        "a player not to be paired in a round of the Challengers",
        Kind.PLAYER,
        Kind.ROUND_ID,
        about_help="The player.",
        value_help="Such as C-R4.",
        example=("Smith", "C-R4"),
        rule="S43",
    ),
    DecisionSpec(
        "Pair",
        "two players to meet",
        Kind.ROUND_ID,
        Kind.PLAYERS,
        about_help="The round that is drafted: C-R4 (White first), or K-R3 (by exchange).",
        value_help="Two names.",
        example=("C-R4", "Smith ; Jones"),
        rule="S46, H35",
    ),
    DecisionSpec(
        "Bye",
        "to choose who has the bye in the Challengers",
        Kind.ROUND_ID,
        Kind.PLAYER,
        about_help="The round that is drafted.",
        value_help="One name.",
        example=("C-R4", "Smith"),
        rule="S46",
        decides=id_in,
    ),
    replace(KEPT_APART, example=("", "Smith ; Jones"), rule="H6"),
    DecisionSpec(
        "No round",
        "a round of the Challengers not to be played",
        Kind.TEXT,
        about_help="The round, where no pairing is possible; C for all rounds still to come.",
        example=("C-R3", ""),
        rule="S2",
        against=("Pair", "Bye"),
    ),
    replace(
        ROUND_TAKEN_BACK,
        about_help="Both tournaments' rounds of that day go together. None may have a result.",
        example=("K-R3", ""),
        rule="H35",
    ),
)

RESULTS = (
    *played_words("Drawn."),
    *default_words("Black did not come.", "White did not come.", "Neither came."),
    *director_words("As if never paired."),
)


VIEWS = (
    View(
        "Bracket",
        (
            column("Round", 8, Kind.ROUND_ID),
            column("Stage", 14),
            column("Board", 7, Kind.INTEGER),
            column("Place", 7, Kind.INTEGER, "Position in the ranking of the round."),
            column("First", 20, Kind.PLAYER),
            column("First from", 11),
            column("Place 2", 7, Kind.INTEGER),
            column("Second", 20, Kind.PLAYER),
            column("Second from", 11),
            column("Slow", 18, help_="From the first player's side; w and b are the first player's colours."),
            column("Mini-match", 18),
            column("Armageddon", 12),
            column("Through", 20, Kind.PLAYER),
            column("How", 16),
            column("Why", 70),
        ),
        "The knock-out, the latest round first: from which board everybody came, every stage, who goes on.",
        tree=("Round", "First", "Second", "Through"),
    ),
    View(
        "This round",
        (
            column("Player", 18, Kind.PLAYER),
            column("Section", 12),
            column("Opponent", 18, Kind.PLAYER),
            column("Colour", 8),
            column("Rate", 11),
            column("Starts", 24, Kind.MOMENT, "Play-off games: not before, unless agreed with the arbiter."),
            column("Report", 13, Kind.URL),
            column("State", 26),
        ),
        "Whom you play now, with which colour, from when.",
    ),
    View(
        "Standings",
        (
            column("Place", 7, Kind.INTEGER),
            column("Player", 20, Kind.PLAYER),
            column("Points", 8, Kind.NUMBER),
            column("Brought", 9, Kind.NUMBER, "Points of the slow games of the knock-out."),
            column("Number", 8, Kind.INTEGER, "Place in the list."),
            column("From round", 11, Kind.INTEGER),
        ),
        "The Challengers. Rounds: points, opponent, colour.",
        open_ended=True,
    ),
    View(
        "Duties",
        (column("Round", 9), column("Duty", 16), column("Why", 110)),
        "What people must do, with the times of this day.",
    ),
    View(
        "Lucky losers",
        (
            column("Round", 8, Kind.ROUND_ID),
            column("Number", 8, Kind.INTEGER),
            column("Player", 20, Kind.PLAYER),
            column("Board rank", 11, Kind.INTEGER),
            column("Lost to", 20, Kind.PLAYER),
            column("Fell in", 12),
            column("Why", 90),
        ),
        "Who was knocked out and plays on all the same, in the order chosen.",
    ),
    View(
        "Starting list",
        (
            column("Number", 8, Kind.INTEGER),
            column("Player", 20, Kind.PLAYER),
            column("Title", 7),
            column("Rating", 8, Kind.NUMBER),
            column("Estimate", 9, Kind.NUMBER),
            column("Federation", 11),
            column("Section", 12),
            column("Status", 12),
            column("Why", 50),
        ),
        "The order of the draw. These are the numbers of the Challengers too.",
    ),
    View(
        "Prize money",
        (
            column("Section", 12),
            column("Place", 8),
            column("Player", 20, Kind.PLAYER),
            column("Prize", 10, Kind.NUMBER),
            column("Withheld", 10, Kind.NUMBER, "Not paid: the player defaulted."),
            column("Why", 80),
        ),
        "As things stand; final when the event is over. Sums are shown once you type them in Prizes.",
    ),
    pairings_view(),
    View(
        "Next round",
        (column("Board", 12), column("White", 22, Kind.PLAYER), column("Black", 22, Kind.PLAYER), column("Why", 110)),
        "The draft of both tournaments. Do not play these games yet.",
        people=False,
    ),
    why_view(),
)

HASTINGS = FormatSheet(
    name="hastings",
    title="Knock-out with lucky losers and Challengers",
    rulebook="The Hastings knock-out whose losers join a Swiss (median score-group, 1998)",
    text=RULEBOOK,
    settings=SETTINGS,
    player_columns=PLAYER_COLUMNS,
    decisions=DECISIONS,
    results=RESULTS,
    views=VIEWS,
    borrowed=dict.fromkeys((*MEDIAN_WORDS, *STANDING_WORDS), "swiss"),  # the Challengers play a Swiss
    words=WORDS,
    troubles=TROUBLES,
    has_sections=True,
    has_lots=True,
    has_prizes=True,
    has_rate=True,
    has_ended=True,
    has_starts=True,
)
