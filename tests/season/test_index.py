"""Each improvement of the season walk has its tests: their names carry its number."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

IMPROVEMENTS = (*range(1, 6), *range(7, 17), 19, *range(21, 26))


@pytest.mark.parametrize("number", IMPROVEMENTS)
def test_an_improvement_has_tests(number: int) -> None:
    """At least one test is called after it."""
    cases = [
        name
        for path in Path(__file__).parent.glob("test_*.py")
        for name in re.findall(r"def (test_\d\d_\w+)\(", path.read_text())
    ]
    assert [name for name in cases if name.startswith(f"test_{number:02}_")]
