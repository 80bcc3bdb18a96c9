"""The knock-out's text, as far as it says what it is, and each clause in our own words."""

from __future__ import annotations

from rules.parts.rulebook import Rulebook

RULEBOOK = Rulebook(
    title="not known: the text carries no title. It describes the knock-out and the Challengers at Hastings.",
    edition="not known: the text gives days and no year",
    publisher="not known. The text is signed by Stewart Reuben.",
    found="not known: the text gives no address.",
    page="003-hastings",
    clauses={
        "1": "Players are listed by FIDE rating; those without one stand below, by how strong they seem.",
        "2": (
            "The top half plays the second half, one round, knock-out. With an odd number the one in the middle "
            "is held back."
        ),
        "3": "Whoever wins by default goes on, and has had no colour in that game.",
        "4": "Who has White on the first board is drawn at the opening party; below it the colours alternate.",
        "5": "In round 1 the players of one large delegation are not paired together, and neither are close relatives.",
        "6": "Whoever misses round 1 starts in the Challengers in round 2 with half a point and no colour.",
        "7": (
            "40 moves in 70 minutes for White and 90 for Black, then 20 minutes more, and a minute a move from "
            "the first; the same in both tournaments."
        ),
        "8": (
            "Play-offs begin no earlier than 30 minutes after the first game, or 18:30, unless the arbiter and "
            "the players agree."
        ),
        "9": (
            "After a drawn game comes a mini-match of two games, 10 minutes and 10 seconds a move, colours "
            "turned, with 10 minutes' break."
        ),
        "10": (
            "After a drawn mini-match comes an Armageddon with a new lot: White 6 minutes, Black 5, and a draw "
            "sends Black on. It begins 15 minutes later, or at 20:00."
        ),
        "11": (
            "Speed games are put together again with the players' help afterwards; an arbiter alone with an "
            "Armageddon keeps no score."
        ),
        "12": "Results are posted as they come; nothing is kept from those who still play.",
        "13": (
            "Unless there are just 128 or 64 players, some losers go on: first those who drew their game, then "
            "those who balance the colours, then by the highest pairing."
        ),
        "14": (
            "A winner takes the better place of the two on that board. Boards that late entries moved are put in "
            "order by the higher player."
        ),
        "15": "Lucky losers stand at the bottom, in the order of round 1.",
        "16": (
            "Round 2: top half against second half. As many pairs as can be have the colours they seek, the "
            "lowest of the larger side play each other, and the extra colour goes by how each came through."
        ),
        "17": "Those who go on are announced as soon as possible after the last game.",
        "18": "Pairings of both tournaments are shown, but not before 21:30.",
        "19": "Two arbiters make the draw of round 2 independently.",
        "20": (
            "Those knocked out join the Challengers: with half a point if their first game was drawn, else with "
            "none, and in order of rating."
        ),
        "21": "Round 2: 64 players, knock-out as in round 1.",
        "22": "Nobody meets twice in the knock-out before the final, and never in the Challengers.",
        "23": "Round 3: 32 players as in round 1, in the places they have.",
        "24": "The 32 who lose go to the Challengers with a half, 1 or 1½ points.",
        "25": "Round 4: 16 players, knock-out; everybody else is in the Challengers.",
        "26": (
            "The last 8 play the Premier, 1-5, 2-6, 3-7, 4-8; nobody meets the same opponent twice except in the final."
        ),
        "27": (
            "There they play two games. Colours of the first are settled after the pairing, by lot where both had "
            "the same; ties go on as before."
        ),
        "28": "The semi-finals are on 3 and 4 January.",
        "29": "The final is on 5 and 6 January.",
        "30": "A drawn final is played off as before: one player wins the first prize.",
        "31": "There are no half-point byes in the knock-out.",
        "32": (
            "Whoever defaults in the Premier after a game lets the opponent go on, does not join the Challengers, "
            "and has no prize, but for reasons beyond their control."
        ),
        "33": "Whoever withdraws before the pairings are shown is replaced by a lucky loser; afterwards nobody is.",
        "34": "Whoever defaults has no prize, unless it was agreed beforehand that they leave then.",
        "note (6)": "A remark: with all strong players in one section fewer grandmasters are needed for title norms.",
        "note (7)": (
            "A remark: the handicap in time takes White's advantage away, and is used throughout so that nobody "
            "gains by the round."
        ),
        "note (13)": "A remark: for lucky losers there is no answer that is the only right one.",
        "note (23)": "A remark: from round 3 colours may stay uneven, as in any Swiss.",
        "note, prizes": (
            "A remark on prizes: the winner of the Premier has £1,500, the other finalist £1,000; losing a "
            "semi-final brings £400 and still a chance of the Challengers' first £800."
        ),
        "note, amendments": "Small changes of the rules remain possible.",
    },
)
