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


class TestOlderWriter(Contract, ManyRows):
    """The contract with the writer that `PAIRSHEET_WRITER=openpyxl` brings back."""

    @pytest.fixture
    def rig(self, book: Path) -> Rig:
        """A prepared workbook."""
        worker, another = (XlsxBackend(book, writer="openpyxl") for _ in range(2))
        return Rig(worker, XlsxPerson(book), another)
