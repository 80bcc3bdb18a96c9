"""The sites, answering nobody else."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime

import pytest
import responses

from tests.verification.site import Site


@pytest.fixture
def site() -> Iterator[Site]:
    """Both sites, empty; any other address refuses the connection."""
    made = Site(lambda: datetime(2026, 11, 2, 17, 0, tzinfo=UTC))
    with responses.RequestsMock(assert_all_requests_are_fired=False) as http:
        made.attach(http)
        yield made
