"""Where an owner would be stuck: from her click to the line she reads, and the click that mends it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from google.auth.transport.requests import AuthorizedSession

from rules.registry import engine_of
from sync.backends import google_session
from sync.backends.base import Refused, Uncertain, Unreachable, WrongUse
from sync.backends.google import GoogleBackend, in_bin
from sync.backends.google_closed import cells_of, place_named, shut_by
from sync.backends.google_errors import Denied, Limited, NoSignIn, denial, refusal_of, sign_in_trouble
from sync.backends.google_session import GoogleSession, Limits
from sync.backends.google_signin import SHEETS, VARIABLE, SignIn, home_file, sign_in_at_home
from sync.doctor.examine import examine
from sync.doctor.mend import mend
from sync.doctor.steps import Diagnosis, State
from sync.grid import Shut, column_letters
from sync.making.create import create
from sync.plan import Plan
from sync.running.once import Pass, run_pass
from tests.backends.google_rig import Desk, GooglePerson, desk
from tests.emulator import batch_sheets
from tests.emulator.adapter import mount
from tests.emulator.book import Book
from tests.emulator.faults import Trouble, batch_updates, reads
from tests.emulator.fixtures import DIRECTOR, WORKER, Emulated
from tests.emulator.world import OFFICE
from tests.google.test_passes import NAMES, at_minute
from tests.google.test_signin import Flow

FIRST = "first@pairsheet-test.iam.gserviceaccount.com"
_BOOKS: dict[str, Book] = {}


def line_to(at: Emulated) -> Callable[[SignIn], GoogleSession]:
    """A line through the emulator for any sign-in."""

    def line(found: SignIn) -> GoogleSession:
        http = mount(AuthorizedSession(found.credentials), at.adapter())  # type: ignore[no-untyped-call]
        return GoogleSession(http, found.address, Limits(tries=2, per_minute=0), sleep=lambda _: None)

    return line


def ladder(tmp_path: Path, maker: str) -> Desk:
    """A ladder of eight that may start, prepared by this account; the worker may edit the file."""
    made = desk(tmp_path)
    at = made.emulated
    at.service.world.share(at.book_id, maker)
    if maker not in _BOOKS:
        session = GoogleSession(at.plain_session(maker), maker, Limits(per_minute=0), sleep=lambda _: None)
        create(GoogleBackend(at.book_id, session, tmp_path / "maker"), engine_of("ladder"))
        person = GooglePerson(at)
        for number, name in enumerate(NAMES):
            person.add_row("Players", {"Player": name, "Rating": 2000 - 50 * number})
        for setting, value in (("Start", "now"), ("Time zone", "Etc/UTC"), ("Check for", "0")):
            person.type("Settings", "Value", person.row_of("Settings", "Setting", setting), value)
        _BOOKS[maker] = at.book
    book = _BOOKS[maker].copy()
    book.id = at.book_id
    at.service.world.files[at.book_id].book = book
    return made


def key_of(at: Emulated) -> dict[str, str]:
    """The environment of a machine that has the worker's key."""
    return {VARIABLE: json.dumps(at.key())}


def asked(at: Emulated, env: dict[str, str]) -> Diagnosis:
    """What the doctor says."""
    return examine(at.book_id, env, line_to(at), lambda _: None)


def signed_in_at_home(at: Emulated, home: Path) -> dict[str, str]:
    """The environment of a machine on which the director signed in as well."""
    at.service.tokens.authorised_user(DIRECTOR, frozenset({SHEETS}))
    client = home / ".config" / "pairsheet" / "google-client.json"
    client.parent.mkdir(parents=True)
    client.write_text('{"installed": {}}')
    env = {"HOME": str(home)}
    sign_in_at_home(env, Flow)
    return {**env, **key_of(at)}


