"""The championship's part of the workbook, as data."""

from __future__ import annotations

from fractions import Fraction

from rules.model import How
from rules.parts.decisions import BYE, DEADLINE, PAIR, id_in
from rules.parts.views import column, pairings_view, why_view
from rules.parts.withdrawal import WITHDRAW
from rules.pente import typed
from rules.pente.dates import FIRST_START
from rules.pente.rulebook import RULEBOOK
from rules.pente.verdicts import runs_on
from rules.pente.words import TROUBLES, WORDS
from rules.sheet import Cell, Column, DecisionSpec, FormatSheet, Kind, ResultWord, Setting, View

ONE, ZERO = Fraction(1), Fraction(0)


def _person(heading: str, kind: Kind, help_: str, width: int = 10, choices: tuple[str, ...] = ()) -> Column:
    return Column(heading, kind, Cell.PERSON, help_, choices=choices, width=width, at_start=kind is not Kind.TEXT)


SETTINGS = (
    Setting(
        FIRST_START,
        Kind.MOMENT,
        "",
        "The first day of play, a Thursday or Friday. Blank: the next Thursday or Friday once the event has started. "
        "Every further round starts two weeks after the one before.",
        before_start=True,
        sections=("A", "B"),
    ),
    Setting(
        "Lots",
        Kind.CHOICE,
        "drawn",
        "drawn: by the worker, from a recorded seed. typed: each waits in Lots until you type its order.",
        ("drawn", "typed"),
    ),
)

PLAYER_COLUMNS = (
    _person("Rating", Kind.DECIMAL_RATING, "A number, with its decimals, or blank.", 8),
    _person("Rated games", Kind.INTEGER, "Rated games played, at the moment ratings are collected. Blank: none."),
    _person("Opponents", Kind.INTEGER, "Different opponents in rated games. Blank: none."),
    _person("Best rating", Kind.DECIMAL_RATING, "The highest rating ever, as far as known."),
    _person("Wants A", Kind.CHECK, "Ticked: plays in section A whatever the rating.", 9),
    _person("Information accepted", Kind.CHECK, "Ticked by the director: ability shown elsewhere.", 12),
    _person("Last exit", Kind.TEXT, "Round of leaving the last championship: R7, or champion. Blank: took no part."),
    _person("Section", Kind.CHOICE, "Director: A or B. Blank: by the rules.", 9, ("A", "B")),
)

DECISIONS = (
    DecisionSpec(
        PAIR, "two players paired in the next round, the rest by the rules", Kind.ROUND_ID, Kind.PLAYERS,
        about_help="The round not published yet. (After publication change the name in Games.)",
        example=("A-R3", "Ann ; Hal"), rule="P47",
    ),
    DecisionSpec(
        BYE, "a bye for somebody in the next round", Kind.ROUND_ID, Kind.PLAYER, example=("A-R3", "Bob"),
        rule="P47",
    ),
    DecisionSpec(
        typed.HALF_BYE, "a half-bye in section B, asked for before its round 1", Kind.PLAYER, Kind.ROUND_ID,
        example=("Moe", "B-R3"), rule="B-pairing 4, P25",
    ),
    DecisionSpec(
        typed.EXTRA_WEEKS, "more weeks for a round", Kind.ROUND_ID, Kind.INTEGER,
        value_help="Blank: one week.", optional=("Value",), example=("B-R3", "1"), rule="info 4, PO-match 5, P39",
    ),
    DecisionSpec(
        typed.OUTAGE, "to enter that the site was down; the round is extended by the printed table",
        start=True, end=True, rule="info 7, P40",
    ),
    DecisionSpec(
        typed.ASSIGNED, "to assign a time to a match (two lines for two times)", Kind.GAME_ID, start=True,
        example=("A-R3-01", ""), rule="pairing rule 1",
    ),
    DecisionSpec(
        typed.KEEP, "the first time control kept after three tied sets, since both agree", Kind.GAME_ID, Kind.TEXT,
        value_help="Blank: from set 4 on. 4: only set 4. 4-5: these sets. 5-: from set 5 on.", optional=("Value",),
        example=("A-R3-03", "4-5"), rule="A-match 3, PO-match 4, P20, P51",
    ),
    DecisionSpec(
        typed.WINNER, "to name the winner of a match without a score", Kind.GAME_ID, Kind.PLAYER,
        example=("A-R3-01", "Ann"), rule="P55", decides=id_in,
    ),
    DecisionSpec(
        typed.CHAMPION, "to name the champion, or joint champions", Kind.TEXT, Kind.PLAYERS,
        about_help="A or B.", example=("A", "Ann ; Hal"), rule="P12", decides=typed.section_in,
    ),
    DecisionSpec(
        typed.ORDER, "to put tied players in order", Kind.TEXT, Kind.PLAYERS, about_help="A or B.",
        value_help="The whole tied group, best first.", example=("B", "Kay ; Lou ; Ned"), rule="P4, P32, P33",
        is_order=True,
    ),
    DecisionSpec(
        typed.START, "another first day for a round", Kind.ROUND_ID, start=True, example=("A-R4", ""),
        rule="info 4, P37", decides=id_in,
    ),
    DecisionSpec(
        DEADLINE, "another deadline for a round or match", Kind.TEXT, end=True, example=("A-R4", ""),
        rule="info 4, P48", decides=id_in,
    ),
    DecisionSpec(
        WITHDRAW, "a published round taken back", Kind.ROUND_ID, about_help="A section's last, without results.",
        example=("A-R4", ""),
    ),
)  # fmt: skip

