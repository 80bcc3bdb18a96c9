"""The tie-breaks against FIDE's own open checker (gacrux), on random events written as report files.

Not judged there: what rests on the list of the rulebook (rule 16). Average Buchholz is rounded by the checker, exact here.
A campaign plays 60 events for each step of its scale: `PAIRSHEET_CAMPAIGN=170` more than 10,000.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from fractions import Fraction
from random import Random
from typing import Any

import pytest

from rules.swiss.tiebreaks.catalogue import read_list
from rules.swiss.tiebreaks.field import Field
from rules.swiss.tiebreaks.order import placed, value_of
from tests.rules.swiss.random_fields import random_field, report

gacrux = pytest.importorskip("gacrux.tiebreak", reason="gacrux is not installed: nobody judges the tie-breaks")

SEEDS = 60 * int(os.environ.get("PAIRSHEET_CAMPAIGN", "1"))
BATCH = 20
# The checker changes its picture of an event for fore Buchholz, so these come last.
ONES = [
    "WIN",
    "WON",
    "BPG",
    "BWG",
    "PS",
    "PS/C1",
    "PS/C2",
    "REP",
    "STD",
    "TPN",
    "BH",
    "BH/C1",
    "BH/C2",
    "BH/M1",
    "BH/M2",
    "BH/P",
    "BH/C1/P",
    "AOB",
    "SB",
    "SB/C1",
    "SB/C2",
    "SB/P",
    "KS",
    "KS/L+1",
    "KS/L-1",
    "ARO",
    "ARO/C1",
    "ARO/M1",
    "TPR",
    "PTP",
    "APRO",
    "APPO",
    "RTNG",
    "FB",
    "FB/C1",
    "FB/M1",
]
LISTS = ("DE ; BH ; SB", "DE/P ; BH/C1", "BH/C1 ; DE ; WIN", "TPN", "SB ; DE", "KS ; PS ; DE ; TPN/R")
RULES = {2024: 1, 2026: 2}


def judged(field: Field, ties: Sequence[str]) -> dict[int, tuple[int, list[Fraction | None]]]:
    """Places and values of everybody as the checker has them."""
    from gacrux.trf2json import trf2json

    file = trf2json()
    file.parse_file(report(field), False)
    tournament = file.get_tournament(1)
    asked: dict[str, Any] = {"tiebreak": ["PTS", *ties], "check": False}
    checker = gacrux.tiebreak(
        tournament, field.rounds, {**asked, "is_rr": False, "swiss": True, "pre_determined": False}
    )
    checker.rulesversion = RULES[field.edition]
    checker.find_tmversion = lambda _: None  # it would take the text in force today
    told = checker.compute_tiebreaks(tournament, asked)["competitors"]
    return {
        one["cid"]: (one["rank"], [None if v is None else Fraction(str(v)) for v in one["tiebreakScore"][1:]])
        for one in told
    }


@pytest.mark.parametrize("first", range(0, SEEDS, BATCH))
def test_values_and_places_are_those_of_the_open_checker(first: int) -> None:
    """Each tie-break of everybody, and the places by several lists, in both editions of the text."""
    ties = read_list(";".join(ONES))[0]
    for seed in range(first, first + BATCH):
        dice = Random(seed)
        field = random_field(dice, dice.choice((2026, 2024)))
        theirs = judged(field, ONES)
        for number in field.turns:
            for tie, wanted in zip(ties, theirs[number][1], strict=True):
                found = value_of(field, number, tie)
                assert found is not None
                if tie.spec.code == "AOB" and found.amount is not None and wanted is not None:
                    assert abs(found.amount - wanted) < Fraction(1, 100), (seed, number)
                else:
                    assert found.amount == wanted, (seed, number, tie.code)
        for text in LISTS:
            order = placed(field, read_list(text)[0], lambda tied: (tuple(tied),))
            places = {n: place for n, (place, _) in judged(field, text.split(" ; ")).items()}
            assert {one.number: one.place for one in order} == places, (seed, text)
