"""Lines of Decisions that several formats offer, specified once; a format gives its clause and its own examples."""

from __future__ import annotations

from rules.parts.decisions import APART, DEADLINE, id_in
from rules.parts.withdrawal import WITHDRAW
from rules.sheet import DecisionSpec, Kind

KEPT_APART = DecisionSpec(
    APART,
    "two players not to meet",
    Kind.ROUND_ID,
    Kind.PLAYERS,
    about_help="A round, or blank for all.",
    value_help="Two names.",
    example=("", "Ada ; Eva"),
)
OTHER_DEADLINE = DecisionSpec(
    DEADLINE,
    "more (or less) time for a game or a round",
    Kind.TEXT,
    end=True,
    about_help="A game or a round. The new deadline stands in To.",
    example=("R3-02", ""),
    decides=id_in,
)
ROUND_TAKEN_BACK = DecisionSpec(
    WITHDRAW,
    "the latest round taken back",
    Kind.ROUND_ID,
    about_help="The round. None of its games may have a result.",
    example=("R4", ""),
)
