"""An event whose reported links are looked up: a desk with a site behind it."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

import requests

from sync.backends.base import Backend
from sync.backends.memory import MemoryBackend, MemoryBook
from sync.chesssites.cache import Cache, MemoryCache
from sync.chesssites.lookup import Sites
from sync.grid import Cell
from sync.running.once import LookUp, Pass, run_pass
from sync.running.verification import Verifier
from tests.backends.people import MemoryPerson
from tests.sync.desk import FIVE, Desk, fill
from tests.verification.site import Site

CONTACT = "td@example.org"


@dataclass
class LinkDesk(Desk):
    """A desk whose worker looks links up. Accounts are called as the players are."""

    site: Site = field(default_factory=lambda: Site(lambda: datetime.now(UTC)))
    cache: Cache = field(default_factory=MemoryCache)
    look_up: LookUp | None = None

    def __post_init__(self) -> None:
        self.site.now = lambda: self.now.astimezone(UTC)
        self.new_process()

    def new_process(self) -> LinkDesk:
        """The worker is started again: only what is in the book and in the cache's file is left."""
        self.look_up = Verifier(Sites(CONTACT, requests.Session(), self.site.now, lambda _: None, self.cache))
        return self

    def sync(self, worker: Backend | None = None) -> Pass:
        """One pass, links looked up."""
        token = f"pass{len(self.done) + 1}"
        done = run_pass(worker or self.backend, lambda: self.now, self.look_up, token=lambda: token, send=self.send)
        self.done.append(done)
        return done

    def link(self, url: str, sent: datetime | None = None, name: str = "") -> LinkDesk:
        """A player pastes a link and nothing else, but perhaps a name."""
        when = (sent or self.now).replace(tzinfo=None)
        cells: dict[str, Cell] = {"Timestamp": when, "Game URL": url, "Your name": name or None}
        self.person.add_row("Form Responses", {h: c for h, c in cells.items() if c is not None})
        return self

    def played(self, game: str, result: str = "1-0", swapped: bool = False, **more: Any) -> str:
        """The two of a pairing play at Chess.com; the link comes back."""
        white, black = self.pair(game)
        return self.site.play(*((black, white) if swapped else (white, black)), result, **more)

    def pair(self, game: str) -> tuple[str, str]:
        """White and Black of a game, as paired."""
        one = next(g for g in self.games() if g.id == game)
        return one.white, str(one.black)

    def submissions(self) -> list[tuple[str, ...]]:
        """What Submissions shows: game, state, result, reason."""
        return self.table("Submissions", "Game", "State", "Says", "Why")

    def submission(self, number: int = -1) -> tuple[str, str, str, str]:
        """One line of it."""
        found = self.submissions()[number]
        return (found[0], found[1], found[2], found[3])

    def checks(self) -> list[tuple[str, str]]:
        """Lines of the Journal about links: game or link, and state."""
        from rules.registry import engine_of
        from sync.reading.gather import read_sheet

        journal = read_sheet(self.backend.read(), engine_of(self.format).sheet)[1]
        return [(line.subject, str(line.detail["state"])) for line in journal.of("check")]


def link_desk(
    site: Site,
    players: tuple[tuple[str, int], ...] = FIVE,
    format: str = "ladder",
    started: bool = True,
    **settings: Cell,
) -> LinkDesk:
    """A started event in memory that verifies games."""
    book = MemoryBook(zone="Europe/Berlin")
    made = LinkDesk(MemoryBackend(book), MemoryPerson(book), format, site=site)
    given: dict[str, Cell] = {"Verify_games": "yes", **settings}
    fill(made, players, started, **given)
    return made
