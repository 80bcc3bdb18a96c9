"""Requests and answers as values, and the log of what passed."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qsl, urlsplit


@dataclass(frozen=True, slots=True)
class Request:
    """A request as it arrives: the path still encoded, the query as pairs."""

    method: str
    host: str
    path: str
    query: tuple[tuple[str, str], ...]
    headers: Mapping[str, str]
    body: bytes

    @classmethod
    def of(cls, method: str, url: str, headers: Mapping[str, str], body: bytes) -> Request:
        """From a whole URL."""
        parts = urlsplit(url)
        query = tuple(parse_qsl(parts.query, keep_blank_values=True))
        low = {name.lower(): value for name, value in headers.items()}
        return cls(method.upper(), parts.hostname or "", parts.path, query, low, body)

    def one(self, name: str) -> str | None:
        """The last value of a query parameter."""
        return next((value for key, value in reversed(self.query) if key == name), None)

    def every(self, name: str) -> list[str]:
        """All values of a query parameter."""
        return [value for key, value in self.query if key == name]

    def options(self) -> dict[str, str]:
        """The query as a dictionary."""
        return dict(self.query)


@dataclass(frozen=True, slots=True)
class Response:
    """An answer, and what happens to it on the way."""

    status: int
    body: bytes = b""
    content_type: str = "application/json; charset=UTF-8"
    #: cut: the connection ends without an answer; hang: it stays silent; slow: it comes late; truncated: half of it.
    fate: str = ""
    seconds: float = 0.0

    @classmethod
    def json(cls, status: int, message: Any) -> Response:
        """A JSON answer."""
        return cls(status, json.dumps(message, ensure_ascii=False).encode())


@dataclass(slots=True)
class Call:
    """One line of the log."""

    number: int
    #: Name of the method in the discovery documents; empty for a path nobody serves.
    name: str
    #: read or write (of a spreadsheet), drive, token.
    kind: str
    method: str
    path: str
    query: tuple[tuple[str, str], ...]
    body_size: int
    who: str = ""
    status: int = 0
    trouble: str = ""
    body: Any = None


@dataclass(slots=True)
class Log:
    """All calls since the start or the last `clear`."""

    calls: list[Call] = field(default_factory=list)

    def clear(self) -> None:
        """Forget the calls."""
        self.calls.clear()

    def count(self, kind: str) -> int:
        """Calls of a kind: read, write, drive, token."""
        return sum(call.kind == kind for call in self.calls)

    @property
    def reads(self) -> int:
        """Calls that read a spreadsheet."""
        return self.count("read")

    @property
    def writes(self) -> int:
        """Calls that change a spreadsheet."""
        return self.count("write")

    @property
    def largest_body(self) -> int:
        """Bytes of the largest request body."""
        return max((call.body_size for call in self.calls), default=0)
