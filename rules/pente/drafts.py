"""The next round of a section: what can be drafted, what is asked for first, and why every row stands in it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime

from rules.advice import Decide, Elsewhere, Pick
from rules.model import Draft, Empty, Entry, Game, Id, Lot, Reason, Recorded, Round, Trouble, Value, Wait
from rules.parts.decisions import BYE, PAIR, id_in, names_in, of_kind
from rules.parts.ends import RESULT, START, lot_typed
from rules.parts.ids import game_id, ref, round_id
from rules.parts.lots import order_lot
from rules.parts.record import next_free_board, seen_against
from rules.parts.results import MADE_FROM
from rules.pente import elimination, playoffs, regular
from rules.pente.calendar import DAY, midnight
from rules.pente.dates import days, days_of, start_of_next
from rules.pente.history import Event, History
from rules.pente.lists import entry_list, half_byes_in
from rules.pente.placing import A, B
from rules.pente.repeats import Arranged
from rules.pente.results import results_unused
from rules.pente.typed import ORDER, about_id, orders, typed_start

ROUND = "round"


@dataclass(frozen=True)
class Step:
    """What comes next in a section. `next_round` is the id the next round would have; "" when there is none."""

    section: str
    next_round: Id = ""
    draft: Draft | None = None
    lots: tuple[Lot, ...] = ()
    waits: tuple[Wait, ...] = ()
    troubles: tuple[Trouble, ...] = ()
    champions: tuple[Id, ...] = ()
    shared: bool = False
    playable: bool = True  # two entries at least, or begun. Rule: P5


@dataclass(frozen=True)
class Typed:
    """The director's input to a draft."""

    pairs: tuple[tuple[Id, Id], ...] = ()
    byes: tuple[Id, ...] = ()
    troubles: tuple[Trouble, ...] = ()


@dataclass
class _Rows:
    """Rows of a new round in the making."""

    event: Event
    round: Id
    facts: list[Recorded] = field(default_factory=list)
    board: int = 0

    def __post_init__(self) -> None:
        self.board = next_free_board(self.event.book.record, self.round)

    def add(self, upper: Id, lower: Id | Empty, why: Reason, bracket: int | None = None) -> None:
        taken: dict[str, Value] = {} if bracket is None else {"bracket": bracket}
        game = Game(game_id(self.round, self.board), upper, lower, taken=taken)
        self.facts.append(Recorded(game, self.event.now, why))
        self.board += 1


def next_step(event: Event, section: str, started: bool) -> Step:
    """What comes next in a section."""
    history = event.sections[section]
    if not history.has_begun:
        return _first(event, history, started)
    if section == A:
        now = elimination.rank(history)
        champions, shared, still = now.champions, now.shared, now.still_in
    else:
        champions, shared = playoffs.champions(history)
        still = playoffs.remaining(history)
    if champions:
        return Step(section, champions=champions, shared=shared)
    if section == A:
        return _round_a(event, history, still)
    done = len(history.of_kind(ROUND))
    if done < regular.total_rounds(history):
        return _regular(event, history, done + 1)
    return _playoff(event, history)


def _first(event: Event, history: History, started: bool) -> Step:
    section = history.section
    first = round_id(section, "R", 1)
    found = entry_list(event, section)
    if len(found.players) < 2:
        return Step(section, playable=False, troubles=found.troubles)
    waits, lots, troubles = list(found.waits), list(found.lots), list(found.troubles)
    if not started:
        waits.append(Wait(first, "start", found.players, (START,), why=Reason("P5", "waits-start")))
        lots = []
    if not found.complete:
        return Step(section, first, None, tuple(lots), tuple(waits), tuple(troubles))
    typed = typed_for(event, first, found.players)
    rows = _Rows(event, first)
    if section == A:
        made = elimination.make_bracket(1, found.players, {}, (), typed.pairs, typed.byes)
        _bracket_rows(rows, made, {p: n for n, p in enumerate(found.players, start=1)}, {}, unbeaten=None)
    else:
        asked = order_lot(event.stands, first, found.players)
        if asked.order is None:
            if asked.lot is not None and started:
                lots.append(asked.lot)
            waits.append(_lot_wait(first, found.players))
            if asked.wrong:
                troubles.append(Trouble("lot-wrong", first, "Typed", {"lot": first, "among": found.players}))
            return Step(section, first, None, tuple(lots), tuple(waits), tuple(troubles))
        halves = [
            r.fact.player for r in found.entries if isinstance(r.fact, Entry) and r.fact.taken.get("half-bye") == 1
        ]
        made_b = regular.make_round(asked.order, halves, {}, (), typed.pairs, typed.byes)
        _regular_rows(rows, made_b, None)
    taken: dict[str, Value] = {"in": found.players}
    if section == B:
        taken["rounds"] = regular.rounds_for(len(found.players))
    draft = _draft(event, history, first, ROUND, taken, rows, found.entries, (*troubles, *typed.troubles))
    return Step(section, first, draft, tuple(lots), tuple(waits), tuple(troubles))


