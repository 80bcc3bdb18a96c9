"""A second, slow and literal judge for the Hastings knock-out with lucky losers.

Written from the rule text (clauses 1-34 and its notes) and rulings H1-H40 alone; it shares no code with the engine
and is meant to be compared with it. It prefers plain loops and complete searches to speed. Nothing here pairs the
Challengers: the judge only produces the *cards* with which players enter that Swiss.

Modules: ``draw`` (H1-H8), ``match`` (H9-H13, H30), ``lucky`` (H14-H19), ``colours`` (H20-H28), ``challengers``
(H32-H39), ``times`` (H31) and ``replay`` (everything together, H29 and H40 included).

Plain data
==========
player id      any string.
colour         ``"W"`` or ``"B"``; ``"-"`` is a gap (a slow game that was not played by this player).
colours        a string or list of colours and gaps, one a slow game, oldest first: ``"WB-"``.
points         whole half-points: win 2, draw 1.
board          a dict ``board`` (number from 1), ``first``, ``second`` (ids), ``white`` (id of who has White in the
               first slow game, None where a lot must still be drawn), ``why`` (what settled the colour: ``lot H4``,
               ``sought``, ``only one seeks``, ``H23.1``, ``H23.2``, ``H23.3``, ``H24``, ``lot H28``), ``rank`` (the
               better of the two positions; in round 1 the place in the ranking with the late entries in it).

``event``, the argument of ``replay``
-------------------------------------
players            list of dicts: ``id``; ``rating`` (int, None: unrated); ``title`` (one of H1's or None); ``estimate``
                   (int or None, used for unrated players only); ``lot`` (int, smaller goes first; needed only between
                   players otherwise equal); ``federation`` and ``family`` (string or None). Only ``id`` is needed.
                   Everybody is in it, whenever they entered (H2).
misses             ids who told the director before the pairings of round 1 were shown that they miss it (H7)
late               ids who entered after the pairings of round 1 were shown and before play (H8)
after_start        ids who entered after round 1 had begun (H7)
named_federations  federations kept apart in round 1 (H5)
lot                colour of the higher-ranked player of board 1 in round 1 (H4); needed
withdrawn          dict: knock-out round r >= 2 -> ids who withdrew before the pairings of r were shown and after those
                   of r - 1 (H36). A withdrawal after the pairings were shown is a default in ``results``.
plays_on           ids of withdrawn or defaulting players of whom the director says that they play on (H36, H38)
excused            ids of defaulters for whom the director recorded a stage agreed beforehand or reasons beyond their
                   control (H38)
premier_lots       dict: (round, board) -> colour of the *first* player (upper half) in the first slow game, looked at
                   only where H28 asks for the lot
All but ``players`` and ``lot`` may be left out.

``results``, the other argument
-------------------------------
dict: round -> list of match records, found by the two players whichever way round. A match record is a dict
a, b        the two ids; every code below is seen from ``a``
slow        list of codes, one a slow game, in order; nothing after a default (H13)
quick       list of at most two codes (only if the slow part was level)
armageddon  None or a pair (``white``, code): the id that the lot gave White, and the code
Codes: ``1`` a won, ``0`` b won, ``=`` drawn, ``+`` b did not come, ``-`` a did not come, ``x`` neither came.
A record that goes on after the match was decided, or stops before, is a ValueError or an unfinished match.

What ``replay`` returns
-----------------------
list            ids in the order of H1
declared_total  number of rounds of the Challengers, round 1 included (H33)
rounds          one dict a round as far as the results go, the last one perhaps unfinished:
    round, places, slow_games, first_slow (Challengers' round of its first slow game), final (bool), premier (bool)
    ranking         ids by position, vacant places left out. Round 1: the late entries in it (H2)
    lucky           lucky losers who came *into* this round, in the order in which they were chosen
    boards          see above
    held_back       ids by position
    forbidden_left  (first, second) of the pairs that should not be, in board order (H6)
    finished        whether every match is over; the keys below are there only then
    goes_on         who goes on, in board order, then those held back; without later withdrawals (H14, H35)
    out             who is in this round and not in the next, in list order (lucky losers are not out); after the
                    final everybody but the winner
    matches         what ``match.play_match`` says of every board, in board order
    entries         cards of those who enter the Challengers next, by score, then list (H33)
winner, runner_up, semi_final_losers   None, None, [] until known (H29)
defaulters      ids, in list order, who defaulted any game of a lost match (H38)
no_prize        the same without those excused
swiss_lot       colour that the Swiss takes where it asks for a first lot, for odd numbers (H33)

A card is a dict: ``id``, ``number`` (place in the list, from 1: the pairing number), ``entry_round``, ``score``,
``colours`` (string, one a round before the entry round), ``met`` (ids in order of meeting), ``bye_barred``,
``floats`` (always empty). A card whose entry round is beyond ``declared_total`` has no round left to play: that is
so only for those who missed round 1 where it was the final.

Where the rulings left a choice to this judge
---------------------------------------------
* A Premier player who defaulted the first slow game and may play on enters when other losers of that round do.
* A player who won a semi-final and withdrew before the final is a finalist, so never enters, whoever permits it.
* Whether round 1 is the final (H5, H9) is asked with the late entries counted.
* The share of a player marked as having no prize is withheld; the shares of others do not grow.
"""

from tests.judges.hastings.challengers import (
    challengers_prizes,
    compare_draws,
    entry_order,
    half_bye_is_granted,
    premier_prizes,
)
from tests.judges.hastings.colours import pair_by_position, pair_round_two, settle_colours, sides_of, who_gets_it
from tests.judges.hastings.draw import (
    halves,
    official_list,
    pair_round_one,
    places_round_one,
    round_one_ranking,
    undo_forbidden,
)
from tests.judges.hastings.lucky import choose_lucky, how_many_lucky, next_ranking, seeks
from tests.judges.hastings.match import declared_total, places_round_two, play_match, schedule
from tests.judges.hastings.replay import replay

__all__ = [
    "challengers_prizes",
    "choose_lucky",
    "compare_draws",
    "declared_total",
    "entry_order",
    "half_bye_is_granted",
    "halves",
    "how_many_lucky",
    "next_ranking",
    "official_list",
    "pair_by_position",
    "pair_round_one",
    "pair_round_two",
    "places_round_one",
    "places_round_two",
    "play_match",
    "premier_prizes",
    "replay",
    "round_one_ranking",
    "schedule",
    "seeks",
    "settle_colours",
    "sides_of",
    "undo_forbidden",
    "who_gets_it",
]
