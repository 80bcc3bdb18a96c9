"""Pages made from the code are up to date."""

from __future__ import annotations

from pathlib import Path

import pytest

from sheets_templates.guide import PAGES

DOCS = Path(__file__).resolve().parents[2] / "docs"


@pytest.mark.parametrize("name", sorted(PAGES))
def test_made_pages_are_up_to_date(name: str) -> None:
    """`make docs` would change nothing."""
    assert (DOCS / name).read_text(encoding="utf-8") == PAGES[name](), "run: make docs"
