"""The matches of the play-offs as plans. Rule: 1, 2, 6.1-6.4; G10, G11, G13-G19, G21."""

from __future__ import annotations

from rules.grandchesstour.events import ARMAGEDDON, BLITZ, RAPID
from rules.parts.matches import Colours, Ends, Plan, Stage

_DECIDER = Stage(ARMAGEDDON, 1, Ends.DRAW_IS_BLACKS, colours=Colours.TOSS)


def _pair(rate: str) -> Stage:
    """Two games at one rate, a lot for White in the first, nothing carried over. Rule: G10, G11."""
    return Stage(rate, 2, Ends.ALL_PLAYED, colours=Colours.LOT)


TWO = Plan("two players", (_pair(RAPID), _pair(BLITZ), _DECIDER))  # Rule: 6.1, G14
LEFT = Plan("after the all-play-all", (_pair(BLITZ), _DECIDER))  # Rule: 6.2, G16
TREE = Plan("knock-out", (_pair(RAPID), _DECIDER))  # Rule: 6.3, 6.4, G18, G19


def in_blitz(plan: Plan) -> Plan:
    """Blitz in place of rapid: only the rate changes. Rule: 6.5, G21."""
    return plan.at_rates({RAPID: BLITZ})


TIME_LIMITS = {
    RAPID: "10 minutes and 5 seconds a move",
    BLITZ: "5 minutes and 2 seconds a move",
    ARMAGEDDON: "White 6 minutes, Black 4, 2 seconds a move from move 61; a draw is a win for Black",
}
"""The time limits of play-off games. Rule: 1, 2.1, 2.2."""
