"""The doctor: each thing that can be wrong leads to exactly one next step, in plain words."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
import requests
from google.auth.transport.requests import AuthorizedSession

from rules.registry import engine_of
from sync.backends.google import GoogleBackend
from sync.backends.google_errors import denial, refusal_of
from sync.backends.google_session import GoogleSession, Limits
from sync.backends.google_signin import AT_HOME, VARIABLE, SignIn
from sync.doctor import steps as doctor
from sync.doctor.examine import examine
from sync.doctor.steps import Diagnosis, State
from sync.making.create import create
from tests.backends.google_rig import GooglePerson, desk
from tests.emulator.adapter import mount
from tests.emulator.fixtures import DIRECTOR, WORKER, Emulated

FORM_LINK = "https://docs.google.com/forms/d/e/x/viewform"
_BOOKS: list[Any] = []


@pytest.fixture
def at(tmp_path: Path) -> Emulated:
    """A ladder's book, prepared and well."""
    made = desk(tmp_path)
    if not _BOOKS:
        create(made.backend(), engine_of("ladder"))
        person = GooglePerson(made.emulated)
        person.type("Settings", "Value", person.row_of("Settings", "Setting", "Time zone"), "Europe/Berlin")
        made.emulated.director.set_zone("Europe/Berlin")
        _BOOKS.append(made.emulated.book)
    book = _BOOKS[0].copy()
    book.id = made.emulated.book_id
    made.emulated.service.world.files[made.emulated.book_id].book = book
    return made.emulated


def ask(at: Emulated, book: str | None = None, page: Any = None, env: dict[str, str] | None = None) -> Diagnosis:
    """Examine through the emulator."""

    def line(found: SignIn) -> GoogleSession:
        http = mount(AuthorizedSession(found.credentials), at.adapter())  # type: ignore[no-untyped-call]
        return GoogleSession(http, found.address, Limits(tries=2, per_minute=0), sleep=lambda _: None)

    env = {VARIABLE: json.dumps(at.key()), "HOME": "/nowhere"} if env is None else env
    return examine(at.book_id if book is None else book, env, line, page or (lambda _: None))


def put(at: Emulated, setting: str, value: str) -> None:
    """Type into a line of Settings."""
    person = GooglePerson(at)
    person.type("Settings", "Value", person.row_of("Settings", "Setting", setting), value)


def test_a_book_that_is_well_needs_nothing(at: Emulated) -> None:
    """Every step is looked at; the next one is to run the worker. Nothing was written."""
    versions = at.director.versions()
    told = ask(at)
    assert told.is_well
    assert told.next_step == f"Nothing to mend. Run: pairsheet sync {at.book_id}"
    names = [step.name for step in told.steps]
    assert names == [
        "Sign-in", "Token", "Sheets API", "Spreadsheet", "Clock", "File", "Tabs", "Protection", "Time zone", "Form answers",
    ]  # fmt: skip
    assert told.lines()[-1].startswith("Next: ")
    assert at.director.versions() == versions
    at.service.judge.raise_violations()


def test_without_a_book_only_the_sign_in_is_looked_at(at: Emulated) -> None:
    """A spreadsheet that does not exist answers 404: that is enough."""
    told = ask(at, "")
    assert told.is_well
    assert [s.name for s in told.steps] == ["Sign-in", "Token", "Sheets API", "Clock"]


def no_sign_in(_: Emulated) -> dict[str, str]:
    return {VARIABLE: "/nowhere/key.json"}


def unshared(at: Emulated) -> None:
    at.director.unshare(WORKER)


def read_only(at: Emulated) -> None:
    at.director.share(WORKER, "reader")


def binned(at: Emulated) -> None:
    at.director.bin()


def revoked(at: Emulated) -> dict[str, str]:
    key = at.key()
    at.service.tokens.revoke_key(WORKER)
    return {VARIABLE: json.dumps(key)}


