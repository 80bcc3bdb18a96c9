"""The median Swiss held against the second judge over random events: who meets whom, colours, byes, floats, cracks.

The judge (`tests/judges/swiss`) was written from the text and the rulings alone and shares no code with the program.
"""

from __future__ import annotations

import os
import re

import pytest

from rules.model import Reason
from rules.parts.median import Card, Kind, MedianSettings, NoPairing, RoundPairing, Slot, pair_round
from tests.judges.swiss.cards import Card as JudgeCard
from tests.judges.swiss.events import Position, random_event

CAMPAIGN = int(os.environ.get("PAIRSHEET_CAMPAIGN", "1"))
BATCH = 50


def ours(one: JudgeCard) -> Card:
    """The judge's card as the program's."""
    slots = []
    for number, past in enumerate(one.history, start=1):
        kind = {
            "game": Kind.PLAYED,
            "default": Kind.DEFAULT_WON if past.gained else Kind.DEFAULT_LOST,
            "bye": Kind.BYE,
            "missed": Kind.ABSENT,
        }[past.kind]
        colour = {"W": "W", "B": "B"}.get(past.colour) if kind is Kind.PLAYED else None
        slots.append(Slot(number, kind, past.opponent or None, colour, past.gained))  # type: ignore[arg-type]
    rating = one.rating if one.rating is not None else one.estimate
    return Card(one.number, tuple(slots), rating, one.federation or None, one.present)


def answered(position: Position) -> RoundPairing | NoPairing:
    """What the program says to the judge's position."""
    said = position.settings
    settings = MedianSettings(
        position.round_number,
        position.total_rounds,
        "W" if said.lot == "W" else "B",
        maxi=said.maxi,
        separate_federations=said.same_federation,
        replay_defaults=not said.default_is_meeting,
    )
    return pair_round([ours(card) for card in position.cards], settings)


def told(answer: RoundPairing | NoPairing) -> dict[str, object]:
    """An answer of the program in the judge's terms."""
    if isinstance(answer, NoPairing):
        return {"possible": False}
    reasons = [reason for board in answer.boards for reason in board.why]
    return {
        "possible": True,
        "bye": answer.bye or 0,
        "pairs": [(b.white, b.black) for b in answer.boards],
        "steps": [_step(b.why[-1]) for b in answer.boards],
        "floaters": [b.why[-2].rule.endswith("S25") for b in answer.boards],
        "columns": [int(str(b.why[-2].data.get("column", 0))) for b in answer.boards],
        "cracked": [
            (n.data["player"], n.data["opponent"], "below" if n.data["lower"] else "above")
            for n in answer.notes
            if n.code == "cracked"
        ],
        "floats": sorted(
            (r.data["player"], r.data["score"], r.data["type"], _rule(r.rule))
            for r in reasons
            if r.code.startswith("float-")
        ),
        "federations": any(n.code == "federations-set-aside" for n in answer.notes),
    }


def judged(position: Position) -> dict[str, object]:
    """The judge's answer in the same terms.

    Whether a pair was exchanged is told by the number of its column: the judge speaks of the whole column where the
    program speaks of each pair.
    """
    answer = position.answer
    if not answer.possible:
        return {"possible": False}
    return {
        "possible": True,
        "bye": answer.bye,
        "pairs": [(p.white, p.black) for p in answer.pairs],
        "steps": [p.colour_step for p in answer.pairs],
        "floaters": [p.made_by == "S25" for p in answer.pairs],
        "columns": [p.column for p in answer.pairs],
        "cracked": list(answer.cracked),
        "floats": sorted((f.number, f.left, f.kind, f.rule) for f in answer.floats),
        "federations": answer.federations_set_aside,
    }


def _step(reason: Reason) -> str:
    found = re.search(r"S(\d+)(?:\((\d)\))?$", reason.rule)
    assert found, reason
    return f"S{found[1]}.{found[2]}" if found[2] else f"S{found[1]}"


def _rule(rule: str) -> str:
    clause, _, ruling = rule.rpartition("/")
    return clause if ruling == "S13" else ruling


@pytest.mark.parametrize("batch", range(8 * CAMPAIGN))
def test_rough_events(batch: int) -> None:
    """Byes, absences, late entries, withdrawals, defaults, Maxi, rule 22, odd fields: the same in every respect.

    Order of work (S11, S12), what is next door (S15), board order (S40), the reason of who is alone (S47) included.
    """
    rounds = 0
    for seed in range(batch * BATCH, (batch + 1) * BATCH):
        for position in random_event(seed):
            assert told(answered(position)) == judged(position), (seed, position.round_number)
            rounds += 1
    assert rounds > BATCH


@pytest.mark.parametrize("batch", range(2 * CAMPAIGN))
def test_smooth_events(batch: int) -> None:
    """Everybody plays every round; small fields run into the absolute rules."""
    rounds = 0
    for seed in range(100000 + batch * BATCH, 100000 + (batch + 1) * BATCH):
        for position in random_event(seed, most_players=8, rough=False):
            assert told(answered(position)) == judged(position), (seed, position.round_number)
            rounds += 1
    assert rounds > BATCH