def _round_a(event: Event, history: History, still: tuple[Id, ...]) -> Step:
    next_round = round_id(A, "R", ref(history.stages[-1].id).number + 1)
    if not history.is_complete:
        return Step(A, next_round, waits=(_results_wait(event, history, next_round),))
    typed = typed_for(event, next_round, still)
    now = elimination.rank(history)
    seeds = {p: history.number(p) for p in still}
    rows = _Rows(event, next_round)
    byes = history.byes()
    unbeaten = now.unbeaten[0] if len(now.unbeaten) == 1 else None
    for made in elimination.make_round(history, typed.pairs, typed.byes):
        _bracket_rows(rows, made, seeds, byes, unbeaten)
    draft = _draft(event, history, next_round, ROUND, {"in": still}, rows, (), typed.troubles)
    return Step(A, next_round, draft)


def _bracket_rows(rows: _Rows, made: elimination.Made, seeds: dict[Id, int], byes: object, unbeaten: Id | None) -> None:
    """Rows of a bracket: pairings by their higher seed, then byes. Rule: A-format 7; P11."""
    place = {p: n for n, p in enumerate(made.players)}
    counts = byes if isinstance(byes, dict) else {}
    pairs = [(pair, why) for pair, why in zip(made.arranged.pairs, _pair_reasons(made, seeds, unbeaten), strict=True)]
    pairs += [(pair, Reason("P47", "paired-by-director", _two(pair))) for pair in made.typed]
    far = len(place)
    for pair, why in sorted(pairs, key=lambda p: min(place.get(p[0][0], far), place.get(p[0][1], far))):
        rows.add(*pair, why, made.bracket)
    if made.bye is not None:
        data: dict[str, Value] = {
            "player": made.bye, "seed": seeds[made.bye], "byes": counts.get(made.bye, 0), "bracket": made.bracket,
            "size": len(made.players),
        }  # fmt: skip
        if len(made.players) == 1:
            why = Reason("A-format 8, P7", "bye-a-alone", data)
        else:
            why = Reason(
                "A-format 8, P7", "bye-a-again" if data["byes"] else "bye-a", data, _moved_to_one(made, unbeaten)
            )
        rows.add(made.bye, Empty.BYE, why, made.bracket)
    for player in made.typed_byes:
        rows.add(player, Empty.BYE, Reason("P47", "bye-typed", {"player": player}), made.bracket)


def _moved_to_one(made: elimination.Made, unbeaten: Id | None) -> tuple[Reason, ...]:
    if unbeaten is None or unbeaten not in made.players:
        return ()
    return (Reason("A-format 6, P6", "unbeaten-first", {"player": unbeaten}),)


def _pair_reasons(made: elimination.Made, seeds: dict[Id, int], unbeaten: Id | None) -> list[Reason]:
    found = []
    for index, (pair, before) in enumerate(zip(made.arranged.pairs, made.folded, strict=True)):
        data: dict[str, Value] = {
            **_two(before), "upper_seed": seeds[before[0]], "lower_seed": seeds[before[1]], "number": index + 1,
            "bracket": made.bracket,
        }  # fmt: skip
        parts = [*_moved_to_one(made, unbeaten)] if unbeaten in before else []
        parts += _move_reasons(made.arranged, index, pair, before)
        found.append(Reason("A-format 7, P11", "fold-combined" if made.bracket == 0 else "fold", data, tuple(parts)))
    return found


