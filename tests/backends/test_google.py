"""The Google spreadsheet keeps the contract, through the emulator."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from sync.backends.google_signin import SHEETS
from tests.backends.contract import Contract, ManyRows, Rig
from tests.backends.google_rig import GooglePerson, prepared, rig_of
from tests.emulator.fixtures import WORKER
from tests.emulator.server import LoopbackServer


class TestGoogle(Contract, ManyRows):
    """The contract, without a socket."""

    @pytest.fixture
    def rig(self, tmp_path: Path) -> Iterator[Rig]:
        """A prepared spreadsheet."""
        made = prepared(tmp_path)
        yield rig_of(made)
        made.emulated.service.judge.raise_violations()


class TestGoogleOverASocket:
    """A few cases of the contract over a loopback socket, with signing in and real connections."""

    @pytest.fixture
    def rig(self, tmp_path: Path) -> Iterator[Rig]:
        """A prepared spreadsheet behind a server."""
        with LoopbackServer() as server:
            made = prepared(tmp_path, server)
            session = made.session(made.emulated.session(WORKER, (SHEETS,)))
            other = made.session(made.emulated.session(WORKER, (SHEETS,)))
            yield Rig(made.backend(session=session), GooglePerson(made.emulated), made.backend(session=other))
            server.service.judge.raise_violations()

    test_appended = Contract.test_what_is_appended_reads_back
    test_types = Contract.test_types_stay_what_they_are
    test_renamed = Contract.test_a_renamed_tab_keeps_its_key_and_is_written
    test_race = Contract.test_the_loser_of_a_race_changes_nothing
    test_preparing = Contract.test_preparing_makes_a_deleted_tab_again_in_its_place
    test_mark = Contract.test_the_mark_is_kept_outside_the_book
