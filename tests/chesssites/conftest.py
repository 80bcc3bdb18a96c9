"""A stand-in for the sites: answers by address, a clock that only moves when told, a sleep that moves it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import requests
import responses

from sync.chesssites.answers import PlainSession
from sync.chesssites.cache import Cache, MemoryCache
from sync.chesssites.fetch import Limits
from sync.chesssites.lookup import Sites

API = "https://api.chess.com/pub"
CONTACT = "td@example.org"


class World:
    """The sites as they are now. `now` moves by hand and by sleeping."""

    def __init__(self, http: responses.RequestsMock) -> None:
        self.http = http
        self.now = datetime(2026, 3, 12, 21, 0, tzinfo=UTC)
        self.slept: list[float] = []

    def sleep(self, seconds: float) -> None:
        """Sleeping takes time, and none of ours."""
        self.slept.append(seconds)
        self.now += timedelta(seconds=seconds)

    def sites(self, cache: Cache | None = None, **more: Any) -> Sites:
        """A look-up in this world."""
        limits = more.pop("limits", Limits())
        return Sites(
            CONTACT, PlainSession(), lambda: self.now, self.sleep, cache or MemoryCache(), limits=limits, **more
        )

    def months(self, player: str, *months: str) -> None:
        """The months a player has games in, `2026/03`."""
        urls = [f"{API}/player/{player}/games/{month}" for month in months]
        self.json(f"{API}/player/{player}/games/archives", {"archives": urls}, etag=f'"{player}-{len(months)}"')

    def month(self, player: str, month: str, games: list[Any], etag: str = "", **more: Any) -> None:
        """The archive of one month; with an etag, asking again for the same gets a 304."""
        self.json(f"{API}/player/{player}/games/{month}", {"games": games}, etag, **more)

    def json(self, url: str, data: Any, etag: str = "", status: int = 200) -> None:
        """An address that answers with data, in place of what it answered before."""

        def answer(request: requests.PreparedRequest) -> tuple[int, dict[str, str], str]:
            headers = {"Content-Type": "application/json", **({"ETag": etag} if etag else {})}
            if etag and request.headers.get("If-None-Match") == etag:
                return 304, headers, ""
            return status, headers, json.dumps(data)

        self.forget(url)
        self.http.add_callback(responses.GET, url, callback=answer)

    def fails(self, url: str, status: int = 404, body: Any = "", headers: dict[str, str] | None = None) -> None:
        """An address that answers with a status or, where `body` is an exception, not at all."""
        self.forget(url)
        self.http.add(responses.GET, url, body=body, status=status, headers=headers or {})

    def forget(self, url: str) -> None:
        """Nothing is at an address any more."""
        if any(one.url == url for one in self.http.registered()):
            self.http.remove(responses.GET, url)

    def asked(self) -> list[str]:
        """Every address asked so far, shortened, in order."""
        urls = [str(call.request.url) for call in self.http.calls]
        return [url.removeprefix(API + "/player/").partition("?")[0] for url in urls]

    def statuses(self) -> list[int]:
        """The status of every answer so far."""
        return [int(getattr(call.response, "status_code", 0)) for call in self.http.calls]

    def clear(self) -> None:
        """Start the request log afresh."""
        self.http.calls.reset()


@pytest.fixture
def world() -> Iterator[World]:
    """A world without any site in it yet; an address nobody set up refuses the connection."""
    with responses.RequestsMock(assert_all_requests_are_fired=False) as http:
        yield World(http)
