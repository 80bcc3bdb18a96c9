"""A second judge for the two-section championship: slow, literal, written from the rule text and rulings alone.

It shares no code with the product. Everything is worked out anew from the plain record at every step, so that each
function can be read next to the clause it quotes (text: seed 004; P1-P42: the rulings on it). Nothing here is fast,
clever or incremental, on purpose.

Plain data, in and out
----------------------
player      a name (str).
entrant     a mapping with ``name`` (str), ``rating`` (str, as typed: ``"1683.42"``), ``games`` (int, rated games) and,
            where they matter, ``opponents`` (int), ``best`` (str or None, highest rating ever), ``wish_a`` (bool),
            ``accepted`` (bool: the director accepted other information), ``exit`` (the round in which the player left
            the last championship: an int, ``"champion"``, or None for somebody who took no part).
outcome     a tuple, names instead of sides, so that it does not matter who stands first:
            ``("games", {"x": 3, "y": 1})``, ``("win", "x")`` (elimination only), ``("forfeit", "x")`` (x forfeits),
            ``("double",)`` (both forfeit), ``("tie",)`` (section A only). None: still open.
outcomes    a mapping ``{stage: {(x, y): outcome}}`` (the pair either way round), or a function
            ``outcomes(stage, upper, lower) -> outcome``.
stage       section A: the round's number (int). Section B: ``"R1"`` … the regular rounds, ``"T1"`` … periods of
            preliminary matches that break ties, ``"P1"`` … play-off rounds.
pairing     a tuple ``(upper, lower)``; lists of pairings are in the printed order, the first being the top.
withdrawals ``{stage: [item, …]}``: who left after that stage was published and before the next one was. An item is a
            name, or a list of names who left at the same moment. Inside a stage things happen in this order: the
            played results come in, then the corrections of that stage, then the withdrawals, item by item.
corrections ``{stage: [(earlier stage, x, y, outcome), …]}``: results corrected while `stage` was the last published.
typed_rounds ``{stage: {"byes": […], "pairings": […]}}``: a round as the director typed it, taken instead of ours.
declared    ``{stage: [names]}``: champions named by the director when that stage was complete.

Modules: `placing` (P1-P5), `matches` (P18, P20, P21, P27, P35), `repeats` (P13-P17), `section_a` (P6-P12, P22),
`section_b` (P23-P29), `playoffs` (P30-P36 and the whole of section B), `days` (P37-P41).
Readings of our own, where text and rulings leave room:
- round of exit in A: of the second loss and the number under which a player left, the earlier;
- both of an open match leaving in the same period, one after the other, is a double forfeit like leaving together
  (unless the first one's leaving ends the event: then the other's is refused);
- outages that touch or overlap are one continuous outage;
- a typed order settles a tied group only if it holds the whole of it, in section A as P33 says for the play-offs;
- no order inside a shared place is laid down for section B: see `playoffs`.

Duties of people (P19, P42: forfeits and adjournments are the director's word) have nothing to be judged.
"""

from tests.judges.pente.days import (
    holiday_week,
    last_days,
    outage_extension,
    plain_close,
    round_days,
    season_days,
)
from tests.judges.pente.matches import (
    check_games,
    clocks,
    first_movers_fit,
    lead_of_two,
    losers,
    match_wins,
    regular_score,
    tie_may_be_declared,
)
from tests.judges.pente.placing import place_entrant, place_sections, seed_order, seeding_number
from tests.judges.pente.playoffs import (
    forfeit_points,
    play_b,
    playoff_order,
    playoff_round,
    playoff_size,
    seeds_or_needs,
)
from tests.judges.pente.repeats import avoid_repeats, moved, moves_in_order
from tests.judges.pente.section_a import bye_a, make_round_a, pairing_order, places_by_exit, play_a, play_a_seeded
from tests.judges.pente.section_b import (
    full_bye,
    grant_half_byes,
    make_round_b,
    number_of_rounds,
    opponents_wins,
    place_order,
    shared_places,
    total_wins,
)

__all__ = [
    "avoid_repeats",
    "bye_a",
    "check_games",
    "clocks",
    "first_movers_fit",
    "forfeit_points",
    "full_bye",
    "grant_half_byes",
    "holiday_week",
    "last_days",
    "lead_of_two",
    "losers",
    "make_round_a",
    "make_round_b",
    "match_wins",
    "moved",
    "moves_in_order",
    "number_of_rounds",
    "opponents_wins",
    "outage_extension",
    "pairing_order",
    "place_entrant",
    "place_order",
    "place_sections",
    "places_by_exit",
    "plain_close",
    "play_a",
    "play_a_seeded",
    "play_b",
    "playoff_order",
    "playoff_round",
    "playoff_size",
    "regular_score",
    "round_days",
    "season_days",
    "seed_order",
    "seeding_number",
    "seeds_or_needs",
    "shared_places",
    "tie_may_be_declared",
    "total_wins",
]
