"""Cells as people, forms and spreadsheets make them: mostly nearly right ones. Everything follows from a seed."""

from __future__ import annotations

import random
from collections.abc import Callable
from datetime import datetime

from tests.judges.cells import moments, numbers, words
from tests.judges.cells.noise import concatenated, converted, noisy

Cell = None | str | bool | int | float | datetime
Maker = Callable[[random.Random], str]

MAKERS: dict[str, Maker] = {
    "whole number": numbers.whole,
    "number": numbers.number,
    "rating": numbers.rating,
    "rating with decimals": numbers.decimal_rating,
    "place in an order": numbers.place,
    "money": numbers.money,
    "date and time": moments.moment,
    "length of time": moments.length,
    "weekday and time": moments.slot,
    "time zone": words.zone,
    "yes/no": words.check,
    "one of a list": words.choice,
    "game": words.game,
    "round": words.round_,
    "text": words.text,
    "result": words.result,
    "player": words.name,
    "players": words.names,
    "link": words.link,
    "account": words.account,
    "result of a format": words.result,
}


def cell_for(kind: str, rng: random.Random, examples: tuple[Cell, ...] = ()) -> Cell:
    """A cell for a column of this kind: right, nearly right, of another kind, or what a spreadsheet made of it."""
    at = rng.random()
    if examples and at < 0.15:
        example = rng.choice(examples)
        return noisy(example, rng) if isinstance(example, str) and rng.random() < 0.7 else example
    made = MAKERS[kind](rng)
    if at < 0.40:
        return made
    if at < 0.80:
        return noisy(made, rng)
    if at < 0.87:
        return concatenated(made, MAKERS[kind](rng), rng)
    if at < 0.96:
        return converted(made, rng)
    return MAKERS[rng.choice(sorted(MAKERS))](rng)
