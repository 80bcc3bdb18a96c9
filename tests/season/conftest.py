"""Where a season is played: `anywhere` in memory and at Google, a chosen few in a file too (all with a campaign)."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.season.around import EVERYWHERE, Maker
from tests.verification.conftest import site

__all__ = ["anywhere", "pytest_generate_tests", "site"]

CAMPAIGN = int(os.environ.get("PAIRSHEET_CAMPAIGN", "1"))
IN_A_FILE = frozenset(
    {
        "test_01_the_order_is_recorded_at_the_start_and_a_later_sort_changes_nothing",
        "test_02_every_due_counts_from_publication",
        "test_05_who_invites_is_the_lower_on_the_pairing_ladder_also_with_black",
        "test_09_three_hundred_junk_answers_make_one_line",
        "test_10_columns_that_follow_the_data_go_again",
        "test_12_a_name_erased_on_request_is_nowhere_any_more",
        "test_13_a_value_typed_into_a_workers_column_is_quoted_with_the_right_cell",
        "test_16_edits_to_players_after_the_end_change_no_placement",
        "test_21_a_date_alone_means_the_end_of_that_day",
        "test_25_a_form_tab_that_arrives_in_front_changes_nothing",
    }
)
"""Cases that a file could answer otherwise than memory; saving one takes a while, so the others wait for a campaign."""


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Each case once on each backend it is played on."""
    if "anywhere" in metafunc.fixturenames:
        filed = CAMPAIGN > 1 or metafunc.function.__name__ in IN_A_FILE
        places = [name for name in EVERYWHERE if filed or name != "xlsx"]
        metafunc.parametrize("anywhere", places, indirect=True)


@pytest.fixture
def anywhere(request: pytest.FixtureRequest, tmp_path: Path) -> Maker:
    """A maker of events on the backend of this case."""
    return Maker(request.param, tmp_path)
