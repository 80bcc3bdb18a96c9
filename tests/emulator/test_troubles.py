"""Faults, quota, and what a caller sees of them, with and without a socket."""

from __future__ import annotations

from collections.abc import Iterator

import google.auth.exceptions
import gspread
import pytest
import requests

from tests.emulator.faults import Trouble, batch_updates, reads, tokens, writes
from tests.emulator.fixtures import WORKER, Emulated, client, emulated, emulator, in_process
from tests.emulator.server import LoopbackServer

__all__ = ["client", "emulator", "in_process"]


@pytest.fixture(params=["socket", "in process"])
def here(request: pytest.FixtureRequest) -> Iterator[Emulated]:
    """The emulator in both forms."""
    if request.param == "in process":
        yield emulated()
        return
    with LoopbackServer() as server:
        yield emulated(server=server)


def opened(here: Emulated) -> gspread.Spreadsheet:
    """The shared spreadsheet, with short time-outs."""
    client = here.client()
    client.set_timeout((1.0, 0.3))
    return client.open_by_key(here.book_id)


def append(book: gspread.Spreadsheet) -> None:
    """One batchUpdate that adds a row."""
    row = {"values": [{"userEnteredValue": {"stringValue": "row"}}]}
    request = {"appendCells": {"sheetId": 0, "rows": [row], "fields": "userEnteredValue"}}
    book.batch_update({"requests": [request]})


@pytest.mark.parametrize(
    ("trouble", "code"),
    [
        (Trouble.TOO_MANY, 429),
        (Trouble.SERVER_ERROR, 500),
        (Trouble.UNAVAILABLE, 503),
        (Trouble.USAGE_LIMITS, 403),
        (Trouble.HTML, -1),
    ],
)
def test_refusals_change_nothing(here: Emulated, trouble: Trouble, code: int) -> None:
    """The caller gets an error; the next try goes well."""
    book = opened(here)
    here.service.faults.add(trouble, batch_updates)
    with pytest.raises(gspread.exceptions.APIError) as caught:
        append(book)
    assert caught.value.code == code
    assert here.director.rows("Sheet1") == []
    append(book)
    assert here.director.rows("Sheet1") == [["row"]]


@pytest.mark.parametrize(
    ("trouble", "landed"), [(Trouble.HANG, False), (Trouble.CUT_BEFORE, False), (Trouble.CUT_AFTER, True)]
)
def test_a_broken_connection_leaves_the_caller_unsure(here: Emulated, trouble: Trouble, landed: bool) -> None:
    """No answer, though the write may have been kept."""
    book = opened(here)
    here.service.faults.add(trouble, batch_updates, seconds=1.0)
    with pytest.raises((requests.ConnectionError, requests.Timeout)):
        append(book)
    assert (here.director.rows("Sheet1") == [["row"]]) is landed
    assert here.service.faults.met == [(here.service.log.calls[-1].number, trouble)]


def test_half_an_answer_is_an_error(here: Emulated) -> None:
    """The write was kept, the answer cannot be read."""
    book = opened(here)
    here.service.faults.add(Trouble.TRUNCATED, batch_updates)
    with pytest.raises((requests.RequestException, ValueError)):
        append(book)
    assert here.director.rows("Sheet1") == [["row"]]


def test_a_late_answer_over_the_socket(emulator: Emulated, client: gspread.Client) -> None:
    """Within the time-out it is an answer, beyond it a time-out after the commit."""
    book = client.open_by_key(emulator.book_id)
    emulator.service.faults.add(Trouble.SLOW, writes, seconds=0.05)
    append(book)
    client.set_timeout((1.0, 0.1))
    emulator.service.faults.add(Trouble.SLOW, writes, seconds=0.6)
    with pytest.raises(requests.Timeout):
        append(book)
    assert emulator.director.rows("Sheet1") == [["row"], ["row"]]


def test_a_lost_sign_in_is_renewed(here: Emulated) -> None:
    """401 in the middle: one more exchange, then the same request again."""
    book = opened(here)
    here.service.faults.add(Trouble.UNAUTHORISED, writes)
    append(book)
    kinds = [call.kind for call in here.service.log.calls]
    assert kinds == ["token", "read", "write", "token", "write"]


def test_the_token_service_can_fail_too(in_process: Emulated, monkeypatch: pytest.MonkeyPatch) -> None:
    """A refused exchange is google-auth's own error."""
    in_process.service.faults.add(Trouble.SERVER_ERROR, tokens, times=10)
    monkeypatch.setattr("time.sleep", lambda _seconds: None)
    with pytest.raises(google.auth.exceptions.RefreshError):
        in_process.client().open_by_key(in_process.book_id)


def test_faults_come_at_the_request_they_are_meant_for(in_process: Emulated) -> None:
    """`skip` and `times` count fitting requests only; chance is asked last."""
    book = in_process.client().open_by_key(in_process.book_id)
    in_process.service.faults.add(Trouble.UNAVAILABLE, writes, skip=1, times=2)
    statuses = []
    for _ in range(4):
        book.sheet1.get("A1")
        try:
            append(book)
            statuses.append(200)
        except gspread.exceptions.APIError as refusal:
            statuses.append(refusal.code)
    assert statuses == [200, 503, 503, 200]
    in_process.service.faults.by_chance(lambda call: Trouble.SERVER_ERROR if reads(call) else None)
    with pytest.raises(gspread.exceptions.APIError):
        book.sheet1.get("A1")
    in_process.service.faults.clear()
    assert book.sheet1.get("A1") == [["row"]]


def test_quota_counts_a_minute(in_process: Emulated) -> None:
    """60 reads and 60 writes a minute an account; a batch counts once; a minute later all is free again."""
    book = in_process.client().open_by_key(in_process.book_id)
    quota = in_process.service.limit()
    for _ in range(60):
        book.values_batch_get(["A1", "B1", "C1"])
    with pytest.raises(gspread.exceptions.APIError) as caught:
        book.values_get("A1")
    assert caught.value.code == 429
    append(book)
    in_process.service.clock.advance(59)
    with pytest.raises(gspread.exceptions.APIError):
        book.values_get("A1")
    in_process.service.clock.advance(1)
    book.values_get("A1")
    assert quota.used(WORKER, "read") == 1


def test_the_project_has_a_limit_of_its_own(in_process: Emulated) -> None:
    """Several accounts together."""
    in_process.service.limit(per_user=60, per_project=100)
    in_process.service.world.share(in_process.book_id, "second@example.org")
    url = f"https://sheets.googleapis.com/v4/spreadsheets/{in_process.book_id}/values/A1"
    sessions = [in_process.plain_session(), in_process.plain_session("second@example.org")]
    statuses = [session.get(url, timeout=5).status_code for session in sessions for _ in range(55)]
    assert statuses.count(200) == 100
    assert set(statuses[100:]) == {429}


def test_the_log_counts_and_measures(in_process: Emulated) -> None:
    """Reads, writes, sizes."""
    book = in_process.client().open_by_key(in_process.book_id)
    log = in_process.service.log
    log.clear()
    append(book)
    book.values_get("A1")
    assert (log.reads, log.writes) == (1, 1)
    assert 0 < log.largest_body < 500
