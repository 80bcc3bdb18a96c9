"""The tour's text, as far as it says what it is, and each clause in our own words."""

from __future__ import annotations

from rules.parts.rulebook import Rulebook

RULEBOOK = Rulebook(
    title="2016 Tiebreaks: regulations for tiebreaks and play-offs in each Event and for the Tour overall",
    edition="2016",
    publisher="not known: the text names none. It speaks of Grand Tour Points.",
    found="not known: the text gives no address.",
    page="002-grand-chess-tour",
    clauses={
        "1": "A rapid game is 10 minutes with 5 seconds a move, a blitz game 5 minutes with 2 seconds a move.",
        "2": "How an Armageddon game is played.",
        "2.1": "In an Armageddon White has 6 minutes and Black 4; from move 61 each move adds 2 seconds.",
        "2.2": "If an Armageddon is drawn, Black wins it.",
        "2.3": "The chief arbiter tosses a coin; the winner of the toss chooses the colour.",
        "3": (
            "A tie for first place of an Event is played off. The play-off decides the winner and the first "
            "prizes, which are not shared."
        ),
        "3.1": "The winner of a play-off has the points of first place, without the bonus for winning outright.",
        "3.2": "All other ties, those who lost a play-off among them, share prizes and points equally.",
        "3.3": "An example: four who tie for fourth place have $22,500 and 5.5 points each.",
        "4": "A tie for first or second place of the Tour is played off after all Events.",
        "4.1": "The winner of that play-off has $100,000.",
        "4.2": "Those who tie for second place of the Tour, losers of the play-off among them, share $50,000.",
        "4.3": "An example: of three who tie for first the winner has $100,000 and the others $25,000 each.",
        "5": "Where wins are counted, a win in a rapid game counts as two in blitz.",
        "6": (
            "A play-off begins at least 30 minutes after the last game of anybody in it; between its games are at "
            "least 5 minutes, better 10."
        ),
        "6.1": "Two players: two rapid games, then two blitz games, then an Armageddon; White is drawn by lot.",
        "6.2": (
            "Three players: each plays each at rapid. Two who are level play two blitz games and an Armageddon. "
            "If all three are, the one with most wins in the Event waits for the winner of the other two."
        ),
        "6.3": (
            "Four players: ranked by wins, then lot; 1 plays 4 and 2 plays 3, two rapid games and an Armageddon, "
            "and the winners play likewise."
        ),
        "6.4": (
            "Five to eight: ranked by wins, then lot; eight are paired 1-8, 2-7, 3-6, 4-5, and with fewer the "
            "highest have a bye in the first round."
        ),
        "6.5": "The chief arbiter and the organizer may have blitz games instead of rapid ones, to end in time.",
    },
)
