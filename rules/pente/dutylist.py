"""The duties that people have themselves, with the clause of each and the phase in which it is shown as due.

Rule: seed 004, A-match, B-match, PO-match, pairing rules 1-3, info 1-16, tips 1-6; P19, P42.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Duty:
    """Something people do themselves. `phase`: signing up, arranging, playing, reporting, closing, any time."""

    clause: str
    who: str
    phase: str
    what: str


DUTIES: tuple[Duty, ...] = (
    Duty("info 1, A-format 3", "director", "signing up", "Collect every rating and count of games at one moment."),
    Duty(
        "info 2.1-2.2",
        "player",
        "signing up",
        "Short of 10 games or 3 opponents: tell the directors where else you play.",
    ),
    Duty(
        "info 2.3",
        "player",
        "signing up",
        "Nothing to tell: play the missing games before sign-up closes, or play in section A.",
    ),
    Duty(
        "B-eligibility 2",
        "director",
        "signing up",
        "Tick Information accepted for whoever showed his ability elsewhere.",
    ),
    Duty("B-pairing 4", "player", "signing up", "Section B: ask now for a half-bye in one round, not the final one."),
    Duty("info 9", "player", "signing up", "Enter once, under one user name."),
    Duty(
        "pairing rule 1", "players", "arranging", "Agree on a time inside the period. Who can meet at no time forfeits."
    ),
    Duty(
        "pairing rule 1",
        "players",
        "arranging",
        "No time agreed: write to the director at once, with a copy to the opponent.",
    ),
    Duty(
        "pairing rule 1",
        "director",
        "arranging",
        "Offer two times on different days, then one; type them as Assigned time.",
    ),
    Duty("tip 5", "players", "arranging", "Say which time zone you mean."),
    Duty("tip 4", "players", "arranging", "Do not wait for the last two days."),
    Duty("tip 6", "players", "arranging", "Keep the letters about playing times until the round is over."),
    Duty("tip 1", "players", "playing", "Keep 4 hours free in section A, 3 hours in section B."),
    Duty("tip 2", "players", "playing", "Tell your family that the match cannot be disturbed."),
    Duty("tip 3", "players", "playing", "Meet at an empty table: only its owner can set the clock."),
    Duty(
        "A-match 1-2, PO-match 1",
        "players",
        "playing",
        "Each moves first once in a set; set the clock that Remark shows.",
    ),
    Duty(
        "A-match 3, PO-match 4",
        "players",
        "playing",
        "Level after three sets: the shorter clock, unless both agree to keep the first.",
    ),
    Duty(
        "B-match 1-2", "players", "playing", "Section B: four games, two moving first each, in one sitting if you can."
    ),
    Duty("info 5", "players", "playing", "Breaks of 5 to 10 minutes between games."),
    Duty(
        "info 6",
        "players",
        "playing",
        "Rated games; wrong clock found within 7 moves: start again if both agree; later, play on.",
    ),
    Duty("info 8", "players", "playing", "Opponent cut off: 5 minutes, better 10, before forcing a forfeit."),
    Duty("info 10-11", "players", "playing", "No help of any kind; no moving of stones to try moves."),
    Duty("info 12", "players", "playing", "Undo may be asked for, and refused."),
    Duty("info 16", "spectators", "playing", "No comments while a game runs."),
    Duty("pairing rule 2", "players", "playing", "Two sets tied in one sitting: adjourn only if both wish."),
    Duty(
        "pairing rule 3", "players", "playing", "Three sets tied in one sitting: one may adjourn while there is time."
    ),
    Duty(
        "info 13",
        "winner",
        "reporting",
        "Report the score and the days played, with a copy to the opponent: use the form.",
    ),
    Duty("info 14", "players", "reporting", "Bring every dispute to the director of your section at once."),
    Duty(
        "info 3", "players", "reporting", "A dispute with a director goes to the co-director, and the other way round."
    ),
    Duty(
        "pairing rule 2.1, 3.1-3.2",
        "players",
        "closing",
        "Last two days: who cannot go on forfeits, both if both adjourn and find no time.",
    ),
    Duty(
        "pairing rule 2.2",
        "players",
        "closing",
        "Before them: accept one of two times the opponent names, 18 hours apart, or forfeit.",
    ),
    Duty(
        "pairing rule 2.3", "player", "closing", "Claim a forfeit by writing to the director at once, or both forfeit."
    ),
    Duty(
        "A-match 4.1",
        "players",
        "closing",
        "Section A, level after six sets in the last three days: claim the tie at once by letter.",
    ),
    Duty("A-match 4.2", "players", "closing", "Level earlier: agree on a time to go on."),
    Duty(
        "PO-match 5",
        "players",
        "closing",
        "Play-offs, level after six sets in the last three days: ask at once for one more week.",
    ),
    Duty("pairing rules 1-3", "director", "closing", "Period over: type 1-0F, 0-1F or 0-0F for matches not played."),
    Duty("info 4", "director", "any time", "Add weeks to a round as you see fit: Extra weeks."),
    Duty("info 7", "director", "any time", "The site was down for 6 hours or more: type an Outage."),
    Duty("info 15", "director", "any time", "Poor conduct: set Status to Disqualified."),
)
