"""Random events of 2 to 200 players played through the engine and held against the independent judge.

Rulings: H1-H44; H41 and H42 are readings of the judge too.
"""

from __future__ import annotations

import os
from datetime import timedelta
from fractions import Fraction
from random import Random
from typing import Any

import pytest

from rules.hastings.challengers import cards_of, odd_colour
from rules.hastings.prizes import champion, loses_prize, prizes_of, runner_up
from rules.model import Lot
from rules.parts.ids import ref
from tests.judges.hastings import challengers_prizes, premier_prizes, replay
from tests.judges.hastings.campaign import random_event
from tests.rules.hastings.play import OPENING, Hastings, opened
from tests.rules.laws import all_laws

CAMPAIGN = int(os.environ.get("PAIRSHEET_CAMPAIGN", "1"))
WORDS = {"1": "1-0", "0": "0-1", "=": "1/2-1/2", "+": "1-0F", "-": "0-1F", "x": "0-0F"}
TURNED = {"1": "0", "0": "1", "+": "-", "-": "+"}
SMALL = [(size, seed) for seed in range(1 + CAMPAIGN) for size in range(2, 20)]
MIDDLE = [(size, seed) for seed in range(CAMPAIGN) for size in (26, 33, 40, 65)]
LARGE = [(size, seed) for seed in range(CAMPAIGN) for size in (200, 121)[-CAMPAIGN:]]