def test_prepared_by_one_account_and_run_by_another(tmp_path: Path) -> None:
    """The write is refused with tabs and ranges; the doctor lists all at once; one command by the owner opens all."""
    made = ladder(tmp_path, FIRST)
    at = made.emulated
    with pytest.raises(Refused) as refused:
        run_pass(made.backend(), at_minute(0))
    told = str(refused.value)
    assert "_pairsheet (hidden)" in told
    assert "Ladder!A:" in told
    assert "requests[" not in told
    assert f"--mend --worker {WORKER}" in told
    said = asked(at, key_of(at))
    bad = next(s for s in said.steps if s.state is State.FAILED)
    assert bad.name == "Protection"
    assert all(
        tab in bad.said for tab in ("Ladder", "This round", "Pairings", "Problems", "Status", "Journal", "_pairsheet")
    )
    assert f"pairsheet doctor {at.book_id} --sign-in --mend --worker {WORKER}" in said.next_step
    done = mend(at.book_id, "", signed_in_at_home(at, tmp_path / "home"), line_to(at))
    assert done.worker == WORKER
    assert done.opened > 5
    assert not done.left
    assert asked(at, key_of(at)).is_well
    assert run_pass(made.backend(), at_minute(1)).wrote
    again = mend(at.book_id, WORKER, key_of(at), line_to(at))
    assert again.line() == f"Nothing more was opened to {WORKER}."
    at.service.judge.raise_violations()


def test_an_account_that_may_not_open_says_so(tmp_path: Path) -> None:
    """The worker cannot let itself in; who may is said. A file, or no address, is wrong use."""
    at = ladder(tmp_path, FIRST).emulated
    done = mend(at.book_id, WORKER, key_of(at), line_to(at))
    assert done.opened == 0
    assert "owner of the spreadsheet" in done.line()
    with pytest.raises(WrongUse, match="workbook file"):
        mend("club.xlsx", WORKER, key_of(at), line_to(at))
    with pytest.raises(WrongUse, match="ADDRESS"):
        mend(at.book_id, "my worker", key_of(at), line_to(at))


def test_protections_of_the_owners_own_are_listed_and_left_to_her(tmp_path: Path) -> None:
    """What Pairsheet did not set is never opened by a command; all of it stands in one line."""
    at = ladder(tmp_path, WORKER).emulated
    at.director.protect("Games", editors=[DIRECTOR])
    at.director.protect("Rounds", editors=[DIRECTOR])
    said = asked(at, key_of(at))
    assert "Games and Rounds" in next(s for s in said.steps if s.state is State.FAILED).said
    assert "Data, Protected sheets and ranges" in said.next_step
    assert "mend" not in said.next_step


def test_a_range_is_named_as_the_sheet_names_it() -> None:
    """Whole tabs, columns, rows, blocks; a refusal without a number stays as it is."""
    assert cells_of({"sheetId": 1}) == ""
    assert cells_of({"startColumnIndex": 0, "endColumnIndex": 3}) == "A:C"
    assert cells_of({"startRowIndex": 1, "endRowIndex": 5}) == "2:5"
    assert cells_of({"startRowIndex": 1, "endRowIndex": 2, "startColumnIndex": 1, "endColumnIndex": 2}) == "B2"
    requests = [{"appendCells": {"sheetId": 7, "rows": []}}]
    assert place_named("Invalid requests[0].appendCells: no room", requests, {7: "Games"}) == "Games: no room"
    assert place_named("no place", requests, {7: "Games"}) == "no place"


def office(at: Emulated) -> str:
    book = at.service.world.create("Ladder.xlsx", DIRECTOR, next(iter(OFFICE))).id
    at.service.world.share(book, WORKER)
    return book


def a_text(at: Emulated) -> str:
    book = at.service.world.create("Rules", DIRECTOR, "application/vnd.google-apps.document").id
    at.service.world.share(book, WORKER)
    return book


def not_shared(at: Emulated) -> str:
    return at.new_book("Private", share=False)


@pytest.mark.parametrize(
    ("wrong", "says"),
    [(office, "File, Save as Google Sheets"), (a_text, "docs.google.com/spreadsheets"), (not_shared, "press Share")],
)
def test_a_book_that_cannot_be_read_is_told_by_what_it_is(
    tmp_path: Path, wrong: Callable[[Emulated], str], says: str
) -> None:
    """The worker and the doctor say the same, and neither sends anybody to look at the network."""
    at = desk(tmp_path).emulated
    book = wrong(at)
    session = GoogleSession(at.plain_session(), WORKER, Limits(tries=2, per_minute=0), sleep=lambda _: None)
    with pytest.raises(Unreachable, match=says):
        GoogleBackend(book, session, tmp_path).read()
    said = examine(book, key_of(at), line_to(at), lambda _: None)
    assert says in said.next_step
    assert said.steps[-1].name == "Spreadsheet"
    assert "network" not in " ".join(said.lines())