def wrong_clock(at: Emulated) -> None:
    real = at.service.tokens.now
    at.service.tokens.now = lambda: real() + 7200


def closed_tab(at: Emulated) -> None:
    number = at.director.protect("Games", editors=[DIRECTOR])
    sheet = at.book.titled("Games")
    assert sheet is not None
    (item,) = [p for p in sheet.parts["protectedRanges"] if p["protectedRangeId"] == number]
    assert WORKER not in item["editors"]["users"]


def missing_tab(at: Emulated) -> None:
    at.director.delete_tab("Pairings")


def no_settings(at: Emulated) -> None:
    at.director.delete_tab("Settings")


def other_zone(at: Emulated) -> None:
    at.director.set_zone("America/New_York")


def blank_zone(at: Emulated) -> None:
    put(at, "Time zone", "")


def no_zone(at: Emulated) -> None:
    put(at, "Time zone", "Berlin time")


def form_without_a_tab(at: Emulated) -> None:
    at.director.delete_tab("Form Responses")
    put(at, "Form link", FORM_LINK)


def answers_out_of_reach(at: Emulated) -> None:
    put(at, "Form answers", f"https://docs.google.com/spreadsheets/d/{at.new_book('Private', share=False)}/edit")


WRONG: list[tuple[Callable[[Emulated], Any], str, str]] = [
    (no_sign_in, "Sign-in", "names no file that is there"),
    (unshared, "Spreadsheet", f"press Share, add {WORKER} as Editor"),
    (read_only, "File", f"add {WORKER} as Editor"),
    (binned, "File", "out of the bin"),
    (revoked, "Token", "make a new key file"),
    (wrong_clock, "Token", "set it by the network"),
    (closed_tab, "Protection", f"let {WORKER} edit it"),
    (missing_tab, "Tabs", "pairsheet new ladder"),
    (no_settings, "Tabs", "pairsheet new"),
    (other_zone, "Time zone", "File, Settings to Europe/Berlin"),
    (blank_zone, "Time zone", "Type a zone such as Europe/Berlin"),
    (no_zone, "Time zone", "Type a zone such as Europe/Berlin"),
    (form_without_a_tab, "Form answers", "Link to Sheets"),
    (answers_out_of_reach, "Private answers", f"add {WORKER} as Editor"),
]


@pytest.mark.parametrize(("wrong", "name", "says"), WRONG, ids=lambda v: getattr(v, "__name__", None))
def test_each_thing_that_is_wrong_has_one_next_step(
    at: Emulated, wrong: Callable[[Emulated], Any], name: str, says: str
) -> None:
    """The step that is not well is named; the next step says what to do about it and nothing else."""
    env = wrong(at)
    told = ask(at, env=env if isinstance(env, dict) else None)
    bad = [step for step in told.steps if step.state in (State.FAILED, State.WARNING)]
    assert [step.name for step in bad] == [name]
    assert says in told.next_step
    assert told.next_step == bad[0].next
    assert "\n" not in told.next_step
    assert sum(line.startswith("Next: ") for line in told.lines()) == 1


@pytest.mark.parametrize(
    ("seen", "state", "says"),
    [
        ((200, FORM_LINK), State.OK, "open"),
        ((200, "https://docs.google.com/forms/d/e/x/closedform"), State.FAILED, "takes no answers"),
        ((200, "https://accounts.google.com/v3/signin"), State.FAILED, "sign in"),
        ((404, FORM_LINK), State.FAILED, "not there"),
        ((200, "https://example.org/"), State.UNKNOWN, "not a form's"),
        (None, State.UNKNOWN, "could not be opened"),
    ],
)
def test_the_form_is_opened_as_somebody_without_an_account_would(
    at: Emulated, seen: tuple[int, str] | None, state: State, says: str
) -> None:
    """Open, closed, for members only, gone, something else, no network."""
    put(at, "Form link", FORM_LINK)
    asked: list[str] = []

    def page(url: str) -> tuple[int, str] | None:
        asked.append(url)
        return seen

    told = ask(at, page=page)
    assert asked == [FORM_LINK]
    assert told.steps[-1].name == "Form"
    assert told.steps[-1].state is state
    assert says in told.steps[-1].said
    assert told.is_well is (state is not State.FAILED)


