"""The ladder's text, as far as it says what it is, and each clause in our own words."""

from __future__ import annotations

from rules.parts.rulebook import Rulebook

RULEBOOK = Rulebook(
    title="not known: the text carries no title",
    edition="not known",
    publisher="not known",
    found="not known: the text gives no address. It names Chess.com's Live960 as the place of play.",
    page="000-ladder",
    clauses={
        "1(a)": "A Game is one game of Chess960 on Chess.com, 15 minutes a player and 10 seconds more for each move.",
        "1(b)": (
            "The two players may agree otherwise about who invites, the colours and who reports; what follows "
            "holds where they do not."
        ),
        "1(b)(i)": "The player who stands lower in the Ladder sends the invitation.",
        "1(b)(ii)": "In their first Game against each other the lower player has White.",
        "1(b)(iii)": "In later Games, whoever had Black in their last one has White.",
        "1(b)(iv)": "The winner sends in the result; after a draw White does.",
        "1(c)": "One player tells the director the result and gives the address of the game.",
        "1(d)": "A win counts 1 Win for the winner. A draw counts half a Win for each.",
        "1(e)": (
            "Where players disagree, or are unsure about a Game, both speak to the director, who says what happens."
        ),
        "2": "The Final is a match of best of five between the two Finalists; it decides who is Champion.",
        "2(a)": (
            "Final Wins start at 0 and are counted apart from earlier Wins. The Finalists play until one has at "
            "least 3 and more than the other."
        ),
        "2(b)(i)": "The Finalist with more Final Wins is Champion and first.",
        "2(b)(ii)": "The other Finalist is second.",
        "2(b)(iii)": "Everybody else is placed at 1 plus the number of players with a better Rank.",
        "2(c)": "If a Finalist is removed, new Finalists are chosen as after the rounds, and the Final begins again.",
        "3": "The director may decide otherwise in everything that this rule says.",
        "3(a)": "A Game without a result after 7 days is Null: nobody gets a Win.",
        "3(a)(i)": "For a Game of a round the 7 days run from its announcement.",
        "3(a)(ii)": "For the first game of the Final they run from the announcement of the Finalists.",
        "3(a)(iii)": "For each later game of the Final they run from the game before it.",
        "3(b)": (
            "A player who cannot be reached soon after a Game of theirs became Null is taken off the Ladder and is out."
        ),
        "4(a)": (
            "All players stand in one order, the Ladder. The first order is free; likely winners should stand high."
        ),
        "4(b)": "Wins are counted for each player against each other player, from 0, in steps of a half.",
        "4(c)": (
            "A player's Score against another is a whole number from 0 to 99: the width of the widest path "
            "between them."
        ),
        "4(c)(i)": "A path is any row of two or more players that begins with the one and ends with the other.",
        "4(c)(ii)": (
            "A path is as wide as its narrowest step: the smallest initial score of a player in it against the next."
        ),
        "4(c)(iii)": (
            "The initial score of one player against another is 100A/(A+B+3), rounded down; A and B are the Wins "
            "of each against the other."
        ),
        "4(d)(i)": "The player at the top has Rank 1. (The text numbers this rule 4(b) a second time.)",
        "4(d)(ii)": (
            "If a player and the one directly above have equal Scores against each other, and these are not 0, "
            "both have the same Rank."
        ),
        "4(d)(iii)": "Otherwise a player's Rank is one more than the Rank of the player above.",
        "5(a)": "Rounds are played and numbered from 1.",
        "5(b)": (
            "With an odd number of players one has a Bye. Of those with most completed Games it goes to the "
            "highest in odd rounds, to the lowest in even ones."
        ),
        "5(c)(i)": "Matching begins at the bottom in even rounds, at the top in odd rounds.",
        "5(c)(ii)": "Take the lowest player who is still free, and look at everybody free above.",
        "5(c)(iii)": "Take the highest player who is still free, and look at everybody free below.",
        "5(c)(iv)": (
            "The opponent is the one with the smallest match cost G + D(D-1)/2, G being their completed Games "
            "together and D the difference of their Ranks; then the one with fewest such Games, then the nearest."
        ),
        "5(c)(v)": "Go on from the other end, in turn, until everybody is matched.",
        "5(d)": "Each matched pair plays one Game.",
        "5(e)": (
            "After a round, and before the next Bye, each player who out-scores somebody above moves to directly "
            "above the highest such player."
        ),
        "5(f)": (
            "After the 5th round ties for the Final are played off, the director may add rounds, and then the "
            "Finalists are named."
        ),
        "5(f)(i)": "If more than two players have Rank 1, all of them play each other in a round of their own.",
        "5(f)(ii)": "If one player has Rank 1 and several have Rank 2, those with Rank 2 do the same.",
        "5(f)(iii)": "Otherwise the director may hold more rounds, under conditions the director sets.",
        "5(f)(iv)": "These steps are repeated until none of them applies.",
        "5(f)(v)": "The top two of the Ladder are then the Finalists.",
        "note 5": "A Game is completed once it has a result that is not Null.",
    },
)
