"""A site's answer taken in with care: how large, how long, which numbers, which addresses."""

from __future__ import annotations

import gzip
import io
from datetime import timedelta

import pytest
import requests
import urllib3
from hypothesis import given
from hypothesis import strategies as st

from sync.chesssites.answers import Nonsense, PlainSession, address, body_of, decoded, redirected
from sync.chesssites.cache import MemoryCache
from sync.chesssites.fetch import Data, Fetcher, Limits, Trouble
from sync.chesssites.games import chess_com_clock, of_chess_com_archive, of_chess_com_callback, of_lichess_export
from tests.chesssites.conftest import CONTACT, World
from tests.chesssites.samples import archive_game, callback_answer, lichess_game

URL = "https://api.chess.com/pub/player/ada960"


class Dripping(io.RawIOBase):
    """A body that comes byte by byte; each costs time."""

    def __init__(self, world: World, seconds: float) -> None:
        self._world, self._seconds = world, seconds
        self.given = 0

    def readable(self) -> bool:
        """It is read from."""
        return True

    def readinto(self, into: object) -> int:
        """One byte more, for ever."""
        assert isinstance(into, memoryview | bytearray)
        self._world.now += timedelta(seconds=self._seconds)
        self.given += 1
        into[:1] = b" "
        return 1


class OneAnswer(requests.Session):
    """A connection that gives one body, in pieces as they come."""

    def __init__(self, body: io.BufferedIOBase, headers: dict[str, str]) -> None:
        super().__init__()
        self._body, self._headers = body, headers

    def request(self, *_: object, **how: object) -> requests.Response:  # type: ignore[override]
        """The answer, not read yet."""
        assert how["stream"] is True
        assert how["allow_redirects"] is False
        answer = requests.Response()
        answer.status_code = 200
        answer.headers.update(self._headers)
        answer.raw = urllib3.HTTPResponse(self._body, self._headers, 200, preload_content=False)
        return answer


def fetched(
    world: World, body: io.BufferedIOBase, limits: Limits | None = None, headers: dict[str, str] | None = None
) -> object:
    """What a fetch of this body says."""
    session = OneAnswer(body, headers or {})
    return Fetcher(CONTACT, session, lambda: world.now, world.sleep, MemoryCache(), limits).get(URL)


def test_a_body_in_pieces_is_one(world: World) -> None:
    """Also compressed."""
    assert fetched(world, io.BytesIO(b'{"a": 1}')) == Data({"a": 1}, URL)
    packed = gzip.compress(b'{"a": 1}')
    assert fetched(world, io.BytesIO(packed), headers={"Content-Encoding": "gzip"}) == Data({"a": 1}, URL)


def test_a_body_that_never_ends_is_left_after_its_time(world: World) -> None:
    """A byte every nine seconds keeps each time-out of the connection, and still ends."""
    body = Dripping(world, 9.0)
    answer = fetched(world, io.BufferedReader(body, 1), Limits(attempts=1))
    assert isinstance(answer, Trouble)
    assert answer.code == "site-down"
    assert body.given < 10


def test_all_answers_of_a_pass_have_one_time(world: World) -> None:
    """However long one may take, together they take no longer than the pass allows."""
    body = Dripping(world, 9.0)
    began = world.now
    fetched(world, io.BufferedReader(body, 1), Limits(attempts=3, seconds_an_answer=1e9, seconds_a_pass=40))
    assert world.now - began < timedelta(seconds=60)


@pytest.mark.parametrize("headers", [{}, {"Content-Encoding": "gzip"}])
def test_a_body_larger_than_reason_is_nonsense(world: World, headers: dict[str, str]) -> None:
    """20 MB at most, counted as it is after unpacking."""
    plain = b" " * 21_000_000
    body = io.BytesIO(gzip.compress(plain) if headers else plain)
    answer = fetched(world, body, headers=headers)
    assert isinstance(answer, Trouble)
    assert (answer.code, answer.facts["what"]) == ("nonsense", "more than 20 MB")


def test_an_answer_that_was_read_already_is_taken(world: World) -> None:
    """As stand-ins of tests give it."""
    answer = requests.Response()
    answer._content = b"{}"
    assert body_of(answer, 10, lambda: False) == b"{}"
    del world


@pytest.mark.parametrize("text", ["7" * 22, "-" + "7" * 4000, "[1e999]", "NaN", "[-Infinity]", "1." + "1" * 5000])
def test_numbers_beyond_reason(text: str) -> None:
    """A site's own numbers have twelve digits."""
    with pytest.raises(Nonsense):
        decoded(text, "json")


@given(st.recursive(st.integers(-(10**19), 10**19) | st.text() | st.booleans() | st.none(), st.lists, max_leaves=5))
def test_sensible_data_is_data(value: object) -> None:
    """Encoded and decoded it is the same."""
    import json

    assert decoded(json.dumps(value), "json") == value


@pytest.mark.parametrize(
    "location", ["https://[::1/pub", "https://api.chess.com:x/", "//", "\x00", "http://", "é" * 3000], ids=range(6)
)
def test_a_redirect_that_the_library_cannot_read(world: World, location: str) -> None:
    """Also through a plain session, which looks at redirects by itself."""
    world.http.add("GET", URL, status=301, headers={"Location": location})
    for session in (requests.Session(), PlainSession()):
        fetcher = Fetcher(CONTACT, session, lambda: world.now, world.sleep, MemoryCache(), Limits())
        answer = fetcher.get(URL)
        assert isinstance(answer, Trouble)
        assert answer.code in ("nonsense", "bad-redirect")


@given(st.text(max_size=40))
def test_no_address_or_redirect_is_a_crash(text: str) -> None:
    """Whatever stands in a header, it is an address that may be asked, or it is none."""
    for url in (text, f"https://{text}", f"https://api.chess.com{text}"):
        parts = address(url)
        assert parts is None or (parts.scheme, parts.port in (None, 443), "@" in parts.netloc) == ("https", True, False)
    try:
        target = redirected(URL, text)
    except Nonsense:
        return
    address(target)


ODD = st.one_of(
    st.none(), st.booleans(), st.integers(-(10**20), 10**20), st.floats(), st.text(max_size=9), st.just("9" * 5000),
    st.just([]), st.just({}), st.just([{}]), st.just({"color": "white"}),
)  # fmt: skip


@given(st.data())
def test_no_game_is_a_crash(data: st.DataObject) -> None:
    """A game with any of its values replaced is a game, or unreadable."""
    for make, read in (
        (archive_game, of_chess_com_archive),
        (callback_answer, of_chess_com_callback),
        (lichess_game, of_lichess_export),
    ):
        game = make()
        for part in (game, *(v for v in game.values() if isinstance(v, dict))):
            for key in list(part):
                if data.draw(st.integers(0, 5)) == 0:
                    part[key] = data.draw(ODD)
        read(game)
    assert chess_com_clock("9" * 5000) is None
    assert chess_com_clock("600+" + "9" * 5000) is None
