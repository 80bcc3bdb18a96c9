"""What the round-robin adds to the workbook."""

from __future__ import annotations

from dataclasses import replace

from rules.parts.director_lines import OTHER_DEADLINE, ROUND_TAKEN_BACK
from rules.parts.views import column, default_words, director_words, pairings_view, played_words, why_view
from rules.sheet import Cell, Column, FormatSheet, Kind, Setting, View
from tests.house.sixth.rulebook import RULEBOOK
from tests.house.sixth.words import TROUBLES, WORDS

ROUND_ROBIN = FormatSheet(
    name="round-robin",
    title="Round-robin",
    rulebook="Everybody meets everybody, by Berger tables",
    text=RULEBOOK,
    settings=(
        Setting(
            "Cycles",
            Kind.INTEGER,
            "1",
            "How often everybody meets everybody.",
            before_start=True,
            defines=True,
        ),
    ),
    player_columns=(Column("Seed", Kind.SEED, Cell.PERSON, "1 for the first number.", width=7, at_start=True),),
    decisions=(replace(OTHER_DEADLINE, rule="3"), replace(ROUND_TAKEN_BACK, rule="3")),
    results=(
        *played_words("Half a point each."),
        *default_words("Black did not come.", "White did not come.", "Nobody came."),
        *director_words("As if never paired."),
    ),
    views=(
        View(
            "Standings",
            (
                column("Place", 7, Kind.INTEGER),
                column("Player", 24, Kind.PLAYER),
                column("No", 6, Kind.INTEGER),
                column("Points", 8, Kind.NUMBER),
                column("Direct", 8, Kind.NUMBER, "Points from games of those who are level."),
                column("Sonneborn-Berger", 17, Kind.NUMBER),
                column("Played", 8, Kind.INTEGER),
                column("Why", 70),
            ),
            "The standings by what is decided now.",
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
            "Next round",
            (
                column("Board", 10),
                column("White", 22, Kind.PLAYER),
                column("Black", 22, Kind.PLAYER),
                column("Why", 90),
            ),
            "The draft. Do not play these games yet.",
            people=False,
        ),
        why_view(),
    ),
    words=WORDS,
    troubles=TROUBLES,
)
