"""Troubles on the line: each is met within bounds, said in one plain line, and never leads to a second write."""

from __future__ import annotations

from pathlib import Path

import pytest

from sync.backends.base import Raced, Refused, Uncertain, Unreachable
from sync.backends.google import GoogleBackend
from sync.backends.google_errors import Denied, NoSignIn
from sync.backends.google_session import Limits
from sync.plan import AppendRows
from tests.backends.contract import GAME, named, plan
from tests.backends.google_rig import Desk, prepared
from tests.emulator.faults import Trouble, batch_updates, reads, tokens
from tests.emulator.fixtures import WORKER
from tests.emulator.server import LoopbackServer

PASSING = [Trouble.TOO_MANY, Trouble.SERVER_ERROR, Trouble.UNAVAILABLE, Trouble.USAGE_LIMITS, Trouble.HTML]
ROW = AppendRows("Games", (GAME,))


@pytest.fixture
def at(tmp_path: Path) -> Desk:
    """A prepared spreadsheet."""
    return prepared(tmp_path)


def settled(at: Desk) -> GoogleBackend:
    """A backend that has read once."""
    backend = at.backend()
    backend.read()
    return backend


def games(at: Desk) -> list[tuple[object, ...]]:
    """Rows of Games below the headings, as another worker reads them."""
    return [tuple(row[:4]) for row in named(at.backend("looker").read(), "Games").rows[1:]]


@pytest.mark.parametrize(
    "trouble", [*PASSING, Trouble.HANG, Trouble.CUT_BEFORE, Trouble.CUT_AFTER, Trouble.TRUNCATED], ids=str
)
def test_a_read_is_tried_again(at: Desk, trouble: Trouble) -> None:
    """Two troubles in a row, then the answer; waits grow and stay short."""
    backend = settled(at)
    at.emulated.service.faults.add(trouble, reads, times=2)
    assert named(backend.read(), "Games").rows
    assert len(at.hands.slept) == 2
    assert 0.5 <= at.hands.slept[0] <= 1.0
    assert 1.0 <= at.hands.slept[1] <= 2.0


@pytest.mark.parametrize("trouble", [*PASSING, Trouble.HANG, Trouble.CUT_BEFORE, Trouble.TRUNCATED], ids=str)
def test_a_read_is_given_up_with_one_line(at: Desk, trouble: Trouble) -> None:
    """Not for ever: five tries, less than a minute, one line, and the next pass works."""
    backend = settled(at)
    at.emulated.service.faults.add(trouble, reads, times=5)
    start = at.hands.time
    with pytest.raises(Unreachable) as given_up:
        backend.read()
    assert at.hands.time - start < 60
    assert "\n" not in str(given_up.value)
    assert "the next pass tries again" in str(given_up.value)
    assert named(backend.read(), "Games").rows


def test_tries_are_bounded_by_seconds_too(at: Desk) -> None:
    """A hundred tries allowed, but only twenty seconds."""
    backend = at.backend(session=at.session(limits=Limits(tries=100, seconds=20, per_minute=0)))
    at.emulated.service.faults.add(Trouble.UNAVAILABLE, reads, times=1000)
    start = at.hands.time
    with pytest.raises(Unreachable):
        backend.read()
    assert at.hands.time - start <= 20


@pytest.mark.parametrize("trouble", PASSING, ids=str)
def test_a_write_that_google_refuses_for_now_is_sent_again(at: Desk, trouble: Trouble) -> None:
    """Too many requests, not well: the guard lets the same write be sent again; it lands once."""
    backend = settled(at)
    at.emulated.service.faults.add(trouble, batch_updates, times=2)
    backend.write(plan(backend.read(), ROW))
    assert games(at) == [GAME]