def _move_reasons(arranged: Arranged[Id], index: int, pair: tuple[Id, Id], before: tuple[Id, Id]) -> list[Reason]:
    """Why the row differs from what the order alone would give, or stays although it repeats."""
    found: list[Reason] = []
    for move in arranged.moves:
        span = range(min(move.at, move.at + move.by), max(move.at, move.at + move.by) + 1)
        if index not in span:
            continue
        data: dict[str, Value] = {
            "player": move.player, "met": move.instead_of, "from": move.at + 1, "to": move.at + move.by + 1,
            "by": abs(move.by), "way": "down" if move.by > 0 else "up", "now": move.now_with,
        }  # fmt: skip
        found.append(Reason("pairing rule 4, P15-P16", "repeat-moved", data))
    if pair != before:
        found.append(Reason("pairing rule 4, P13", "repeat-result", _two(pair)))
    if index in arranged.left:
        found.append(Reason("pairing rule 4.6, P17", "repeat-stays", _two(pair)))
    return found


def _two(pair: tuple[Id, Id]) -> dict[str, Value]:
    return {"first": pair[0], "second": pair[1]}


def _regular(event: Event, history: History, number: int) -> Step:
    """A regular round after the first. Rule: B-pairing 2-5; P24-P29."""
    next_round = round_id(B, "R", number)
    if not history.is_complete:
        return Step(B, next_round, waits=(_results_wait(event, history, next_round),))
    still = regular.still_in(history)
    asked = order_lot(event.stands, next_round, still)
    if asked.order is None:
        troubles = (
            [Trouble("lot-wrong", next_round, "Typed", {"lot": next_round, "among": still})] if asked.wrong else []
        )
        lots = (asked.lot,) if asked.lot is not None else ()
        return Step(B, next_round, None, lots, (_lot_wait(next_round, still),), tuple(troubles))
    typed = typed_for(event, next_round, still)
    places = regular.place_order(history, asked.order)
    made = regular.make_round(
        places, half_byes_in(event, history, number), history.byes(), history.met(ROUND), typed.pairs, typed.byes
    )
    rows = _Rows(event, next_round)
    _regular_rows(rows, made, history)
    draft = _draft(event, history, next_round, ROUND, {"in": still, "places": places}, rows, (), typed.troubles)
    return Step(B, next_round, draft)


def _regular_rows(rows: _Rows, made: regular.MadeB, history: History | None) -> None:
    """Rows: pairings in the order of places, typed ones behind, half-byes, the full bye. Rule: B-pairing 3-5."""
    place = {p: n for n, p in enumerate(made.places, start=1)}
    wins = regular.total_wins(history) if history else {}
    others = regular.opponents_wins(history, wins) if history else {}
    byes = history.byes() if history else {}
    for index, (pair, before) in enumerate(zip(made.arranged.pairs, made.before, strict=True)):
        parts = tuple(_move_reasons(made.arranged, index, pair, before))
        data: dict[str, Value] = {**_two(before), "upper_place": place[before[0]], "lower_place": place[before[1]]}
        if history is None:
            rows.add(*pair, Reason("B-pairing 1, P24", "by-lot", data, parts))
            continue
        data |= {
            "upper_wins": wins[before[0]], "lower_wins": wins[before[1]],
            "upper_others": others[before[0]], "lower_others": others[before[1]],
        }  # fmt: skip
        rows.add(*pair, Reason("B-pairing 2-3, P24, P29", "neighbours", data, parts))
    for pair in made.typed:
        rows.add(*pair, Reason("P47", "paired-by-director", _two(pair)))
    for player in made.half_byes:
        rows.add(player, Empty.HALF_BYE, Reason("B-pairing 4, P25", "half-bye", {"player": player}))
    if made.bye is not None:
        data = {"player": made.bye, "byes": byes.get(made.bye, 0), "wins": wins.get(made.bye, 0)}
        code = "bye-b-lot" if history is None else "bye-b-again" if data["byes"] else "bye-b"
        rows.add(made.bye, Empty.BYE, Reason("B-pairing 5, P26", code, data))
    for player in made.typed_byes:
        rows.add(player, Empty.BYE, Reason("P47", "bye-typed", {"player": player}))


