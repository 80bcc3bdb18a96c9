"""The Challengers: who plays, what they bring, the round's pairing by the median Swiss, the standings."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from fractions import Fraction

from rules.hastings.event import CHALLENGERS, Event, KPlay
from rules.model import Id, Trouble
from rules.parts.decisions import APART, BYE, PAIR, id_in, names_in, of_kind
from rules.parts.ids import round_id
from rules.parts.median import Card, Colour, MedianSettings, NoPairing, RoundPairing, pair_round
from rules.parts.record import seen_against
from rules.parts.swiss_tiebreaks import Score, Standing, score_of, standings

BARS_BYE = ("won without play", "held back")  # H33
NO_ROUND = "No round"  # the director's decision, and what is noted where the director did not answer
ABSENT = "Absent"


@dataclass(frozen=True)
class TypedRound:
    """What the director typed for a round of the Challengers, as far as it can be followed."""

    pairs: tuple[tuple[Id, Id], ...] = ()  # White first
    bye: Id | None = None
    apart: tuple[tuple[Id, Id], ...] = ()
    no_round: bool = False
    troubles: tuple[Trouble, ...] = ()


def present(event: Event, number: int, in_k: Collection[Id]) -> tuple[Id, ...]:
    """Who is paired in the Challengers' round with this number, in list order.

    Rule: 20, 24, 32; rulings H33, H36, H38. `in_k`: who is in the knock-out then.
    """
    away = absent(event, number)
    found = []
    for player in event.listing.order:
        if player in in_k or player in away or player in event.barred or player in event.finalists:
            continue
        status = event.status(player)
        on = event.plays_on(player)
        if (status == "Active" and event.leaving_of(player) is None) or (status in ("Withdrawn", "Active") and on):
            found.append(player)
    return tuple(found)


def absent(event: Event, number: int) -> frozenset[Id]:
    """Who the director wrote down as absent from a round."""
    id_ = round_id(CHALLENGERS, "R", number)
    return frozenset(d.about for d in of_kind(event.book.decisions, ABSENT) if id_in(d.value) == id_)


def typed_for(event: Event, number: int, players: Collection[Id]) -> TypedRound:
    """The director's words for a round that is not published."""
    id_ = round_id(CHALLENGERS, "R", number)
    free = set(players)
    pairs: list[tuple[Id, Id]] = []
    bye: Id | None = None
    apart: list[tuple[Id, Id]] = []
    troubles: list[Trouble] = []
    for decision in of_kind(event.book.decisions, PAIR, BYE):
        if id_in(decision.about) != id_:
            continue
        names = names_in(decision.value)
        wanted = 2 if decision.kind == "Pair" else 1
        facts = {"kind": decision.kind, "typed": decision.value, "round": id_}
        if len(set(names)) != wanted or not set(names) <= free or (wanted == 1 and (bye or len(players) % 2 == 0)):
            troubles.append(Trouble("decision-not-usable", decision.key or decision.about, "Value", facts))
            continue
        free -= set(names)
        if wanted == 2:
            pairs.append((names[0], names[1]))
        else:
            bye = names[0]
    for decision in of_kind(event.book.decisions, APART):
        names = names_in(decision.value)
        if len(set(names)) == 2 and (not decision.about or id_in(decision.about) == id_):
            apart.append((names[0], names[1]))
    no_round = any(id_in(d.about).upper() in (id_, CHALLENGERS) for d in of_kind(event.book.decisions, NO_ROUND))
    if event.stands.notice(id_, NO_ROUND) is not None:  # a pair typed later opens the round again
        note = event.stands.noticed[id_, NO_ROUND]
        mine = [d for d in of_kind(event.book.decisions, PAIR) if id_in(d.about) == id_]
        no_round = no_round or all(d.seen is not None and seen_against(event.book, d, note) <= 0 for d in mine)
    return TypedRound(tuple(pairs), bye, tuple(apart), no_round, tuple(troubles))


def cards_of(event: Event, number: int, players: Collection[Id]) -> tuple[Card, ...]:
    """Pairing cards of everybody who is or was in the Challengers before that round.

    Rule: 20, 22, 24; rulings H30, H32-H34: score, colours, opponents met, no floats.
    """
    numbers = event.number
    slots = event.c_slots
    found = []
    for player in event.listing.order:
        if player not in players and player not in slots:
            continue
        plays = event.k_plays.get(player, ())
        entrant = event.entries[player]
        met = {numbers[o] for p in plays if p.kind == "played" and (o := p.opponent) is not None and o in numbers}
        colours: tuple[Colour, ...] = tuple("W" if p.colour == "W" else "B" for p in plays if p.colour)
        found.append(
            Card(
                number=numbers[player],
                slots=tuple(s for s in slots.get(player, ()) if s.round < number),
                rating=int(entrant.rating or entrant.estimate or 0) or None,
                federation=entrant.federation or None,
                present=player in players,
                may_have_bye=not any(p.kind in BARS_BYE for p in plays),
                met=frozenset(met),
                brought=int(2 * sum((p.points for p in plays), Fraction(0))),
                brought_colours=colours,
            )
        )
    return tuple(found)


