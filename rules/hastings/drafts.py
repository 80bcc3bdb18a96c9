"""Drafts: round 1, later rounds of the knock-out with the Challengers' round, added boards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal

from rules.advice import Decide, Pick
from rules.hastings.announce import round_reason
from rules.hastings.challengers import NO_ROUND, TypedRound, pair_challengers, present, typed_for
from rules.hastings.draw import draw_round
from rules.hastings.event import (
    CHALLENGERS,
    KNOCK_OUT,
    PREMIER,
    ZERO,
    Event,
    KRound,
    next_places,
    slots_of,
    slow_games,
)
from rules.hastings.field import Board, Colour, Draw, DrawInput, Kind, Pair
from rules.hastings.match import SLOW
from rules.hastings.prizes import rising
from rules.hastings.reading import read_event
from rules.hastings.record import results_unused
from rules.hastings.roster import (
    FIRST,
    entries_of,
    first_entrants,
    first_list,
    joining,
    late_group,
    late_ranking,
    late_since,
    wanted_list,
)
from rules.hastings.second_draw import Difference, differences, draw_again
from rules.hastings.times import pairings_from
from rules.model import Draft, Empty, Game, Id, Lot, Noticed, Reason, Recorded, Round, Trouble, Value, Wait
from rules.parts.decisions import id_in, names_in, of_kind
from rules.parts.ids import game_id, parse_ref, round_id
from rules.parts.median import NoPairing, RoundPairing
from rules.parts.median.words import MEDIAN_WORDS, with_names
from rules.parts.numerals import days_in
from rules.reasons import moment_text, number_text, render

KEPT_APART = "BLR"  # printed: Belarus


@dataclass(frozen=True)
class Step:
    """What comes next.

    kind: `first` round 1; `group` a knock-out round with the Challengers' round of its first slot; `challengers`
    one of them alone; `results` something is still played; `director` nobody is left in the knock-out; `over`.
    """

    kind: Literal["first", "group", "challengers", "results", "over"]
    slot: int = 0
    open: tuple[Id, ...] = ()  # games or matches that are waited for


def next_step(event: Event) -> Step:
    """What the event needs next. Rule: 18, 21-29; rulings H9, H33, H35."""
    last = event.last_k
    if last is None:
        return Step("first", 1)
    slot = event.last_slot + 1
    if slot < last.next_slot and slot <= event.total and _round_is_held(event, slot):
        waiting = [m.id for m in last.matches if m.slow_over < slot - last.number]
        waiting += open_challengers(event)
        return Step("results", slot, tuple(waiting)) if waiting else Step("challengers", slot)
    slot = max(slot, last.next_slot)
    waiting = [m.id for m in last.matches if not m.over] + open_challengers(event)
    waiting += [o.id for m in last.matches for o in m.games if o.state == "frozen"]
    if waiting:
        return Step("results", slot, tuple(waiting))
    if last.is_final or not _would_rank(event, last):
        held = slot <= event.total and _round_is_held(event, slot)
        return Step("challengers", slot) if held else Step("over", slot)
    return Step("group", slot)


def open_challengers(event: Event) -> list[Id]:
    """Games of the Challengers that are not over."""
    return [o.id for r in event.c_rounds for o in r.games if not o.is_over]


def _round_is_held(event: Event, slot: int) -> bool:
    """Whether the Challengers have a round in a slot: two are there, and the director did not say No round. H46."""
    number = len(players_of(event, slot, still_in(event, slot)))
    return number >= 2 and not typed_for(event, slot, ()).no_round


def still_in(event: Event, slot: int) -> frozenset[Id]:
    """Who is not in the Challengers in a slot for being in a knock-out round that covers it. Rulings: H33, H41."""
    round_ = event.k_round_at(slot)
    return frozenset(round_.ranking) if round_ is not None else frozenset()


def players_of(event: Event, slot: int, in_k: frozenset[Id]) -> tuple[Id, ...]:
    """Who is paired in the Challengers in a slot, newcomers included."""
    return present(with_joining(event, slot), slot, in_k)


def with_joining(event: Event, slot: int) -> Event:
    """The event as it is once those who join with this slot are entered."""
    more = joining(event, slot)
    if not more:
        return event
    facts = entries_of(more, wanted_list(event, more), event.now, round_id(CHALLENGERS, "R", slot))
    return read_event(event.book.adding(facts), event.now)


def _would_rank(event: Event, last: KRound) -> bool:
    data = k_draw_input(event, last)
    return data.places >= 2 and bool(draw_round(data).ranking)


def kind_of(number_of_round: int, places: int) -> Kind:
    """How a round is paired. Rulings: H20, H26, H27."""
    if places <= PREMIER:
        return "premier"
    return "seekers" if number_of_round == 2 else "positions"


def k_draw_input(event: Event, last: KRound) -> DrawInput:
    """The question both draws of the next knock-out round answer. `places` is 0 after the final."""
    places = next_places(last)
    slot = last.next_slot
    return DrawInput(
        kind=kind_of(len([r for r in event.k_rounds if r.number <= last.number]) + 1, places),
        places=places,
        order=event.listing.order,
        last=last.last(),
        out=frozenset(p for p in event.entries if p in event.out or event.leaving_of(p) is not None),
        colours={p: event.slow_colours(p) for p in event.entries},
        met=event.met,
        is_final=places == 2,
        apart=_typed_apart(event, slot),
        typed=_typed_pairs(event, slot),
    )


def _typed_apart(event: Event, slot: int) -> frozenset[frozenset[Id]]:
    id_ = round_id(KNOCK_OUT, "R", slot)
    found = set()
    for decision in of_kind(event.book.decisions, "Keep apart"):
        names = names_in(decision.value)
        if len(set(names)) == 2 and (not decision.about or id_in(decision.about) == id_):
            found.add(frozenset(names))
    return frozenset(found)


def _typed_pairs(event: Event, slot: int) -> tuple[Pair, ...]:
    id_ = round_id(KNOCK_OUT, "R", slot)
    found: list[Pair] = []
    for decision in of_kind(event.book.decisions, "Pair"):
        names = names_in(decision.value)
        taken = {p for pair in found for p in pair}
        if id_in(decision.about) == id_ and len(set(names)) == 2 and not taken & set(names):
            found.append((names[0], names[1]))
    return tuple(found)


def kept_federations(event: Event) -> frozenset[str]:
    """The federations of which no two meet in round 1. Rule: 5; ruling H5."""
    typed = event.book.setting("Kept apart", KNOCK_OUT, KEPT_APART)
    return frozenset(name.casefold() for name in names_in(str(typed)))


# --- round 1 --------------------------------------------------------------------------------------------------------


def first_lot(event: Event) -> Colour | None:
    """The colour drawn for the higher-ranked player of board 1; None while it is to come. Rule: 4; ruling H4."""
    lot = event.lot(FIRST)
    if lot is None or lot.answer is None:
        return None
    return "W" if lot.answer[0] == lot.among[0] else "B"


def first_input(event: Event) -> DrawInput:
    """The question of round 1."""
    entrants = {e.id: e for e in first_entrants(event)}
    order = first_list(event).order
    ranking = tuple(p for p in order if not entrants[p].missed)
    return DrawInput(
        kind="first",
        places=len(ranking) + len(ranking) % 2,
        order=order,
        ranking=ranking,
        is_final=len(ranking) <= 2,
        lot=first_lot(event),
        federation={e.id: e.federation for e in entrants.values()},
        family={e.id: e.family for e in entrants.values()},
        kept_apart=kept_federations(event),
        apart=_typed_apart(event, 1),
        typed=_typed_pairs(event, 1),
    )


def next_board(event: Event, round_: Id) -> int:
    """The first board never used in a round, by games or lots."""
    ids = [r.fact.id for r in event.book.record if isinstance(r.fact, Game | Lot)]
    boards = [at.board or 0 for id_ in ids if (at := parse_ref(id_)) is not None and at.round == round_]
    return max(boards, default=0) + 1


def draft_first(event: Event) -> tuple[Draft | None, tuple[Difference, ...]]:
    """Round 1 with everybody's entry; None for nobody. Rules: 1-6; rulings H1-H7."""
    data = first_input(event)
    if not data.ranking:
        return None, ()
    draw, apart = draw_round(data), differences(draw_round(data), draw_again(data))
    if apart:
        return None, apart
    now, board = event.now, next_board(event, FIRST)
    facts = list(entries_of(first_entrants(event), first_list(event), now, FIRST))
    taken: dict[str, Value] = {
        "ranking": draw.ranking,
        "places": data.places,
        "slow": 1,
        "boards": tuple((n, b.first, b.second) for n, b in enumerate(draw.boards, start=board)),
        "total": slots_of(len(draw.ranking)),
    }
    why = round_reason(event, 1, draw, 1, "the final" if data.is_final else "the first round", 0, len(draw.ranking))
    starts = event.slot_start(1)
    facts.append(Recorded(Round(FIRST, "round 1", starts=starts, taken=taken), now, why))
    facts += _board_facts(FIRST, draw.boards, board, now)
    board += len(draw.boards)
    for player in draw.held:
        facts.append(_held(FIRST, board, player, len(draw.ranking), now))
        board += 1
    for entrant in first_entrants(event):
        if entrant.missed:
            facts.append(half_point(board, entrant.id, now))
            board += 1
    return Draft(FIRST, tuple(facts), checks=(*_checks(FIRST, draw), *rising(event))), ()