def _playoff(event: Event, history: History) -> Step:
    """Preliminary matches, play-off round 1, and those after it. Rule: PO-pairing; P30-P34, P58."""
    stages = [s for s in history.stages if s.kind != ROUND]
    number = ref(stages[-1].id).number + 1 if stages else 0
    begun = bool(history.of_kind(playoffs.PLAYOFF))
    next_round = round_id(B, "P", number if stages else 1)
    if not history.is_complete:
        return Step(B, next_round, waits=(_results_wait(event, history, next_round),))
    if begun:
        left = playoffs.remaining(history)
        typed = typed_for(event, next_round, left)
        return Step(B, next_round, _playoff_draft(event, history, next_round, left, {"in": left}, typed))
    found = playoffs.seeding(history, orders(event.book, B))
    waits, troubles = _ties(history, next_round, found)
    if found.pairs:
        next_round = round_id(B, "P", number)
        rows = _Rows(event, next_round)
        for pair in found.pairs:
            rows.add(
                *pair,
                Reason("PO-pairing 1.3, P32", "preliminary", {**_two(pair), "numbers": _numbers(history, pair[0])}),
            )
        taken: dict[str, Value] = {"in": regular.still_in(history)}
        draft = _draft(event, history, next_round, playoffs.PRELIMINARY, taken, rows, (), ())
        return Step(B, next_round, draft, waits=waits, troubles=troubles)
    if found.seeds is None:
        return Step(B, next_round, waits=waits, troubles=troubles)
    typed = typed_for(event, next_round, found.seeds)
    taken = {"in": found.seeds, "seeds": found.seeds}
    return Step(B, next_round, _playoff_draft(event, history, next_round, found.seeds, taken, typed))


def _numbers(history: History, player: Id) -> Value:
    return tuple(playoffs.numbers(history)[player])


def _ties(history: History, next_round: Id, found: playoffs.Seeding) -> tuple[tuple[Wait, ...], tuple[Trouble, ...]]:
    waits, troubles = [], []
    for group in (*found.undecided, *found.groups):
        rule = "PO-pairing 1.3, P32" if len(group) == 2 else "PO-pairing 1.3, P33"
        data: dict[str, Value] = {"among": group, "numbers": _numbers(history, group[0])}
        code = "order-after-preliminary" if len(group) == 2 else "order-of-many"
        waits.append(
            Wait(
                next_round,
                "director",
                group,
                (Decide(ORDER, B, Pick("the names in order")),),
                why=Reason(rule, code, data),
            )
        )
        troubles.append(Trouble(code, history.stages[-1].id, "Round", data))
    return tuple(waits), tuple(troubles)


def _playoff_draft(
    event: Event, history: History, next_round: Id, left: Sequence[Id], taken: dict[str, Value], typed: Typed
) -> Draft:
    seeds = taken.get("seeds") or playoffs.seeds_taken(history)
    assert isinstance(seeds, tuple)
    seed = {p: n for n, p in enumerate(seeds, start=1)}
    fixed = {p for pair in typed.pairs for p in pair} | set(typed.byes)
    through, pairs = playoffs.make_round([p for p in left if p not in fixed])
    rows = _Rows(event, next_round)
    for pair in pairs:
        data: dict[str, Value] = {**_two(pair), "upper_seed": seed[pair[0]], "lower_seed": seed[pair[1]]}
        rows.add(*pair, Reason("PO-pairing 2, P34", "playoff-pair", data))
    for pair in typed.pairs:
        rows.add(*pair, Reason("P47", "paired-by-director", _two(pair)))
    if through is not None:
        rows.add(
            through, Empty.BYE, Reason("PO-pairing 2, P34", "goes-through", {"player": through, "seed": seed[through]})
        )
    for player in typed.byes:
        rows.add(player, Empty.BYE, Reason("P47", "bye-typed", {"player": player}))
    return _draft(event, history, next_round, playoffs.PLAYOFF, taken, rows, (), typed.troubles)


def _draft(
    event: Event,
    history: History,
    id_: Id,
    kind: str,
    taken: dict[str, Value],
    rows: _Rows,
    entries: Sequence[Recorded],
    checks: Sequence[Trouble],
) -> Draft:
    """A round with its days. Rule: info 4; P37, P56."""
    at = days_of(event.book, id_, start_of_next(event, history, id_), event.now)
    data: dict[str, Value] = {
        "round": id_, "starts": at.starts, "due": at.due, "weeks": at.period.weeks, "kind": kind,
    }  # fmt: skip
    parts = []
    if at.period.holiday:
        parts.append(Reason("info 4, P39", "holiday-week", {"round": id_}))
    if at.period.typed_weeks:
        parts.append(Reason("info 4, P39, P41", "typed-weeks", {"weeks": at.period.typed_weeks}))
    if at.period.outage:
        parts.append(Reason("info 7, P40", f"outage-{at.period.outage}", {"round": id_}))
    if kind == playoffs.PLAYOFF and "seeds" in taken:
        parts += _seed_reasons(event, history, taken["seeds"])
    why = Reason("info 4, P37", "round-days", data, tuple(parts))
    results = results_unused(event, history)
    round_ = Round(id_, kind, at.starts, at.due, {**taken, MADE_FROM: results} if results else taken)
    found = list(checks)
    if at.period.odd_weekday:
        found.append(Trouble("odd-weekday", id_, "Starts", {"round": id_, "starts": at.starts, "due": at.due}))
    return Draft(id_, (*entries, Recorded(round_, event.now, why), *rows.facts), checks=tuple(found))


