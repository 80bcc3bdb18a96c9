"""What tests use: `from tests.emulator.fixtures import client, emulator, in_process`.

`emulator` is a service on a loopback port with one spreadsheet shared with a service account; `in_process` is the same
without a socket, for speed; `client` and `in_process_client` are gspread clients of them. Whatever a test sends or
gets is judged against Google's discovery documents, and a violation fails the test at its end.

    def test_something(in_process, in_process_client):
        book = in_process_client.open_by_key(in_process.book_id)      # the product's side
        in_process.director.type("Games", "E7", "1-0")                # a person's side
        in_process.service.faults.add(Trouble.CUT_AFTER, batch_updates)
        in_process.service.switches.unknown_named_range_delete_refused = False
        assert in_process.service.log.writes == 1
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import google.auth.transport.requests
import google.oauth2.credentials
import google.oauth2.service_account
import gspread
import pytest
import requests

from tests.emulator.adapter import InProcessAdapter, LoopbackAdapter, mount
from tests.emulator.book import Book
from tests.emulator.people import Person
from tests.emulator.server import LoopbackServer
from tests.emulator.service import Service
from tests.emulator.token import AUDIENCE

WORKER = "worker@pairsheet-test.iam.gserviceaccount.com"
DIRECTOR = "director@example.org"
SCOPES = ("https://www.googleapis.com/auth/spreadsheets", "https://www.googleapis.com/auth/drive")


@dataclass(slots=True)
class Emulated:
    """A running emulator with a director's spreadsheet that the worker's account may edit."""

    service: Service
    book_id: str
    server: LoopbackServer | None = None

    @property
    def book(self) -> Book:
        """The spreadsheet as it is now."""
        return self.service.world.book(self.book_id)

    @property
    def director(self) -> Person:
        """The person who owns the spreadsheet, to type and sort with."""
        return Person(self.service, self.book_id, DIRECTOR)

    @property
    def token_uri(self) -> str:
        """Where key files send their holder."""
        return self.server.token_uri if self.server else AUDIENCE

    def key(self, mail: str = WORKER) -> dict[str, str]:
        """A service account's key file."""
        return self.service.tokens.service_account(mail, self.token_uri)

    def adapter(self) -> requests.adapters.BaseAdapter:
        """A fresh adapter that leads here."""
        return LoopbackAdapter(self.server.url) if self.server else InProcessAdapter(self.service)

    def session(self, mail: str = WORKER, scopes: tuple[str, ...] = SCOPES) -> requests.Session:
        """An authorised session of a service account, led here with all its hosts."""
        kind = google.oauth2.service_account.Credentials
        credentials = kind.from_service_account_info(self.key(mail), scopes=scopes)  # type: ignore[no-untyped-call]
        session = google.auth.transport.requests.AuthorizedSession(credentials)  # type: ignore[no-untyped-call]
        mounted: requests.Session = mount(session, self.adapter())
        return mounted

    def plain_session(self, mail: str = WORKER) -> requests.Session:
        """A session with a ready token: no exchange is ever made."""
        session = requests.Session()
        session.headers["Authorization"] = f"Bearer {self.service.tokens.give(mail, seconds=10**9)}"
        return mount(session, self.adapter())

    def client(self, mail: str = WORKER, scopes: tuple[str, ...] = SCOPES) -> gspread.Client:
        """A gspread client of a service account."""
        client = gspread.Client(auth=None, session=self.session(mail, scopes))  # type: ignore[arg-type]
        client.set_timeout((2.0, 5.0))
        return client

    def quick_client(self, mail: str = WORKER) -> gspread.Client:
        """A gspread client with a ready token: nothing is signed."""
        return gspread.Client(auth=None, session=self.plain_session(mail))  # type: ignore[arg-type]

    def new_book(self, title: str = "Second book", *, share: bool = True) -> str:
        """Another spreadsheet of the director; its id."""
        file = self.service.world.create(title, DIRECTOR)
        if share:
            self.service.world.share(file.id, WORKER)
        return file.id


def emulated(service: Service | None = None, server: LoopbackServer | None = None) -> Emulated:
    """An emulator with its first spreadsheet, not as a fixture."""
    service = service or (server.service if server else Service())
    file = service.world.create("Club ladder", DIRECTOR)
    service.world.share(file.id, WORKER)
    return Emulated(service, file.id, server)


@pytest.fixture
def emulator() -> Iterator[Emulated]:
    """The emulator over a loopback socket."""
    with LoopbackServer() as server:
        yield emulated(server=server)
        server.service.judge.raise_violations()


@pytest.fixture
def in_process() -> Iterator[Emulated]:
    """The emulator without a socket."""
    here = emulated()
    yield here
    here.service.judge.raise_violations()


@pytest.fixture
def client(emulator: Emulated) -> gspread.Client:
    """A gspread client over the loopback socket."""
    return emulator.client()


@pytest.fixture
def in_process_client(in_process: Emulated) -> gspread.Client:
    """A gspread client without a socket."""
    return in_process.client()
