"""Chess.com and Lichess as the worker meets them, made of games that tests play there. Every request is logged."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any
from urllib.parse import parse_qs, urlsplit

import requests
import responses

from tests.chesssites.samples import archive_game, lichess_game, uuid_of

Reply = tuple[int, dict[str, str], str]


@dataclass
class Entry:
    """A game at Chess.com, on the lists of both players from `listed` on."""

    white: str
    black: str
    ended: datetime
    listed: datetime
    data: dict[str, Any]


@dataclass
class Site:
    """Both sites. `trouble` is what every request meets: a status, or an exception."""

    now: Callable[[], datetime]
    entries: list[Entry] = field(default_factory=list)
    at_lichess: dict[str, Any] = field(default_factory=dict)
    moved: dict[str, str] = field(default_factory=dict)
    numbers: dict[str, int] = field(default_factory=dict)  # user name -> player_id
    log: list[tuple[str, int]] = field(default_factory=list)
    trouble: int | Exception | None = None
    agents: set[str] = field(default_factory=set)

    def attach(self, http: responses.RequestsMock) -> None:
        """Answer for both hosts."""
        for host in (r"api\.chess\.com", r"lichess\.org"):
            for method in (responses.GET, responses.POST):
                http.add_callback(method, re.compile(rf"https://{host}/.*"), callback=self._answer)

    # people play
    def play(
        self,
        white: str,
        black: str,
        result: str = "1-0",
        ended: datetime | None = None,
        listed: datetime | None = None,
        **changes: Any,
    ) -> str:
        """A game at Chess.com; its link comes back."""
        codes = {"1-0": ("win", "resigned"), "0-1": ("checkmated", "win"), "1/2-1/2": ("agreed", "agreed")}[result]
        over = (ended or self.now()).astimezone(UTC).replace(microsecond=0)
        number = str(123_000_000_000 + len(self.entries))
        data = archive_game(number, white, black, codes, over, **changes)
        for colour, name in (("white", white), ("black", black)):
            data[colour]["uuid"] = uuid_of(self.account(name))
        self.entries.append(Entry(white.lower(), black.lower(), over, listed or over, data))
        return f"https://www.chess.com/game/live/{number}"

    def play_at_lichess(self, number: str, white: str, black: str, winner: str | None = "white", **changes: Any) -> str:
        """A game at Lichess; its link comes back."""
        over = int(self.now().timestamp() * 1000)
        players = {c: {"user": {"name": n, "id": n.lower()}} for c, n in (("white", white), ("black", black))}
        given = {"players": players, "createdAt": over - 1_500_000, "lastMoveAt": over, **changes}
        self.at_lichess[number] = lichess_game(number, "resign" if winner else "draw", winner, **given)
        return f"https://lichess.org/{number}"

    def rename(self, old: str, new: str) -> None:
        """An account gets a new name: its address moves, its ids stay, its games carry the new name."""
        self.moved[old.lower()] = new.lower()
        for one in self.entries:
            one.white, one.black = (new.lower() if n == old.lower() else n for n in (one.white, one.black))

    def account(self, name: str) -> str:
        """The first name of an account."""
        back = {new: old for old, new in self.moved.items()}
        return back.get(name.lower(), name.lower())

    # looking at the log
    def asked(self) -> list[str]:
        """What was asked for since `clear`, without the host."""
        return [path for path, _ in self.log]

    def clear(self) -> None:
        """Start the log afresh."""
        self.log.clear()

    # answering
    def _answer(self, request: requests.PreparedRequest) -> Reply:
        url = urlsplit(str(request.url))
        path = url.path.removeprefix("/pub/player/")
        self.agents.add(str(request.headers.get("User-Agent")))
        status, headers, body = self._reply(url.netloc, path, parse_qs(url.query), request)
        tag = f'"{hashlib.sha256(body.encode()).hexdigest()[:16]}"'
        if status == 200 and request.method == "GET":
            headers = {**headers, "ETag": tag}
            if request.headers.get("If-None-Match") == tag:
                status, body = 304, ""
        self.log.append((path, status))
        return status, headers, body

    def _reply(self, host: str, path: str, query: dict[str, list[str]], request: requests.PreparedRequest) -> Reply:
        if isinstance(self.trouble, Exception):
            self.log.append((path, 0))
            raise self.trouble
        if self.trouble is not None:
            return self.trouble, {}, ""
        return self._lichess(path, query, request) if host == "lichess.org" else self._chess_com(path)

    def _chess_com(self, path: str) -> Reply:
        name, _, rest = path.partition("/")
        if name in self.moved:
            return 301, {"Location": f"https://api.chess.com/pub/player/{self.moved[name]}/{rest}".rstrip("/")}, ""
        mine = [e for e in self.entries if name in (e.white, e.black) and e.listed <= self.now()]
        months = sorted({f"{e.ended:%Y/%m}" for e in mine})
        if not rest:
            number = self.numbers.get(self.account(name), int(uuid_of(self.account(name))[-9:]))
            return _json({"username": name, "player_id": number, "status": "basic"})
        if rest == "games/archives":
            return _json({"archives": [f"https://api.chess.com/pub/player/{name}/games/{m}" for m in months]})
        if found := re.fullmatch(r"games/(\d{4}/\d\d)", rest):
            return _json({"games": [e.data for e in mine if f"{e.ended:%Y/%m}" == found[1]]})
        if found := re.fullmatch(r"games/live/(\d+)/(\d+)", rest):
            clock = f"{found[1]}+{found[2]}"
            return _json({"games": [e.data for e in mine if e.data["time_control"] == clock]})
        return 404, {}, "{}"

    def _lichess(self, path: str, query: dict[str, list[str]], request: requests.PreparedRequest) -> Reply:
        if path == "/api/games/export/_ids":
            wanted = str(request.body if isinstance(request.body, str) else (request.body or b"").decode()).split(",")
            return 200, {}, "\n".join(json.dumps(self.at_lichess[i]) for i in wanted if i in self.at_lichess)
        if found := re.fullmatch(r"/game/export/(\w{8})", path):
            one = self.at_lichess.get(found[1])
            return _json(one) if one is not None else (404, {}, "")
        if found := re.fullmatch(r"/api/games/user/(.+)", path):
            pair = {found[1], query["vs"][0]}
            games = [g for g in self.at_lichess.values() if {p["user"]["id"] for p in g["players"].values()} == pair]
            return 200, {}, "\n".join(json.dumps(g) for g in games)
        return 404, {}, ""


def _json(data: Any) -> Reply:
    return 200, {"Content-Type": "application/json"}, json.dumps(data)
