"""A workbook file keeps the contract."""

from __future__ import annotations

from pathlib import Path

import pytest

from sync.backends.xlsx import XlsxBackend
from tests.backends.contract import Contract, ManyRows, Rig
from tests.backends.people import XlsxPerson


class TestXlsx(Contract, ManyRows):
    """The contract, on a workbook file."""

    @pytest.fixture
    def rig(self, book: Path) -> Rig:
        """A prepared workbook."""
        return Rig(XlsxBackend(book), XlsxPerson(book), XlsxBackend(book))
