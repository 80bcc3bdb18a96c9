"""The text of the FIDE Swiss Rules, as far as it says what it is, and each clause in our own words."""

from __future__ import annotations

from rules.parts.rulebook import Rulebook

RULEBOOK = Rulebook(
    title="04.2. Regulations for Swiss System Tournaments (short title: FIDE Swiss Rules)",
    edition="as amended by the General Assemblies of 1988, 1989, 1997 and 1998 and the Executive Board of 1999",
    publisher="FIDE",
    found="not known: the text gives no address.",
    page="001-swiss",
    clauses={
        "scope": (
            "What the regulations cover: which system, late and absent players, the first list, changes of "
            "published pairings."
        ),
        "scope-systems": (
            "A rated event is paired by one of FIDE's published Swiss systems, or by rules that are handed to the "
            "players in writing."
        ),
        "scope-accelerated": "Accelerated pairing is allowed if it is announced beforehand and favours nobody.",
        "scope-norms": "Pairings may not be changed to help somebody towards a title.",
        "scope-late": (
            "Whoever has not arrived when round 1 is paired stays out until they come in time for a later "
            "pairing; written notice of being late is an exception."
        ),
        "scope-unplayed": "Rounds not played give no points, and an absent player cannot have the bye.",
        "scope-ranking": (
            "The first list goes by FIDE rating; whoever has none is placed by the best that is known of their "
            "strength."
        ),
        "scope-changing": "Published pairings stay, unless two players would meet a second time.",
        "scope-withdrawals": (
            "A player who is absent without notice counts as withdrawn, unless there is a good explanation before "
            "the next pairing."
        ),
        "1": "The number of rounds is announced before the start.",
        "2": "Two players meet at most once.",
        "3": "Players are paired with others of the same score, or the nearest.",
        "4": "Where it can be done, a player has White as often as Black.",
        "5": "Where it can be done, a player's colour changes from round to round.",
        "6": (
            "The order at the end goes by points: 1 for a win, a half for a draw, 0 for a loss. If the opponent "
            "does not appear, the player has the point."
        ),
        "7": (
            "Before round 1 the players are numbered by strength; number 1 is the strongest and is called the "
            "highest. Equal ratings go by title, perhaps local rating, then by lot."
        ),
        "8": "With an odd number of players one has the bye.",
        "8.1": "The bye goes to the lowest player of the lowest score-group.",
        "8.2": "Nobody has it twice, and nobody who has had a point by default has it at all.",
        "8.3": "The bye is worth one point; it counts as neither an opponent nor a colour.",
        "9.1": (
            "Two players who have not met are compatible if neither would have one colour three times running, or "
            "three times more than the other."
        ),
        "9.2": (
            "Players of equal score are a score-group; the median group has half the points possible. Pairing "
            "goes from the top down to the median, then from the bottom up, and the median comes last, downward."
        ),
        "9.3": (
            "First those leave a score-group who cannot be paired in it: they have met all others, or no opponent "
            "allows them the colour they need, or the number must be made even. They are floaters."
        ),
        "9.4": (
            "The players of a group stand in order; the upper half is set against the lower half, first against "
            "first of the lower half. These are proposed pairings."
        ),
        "9.5": (
            "Where two would meet again, the lower of them changes places with another of the group; further "
            "changes serve the colours."
        ),
        "9.6": (
            "If the median group cannot be paired, pairings next to it are undone one at a time, from the side "
            "that sent fewer floaters, and it is tried again."
        ),
        "10.1": "A floater moves to the next group: downward above the median, upward below it.",
        "10.2": (
            "To make a group even, somebody floats whose going evens out the colours due; if they are even "
            "already, the lowest (going down) or the highest (going up). In Maxi events within 100 points of "
            "rating."
        ),
        "10.3": (
            "Going down, the lowest player floats who has a compatible opponent in the next group, leaving out "
            "those whom earlier floaters need."
        ),
        "10.4": "Going up, it is the highest such player.",
        "10.5": (
            "Whoever has no compatible opponent in the next group is exchanged for another of the own group if "
            "possible; else they float on."
        ),
        "10.6": (
            "Floaters from above are paired first, by score and then by number; in the upper half and the median "
            "before floaters from below."
        ),
        "10.7": (
            "Floaters from below are paired lowest score first, then lowest number; in the lower half before "
            "floaters from above."
        ),
        "10.8": (
            "A floater from above meets the highest player who is due the other colour, one from below the "
            "lowest; in Maxi events within 100 points of rating."
        ),
        "10.9": (
            "Floaters are of four types, by whether they floated here before and whether they have a compatible "
            "opponent next door; the worst types are avoided first."
        ),
        "10.10": (
            "Whoever floated in the round before does not float again to make a group even, if that costs no "
            "pairing and makes no worse floater."
        ),
        "11.1": (
            "Proposed pairings are looked at in turn, from the highest player when going down and from the lowest "
            "when going up, and the partner is exchanged until the pairing is allowed."
        ),
        "11.2": (
            "Exchanges for the first player go through the partners in the printed order: the lower half "
            "downward, then the upper half upward."
        ),
        "11.3": "Exchanges for the second player go the same way with those who are left.",
        "11.4": (
            "The second player's exchange must leave the first one an opponent; else the second floats, with the "
            "lowest player if that keeps the number even."
        ),
        "12.1": (
            "Colours alternate where possible and are equal after even rounds. Nobody has one colour three times "
            "running, or three times more than the other."
        ),
        "12.2": (
            "When all pairings are new ones, they are looked at again, and exchanged where that gives more "
            "players the colour due."
        ),
        "12.3": (
            "Whoever had one colour twice running must have the other. If both players had the same, and no "
            "exchange helps, they float."
        ),
        "12.4": (
            "If both are due the same colour, the last round in which they differed decides. If there is none, "
            "the higher player has the colour due in the median and above, the lower one below it."
        ),
        "12.5": "In odd rounds each player should end with just one more of one colour.",
        "12.6": (
            "In even rounds each player should end level. If both are due the same colour the history decides, "
            "and the other is evened out as soon as possible."
        ),
        "12.7": "In Maxi events players change places for a colour only within 100 points of rating.",
        "13": (
            "In the last round equal scores come before colours: two who have not met may be paired even if one "
            "has a colour a third time running."
        ),
        "14": "How round 1 is paired.",
        "14.1": "With an odd number the lowest player of the list has the bye.",
        "14.2": (
            "The colour of number 1 is drawn by lot; the upper half then alternates. This is the only lot for a colour."
        ),
        "14.3": "A win in round 1 counts 1, a draw a half, a loss 0.",
        "15.1": "For round 2 players stand in groups of the same score.",
        "15.2": "The bye of round 2 is given by rule 8.",
        "15.3": "Round 2 is paired from the highest group, then the lowest, and the median last.",
        "16.a": (
            "Ties where all have met rated players only: the sum of the opponents' ratings without the lowest; if "
            "that is level, without the next lowest, and so on."
        ),
        "16.b": (
            "Other ties: the sum of the scores after each round; if that is level, without round 1, then without "
            "round 2, and so on."
        ),
        "17": "Who comes late, and what becomes of the rounds they miss.",
        "17.a": "Whoever is late but in time for round 1 is listed and paired as usual.",
        "17.b": (
            "Whoever comes for a later round has no points for the rounds missed, is paired once there, and until "
            "then all numbers are provisional."
        ),
        "17.closing": "The numbers become final when the list is closed; whoever is not there cannot have the bye.",
        "18": (
            "The rules pair everybody alike, so two arbiters who follow them find the same pairings; they are not "
            "bent for title norms."
        ),
        "19": "The programs that were endorsed in 1997.",
        "20": "What an arbiter's report must say.",
        "20.1": "The report names the Swiss system that was used.",
        "20.2": "If it was none of FIDE's, its rules are sent in to be checked.",
        "20.3": "Changes of the pairings that helped somebody to a norm can be reported and lead to proceedings.",
        "21": (
            "In the Dutch system three of its rules give way in the last round, above half the points, if that "
            "makes more pairings in a group."
        ),
        "22": (
            "In youth and junior championships members of one federation do not meet in the last three rounds, "
            "above half the points."
        ),
    },
)
