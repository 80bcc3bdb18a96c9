"""Whole seasons whose every result comes from a pasted link end as they do with results typed by hand."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.verification.season import ByLinks, by_typing, open_book, outcome_of, play
from tests.verification.site import Site

MORE = int(os.environ.get("PAIRSHEET_CAMPAIGN", "1"))


@pytest.mark.parametrize("seed", range(3 * MORE))
def test_a_season_of_links_is_a_season_of_typed_results(seed: int, site: Site, tmp_path: Path) -> None:
    """Late, duplicate, wrong, swapped, contradicting and foreign links and all: the same Ladder, the same games."""
    typed = play(open_book("memory", tmp_path, site, False, 4), seed, by_typing)
    linked = play(open_book("memory", tmp_path, site, True, 4), seed, ByLinks(seed))
    assert outcome_of(linked) == outcome_of(typed)
    states = {s[1] for s in linked.submissions()}
    assert {"accepted", "merged"} <= states
    deciders = {by for _, by, black in linked.table("Pairings", "Game", "Decided by", "Black") if "bye" not in black}
    assert deciders <= {"form", "deadline"}


@pytest.mark.parametrize("backend", ["xlsx", "google"])
def test_the_same_on_a_file_and_a_spreadsheet(backend: str, site: Site, tmp_path: Path) -> None:
    """One seed on a workbook file and on the emulated service."""
    typed = play(open_book("memory", tmp_path, site, False, 2), 5, by_typing)
    linked = play(open_book(backend, tmp_path, site, True, 2), 5, ByLinks(5))
    assert outcome_of(linked) == outcome_of(typed)