def _board_facts(round_: Id, boards: Sequence[Board], number: int, now: datetime) -> list[Recorded]:
    """First games of the boards; where a lot gives the colours, the lot, and the game follows. Ruling: H50."""
    facts: list[Recorded] = []
    for n, board in enumerate(boards, start=number):
        id_ = game_id(round_, n, 1)
        head, *rest = board.why
        why = Reason(head.rule, head.code, head.data, tuple(rest))
        taken: dict[str, Value] = {"first": board.first, "second": board.second}
        if board.white is None:
            facts.append(Recorded(Lot(id_, "colour", (board.first, board.second)), now, why))
        else:
            black = board.second if board.white == board.first else board.first
            facts.append(Recorded(Game(id_, board.white, black, SLOW, taken=taken), now, why))
    return facts


def _held(round_: Id, board: int, player: Id, players: int, now: datetime) -> Recorded:
    data: dict[str, Value] = {"player": player, "players": players, "round": round_}
    return Recorded(Game(game_id(round_, board), player, Empty.HELD_BACK), now, Reason("2/H3", "held-back", data))


def half_point(board: int, player: Id, now: datetime) -> Recorded:
    """The row of the half point of H7."""
    why = Reason("6/H7", "half-point", {"player": player})
    return Recorded(Game(game_id(FIRST, board), player, Empty.HALF_BYE), now, why)


