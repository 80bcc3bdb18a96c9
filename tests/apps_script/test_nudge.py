"""The listener: who is believed, what a stranger learns, and how the worker wakes."""

from __future__ import annotations

import http.client
import json
import socket
import time
from datetime import UTC, datetime

import pytest

from sync.running.nudge import (
    AT_ONCE,
    LONGEST_BODY,
    LONGEST_CALL,
    PATH,
    REMEMBERED,
    SIGNATURE,
    TOLERANCE,
    BadSecret,
    Listener,
    Nudges,
    signature,
)
from sync.running.worker import Report, Worker

BOOK = "https://docs.google.com/spreadsheets/d/1AbCdEfGhIjKlMnOpQrStUvWxYz0123456789abcde/edit#gid=0"
ID = "1AbCdEfGhIjKlMnOpQrStUvWxYz0123456789abcde"
SECRET = "a secret of the test"
NOW = 1_790_000_000.0


def call(book: str = ID, at: float = NOW, nonce: str = "one", secret: str = SECRET) -> tuple[bytes, str]:
    """A body and its signature."""
    body = json.dumps({"book": book, "at": at, "nonce": nonce}).encode()
    return body, signature(body, secret)


def heard(**what: object) -> tuple[int, tuple[str, ...]]:
    """The answer to one call, and what the worker would look at."""
    nudges = Nudges([BOOK], SECRET, lambda: NOW)
    return nudges.hear(*call(**what)), nudges.take()  # type: ignore[arg-type]


def test_a_signed_call_names_the_book_as_the_operator_typed_it() -> None:
    """The script knows the id, the operator typed a link: they are the same book."""
    assert heard() == (202, (BOOK,))


def test_a_wrong_secret_is_not_believed() -> None:
    """Nothing is looked at."""
    assert heard(secret="another secret altogether") == (401, ())


@pytest.mark.parametrize("off", [TOLERANCE + 1, -TOLERANCE - 1, float("nan"), float("inf")])
def test_an_old_or_future_call_is_not_believed(off: float) -> None:
    """A call recorded last week is worth nothing."""
    assert heard(at=NOW + off) == (401, ())


@pytest.mark.parametrize("off", [TOLERANCE, -TOLERANCE])
def test_a_clock_may_be_a_little_off(off: float) -> None:
    """Five minutes either way are forgiven."""
    assert heard(at=NOW + off) == (202, (BOOK,))


def test_a_strange_book_is_answered_like_ours() -> None:
    """Nobody learns from the answer which books there are."""
    assert heard(book="1" * 44) == (202, ())


def test_a_call_counts_once_and_many_calls_are_one_look() -> None:
    """A repeated call wakes nobody; five different ones before the worker comes make one pass."""
    nudges = Nudges([BOOK], SECRET, lambda: NOW)
    nudges.hear(*call())
    assert nudges.take() == (BOOK,)
    assert nudges.hear(*call()) == 202
    assert nudges.take() == ()
    for number in range(5):
        nudges.hear(*call(nonce=f"n{number}"))
    assert nudges.take() == (BOOK,)


def test_memory_of_calls_is_bounded() -> None:
    """However many calls come, only the last few thousand are remembered."""
    nudges = Nudges([BOOK], SECRET, lambda: NOW)
    for number in range(REMEMBERED + 50):
        nudges.hear(*call(nonce=str(number)))
    assert len(nudges._heard) == REMEMBERED


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"[]",
        b"{}",
        b"not json",
        b'{"book":1}',
        b'{"book":"x","at":"soon","nonce":1}',
        b"\xff",
        b"[" * 1900,
        b'{"book":"x","at":' + b"9" * 900 + b',"nonce":1}',
        b'{"book":"x","at":1' + b"0" * 400 + b',"nonce":1}',
        b'{"a":' * 300 + b"1" + b"}" * 300,
    ],
)
def test_a_signed_body_that_says_nothing_is_refused(body: bytes) -> None:
    """A body we cannot read is 400, never an exception."""
    assert Nudges([BOOK], SECRET, lambda: NOW).hear(body, signature(body, SECRET)) == 400


@pytest.mark.parametrize("secret", ["", "short"])
def test_a_short_secret_is_refused_at_the_start(secret: str) -> None:
    """The message names the variable, not the secret."""
    with pytest.raises(BadSecret, match="PAIRSHEET_NUDGE_SECRET") as trouble:
        Nudges([BOOK], secret)
    assert secret == "" or secret not in str(trouble.value)


def ask(
    port: int, method: str, path: str, body: bytes = b"", headers: dict[str, str] | None = None
) -> tuple[int, bytes, str]:
    """Status, body and Server header of one request."""
    link = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
    link.request(method, path, body, headers or {})
    answer = link.getresponse()
    found = answer.status, answer.read(), answer.getheader("Server") or ""
    link.close()
    return found