@pytest.mark.parametrize("trouble", [Trouble.CUT_BEFORE, Trouble.HANG], ids=str)
def test_a_write_cut_before_it_was_carried_out_is_uncertain_and_did_not_land(at: Desk, trouble: Trouble) -> None:
    """Nothing is sent blindly again: the next read shows nothing, and the next pass writes."""
    backend = settled(at)
    at.emulated.service.faults.add(trouble, batch_updates)
    with at.counted() as calls, pytest.raises(Uncertain, match="next read"):
        backend.write(plan(backend.read(), ROW))
    assert calls.count("batchUpdate") == 1
    grid = backend.read()
    assert len(named(grid, "Games").rows) == 1
    backend.write(plan(grid, ROW))
    assert games(at) == [GAME]


@pytest.mark.parametrize("trouble", [Trouble.CUT_AFTER, Trouble.TRUNCATED], ids=str)
def test_a_write_cut_after_it_was_carried_out_is_uncertain_and_landed(at: Desk, trouble: Trouble) -> None:
    """The next read shows it, with the revision it made; writing the old plan again is refused."""
    backend = settled(at)
    grid = backend.read()
    at.emulated.service.faults.add(trouble, batch_updates)
    with pytest.raises(Uncertain):
        backend.write(plan(grid, ROW))
    after = backend.read()
    assert after.revision == grid.revision + 1
    assert named(after, "Games").rows[1] == GAME
    with pytest.raises(Raced):
        backend.write(plan(grid, ROW))
    assert games(at) == [GAME]


def test_a_write_that_landed_behind_an_error_is_uncertain_when_sent_again(at: Desk) -> None:
    """An error page although it was carried out, then the guard refuses the second: no doubled row, no false success."""
    backend = settled(at)
    grid = backend.read()
    service = at.emulated.service
    plain = service.handle

    def carried_out_but_said_not(request: object) -> object:
        answer = plain(request)  # type: ignore[arg-type]
        if "batchUpdate" in service.log.calls[-1].name and answer.status == 200:
            return type(answer)(503, b"<html>", "text/html")
        return answer

    service.handle = carried_out_but_said_not  # type: ignore[method-assign, assignment]
    with pytest.raises(Uncertain):
        backend.write(plan(grid, ROW))
    service.handle = plain  # type: ignore[method-assign]
    assert games(at) == [GAME]
    assert backend.read().revision == grid.revision + 1


def test_a_token_that_ends_in_the_middle_of_a_pass_is_renewed(at: Desk) -> None:
    """A 401 once: sign in again and go on, for reads and for writes."""
    http = at.emulated.session(WORKER, ("https://www.googleapis.com/auth/spreadsheets",))
    backend = at.backend(session=at.session(http))
    grid = backend.read()
    at.emulated.service.tokens.expire_all()
    backend.write(plan(grid, ROW))
    at.emulated.service.tokens.expire_all()
    assert named(backend.read(), "Games").rows[1] == GAME
    assert at.hands.slept == []


