"""Where a season is played: `anywhere` on every backend, `here` in memory."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.season.around import EVERYWHERE, Maker
from tests.verification.conftest import site

__all__ = ["anywhere", "site"]


@pytest.fixture(params=EVERYWHERE)
def anywhere(request: pytest.FixtureRequest, tmp_path: Path) -> Maker:
    """A maker of events, once on each backend."""
    return Maker(request.param, tmp_path)