class Script:
    """Plays one event of the judge's campaign through the engine and compares at every step."""

    def __init__(self, size: int, seed: int) -> None:
        self.rng = Random(f"{size} {seed}")
        self.judged, self.results = random_event(self.rng, size)
        self.truth = replay(self.judged, self.results)
        self.event = opened({}, {"Kept apart": " ; ".join(self.judged["named_federations"]) or "none"})
        self.event.by_rule = self.lot
        self.players = {player["id"]: player for player in self.judged["players"]}
        self.seen_cards: set[str] = set()

    def lot(self, lot: Lot) -> tuple[str, ...] | None:
        if lot.kind == "order":
            return tuple(sorted(lot.among, key=lambda p: self.players[p]["lot"]))
        if lot.id == "K-R1":
            return (lot.among[0] if self.judged["lot"] == "W" else lot.among[1],)
        at = ref(lot.id)
        number, truth = self.round_of(at.number)
        if at.game == 1:
            board = next(b for b in truth["boards"] if {b["first"], b["second"]} == set(lot.among))
            return (board["white"],)
        record = self.record(number, *lot.among)
        return (record["armageddon"][0],)

    def round_of(self, slot: int) -> tuple[int, dict[str, Any]]:
        truth = next(r for r in self.truth["rounds"] if r["first_slow"] == slot)
        return truth["round"], truth

    def record(self, number: int, one: str, two: str) -> dict[str, Any]:
        return next(r for r in self.results[number] if {r["a"], r["b"]} == {one, two})

    def add(self, name: str) -> None:
        p = self.players[name]
        given = {"Rating": p["rating"], "Estimate": p["estimate"], "Title": p["title"]}
        given |= {"Federation": p["federation"], "Family": p["family"]}
        self.event.add(name, **{k: Fraction(v) if isinstance(v, int) else v for k, v in given.items() if v is not None})

    def leave(self, names: list[str]) -> None:
        self.event.now += timedelta(minutes=1)  # nobody leaves at the moment in which an opponent left before
        for name in names:
            self.event.add(name, Status="Withdrawn")
        self.event.run()
        for name in names:
            if name in self.judged["plays_on"]:
                self.event.decide("Plays on", name)

    def play(self) -> None:
        event, judged = self.event, self.judged
        others = {*judged["late"], *judged["after_start"]}
        for name in self.rng.sample(sorted(self.players), len(self.players)):
            if name not in others:
                self.add(name)
        for name in judged["misses"]:
            event.decide("Misses round", name, "K-R1")
        for name in judged["excused"]:
            event.decide("Prize kept", name, "agreed stage")
        for name in judged["plays_on"]:
            event.decide("Plays on", name)
        event.at(OPENING)
        if not event.state.k_rounds:
            return  # nobody to show a round of
        for name in judged["late"]:
            self.add(name)
        event.later(minutes=1)
        start = event.state.slot_start(1)
        assert start is not None
        event.at(start + timedelta(minutes=1))
        for name in judged["after_start"]:
            self.add(name)
        event.run()
        for _ in range(200):
            self.compare()
            if event.answer.state == "finished" or not self.step():
                break
        self.compare_end()

    def step(self) -> bool:
        """Results of what is open, or the next draft out. False where nothing moves any more."""
        event = self.event
        before = (len(event.book.record), len(event.book.claims), len(event.book.decisions))
        leaving: list[str] = []
        for game in event.open_match_games():
            at = ref(game.id)
            number, truth = self.round_of(at.number)
            assert isinstance(game.black, str)
            record = self.record(number, game.white, game.black)
            index = (at.game or 1) - 1
            slow = truth["slow_games"]
            code = (
                record["slow"][index]
                if index < slow
                else record["quick"][index - slow]
                if index < slow + 2
                else record["armageddon"][1]
            )
            if game.white != record["a"]:
                code = TURNED.get(code, code)
            if code in "+-" and index < slow and self.rng.random() < 0.3:
                leaving.append(game.black if code == "+" else game.white)
            else:
                event.reported(game.id, WORDS[code])
        event.finish_challengers(self.rng)
        if leaving:
            self.leave(leaving)
        event.run()
        state = event.state
        last = state.k_rounds[-1]
        if not event.open_games() and last.over and not last.is_final:
            number, truth = self.round_of(last.number)
            if state.last_slot == last.next_slot - 1 or len(event.answer.drafts) != 1 or self.is_group():
                people = event.state.people
                names = self.judged["withdrawn"].pop(number + 1, [])
                names = [name for name in names if name in people and event.state.status(name) == "Active"]
                if names:
                    self.leave(names)
                    event.run()
        if not event.open_games():
            event.go_on()
            for trouble in event.answer.troubles:
                if trouble.code == "no-pairing":
                    event.decide("No round", trouble.about)
            event.run()
        return before != (len(event.book.record), len(event.book.claims), len(event.book.decisions))

    def is_group(self) -> bool:
        return any(draft.id.startswith("K-") for draft in self.event.answer.drafts)

    def compare(self) -> None:
        """Every published round of the knock-out, and the cards of whoever is new in the Challengers."""
        state = self.event.state
        assert state.listing.order == tuple(p for p in self.truth["list"] if p in state.entries)
        for mine in state.k_rounds:
            _, truth = self.round_of(mine.number)
            assert list(mine.ranking) == truth["ranking"], mine.id
            assert [m.players for m in mine.matches] == [(b["first"], b["second"]) for b in truth["boards"]], mine.id
            white = [m.games[0].white if m.games else None for m in mine.matches]
            assert white == [b["white"] for b in truth["boards"]], mine.id
            assert list(mine.held) == truth["held_back"], mine.id
            assert mine.slow == truth["slow_games"]
            assert mine.is_final == truth["final"]
            if mine.number > 1:
                assert set(mine.lucky) == set(truth["lucky"])
                assert list(mine.lucky) == truth["lucky"], mine.id
                assert mine.places == truth["places"]
        for round_ in state.c_rounds:
            if round_.id in self.seen_cards:
                continue
            self.seen_cards.add(round_.id)
            self.compare_cards(round_.number)

    def compare_cards(self, number: int) -> None:
        """Who enters with this round of the Challengers, and with what."""
        state = self.event.state
        assert state.total == self.truth["declared_total"]
        assert odd_colour(state) == self.truth["swiss_lot"]
        paired = {
            p
            for o in next(r for r in state.c_rounds if r.number == number).games
            for p in (o.white, o.black)
            if isinstance(p, str)
        }
        earlier = {p for r in state.c_rounds if r.number < number for o in r.games for p in (o.white, o.black)}
        due = {}
        for truth in self.truth["rounds"]:
            for card in truth.get("entries", ()):
                due[card["id"]] = card
        cards = {card.number: card for card in cards_of(state, number, paired)}
        for player in paired - earlier:
            truth, card = due[player], cards[state.number[player]]
            assert truth["entry_round"] <= number
            assert card.brought == truth["score"], player
            assert "".join(card.brought_colours) == truth["colours"].replace("-", ""), player
            assert len(truth["colours"]) == truth["entry_round"] - 1
            assert card.met == {state.number[p] for p in truth["met"]}, player
            assert card.may_have_bye is not truth["bye_barred"], player
        for player, truth in due.items():
            if truth["entry_round"] == number and state.status(player) == "Active":
                assert player in paired, f"{player} should have entered {number}"

    def compare_end(self) -> None:
        """Winner, runner-up, prizes, who receives none."""
        state = self.event.state
        assert state.k_rounds[-1].over
        assert champion(state)[0] == self.truth["winner"]
        assert runner_up(state) == self.truth["runner_up"]
        in_list = set(state.entries)
        lost = [p for p in state.listing.order if state.defaulters.get(p, "C").startswith("K-")]
        assert lost == [p for p in self.truth["defaulters"] if p in in_list]
        assert [p for p in lost if loses_prize(state, p)] == [p for p in self.truth["no_prize"] if p in in_list]
        paid = {z.player: z.amount for z in prizes_of(state) if z.section == "K" and z.player and z.amount}
        waiting = sum((z.withheld for z in prizes_of(state) if z.section == "K"), Fraction(0))
        if self.truth["winner"] is not None:
            judged_paid, judged_waiting = premier_prizes(self.truth)
            assert paid == judged_paid
            assert waiting == sum(judged_waiting.values())
        lines = self.event.table("Standings")
        scores = {str(row.cells["Player"]): int(2 * row.cells["Points"]) for row in lines}  # type: ignore[operator]
        gone = [p for p in scores if loses_prize(state, p)]
        shares = {p: amount for p, amount in challengers_prizes(scores, [800], gone).items() if amount}
        assert {z.player: z.amount for z in prizes_of(state) if z.section == "C" and z.amount} == shares


def check(size: int, seed: int, laws: bool = False) -> Hastings:
    """One whole event against the judge."""
    script = Script(size, seed)
    if laws:
        script.event.watch = lambda e: all_laws(e, seed)
    script.play()
    return script.event


@pytest.mark.parametrize("block", range(10))
def test_small_fields_agree_with_the_judge(block: int) -> None:
    """Events of 2 to 21 players: every round, lucky loser, colour and entry as the judge has it."""
    for size, seed in SMALL[block::10]:
        assert check(size, seed).state.k_rounds or size < 4


@pytest.mark.parametrize(("size", "seed"), MIDDLE)
def test_middle_fields_agree_with_the_judge(size: int, seed: int) -> None:
    """Events around 32 and 64 players agree."""
    assert check(size, seed).answer.state == "finished"


@pytest.mark.parametrize(("size", "seed"), LARGE)
def test_large_fields_agree_with_the_judge(size: int, seed: int) -> None:
    """Events up to 200 players agree."""
    assert check(size, seed).answer.state == "finished"


@pytest.mark.parametrize("size", [2, 3, 5, 9, 14])
def test_laws_hold_through_random_events(size: int) -> None:
    """Every law of the protocol at every pass of an event with defaults, withdrawals and late entries."""
    assert check(size, 77, laws=True).state.k_rounds