def _checks(round_: Id, draw: Draw) -> tuple[Trouble, ...]:
    """What is said beside a draft: that both draws agree (H35), and pairs nothing could keep apart."""
    return (
        Trouble("draws-agree", round_, "", {"round": round_, "boards": len(draw.boards)}),
        *(
            Trouble("forbidden-pair", round_, "", {"round": round_, "first": first, "second": second})
            for first, second in draw.forbidden
        ),
    )


def draft_late(event: Event) -> tuple[Draft | None, tuple[Difference, ...]]:
    """Further boards of round 1 for late entries; None where there are none. Rule: 14; rulings H8, H48."""
    late = late_group(event)
    since = [late_since(event, e.id) for e in late]
    if not late or any(s is None for s in since):
        return None, ()
    first = event.k_rounds[0]
    listing = wanted_list(event, late)
    ranking = late_ranking(event)
    if listing.tied or (len(ranking) >= 2 and first_lot(event) is None):
        return None, ()
    everybody = {**event.entries, **{e.id: e for e in late}}
    data = DrawInput(
        kind="first",
        places=len(ranking) + len(ranking) % 2,
        order=listing.order,
        ranking=ranking,
        is_final=len(first.ranking) + len(late) <= 2,
        lot=first_lot(event),
        boards_before=len(first.matches),
        federation={p: everybody[p].federation for p in ranking},
        family={p: everybody[p].family for p in ranking},
        kept_apart=kept_federations(event),
        apart=_typed_apart(event, 1),
    )
    draw = draw_round(data)
    apart = differences(draw, draw_again(data))
    if apart:
        return None, apart
    now, board = event.now, next_board(event, FIRST)
    facts = list(entries_of(late, listing, now, "K-R1 late"))
    id_ = game_id(FIRST, board)
    facts += _board_facts(FIRST, draw.boards, board, now)
    for player in draw.held:
        facts.append(_held(FIRST, board + len(draw.boards), player, len(ranking), now))
    seen = max(s for s in since if s is not None)
    check = event.book.setting("Check for")
    wait = timedelta(seconds=check) if isinstance(check, int) and not isinstance(check, bool) else timedelta()
    start = event.slot_start(1)
    not_before = seen + wait if start is None else min(seen + wait, start)
    return Draft(id_, tuple(facts), not_before, _checks(FIRST, draw), at_once=True), ()