def _seed_reasons(event: Event, history: History, seeds: Value) -> list[Reason]:
    """Why every play-off seed stands where it does. Rule: PO-pairing 1; P30-P33."""
    assert isinstance(seeds, tuple)
    numbers = playoffs.numbers(history)
    points = playoffs.forfeit_points(history)
    typed = orders(event.book, B)
    found = []
    for seed, player in enumerate(seeds, start=1):
        name = str(player)
        wins, others, forfeits = numbers[name]
        lists = points[name]
        data: dict[str, Value] = {
            "player": name, "seed": seed, "wins": wins, "others": others, "forfeits": forfeits,
            "plus": lists.to_others, "minus_two": lists.in_last_round, "minus_one": lists.before,
        }  # fmt: skip
        equal = [p for p in regular.still_in(history) if numbers[p] == numbers[name]]
        parts: tuple[Reason, ...] = ()
        if len(equal) > 1:
            by_typed = any(set(equal) <= set(order) for order in typed)
            code, rule = ("order-typed", "P33") if by_typed else ("by-preliminary", "PO-pairing 1.3, P32")
            parts = (Reason(rule, code, {"among": tuple(equal)}),)
        code = "playoff-seed-forfeits" if any((lists.to_others, lists.in_last_round, lists.before)) else "playoff-seed"
        found.append(Reason("PO-pairing 1, P30", code, data, parts))
    return found


def draft_changes(event: Event, step: Step) -> datetime | None:
    """When a draft gets other days by itself: once the day on which it would start is over. Rule: P56."""
    if step.draft is None or typed_start(event.book, step.draft.id) is not None:
        return None
    day = start_of_next(event, event.sections[step.section], step.draft.id)
    return midnight(day + DAY, event.now.tzinfo) if event.now.tzinfo else None


def _results_wait(event: Event, history: History, next_round: Id) -> Wait:
    waiting = tuple(m.id for s in history.stages for m in s.open)
    return Wait(
        next_round,
        "results",
        waiting,
        (Elsewhere("the players report"), RESULT),
        until=days(event, history.stages[-1]).due,
        why=Reason("P8", "waits-results", {"matches": waiting}),
    )


def _lot_wait(round_: Id, among: tuple[Id, ...]) -> Wait:
    return Wait(round_, "lot", among, (lot_typed(round_),), why=Reason("P24", "waits-lot", {"lot": round_}))


def typed_for(event: Event, round_: Id, available: Sequence[Id]) -> Typed:
    """The director's pairs and byes for a round not published yet. Rule: P47."""
    free = list(available)
    pairs: list[tuple[Id, Id]] = []
    byes: list[Id] = []
    troubles: list[Trouble] = []
    for decision in about_id(of_kind(event.book.decisions, PAIR, BYE), round_):
        players = names_in(decision.value)
        data: dict[str, Value] = {"kind": decision.kind, "typed": decision.value, "round": round_}
        key = decision.key or decision.about
        wanted = 2 if decision.kind == PAIR else 1
        if len(set(players)) != wanted or len(players) != wanted:
            troubles.append(Trouble("decision-names", key, "Value", {**data, "wanted": wanted}, blocks=True))
        elif missing := [p for p in players if p not in free]:
            troubles.append(Trouble("decision-not-there", key, "Value", {**data, "player": missing[0]}, blocks=True))
        else:
            free = [p for p in free if p not in players]
            if decision.kind == PAIR:
                pairs.append((players[0], players[1]))
            else:
                byes.append(players[0])
    return Typed(tuple(pairs), tuple(byes), tuple(troubles))


def decided_too_late(event: Event) -> list[Trouble]:
    """Pairs and byes typed for a round after it was published. Rule: P47."""
    found = []
    for decision in of_kind(event.book.decisions, PAIR, BYE):
        about = id_in(decision.about)
        published = event.stands.rounds.get(about)
        if published is not None and seen_against(event.book, decision, published) > 0:
            data: dict[str, Value] = {"kind": decision.kind, "round": about}
            found.append(Trouble("decision-too-late", decision.key or decision.about, "About", data))
    return found
