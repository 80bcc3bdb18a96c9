"""One contract for what is kept outside the books, whether it lies in a folder or in Redis."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from sync.backends.base import Mark, Unreachable
from sync.backends.google_known import Known, Sheet, Shelf
from sync.backends.google_session import GoogleSession
from sync.backends.google_watch import Watch
from sync.fleet.line import line_to
from sync.fleet.shelves import RedisStore
from sync.keeping import Folder, Store
from sync.running.health import healths, note, verdict
from sync.running.worker import Report, Told
from tests.emulator.fixtures import SCOPES, WORKER, emulated
from tests.fleet.servers import free_port

NOW = datetime(2027, 1, 4, 18, tzinfo=UTC)
BOOK = "1AbCdEfGhIjKlMnOpQrStUvWxYz0123456789abcd"


@pytest.fixture(params=("folder", "redis"))
def make(request: pytest.FixtureRequest, tmp_path: Path) -> Callable[[], Store]:
    """What opens the store as another process would."""
    if request.param == "folder":
        return lambda: Folder(tmp_path)
    line = request.getfixturevalue("line")
    return lambda: RedisStore(line)


def test_what_is_put_comes_back(make: Callable[[], Store]) -> None:
    """A body comes back as it was, also for another process; the newer one stands in place of the older."""
    body = {"token": "ä \u2028 \x00", "count": 7, "list": [1, None, {"deep": True}]}
    make().put("google/one", {"old": 1})
    make().put("google/one", body)
    assert make().get("google/one") == body


def test_nothing_there(make: Callable[[], Store]) -> None:
    """What is not there is None, and dropping it does nothing."""
    assert make().get("google/none") is None
    make().drop("google/none")
    assert make().names("google") == ()


def test_names_are_those_of_one_sort(make: Callable[[], Store]) -> None:
    """Names come in order and only of the sort that was asked for; what was dropped is not among them."""
    store = make()
    for name in ("health/b", "health/a", "names/a", "health/c"):
        store.put(name, {})
    store.drop("health/c")
    assert make().names("health") == ("health/a", "health/b")
    assert make().where("health/a")


def test_a_damaged_body_is_none(make: Callable[[], Store], tmp_path: Path, request: pytest.FixtureRequest) -> None:
    """Half a body, or one that is no object, counts as none."""
    store = make()
    store.put("google/x", {"a": 1})
    for damage in ("{", "[]", "[" * 100_000):
        if isinstance(store, Folder):
            (tmp_path / "google" / "x.json").write_text(damage)
        else:
            request.getfixturevalue("line").hset("pairsheet:kept:google", "x", damage)
        assert store.get("google/x") is None


def test_marks(make: Callable[[], Store]) -> None:
    """The mark of a spreadsheet, what is known of it, and what landed last."""
    shelf = Shelf(make(), BOOK)
    assert (shelf.mark(), shelf.known(), shelf.landed()) == (None, None, [])
    shelf.set_mark(Mark(5, 90, "f"))
    shelf.keep(Known("Cup", "UTC", (Sheet(1, "Ladder"),), (4, 5)))
    shelf.keep_landed([{"tab": 1}])
    again = Shelf(make(), BOOK)
    assert again.mark() == Mark(5, 90, "f")
    assert again.known() == Known("Cup", "UTC", (Sheet(1, "Ladder"),), (4, 5))
    assert again.landed() == [{"tab": 1}]
    make().put(f"google/{BOOK}.mark", {"revision": -1, "last_no": "x"})
    assert again.mark() is None


def test_health(make: Callable[[], Store]) -> None:
    """When a book was seen, and how it went, with the name people know it by."""
    good = Report(BOOK, NOW, None, told=Told("", "", "", "Spring Cup"))
    note(good, make(), event="Spring Cup")
    note(Report(BOOK, NOW + timedelta(minutes=1), None, "gone", 3), make())
    (found,) = healths(make())
    assert (found.good, found.failed, found.code) == (NOW, 1, 3)
    well, (line,) = verdict(make(), [], NOW, timedelta(minutes=5))
    assert well
    assert line.startswith("ok 'Spring Cup' ")


def test_change_tokens(make: Callable[[], Store]) -> None:
    """Where Drive's list was left, for each account apart, and for the next process."""
    at = emulated()
    session = GoogleSession(at.session(WORKER, SCOPES), WORKER)
    assert Watch(session, make(), "north").changed() is None
    assert Watch(session, make(), "north").changed() == frozenset()
    at.director.type("Sheet1", "A1", "x")
    assert Watch(session, make(), "south").changed() is None, "another account begins its own list"
    assert Watch(session, make(), "north").changed() == {at.book_id}


def test_a_store_that_cannot_be_reached(tmp_path: Path) -> None:
    """Asked, it holds nothing; a mark that cannot be kept is said in a plain line without the address."""
    (tmp_path / "file").write_text("")
    gone: Any = line_to(f"redis://:secret@127.0.0.1:{free_port()}/0")
    for store in (Folder(tmp_path / "file"), RedisStore(gone)):
        assert store.get("google/x") is None
        assert store.names("google") == ()
        with pytest.raises(OSError):  # noqa: PT011  whichever the system gives
            store.put("google/x", {})
        with pytest.raises(Unreachable, match="could not be written") as said:
            Shelf(store, BOOK).set_mark(Mark(1, 1))
        assert "secret" not in str(said.value)