def test_a_worker_that_may_only_view_is_told_so(tmp_path: Path) -> None:
    """It reads and may not write: shared as a viewer."""
    made = ladder(tmp_path, WORKER)
    made.emulated.director.share(WORKER, "reader")
    with pytest.raises(Denied, match=f"{WORKER} may only view this spreadsheet.*as Editor"):
        run_pass(made.backend(), at_minute(0))


def test_a_quota_that_is_used_up_is_no_broken_network(tmp_path: Path) -> None:
    """The pass says what to change if it goes on; the doctor does not speak of the network."""
    made = ladder(tmp_path, WORKER)
    made.emulated.service.faults.add(Trouble.TOO_MANY, reads, times=99)
    with pytest.raises(Limited, match="look less often"):
        made.backend().read()
    said = asked(made.emulated, key_of(made.emulated))
    assert "larger quota" in said.next_step
    assert "network" not in said.next_step


@pytest.mark.parametrize(
    "body",
    [
        {"message": "The domain administrators have disabled Drive apps.", "errors": [{"reason": "domainPolicy"}]},
        {"message": "Request is prohibited by organization's policy.", "status": "PERMISSION_DENIED"},
    ],
)
def test_an_organisation_that_forbids_it_is_named(body: dict[str, object]) -> None:
    """Sharing once more would not help: its administrator is to be asked."""
    trouble = denial(refusal_of(403, {"error": {"code": 403, **body}}), WORKER)
    assert isinstance(trouble, Denied)
    assert trouble.kind == "organisation"
    assert f"Ask its administrator to let {WORKER} in" in str(trouble)
    assert "administrator" in str(sign_in_trouble("admin_policy_enforced"))
    assert isinstance(sign_in_trouble("org_internal"), NoSignIn)


def test_a_sign_in_that_was_kept_with_a_looser_mode_is_narrowed(tmp_path: Path) -> None:
    """The file was there, open to the group: the new sign-in is for its owner alone, and nothing of the old is left."""
    path = home_file({"HOME": str(tmp_path)})
    path.parent.mkdir(parents=True)
    path.write_text("x" * 5000)
    path.chmod(0o664)
    (path.parent / "google-client.json").write_text('{"installed": {}}')
    sign_in_at_home({"HOME": str(tmp_path)}, Flow)
    assert path.stat().st_mode & 0o777 == 0o600
    assert json.loads(path.read_text())["type"] == "authorized_user"


def started(made: Desk) -> GoogleBackend:
    """A worker that published round 1."""
    backend = made.backend()
    assert run_pass(backend, at_minute(0)).wrote
    return backend


def codes(done: Pass) -> list[str]:
    """What a pass told of views."""
    return [p.code for p in done.decided.problems if p.code.startswith("view-")]


def ladder_says(made: Desk) -> str:
    """What the tab Ladder shows."""
    return str(GooglePerson(made.emulated).see("Ladder"))


def told_in_problems(made: Desk) -> str:
    """What the tab Problems shows."""
    return str(GooglePerson(made.emulated).see("Problems"))


def test_a_view_that_somebody_protected_does_not_stop_the_event(tmp_path: Path) -> None:
    """The result counts in the same pass, Problems names the tab, the next pass is quiet; opened again, it goes on."""
    made = ladder(tmp_path, WORKER)
    at, backend = made.emulated, started(made)
    person = GooglePerson(at)
    number = at.director.protect("Ladder", editors=[DIRECTOR])
    at.director.protect("This round", editors=[DIRECTOR])
    before = ladder_says(made)
    person.type("Games", "Result", 2, "1-0")
    done = run_pass(backend, at_minute(1))
    assert done.wrote
    assert codes(done) == ["view-protected", "view-protected"]
    assert at.director.sees("Games", "E2") == "1-0"
    assert ladder_says(made) == before
    assert "The tab Ladder is protected from the worker" in told_in_problems(made)
    with made.counted() as calls:
        assert not run_pass(backend, at_minute(2)).wrote
    assert calls == ["values.batchGet"]
    assert asked(at, key_of(at)).is_well  # it warns, and goes on
    at.director.do({"deleteProtectedRange": {"protectedRangeId": number}})
    made.hands.time += 601
    backend._now = lambda: 10**10  # ten minutes later the worker tries again
    done = run_pass(backend, at_minute(12))
    assert codes(done) == ["view-protected"]
    assert ladder_says(made) != before
    assert "The tab Ladder" not in told_in_problems(made)
    at.service.judge.raise_violations()


