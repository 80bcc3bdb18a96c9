"""Two workers, a person and an old version against the guard of a Google spreadsheet."""

from __future__ import annotations

import random
import threading
from dataclasses import replace
from pathlib import Path

import pytest

from sync.backends.base import Mark, Raced
from sync.backends.google_known import KEPT_GUARDS, NOTE_TABS, Shelf
from sync.plan import AppendRows, MakeTab, ReplaceRows
from tests.backends.contract import GAME, named, plan
from tests.backends.google_rig import Desk, GooglePerson, prepared
from tests.backends.sample import BY_NAME, FIRST_ROWS, TABS
from tests.emulator.batch import HANDLERS, Batch
from tests.emulator.errors import invalid
from tests.emulator.sheet import Json

ROW = AppendRows("Games", (GAME,))


@pytest.fixture
def at(tmp_path: Path) -> Desk:
    """A prepared spreadsheet."""
    return prepared(tmp_path)


def test_the_last_twenty_revisions_are_kept_as_named_ranges(at: Desk) -> None:
    """Never more, whoever writes; their ids are the guard."""
    backend = at.backend()
    for number in range(30):
        backend.write(plan(backend.read(), AppendRows("Journal", ((number,),))))
    names = list(at.emulated.book.named)
    last = backend.read().revision
    assert names == [f"pairsheet_rev_{n}" for n in range(last - KEPT_GUARDS + 1, last + 1)]


@pytest.mark.parametrize("behind", [1, 2, 19, 20, 25, 60])
def test_a_worker_any_number_of_revisions_behind_is_stopped(at: Desk, behind: int) -> None:
    """Beyond the twenty that are kept, the range it would delete is gone, which Google refuses as well."""
    slow, quick = at.backend("slow"), at.backend("quick")
    for number in range(KEPT_GUARDS):
        quick.write(plan(quick.read(), AppendRows("Journal", ((number,),))))
    old = slow.read()
    for number in range(behind):
        quick.write(plan(quick.read(), AppendRows("Journal", ((number,),))))
    with pytest.raises(Raced):
        slow.write(plan(old, ROW))
    assert len(named(quick.read(), "Games").rows) == 1


def test_cells_read_before_a_revision_was_known_are_read_again(at: Desk) -> None:
    """Another worker writes between our read of the cells and our look at the revision: never old cells under a new number."""
    backend, other = at.backend("a"), at.backend("b")
    backend.read()
    other.write(plan(other.read(), AppendRows("Journal", ((1, "first"),))))
    http = backend._session  # the seam: between the values and the look-up
    plain, done = http.get, []

    def get(url: str, params: object = ()) -> object:
        if not url.endswith("batchGet") and not done:
            done.append(True)
            other.write(plan(other.read(), AppendRows("Journal", ((2, "second"),))))
        return plain(url, params)  # type: ignore[arg-type]

    http.get = get  # type: ignore[method-assign, assignment]
    grid = backend.read()
    assert done
    assert [r[0] for r in named(grid, "Journal").rows[1:]] == [1, 2]
    assert grid.revision == other.read().revision


