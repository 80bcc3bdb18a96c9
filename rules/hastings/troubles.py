"""What a person should know or do, besides what a draft asks for."""

from __future__ import annotations

from rules.hastings.challengers import knock_out_players
from rules.hastings.drafts import Step
from rules.hastings.event import Event
from rules.hastings.follow import withdrawals
from rules.hastings.prizes import kept, prizes_of, rising
from rules.hastings.record import corrections
from rules.hastings.roster import newcomers, refused_misses
from rules.model import Id, Trouble, Value
from rules.parts.decisions import id_in, of_kind
from rules.parts.ids import parse_ref, ref
from rules.parts.lost import lost_results
from rules.parts.people import OUT
from rules.parts.results import results_used


def standing_troubles(event: Event, step: Step, champion: Id | None) -> tuple[Trouble, ...]:
    """Everything to be said about the event as it stands."""
    found = [Trouble("time-unreadable", "Settings", name, {"name": name}) for name in event.hours.wrong]
    found += [*refused_misses(event), *rising(event)]
    found += [Trouble("player-row-missing", p, "", {"player": p}) for p in event.listing.order if p not in event.people]
    in_k = knock_out_players(event)
    found += [
        Trouble("paused-in-knock-out", p, "Status", {"player": p})
        for p in event.listing.order
        if p in in_k and event.status(p) == "Paused" and champion is None
    ]
    for player, game in event.defaulters.items():
        if player in event.barred and event.status(player) not in OUT and not kept(event, player):
            found.append(Trouble("defaulted", player, "Status", {"player": player, "game": game}))
    found += _matches(event)
    found += _winners(event)
    found += withdrawals(event)[1]
    found += [Trouble("correction", c.game, "Result", c.facts()) for c in corrections(event)]
    known = results_used(event.book, event.stands)
    over = {m.id for r in event.k_rounds for m in r.matches if m.over}
    found += lost_results(event.stands, (o for o in event.outcomes.values() if ref(o.id).match not in over), known)
    if step.kind == "over" and champion is None and event.last_k is not None:
        found.append(Trouble("no-winner", event.last_k.id, "", {"round": event.last_k.id}))
    if champion is not None:
        found += [
            Trouble("second-prize", "", "") for prize in prizes_of(event, ()) if prize.why.code == "second-prize-waits"
        ]
    if event.k_rounds and event.last_slot >= event.total:
        found += [Trouble("entry-too-late", e.id, "", {"player": e.id}) for e in newcomers(event) if e.missed]
    return tuple(found)


def _matches(event: Event) -> list[Trouble]:
    found = []
    for round_ in event.k_rounds:
        for match in round_.matches:
            if match.over and match.winner is None and round_ is event.last_k:
                found.append(Trouble("nobody-through", match.id + ".1", "Result", {"match": match.id}))
            found += [Trouble("surplus-game", id_, "Result", {"game": id_}) for id_ in match.surplus]
            if match.open is not None and match.open.is_void:
                found.append(Trouble("game-void", match.open.id, "Result", {"game": match.open.id}))
    return found


def _winners(event: Event) -> list[Trouble]:
    found = []
    matches = {m.id: m for r in event.k_rounds for m in r.matches}
    rounds = {r.id for r in event.k_rounds} | {"K"}
    for decision in of_kind(event.book.decisions, "Winner"):
        at = parse_ref(decision.about)
        match = matches.get(at.match) if at is not None and at.board is not None else None
        fits = decision.value in match.players if match else id_in(decision.about) in rounds
        if not fits or decision.value not in event.entries:
            data: dict[str, Value] = {"player": decision.value, "about": decision.about}
            found.append(Trouble("winner-not-usable", decision.key or decision.about, "Value", data))
    return found
