"""Whatever stands in the cell of a setting, the pass goes on and Problems has a sentence for it."""

from __future__ import annotations

from datetime import datetime

import pytest

from rules.registry import engine_of, formats
from sync.encode import catalogue_of
from sync.grid import Cell
from sync.problems import wording
from sync.reading.gather import read_sheet
from sync.schema import settings_of
from tests.sync.desk import desk

TYPED: tuple[Cell, ...] = (
    0, 5, -5, 10**9, 1.5, 0.00001, True, False, "x", "5", "now", "R1", "a ; b", "#REF!", "'", " ", "{least}", "%s", "١٢", "1e9",
    "x" * 40_000, "2026-13-45", "1/11/2027", datetime(2026, 11, 30, 18), datetime(1900, 1, 1), datetime(9999, 12, 31),
)  # fmt: skip


@pytest.mark.parametrize("format_name", formats())
def test_every_setting_takes_anything(format_name: str) -> None:
    """All settings hold it at once; each sentence has all that it says."""
    engine = engine_of(format_name)
    catalogue = catalogue_of(engine.sheet)
    for typed in TYPED:
        d = desk(format=format_name)
        for setting in settings_of(engine.sheet):
            d.set(setting.name, typed)
        sheet, _, _ = read_sheet(d.backend.read(), engine.sheet)
        for problem in sheet.problems:
            assert wording(problem, catalogue)[1], problem
        d.sync()


def test_a_rating_in_settings_obeys_the_limits_of_ratings() -> None:
    """One that is none is told with the limits that count, and counts once they were moved, as the advice has it."""
    d = desk(format="swiss")
    d.set("Rating of the unrated", 5).sync()
    assert "ratings go from 100 to 4000" in d.says(d.problem("rating-range"))
    d.set("Ratings from", 1).sync()
    assert "rating-range" not in d.codes()
    assert d.done[-1].decided.gathered is not None
    assert d.done[-1].decided.gathered.settings["Rating of the unrated", ""] == 5
    d.set("Ratings from", 5000).sync()
    assert d.problem("ratings-crossed")
