"""A small format with every sort of tab, for trying backends and templates."""

from __future__ import annotations

from fractions import Fraction

from rules.model import How
from rules.sheet import Cell, Column, DecisionSpec, FormatSheet, Kind, ResultWord, Setting, View
from sync.plan import OutRow
from sync.schema import Tab, settings_of, workbook

SAMPLE = FormatSheet(
    name="sample",
    title="Sample ladder",
    rulebook="A ladder to try things with",
    settings=(
        Setting("Rounds", Kind.INTEGER, "5", "How many rounds.", before_start=True),
        Setting("Days per game", Kind.INTEGER, "7", "Days until a game must be over."),
    ),
    player_columns=(Column("Wants A", Kind.CHECK, Cell.PERSON, "Tick to play in section A.", width=9),),
    decisions=(
        DecisionSpec("Pair", "two players to meet", Kind.ROUND_ID, Kind.PLAYERS, example=("R3", "Ada ; Ben")),
        DecisionSpec("Deadline", "more time for a game", Kind.GAME_ID, None, end=True),
    ),
    results=(
        ResultWord("1-0", (Fraction(1), Fraction(0)), How.PLAYED),
        ResultWord("0-1", (Fraction(0), Fraction(1)), How.PLAYED),
        ResultWord("1/2-1/2", (Fraction(1, 2), Fraction(1, 2)), How.PLAYED, ("½-½", "draw")),
    ),
    views=(
        View(
            "Ladder",
            (
                Column("Position", Kind.INTEGER, width=9, help="1 is the top of the ladder."),
                Column("Player", Kind.PLAYER, width=24),
                Column("Rank", Kind.INTEGER, width=7),
                Column("Change", Kind.TEXT, width=9),
                Column("Played", Kind.INTEGER, width=8),
                Column("Wins", Kind.NUMBER, width=7),
            ),
            "Who stands where.",
        ),
        View(
            "This round",
            (
                Column("Player", Kind.PLAYER, width=20),
                Column("Opponent", Kind.PLAYER, width=20),
                Column("Colour", width=9),
                Column("Due", width=18),
                Column("Report", Kind.URL, width=10),
                Column("State", width=18),
            ),
            "Your game.",
        ),
        View("Why", (Column("About", width=14), Column("Reason", width=90)), "Every decision in words."),
        View("Scores", (Column("Player", Kind.PLAYER, width=20),), "Strength of each against each.", True, heat=True),
        View(
            "History",
            (Column("Player", Kind.PLAYER, width=20),),
            "Position after each round.",
            True,
            chart="Position after each round",
        ),
        View(
            "Next round",
            (Column("Board", width=9), Column("White", width=20), Column("Black", width=20), Column("Why", width=50)),
            "The draft.",
            people=False,
        ),
        View(
            "Pairings",
            (
                Column("Game", Kind.GAME_ID, width=10),
                Column("Round", Kind.ROUND_ID, width=8),
                Column("White", Kind.PLAYER, width=20),
                Column("Black", Kind.PLAYER, width=20),
                Column("Outcome", Kind.RESULT, width=12),
                Column("Decided by", width=16),
                Column("Due", width=20),
                Column("Link", Kind.URL, width=16),
                Column("Remark", width=30),
            ),
            "What counts.",
        ),
    ),
)

TABS: tuple[Tab, ...] = workbook(SAMPLE)
BY_NAME = {t.name: t for t in TABS}
FIRST_ROWS: dict[str, tuple[OutRow, ...]] = {
    "Settings": tuple((s.name, s.default, s.help) for s in settings_of(SAMPLE))
}
