"""A second judge for the median Swiss: slow, literal, written from the rule text and the rulings alone.

It shares no code with the program. What it answers is meant to be held against what the program answers.
Numbers like S25 are rulings, numbers like 10.8 clauses of the rule text.

Data in, one call a round::

    judge_round(cards, round_number, total_rounds, settings) -> Round

* ``cards``: any order, one ``Card`` for everybody who was ever in the event, absent and withdrawn players too
  (their scores are needed to tell who floated in the round before, S20).

  - ``number``: the pairing number *of this moment* (S42); 1 is the highest.
  - ``half_points``: the score now, in half-points.
  - ``history``: exactly ``round_number - 1`` entries ``Past(kind, opponent, colour, gained)``, oldest first.
    ``kind`` is ``"game"`` (played), ``"default"`` (paired but not played), ``"bye"`` or ``"missed"`` (absent, late,
    withdrawn). ``opponent`` is a number of this moment, 0 if there was none. ``colour`` is ``"W"``, ``"B"`` or
    ``""``; it counts for games only. ``gained`` is in half-points; a win by default is ``"default"`` with 2.
  - ``present``: whether the player is to be paired this round.
  - ``federation``: ``""`` means none. ``rating``: the FIDE rating or None. ``estimate``: the estimate used for
    ranking an unrated player, or None. The Maxi rating is the first of these that is known, else 0 (S31).
  - ``may_take_bye``: None (the default) reads it from the history (8.2); True or False overrules that.

* ``settings``: ``lot`` (colour drawn for number 1, ``"W"`` or ``"B"``), ``maxi``, ``same_federation`` (22),
  ``default_is_meeting`` (S3).

Data out, a ``Round``:

* ``possible``: False if no pairing keeps all absolute rules (S2); then everything else is empty.
* ``bye``: a number, or 0 if nobody has it.
* ``pairs``: in board order (S40), each a ``Pair`` with ``white``, ``black``, ``place`` (the score, in half-points, of
  the group in which the pair was made), ``made_by`` (``"S25"`` a floater met an opponent; ``"S29"`` first column of
  compatible pairs; ``"S30"`` exchanged for colours), ``floater`` (the number paired first under S25, else 0),
  ``column`` (1 is the proposed pairing, counted over *all* columns of the group in the order of S27 or S28; 0 for
  S25), ``colour_step`` (``"S7.1"`` … ``"S7.5"`` or ``"S8"``).
* ``floats``: in the order in which they happened, each a ``Float``: ``number``, ``left`` and ``reached`` (half-points
  of the two places), ``kind`` (type a-d of 10.9, judged when chosen), ``rule`` (``"9.3.a"``, ``"9.3.b"``, ``"9.3.c"``
  or ``"10.1"`` for S13; ``"S14"``, ``"S19"``, ``"S21"``, ``"S22"``). For those who leave together by S13 the rulings
  fix neither an order of reporting nor whose rivals count for the type: here they are gone through in the order of S24.
  Players of cracked pairs are not listed here.
* ``cracked``: the pairs undone under 9.6, in order, each ``(first, second, side)``, side ``"above"`` or ``"below"``.
* ``federations_set_aside``: whether 22 was given up for the round (S38).

Also ``number_players`` (S41) and ``standings`` (S44, S45), see there.
"""

from tests.judges.swiss.cards import Card, Field, Past, Settings
from tests.judges.swiss.rounds import Float, Pair, Round, judge_round
from tests.judges.swiss.standings import Entrant, Standing, number_players, standings

__all__ = [
    "Card",
    "Entrant",
    "Field",
    "Float",
    "Pair",
    "Past",
    "Round",
    "Settings",
    "Standing",
    "judge_round",
    "number_players",
    "standings",
]