def test_an_api_that_is_switched_off_gives_the_link_to_switch_it_on() -> None:
    """Google says where; the doctor passes it on."""
    body = {
        "error": {
            "code": 403,
            "message": "Google Sheets API has not been used in project 1 before or it is disabled.",
            "status": "PERMISSION_DENIED",
            "details": [
                {
                    "@type": "type.googleapis.com/google.rpc.ErrorInfo",
                    "reason": "SERVICE_DISABLED",
                    "metadata": {"activationUrl": "https://console.developers.google.com/apis/api/sheets?project=1"},
                }
            ],
        }
    }
    trouble = denial(refusal_of(403, body), WORKER)
    steps = list(doctor.reached(trouble, True))
    assert [s.name for s in steps] == ["Token", "Sheets API"]
    assert "https://console.developers.google.com/apis/api/sheets?project=1" in steps[-1].next


def test_a_persons_sign_in_is_said_not_to_last_a_season() -> None:
    """A warning with the way out; a service account gets none."""
    step = doctor.for_a_season(SignIn(None, AT_HOME, "", "x"))
    assert step is not None
    assert step.state is State.WARNING
    assert "seven days" in step.said
    assert "not for a season" in step.said
    assert "service account" in step.next
    assert doctor.for_a_season(SignIn(None, "service account", WORKER, "x")) is None


@pytest.mark.parametrize(
    ("skew", "state"), [(None, State.UNKNOWN), (3.0, State.OK), (-90.0, State.WARNING), (400.0, State.WARNING)]
)
def test_a_clock_that_runs_wrong_is_noticed(skew: float | None, state: State) -> None:
    """Minutes matter, seconds do not."""
    step = doctor.clock(skew)
    assert step.state is state
    if skew and skew < 0:
        assert "90 seconds behind" in step.said


def test_the_skew_is_taken_from_googles_answers(at: Emulated) -> None:
    """From the Date of any answer."""
    session = GoogleSession(at.plain_session(), WORKER, Limits(per_minute=0))

    answer = requests.Response()
    answer.headers["Date"] = "Mon, 05 Jan 2026 09:00:00 GMT"
    session._note_time(answer)
    assert session.skew is not None
    assert abs(session.skew - (datetime.now(UTC) - datetime(2026, 1, 5, 9, tzinfo=UTC)).total_seconds()) < 5


def test_a_workbook_file_is_examined_too(tmp_path: Path) -> None:
    """Not there: make it. There: its tabs."""
    from sync.backends.books import open_book

    path = str(tmp_path / "ladder.xlsx")
    told = examine(path, {})
    assert not told.is_well
    assert told.next_step == f"Run: pairsheet new FORMAT {path}"
    create(open_book(path), engine_of("ladder"))
    told = examine(path, {})
    assert told.is_well
    assert [s.name for s in told.steps] == ["File", "Tabs"]


def test_something_that_is_no_book_is_said_so(at: Emulated) -> None:
    """Neither a link nor an id."""
    told = ask(at, "my ladder")
    assert told.next_step == "Copy the address from the browser while the spreadsheet is open."


def test_the_doctor_leaves_no_trace_beside_the_worker(at: Emulated, tmp_path: Path) -> None:
    """It keeps no memory and no mark; a worker that reads afterwards knows nothing from it."""
    ask(at)
    assert not list(tmp_path.rglob("*.mark.json"))
    session = GoogleSession(at.plain_session(), WORKER, Limits(per_minute=0))
    assert GoogleBackend(at.book_id, session, tmp_path / "own").mark() is None