def test_a_view_that_cannot_grow_is_left_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The spreadsheet is full: the view that wants more rows stays, and results go on counting."""
    made = ladder(tmp_path, WORKER)
    at, backend = made.emulated, made.backend()
    sheet = at.book.titled("Pairings")
    assert sheet is not None
    place = {"sheetId": sheet.id, "dimension": "ROWS", "startIndex": 4, "endIndex": sheet.row_count}
    at.director.do({"deleteDimension": {"range": place}})
    monkeypatch.setattr(batch_sheets, "CELL_LIMIT", sum(s.row_count * s.column_count for s in at.book.sheets))
    done = run_pass(backend, at_minute(0))
    assert done.wrote
    assert codes(done) == ["view-full"]
    assert "The tab Pairings cannot grow" in told_in_problems(made)
    assert at.director.sees("Games", "A2") == "R1-01"
    assert not run_pass(backend, at_minute(1)).wrote


def test_a_refusal_says_which_views_a_write_can_do_without() -> None:
    """The one it names and all that are protected; none where it is about something else."""
    shape = {"sheets": [{"properties": {"sheetId": 7, "title": "Ladder"}, "tables": [{"tableId": "1"}]}]}
    words = "Invalid requests[3].updateCells: typed columns take no text"
    assert shut_by(words, {3: 7}, shape) == (Shut("7", "table", "typed columns take no text"),)
    assert shut_by(words, {3: 8}, shape) == (Shut("8", "refused", "typed columns take no text"),)
    assert shut_by(words, {4: 7}, shape) == ()
    assert shut_by("no number at all", {3: 7}, shape) == ()


def test_a_closed_tab_that_is_no_view_is_refused_whole(tmp_path: Path) -> None:
    """Games cannot be left out: nothing is written, and the line names it."""
    made = ladder(tmp_path, WORKER)
    backend = started(made)
    made.emulated.director.protect("Journal", editors=[DIRECTOR])
    GooglePerson(made.emulated).type("Games", "Result", 2, "1-0")
    with pytest.raises(Refused, match="keep the worker out: Journal"):
        run_pass(backend, at_minute(1))


# --- look-ups that led to a tab which is gone ---------------------------------------------------------------------


def games_show(made: Desk) -> list[str]:
    """Outcomes of Games, as a person sees them."""
    director = made.emulated.director
    column = director.column("Games", "Outcome")
    return [director.sees("Games", f"{column_letters(column)}{row}") for row in range(2, 6)]


def test_pairings_deleted_in_the_middle_comes_back_and_is_shown_again(tmp_path: Path) -> None:
    """One pass makes the tab anew and writes the look-ups of the old lines again; the next is quiet, at one request."""
    made = ladder(tmp_path, WORKER)
    at, backend = made.emulated, started(made)
    GooglePerson(at).type("Games", "Result", 2, "1-0")
    run_pass(backend, at_minute(1))
    assert games_show(made)[0] == "1-0"
    at.director.delete_tab("Pairings")
    at.director.delete_tab("Status")
    assert games_show(made)[0] == ""
    assert run_pass(backend, at_minute(2)).wrote
    assert games_show(made)[0] == "1-0"
    assert "open" in at.director.sees("Rounds", f"{column_letters(at.director.column('Rounds', 'Status'))}2")
    with made.counted() as calls:
        assert not run_pass(backend, at_minute(3)).wrote
    assert calls == ["values.batchGet"]
    at.service.judge.raise_violations()


def test_a_tab_of_her_own_in_the_place_of_pairings(tmp_path: Path) -> None:
    """Pairings is deleted and one of her own stands there: the worker's has another title, and old lines lead to it."""
    made = ladder(tmp_path, WORKER)
    at, backend = made.emulated, started(made)
    GooglePerson(at).type("Games", "Result", 2, "1-0")
    run_pass(backend, at_minute(1))
    at.director.delete_tab("Pairings")
    GooglePerson(at).add_tab("Pairings", [["Who", "Whom"], ["Ada", "Ben"]])
    run_pass(backend, at_minute(2))
    assert games_show(made)[0] == "1-0"
    assert "Pairings (Pairsheet)" in GooglePerson(at).titles()
    assert GooglePerson(at).see("Pairings") == [["Who", "Whom"], ["Ada", "Ben"]]
    assert not run_pass(backend, at_minute(3)).wrote