RESULTS = (
    *(
        ResultWord(f"{a}-{b}", (Fraction(a), Fraction(b)), How.PLAYED)
        for a, b in ((2, 0), (0, 2), (3, 1), (1, 3), (4, 2), (2, 4), (5, 3), (3, 5), (6, 4), (4, 6), (7, 5), (5, 7))
    ),
    *(
        ResultWord(f"{a}-{b}", (Fraction(a), Fraction(b)), How.PLAYED, help="Section B, or a running score.")
        for a, b in ((4, 0), (0, 4), (2, 2), (1, 1), (3, 3), (4, 4), (5, 5), (6, 6))
    ),
    *(
        ResultWord(f"{n}-{n} tie", (Fraction(n), Fraction(n)), How.TIE_DECLARED, help="Section A: the tie is declared.")
        for n in (6, 7, 8)
    ),
    ResultWord("1-0F", (ONE, ZERO), How.DEFAULT, ("+-", "1-0 forfeit"), "Player 2 forfeits."),
    ResultWord("0-1F", (ZERO, ONE), How.DEFAULT, ("-+", "0-1 forfeit"), "Player 1 forfeits."),
    ResultWord("0-0F", (ZERO, ZERO), How.DOUBLE_DEFAULT, ("--", "double forfeit"), "Both forfeit."),
    ResultWord("Void", None, How.VOID, ("cancelled",), "As if never paired."),
)

VIEWS = (
    View(
        "Bracket",
        (column("Part", 30),),
        "Rounds from left to right, two lines a match, the seed before the name, an arrow before the winner.",
        open_ended=True,
    ),
    View(
        "This round",
        (
            column("Player", 18, Kind.PLAYER),
            column("Opponent", 18, Kind.PLAYER),
            column("Game", 10, Kind.GAME_ID),
            column("Score", 8),
            column("Starts", 17, Kind.MOMENT),
            column("Due", 17, Kind.MOMENT),
            column("Report", 13, Kind.URL),
            column("State", 18),
            column("Remark", 40),
        ),
        "Whom you play, from when, until when, with which clock.",
    ),
    View(
        "Standings A",
        (
            column("Place", 7, Kind.INTEGER),
            column("Player", 22, Kind.PLAYER),
            column("Seed", 7, Kind.INTEGER),
            column("Lost matches", 12, Kind.INTEGER, "Two and out."),
            column("Byes", 7, Kind.INTEGER),
            column("Out in round", 12, Kind.INTEGER),
            column("Why", 70),
        ),
        "Places of section A by round of exit.",
    ),
    View(
        "Standings B",
        (
            column("Place", 7, Kind.INTEGER),
            column("Player", 22, Kind.PLAYER),
            column("Games won", 10, Kind.INTEGER, "Byes and forfeits included."),
            column("Opponents' wins", 14, Kind.INTEGER, "All games won by all opponents to date."),
            column("Forfeit points", 12, Kind.INTEGER),
            column("State", 18),
        ),
        "Places of section B; equal players share a place.",
        open_ended=True,
    ),
    View(
        "Starting list",
        (
            column("Section", 9),
            column("Number", 8, Kind.INTEGER, "The seed in section A."),
            column("Player", 22, Kind.PLAYER),
            column("Taken", 9, help_="The number used for seeding."),
            column("Rating", 9, Kind.NUMBER),
            column("Games", 8, Kind.INTEGER),
            column("Why", 100),
        ),
        "Who plays in which section, with which seed, and why.",
    ),
    pairings_view("Every match and bye of both sections.", "Player 1.", "Player 2."),
    View(
        "Next round",
        (
            column("Round", 8, Kind.ROUND_ID),
            column("Game", 10, Kind.GAME_ID),
            column("Player 1", 22, Kind.PLAYER),
            column("Player 2", 22, Kind.PLAYER),
            column("Starts", 17, Kind.MOMENT),
            column("Due", 17, Kind.MOMENT),
            column("Remark", 30),
            column("Why", 90),
        ),
        "The drafts of both sections, and what they wait for. Do not play these matches yet.",
        people=False,
    ),
    why_view("Why everything is as it is."),
    View(
        "Duties",
        (
            column("Now", 9, help_="Sections for which it is at hand."),
            column("When", 12),
            column("Who", 12),
            column("What", 90),
            column("Rule", 26),
        ),
        "What players and directors do themselves, and when.",
    ),
)

SHEET = FormatSheet(
    name="pente",
    title="Two-section championship",
    rulebook="Real-time Pente championship of 2003: double elimination, and a Swiss with play-offs",
    text=RULEBOOK,
    settings=SETTINGS,
    player_columns=PLAYER_COLUMNS,
    decisions=DECISIONS,
    results=RESULTS,
    views=VIEWS,
    words=WORDS,
    troubles=TROUBLES,
    first_heading="Player 1",
    second_heading="Player 2",
    has_sections=True,
    has_lots=True,
    has_starts=True,
    reports="match",
    runs_on=runs_on,
)
