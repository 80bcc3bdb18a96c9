"""Finding out what the doctor tells: sign-in, first request, file, tabs, form. Writes nothing."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime
from typing import Any

from rules.model import Engine
from sync.backends.base import BackendError
from sync.backends.books import is_file, open_book, spreadsheet_id
from sync.backends.google_closed import CLOSED_SHAPE
from sync.backends.google_errors import NoSignIn
from sync.backends.google_session import GoogleSession, Limits, session_for
from sync.backends.google_signin import (
    AT_HOME,
    DRIVE_LOOK,
    VARIABLE,
    SignIn,
    default_files,
    home_file,
    sign_in,
    with_scopes,
)
from sync.doctor import steps as doctor
from sync.doctor.steps import Diagnosis, State, Step
from sync.grid import Grid
from sync.running.once import NotABook, engine_for
from sync.settings import expanded

_NO_BOOK = "pairsheet-doctor-asks-for-no-spreadsheet-at-all"
_QUICK = Limits(tries=3, seconds=20)

Line = Callable[[SignIn], GoogleSession]
Fetch = Callable[[str], tuple[int, str] | None]


def fetch(url: str) -> tuple[int, str] | None:
    """Status and final address of a page, as somebody without an account sees it; None when it cannot be had."""
    import requests

    try:
        answer = requests.get(url, timeout=(5, 15), headers={"User-Agent": "pairsheet doctor"})
    except requests.RequestException:
        return None
    return answer.status_code, answer.url


def quick_line(found: SignIn) -> GoogleSession:
    """A line to Google for somebody who waits at the screen."""
    return session_for(found, _QUICK)


def examine(
    book: str = "",
    env: Mapping[str, str] | None = None,
    line: Line = quick_line,
    page: Fetch = fetch,
) -> Diagnosis:
    """What stands between the worker and this book; without a book, between the worker and Google."""
    env = os.environ if env is None else env
    steps: list[Step] = []
    source = _local(book) if is_file(book) else _google(book, env, line, page)
    for step in source:
        steps.append(step)
        if step.state is State.FAILED:
            break
    return Diagnosis(book, tuple(steps))


def _local(book: str) -> Iterator[Step]:
    grid, trouble = None, None
    try:
        grid = open_book(book).read()
    except BackendError as error:
        trouble = error
    yield doctor.local_file(_is_there(book), trouble, book)
    if grid is not None:
        engine = _engine(grid)
        yield doctor.tabs(grid, engine, book)


def _is_there(book: str) -> bool:
    """Whether something of this name is there, be it a link that leads nowhere."""
    try:
        return os.path.lexists(expanded(book))
    except ValueError:  # no name of a file
        return True


def _engine(grid: Grid) -> Engine | None:
    try:
        return engine_for(grid)
    except NotABook:
        return None


def _google(book: str, env: Mapping[str, str], line: Line, page: Fetch) -> Iterator[Step]:
    id_ = spreadsheet_id(book) if book else None
    if book and id_ is None:
        called = book.strip() or "a blank name"
        said = f"{called} is neither a file ending .xlsx or .xlsm nor the link or id of a spreadsheet."
        yield Step("Book", State.FAILED, said, "Copy the address from the browser while the spreadsheet is open.")
        return
    try:
        found: SignIn | NoSignIn = sign_in(env)
    except NoSignIn as none:
        found = none
    if isinstance(found, NoSignIn):
        yield doctor.signed_in(found) if book or _wants_google(env) else doctor.needs_none(found)
        return
    yield doctor.signed_in(found)
    session = line(found)
    shape, trouble = _shape(session, id_ or _NO_BOOK)
    yield from doctor.reached(trouble, id_ is not None)
    yield doctor.clock(session.skew)
    if id_ is not None and shape is not None:
        yield doctor.file_state(_file(found, id_, line), found.address)
        yield from _book(book, id_, session, shape, page)
    season = doctor.for_a_season(found)
    if season is not None:
        yield season


def _wants_google(env: Mapping[str, str]) -> bool:
    """Whether somebody has begun to sign in, so that what is wrong with it matters without a book too."""
    files = (*default_files(env), home_file(env))
    return any(env.get(name) for name in (VARIABLE, "GOOGLE_APPLICATION_CREDENTIALS")) or any(
        path.is_file() for path in files
    )


def _shape(session: GoogleSession, id_: str) -> tuple[Mapping[str, Any] | None, BackendError | None]:
    from gspread.urls import SPREADSHEET_URL

    try:
        return session.get(SPREADSHEET_URL % id_, [("fields", CLOSED_SHAPE)]), None
    except BackendError as trouble:
        return None, trouble


def _file(found: SignIn, id_: str, line: Line) -> Mapping[str, Any] | None:
    """What Drive says of the file, with a second, wider sign-in that is used for nothing else; None if it may not."""
    from gspread.urls import DRIVE_FILES_API_V3_URL

    wider = with_scopes(found, (DRIVE_LOOK,)) if found.how != AT_HOME else None
    if wider is None:
        return None
    try:
        params = [("fields", "trashed,capabilities(canEdit)"), ("supportsAllDrives", "true")]
        return line(wider).get(f"{DRIVE_FILES_API_V3_URL}/{id_}", params)
    except BackendError:
        return None


def _book(book: str, id_: str, session: GoogleSession, shape: Mapping[str, Any], page: Fetch) -> Iterator[Step]:
    from sync.backends.google_read import grid_of, look_up, read_values

    try:
        known = look_up(session, id_, 0.0)
        _, rows = read_values(session, id_, known)
    except BackendError as trouble:
        yield Step("Tabs", State.FAILED, "could not be read.", str(trouble))
        return
    grid = grid_of(id_, known, rows, known.revision)
    engine = _engine(grid)
    yield doctor.tabs(grid, engine, book)
    if engine is None:
        return
    yield doctor.protection(shape, grid, engine, session.address, id_)
    yield doctor.zones(grid, engine)
    yield doctor.form_tab(grid, engine, datetime.now(UTC))
    yield from _answers_elsewhere(grid, engine, session)
    link = doctor.setting(grid, engine, "Form link")
    seen = page(link) if link else None
    step = doctor.form_open(link, seen[0] if seen else None, seen[1] if seen else "")
    if step is not None:
        yield step


def _answers_elsewhere(grid: Grid, engine: Engine, session: GoogleSession) -> Iterator[Step]:
    where = doctor.setting(grid, engine, "Form answers")
    id_ = spreadsheet_id(where) if where else None
    if id_ is None:
        return
    _, trouble = _shape(session, id_)
    if trouble is not None:
        said = "the private spreadsheet with the answers cannot be read."
        yield Step("Private answers", State.FAILED, said, str(trouble))
    else:
        yield doctor.ok("Private answers", "can be read.")