@pytest.mark.parametrize("seed", range(3))
def test_two_workers_at_once_lose_and_double_nothing(at: Desk, seed: int) -> None:
    """Threads that race for every revision: each row once, numbered in order, nothing between them lost."""
    workers = [at.backend(f"w{n}") for n in range(3)]
    dice = random.Random(seed)
    lost: list[int] = []

    def work(number: int) -> None:
        written = 0
        while written < 6:
            grid = workers[number].read()
            last = max((r[0] for r in named(grid, "Journal").rows[1:] if isinstance(r[0], int)), default=0)
            try:
                rows = AppendRows("Journal", ((last + 1, f"w{number}"),))
                workers[number].write(plan(grid, rows, ReplaceRows("Ladder", 4, ((last + 1,),), 6)))
                written += 1
            except Raced:
                lost.append(number)
            if dice.random() < 0.3:
                threading.Event().wait(0.001)

    threads = [threading.Thread(target=work, args=(n,)) for n in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    journal = named(at.backend("looker").read(), "Journal").rows[1:]
    assert [r[0] for r in journal] == list(range(1, 19))
    assert {n: sum(r[1] == f"w{n}" for r in journal) for n in range(3)} == {0: 6, 1: 6, 2: 6}
    assert named(at.backend("looker").read(), "Ladder").cell(4, 0) == 18


def test_an_old_version_put_back_shows_a_lower_revision(at: Desk) -> None:
    """Restored from the version history: the number goes down, the mark outside stays, writing goes on from there."""
    backend = at.backend()
    grid = backend.read()
    backend.set_mark(Mark(grid.revision, 7))
    for number in range(4):
        backend.write(plan(backend.read(), AppendRows("Journal", ((number,),))))
    mark = backend.mark()
    assert mark is not None
    assert mark == Mark(grid.revision + 4, 7)
    at.emulated.director.undo(3)
    after = backend.read()
    assert after.revision == grid.revision + 1
    assert backend.mark() == mark
    backend.write(plan(after, ROW))
    assert named(backend.read(), "Games").rows[1] == GAME


def test_a_hidden_note_that_was_deleted_comes_back_with_the_next_write(at: Desk) -> None:
    """Its named ranges go with it here; a plan made before is refused, the next one makes the note again."""
    backend = at.backend()
    grid = backend.read()
    at.emulated.director.delete_tab("_pairsheet")
    with pytest.raises(Raced):
        backend.write(plan(grid, ROW))
    backend.write(plan(backend.read(), ROW))
    assert at.emulated.book.sheet(NOTE_TABS[0]).properties["hidden"]
    grid = backend.read()
    assert named(grid, "Games").rows[1] == GAME
    with at.counted() as calls:
        assert backend.read().revision == grid.revision
    assert calls == ["values.batchGet"]


def test_ids_of_deleted_tabs_may_be_refused(at: Desk) -> None:
    """Should Google not give the id of a deleted tab again, another one is taken, and still known as the same tab."""
    backend = at.backend()
    used = {s.id for s in at.emulated.book.sheets}
    plain = HANDLERS["addSheet"]

    def add_sheet(batch: Batch, body: Json) -> Json | None:
        if body["properties"].get("sheetId") in used:
            raise invalid("A sheet with this ID existed.")
        return plain(batch, body)

    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(HANDLERS, "addSheet", add_sheet)
        at.emulated.director.delete_tab("Why")
        at.emulated.director.delete_tab("_pairsheet")
        steps = (MakeTab(BY_NAME["Why"], ("Scores",)), ReplaceRows("Why", 4, (("a", "b"),), 2))
        with at.counted() as calls:
            backend.write(plan(backend.read(), *steps))
        assert calls[-3:] == ["batchUpdate", "get", "batchUpdate"]
        at.emulated.director.delete_tab("Pairings")
        backend.prepare(TABS, FIRST_ROWS)
    GooglePerson(at.emulated).rename_tab("Why", "Warum")
    backend.prepare(TABS, FIRST_ROWS)
    titles = [t.title for t in backend.read().tabs]
    assert titles == ["Warum" if t.name == "Why" else t.name for t in TABS]
    assert named(backend.read(), "Warum").rows[3] == ("a", "b")


def test_names_that_google_hides_do_not_stop_the_worker_for_ever(at: Desk) -> None:
    """Named ranges of a deleted tab stay taken and are shown by no list: the numbers go on beyond them."""
    backend = at.backend()
    revision = backend.read().revision
    book = at.emulated.book
    hidden = {f"pairsheet_rev_{revision + n}": dict(book.named[f"pairsheet_rev_{revision}"]) for n in range(1, 15)}
    from tests.emulator import view

    plain = view.spreadsheet

    def without_them(book: object, *args: object, **options: object) -> dict[str, object]:
        answer = plain(book, *args, **options)  # type: ignore[arg-type]
        if "namedRanges" in answer:
            answer["namedRanges"] = [r for r in answer["namedRanges"] if r["namedRangeId"] not in hidden]
        return answer

    for key, item in hidden.items():
        book.named[key] = {**item, "namedRangeId": key, "name": key}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(view, "spreadsheet", without_them)
        with pytest.raises(Raced):
            backend.write(plan(backend.read(), ROW))
        backend.write(plan(backend.read(), ROW))
        grid = backend.read()
    assert grid.revision == revision + KEPT_GUARDS + 2
    assert named(grid, "Games").rows[1] == GAME


def test_what_is_kept_beside_the_worker_may_be_damaged_or_gone(at: Desk) -> None:
    """Half a file, another format, a folder that refuses: looked up again, no harm."""
    backend = at.backend()
    grid = backend.read()
    for file in (at.state / "google").glob("*.known.json"):
        file.write_text(file.read_text()[:40])
    (at.state / "google" / f"{at.emulated.book_id}.mark.json").write_text("[]")
    again = at.backend()
    assert again.mark() is None
    assert again.read() == grid


def test_a_stale_memory_of_tabs_is_mended_when_the_write_is_refused(at: Desk) -> None:
    """Somebody deleted rows of the grid between read and write: one look, and the same plan lands."""
    backend = at.backend()
    grid = backend.read()
    ladder = named(grid, "Ladder")
    shelf = Shelf(at.state, at.emulated.book_id)
    known = shelf.known()
    assert known is not None
    backend._known = replace(
        known, sheets=tuple(replace(s, rows=5000) if str(s.id) == ladder.key else s for s in known.sheets)
    )
    with at.counted() as calls:
        backend.write(plan(grid, ReplaceRows("Ladder", 400, ((1, "far down"),), 6)))
    assert calls == ["batchUpdate", "get", "batchUpdate"]
    assert named(backend.read(), "Ladder").cell(400, 1) == "far down"


def test_an_append_grows_the_tab_and_offers_the_same(at: Desk) -> None:
    """Rows beyond the end of the grid look like those above: plain text and drop-down for Result."""
    backend = at.backend()
    rows = tuple((f"R1-{n}", "R1", "Ada", "Ben") for n in range(320))
    backend.write(plan(backend.read(), AppendRows("Games", rows)))
    book = at.emulated.book
    sheet = book.titled("Games")
    assert sheet is not None
    result = TABS[[t.name for t in TABS].index("Games")].index("Result")
    assert sheet.row_count > 320
    last = sheet.cell(sheet.row_count - 1, result)
    assert last.number_format == {"type": "TEXT"}
    assert last.validation is not None
    assert last.validation["condition"]["type"] == "ONE_OF_LIST"
    assert sheet.cell(100, result).number_format == {"type": "TEXT"}
    person = GooglePerson(at.emulated)
    person.type("Games", "Result", 101, "2-1")
    assert person.look("Games", "Result", 101) == "2-1"
    backend.prepare(TABS, FIRST_ROWS)
    assert len(named(backend.read(), "Games").rows) == 321


@pytest.mark.parametrize(
    "assumption",
    [
        "append_cells_after_last_value",
        "duplicate_named_range_name_refused",
        "unknown_named_range_delete_refused",
        "protection_enforced",
        "update_past_grid_refused",
    ],
)
def test_with_an_assumption_turned_over_nothing_is_lost(at: Desk, assumption: str) -> None:
    """Should the live service answer otherwise: rows may stand elsewhere, but each stands once, and a race has one winner."""
    switches = at.emulated.service.switches
    setattr(switches, assumption, not getattr(switches, assumption))
    backend, other = at.backend("a"), at.backend("b")
    old = other.read()
    for number in range(3):
        row = AppendRows("Games", ((f"R1-0{number}", "R1", "Ada", "Ben"),))
        backend.write(plan(backend.read(), row, AppendRows("Journal", ((number,),))))
    with pytest.raises(Raced):
        other.write(plan(old, ROW))
    grid = backend.read()
    assert [r[0] for r in named(grid, "Games").rows[1:] if r] == ["R1-00", "R1-01", "R1-02"]
    assert [r[0] for r in named(grid, "Journal").rows[1:] if r] == [0, 1, 2]
