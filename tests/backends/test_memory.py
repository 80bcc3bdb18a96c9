"""The book in memory keeps the contract."""

from __future__ import annotations

import pytest

from sync.backends.base import Raced, Uncertain
from sync.backends.memory import MemoryBackend, MemoryBook
from sync.plan import AppendRows
from tests.backends.contract import Contract, ManyRows, Rig, named, plan
from tests.backends.people import MemoryPerson
from tests.backends.sample import FIRST_ROWS, TABS


def make_rig() -> Rig:
    """A prepared book in memory."""
    book = MemoryBook()
    backend = MemoryBackend(book)
    backend.prepare(TABS, FIRST_ROWS)
    return Rig(backend, MemoryPerson(book), MemoryBackend(book))


class TestMemory(Contract, ManyRows):
    """The contract, on a book in memory."""

    @pytest.fixture
    def rig(self) -> Rig:
        """A prepared book in memory."""
        return make_rig()


def test_a_worker_can_die_just_before_and_just_after_the_write() -> None:
    """Before: nothing landed. After: everything did, and the next read shows it."""
    rig = make_rig()
    backend = rig.backend
    assert isinstance(backend, MemoryBackend)

    def die() -> None:
        raise Uncertain("the line went dead")

    backend.before_landing = die
    with pytest.raises(Uncertain):
        backend.write(plan(backend.read(), AppendRows("Journal", ((1, "x"),))))
    assert len(named(backend.read(), "Journal").rows) == 1
    backend.before_landing, backend.after_landing = None, die
    with pytest.raises(Uncertain):
        backend.write(plan(backend.read(), AppendRows("Journal", ((1, "x"),))))
    assert len(named(backend.read(), "Journal").rows) == 2


def test_a_version_put_back_shows_its_old_revision() -> None:
    """The mark lies outside and stays, so a lower revision can be noticed."""
    rig = make_rig()
    backend = rig.backend
    assert isinstance(backend, MemoryBackend)
    old = backend.book.copy()
    read = backend.read()
    backend.write(plan(read, AppendRows("Journal", ((1, "x"),))))
    backend.book.restore(old)
    assert backend.read().revision == read.revision
    backend.write(plan(read, AppendRows("Journal", ((1, "y"),))))
    with pytest.raises(Raced):
        backend.write(plan(read, AppendRows("Journal", ((2, "z"),))))