def test_over_the_wire() -> None:
    """The right call is 202; other paths, methods, sizes and signatures are refused; no answer has a body."""
    nudges = Nudges([BOOK], SECRET, lambda: NOW)
    body, signed = call()
    with Listener(nudges, 0) as listener:
        port = listener.port
        answers = [
            ask(port, "POST", PATH, body, {SIGNATURE: signed}),
            ask(port, "POST", PATH, body, {SIGNATURE: signed.upper()}),
            ask(port, "POST", PATH, body),
            ask(port, "POST", "/", body, {SIGNATURE: signed}),
            ask(port, "GET", PATH),
            ask(port, "POST", PATH, b"x" * (LONGEST_BODY + 1), {SIGNATURE: signed}),
        ]
    assert [a[0] for a in answers] == [202, 401, 401, 404, 405, 413]
    assert all(a[1] == b"" and "Python" not in a[2] for a in answers)
    assert nudges.take() == (BOOK,)


def test_a_caller_who_says_nothing_holds_nobody_up() -> None:
    """While callers dawdle, a real one is heard; a body cut short is not believed."""
    nudges = Nudges([BOOK], SECRET, lambda: NOW)
    body, signed = call()
    with Listener(nudges, 0) as listener:
        dawdlers = [socket.create_connection(("127.0.0.1", listener.port)) for _ in range(8)]
        assert ask(listener.port, "POST", PATH, body, {SIGNATURE: signed})[0] == 202
        cut = socket.create_connection(("127.0.0.1", listener.port))
        cut.sendall(b"POST /nudge HTTP/1.1\r\nContent-Length: 90\r\n\r\n{")
        cut.shutdown(socket.SHUT_WR)
        assert b" 401 " in cut.recv(1000)
        for one in (*dawdlers, cut):
            one.close()
    assert nudges.take() == (BOOK,)


def dawdler(port: int, says: bytes) -> socket.socket:
    """A caller who says this much and then nothing, and waits at most for a failing test's sake."""
    one = socket.create_connection(("127.0.0.1", port), timeout=20)
    one.sendall(says)
    return one


def is_hung_up(one: socket.socket) -> bool:
    """Whether the listener ended the connection, without a believing word."""
    try:
        return b" 202 " not in one.recv(1000)
    except ConnectionError:
        return True


@pytest.mark.parametrize("says", [b"", b"POST /nudge HT", b"POST /nudge HTTP/1.1\r\nContent-Length: 90\r\n\r\n{"])
def test_slow_callers_on_every_seat_keep_no_call_out(says: bytes) -> None:
    """Whoever has been served longest makes room for each that comes."""
    nudges = Nudges([BOOK], SECRET, lambda: NOW)
    with Listener(nudges, 0, clock=lambda: 0.0) as listener:
        slow = [dawdler(listener.port, says) for _ in range(AT_ONCE)]
        for number in range(3):
            body, signed = call(nonce=f"n{number}")
            assert ask(listener.port, "POST", PATH, body, {SIGNATURE: signed})[0] == 202
        assert is_hung_up(slow[0])
        for one in slow:
            one.close()
    assert nudges.take() == (BOOK,)


def test_a_call_that_comes_in_drops_is_ended() -> None:
    """Each word comes in time, the whole never does: what counts is how long it has been."""
    watch = [0.0]
    with Listener(Nudges([BOOK], SECRET, lambda: NOW), 0, clock=lambda: watch[0]) as listener:
        slow = dawdler(listener.port, b"POST /nudge HTTP/1.1\r\n")
        while not listener.served:
            time.sleep(0.001)
        watch[0] = LONGEST_CALL + 1
        assert is_hung_up(slow)
        slow.close()
        while listener.served:
            time.sleep(0.001)


def test_the_worker_looks_at_a_nudged_book_long_before_its_time() -> None:
    """With a pass an hour, a nudge makes the second pass at once, over that book alone."""
    seen: list[str] = []
    nudges = Nudges([BOOK, "other.xlsx"], SECRET)
    started = time.monotonic()

    def over(book: str) -> object:
        seen.append(book)
        if len(seen) == 2:
            nudges.hear(*call(at=time.time()))
        if len(seen) == 3 or time.monotonic() - started > 20:
            worker.stop()
        raise RuntimeError("told, not raised")

    told: list[Report] = []
    worker = Worker([BOOK, "other.xlsx"], over, told.append, 3600, sleep=lambda _: time.sleep(0.01), nudged=nudges.take)  # type: ignore[arg-type]
    worker.run()
    assert seen == [BOOK, "other.xlsx", BOOK]
    assert all(r.error and r.at <= datetime.now(UTC) for r in told)