def odd_colour(event: Event) -> Colour:
    """The colour of odd numbers where the Swiss asks for its first lot: that of H4. Ruling: H33."""
    lot = event.lot("K-R1")
    return "W" if lot is None or lot.answer is None or lot.answer[0] == lot.among[0] else "B"


def pair_challengers(event: Event, number: int, players: Collection[Id], typed: TypedRound) -> RoundPairing | NoPairing:
    """The round paired by the Swiss of the median score-group. Rule: 20, 22; rulings H33, H34."""
    numbers = event.number
    return pair_round(
        cards_of(event, number, players),
        MedianSettings(number, max(event.total, number), odd_colour(event)),
        fixed=tuple((numbers[a], numbers[b]) for a, b in typed.pairs),
        fixed_bye=None if typed.bye is None else numbers[typed.bye],
        keep_apart=tuple((numbers[a], numbers[b]) for a, b in typed.apart if a in numbers and b in numbers),
    )


@dataclass(frozen=True)
class Line:
    """A line of the Challengers' standings."""

    player: Id
    standing: Standing
    brought: Fraction
    entered: int  # the first slot of the Challengers for this player


def members(event: Event) -> tuple[Id, ...]:
    """Who is or was in the Challengers, in list order: everybody out of the knock-out who may play, or has played."""
    last = event.last_k
    if last is None:
        return ()
    in_k = knock_out_players(event)
    here = set(present(event, event.last_slot + 1, in_k))
    paired = {p for r in event.c_rounds for o in r.games for p in (o.white, o.black) if isinstance(p, str)}
    here |= event.c_slots.keys() | paired

    def waits(player: Id) -> bool:
        out = player in in_k or player in event.finalists or player in event.barred
        return not out and event.status(player) in ("Paused", "Active") and event.leaving_of(player) is None

    return tuple(p for p in event.listing.order if p in here or waits(p))


def knock_out_players(event: Event) -> frozenset[Id]:
    """Who is in the knock-out now: everybody of its latest round not knocked out by a finished match of it.

    Finalists never join the Challengers. Ruling: H33.
    """
    last = event.last_k
    if last is None:
        return frozenset()
    out = frozenset() if last.is_final else frozenset(p for m in last.matches if m.over for p in m.result().losers)
    return frozenset(last.ranking) - out


def standings_of(event: Event) -> tuple[Line, ...]:
    """The Challengers in order. Rule: 16 of the Swiss; rulings H33, H39."""
    rounds = max((r.number for r in event.c_rounds), default=1)
    numbers = event.number
    names = {n: p for p, n in numbers.items()}
    ratings = {numbers[p]: _listed(event, p) for p in numbers}
    players = members(event)
    cards = {card.number: card for card in cards_of(event, rounds + 1, players)}
    scores: list[Score] = []
    entered: dict[Id, int] = {}
    for player in players:
        plays = event.k_plays.get(player, ())
        first = max((p.slot for p in plays), default=1) + 1
        entered[player] = first
        opponents = tuple(_listed(event, p.opponent) for p in plays if p.kind == "played" and p.opponent is not None)
        scores.append(
            score_of(
                cards[numbers[player]],
                rounds,
                ratings,
                earlier_opponents=opponents,
                earlier_reached=reached_before(plays, min(first - 1, rounds)),
            )
        )
    return tuple(
        Line(names[s.number], s, Fraction(cards[s.number].brought, 2), entered[names[s.number]])
        for s in standings(scores)
    )


def reached_before(plays: Sequence[KPlay], slots: int) -> tuple[int, ...]:
    """The score, in half-points, after each slot before the Challengers: what 16 b of the Swiss adds up."""
    points: dict[int, int] = {}
    for play in plays:
        points[play.slot] = points.get(play.slot, 0) + int(2 * play.points)
    total, reached = 0, []
    for slot in range(1, slots + 1):
        total += points.get(slot, 0)
        reached.append(total)
    return tuple(reached)


def _listed(event: Event, player: Id) -> int | None:
    entrant = event.entries.get(player)
    return int(entrant.rating) if entrant is not None and entrant.rating else None