def test_a_sign_in_service_that_is_not_well_is_tried_again(at: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """503 and a cut at the token service do not end the pass."""
    monkeypatch.setattr("google.auth._exponential_backoff.time.sleep", at.hands.sleep)
    http = at.emulated.session(WORKER, ("https://www.googleapis.com/auth/spreadsheets",))
    backend = at.backend("new", session=at.session(http))
    at.emulated.service.faults.add(Trouble.UNAVAILABLE, tokens, times=4)
    at.emulated.service.faults.add(Trouble.CUT_BEFORE, tokens)
    assert named(backend.read(), "Games").rows
    at.emulated.service.tokens.expire_all()
    at.emulated.service.faults.add(Trouble.UNAVAILABLE, tokens, times=1000)
    start = at.hands.time
    with pytest.raises(Unreachable, match="sign-in service"):
        backend.read()
    assert at.hands.time - start < 120


def test_a_revoked_key_is_said_at_once(at: Desk) -> None:
    """No tries wasted; the next step is named."""
    http = at.emulated.session(WORKER, ("https://www.googleapis.com/auth/spreadsheets",))
    at.emulated.service.tokens.revoke_key(WORKER)
    with pytest.raises(NoSignIn, match="revoked"):
        at.backend("new", session=at.session(http)).read()
    assert at.hands.slept == []


def test_an_unshared_sheet_names_the_address_to_share_with(at: Desk) -> None:
    """403 and 404 both say what to press and which address to type."""
    at.emulated.director.unshare(WORKER)
    with pytest.raises(Denied, match=f"press Share, add {WORKER} as Editor"):
        at.backend("new").read()
    unknown = GoogleBackend("1" + "x" * 43, at.session(), at.state)
    with pytest.raises(Denied, match=f"no spreadsheet .* {WORKER}"):
        unknown.read()
    assert at.hands.slept == []


def test_a_sheet_shared_for_reading_only_says_so_at_the_write(at: Desk) -> None:
    """Reading works; the write names the right to give."""
    at.emulated.director.share(WORKER, "reader")
    backend = settled(at)
    with pytest.raises(Unreachable, match="as Editor"):
        backend.write(plan(backend.read(), ROW))


def test_a_range_closed_to_the_worker_is_refused_and_named(at: Desk) -> None:
    """The write fails as a whole, and says why."""
    backend = settled(at)
    at.emulated.director.protect("Games")
    with pytest.raises(Refused, match="Protected ranges keep the worker out: Games"):
        backend.write(plan(backend.read(), ROW))
    assert games(at) == []


def test_the_local_budget_is_kept_before_google_has_to_say_no(at: Desk) -> None:
    """Six reads with five allowed a minute: the sixth waits, and Google never refuses."""
    at.emulated.service.limit()
    session = at.session(limits=Limits(per_minute=5, seconds=70))
    backend = at.backend("new", session=session)
    for _ in range(6):
        backend.read()
    assert len(at.hands.slept) == 1
    assert 59 <= at.hands.slept[0] <= 60
    assert session.sent == 7
    assert session.budget.used == 2


def test_a_budget_that_is_used_up_ends_the_pass_in_one_line(at: Desk) -> None:
    """Where waiting would take longer than a request may: given up, and on time next minute."""
    backend = at.backend("new", session=at.session(limits=Limits(per_minute=2, seconds=30)))
    backend.read()
    with pytest.raises(Unreachable, match="budget of 2 requests"):
        backend.read()
    at.hands.sleep(61)
    assert named(backend.read(), "Games").rows


def test_googles_own_limit_is_waited_out(at: Desk) -> None:
    """With the local budget switched off Google says 429; the backend waits as long as it may and then gives up."""
    quota = at.emulated.service.limit()
    assert quota
    backend = settled(at)
    at.emulated.service.faults.add(Trouble.TOO_MANY, reads, times=3)
    assert named(backend.read(), "Games").rows
    assert len(at.hands.slept) == 3


def test_real_time_outs_over_a_socket(tmp_path: Path) -> None:
    """A server that stays silent: the read ends by its time-out and is tried again; a write is uncertain."""
    with LoopbackServer() as server:
        at = prepared(tmp_path, server)
        limits = Limits(connect=1.0, read=0.3, write=0.3, per_minute=0)
        backend = at.backend(session=at.session(limits=limits))
        grid = backend.read()
        server.service.faults.add(Trouble.HANG, reads, seconds=1.0)
        assert named(backend.read(), "Games").rows
        assert len(at.hands.slept) == 1
        server.service.faults.add(Trouble.HANG, batch_updates, seconds=1.0)
        with pytest.raises(Uncertain, match="did not answer in time"):
            backend.write(plan(grid, ROW))
        server.service.faults.add(Trouble.SLOW, batch_updates, seconds=1.0)
        with pytest.raises(Uncertain, match="did not answer in time"):
            backend.write(plan(backend.read(), ROW))
        assert games(at) == [GAME]


def test_a_server_that_is_not_there(tmp_path: Path) -> None:
    """Nothing listens: a write was surely not sent, so it is tried again and then given up, never uncertain."""
    with LoopbackServer() as server:
        at = prepared(tmp_path, server)
        http = at.emulated.plain_session()
        backend = at.backend(session=at.session(http))
        grid = backend.read()
    http.close()
    with pytest.raises(Unreachable, match="could not be reached") as given_up:
        backend.write(plan(grid, ROW))
    assert not isinstance(given_up.value, Uncertain)
    assert len(at.hands.slept) == 4