# --- later rounds ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Drafted:
    """A draft with what is to be said beside it."""

    draft: Draft | None
    apart: tuple[Difference, ...] = ()
    waits: tuple[Wait, ...] = ()
    troubles: tuple[Trouble, ...] = ()
    draw: Draw | None = None


def draft_group(event: Event, step: Step) -> Drafted:
    """The knock-out's next round, where there is one, and the Challengers' round of the same slot, as one group.

    Rule: 17-19; ruling H35.
    """
    slot = step.slot
    facts: list[Recorded] = []
    checks: list[Trouble] = []
    draw: Draw | None = None
    in_k = still_in(event, slot)
    if step.kind == "group":
        last = event.last_k
        assert last is not None
        data = k_draw_input(event, last)
        draw = draw_round(data)
        apart = differences(draw, draw_again(data))
        if apart:
            return Drafted(None, apart)
        facts += _k_facts(event, slot, data, draw)
        checks += _checks(round_id(KNOCK_OUT, "R", slot), draw)
        in_k = frozenset(draw.ranking)
    after = with_joining(event, slot)
    players = present(after, slot, in_k)
    typed = typed_for(after, slot, players)
    waits: list[Wait] = []
    if slot <= event.total and len(players) >= 2 and not typed.no_round:
        entries, more, blocked = _c_facts(event, after, slot, players, typed)
        facts = [*facts, *more] if facts else [*more]
        facts = [*entries, *facts]
        checks += blocked
        for check in blocked:
            ends = (
                Decide("Pair", check.about, Pick("two names")),
                Decide("No round", check.about),
                Decide("Absent", Pick("a name"), check.about),
            )
            why = Reason("S2/H34", "wait-no-pairing", check.data)
            waits.append(Wait(check.about, "director", (), ends, given_up_at(event), why))
    if not any(isinstance(r.fact, Round) for r in facts):  # newcomers alone wait for the round that can be paired
        return Drafted(None, (), tuple(waits), (*typed.troubles, *checks))
    before = event.slot_start(slot - 1)
    first = next(r.fact for r in facts if isinstance(r.fact, Round))
    not_before = pairings_from(before, event.hours)
    return Drafted(Draft(first.id, tuple(facts), not_before, tuple(checks)), (), tuple(waits), typed.troubles, draw)


def round_name(places: int, number_of_round: int) -> str:
    """What a round is called."""
    names = {8: "quarter-finals", 4: "semi-finals", 2: "final"}
    return names.get(places, f"round {number_of_round}")


def _k_facts(event: Event, slot: int, data: DrawInput, draw: Draw) -> list[Recorded]:
    now = event.now
    id_ = round_id(KNOCK_OUT, "R", slot)
    board = next_board(event, id_)
    taken: dict[str, Value] = {
        "ranking": draw.ranking,
        "places": data.places,
        "slow": slow_games(data.places),
        "lucky": tuple(one.player for one in draw.lucky),
        "boards": tuple((n, b.first, b.second) for n, b in enumerate(draw.boards, start=board)),
        "results": results_unused(event),
    }
    name = round_name(data.places, len(event.k_rounds) + 1)
    why = round_reason(event, slot, draw, slow_games(data.places), name, data.places, len(draw.ranking))
    facts = [Recorded(Round(id_, name, starts=event.slot_start(slot), taken=taken), now, why)]
    facts += _board_facts(id_, draw.boards, board, now)
    for n, player in enumerate(draw.held, start=board + len(draw.boards)):
        facts.append(_held(id_, n, player, len(draw.ranking), now))
    return facts


