"""The rules of the round-robin, in our own words: there is no text behind them."""

from __future__ import annotations

from rules.parts.rulebook import Rulebook

RULEBOOK = Rulebook(
    title="Round-robin, an example",
    edition="the one that stands here",
    publisher="nobody: made to show how a format is added",
    found="here",
    page="999-round-robin",
    clauses={
        "1": "Players are numbered by Seed, then by Rating, then as they are listed, when the event starts.",
        "2": "Everybody meets everybody once, by the Berger table of that many players; twice if Cycles says so.",
        "3": "A round goes out when every game of the one before is over.",
        "4": "With an odd number of players one of them is free in each round, and gets nothing for it.",
        "5": "A win counts 1, a draw ½. Ties go by the games of those tied, then by Sonneborn-Berger, else they stay.",
        "6": "If somebody leaves who has played fewer than half of their games, none of these counts.",
        "7": "If somebody leaves later, their games count, and each opponent to come has a point.",
    },
)
