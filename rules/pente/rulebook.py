"""The two-section championship's text, as far as it says what it is, and each clause in our own words."""

from __future__ import annotations

from rules.parts.rulebook import Rulebook

RULEBOOK = Rulebook(
    title="Tournament 4 Rules/Format: Winter 2003 real-time Pente Championship",
    edition="sections beginning 14 January 2003",
    publisher="the directors of Tournament #4 at Pente.org, whom the text names",
    found="not known: the text names the site Pente.org and no address of its own.",
    page="004-pente",
    clauses={
        "A-eligibility": (
            "Section A takes those rated 1600 or more, those who may not play in section B, and whoever wishes to."
        ),
        "A-format 1": (
            "Double elimination: whoever loses a match in bracket 1 goes to bracket 2, and whoever loses there is out."
        ),
        "A-format 2": (
            "Brackets stay apart until one player is left in bracket 1. Two lost matches put a player out, and "
            "the last one is champion."
        ),
        "A-format 3": (
            "Seeds go by the rating before the start; somebody with fewer than 20 rated games loses 20 points for "
            "each game that lacks."
        ),
        "A-format 4": "How equal ratings are put in order.",
        "A-format 4.1": "If both played the last tournament, whoever was eliminated later has the higher seed.",
        "A-format 4.2": "Otherwise the decimals of the ratings decide.",
        "A-format 5": (
            "The highest rating is seed 1, and so on; seeds stay for the whole tournament, but for the next rule."
        ),
        "A-format 6": "The only unbeaten player left becomes seed 1. If that player loses, the old order comes back.",
        "A-format 7": (
            "In each bracket the highest seed plays the lowest, the second highest the second lowest; pairings "
            "stand in order of their higher seed."
        ),
        "A-format 8": (
            "With an odd number the highest seed without a bye has it; when all have had one, the highest without two."
        ),
        "A-match 1": (
            "A match is played in sets of two games, each player beginning one; the first to lead by two games wins it."
        ),
        "A-match 2": "30 minutes a player and 5 seconds a move.",
        "A-match 3": (
            "After three sets one player's wish is enough for less time: 20 minutes and 3 seconds, then 15 and 2, "
            "then 10 minutes."
        ),
        "A-match 4": (
            "There are no ties, but for one case: after six sets the director may declare one, and both go on in "
            "their bracket."
        ),
        "A-match 4.1": (
            "It must be within the last three days, the players find no time, and both have done all they could; "
            "one claims it at once in writing."
        ),
        "A-match 4.2": "Before the last three days they agree on a time and play on.",
        "B-eligibility": "Section B takes players rated below 1600 whose strength is known.",
        "B-eligibility 1": (
            "They have at least 10 rated games against 3 opponents, and never had an established rating of 1750 "
            "or more."
        ),
        "B-eligibility 2": "Or they told the directors in another way how well they play.",
        "B-format 1": "A Swiss: 4 rounds below 16 players, 5 below 32, 6 below 64, else 7.",
        "B-format 2": (
            "The 4 players (after 4 or 5 rounds) or 8 (after 6 or 7) with most games won go to a knock-out, whose "
            "winner is champion."
        ),
        "B-pairing 1": "Round 1 is paired by lot.",
        "B-pairing 2": "Then players are placed by games won, then by all games their opponents have won, then by lot.",
        "B-pairing 3": "First plays second, third plays fourth, and so on.",
        "B-pairing 4": (
            "Asked for before the start, a player may have one half-bye (2 won, 2 lost), not in the last round."
        ),
        "B-pairing 5": "With an odd number the lowest who had no bye has a full one: 4 won.",
        "B-match 1": "A match is four games, two begun by each; 2-2 is a result.",
        "B-match 2": "All four should be played in one sitting.",
        "B-match 3": "20 minutes a player.",
        "PO-pairing 1": "The play-off's players are seeded by games won, with ties broken in turn.",
        "PO-pairing 1.1": "First by the games all their opponents have won.",
        "PO-pairing 1.2": (
            "Then by forfeit points: one more for each opponent who forfeited to others; two less for a forfeit "
            "to the player in the last round, one less for an earlier one."
        ),
        "PO-pairing 1.3": "Then two players play a match; with three or more the director decides as fairly as can be.",
        "PO-pairing 2": "The highest seed left plays the lowest, and so on inward.",
        "PO-match 1": "Sets of two games; the first to lead by two goes on, the other is out.",
        "PO-match 2": "For finding times the general rules 1 to 3 hold.",
        "PO-match 3": "20 minutes a player.",
        "PO-match 4": "After three sets one player's wish is enough for less time: 15 minutes, then 10.",
        "PO-match 5": (
            "If six sets are level, the director may give a week more, under three conditions: the last game was "
            "in the last three days, no time is found, and both did all they could."
        ),
        "pairing rule 1": (
            "Players find a time themselves. If they cannot, the director names two times, then one; whoever "
            "cannot come then forfeits."
        ),
        "pairing rule 2": (
            "After two level sets in one sitting both may agree to go on another day; if only one wants to stop, "
            "what follows holds."
        ),
        "pairing rule 2.1": "In the last two days that player forfeits, unless a time within the period is found.",
        "pairing rule 2.2": (
            "Earlier, the other names two times at least 18 hours apart; the one who stopped takes one of them or "
            "forfeits."
        ),
        "pairing rule 2.3": (
            "The claim goes to the director at once, in writing; without it both forfeit. Times that ask too much "
            "can be disputed."
        ),
        "pairing rule 3": "After three level sets in one sitting one player's wish is enough to go on another day.",
        "pairing rule 3.1": "In the last two days, one who stops alone may forfeit, as under 2.1 and 2.3.",
        "pairing rule 3.2": "In the last two days, two who both stop find a time within the period, or both forfeit.",
        "pairing rule 3.3": "Earlier there is no penalty; the players agree on a time as at the start of a round.",
        "pairing rule 4": (
            "Two players meet again as late as possible: the lower of the pair is moved, in the order that follows."
        ),
        "pairing rule 4.1": "Change with the lower player one pairing down.",
        "pairing rule 4.2": "Else with the one a pairing up.",
        "pairing rule 4.3": "Else go two pairings down; the lower players between move up one each.",
        "pairing rule 4.4": "Else two pairings up, and they move down.",
        "pairing rule 4.5": "Else three down, three up, four, and so on.",
        "pairing rule 4.6": "If every move repeats a pairing, nothing is changed.",
        "info 1": "The directors place and seed everybody by ratings taken at one time before the start.",
        "info 2": (
            "Whoever wants section B without enough games tells the directors what else shows their strength, or "
            "plays the games before entries close."
        ),
        "info 3": "Directors play too; a dispute with one goes to the other.",
        "info 4": (
            "A round begins every two weeks and lasts some ten or eleven days, to a Monday; holiday weeks add one."
        ),
        "info 5": "A break of five to ten minutes between games is suggested.",
        "info 6": (
            "All games are rated. One begun with the wrong clock may begin again within seven moves, if both agree."
        ),
        "info 7": (
            "If the site is down: under 6 hours nothing changes; under 30, with 3 of them in the evening, a day "
            "more; else a week more."
        ),
        "info 8": "Whoever is cut off has five minutes to return; then the opponent decides, and should be patient.",
        "info 9": "Nobody enters twice.",
        "info 10": "No help by persons, programs, notes or books.",
        "info 11": "Stones may not be moved on another board to try things out.",
        "info 12": "A player may ask to take a move back; the opponent need not agree.",
        "info 13": "The winner sends the score, names and days to the director and the opponent.",
        "info 14": "Disputes go to the director at once.",
        "info 15": "A director may remove a player for bad conduct.",
        "info 16": "Anyone may watch, without talk at the table while a game is on.",
        "tip 1": "Keep four hours free in section A, three in section B.",
        "tip 2": "Tell family and friends that you play.",
        "tip 3": "Meet at an empty table: its first guest alone can set the clock.",
        "tip 4": "Do not leave a match to the last two days.",
        "tip 5": "Name your time zone when you arrange a time.",
        "tip 6": "Keep all letters about times until the round is over.",
    },
)