def _c_facts(
    event: Event, after: Event, slot: int, players: tuple[Id, ...], typed: TypedRound
) -> tuple[list[Recorded], list[Recorded], list[Trouble]]:
    """Entries of newcomers with their half points, the Challengers' round, and what blocks it."""
    now, id_ = event.now, round_id(CHALLENGERS, "R", slot)
    more = joining(event, slot)
    entries = list(entries_of(more, wanted_list(event, more), now, id_))
    board = next_board(event, FIRST)
    halves = [half_point(n, e.id, now) for n, e in enumerate(more, start=board)]
    numbers = {n: p for p, n in after.number.items()}
    made = pair_challengers(after, slot, players, typed)
    if isinstance(made, NoPairing):
        reasons = tuple(with_names(why, numbers) for why in made.why)
        until = given_up_at(event)
        otherwise = f"From {moment_text(until)} on the event goes on without it." if until else "Nothing is published."
        last = event.last_k
        if last is not None and last.is_final and last.over:
            otherwise = f"The knock-out is over: without further rounds the event ends. {otherwise}"
        data: dict[str, Value] = {"round": id_, "why": _sentences(reasons), "otherwise": otherwise}
        return entries, halves, [Trouble("no-pairing", id_, "", data, blocks=True)]
    facts = [*halves]
    facts.append(_c_round(event, after, slot, players, made, numbers))
    taken_boards = next_board(event, id_)
    for n, board_ in enumerate(made.boards, start=taken_boards):
        head, *rest = (with_names(why, numbers) for why in board_.why)
        why = Reason(head.rule, head.code, head.data, tuple(rest))
        game = Game(game_id(id_, n), numbers[board_.white], numbers[board_.black], SLOW)
        facts.append(Recorded(game, now, why))
    if made.bye is not None and made.bye_why is not None:
        n = taken_boards + len(made.boards)
        facts.append(
            Recorded(Game(game_id(id_, n), numbers[made.bye], Empty.BYE), now, with_names(made.bye_why, numbers))
        )
    return entries, facts, []


def given_up_at(event: Event) -> datetime | None:
    """From when a round of the Challengers without a legal pairing is left out, if the director has not answered.

    The days of `If the TD does not answer` after all that led to it, and the director's last word. Ruling: H46.
    """
    days = days_in(event.book.setting("If the TD does not answer"))
    if days is None:
        return None
    decided = [o.at for o in event.outcomes.values() if o.is_over and o.at is not None and o.at <= event.now]
    words = [d.seen for d in event.book.decisions if d.seen is not None and d.seen <= event.now]
    last = max((*decided, *words, *(r.at for r in event.book.record)), default=None)
    return None if last is None else last + timedelta(days=days)


def no_round(event: Event, draft: Drafted) -> tuple[Recorded, ...]:
    """The note that a round is left out, once the director has had the days to answer. Ruling: H46."""
    until = given_up_at(event)
    if until is None or until > event.now:
        return ()
    checks = (*draft.troubles, *(draft.draft.checks if draft.draft is not None else ()))
    return tuple(
        Recorded(
            Noticed(check.about, NO_ROUND, True),
            event.now,
            Reason("H46", "no-round-by-time", {"round": check.about, "until": until}),
        )
        for check in checks
        if check.code == "no-pairing"
    )


def _sentences(reasons: Sequence[Reason]) -> str:
    return " ".join(render(why, MEDIAN_WORDS) for why in reasons)


def _c_round(
    event: Event, after: Event, slot: int, players: tuple[Id, ...], made: RoundPairing, numbers: dict[int, Id]
) -> Recorded:
    id_ = round_id(CHALLENGERS, "R", slot)
    taken: dict[str, Value] = {
        "players": players,
        "numbers": tuple((p, after.number[p]) for p in players),
        "total": event.total,
        "results": results_unused(event),
    }
    data: dict[str, Value] = {
        "round": id_,
        "number": slot,
        "total": event.total,
        "players": len(players),
        "starts": event.slot_start(slot),
    }
    new = tuple(p for p in players if event.last_k is not None and _enters(event, p, slot))
    parts = [with_names(note, numbers) for note in made.notes]
    if new:
        lines = tuple(f"{p} {_points(after, p)}" for p in new)
        parts.insert(0, Reason("20/H32", "join", {"players": lines, "round": id_}))
    starts = event.slot_start(slot)
    return Recorded(
        Round(id_, "Challengers", starts=starts, taken=taken),
        event.now,
        Reason("20-25/H33", "c-round", data, tuple(parts)),
    )


def _enters(event: Event, player: Id, slot: int) -> bool:
    return not any(player in (o.white, o.black) for r in event.c_rounds for o in r.games) and slot >= 2


def _points(event: Event, player: Id) -> str:
    return number_text(sum((p.points for p in event.k_plays.get(player, ())), ZERO))


__all__ = ["Step", "draft_first", "draft_group", "draft_late", "next_step"]
