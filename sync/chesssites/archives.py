"""What the lists and records of the sites hold, and which months to ask for.

Pure: the decoded data of an answer goes in.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Literal

from sync.chesssites.games import SiteGame, Unreadable, of_chess_com_archive
from sync.chesssites.links import GameLink, parse_link
from sync.chesssites.model import Site

# The site's months need not turn at midnight UTC; near the end of a month both are asked.
_MONTH_EDGE = timedelta(hours=14)
# A month is taken as finished this long after its end: data may be a day old.
_MONTH_SETTLES = timedelta(hours=48)


@dataclass(frozen=True)
class Window:
    """The time a game can have ended in: from the announcement to when its link was sent (or now)."""

    since: datetime
    until: datetime


@dataclass(frozen=True)
class PlayerRecord:
    """An account. `ids` stay through a rename; `status` in the site's word, `closed` by the site or its owner."""

    site: Site
    username: str
    ids: frozenset[str]
    status: str
    closed: bool


@dataclass(frozen=True)
class Archive:
    """A list of games, found by number or long id; read one at a time, since few of a busy month are wanted."""

    by_id: Mapping[str, object]

    @staticmethod
    def of(data: object) -> Archive:
        """The live games of an answer; daily games and what has no address are left aside."""
        games = data.get("games") if isinstance(data, dict) else None
        by_id: dict[str, object] = {}
        for one in games if isinstance(games, list) else ():
            url = one.get("url") if isinstance(one, dict) else None
            link = parse_link(url) if isinstance(url, str) else None
            if isinstance(link, GameLink) and isinstance(one, dict):
                by_id[link.key] = one
                if isinstance(one.get("uuid"), str):
                    by_id[f"{Site.CHESS_COM.value}/uuid/{one['uuid'].lower()}"] = one
        return Archive(by_id)

    def find(self, link: GameLink) -> SiteGame | Unreadable | None:
        """The game a link names; None where it is not listed."""
        data = self.by_id.get(link.key)
        return None if data is None else of_chess_com_archive(data)

    def all(self) -> Iterator[SiteGame]:
        """Every game that can be read, once each."""
        seen: set[int] = set()
        for data in self.by_id.values():
            if id(data) not in seen:
                seen.add(id(data))
                game = of_chess_com_archive(data)
                if isinstance(game, SiteGame):
                    yield game


def months_to_ask(around: Window, now: datetime) -> list[datetime]:
    """The first moments of the months to ask, newest first."""
    first = (around.since - _MONTH_EDGE).astimezone(UTC)
    last = min(around.until + _MONTH_EDGE, now + _MONTH_EDGE).astimezone(UTC)
    month = first.replace(day=1, hour=0, minute=0, second=0, microsecond=0)
    months: list[datetime] = []
    while month <= last:
        months.append(month)
        month = next_month(month)
    return months[::-1]


def next_month(month: datetime) -> datetime:
    """The first moment of the month after."""
    return (month + timedelta(days=32)).replace(day=1)


def is_settled(month: datetime, now: datetime) -> bool:
    """Whether the archive of a month cannot change any more."""
    return next_month(month) + _MONTH_SETTLES < now


def listed_months(data: object) -> set[str]:
    """`2025/01` of each month in an archives list."""
    urls = data.get("archives") if isinstance(data, dict) else None
    texts = [url for url in urls if isinstance(url, str)] if isinstance(urls, list) else []
    found = (re.search(r"/games/([0-9]{4}/[0-9]{2})$", url) for url in texts)
    return {match.group(1) for match in found if match}


def record_of(site: Site, data: object) -> PlayerRecord | None:
    """The account in a player's record; None where it is no such record."""
    if not isinstance(data, dict):
        return None
    username = data.get("username")
    if not isinstance(username, str):
        return None
    if site is Site.CHESS_COM:
        number, status = data.get("player_id"), data.get("status")
        ids = frozenset([f"player_id:{number}"] if isinstance(number, int) else [])
        word = status if isinstance(status, str) else ""
        return PlayerRecord(site, username, ids, word, word.startswith("closed"))
    account = data.get("id")
    closed: Literal["closed", ""] = "closed" if data.get("disabled") is True else ""
    word = closed or ("tosViolation" if data.get("tosViolation") is True else "")
    ids = frozenset([f"lichess:{account.lower()}"] if isinstance(account, str) else [])
    return PlayerRecord(site, username, ids, word, bool(closed))