def test_lines_written_while_pairings_was_renamed_are_put_right(tmp_path: Path) -> None:
    """Their look-ups lead to a title that is gone: the next pass leads them to the tab as it is called now."""
    made = ladder(tmp_path, WORKER)
    at, backend = made.emulated, made.backend()
    write = backend.write

    def renamed(plan: Plan) -> None:
        at.director.rename_tab("Pairings", "Paarungen")
        write(plan)

    backend.write = renamed  # type: ignore[method-assign]
    run_pass(backend, at_minute(0))
    backend.write = write  # type: ignore[method-assign]
    GooglePerson(at).type("Games", "Result", 2, "1-0")
    run_pass(backend, at_minute(1))
    run_pass(backend, at_minute(2))
    assert games_show(made)[0] == "1-0"
    assert not run_pass(backend, at_minute(3)).wrote


def test_what_was_typed_over_a_look_up_stays_and_is_told(tmp_path: Path) -> None:
    """A word, a formula of somebody's, the look-up of another line: none is written over."""
    made = ladder(tmp_path, WORKER)
    at, backend = made.emulated, started(made)
    letters = column_letters(at.director.column("Games", "Outcome"))
    formulas = [at.book.titled("Games").rows[n][at.director.column("Games", "Outcome")].entered for n in (1, 2)]  # type: ignore[union-attr]
    at.director.type("Games", f"{letters}2", "we won")
    at.director.type("Games", f"{letters}3", '=IFERROR(1/0,"")')
    at.director.type("Games", f"{letters}4", str(formulas[0]))
    at.director.delete_tab("Pairings")
    done = run_pass(backend, at_minute(1))
    done = run_pass(backend, at_minute(2))
    assert at.director.sees("Games", f"{letters}2") == "we won"
    stands = [at.book.titled("Games").rows[n][at.director.column("Games", "Outcome")].entered for n in (1, 2, 3)]  # type: ignore[union-attr]
    assert stands[0] == "we won"
    assert "1/0" in str(stands[1])
    assert "R1-01" in str(stands[2])
    assert "look-up-typed" in {p.code for p in done.decided.problems}


def test_a_spreadsheet_in_the_bin_is_told_and_one_taken_out_is_not(tmp_path: Path) -> None:
    """Drive is asked once an hour, and every ten minutes while it is there; where Drive does not tell, nobody guesses."""
    made = ladder(tmp_path, WORKER)
    at = made.emulated
    session = GoogleSession(at.plain_session(), WORKER, Limits(tries=1, per_minute=0), sleep=lambda _: None)
    clock = [1000.0]
    worker = GoogleBackend(at.book_id, session, tmp_path / "own", lambda: clock[0], in_bin=lambda b: in_bin(b, session))
    assert run_pass(worker, at_minute(0)).wrote
    at.director.bin()
    clock[0] += 600
    assert "in-bin" not in {p.code for p in run_pass(worker, at_minute(10)).decided.problems}
    clock[0] += 3600
    assert "in-bin" in {p.code for p in run_pass(worker, at_minute(70)).decided.problems}
    assert "bin of Google Drive" in told_in_problems(made)
    assert not run_pass(worker, at_minute(71)).wrote
    at.director.bin(out=True)
    clock[0] += 601
    run_pass(worker, at_minute(82))
    assert "bin of Google Drive" not in told_in_problems(made)
    at.service.faults.add(Trouble.SERVER_ERROR, lambda call: "drive" in call.name, times=1)
    assert in_bin(at.book_id, session) is None
    at.service.judge.raise_violations()


def test_a_refused_write_beyond_what_google_advises_says_how_large_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One step stays one step; its size is told where it may be the reason."""
    monkeypatch.setattr(google_session, "ADVISED", 1000)
    made = ladder(tmp_path, WORKER)
    made.emulated.service.faults.add(Trouble.CUT_BEFORE, batch_updates, times=9)
    with pytest.raises(Uncertain, match=r"The write had 0\.\d MB; Google advises 2 MB"):
        run_pass(made.backend(), at_minute(0))
